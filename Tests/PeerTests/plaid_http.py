"""Connects a bank over HTTP as an app does it: a link token, Plaid Link's public token, a sync, and its end.

    plaid_http.py PROGRAM PLAID
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

program, plaid = sys.argv[1:3]
folder = tempfile.mkdtemp()


def fetched(address, body=None, method=None, **headers):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(address, data, {"Content-Type": "application/json", **headers}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, json.loads(answer.read()), answer.headers
    except urllib.error.HTTPError as answer:
        return answer.code, json.loads(answer.read()), answer.headers


def at_plaid(path, body):
    return fetched(plaid + path, body, **{"PLAID-CLIENT-ID": "test_client", "PLAID-SECRET": "test_secret"})[1]


def public_token(link):
    """What Plaid Link hands to the app once its owner has signed in."""
    for _ in range(10):
        for session in at_plaid("/link/token/get", {"link_token": link}).get("link_sessions") or []:
            for item in (session.get("results") or {}).get("item_add_results") or []:
                return item["public_token"]
    raise SystemExit("nobody signed in")


os.makedirs(folder + "/coach")
with open(folder + "/secret", "w") as file:
    file.write("test_secret")
with open(folder + "/coach/config.json", "w") as file:
    json.dump({"plaid_environment": plaid, "plaid_client_id": "test_client", "plaid_secret_command": f"cat {folder}/secret"}, file)
environment = dict(os.environ, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, COACH_DB=folder + "/coach.db", COACH_AS_OF="2026-11-22")
made = subprocess.run([program, "token", "add", "app", "--scope", "admin"], env=environment, capture_output=True, text=True, check=True)
log = open(folder + "/log", "w")
server = subprocess.Popen([program, "serve", "--listen", "0"], stderr=log, env=environment)
address = ""
while not address:
    time.sleep(0.05)
    for line in open(folder + "/log"):
        if "answering at" in line:
            address = line.split("answering at ")[1].split(";")[0]


def ask(method, path, body=None, **headers):
    return fetched(address + path, body, method, Authorization="Bearer " + made.stdout.split("\n")[-2], **headers)


try:
    at_plaid("/mock/reset", {})
    status, link, _ = ask("POST", "/api/plaid/link-token")
    print("link", status, link["hostedLinkUrl"])
    given = {"publicToken": public_token(link["linkToken"]), "institutionName": "First Platypus Bank"}
    for _ in range(2):
        # Sent again: a public token is good once, and this isn't spending it twice.
        status, answer, headers = ask("POST", "/api/plaid/exchange", given, **{"Idempotency-Key": "once"})
        print("exchange", status, answer.get("connection"), answer.get("status"), headers["Idempotency-Replayed"])
    print("again", ask("POST", "/api/plaid/exchange", given)[0])
    status, answer, _ = ask("POST", "/api/transactions/sync", {})
    print("sync", status, answer.get("ok"), answer.get("added"))
    status, answer, _ = ask("POST", "/api/connected-accounts/refresh")
    print("refresh", status, answer.get("ok"), answer.get("added"))
    accounts = ask("GET", "/api/connected-accounts")[1]["accounts"]
    for account in sorted(accounts, key=lambda one: one["accountName"]):
        print("account", account["accountName"], account["accountType"], account["balance"], account["health"])
    status, answer, _ = ask("DELETE", f"/api/connected-accounts/{accounts[0]['id']}?transactions=delete")
    print("disconnect", status, len(answer["accounts"]), answer["transactionsRemoved"], answer["warning"])
    print("left", ask("GET", "/api/connected-accounts")[1]["accounts"], ask("GET", "/api/transactions")[1]["total"])
finally:
    server.terminate()
    server.wait()
