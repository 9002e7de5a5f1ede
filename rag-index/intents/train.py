#!/usr/bin/env python3
"""Trains the intent classifier: questions.tsv and sentences.tsv -> weights.bin.

Expands the patterns of questions.tsv, adds the sentences of sentences.tsv, asks `eval --features` what the program
sees in each question, fits one logistic regression per intent with liblinear (Debian: liblinear-tools) and keeps the
weights as 8-bit integers.

    swift build --product eval && rag-index/intents/train.py .build/debug/eval
"""
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
INTENTS = ("spending transactions purchase budget balance net_worth income cash_flow recurring summary advice "
           "unusual forecast edit help out_of_scope").split()
PER_PATTERN = 24  # questions drawn from one pattern
PER_SENTENCE = 4  # how often a sentence of sentences.tsv counts
MIN_COUNT = 2  # features seen in fewer questions are left out
COST = "1"
OUTSIDE = "3"  # how much dearer it is to take in what is out of scope than to refuse what is not
SHIFT = 0.6  # added to what speaks for out of scope: the sentences hold less of it than people say
SEED = 20261031

FILLS = {
    "cat": "groceries|food|rent|coffee|eating out|restaurants|gas|clothes|shoes|electronics|subscriptions|utilities|"
           "water|electricity|internet|phone|insurance|alcohol|takeout|travel|flights|hotels|books|movies|games|pets|"
           "pharmacy|gym|haircuts|kids|gifts|furniture|car repairs|parking|taxis|entertainment|dining out|booze|"
           "health|fast food|transport|medical|video games|beauty|home improvement|charity|bars|streaming|cable|bills",
    "merchant": "starbucks|amazon|walmart|target|whole foods|costco|uber|netflix|mcdonalds|trader joes|spotify|cvs|"
                "home depot|best buy|shell|apple|macys|chipotle|blue bottle coffee|verizon|comcast|at&t|geico|taco bell|"
                "Lyft|Walgreens|hulu|doordash|planet fitness|ikea|nike|sephora|lowes|burger king",
    "name": "zorbit|hat and tun|kayla romero|the blue lantern|quillmark|maribel|fernando ochoa|snappers|bramwell|"
            "oak street deli|telvana|jorvik|piper and finch|dunmore|mikael svensson|the corner bakeshop|godfreys|pge|xcelon",
    "time": "last month|this month|last week|this week|yesterday|today|in october|in september|last year|this year|"
            "in the past 30 days|over the last 3 months|since june|in august 2025|lately|recently|so far this year|"
            "past two weeks|on friday|last weekend|in q3|in 2025|from march to june|two weeks ago|last summer|"
            "since the beginning of the year|the week before last|between 3 march and 10 april|on october 12|last night",
    "future": "next week|next month|tomorrow|by friday|until payday|this weekend|by the end of the month|on friday|"
              "this month|before payday|in december|tonight",
    "amount": "$50|$500|$20|100 dollars|$1,200|$15.99|40 bucks|200|$75|five hundred dollars|$3000|1k|52.36|2500 euros|£80",
    "account": "checking|savings|checking account|savings account|credit card|amex|chase card|visa|mastercard|"
               "chase sapphire|ally savings|debit card|bank of america account|discover card|first harbor checking|"
               "capital one card|money market account|citi card",
    "item": "laptop|bike|pair of sneakers|tv|phone|jacket|couch|tesla|guitar|watch|camera|ps5|concert tickets|dress|"
            "plane ticket|refrigerator|dishwasher|boat|iphone|coat|video game|coffee machine|dryer|pair of skis|car|"
            "headphones|vacation|washing machine|necklace|gaming chair|tablet|handbag|used car|shirt|mattress",
    "n": "5|10|three|ten|3|five|20",
    "place": "paris|denver|miami|italy|chicago|london",
}
FILLS = {name: values.split("|") for name, values in FILLS.items()}
LEADS = ["", "", "", "", "", "", "please ", "can you tell me ", "hey coach, ", "i want to know ", "could you tell me ",
         "hi, ", "tell me ", "ok, ", "do you know "]


