#!/usr/bin/env python3
"""Kills coach (-9) at random moments while it connects to and syncs with the test kit's mocks of Plaid and SimpleFIN, and compares what
is there in the end with the truth that the mocks tell: no row twice, none lost, no page to sign in on left.

    scripts/kill-syncs.py COACH KIT [ROUNDS] [SEED]      KIT is the folder of the test peers, set up for plaid and simplefin
"""
import collections
import csv
import datetime
import io
import json
import os
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PROGRAM, KIT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
CHANCE = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
kills = 0


class Mock:
    def __init__(self, name, **environment):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen([KIT / "bin" / name, str(port)], env=os.environ | environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}"
        subprocess.run([KIT / "bin/waitport", str(port), "120"], check=True, stdout=subprocess.DEVNULL)

    def ask(self, path, body=None):
        headers = {"PLAID-CLIENT-ID": "test_client", "PLAID-SECRET": "test_secret", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(), headers)
        return urllib.request.urlopen(request).read().decode()


class Coach:
    def __init__(self, folder, config, day):
        self.folder, self.day = Path(folder), day
        settings = self.folder / "config/coach"
        settings.mkdir(parents=True)
        (settings / "config.json").write_text(json.dumps(config))

    def start(self, *arguments, stdin=None):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder / "config"),
                       "COACH_CLOCK": str(self.day), "COACH_AS_OF": str(self.day), "COACH_DB": str(self.folder / "coach.db")}
        return subprocess.Popen([PROGRAM, *arguments], env=environment, cwd=self.folder, text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def run(self, *arguments, stdin=""):
        return self.start(*arguments).communicate(stdin, timeout=120)[0]

    def kill(self, longest, *arguments):
        global kills
        process = self.start(*arguments)
        try:
            process.communicate("", timeout=CHANCE.random() * longest)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1

    def next_day(self, mock, days):
        """The count of a day's requests goes by the real clock."""
        self.day += datetime.timedelta(days=days)
        mock.ask(f"/mock?today={self.day}", {})
        database = sqlite3.connect(self.folder / "coach.db", timeout=20)
        with database:
            database.execute("UPDATE connection SET requests = 0")
        database.close()

    def rows(self, make):
        return collections.Counter(map(make, csv.DictReader(io.StringIO(self.run("export")))))


def compare(name, found, truth):
    if found != truth:
        sys.exit(f"{name}: too many {dict(found - truth)}, missing {dict(truth - found)}")


def plaid(mock, folder):
    mock.ask("/mock/reset", {})
    coach = Coach(folder, {"plaid_environment": mock.url, "plaid_client_id": "test_client",
                           "plaid_secret_command": "echo test_secret"}, "2026-11-22")
    for _ in range(4):
        coach.kill(10, "connect", "plaid")
        coach.kill(1, "sync")
    if '"event":"started"' not in coach.run("sync", "--json").replace(" ", ""):
        coach.run("connect", "plaid")
    for _ in range(4):
        coach.kill(1, "sync")
    coach.run("sync")
    mock.ask("/transactions/refresh", {"access_token": "access-sandbox-life"})
    for _ in range(4):
        coach.kill(1, "sync")
    coach.run("sync")
    with open(KIT / "plaid/life.csv") as file:
        truth = collections.Counter((row["Amount"], row["Description"], row["Pending"] != "") for row in csv.DictReader(file))
    compare("plaid", coach.rows(lambda row: (row["amount"], row["description"], row["status"] == "pending")), truth)


def simplefin(mock, folder):
    day = datetime.date(2026, 8, 1)
    coach = Coach(folder, {}, day)
    mock.ask(f"/mock?today={day}", {})
    token = mock.ask("/simplefin/create?scenario=ok")
    process = coach.start("connect", "simplefin")
    process.stdin.write(token)
    process.stdin.close()
    time.sleep(0.5 + CHANCE.random())
    process.kill()
    process.wait()
    for step in [1, 1, 2, 1, 3, 1, 1, 7, 1, 1, 1, 2, 1, 14, 1, 1, 1, 5, 1, 1]:
        coach.next_day(mock, step)
        for _ in range(CHANCE.choice([1, 1, 2])):
            coach.kill(0.8, "sync")
    for _ in range(3):
        coach.next_day(mock, 1)
        coach.run("sync")
    truth = collections.Counter(
        (row["Transacted"], row["Amount"]) for row in csv.DictReader(io.StringIO(mock.ask("/mock/rows.csv")))
        if row["Account"] != "miles")
    found = coach.rows(lambda row: (row["date"], row["amount"]) if row["status"] == "posted" else None)
    del found[None]
    compare("simplefin", found, truth)


mocks = [(plaid, Mock("plaid-mock", PLAID_REPLIES=str(KIT / "plaid/life.json"))), (simplefin, Mock("simplefin-mock"))]
try:
    for number in range(ROUNDS):
        for life, mock in mocks:
            with tempfile.TemporaryDirectory() as folder:
                life(mock, folder)
        print(f"round {number + 1}: {kills} kills so far, every row is there once", flush=True)
finally:
    for _, mock in mocks:
        mock.process.kill()
