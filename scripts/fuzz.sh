#!/usr/bin/env bash
# Fuzzes what reads files and what comes from people and programs with libFuzzer, guided by what of the code an input reaches, under
# the address sanitizer. `make fuzz` calls it.
#
#     scripts/fuzz.sh [PARSER...]      all of those below without a name
#     FUZZ_SECONDS=900 scripts/fuzz.sh csv
#
# It begins with the kept inputs (Tests/Fixtures/fuzz) and the fixtures of the tests, and goes on from what it found before
# (.cache/fuzz). An input that crashes, takes over ten seconds, or over two gibibytes is left in .cache/fuzz/PARSER-crash-…: put it
# among the kept ones when it is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
seconds=${FUZZ_SECONDS:-60}
parsers=("$@")
[ ${#parsers[@]} -gt 0 ] || parsers=(csv ofx qif camt mt940 plaid any question request json sse jwt simplefin http)

build=.build/fuzz
sanitizers=-sanitize=fuzzer,address
COACH_FUZZ=1 "$swift" build -c release --build-path "$build" --product Fuzzing -Xswiftc $sanitizers -Xcc -fsanitize=address >&2
"$(dirname "$(command -v "$swift")")/swiftc" $sanitizers -static-stdlib -o "$build/fuzz" -Xlinker --whole-archive \
    "$build/release/libFuzzing.a" -Xlinker --no-whole-archive -lsqlite3 -lz
# What is kept for the whole run, such as the tables, is no leak.
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-}

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
        -rss_limit_mb=2048 -artifact_prefix=".cache/fuzz/$parser-" -print_final_stats=1 -verbosity=0 || status=1
done
exit $status
