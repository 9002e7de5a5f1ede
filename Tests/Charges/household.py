"""What the tests of charges share: the test kit's mock of Stripe, a proxy before it that breaks connections, and a household with a card."""
import contextlib
import http.client
import http.server
import json
import os
import pty
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import tempfile
import threading
import time

KEY = "sk_live_coach"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening(start):
    """A program that listens, and its port. `start` makes it for a port; another one is tried where somebody else took it."""
    for _ in range(5):
        port = free_port()
        program = start(port)
        until = time.monotonic() + 120
        while program.poll() is None and time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                if program.poll() is None:
                    return program, port
            time.sleep(0.05)
        program.kill()
        program.wait()
    raise SystemExit("nothing listens")


class Mock:
    """The mock of Stripe, as its own program."""

    def __init__(self, kit):
        self.process, self.port = listening(
            lambda port: subprocess.Popen([kit + "/bin/stripe-mock", str(port)], stdout=subprocess.DEVNULL))

    def ask(self, method, path, form=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, form, headers)
        body = connection.getresponse().read()
        connection.close()
        return json.loads(body) if body[:1] in (b"{", b"[") else body

    def card(self, name):
        """A card as a phone would have set it up."""
        return self.ask("POST", "/v1/payment_methods", f"type=card&card[token]=tok_{name}")["id"]

    def stop(self):
        self.process.kill()
        self.process.wait()


