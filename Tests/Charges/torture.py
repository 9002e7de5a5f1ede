#!/usr/bin/env python3
"""Kills coach and breaks its connections at every request of a charge and of a refund, against the test kit's mock of Stripe.

    torture.py PROGRAM KIT            the single faults and some pairs, in half a minute
    torture.py PROGRAM KIT --long     every pair and many triples, silence until coach gives up, and the same through `coach serve`

After each of them it goes on without faults. The card was charged once then, coach says so, and its index has one row of it."""
import concurrent.futures
import itertools
import random
import sys
import threading
import time

from household import Household, Mock, Server

KILLS = ["kill", "killed", "replied"]
BREAKS = ["drop", "cut", "half", "reset"]
SILENT = ["deaf", "silent"]


class Trials:
    def __init__(self, program, kit):
        self.mock = Mock(kit)
        self.program = program
        self.template = Household(program, self.mock)
        self.count, self.faults, self.lock = 0, [], threading.Lock()

    def household(self):
        return Household(self.program, self.mock, template=self.template)

    def run(self, name, trial, *arguments):
        household = self.household()
        try:
            trial(household, *arguments)
        except Exception as error:  # noqa: BLE001: every one is a finding
            with self.lock:
                self.faults.append(f"{name} {arguments}: {type(error).__name__} {error}")
        finally:
            household.remove()
            with self.lock:
                self.count += 1

    def check(self, household, cents):
        """What is charged is charged once, and known."""
        charges = household.charges()
        taken = household.proxy.charged()
        assert taken == [cents], f"the card was charged {taken}; coach says {[charge['status'] for charge in charges]}"
        assert [charge["status"] for charge in charges] == ["charged"], charges
        assert household.rows() == [-cents], household.rows()
        assert not household.proxy.can_still_be_charged()

    # What is tried

    def charge(self, household, *plans):
        """The first plan is followed by the charge, each other one by what asks what became of it. That has nothing charged
        itself: what the card was not asked for yet takes another order."""
        household.charge(2101, plans[0])
        known = household.proxy.charged()
        for plan in plans[1:]:
            household.attacked(plan, "charge", "check")
        charges = household.charges()
        assert household.proxy.charged() == known, f"asking charged the card: {charges}"
        if not known:
            household.charge(2101, {})
            assert len([charge for charge in household.charges() if charge["status"] != "canceled"]) == 1
        self.check(household, 2101)

    def canceled(self, household, plan, *plans):
        """What is to be canceled is never charged afterwards, and canceled once the provider can be reached."""
        household.charge(2109, plan)
        known = household.proxy.charged()
        for plan in plans:
            household.attacked(plan, "charge", "cancel", "1")
        charges = household.charges()
        assert household.proxy.charged() == known, f"what was canceled was charged: {charges}"
        assert [charge["status"] for charge in charges] == (["charged"] if known else ["canceled"]), charges
        assert household.rows() == [-cents for cents in known], household.rows()
        assert not household.proxy.can_still_be_charged()

    def charge_again(self, household, plan):
        """Whoever sees a charge die orders it again."""
        household.charge(2102, plan)
        settled = household.proxy.charged() == [2102] and household.rows() == [-2102]
        if not settled:
            household.charge(2102, {})
        self.check(household, 2102)

    def refund(self, household, *plans):
        household.charge(2103, {})
        household.attacked(plans[0], "charge", "refund", "1", "5", "--yes")
        for plan in plans[1:]:
            household.attacked(plan, "charge", "check")
        household.charges()
        sent, known = household.proxy.sent_back(), household.charges()[0]["refunded_cents"]
        assert sum(sent) == known and sent in ([], [500]), f"{sent} went back, coach says {known}"
        assert household.rows() == [-2103] + sent, household.rows()

    def refund_again(self, household, plan):
        """Whoever sees a refund die orders it again."""
        household.charge(2107, {})
        code = household.attacked(plan, "charge", "refund", "1", "5", "--yes")
        if code:
            # What went back without being told is told now, and doesn't go back again.
            household.run("charge", "refund", "1", "5", "--yes", check=False)
        self.check_refund(household, 2107)

    def refund_served(self, household, plan, key):
        """A program that gets no answer to a refund asks again, with its key or without one."""
        household.charge(2108, {})
        server = Server(household)
        try:
            headers = {"Idempotency-Key": "back"} if key else {}
            household.proxy.follow(plan, lambda: server.process.pid)
            status = server.ask("POST", "/guardian/charges/1/refund", {"amount_cents": 500}, **headers)[0]
            household.proxy.follow({})
            if set(plan.values()) & set(KILLS):
                server.process.wait(timeout=30)
                server.start()
            for _ in range(20):
                if status in (200, 409):
                    break
                status, answer = server.ask("POST", "/guardian/charges/1/refund", {"amount_cents": 500}, **headers)
                assert status in (200, 429, 502) or status == 409 and not key, (status, answer)
            assert status in (200, 409), status
        finally:
            server.stop()
        self.check_refund(household, 2108)

    def check_refund(self, household, cents):
        """500 went back, once, and coach says so."""
        sent, known = household.proxy.sent_back(), household.charges()[0]["refunded_cents"]
        assert sent == [500] and known == 500, f"{sent} went back, coach says {known}"
        assert household.rows() == [-cents, 500], household.rows()

    def served(self, household, plan, key):
        """A program that gets no answer asks again, whatever became of the server."""
        server = Server(household)
        try:
            allowed = server.ask("POST", "/guardian/authorize", {"amount_cents": 2104, "merchant": "Bookshop"})[1]
            assert allowed["decision"] == "APPROVE", allowed
            headers = {"Idempotency-Key": "one"} if key else {}
            household.proxy.follow(plan, lambda: server.process.pid)
            body = {"amount_cents": 2104, "authorization_id": allowed["authorization_id"]}
            server.ask("POST", "/guardian/charge", body, **headers)
            household.proxy.follow({})
            if set(plan.values()) & set(KILLS):
                server.process.wait(timeout=30)
                server.start()
            for _ in range(20):
                status, answer = server.ask("POST", "/guardian/charge", body, **headers)
                if status != 202 and status != 429:
                    break
                # One that was answered with 202 is asked about; its answer is kept for its key.
                server.ask("POST", f"/guardian/charges/{answer['charge_id']}/check", {}) if status == 202 else time.sleep(1)
                headers = {}
            assert status == 200 and answer["status"] == "charged", (status, answer)
        finally:
            server.stop()
        self.check(household, 2104)

    def at_once(self, household):
        """Several programs order the same approved payment at the same moment."""
        server = Server(household)
        try:
            server.ask("POST", "/guardian/authorize", {"amount_cents": 2105, "merchant": "Bookshop"})
            with concurrent.futures.ThreadPoolExecutor(6) as pool:
                list(pool.map(lambda _: server.ask("POST", "/guardian/charge", {"amount_cents": 2105, "merchant": "Bookshop"}), range(6)))
        finally:
            server.stop()
        self.check(household, 2105)

    def overridden(self, household):
        """An override that nothing needs is good for one charge, however often and however many at once order it again."""
        server = Server(household)
        try:
            payment = {"amount_cents": 2110, "merchant": "Bookshop"}
            server.ask("POST", "/guardian/override", payment)
            with concurrent.futures.ThreadPoolExecutor(6) as pool:
                list(pool.map(lambda _: server.ask("POST", "/guardian/charge", payment | {"again": True}), range(6)))
            server.ask("POST", "/guardian/charge", payment | {"again": True})
        finally:
            server.stop()
        self.check(household, 2110)

    def killed_sometime(self, household, seconds):
        """Killed at a moment that has nothing to do with requests."""
        server = Server(household)
        try:
            server.ask("POST", "/guardian/authorize", {"amount_cents": 2106, "merchant": "Bookshop"})
            threading.Timer(seconds, server.process.kill).start()
            server.ask("POST", "/guardian/charge", {"amount_cents": 2106, "merchant": "Bookshop"})
            server.process.wait(timeout=30)
            server.start()
            server.ask("POST", "/guardian/charge", {"amount_cents": 2106, "merchant": "Bookshop"})
        finally:
            server.stop()
        self.check(household, 2106)


