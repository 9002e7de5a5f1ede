"""Conversations whose later lines only change the view, the period or the rows of the answer before."""
from datetime import date

from book import month, months
from cases import Expected, LISTING, _row, money


def spans(c, periods, **filters):
    """One sum over several periods; the answer names the first of them as its period."""
    rows = [row for period in periods for row in c.book.find(period, **filters)]
    return Expected("spending,transactions", periods[0], len(rows), money("total", c.book.sums(rows)))


def page(c, start, period, order="newest", **filters):
    """A list from the row after `start` on; its first row only where no other one has the same day or amount."""
    rows = c._find(period, filters)
    key = (lambda row: abs(row.amount)) if order in ("largest", "smallest") else (lambda row: row.day)
    ordered = sorted(rows, key=key, reverse=order in ("largest", "newest"))
    first = ""
    if start < len(ordered) and sum(key(row) == key(ordered[start]) for row in rows) == 1:
        first = _row(ordered[start])
    return Expected(LISTING, period, len(rows), first=first)


def place(c, number, period, largest=True, **filters):
    """The purchase in this place by its size."""
    rows = sorted(c._find(period, {**filters, "kinds": ("expense",)}), key=lambda row: abs(row.amount), reverse=largest)
    sizes = [abs(row.amount) for row in rows[: number + 1]]
    assert len(set(sizes)) == len(sizes), "a tie"
    return Expected(LISTING, period, first=_row(rows[number - 1]))


def maple(c):
    last = c.book.as_of
    year, sep, aug = (date(2026, 1, 1), last), month(2026, 9), month(2026, 8)
    year_before = (date(2025, 1, 1), date(2025, 10, 31))
    costco, groceries = {"merchant": "Costco"}, {"category": "groceries"}
    c.talk(("list costco purchases in 2026", page(c, 0, year, **costco)), ("more", page(c, 10, year, **costco)),
           ("sort by amount", page(c, 0, year, "largest", **costco)), ("cheapest first", page(c, 0, year, "smallest", **costco)),
           ("oldest first", page(c, 0, year, "oldest", **costco)), ("only over $150", c.listing(year, order="oldest", low=15001, **costco)),
           ("how many was that", c.count(year, low=15001, **costco)))
    c.talk(("what was my biggest purchase last month", c.extreme(sep)), ("and the second?", place(c, 2, sep)),
           ("the third one", place(c, 3, sep)), ("and the next biggest", place(c, 4, sep)))
    c.talk(("how much did I spend on groceries last month", c.total(sep, **groceries)),
           ("is that a lot?", c.usual(sep, months(2026, 3, 8), **groceries)), ("vs last month", c.versus(sep, aug, **groceries)),
           ("and compared to last year?", c.versus(sep, month(2025, 9), **groceries)))
    c.talk(("groceries last month", c.total(sep, **groceries)), ("as a percentage", c.share(sep, **groceries)),
           ("and coffee?", c.share(sep, category="coffee")))
    c.talk(("groceries in january and march", spans(c, [month(2026, 1), month(2026, 3)], **groceries)),
           ("only whole foods", spans(c, [month(2026, 1), month(2026, 3)], merchant="Whole Foods")),
           ("and in may?", c.total(month(2026, 5), merchant="Whole Foods")))
    c.talk(("how much on gas vs last year", c.versus(year, year_before, category="fuel")),
           ("is it more than last year", c.versus(year, year_before, category="fuel")))
    c.talk(("how much at whole foods last month", c.total(sep, merchant="Whole Foods")),
           ("and trader joe's?", c.total(sep, merchant="Trader Joe's")),
           ("both together", c.total(sep, merchant=["Whole Foods", "Trader Joe's"])))
    c.talk(("groceries in september", c.total(sep, **groceries)), ("and the month before?", c.total(aug, **groceries)),
           ("the two together", c.total(months(2026, 8, 9), **groceries)))
    c.talk(("how much did I spend last month", c.total(sep)), ("exclude rent", c.total(sep, but_category="rent")),
           ("and leave out groceries", c.total(sep, but_category=["rent", "groceries"])),
           ("with rent again", c.total(sep, but_category="groceries")))
    c.talk(("how much did I spend on groceries in may", c.total(month(2026, 5), **groceries)),
           ("I said coffee, not groceries", c.total(month(2026, 5), category="coffee")),
           ("no I meant june", c.total(month(2026, 6), category="coffee")))
    c.talk(("what did I spend on the travel card in september", c.total(sep, account="Travel Card")),
           ("and on the other card?", c.total(sep, account="Cashback Card")))
    c.talk(("coffee this year", c.total(year, category="coffee")), ("only weekends", c.total(year, category="coffee", weekdays=[5, 6])),
           ("on mondays", c.total(year, category="coffee", weekdays=[0])), ("all days", c.total(year, category="coffee")))
    c.talk(("how much did I spend in september", c.total(sep)), ("split by merchant", c.by("merchant", sep, top=10)),
           ("without amazon", c.by("merchant", sep, top=10, but_merchant="Amazon")))
    c.talk(("amazon last month", c.total(sep, merchant="Amazon")), ("what about at costco instead", c.total(sep, **costco)),
           ("and last year?", c.total(months(2025, 1, 12), **costco)), ("per month", c.per("month", months(2025, 1, 12), **costco)),
           ("per week", c.per("week", months(2025, 1, 12), **costco)))
    c.talk(("show purchases over $100 in august", c.listing(aug, low=10001)), ("under $300", c.listing(aug, high=29999)),
           ("vs september", c.versus(aug, sep, high=29999)))
    c.talk(("2025 q3 groceries", c.total(months(2025, 7, 9), **groceries)),
           ("and the quarter before", c.total(months(2025, 4, 6), **groceries)),
           ("2026-W10", c.total((date(2026, 3, 2), date(2026, 3, 8)), **groceries)))
    c.talk(("spending by store last month", c.by("merchant", sep, top=10)), ("only the top 3", c.by("merchant", sep, top=3)))


def kent(c):
    """In the middle of a month."""
    april, march = (date(2026, 4, 1), date(2026, 4, 8)), (date(2026, 3, 1), date(2026, 3, 8))
    c.talk(("coffee this month", c.total(april, category="coffee")), ("vs last month", c.versus(april, march, category="coffee")),
           ("compared to february", c.versus(april, month(2026, 2), category="coffee")))
    c.ask_all(c.versus(april, march), "spending this month vs last month", "how much did I spend this month compared to last month",
              "am I spending more this month than last month")
    c.talk(("how much did I spend this month so far", c.total(april)), ("is it more than last month", c.versus(april, march)),
           ("only groceries", c.versus(april, march, category="groceries")))
    c.ask("spend this week vs last week", c.versus((date(2026, 4, 6), date(2026, 4, 8)), (date(2026, 3, 30), date(2026, 4, 1))))


def border(c):
    june = month(2026, 6)
    c.talk(("how much did I spend in june", c.total(june)), ("in euros", c.total(june, account="Berliner Giro")),
           ("all accounts", c.total(june)))
