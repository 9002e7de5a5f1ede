#!/usr/bin/env bash
# Measures speed, memory and size of the release build beside the sqlite3 shell, and prints what was found against the
# limits. `make bench` builds first.
#
#     scripts/bench.sh [--strict]             a missed limit makes the exit code 1
#     BENCH_ROWS=100000 scripts/bench.sh      a quick run: only files of up to so many rows; 10000000 for a long one
set -euo pipefail
cd "$(dirname "$0")/.."

missing=
for tool in python3 sqlite3 hyperfine curl; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
    echo "The benchmarks need what is missing here: apt-get install$missing" >&2
    exit 1
fi
if [ ! -x .build/release/coach ]; then
    echo "There is no .build/release/coach: run \`make bench\`, which builds it" >&2
    exit 1
fi
mkdir -p .cache/bench
exec python3 Tests/Benchmarks/bench.py .build/release/coach .cache/bench "$@"
