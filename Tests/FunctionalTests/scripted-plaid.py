#!/usr/bin/env python3
"""Runs a command beside a Plaid that lists what a file tells it to. It checks nothing but credentials.

    scripted-plaid.py BANK.json COMMAND...

Its port stays the same for all commands of a folder (plaid.port), and the configuration that points to it is in plaid.json. The
file is read at each request:

    {"bank": "First Harbor", "accounts": [{"id": "A", "name": "Checking", "type": "depository", "balance": 812.40}],
     "rows": [["t1", "A", "2026-10-05", 12.50, "CORNER DELI"], ["p1", "A", "2026-10-30", 4.00, "COFFEE", "pending"]],
     "removed": ["p1"],                from pages after the first walk
     "holdings": [["vti", "Total Stock Market ETF", 30, 9462.6, 8100.0]],
     "many": 100000,                   rows more, told before the others
     "wait": 0.01,                     seconds before a reply
     "holds": true,                    no reply before there is a file "answer"
     "mutates": true,                  every walk that begins at a cursor is disturbed
     "refuses": true,                  no cursor is taken
     "partial": true,                  older rows are still being prepared
     "page": "left",                   nobody has signed in on the page yet
     "once": true,                     what the page gave can be exchanged once
     "loses": true,                    the access that it is exchanged for is given, and its reply is on its way for ever
     "currency": "EUR",                of all accounts and rows; USD without
     "item": 2,                        the Item that there is now; no other one is known any more
     "error": ["ITEM_ERROR", "ITEM_LOGIN_REQUIRED"]}

Rows are made anew when those of the file change.

A cursor is the number of rows that were told. What was asked for stands in requests.log, a line each; the last link token, in link.json; pages to sign in on, in pages, a line each.
"""
import datetime
import http.server
import json
import os
import socketserver
import subprocess
import sys
import threading
import time

ACCESS = "access-sandbox-Zq9PaSsWoRd4711"
SECRET = "s3cr3t-0badcafe-31337"
PAGE = 500


def more_rows(count, account):
    day = datetime.date(2026, 10, 31)
    for number in range(count):
        made = day - datetime.timedelta(days=number % 720)
        yield [f"m{number}", account, made.isoformat(), number % 9700 / 100 + 1, f"SHOP {number % 800} #{number % 50}"]


def transaction(row, currency):
    return {"transaction_id": row[0], "account_id": row[1], "date": row[2], "authorized_date": row[2], "amount": row[3],
            "iso_currency_code": currency, "unofficial_currency_code": None, "name": row[4], "merchant_name": None,
            "pending": len(row) > 5, "pending_transaction_id": None, "payment_channel": "in store",
            "personal_finance_category": None}


def account(one, currency="USD"):
    return {"account_id": one["id"], "name": one["name"], "official_name": None, "mask": one.get("mask"), "type": one["type"],
            "subtype": one.get("subtype"), "balances": {"current": one["balance"], "available": None, "limit": None,
                                                       "iso_currency_code": currency, "unofficial_currency_code": None}}


pages = {}


def all_rows(bank):
    key = json.dumps([bank.get("rows"), bank.get("many"), bank.get("currency")])
    if key not in pages:
        pages.clear()
        pages[key] = [transaction(row, bank.get("currency", "USD")) for row in list(more_rows(bank.get("many", 0), bank["accounts"][0]["id"])) + bank["rows"]]
    return pages[key]


def sync(bank, body):
    rows, start = all_rows(bank), int(body.get("cursor") or 0)
    end = min(start + min(body.get("count", 100), PAGE), len(rows))
    status = "INITIAL_UPDATE_COMPLETE" if bank.get("partial") else "HISTORICAL_UPDATE_COMPLETE"
    removed = [{"transaction_id": one} for one in bank.get("removed", [])] if start and end == len(rows) else []
    added = [row for row in rows[start:end] if start or row["transaction_id"] not in bank.get("removed", [])]
    return {"accounts": [], "added": added, "modified": [], "removed": removed, "next_cursor": str(end),
            "has_more": end < len(rows), "transactions_update_status": status, "request_id": "r"}


