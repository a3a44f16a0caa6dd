#!/usr/bin/env python3
"""A folder of results that no training made: make_study.py PROGRAM FOLDER [--runs N] [--items N] [--classes NAME ...]

Data, run records and predictions are drawn from fixed seeds, so that the folder is the same every time; the program
itself says which runs the study has (`dissent study show --json`). A run predicts the annotators' distribution through
noise that depends on its delivery.
"""
import argparse
import json
import subprocess
from pathlib import Path

import numpy as np

DELIVERIES = {"majority": 1.6, "soft": 0.9, "multipass": 0.8, "sls": 0.75, "label-smoothing": 1.2}
STUDY = """name: {name}
about: >-
  {about}
data: {first}
options: {{model: resnet8, epochs: {epochs}, precision: float32}}
grid:
  data: {data}
  votes-per-item: {votes}
  delivery: [{deliveries}]
  seed: 0..{last}
evaluate:
  slices: ["entropy-top:0.2"]
tables:
  - name: scores
    title: main comparison
    rows: [votes-per-item, delivery]
    metrics: [soft_nll, accuracy, ece, entropy_corr]
    published:
      - {{votes-per-item: 0, delivery: soft, seeds: 10, soft_nll: [0.55, 0.02]}}
  - {{name: disagreement, title: items with most disagreement, rows: [votes-per-item, delivery], metrics: ["soft_nll@entropy-top:0.2"]}}
tests:
  - {{name: against-soft, title: against soft labels, baseline: soft, metric: [soft_nll, accuracy]}}
figures:
  - {{name: sweep, kind: lines, metrics: [soft_nll, accuracy], title: by votes an item}}
  - {{name: scores-bars, kind: bars, metrics: [brier_reliability, brier_resolution], where: {{votes-per-item: 0}}, title: Brier decomposition}}
  - {{name: curves, kind: curves, metrics: [soft_nll, train_loss], where: {{votes-per-item: 0}}, title: training curves}}
  - {{name: reliability, kind: reliability, where: {{votes-per-item: 0}}, title: reliability}}
  - {{name: entropy, kind: entropy, bins: 20, where: {{votes-per-item: 0}}, title: entropies}}
  - {{name: entropy-map, kind: entropy-map, bins: 20, where: {{votes-per-item: 0}}, title: entropy against entropy}}
  - {{name: sparse-target, kind: sparse-target, items: evaluation, title: improvement by the error of the sparse target}}
  - {{name: items, kind: items, count: 6, where: {{votes-per-item: 0}}, title: contested items}}
"""


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def write_data(folder, items, classes, size, title, seed):
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True)
    k = len(classes)
    gold = rng.integers(0, k, items)
    truth = softmax(np.eye(k)[gold] * rng.gamma(2.0, 1.6, (items, 1)) + rng.normal(0, 0.4, (items, k)))
    counts = np.stack([rng.multinomial(10, row) for row in truth]).astype(np.int32)
    tones = rng.integers(40, 256, (k, 3))
    images = (tones[gold][:, None, None, :] * rng.uniform(0.4, 1.0, (items, size, size, 1))).astype(np.uint8)
    np.save(folder / "images.npy", images)
    with open(folder / "votes.csv", "w", encoding="utf-8") as out:
        out.write("item,annotator,label\n")
        for item in range(items):
            for vote, label in enumerate(np.repeat(np.arange(k), counts[item])):
                name = '"' + classes[label].replace('"', '""') + '"'
                out.write(f"item-{item:05d},a{vote},{name}\n")
    listed = ", ".join(json.dumps(name) for name in classes)
    (folder / "dataset.yaml").write_text(
        f"name: {title}\nvotes: votes.csv\nclasses: [{listed}]\ninputs: {{images: images.npy}}\n", encoding="utf-8")
    return counts / counts.sum(axis=1, keepdims=True)


def scores(p, q, labels):
    log_q = np.log(q)
    h = lambda x: -(np.where(x > 0, x, 1) * np.log(np.where(x > 0, x, 1))).sum(axis=1)
    nll = float(-(p * log_q).sum(axis=1).mean())
    ranks = lambda x: np.argsort(np.argsort(x))
    return {"soft_nll": nll, "kl": nll - float(h(p).mean()), "soft_brier": float(((p - q) ** 2).sum(axis=1).mean()),
            "accuracy": float((q.argmax(axis=1) == labels).mean()), "ece": float(abs(q.max(axis=1).mean() - (q.argmax(axis=1) == labels).mean())),
            "entropy_corr": float(np.corrcoef(ranks(h(p)), ranks(h(q)))[0, 1]), "brier_reliability": 0.004, "brier_resolution": 0.5 - nll / 10,
            "entropy": float(h(p).mean()), "predicted_entropy": float(h(q).mean())}


