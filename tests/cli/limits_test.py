#!/usr/bin/env python3
"""Every number that a command takes has limits: limits_test.py PROGRAM REPOSITORY. Goes over the options that
`dissent help --markdown` lists, so that a new one is tested the moment it is there."""
import re
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
sys.argv.pop(1)

NO_NUMBERS = ["nan", "inf", "-inf", "abc", ""]
TOO_LARGE = ["1e308", "-1e308", "99999999999999999999", "-99999999999999999999"]


def numeric_options():
    """(command, option, help) of every option that takes a number."""
    text = subprocess.run([PROGRAM, "help", "--markdown"], capture_output=True, text=True, check=True).stdout
    found, command = [], None
    for line in text.splitlines():
        if line.startswith("## dissent "):
            command = line.removeprefix("## dissent ").split()
        row = re.match(r"\| `(?:-\w, )?(--[\w-]+) (INT|FLOAT|UINT)[^`]*` \| .* \| (.*) \|$", line)
        if row:
            found.append((command, row[1], row[3]))
    return found


class Limits(unittest.TestCase):
    def refused(self, command, option, value):
        done = subprocess.run([PROGRAM, *command, f"{option}={value}"], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(done.returncode, 2, f"{command} {option}={value}: {done.stderr}")
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_what_no_option_takes(self):
        options = numeric_options()
        self.assertGreater(len(options), 60)
        for command, option, _ in options:
            for value in NO_NUMBERS + TOO_LARGE:
                line = self.refused(command, option, value)
                self.assertRegex(line, rf"^dissent: {option} .*: give a (whole )?number (from|above) |^dissent: .*{option}",
                                 f"{command} {option}={value}")

    def test_help_states_them(self):
        for command, option, meaning in numeric_options():
            self.assertRegex(meaning, r" \((from|above) [^()]+\)$", f"{command} {option}")

    def test_more_threads_than_cores_are_remarked_on(self):
        done = subprocess.run([PROGRAM, "predict", "no-such-run", "--threads", "1024"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr.splitlines()[0], r"^dissent: --threads 1024: this machine has \d+ cores")


if __name__ == "__main__":
    unittest.main()
