#!/usr/bin/env bash
# Builds the release twice, each from a clean clone in the same place, and says whether the programs have the same bytes.
#
#     scripts/reproduce.sh [COMMIT]
set -euo pipefail
cd "$(dirname "$0")/.."
commit=$(git rev-parse "${1:-HEAD}")
folder=${REPRODUCE_FOLDER:-/tmp/coach-reproduce}
hashes=()
for turn in 1 2; do
    rm -rf "$folder"
    git clone --quiet --no-hardlinks . "$folder"
    git -C "$folder" checkout --quiet "$commit"
    make -s -C "$folder" build
    strip -o "$folder/coach" "$folder/.build/release/coach"
    hashes+=("$(sha256sum <"$folder/coach")")
    echo "build $turn: ${hashes[-1]%% *}"
done
rm -rf "$folder"
[ "${hashes[0]}" = "${hashes[1]}" ] && echo "the same bytes twice"
