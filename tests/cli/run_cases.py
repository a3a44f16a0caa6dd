#!/usr/bin/env python3
"""Runs data-driven cases against the program: run_cases.py PROGRAM FILE.test...

A case file is a list of cases; a body is the lines under a directive that begin with "|" (and a blank):

    case a missing file is named            a new case, in a new empty folder
    file votes.csv                          an input file with this text
    | item,worker,label
    python                                  Python that makes other input files (binary ones, large ones)
    | open("x.npy", "wb").write(b"...")
    env NAME=VALUE                          for the runs of this case
    run dissent inspect votes.csv           a command line (no shell); several are run one after the other
    status 2                                its exit status; 0 where not given
    stdout                                  all of its standard output
    | exact line, ... stands for any text; a line of just ... for any lines
    stderr                                  the same for standard error
    stdout-has / stderr-has                 these lines are somewhere in it, in this order
    writes out.csv                          the run writes this file (and its content, where a body is given)
    memory 200                              the run's peak memory in MB may not be above

Without being asked, a run must write no other file, end within a minute, and be quiet on standard error; a run of
status 2 must say exactly one line there that begins with "dissent: ", and nothing on standard output.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIMEOUT = 60  # seconds a run


class Mismatch(Exception):
    pass


class Run:
    def __init__(self, words, line):
        self.words, self.line = words, line
        self.status = 0
        self.memory = None
        self.expected = {}  # "stdout", "stderr-has", ... -> lines
        self.writes = {}  # path -> lines, or None


class Case:
    def __init__(self, title, line):
        self.title, self.line = title, line
        self.env = {}
        self.steps = []  # ("file", path, lines), ("python", lines), ("run", Run)


def parse(path):
    cases = []
    body = None
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").split("\n"), start=1):
        here = f"{path}:{number}"
        if line.startswith("|"):
            if body is None:
                raise SystemExit(f"{here}: a body line under a directive that takes none")
            body.append(line[2:] if line.startswith("| ") else line[1:])
            continue
        body = None
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "case":
            cases.append(Case(rest, number))
            continue
        if not cases:
            raise SystemExit(f"{here}: '{word}' before the first case")
        case = cases[-1]
        runs = [step[1] for step in case.steps if step[0] == "run"]
        if word == "file":
            body = []
            case.steps.append(("file", rest, body))
        elif word == "python":
            body = []
            case.steps.append(("python", body, number))
        elif word == "env":
            name, _, value = rest.partition("=")
            case.env[name] = value
        elif word == "run":
            words = shlex.split(rest)
            if not words or words[0] != "dissent":
                raise SystemExit(f"{here}: a run begins with dissent")
            case.steps.append(("run", Run(words[1:], number)))
        elif not runs:
            raise SystemExit(f"{here}: '{word}' is unknown, or comes before the first run")
        elif word == "status":
            runs[-1].status = int(rest)
        elif word == "memory":
            runs[-1].memory = float(rest)
        elif word in ("stdout", "stderr", "stdout-has", "stderr-has"):
            body = runs[-1].expected[word] = []
        elif word == "writes":
            body = runs[-1].writes[rest] = []
        else:
            raise SystemExit(f"{here}: unknown directive '{word}'")
    for case in cases:
        if not any(step[0] == "run" for step in case.steps):
            raise SystemExit(f"{path}:{case.line}: case '{case.title}' runs nothing")
    if not cases:
        raise SystemExit(f"{path}: no case in it")
    return cases


def line_pattern(line):
    return ".*".join(re.escape(part) for part in line.split("..."))


def compare(what, text, lines):
    """The whole of text against lines, with ... as in the module's words."""
    pattern = "".join("(?:.*\n)*" if line == "..." else line_pattern(line) + "\n" for line in lines)
    if text and not text.endswith("\n"):
        text += "\n"
    if not re.fullmatch(pattern, text):
        raise Mismatch(f"{what} is not as expected; expected:\n" + "\n".join(lines) + f"\nbut it is:\n{text}")


