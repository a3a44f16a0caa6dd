#!/usr/bin/env python3
"""Geometry and out-of-distribution detection as their users meet them: diagnostics_test.py PROGRAM REPOSITORY."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1))
REPOSITORY = Path(sys.argv.pop(1))

if not (PROGRAM.parent / "dissent-torch").exists():
    print("skipped: built without libtorch")
    sys.exit(77)
try:
    import numpy
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

QUICK = ["--probes", "3", "--iterations", "5", "--points", "3", "--samples", "50", "--device", "cpu"]


class Diagnostics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.top = Path(cls.scratch.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="1")  # other tests run beside this one
        user = cls()
        user.run_("data", "get", "shapes", "--items", "100")
        cls.runs = cls.top / "runs"
        user.train(cls.runs, "--delivery", "soft,sls", "--seed", "0..1")
        pixels = numpy.random.default_rng(0).integers(0, 256, (30, 16, 16, 3), dtype=numpy.uint8)
        cls.outside = cls.top / "noise.npy"
        numpy.save(cls.outside, pixels)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_(self, *words, status=0):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=self.environment, check=False)
        assert done.returncode == status, f"status {done.returncode}, not {status}: {done.stderr}"
        if status == 2:
            assert done.stderr.count("\n") == 1, f"not one line: {done.stderr}"
        return done

    def train(self, folder, *more):
        self.run_("train", "--data", "shapes", "--model", "resnet8", "--epochs", "1", "--device", "cpu", "-o", folder, *more)

    def copy(self, name):
        folder = self.top / name
        shutil.copytree(self.runs / "soft-seed0", folder)
        return folder

    def test_geometry_measures_once_and_keeps_it(self):
        words = ["geometry", self.runs, "--top", "2", "--density", "4", *QUICK, "--maps", self.top / "maps"]
        report = json.loads(self.run_(*words, "--json").stdout)
        self.assertEqual([(run["method"], run["seed"]) for run in report["runs"]],
                         [("sls", 0), ("sls", 1), ("soft", 0), ("soft", 1)])
        for run in report["runs"]:
            self.assertEqual([part["slice"] for part in run["hessian"]], ["all", "entropy-top:0.05"])
            self.assertEqual([part["items"] for part in run["hessian"]], [20, 1])
            self.assertEqual(len(run["hessian"][0]["eigenvalues"]), 2)
            self.assertAlmostEqual(sum(run["hessian"][0]["density"]["weights"]), 1, places=9)
            self.assertLessEqual(run["hessian"][0]["iterations"], 5)
        self.assertEqual(len(report["barriers"]), 2)
        self.assertEqual(len(report["barriers"][0]["interpolated"]["losses"]), 3)
        self.assertEqual(report["baseline"], "soft")
        self.assertEqual(len(report["cka"]), 2)
        self.assertEqual(len(list((self.top / "maps").glob("*.png"))), 8)
        again = json.loads(self.run_(*words, "--json").stdout)
        self.assertEqual(again, report)  # its seconds, too: nothing was measured anew
        text = self.run_(*words).stdout
        for title in ("Hessian", "Eigenvalues", "Methods", "Differences from soft", "Similarity", "Loss barriers"):
            self.assertIn(title, text)
        # A kept value is what is shown; --fresh measures again.
        kept = self.runs / "sls-seed0" / "geometry.json"
        changed = kept.read_text().replace('"lambda_max": ', '"lambda_max": 9')
        kept.write_text(changed)
        self.assertNotEqual(json.loads(self.run_(*words, "--json").stdout)["runs"][0]["hessian"], report["runs"][0]["hessian"])
        fresh = json.loads(self.run_(*words, "--json", "--fresh").stdout)
        self.assertAlmostEqual(fresh["runs"][0]["hessian"][0]["lambda_max"], report["runs"][0]["hessian"][0]["lambda_max"], places=4)

    def test_stopped_it_goes_on(self):
        run = self.copy("stopped")
        words = [PROGRAM, "geometry", run, "--parts", "hessian", "--probes", "100000", "--device", "cpu"]
        process = subprocess.Popen(words, env=self.environment, stderr=subprocess.PIPE, text=True)
        self.assertIn("on the CPU takes about", process.stderr.readline())  # before it starts
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("the same command goes on", said)

    def test_runs_without_a_common_seed_have_no_differences(self):
        words = ["geometry", self.runs / "sls-seed1", self.runs / "soft-seed0", "--parts", "dynamics", "--json"]
        report = json.loads(self.run_(*words).stdout)
        self.assertEqual(len(report["runs"]), 2)
        self.assertNotIn("differences", report)
        self.assertIn("no two runs", self.run_(*words, "--baseline", "soft", status=2).stderr)

    def test_ood_scores_and_sums_up(self):
        scores = self.top / "scores.csv"
        words = ["ood", self.runs, "--outside", self.outside, "--neighbours", "5", "--device", "cpu"]
        report = json.loads(self.run_(*words, "--scores", scores, "--json").stdout)
        with open(scores, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 4 * (20 + 30))
        self.assertEqual(list(rows[0]), ["run", "set", "item", "energy", "msp", "entropy", "margin", "odin", "knn"])
        found = report["runs"][0]["sets"][0]
        self.assertEqual((found["set"], found["items"], found["in_items"]), ("noise", 30, 20))
        mine = [row for row in rows if row["run"] == report["runs"][0]["folder"]]
        inside = [float(row["energy"]) for row in mine if row["set"] == "evaluation"]
        outside = [float(row["energy"]) for row in mine if row["set"] == "noise"]
        wins = sum((a > b) + (a == b) / 2 for a in inside for b in outside)
        self.assertAlmostEqual(found["scores"]["energy"]["auroc"], wins / (20 * 30), places=12)
        self.assertEqual(json.loads(self.run_(*words, "--json").stdout), report)
        self.assertEqual(list(json.loads(self.run_(*words, "--score", "msp", "--json").stdout)["runs"][0]["sets"][0]["scores"]),
                         ["msp"])
        self.assertIn("AUROC", self.run_(*words).stdout)

    def test_bad_runs_are_refused(self):
        bare = self.copy("bare")
        (bare / "best.safetensors").unlink()
        short = self.copy("short")
        content = (short / "best.safetensors").read_bytes()
        (short / "best.safetensors").write_bytes(content[:-100])
        altered = self.copy("altered")
        (altered / "best.safetensors").write_bytes(content[:-50] + bytes([content[-50] ^ 1]) + content[-49:])
        other = self.copy("other")
        shutil.copy(self.other_model() / "best.safetensors", other)
        record = json.loads((other / "run.json").read_text())
        del record["checksums"]  # as an older version left it
        (other / "run.json").write_text(json.dumps(record))
        for command in (["geometry", "--parts", "hessian", *QUICK], ["ood", "--outside", self.outside, "--device", "cpu"]):
            for run, words in ((bare, "has no best.safetensors"), (short, "best.safetensors"),
                               (altered, "its SHA-256 is another"), (other, "a checkpoint of another model")):
                self.assertIn(words, self.run_(command[0], run, *command[1:], status=2).stderr)
        self.assertIn("no method has two", self.run_("geometry", bare, "--parts", "cka", status=2).stderr)

    def other_model(self):
        folder = self.top / "linear"
        if not folder.exists():
            self.run_("train", "--data", "shapes", "--model", "linear", "--epochs", "1", "--device", "cpu", "-o", folder)
        return folder

    def test_what_cannot_be_measured_is_said(self):
        run = self.runs / "soft-seed0"
        for words, answer in ((["--slice", "class:nobody"], "unknown class"), (["--slice", "votes:900"], "no scored item is in it"),
                              (["--parts", "hessians"], "hessian"), (["--probes", "-1"], "--probes -1"),
                              (["--device", "cuda"], "CUDA"), (["--tf32", "--device", "cpu"], "--tf32"),
                              (["--map-items", "x"], "--maps"), (["--parts", "barrier"], "--between")):
            self.assertIn(answer, self.run_("geometry", run, *QUICK[2:6], *words, status=2).stderr, words)
        few = self.top / "few"
        self.train(few, "--seed", "0..1", "--evaluation-share", "0.04")
        self.assertIn("no item is in the evaluation split of both",
                      self.run_("geometry", few, "--parts", "grad-cam", *QUICK, status=2).stderr)
        self.assertIn("Grad-CAM needs", self.run_("geometry", self.other_model(), "--maps", self.top / "none", "--parts", "dynamics",
                                                  *QUICK, status=2).stderr)

    def test_outside_sets_of_another_shape_are_refused(self):
        large = self.top / "large.npy"
        numpy.save(large, numpy.full((4, 24, 24), 7, dtype=numpy.uint8))
        run = self.runs / "soft-seed0"
        refused = self.run_("ood", run, "--outside", large, "--device", "cpu", status=2).stderr
        self.assertIn("24 x 24", refused)
        self.assertIn("--resize", refused)
        self.run_("ood", run, "--outside", large, "--resize", "--device", "cpu")
        self.assertIn("twice", self.run_("ood", run, "--outside", f"{large},{large}", status=2).stderr)
        self.assertIn("unknown", self.run_("ood", run, "--outside", "mnist", status=2).stderr)
        self.assertIn("trained on 80 items", self.run_("ood", run, "--outside", self.outside, "--neighbours", "81", "--device", "cpu",
                                                       status=2).stderr)


if __name__ == "__main__":
    unittest.main()