def short(trials):
    for number, fault in itertools.product(range(2), KILLS + BREAKS):
        yield "charge", trials.charge, {number: fault}
    for fault, later in [("kill", "kill"), ("killed", "killed"), ("killed", "cut"), ("cut", "kill")]:
        yield "charge", trials.charge, {1: fault}, {0: later}
    yield "charge without a network", trials.charge, {1: "cut", 2: "drop", 3: "drop", 4: "drop", 5: "drop"}
    for fault, cancel in itertools.product(["kill", "killed"], [{"all": "drop"}, {0: "kill"}, {0: "killed"}]):
        yield "canceled", trials.canceled, {1: fault}, cancel
    yield "canceled without a network", trials.canceled, {0: None, "all": "drop"}, {"all": "drop"}
    for number, fault in [(0, "killed"), (1, "kill"), (1, "killed")]:
        yield "charge again", trials.charge_again, {number: fault}
    for number, fault in [(1, "kill"), (1, "killed"), (1, "cut"), (1, "half")]:
        yield "refund", trials.refund, {number: fault}
    for number, fault in [(1, "kill"), (1, "killed"), (1, "half")]:
        yield "refund again", trials.refund_again, {number: fault}
        for key in (True, False):
            yield "refund served", trials.refund_served, {number: fault}, key
    for number, fault, key in [(0, "killed", True), (1, "kill", False), (1, "killed", True), (1, "cut", True)]:
        yield "served", trials.served, {number: fault}, key
    yield "at once", trials.at_once
    yield "overridden", trials.overridden


