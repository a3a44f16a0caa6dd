#!/usr/bin/env python3
"""Programs with planted faults: planted_faults_test.py PROGRAM SHIM. An attack that never finds anything is worth nothing.

Python itself takes the program's place, with scripts that write their file in careless ways, and in a careful one.
"""

import contextlib
import io
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

BIN = tempfile.TemporaryDirectory()  # not in memory: programs may not run from there
sys.argv[1] = shutil.copy(Path(sys.executable).resolve(), Path(BIN.name) / "dissent")

# pylint: disable=wrong-import-position
import full_disk_test
import kill_every_call_test
from commands import Command, Lab, Subject
from support import scratch

SCRIPTS = {
    "careful": """
import os
for old in [name for name in os.listdir() if name.endswith(".tmp")]:
    os.remove(old)
with open("out.tmp", "wb", buffering=0) as file:
    file.write(b"a" * 100)
    file.write(b"b" * 100)
    os.fsync(file.fileno())
os.rename("out.tmp", "out")
""",
    "in-place": """
with open("out", "wb", buffering=0) as file:
    file.write(b"a" * 100)
    file.write(b"b" * 100)
""",
    "untidy": """
import os
name = f"out.tmp-{os.getpid()}"
with open(name, "wb") as file:
    file.write(b"a" * 100)
os.rename(name, "out")
""",
    "twice": """
with open("out", "ab") as file:
    file.write(b"a" * 100)
""",
    "stuck": """
import os
os.mkdir("lock")
with open("out.tmp", "wb") as file:
    file.write(b"a" * 100)
    file.flush()
    os.fsync(file.fileno())
os.rename("out.tmp", "out")
os.rmdir("lock")
""",
}


class PlantedFaults(unittest.TestCase):
    def faults(self, attack, script):
        def prepare(_, folder):
            (folder / "script").write_text(SCRIPTS[script])
        with scratch() as top, Subject(Lab(top), Command(script, "script", prepare)) as subject, \
                contextlib.redirect_stdout(io.StringIO()):
            attack(subject)
            return "\n".join(subject.faults)

    def killed(self, script):
        return self.faults(lambda subject: kill_every_call_test.attack(subject, 1), script)

    def full(self, script):
        return self.faults(lambda subject: full_disk_test.attack(subject, 1, False), script)

    def test_a_careful_program_has_no_faults(self):
        self.assertEqual(self.killed("careful"), "")

    def test_a_file_written_in_place(self):
        self.assertIn("out is half written", self.killed("in-place"))
        self.assertIn("out is half written", self.full("in-place"))

    def test_a_temporary_file_that_stays(self):
        found = self.killed("untidy")
        self.assertIn("is left over", found)
        self.assertIn("became out before it was synced", found)
        self.assertIn("leaves out.tmp-", self.full("untidy"))

    def test_what_is_done_twice(self):
        self.assertIn("then out differs", self.killed("twice"))

    def test_a_lock_that_nobody_opens(self):
        self.assertIn("the same command again: status 1", self.killed("stuck"))

    def test_a_failure_of_many_lines(self):
        self.assertIn("wanted status 2", self.full("careful"))


if __name__ == "__main__":
    unittest.main()
