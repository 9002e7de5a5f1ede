#!/usr/bin/env python3
"""Trains the shape model: lines of *.jsonl with their requests -> shapes.bin.

Asks `eval --lessons` what the program sees in each line, fits one logistic regression with few weights for each label with
liblinear (Debian: liblinear-tools), and keeps the weights as 8-bit integers.

    swift build --product eval && rag-index/readings/train.py .build/debug/eval
    rag-index/readings/train.py .build/debug/eval --check HOME …      learns from the other households' lines, tries these
    rag-index/readings/train.py .build/debug/eval --without HOME …    leaves out these households, for measuring with them
"""
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from math import exp, log

HERE = pathlib.Path(__file__).parent
MIN_COUNT = 2  # features seen in fewer lines are left out
COST = "3"
ASPECTS = "kind measure unit grouping order limit against condition flow each also span event weekdays".split()
OTHERS = {"out_of_scope", "help", "advice", "purchase", "budget", "edit"}
MOST_OTHERS = 3000
DECIDED = 99  # LineFeatures.Kind.decided
SEED = 20261123


def others_of(rng):
    """Lines that are no question about rows, of which only the kind is learned: from the sentences of the intents."""
    lines = (HERE.parent / "intents" / "sentences.tsv").read_text().splitlines()
    pairs = [line.split("\t") for line in lines if not line.startswith(("#", "intent\t"))]
    pairs = [p for p in pairs if p[0] in OTHERS]
    path = pathlib.Path(tempfile.mkdtemp()) / "portland-others.jsonl"
    path.write_text("".join(json.dumps({"line": text, "intent": intent}) + "\n" for intent, text in rng.sample(pairs, MOST_OTHERS)))
    return path


def home_of(path):
    return pathlib.Path(path).name.split("-")[0]


def lessons(tool, folder=HERE):
    """Lists (file, labels, features, spans, the labels and roles that the grammar has)."""

    def of(path):
        names = HERE / f"{home_of(path)}.names.tsv"
        day = next(line.split("\t")[1] for line in names.read_text().splitlines() if line.startswith("today"))
        output = subprocess.run([tool, "--lessons", names, day, path], check=True, capture_output=True, text=True)
        sys.stderr.write(output.stderr)
        found = []
        for line in output.stdout.splitlines():
            fields = line.split("\t")
            if fields[0] == "line":
                found.append([path.name, fields[1].split(","), fields[2].split(), [], []])
            elif fields[0] == "span":
                found[-1][3].append(([fields[1]], fields[2].split()))
            elif fields[0] == "reading":
                found[-1][4] = fields[2].split(",") if fields[2] else []
        return found

    with ThreadPoolExecutor(2) as pool:
        files = [*sorted(folder.glob("*.jsonl")), others_of(random.Random(SEED))]
        return [lesson for lessons in pool.map(of, files) for lesson in lessons]


def fnv(data):
    value = 0x811C9DC5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def decided(gold, aspect):
    """Features of the labels that are decided before an aspect: each, and measure with grouping."""
    labels = [l for l in gold if ASPECTS.index(l.split("=")[0]) < ASPECTS.index(aspect)]
    if len(labels) > 3:
        labels.append(f"{labels[1]} {labels[3]}")
    return [f"{fnv(struct.pack('<II', DECIDED, fnv(l.encode()))):x}" for l in labels]


def fit(rows, wanted, number, folder):
    """Weights of one label against the rest: place of a feature -> weight."""
    data = folder / f"{wanted.replace('=', '-')}.data"
    with data.open("w") as out:
        for labels, features in rows:
            out.write(("+1" if wanted in labels else "-1") + "".join(f" {n}:1" for n in features) + "\n")
    model = data.with_suffix(".model")
    subprocess.run(["liblinear-train", "-s", "6", "-c", COST, "-q", data, model], check=True)
    lines = model.read_text().splitlines()
    sign = 1 if lines[2].split()[1] == "1" else -1
    weights = [float(w.split()[0]) for w in lines[lines.index("w") + 1:]]
    return {n: sign * w for n, w in enumerate(weights, 1) if abs(w) > 1e-3}