def long(trials):
    draw = random.Random(25)
    faults = KILLS + BREAKS
    for number, fault in itertools.product(range(2), SILENT):
        yield "charge", trials.charge, {number: fault}
        yield "served", trials.served, {number: fault}, True
    yield "charge", trials.charge, {"all": "drop"}
    yield "charge", trials.charge, {0: "killed"}, {"all": "drop"}, {"all": "cut"}
    for one, other in itertools.product(itertools.product(range(2), faults), itertools.product(range(3), faults)):
        yield "charge", trials.charge, dict([one]), dict([other])
    for _ in range(60):
        yield "charge", trials.charge, *({draw.randrange(5): draw.choice(faults), draw.randrange(5): draw.choice(faults)}
                                         for _ in range(draw.randrange(2, 5)))
    for number, fault in itertools.product(range(2), faults):
        yield "charge again", trials.charge_again, {number: fault}
        for key in (True, False):
            yield "served", trials.served, {number: fault}, key
    for one, other in itertools.product(itertools.product(range(2), faults), itertools.product(range(2), faults)):
        yield "refund", trials.refund, dict([one]), dict([other])
    for number, fault in itertools.product(range(2), faults):
        # What was answered is over: without a key it would be ordered twice.
        if fault != "replied":
            yield "refund again", trials.refund_again, {number: fault}
            yield "refund served", trials.refund_served, {number: fault}, False
        yield "refund served", trials.refund_served, {number: fault}, True
    for step in range(60):
        yield "killed sometime", trials.killed_sometime, step * 0.004
    for _ in range(5):
        yield "at once", trials.at_once
        yield "overridden", trials.overridden


def main():
    program, kit = sys.argv[1:3]
    is_long = "--long" in sys.argv
    trials = Trials(program, kit)
    started = time.monotonic()
    try:
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            todo = list(short(trials)) + (list(long(trials)) if is_long else [])
            list(pool.map(lambda trial: trials.run(*trial), todo))
    finally:
        trials.template.remove()
        trials.mock.stop()
    for fault in trials.faults:
        print(fault)
    print(f"{trials.count} charges and refunds were broken, {len(trials.faults)} went wrong, in {time.monotonic() - started:.0f} s")
    sys.exit(1 if trials.faults or not trials.count else 0)


if __name__ == "__main__":
    main()
