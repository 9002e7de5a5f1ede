#!/usr/bin/env bash
# Says whether a program is hardened as a release has to be: position-independent, nothing writable that is executable, what the
# dynamic linker fills in read-only, and a stack and copies that are watched in C code.
#
#     scripts/check-release.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/release/coach}
status=0

check() {
    if eval "$2" >/dev/null; then echo "ok  $1"; else echo "!!  $1"; status=1; fi
}

header=$(readelf -hW "$program")
segments=$(readelf -lW "$program")
dynamic=$(readelf -dW "$program")
symbols=$(nm -D "$program")
check "position-independent (PIE)" 'grep -q "Type: *DYN" <<<"$header" && grep -q "Flags:.*PIE" <<<"$dynamic"'
check "read-only after linking (full RELRO)" 'grep -q GNU_RELRO <<<"$segments" && grep -q "BIND_NOW\|Flags:.*NOW" <<<"$dynamic"'
check "no executable stack" 'grep -q "GNU_STACK.* RW " <<<"$segments"'
check "nothing writable and executable" '! grep -q "LOAD.* RWE " <<<"$segments"'
check "stack protector" 'grep -q __stack_chk_fail <<<"$symbols"'
check "checked copies (FORTIFY)" 'grep -q "_chk@" <<<"$symbols"'
check "no path to look for libraries in" '! grep -q "RPATH\|RUNPATH" <<<"$dynamic"'
exit $status
