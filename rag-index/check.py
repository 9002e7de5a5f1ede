#!/usr/bin/env python3
"""Checks the tables that people extend: merchants, words, made-up names and places, what banks write before names, parts of places,
synonyms, nicknames, and the items, needs and tickets of advice. `make lint` runs it.

Prints how many of each there are. Every fault is written to standard error as `file:line: what is wrong`, and the exit status is then 1.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
CATEGORIES = ROOT / "taxonomy" / "categories.tsv"
MERCHANTS = ROOT / "merchants"
WORDS = MERCHANTS / "words.tsv"
LOCAL = MERCHANTS / "local.tsv"
PLACES = MERCHANTS / "places.tsv"
TOWNS = ROOT / "imports" / "towns.tsv"
PARTS = ROOT / "imports" / "parts.tsv"
ABBREVIATIONS = ROOT / "imports" / "abbreviations.tsv"
PREFIXES = ROOT / "imports" / "prefixes.tsv"
SYNONYMS = ROOT / "synonyms" / "words.tsv"
KINDS = ROOT / "synonyms" / "kinds.tsv"
NICKNAMES = ROOT / "synonyms" / "nicknames.tsv"
ITEMS = ROOT / "advice" / "items.tsv"
NEEDS = ROOT / "advice" / "needs.tsv"
TICKETS = ROOT / "advice" / "tickets.tsv"

# Tokens of A-Z and 0-9 with single spaces, `^` only first, `*` only last.
PATTERN = re.compile(r"\^?[A-Z0-9]+(?: [A-Z0-9]+)*\*?")
WORD = re.compile(r"[A-Z0-9]+")
# A shorter single token would be found in too many foreign texts without `^`.
SHORTEST_FREE_TOKEN = 3
SHORTEST_FREE_PREFIX = 4


class Checker:
    def __init__(self):
        self.faults = []
        self.categories = set()
        self.merchants = set()
        self.towns = set()

    def fault(self, path, line, text):
        self.faults.append(f"{path.relative_to(ROOT.parent)}:{line}: {text}")

    def rows(self, path, header):
        """Yields (line number, fields) of the rows below the header line."""
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            self.fault(path, 1, f"not UTF-8: {error.reason} at byte {error.start}")
            return
        if "\r" in text:
            self.fault(path, 1, "carriage return in the file")
        if text and not text.endswith("\n"):
            self.fault(path, text.count("\n") + 1, "no line end after the last row")
        seen_header = False
        for number, line in enumerate(text.split("\n"), 1):
            if not line or line.startswith("#"):
                continue
            fields = line.split("\t")
            if not seen_header:
                seen_header = True
                if fields != header:
                    self.fault(path, number, f"header is not {header}")
                continue
            if path == WORDS and len(fields) == len(header) - 1:
                fields.append("")
            if len(fields) != len(header):
                self.fault(path, number, f"{len(fields)} columns, not {len(header)}")
                continue
            yield number, fields
        if not seen_header:
            self.fault(path, 1, "no header line")

    def read_categories(self):
        lines = CATEGORIES.read_text(encoding="utf-8").split("\n")
        rows = [line for line in lines if line and not line.startswith("#")]
        self.categories = {row.split("\t")[0] for row in rows[1:]}

    def check_category(self, path, number, category):
        if category not in self.categories:
            self.fault(path, number, f"unknown category {category!r}")

    def check_plain(self, path, number, text):
        if not text or text != " ".join(text.split()):
            self.fault(path, number, f"empty, or spaces too many, in {text!r}")

    def check_pattern(self, path, number, pattern):
        if not PATTERN.fullmatch(pattern):
            self.fault(path, number, f"pattern not in normal form: {pattern!r}")
            return
        if pattern.startswith("^") or " " in pattern:
            return
        prefix = pattern.endswith("*")
        length = len(pattern) - (1 if prefix else 0)
        if length < (SHORTEST_FREE_PREFIX if prefix else SHORTEST_FREE_TOKEN):
            self.fault(path, number, f"too short without '^': {pattern!r}")

    def check_merchants(self):
        names, patterns, written = {}, {}, {}
        for path in sorted(MERCHANTS.glob("*.tsv")):
            if path in (WORDS, LOCAL, PLACES):
                continue
            # A chain of the United States may have the name of one elsewhere.
            country = "us" if path.name.startswith(("us", "payouts")) else path.stem
            for number, row in self.rows(path, ["name", "category", "patterns"]):
                name, category, joined = row
                self.check_plain(path, number, name)
                self.check_category(path, number, category)
                self.check_new(path, number, "name", name.casefold(), names.setdefault(country, {}))
                for pattern in joined.split("|"):
                    self.check_pattern(path, number, pattern)
                    if country == "us":
                        self.check_town(path, number, pattern)
                    # With and without `^` they match the same text, so either
                    # of two merchants could win.
                    key = pattern.removeprefix("^")
                    self.check_new(path, number, "pattern", key, patterns)
                    written.setdefault(pattern, f"{path.name}:{number}")
        self.merchants = set().union(*names.values())
        return sum(map(len, names.values())), written

    def read_towns(self):
        for number, (_, joined) in self.rows(TOWNS, ["state", "towns"]):
            for town in joined.split("|"):
                self.towns |= {town.replace(" ", ""), *town.split(" ")}

    def check_town(self, path, number, pattern):
        """A beginning of a word that goes on to be a town is found in the text of every shop there."""
        word = pattern.removesuffix("*")
        if word == pattern or pattern.startswith("^") or " " in pattern:
            return
        town = next((town for town in sorted(self.towns) if town.startswith(word) and town != word), None)
        if town:
            self.fault(path, number, f"{pattern!r} is the beginning of the town {town}: leave '*' out or write '^'")

    def check_new(self, path, number, what, key, seen):
        if key in seen:
            self.fault(path, number, f"{what} {key!r} is already at {seen[key]}")
        else:
            seen[key] = f"{path.name}:{number}"

    def check_words(self, merchant_patterns):
        seen = {}
        if not WORDS.exists():
            return 0
        for number, (pattern, category, strength) in self.rows(WORDS, ["pattern", "category", "strength"]):
            if strength not in ("", "weak"):
                self.fault(WORDS, number, f"unknown strength {strength!r}")
            self.check_pattern(WORDS, number, pattern)
            self.check_category(WORDS, number, category)
            self.check_new(WORDS, number, "pattern", pattern, seen)
            if pattern in merchant_patterns:
                place = merchant_patterns[pattern]
                self.fault(WORDS, number, f"{pattern!r} is a merchant at {place}")
        return len(seen)

    def check_local(self):
        seen = {}
        for number, (text, category) in self.rows(LOCAL, ["text", "category"]):
            self.check_plain(LOCAL, number, text)
            self.check_category(LOCAL, number, category)
            self.check_new(LOCAL, number, "text", text, seen)
        return len(seen)

    def check_imports(self):
        patterns, words, shorts = {}, {}, {}
        for number, (pattern, form, places) in self.rows(PREFIXES, ["pattern", "form", "places"]):
            self.check_new(PREFIXES, number, "pattern", pattern, words if form == "word" else patterns)
            if form not in ("rail", "processor", "starred", "tail", "word"):
                self.fault(PREFIXES, number, f"unknown form {form!r}")
            if places:
                self.check_category(PREFIXES, number, places)
        for number, (word, joined) in self.rows(ABBREVIATIONS, ["word", "short"]):
            for short in joined.split("|"):
                self.check_new(ABBREVIATIONS, number, "short form", short, shorts)
                if not WORD.fullmatch(short) or not WORD.fullmatch(word):
                    self.fault(ABBREVIATIONS, number, f"no word of capitals: {short!r}")

        parts = {}
        for number, (joined, category, name, places) in self.rows(PARTS, ["words", "category", "name", "places"]):
            self.check_category(PARTS, number, category)
            self.check_plain(PARTS, number, name)
            for place in places.split(" "):
                self.check_category(PARTS, number, place)
                for word in joined.split("|"):
                    self.check_new(PARTS, number, "word and place", f"{word} {place}", parts)

    def check_places(self):
        count = 0
        for number, (text, dollars, times, joined) in self.rows(PLACES, ["text", "dollars", "times", "category"]):
            self.check_plain(PLACES, number, text)
            for value in (dollars, times):
                if not re.fullmatch(r"\d+(\.\d+)?", value):
                    self.fault(PLACES, number, f"no number: {value!r}")
            for category in joined.split("|"):
                self.check_category(PLACES, number, category)
            count += 1
        return count

    def check_synonyms(self):
        seen = {}
        if not SYNONYMS.exists():
            return 0
        for number, (phrase, joined) in self.rows(SYNONYMS, ["phrase", "categories"]):
            self.check_plain(SYNONYMS, number, phrase)
            if phrase != phrase.lower():
                self.fault(SYNONYMS, number, f"not lower case: {phrase!r}")
            self.check_new(SYNONYMS, number, "phrase", phrase, seen)
            categories = joined.split(" ")
            for category in categories:
                self.check_category(SYNONYMS, number, category.removeprefix("-"))
            if len(set(categories)) != len(categories):
                self.fault(SYNONYMS, number, f"a category twice: {joined!r}")
        self.check_kinds(seen)
        return len(seen)

    def check_kinds(self, phrases):
        seen = {}
        for number, (words, *_) in self.rows(KINDS, ["words", "names", "merchants", "rest"]):
            for phrase in words.split("|"):
                if phrase not in phrases:
                    self.fault(KINDS, number, f"no phrase of words.tsv: {phrase!r}")
                self.check_new(KINDS, number, "phrase", phrase, seen)

    def check_nicknames(self):
        count = 0
        if not NICKNAMES.exists():
            return 0
        for number, (merchant, joined) in self.rows(NICKNAMES, ["merchant", "nicknames"]):
            if merchant.casefold() not in self.merchants:
                self.fault(NICKNAMES, number, f"no merchant is called {merchant!r}")
            nicknames = joined.split("|")
            for nickname in nicknames:
                self.check_plain(NICKNAMES, number, nickname)
                if nickname != nickname.lower() or "'" in nickname:
                    self.fault(NICKNAMES, number, f"not lower case, or an apostrophe: {nickname!r}")
            if len(set(nicknames)) != len(nicknames):
                self.fault(NICKNAMES, number, f"a nickname twice: {joined!r}")
            count += len(nicknames)
        return count

    def check_items(self):
        seen = {}
        if not ITEMS.exists():
            return 0
        for number, (phrase, category) in self.rows(ITEMS, ["phrase", "category"]):
            self.check_plain(ITEMS, number, phrase)
            if phrase != phrase.lower():
                self.fault(ITEMS, number, f"not lower case: {phrase!r}")
            self.check_new(ITEMS, number, "phrase", phrase, seen)
            if category not in self.categories:
                self.fault(ITEMS, number, f"unknown category: {category!r}")
        return len(seen)

    def check_needs(self):
        seen = {}
        for number, (phrase, kind) in self.rows(NEEDS, ["phrase", "is"]):
            self.check_plain(NEEDS, number, phrase)
            if phrase != phrase.lower():
                self.fault(NEEDS, number, f"not lower case: {phrase!r}")
            self.check_new(NEEDS, number, "phrase", phrase, seen)
            if kind not in ("need", "wish", "broken"):
                self.fault(NEEDS, number, f"neither need, wish nor broken: {kind!r}")

    def check_tickets(self):
        guardians = {"rent_bills", "pharmacy_health", "subscription", "misc_online", "fun"}
        for number, (category, dollars) in self.rows(TICKETS, ["category", "dollars"]):
            if category not in self.categories and category not in guardians:
                self.fault(TICKETS, number, f"unknown category: {category!r}")
            if not dollars.isdigit() or int(dollars) == 0:
                self.fault(TICKETS, number, f"no whole amount above zero: {dollars!r}")


def main():
    checker = Checker()
    checker.read_categories()
    checker.read_towns()
    merchants, patterns = checker.check_merchants()
    words = checker.check_words(patterns)
    local = checker.check_local()
    places = checker.check_places()
    checker.check_imports()
    synonyms = checker.check_synonyms()
    nicknames = checker.check_nicknames()
    items = checker.check_items()
    checker.check_needs()
    checker.check_tickets()
    print(
        f"merchants {merchants}, patterns {len(patterns)}, "
        f"words {words}, local names {local}, places {places}, synonyms {synonyms}, nicknames {nicknames}, items {items}"
    )
    for fault in checker.faults:
        print(fault, file=sys.stderr)
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
