#!/usr/bin/env bash
# Fuzzes the parsers of files with libFuzzer, guided by what of the code an input reaches. `make fuzz` calls it.
#
#     scripts/fuzz.sh [PARSER...]      csv ofx qif camt mt940 plaid any question request json sse jwt; all of them without a name
#     FUZZ_SECONDS=900 scripts/fuzz.sh csv
#
# It begins with the kept inputs (Tests/Fixtures/fuzz) and the fixtures of the tests, and goes on from what it found before
# (.cache/fuzz). An input that crashes, takes over ten seconds, or over a gibibyte is left in .cache/fuzz/PARSER-crash-…: put it
# among the kept ones when it is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
seconds=${FUZZ_SECONDS:-60}
parsers=("$@")
[ ${#parsers[@]} -gt 0 ] || parsers=(csv ofx qif camt mt940 plaid any question request json sse jwt)

build=.build/fuzz
COACH_FUZZ=1 "$swift" build -c release --build-path "$build" --product Fuzzing -Xswiftc -sanitize=fuzzer >&2
"$(dirname "$(command -v "$swift")")/swiftc" -sanitize=fuzzer -static-stdlib -o "$build/fuzz" -Xlinker --whole-archive \
    "$build/release/libFuzzing.a" -Xlinker --no-whole-archive -lsqlite3 -lz

status=0
for parser in "${parsers[@]}"; do
    found=.cache/fuzz/$parser
    mkdir -p "$found"
    seeds=()
    for folder in "Tests/Fixtures/fuzz/$parser" "Tests/Fixtures/$parser"; do
        [ -d "$folder" ] && seeds+=("$folder")
    done
    echo "== $parser" >&2
    FUZZ_PARSER=$parser "$build/fuzz" "$found" ${seeds[@]+"${seeds[@]}"} -max_total_time="$seconds" -max_len=8192 -timeout=10 \
        -rss_limit_mb=1024 -artifact_prefix=".cache/fuzz/$parser-" -print_final_stats=1 -verbosity=0 || status=1
done
exit $status
