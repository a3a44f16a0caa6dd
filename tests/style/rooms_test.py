#!/usr/bin/env python3
"""The shape of the house: includes follow the rooms' order, torch stays in its rooms, files stay small."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOMS = "core io text votes stats metrics data delivery run study report model train geometry ood runner cli".split()
WITHOUT_TORCH = set("core io text votes stats metrics data delivery run study report".split())
MOST_LINES = 400

REPOSITORY = Path(sys.argv.pop(1) if len(sys.argv) > 1 else __file__).resolve()
if REPOSITORY.is_file():
    REPOSITORY = REPOSITORY.parents[2]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
TORCH = re.compile(r"^(torch|ATen|c10|caffe2|torchvision)/|^(torch|ATen)\.h$")


def source_files(top, *folders):
    for folder in folders:
        for path in sorted((top / folder).rglob("*")):
            if path.suffix in (".h", ".cpp") and path.is_file():
                yield path


def include_problems(top, path):
    room = path.relative_to(top / "src").parts[0]
    if room not in ROOMS:
        yield f"is in src/{room}, which is no room; rooms: {', '.join(ROOMS)}"
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        own, name = match[1] == '"', match[2]
        if TORCH.match(name) and room in WITHOUT_TORCH:
            yield f"line {number}: includes <{name}>, but room {room} does without torch"
        if not own:
            continue
        other = name.split("/")[0]
        if "/" not in name or other not in ROOMS:
            yield f'line {number}: includes "{name}"; write it as "ROOM/FILE.h"'
        elif ROOMS.index(other) > ROOMS.index(room):
            yield f'line {number}: includes "{name}", but room {room} is above {other}'
        elif not (top / "src" / name).is_file():
            yield f'line {number}: includes "{name}", which does not exist'


def header_problems(path):
    """A header opens with one sentence that says what it is: a comment with a full stop in it."""
    opening = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        opening.append(line[2:].strip())
    text = " ".join(opening)
    if not re.match(r"\S.{10,}?[.:]( |$)", text):
        yield "does not open with a comment sentence that says what the header is"
    elif "#pragma once" not in path.read_text(encoding="utf-8"):
        yield "has no #pragma once"


def problems(top):
    for path in source_files(top, "src"):
        for problem in include_problems(top, path):
            yield f"{path.relative_to(top)}: {problem}"
        if path.suffix == ".h":
            for problem in header_problems(path):
                yield f"{path.relative_to(top)}: {problem}"
    for path in source_files(top, "src", "tests", "bench"):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MOST_LINES:
            yield f"{path.relative_to(top)}: {lines} lines, more than {MOST_LINES}: more than one concept?"


class Rooms(unittest.TestCase):
    def test_this_repository(self):
        self.assertGreater(len(list(source_files(REPOSITORY, "src"))), 20)
        found = list(problems(REPOSITORY))
        self.assertFalse(found, "\n" + "\n".join(found))


class PlantedViolations(unittest.TestCase):
    """The checks themselves: each must see what it is there for."""

    GOOD = "// A thing that holds a thing, always.\n#pragma once\n"

    def problems_of(self, files):
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            for name, text in files.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_text(text)
            return list(problems(top))

    def expect(self, files, words):
        found = self.problems_of(files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_nothing_wrong(self):
        files = {
            "src/core/a.h": self.GOOD,
            "src/votes/b.h": self.GOOD + '#include <vector>\n#include "core/a.h"\n#include "votes/b.h"\n',
            "src/train/c.h": self.GOOD + '#include <torch/torch.h>\n#include "votes/b.h"\n',
        }
        self.assertEqual(self.problems_of(files), [])

    def test_includes_from_below(self):
        files = {"src/core/a.cpp": '#include "votes/b.h"\n', "src/votes/b.h": self.GOOD}
        self.expect(files, "core is above votes")

    def test_torch_in_a_room_without_it(self):
        self.expect({"src/data/a.cpp": "#include <torch/torch.h>\n"}, "does without torch")
        self.expect({"src/io/a.cpp": "# include <ATen/ATen.h>\n"}, "does without torch")

    def test_includes_without_a_room(self):
        self.expect({"src/core/a.cpp": '#include "b.h"\n', "src/core/b.h": self.GOOD}, "ROOM/FILE.h")
        self.expect({"src/core/a.cpp": '#include "core/gone.h"\n'}, "does not exist")
        self.expect({"src/attic/a.cpp": "\n"}, "no room")

    def test_headers_without_a_sentence(self):
        self.expect({"src/core/a.h": "#pragma once\n"}, "comment sentence")
        self.expect({"src/core/a.h": "// Things\n#pragma once\n"}, "comment sentence")
        self.expect({"src/core/a.h": "// A thing that holds a thing, always.\n"}, "pragma once")

    def test_long_files(self):
        self.expect({"src/core/a.cpp": "\n" * 401}, "more than 400")
        self.expect({"tests/core/a.cpp": "\n" * 401}, "more than 400")
        self.assertEqual(self.problems_of({"bench/a.cpp": "\n" * 400}), [])


if __name__ == "__main__":
    unittest.main()
