#!/usr/bin/env python3
"""docs/options.md is what the program says of itself: options_test.py REPOSITORY PROGRAM [--fix]."""

import difflib
import subprocess
import sys
from pathlib import Path


def main():
    page = Path(sys.argv[1]) / "docs" / "options.md"
    said = subprocess.run([sys.argv[2], "help", "--markdown"], capture_output=True, check=True, text=True).stdout
    if "--fix" in sys.argv:
        page.write_text(said, encoding="utf-8")
        return 0
    kept = page.read_text(encoding="utf-8") if page.is_file() else ""
    if kept == said:
        return 0
    sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), said.splitlines(True), str(page), "the program"))
    print("\ndocs/options.md is out of date; build/release/dissent help --markdown > docs/options.md")
    return 1


if __name__ == "__main__":
    sys.exit(main())
