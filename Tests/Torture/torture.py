#!/usr/bin/env python3
"""Kills coach at random moments while it writes, and looks at what is left: `make torture`.

    Tests/Torture/torture.py COACH [SECONDS] [SEED] [KILLS]

Each round copies a prepared index, begins something that writes, kills it after a random time, and then asks: is every page
sound, are the sums those of the rows, does the search hold each text (all three by `coach doctor`), and is what people see as it
was before or as it is after, nothing between. A killed change is then done once more, and must come to the same as without a
kill. It goes on for so many seconds, and until each kind was killed so many times (1 unless given). Ends with 1 and the folder of
the round where something is wrong: also where a kind of change writes nothing, or ends in another way than it should.
"""
import base64
import datetime
import http.client
import http.server
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from pathlib import Path

DAY = "2026-10-31"
NOTES = 60


def rows(count, shop):
    lines = ["Date,Description,Amount"]
    for number in range(count):
        lines.append(f"2026-{number % 10 + 1:02}-{number % 28 + 1:02},{shop} {number % 37},-{number % 90 + 1}.{number % 100:02}")
    return "\n".join(lines) + "\n"


class Wrong(Exception):
    pass


# ---- What coach asks while it is killed ----


class Peer(http.server.BaseHTTPRequestHandler):
    """A server of this process, on a port of its own."""

    protocol_version = "HTTP/1.1"

    @classmethod
    def start(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), cls)
        server.daemon_threads = True
        # A reader that was killed is nothing to tell.
        server.handle_error = lambda *_: None
        cls.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def log_message(self, *_):
        pass

    def reply(self, body, kind="application/json"):
        body = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Bank(Peer):
    """A bank in the protocol of SimpleFIN, which has more transactions for a sync than it had when it was connected."""

    count = 40

    def do_POST(self):
        self.reply(self.url.replace("://", "://reader:torture@") + "/simplefin", "text/plain")

    def do_GET(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        start, end = int(query.get("start-date", 0)), int(query.get("end-date", 10 ** 11))
        last = datetime.datetime.fromisoformat(DAY + "T12:00:00+00:00")
        made = [(number, int((last - datetime.timedelta(days=number % 80)).timestamp())) for number in range(Bank.count)]
        transactions = [
            {"id": f"t{number}", "posted": moment, "transacted_at": moment, "description": f"STORE {number % 29}",
             "amount": f"-{number % 70 + 1}.{number % 100:02}"}
            for number, moment in made if start <= moment < end]
        account = {"id": "checking", "conn_id": "B1", "name": "Everyday Checking (1234)", "currency": "USD", "balance": "812.40",
                   "available-balance": "812.40", "balance-date": int(last.timestamp()), "transactions": transactions}
        self.reply(json.dumps({"errlist": [], "errors": [], "connections": [{"conn_id": "B1", "org_name": "Harbor"}],
                               "accounts": [account]}))


class Model(Peer):
    """A model that tells a summary, in words that coach keeps."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = "You spent [[spent]]."
        if not asked.get("stream"):
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            return self.reply(json.dumps({"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 9}}))
        chunks = [{"choices": [{"index": 0, "delta": {"content": text}}]},
                  {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}]
        self.reply("".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n", "text/event-stream")


# ---- Coach ----


class Local(http.client.HTTPConnection):
    """`coach serve` on its Unix socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self.path)


