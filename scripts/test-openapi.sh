#!/usr/bin/env bash
# Has schemathesis look for answers of `coach serve` that its own description doesn't allow, and for failures of the server.
#
#     test-openapi.sh PROGRAM [SECONDS]
set -euo pipefail
program=$(realpath "$1") server=
folder=$(mktemp -d)
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder XDG_STATE_HOME=$folder COACH_DB=$folder/coach.db
token=$("$program" token add test --scope admin | tail -n 1)
"$program" serve --listen 0 --rate 1000000 --as-of 2026-10-31 2>"$folder/log" &
server=$!
for _ in $(seq 100); do
    port=$(sed -n 's/.*answering at .*:\([0-9]*\);.*/\1/p' "$folder/log")
    [ -z "$port" ] || break
    sleep 0.1
done
curl -sf "http://127.0.0.1:$port/api/transactions/sync" -H "Authorization: Bearer $token" -d '{"demoSeed": true}' >/dev/null
# What it keeps between runs stays in that folder.
cd "$folder"
st run "http://127.0.0.1:$port/openapi.json" -H "Authorization: Bearer $token" --max-time "${2:-60}" --continue-on-failure --no-color \
    -c not_a_server_error -c status_code_conformance -c content_type_conformance -c response_schema_conformance