def train(found):
    rows = [([l], features + decided(labels, l.split("=")[0])) for _, labels, features, *_ in found for l in labels]
    spans = [span for lesson in found for span in lesson[3]]
    seen = [features for _, _, features, *_ in found] + [f for _, f in spans] + [decided(l, "weekdays") for _, l, *_ in found]
    counts = Counter(f for features in seen for f in set(features))
    kept = sorted((f for f, n in counts.items() if n >= MIN_COUNT), key=lambda f: int(f, 16))
    number = {f: n for n, f in enumerate(kept, 1)}
    pack = lambda rows: [(set(labels), sorted(number[f] for f in set(features) if f in number)) for labels, features in rows]
    rows, spans = pack(rows), pack(spans)
    labels = [l for l in dict.fromkeys(sorted(l for r in rows for l in r[0])) if sum(l in r[0] for r in rows) > 2]
    roles = sorted({l for s in spans for l in s[0]})
    of = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        def one(label):
            aspect = label.split("=")[0]
            own = spans if aspect == "role" else [r for r in rows if any(l.startswith(aspect + "=") for l in r[0])]
            return fit(own, label, number, folder)
        with ThreadPoolExecutor(2) as pool:
            for column, weights in enumerate(pool.map(one, labels + roles)):
                for place, weight in weights.items():
                    of[kept[place - 1]].append((column, weight))
    return labels + roles, of


def write(path, labels, of):
    scale = max(abs(w) for entries in of.values() for _, w in entries) / 127
    hashes = sorted(of, key=lambda f: int(f, 16))
    weights, places = b"", [0]
    for feature in hashes:
        for column, weight in of[feature]:
            step = round(weight / scale)
            if step:
                weights += struct.pack("<Bb", column, step)
        places.append(len(weights) // 2)
    head = f"coach-model {len(hashes)} {scale:.8f} {' '.join(labels)}\n".encode()
    path.write_bytes(head + b"".join(struct.pack("<I", int(f, 16)) for f in hashes)
                     + b"".join(struct.pack("<I", p) for p in places) + weights)
    print(f"{path.name}: {len(labels)} labels, {len(hashes)} features, {path.stat().st_size} bytes")


def shares(labels, of, features, prefix):
    scores = Counter({c: 0.0 for c, l in enumerate(labels) if l.startswith(prefix + "=")})
    for f in set(features):
        for column, weight in of.get(f, []):
            if column in scores:
                scores[column] += weight
    each = {labels[c]: 1 / (1 + exp(-s)) for c, s in scores.items()}
    return {l: p / sum(each.values()) for l, p in each.items()}


def likeliest(labels, of, features):
    """The likeliest shape of a line: its labels, and the logarithm of how likely they are."""
    beam = [([], 0.0)]
    for aspect in ASPECTS:
        following = []
        for shape, value in beam:
            if shape and shape[0] != "kind=ask":
                following.append((shape, value))
                continue
            chances = shares(labels, of, features + decided(shape, aspect), aspect)
            following += [(shape + [l], value + log(max(p, 0.002))) for l, p in sorted(chances.items(), key=lambda c: -c[1])[:3]]
        beam = sorted(following, key=lambda c: -c[1])[:6]
    return beam[0]


def without(found, homes):
    """The lessons of other households, and those of lines that are no questions about rows."""
    return [l for l in found if home_of(l[0]) not in homes or "-others" in l[0]]


def check(found, homes):
    known = without(found, homes)
    learned = set(map(id, known))
    tried = [l for l in found if id(l) not in learned]
    labels, of = train(known)
    judged = []
    for _, gold, features, spans, guess in tried:
        shape, value = likeliest(labels, of, features)
        for _, own in spans:
            chances = shares(labels, of, own, "role")
            shape.append(max(chances, key=chances.get))
            value += log(chances[shape[-1]])
        right = gold + [l for role, _ in spans for l in role]
        judged.append((value, shape == right, guess == right))
    n = len(judged)
    judged.sort(reverse=True)
    print(f"{len(known)} lines to learn from; shapes right of {n} others: the model's {100 * sum(m for _, m, _ in judged) / n:.1f} %,"
          f" the grammar's {100 * sum(g for _, _, g in judged) / n:.1f} %, one of them {100 * sum(m or g for _, m, g in judged) / n:.1f} %")
    parts = [judged[i * n // 5:(i + 1) * n // 5] for i in range(5)]
    print("by how sure it is: " + ", ".join(f"{100 * sum(m for _, m, _ in p) / len(p):.0f} %" for p in parts))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    option, homes = (sys.argv[2:3] or [""])[0], sys.argv[3:]
    if option not in ("", "--check", "--without") or bool(option) != bool(homes):
        sys.exit(__doc__)
    found = lessons(sys.argv[1])
    if option == "--check":
        check(found, homes)
    else:
        labels, of = train(without(found, homes))
        write(HERE / "shapes.bin", labels, of)
