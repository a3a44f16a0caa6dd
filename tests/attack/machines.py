"""Two machines on one: namespaces with their own process numbers, host name and boot id, as `unshare` makes them. Root's."""

import os
import signal
import subprocess
import uuid
from pathlib import Path

from support import PROGRAM, environment, need_root, skip


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Machine:
    """Commands given here run as process 1 of a machine of that name; the file system is everybody's."""

    def __init__(self, name, top):
        self.name = name
        self.boot_id = top / f"{name}.boot_id"
        self.boot_id.write_text(f"{uuid.uuid5(uuid.NAMESPACE_DNS, name)}\n")

    def start(self, words, folder, env=None, **options):
        script = (f"hostname {self.name} && mount --bind {self.boot_id} /proc/sys/kernel/random/boot_id && exec \"$@\"")
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen(
            ["unshare", "--pid", "--uts", "--mount", "--fork", "--mount-proc", "--kill-child", "sh", "-c", script, "-",
             str(PROGRAM), *map(str, words)],
            cwd=folder, env=env or environment(), text=True, **options)
        return Remote(process)


class Remote:
    """A command on another machine, seen from outside."""

    def __init__(self, process):
        self.process = process

    def signal(self, number):
        """To the command itself; `unshare` waits for it."""
        for child in children(self.process.pid):
            os.kill(child, number)

    def kill(self):
        """The machine with everything on it, at once."""
        self.signal(signal.SIGKILL)
        self.process.communicate()

    def end(self, seconds=100):
        out, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, out, err


def need_machines(top):
    need_root()
    probe = Machine("probe", top).start(["version"], top)
    status, _, err = probe.end()
    if status != 0:
        skip(f"no namespaces here: {err.strip()}")
