"""The commands that are attacked, each with the folder that it is given in, and its undisturbed end."""

import shutil
from pathlib import Path

from leavings import contents, unfinished
from support import REFUSED, STUDY, TORCH, VOTES, ForkServer, call, calls_of, expect, shimmed, skip


class Command:
    """A command line, given in a folder that holds what it needs; {run} is a finished run in it. `slow` ones, or ones of
    many calls, are attacked at some of their calls where time is short."""

    def __init__(self, name, line, prepare, torch=False, slow=False):
        self.name, self.line, self.prepare, self.torch, self.slow = name, line, prepare, torch, slow


def nothing(_, __):
    pass


def old_outputs(_, folder):
    (folder / "votes.csv").write_text(VOTES)
    for name in ("labels.npy", "counts.npz", "long.csv", "truth.csv", "workers.csv", "page.html"):
        (folder / name).write_text("what was there before\n")


def shapes(_, folder):
    expect("data get shapes --items 40 --size 8".split(), folder)
    (folder / "tiny.yaml").write_text(STUDY)


def results(lab, folder):
    shutil.copytree(lab.folder(shapes), folder, dirs_exist_ok=True)
    expect("study run tiny.yaml -o results --device cpu --jobs 1".split(), folder)


COMMANDS = [
    Command("deliver", "deliver votes.csv --method sls --epochs 0..9 -o labels.npy", old_outputs),
    Command("convert-npz", "convert votes.csv -o counts.npz", old_outputs),
    Command("convert-csv", "convert votes.csv -o long.csv", old_outputs),
    Command("aggregate", "aggregate votes.csv --method dawid-skene -o truth.csv --confusion workers.csv", old_outputs),
    Command("inspect", "inspect votes.csv --report page.html", old_outputs),
    Command("shapes", "data get shapes --items 30 --size 8", nothing),
    Command("manual", "help --man man", nothing),
    Command("tables", "study tables tiny.yaml -o results", results),
    Command("pack", "study pack results", results),
    Command("report", "report results -o page.html --figures figures", results, slow=True),
    Command("predict", "predict results/runs/{run} -o predictions.npz", results, torch=True),
    Command("train", "train --data shapes --model linear --batch 16 --epochs 2 --device cpu --jobs 1 --seed 0..1 "
                     "--checkpoint-seconds 0 -o runs", shapes, torch=True, slow=True),
    Command("study", "study run tiny.yaml -o results --device cpu --jobs 1 --checkpoint-seconds 0 --claim-seconds 1", shapes,
            torch=True, slow=True),
]


def possible(names=()):
    """The commands of these names, or all, that this build has."""
    chosen = [command for command in COMMANDS if not names or command.name in names]
    return [command for command in chosen if TORCH.exists() or not (command.torch or command.prepare is results)]


class Lab:
    """Prepared folders, each made once, and copies of them to attack."""

    def __init__(self, top):
        self.top = Path(top).resolve()
        self.made = {}

    def folder(self, prepare):
        if prepare not in self.made:
            folder = self.top / prepare.__name__
            folder.mkdir()
            prepare(self, folder)
            self.made[prepare] = folder
        return self.made[prepare]

    def copy(self, prepare):
        folder = self.top / "attacked"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder(prepare), folder, symlinks=True)
        return folder


class Subject:
    """A command under attack: how it ends undisturbed, by which calls, and how to give it otherwise."""

    def __init__(self, lab, command):
        self.lab, self.command = lab, command
        folder = lab.folder(command.prepare)
        self.before = contents(folder)
        runs = sorted(folder.glob("results/runs/*"))
        self.words = command.line.format(run=runs[0].name if runs else "").split()
        self.server = ForkServer(self.words) if command.torch else None
        self.faults = []
        self.find_end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.server:
            self.server.__exit__()

    def fresh(self):
        return self.lab.copy(self.command.prepare)

    def call(self, folder, **orders):
        if self.server:
            return self.server.call(folder, **orders)
        return call(self.words, folder, shimmed("dissent", folder, **orders))

    def find_end(self):
        folder, log = self.fresh(), self.lab.top / "log"
        log.unlink(missing_ok=True)
        done = self.call(folder, log=log)
        if done.status == REFUSED:
            skip(done.err.strip())
        assert done.status == 0, f"{self.command.name}: {done}"
        self.after = contents(folder)
        self.log = list(calls_of(log))
        self.calls = {number: (name, Path(path)) for number, name, path, _ in self.log if number > 0}
        self.faults += [f"undisturbed: leaves {name}" for name in unfinished(folder)]
