#!/usr/bin/env python3
"""Trains the model of merchants' names: local.tsv, places.tsv, words.tsv and the names of the other files here -> weights.bin.

Asks `eval --merchants` what the program sees in each text, fits one logistic regression per category with liblinear (Debian:
liblinear-tools) and keeps what weighs most as 8-bit integers. Before that it finds by cross-validation how sure the model must be
to be right 95 times of 100 by the name alone (over local.tsv), and seven times of ten by the name and what is paid there (over
places.tsv), among the names that the tables leave open or have only a weak word for.

    swift build --product eval && rag-index/merchants/train.py .build/debug/eval
"""
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
MIN_COUNT = 2  # features seen in fewer names are left out
COST = "0.4"
MOST_BYTES = 1_600_000
LEAST = 0.004  # weights below it, of the largest one, say nothing
FOLDS = 5
RIGHT = 0.95  # of those that it speaks on
LIKELY = 0.7  # of those whose purchases are known as well
PLACE_TIMES = 2  # what people wrote of a place counts as often
SEED = 20261031
# What is told by rows and not by the names of shops.
LEFT_OUT = {"other", "cash", "checks", "people", "fees", "late_fee", "atm_fee", "foreign_fee", "interest_charge", "shopping"}


def table(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


def spending():
    return {row[0] for row in table(HERE.parent / "taxonomy" / "categories.tsv") if row[3] == "out"} - LEFT_OUT


def cut(text, rng):
    """A name as a terminal with little room writes it."""
    words = text.split(" ")
    if len(words) < 2 or len(words[-1]) < 5:
        return text
    return " ".join(words[:-1] + [words[-1][:rng.randint(3, len(words[-1]) - 1)]])


def known():
    """Names and words that the tables have: (category, text)."""
    for path in sorted(HERE.glob("*.tsv")):
        if path.name in ("words.tsv", "local.tsv", "places.tsv", "us-states.tsv"):
            continue
        for name, category, _ in table(path):
            yield category, re.sub(r"\s*\(.*\)", "", name)
    for pattern, category, *strength in table(HERE / "words.tsv"):
        yield category, pattern.strip("^*")
        if "weak" not in strength:
            yield category, pattern.strip("^*")


def seen(tool, rows, folder):
    """Adds to rows of (category, text) or (category, text, hundredths, times a year) what the tables say and the model sees."""
    (folder / "names").write_text("".join("\t".join(row) + "\n" for row in rows))
    output = subprocess.run([tool, "--merchants", folder / "names"], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        category, said, source, features = line.split("\t")
        yield category, said, source, sorted({int(f) for f in features.split(" ") if f})


class Model:
    def __init__(self, rows, folder):
        counts = {}
        for _, features in rows:
            for feature in features:
                counts[feature] = counts.get(feature, 0) + 1
        kept = sorted(feature for feature, count in counts.items() if count >= MIN_COUNT)
        number = {feature: index + 1 for index, feature in enumerate(kept)}
        self.categories = sorted({category for category, _ in rows})
        with open(folder / "data", "w") as data:
            for category, features in rows:
                places = " ".join(f"{n}:1" for n in sorted(number[f] for f in features if f in number))
                data.write(f"{self.categories.index(category) + 1} {places}\n")
        subprocess.run(["liblinear-train", "-s", "0", "-c", COST, "-q", folder / "data", folder / "model"], check=True)
        lines = (folder / "model").read_text().splitlines()
        labels = next(line for line in lines if line.startswith("label")).split()[1:]
        order = [int(label) - 1 for label in labels]
        weights = {}
        for feature, line in zip(kept, lines[lines.index("w") + 1:]):
            for place, value in zip(order, line.split()):
                weights[feature, place] = float(value)
        largest = max(map(abs, weights.values()))
        self.scale = largest / 127
        strong = [item for item in weights.items() if abs(item[1]) > LEAST * largest]
        strong.sort(key=lambda item: -abs(item[1]))
        self.pairs = {}
        size = 2000
        for (feature, place), value in strong:
            weight = round(value / self.scale)
            if not weight:
                continue
            size += 2 if feature in self.pairs else 10
            if size > MOST_BYTES:
                break
            self.pairs.setdefault(feature, []).append((place, weight))

    def guess(self, features):
        sums = [0] * len(self.categories)
        for feature in features:
            for place, weight in self.pairs.get(feature, ()):
                sums[place] += weight
        values = [1 / (1 + math.exp(-s * self.scale)) for s in sums]
        best = max(range(len(values)), key=values.__getitem__)
        return self.categories[best], values[best] / sum(values)

    def write(self, sure, likely):
        pairs = sum(map(len, self.pairs.values()))
        head = f"coach-merchants {len(self.pairs)} {pairs} {self.scale:.8f} {sure:.3f} {likely:.3f} {' '.join(self.categories)}\n"
        out, start = bytearray(head.encode()), 0
        for feature in sorted(self.pairs):
            out += struct.pack("<I", feature)
        for feature in sorted(self.pairs):
            out += struct.pack("<I", start)
            start += len(self.pairs[feature])
        out += struct.pack("<I", start)
        for feature in sorted(self.pairs):
            for place, weight in self.pairs[feature]:
                out += bytes((place, weight & 0xFF))
        (HERE / "weights.bin").write_bytes(out)
        print(len(self.pairs), "features,", pairs, "weights,", len(out), "bytes")


def share_needed(judged, wanted):
    """The least share from which on so many of the guesses are right; and how many of all that are."""
    judged = sorted(judged, reverse=True)
    right, best = 0, (1.0, 0)
    for count, (share, is_right) in enumerate(judged, 1):
        right += is_right
        if right >= wanted * count:
            best = (share, count)
    return best


def main():
    tool, rng, wanted = sys.argv[1], random.Random(SEED), spending()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        local = [(category, text) for text, category in table(HERE / "local.tsv") if category in wanted]
        shortened = [(category, cut(text, rng)) for category, text in local]
        tables = [row for row in known() if row[0] in wanted]
        every = list(seen(tool, local + shortened + tables, folder))
        local, shortened, tables = (every[:len(local)], every[len(local):2 * len(local)], every[2 * len(local):])
        places = table(HERE / "places.tsv")
        # By name alone until it was visited a few times; then with what is paid there.
        named = list(seen(tool, [(row[3], row[0]) for row in places], folder))
        visited = list(seen(tool, [(row[3], row[0], str(round(float(row[1]) * 100)), row[2]) for row in places], folder))
        learned = lambda rows: [(category.split("|")[0], features) for category, _, _, features in rows]
        fold = [rng.randrange(FOLDS) for _ in local]
        # Neighbors in places.tsv are one household's.
        block = [n * FOLDS // len(places) for n in range(len(places))]
        judged, likely_ones = [], []
        for part in range(FOLDS):
            kept = lambda rows, folds, keep: [row for row, f in zip(rows, folds) if (f != part) == keep]
            model = Model(learned(kept(local, fold, True) + kept(shortened, fold, True) + tables + kept(named, block, True)
                                  + kept(visited, block, True) * PLACE_TIMES), folder)
            for rows, found in ((kept(local, fold, False) + kept(named, block, False), judged), (kept(visited, block, False), likely_ones)):
                for categories, said, source, features in rows:
                    guess, share = model.guess(features)
                    found.append((share, guess in categories.split("|"), source, said in categories.split("|")))
        open_ones = [(share, is_right) for share, is_right, source, _ in judged if source in ("", "weak")]
        sure, count = share_needed(open_ones, RIGHT)
        print(f"sure from {sure:.3f} on: {count} of {len(open_ones)} names that the tables leave open")
        for source in ("", "weak", "words", "name"):
            part = [j for j in judged if j[2] == source]
            taken = [j for j in part if j[0] >= sure]
            print(f"  {source or 'nothing':8} {len(part):5}: tables right {sum(j[3] for j in part)}, model right "
                  f"{sum(j[1] for j in part)}; sure {len(taken)}, of them right {sum(j[1] for j in taken)}")
        unknown = [(share, is_right) for share, is_right, source, _ in likely_ones if not source]
        likely, count = share_needed(unknown, LIKELY)
        print(f"likely from {likely:.3f} on: {count} of {len(unknown)} places that the tables know nothing of, "
              f"{sum(right for share, right in unknown if share >= likely)} right; of all {sum(right for _, right in unknown)}")
        Model(learned(local + shortened + tables + named + visited * PLACE_TIMES), folder).write(sure, likely)


if __name__ == "__main__":
    main()
