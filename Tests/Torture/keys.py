#!/usr/bin/env python3
"""Kills `coach serve` at random moments between writes that have an `Idempotency-Key`, and sends what had no answer again.

    Tests/Torture/keys.py COACH [KILLS] [SEED]

However often it was killed, each key left one thing behind, and a key that had its answer gets the same one again. `make torture`
runs it. Ends with 1 where a write was lost or done twice.
"""
import http.client
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

DAY = "2026-10-31"


def statement():
    lines = ["Date,Description,Amount"]
    for number in range(200):
        lines.append(f"2026-{number % 10 + 1:02}-{number % 28 + 1:02},SHOP {number % 37},-{number % 90 + 1}.{number % 100:02}")
    return "\n".join(lines) + "\n"


# Each kind of write: what is sent for the number of a key, and where it leaves one thing for each key.
KINDS = {
    "authorize": lambda n: ("POST", "/guardian/authorize", {"amount_cents": 100 + n, "merchant": f"Shop {n}"}),
    "rules": lambda n: ("POST", "/rules", {"category": "groceries", "monthly_limit_cents": 10_000 + n}),
    "notes": lambda n: ("PATCH", f"/api/transactions/{n % 200 + 1}", {"notes": f"note {n}"}),
    "fence": lambda n: ("POST", "/rules/geofence",
                        {"name": f"Mall {n}", "latitude": 30.4, "longitude": -97.7, "radius_m": 250}),
    "wish": lambda n: ("POST", "/cooling-off", {"amount_cents": 1000 + n, "item": f"lamp {n}"}),
    "chat": lambda n: ("POST", "/api/chat", {"message": f"set a coffee budget of ${100 + n}"}),
}


class Unix(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self.path)


class Server:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "COACH_AS_OF": DAY}
        self.process = None

    def run(self, *arguments):
        subprocess.run([self.program, *arguments, "--db", str(self.folder / "index.db")], env=self.environment,
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--socket", "s", "--db", str(self.folder / "index.db")], env=self.environment,
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                if self.ask("GET", "/health", None, None)[0] == 200:
                    return
            except OSError:
                time.sleep(0.005)

    def ask(self, method, path, body, key):
        connection = Unix(str(self.folder / "s"))
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        try:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            reply = connection.getresponse()
            return reply.status, reply.getheader("Idempotency-Replayed") == "true", json.loads(reply.read() or b"null")
        except (http.client.HTTPException, json.JSONDecodeError, ConnectionError, FileNotFoundError) as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def left(path):
    """What each kind left."""
    database = sqlite3.connect(path)

    def count(sql):
        return database.execute(sql).fetchone()[0]

    corrections = count("SELECT count(*) FROM correction")
    return {
        "authorize": count("SELECT count(*) FROM authorization_event"), "fence": count("SELECT count(*) FROM geofence"),
        "wish": count("SELECT count(*) FROM decision"), "chat": count("SELECT count(*) FROM conversation_turn"),
        "corrections": corrections,
    }


def main():
    program = str(Path(sys.argv[1]).resolve())
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else None)
    folder = Path(tempfile.mkdtemp(prefix="coach-keys-"))
    server = Server(program, folder)
    (folder / "bank.csv").write_text(statement())
    server.run("import", "bank.csv", "--account", "Checking", "--currency", "USD")
    before = left(folder / "index.db")
    server.start()
    counts, answers, number, cut, done = dict.fromkeys(KINDS, 0), {}, 0, 0, 0
    for _ in range(kills):
        timer = threading.Timer(random.random() * 0.12, server.kill)
        timer.start()
        while True:
            kind = random.choice(list(KINDS))
            request = KINDS[kind](number)
            try:
                status, replayed, answer = server.ask(*request, f"key {number}")
            except OSError:
                cut += 1
                break
            assert status == 200 and not replayed, (request, status, answer)
            answers[number] = (request, answer)
            counts[kind] += 1
            number += 1
        timer.join()
        server.start()
        status, replayed, answer = server.ask(*request, f"key {number}")
        assert status == 200, (request, status, answer)
        done += replayed
        answers[number] = (request, answer)
        counts[kind] += 1
        number += 1
        # One that was answered long ago has that answer still.
        old = random.choice(list(answers))
        status, replayed, answer = server.ask(*answers[old][0], f"key {old}")
        assert status == 200 and replayed and answer == answers[old][1], (old, answers[old], answer)
    server.kill()
    now = left(folder / "index.db")
    added = {name: now[name] - before[name] for name in now}
    for name in ("authorize", "fence", "wish", "chat"):
        assert added[name] == counts[name], f"{name}: {counts[name]} keys left {added[name]}"
    wanted = counts["rules"] + counts["notes"] + counts["fence"] + counts["chat"] + counts["wish"]
    assert added["corrections"] == wanted, f"{wanted} changes left {added['corrections']}"
    shutil.rmtree(folder)
    print(f"{kills} kills, {number} keys, {cut} without an answer, {done} of these done all the same: each was done once")


if __name__ == "__main__":
    main()
