#!/usr/bin/env python3
"""The shim itself: shim_test.py PROGRAM SHIM. An attack that sees no calls, or does nothing at them, finds nothing."""

import errno
import shutil
import subprocess
import unittest
from pathlib import Path

from support import REFUSED, ForkServer, calls_of, scratch, shimmed, skip

SIZE = 1000


class Shim(unittest.TestCase):
    def setUp(self):
        self.scratch = scratch()
        self.addCleanup(self.scratch.cleanup)
        self.log = Path(self.scratch.name).resolve() / "log"
        self.top = self.log.parent / "top"
        self.top.mkdir()
        (self.top / "old").write_bytes(b"x" * SIZE)

    def run_(self, line, **orders):
        words = line.split()
        program = Path(shutil.which(words[0])).resolve()
        env = shimmed(program.name, self.top, **orders)
        done = subprocess.run([program, *words[1:]], cwd=self.top, env=env, capture_output=True, text=True, check=False)
        if done.returncode == REFUSED:
            skip(done.stderr.strip())
        return done

    def calls(self, line, **orders):
        self.log.unlink(missing_ok=True)
        self.run_(line, log=self.log, **orders)
        return [(name, Path(path).name, Path(to).name) for _, name, path, to in calls_of(self.log)]

    def test_every_way_to_change_a_file_is_seen(self):
        # rm asks for the folder's descriptor, mv for renameat2 where there is one: names may differ in their ends.
        for line, kind, name, to in (("mkdir new", "mkdir", "new", ""), ("mv old other", "rename", "old", "other"),
                                     ("ln other linked", "link", "other", "linked"), ("ln -s other soft", "symlink", "soft", ""),
                                     ("truncate -s 5 other", "ftruncate", "other", ""), ("chmod 600 other", "fchmodat", "other", ""),
                                     ("dd if=other of=copy bs=5 count=1", "write", "copy", ""), ("rm linked", "unlink", "linked", ""),
                                     ("rmdir new", "rmdir", "new", ""), ("sync -d other", "fdatasync", "other", "")):
            with self.subTest(line=line):
                found = self.calls(line)
                self.assertTrue(any(call[0].startswith(kind) and call[1:] == (name, to) for call in found), found)

    def test_reading_and_other_folders_are_no_changes(self):
        for line in ("cat old", "ls -l", f"dd if=old of={self.log}.other"):
            self.assertEqual(self.calls(line), [], line)

    def test_the_kill_comes_before_its_call_and_the_tear_within(self):
        line = "dd if=old of=new bs=1000"
        number = 1 + [call[0] for call in self.calls(line)].index("write")
        (self.top / "new").unlink()
        self.assertEqual(self.run_(line, kill=1).returncode, -9)
        self.assertFalse((self.top / "new").exists())
        self.assertEqual(self.run_(line, kill=number).returncode, -9)
        self.assertEqual((self.top / "new").stat().st_size, 0)
        self.assertEqual(self.run_(line, tear=number).returncode, -9)
        self.assertEqual((self.top / "new").stat().st_size, SIZE // 2)
        self.assertEqual(self.run_(line, kill=number + 1).returncode, 0)

    def test_a_disk_fills_up(self):
        self.assertIn("No space left", self.run_("dd if=old of=new bs=100", bytes=250).stderr)
        self.assertEqual((self.top / "new").stat().st_size, 250)
        self.assertIn("No space left", self.run_("mkdir folder", fail=1).stderr)
        self.assertIn("Input/output error", self.run_("mv new newer", fail=1, errno=errno.EIO).stderr)
        self.assertEqual(self.run_("mv new newer", fail=1).returncode, 0)  # needs no space

    def test_a_program_is_loaded_once_and_started_often(self):
        program = Path(shutil.which("dd")).resolve()
        with ForkServer(["if=old", "of=new"], program=program) as server:
            for orders, status in (({"kill": 1}, -9), ({}, 0), ({"kill": 2}, -9), ({"bytes": 3}, 1), ({}, 0)):
                self.assertEqual(server.call(self.top, **orders).status, status, orders)
        self.assertEqual((self.top / "new").stat().st_size, SIZE)


if __name__ == "__main__":
    unittest.main()
