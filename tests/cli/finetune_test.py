#!/usr/bin/env python3
"""An encoder trained whole, beside torch's own layers and as its users meet it: finetune_test.py PROGRAM REPOSITORY"""
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
    import torch
    from safetensors_reader import read
    from text_case import TextCase
    from tiny_encoder import TinyEncoder, choices_of
    from torch_encoder import TorchEncoder, ids_of
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

LONGEST = 40


class Classifier(torch.nn.Module):
    """What a run's best/ folder describes, in double precision."""

    def __init__(self, folder):
        super().__init__()
        tensors, _ = read(folder / "model.safetensors")
        config = json.loads((folder / "config.json").read_text())
        self.how = config["dissent"]
        plain = {name.removeprefix("bert."): values for name, values in tensors.items()}
        self.encoder = TorchEncoder(config, plain)
        linear = lambda name: torch.nn.ParameterList([torch.nn.Parameter(torch.from_numpy(plain[f"{name}.{end}"].astype(np.float64)))
                                                      for end in ("weight", "bias")])
        self.pooler = linear("pooler.dense") if self.how["pooling"] == "first" else None
        self.head = linear("classifier")

    def features(self, one, two):
        hidden = self.encoder(*ids_of(one, two, LONGEST))
        if self.pooler is None:
            return hidden.mean(0)
        return torch.tanh(torch.nn.functional.linear(hidden[0], *self.pooler))

    def forward(self, one, two):
        if two is not None and self.how["pairs"] == "apart":
            u, v = self.features(one, None), self.features(two, None)
            return torch.nn.functional.linear(torch.cat([u, v, (u - v).abs(), u * v]), *self.head)
        return torch.nn.functional.linear(self.features(one, two), *self.head)


