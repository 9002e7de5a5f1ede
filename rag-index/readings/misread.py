#!/usr/bin/env python3
"""Trains what tells how likely a line was misread: the households' questions and conversations, answered -> misread.tsv.

Brings each household of Tests/Fixtures/households in, has `eval --answers` answer its lines, scores the answers against the
truth of their writers with ../shared/corpora/asked/score.py, and fits a logistic regression over the traits of the readings
with liblinear (Debian: liblinear-tools).

    swift build --product coach && swift build --product eval
    rag-index/readings/misread.py .build/debug            fits, and prints what the model is worth on households left out
    rag-index/readings/misread.py .build/debug FOLDER     keeps the imported households and the answers in FOLDER
"""
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from math import exp

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
HOUSEHOLDS = ROOT / "Tests" / "Fixtures" / "households"
SCORER = ROOT.parent / "shared" / "corpora" / "asked" / "score.py"
MIN_COUNT = 8  # traits of fewer lines are left out
COST = "0.05"
FOLDS = 8
# Households that nothing is learned from, so that figures of their lines say what new people's would be.
HELD_OUT = {"akron", "pueblo", "bloomington", "springfield", "billings", "mobile", "fargo"}
OFFERS = ("Is that what you meant?", "Or did you mean: ")


def scorer(home):
    spec = importlib.util.spec_from_file_location("score", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    about = json.loads((home / "set.json").read_text())
    module.HERE, module.TODAY, module.FILES = home, about["today"], [tuple(f) for f in about["files"]]
    return module


def objects(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def answered(tools, home, folder):
    """Lists [household, class of line, whether it was right, whether it said so, traits] of a household's lines in scope."""
    score = scorer(home)
    index = folder / f"{home.name}.db"
    if not index.exists():
        with tempfile.TemporaryDirectory() as other:
            coach = score.Coach(str(tools / "coach"), pathlib.Path(other))
            coach.bring_in(False)
            shutil.copy(coach.index, index)
    lines = []
    for question in objects(home / "questions.jsonl"):
        if question["kind"] == "in_scope":
            lines.append([(question["class"], question["question"], question["want"])])
    for talk in objects(home / "conversations.jsonl"):
        lines.append([("later" if place else "first", turn["line"], turn["want"]) for place, turn in enumerate(talk["turns"])])
    asked = "\n\n".join("\n".join(line for _, line, _ in talk) for talk in lines) + "\n"
    done = subprocess.run([tools / "eval", "--answers", index, score.TODAY], input=asked, check=True, capture_output=True, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    result = []
    for (kind, _, want), one in zip((turn for talk in lines for turn in talk), found, strict=True):
        answer = score.Answer(one["answer"])
        outcome = answer.outcome(want)
        offers = any(offer in answer.reply for offer in OFFERS)
        result.append([home.name, kind, outcome == "right", outcome == "says so" and not offers, offers, one["traits"]])
    return result


def fit(rows):
    """The weight of each trait, the bias among them."""
    counts = {}
    for *_, traits in rows:
        for trait in set(traits):
            counts[trait] = counts.get(trait, 0) + 1
    kept = sorted(trait for trait, count in counts.items() if count >= MIN_COUNT)
    number = {trait: place for place, trait in enumerate(kept, 1)}
    with tempfile.TemporaryDirectory() as folder:
        data, model = pathlib.Path(folder) / "data", pathlib.Path(folder) / "model"
        with data.open("w") as out:
            for _, _, right, _, _, traits in rows:
                places = sorted(number[t] for t in set(traits) if t in number)
                out.write(("-1" if right else "+1") + "".join(f" {place}:1" for place in places) + "\n")
        subprocess.run(["liblinear-train", "-s", "0", "-c", COST, "-B", "1", "-q", data, model], check=True)
        lines = model.read_text().splitlines()
    sign = 1 if lines[2].split()[1] == "1" else -1
    weights = [sign * float(line.split()[0]) for line in lines[lines.index("w") + 1:]]
    return dict(zip([*kept, "bias"], weights, strict=True))


def chance(weights, traits):
    return 1 / (1 + exp(-weights["bias"] - sum(weights.get(trait, 0) for trait in set(traits))))


def check(rows):
    """Prints how many right and wrong lines of households left out are taken for misread."""
    homes = sorted({row[0] for row in rows})
    tried = []
    for fold in range(FOLDS):
        out = set(homes[fold::FOLDS])
        weights = fit([row for row in rows if row[0] not in out])
        tried += [(row, chance(weights, row[5])) for row in rows if row[0] in out]
    for bound in (0.15, 0.2, 0.25, 0.3):
        print(f"above {bound}:", end="")
        for kind in ("plain", "composed", "first", "later"):
            of = [(row[2], c > bound) for row, c in tried if row[1] == kind]
            share = lambda right: 100 * sum(t for r, t in of if r == right) / max(1, sum(r == right for r, _ in of))
            print(f"  {kind}: {share(True):.0f}% of right, {share(False):.0f}% of wrong ones", end="")
        print()


def main():
    if not SCORER.exists():
        sys.exit(f"{SCORER} is missing: without it nothing tells which answers are right")
    tools = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as other:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else other)
        folder.mkdir(exist_ok=True)
        homes = sorted(home for home in HOUSEHOLDS.iterdir() if (home / "questions.jsonl").exists() and home.name not in HELD_OUT)
        with ProcessPoolExecutor(2) as pool:
            found = pool.map(answered, [tools] * len(homes), homes, [folder] * len(homes))
            rows = [row for rows in found for row in rows]
        (folder / "answers.json").write_text(json.dumps(rows))
    # What is asked back, refused, or left out is said already.
    rows = [row for row in rows if row[5] and not row[3]]
    print(f"{len(rows)} lines, {sum(not row[2] for row in rows)} of them wrong")
    check(rows)
    weights = fit(rows)
    table = sorted((trait, f"{weight:.2f}") for trait, weight in weights.items() if abs(weight) >= 0.02)
    (HERE / "misread.tsv").write_text("trait\tweight\n" + "".join(f"{trait}\t{weight}\n" for trait, weight in table))


if __name__ == "__main__":
    main()
