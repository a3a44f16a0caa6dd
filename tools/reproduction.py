#!/usr/bin/env python3
"""The tables of docs/reproduction.md from results/basins: reproduction.py [--check]

Between `<!-- table STUDY/TABLE -->` and `<!-- end -->` stands what `dissent study` wrote: the published number beside ours,
with standard deviation, Student's 95 % interval of the mean, and seeds. --check: says whether the page is up to date.
"""
import csv
import re
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "docs" / "reproduction.md"
RESULTS = REPOSITORY / "results" / "basins"
FIXED = ("metric", "seeds", "mean", "sd", "low", "high", "published_mean", "published_sd", "published_seeds")


def number(text, scale):
    if not text:
        return ""
    digits = 0 if scale >= 1000 else 1 if scale >= 10 else 4
    return f"{float(text):.{digits}f}"


def ours(row):
    if not row["mean"]:
        return "–"
    scale = abs(float(row["mean"]))
    text = number(row["mean"], scale)
    if row["sd"]:
        text += f" ± {number(row['sd'], scale)} [{number(row['low'], scale)}, {number(row['high'], scale)}]"
    return f"{text} ({row['seeds']})"


def published(row):
    if not row["published_mean"]:
        return "–"
    scale = abs(float(row["published_mean"]))
    text = number(row["published_mean"], scale)
    if row["published_sd"]:
        text += f" ± {number(row['published_sd'], scale)}"
    return text + (f" ({row['published_seeds']})" if row["published_seeds"] else "")


def table(name):
    study, table_name = name.split("/")
    with open(RESULTS / study / "tables" / f"{table_name}.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    options = [column for column in rows[0] if column not in FIXED]
    with_published = any(row["published_mean"] for row in rows)
    head = ["metric", *options, *(["published (seeds)"] if with_published else []), "ours [95 %] (seeds)"]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    for metric in metrics:
        for row in rows:
            if row["metric"] != metric:
                continue
            cells = [f"`{metric}`", *(row[option] for option in options)]
            lines.append("| " + " | ".join(cells + ([published(row)] if with_published else []) + [ours(row)]) + " |")
    return "\n".join(lines)


def main():
    text = PAGE.read_text(encoding="utf-8")
    fresh = re.sub(r"(<!-- table (\S+) -->\n).*?(\n<!-- end -->)", lambda m: m[1] + "\n" + table(m[2]) + "\n" + m[3], text,
                   flags=re.DOTALL)
    if "--check" in sys.argv:
        if fresh != text:
            print("docs/reproduction.md is not what results/basins says; run tools/reproduction.py")
        return int(fresh != text)
    PAGE.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
