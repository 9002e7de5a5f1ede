"""Measures a sync with a bank beside a plain stub of Plaid: the first one, of so many rows in pages of 500."""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROWS = 100_000
# 20,000 rows a second, beside the network and the stub.
MOST_PROCESSOR_SECONDS = 5
STUB = Path(__file__).resolve().parents[1] / "FunctionalTests/scripted-plaid.py"


def measure(report, coach, folder, run):
    report.heading(f"A bank with {ROWS:,} rows")
    here = folder / "bank"
    here.mkdir(exist_ok=True)
    for name in ["plaid.port", "plaid.json", "requests.log"]:
        (here / name).unlink(missing_ok=True)
    bank = {"bank": "First Harbor", "rows": [], "many": ROWS,
            "accounts": [{"id": "A", "name": "Checking", "type": "depository", "balance": 812.40}]}
    (here / "bank.json").write_text(json.dumps(bank))
    stub = subprocess.Popen([sys.executable, STUB, "bank.json", "sleep", "600"], cwd=here)
    try:
        while not (here / "plaid.json").exists():
            time.sleep(0.05)
        time.sleep(0.2)
        sync(report, coach, here, run)
    finally:
        stub.kill()


def sync(report, coach, here, run):
    configuration = here / "config/coach"
    configuration.mkdir(parents=True, exist_ok=True)
    (here / "plaid.json").rename(configuration / "config.json")
    before = os.environ.get("XDG_CONFIG_HOME")
    os.environ["XDG_CONFIG_HOME"] = str(here / "config")
    index = here / "coach.db"
    try:
        for suffix in ["", "-wal", "-shm", ".sync"]:
            Path(f"{index}{suffix}").unlink(missing_ok=True)
        done = run([coach, "connect", "plaid", "--db", index, "--as-of", "2026-10-31"])
        assert f"{ROWS:,} transactions new" in done.output, done.output
        report.line("first sync, processor time", done.cpu_seconds, MOST_PROCESSOR_SECONDS, "s",
                    f"{ROWS / done.cpu_seconds:,.0f} rows a second; {done.seconds:.2f} s with the stub")
        report.line("peak memory of it", done.peak_megabytes, unit="MB")
        again = run([coach, "sync", "--db", index, "--as-of", "2026-10-31"])
        report.line("a sync that brings nothing", again.cpu_seconds * 1000, unit="ms", note="processor time")
    finally:
        if before is None:
            del os.environ["XDG_CONFIG_HOME"]
        else:
            os.environ["XDG_CONFIG_HOME"] = before