def holdings(bank):
    held = next((one for one in bank["accounts"] if one["type"] == "investment"), None)
    return {"accounts": [account(held)] if held else [], "securities": [
        {"security_id": one[0], "name": one[1], "ticker_symbol": one[0].upper(), "type": "etf"} for one in bank.get("holdings", [])],
        "holdings": [{"account_id": held["id"], "security_id": one[0], "quantity": one[2], "institution_price": 1,
                      "institution_value": one[3], "cost_basis": one[4], "institution_price_as_of": "2026-10-30",
                      "iso_currency_code": "USD", "unofficial_currency_code": None} for one in bank.get("holdings", [])]}


def reply(path, bank, body):
    access = ACCESS + str(bank.get("item", ""))
    if bank.get("item") and body.get("access_token", access) != access:
        return ["ITEM_ERROR", "ITEM_NOT_FOUND"]
    if path == "/link/token/create":
        if "access_token" not in body:
            with open("pages", "a") as opened:
                opened.write("page\n")
        json.dump({name: value for name, value in body.items() if name != "access_token"}, open("link.json", "w"))
        return {"link_token": "link-1", "hosted_link_url": "https://secure.plaid.com/hl/example", "expiration": "2026-10-31T23:00:00Z"}
    if path == "/link/token/get" and bank.get("page"):
        return {"link_token": "link-1", "link_sessions": [{"link_session_id": "s", "finished_at": None, "results": None}]}
    if path == "/link/token/get":
        added = [{"public_token": f"public-{sum(1 for _ in open('pages'))}", "institution": {"name": bank["bank"], "institution_id": "i"}}]
        return {"link_token": "link-1", "link_sessions": [
            {"link_session_id": "s", "finished_at": "2026-10-31T22:00:00Z", "on_success": {}, "results": {"item_add_results": added}}]}
    if path == "/item/public_token/exchange" and bank.get("once") and os.path.exists("exchanged"):
        return ["INVALID_INPUT", "INVALID_PUBLIC_TOKEN"]
    if path == "/item/public_token/exchange":
        open("exchanged", "w").close()
        return {"access_token": access, "item_id": f"item-{bank.get('item', 1)}", "request_id": "r"}
    if body.get("access_token") != access:
        return ["INVALID_INPUT", "INVALID_ACCESS_TOKEN"]
    if bank.get("error"):
        return bank["error"]
    if path == "/item/get":
        return {"item": {"item_id": "item-1", "error": None, "products": ["transactions", "investments"],
                         "consent_expiration_time": bank.get("consent")},
                "status": {"transactions": {"last_successful_update": "2026-10-31T09:00:00Z"}}}
    if path == "/accounts/get":
        return {"accounts": [account(one, bank.get("currency", "USD")) for one in bank["accounts"]]}
    if path == "/transactions/sync" and bank.get("mutates") and body.get("cursor"):
        return ["TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"]
    if path == "/transactions/sync" and bank.get("refuses") and body.get("cursor"):
        return ["INVALID_REQUEST", "INVALID_FIELD"]
    if path == "/transactions/sync":
        return sync(bank, body)
    if path == "/investments/holdings/get":
        return holdings(bank)
    if path == "/item/remove":
        return {"request_id": "r"}
    return ["INVALID_REQUEST", "NOT_FOUND"]


class Bank(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        bank = json.load(open(sys.argv[1]))
        with open("requests.log", "a") as log:
            log.write(self.path + "\n")
        time.sleep(bank.get("wait", 0))
        while bank.get("holds") and not os.path.exists("answer"):
            time.sleep(0.02)
        found = reply(self.path, bank, body) if self.headers["PLAID-SECRET"] == SECRET else ["INVALID_INPUT", "INVALID_API_KEYS"]
        while bank.get("loses") and self.path == "/item/public_token/exchange" and isinstance(found, dict):
            time.sleep(1)
        status = 200
        if isinstance(found, list):
            status, found = 400, {"error_type": found[0], "error_code": found[1], "error_message": "no", "display_message": None}
        text = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A reader that went away is nothing to tell."""


port = int(open("plaid.port").read()) if os.path.exists("plaid.port") else 0
server = Server(("127.0.0.1", port), Bank)
if not port:
    port = server.server_address[1]
    open("plaid.port", "w").write(str(port))
    open("plaid-secret", "w").write(SECRET)
    json.dump({"plaid_environment": f"http://127.0.0.1:{port}", "plaid_client_id": "client-1",
               "plaid_secret_command": f"cat {os.path.abspath('plaid-secret')}"}, open("plaid.json", "w"))
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:]).returncode)
