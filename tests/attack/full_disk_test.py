#!/usr/bin/env python3
"""Disks that fill up: full_disk_test.py PROGRAM SHIM [--every K] [NAME...].

At every call that needs space, in turn, the disk is full (and, in another turn, broken: EIO); then it has room for some
bytes, and writes come short; then, as root, it is a real small one (tmpfs). The command must say so in one line, with exit
status 2, and leave nothing half written and nothing on its way. The same command, given again when there is room, must
leave what an undisturbed one leaves.
"""

import argparse
import errno
import os
import subprocess
import sys
from pathlib import Path

from commands import Lab, Subject, possible
from leavings import contents, differences, half_written, unfinished
from support import one_line, scratch, verdict

NEEDS_SPACE = ("open", "openat", "write", "pwrite64", "writev", "mkdir", "mkdirat")
GOES_ON = ("study", "train")  # what they have done so far stays, for the same command to go on from
TABLES = "results/tiny/"  # of the runs that are there, also where others could not be trained


def judge(subject, folder, done, at):
    """The faults of a command that ended on a full disk, and of the same command after room was made."""
    if done.status == 0:  # what failed was of no weight
        return [f"{at}: ends well, but {each}" for each in differences(subject.after, contents(folder))]
    faults = [f"{at}: {fault}" for fault in [one_line(done)] if fault]
    faults += [f"{at}: {file} is half written" for file in half_written(folder, subject.before, subject.after)
               if not file.startswith(TABLES)]
    if subject.command.name not in GOES_ON:
        faults += [f"{at}: leaves {name}" for name in unfinished(folder)]
    return faults


def again(subject, folder, at):
    done = subject.call(folder)
    if done.status != 0:
        return [f"{at}: with room, the same command: {done}"]
    return [f"{at}: then {difference}" for difference in differences(subject.after, contents(folder))]


def fill(subject, at, **orders):
    folder = subject.fresh()
    done = subject.call(folder, **orders)
    return judge(subject, folder, done, at) + again(subject, folder, at)


def mount(folder, options):
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], check=True)


def fill_small_disk(subject, size, at):
    """The same on a real disk, with this much room when the command starts."""
    folder = subject.lab.top / "small"
    folder.mkdir(exist_ok=True)
    mount(folder, "size=64m")
    try:
        subprocess.run(["cp", "-a", f"{subject.lab.folder(subject.command.prepare)}/.", folder], check=True)
        disk = os.statvfs(folder)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        mount(folder, f"remount,size={max(used + size, disk.f_frsize)}")  # 0 would be no limit
        faults = judge(subject, folder, subject.call(folder), at)
        mount(folder, "remount,size=64m")
        return faults + again(subject, folder, at)
    finally:
        subprocess.run(["umount", folder], check=True)


def attack(subject, step, mounts):
    tried = 0
    for number, (name, path) in subject.calls.items():
        if name not in NEEDS_SPACE or (number % step != 0 and number != 1):
            continue
        for error in (errno.ENOSPC, errno.EIO):
            at = f"{errno.errorcode[error]} from call {number} ({name} {path.name})"
            subject.faults += fill(subject, at, fail=number, errno=error)
            tried += 1
    new = sum(len(data) for name, data in subject.after.items() if data and data != subject.before.get(name))
    parts = 8 // min(step, 2)
    for part in range(parts):
        size = new * part // (parts - 1)
        subject.faults += fill(subject, f"room for {size} bytes", bytes=size)
        tried += 1
        if mounts:
            subject.faults += fill_small_disk(subject, size, f"a disk with {size} bytes left")
            tried += 1
    return verdict(subject.command.name, f"{tried} full disks", subject.faults)


def own_mounts():
    """Whether this process, with a mount namespace of its own, may mount; as root it is started again to have one."""
    if os.geteuid() != 0:
        return False
    if os.environ.get("ATTACK_OWN_MOUNTS") is None:
        able = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False)
        os.environ["ATTACK_OWN_MOUNTS"] = "yes" if able.returncode == 0 else "no"
        if able.returncode == 0:
            os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.orig_argv[1:]])
    return os.environ["ATTACK_OWN_MOUNTS"] == "yes"


def main():
    mounts = own_mounts()
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("names", nargs="*")
    chosen = parser.parse_args()
    if not mounts:
        print("without real small disks: mounting is root's")
    faults = 0
    with scratch() as top:
        lab = Lab(Path(top))
        for command in possible(chosen.names):
            with Subject(lab, command) as subject:
                faults += attack(subject, chosen.every if command.slow else 1, mounts)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
