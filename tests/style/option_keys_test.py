#!/usr/bin/env python3
"""The library names an option by its key, option("epochs"); only the command line knows that it is written --epochs."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

from cpp_source import literals, source_files

REPOSITORY = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
FRONT_END = "src/dissent/cli"
# Words of other programs, or of a command line that is run.
FOREIGN = {
    "src/dissent/store/npm.cpp": "the words of npm",
    "src/dissent/study/slurm.cpp": "the words of sbatch, and of the job that it starts",
    "src/dissent/study/submit_study.cpp": "the command line of the job that is submitted",
}

# After '=' stands the word of another program (--slurm-option=--account=NAME); in `dissent eval --json` it is a command.
FLAG = re.compile(r"(?<![\w=-])--[a-z{]")
COMMAND = re.compile(r"`dissent [^`]*`|cmake --preset \w+")


def problems(top):
    for path in source_files(top, "include", "src"):
        name = str(path.relative_to(top))
        if name.startswith(FRONT_END + "/") or name in FOREIGN:
            continue
        for line, text in literals(path.read_text(encoding="utf-8")):
            if FLAG.search(COMMAND.sub("", text)):
                yield f"{name}:{line}: {text!r}"


class OptionKeys(unittest.TestCase):
    def test_this_repository(self):
        found = list(problems(REPOSITORY))
        self.assertEqual(found, [], "write option(\"key\") in messages and {key} in help:\n" + "\n".join(found))

    def test_exceptions_are_needed(self):
        for name in FOREIGN:
            self.assertTrue((REPOSITORY / name).is_file(), name)
            self.assertTrue(any(FLAG.search(text) for _, text in literals((REPOSITORY / name).read_text())), name)


class Planted(unittest.TestCase):
    def found(self, text, name="src/dissent/votes/a.cpp"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return list(problems(Path(folder)))

    def test_flags(self):
        self.assertEqual(len(self.found('fail("--bins {}: no", 1);\nfail("x (--{})", key);\n')), 2)
        self.assertEqual(len(self.found('auto a = R"(see --bins)";')), 1)

    def test_what_is_none(self):
        self.assertEqual(self.found('// as --bins says\nfail("{}: no", option("bins")); /* "--bins" */ f("a--b", "| --- |", "--:");'), [])
        self.assertEqual(self.found('f("see `dissent eval --json` for names", "as {slurm-option}=--account=NAME");'), [])
        self.assertEqual(self.found('f("--bins");', "src/dissent/cli/eval.cpp"), [])


if __name__ == "__main__":
    unittest.main()
