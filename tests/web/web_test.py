#!/usr/bin/env python3
"""The report as its readers meet it: web_test.py PROGRAM WEB CHROMIUM. WEB: the build's folder with node_modules.

Pages of made-up studies, of a model and of votes are opened in a real browser (page_test.mjs); what it reads is compared
with `--format json`. A large study is timed. Screenshots stay in WEB/pictures.
"""
import json
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

try:
    import numpy  # noqa: F401  (what make_study writes arrays with)
except ImportError:
    print("skipped: numpy is not there")
    sys.exit(77)
if len(sys.argv) < 4 or not Path(sys.argv[3]).exists():
    print("skipped: chromium is not there")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).resolve().parent))
import make_study  # noqa: E402

PROGRAM, WEB, CHROMIUM = (Path(argument) for argument in sys.argv[1:4])
del sys.argv[1:4]
HOSTILE = ["<script>window.__injected = 1</script>", "\"><img src=x onerror=\"window.__injected = 1\">", "</script><!-- &amp; 'naïve' 猫"]


def dissent(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}"
    return done


class Web(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.results = make_study.make(PROGRAM, cls.folder / "tiny")
        cls.pictures = WEB / "pictures"
        cls.pictures.mkdir(parents=True, exist_ok=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def browse(self, page, tables, pictures):
        folder = self.pictures / pictures
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        script = Path(__file__).resolve().parent / "page_test.mjs"
        done = subprocess.run(["node", script, WEB / "node_modules", CHROMIUM, page, tables, folder], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return json.loads(done.stdout)

    def report(self, results, name):
        page, tables = self.folder / f"{name}.html", self.folder / f"{name}.json"
        dissent("report", results, "-o", page)
        tables.write_text(dissent("report", results, "--format", "json").stdout, encoding="utf-8")
        return page, tables

    def test_a_study_in_a_browser(self):
        page, tables = self.report(self.results, "tiny")
        seen = self.browse(page, tables, "tiny")
        self.assertEqual(len(seen["figures"]), 9)  # the study's eight, and that of the first screen
        self.assertGreater(seen["numbers"], 100)

    def test_the_same_study_gives_the_same_bytes(self):
        first, _ = self.report(self.results, "one")
        second, _ = self.report(self.results, "two")
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_names_from_data_are_shown_not_run(self):
        results = make_study.make(PROGRAM, self.folder / "hostile", classes=HOSTILE, runs=16, name="hostile",
                                  about="</title></script><script>window.__injected = 1</script>")
        page, tables = self.report(results, "hostile")
        self.browse(page, tables, "hostile")
        text = page.read_text(encoding="utf-8")
        for raw in ("<script>window", "<img src=x", "</script><!--"):
            self.assertFalse(raw in text, raw)
        self.assertTrue("&lt;script&gt;window.__injected = 1&lt;/script&gt;" in text)

    def test_a_large_study_is_written_and_opened_quickly(self):
        results = make_study.make(PROGRAM, self.folder / "large", runs=100, items=10000, size=32, epochs=200, deliveries=5, name="large",
                                  classes="airplane automobile bird cat deer dog frog horse ship truck".split())
        began = time.monotonic()
        page, tables = self.folder / "large.html", self.folder / "large.json"
        dissent("report", results, "-o", page)
        took = time.monotonic() - began
        tables.write_text(dissent("report", results, "--format", "json").stdout, encoding="utf-8")
        seen = self.browse(page, tables, "large")
        print(f"100 runs, 2000 evaluation items each: written in {took:.2f} s, {page.stat().st_size / 1e6:.1f} MB, interactive in "
              f"{seen['interactive']:.2f} s, first figure after {seen['firstFigure']:.2f} s, slowest frame {seen['slowestFrame']:.0f} ms")
        self.assertLess(took, 3)
        self.assertLess(page.stat().st_size, 15e6)
        self.assertLess(seen["interactive"], 2)
        self.assertEqual(seen["items"], 2000)

    def test_pages_of_a_model_and_of_votes(self):
        runs = sorted((self.results / "runs").iterdir())
        page = self.folder / "model.html"
        dissent("eval", "--data", self.folder / "tiny" / "data" / "dataset.yaml", "--pred", runs[0] / "predictions.npz", runs[-1] / "predictions.npz",
                "--bootstrap", "50", "--report", page)
        self.assert_opens(page, figures=3)
        page = self.folder / "votes.html"
        dissent("inspect", self.folder / "tiny" / "data" / "votes.csv", "--report", page)
        self.assert_opens(page, figures=3)

    def assert_opens(self, page, figures):
        script = """
            import {pathToFileURL} from "node:url";
            const [modules, executablePath, page] = process.argv.slice(2);
            const {chromium} = await import(pathToFileURL(`${modules}/playwright-core/index.mjs`));
            const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});
            const tab = await browser.newPage();
            tab.on("console", (m) => console.error(m.text()));
            tab.on("pageerror", (e) => console.error(e.message));
            tab.on("request", (r) => { if (r.url() !== pathToFileURL(page).href) console.error(r.url()); });
            await tab.goto(pathToFileURL(page).href);
            await tab.waitForSelector("html[data-ready=yes]");
            for (const part of await tab.$$(".plot, .explorer")) {
              await part.scrollIntoViewIfNeeded();
              await part.waitForSelector("xpath=self::*[@data-drawn='yes']", {timeout: 10000});
            }
            console.log(await tab.locator(".plot svg").count(), await tab.locator(".card").count() > 0);
            await browser.close();
        """
        file = self.folder / "open.mjs"
        file.write_text(script, encoding="utf-8")
        done = subprocess.run(["node", file, WEB / "node_modules", CHROMIUM, page], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr, done.stdout.strip()), (0, "", f"{figures} true"))


if __name__ == "__main__":
    unittest.main()
