#!/usr/bin/env python3
"""Every C++ file is as clang-format 14 (Debian 12) writes it: format_test.py REPOSITORY CLANG_FORMAT [--fix]."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
VERSION = "14"  # other versions break lines in other places


def files_of(top):
    return [
        str(path)
        for folder in ("include", "src", "tests", "bench")
        for path in sorted((top / folder).rglob("*"))
        if path.suffix in (".h", ".cpp")
    ]


def unformatted(clang_format, style, files):
    """Lines 'FILE:LINE' where a file is not in the format."""
    said = subprocess.run(
        [clang_format, f"--style=file:{style}", "--dry-run", "-Werror", "--ferror-limit=1", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    places = re.findall(r"^(.+?:\d+):\d+: error:", said.stderr, re.M)
    if said.returncode != 0 and not places:
        sys.exit(f"{clang_format} failed:\n{said.stderr}")
    return places


def main():
    top, clang_format = Path(sys.argv[1]).resolve(), sys.argv[2]
    try:
        version = subprocess.run([clang_format, "--version"], capture_output=True, text=True, check=True).stdout
    except OSError:
        print("skipped: clang-format is missing (tools/setup.sh all installs it)")
        return SKIPPED
    if f"version {VERSION}." not in version:
        print(f"skipped: {version.strip()}; the format is that of version {VERSION}")
        return SKIPPED
    style, files = top / ".clang-format", files_of(top)
    if "--fix" in sys.argv:
        return subprocess.run([clang_format, f"--style=file:{style}", "-i", *files], check=False).returncode
    # A check that never fails would be worth nothing: a planted file must be found.
    with tempfile.TemporaryDirectory() as folder:
        planted = Path(folder) / "planted.cpp"
        planted.write_text("int  main( ){return 0 ;}\n")
        if not unformatted(clang_format, style, [str(planted)]):
            sys.exit("a planted badly formatted file was not found")
    places = unformatted(clang_format, style, files)
    for place in places:
        print(f"{place}: not as clang-format writes it")
    print(f"{len(files)} files, {len(places)} not formatted" + ("; tools/format.sh mends them" if places else ""))
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
