#!/usr/bin/env python3
"""The harness itself: a case that does not hold must fail, for each thing that a case can say."""

import contextlib
import io
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run_cases  # noqa: E402

# Stands for the program: its last argument is Python.
PROGRAM = """#!/bin/sh
exec {python} -c "$1"
"""


class Harness(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = Path(self.folder.name) / "program"
        self.program.write_text(PROGRAM.format(python=sys.executable))
        os.chmod(self.program, 0o755)

    def tearDown(self):
        self.folder.cleanup()

    def outcome(self, text):
        path = Path(self.folder.name) / "x.test"
        path.write_text(text)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = run_cases.main([str(self.program), str(path)])
        return status, said.getvalue()

    def passes(self, text):
        status, said = self.outcome(text)
        self.assertEqual(status, 0, said)

    def fails(self, text, reason):
        status, said = self.outcome(text)
        self.assertEqual(status, 1, said)
        self.assertIn(reason, said)

    def test_status(self):
        self.passes("case a\nrun dissent 'raise SystemExit(3)'\nstatus 3\n")
        self.fails("case a\nrun dissent 'raise SystemExit(3)'\n", "exit status 3, not 0")

    def test_output(self):
        run = "case a\nrun dissent 'print(1); print(22); print(3)'\n"
        self.passes(run + "stdout\n| 1\n| 22\n| 3\n")
        self.passes(run + "stdout\n| 1\n| ...\n")
        self.passes(run + "stdout\n| ...\n| 3\n")
        self.passes(run + "stdout\n| 1\n| 2...\n| 3\n")
        self.fails(run + "stdout\n| 1\n| 22\n", "standard output is not as expected")
        self.fails(run + "stdout\n| 1\n| 2\n| 3\n", "standard output is not as expected")
        self.passes(run + "stdout-has\n| 1\n| 3\n")
        self.fails(run + "stdout-has\n| 3\n| 1\n", "no line")
        self.fails("case a\nrun dissent 'import sys; print(1, file=sys.stderr)'\n", "standard error is not")

    def test_refusals(self):
        one = 'case a\nrun dissent \'import sys; sys.stderr.write("dissent: a\\n"); sys.exit(2)\'\nstatus 2\n'
        self.passes(one)
        self.passes(one + "stderr\n| dissent: a\n")
        self.fails(one + "stderr\n| dissent: b\n", "standard error is not as expected")
        two = 'case a\nrun dissent \'import sys; sys.stderr.write("dissent: a\\nb\\n"); sys.exit(2)\'\nstatus 2\n'
        self.fails(two, "not one line")
        also = 'case a\nrun dissent \'import sys; print(1); sys.stderr.write("dissent: a\\n"); sys.exit(2)\'\nstatus 2\n'
        self.fails(also, "standard output is not")

    def test_files(self):
        run = "case a\nfile in.txt\n| text\n{}\nrun dissent 'open(\"out.txt\", \"w\").write(open(\"in.txt\").read())'\n"
        self.passes(run.format("") + "writes out.txt\n| text\n")
        self.fails(run.format("") + "writes out.txt\n| other\n", "out.txt is not as expected")
        self.fails(run.format(""), "files that the case does not name: out.txt")
        self.fails("case a\nrun dissent 'pass'\nwrites out.txt\n", "did not write out.txt")
        self.passes('case a\npython\n| open("in.txt", "wb").write(bytes([0, 255]))\nrun dissent \'import os; '
                    'assert os.stat("in.txt").st_size == 2\'\n')
        self.fails("case a\npython\n| 1 / 0\nrun dissent 'pass'\n", "ZeroDivisionError")

    def test_memory(self):
        run = "case a\nrun dissent 'x = bytearray(300 << 20)'\n"
        self.passes(run + "memory 500\n")
        self.fails(run + "memory 200\n", "peak memory")

    def test_bad_case_files(self):
        for text in ["", "run dissent 'pass'\n", "case a\n", "case a\nrun dissent 'pass'\nnonsense\n", "case a\n| x\n"]:
            with self.assertRaises(SystemExit):
                self.outcome(text)


if __name__ == "__main__":
    unittest.main()