def question(pattern, rng):
    text = pattern
    while True:
        choice = re.search(r"\{([^{}]*)\}", text)
        if not choice:
            break
        text = text[:choice.start()] + rng.choice(choice.group(1).split("|")) + text[choice.end():]
    text = re.sub(r"\[(\w+)\]", lambda slot: rng.choice(FILLS[slot.group(1)]), text)
    return re.sub(r"\s+", " ", text).strip().replace(" ,", ",").replace(" ?", "?")


def questions(rng):
    for line in (HERE / "questions.tsv").read_text().splitlines():
        if line.startswith("#") or line.startswith("intent\t"):
            continue
        intent, pattern = line.split("\t")
        assert intent in INTENTS, line
        seen = set()
        for _ in range(PER_PATTERN * 3):
            text = question(pattern, rng)
            if text and text not in seen:
                seen.add(text)
                lead = rng.choice(LEADS) if intent not in ("help", "out_of_scope") else ""
                yield intent, lead + text + rng.choice(["", "", "?"])
            if len(seen) == PER_PATTERN:
                break


def sentences():
    for line in (HERE / "sentences.tsv").read_text().splitlines():
        if not line.startswith("#") and not line.startswith("intent\t"):
            intent, text = line.split("\t")
            assert intent in INTENTS, line
            yield intent, text


def fnv(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def main():
    tool = sys.argv[1]
    rng = random.Random(SEED)
    rows = sorted(set(questions(rng))) + list(sentences()) * PER_SENTENCE
    print(len(rows), "questions")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "questions").write_text("".join(f"{i}\t{t}\n" for i, t in rows))
        output = subprocess.run([tool, "--features", folder / "questions"], check=True, capture_output=True, text=True)
        lines = [line.split("\t", 1) for line in output.stdout.splitlines()]
        counts = {}
        for _, features in lines:
            for feature in set(features.split("\x1f")):
                counts[feature] = counts.get(feature, 0) + 1
        kept = sorted(feature for feature, count in counts.items() if count >= MIN_COUNT)
        number = {feature: index + 1 for index, feature in enumerate(kept)}
        with open(folder / "data", "w") as data:
            for intent, features in lines:
                indices = sorted({number[f] for f in features.split("\x1f") if f in number})
                data.write(f"{INTENTS.index(intent) + 1} " + " ".join(f"{i}:1" for i in indices) + "\n")
        outside = f"-w{INTENTS.index('out_of_scope') + 1}"
        subprocess.run(["liblinear-train", "-s", "0", "-c", COST, outside, OUTSIDE, "-q", folder / "data",
                        folder / "model"], check=True)
        model = (folder / "model").read_text().splitlines()
    labels = next(line for line in model if line.startswith("label")).split()[1:]
    weights = [list(map(float, line.split())) for line in model[model.index("w") + 1:]]
    weights[number["bias"] - 1][labels.index(str(INTENTS.index("out_of_scope") + 1))] += SHIFT
    table = {}
    for feature in kept:
        row = weights[number[feature] - 1]
        if max(map(abs, row)) > 0.02:
            table[fnv(feature)] = row
    scale = max(abs(w) for row in table.values() for w in row) / 127
    names = [INTENTS[int(label) - 1] for label in labels]
    out = bytearray(f"coach-intents {len(table)} {scale:.8f} {' '.join(names)}\n".encode())
    for value in sorted(table):
        out += struct.pack("<I", value)
    for value in sorted(table):
        out += bytes(round(w / scale) & 0xFF for w in table[value])
    (HERE / "weights.bin").write_bytes(out)
    print(len(table), "features,", len(out), "bytes")


if __name__ == "__main__":
    main()
