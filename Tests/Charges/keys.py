#!/usr/bin/env python3
"""Kills `coach serve` at every request that a write with an `Idempotency-Key` makes to the provider, and sends it again with its key,
against the test kit's mocks of Stripe and Plaid.

    keys.py PROGRAM KIT [KIND...]

Each was done once then, and the same key has one answer from there on. A kind whose mock isn't set up is passed over."""
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
import traceback

from household import Household, Mock, Proxy, Server, listening

FAULTS = ("kill", "killed", "replied")


class Keyed:
    """A server that is killed at a request of one write, and asked for it again until it has its answer."""

    def __init__(self, household, server):
        self.household, self.server = household, server

    def killed(self):
        return self.server.process.poll() is not None

    def send(self, method, path, body, key):
        return self.server.ask(method, path, body, **{"Idempotency-Key": key})

    def attack(self, plan, method, path, body=None):
        """Sends the write while the proxy follows a plan, then again with the same key until it is over.

        Returns whether it was killed, the final status, and the answer."""
        self.household.proxy.follow(plan, lambda: self.server.process.pid)
        status, answer = self.send(method, path, body, "the key")
        # What the kill was for may come a moment after the answer.
        for _ in range(10):
            if self.killed():
                break
            time.sleep(0.01)
        killed = self.killed()
        self.household.proxy.follow({})
        if killed:
            self.server.process.wait()
            self.household.proxy.rest()
            self.server.start()
            for _ in range(300):
                status, answer = self.send(method, path, body, "the key")
                if status not in (0, 202) and not (status == 409 and "still runs" in str(answer)):
                    break
                time.sleep(0.05)
        for _ in range(2):
            again = self.send(method, path, body, "the key")
            if status != 200:
                # Each refusal has a number of its own.
                again[1].pop("traceId"), answer.pop("traceId", None)
            assert again == (status, answer), f"the same key has another answer: {again}, {(status, answer)}"
        return killed, status, answer


class Provider:
    """Writes of which a provider is asked; `household` makes one that knows it."""

    @contextlib.contextmanager
    def opened(self):
        household = self.household()
        server = Server(household)
        try:
            yield Keyed(household, server)
        finally:
            server.stop()
            household.remove()


class Stripe(Provider):
    """Cards, charges, and refunds."""

    def __init__(self, program, kit):
        self.program, self.mock = program, Mock(kit)
        self.template = Household(program, self.mock)

    def stop(self):
        self.mock.stop()
        self.template.remove()

    def household(self):
        return Household(self.program, self.mock, template=self.template)

    def approved(self, keyed, cents):
        status, answer = keyed.server.ask("POST", "/guardian/authorize", {"amount_cents": cents, "merchant": "Bookshop"})
        assert (status, answer["decision"]) == (200, "APPROVE"), answer
        return {"amount_cents": cents, "merchant": "Bookshop", "authorization_id": answer["authorization_id"]}

    def charge(self, plan):
        with self.opened() as keyed:
            body = self.approved(keyed, 2101)
            killed, status, answer = keyed.attack(plan, "POST", "/guardian/charge", body)
            assert (status, answer.get("status")) == (200, "charged"), (status, answer)
            assert keyed.household.proxy.charged() == [2101], keyed.household.proxy.charged()
            assert keyed.household.rows() == [-2101], keyed.household.rows()
            assert len(keyed.server.ask("GET", "/guardian/charges")[1]) == 1
            return killed

    def refund(self, plan):
        with self.opened() as keyed:
            made = keyed.server.ask("POST", "/guardian/charge", self.approved(keyed, 2102))[1]
            killed, status, answer = keyed.attack(
                plan, "POST", f"/guardian/charges/{made['charge_id']}/refund", {"amount_cents": 700})
            assert (status, answer.get("amount_cents")) == (200, 700), (status, answer)
            assert keyed.household.proxy.sent_back() == [700], keyed.household.proxy.sent_back()
            return killed

    def cancel(self, plan):
        with self.opened() as keyed:
            # The order reaches the provider, and nobody knows: it is open.
            keyed.household.proxy.follow({"all": "deaf"})
            body = self.approved(keyed, 2103)
            keyed.household.proxy.follow({"all": "drop"})
            status, made = keyed.server.ask("POST", "/guardian/charge", body)
            charges = keyed.server.ask("GET", "/guardian/charges")[1]
            assert len(charges) == 1, (status, made)
            killed, status, answer = keyed.attack(plan, "POST", f"/guardian/charges/{charges[0]['charge_id']}/cancel")
            assert status in (200, 409), (status, answer)
            known = keyed.server.ask("GET", "/guardian/charges")[1][0]["status"]
            assert known == "canceled" and keyed.household.proxy.charged() == [], (known, answer)
            return killed

    def add(self, plan):
        with self.opened() as keyed:
            card = self.mock.card("mastercard")
            killed, status, answer = keyed.attack(
                plan, "POST", "/funding/cards/confirm", {"payment_method_id": card, "label": "Second"})
            assert (status, answer.get("status")) == (200, "ok"), (status, answer)
            cards = keyed.server.ask("GET", "/funding/cards")[1]
            assert sorted(card["label"] for card in cards) == ["Second", "Visa"], cards
            return killed

    def remove(self, plan):
        with self.opened() as keyed:
            number = keyed.server.ask("GET", "/funding/cards")[1][0]["id"]
            killed, status, answer = keyed.attack(plan, "DELETE", f"/funding/cards/{number}")
            assert (status, answer.get("status")) == (200, "deleted"), (status, answer)
            assert keyed.server.ask("GET", "/funding/cards")[1] == []
            return killed


