#!/usr/bin/env python3
"""Keeps an index of each schema for the tests that upgrade them: Tests/Fixtures/indexes/NNN.db.

    scripts/keep-old-index.py COACH     COACH is a built program

Files that are there stay: an old index is what it was. Run it when a schema is added to rag-index/schema, so that the one
before is kept. What the new file holds is brought in by the program itself; of tables and columns that its schema does not have
yet nothing is taken.
"""
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "Tests/Fixtures/indexes"
APPLICATION = 0x636F6163
CHECKING = """Date,Description,Amount,Balance
2026-08-03,ACME CORP PAYROLL,2400.00,3400.00
2026-08-04,BLUE DOOR GROCERY,-82.40,3317.60
2026-08-20,NORTHWIND RENT,-1200.00,2117.60
2026-09-03,ACME CORP PAYROLL,2400.00,4517.60
2026-09-05,BLUE DOOR GROCERY,-91.15,4426.45
2026-09-08,CARD PAYMENT THANK YOU,-150.00,4276.45
2026-09-20,NORTHWIND RENT,-1200.00,3076.45
2026-10-03,ACME CORP PAYROLL,2400.00,5476.45
2026-10-06,BLUE DOOR GROCERY,-77.05,5399.40
2026-10-07,BLUE DOOR GROCERY RETURN,12.00,5411.40
"""
CARD = """Date,Description,Amount
2026-09-08,CARD PAYMENT THANK YOU,150.00
2026-09-11,CAF\u00c9 M\u00dcLLER,-6.50
2026-09-12,STREAMLY SUBSCRIPTION,-12.99
2026-10-12,STREAMLY SUBSCRIPTION,-12.99
2026-10-14,HARDWARE BARN,-60.00
2026-10-15,HARDWARE BARN,-60.00
"""
COMMANDS = [
    ["rules", "set", "groceries", "400"],
    ["edit", "15", "--split", "home 40, clothing 20"],
    ["edit", "12", "--category", "coffee", "--notes", "with Ana", "--always"],
    ["edit", "16", "--exclude"],
    ["goal", "set", "Vacation", "3000", "by", "2027-06-01"],
    ["assess", "--amount", "45", "--merchant", "Hardware Barn"],
]


def run(coach, folder, *arguments):
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "COACH_AS_OF": "2026-10-31"}
    done = subprocess.run([coach, *arguments, "--db", folder / "index.db"], env=environment, cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"coach {' '.join(map(str, arguments))}: {done.stderr}")


def current(coach, folder):
    (folder / "checking.csv").write_text(CHECKING)
    (folder / "card.csv").write_text(CARD)
    run(coach, folder, "import", "checking.csv", "--account", "Checking")
    run(coach, folder, "import", "card.csv", "--account", "Blue Card", "--account-type", "credit_card")
    for command in COMMANDS:
        run(coach, folder, *command)
    return folder / "index.db"


def columns(database, schema, table):
    return [row[1] for row in database.execute(f"PRAGMA {schema}.table_info('{table}')")]


def keep(source, scripts, path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA page_size = 1024")
    for script in scripts:
        database.executescript(script.read_text())
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {len(scripts)}")
    database.execute("ATTACH ? AS source", [str(source)])
    tables = [row[0] for row in database.execute(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' "
        "AND name IN (SELECT name FROM source.sqlite_schema)")]
    for table in tables:
        there = columns(database, "source", table)
        shared = ", ".join(f'"{name}"' for name in columns(database, "main", table) if name in there)
        database.execute(f"DELETE FROM main.{table}")
        database.execute(f"INSERT INTO main.{table} ({shared}) SELECT {shared} FROM source.{table}")
    database.execute("DETACH source")
    words = {row["id"]: row["words"] for row in categories(database)}
    for text in database.execute(
            "SELECT d.id, m.name, d.description, d.category_id, d.notes FROM document d "
            "JOIN merchant m ON m.id = d.merchant_id").fetchall():
        database.execute("INSERT INTO search (rowid, merchant, description, category, notes) VALUES (?, ?, ?, ?, ?)",
                         [text[0], text[1], text[2], words[text[3]], text[4]])
    database.execute("VACUUM")
    database.close()


def categories(database):
    """The names of each category and the one above it, as the search holds them."""
    rows = [line.split("\t") for line in (ROOT / "rag-index/taxonomy/categories.tsv").read_text().splitlines()
            if not line.startswith("#")][1:]
    names = {row[0]: (row[2], row[1]) for row in rows}
    for number, slug in database.execute("SELECT id, slug FROM category").fetchall():
        name, parent = names[slug]
        yield {"id": number, "words": " ".join([name] + ([names[parent][0]] if parent else []))}


def main():
    coach = Path(sys.argv[1]).resolve()
    scripts = sorted((ROOT / "rag-index/schema").glob("*.sql"))
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = current(coach, Path(folder))
        for count in range(1, len(scripts) + 1):
            path = KEPT / f"{count:03}.db"
            if not path.exists():
                keep(source, scripts[:count], path)
                print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
