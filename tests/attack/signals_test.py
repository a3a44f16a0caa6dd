#!/usr/bin/env python3
"""Interrupted, terminated, hung up: signals_test.py PROGRAM SHIM. What was half written goes, and nothing else does."""

import signal
import subprocess
import unittest
from pathlib import Path

from leavings import contents
from support import PROGRAM, VOTES, call, count_calls, scratch, shimmed, wait_until

COMMANDS = {
    "deliver": "deliver votes.csv --method sls --epochs 0..9 -o labels.npy",
    "convert-npz": "convert votes.csv -o counts.npz",
    "convert-csv": "convert votes.csv -o long.csv",
    "aggregate": "aggregate votes.csv --method dawid-skene -o truth.csv --confusion workers.csv",
    "page": "inspect votes.csv --report page.html",
}


def stopped(pid):
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"


class Signals(unittest.TestCase):
    def setUp(self):
        self.scratch = scratch()
        self.addCleanup(self.scratch.cleanup)
        self.top = Path(self.scratch.name).resolve()
        (self.top / "votes.csv").write_text(VOTES)

    def interrupted(self, words, number, what):
        """The command stopped before its call `number`, given the signal, and let go on."""
        process = subprocess.Popen([PROGRAM, *words], cwd=self.top, env=shimmed("dissent", self.top, stop=number),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_until("the call", lambda: process.poll() is not None or stopped(process.pid))
        process.send_signal(what)
        process.send_signal(signal.SIGCONT)
        err = process.communicate(timeout=60)[1]
        return process.returncode, err

    def test_nothing_is_left_half_written(self):
        before = contents(self.top)
        for name, line in COMMANDS.items():
            log = self.top.parent / f"{self.top.name}.log"
            self.addCleanup(log.unlink, missing_ok=True)
            log.unlink(missing_ok=True)
            self.assertEqual(call(line.split(), self.top, shimmed("dissent", self.top, log=log)).status, 0)
            after = contents(self.top)
            made = {path for path in after if path not in before}
            for number in range(1, count_calls(log) + 1):
                for what in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    with self.subTest(command=name, call=number, signal=what.name):
                        for path in made:
                            (self.top / path).unlink(missing_ok=True)
                        status, err = self.interrupted(line.split(), number, what)
                        found = contents(self.top)
                        self.assertIn(status, (0, -what, 128 + what), err)
                        self.assertLessEqual(err.count("\n"), 1, err)
                        for path, data in found.items():
                            self.assertIn(data, (before.get(path), after.get(path)), f"{path} is half written")
            for path in made:
                (self.top / path).unlink(missing_ok=True)
            self.assertEqual(contents(self.top), before)


if __name__ == "__main__":
    unittest.main()