class FineTuned(TextCase):
    program, items, layers = PROGRAM, 60, 2

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        torch.set_num_threads(1)

    def words(self, data="pair.yaml", encoder=None, batch=16, rate=0.002):
        return ["train", "--data", self.top / data, "--encoder", encoder or self.encoder, "--model", "bert", "--max-length", LONGEST, "--device",
                "cpu", "--batch", batch, "--lr", rate]

    def train(self, output, *more, status=0, **how):
        self.run_(*self.words(**how), "-o", self.top / output, *more, status=status)
        return self.top / output

    def predictions(self, run):
        with np.load(run / "predictions.npz") as arrays:
            return dict(arrays)

    def test_the_folder_says_what_the_run_says(self):
        for number, (data, more) in enumerate([("pair.yaml", ["--pooling", "mean", "--delivery", "soft"]),
                                               ("pair.yaml", ["--pooling", "first", "--delivery", "sls"]),
                                               ("pair.yaml", ["--pairs", "apart", "--delivery", "multipass"]),
                                               ("single.yaml", ["--pooling", "first", "--delivery", "mixup"]),
                                               ("choice.yaml", ["--pooling", "first", "--delivery", "sls"])]):
            with self.subTest(data=data, more=more):
                run = self.train(f"folder{number}", "--epochs", 3, *more, data=data)
                model, found = Classifier(run / "best"), self.predictions(run)
                for i, ((name, one, two), item, logits) in enumerate(zip(self.texts, found["items"], found["logits"])):
                    self.assertEqual(name, item)
                    if data == "choice.yaml":
                        expected = torch.cat([model(one, choice) for choice in choices_of(self.texts, i, 3)]).detach().numpy()
                    else:
                        expected = model(one, two if data == "pair.yaml" else None).detach().numpy()
                    np.testing.assert_allclose(logits, expected, rtol=0, atol=2e-5 * max(1, np.abs(expected).max()))
        config = json.loads((run / "best" / "config.json").read_text())
        self.assertEqual(config["architectures"], ["BertForMultipleChoice"])

    def test_trained_as_torch_trains_it(self):
        # Without dropout and with all items in one batch, nothing is left to chance: every step can be taken by torch, too.
        folder = shutil.copytree(self.encoder, self.top / "plain")
        config = json.loads((folder / "config.json").read_text()) | {"hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0}
        (folder / "config.json").write_text(json.dumps(config))
        epochs, rate, decay, warmup, clip = 10, 0.02, 0.02, 0.25, 0.1
        how = {"encoder": folder, "batch": 1000, "rate": rate}
        words = ["--weight-decay", decay, "--clip", clip, "--warmup", warmup, "--delivery", "soft", "--epochs"]
        # The weights at the start: of a run whose only step has a rate of zero.
        model = Classifier(self.train("start", *words, 1, **how) / "best")
        run = self.train("trained", *words, epochs, **how)
        found = self.predictions(run)
        votes = {}
        for line in (self.top / "texts.csv").read_text().splitlines()[1:]:
            item, _, label = line.split(",")[:3]
            votes.setdefault(item, []).append("xyz".index(label))
        share = torch.tensor([[votes[name].count(k) / len(votes[name]) for k in range(3)] for name, _, _ in self.texts])
        train = [i for i, part in enumerate(found["split"]) if part == "train"]
        optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
        rising = -(-warmup * epochs // 1)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda t: t / rising if t < rising else (epochs - t) / (epochs - rising))
        losses, states = [], []
        for _ in range(epochs):
            optimizer.zero_grad()
            logits = torch.stack([model(*self.texts[i][1:]) for i in train])
            loss = torch.nn.functional.cross_entropy(logits, share[train].double())
            loss.backward()
            length = torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
            self.assertGreater(length, clip)  # so that something is cut
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            states.append({name: value.clone() for name, value in model.state_dict().items()})
        rows = [line.split(",") for line in (run / "history.csv").read_text().splitlines()[1:]]
        np.testing.assert_allclose([float(row[2]) for row in rows], losses, rtol=1e-4)
        self.assertLess(losses[-1], 0.95 * losses[0])
        best = json.loads((run / "run.json").read_text())["best"]["epoch"]
        model.load_state_dict(states[best - 1])
        with torch.no_grad():
            expected = torch.stack([model(one, two) for _, one, two in self.texts]).numpy()
        np.testing.assert_allclose(found["logits"], expected, rtol=0, atol=2e-3 * np.abs(expected).max())

    def test_killed_it_ends_with_the_same_bits(self):
        more = ["--epochs", 12, "--delivery", "sls", "--checkpoint-seconds", "0"]
        self.kill_once_saved("killed", *self.words(), *more)
        killed, whole = self.train("killed", *more), self.train("whole", *more)
        for name in ("history.csv", "predictions.npz", "best/model.safetensors", "last.safetensors"):
            self.assertEqual((killed / name).read_bytes(), (whole / name).read_bytes(), name)

    def test_it_needs_nothing_but_its_folder_and_starts_another(self):
        encoder = Path(shutil.copytree(self.encoder, self.top / "gone"))
        run = self.train("alone", "--epochs", 2, encoder=encoder)
        shutil.rmtree(encoder)
        shutil.rmtree(self.top / "data")
        before = self.predictions(run)["logits"]
        self.run_("predict", run)
        np.testing.assert_array_equal(self.predictions(run)["logits"], before)
        self.run_("predict", run, "--checkpoint", "last", "-o", self.top / "last.npz")
        tokens = list((self.top / "data" / "tokens").iterdir())
        again = self.train("again", "--epochs", 1, encoder=run / "best")
        self.assertEqual(tokens, list((self.top / "data" / "tokens").iterdir()))  # the same tokenizer, the same tokens
        self.assertEqual(json.loads((again / "best" / "config.json").read_text())["id2label"], {"0": "x", "1": "y", "2": "z"})
        self.run_("train", "--data", self.top / "pair.yaml", "--encoder", run / "best", "--model", "linear", "--epochs", "1", "--device", "cpu", "-o",
                  self.top / "frozen")

    def test_measured(self):
        runs = [self.train(f"measured-{name}", "--epochs", 2, "--delivery", name) for name in ("soft", "sls")]
        found = json.loads(self.run_("geometry", *runs, "--parts", "hessian,barrier,variance", "--probes", "2", "--points", "3", "--slice",
                                     "none", "--json").stdout)
        self.assertIn("barrier", json.dumps(found))
        other = self.train("measured-first", "--epochs", 1, "--delivery", "multipass", "--pooling", "first")
        self.assertIn("encoders differ", self.run_("geometry", runs[0], other, "--parts", "barrier", "--slice", "none", status=2).stderr)
        study = self.top / "measured.yaml"
        study.write_text(f"""name: measured
about: Texts.
data: {self.top / "pair.yaml"}
options: {{encoder: {self.encoder}, model: bert, max-length: 40, epochs: 1, precision: float32}}
grid: {{delivery: [soft, sls], seed: 0}}
checkpoints: none
evaluate: {{geometry: {{parts: [hessian], probes: 2, slice: none}}}}
tables: [{{name: scores, metrics: [kl, trace]}}]
""")
        self.run_("study", "run", study, "-o", self.top / "results", "--device", "cpu")
        self.assertEqual([], list((self.top / "results" / "runs").glob("*/best")))

    def test_what_is_refused(self):
        self.run_("data", "get", "shapes")
        encoder = TinyEncoder(1, layers=1)
        encoder.config["type_vocab_size"] = 1
        encoder.weights["embeddings.token_type_embeddings.weight"] = encoder.weights["embeddings.token_type_embeddings.weight"][:1]
        narrow = encoder.write(self.top / "narrow")
        for said, words in (("type_vocab_size of 1", ["--data", self.top / "pair.yaml", "--encoder", narrow]),
                            (("reads texts", "images"), ["--data", "shapes"]),
                            ("--warmup", ["--data", self.top / "pair.yaml", "--encoder", self.encoder, "--warmup", "2"]),
                            ("--optimizer", ["--data", self.top / "pair.yaml", "--encoder", self.encoder, "--optimizer", "adam"])):
            message = self.run_("train", "--model", "bert", "--epochs", "1", "--device", "cpu", "-o", self.top / "no", *words, status=2).stderr
            for part in (said if isinstance(said, tuple) else (said,)):
                self.assertIn(part, message)
            self.assertFalse((self.top / "no").exists())
        run = self.train("damaged", "--epochs", 1)
        config = json.loads((run / "best" / "config.json").read_text())
        del config["dissent"]
        (run / "best" / "config.json").write_text(json.dumps(config))
        self.assertIn("its head is described there", self.run_("predict", run, status=2).stderr)
        (run / "best" / "model.safetensors").unlink()
        self.assertIn("has no best/model.safetensors", self.run_("predict", run, status=2).stderr)


if __name__ == "__main__":
    unittest.main()
