"""A household's rows as the generator knows them, and the sums it takes over them.

Nothing here knows how coach works: rows carry the labels that a person would give them, and every expected figure is
a plain sum over the list.
"""
from datetime import date, timedelta
from fractions import Fraction

FAMILIES = {
    "food": ["groceries", "restaurants", "fast_food", "coffee", "alcohol"],
    "housing": ["rent", "mortgage", "home_improvement", "furniture"],
    "utilities": ["electricity", "water", "internet", "phone"],
    "transport": ["fuel", "public_transit", "taxi", "parking", "car_care"],
    "shopping": ["online_shopping", "department_stores", "clothing", "electronics", "books", "sporting_goods", "pets"],
    "entertainment": ["streaming", "music", "games", "events"],
    "health": ["pharmacy", "doctor", "dental"],
    "travel": ["flights", "lodging", "rental_car"],
    "personal_care": ["fitness", "hair_beauty"],
    "eating_out": ["restaurants", "fast_food", "coffee"],
}
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


class Random:
    """A linear congruential generator (Knuth's MMIX constants): the same numbers on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def pick(self, items):
        return items[self.below(len(items))]


def rounded(value):
    """To a whole number, half away from zero."""
    value = Fraction(value)
    whole = (abs(value) + Fraction(1, 2)).__floor__()
    return whole if value >= 0 else -whole


def percent(part, whole):
    """To one decimal."""
    return rounded(Fraction(part * 1000, whole)) / 10


def month_end(year, month):
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def month(year, number):
    return (date(year, number, 1), month_end(year, number))


def months(year, first, last):
    return (date(year, first, 1), month_end(year, last))


def past_days(as_of, count):
    return (as_of - timedelta(days=count - 1), as_of)


def monday(day):
    return day - timedelta(days=day.weekday())


class Row:
    def __init__(self, day, account, merchant, text, amount, category, kind, **more):
        self.day, self.account, self.merchant, self.text = day, account, merchant, text
        self.amount, self.category, self.kind = amount, category, kind
        self.posted = more.get("posted")
        self.is_pending = more.get("pending", False)
        self.bank = more.get("bank", "")
        # False: excluded by the user, or split into parts.
        self.counts = True
        # A part of a split stands in no file.
        self.is_part = False


class Account:
    def __init__(self, name, kind, currency, file, layout):
        self.name, self.kind, self.currency, self.file, self.layout = name, kind, currency, file, layout


class Book:
    """The rows of one household."""

    def __init__(self, name, as_of, seed):
        self.name, self.as_of = name, as_of
        self.random = Random(seed)
        self.accounts, self.rows, self.edits = [], [], []

    def account(self, name, kind, currency, file, layout):
        account = Account(name, kind, currency, file, layout)
        self.accounts.append(account)
        return account

    # Rows

    def add(self, day, account, merchant, text, amount, category, kind=None, **more):
        """`amount` in minor units as the household sees it: negative = money out."""
        if kind is None:
            kind = "expense" if amount < 0 else "refund"
        row = Row(day, account, merchant, text, amount, category, kind, **more)
        self.rows.append(row)
        return row

    def spend(self, day, account, shop, amount, **more):
        """A purchase at one of the shops `(merchant, category, texts[, bank category])`."""
        merchant, category, texts = shop[:3]
        text = texts[len(self.rows) % len(texts)] if isinstance(texts, list) else texts
        if len(shop) > 3:
            more["bank"] = shop[3]
        return self.add(day, account, merchant, text, -amount, category, **more)

    def refund(self, day, account, shop, amount, **more):
        return self.spend(day, account, shop, -amount, kind="refund", **more)

    def habit(self, first, last, account, shop, times, low, high):
        """Purchases `times` a month, each on a day of its own stretch of the month."""
        year, number = first.year, first.month
        while date(year, number, 1) <= last:
            length = month_end(year, number).day
            for turn in range(times):
                day = date(year, number, 1 + (turn * length + self.random.below(length)) // times)
                amount = self.random.between(low, high)
                if first <= day <= last:
                    self.spend(day, account, shop, amount)
            year, number = (year, number + 1) if number < 12 else (year + 1, 1)

    def monthly(self, first, last, account, shop, day, amount):
        """The same amount every month; `amount` may be a function of the day."""
        year, number = first.year, first.month
        while date(year, number, 1) <= last:
            on = date(year, number, min(day, month_end(year, number).day))
            if first <= on <= last:
                self.spend(on, account, shop, amount(on) if callable(amount) else amount)
            year, number = (year, number + 1) if number < 12 else (year + 1, 1)

    def move(self, day, source, target, amount, out_text, in_text, merchant, category, lag=1):
        """Both sides of a transfer between own accounts."""
        self.add(day, source, merchant, out_text, -amount, category, "transfer")
        if day + timedelta(days=lag) <= self.as_of:
            self.add(day + timedelta(days=lag), target, merchant, in_text, amount, category, "transfer")

    def exclude(self, row):
        row.counts = False
        self.edits.append(("exclude", row.account.name, row.day.isoformat(), str(row.amount)))

    def split(self, row, *parts):
        """Replaces a row by parts `(category, minor units spent)`."""
        assert sum(amount for _, amount in parts) == -row.amount
        row.counts = False
        words = [f"{category}={-amount}" for category, amount in parts]
        self.edits.append(("split", row.account.name, row.day.isoformat(), str(row.amount), *words))
        for category, amount in parts:
            part = self.add(row.day, row.account, row.merchant, row.text, -amount, category)
            part.is_part = True

    def rename(self, old, new):
        """What `coach edit --merchant NEW --always` does to a merchant."""
        for row in self.rows:
            if row.merchant == old:
                row.merchant = new
        self.edits.append(("rename", old, new))

    # Choosing rows

    def find(self, period=None, category=None, merchant=None, account=None, kinds=("expense", "refund"), low=None,
             high=None, weekdays=None, but_category=None, but_merchant=None, pending=None, uncounted=False, currency=None, says=None):
        def family(names):
            names = [names] if isinstance(names, str) else names
            return {x for name in names for x in [name] + FAMILIES.get(name, [])}

        def several(names):
            return [names] if isinstance(names, str) else names

        return [
            row for row in self.rows
            if (row.counts or uncounted)
            and (period is None or period[0] <= row.day <= period[1])
            and (category is None or row.category in family(category))
            and (but_category is None or row.category not in family(but_category))
            and (merchant is None or row.merchant in several(merchant))
            and (but_merchant is None or row.merchant not in several(but_merchant))
            and (account is None or row.account.name in several(account))
            and (not kinds or row.kind in kinds)
            and (low is None or abs(row.amount) >= low)
            and (high is None or abs(row.amount) <= high)
            and (weekdays is None or row.day.weekday() in weekdays)
            and (pending is None or row.is_pending == pending)
            and (currency is None or row.account.currency == currency)
            and (says is None or says in f"{row.merchant} {row.text}".lower())
        ]

    def sums(self, rows, sign=-1):
        """By currency: `{"USD": (minor units, rows)}`."""
        out = {}
        for row in rows:
            amount, count = out.get(row.account.currency, (0, 0))
            out[row.account.currency] = (amount + sign * row.amount, count + 1)
        return out
