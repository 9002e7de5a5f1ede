#!/usr/bin/env python3
"""How much of what people ask is answered right, over the invented households of Tests/Fixtures/households.

    ask-households.py COACH [HOUSEHOLD...] [-v]    questions and conversations: right / says so / wrong without saying so
    ask-households.py COACH --purchases [-v]       verdicts, where the three people who judged them agree

What a right answer holds (`want`) is checked by ../shared/corpora/asked/score.py, which has to lie beside the repository; its
README says what conditions mean. Nothing here is a test: a set counts once, and Tests/Fixtures/first-figures.md keeps that figure.
"""
import importlib.util
import json
import pathlib
import shutil
import sys
import tempfile
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOUSEHOLDS = ROOT / "Tests" / "Fixtures" / "households"
SCORER = ROOT.parent / "shared" / "corpora" / "asked" / "score.py"
KINDS = ["plain", "composed", "ambiguous", "out_of_scope", "first lines", "later lines"]


def scorer(home):
    if not SCORER.exists():
        sys.exit(f"{SCORER} is missing: the questions can't be scored without it")
    spec = importlib.util.spec_from_file_location("score", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    about = json.loads((home / "set.json").read_text())
    module.HERE, module.TODAY = home, about["today"]
    module.FILES = [tuple(file) for file in about["files"]]
    return module


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def questions(program, home, lists):
    score = scorer(home)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        coach = score.Coach(program, pathlib.Path(folder))
        coach.bring_in(False)
        for asked in lines(home / "questions.jsonl"):
            kind = asked["class"] if asked["kind"] == "in_scope" else asked["kind"]
            answer = coach.ask(asked["question"])
            results.append((kind, asked["id"], asked["question"], answer, answer.outcome(asked["want"]), asked["want"]))
        for talk in lines(home / "conversations.jsonl"):
            answers = coach.converse([turn["line"] for turn in talk["turns"]])
            for place, (turn, answer) in enumerate(zip(talk["turns"], answers)):
                kind = "later lines" if place else "first lines"
                name = f"{talk['id']}.{place + 1}"
                results.append((kind, name, turn["line"], answer, answer.outcome(turn["want"]), turn["want"]))
    print(home.name)
    for kind in KINDS:
        part = [result for result in results if result[0] == kind]
        seen = Counter(result[4] for result in part)
        cells = " / ".join(f"{100 * seen[o] / len(part):.1f}" for o in ("right", "says so", "silently wrong"))
        print(f"  {kind:12} {len(part):4}  {cells}")
    for kind, name, line, answer, outcome, want in results if lists else []:
        if outcome != "right":
            print(f"\n{name} {outcome} ({kind}): {line}\n  want  {json.dumps(want)}\n  reply {answer.reply[:300]}")


def purchases(program, lists):
    folder = HOUSEHOLDS / "purchases"
    judges = [{j["id"]: j for j in lines(folder / f"judge{n}.jsonl")} for n in (1, 2, 3)]
    agreed = right = unseen = 0
    with tempfile.TemporaryDirectory() as scratch:
        coaches = {}
        for asked in lines(folder / "purchases.jsonl"):
            home = asked["set"]
            verdicts = {judge[asked["id"]]["verdict"] for judge in judges}
            if len(verdicts) > 1:
                continue
            if home not in coaches:
                place = pathlib.Path(scratch) / home
                place.mkdir()
                coaches[home] = scorer(HOUSEHOLDS / home).Coach(program, place)
                coaches[home].bring_in(False)
            answer = coaches[home].ask(asked["text"])
            verdict = (answer.json.get("assessment") or {}).get("verdict")
            agreed, right, unseen = agreed + 1, right + ({verdict} == verdicts), unseen + (verdict is None)
            if lists and {verdict} != verdicts:
                print(f"{asked['id']} {home}: {asked['text']}\n  people say {verdicts.pop()}: {judges[0][asked['id']]['why']}\n"
                      f"  coach says {verdict}: {answer.reply[:260]}")
    print(f"{right} of {agreed} verdicts agree, {unseen} had none")


if __name__ == "__main__":
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    if not names or not shutil.which(names[0]):
        sys.exit(__doc__)
    program = str(pathlib.Path(shutil.which(names[0])).resolve())
    if "--purchases" in sys.argv:
        purchases(program, "-v" in sys.argv)
    else:
        for home in names[1:] or sorted(p.name for p in HOUSEHOLDS.iterdir() if (p / "questions.jsonl").exists()):
            questions(program, HOUSEHOLDS / home, "-v" in sys.argv)
