#!/usr/bin/env python3
"""Trains the model of avoidable purchases: generated purchases -> weights.tsv. README.md tells the labelling rule.

Needs liblinear-train (Debian: liblinear-tools). The same weights come out on every run.
"""
import math
import pathlib
import random
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
ROWS = 60_000
HELD_OUT = 10_000
SEED = 20261031
COST = "0.1"
MOOD = 1.5
AVOIDABLE = 5

CLASS_POINTS = {
    "alcohol": 3.5, "clothing": 2.5, "electronics": 3, "entertainment": 3, "fast_food": 3, "fun": 3.5, "groceries": 0.5,
    "misc_online": 3, "pharmacy_health": 0.5, "rent_bills": 0, "subscription": 2.5, "transport": 1,
}
NEEDS = {"rent_bills", "groceries", "pharmacy_health"}
SIGNALS = ["amount_at_merchant", "amount_in_category", "visits_7", "visits_30", "late", "weekend", "online",
           "days_to_pay", "utilization"]
NAMES = ["class_" + name for name in CLASS_POINTS] + SIGNALS
NEVER_NEGATIVE = {"amount_at_merchant", "amount_in_category", "visits_7", "visits_30", "days_to_pay", "utilization"}


def doublings(ratio):
    return min(max(math.log2(ratio), -2), 3)


def purchase(rng):
    """The values of a purchase, and whether it was avoidable."""
    name = rng.choice(list(CLASS_POINTS))
    known = rng.random() < 0.7
    at_merchant = doublings(2 ** rng.gauss(0.2, 1)) if known else 0
    in_category = doublings(2 ** rng.gauss(0.2, 1.2)) if rng.random() < 0.9 else 0
    visits7 = min(int(rng.expovariate(0.8)), 8) if known else 0
    visits30 = visits7 + min(int(rng.expovariate(0.3)), 20) if known else 0
    late = rng.random() < 0.08
    weekend = rng.random() < 2 / 7
    online = rng.random() < 0.3
    to_pay = rng.randrange(0, 31)
    share = min(1.0, rng.expovariate(2)) if rng.random() < 0.8 else 1.0
    used = max(0.0, rng.gauss(0.6, 0.4)) if rng.random() < 0.5 else 0.0

    points = 0.8 * at_merchant + 0.6 * in_category + 0.5 * min(visits7, 4) + 0.1 * min(visits30, 10)
    points += 1 * late + 0.3 * weekend + 0.5 * online
    points += share if to_pay > 10 else 0
    points += 2 if used > 0.9 else 1 if used > 0.5 else 0
    if name in NEEDS:
        points /= 2
    points += CLASS_POINTS[name]
    values = [1.0 if name == other else 0.0 for other in CLASS_POINTS]
    values += [at_merchant / 3, in_category / 3, min(visits7, 5) / 5, min(visits30, 15) / 15, float(late),
               float(weekend), float(online), share * to_pay / 30, min(used, 2) / 2]
    return values, points + rng.gauss(0, MOOD) >= AVOIDABLE


def trained(rows):
    with tempfile.TemporaryDirectory() as folder:
        data, model = pathlib.Path(folder, "data"), pathlib.Path(folder, "model")
        with open(data, "w") as out:
            for values, avoidable in rows:
                cells = " ".join(f"{i + 1}:{v:.6g}" for i, v in enumerate(values) if v)
                out.write(f"{'+1' if avoidable else '-1'} {cells}\n")
        subprocess.run(["liblinear-train", "-s", "0", "-c", COST, "-B", "1", "-e", "0.0001", "-q", data, model],
                       check=True)
        lines = model.read_text().splitlines()
    sign = 1 if lines[2] == "label 1 -1" else -1
    return [round(sign * float(line), 4) for line in lines[lines.index("w") + 1:]]


def probability(weights, values):
    return 1 / (1 + math.exp(-(weights[-1] + sum(w * v for w, v in zip(weights, values)))))


def report(weights, rows):
    hits = sum((probability(weights, values) >= 0.5) == avoidable for values, avoidable in rows)
    brier = sum((probability(weights, values) - avoidable) ** 2 for values, avoidable in rows) / len(rows)
    print(f"held out: {len(rows)} purchases, {100 * sum(a for _, a in rows) / len(rows):.1f} % avoidable, "
          f"{100 * hits / len(rows):.1f} % told right at 0.5, Brier score {brier:.4f}")
    for low in range(0, 10, 2):
        part = [(probability(weights, v), a) for v, a in rows if low <= 10 * probability(weights, v) < low + 2]
        if part:
            print(f"  p {low / 10:.1f}–{(low + 2) / 10:.1f}: {len(part):5} purchases, mean p "
                  f"{sum(p for p, _ in part) / len(part):.3f}, avoidable {sum(a for _, a in part) / len(part):.3f}")


def main():
    rng = random.Random(SEED)
    rows = [purchase(rng) for _ in range(ROWS + HELD_OUT)]
    train = rows[:ROWS]
    weights = trained(train)
    for name, weight in zip(NAMES, weights):
        assert name not in NEVER_NEGATIVE or weight >= 0, f"{name} must not speak for a purchase: {weight}"
    means = [sum(values[i] for values, _ in train) / ROWS for i in range(len(NAMES))]
    with open(HERE / "weights.tsv", "w") as out:
        out.write("# Made by train.py; README.md tells what the values are.\nname\tweight\tmean\n")
        out.write(f"intercept\t{weights[-1]:.4f}\t1\n")
        for name, weight, mean in zip(NAMES, weights, means):
            out.write(f"{name}\t{weight:.4f}\t{mean:.4f}\n")
    report(weights, rows[ROWS:])


if __name__ == "__main__":
    main()
