#!/usr/bin/env python3
"""A study given to a real Slurm: slurm_test.py PROGRAM REPOSITORY. A controller and one node, of this test alone."""

import csv
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1)).resolve()
REPOSITORY = Path(sys.argv.pop(1))
SKIPPED = 77
PARTITION = "here"
WHERE_DAEMONS_ARE = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"

CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={top}/munge.socket
StateSaveLocation={top}/state
SlurmdSpoolDir={top}/spool
SlurmctldPidFile={top}/slurmctld.pid
SlurmdPidFile={top}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=node NodeHostname={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=100
PartitionName={partition} Nodes=node Default=YES MaxTime=10 State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(what, found, seconds):
    end = time.monotonic() + seconds
    while not found():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.2)


class Cluster:
    """One node's Slurm and a munged with a key of its own, in a folder; they end with this process at the latest."""

    def __init__(self, top):
        self.top = top
        self.daemons = []
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("SLURM", "SBATCH", "SQUEUE"))}
        self.environment["SLURM_CONF"] = str(top / "slurm.conf")

    def start(self):
        self.top.mkdir(mode=0o755)
        for name in ("state", "spool"):
            (self.top / name).mkdir()
        key = self.top / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(128))
        ports = free_ports(2)
        (self.top / "slurm.conf").write_text(CONFIGURATION.format(
            top=self.top, host=socket.gethostname().split(".")[0], partition=PARTITION, controller_port=ports[0],
            node_port=ports[1]))
        self.daemon("munged", "--foreground", f"--socket={self.top}/munge.socket", f"--key-file={key}",
                    f"--seed-file={self.top}/munge.seed", f"--pid-file={self.top}/munge.pid",
                    f"--log-file={self.top}/munge.log")
        wait_for("munged", (self.top / "munge.socket").exists, 20)
        self.daemon("slurmctld", "-D", "-f", self.top / "slurm.conf")
        self.daemon("slurmd", "-D", "-f", self.top / "slurm.conf", "-N", "node")
        wait_for("an idle node", lambda: self.ask("sinfo", "--noheader", "--format=%t") == "idle", 60)

    def daemon(self, name, *words):
        program = shutil.which(name, path=WHERE_DAEMONS_ARE)
        with open(self.top / f"{name}.output", "wb") as output:
            self.daemons.append(subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", program, *map(str, words)], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT))

    def ask(self, *words):
        for daemon in self.daemons:
            assert daemon.poll() is None, f"{daemon.args} ended with status {daemon.returncode}"
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False,
                              timeout=60).stdout.strip()

    def wait_for_jobs(self, seconds):
        # A task that just ended is still listed (CG) until its node is free again.
        wait_for("the end of all jobs", lambda: self.ask("squeue", "--noheader") == "", seconds)

    def stop(self):
        """Jobs first: what they started would outlive the daemons."""
        try:
            if len(self.daemons) == 3:
                self.ask("scancel", "--signal=KILL", "--full", f"--partition={PARTITION}")
                self.ask("scancel", f"--partition={PARTITION}")
                self.wait_for_jobs(30)
        finally:
            for daemon in reversed(self.daemons):
                daemon.terminate()
                try:
                    daemon.wait(20)
                except subprocess.TimeoutExpired:
                    daemon.kill()
                    daemon.wait()

    def words(self):
        """What the daemons said, for a failure's message."""
        said = [path for path in sorted(self.top.glob("*.output")) if not path.name.startswith("munged")]
        return "".join(f"--- {path.name}\n" + path.read_text(errors="replace")[-3000:] for path in said)


