#!/usr/bin/env python3
"""A JSON key of ours stands in one file, the *_json.{h,cpp} beside the struct that it belongs to.

Prints every literal key that stands elsewhere, and holds their number to a ceiling that only goes down.
Usage: json_keys_test.py REPOSITORY
"""

import re
import sys
import tempfile
import unittest
from fnmatch import fnmatch
from pathlib import Path

from cpp_source import source_files, without_comments

REPOSITORY = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
MOST = 0  # when this test was written there were 508

# Files that may know keys, by pattern, and why.
OWNERS = {
    "src/dissent/*_json.h": "what these files are for",
    "src/dissent/*_json.cpp": "what these files are for",
    "src/dissent/io/json.*": "the reader itself",
    "src/dissent/io/safetensors.cpp": "the format of others: safetensors",
    "src/dissent/votes/import_*.cpp": "the formats of others: exports of annotation tools and authors' files",
    "src/dissent/votes/json_records.cpp": "the formats of others: what those exports share",
    "src/dissent/text/tokenizer_*": "the format of others: Hugging Face's tokenizers",
    "src/dissent/model/bert_files.cpp": "the format of others: Hugging Face's config.json",
    "src/dissent/present/vega.*": "the format of others: Vega-Lite",
    "src/dissent/present/*_figures.cpp": "the format of others: Vega-Lite",
    "src/dissent/present/*_figure.cpp": "the format of others: Vega-Lite",
    "src/dissent/present/figures/*": "the format of others: Vega-Lite",
    "src/dissent/present/views/*_page.cpp": "the format of others: Vega-Lite",
    "src/dissent/present/writers/json_writer.cpp": "a document as JSON",
}

ACCESS = re.compile(r'(?:\.at\(|\.value\(|\.contains\(|\[)\s*"(?P<key>[^"\n]*)"\s*[,)\]]|\bfind_key\([^;"]*,\s*"(?P<found>[^"\n]*)"\s*\)')
ENTRY = re.compile(r'(?<![\w>])\{\s*"(?P<key>[^"\n]*)"\s*,')  # {"key", value}; Field{"key", ...} is none
FUNCTION = re.compile(r"^ {0,2}(?:static |inline |virtual |const )*(?P<type>[\w:<>]+[&*]?) [\w:~]+\(", re.M)


def statement_before(text, position):
    """What a statement says up to `position`, whatever braces lie in it."""
    depth, at = 0, position
    while at > 0:
        at -= 1
        if text[at] in ")]}":
            depth += 1
            if text[at] == "}" and re.match(r"\s*\n\s*(?![,;){}\]])", text[at + 1:position] or "\n") and depth == 1:
                break
        elif text[at] in "([{":
            if depth == 0 and text[at] == "{" and re.search(r"(\)|const|else|noexcept|override|try|do|\w:)\s*$", text[:at]) \
                    and re.match(r"\s*\n", text[at + 1:]):
                break
            depth = max(0, depth - 1)
        elif text[at] == ";" and depth == 0:
            break
    return text[at + 1:position]


def is_json_entry(text, position):
    """Whether the {"key", value} at `position` makes JSON, and no table of our own."""
    statement = statement_before(text, position)
    if re.search(r"json", statement, re.I):
        return True
    name = re.match(r"\s*(return\b)?\s*([\w.]*)", statement)
    if name[1]:
        functions = [match for match in FUNCTION.finditer(text[:position])]
        return bool(functions) and functions[-1]["type"].startswith("Json")
    first = name[2].split(".")[0]
    return bool(first) and bool(re.search(rf"\bJson&? {re.escape(first)}\b", text))


def keys(text):
    """(line, key) of every literal key in a file that deals with JSON."""
    text = re.sub(r"^[ ]*#[^\n]*", "", without_comments(text), flags=re.M)
    if not re.search(r"\bJson\b", text):
        return
    for match in sorted([*ACCESS.finditer(text), *ENTRY.finditer(text)], key=lambda found: found.start()):
        key = match["key"] if match["key"] is not None else match["found"]
        if match.re is ENTRY and not is_json_entry(text, match.start()):
            continue
        if match.re is ACCESS and match[0][0] == "[" and not re.search(r"[\w\])]$", text[:match.start()]):
            continue  # a list of names, or a lambda
        yield text.count("\n", 0, match.start()) + 1, key


def places(top):
    for path in source_files(top, "include", "src"):
        name = str(path.relative_to(top))
        if not any(fnmatch(name, owner) for owner in OWNERS):
            for line, key in keys(path.read_text(encoding="utf-8")):
                yield name, line, key


class JsonKeys(unittest.TestCase):
    def test_this_repository(self):
        found = list(places(REPOSITORY))
        by_file = {}
        for name, line, key in found:
            by_file.setdefault(name, []).append(f"{line} {key}")
        print(f"{len(found)} literal keys outside the files that own them")
        for name, lines in sorted(by_file.items(), key=lambda pair: -len(pair[1])):
            print(f"{len(lines):5} {name}: {', '.join(lines)}")
        self.assertLessEqual(len(found), MOST, "a new literal key belongs into the *_json file of its struct")


class Planted(unittest.TestCase):
    def found(self, text, name="src/dissent/run/a.cpp"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return [key for _, _, key in places(Path(folder))]

    def test_access(self):
        self.assertEqual(self.found('int f(const Json& a) { return a.at("x")["y"].value("z", 0) + a.contains("w"); }'), list("xyzw"))
        self.assertEqual(self.found('int f(const Json& a) { return *find_key(a, "x"); }'), ["x"])
        self.assertEqual(self.found('int f(const std::map<std::string, int>& a) { return a.at("x"); }'), [])
        self.assertEqual(self.found('void f(const Json&) { g(options["x"]); } // a["y"]'), ["x"])

    def test_entries(self):
        self.assertEqual(self.found('Json f(int a) {\n  return {{"x", a}, {"y", {{"z", 1}}}};\n}\n'), list("xyz"))
        self.assertEqual(self.found('void f(Json& out) {\n  g(1);\n  out.push_back({{"x", 1}});\n}\n'), ["x"])
        self.assertEqual(self.found('void f() {\n  const Json a = {{"x", 1}};\n}\n'), ["x"])
        self.assertEqual(self.found('Json f();\nconst Entry kList[] = {{"energy", 1}, {"odin", 2}};\nauto a = Field{"x", 1};\n'), [])

    def test_owners(self):
        self.assertEqual(self.found('Json f(int a) {\n  return {{"x", a}};\n}\n', "src/dissent/run/run_json.cpp"), [])


if __name__ == "__main__":
    unittest.main()
