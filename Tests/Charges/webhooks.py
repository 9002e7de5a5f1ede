#!/usr/bin/env python3
"""Charges over HTTP and what Stripe reports of them, through `coach serve`, against the test kit's mock of Stripe.

    webhooks.py PROGRAM KIT"""
import collections
import http.client
import http.server
import json
import os
import sys
import threading
import time
import traceback
import urllib.parse

from household import Household, Mock, Server


# What coach answered to an event of Stripe's.
Answer = collections.namedtuple("Answer", "event type status said")


class Relay:
    """Where the mock sends its webhooks: hands them on to coach as they are, and keeps what coach answered."""

    def __init__(self, server):
        self.answers, self.held, self.is_held, self.is_altered = [], [], False, False
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if relay.is_altered:
                    body = body.replace(b'"livemode": true', b'"livemode":  true', 1)
                if relay.is_held:
                    relay.held.append((dict(self.headers), body))
                    status, answer = 200, {}
                else:
                    status, answer = relay.pass_on(server, dict(self.headers), body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def pass_on(self, server, headers, body, path="/webhooks/stripe"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        kept = {name: headers[name] for name in ("Content-Type", "Stripe-Signature", "User-Agent") if name in headers}
        try:
            connection.request("POST", path, body, kept)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            return 500, {}
        finally:
            connection.close()
        said = json.loads(text)
        event = json.loads(body)
        self.answers.append(Answer(event["id"], event["type"], answer.status, said.get("status") or said.get("error")))
        return answer.status, said

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/"


class Site:
    """A household with a card that is served, and whose webhooks arrive."""

    def __init__(self, program, mock, card):
        self.mock = mock
        self.household = Household(program, mock, card)
        self.server = Server(self.household)
        self.relay = Relay(self.server)
        form = urllib.parse.urlencode({"url": self.relay.url, "enabled_events[0]": "*"})
        self.endpoint = mock.ask("POST", "/v1/webhook_endpoints", form)
        self.household.run("cards", "webhook", text=self.endpoint["secret"])

    def order(self, cents, **more):
        allowed = self.server.ask("POST", "/guardian/authorize", {"amount_cents": cents, "merchant": "Bookshop"})[1]
        assert allowed["decision"] == "APPROVE", allowed
        return self.server.ask("POST", "/guardian/charge", {"amount_cents": cents, "currency": "usd"} | more)

    def charge(self, number=0):
        return self.server.ask("GET", "/guardian/charges")[1][number]

    def until(self, what, holds, seconds=120):
        """Waits until something holds, however slow the machine is."""
        end = time.monotonic() + seconds
        while not (found := holds()):
            if time.monotonic() > end:
                raise AssertionError(f"{what}: {self.charge()}, {self.relay.answers}")
            time.sleep(0.05)
        return found

    def reported(self, kind):
        """The event of a kind that coach took, once it did."""
        return self.until(kind, lambda: next((a.event for a in self.relay.answers if a.type == kind and a.status == 200), None))

    def resend(self, event, fault="none"):
        """What coach answers to an event when it comes again, wrongly."""
        answers = lambda: [(answer.status, answer.said) for answer in self.relay.answers if answer.event == event]
        before = len(answers())
        self.relay.is_altered = fault == "body"
        self.mock.ask("POST", f"/mock/resend?event={event}&fault=" + ("none" if self.relay.is_altered else fault), "")
        count = 2 if fault == "twice" else 1
        self.until(fault, lambda: len(answers()) >= before + count)
        self.relay.is_altered = False
        return answers()[before:before + count]

    def stop(self):
        self.mock.ask("DELETE", "/v1/webhook_endpoints/" + self.endpoint["id"])
        self.server.stop()
        self.relay.server.shutdown()
        self.household.remove()


def the_cardholder_confirms(site):
    status, asked = site.order(3101)
    assert status == 200 and asked["status"] == "requires_action", (status, asked)
    assert asked["client_secret"].startswith(asked["payment_intent_id"] + "_secret_"), asked
    assert site.household.rows() == []
    # Ordered again it is the same, and nothing more is asked of the card.
    again = site.server.ask("POST", "/guardian/charge", {"amount_cents": 3101, "merchant": "Bookshop"})[1]
    assert again["charge_id"] == asked["charge_id"] and again["status"] == "requires_action"
    site.mock.ask("POST", f"/authenticate/{asked['payment_intent_id']}?result=ok", "")
    # Nobody asks: Stripe reports it.
    site.until("confirmed", lambda: site.charge()["status"] == "charged")
    assert site.household.rows() == [-3101] and site.household.proxy.charged() == [3101]


def the_cardholder_does_not_confirm(site):
    asked = site.order(3102)[1]
    site.mock.ask("POST", f"/authenticate/{asked['payment_intent_id']}?result=fail", "")
    site.until("not confirmed", lambda: site.charge()["status"] == "declined")
    assert site.household.rows() == [] and site.household.proxy.charged() == []
    assert not site.household.proxy.can_still_be_charged()


def webhooks_that_come_again(site):
    assert site.order(3103)[1]["status"] == "charged"
    event = site.reported("payment_intent.succeeded")
    before = site.charge()
    assert site.resend(event) == [(200, "replay")]
    assert site.resend(event, "twice") == [(200, "replay")] * 2
    for fault in ("signature", "stale", "body", "unsigned", "scheme"):
        answers = site.resend(event, fault)
        assert answers == [(401, "UNAUTHENTICATED")], (fault, answers)
    assert site.charge() == before and site.household.rows() == [-3103]


def a_webhook_that_was_held_back_is_old(site):
    site.relay.is_held = True
    assert site.order(3104)[1]["status"] == "charged"
    def reports():
        return [held for held in site.relay.held if b'"payment_intent.succeeded"' in held[1] and b"3104" in held[1]]
    site.until("held", reports)
    site.relay.is_held = False
    headers, body = reports()[0]
    # Within five minutes it counts, of this very body only, and only for whom it was signed.
    status, said = site.relay.pass_on(site.server, headers, body.replace(b"3104", b"3105"))
    assert status == 401, said
    assert site.relay.pass_on(site.server, headers, body, "/webhooks/stripe/anna")[0] >= 400
    assert not os.path.exists(site.household.root + "/people/anna.db")
    assert site.relay.pass_on(site.server, headers, body) == (200, {"status": "ok"})
    assert site.relay.pass_on(site.server, headers, body) == (200, {"status": "replay"})
    assert site.household.rows() == [-3104]


def stripe_cannot_be_asked_when_it_reports(site):
    asked = site.order(3106)[1]
    # What Stripe reports of the order itself must not be underway any more: coach asks about it as well.
    for kind in ("created", "requires_action"):
        site.reported("payment_intent." + kind)
    site.household.proxy.follow({"all": "drop"})
    site.mock.ask("POST", f"/authenticate/{asked['payment_intent_id']}?result=ok", "")
    event = site.until("refused for now", lambda: next((a.event for a in site.relay.answers if a.status == 502), None))
    assert site.charge()["status"] == "requires_action"
    site.household.proxy.follow({})
    # Stripe sends it again for days; the mock gives up after seconds.
    site.resend(event)
    site.until("sent again", lambda: site.charge()["status"] == "charged")
    site.until("a row of it", lambda: site.household.rows() == [-3106])


def a_refund_made_at_stripe(site):
    charged = site.order(3107)[1]
    form = urllib.parse.urlencode({"payment_intent": charged["payment_intent_id"], "amount": 1000})
    site.mock.ask("POST", "/v1/refunds", form)
    site.until("refunded", lambda: site.charge()["refunded_cents"] == 1000)
    site.until("a row of it", lambda: site.household.rows() == [-3107, 1000])
    assert site.server.ask("POST", f"/guardian/charges/{charged['charge_id']}/refund", {"amount_cents": 2108})[0] == 400
    status, back = site.server.ask("POST", f"/guardian/charges/{charged['charge_id']}/refund", {"amount_cents": 2107})
    assert status == 200, back
    assert site.charge()["refunded_cents"] == 3107 and site.household.rows() == [-3107, 1000, 2107]


def what_concerns_nothing_here(site):
    site.mock.ask("POST", "/v1/customers", "email=somebody%40example.com")
    site.until("answered", lambda: [answer[1:] for answer in site.relay.answers][:1] == [("customer.created", 200, "ignored")])


def the_card_is_declined(site):
    status, said = site.order(3108)
    assert status == 402 and said["status"] == "declined" and said["error"] == "CARD_DECLINED", (status, said)
    assert said["processor_status"] == "requires_payment_method" and "declined" in said["message"], said
    assert site.household.rows() == [] and site.charge()["status"] == "declined"
    # The approval is used up: the same order is answered the same, another one takes another approval.
    again = site.server.ask("POST", "/guardian/charge", {"amount_cents": 3108})
    assert again[0] == 402 and again[1]["charge_id"] == said["charge_id"], again
    time.sleep(1)
    assert site.charge()["status"] == "declined" and site.household.proxy.charged() == []


def nobody_knows_yet(site):
    site.household.proxy.follow({0: None, "all": "drop"})
    status, said = site.order(3109)
    assert status == 202 and said["status"] == "pending", (status, said)
    assert "won't be charged twice" in said["message"], said
    check = f"/guardian/charges/{said['charge_id']}/check"
    assert site.server.ask("POST", check, {})[0] == 202
    site.household.proxy.follow({})
    # Asking has nothing charged; ordered again it is the same charge.
    status, said = site.server.ask("POST", check, {})
    assert status == 202 and "hasn't been charged so far" in said["message"], (status, said)
    assert site.household.proxy.charged() == []
    status, again = site.server.ask("POST", "/guardian/charge", {"amount_cents": 3109, "currency": "usd"})
    assert status == 200 and again["status"] == "charged" and again["charge_id"] == said["charge_id"], (status, again)
    assert site.household.proxy.charged() == [3109] and site.household.rows() == [-3109]


def what_is_open_can_be_given_up(site):
    asked = site.order(3110)[1]
    status, said = site.server.ask("POST", f"/guardian/charges/{asked['charge_id']}/cancel", {})
    assert status == 200 and said["status"] == "canceled", (status, said)
    assert site.mock.ask("GET", "/v1/payment_intents/" + asked["payment_intent_id"])["status"] == "canceled"
    assert site.server.ask("POST", f"/guardian/charges/{asked['charge_id']}/cancel", {})[0] == 409
    site.mock.ask("POST", f"/authenticate/{asked['payment_intent_id']}?result=ok", "")
    assert site.charge()["status"] == "canceled" and site.household.rows() == []


def canceled_while_nobody_can_be_asked(site):
    site.household.proxy.follow({0: None, "all": "drop"})
    order = site.order(3111)[1]
    cancel, check = (f"/guardian/charges/{order['charge_id']}/{what}" for what in ("cancel", "check"))
    status, said = site.server.ask("POST", cancel, {})
    assert status == 202 and said["status"] == "pending" and said["cancel_requested"], (status, said)
    assert "I'll cancel it as soon as the provider can be reached" in said["message"], said
    site.household.proxy.follow({})
    status, said = site.server.ask("POST", check, {})
    assert said["status"] == "canceled" and "You canceled it." in said["message"], (status, said)
    assert site.household.proxy.charged() == [] and site.household.rows() == []


CASES = [("authenticationRequired", the_cardholder_confirms), ("authenticationRequired", the_cardholder_does_not_confirm),
         ("visa", webhooks_that_come_again), ("visa", a_webhook_that_was_held_back_is_old),
         ("authenticationRequired", stripe_cannot_be_asked_when_it_reports), ("visa", a_refund_made_at_stripe),
         ("visa", what_concerns_nothing_here), ("chargeCustomerFail", the_card_is_declined),
         ("visa", nobody_knows_yet), ("visa", canceled_while_nobody_can_be_asked),
         ("authenticationRequired", what_is_open_can_be_given_up)]


def main():
    program, kit = sys.argv[1:3]
    faults, mock = 0, Mock(kit)
    for card, case in CASES:
        site = Site(program, mock, card)
        try:
            case(site)
        except Exception as error:  # noqa: BLE001: every one is a finding
            faults += 1
            at = traceback.extract_tb(error.__traceback__)[-1].lineno
            print(f"{case.__name__}, line {at}: {type(error).__name__} {error}")
        finally:
            site.stop()
    mock.stop()
    print(f"{len(CASES)} cases, {faults} went wrong")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
