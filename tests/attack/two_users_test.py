#!/usr/bin/env python3
"""Users who share a folder, or who are hostile: two_users_test.py PROGRAM SHIM. Root's."""

import json
import os
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from leavings import contents, differences, unfinished
from support import (CLAIM_SECONDS, PROGRAM, STUDY, TORCH, VOTES, Ended, environment, expect, need_root, one_line, skip,
                     wait_until)

need_root()
if not shutil.which("setpriv"):
    skip("setpriv is missing")
NOBODY = 65534
AHEAD = 400  # process numbers that a guesser of names prepares


def as_nobody(words):
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *map(str, words)]


def everybody():
    os.umask(0)


class TwoUsers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()  # not in memory: programs may not run from there
        cls.top = Path(cls.scratch.name).resolve()
        cls.top.chmod(0o777)
        (cls.top / "votes.csv").write_text(VOTES)
        # nobody need not be able to see where the build is
        cls.program = cls.top / "bin" / "dissent"
        cls.program.parent.mkdir()
        for file in (PROGRAM, TORCH):
            if file.exists():
                shutil.copy(file, cls.program.parent)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def nobody(self, words, folder=None, **options):
        done = subprocess.run(as_nobody([self.program, *words]), cwd=folder or self.top, env=environment(HOME=self.top),
                              capture_output=True, text=True, timeout=120, check=False, **options)
        return Ended(done.returncode, done.stdout, done.stderr)


@unittest.skipUnless(TORCH.exists(), "built without libtorch")
class SharedStudy(TwoUsers):
    def setUp(self):
        expect(["data", "get", "shapes", "--items", "40", "--size", "8"], self.top)
        (self.top / "tiny.yaml").write_text(STUDY)
        (self.top / "slow.yaml").write_text(STUDY.replace("epochs: 3", "epochs: 400").replace("[soft, sls]", "[soft]"))

    def words(self, study, folder, *more):
        return ["study", "run", f"{study}.yaml", "-o", folder, "--device", "cpu", "--jobs", "1", "--json",
                "--checkpoint-seconds", "0", "--claim-seconds", CLAIM_SECONDS, *more]

    def test_the_second_user_neither_takes_nor_fails(self):
        root = subprocess.Popen([PROGRAM, *map(str, self.words("slow", "shared"))], cwd=self.top, env=environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=everybody)
        wait_until("a state", lambda: any((self.top / "shared" / "runs").glob("*.partial/state*")))
        other = self.nobody(self.words("slow", "shared", "--no-wait"), preexec_fn=everybody)
        self.assertEqual(other.status, 0, other)
        done = json.loads(other.out)["conducted"]["trained"]
        self.assertIsNone(root.poll(), "it was done too early")
        out, err = root.communicate(timeout=100)
        self.assertEqual(root.returncode, 0, err)
        self.assertEqual(json.loads(out)["conducted"]["trained"] + done, 2)
        self.assertEqual(list((self.top / "shared" / "failed").iterdir()), [])
        self.assertEqual(list(unfinished(self.top / "shared")), [])
        expect(self.words("slow", "alone"), self.top)
        self.assertEqual(list(differences(contents(self.top / "alone"), contents(self.top / "shared"))), [])

    def test_who_may_not_write_is_told_and_marks_nothing(self):
        expect(self.words("tiny", "closed", "--only", "seed=0"), self.top)
        before = contents(self.top / "closed")
        refused = self.nobody(self.words("tiny", "closed"))
        self.assertEqual(one_line(refused), "")
        self.assertEqual(contents(self.top / "closed"), before)


class Hostile(TwoUsers):
    """Another user guesses the names of temporary files, and has them made before."""

    def guesses(self):
        """The numbers of the processes to come, as far as anyone can tell."""
        with subprocess.Popen(["true"]) as last:
            return range(last.pid, last.pid + AHEAD)

    def test_no_link_in_place_of_a_temporary_is_followed(self):
        folder = self.top / "linked"
        folder.mkdir()
        victim = self.top / "victim"
        victim.write_text("precious\n")
        for pid in self.guesses():
            for name in ("labels.npy", "long.csv", "truth.csv"):
                (folder / f"{name}.tmp-{pid}").symlink_to(victim)
        for words in (["deliver", "../votes.csv", "--method", "sls", "--epochs", "0..3", "-o", "labels.npy"],
                      ["convert", "../votes.csv", "-o", "long.csv"],
                      ["aggregate", "../votes.csv", "--method", "soft", "-o", "truth.csv"]):
            expect(words, folder)
            self.assertFalse((folder / words[-1]).is_symlink(), words[-1])
        self.assertEqual(victim.read_text(), "precious\n")

    @unittest.skipUnless(TORCH.exists() and shutil.which("node"), "needs libtorch and node")
    def test_no_script_of_another_user_is_run(self):
        folder = self.top / "figures"
        folder.mkdir()
        expect(["data", "get", "shapes", "--items", "40", "--size", "8"], folder)
        (folder / "tiny.yaml").write_text(STUDY + "figures: [{name: lines, kind: lines}]\n")
        expect(["study", "run", "tiny.yaml", "-o", "results", "--device", "cpu"], folder)
        temporary = self.top / "tmp"
        temporary.mkdir()
        temporary.chmod(0o1777)
        victim = self.top / "draws"
        victim.write_text("precious\n")
        for pid in self.guesses():
            made = temporary / f"dissent-{pid}"
            made.mkdir()
            (made / "draw.cjs").symlink_to(victim)
            for path in (made, made / "draw.cjs"):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        guessed = contents(temporary)
        expect(["report", "results", "--figures", "drawn"], folder, environment(TMPDIR=temporary))
        self.assertTrue(list((folder / "drawn").glob("*.svg")))
        self.assertEqual(victim.read_text(), "precious\n")
        self.assertEqual(contents(temporary), guessed)

    def test_nothing_on_its_way_can_be_read_by_others(self):
        """A file that is to be private is private from its first byte on."""
        folder = self.top / "private"
        folder.mkdir()
        secret = folder / "long.csv"
        secret.write_text("old\n")
        secret.chmod(0o600)
        seen = []
        process = subprocess.Popen([PROGRAM, "convert", "../votes.csv", "-o", "long.csv"], cwd=folder, env=environment())
        while process.poll() is None:
            for path in folder.iterdir():
                try:
                    seen.append(stat.S_IMODE(path.stat().st_mode))
                except FileNotFoundError:
                    pass
        self.assertEqual(set(seen) | {stat.S_IMODE(secret.stat().st_mode)}, {0o600})


if __name__ == "__main__":
    unittest.main()
