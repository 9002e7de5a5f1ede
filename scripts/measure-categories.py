#!/usr/bin/env python3
"""How much spending has a category, and how much of it the right one, over bank files.

    measure-categories.py COACH [-v]            the households of Tests/Fixtures, held against their categories.tsv
    measure-categories.py COACH FILE... [-v]    any other bank files, each imported alone: only what is in Other

Rows of spending and their money are counted: right, wrong, in Other. Refunds are left out. With -v merchants that are wrong or in
Other are listed, most money first. A payment to a person counts as Other where coach only guesses what it is for.
"""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOUSEHOLDS = ROOT / "Tests" / "Fixtures" / "households"
SPENDING = """
SELECT d.description, m.name, c.slug, -t.amount, t.basis FROM txn t JOIN document d ON d.id = t.document_id
JOIN merchant m ON m.id = t.merchant_id JOIN category c ON c.id = t.category_id
WHERE t.counted = 1 AND t.kind = 0 AND t.amount < 0
"""


def judged():
    """What each text is, by how it begins."""
    lines = [line for line in (HOUSEHOLDS / "categories.tsv").read_text().splitlines() if not line.startswith("#")]
    return {plain(text): set(right.split("|")) for text, right in (line.split("\t") for line in lines[1:])}


def plain(text):
    """Small letters and single spaces; one at the end ends a word (`Check `, unlike `CHECKCARD`)."""
    return " ".join(text.lower().split()) + (" " if text.endswith(" ") else "")


def right_for(text, table):
    best = max((begin for begin in table if (plain(text) + " ").startswith(begin)), key=len, default=None)
    return table.get(best)


def imported(program, files, today):
    with tempfile.TemporaryDirectory() as folder:
        index = pathlib.Path(folder) / "coach.db"
        keep = {k: v for k, v in os.environ.items() if not k.startswith("COACH_")}
        keep |= {f"XDG_{x}_HOME": folder for x in ("CONFIG", "DATA", "STATE", "CACHE")}
        for path, *account in files:
            named = ["--account", account[0], "--account-type", account[1]] if account else []
            done = subprocess.run([program, "--db", index, "--as-of", today, "import", path, *named],
                                  capture_output=True, text=True, env=keep)
            if done.returncode:
                print(f"  {path}: {(done.stderr or done.stdout).strip().splitlines()[0]}")
        if not index.exists():
            return []
        with sqlite3.connect(f"file:{index}?mode=ro", uri=True) as database:
            return database.execute(SPENDING).fetchall()


def report(name, rows, table, lists):
    sums = defaultdict(lambda: [0, 0])
    merchants = defaultdict(lambda: [0, 0])
    for text, merchant, category, amount, basis in rows:
        right = right_for(text, table) if table else None
        outcome = "other" if category == "other" else "right" if not table or right and category in right else \
            "unjudged" if right is None else "wrong"
        wanted = "|".join(sorted(right)) if right else ""
        for place in (sums[outcome], merchants[outcome, merchant, category, wanted, text[:48]]):
            place[0] += 1
            place[1] += amount
    count, money = sum(s[0] for s in sums.values()) or 1, sum(s[1] for s in sums.values()) or 1
    cells = [f"{o if table or o != 'right' else 'known'} {100 * sums[o][0] / count:5.1f}% of rows {100 * sums[o][1] / money:5.1f}% of money"
             for o in ("right", "wrong", "other", "unjudged") if sums[o][0] or table and o != "unjudged"]
    print(f"{name:14} {count:5} rows  {'   '.join(cells)}")
    if lists:
        for (outcome, merchant, category, wanted, text), (rows_of, amount) in sorted(merchants.items(), key=lambda m: -m[1][1]):
            if outcome != "right":
                print(f"    {outcome:8} {rows_of:4} {amount / 100:10,.2f}  {merchant} is {category}, wanted {wanted or '?'}  [{text}]")


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    lists = "-v" in sys.argv
    if not names or not shutil.which(names[0]):
        sys.exit(__doc__)
    program = str(pathlib.Path(shutil.which(names[0])).resolve())
    if names[1:]:
        every = []
        for path in names[1:]:
            rows = imported(program, [(path,)], "2026-12-31")
            report(pathlib.Path(path).name[:14], rows, None, False)
            every += rows
        report("all files", every, None, lists)
        return
    every, table = [], judged()
    for home in sorted(p for p in HOUSEHOLDS.iterdir() if (p / "set.json").exists()):
        about = json.loads((home / "set.json").read_text())
        files = [(home / "household" / file, account, kind) for file, account, kind in about["files"]]
        rows = imported(program, files, about["today"])
        report(home.name, rows, table, lists)
        every += rows
    report("all", every, table, False)


if __name__ == "__main__":
    main()
