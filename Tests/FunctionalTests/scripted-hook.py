#!/usr/bin/env python3
"""Runs a command beside a receiver of webhooks, which checks what it gets.

    scripted-hook.py STATUS COMMAND...

The receiver answers with STATUS; 0 is one that isn't there. Its port is the same for all commands of a folder (hook.port); the
address of the command stands in $HOOK. With secret.txt there, signatures are checked with Python's own hmac. Afterwards each
message is told on standard output, one a line.
"""
import base64
import hashlib
import hmac
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time

received = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        name, moment = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        with open("secret.txt") as file:
            key = base64.b64decode(file.read().strip().split("whsec_")[-1])
        code = hmac.new(key, f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
        signed = "v1," + base64.b64encode(code).decode() == self.headers["webhook-signature"]
        fresh = abs(time.time() - int(moment)) < 60
        message = json.loads(body)
        data = " ".join(f"{key}={value}" for key, value in message["data"].items() if key not in ("transaction", "why"))
        right = "signed" if signed and fresh and message["id"] == name else "WRONG"
        received.append(f"{right} {message['type']} {data}")
        self.send_response(int(sys.argv[1]))
        self.end_headers()

    def log_message(self, *_):
        pass


if not os.path.exists("hook.port"):
    with socket.socket() as free, open("hook.port", "w") as file:
        free.bind(("127.0.0.1", 0))
        file.write(str(free.getsockname()[1]))
with open("hook.port") as file:
    port = int(file.read())
server = None
if sys.argv[1] != "0":
    http.server.HTTPServer.allow_reuse_address = True
    server = http.server.HTTPServer(("127.0.0.1", port), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
code = subprocess.run(sys.argv[2:], env=os.environ | {"HOOK": f"http://127.0.0.1:{port}/coach"}).returncode
for line in received:
    print(line)
sys.exit(code)
