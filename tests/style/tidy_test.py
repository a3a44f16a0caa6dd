#!/usr/bin/env python3
"""clang-tidy (.clang-tidy) on the rooms that do without torch: tidy_test.py REPOSITORY BUILD CLANG_TIDY [FILE...].

A file that was found clean is not looked at again until it, a header of ours, or the list of checks changes.
"""

import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
ROOMS = ("core", "catalog", "io", "images", "text", "votes", "stats", "metrics", "delivery", "data", "shapes", "manifest", "store",
         "predictions", "run", "study", "present")


def warnings(clang_tidy, top, commands, path):
    # A file that CMake made to compile several sources at once includes sources: that is its purpose.
    more = ["--checks=-bugprone-suspicious-include"] if "Unity" in path.parts else []
    done = subprocess.run(
        # -w: the compilers' own warnings are theirs to give, and some of g++'s flags are unknown to clang.
        [clang_tidy, "-p", str(commands), "--quiet", "--extra-arg=-w", f"--config-file={top / '.clang-tidy'}", *more,
         str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = sorted(set(re.findall(r"^(/.+?:\d+:\d+: (?:warning|error): .+)$", done.stdout, re.M)))
    if done.returncode != 0 and not found:
        found = [f"{path}: clang-tidy failed: {done.stderr.strip()[-500:]}"]
    return found


def commands_for_clang(build):
    """A folder with the build's compile commands, less g++'s precompiled headers, which clang cannot read.

    A file that leans on a precompiled header for an include of its own is found out this way, too."""
    commands = json.loads((build / "compile_commands.json").read_text())
    for command in commands:
        words = command["command"]
        words = re.sub(r" -include \S*cmake_pch\S*", "", words)
        command["command"] = re.sub(r" -(Winvalid-pch|fpch-preprocess)\b", "", words)
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder


def files_to_look_at(top, commands):
    """The rooms' files; where they are compiled some at a time (DISSENT_UNITY), the files that include them."""
    known = [Path(command["file"]) for command in json.loads((commands / "compile_commands.json").read_text())]
    folders = [f"dissent_{room}.dir/Unity" for room in ROOMS]
    together = [path for path in known if any(folder in str(path) for folder in folders)]
    return sorted(together) or [path for room in ROOMS for path in sorted((top / "src" / "dissent" / room).rglob("*.cpp"))]


def included(path):
    """The sources that a file includes by their whole paths."""
    return [Path(name) for name in re.findall(r'#include "(/.+?\.cpp)"', path.read_text())]


def digest(*paths):
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes() + b"\0")
    return whole.hexdigest()


def check_itself(clang_tidy, top):
    """A planted bug must be found, also through a file that includes the source."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        planted, together = folder / "src" / "dissent" / "core" / "planted.cpp", folder / "Unity" / "unity_0_cxx.cxx"
        for path in (planted, together):
            path.parent.mkdir(parents=True)
        planted.write_text("#include <utility>\n#include <string>\nstd::size_t f(std::string a) {\n"
                           "  std::string b = std::move(a);\n  return a.size() + b.size();\n}\n")
        together.write_text(f'#include "{planted}"\n')
        commands = [{"directory": name, "file": str(path), "command": f"clang++ -std=c++20 -c {path}"}
                    for path in (planted, together)]
        (folder / "compile_commands.json").write_text(json.dumps(commands))
        for path in (planted, together):
            if not any("use-after-move" in warning for warning in warnings(clang_tidy, top, folder, path)):
                sys.exit(f"a planted use after move was not found in {path}")


def main():
    top, build, clang_tidy = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
    try:
        subprocess.run([clang_tidy, "--version"], capture_output=True, check=True)
    except OSError:
        print("skipped: clang-tidy is missing (tools/setup.sh all installs it)")
        return SKIPPED
    if not (build / "compile_commands.json").is_file():
        print("skipped: no compile_commands.json (configure with a preset)")
        return SKIPPED
    check_itself(clang_tidy, top)
    commands = commands_for_clang(build)
    files = [Path(name).resolve() for name in sys.argv[4:]] or files_to_look_at(top, commands)
    clean = commands / "clean"
    clean.mkdir(exist_ok=True)
    common = digest(top / ".clang-tidy", *sorted((top / "include").rglob("*.h")), *sorted((top / "src").rglob("*.h")))
    stamps = {path: clean / hashlib.sha256((common + str(path) + digest(path, *included(path))).encode()).hexdigest()
              for path in files}
    left = [path for path in files if not stamps[path].exists()]
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, found in zip(left, pool.map(lambda p: warnings(clang_tidy, top, commands, p), left)):
            for problem in found:
                if problem not in problems:  # a header is seen from several files
                    problems.append(problem)
                    print(problem, flush=True)
            if not found:
                stamps[path].touch()
    print(f"{len(left)} of {len(files)} files looked at, {len(problems)} warnings")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
