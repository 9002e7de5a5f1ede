"""Signs in at an OpenID provider and asks `coach serve` with what it gives: right tokens, wrong ones, and none.

    openid.py PROGRAM ISSUER
"""
import base64
import hashlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

program, issuer = sys.argv[1:3]
folder = tempfile.mkdtemp()
back = "http://127.0.0.1/cb"
FAULTS = "expired early audience issuer signature none hs256 kid key critical id-token no-sub no-exp".split()


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def fetched(address, body=None, token=None):
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = json.dumps(body).encode() if body is not None else None
    try:
        with urllib.request.build_opener(Stay).open(urllib.request.Request(address, data, headers)) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode(), answer.headers


class Server:
    """A fresh one: whoever guesses ten times a minute is kept out, right or wrong."""

    def __init__(self, client, *options):
        os.makedirs(folder + "/coach", exist_ok=True)
        with open(folder + "/coach/config.json", "w") as file:
            json.dump({"openid_issuer": issuer, "openid_audience": "coach-api", "openid_people": {
                "maya": "me", "noor": {"person": "me", "db": folder + "/other.db"}}, "openid_client_id": client}, file)
        environment = dict(os.environ, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, COACH_DB=folder + "/coach.db",
                           COACH_AS_OF="2026-10-31")
        self.log = open(folder + "/log", "w+")
        self.process = subprocess.Popen([program, "serve", "--listen", "0", *options], stderr=self.log, env=environment)
        self.address = ""
        while not self.address:
            time.sleep(0.05)
            for line in open(folder + "/log"):
                if "answering at" in line:
                    self.address = line.split("answering at ")[1].split(";")[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def code(client, verifier):
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    query = urllib.parse.urlencode({
        "response_type": "code", "client_id": client, "redirect_uri": back, "scope": "openid offline_access write",
        "prompt": "none", "login_hint": "maya", "code_challenge": challenge, "code_challenge_method": "S256"})
    sent = fetched(f"{issuer}/authorize?{query}")[2]["Location"]
    return urllib.parse.parse_qs(urllib.parse.urlparse(sent).query)["code"][0]


def token(client, more=""):
    return fetched(f"{issuer}/mock/token?sub=maya&client={client}&scope=write{more}")[1]


def sign_in(client):
    with Server(client) as server:
        def traded(**body):
            status, text, _ = fetched(server.address + "/api/auth/token", body)
            return status, json.loads(text)

        verifier = secrets.token_urlsafe(40)
        once = code(client, verifier)
        trade = dict(grantType="authorization_code", code=once, redirectUri=back, codeVerifier=verifier)
        status, given = traded(**trade)
        print(client, "code", status, given.get("userId"), given.get("tokenType"))
        access = given["accessToken"]
        # Nothing is there yet: the index is made with the sample.
        print(client, "sample", fetched(server.address + "/api/transactions/sync", {"demoSeed": True}, access)[0])
        question = {"question": "how much did I spend on groceries last month?"}
        asked = json.loads(fetched(server.address + "/api/ask", question, access)[1])
        print(client, "asks", asked["figures"][0]["value"])
        status, again = traded(grantType="refresh_token", refreshToken=given["refreshToken"])
        print(client, "refresh", status, fetched(server.address + "/api/accounts", token=again["accessToken"])[0])
        print(client, "code twice", traded(**trade)[0])
        other = dict(trade, code=code(client, secrets.token_urlsafe(40)))
        print(client, "another verifier", traded(**other)[0])
        def accounts(name):
            return fetched(server.address + "/api/accounts", token=fetched(f"{issuer}/mock/token?sub={name}&client={client}")[1])[0]

        print(client, "another index", accounts("noor"))
        print(client, "another person", accounts("eve"))
    with Server(client, "--db", folder + "/other.db") as server:
        print(client, "the other index", accounts("noor"), accounts("maya"))


def be_refused(client):
    for faults in (FAULTS[:7], FAULTS[7:]):
        with Server(client) as server:
            for fault in faults:
                wrong = token(client, "&fault=" + fault)
                print(client, fault, fetched(server.address + "/api/accounts", token=wrong)[0])
            # Wrong ones keep nobody out who has a right one.
            print(client, "right", fetched(server.address + "/api/accounts", token=token(client))[0])


for client in ("coach", "coach-es256"):
    sign_in(client)
    be_refused(client)
