#!/usr/bin/env python3
"""Standard output that cannot be written, under every command: standard_output_test.py PROGRAM REPOSITORY. Goes over the
commands that `dissent help --markdown` lists; one that has no line below fails, so that a new one is tested the moment it
is there."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1)).resolve()
REPOSITORY = Path(sys.argv.pop(1)).resolve()
TORCH = (PROGRAM.parent / "dissent-torch").exists()
sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
try:
    import numpy
    from tiny_encoder import TinyEncoder, write_texts
except ImportError as missing:
    numpy = None
    print(f"left out: what needs arrays ({missing})")

CPU = "--device cpu"
# A command line of every command that prints something; those of TORCH_COMMANDS run in dissent-torch.
EXAMPLES = {
    "inspect": "votes.csv",
    "aggregate": "votes.csv --method majority -o -",
    "convert": "votes.csv -o - --to counts",
    "deliver": "votes.csv --method soft --epochs 0 -o targets.npy --json",
    "eval": "--votes votes.csv --pred predictions.csv --bootstrap 10",
    "compare": "runs --baseline soft",
    "formats": "",
    "data list": "",
    "data get": "shapes --items 40",
    "data path": "shapes",
    "train": f"--data shapes --model linear --epochs 1 --delivery soft,sls --seed 0..2 -o runs {CPU}",
    "encode": f"--data pair.yaml --encoder encoder -o encoded.npz --json {CPU}",
    "predict": f"runs/soft-seed0 --json {CPU}",
    "geometry": f"runs --parts dynamics {CPU}",
    "ood": f"runs/soft-seed0 --outside noise.npy --score energy {CPU}",
    "study show": "study.yaml",
    "study run": f"study.yaml -o results {CPU}",
    "study tables": f"study.yaml -o results {CPU}",
    "study pack": "results",
    "study keys": "",
    "report": "results --format md",
    "selftest": CPU,
    "help": "--markdown",
    "version": "",
}
TORCH_COMMANDS = ["train", "compare", "encode", "predict", "geometry", "ood", "study run", "study tables", "study pack", "report", "selftest"]
ARRAYS = ["encode", "ood"]
MORE = ["--help", "--version", "help", "help --completion bash", "help --completion fish", "train --help", "study run --help"]

VOTES = "item,annotator,label\n" + "".join(f"i{i},w{w},{'ab'[(i + w) % 3 == 0]}\n" for i in range(6) for w in range(3))
PREDICTIONS = "item,a,b\n" + "".join(f"i{i},0.{i + 1},0.{9 - i}\n" for i in range(6))
STUDY = """name: tiny
data: shapes
options: {model: linear, epochs: 1, precision: float32}
grid: {delivery: [soft, sls], seed: 0..1}
tables: [{name: scores}]
"""


def listed_commands():
    """Those that do something: without the ones that only hold others."""
    text = subprocess.run([PROGRAM, "help", "--markdown"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^## dissent ([\w -]+)\n.*\n\n    dissent ", text, re.MULTILINE)


def ignore_closed_pipes():
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def block_closed_pipes():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE])


class StandardOutput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.top = Path(cls.temporary.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="1")
        (cls.top / "votes.csv").write_text(VOTES)
        (cls.top / "predictions.csv").write_text(PREDICTIONS)
        (cls.top / "study.yaml").write_text(STUDY)
        if numpy is not None:
            TinyEncoder(1, layers=1).write(cls.top / "encoder")
            write_texts(cls.top, items=20, classes="xy")
            numpy.save(cls.top / "noise.npy", numpy.random.default_rng(0).integers(0, 256, (5, 16, 16, 3), dtype=numpy.uint8))
        cls.lines = {name: f"{name} {words}".split() for name, words in EXAMPLES.items()
                     if (TORCH or name not in TORCH_COMMANDS) and (numpy is not None or name not in ARRAYS)}
        for name in ["data get", "train", "study run"]:  # what others read
            if name in cls.lines:
                subprocess.run([PROGRAM, *cls.lines[name]], env=cls.environment, cwd=cls.top, check=True, capture_output=True)
        for words in MORE:
            cls.lines[words] = words.split()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_(self, words, **how):
        return subprocess.run([PROGRAM, *words], env=self.environment, cwd=self.top, stderr=subprocess.PIPE, text=True, check=False, timeout=240,
                              **how)

    def complains(self, name, done):
        self.assertEqual(done.returncode, 2, f"{name}: {done.stderr}")
        self.assertEqual(done.stderr.count("standard output cannot be written"), 1, f"{name}: {done.stderr}")
        self.assertTrue(done.stderr.splitlines()[-1].startswith("dissent: standard output"), f"{name}: {done.stderr}")

    def test_every_command_has_an_example(self):
        self.assertEqual(sorted(listed_commands()), sorted(EXAMPLES))

    def test_a_full_device_is_said(self):
        for name, words in self.lines.items():
            with open("/dev/full", "w", encoding="utf-8") as full:
                self.complains(name, self.run_(words, stdout=full))
        self.assertTrue((self.top / "targets.npy").exists())  # written before the words about it were lost

    def test_a_closed_standard_output_is_said_and_no_file_takes_its_place(self):
        for name, words in self.lines.items():
            self.complains(name, self.run_(["-c", 'exec "$@" >&-', "sh", PROGRAM, *words], executable="/bin/sh"))
        before = (self.top / "targets.npy").read_bytes()
        subprocess.run([PROGRAM, *self.lines["deliver"]], env=self.environment, cwd=self.top, check=True, capture_output=True)
        self.assertEqual(before, (self.top / "targets.npy").read_bytes())

    def test_a_reader_that_has_seen_enough_ends_it_quietly(self):
        for prepare in [None, ignore_closed_pipes, block_closed_pipes]:
            for name, words in self.lines.items():
                if prepare is not None and name in TORCH_COMMANDS and name != "predict":
                    continue  # the same program; one of them is enough
                reader, writer = os.pipe()
                os.close(reader)
                try:
                    done = self.run_(words, stdout=writer, preexec_fn=prepare, restore_signals=False)
                finally:
                    os.close(writer)
                self.assertEqual(done.returncode, -signal.SIGPIPE, f"{name}: {done.stderr}")
                self.assertNotIn("standard output", done.stderr, name)


if __name__ == "__main__":
    unittest.main()