class SlurmStudy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="dissent-slurm-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.top = Path(cls.scratch.name)
        cls.top.chmod(0o755)  # munged wants its socket's folder open to all
        cls.cluster = Cluster(cls.top / "cluster")
        cls.addClassCleanup(cls.cluster.stop)
        try:
            cls.cluster.start()
        except BaseException:
            print(cls.cluster.words(), file=sys.stderr)
            raise
        cls.environment = dict(cls.cluster.environment, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="1")
        cls.run_(cls, "data", "get", "shapes", "--items", "60")

    def setUp(self):
        # Blanks and quotes in the paths: the batch script must keep them.
        self.folder = self.top / f"it's {self._testMethodName}"
        self.folder.mkdir()
        self.study = self.folder / "tiny study.yaml"
        self.study.write_text("name: tiny\ndata: shapes\noptions: {model: linear, epochs: 2, precision: float32}\n"
                              "grid: {delivery: [soft, sls], seed: 0..1}\n")
        self.output = self.folder / "results"

    def run_(self, *words, status=0):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=self.environment,
                              check=False, timeout=200)
        assert done.returncode == status, f"status {done.returncode}, not {status}: {done.stdout}{done.stderr}"
        if status == 2:
            assert done.stderr.count("\n") == 1, f"not one line: {done.stderr}"
        return done.stdout + done.stderr

    def submit(self, *more, partition=PARTITION, status=0):
        return self.run_("study", "run", self.study, "-o", self.output, "--launcher", "slurm", "--slurm-partition",
                         partition, "--slurm-gpus", "0", "--device", "cpu", "--threads", "1", *more, status=status)

    def logs(self):
        return {path: path.read_text() for path in sorted(self.output.rglob("task-*.log"))}

    def run_folders(self):
        return sorted(path.parent.name for path in self.output.glob("runs/*/run.json"))

    def test_the_array_trains_every_run_once(self):
        said = self.submit("--slurm-tasks", "2")
        self.cluster.wait_for_jobs(120)
        logs = self.logs()
        everything = said + "".join(f"--- {path}\n{text}" for path, text in logs.items()) + self.cluster.words()
        folders = self.run_folders()
        self.assertEqual(len(folders), 4, everything)
        self.assertEqual([re.sub(r"-[0-9a-f]{16}$", "", name) for name in folders],
                         ["sls-seed0", "sls-seed1", "soft-seed0", "soft-seed1"])
        self.assertEqual([path for path in self.output.glob("runs/*") if path.name not in folders], [])

        # Shares without a run in common, and as many trained as each holds: every run once.
        self.assertEqual(len(logs), 2, everything)
        shares = [path.with_suffix(".txt").read_text().split() for path in logs]
        self.assertEqual([len(share) for share in shares], [2, 2])
        self.assertEqual(sorted(sum(shares, [])), sorted(name.rpartition("-")[2] for name in folders))
        for text in logs.values():
            self.assertEqual(re.findall(r"(\d+) trained, (\d+) failed", text), [("2", "0")], everything)

        before = {path: path.stat().st_mtime_ns for path in self.output.glob("runs/*/*")}
        again = self.run_("study", "run", self.study, "-o", self.output, "--device", "cpu", "--threads", "1")
        self.assertIn("0 trained, 0 failed", again)
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.output.glob("runs/*/*")}, before)
        with open(self.output / "tiny" / "runs.csv", newline="", encoding="utf-8") as table:
            self.assertEqual(len(list(csv.DictReader(table))), 4)

        self.assertIn("nothing to submit", self.submit("--slurm-tasks", "2"))
        self.assertEqual(self.cluster.ask("squeue", "--noheader"), "")
        self.assertEqual(self.logs(), logs)

    def test_only_missing_runs_are_submitted(self):
        self.submit()
        self.cluster.wait_for_jobs(120)
        folders = self.run_folders()
        self.assertEqual(len(folders), 4, str(self.logs()) + self.cluster.words())
        self.assertEqual(len(self.logs()), 4)  # without --slurm-tasks a task a run
        shutil.rmtree(self.output / "runs" / folders[2])
        before = set(self.logs())
        self.submit()
        self.cluster.wait_for_jobs(120)
        self.assertEqual(self.run_folders(), folders)
        (log,) = set(self.logs()) - before
        self.assertEqual(log.with_suffix(".txt").read_text().split(), [folders[2].rpartition("-")[2]])

    def test_a_refusal_is_told_in_one_line(self):
        self.assertIn("artition", self.submit(partition="nowhere", status=2))
        self.assertIn("--slurm-tasks -1", self.submit("--slurm-tasks", "-1", status=2))
        self.assertEqual(self.cluster.ask("squeue", "--noheader"), "")
        self.assertEqual(self.run_folders(), [])


def why_not():
    if sys.platform != "linux" or os.geteuid() != 0:
        return "Slurm's daemons are started as root, on Linux"
    for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "setpriv"):
        if shutil.which(name, path=WHERE_DAEMONS_ARE) is None:
            return f"{name} is missing (tools/setup.sh all installs it)"
    if not (PROGRAM.parent / "dissent-torch").exists():
        return "built without libtorch"
    return None


if __name__ == "__main__":
    reason = why_not()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    unittest.main()