def write_run(folder, spec, p, classes):
    votes, seed = spec["votes"]["votes-per-item"], spec["seed"]
    noise = DELIVERIES[spec["delivery"]["method"]] * (1.2 if votes else 1.0)
    rng = np.random.default_rng([seed, int(noise * 1000), votes])
    n, k = p.shape
    logits = (np.log(p * 0.9 + 0.1 / k) + rng.normal(0, noise * 0.6, (n, k))).astype(np.float32)
    split = np.where(np.random.default_rng(seed).permutation(n) < n // 5, "evaluation", "train")
    own = split == "evaluation"
    best = scores(p[own], softmax(logits[own].astype(np.float64)), p[own].argmax(axis=1))
    epochs = spec["train"]["epochs"]
    folder.mkdir(parents=True)
    np.savez(folder / "predictions.npz", items=np.array([f"item-{i:05d}" for i in range(n)]), classes=np.array(classes), split=split, logits=logits)
    record = {"id": folder.name.rsplit("-", 1)[1], "spec": spec, "items": {"train": int((~own).sum()), "evaluation": int(own.sum())},
              "classes": classes, "parameters": 77000, "accuracy_target": "majority", "best": {**best, "epoch": epochs - 2},
              "last": {**best, "epoch": epochs},
              "execution": {"device": "cpu", "precision": "float32", "scored_in": "float32", "threads": 1, "libtorch": "none", "seconds": 1.5}}
    (folder / "run.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    lines = ["epoch,learning_rate,train_loss,evaluation_soft_nll,evaluation_own_loss,evaluation_accuracy"]
    for epoch in range(1, epochs + 1):
        rest = 2.0 * np.exp(-6 * epoch / epochs)
        lines.append(f"{epoch},{0.1 * (1 - epoch / epochs):.6f},{best['soft_nll'] + rest:.6f},{best['soft_nll'] + rest / 2:.6f},"
                     f"{best['soft_nll'] + rest / 2:.6f},{best['accuracy']:.6f}")
    (folder / "history.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def make(program, folder, runs=24, items=250, classes=("cat", "dog", "ship"), size=16, epochs=30, name="tiny", deliveries=4, more=(),
         about="Does it matter how votes reach the loss? (A fixed study, made up.)"):
    """`more`: further data sets, each as (name, classes)."""
    folder = Path(folder)
    data = {}  # by the place of its manifest: what annotators say, and the classes
    for number, (title, names) in enumerate([("made-up", classes), *more]):
        place = folder / ("data" if number == 0 else title)
        p = write_data(place, items, list(names), size, title, number + 1)
        data[str((place / "dataset.yaml").resolve())] = (p, list(names))
    used = list(DELIVERIES)[:deliveries]
    seeds = runs // (2 * deliveries)
    file = folder / f"{name}.yaml"
    file.write_text(STUDY.format(name=name, about=about, first=json.dumps(next(iter(data))), data=json.dumps(list(data)), votes="[3, 0]", epochs=epochs,
                                 deliveries=", ".join(used), last=seeds - 1), encoding="utf-8")
    shown = subprocess.run([program, "study", "show", file, "--json", "--device", "cpu"], check=True, capture_output=True, text=True)
    results = folder / "results"
    for run in json.loads(shown.stdout)["runs"]:
        write_run(results / "runs" / run["name"], run["spec"], *data[run["spec"]["data"]])
    (results / "dissent-results.json").write_text('{"format":1}\n', encoding="utf-8")
    (results / name).mkdir()
    (results / name / "study.yaml").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return results


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=24)
    parser.add_argument("--items", type=int, default=250, help="in all; a fifth are evaluation items")
    parser.add_argument("--size", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--deliveries", type=int, default=4)
    parser.add_argument("--classes", nargs="*", default=["cat", "dog", "ship"])
    print(make(**vars(parser.parse_args())))
