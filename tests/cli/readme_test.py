#!/usr/bin/env python3
"""Every command that README.md and docs/*.md tell the reader to run is run: readme_test.py PROGRAM REPOSITORY.

A block of commands is run where the line above it is <!-- run -->; the blocks of a page share one folder, in their
order. ./quickstart and ./check are left out: this is one of the tests that they lead to.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
BLOCK = re.compile(r"^<!-- run -->\n+```(?:sh|bash|console)\n(.*?)^```$", re.M | re.S)
OUR_SCRIPTS = ("./quickstart", "./check", "cmake ", "git clone", "cd dissent")


def script_of(block):
    """A block as a script: prompts and our own scripts left out. Empty where nothing is left to run."""
    lines = [line.removeprefix("$ ") for line in block.splitlines()]
    lines = [line.replace("build/release/dissent", "dissent") for line in lines if not line.startswith(OUR_SCRIPTS)]
    return "\n".join(lines) if any(line.strip() and not line.startswith("#") for line in lines) else ""


def can_run(script, program):
    """Whether this build has what a block needs: training, the page of reports."""
    trains = any(command in script for command in ("dissent train", "dissent study run", "dissent report"))
    if trains and not (program.parent / "dissent-torch").exists():
        return False
    if ".html" not in script:
        return True
    version = subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"^\W*page\W+yes", version, re.M) is not None


def run_page(page, program, top):
    """How many blocks were run; ends with a message where one fails."""
    count = 0
    folder = Path(top) / page.stem
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "dissent").symlink_to(program)
    (folder / "work").mkdir()
    env = {key: value for key, value in os.environ.items() if not key.startswith(("DISSENT_", "XDG_"))}
    env.update(
        PATH=f"{folder / 'bin'}:{env['PATH']}", HOME=str(folder), DISSENT_DATA=str(folder / "data"), NO_COLOR="1"
    )
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        script = script_of(block)
        if not script or not can_run(script, program):
            continue
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=folder / "work",
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=240,
        )
        if done.returncode != 0:
            sys.exit(f"{page.name}: status {done.returncode} from\n{script}\nwhich said\n{done.stdout}")
        count += 1
    return count


def check_itself(program, top):
    """A page whose command fails must fail."""
    page = Path(top) / "planted.md"
    page.write_text("<!-- run -->\n```sh\ndissent no-such-command\n```\n")
    try:
        run_page(page, program, top)
    except SystemExit as failure:
        assert "unknown command" in str(failure), failure
        return
    sys.exit("a planted failing command was not found")


def main():
    program, repository = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    pages = [p for p in [repository / "README.md", *sorted((repository / "docs").glob("*.md"))] if p.is_file()]
    with tempfile.TemporaryDirectory(prefix="dissent-readme-") as top:
        check_itself(program, top)
        count = sum(run_page(page, program, top) for page in pages)
    if count == 0:
        print("skipped: no block of commands is marked <!-- run -->")
        return SKIPPED
    print(f"{count} blocks of commands were run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
