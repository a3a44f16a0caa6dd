#!/usr/bin/env bash
# Formats every C++ file with clang-format 14, as the test style.format wants them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 tests/style/format_test.py . "${CLANG_FORMAT:-clang-format}" --fix
