#!/usr/bin/env python3
"""Studies as their users meet them: study_test.py PROGRAM REPOSITORY. Divided, killed, resumed, failed and refused."""

import csv
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1))
REPOSITORY = Path(sys.argv.pop(1))

if not (PROGRAM.parent / "dissent-torch").exists():
    print("skipped: built without libtorch")
    sys.exit(77)

STUDY = """name: tiny
data: shapes
options: {model: linear, epochs: 3, precision: float32, batch: 32}
grid: {delivery: [soft, sls], votes-per-item: [3, 0], seed: 0..1}
evaluate: {slices: ["entropy-top:0.2"]}
tables:
- {name: scores, across: votes-per-item, metrics: [soft_nll, last_soft_nll, "kl@entropy-top:0.2"],
   published: [{delivery: sls, votes-per-item: 3, seeds: 10, soft_nll: [0.5, 0.1]}]}
tests: [{name: against-soft, baseline: soft}]
figures:
- {name: lines, kind: lines}
- {name: sparse, kind: sparse-target, bins: 4}
"""


class Studies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.top = Path(cls.scratch.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="2")
        cls.run_(cls, "data", "get", "shapes", "--items", "150")
        cls.study = cls.top / "tiny.yaml"
        cls.study.write_text(STUDY)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_(self, *words, status=0):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=self.environment, check=False)
        assert done.returncode == status, f"status {done.returncode}, not {status}: {done.stderr}{done.stdout}"
        if status == 2:
            assert done.stderr.count("\n") == 1, f"not one line: {done.stderr}"
        return done

    def start(self, *words):
        return subprocess.Popen([PROGRAM, *map(str, words)], env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def whole(self):
        folder = self.top / "whole"
        if not folder.exists():
            self.run_("study", "run", self.study, "-o", folder)
        return folder

    def write(self, name, text):
        path = self.top / f"{name}.yaml"
        path.write_text(text)
        return path

    def expect_same(self, one, other, names=("history.csv", "predictions.npz", "best.safetensors")):
        runs = sorted(path.name for path in (one / "runs").iterdir())
        self.assertEqual(runs, sorted(path.name for path in (other / "runs").iterdir()))
        for run in runs:
            for name in names:
                self.assertEqual((one / "runs" / run / name).read_bytes(), (other / "runs" / run / name).read_bytes(), run)

    def test_results_for_people_and_programs(self):
        folder = self.whole() / "tiny"
        with open(folder / "runs.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 8)
        for row in rows:
            run = self.whole() / "runs" / row["folder"]
            record = json.loads((run / "run.json").read_text())
            self.assertEqual(record["id"], row["run"])
            self.assertEqual(float(row["soft_nll"]), record["best"]["soft_nll"])
            self.assertEqual(float(row["last_ece"]), record["last"]["ece"])
            self.assertTrue(row["kl@entropy-top:0.2"])
            self.assertFalse((run / "last.safetensors").exists())
        if re.search(r"SQLite +yes", self.run_("version").stdout):  # other builds write no database
            database = sqlite3.connect(folder / "runs.sqlite")
            found = database.execute("SELECT avg(soft_nll) FROM runs WHERE delivery = 'sls' AND \"votes-per-item\" = 3").fetchone()[0]
            database.close()
            wanted = [float(row["soft_nll"]) for row in rows if row["delivery"] == "sls" and row["votes-per-item"] == "3"]
            self.assertAlmostEqual(found, sum(wanted) / len(wanted), places=12)
        summary = json.loads((folder / "summary.json").read_text())
        self.assertEqual(summary["finished"], 8)
        cell = next(cell for line in summary["tables"][0]["lines"] if line["options"]["delivery"] == "sls"
                    for cell in line["cells"] if cell["across"] == "3" and cell["metric"] == "soft_nll")
        self.assertAlmostEqual(cell["ours"]["mean"], found, places=12)
        self.assertEqual(cell["published"], {"mean": 0.5, "sd": 0.1, "seeds": 10})
        for name in ("tables/scores.csv", "tables/scores.md", "tests/against-soft.csv", "figures/lines.csv", "figures/sparse.csv"):
            self.assertTrue((folder / name).stat().st_size > 50, name)

    def test_what_is_done_is_not_done_again(self):
        before = {path: path.stat().st_mtime_ns for path in self.whole().glob("runs/*/run.json")}
        done = self.run_("study", "run", self.study, "-o", self.whole(), "--json")
        self.assertEqual(json.loads(done.stdout)["conducted"]["trained"], 0)
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in self.whole().glob("runs/*/run.json")})

    def test_seeds_are_added_and_studies_share_runs(self):
        folder = self.top / "shared"
        shutil.copytree(self.whole(), folder)
        done = self.run_("study", "run", self.study, "-o", folder, "--seeds", "0..2", "--json")
        self.assertEqual(json.loads(done.stdout)["conducted"]["trained"], 4)
        other = self.write("other", STUDY.replace("name: tiny", "name: other").replace("[soft, sls]", "[sls, majority]"))
        done = self.run_("study", "run", other, "-o", folder, "--json")
        self.assertEqual(json.loads(done.stdout)["conducted"]["trained"], 4)
        self.assertTrue((folder / "other" / "runs.csv").exists())

    def test_only_some(self):
        folder = self.top / "some"
        done = self.run_("study", "run", self.study, "-o", folder, "--only", "delivery=sls;seed=1", "--json")
        self.assertEqual(json.loads(done.stdout)["conducted"]["trained"], 2)
        shown = json.loads(self.run_("study", "show", self.study, "-o", folder, "--json").stdout)
        self.assertEqual(shown["missing"], 6)
        self.assertEqual(sorted(run["state"] for run in shown["runs"]), ["done"] * 2 + ["missing"] * 6)
        self.assertIn("2 done, 6 missing", self.run_("study", "show", self.study, "-o", folder).stdout)

    def test_two_processes_divide_the_work(self):
        folder = self.top / "divided"
        words = ("study", "run", self.study, "-o", folder, "--jobs", "1", "--json")
        both = [self.start(*words), self.start(*words)]
        ends = [process.communicate(timeout=200) for process in both]
        self.assertEqual([process.returncode for process in both], [0, 0], ends)
        trained = [json.loads(out)["conducted"]["trained"] for out, _ in ends]
        self.assertEqual(sum(trained), 8, trained)
        self.assertEqual(list((folder / "claims").iterdir()), [])
        self.assertEqual(len(list((folder / "runs").iterdir())), 8)

    def test_one_of_two_is_killed_and_the_other_does_its_part(self):
        folder = self.top / "bereft"
        study = self.write("bereft", STUDY.replace("epochs: 3", "epochs: 60").replace("name: tiny", "name: bereft"))
        words = ("study", "run", study, "-o", folder, "--jobs", "1", "--checkpoint-seconds", "0", "--json")
        doomed = self.start(*words)
        while doomed.poll() is None and not list(folder.glob("runs/*.partial/state.safetensors")):
            time.sleep(0.02)
        other = self.start(*words)
        time.sleep(1.0)
        doomed.kill()
        doomed.communicate()
        out, errors = other.communicate(timeout=250)
        self.assertEqual(other.returncode, 0, errors)
        self.assertEqual(json.loads(out)["finished"], 8)
        self.assertEqual(list((folder / "claims").iterdir()), [])
        self.assertEqual([path for path in (folder / "runs").iterdir() if path.suffix == ".partial"], [])

    def test_killed_at_any_moment_it_ends_with_the_same_bits(self):
        folder = self.top / "killed"
        words = ("study", "run", self.study, "-o", folder, "--checkpoint-seconds", "0")
        kills = 0
        for attempt in range(12):
            process = self.start(*words)
            while process.poll() is None and not list(folder.glob("runs/*.partial")):
                time.sleep(0.005)
            time.sleep(0.01 * attempt)
            kills += process.poll() is None
            process.kill()
            process.communicate()
        self.assertGreater(kills, 0)
        self.run_(*words)
        self.expect_same(folder, self.whole())
        self.assertEqual(list((folder / "claims").iterdir()), [])

    def test_ctrl_c_leaves_a_state_that_goes_on(self):
        folder = self.top / "stopped"
        slow = self.write("slow", STUDY.replace("epochs: 3", "epochs: 400").replace("name: tiny", "name: slow"))
        process = self.start("study", "run", slow, "-o", folder)
        while process.poll() is None and not list(folder.glob("runs/*.partial/spec.json")):
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("the same command goes on", errors)
        self.assertTrue(list(folder.glob("runs/*.partial/state.safetensors")))
        self.assertEqual(list((folder / "claims").iterdir()), [])

    def test_a_failed_run_does_not_stop_the_others(self):
        folder = self.top / "failing"
        study = self.write("failing", "name: failing\ndata: shapes\noptions: {model: linear, epochs: 10, precision: float32, weight-decay: 1}\n"
                           "grid: {lr: [0.1, 1e6], seed: 0..1}\n")
        done = self.run_("study", "run", study, "-o", folder, status=2)
        self.assertIn("2 of 4 runs failed", done.stderr)
        self.assertIn("not finite", done.stderr)
        self.assertEqual(len(list(folder.glob("runs/*/run.json"))), 2)
        self.assertIn("2 failed", self.run_("study", "show", study, "-o", folder).stdout)
        again = self.run_("study", "run", study, "-o", folder, status=2)  # remembered, not tried again
        self.assertIn("2 of 4 runs failed", again.stderr)
        self.run_("study", "run", study, "-o", folder, "--retry-failed", status=2)

    def test_bad_input_is_one_line_before_anything_is_made(self):
        def refuse(text, words, *more):
            folder = self.top / "refused"
            done = self.run_("study", "run", self.write("bad", text), "-o", folder, *more, status=2)
            self.assertIn(words, done.stderr)
            self.assertFalse(folder.exists())

        refuse(STUDY.replace("grid: {", "gird: {"), "did you mean 'grid'?")
        refuse("name: s\ndata: shapes\ngrid: {}\n", "the grid is empty")
        refuse(STUDY.replace("votes-per-item: [3, 0]", "votes-per-item: 500, cut: nested"), "500")
        refuse(STUDY.replace("model: linear", "model: liner"), "linear")
        refuse(STUDY.replace("data: shapes", "data: nowhere.yaml"), "nowhere")
        refuse(STUDY, "none of its 8 runs", "--only", "seed=7")
        self.run_("study", "run", self.top / "gone.yaml", "-o", self.top / "refused", status=2)
        (self.top / "full").mkdir()
        (self.top / "full" / "thing").write_text("x")
        self.assertIn("not a folder of results", self.run_("study", "run", self.study, "-o", self.top / "full", status=2).stderr)
        old = self.top / "old"
        old.mkdir()
        (old / "dissent-results.json").write_text('{"format": 0}')
        self.assertIn("format 0", self.run_("study", "run", self.study, "-o", old, status=2).stderr)

    def test_data_that_changed_under_its_name(self):
        folder, data = self.top / "changed", self.top / "mine"
        shutil.copytree(self.top / "data" / "shapes", data)
        study = self.write("mine", STUDY.replace("data: shapes", f"data: {data}").replace("name: tiny", "name: mine"))
        self.run_("study", "run", study, "-o", folder, "--only", "seed=0")
        lines = (data / "votes.csv").read_text().splitlines()
        (data / "votes.csv").write_text("\n".join(lines[:-1]) + "\n")
        done = self.run_("study", "run", study, "-o", folder, status=2)
        self.assertIn("its content is not what the runs", done.stderr)

    def test_measured_as_asked(self):
        folder = self.top / "measured"
        study = self.write("measured", "name: measured\ndata: shapes\noptions: {model: linear, epochs: 2, precision: float32, weight-decay: 1}\n"
                           "checkpoints: none\ngrid: {delivery: [soft, sls], seed: 0..1}\n"
                           "evaluate: {geometry: {probes: 2, slice: none, between: [soft, sls]}, ood: {outside: [shapes], score: [msp]}}\n"
                           "tables: [{name: t, metrics: [lambda_max, msp_auroc@shapes]}]\n"
                           "figures: [{name: barrier, kind: barrier}, {name: cka, kind: cka}]\n")
        summary = json.loads(self.run_("study", "run", study, "-o", folder, "--json").stdout)
        for line in summary["tables"][0]["lines"]:
            for cell in line["cells"]:
                self.assertEqual(cell["ours"]["seeds"], 2)
        self.assertTrue((folder / "measured" / "figures" / "barrier.csv").exists())
        self.assertEqual(list(folder.glob("runs/*/*.safetensors")), [])
        again = json.loads(self.run_("study", "run", study, "-o", folder, "--json").stdout)
        self.assertEqual(again["tables"], summary["tables"])
        self.assertEqual(again["conducted"]["remarks"], [])


if __name__ == "__main__":
    unittest.main()
