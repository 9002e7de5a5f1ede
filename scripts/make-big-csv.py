#!/usr/bin/env python3
"""Writes a bank export of many rows, the same on every run: about 250 rows a day, 5,000 merchants, few of them frequent.

    make-big-csv.py ROWS FILE

The last day is 2026-10-31.
"""
import sys
from datetime import date, timedelta

LAST_DAY = date(2026, 10, 31)
ROWS_A_DAY = 250
MERCHANTS = 5000
CITIES = ["AUSTIN TX", "DENVER CO", "TAMPA FL", "BOISE ID", "SALEM OR", "DAYTON OH", "MACON GA", "FRESNO CA"]
KNOWN = ["WHOLEFDS MKT #{n} {c}", "STARBUCKS STORE {n} {c}", "SHELL OIL {n} {c}", "AMZN Mktp US*{n}", "KROGER #{n} {c}",
         "TARGET {n} {c}", "UBER TRIP {n} CA", "TRADER JOE S #{n} {c}", "CHIPOTLE {n} {c}", "NETFLIX.COM {n} CA"]
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


def lines(rows):
    names = merchants()
    first_day = LAST_DAY - timedelta(days=(rows - 1) // ROWS_A_DAY)
    for i, bits in zip(range(rows), random_bits()):
        if i % ROWS_A_DAY == 0:
            day = f"{first_day + timedelta(days=i // ROWS_A_DAY):%m/%d/%Y}"
        # A few merchants take most of the purchases, as in life.
        name = names[int(MERCHANTS * ((bits >> 11) / (1 << 53)) ** 3)]
        text = name.replace("{n}", str(1000 + (bits >> 20) % 60)).replace("{c}", CITIES[(bits >> 8) % 8])
        cents = 100 + (bits >> 30) % 15000
        sign = "" if (bits >> 45) % 40 == 0 else "-"
        yield f"{day},{text},{sign}{cents // 100}.{cents % 100:02d}\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "w") as out:
        out.write("Date,Description,Amount\n")
        out.writelines(lines(int(sys.argv[1])))


main()
