#!/usr/bin/env python3
"""Texts as their users meet them: text_test.py PROGRAM REPOSITORY. Trained, resumed, predicted, studied and refused."""
import json
import shutil
import sys
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1)).resolve()
REPOSITORY = Path(sys.argv.pop(1)).resolve()
if not (PROGRAM.parent / "dissent-torch").exists():
    print("skipped: built without libtorch")
    sys.exit(77)
sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
try:
    import numpy as np
    from text_case import TextCase
    from tiny_encoder import TinyEncoder
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)


class Texts(TextCase):
    program = PROGRAM

    def train(self, output, *more, data="pair.yaml", **how):
        return self.run_("train", "--data", self.top / data, "--encoder", self.encoder, "--model", "linear", "--epochs", "5", "--lr", "0.01",
                         "--device", "cpu", "-o", self.top / output, *more, **how)

    def test_trained_predicted_and_scored(self):
        self.train("run", "--delivery", "multipass")
        self.assertTrue(list((self.top / "data" / "features").glob("*.safetensors")))
        record = json.loads((self.top / "run" / "run.json").read_text())
        self.assertEqual(record["spec"]["encoder"]["pooling"], "mean")
        self.assertEqual(len(record["spec"]["encoder_hash"]), 64)
        shutil.copy(self.top / "run" / "predictions.npz", self.top / "before.npz")
        self.run_("predict", self.top / "run")
        with np.load(self.top / "before.npz") as before, np.load(self.top / "run" / "predictions.npz") as after:
            np.testing.assert_array_equal(before["logits"], after["logits"])
        self.run_("eval", "--data", self.top / "pair.yaml", "--pred", self.top / "run" / "predictions.npz", "--bootstrap", "20")
        self.run_("geometry", self.top / "run", "--parts", "hessian", "--probes", "3", "--slice", "none")

    def test_the_encoders_content_decides_not_its_place(self):
        moved = Path(shutil.copytree(self.encoder, self.top / "moved"))
        other = TinyEncoder(2).write(self.top / "other")
        ids = []
        for number, folder in enumerate([self.encoder, moved, other]):
            self.run_("train", "--data", self.top / "pair.yaml", "--encoder", folder, "--model", "linear", "--epochs", "1", "--device", "cpu", "-o",
                      self.top / f"id{number}")
            ids.append(json.loads((self.top / f"id{number}" / "run.json").read_text())["id"])
        self.assertEqual(ids[0], ids[1])
        self.assertNotEqual(ids[0], ids[2])
        shutil.rmtree(self.top / "data" / "features")
        (self.encoder / "vocab.txt").write_text((self.encoder / "vocab.txt").read_text() + "\n")
        try:
            self.assertIn("not the encoder that the run was trained with", self.run_("predict", self.top / "id0", status=2).stderr)
        finally:
            TinyEncoder(1).write(self.encoder)

    def test_killed_it_ends_with_the_same_bits(self):
        words = ["train", "--data", self.top / "single.yaml", "--encoder", self.encoder, "--model", "mlp", "--epochs", "40", "--delivery", "sls",
                 "--checkpoint-seconds", "0", "--device", "cpu"]
        self.kill_once_saved("killed", *words)
        self.run_(*words, "-o", self.top / "killed")
        self.run_(*words, "-o", self.top / "whole")
        for name in ("history.csv", "predictions.npz", "best.safetensors"):
            self.assertEqual((self.top / "killed" / name).read_bytes(), (self.top / "whole" / name).read_bytes(), name)

    def test_a_study_and_its_report_show_texts(self):
        file = self.top / "texts-study.yaml"
        file.write_text(f"""name: texts
about: Texts.
data: {self.top / "pair.yaml"}
options: {{encoder: {self.encoder}, model: linear, epochs: 4, lr: 0.01, precision: float32}}
grid: {{delivery: [majority, soft], votes-per-item: [1, 0], seed: 0..1}}
evaluate: {{relative-to: majority}}
tables:
- {{name: scores, rows: [votes-per-item, delivery], metrics: [kl, entropy_pearson]}}
- {{name: relative, rows: [votes-per-item, delivery], metrics: ["kl%majority"], where: {{delivery: soft}}}}
""")
        self.run_("study", "run", file, "-o", self.top / "results", "--device", "cpu")
        report = json.loads(self.run_("report", self.top / "results", "--format", "json").stdout)
        scores, relative = report["tables"]
        kl = {(row["votes-per-item"], row["delivery"]): row["kl"]["mean"] for row in scores["rows"]}
        runs = [line.split(",") for line in (self.top / "results" / "texts" / "runs.csv").read_text().splitlines()]
        at = {name: number for number, name in enumerate(runs[0])}
        of = {(r[at["votes-per-item"]], r[at["delivery"]], r[at["seed"]]): float(r[at["kl"]]) for r in runs[1:]}
        for row in relative["rows"]:
            votes = row["votes-per-item"]
            option = "0" if votes == "all" else votes
            soft, majority = ([of[option, delivery, seed] for seed in "01"] for delivery in ("soft", "majority"))
            each = [100 * (s - m) / (sum(majority) / 2) for s, m in zip(soft, majority)]
            self.assertAlmostEqual(row["kl%majority"]["mean"], 100 * (sum(soft) / sum(majority) - 1), places=9)
            self.assertAlmostEqual(row["kl%majority"]["sd"], np.std(each, ddof=1), places=9)
        self.assertEqual(len(kl), 4)
        if "page        yes" in self.run_("version").stdout:
            page = self.top / "texts.html"
            self.run_("report", self.top / "results", "-o", page)
            self.assertTrue("big" in page.read_text(encoding="utf-8"))

    def test_choices_are_scored_by_the_same_layers(self):
        self.run_("train", "--data", "choice.yaml", "--encoder", self.encoder, "--model", "mlp", "--epochs", "2", "--max-length", "40",
                  "--device", "cpu", "-o", self.top / "choice")
        record = json.loads((self.top / "choice" / "run.json").read_text())
        self.assertEqual(record["input"], [3, 24])
        self.assertEqual(record["classes"], ["x", "y", "z"])

    def refused(self, said, *words, data="pair.yaml"):
        model = () if "--model" in words else ("--model", "linear")
        message = self.run_("train", "--data", self.top / data, *model, "--epochs", "1", "--device", "cpu", "-o", self.top / "no", *words,
                            status=2).stderr
        for part in (said if isinstance(said, tuple) else (said,)):
            self.assertIn(part, message)
        self.assertFalse((self.top / "no").exists())

    def test_what_is_refused(self):
        self.refused(("are texts", "--encoder minilm"))
        self.refused("dissent data get minilm", "--encoder", "minilm")
        self.refused("neither a folder nor minilm", "--encoder", "nowhere")
        self.refused("--pooling", "--encoder", self.encoder, "--pooling", "max")
        self.refused("takes images", "--encoder", self.encoder, "--model", "resnet8")
        broken = self.top / "broken"

        def breaks(said, change):
            shutil.rmtree(broken, ignore_errors=True)
            shutil.copytree(self.encoder, broken)
            change(broken)
            self.refused(said, "--encoder", broken)

        weights = (self.encoder / "model.safetensors").read_bytes()
        config = json.loads((self.encoder / "config.json").read_text())
        breaks("has no config.json", lambda f: (f / "config.json").unlink())
        breaks("has no model.safetensors", lambda f: (f / "model.safetensors").unlink())
        breaks("neither tokenizer.json nor vocab.txt", lambda f: (f / "vocab.txt").unlink())
        breaks("model.safetensors", lambda f: (f / "model.safetensors").write_bytes(weights[: len(weights) // 2]))
        breaks("model_type", lambda f: (f / "config.json").write_text(json.dumps({**config, "model_type": "gpt2"})))
        breaks(("where config.json makes it", "intermediate.dense"),
               lambda f: (f / "config.json").write_text(json.dumps({**config, "intermediate_size": 44})))
        breaks("has no tensor encoder.layer.3", lambda f: (f / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 4})))
        breaks(("vocab.txt", "vocab_size"), lambda f: (f / "vocab.txt").write_text((f / "vocab.txt").read_text() + "more\n"))
        breaks("BPE", lambda f: (f / "tokenizer.json").write_text('{"model": {"type": "BPE", "vocab": {}, "merges": []}}'))

    def test_texts_that_are_refused(self):
        rows = (self.top / "texts.csv").read_bytes().split(b"\n")
        for name, said, second in (("latin", "not UTF-8", b"caf\xe9"), ("empty", "is empty", b"")):
            changed = [line.rsplit(b",", 1)[0] + b"," + second for line in rows[1:4]]  # all votes on the first item
            (self.top / f"{name}.csv").write_bytes(b"\n".join([rows[0], *changed, *rows[4:]]))
            (self.top / f"{name}.yaml").write_text((self.top / "pair.yaml").read_text().replace("texts.csv", f"{name}.csv"))
            self.refused((f"{name}.csv", "line 2", said), "--encoder", self.encoder, data=f"{name}.yaml")
        (self.top / "column.yaml").write_text((self.top / "pair.yaml").read_text().replace("[one, two]", "[one, three]"))
        self.refused("three", "--encoder", self.encoder, data="column.yaml")


if __name__ == "__main__":
    unittest.main()
