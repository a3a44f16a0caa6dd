#!/usr/bin/env python3
"""The table of README.md from the records in runs/part-*.zip: table.py"""
import json
import statistics
import zipfile
from pathlib import Path

METHODS = ["soft", "sls", "multipass", "majority"]


def cell(values):
    return f"{statistics.mean(values):.4f} ± {statistics.stdev(values):.4f}"


def records():
    """The record of each run by its name; of one that several parts have, the one in the last part counts."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("runs/part-*.zip")):
        with zipfile.ZipFile(path) as part:
            found |= {name: json.loads(part.read(name)) for name in part.namelist() if name.endswith("/run.json")}
    return found


runs = [record for _, record in sorted(records().items())]
print("| delivery | seeds | soft NLL | KL | soft Brier | accuracy | best epochs | last epoch's soft NLL |")
print("| --- | --- | --- | --- | --- | --- | --- | --- |")
for method in METHODS:
    mine = sorted((r for r in runs if r["spec"]["delivery"]["method"] == method), key=lambda r: r["spec"]["seed"])
    scores = [cell([r["best"][name] for r in mine]) for name in ("soft_nll", "kl", "soft_brier", "accuracy")]
    epochs = ", ".join(str(r["best"]["epoch"]) for r in mine)
    print(f"| {method} | {len(mine)} | {' | '.join(scores)} | {epochs} | {cell([r['last']['soft_nll'] for r in mine])} |")
for method in METHODS[1:]:
    by = {m: {r["spec"]["seed"]: r["best"]["soft_nll"] for r in runs if r["spec"]["delivery"]["method"] == m} for m in METHODS}
    gains = [by["soft"][seed] - by[method][seed] for seed in sorted(by["soft"])]
    print(f"\nsoft NLL of soft less that of {method}, by seed: " + ", ".join(f"{g:+.4f}" for g in gains))
