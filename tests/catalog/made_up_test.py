#!/usr/bin/env python3
"""One entry more in every list of src/dissent/catalog, and all that users meet knows it: flags, help, errors, study
files, JSON, tables and the report. made_up_test.py PROGRAM REPOSITORY, where PROGRAM has the made-up entries of
tests/catalog/*.line compiled in."""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import numpy
except ImportError:
    print("skipped: needs python3-numpy")
    sys.exit(77)

PROGRAM = Path(sys.argv.pop(1))
REPOSITORY = Path(sys.argv.pop(1))
sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
from tiny_encoder import TinyEncoder, write_texts  # noqa: E402

STUDY = """name: made
data: shapes
options: {epochs: 1, precision: float32, batch: 32, model: made-up}
grid: {delivery: [soft, made-up], seed: 0..1}
evaluate: {metrics: [soft_nll, made_up], relative-to: made-up}
tables: [{name: scores, metrics: [soft_nll, made_up]}]
tests: [{name: against, baseline: made-up, metric: made_up}]
figures: [{name: bars, kind: bars, metrics: [made_up]}, {name: points, kind: made-up, metrics: [made_up]}]
"""


class MadeUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.top = Path(cls.scratch.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="1")
        cls.run_(cls, "data", "get", "shapes", "--items", "120")
        cls.votes = Path(cls.run_(cls, "data", "path", "shapes").stdout.strip()) / "votes.csv"

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_(self, *words, status=0):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=self.environment, check=False)
        assert done.returncode == status, f"status {done.returncode}, not {status}: {done.stderr}{done.stdout}"
        return done

    def option_help(self, command, flag):
        """What the help of a command says of a flag, on one line."""
        text = " ".join(self.run_("help", *command.split()).stdout.split())
        return re.search(rf" {flag} (.*?)(?= --[a-z]|$)", text)[1]

    def test_every_list_has_a_made_up_entry(self):
        lists = {path.stem for path in (REPOSITORY / "src/dissent/catalog").glob("*.def")}
        self.assertEqual(lists, {path.stem for path in (REPOSITORY / "tests/catalog").glob("*.line")})

    def test_help(self):
        for command, flag in (("train", "--model"), ("train", "--delivery"), ("train", "--pooling"), ("train", "--smoothing"),
                              ("encode", "--pooling"), ("deliver", "--method"), ("aggregate", "--method"), ("geometry", "--parts"),
                              ("ood", "--score")):
            self.assertIn("made-up", self.option_help(command, flag), (command, flag))
        self.assertIn("adamw for bert or made-up, sgd for all others", self.option_help("train", "--optimizer"))
        self.assertGreaterEqual(self.run_("help", "--markdown").stdout.count("made-up"), 9)
        keys = {line.split("`")[1]: line for line in self.run_("study", "keys").stdout.splitlines() if line.startswith("| `")}
        for key in ("model", "pooling", "smoothing", "parts", "score", "kind"):
            self.assertIn("made-up", keys[key])

    def test_errors_know_it(self):
        for words in (("train", "--data", "shapes", "-o", self.top / "x", "--model", "made-uq"),
                      ("train", "--data", "shapes", "-o", self.top / "x", "--model", "linear", "--delivery", "made-uq"),
                      ("deliver", self.votes, "--epochs", "0", "-o", self.top / "x.npy", "--method", "made-uq"),
                      ("aggregate", self.votes, "-o", self.top / "x.csv", "--method", "made-uq"),
                      ("compare", self.top, "--baseline", "soft", "--metric", "made_uq")):
            self.assertRegex(self.run_(*words, status=2).stderr, "did you mean 'made.up'", words)

    def test_aggregate_and_deliver(self):
        done = self.run_("aggregate", self.votes, "--method", "made-up", "-o", self.top / "rows.csv", "--json")
        self.assertEqual(json.loads(done.stdout)["method"], "made-up")
        with open(self.top / "rows.csv", newline="", encoding="utf-8") as file:
            row = [float(cell) for cell in list(csv.reader(file))[1][1:]]
        self.assertEqual(len(set(row)), 1)
        done = self.run_("deliver", self.votes, "--method", "made-up", "--epochs", "0", "-o", self.top / "rows.npy", "--json")
        self.assertEqual(json.loads(done.stdout)["method"], "made-up")

    def test_evaluate(self):
        self.run_("aggregate", self.votes, "--method", "soft", "-o", self.top / "shares.csv")
        words = ("eval", "--pred", self.top / "shares.csv", "--votes", self.votes, "--bootstrap", "0")
        self.assertIn("made_up", self.run_(*words).stdout)
        scores = json.loads(self.run_(*words, "--json").stdout)
        self.assertIn("made_up", json.dumps(scores))

    def test_a_study(self):
        study, results = self.top / "made.yaml", self.top / "results"
        study.write_text(STUDY)
        self.run_("study", "run", study, "-o", results)
        record = json.loads(next((results / "runs").glob("made-up-seed0*/run.json")).read_text())
        self.assertEqual(record["spec"]["train"]["model"], "made-up")
        self.assertEqual(record["spec"]["train"]["optimizer"], "adamw")
        self.assertIn("smoothing", record["spec"]["delivery"])
        self.assertTrue(0 < record["best"]["made_up"] <= 1)
        table = (results / "made/tables/scores.md").read_text()
        self.assertIn("made-up", table)
        with open(results / "made/runs.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertTrue(all(row["made_up"] for row in rows))
        self.assertIn("made_up%made-up", rows[0])
        markdown = self.run_("report", results, "--study", study, "--format", "md").stdout
        self.assertIn("made-up score", markdown)
        page = self.top / "report.html"
        self.run_("report", results, "--study", study, "-o", page)
        self.assertIn("#123456", page.read_text(encoding="utf-8"))
        with open(results / "made/figures/points.csv", newline="", encoding="utf-8") as file:
            self.assertEqual(len(list(csv.DictReader(file))), 4)
        self.run_("report", results, "--study", study, "--figures", self.top / "figures")
        drawn = json.loads((self.top / "figures/points.vl.json").read_text())
        self.assertEqual(len(drawn["data"]["values"]), 4)
        study.write_text(STUDY.replace("kind: made-up", "kind: made-uq"))
        self.assertIn("did you mean 'made-up'", self.run_("study", "show", study, status=2).stderr)
        compared = json.loads(self.run_("compare", results / "runs", "--baseline", "made-up", "--metric", "made_up", "--json").stdout)
        self.assertIn("made_up", json.dumps(compared))

    def test_geometry_and_ood(self):
        study, results, noise = self.top / "measured.yaml", self.top / "measured", self.top / "noise.npy"
        numpy.save(noise, numpy.random.default_rng(0).integers(0, 255, (30, 16, 16, 3), dtype=numpy.uint8))
        study.write_text("name: measured\ndata: shapes\noptions: {epochs: 1, batch: 32, model: linear}\n"
                         "grid: {delivery: [soft], seed: 0..1}\n"
                         f"evaluate: {{geometry: {{parts: [made-up]}}, ood: {{outside: {noise}, score: [made-up]}}}}\n")
        self.run_("study", "run", study, "-o", results)
        with open(results / "measured/runs.csv", newline="", encoding="utf-8") as file:
            self.assertTrue(all(row[f"made-up_auroc@{noise}"] for row in csv.DictReader(file)))
        words = ("geometry", results / "runs", "--device", "cpu", "--parts")
        report = json.loads(self.run_(*words, "made-up", "--json").stdout)
        self.assertEqual([run["values"] for run in report["runs"]], [{"made_up": 0.0}, {"made_up": 0.5}])
        self.assertIn("0.2500 ± 0.3536", self.run_(*words, "made-up").stdout)
        self.assertIn("did you mean 'made-up'", self.run_(*words, "made-uq", status=2).stderr)
        words = ("ood", results / "runs", "--outside", noise, "--device", "cpu", "--score")
        report = json.loads(self.run_(*words, "made-up,energy", "--json").stdout)
        self.assertEqual(list(report["runs"][0]["sets"][0]["scores"]), ["energy", "made-up"])
        self.assertIn("made-up", self.run_(*words, "made-up").stdout)
        self.assertIn("did you mean 'made-up'", self.run_(*words, "made-uq", status=2).stderr)

    def test_texts(self):
        encoder = TinyEncoder(1, layers=1).write(self.top / "encoder")
        write_texts(self.top, items=40, classes="xyz")
        texts = self.top / "single.yaml"
        output = self.top / "features.npz"
        self.run_("encode", "--data", texts, "--encoder", encoder, "--pooling", "made-up", "-o", output)
        self.assertTrue(output.exists())
        refused = self.run_("encode", "--data", texts, "--encoder", encoder, "--pooling", "made-uq", "-o", output, status=2)
        self.assertIn("did you mean 'made-up'", refused.stderr)


if __name__ == "__main__":
    unittest.main()
