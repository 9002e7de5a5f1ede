#!/usr/bin/env python3
"""Asks the sample household the same questions through every door and says where figures differ.

    doors.py        the command line, a pipe, the Model Context Protocol, and HTTP
"""
import json
import os
import re
import subprocess
import tempfile
import time

from local_service import Local

QUESTIONS = [
    "how much did I spend on groceries last month?", "top 5 merchants this year", "spending by category in September 2026",
    "average per month on coffee in 2026", "how much did I earn in September?", "how much did I save last month?",
    "what subscriptions do I have?", "what is my net worth?", "how much can I safely spend?", "any unusual charges?",
    "groceries in August compared to July", "what share of my spending is groceries this year?", "days over $100 in May",
    "when did I last buy gas?", "largest purchase in July", "show my Amazon purchases over $50 since July",
]


def figures(answer):
    return [(f["name"], f["value"], f["unit"], f["currency"], f["rows"]) for f in answer["figures"]]


def plain(reply):
    """The sentences that name no command: programs are told of addresses and tools instead."""
    return [sentence for sentence in re.split(r"(?<=[.?!])\s+", reply) if "`" not in sentence]


def lines(command, text):
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def calls(questions):
    for number, question in enumerate(questions):
        params = {"name": "ask", "arguments": {"question": question}}
        yield json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})


def fetched(questions):
    path = tempfile.mkdtemp() + "/s"
    server = subprocess.Popen(["coach", "serve", "--demo", "--socket", path], stderr=subprocess.DEVNULL)
    while not os.path.exists(path) and server.poll() is None:
        time.sleep(0.05)
    connection = Local(path)
    for question in questions:
        connection.request("POST", "/api/ask", json.dumps({"question": question}))
        yield json.loads(connection.getresponse().read())
    connection.close()
    server.terminate()
    server.wait()


# A conversation of its own for each, as the other doors have.
piped = lines(["coach", "demo", "--json"], "\n/new\n".join(QUESTIONS))
tools = [reply["result"]["structuredContent"] for reply in lines(["coach", "mcp", "--demo"], "\n".join(calls(QUESTIONS)))]
served = list(fetched(QUESTIONS))
agreed = 0
for place, question in enumerate(QUESTIONS):
    asked = json.loads(subprocess.run(["coach", "ask", "--demo", "--json", question], capture_output=True, check=True).stdout)
    same = figures(asked) == figures(piped[place]) == figures(tools[place]) == figures(served[place])
    same = same and all(sentence in answer["reply"] for answer in (tools[place], served[place]) for sentence in plain(asked["reply"]))
    if same and asked["figures"]:
        agreed += 1
    else:
        print(f"{question}\n  {figures(asked)}\n  {figures(piped[place])}\n  {figures(tools[place])}\n  {figures(served[place])}")
print(f"{agreed} of {len(QUESTIONS)} agree")
