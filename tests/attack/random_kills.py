#!/usr/bin/env python3
"""Studies killed at random moments: random_kills.py PROGRAM SHIM [--kills N] [--jobs J] [--seed S].

Round after round, one to three processes work on one folder of results, are killed again and again (SIGKILL, at a random
time or at a random system call that changes a file) and started again; then the same command runs undisturbed, and must
leave what one that never was disturbed leaves, byte for byte, and nothing else. Tells how many kills it took.
"""

import argparse
import random
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

from leavings import contents, differences, unfinished
from support import STUDY, ForkServer, count_calls, environment, expect, need_torch, scratch

RUN = "study run ../tiny.yaml -o results --device cpu --checkpoint-seconds 0 --jobs".split()
MOST_KILLS = 60  # in a round: by then a study that gets anywhere is done
PROCESSES = 3
MOST_FAULTS = 20  # more tell nothing new


class Undisturbed:
    """What every round must end with, and how long it takes: to know when to kill."""

    def __init__(self, top, env):
        log = top / "log"
        with ForkServer([*RUN, "1"], env=env) as server:
            for folder in (top / "loaded", top / "undisturbed"):  # the first call waits until libtorch is there
                folder.mkdir()
                log.unlink(missing_ok=True)
                began = time.monotonic()
                done = server.call(folder, log=log)
                assert done.status == 0, done
                self.seconds = time.monotonic() - began
        self.calls = count_calls(log)
        self.contents = contents(folder)
        left = list(unfinished(folder))
        assert not left, f"an undisturbed study leaves {left}"


class Tally:
    def __init__(self, wanted):
        self.wanted, self.kills, self.rounds = wanted, 0, 0
        self.faults = []
        self.lock = threading.Lock()
        self.began = time.monotonic()

    def add(self, kills, faults):
        with self.lock:
            before, self.kills = self.kills, self.kills + kills
            self.rounds += 1
            self.faults += faults
            for fault in faults:
                print(f"after {self.kills} kills: {fault}", flush=True)
            if before // 500 != self.kills // 500:
                print(self, flush=True)

    def enough(self):
        return self.kills >= self.wanted or len(self.faults) > MOST_FAULTS

    def __str__(self):
        return (f"{self.kills} kills in {self.rounds} rounds, {time.monotonic() - self.began:.0f} s, "
                f"{len(self.faults)} faults")


class Arena:
    """A folder of results and the processes that fight over it."""

    def __init__(self, folder, servers, undisturbed, chance):
        self.folder, self.servers, self.undisturbed, self.chance = folder, servers, undisturbed, chance
        self.kills = 0
        self.faults = []

    def start(self, server):
        """A process and the time at which it is killed; none where a call of its own is what kills it."""
        if self.chance.random() < 0.5:
            return server.start(self.folder, kill=self.chance.randint(1, self.undisturbed.calls)), None
        return server.start(self.folder), time.monotonic() + self.chance.uniform(0, 1.1 * self.undisturbed.seconds)

    def fight(self):
        """Until one of them came to its end, or nobody does."""
        running = {}
        while self.kills < MOST_KILLS:
            for server in self.servers:
                if server not in running:
                    running[server] = self.start(server)
            time.sleep(0.001)
            for server, (process, end) in list(running.items()):
                if end is not None and time.monotonic() >= end:
                    process.kill()
                    process.poll(10)
                if process.poll() is None:
                    continue
                del running[server]
                if process.status == 0:
                    return self.stop(running)
                if process.status == -signal.SIGKILL:
                    self.kills += 1
                else:
                    self.faults.append(str(process.wait()))
        return self.stop(running)

    def stop(self, running):
        for process, _ in running.values():
            process.kill()
            self.kills += process.wait().status == -signal.SIGKILL

    def judge(self):
        last = self.servers[0].call(self.folder)
        if last.status != 0:
            self.faults.append(f"the last, undisturbed: {last}")
        self.faults += differences(self.undisturbed.contents, contents(self.folder))
        return self.kills, self.faults


def rounds(top, name, seed, undisturbed, tally, env):
    """One arena after the other, until there were kills enough. What goes wrong here is a fault, too."""
    try:
        fight_on(top, name, random.Random(f"{seed} {name}"), undisturbed, tally, env)
    except Exception as error:  # pylint: disable=broad-except
        tally.add(0, [f"{name}: {error!r}"] * (MOST_FAULTS + 1))


def fight_on(top, name, chance, undisturbed, tally, env):
    folder = top / name
    servers = [ForkServer([*RUN, jobs], env=env) for jobs in ("1", "2", "1")[:PROCESSES]]
    while not tally.enough():
        folder.mkdir()
        arena = Arena(folder, servers[: chance.randint(1, PROCESSES)], undisturbed, chance)
        arena.fight()
        kills, faults = arena.judge()
        tally.add(kills, [f"{name}, round {tally.rounds}: {fault}" for fault in faults])
        if faults:
            folder.rename(top / f"{name}-fault-{tally.rounds}")
        else:
            shutil.rmtree(folder)
    for server in servers:
        server.__exit__()


def fight(top, chosen):
    env = environment(DISSENT_DATA=top / "data")
    expect(["data", "get", "shapes", "--items", "40", "--size", "8"], top, env)
    (top / "tiny.yaml").write_text(STUDY)
    undisturbed = Undisturbed(top, env)
    print(f"undisturbed: {undisturbed.calls} calls that change files, {undisturbed.seconds:.2f} s", flush=True)
    tally = Tally(chosen.kills)
    workers = [threading.Thread(target=rounds, args=(top, f"arena-{i}", chosen.seed, undisturbed, tally, env))
               for i in range(chosen.jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return tally


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1, help="folders that are fought over side by side")
    parser.add_argument("--seed", default=str(time.time_ns()))
    parser.add_argument("--keep", help="a folder for the folders of faults")
    chosen = parser.parse_args()
    need_torch()
    print(f"--seed {chosen.seed}", flush=True)
    with scratch() as top:
        tally = fight(Path(top).resolve(), chosen)
        print(tally)
        if tally.faults and chosen.keep:
            shutil.copytree(top, chosen.keep, dirs_exist_ok=True)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