class Coach:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        home = folder.parent / "home"
        home.mkdir(exist_ok=True)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "COACH_AS_OF": DAY, "COACH_CLOCK": DAY,
                            "XDG_CACHE_HOME": str(folder.parent / "cache")}

    def start(self, kind):
        errors = open(self.folder / "errors.txt", "wb")
        process = subprocess.Popen([self.program, *kind.words, "--db", str(self.folder / "index.db")],
                                   stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors,
                                   env=self.environment | kind.environment, cwd=self.folder)
        errors.close()
        try:
            process.stdin.write(kind.stdin.encode())
            process.stdin.flush()
        except BrokenPipeError:
            pass
        return process

    def run(self, *arguments, stdin="", check=True):
        done = subprocess.run([self.program, *arguments, "--db", str(self.folder / "index.db")], input=stdin, text=True,
                              capture_output=True, env=self.environment, cwd=self.folder, timeout=120)
        if check and done.returncode != 0:
            raise Wrong(f"{arguments}: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def send(self):
        """Writes through `coach serve` until all is written or nobody answers any more.

        Returns whether all was written.
        """
        socket_path = str(self.folder / "coach.sock")
        for number in range(NOTES + 1):
            request = (("PATCH", f"/api/transactions/{number + 1}", {"notes": f"note {number}"}) if number < NOTES
                       else ("POST", "/rules", {"category": "coffee", "monthly_limit_cents": 4000}))
            while True:
                connection = Local(socket_path)
                try:
                    connection.request(request[0], request[1], json.dumps(request[2]), {"Content-Type": "application/json"})
                    reply = connection.getresponse()
                    words = reply.read().decode()
                    if reply.status not in (200, 201):
                        raise Wrong(f"serve: {request}: {reply.status} {words}")
                    break
                except (OSError, http.client.HTTPException):
                    if self.process.poll() is not None:
                        return False
                    time.sleep(0.005)
                finally:
                    connection.close()
        return True

    def state(self):
        """What people see, and the words that are kept."""
        seen = [self.run("export", "--format", "json"), self.run("rules", "--json"), self.run("goal", "--json"),
                self.run("imports", "--json"), # When a bank was asked goes by the real clock.
                re.sub(r'"synced_at": "[^"]*"', "", self.run("accounts", "--json"))]
        database = sqlite3.connect(self.folder / "index.db")
        seen.append(json.dumps(database.execute("SELECT model, text FROM summary_narrative").fetchall()))
        database.close()
        return tuple(seen)


def finished(process):
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass
    return process.wait(120)


@dataclass
class Kind:
    """Something that writes, how it is begun, and what may be seen of it when it was killed."""

    words: list
    stdin: str = ""
    environment: dict = field(default_factory=dict)
    #: Whether it is one step, so that nothing between before and after may be seen.
    is_whole: bool = True
    #: Whether it goes on until it is told to end, and writes what is sent to it.
    serves: bool = False


def kinds(question):
    return {
        "import": Kind(["import", "second.csv"]),
        "edit": Kind(["edit", "5", "--category", "gifts", "--merchant", "Corner Shop", "--always"]),
        "undo": Kind(["undo"]),
        "review": Kind(["review", "--answer", question, "groceries"]),
        "sync": Kind(["sync"], is_whole=False),
        "serve": Kind(["serve", "--socket", "coach.sock"], is_whole=False, serves=True),
        "summary": Kind(["summary", "2026-09"], environment={"COACH_MODEL": "scripted", "COACH_MODEL_URL": Model.url + "/v1"}),
        "conversation": Kind([], "set a grocery budget of $500\nhow much did I spend in September?\nset a coffee budget of $40\n",
                             is_whole=False),
    }


def prepare(coach):
    # Nobody knows what the last ones sell.
    unknown = "".join(f"2026-{month:02}-17,ZORBLATT QUIMBEX,-{month}40.00\n" for month in range(3, 11))
    (coach.folder / "first.csv").write_text(rows(300, "SHOP") + unknown)
    (coach.folder / "second.csv").write_text(rows(4000, "MARKET"))
    coach.run("import", "first.csv", "--account", "Checking")
    token = base64.b64encode((Bank.url + "/claim/torture").encode()).decode() + "\n"
    coach.run("connect", "simplefin", stdin=token)
    Bank.count = 700
    database = sqlite3.connect(coach.folder / "index.db", isolation_level=None)
    database.execute("UPDATE connection SET requests = 0")
    database.close()
    coach.run("rules", "set", "shopping", "300")
    coach.run("edit", "3", "--notes", "kept")
    questions = json.loads(coach.run("review", "--json"))["items"]
    question = next((one["id"] for one in questions if one["id"].startswith("m")), None)
    if question is None:
        raise Wrong("there is no merchant to be asked about")
    return question


def files(folder):
    return [folder / f"index.db{end}" for end in ("", "-wal", "-shm")]


def copy(source, target):
    target.mkdir(parents=True, exist_ok=True)
    for path in [*files(target), target / "coach.sock"]:
        path.unlink(missing_ok=True)
    for path in files(source):
        if path.exists():
            shutil.copy(path, target / path.name)
    for name in ("first.csv", "second.csv"):
        shutil.copy(source / name, target / name)


def errors(coach):
    return (coach.folder / "errors.txt").read_text(errors="replace").strip()


def check(coach):
    checks = json.loads(coach.run("doctor", "--json", check=False))["checks"]
    index = next(one for one in checks if one["name"] == "index")
    if not index["ok"]:
        raise Wrong(index["words"])


def whole(name, kind, coach):
    """Does it without a kill, and takes its time."""
    start = time.time()
    coach.process = coach.start(kind)
    if kind.serves:
        if not coach.send():
            raise Wrong(f"{name} ended by itself: {errors(coach)}")
        took = time.time() - start
        coach.process.send_signal(signal.SIGTERM)
        code = finished(coach.process)
    else:
        code = finished(coach.process)
        took = time.time() - start
    if code != 0:
        raise Wrong(f"{name}: exit code {code}: {errors(coach)}")
    return max(took, 0.01)


def seen(name, state):
    """What must be the same when it was done at the second attempt: the imports of a sync count both."""
    return state[:3] + state[4:] if name == "sync" else state


def round_of(name, kind, coach, base, before, after, took):
    copy(base, coach.folder)
    coach.process = coach.start(kind)
    # Mostly while it runs, sometimes just after.
    killing = threading.Timer(random.random() * took * 1.2, lambda: coach.process.send_signal(signal.SIGKILL))
    killing.start()
    if kind.serves:
        coach.send()
    killing.join()
    code = finished(coach.process)
    if code not in (0, -signal.SIGKILL):
        raise Wrong(f"{name}: exit code {code}: {errors(coach)}")
    check(coach)
    now = coach.state()
    if kind.is_whole and now not in (before, after):
        raise Wrong(f"{name} is half done")
    if now != after:
        whole(name, kind, coach)
        if seen(name, coach.state()) != seen(name, after):
            raise Wrong(f"{name} once more came to something else")


def main():
    program = str(Path(sys.argv[1]).resolve())
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    kills = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    random.seed(seed)
    print(f"seed {seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="coach-torture-"))
    Bank.start()
    Model.start()
    base = Coach(program, folder / "base")
    base.folder.mkdir()
    coach = Coach(program, folder / "round")
    try:
        changes = kinds(prepare(base))
        before = base.state()
        ends = {}
        for name, kind in changes.items():
            copy(base.folder, coach.folder)
            took = whole(name, kind, coach)
            ends[name] = (coach.state(), took)
            if ends[name][0] == before:
                raise Wrong(f"{name} writes nothing: {errors(coach)}")
            check(coach)
    except (Wrong, subprocess.TimeoutExpired) as error:
        print(f"{coach.folder}: {error}", file=sys.stderr)
        return 1
    counts = dict.fromkeys(changes, 0)
    end = time.time() + seconds
    while time.time() < end or min(counts.values()) < kills:
        for name, kind in changes.items():
            try:
                round_of(name, kind, coach, base.folder, before, *ends[name])
            except (Wrong, subprocess.TimeoutExpired) as error:
                print(f"{name}, round {counts[name] + 1}, {coach.folder}: {error}", file=sys.stderr)
                return 1
            counts[name] += 1
    shutil.rmtree(folder)
    print("; ".join(f"{count} {name}" for name, count in counts.items()) + ": every index was whole")
    return 0


if __name__ == "__main__":
    sys.exit(main())
