#!/usr/bin/env python3
"""Outputs and inputs that are no plain files of ours: outputs_test.py PROGRAM SHIM.

Devices, pipes, links, files of other modes and owners, an input that is also the output, an input that shrinks.
"""

import os
import shutil
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from leavings import unfinished
from support import PROGRAM, VOTES, call, environment, expect, one_line

# Commands with their output last.
WRITERS = {
    "deliver": "deliver votes.csv --method sls --epochs 0..9 -o labels.npy",
    "convert": "convert votes.csv -o long.csv",
    "aggregate": "aggregate votes.csv --method soft -o truth.csv",
    "page": "inspect votes.csv --report page.html",
}
DEVICES = {"null": (1, 3), "full": (1, 7)}


class Files(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()  # not in memory: devices are not allowed there
        self.addCleanup(self.scratch.cleanup)
        self.top = Path(self.scratch.name).resolve()
        (self.top / "votes.csv").write_text(VOTES)

    def device(self, name):
        """For root one of our own: a program that replaces what it should write into would spoil the machine's."""
        if os.geteuid() != 0:
            return Path("/dev") / name
        path = self.top / name
        if not path.exists():
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(*DEVICES[name]))
            try:
                path.open("wb").close()
            except PermissionError:
                self.skipTest("no devices on the file system of the temporary folder")
        return path

    def each(self):
        """Every command with its output as it should be, in bytes."""
        for name, line in WRITERS.items():
            with self.subTest(command=name):
                words = line.split()
                expect(words, self.top)
                plain = self.top / words[-1]
                wanted = plain.read_bytes()
                plain.unlink()
                yield words, plain, wanted

    def expect_nothing_else(self, *names):
        self.assertEqual(sorted(path.name for path in self.top.iterdir()), sorted({"votes.csv", *names}))


