#!/usr/bin/env python3
"""Writes values.jsonl: random JSON documents and what Python's json module reads in them.

Each line is a pair of JSON strings: a document as some program might write it, and the same value in coach's own form
(no spaces, few escapes, numbers as they were written).

    python3 Tests/Fixtures/json/generate.py > Tests/Fixtures/json/values.jsonl
"""
import json
import random

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
ESCAPED = [(0, 0x1F), (0x7F, 0x9F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF)]
ALPHABETS = ["abc xyz", "\"\\/\b\f\n\r\t", "äöüß€", "日本語", "🍕👩‍👩‍👧🏳️‍🌈", "\u2028\u202e\ufeff\x7f\x85", "{}[],:"]


class Number(float):
    """A number that keeps its digits."""


def string(source):
    letters = "".join(source.choice(source.choice(ALPHABETS)) for _ in range(source.randrange(12)))
    return letters


def number_text(source):
    whole = source.choice(["0", str(source.randrange(1, 10)), str(source.randrange(10 ** source.randrange(1, 25)))])
    whole = str(int(whole))
    fraction = source.choice(["", "", "." + str(source.randrange(10 ** source.randrange(1, 12)))])
    exponent = source.choice(["", "", "", source.choice("eE") + source.choice(["", "+", "-"]) + str(source.randrange(40))])
    return source.choice(["", "-"]) + whole + fraction + exponent


def value(source, depth):
    kind = source.choice(["null", "bool", "number", "string"] + ["array", "object"] * (2 if depth < 4 else 0))
    if kind == "null":
        return None
    if kind == "bool":
        return source.random() < 0.5
    if kind == "number":
        text = number_text(source)
        number = Number(text)
        number.text = text
        return number
    if kind == "string":
        return string(source)
    if kind == "array":
        return [value(source, depth + 1) for _ in range(source.randrange(5))]
    return {f"{i}{string(source)}": value(source, depth + 1) for i in range(source.randrange(5))}


def document(source, item):
    """The value with random space and random escapes."""
    space = lambda: "".join(source.choice(" \t\n\r") for _ in range(source.choice([0, 0, 0, 1, 3])))

    def text(letters):
        return json.dumps(letters, ensure_ascii=source.random() < 0.5)

    def write(item):
        if isinstance(item, Number):
            return item.text
        if isinstance(item, str):
            return text(item)
        if isinstance(item, list):
            return "[" + space() + ",".join(space() + write(part) + space() for part in item) + "]"
        if isinstance(item, dict):
            return "{" + space() + ",".join(
                space() + text(name) + space() + ":" + space() + write(part) + space() for name, part in item.items()) + "}"
        return json.dumps(item)

    return space() + write(item) + space()


def canonical(item):
    if isinstance(item, Number):
        return item.text
    if isinstance(item, str):
        return '"' + "".join(
            ESCAPES.get(c) or (f"\\u{ord(c):04x}" if any(a <= ord(c) <= b for a, b in ESCAPED) else c)
            for c in item) + '"'
    if isinstance(item, list):
        return "[" + ",".join(map(canonical, item)) + "]"
    if isinstance(item, dict):
        return "{" + ",".join(canonical(name) + ":" + canonical(part) for name, part in item.items()) + "}"
    return json.dumps(item)


def read_by_python(text):
    def keep(digits):
        number = Number(digits)
        number.text = digits
        return number

    return json.loads(text, parse_int=keep, parse_float=keep)


source = random.Random(2026)
for _ in range(300):
    text = document(source, value(source, 0))
    print(json.dumps([text, canonical(read_by_python(text))]))
