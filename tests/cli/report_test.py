#!/usr/bin/env python3
"""`dissent report` as its users meet it: report_test.py PROGRAM REPOSITORY. Formats, what is missing, what is refused.

The study is made up (tests/web/make_study.py); the page itself is tested in a browser by tests/web.
"""
import csv
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1))
REPOSITORY = Path(sys.argv.pop(1))

try:
    import numpy  # noqa: F401  (what make_study writes arrays with)
except ImportError:
    print("skipped: numpy is not there")
    sys.exit(77)

sys.path.insert(0, str(REPOSITORY / "tests" / "web"))
import make_study  # noqa: E402


def dissent(*words, status=0):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == status, f"{words}: status {done.returncode}, not {status}: {done.stderr[:2000]}"
    if status == 2:
        assert done.stderr.count("\n") == 1, f"not one line: {done.stderr}"
    return done


HAS_PAGE = re.search(r"^\W*page\W+yes", dissent("version").stdout, re.MULTILINE) is not None


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.top = Path(cls.scratch.name)
        cls.results = make_study.make(PROGRAM, cls.top / "made", runs=16)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def copy(self, name):
        """The results in a folder of this test's own; their data stays where the study says."""
        return Path(shutil.copytree(self.results, self.top / name))

    def as_json(self, *words):
        return json.loads(dissent("report", *words, "--format", "json").stdout)

    def table(self, report, name):
        return next(table for table in report["tables"] if table["name"] == name)

    def refused(self, *words):
        return dissent("report", *words, status=2).stderr

    def test_every_format_has_the_same_tables(self):
        report = self.as_json(self.results)
        rows = self.table(report, "scores")["rows"]
        self.assertEqual(len(rows), 8)
        text = dissent("report", self.results, "--format", "csv", "--table", "scores").stdout
        read = list(csv.DictReader(io.StringIO(text)))
        for ours, theirs in zip(rows, read, strict=True):
            self.assertEqual(ours["soft_nll"]["mean"], float(theirs["soft_nll.mean"]))
            self.assertEqual(ours["soft_nll"]["sd"], float(theirs["soft_nll.sd"]))
        mean = f"{rows[0]['soft_nll']['mean']:.4f}"
        for form in ("md", "latex"):
            shown = dissent("report", self.results, "--format", form).stdout
            for table in report["tables"]:
                self.assertTrue(table["title"] in shown, (form, table["title"]))
            self.assertTrue(mean in shown, (form, mean))
        self.assertEqual(len(text.splitlines()), 9)

    def test_a_table_on_disk_has_the_bytes_of_the_report(self):
        results = self.copy("same")
        dissent("study", "tables", results / "tiny" / "study.yaml", "-o", results)
        whole = dissent("report", results, "--format", "md").stdout
        tables = sorted((results / "tiny" / "tables").glob("*.md"))
        tests = sorted((results / "tiny" / "tests").glob("*.md"))
        self.assertTrue(tables and tests)
        for file in tables:
            self.assertEqual(file.read_text(), dissent("report", results, "--format", "md", "--table", file.stem).stdout)
        for file in tables + tests:
            self.assertIn("\n" + file.read_text(), whole, file.name)

    def test_means_are_those_of_the_runs(self):
        rows = self.table(self.as_json(self.results), "scores")["rows"]
        records = [json.loads((run / "run.json").read_text()) for run in (self.results / "runs").iterdir()]
        for row in rows:
            mine = [record["best"]["soft_nll"] for record in records
                    if record["spec"]["delivery"]["method"] == row["delivery"]
                    and str(record["spec"]["votes"]["votes-per-item"] or "all") in str(row["votes-per-item"])]
            self.assertEqual(len(mine), 2, row)
            self.assertAlmostEqual(row["soft_nll"]["mean"], sum(mine) / 2, delta=1e-6)

    def test_a_study_still_running_shows_what_is_there_and_what_is_missing(self):
        results = self.copy("running")
        for run in list((results / "runs").glob("sls-seed1-*")):
            shutil.rmtree(run)
        report = self.as_json(results)
        self.assertTrue(any("14 of 16 runs are finished. Missing: sls" in notice for notice in report["notices"]), report["notices"])
        self.assertEqual(len(self.table(report, "scores")["rows"]), 8)
        for run in (results / "runs").iterdir():
            shutil.rmtree(run)
        report = self.as_json(results)
        self.assertTrue(any("None of the 16 runs of this study is finished" in notice for notice in report["notices"]), report["notices"])

    def test_a_failed_run_is_told_with_its_reason(self):
        results = self.copy("failed")
        run = next((results / "runs").glob("sls-seed1-*"))
        name = run.name
        shutil.rmtree(run)
        (results / "failed").mkdir()
        (results / "failed" / name).write_text("out of memory\n")
        self.assertTrue(any("out of memory" in notice for notice in self.as_json(results)["notices"]))

    def test_without_the_data_the_records_speak(self):
        made = self.top / "moved"
        results = make_study.make(PROGRAM, made, runs=16)
        whole = self.as_json(results)
        shutil.rmtree(made / "data")
        report = self.as_json(results)
        self.assertEqual(self.table(report, "scores"), self.table(whole, "scores"))
        self.assertTrue(any("dataset.yaml" in notice for notice in report["notices"]), report["notices"])
        self.assertLess(len(report["figures"]), len(whole["figures"]))

    def test_without_predictions_what_was_written_before_stays(self):
        results = self.copy("kept")
        file = results / "tiny" / "study.yaml"
        dissent("study", "tables", file, "-o", results)
        before = self.as_json(results)
        for run in (results / "runs").iterdir():
            (run / "predictions.npz").unlink()
        after = self.as_json(results)
        self.assertEqual(self.table(after, "disagreement"), self.table(before, "disagreement"))
        names = [figure["name"] for figure in after["figures"]]
        for name in ("reliability", "entropy", "sparse-target"):
            self.assertIn(name, " ".join(names))

    def test_several_folders_are_one_report(self):
        other = make_study.make(PROGRAM, self.top / "other", runs=16, name="second", about="Another one.")
        report = self.as_json(self.results, other)
        self.assertEqual(len([t for t in report["tables"] if "scores" in t["name"]]), 2)
        self.assertEqual(len({t["name"] for t in report["tables"]}), len(report["tables"]))
        self.assertEqual(len({f["name"] for f in report["figures"]}), len(report["figures"]))

    def test_one_studys_own_folder(self):
        self.assertEqual(self.as_json(self.results / "tiny"), self.as_json(self.results))
        file = self.results / "tiny" / "study.yaml"
        self.assertEqual(self.as_json(self.results, "--study", file), self.as_json(self.results))
        one = self.as_json(self.results, "--seeds", "0")
        self.assertIsNone(self.table(one, "scores")["rows"][0]["soft_nll"].get("sd"))

    def test_figures_are_specifications_and_pictures(self):
        folder = self.top / "figures"
        dissent("report", self.results, "--figures", folder)
        names = {figure["name"] for figure in self.as_json(self.results)["figures"]}
        specs = sorted(folder.glob("*.vl.json"))
        self.assertEqual({spec.name.removesuffix(".vl.json") for spec in specs}, names)
        for spec in specs:
            content = json.loads(spec.read_text())
            self.assertTrue("vega-lite/v6" in content["$schema"], content["$schema"])
        if not HAS_PAGE or shutil.which("node") is None:
            return
        for spec in specs:
            picture = xml.parse(folder / spec.name.replace(".vl.json", ".svg")).getroot()
            marks = [e for e in picture.iter() if e.tag.endswith("}path") and e.get("aria-roledescription")]
            marks += [e for e in picture.iter() if e.tag.endswith("}path")]
            self.assertGreater(len(marks), 5, spec.name)

    def test_a_page_only_where_it_was_built(self):
        page = self.top / "page.html"
        if HAS_PAGE:
            dissent("report", self.results, "-o", page)
            self.assertTrue(page.read_text(encoding="utf-8").lower().startswith("<!doctype html>"))
        else:
            self.assertIn("DISSENT_WEB", self.refused(self.results, "-o", page))
            self.assertFalse(page.exists())

    def test_items_of_every_data_set(self):
        if not HAS_PAGE:
            self.skipTest("no page in this build")
        results = make_study.make(PROGRAM, self.top / "several", runs=16, items=50, more=[("second <one>", ["yes", "no"])])
        page = self.top / "several.html"
        dissent("report", results, "-o", page)
        text = page.read_text(encoding="utf-8")
        found = [json.loads(data) for data in re.findall(r'<script type="application/json" id="items-[^"]*">(.*?)</script>', text, re.DOTALL)]
        self.assertEqual([data["classes"] for data in found], [["cat", "dog", "ship"], ["yes", "no"]])
        self.assertTrue("<h3>made-up</h3>" in text)
        self.assertTrue("<h3>second &lt;one&gt;</h3>" in text)
        self.assertEqual(len(set(re.findall(r'data-explorer="([^"]*)"', text))), 2)
        for data in found:  # only what was predicted of it, and without its name, which stands above
            self.assertEqual({(s["method"], s["setting"]) for s in data["series"]},
                             {(d, s) for d in list(make_study.DELIVERIES)[:4] for s in ("3 votes an item", "all votes")})
            self.assertEqual(data["shown"], 4)

    def test_what_is_refused(self):
        nothing = self.top / "nothing"
        nothing.mkdir()
        file = self.top / "a-file"
        file.write_text("")
        bare = self.copy("bare")
        (bare / "tiny" / "study.yaml").unlink()
        json_ = ("--format", "json")
        self.assertIn("no such folder", self.refused(self.top / "absent", *json_))
        self.assertIn("a file; a folder", self.refused(file, *json_))
        self.assertIn("dissent study run FILE -o DIR", self.refused(nothing, *json_))
        self.assertIn("name the study's file with --study", self.refused(bare, *json_))
        self.assertIn("name the study's file with --study", self.refused(bare / "tiny", *json_))
        self.assertIn("did you mean", self.refused(self.results, "--format", "pdf"))
        self.assertIn("did you mean 'scores'", self.refused(self.results, *json_, "--table", "scoers"))
        self.assertIn("in which format?", self.refused(self.results, "--table", "scores"))
        self.assertIn("absent.yaml", self.refused(self.results, *json_, "--study", self.top / "absent.yaml"))
        self.assertIn("--seeds", self.refused(self.results, *json_, "--seeds", "5..1"))
        if HAS_PAGE:
            self.assertIn("a folder, where the file", self.refused(self.results, "-o", nothing))
            self.assertIn("absent", self.refused(self.results, "-o", self.top / "absent" / "page.html"))
        self.assertIn("--figures", self.refused(self.results, "--figures", file / "x"))


if __name__ == "__main__":
    unittest.main()