class Proxy:
    """Stands between coach and the mock. `plan` says what happens to which request, counted from 0 since the plan was made.

    kill     the program is killed before the request arrives
    killed   the program is killed once it was carried out, before the reply
    replied  the program is killed right after the reply
    drop     the connection is closed and the request goes nowhere
    cut      it is carried out, and the connection is closed without a reply
    half     it is carried out, and half of the reply arrives
    reset    it is carried out, and the connection is reset
    deaf     nothing is carried out and nothing is answered
    silent   it is carried out and not answered
    """

    def __init__(self, mock):
        self.mock, self.plan, self.count, self.seen = mock, {}, 0, []
        self.intents, self.refunds = [], []
        self.program, self.serving = None, 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def follow(self, plan, program=None):
        with self.lock:
            self.plan, self.count, self.seen, self.program = plan, 0, [], program

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with self.lock:
            self.serving += 1
        try:
            while self.exchange(client):
                pass
        except OSError:
            pass
        finally:
            client.close()
            with self.lock:
                self.serving -= 1

    def rest(self):
        """Waits until what a program that has ended still sent is carried out."""
        for _ in range(2000):
            if not self.serving:
                return
            time.sleep(0.05)
        raise AssertionError("a connection of a program that has ended stays open")

    def exchange(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = client.recv(65536)
            if not piece:
                return False
            head += piece
        head, _, body = head.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        method, path, _ = lines[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if headers.get("expect", "").lower() == "100-continue":
            client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        while len(body) < int(headers.get("content-length", 0)):
            body += client.recv(65536)
        with self.lock:
            number, self.count = self.count, self.count + 1
            self.seen.append(f"{method} {path}")
            fault = self.plan.get(number, self.plan.get("all"))
            program = self.program
        if fault == "kill":
            self.kill(program)
            return False
        if fault == "drop":
            return False
        if fault == "deaf":
            return self.hold(client)
        status, reply, more = self.forward(method, path, headers, body)
        if fault == "killed":
            self.kill(program)
        if fault in ("killed", "cut"):
            return False
        if fault == "silent":
            return self.hold(client)
        if fault == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return False
        text = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(reply)}\r\n{more}\r\n"
        if fault == "half":
            client.sendall(text.encode() + reply[:len(reply) // 2])
            return False
        client.sendall(text.encode() + reply)
        if fault == "replied":
            self.kill(program)
        return True

    def hold(self, client):
        """Says nothing until the other side has enough."""
        client.settimeout(90)
        with contextlib.suppress(OSError):
            client.recv(1)
        return False

    def kill(self, program):
        if program:
            with contextlib.suppress(ProcessLookupError):
                os.kill(program(), signal.SIGKILL)

    def forward(self, method, path, headers, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.mock.port, timeout=90)
        passed = ("authorization", "content-type", "idempotency-key", "stripe-version", "plaid-client-id", "plaid-secret")
        connection.request(method, path, body or None, {name: headers[name] for name in passed if name in headers})
        answer = connection.getresponse()
        reply = answer.read()
        connection.close()
        with contextlib.suppress(ValueError):
            made = json.loads(reply)
            kept = {"payment_intent": self.intents, "refund": self.refunds}.get(made.get("object"))
            if kept is not None and made["id"] not in kept:
                kept.append(made["id"])
        wait = answer.getheader("Retry-After")
        return answer.status, reply, f"Retry-After: {wait}\r\n" if wait else ""

    def charged(self):
        """Amounts that the mock took of the card."""
        found = [self.mock.ask("GET", "/v1/payment_intents/" + ident) for ident in self.intents]
        return [intent["amount"] for intent in found if intent["status"] == "succeeded"]

    def can_still_be_charged(self):
        found = [self.mock.ask("GET", "/v1/payment_intents/" + ident) for ident in self.intents]
        return [intent["id"] for intent in found if intent["status"] in ("requires_action", "processing", "requires_capture")]

    def sent_back(self):
        return [self.mock.ask("GET", "/v1/refunds/" + ident)["amount"] for ident in self.refunds]

    def stop(self):
        self.listener.close()


class Household:
    """A home of its own with an index, a key for real money, since charges for trying are no rows, and a card."""

    STATEMENT = "Date,Description,Amount\n2026-10-02,STEAM GAMES,-120.00\n2026-10-18,PAYROLL ACME TOOLS,2400.00\n"

    def __init__(self, program, mock, card="visa", template=None):
        self.program, self.mock = program, mock
        self.proxy = Proxy(mock)
        self.root = tempfile.mkdtemp(prefix="coach-charges-")
        self.shown = ""
        if template:
            shutil.copytree(template.root, self.root, dirs_exist_ok=True)
            with contextlib.closing(sqlite3.connect(self.index, timeout=60)) as index, index:
                index.execute("UPDATE payment_account SET address = ?", (self.address,))
            return
        with open(self.root + "/bank.csv", "w") as file:
            file.write(self.STATEMENT)
        self.run("import", self.root + "/bank.csv")
        self.run("cards", "setup", "stripe", "--live", "--url", self.address, text=KEY)
        self.run("cards", "add", mock.card(card), "--label", "Visa")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.proxy.port}"

    @property
    def index(self):
        return self.root + "/coach.db"

    @property
    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": self.root, "COACH_DB": self.index, "COACH_AS_OF": "2026-10-20", "TERM": "dumb",
                "LANG": "C.UTF-8", "TZ": "UTC", **{f"XDG_{kind}_HOME": f"{self.root}/{kind.lower()}" for kind in ("DATA", "CONFIG", "STATE")}}

    def run(self, *words, text="", check=True):
        done = subprocess.run([self.program, *words], input=text, env=self.environment, capture_output=True, text=True, timeout=180)
        if check and done.returncode:
            raise AssertionError(f"coach {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def attacked(self, plan, *words, on_terminal=False):
        """Runs a command while the proxy follows a plan.

        Returns its exit code, -9 where it was killed."""
        terminal, inside = pty.openpty()
        ends = {"stdin": inside, "stdout": inside, "stderr": inside} if on_terminal else dict.fromkeys(
            ("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        self.proxy.follow(plan, lambda: child.pid)
        # No request is looked at before it is known whom to kill.
        with self.proxy.lock:
            child = subprocess.Popen([self.program, *words], env=self.environment, start_new_session=True, **ends)
        os.close(inside)
        shown = b""
        with contextlib.suppress(OSError):
            while piece := os.read(terminal, 4096):
                if "›".encode() in piece and "›".encode() not in shown:
                    os.write(terminal, b"y\n")
                shown += piece
        os.close(terminal)
        code = child.wait(timeout=300)
        self.proxy.rest()
        self.shown = shown.decode()
        self.proxy.follow({})
        return code

    def charge(self, cents, plan):
        return self.attacked(plan, "charge", "--amount", f"{cents / 100:.2f}", "--merchant", "Bookshop", on_terminal=True)

    def charges(self):
        """How the charges stand once it was asked what became of them."""
        self.run("charge", "check", check=False)
        return json.loads(self.run("charge", "list", "--json").stdout)["charges"]

    def rows(self):
        """Amounts of the card's rows, in minor units."""
        with contextlib.closing(sqlite3.connect(self.index, timeout=60)) as index:
            found = index.execute("SELECT t.amount FROM txn t JOIN account a ON a.id = t.account_id WHERE a.name = 'Visa' ORDER BY t.id")
            return [row[0] for row in found]

    def remove(self):
        self.proxy.stop()
        shutil.rmtree(self.root, ignore_errors=True)


class Server:
    """`coach serve` over a household, with a token that may write."""

    def __init__(self, household):
        self.household, self.process = household, None
        made = household.run("token", "add", f"phone{time.monotonic_ns():x}", "--scope", "admin", "--json")
        self.token = json.loads(made.stdout)["token"]
        self.start()

    def start(self):
        self.process, self.port = listening(lambda port: subprocess.Popen(
            [self.household.program, "serve", "--listen", str(port)], env=self.household.environment, stderr=subprocess.DEVNULL))

    def ask(self, method, path, body=None, **headers):
        """The status and the JSON of an answer; (0, None) where the connection broke."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"} | headers
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()

    def stop(self):
        self.process.kill()
        self.process.wait()
