#!/usr/bin/env python3
"""Writes a bank export of many rows, the same on every run: 250 rows a day unless told otherwise, 5,000 merchants, few
of them frequent.

    make-big-csv.py [--distinct] [--rows-a-day N] ROWS FILE

The last day is 2026-10-31. A merchant has one to four branches, each with its number and city, as one household meets
them; online ones write another reference each time. With --distinct no two rows have the same text.
"""
import argparse
from datetime import date, timedelta

LAST_DAY = date(2026, 10, 31)
ROWS_A_DAY = 250
MERCHANTS = 5000
CITIES = ["AUSTIN TX", "DENVER CO", "TAMPA FL", "BOISE ID", "SALEM OR", "DAYTON OH", "MACON GA", "FRESNO CA"]
KNOWN = ["WHOLEFDS MKT #{n} {c}", "STARBUCKS STORE {n} {c}", "SHELL OIL {n} {c}", "AMZN Mktp US*{n}", "KROGER #{n} {c}",
         "TARGET {n} {c}", "UBER *TRIP {n} CA", "TRADER JOE S #{n} {c}", "CHIPOTLE {n} {c}", "NETFLIX.COM {n} CA"]
FIRST = ["RIVER", "OAK", "GOLDEN", "BLUE", "NORTH", "LITTLE", "GRAND", "SILVER", "MAPLE", "SUNNY"]
SECOND = ["CORNER", "HARBOR", "MEADOW", "LANTERN", "PINE", "STONE", "GARDEN", "BRIDGE", "CREEK", "HILL"]
LAST = ["MARKET", "GRILL", "COFFEE", "PHARMACY", "BOOKS", "TAVERN", "AUTO REPAIR", "BAKERY", "HARDWARE", "TRADING"]


def merchants():
    invented = (f"{FIRST[i % 10]} {SECOND[i // 10 % 10]} {LAST[i // 100 % 10]} {chr(65 + i // 1000)}{i // 1000}X #{{n}} {{c}}"
                for i in range(MERCHANTS - len(KNOWN)))
    return KNOWN + list(invented)


def random_bits():
    """xorshift64 (Marsaglia 2003): the same numbers with every version of Python."""
    state = 88172645463325252
    while True:
        state ^= (state << 13) & 0xFFFFFFFFFFFFFFFF
        state ^= state >> 7
        state ^= (state << 17) & 0xFFFFFFFFFFFFFFFF
        yield state


def text_of(merchant, name, bits, row, distinct):
    branch = (bits >> 20) % (1 + merchant % 4)
    number = row if distinct else (bits >> 18) % 1000000 if "*" in name else 1000 + (merchant * 7 + branch * 131) % 8999
    return name.replace("{n}", str(number)).replace("{c}", CITIES[(merchant + branch // 2) % len(CITIES)])


def lines(rows, rows_a_day, distinct):
    names = merchants()
    first_day = LAST_DAY - timedelta(days=(rows - 1) // rows_a_day)
    for i, bits in zip(range(rows), random_bits()):
        if i % rows_a_day == 0:
            day = f"{first_day + timedelta(days=i // rows_a_day):%m/%d/%Y}"
        # A few merchants take most of the purchases, as in life.
        merchant = int(MERCHANTS * ((bits >> 11) / (1 << 53)) ** 3)
        text = text_of(merchant, names[merchant], bits, i, distinct)
        cents = 100 + (bits >> 30) % 15000
        sign = "" if (bits >> 45) % 40 == 0 else "-"
        yield f"{day},{text},{sign}{cents // 100}.{cents % 100:02d}\n"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--distinct", action="store_true")
    parser.add_argument("--rows-a-day", type=int, default=ROWS_A_DAY)
    parser.add_argument("rows", type=int)
    parser.add_argument("file")
    asked = parser.parse_args()
    with open(asked.file, "w") as out:
        out.write("Date,Description,Amount\n")
        out.writelines(lines(asked.rows, asked.rows_a_day, asked.distinct))


main()