def compare_some(what, text, lines):
    at = 0
    have = text.split("\n")
    for line in lines:
        pattern = re.compile(line_pattern(line))
        while at < len(have) and not pattern.search(have[at]):
            at += 1
        if at == len(have):
            raise Mismatch(f"{what} has no line (in this order) with:\n{line}\nit is:\n{text}")
        at += 1


def snapshot(folder):
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.stat().st_size)
        for path in folder.rglob("*")
        if not path.is_dir() or not any(path.iterdir())
    }


def execute(program, words, folder, env):
    """Status, standard output, standard error, peak memory in MB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(
            [program, *words], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err
        )
        end = time.monotonic() + TIMEOUT
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > end:
                child.kill()
                os.wait4(child.pid, 0)
                raise Mismatch(f"still running after {TIMEOUT} s")
            time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return (
            child.returncode,
            out.read().decode("utf-8", "backslashreplace"),
            err.read().decode("utf-8", "backslashreplace"),
            usage.ru_maxrss / 1024,
        )


def check_run(program, run, folder, env, sanitized):
    before = snapshot(folder)
    status, out, err, memory = execute(program, run.words, folder, env)
    after = snapshot(folder)
    if status != run.status:
        raise Mismatch(f"exit status {status}, not {run.status}; standard error:\n{err}standard output:\n{out[:2000]}")
    if run.status == 2:
        if not re.fullmatch(r"dissent: [^\n]*\n", err):
            raise Mismatch(f"not one line 'dissent: ...' on standard error, but:\n{err}")
        if "stdout" not in run.expected:
            compare("standard output", out, [])
    elif not any(key.startswith("stderr") for key in run.expected):
        compare("standard error", err, [])
    for key, lines in run.expected.items():
        text = out if key.startswith("stdout") else err
        name = "standard output" if key.startswith("stdout") else "standard error"
        (compare_some if key.endswith("-has") else compare)(name, text, lines)
    changed = {path for path in after if after[path] != before.get(path)} | (before.keys() - after.keys())
    undeclared = sorted(changed - run.writes.keys())
    if undeclared:
        raise Mismatch(f"wrote, changed or removed files that the case does not name: {', '.join(undeclared)}")
    for path, lines in run.writes.items():
        if path not in changed:
            raise Mismatch(f"did not write {path}")
        if lines:
            compare(path, (folder / path).read_text(encoding="utf-8"), lines)
    # The shadow memory and quarantine of a sanitizer are not the program's.
    if run.memory is not None and not sanitized and memory > run.memory:
        raise Mismatch(f"peak memory {memory:.0f} MB is above {run.memory:.0f} MB")


def check_case(program, case, sanitized):
    with tempfile.TemporaryDirectory(prefix="dissent-case-") as top:
        folder, home = Path(top) / "case", Path(top) / "home"
        folder.mkdir()
        home.mkdir()
        env = {k: v for k, v in os.environ.items() if not k.startswith(("DISSENT_", "XDG_"))}
        env.update(HOME=str(home), DISSENT_DATA=str(home / "data"), LC_ALL="C.UTF-8", NO_COLOR="1", **case.env)
        for step in case.steps:
            if step[0] == "file":
                target = folder / step[1]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("".join(line + "\n" for line in step[2]), encoding="utf-8")
            elif step[0] == "python":
                code = "\n".join(step[1])
                made = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
                if made.returncode != 0:
                    raise Mismatch(f"the Python of line {step[2]} failed:\n{made.stderr}")
            else:
                run = step[1]
                try:
                    check_run(program, run, folder, env, sanitized)
                except Mismatch as problem:
                    raise Mismatch(f"line {run.line}: dissent {shlex.join(run.words)}\n{problem}") from None


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    program = str(Path(arguments[0]).resolve())
    sanitized = b"__asan_init" in Path(program).read_bytes()
    failures = total = 0
    for path in arguments[1:]:
        for case in parse(path):
            total += 1
            try:
                check_case(program, case, sanitized)
            except Mismatch as problem:
                failures += 1
                print(f"FAILED {path}:{case.line}: {case.title}\n  " + str(problem).replace("\n", "\n  "))
    print(f"{total - failures} of {total} cases passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
