#!/usr/bin/env python3
"""Runs a command beside a model that says what a file tells it to.

    scripted-model.py REPLIES.json COMMAND...

The command finds the model through COACH_MODEL_URL and COACH_MODEL: an endpoint of OpenAI's chat completions on a free
port of this machine, which is closed when the command ends. Each request takes the next reply of the list:

    {"text": "You spent …"}          in pieces when the request asks for a stream
    {"pace": 0.1, …}                 seconds between the pieces
    {"stray": "{bad", …}             an event that is no JSON behind the first piece
    {"hold": "FILE", …}              the last piece comes once that file is there; it is never there in time after a minute
    {"then": "hang"}                 after the text nothing more comes, not even the end of the reply
    {"then": "break"}                after the text the connection is closed
    {"status": 503}                  an error
    {"page": "<html>…"}              a web page with status 200; the text may be empty
    {"prompt_tokens": 100, …}        what the usage reports; 1000 unless given

More requests than replies get status 500. The bodies of the requests are kept, one a line, in requests.jsonl, and for
every reply whose reader went away before its end a line in closed.log.
"""
import http.server
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading


class Closed(Exception):
    """Nobody reads the reply any more."""


class Model(http.server.BaseHTTPRequestHandler):
    replies = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open("requests.jsonl", "ab") as log:
            log.write(body + b"\n")
        reply = Model.replies.pop(0) if Model.replies else {"status": 500}
        try:
            self.answer(reply, json.loads(body).get("stream"))
        except (Closed, ConnectionError):
            with open("closed.log", "a", encoding="utf-8") as log:
                log.write("closed\n")

    def answer(self, reply, is_streaming):
        if "status" in reply:
            return self.send(reply["status"], "application/json", json.dumps({"error": {"message": "scripted"}}))
        if "page" in reply:
            return self.send(200, "text/html", reply["page"])
        usage = {"prompt_tokens": reply.get("prompt_tokens", 1000), "completion_tokens": 20}
        text = reply.get("text", "")
        if not is_streaming:
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            return self.send(200, "application/json", json.dumps({"choices": [choice], "usage": usage}))
        deltas = [{"content": text[i : i + 5]} for i in range(0, len(text), 5)]
        chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        end = [{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, {"choices": [], "usage": usage}]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for number, chunk in enumerate(chunks):
            if "hold" in reply and number == len(chunks) - 1:
                self.wait_for(reply["hold"])
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            if number == 0 and "stray" in reply:
                self.wfile.write(f"data: {reply['stray']}\n\n".encode())
            if "pace" in reply:
                self.wait(reply["pace"])
        if reply.get("then") == "hang":
            self.wait(3600)
        if "then" not in reply:
            lines = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in end)
            self.wfile.write((lines + "data: [DONE]\n\n").encode())

    def wait_for(self, path):
        for _ in range(600):
            if os.path.exists(path):
                return
            self.wait(0.1)
        raise Closed

    def wait(self, seconds):
        """Waits, or less where the reader goes away."""
        if select.select([self.connection], [], [], seconds)[0] and not self.connection.recv(1, socket.MSG_PEEK):
            raise Closed

    def send(self, status, kind, text):
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        Model.replies = json.load(file)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = dict(os.environ, COACH_MODEL="scripted")
    environment["COACH_MODEL_URL"] = f"http://127.0.0.1:{server.server_address[1]}/v1"
    # What a terminal sends to all of its programs, or a test to this one, is for the command.
    signal.signal(signal.SIGINT, lambda *_: None)
    command = subprocess.Popen(sys.argv[2:], env=environment)
    signal.signal(signal.SIGTERM, lambda *_: command.send_signal(signal.SIGTERM))
    code = command.wait()
    sys.exit(code if code >= 0 else 128 - code)


main()
