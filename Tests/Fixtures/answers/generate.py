#!/usr/bin/env python3
"""Writes the ledgers of the answer suite: bank files, and questions with the right figures.

    python3 Tests/Fixtures/answers/generate.py           write the folders beside this script
    python3 Tests/Fixtures/answers/generate.py --check   exit 1 when the files on disk differ

Python 3.9 or newer, standard library only. The random numbers are the generator's own, so every run writes the same
bytes.
"""
import os
import sys

import border
import edits
import files
import finch
import heron
import kent
import leap
import maple
import newyear
import quay
from cases import HEADER, Cases

HERE = os.path.dirname(os.path.abspath(__file__))
LEDGERS = [maple, leap, newyear, border, kent, edits, quay, heron, finch]


def lines(rows):
    return "".join("\t".join(row) + "\n" for row in rows)


def months(book):
    """Spending by month, category and currency: what every way of asking must agree on."""
    sums = {}
    for row in book.find():
        key = (row.day.isoformat()[:7], row.category, row.account.currency)
        amount, count = sums.get(key, (0, 0))
        sums[key] = (amount - row.amount, count + 1)
    table = [[*key, str(amount), str(count)] for key, (amount, count) in sorted(sums.items())]
    return lines([["month", "category", "currency", "spent", "rows"], *table])


def told_currency(account):
    """What a person must say on import: nothing for dollars, or where the file names its currency."""
    return "" if account.currency == "USD" or account.layout == "german" else account.currency


def outputs():
    out, questions, talks = {}, 0, 0
    for ledger in LEDGERS:
        book = ledger.build()
        cases = Cases(book)
        ledger.cases(cases)
        for account in book.accounts:
            out[f"{book.name}/{account.file}"] = files.write(account, book.rows)
        out[f"{book.name}/accounts.tsv"] = lines(
            [["file", "name", "type", "currency"]]
            + [[a.file, a.name, a.kind, told_currency(a)] for a in book.accounts])
        out[f"{book.name}/edits.tsv"] = lines([["edit"], *book.edits])
        out[f"{book.name}/months.tsv"] = months(book)
        out[f"{book.name}/questions.tsv"] = lines([["as of", book.as_of.isoformat()], HEADER, *cases.lines])
        questions += len(cases.lines)
        talks += cases.conversations
    return out, questions, talks


def main():
    out, questions, talks = outputs()
    wrong = []
    for name, text in out.items():
        path, data = os.path.join(HERE, name), text.encode()
        if sys.argv[1:] == ["--check"]:
            if not os.path.exists(path) or open(path, "rb").read() != data:
                wrong.append(name)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
    for name in wrong:
        print(f"{name} differs from what generate.py writes", file=sys.stderr)
    print(f"{questions} questions, {talks} conversations")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
