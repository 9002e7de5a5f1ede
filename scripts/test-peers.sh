#!/usr/bin/env bash
# Runs the tests against real programs: LiteLLM, a proxy that breaks connections, mocks of the SimpleFIN Bridge, Plaid, and Stripe, clients of
# the Model Context Protocol and, where it is built, llama-server.
# They come from a kit beside the repository, which keeps what it installs in its own folder; without the kit there is
# nothing to do.
#
#     SWIFT=swift SWIFT_FLAGS=… scripts/test-peers.sh
set -euo pipefail
cd "$(dirname "$0")/.."

kit=${COACH_SHARED:-../shared}/peers
home=${COACH_PEERS_HOME:-$HOME/.cache/coach-peers}
if [ ! -x "$kit/bin/setup" ]; then
    echo "There is no kit of test peers in $kit: nothing to test"
    exit 0
fi
"$kit/bin/setup" litellm faults simplefin plaid mcp oidc stripe

pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done' EXIT

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# start VARIABLE COMMAND...: starts it on a free port, which its first argument becomes, and exports its address.
start() {
    local port
    port=$(free_port)
    "$kit/bin/$2" "$port" "${@:3}" >"$logs/$2.log" 2>&1 &
    pids+=($!)
    "$kit/bin/waitport" "$port" 120 >/dev/null || { tail -n 20 "$logs/$2.log" >&2; exit 1; }
    export "$1=http://127.0.0.1:$port"
}

# The program: that of COACH_BINARIES, or else one that is built now.
program() {
    if [ -z "${COACH_BINARIES:-}" ]; then
        # shellcheck disable=SC2086
        "${SWIFT:-swift}" build ${SWIFT_FLAGS:-} --product coach >&2
        COACH_BINARIES=$("${SWIFT:-swift}" build --show-bin-path)
    fi
    echo "$COACH_BINARIES/coach"
}

logs=.build/peers
mkdir -p "$logs"
start COACH_TEST_LITELLM litellm "$PWD/Tests/PeerTests/replies.json"
start COACH_TEST_FAULTS fault-proxy "$COACH_TEST_LITELLM"
start COACH_TEST_SIMPLEFIN simplefin-mock
start COACH_TEST_OIDC oidc-provider
start COACH_TEST_STRIPE stripe-mock
PLAID_REPLIES=$(cd "$kit" && pwd)/plaid/life.json start COACH_TEST_PLAID plaid-mock
export COACH_TEST_PLAID_ROWS=$kit/plaid/life.csv
export COACH_TEST_MCP=$kit/bin/mcp-client COACH_TEST_MCP_PYTHON=$home/venv/mcp/bin/python COACH_TEST_MCP1_PYTHON=$home/venv/mcp1/bin/python
if [ -e "$home/done/llama" ]; then
    start COACH_TEST_LLAMA llama-server
    # The program has to be there before the server that starts it.
    program=$(program)
    start COACH_TEST_MCP_LLAMA llama-server --mcp-servers-json \
        "{\"mcpServers\": {\"coach\": {\"command\": \"$program\", \"args\": [\"mcp\", \"--demo\", \"--no-model\"]}}}"
fi
# A browser is large, so that pages are looked at only where the kit's is set up.
[ ! -e "$home/done/browser" ] || export COACH_TEST_BROWSER=$kit/bin/browser
# shellcheck disable=SC2086  # several flags
"${SWIFT:-swift}" test ${SWIFT_FLAGS:-} --filter PeerTests

# What tests by the OpenAPI description (https://schemathesis.io) is no part of the kit; it runs where it is installed.
if command -v st >/dev/null && st --version | grep -qi schemathesis; then
    scripts/test-openapi.sh "$(program)" 60
fi
