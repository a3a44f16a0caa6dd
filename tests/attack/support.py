"""What the attacks share: the program, alone or under the shim (shim/shim.cpp), and what it leaves behind.

A script is called SCRIPT PROGRAM SHIM [options]; exit status 77 means skipped.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if len(sys.argv) < 3:
    sys.exit(f"usage: {sys.argv[0]} PROGRAM SHIM [options]")
PROGRAM = Path(sys.argv.pop(1)).resolve()
SHIM = Path(sys.argv.pop(1)).resolve()
TORCH = PROGRAM.with_name("dissent-torch")
SKIPPED = 77
REFUSED = 97  # the shim cannot work here (shim/orders.h)
TIMEOUT = 120  # seconds for one call of the program
CLAIM_SECONDS = 3  # --claim-seconds: after which a silent process of another machine loses its runs

STUDY = """name: tiny
data: shapes
options: {model: linear, epochs: 3, precision: float32, batch: 32}
grid: {delivery: [soft, sls], seed: 0..1}
tables: [{name: scores, metrics: [soft_nll, accuracy]}]
tests: [{name: against-soft, baseline: soft}]
"""

VOTES = "item,annotator,label\n" + "".join(
    f"item-{item:03},{who},{'cat dog owl fox'.split()[(item * 7 + who * (1 + item % 3)) % 4]}\n"
    for item in range(60) for who in range(5))


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def need_torch():
    if not TORCH.exists():
        skip("built without libtorch")


def need_root():
    if os.geteuid() != 0:
        skip("namespaces and other users are root's")


def scratch():
    """A folder that goes when it is left; in memory where there is room, where the many syncs of the program cost nothing."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2**30
    return tempfile.TemporaryDirectory(prefix="attack-", dir=memory if roomy else None)


def environment(**more):
    """Threads that wait for each other in a busy loop would keep other tests from their core."""
    names = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "DISSENT_THREADS": "1", "OMP_WAIT_POLICY": "passive",
            "DISSENT_DATA": "data", **{name: str(value) for name, value in more.items()}}


def shimmed(image, under, **orders):
    """The environment of a program whose calls on files under a folder are numbered: kill=, tear=, fail=, bytes=, log=."""
    told = {f"ATTACK_{name.upper()}": value for name, value in orders.items() if value is not None}
    return environment(LD_PRELOAD=SHIM, ATTACK_IMAGE=image, ATTACK_UNDER=under, **told)


class Ended:
    """What a call of the program came to: a negative status is the signal that ended it."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __str__(self):
        return f"status {self.status}: {self.err.strip()[-400:]}"


def call(words, folder, env=None, program=PROGRAM, **options):
    done = subprocess.run([program, *map(str, words)], cwd=folder, env=env or environment(), capture_output=True,
                          timeout=TIMEOUT, check=False, **options)
    return Ended(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def start(words, folder, env=None, **options):
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
    return subprocess.Popen([PROGRAM, *map(str, words)], cwd=folder, env=env or environment(), **options)


def expect(words, folder, env=None, status=0):
    done = call(words, folder, env)
    assert done.status == status, f"{' '.join(map(str, words))}: wanted status {status}, {done}{done.out[-400:]}"
    return done


def wait_until(what, found, seconds=60):
    end = time.monotonic() + seconds
    while not found():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.005)


def one_line(ended):
    """What is wrong with how a failure is told: exit status 2 and, after what was done before, one line that is not long."""
    *before, last = ended.err.splitlines() or [""]
    if ended.status != 2:
        return f"wanted status 2: {ended}"
    if not last.startswith("dissent: ") or any(line.startswith("dissent: ") for line in before):
        return f"not one line: {ended.err!r}"
    return "" if len(last) <= 300 else f"a line of {len(last)} characters: {last}"


class Forked:
    """A started program of a ForkServer."""

    def __init__(self, server, pid, folder):
        self.server, self.pid, self.folder, self.status = server, pid, folder, None

    def poll(self, seconds=0.0):
        if self.status is None and select.select([self.server.answers], [], [], seconds)[0]:
            self.status = os.waitstatus_to_exitcode(int(self.server.answer()))
        return self.status

    def kill(self, number=signal.SIGKILL):
        """False: it had ended already."""
        if self.poll() is not None:
            return False
        os.kill(self.pid, number)  # not yet waited for by its server's word: the number is still its own
        return True

    def wait(self, seconds=TIMEOUT):
        if self.poll(seconds) is None:
            self.kill()
            raise AssertionError(f"{self.server.words}: not done within {seconds} s")
        out, err = (Path(f"{self.server.log}.{name}").read_text(errors="replace") for name in ("out", "err"))
        return Ended(self.status, out, err)


class ForkServer:
    """A command line of the program that libtorch is loaded for once, and that is then started often, in any folder
    (shim/fork_server.h): a start takes milliseconds instead of half a second. One at a time runs."""

    def __init__(self, words, program=TORCH, env=None):
        self.words = " ".join(map(str, words))
        requests, self.requests = os.pipe()
        self.answers, answers = os.pipe()
        self.scratch = scratch()
        self.log = Path(self.scratch.name) / "said"
        given = {**(env or environment()), "LD_PRELOAD": str(SHIM), "ATTACK_IMAGE": program.name,
                 "ATTACK_SERVE": f"{requests},{answers}"}
        self.process = subprocess.Popen([program, *map(str, words)], env=given, pass_fds=(requests, answers))
        os.close(requests)
        os.close(answers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.requests)
        self.process.wait()
        os.close(self.answers)
        self.scratch.cleanup()

    def answer(self):
        text = b""
        while not text.endswith(b"\n"):
            byte = os.read(self.answers, 1)
            if not byte:
                raise AssertionError(f"{self.words}: the server ended with {self.process.wait()}")
            text += byte
        return text

    def start(self, folder, **orders):
        settings = {"CWD": folder, "ATTACK_UNDER": folder, "STDOUT": f"{self.log}.out", "STDERR": f"{self.log}.err",
                    **{f"ATTACK_{name.upper()}": value for name, value in orders.items() if value is not None}}
        os.write(self.requests, "\t".join(f"{name}={value}" for name, value in settings.items()).encode() + b"\n")
        return Forked(self, int(self.answer()), Path(folder))

    def call(self, folder, **orders):
        return self.start(folder, **orders).wait()


def calls_of(log):
    """The calls that a shim's log tells: (number, name, path, new path); number 0: a sync."""
    for line in Path(log).read_text(errors="replace").splitlines():
        number, name, path, to = line.split("\t")
        yield int(number), name, path, to


def count_calls(log):
    return max((number for number, *_ in calls_of(log)), default=0)


def verdict(name, what, faults):
    """Prints what was done to a command and what was wrong with it; the number of faults."""
    print(f"{name}: {what}, {len(faults)} faults", flush=True)
    for fault in faults[:20]:
        print(f"  {fault}")
    return len(faults)
