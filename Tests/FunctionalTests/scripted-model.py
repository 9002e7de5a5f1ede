#!/usr/bin/env python3
"""Runs a command beside a model that says what a file tells it to.

    scripted-model.py REPLIES.json COMMAND...

The command finds the model through COACH_MODEL_URL and COACH_MODEL: an endpoint of OpenAI's chat completions on a free
port of this machine, which is closed when the command ends. Each request takes the next reply of the list:

    {"text": "You spent …"}          in pieces when the request asks for a stream
    {"calls": [["tool", {…}]]}       calls of tools
    {"status": 503}                  an error
    {"prompt_tokens": 100, …}        what the usage reports; 1000 unless given

More requests than replies get status 500. The bodies of the requests are kept, one a line, in requests.jsonl.
"""
import http.server
import json
import os
import subprocess
import sys
import threading


class Model(http.server.BaseHTTPRequestHandler):
    replies = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open("requests.jsonl", "ab") as log:
            log.write(body + b"\n")
        reply = Model.replies.pop(0) if Model.replies else {"status": 500}
        if "status" in reply:
            return self.send(reply["status"], "application/json", json.dumps({"error": {"message": "scripted"}}))
        usage = {"prompt_tokens": reply.get("prompt_tokens", 1000), "completion_tokens": 20}
        calls = [
            {"index": i, "id": f"call_{i}", "type": "function", "function": {"name": n, "arguments": json.dumps(a)}}
            for i, (n, a) in enumerate(reply.get("calls", []))
        ]
        finish = "tool_calls" if calls else "stop"
        text = reply.get("text", "")
        if not json.loads(body).get("stream"):
            message = {"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})}
            choice = {"index": 0, "message": message, "finish_reason": finish}
            return self.send(200, "application/json", json.dumps({"choices": [choice], "usage": usage}))
        deltas = [{"content": text[i : i + 5]} for i in range(0, len(text), 5)] + ([{"tool_calls": calls}] if calls else [])
        chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks += [{"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}, {"choices": [], "usage": usage}]
        lines = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
        self.send(200, "text/event-stream", lines + "data: [DONE]\n\n")

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
    sys.exit(subprocess.run(sys.argv[2:], env=environment).returncode)


main()
