#!/usr/bin/env python3
"""Every installed header compiles alone, under strict warnings, with nothing but include/ on the path.

Usage: headers_test.py SOURCE [TORCH_INCLUDE...]. Only the headers of train, predict, geometry, ood and study, and what
only they include, may name torch; none names nlohmann.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()
TORCH_FOLDERS = sys.argv[2:]
del sys.argv[1:]
INCLUDE = SOURCE / "include"
WITH_TORCH = {"train.h", "predict.h", "geometry.h", "ood.h", "study.h", "dissent.h"}
COMPILER = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]


def headers():
    return sorted(INCLUDE.rglob("*.h"))


def names_torch(path, seen):
    """Whether a header, or one that it includes, includes a header of torch's."""
    seen.add(path)
    found = False
    for kind, name in re.findall(r'^#include (["<])([^">]+)', path.read_text(), re.M):
        if re.match(r"(torch|ATen|c10)/", name):
            return True
        other = INCLUDE / name
        if kind == '"' and other.is_file() and other not in seen:
            found = names_torch(other, seen) or found
    return found


class Headers(unittest.TestCase):
    def test_each_compiles_alone(self):
        def errors(path):
            with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
                name = path.relative_to(INCLUDE)
                file.write(f"#include <{name}>\n#include <{name}>\n")
                file.flush()
                heavy = [f"-isystem{folder}" for folder in TORCH_FOLDERS] if names_torch(path, set()) else []
                if names_torch(path, set()) and not TORCH_FOLDERS:
                    return ""
                return subprocess.run([*COMPILER, f"-I{INCLUDE}", *heavy, file.name], capture_output=True, text=True,
                                      check=False).stderr
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for path, said in zip(headers(), pool.map(errors, headers())):
                self.assertEqual(said, "", path)

    def test_the_program_of_the_documentation(self):
        """The ten lines that score predictions, as README.md and docs/library.md show them."""
        pages = [(SOURCE / name).read_text() for name in ("README.md", "docs/library.md")]
        code = [re.search(r"```cpp\n(.*?)```", page, re.S)[1] for page in pages]
        self.assertEqual(code[0], code[1])
        self.assertLessEqual(len([line for line in code[0].splitlines() if line.strip()]), 10)
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(code[0])
            file.flush()
            done = subprocess.run([*COMPILER, f"-I{INCLUDE}", file.name], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")

    def test_nlohmann_and_torch(self):
        for path in headers():
            text = path.read_text()
            self.assertNotIn("nlohmann", text, path)
            self.assertNotRegex(text, r"\bJson\b", path)
            if path.parent.name == "dissent" and path.name not in WITH_TORCH:
                self.assertFalse(names_torch(path, set()), path)


if __name__ == "__main__":
    unittest.main()
