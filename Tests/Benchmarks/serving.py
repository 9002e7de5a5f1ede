"""Many clients of `coach serve` at once: paced and without a pause, from the first second on, and a thousand people in turn."""
import json
import os
import random
import select
import shutil
import socket
import sqlite3
import subprocess
import time

CLIENTS = 200
SECONDS = 10
# What each client waits between two questions, so that all of them ask a little more than the target.
PAUSE = 0.075
A_SECOND = 2_000
P99_MS = 50
MEGABYTES = 200
PEOPLE = 1_000

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
FORMS = [
    "how much did I spend on groceries in {}?", "top 5 merchants in {}", "spending by category in {} 2026",
    "how much did I earn in {}?", "largest purchase in {}", "how many times did I buy coffee in {}?",
    "show my Amazon purchases in {}", "average per day on restaurants in {}", "how much did I save in {}?",
    "groceries in {} compared to the month before",
]
QUESTIONS = [form.format(month) for month in MONTHS for form in FORMS]


class Server:
    """One that runs while it is measured."""

    def __init__(self, coach, folder, *options):
        self.log = open(folder / "serve.log", "w+")
        self.process = subprocess.Popen([coach, "serve", "--listen", "0", "--rate", "1000000", *options], stderr=self.log)
        self.port = 0
        while not self.port and self.process.poll() is None:
            time.sleep(0.02)
            for line in open(folder / "serve.log"):
                if "answering at" in line:
                    self.port = int(line.split(";")[0].rsplit(":", 1)[1])

    def processor(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self):
        line = next(line for line in open(f"/proc/{self.process.pid}/status") if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1e3

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Load:
    """Clients that ask again and again, each over one connection, and what they see."""

    def __init__(self, port, clients, pause, asks):
        self.asks, self.pause = asks, pause
        self.times, self.answers, self.lost = [], {}, 0
        self.poll = select.epoll()
        self.clients = {}
        for number in range(clients):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.poll.register(connection, select.EPOLLIN)
            self.clients[connection.fileno()] = [connection, b"", None, 0.0]
        self.waiting = [(random.random() * pause, number) for number in self.clients]

    def run(self, seconds):
        start = now = time.perf_counter()
        waiting = sorted((start + after, number) for after, number in self.waiting)
        while now < start + seconds:
            while waiting and waiting[0][0] <= now:
                self.send(waiting.pop(0)[1])
            timeout = min(waiting[0][0] - now, 0.05) if waiting else 0.05
            back = []
            for number, _ in self.poll.poll(max(timeout, 0)):
                if self.take(number):
                    back.append((time.perf_counter() + random.random() * 2 * self.pause, number))
            if back:
                waiting = sorted(waiting + back)
            now = time.perf_counter()
        self.seconds = now - start
        # What is still on its way is not lost yet.
        end = time.perf_counter() + 5
        while any(client[2] for client in self.clients.values()) and time.perf_counter() < end:
            for number, _ in self.poll.poll(0.1):
                self.take(number)
        self.lost += sum(1 for client in self.clients.values() if client[2])
        self.waiting = [(random.random() * self.pause, number) for number in self.clients]
        for client in self.clients.values():
            client[2] = None
        return self

    def send(self, number):
        client = self.clients[number]
        question, token = self.asks()
        body = json.dumps({"question": question}).encode()
        access = f"Authorization: Bearer {token}\r\n" if token else ""
        client[2], client[3] = (question, token), time.perf_counter()
        client[0].sendall(f"POST /api/ask HTTP/1.1\r\nHost: localhost\r\n{access}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def take(self, number):
        client = self.clients[number]
        client[1] += client[0].recv(1 << 20)
        head, mark, body = client[1].partition(b"\r\n\r\n")
        if not mark:
            return False
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        if len(body) < length:
            return False
        self.times.append(time.perf_counter() - client[3])
        # The same question has one answer, whoever asks and whenever.
        known = self.answers.setdefault(client[2][0], body)
        if not head.startswith(b"HTTP/1.1 200") or body != known:
            self.lost += 1
        client[1], client[2] = b"", None
        return True

    def take_times(self):
        times, self.times = sorted(self.times), []
        return len(times) / self.seconds, [times[int(len(times) * part)] * 1000 for part in (0.5, 0.99)]


def report_load(report, what, load, rate=None, p99=None):
    answers, (half, most) = load.take_times()
    report.line(f"{what}: answers a second", answers, unit="",
                note=f"half within {half:.1f} ms" + (f"; FEWER than {rate:,}" if rate and answers < rate else ""))
    report.line("  99 of 100 within", most, p99, "ms")


def measure(report, coach, folder):
    report.heading(f"{CLIENTS} clients over HTTP, {len(QUESTIONS)} different questions about the sample")

    def asks():
        return random.choice(QUESTIONS), None

    with Server(coach, folder, "--demo") as server:
        load = Load(server.port, CLIENTS, PAUSE, asks)
        report_load(report, "from the start, paced", load.run(SECONDS), A_SECOND, P99_MS)
        report_load(report, "then, paced", load.run(SECONDS), A_SECOND, P99_MS)
        load.pause = 0
        report_load(report, "without a pause", load.run(SECONDS))
        report.line("lost, or another answer than before", load.lost, 0)
        report.line("peak memory", server.megabytes(), MEGABYTES, "MB")
    people(report, coach, folder)


def people(report, coach, folder):
    """Each of them has a file and a token; they ask in turn, so that hardly any file is open already."""
    home = folder / "people-home"
    shutil.rmtree(home, ignore_errors=True)
    (home / "people").mkdir(parents=True)
    own = home / "coach.db"
    environment = dict(os.environ, XDG_CONFIG_HOME=str(home), XDG_DATA_HOME=str(home), COACH_DB=str(own), COACH_AS_OF="2026-10-31")
    before = dict(os.environ)
    os.environ.update(environment)
    try:
        first = subprocess.run([coach, "token", "add", "t", "--scope", "write"], capture_output=True, text=True, check=True)
        with Server(coach, folder) as server:
            seed(server.port, first.stdout.split("\n")[-2])
        sqlite3.connect(own).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        tokens = []
        for number in range(PEOPLE):
            name = f"p{number}"
            shutil.copyfile(own, home / "people" / f"{name}.db")
            made = subprocess.run([coach, "token", "add", name, "--person", name], capture_output=True, text=True, check=True)
            tokens.append(made.stdout.split("\n")[-2])
        with Server(coach, folder) as server:
            turn = iter(range(1 << 62))
            load = Load(server.port, 16, 0, lambda: ("how much did I spend on groceries in May?", tokens[next(turn) % PEOPLE]))
            report.heading(f"{PEOPLE:,} people's files, asked in turn")
            start = server.processor()
            load.run(SECONDS)
            count = len(load.times)
            report.line("processor time of a question", (server.processor() - start) / count * 1000, unit="ms")
            report_load(report, "answers", load)
            report.line("lost, or another answer than before", load.lost, 0)
            report.line("peak memory", server.megabytes(), MEGABYTES, "MB")
    finally:
        os.environ.clear()
        os.environ.update(before)
        shutil.rmtree(home, ignore_errors=True)


def seed(port, token):
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/api/transactions/sync", '{"demoSeed": true}', {"Authorization": "Bearer " + token})
    assert connection.getresponse().status == 200