class Outputs(Files):
    def test_a_device_is_written_into_and_stays(self):
        for words, *_ in self.each():
            expect([*words[:-1], self.device("null")], self.top)
            self.assertTrue(stat.S_ISCHR(self.device("null").stat().st_mode))

    def test_a_device_without_room_is_an_error(self):
        for words, *_ in self.each():
            self.assertEqual(one_line(call([*words[:-1], self.device("full")], self.top)), "")
            self.assertTrue(stat.S_ISCHR(self.device("full").stat().st_mode))

    def test_standard_output_by_its_path(self):
        for words, _, wanted in self.each():
            done = subprocess.run([PROGRAM, *words[:-1], "/dev/stdout"], cwd=self.top, env=environment(),
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(wanted, done.stdout)

    def test_a_pipe_is_written_into(self):
        for words, _, wanted in self.each():
            pipe = self.top / "pipe"
            os.mkfifo(pipe)
            process = subprocess.Popen([PROGRAM, *words[:-1], "pipe"], cwd=self.top, env=environment(),
                                       stdout=subprocess.DEVNULL)
            self.assertEqual(pipe.read_bytes(), wanted)
            self.assertEqual(process.wait(60), 0)
            self.assertTrue(stat.S_ISFIFO(pipe.lstat().st_mode))
            pipe.unlink()

    def test_a_link_stays_and_its_target_is_replaced(self):
        for words, plain, wanted in self.each():
            elsewhere = self.top / "elsewhere"
            elsewhere.mkdir()
            for there_before in (True, False):
                target = elsewhere / "target"
                if there_before:
                    target.write_text("old\n")
                plain.symlink_to(Path("elsewhere") / "target")
                expect(words, self.top)
                self.assertTrue(plain.is_symlink())
                self.assertEqual(target.read_bytes(), wanted)
                plain.unlink()
                target.unlink()
            elsewhere.rmdir()
        self.expect_nothing_else()

    def test_mode_and_owner_are_kept(self):
        for words, plain, wanted in self.each():
            plain.write_text("old\n")
            plain.chmod(0o640)
            owner = (65534, 65534) if os.geteuid() == 0 else (os.getuid(), os.getgid())
            os.chown(plain, *owner)
            expect(words, self.top)
            now = plain.stat()
            self.assertEqual((stat.S_IMODE(now.st_mode), now.st_uid, now.st_gid), (0o640, *owner))
            self.assertEqual(plain.read_bytes(), wanted)
            plain.unlink()

    def test_what_may_only_be_read_is_kept_or_replaced_whole(self):
        for words, plain, wanted in self.each():
            plain.write_text("old\n")
            plain.chmod(0o444)
            done = call(words, self.top)
            if done.status == 0:
                self.assertEqual(plain.read_bytes(), wanted)
            else:
                self.assertEqual(one_line(done), "")
                self.assertEqual(plain.read_text(), "old\n")
            self.assertEqual(stat.S_IMODE(plain.stat().st_mode), 0o444)
            plain.unlink()

    def test_an_input_is_never_the_output(self):
        (self.top / "link.csv").symlink_to("votes.csv")
        os.link(self.top / "votes.csv", self.top / "hard.csv")
        for output in ("votes.csv", "./votes.csv", "link.csv", "hard.csv"):
            for words in ("convert votes.csv -o", "aggregate votes.csv --method soft -o", "inspect votes.csv --report"):
                with self.subTest(words=words, output=output):
                    self.assertEqual(one_line(call([*words.split(), output], self.top)), "")
                    self.assertEqual((self.top / "votes.csv").read_text(), VOTES)
        self.assertTrue((self.top / "link.csv").is_symlink())

    def test_two_outputs_have_two_names(self):
        for other in ("truth.csv", "./truth.csv"):
            words = ["aggregate", "votes.csv", "--method", "dawid-skene", "-o", "truth.csv", "--confusion", other]
            self.assertEqual(one_line(call(words, self.top)), "")
            self.expect_nothing_else()

    def test_a_closed_pipe_is_no_news_and_a_full_one_is(self):
        for words in ("formats", "inspect votes.csv", "data list", "help", "inspect votes.csv --json"):
            with self.subTest(words=words):
                with open(self.device("full"), "wb") as full:
                    done = subprocess.run([PROGRAM, *words.split()], cwd=self.top, env=environment(), stdout=full,
                                          stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                end, write = os.pipe()
                os.close(end)
                done = subprocess.run([PROGRAM, *words.split()], cwd=self.top, env=environment(), stdout=write,
                                      stderr=subprocess.PIPE, text=True, check=False)
                os.close(write)
                self.assertEqual(done.stderr, "")


class Inputs(Files):
    def test_a_pipe_works_as_input(self):
        for words, plain, wanted in self.each():
            pipe = self.top / "pipe.csv"
            os.mkfifo(pipe)
            writer = threading.Thread(target=lambda path=pipe: path.write_text(VOTES))
            writer.start()
            done = call([{"votes.csv": "pipe.csv"}.get(word, word) for word in words], self.top)
            if done.status != 0:  # the writer waits for a reader
                os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
            writer.join()
            self.assertEqual(done.status, 0, done)
            if words[0] != "inspect":  # which names the file on its page
                self.assertEqual(plain.read_bytes(), wanted)
            plain.unlink()
            pipe.unlink()

    def test_an_input_that_shrinks_is_an_error(self):
        """Cut at moments spread over the reading; never a crash, and at least once in the middle."""
        large = self.top / "large.csv"
        rows = "".join(f"item-{item:07},{who},{'cat dog owl fox'.split()[(item + who) % 4]}\n"
                       for item in range(100_000) for who in range(5))
        (self.top / "whole.csv").write_text("item,annotator,label\n" + rows)
        words = ["convert", "large.csv", "-o", "counts.npz"]
        shutil.copy(self.top / "whole.csv", large)
        began = time.monotonic()
        expect(words, self.top)
        lasted = time.monotonic() - began
        noticed = 0
        for part in range(1, 13):
            shutil.copy(self.top / "whole.csv", large)
            (self.top / "counts.npz").unlink(missing_ok=True)
            process = subprocess.Popen([PROGRAM, *words], cwd=self.top, env=environment(), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)
            time.sleep(lasted * part / 14)
            os.truncate(large, 4096)
            err = process.communicate(timeout=60)[1]
            self.assertIn(process.returncode, (0, 2), f"cut after {part}/14 of {lasted:.2f} s: {err}")
            if process.returncode == 2:
                noticed += "large.csv" in err
                self.assertEqual(err.count("\n"), 1, err)
                self.assertFalse((self.top / "counts.npz").exists())
            self.assertEqual(list(unfinished(self.top)), [])
        self.assertGreater(noticed, 0)


if __name__ == "__main__":
    unittest.main()
