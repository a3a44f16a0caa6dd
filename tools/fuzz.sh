#!/usr/bin/env bash
# Fuzzes every reader for longer than the test suite does: tools/fuzz.sh [SECONDS EACH, 300] [TARGET...]
# Inputs that are found to fail are kept in build/fuzz/findings; run the target on one to see it again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-300}
case $seconds in
  '' | *[!0-9]*)
    echo "usage: tools/fuzz.sh [SECONDS EACH] [TARGET...]; targets: csv, json, npy, ... (tests/fuzz/fuzz_*.cpp)" >&2
    exit 2
    ;;
esac
[ $# = 0 ] || shift
pattern=".*"
[ $# = 0 ] || pattern="($(IFS='|' && echo "$*"))"
tools/setup.sh all
cmake --preset fuzz -DDISSENT_FUZZ_SECONDS="$seconds" >/dev/null
trap 'cmake --preset fuzz -UDISSENT_FUZZ_SECONDS >/dev/null' EXIT
cmake --build --preset fuzz --target fuzzers
ctest --preset fuzz -L fuzz -R "^fuzz\.$pattern\$" -j "$(getconf _NPROCESSORS_ONLN)"
