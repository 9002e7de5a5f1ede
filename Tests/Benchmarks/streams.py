"""How fast words of a model pass through coach, beside `curl -N` on the same endpoint."""
import json
import os
import socket
import statistics
import subprocess
import threading
import time

RUNS = 15
MANY = 100_000
FEW = 10_000
QUESTION = "how much did I spend on coffee in September 2026?"
# A reply in pieces, as models send it.
SENTENCE = ["You ", "spent ", "$77.45 ", "on ", "coffee ", "in ", "September ", "2026. ", "Well."]
# A figure in one piece: it is shown as soon as it was held against the data.
AT_ONCE = ["You spent $77.45 on coffee in September 2026. ", "Well."]
# Seconds that a quick model takes for its first words; meanwhile a sentence can be held against what is known.
THINKING = 0.1

FIRST_BYTE_MS = 5
# What 90,000 more chunks may add to the peak.
GROWTH_MEGABYTES = 1
# Far more than any model makes.
CHUNKS_A_SECOND = 20_000


def chunk(words="", thoughts="", finish=None):
    delta = {"content": words} if words else {"reasoning_content": thoughts} if thoughts else {}
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}).encode() + b"\n\n"


class Endpoint:
    """Streams thoughts and then a sentence to whoever asks, and knows when it sent the sentence."""

    def __init__(self):
        self.thoughts = 0
        self.thinking = THINKING
        self.words = SENTENCE
        self.sent_first = None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/v1"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            try:
                self.answer(connection)
            except OSError:
                pass
            connection.close()

    def answer(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.read(connection)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        block = chunk(thoughts="hm, ") * 100
        for _ in range(self.thoughts // 100):
            connection.sendall(block)
        if self.thoughts == 0:
            time.sleep(self.thinking)
        self.sent_first = time.perf_counter()
        connection.sendall(b"".join(chunk(word) for word in self.words))
        connection.sendall(chunk(finish="stop") + b"data: [DONE]\n\n")

    @staticmethod
    def read(connection):
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(65536)
        head, _, body = received.partition(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        while len(body) < length:
            body += connection.recv(65536)


def first_byte(command, endpoint):
    """Milliseconds from the sending of the first words to the first byte that the program writes."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.read(1)
    now = time.perf_counter()
    process.stdout.read()
    process.wait()
    return (now - endpoint.sent_first) * 1000


def whole(command):
    """Milliseconds from the start of the program to the first byte that it writes."""
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.read(1)
    now = time.perf_counter()
    process.stdout.read()
    process.wait()
    return (now - start) * 1000


def pass_on(command):
    """Seconds, megabytes at the peak, and the bytes that came out."""
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss * 1024 / 1e6, output


def measure(report, coach, folder):
    report.heading("Words of a model")
    endpoint = Endpoint()
    body = folder / "request.json"
    body.write_text(json.dumps({"model": "bench", "stream": True, "messages": [{"role": "user", "content": QUESTION}]}))
    curl = ["curl", "-sN", "-H", "Content-Type: application/json", "-d", f"@{body}", endpoint.url + "/chat/completions"]
    ask = [coach, "ask", "--demo", "--model", "bench", "--model-url", endpoint.url, QUESTION]

    # Both from their start, side by side, since both open libcurl: what is left is reading the question, the data and the
    # check.
    endpoint.thinking, endpoint.words = 0, AT_ONCE
    whole(ask)
    pairs = [(whole(ask), whole(curl)) for _ in range(2 * RUNS)]
    ours, theirs = (statistics.median(side) for side in zip(*pairs))
    report.line("first byte from the start, answered at once", ours, unit="ms", note=f"curl -N: {theirs:.1f} ms")
    later = statistics.median(ours - theirs for ours, theirs in pairs)
    report.line("  later than curl -N", max(later, 0), FIRST_BYTE_MS, "ms", note=f"at best {min(o - t for o, t in pairs):.1f} ms")

    endpoint.thinking, endpoint.words = THINKING, SENTENCE
    first_byte(ask, endpoint)
    ours, theirs = zip(*[(first_byte(ask, endpoint), first_byte(curl, endpoint)) for _ in range(RUNS)])
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    report.line("first byte, after it was sent", ours, unit="ms", note=f"curl -N: {theirs:.2f} ms")
    report.line("first byte, later than curl -N", max(ours - theirs, 0), FIRST_BYTE_MS, "ms")

    # Thoughts, since a reply that is shown is far shorter: they are read as words are, and dropped.
    endpoint.thoughts = FEW
    _, small, _ = pass_on(ask)
    endpoint.thoughts = MANY
    seconds, peak, output = pass_on(ask)
    curl_seconds, _, _ = pass_on(curl)
    if output.decode().split() != "".join(SENTENCE).split():
        raise ValueError(f"after {MANY:,} chunks other words were shown than sent")
    report.line(f"{MANY:,} chunks", seconds, MANY / CHUNKS_A_SECOND, "s", note=f"{MANY / seconds:,.0f} a second; curl -N: {curl_seconds:.2f} s")
    report.line(f"memory that {MANY - FEW:,} more chunks take", max(peak - small, 0), GROWTH_MEGABYTES, "MB",
                note=f"{peak:.1f} MB at the peak")
