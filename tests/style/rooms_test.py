#!/usr/bin/env python3
"""The shape of the house: includes follow the rooms' order, torch stays in its rooms, files stay small."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOMS = (
    "core catalog io images text votes stats metrics delivery data shapes manifest store predictions run evaluate diagnostics study "
    "present model train geometry ood runner cli"
).split()
WITH_TORCH = set("model train geometry ood runner cli".split())
TREES = ("include", "src")  # installed headers; and all that only the library sees
FRONT = "the front door"  # include/dissent/*.h, which any of the installed headers may be included by
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


def there(top, name):
    """Where the header `name` lies: among the installed ones, or among those that only the library sees."""
    return next((top / tree / name for tree in TREES if (top / tree / name).is_file()), None)


def include_problems(top, path):
    tree = next(tree for tree in TREES if path.is_relative_to(top / tree))
    parts = path.relative_to(top / tree / "dissent").parts
    room = parts[0] if len(parts) > 1 else FRONT
    if room not in ROOMS and (room != FRONT or tree != "include"):
        yield f"is in {tree}/dissent/{parts[0]}, which is no room; rooms: {', '.join(ROOMS)}"
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        own, name = match[1] == '"', match[2]
        if TORCH.match(name) and room != FRONT and room not in WITH_TORCH:
            yield f"line {number}: includes <{name}>, but room {room} does without torch"
        if not own:
            if tree == "include" and ("/" in name or name.endswith(".h")) and not TORCH.match(name):
                yield f"line {number}: includes <{name}>, which users of the installed headers may not have"
            continue
        parts = name.split("/")
        other = parts[1] if len(parts) > 2 else FRONT
        if parts[0] != "dissent" or other not in ROOMS and room != FRONT:
            yield f'line {number}: includes "{name}"; write it as "dissent/ROOM/FILE.h"'
        elif room != FRONT and ROOMS.index(other) > ROOMS.index(room):
            yield f'line {number}: includes "{name}", but room {room} is above {other}'
        elif not there(top, name):
            yield f'line {number}: includes "{name}", which does not exist'
        elif tree == "include" and not (top / "include" / name).is_file():
            yield f'line {number}: includes "{name}", which is not installed'


def same_names(top):
    """Two headers of one name that mean different things are mistaken for each other."""
    known = {}
    for path in source_files(top, "src/dissent", *(f"include/dissent/{room}" for room in ROOMS)):
        if path.suffix == ".h" and known.setdefault(path.name, path) != path:
            yield f"{path.relative_to(top)}: has the name of {known[path.name].relative_to(top)}"


def map_problems(top):
    """src/README.md names every room and every file of it, and nothing else; a.h and a.cpp are `a`."""
    mapped, room = {}, None
    for line in (top / "src/README.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## ([a-z]+) ", line):
            room = mapped.setdefault(heading[1], set())
        elif line.startswith("## "):
            room = None
        elif room is not None and line.startswith("| ") and not line.startswith(("| file |", "| ---")):
            names = re.split(r"[,;] +", line.split(" | ")[0][2:])
            room |= {name.removesuffix(".h").strip() for name in names}
    found = {}
    for tree in TREES:
        for path in sorted((top / tree / "dissent").rglob("*")):
            parts = path.relative_to(top / tree / "dissent").parts
            if path.suffix in (".h", ".cpp", ".cu", ".def") and len(parts) > 1:
                found.setdefault(parts[0], set()).add("/".join(parts[1:-1]) + "/" if len(parts) > 2 else path.stem)
    if list(mapped) != ROOMS:
        yield f"src/README.md has the rooms {' '.join(mapped)}, and the test {' '.join(ROOMS)}"
    for name in ROOMS:
        for file in sorted(found.get(name, set()) - mapped.get(name, set())):
            yield f"src/README.md: does not name {name}/{file}"
        for file in sorted(mapped.get(name, set()) - found.get(name, set())):
            yield f"src/README.md: names {name}/{file}, which does not exist"


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
    yield from same_names(top)
    for path in source_files(top, "include/dissent", "src/dissent"):
        for problem in include_problems(top, path):
            yield f"{path.relative_to(top)}: {problem}"
        if path.suffix == ".h":
            for problem in header_problems(path):
                yield f"{path.relative_to(top)}: {problem}"
    for path in source_files(top, "include", "src", "tests", "bench"):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MOST_LINES:
            yield f"{path.relative_to(top)}: {lines} lines, more than {MOST_LINES}: more than one concept?"


class Rooms(unittest.TestCase):
    def test_this_repository(self):
        self.assertGreater(len(list(source_files(REPOSITORY, "src"))), 20)
        found = list(problems(REPOSITORY))
        self.assertFalse(found, "\n" + "\n".join(found))

    def test_the_map(self):
        found = list(map_problems(REPOSITORY))
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
            "src/dissent/core/a.h": self.GOOD,
            "src/dissent/votes/b.h": self.GOOD + '#include <vector>\n#include "dissent/core/a.h"\n#include "dissent/votes/b.h"\n',
            "src/dissent/train/c.h": self.GOOD + '#include <torch/torch.h>\n#include "dissent/votes/b.h"\n',
        }
        self.assertEqual(self.problems_of(files), [])

    def test_includes_from_below(self):
        files = {"src/dissent/core/a.cpp": '#include "dissent/votes/b.h"\n', "src/dissent/votes/b.h": self.GOOD}
        self.expect(files, "core is above votes")

    def test_torch_in_a_room_without_it(self):
        self.expect({"src/dissent/data/a.cpp": "#include <torch/torch.h>\n"}, "does without torch")
        self.expect({"src/dissent/io/a.cpp": "# include <ATen/ATen.h>\n"}, "does without torch")

    def test_includes_without_a_room(self):
        self.expect({"src/dissent/core/a.cpp": '#include "b.h"\n', "src/dissent/core/b.h": self.GOOD}, "dissent/ROOM/FILE.h")
        self.expect({"src/dissent/core/a.cpp": '#include "dissent/core/gone.h"\n'}, "does not exist")
        self.expect({"src/dissent/attic/a.cpp": "\n"}, "no room")

    def test_installed_headers(self):
        private = {"src/dissent/core/a.h": self.GOOD}
        installed = {"include/dissent/votes/b.h": self.GOOD, "include/dissent/votes.h": self.GOOD + '#include "dissent/votes/b.h"\n'}
        self.assertEqual(self.problems_of(private | installed), [])
        self.expect(private | {"include/dissent/votes.h": self.GOOD + '#include "dissent/core/a.h"\n'}, "not installed")
        self.expect({"include/dissent/votes.h": self.GOOD + "#include <nlohmann/json.hpp>\n"}, "may not have")
        self.expect(installed | {"src/dissent/votes/a.cpp": '#include "dissent/votes.h"\n'}, "dissent/ROOM/FILE.h")

    def test_two_headers_of_one_name(self):
        self.expect({"src/dissent/core/a.h": self.GOOD, "src/dissent/io/a.h": self.GOOD}, "has the name of")

    def test_headers_without_a_sentence(self):
        self.expect({"src/dissent/core/a.h": "#pragma once\n"}, "comment sentence")
        self.expect({"src/dissent/core/a.h": "// Things\n#pragma once\n"}, "comment sentence")
        self.expect({"src/dissent/core/a.h": "// A thing that holds a thing, always.\n"}, "pragma once")

    def test_long_files(self):
        self.expect({"src/dissent/core/a.cpp": "\n" * 401}, "more than 400")
        self.expect({"tests/core/a.cpp": "\n" * 401}, "more than 400")
        self.assertEqual(self.problems_of({"bench/a.cpp": "\n" * 400}), [])


if __name__ == "__main__":
    unittest.main()
