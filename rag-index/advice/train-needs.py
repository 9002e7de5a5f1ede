#!/usr/bin/env python3
"""Trains the model of what is needed, can wait, still works, and is hardly worth it: needed.tsv -> needs.bin, a logistic regression for each over
words, pairs of them, and pairs with a word between.

Needs liblinear-train (Debian: liblinear-tools). The same weights come out on every run.

    rag-index/advice/train-needs.py            --check tries tenths of the lines with what the others teach
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from math import exp

HERE = pathlib.Path(__file__).parent
COST = "1"
LABELS = ("need", "later", "works", "doubt")
WEIGHTS = {"need": "1.5", "later": "2", "works": "2", "doubt": "2"}  # of the lines that have the label
MIN_COUNT = 2


def fnv(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def stem(word):
    for ending in ("ing", "ed", "es", "s"):
        if len(word) >= len(ending) + 3 and word.endswith(ending):
            return word[:-len(ending)]
    return word


TABLE = HERE.parent / "intents" / "purchase-words.tsv"
NUMBERS = set(next(row.split("\t")[1] for row in TABLE.read_text().splitlines() if row.startswith("needs.numbers\t")).split("|"))


def features(line):
    words = re.findall(r"[a-z0-9]+", re.sub("['’]", "", line.lower()))
    words = [stem(w) for w in words if w.isalpha() and w not in NUMBERS]
    return ({"bias"} | {"w:" + w for w in words} | {f"b:{a} {b}" for a, b in zip(words, words[1:])}
            | {f"c:{a} {b}" for a, b in zip(words, words[2:])})


def train(rows, label):
    """The weight of each feature in lines of (labels, features)."""
    counts = Counter(f for _, own in rows for f in own)
    kept = sorted(f for f, n in counts.items() if n >= MIN_COUNT)
    number = {f: n for n, f in enumerate(kept, 1)}
    with tempfile.TemporaryDirectory() as folder:
        data, model = pathlib.Path(folder) / "data", pathlib.Path(folder) / "model"
        data.write_text("".join(f"{'+1' if label in labels else '-1'} " + " ".join(f"{n}:1" for n in sorted(number[f] for f in own if f in number))
                                + "\n" for labels, own in rows))
        subprocess.run(["liblinear-train", "-s", "0", "-c", COST, "-w1", WEIGHTS[label], "-q", data, model], check=True)
        lines = model.read_text().splitlines()
    sign = 1 if lines[2].split()[1] == "1" else -1
    return {f: sign * float(w.split()[0]) for f, w in zip(kept, lines[lines.index("w") + 1:])}


def write(path, models):
    scale = max(abs(w) for weights in models for w in weights.values()) / 127
    steps = {}
    for place, weights in enumerate(models):
        for feature, weight in weights.items():
            if step := round(weight / scale):
                steps.setdefault(fnv(feature), []).append((place, step))
    hashes, starts, pairs = sorted(steps), [], []
    for feature in hashes:
        starts.append(len(pairs))
        pairs += steps[feature]
    head = f"coach-model {len(hashes)} {scale:.8f} {' '.join(LABELS)}\n".encode()
    path.write_bytes(head + b"".join(struct.pack("<I", h) for h in hashes)
                     + b"".join(struct.pack("<I", n) for n in starts + [len(pairs)])
                     + b"".join(struct.pack("<Bb", *pair) for pair in pairs))
    print(f"{path.name}: {len(hashes)} features, {path.stat().st_size} bytes")


def main():
    rows = [line.split("\t", 1) for line in (HERE / "needed.tsv").read_text().splitlines() if not line.startswith("#")][1:]
    rows = [(labels.split(","), features(line)) for labels, line in rows]
    if "--check" not in sys.argv:
        return write(HERE / "needs.bin", [train(rows, label) for label in LABELS])
    for label in LABELS:
        bands = Counter()
        for part in range(10):
            weights = train([r for n, r in enumerate(rows) if n % 10 != part], label)
            for labels, own in rows[part::10]:
                chance = 1 / (1 + exp(-sum(weights.get(f, 0) for f in own)))
                bands[int(chance * 10), label in labels] += 1
        print(label)
        for band in range(10):
            yes, no = bands[band, True], bands[band, False]
            print(f"{band * 10:3}-{band * 10 + 10} %: {yes + no:4} lines, {100 * yes / max(1, yes + no):3.0f} %")


main()
