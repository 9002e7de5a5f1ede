#!/usr/bin/env python3
"""Runs a command beside a bank that lists what a file tells it to, in the protocol of SimpleFIN.

    scripted-bank.py BANK.json COMMAND...

The server has a port of its own, which is the same for all commands of a folder (bank.port), so that a connection made by one
command works in the next. A setup token is in token.txt; it is good once. The file is read at each request:

    {"banks": {"B1": "Harbor Credit Union"},
     "accounts": [{"id": "checking", "bank": "B1", "name": "Checking (1234)", "balance": "812.40",
                   "rows": [["t1", "2026-10-05", "-12.50", "CORNER DELI"],
                            ["p1", "2026-10-30", "-4.00", "COFFEE", "pending"]]}],
     "errors": [["con.auth", "B1", "message"]],     and the id of an account behind it
     "says": ["message"],              in protocol 1's list
     "many": 400,                      rows more in each account, some on each day of a year
     "wait": 0.01,                     seconds before a reply
     "holds": true,                    no reply before there is a file "answer"
     "failures": [502, 502]}           what the first requests of this command get instead

What was asked for stands in requests.log, a line each.
"""
import base64
import datetime
import http.server
import json
import os
import random
import socketserver
import subprocess
import sys
import threading
import time
import urllib.parse

ACCESS = "reader-77:Zq9-PaSsWoRd-4711"
CLAIM = "CLAIM-0badcafe-31337"
failed = 0


def epoch(day):
    return int(datetime.datetime.fromisoformat(day + "T12:00:00+00:00").timestamp())


def more_rows(count):
    day = datetime.date(2026, 10, 31)
    for number in range(count):
        made = day - datetime.timedelta(days=number % 360)
        yield [f"m{number}", made.isoformat(), f"-{number % 97 + 1}.{number % 100:02d}", f"SHOP {number % 50}"]


def transaction(row):
    moment, waits = epoch(row[1]), len(row) > 4
    out = {"id": row[0], "posted": 0 if waits else moment, "amount": row[2], "description": row[3], "transacted_at": moment}
    return out | ({"pending": True} if waits else {})


def account(one, bank, start, end):
    rows = [transaction(row) for row in one["rows"] + list(more_rows(bank.get("many", 0)))]
    return {"id": one["id"], "conn_id": one["bank"], "name": one["name"], "currency": one.get("currency", "USD"),
            "balance": one["balance"], "available-balance": one["balance"], "balance-date": epoch("2026-10-31"),
            "transactions": [row for row in rows if start <= (row["posted"] or row["transacted_at"]) < end]}


class Bank(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body):
        body = body.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        if self.path != "/claim/" + CLAIM or os.path.exists("claimed"):
            return self.reply(403, "Forbidden")
        open("claimed", "w").close()
        self.reply(200, f"http://{ACCESS}@127.0.0.1:{self.server.server_address[1]}/simplefin")

    def do_GET(self):
        global failed
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        bank = json.load(open(sys.argv[1]))
        with open("requests.log", "a") as log:
            log.write(self.path + "\n")
        if self.headers["Authorization"] != "Basic " + base64.b64encode(ACCESS.encode()).decode():
            return self.reply(403, "{}")
        time.sleep(bank.get("wait", 0))
        while bank.get("holds") and not os.path.exists("answer"):
            time.sleep(0.02)
        failures = bank.get("failures", [])
        if failed < len(failures):
            failed += 1
            return self.reply(failures[failed - 1], "<html>no</html>")
        start, end = int(query.get("start-date", 10 ** 11)), int(query.get("end-date", 10 ** 11))
        self.reply(200, json.dumps({
            "errlist": [dict(zip(["code", "conn_id", "msg", "account_id"], error)) for error in bank.get("errors", [])],
            "errors": bank.get("says", []),
            "connections": [{"conn_id": conn, "org_name": name} for conn, name in bank["banks"].items()],
            "accounts": [account(one, bank, start, end) for one in bank["accounts"]]}))


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A reader that went away is nothing to tell."""


port = int(open("bank.port").read()) if os.path.exists("bank.port") else 0
for attempt in range(200):
    # None that the system gives to others between two commands of a folder.
    try:
        server = Server(("127.0.0.1", port or random.randrange(20_000, 32_000)), Bank)
        break
    except OSError:
        time.sleep(0.05)
if not port:
    with open("bank.port", "w") as file:
        file.write(str(server.server_address[1]))
    with open("token.txt", "w") as file:
        claim = f"http://127.0.0.1:{server.server_address[1]}/claim/{CLAIM}"
        file.write(base64.b64encode(claim.encode()).decode() + "\n")
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:]).returncode)