class PlaidMock:
    """The mock of Plaid, with the life of an Item."""

    def __init__(self, kit):
        environment = dict(os.environ, PLAID_REPLIES=kit + "/plaid/life.json")
        self.process, self.port = listening(
            lambda port: subprocess.Popen([kit + "/bin/plaid-mock", str(port)], env=environment, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL))

    def ask(self, path, body):
        import http.client
        import json
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"PLAID-CLIENT-ID": "test_client", "PLAID-SECRET": "test_secret", "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        reply = json.loads(connection.getresponse().read())
        connection.close()
        return reply

    def stop(self):
        self.process.kill()
        self.process.wait()


class PlaidHome(Household):
    """A home without a bank so far."""

    def __init__(self, program, mock):
        import json
        import tempfile
        self.program, self.mock = program, mock
        self.proxy = Proxy(mock)
        self.root = tempfile.mkdtemp(prefix="coach-keys-")
        os.makedirs(self.root + "/config/coach")
        with open(self.root + "/secret", "w") as file:
            file.write("test_secret")
        with open(self.root + "/config/coach/config.json", "w") as file:
            json.dump({"plaid_environment": self.address, "plaid_client_id": "test_client",
                       "plaid_secret_command": f"cat {self.root}/secret"}, file)

    @property
    def environment(self):
        return super().environment | {"COACH_AS_OF": "2026-11-22"}

    def count(self, sql):
        with contextlib.closing(sqlite3.connect(self.index, timeout=60)) as index:
            return index.execute(sql).fetchone()[0]


class Plaid(Provider):
    """Connecting, asking for what is new, and ending it."""

    def __init__(self, program, kit):
        self.program, self.mock = program, PlaidMock(kit)

    def stop(self):
        self.mock.stop()

    def household(self):
        self.mock.ask("/mock/reset", {})
        return PlaidHome(self.program, self.mock)

    def public_token(self, keyed):
        link = keyed.server.ask("POST", "/api/plaid/link-token")[1]["linkToken"]
        for _ in range(10):
            for session in self.mock.ask("/link/token/get", {"link_token": link}).get("link_sessions") or []:
                for item in (session.get("results") or {}).get("item_add_results") or []:
                    return item["public_token"]
        raise AssertionError("nobody signed in")

    def connected(self, keyed):
        given = {"publicToken": self.public_token(keyed), "institutionName": "First Platypus Bank"}
        status, answer = keyed.server.ask("POST", "/api/plaid/exchange", given)
        assert status == 200, answer

    def exchange(self, plan):
        with self.opened() as keyed:
            given = {"publicToken": self.public_token(keyed), "institutionName": "First Platypus Bank"}
            killed, status, answer = keyed.attack(plan, "POST", "/api/plaid/exchange", given)
            connected = keyed.household.count("SELECT count(*) FROM connection")
            if status == 200:
                assert connected == 1 and answer["status"] == "connected", (connected, answer)
            else:
                # The token was spent, and what it gave never arrived: that is said, and what to do.
                assert (status, connected) == (409, 0) and killed, (status, connected, answer)
                assert "send `POST /api/plaid/link-token` to connect the bank again" in answer["error"]["message"], answer
            return killed

    def sync(self, plan, path="/api/transactions/sync"):
        with self.opened() as keyed:
            self.connected(keyed)
            killed, status, answer = keyed.attack(plan, "POST", path, {})
            assert status == 200 and answer["ok"], (status, answer)
            rows = keyed.household.count("SELECT count(*) FROM txn")
            assert rows == 35, f"{rows} rows"
            assert keyed.household.count("SELECT count(*) FROM connection") == 1
            return killed

    def refresh(self, plan):
        return self.sync(plan, "/api/connected-accounts/refresh")

    def disconnect(self, plan):
        with self.opened() as keyed:
            self.connected(keyed)
            assert keyed.server.ask("POST", "/api/transactions/sync", {})[0] == 200
            account = keyed.server.ask("GET", "/api/connected-accounts")[1]["accounts"][0]["id"]
            killed, status, answer = keyed.attack(plan, "DELETE", f"/api/connected-accounts/{account}?transactions=delete")
            assert status == 200, (status, answer)
            assert keyed.household.count("SELECT count(*) FROM connection") == 0
            assert keyed.household.count("SELECT count(*) FROM txn") == 0
            return killed


KINDS = {"charge": Stripe, "refund": Stripe, "cancel": Stripe, "add": Stripe, "remove": Stripe,
         "exchange": Plaid, "sync": Plaid, "refresh": Plaid, "disconnect": Plaid}


def main():
    program, kit, *kinds = sys.argv[1:]
    home = os.environ.get("COACH_PEERS_HOME") or os.path.expanduser("~/.cache/coach-peers")
    faults, kills, desks = [], 0, {}
    for kind in kinds or KINDS:
        make = KINDS[kind]
        if not os.path.exists(f"{home}/done/{make.__name__.lower()}"):
            continue
        if make not in desks:
            desks[make] = make(program, kit)
        for fault in FAULTS:
            number, killed = 0, True
            while killed and number < 60:
                try:
                    killed = getattr(desks[make], kind)({number: fault})
                except Exception as error:  # noqa: BLE001: every one is a finding
                    faults.append(f"{kind} {fault} at {number}: {type(error).__name__} {error}")
                    if "--trace" in os.environ.get("KEYS", ""):
                        traceback.print_exc()
                kills += killed
                number += 1
            print(f"{kind} {fault}: {number} places", flush=True)
    for desk in desks.values():
        desk.stop()
    print(f"{kills} kills, {len(faults)} faults")
    print("\n".join(faults))
    sys.exit(1 if faults or not kills else 0)


if __name__ == "__main__":
    main()
