#!/usr/bin/env python3
"""Training as its users meet it: train_test.py PROGRAM REPOSITORY. Killed, stopped, refused, and predicted from."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1))
REPOSITORY = Path(sys.argv.pop(1))
sys.path.insert(0, str(REPOSITORY / "tests" / "support"))

if not (PROGRAM.parent / "dissent-torch").exists():
    print("skipped: built without libtorch")
    sys.exit(77)
try:
    import numpy
    from safetensors_reader import read
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

FILES = ("best.safetensors", "last.safetensors", "history.csv", "predictions.npz")


class Train(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.top = Path(cls.scratch.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="2")
        cls.run_(cls, "data", "get", "shapes", "--items", "150")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_(self, *words, status=0, **more):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=self.environment,
                              check=False, **more)
        assert done.returncode == status, f"status {done.returncode}, not {status}: {done.stderr}"
        if status == 2:
            assert done.stderr.count("\n") == 1, f"not one line: {done.stderr}"
        return done

    def command(self, folder, epochs=6, *more):
        return ["train", "--data", "shapes", "--model", "resnet8", "--delivery", "multipass", "--epochs", epochs, "--batch",
                "32", "--device", "cpu", "-o", folder, *more]

    def expect_same(self, one, other):
        for name in FILES:
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes(), name)

    def whole(self):
        folder = self.top / "whole"
        if not folder.exists():
            self.run_(*self.command(folder))
        return folder

    def test_killed_at_any_moment_it_ends_with_the_same_bits(self):
        folder = self.top / "killed"
        state = Path(f"{folder}.partial") / "state.safetensors"
        written = lambda: state.stat().st_mtime_ns if state.exists() else 0
        kills = 0
        for attempt in range(60):
            before = written()
            process = subprocess.Popen([PROGRAM, *map(str, self.command(folder, 6, "--checkpoint-seconds", "0"))],
                                       env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Later each time after it has saved something new, so that it comes to an end on any machine.
            while process.poll() is None and written() == before:
                time.sleep(0.0005)
            time.sleep(0.01 * 1.12 ** attempt)
            if process.poll() is None:
                process.kill()
                kills += 1
            process.wait()
            if folder.exists():
                break
        self.assertTrue(folder.exists())
        self.assertGreater(kills, 0)
        self.expect_same(folder, self.whole())

    def test_ctrl_c_leaves_a_state_that_goes_on(self):
        folder = self.top / "stopped"
        process = subprocess.Popen([PROGRAM, *map(str, self.command(folder, 6))], env=self.environment,
                                   stderr=subprocess.PIPE, text=True)
        partial = Path(f"{folder}.partial")
        while not partial.exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        message = process.communicate(timeout=60)[1]
        if process.returncode == 0:
            self.skipTest("it was done before the signal came")
        self.assertEqual(process.returncode, 130)
        self.assertIn("the same command goes on", message)
        self.assertTrue((partial / "state.safetensors").exists())
        self.run_(*self.command(folder))
        self.expect_same(folder, self.whole())
        self.assertFalse(partial.exists())

    def test_two_processes_do_not_work_on_one_run(self):
        folder = self.top / "twice"
        process = subprocess.Popen([PROGRAM, *map(str, self.command(folder, 400))], env=self.environment,
                                   stderr=subprocess.DEVNULL)
        while not Path(f"{folder}.partial/spec.json").exists():
            time.sleep(0.01)
        done = self.run_(*self.command(folder, 400), status=2)
        self.assertIn("another process", done.stderr)
        process.kill()
        process.wait()

    def test_a_full_disk_loses_nothing(self):
        folder = self.top / "full"
        self.assertEqual(self.run_(*self.command(folder, 6, "--checkpoint-seconds", "0"), status=2,
                                   preexec_fn=small_files).stderr.count("File too large"), 1)
        self.assertFalse(folder.exists())
        self.run_(*self.command(folder))
        self.expect_same(folder, self.whole())

    def test_what_cannot_be_trained_is_told_in_one_line(self):
        base = ["train", "--data", "shapes", "--device", "cpu", "-o", self.top / "no"]
        for words, said in ((["--model", "resnet9"], "resnet8"), (["--delivery", "softt"], "did you mean 'soft'"),
                            (["--epochs", "0"], "--epochs 0"), (["--seed", "a"], "--seed"), (["--seed", "0..3,2"], "2 comes twice"),
                            (["--delivery", "soft", "--smoothing", "0.3"], "smoothing"),
                            (["--votes-per-item", "9", "--cut", "nested"], "votes")):
            with self.subTest(words=words):
                self.assertIn(said, self.run_(*base, *words, status=2).stderr)
        gpu = ["train", "--data", "shapes", "--device", "gpu", "-o", self.top / "no"]
        self.assertIn("known: cpu, cuda, auto", self.run_(*gpu, status=2).stderr)
        self.assertIn("nosuch", self.run_("train", "--data", "nosuch", "-o", self.top / "no", status=2).stderr)
        self.assertFalse((self.top / "no").exists())
        (self.top / "file").write_text("")
        self.assertIn("file", self.run_(*self.command(self.top / "file" / "run"), status=2).stderr)

    def test_several_runs_and_their_records(self):
        folder = self.top / "several"
        words = ["train", "--data", "shapes", "--model", "linear", "--delivery", "soft,sls", "--seed", "1..2", "--epochs", "2",
                 "--device", "cpu", "-o", folder, "--json"]
        runs = json.loads(self.run_(*words).stdout)["runs"]
        self.assertEqual(sorted(Path(run["folder"]).name for run in runs),
                         ["sls-seed1", "sls-seed2", "soft-seed1", "soft-seed2"])
        self.assertEqual(len({run["id"] for run in runs}), 4)
        again = json.loads(self.run_(*words).stdout)["runs"]
        self.assertTrue(all(run["was_there"] for run in again))

    def test_predictions_score_as_the_record_says(self):
        run = self.whole()
        record = json.loads((run / "run.json").read_text())
        votes = self.top / "counts.npz"
        self.run_("convert", self.top / "data" / "shapes" / "votes.csv", "-o", votes)
        names = list(numpy.load(votes)["classes"])
        counts = numpy.load(votes)["counts"][:, [names.index(name) for name in record["classes"]]]
        p = counts / counts.sum(axis=1, keepdims=True)
        for checkpoint in ("best", "last"):
            output = self.top / f"{checkpoint}.npz"
            self.run_("predict", run, "--checkpoint", checkpoint, "--features", "-o", output)
            made = numpy.load(output)
            self.assertEqual(list(made["items"]), list(numpy.load(votes)["items"]))
            logits = made["logits"].astype(float)
            q = numpy.exp(logits - logits.max(axis=1, keepdims=True))
            q /= q.sum(axis=1, keepdims=True)
            self.assertLess(abs(made["probabilities"] - q).max(), 1e-12)
            chosen = made["split"] == "evaluation"
            self.assertEqual(chosen.sum(), 30)
            nll = -(p * numpy.log(q)).sum(axis=1)[chosen].mean()
            self.assertAlmostEqual(nll, record[checkpoint]["soft_nll"], places=6)
            brier = ((q - p) ** 2).sum(axis=1)[chosen].mean()
            self.assertAlmostEqual(brier, record[checkpoint]["soft_brier"], places=6)
            self.assertEqual(made["features"].shape, (150, 64))
        self.assertIn("--new-items", self.other_data(run).stderr)

    def test_a_runs_own_predictions_are_judged_and_compared(self):
        run = self.whole()
        own = (run / "predictions.npz").read_bytes()
        record = json.loads((run / "run.json").read_text())
        judged = json.loads(self.run_("eval", "--data", "shapes", "--pred", run / "predictions.npz", "--bootstrap", "0",
                                      "--json").stdout)
        self.assertEqual(judged["n"], 30)
        for name, value in record["best"].items():
            if name != "epoch":
                self.assertAlmostEqual(judged[name], value, places=12, msg=name)
        (run / "predictions.npz").unlink()
        self.run_("predict", run)  # without -o: back to where it was, the same
        self.assertEqual((run / "predictions.npz").read_bytes(), own)
        self.assertIn("give -o", self.run_("predict", run, "--checkpoint", "last", status=2).stderr)

        runs = self.top / "cut"
        self.run_("train", "--data", "shapes", "--model", "linear", "--epochs", "2", "--delivery", "soft,sls",
                  "--votes-per-item", "3", "--seed", "0..2", "--device", "cpu", "-o", runs)
        compared = json.loads(self.run_("compare", runs, "--baseline", "soft", "--metric", "soft_nll,js_distance",
                                        "--slice", "entropy-top:0.2", "--sparse-target", "--items", "2", "--json").stdout)
        self.assertEqual([c["metric"] for c in compared["comparisons"]], ["soft_nll", "js_distance"])
        self.assertEqual(len(compared["sparse_target"][0]["scopes"]), 8)
        self.assertEqual(len(compared["sparse_target"][0]["scopes"][0]["spearman"]), 3)
        items = compared["items"][0]
        self.assertEqual(items["improved"] + items["worsened"] + items["unchanged"], len(items["items"]))

    def other_data(self, run):
        self.environment = dict(self.environment, DISSENT_DATA=str(self.top / "other"))
        self.run_("data", "get", "shapes", "--items", "40", "--seed", "5")
        return self.run_("predict", run, "-o", self.top / "other.npz", status=2)

    def split_data(self):
        """40 items of train, 10 of dev, and 10 of test whose votes nobody gave out."""
        folder = self.top / "official"
        if folder.exists():
            return folder
        folder.mkdir()
        random = numpy.random.default_rng(3)
        parts = numpy.array(["train"] * 40 + ["valid"] * 10 + ["test"] * 10)[random.permutation(60)]
        numpy.save(folder / "x.npy", random.normal(size=(60, 4)).astype("float32"))
        rows = ["item,annotator,label,part"]
        for item, part in enumerate(parts):
            labels = [""] if part == "test" else random.choice(["no", "yes"], 3)
            rows += [f"i{item},a{a},{label},{part}" for a, label in enumerate(labels)]
        (folder / "votes.csv").write_text("\n".join(rows) + "\n")
        (folder / "dataset.yaml").write_text(
            "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\nclasses: [no, yes]\nsplit: {column: part}\n")
        return folder

    def test_an_official_split_is_the_same_for_every_seed(self):
        data = self.split_data()
        base = ["train", "--data", data, "--model", "linear", "--epochs", "2", "--device", "cpu"]
        runs = self.top / "official-runs"
        said = self.run_(*base, "--split", "official", "--seed", "0..1", "-o", runs).stdout
        self.assertIn("trained on the 40 items of train, evaluated on the 10 items of dev", said)
        votes = [line.split(",") for line in (data / "votes.csv").read_text().splitlines()[1:]]
        yes = {}
        for item, _, label, part in votes:
            yes.setdefault((item, part), []).append(label == "yes")
        for seed in (0, 1):
            record = json.loads((runs / f"soft-seed{seed}" / "run.json").read_text())
            self.assertEqual(record["spec"]["split"], {"split": "official", "train-on": "train", "evaluate-on": "dev"})
            made = numpy.load(runs / f"soft-seed{seed}" / "predictions.npz")
            names = {"train": "train", "valid": "evaluation", "test": "test"}
            self.assertEqual(list(zip(made["items"], made["split"])), [(item, names[part]) for item, part in yes])
            p = numpy.array([numpy.mean(given) for (_, part), given in yes.items() if part == "valid"])
            q = made["probabilities"][made["split"] == "evaluation"]
            self.assertAlmostEqual(-((1 - p) * numpy.log(q[:, 0]) + p * numpy.log(q[:, 1])).mean(),
                                   record["best"]["soft_nll"], places=6)
        one = runs / "soft-seed0"
        self.run_("predict", one, "-o", self.top / "official.npz")
        self.assertEqual((numpy.load(self.top / "official.npz")["split"] == "test").sum(), 10)
        judged = json.loads(self.run_("eval", "--data", data, "--pred", one / "predictions.npz", "--bootstrap", "0",
                                      "--json").stdout)
        self.assertEqual(judged["n"], 10)
        for words, told in (([], "give --split official"),
                            (["--split", "official", "--evaluate-on", "test"], "10 of its 10 items have no votes"),
                            (["--split", "official", "--train-on", "train+dev"], "give --evaluate-on test or none"),
                            (["--split", "official", "--evaluation-share", "0"], "--evaluate-on none"),
                            (["--evaluate-on", "test"], "give --split official too")):
            with self.subTest(words=words):
                self.assertIn(told, self.run_(*base, *words, "-o", self.top / "no", status=2).stderr)
        shapes = ["train", "--data", "shapes", "--device", "cpu", "--split", "official", "-o", self.top / "no"]
        self.assertIn("no official split", self.run_(*shapes, status=2).stderr)

    def test_without_an_evaluation_there_are_no_scores(self):
        data = self.split_data()
        run = self.top / "all"
        said = self.run_("train", "--data", data, "--model", "linear", "--epochs", "2", "--device", "cpu", "--split",
                         "official", "--train-on", "train+dev", "--evaluate-on", "none", "-o", run).stdout
        self.assertIn("the weights of the last epoch are kept as the best, and there are no scores", said)
        record = json.loads((run / "run.json").read_text())
        self.assertEqual((record["best"], record["items"]), ({"epoch": 2}, {"train": 50, "evaluation": 0}))
        self.assertEqual((run / "best.safetensors").read_bytes(), (run / "last.safetensors").read_bytes())
        self.assertIn("none for evaluation", self.run_("eval", "--data", data, "--pred", run / "predictions.npz",
                                                       status=2).stderr)
        for words in (["geometry", run], ["ood", run, "--outside", data]):
            self.assertIn("trained without an evaluation", self.run_(*words, "--device", "cpu", status=2).stderr)
        share = self.top / "share"
        self.run_("train", "--data", "shapes", "--model", "linear", "--epochs", "1", "--device", "cpu",
                  "--evaluation-share", "0", "-o", share)
        self.assertEqual(json.loads((share / "run.json").read_text())["items"], {"train": 150, "evaluation": 0})

    def test_what_never_began_leaves_nothing(self):
        words = ("--data", "shapes", "--epochs", "1", "--device", "cpu", "-o", self.top / "begun")
        self.run_("train", "--model", "resnet9", *words, status=2)
        self.assertFalse((self.top / "begun.partial").exists())
        self.run_("train", "--model", "linear", *words)

    def test_checkpoints_are_plain_safetensors(self):
        tensors, metadata = read(str(self.whole() / "best.safetensors"))
        self.assertEqual(tensors["conv1.weight"].shape, (16, 3, 3, 3))
        self.assertEqual(tensors["fc.weight"].shape, (4, 64))
        self.assertIn("epoch", metadata)
        last, _ = read(str(self.whole() / "last.safetensors"))
        self.assertEqual(sorted(last), sorted(tensors))


def small_files():
    """No file may grow beyond 100 kB, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


if __name__ == "__main__":
    unittest.main()
