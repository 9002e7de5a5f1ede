#!/usr/bin/env python3
"""Writes a bank export of many rows, the same on every run: about 250 rows a day, 5,000 merchants, few of them frequent.

    make-big-csv.py ROWS FILE
"""
import sys
from datetime import date, timedelta

CITIES = ["AUSTIN TX", "DENVER CO", "TAMPA FL", "BOISE ID", "SALEM OR", "DAYTON OH", "MACON GA", "FRESNO CA"]
KNOWN = ["WHOLEFDS MKT #{n} {c}", "STARBUCKS STORE {n} {c}", "SHELL OIL {n} {c}", "AMZN Mktp US*{n}", "KROGER #{n} {c}",
         "TARGET {n} {c}", "UBER TRIP {n} CA", "TRADER JOE S #{n} {c}", "CHIPOTLE {n} {c}", "NETFLIX.COM {n} CA"]
FIRST = ["RIVER", "OAK", "GOLDEN", "BLUE", "NORTH", "LITTLE", "GRAND", "SILVER", "MAPLE", "SUNNY"]
SECOND = ["CORNER", "HARBOR", "MEADOW", "LANTERN", "PINE", "STONE", "GARDEN", "BRIDGE", "CREEK", "HILL"]
LAST = ["MARKET", "GRILL", "COFFEE", "PHARMACY", "BOOKS", "TAVERN", "AUTO REPAIR", "BAKERY", "HARDWARE", "TRADING"]


def main():
    rows, path = int(sys.argv[1]), sys.argv[2]
    state = 88172645463325252
    start = date(2026, 10, 31) - timedelta(days=rows // 250)
    names = [k for k in KNOWN]
    for i in range(5000 - len(KNOWN)):
        names.append(f"{FIRST[i % 10]} {SECOND[i // 10 % 10]} {LAST[i // 100 % 10]} {chr(65 + i // 1000)}{i // 1000}X" + " #{n} {c}")
    with open(path, "w") as out:
        out.write("Date,Description,Amount\n")
        lines = []
        for i in range(rows):
            state ^= (state << 13) & 0xFFFFFFFFFFFFFFFF
            state ^= state >> 7
            state ^= (state << 17) & 0xFFFFFFFFFFFFFFFF
            u = (state >> 11) / float(1 << 53)
            # A few merchants take most of the purchases, as in life.
            name = names[int(5000 * u * u * u)]
            text = name.replace("{n}", str(1000 + (state >> 20) % 60)).replace("{c}", CITIES[(state >> 8) % 8])
            cents = 100 + (state >> 30) % 15000
            day = start + timedelta(days=i // 250 + 1)
            sign = "" if (state >> 45) % 40 == 0 else "-"
            lines.append(f"{day:%m/%d/%Y},{text},{sign}{cents // 100}.{cents % 100:02d}\n")
            if len(lines) == 10000:
                out.writelines(lines)
                lines = []
        out.writelines(lines)


main()
