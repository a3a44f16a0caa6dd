#!/usr/bin/env python3
"""Machines that share a folder of results: two_machines_test.py PROGRAM SHIM. Root's, with namespaces as machines.

Each run is trained once, nobody takes what a living process of another machine holds, nobody waits for a dead one longer
than the time-out, and nothing is marked failed that did not fail.
"""

import json
import os
import signal
import time
import unittest
from pathlib import Path

from leavings import contents, differences, unfinished
from machines import Machine, need_machines
from support import CLAIM_SECONDS, STUDY, expect, need_torch, scratch, shimmed, wait_until

need_torch()
SLOW = STUDY.replace("epochs: 3", "epochs: 400").replace("[soft, sls]", "[soft]").replace("0..1", "0")


class TwoMachines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = scratch()
        cls.top = Path(cls.scratch.name).resolve()
        need_machines(cls.top)
        expect(["data", "get", "shapes", "--items", "40", "--size", "8"], cls.top)
        (cls.top / "tiny.yaml").write_text(STUDY)
        (cls.top / "slow.yaml").write_text(SLOW)
        cls.one, cls.other = Machine("one", cls.top), Machine("other", cls.top)
        cls.wanted = {}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def words(self, folder, study="tiny", *more):
        return ["study", "run", f"{study}.yaml", "-o", folder, "--device", "cpu", "--jobs", "1", "--json",
                "--checkpoint-seconds", "0", "--claim-seconds", CLAIM_SECONDS, *more]

    def undisturbed(self, study):
        if study not in self.wanted:
            expect(self.words(f"{study}-whole", study), self.top)
            self.wanted[study] = contents(self.top / f"{study}-whole")
        return self.wanted[study]

    def expect_whole(self, folder, study="tiny"):
        folder = self.top / folder
        self.assertEqual(list(differences(self.undisturbed(study), contents(folder))), [])
        self.assertEqual(list(unfinished(folder)), [])

    def trained(self, ended):
        status, out, err = ended
        self.assertEqual(status, 0, err)
        return json.loads(out)["conducted"]["trained"]

    def hold(self, folder, machine, env=None):
        """A process of the machine that holds the claim of a slow run, and has begun it."""
        process = machine.start(self.words(folder, "slow"), self.top, env)
        runs = self.top / folder / "runs"
        wait_until("a state", lambda: any(runs.glob("*.partial/state*")) or process.process.poll() is not None)
        self.assertIsNone(process.process.poll(), "it was done too early")
        return process

    def test_each_run_is_trained_by_one(self):
        both = [machine.start(self.words("shared"), self.top) for machine in (self.one, self.other)]
        self.assertEqual(sum(self.trained(each.end()) for each in both), 4)
        self.expect_whole("shared")

    def test_a_living_holder_keeps_its_run(self):
        holder = self.hold("living", self.one)
        for _ in range(2):
            done = self.other.start(self.words("living", "slow", "--no-wait"), self.top).end()
            self.assertEqual(self.trained(done), 0)
            time.sleep(0.6 * CLAIM_SECONDS)  # longer than the time-out in all: it is renewed
        self.assertEqual(list((self.top / "living" / "failed").iterdir()), [])
        self.assertEqual(self.trained(holder.end()), 1)
        self.expect_whole("living", "slow")

    def test_a_dead_holder_is_replaced_after_the_time_out(self):
        self.hold("dead", self.one).kill()
        began = time.monotonic()
        self.assertEqual(self.trained(self.other.start(self.words("dead", "slow"), self.top).end()), 1)
        self.assertGreater(time.monotonic() - began, 0.3 * CLAIM_SECONDS)
        self.expect_whole("dead", "slow")

    def test_a_claim_of_the_future_is_judged_by_the_time_that_passes(self):
        self.hold("future", self.one).kill()
        later = time.time() + 86400
        for claim in (self.top / "future" / "claims").iterdir():
            os.utime(claim, (later, later))
        self.assertEqual(self.trained(self.other.start(self.words("future", "slow"), self.top).end()), 1)
        self.expect_whole("future", "slow")

    def test_who_wakes_up_late_leaves_without_a_mark(self):
        """Where machines share locks, the one that takes over waits for the sleeper's lock on the run's folder."""
        holder = self.hold("late", self.one)
        holder.signal(signal.SIGSTOP)
        taker = self.other.start(self.words("late", "slow"), self.top)
        time.sleep(2 * CLAIM_SECONDS)
        holder.signal(signal.SIGCONT)
        self.assertEqual(self.trained(taker.end()) + self.trained(holder.end()), 1)
        self.expect_whole("late", "slow")

    def test_without_shared_locks_a_sleeper_is_replaced(self):
        apart = shimmed("dissent-torch", self.top, own_locks="yes")
        holder = self.hold("apart", self.one, apart)
        holder.signal(signal.SIGSTOP)
        taker = self.other.start(self.words("apart", "slow"), self.top, apart)
        self.assertEqual(self.trained(taker.end()), 1)
        holder.signal(signal.SIGCONT)
        self.assertEqual(self.trained(holder.end()), 0)
        self.expect_whole("apart", "slow")

    def test_without_shared_locks_a_sleeper_wakes_up_beside_the_other(self):
        apart = shimmed("dissent-torch", self.top, own_locks="yes")
        holder = self.hold("beside", self.one, apart)
        holder.signal(signal.SIGSTOP)
        taker = self.other.start(self.words("beside", "slow"), self.top, apart)
        claims = self.top / "beside" / "claims"
        wait_until("the next generation", lambda: any(path.suffix == ".2" for path in claims.iterdir()))
        holder.signal(signal.SIGCONT)
        self.assertEqual(self.trained(taker.end()) + self.trained(holder.end()), 1)
        self.expect_whole("beside", "slow")

    def test_without_shared_locks_each_run_is_trained_by_one(self):
        apart = shimmed("dissent-torch", self.top, own_locks="yes")
        both = [machine.start(self.words("unlocked"), self.top, apart) for machine in (self.one, self.other)]
        self.assertEqual(sum(self.trained(each.end()) for each in both), 4)
        self.expect_whole("unlocked")


if __name__ == "__main__":
    unittest.main()
