#!/usr/bin/env python3
"""Outputs and inputs that are no plain files of ours: outputs_test.py PROGRAM SHIM.

Devices, pipes, links, files of other modes and owners, an input that is also the output, an input that shrinks.
"""

import functools
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
WRITERS = (
    "deliver votes.csv --method sls --epochs 0..9 -o labels.npy",
    "convert votes.csv -o long.csv",
    "aggregate votes.csv --method soft -o truth.csv",
    "inspect votes.csv --report page.html",
)
DEVICES = {"null": (1, 3), "full": (1, 7)}
OTHER_USER = 65534


def for_each_writer(check):
    """A test of every command: check(self, words, path of the output, the output as it should be)."""
    @functools.wraps(check)
    def test(self):
        for line in WRITERS:
            words = line.split()
            with self.subTest(words[0]):
                output = self.top / words[-1]
                expect(words, self.top)
                wanted = output.read_bytes()
                output.unlink()
                check(self, words, output, wanted)
                self.assertEqual(list(unfinished(self.top)), [])
                output.unlink(missing_ok=True)
    return test


class Files(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()  # not in memory: devices are not allowed there
        self.addCleanup(self.scratch.cleanup)
        self.top = Path(self.scratch.name).resolve()
        (self.top / "votes.csv").write_text(VOTES)

    def device(self, name, suffix=""):
        """One of our own: a program that replaces what it should write into would spoil the machine's. Root's."""
        if os.geteuid() != 0:
            self.skipTest("devices are root's to make")
        path = self.top / (name + suffix)
        if not path.exists():
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(*DEVICES[name]))
            try:
                path.open("wb").close()
            except PermissionError:
                self.skipTest("no devices on the file system of the temporary folder")
        return path


class Outputs(Files):
    @for_each_writer
    def test_a_device_is_written_into_and_stays(self, words, output, _):
        device = self.device("null", output.suffix)
        expect([*words[:-1], device], self.top)
        self.assertTrue(stat.S_ISCHR(device.stat().st_mode))

    @for_each_writer
    def test_a_device_without_room_is_an_error(self, words, output, _):
        device = self.device("full", output.suffix)
        self.assertEqual(one_line(call([*words[:-1], device], self.top)), "")
        self.assertTrue(stat.S_ISCHR(device.stat().st_mode))

    @for_each_writer
    def test_standard_output_by_its_path(self, words, output, wanted):
        output.symlink_to("/dev/stdout")
        done = subprocess.run([PROGRAM, *words], cwd=self.top, env=environment(), capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(wanted, done.stdout)
        self.assertTrue(output.is_symlink())

    @for_each_writer
    def test_a_pipe_is_written_into(self, words, output, wanted):
        os.mkfifo(output)
        read = []
        reader = threading.Thread(target=lambda: read.append(output.read_bytes()))
        reader.start()
        done = call(words, self.top)
        os.close(os.open(output, os.O_RDWR | os.O_NONBLOCK))  # a reader whom nobody wrote to
        reader.join()
        self.assertEqual(done.status, 0, done)
        self.assertEqual(read[0], wanted)
        self.assertTrue(stat.S_ISFIFO(output.lstat().st_mode))

    @for_each_writer
    def test_a_link_stays_and_its_target_is_replaced(self, words, output, wanted):
        elsewhere = self.top / "elsewhere"
        for there_before in (True, False):
            elsewhere.mkdir()
            target = elsewhere / "target"
            if there_before:
                target.write_text("old\n")
            output.symlink_to(Path("elsewhere") / "target")
            expect(words, self.top)
            self.assertTrue(output.is_symlink())
            self.assertEqual(target.read_bytes(), wanted)
            self.assertEqual(list(elsewhere.iterdir()), [target])
            output.unlink()
            shutil.rmtree(elsewhere)

    @for_each_writer
    def test_mode_and_owner_are_kept(self, words, output, wanted):
        output.write_text("old\n")
        output.chmod(0o640)
        owner = (OTHER_USER, OTHER_USER) if os.geteuid() == 0 else (os.getuid(), os.getgid())
        os.chown(output, *owner)
        expect(words, self.top)
        now = output.stat()
        self.assertEqual((stat.S_IMODE(now.st_mode), now.st_uid, now.st_gid), (0o640, *owner))
        self.assertEqual(output.read_bytes(), wanted)

    @for_each_writer
    def test_what_may_only_be_read_is_kept_or_replaced_whole(self, words, output, wanted):
        output.write_text("old\n")
        output.chmod(0o444)
        done = call(words, self.top)
        if done.status == 0:
            self.assertEqual(output.read_bytes(), wanted)
        else:
            self.assertEqual(one_line(done), "")
            self.assertEqual(output.read_text(), "old\n")
        self.assertEqual(stat.S_IMODE(output.stat().st_mode), 0o444)

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
            self.assertEqual([path.name for path in self.top.iterdir()], ["votes.csv"])

    def test_a_closed_pipe_is_no_news_and_a_full_disk_is(self):
        for words in ("formats", "inspect votes.csv", "data list", "help", "inspect votes.csv --json", "version",
                      "convert votes.csv -o -", "study keys"):
            with self.subTest(words):
                with open(self.device("full"), "wb") as full:
                    done = subprocess.run([PROGRAM, *words.split()], cwd=self.top, env=environment(), stdout=full,
                                          stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual((done.returncode, len(done.stderr.splitlines()[-1:])), (2, 1), done.stderr)
                end, write = os.pipe()
                os.close(end)
                done = subprocess.run([PROGRAM, *words.split()], cwd=self.top, env=environment(), stdout=write,
                                      stderr=subprocess.PIPE, text=True, check=False)
                os.close(write)
                self.assertNotIn("dissent: ", done.stderr)


class Inputs(Files):
    @for_each_writer
    def test_a_pipe_works_as_input(self, words, output, wanted):
        pipe = self.top / "pipe.csv"
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: pipe.write_text(VOTES))
        writer.start()
        done = call([{"votes.csv": pipe.name}.get(word, word) for word in words], self.top)
        if done.status != 0:  # the writer waits for a reader
            os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
        writer.join()
        pipe.unlink()
        self.assertEqual(done.status, 0, done)
        if words[0] != "inspect":  # which names the file on its page
            self.assertEqual(output.read_bytes(), wanted)

    def test_an_input_that_shrinks_is_an_error(self):
        """Cut at moments spread over the reading: never a crash, and at least once noticed."""
        large, whole = self.top / "large.csv", self.top / "whole.csv"
        labels = "cat dog owl fox".split()
        whole.write_text("item,annotator,label\n" + "".join(
            f"item-{item:07},{who},{labels[(item + who) % 4]}\n" for item in range(100_000) for who in range(5)))
        words = ["convert", "large.csv", "-o", "counts.npz"]
        shutil.copy(whole, large)
        began = time.monotonic()
        expect(words, self.top)
        lasted = time.monotonic() - began
        noticed = 0
        for part in range(1, 13):
            shutil.copy(whole, large)
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
