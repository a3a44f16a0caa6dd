#!/usr/bin/env python3
"""Killed at every system call that changes a file, in turn: kill_every_call_test.py PROGRAM SHIM [--every K] [NAME...].

A command is killed before its call N, or in the middle of it where it is a write. What has its final name must then be
as it was before or as it will be; the same command, given again, must end well, and leave what an undisturbed one leaves,
byte for byte, and nothing else. K: only every K-th call of the commands that take long, for a quicker look.
"""

import argparse
import signal
import sys
from pathlib import Path

from commands import Lab, Subject, possible
from leavings import contents, differences, half_written
from support import scratch, verdict

WRITES = ("write", "pwrite64", "writev", "pwritev", "sendfile")


def kill(subject, number, how):
    """The faults that a kill led to; none where the command made fewer calls this time."""
    folder = subject.fresh()
    if subject.call(folder, **{how: number}).status != -signal.SIGKILL:
        return None
    name, path = subject.calls[number]
    at = f"{how} at call {number} ({name} {path.name})"
    faults = [f"{at}: {file} is half written" for file in half_written(folder, subject.before, subject.after)]
    again = subject.call(folder)
    if again.status != 0:
        return [*faults, f"{at}: the same command again: {again}"]
    return [*faults, *(f"{at}: then {difference}" for difference in differences(subject.after, contents(folder)))]


def unsynced(log):
    """Files that got their final names before their bytes were on the disk: a power cut would leave them empty."""
    dirty = set()
    for _, name, path, to in log:
        if name in (*WRITES, "ftruncate"):
            dirty.add(path)
        elif name in ("fsync", "fdatasync"):
            dirty.discard(path)
        elif name.startswith(("rename", "link")):
            for file in [file for file in dirty if file == path or file.startswith(path + "/")]:
                yield f"undisturbed: {Path(file).name} became {Path(to).name} before it was synced"
                dirty.discard(file)


def attack(subject, step):
    kills = 0
    subject.faults += unsynced(subject.log)
    for number, (name, _) in subject.calls.items():
        if number % step != 0 and number != len(subject.calls):
            continue
        for how in ("kill", "tear") if name in WRITES else ("kill",):
            faults = kill(subject, number, how)
            kills += faults is not None
            subject.faults += faults or []
    return verdict(subject.command.name, f"{len(subject.calls)} calls, {kills} kills", subject.faults)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("names", nargs="*")
    chosen = parser.parse_args()
    faults = 0
    with scratch() as top:
        lab = Lab(top)
        for command in possible(chosen.names):
            with Subject(lab, command) as subject:
                faults += attack(subject, chosen.every if command.slow else 1)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
