"""Questions and what the answer to each must hold, as lines of a table.

Columns: turn (`Q` begins a conversation, `+` goes on with it), question, intents that may be taken, period, rows
matched, figures, groups, first row listed. An empty cell is not checked.
"""
from datetime import timedelta
from fractions import Fraction

from book import WEEKDAYS, monday, month_end, percent, rounded

HEADER = ["turn", "question", "intents", "period", "matched", "figures", "groups", "first"]
LISTING = "transactions,spending"
ALL = "all"
INCOME = ("income",)


class Expected:
    def __init__(self, intents, period, matched=None, figures=(), groups="", first=""):
        self.intents, self.period, self.matched = intents, period, matched
        self.figures, self.groups, self.first = list(figures), groups, first

    def cells(self):
        if self.period == ALL or self.period is None:
            period = self.period or ""
        else:
            period = f"{self.period[0].isoformat()}..{self.period[1].isoformat()}"
        matched = "" if self.matched is None else str(self.matched)
        return [self.intents, period, matched, "; ".join(self.figures), self.groups, self.first]


def money(name, sums):
    return [f"{name}={amount} {currency}" for currency, (amount, _) in sorted(sums.items())]


class Cases:
    def __init__(self, book):
        self.book = book
        self.lines = []
        self.conversations = 0

    def ask(self, question, expected):
        self.lines.append(["Q", question, *expected.cells()])

    def ask_all(self, expected, *questions):
        """Several ways to say one thing."""
        for question in questions:
            self.ask(question, expected)

    def talk(self, *turns):
        """A conversation: `(question, expected)` again and again."""
        self.conversations += 1
        for position, (question, expected) in enumerate(turns):
            self.lines.append(["+" if position else "Q", question, *expected.cells()])

    def _find(self, period, filters):
        return self.book.find(None if period == ALL else period, **filters)

    # What answers hold

    def total(self, period, intents="spending,transactions", **filters):
        rows = self._find(period, filters)
        sign = 1 if set(filters.get("kinds", ())) & {"income", "refund"} and "expense" not in filters["kinds"] else -1
        return Expected(intents, period, len(rows), money("total", self.book.sums(rows, sign)))

    def income(self, period, **filters):
        return self.total(period, intents="income,transactions,cash_flow,spending", kinds=INCOME, **filters)

    def refunds(self, period, **filters):
        return self.total(period, intents="spending,transactions,income", kinds=("refund",), **filters)

    def count(self, period, **filters):
        """How many purchases; what was sent back is no further one."""
        expected = self.total(period, **{"kinds": ("expense",), **filters})
        expected.figures.append(f"count={expected.matched} count")
        return expected

    def per(self, unit, period, **filters):
        """Net spending over the whole period, by units of time; whole months count as months."""
        first, last = period
        days = (last - first).days + 1
        month_count = (last.year - first.year) * 12 + last.month - first.month + 1
        is_whole = first.day == 1 and _is_month_end(last)
        if unit == "month":
            units = Fraction(month_count) if is_whole else Fraction(days * 1200, 36525)
        else:
            units = Fraction(days, {"day": 1, "week": 7}[unit])
        expected = self.total(period, **filters)
        sums = self.book.sums(self._find(period, filters))
        expected.figures += [f"average={rounded(amount / units)} {currency}" for currency, (amount, _) in sums.items()]
        return expected

    def ticket(self, period, **filters):
        """The average purchase; refunds are none."""
        expected = self.total(period, **filters)
        sums = self.book.sums(self._find(period, {**filters, "kinds": ("expense",)}))
        expected.figures += [
            f"average={rounded(Fraction(amount, count))} {currency}" for currency, (amount, count) in sums.items()]
        return expected

    def median(self, period, **filters):
        expected = self.total(period, **filters)
        by_currency = {}
        for row in self._find(period, {**filters, "kinds": ("expense",)}):
            by_currency.setdefault(row.account.currency, []).append(-row.amount)
        for currency, amounts in by_currency.items():
            amounts.sort()
            middle = Fraction(amounts[(len(amounts) - 1) // 2] + amounts[len(amounts) // 2], 2)
            expected.figures.append(f"median={rounded(middle)} {currency}")
        return expected

    def extreme(self, period, largest=True, **filters):
        """The row with the largest or smallest amount; there must be one alone."""
        rows = self._find(period, {"kinds": ("expense",), **filters})
        order = sorted(rows, key=lambda row: abs(row.amount), reverse=largest)
        assert len(order) == 1 or abs(order[0].amount) != abs(order[1].amount), "a tie"
        return Expected(LISTING + ",income", period, first=_row(order[0]))

    def listing(self, period, order="newest", **filters):
        """A list: how many rows there are and which is the first."""
        rows = self._find(period, filters)
        keys = {"newest": lambda row: (row.day, 0), "oldest": lambda row: (row.day, 0),
                "largest": lambda row: (abs(row.amount), 0)}
        ordered = sorted(rows, key=keys[order], reverse=order != "oldest")
        first = ""
        if ordered and (len(ordered) == 1 or keys[order](ordered[0]) != keys[order](ordered[1])):
            first = _row(ordered[0])
        return Expected(LISTING + ",income", period, len(rows), first=first)

    def last(self, order="newest", period=ALL, **filters):
        """The newest row alone."""
        expected = self.listing(period, order, **filters)
        assert expected.first, "the newest row is not alone"
        expected.matched = None
        return expected

    def share(self, period, **filters):
        part = self.book.sums(self._find(period, filters))
        whole = self.book.sums(self.book.find(period, account=filters.get("account")))
        expected = self.total(period, **filters)
        for currency, (amount, _) in whole.items():
            expected.figures.append(f"share={percent(part.get(currency, (0, 0))[0], amount)} percent")
            expected.figures.append(f"overall={amount} {currency}")
        return expected

    def share_of(self, period, whole, **filters):
        """A part of what `whole` chooses: income where it says so, else spending."""
        is_income = whole.get("kinds") == INCOME
        part = self.book.sums(self._find(period, filters))
        all_of = self.book.sums(self._find(period, whole), 1 if is_income else -1)
        expected = self.total(period, intents="spending,income,cash_flow", **filters)
        for currency, (amount, _) in all_of.items():
            if amount > 0:
                expected.figures.append(f"share={percent(part.get(currency, (0, 0))[0], amount)} percent")
                expected.figures.append(f"overall={amount} {currency}")
        return expected

    def sides(self, period, unit, *sides):
        """Each of several things by itself, the largest first; no sum of them. A side is `(key, filters)`."""
        groups = []
        for key, filters in sides:
            sums = self.book.sums(self._find(period, filters))
            assert len(sums) == 1, "one currency"
            (currency, (amount, rows)), = sums.items()
            groups.append((key, amount, rows, currency))
        groups.sort(key=lambda group: -group[1])
        figures = [f"total={amount} {currency}" for _, amount, _, currency in groups]
        if len(groups) == 2:
            figures.append(f"difference={groups[0][1] - groups[1][1]} {groups[0][3]}")
        expected = Expected("spending", period, sum(group[2] for group in groups), figures)
        expected.groups = f"{len(groups)}: " + "; ".join(f"{key}={amount} {currency}" for key, amount, _, currency in groups)
        return expected

    def purchases(self, period, **filters):
        return self._find(period, {**filters, "kinds": ("expense",)})

    def distinct(self, what, period, **filters):
        """How many days, merchants or categories something was bought on, at or in."""
        rows = self.purchases(period, **filters)
        expected = self.total(period, **filters)
        expected.figures.append(f"count={len({_key(what, row) for row in rows})} count")
        return expected

    def quiet_days(self, period, **filters):
        days = {row.day for row in self.purchases(period, **filters)}
        length = (period[1] - period[0]).days + 1
        return Expected("spending", period, None, [f"count={length - len(days)} count", f"days={length} count"])

    def rate(self, unit, period, **filters):
        """How many transactions there are a day, week or month."""
        count = len(self._find(period, filters))
        expected = self.per(unit, period, **filters)
        days = (period[1] - period[0]).days + 1
        months = (period[1].year - period[0].year) * 12 + period[1].month - period[0].month + 1
        units = Fraction(months) if unit == "month" else Fraction(days, {"day": 1, "week": 7}[unit])
        average = rounded(Fraction(count * 100) / units) / 100
        return Expected("spending", period, count, [f"average={average:.15g} ratio" if average % 1 else f"average={average:.1f} ratio",
                                                    f"count={count} count"])

    def mean_by(self, unit, period, **filters):
        """What every group comes to in a month, over whole months."""
        months = (period[1].year - period[0].year) * 12 + period[1].month - period[0].month + 1
        groups = self._grouped(unit, period, filters)
        means = sorted(((rounded(Fraction(amount, months)), key) for key, amount in groups.items()), reverse=True)[:10]
        assert len(set(means)) == len(means)
        expected = self.per("month", period, **filters)
        expected.groups = f"{len(means)}: " + "; ".join(f"{name}={mean} {currency}" for mean, (name, currency) in means)
        return expected

    def changed(self, unit, period, other, rise=True, **filters):
        """The group that rose or fell the most."""
        now, then = (self._grouped(unit, p, filters) for p in (period, other))
        changes = {key: now.get(key, 0) - then.get(key, 0) for key in set(now) | set(then)}
        order = sorted(changes, key=lambda key: -changes[key] if rise else changes[key])
        assert changes[order[0]] != changes[order[1]] and (changes[order[0]] > 0) == rise
        expected = self.versus(period, other, **filters)
        name, currency = order[0]
        expected.groups = f"1+: {name}={now.get(order[0], 0)} {currency}"
        return expected

    def flow_by(self, unit, period):
        """What was left of the income of every month."""
        expected = self.flow(period)
        income = self._grouped(unit, period, {"kinds": INCOME}, 1)
        spending = self._grouped(unit, period, {})
        keys = sorted(set(income) | set(spending))
        words = [f"{key[0]}={income.get(key, 0) - spending.get(key, 0)} {key[1]}" for key in keys]
        expected.groups = f"{len(words)}: " + "; ".join(words)
        return expected

    def _grouped(self, unit, period, filters, sign=-1):
        groups = {}
        for row in self._find(period, filters):
            key = (_key(unit, row), row.account.currency)
            groups[key] = groups.get(key, 0) + sign * row.amount
        return groups

    def paid_to(self, period, account):
        """What was paid to a card from other accounts."""
        rows = self._find(period, {"kinds": ("transfer",), "account": account})
        return Expected("spending,transactions", period, len(rows), money("total", self.book.sums(rows, 1)))

    def versus(self, period, other, **filters):
        expected = self.total(period, intents="spending,transactions,income", **filters)
        sign = 1 if filters.get("kinds") == INCOME else -1
        now, then = (self.book.sums(self._find(p, filters), sign) for p in (period, other))
        return self._compared(expected, {c: now.get(c, (0, 0))[0] for c in set(now) | set(then)},
                              {c: then.get(c, (0, 0))[0] for c in set(now) | set(then)})

    def usual(self, period, months, **filters):
        """Against the average of the last six full months; in a running month, against that of the same days of them."""
        expected = self.total(period, **filters)
        now = self.book.sums(self._find(period, filters))
        assert (months[1].year - months[0].year) * 12 + months[1].month - months[0].month == 5
        is_whole = period[1] == month_end(period[1].year, period[1].month)
        then = {}
        for step in range(6):
            year, month = divmod(months[0].year * 12 + months[0].month - 1 + step, 12)
            start, end = months[0].replace(year=year, month=month + 1, day=1), month_end(year, month + 1)
            last = end if is_whole else min(end, start.replace(day=min(period[1].day, end.day)))
            for currency, (amount, count) in self.book.sums(self._find((start, last), filters)).items():
                then[currency] = (then.get(currency, (0, 0))[0] + amount, then.get(currency, (0, 0))[1] + count)

        def part(currency):
            return rounded(Fraction(then.get(currency, (0, 0))[0], 6))

        currencies = set(now) | set(then)
        return self._compared(expected, {c: now.get(c, (0, 0))[0] for c in currencies}, {c: part(c) for c in currencies})

    def _compared(self, expected, now, then):
        for currency in sorted(now):
            a, b = now[currency], then[currency]
            expected.figures += [f"previous_total={b} {currency}", f"change={a - b} {currency}"]
            if b > 0:
                expected.figures.append(f"change_percent={percent(a - b, b)} percent")
        return expected

    def flow(self, period):
        income = self.book.sums(self.book.find(period, kinds=INCOME), 1)
        spending = self.book.sums(self.book.find(period))
        expected = Expected("cash_flow,spending,income", period)
        expected.figures = money("income", income) + money("spending", spending)
        for currency in sorted(set(income) | set(spending)):
            earned, spent = income.get(currency, (0, 0))[0], spending.get(currency, (0, 0))[0]
            expected.figures.append(f"net={earned - spent} {currency}")
            if earned > 0:
                expected.figures.append(f"savings_rate={rounded(Fraction((earned - spent) * 10000, earned)) / 10000} ratio")
        return expected

    def by(self, unit, period, top=None, most=None, least=None, counted=False, **filters):
        """Groups: by time in its order, else from the largest. `most`, `least`: only the first group is meant."""
        expected = self.total(period, **filters)
        sign = 1 if filters.get("kinds") == INCOME else -1
        groups = {}
        for row in self._find(period, filters):
            key = (_key(unit, row), row.account.currency)
            amount, count = groups.get(key, (0, 0))
            groups[key] = (amount + sign * row.amount, count + 1)
        value = (lambda group: group[1]) if counted else (lambda group: group[0])
        is_time = unit in ("day", "week", "month", "weekday", "year")
        if is_time and not (most or least or top):
            order = sorted(groups, key=lambda key: WEEKDAYS.index(key[0]) if unit == "weekday" else key[0])
        else:
            order = sorted(groups, key=lambda key: value(groups[key]), reverse=not least)
            sizes = [value(groups[key]) for key in order[: (top or len(order)) + 1]]
            assert len(set(sizes)) == len(sizes), f"a tie among {unit}s"
        listed = order if top is None and is_time else order[: top or 10]
        if most or least:
            listed = order[:1]
        unit_word = (lambda currency: "count") if counted else (lambda currency: currency)
        words = [f"{name}={value(groups[name, currency])} {unit_word(currency)}" for name, currency in listed]
        expected.groups = f"{'1+' if most or least else len(listed)}: " + "; ".join(words)
        return expected

    def none(self, period, intents="spending,transactions"):
        """Nothing matches."""
        return Expected(intents, period, 0)


def _is_month_end(day):
    return (day + timedelta(days=1)).day == 1


def _row(row):
    return f"{row.day.isoformat()} {row.amount} {row.account.currency}"


def _key(unit, row):
    return {
        "category": row.category, "merchant": row.merchant, "account": row.account.name, "day": row.day.isoformat(),
        "week": monday(row.day).isoformat(), "month": row.day.isoformat()[:7], "year": str(row.day.year),
        "weekday": WEEKDAYS[row.day.weekday()],
    }[unit]
