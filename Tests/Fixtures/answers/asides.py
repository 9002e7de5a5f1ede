"""Conversations in which a short line asks for another side of the answer before: who, where, when, how sure."""
from datetime import date

from book import month
from cases import ALL, INCOME, Expected
from followups import place

CARDS = ["Travel Card", "Cashback Card"]


def fell(c, period, other):
    """What was left in two months, and how much more or less it was."""
    expected = c.flow(period)
    net = [sum(row.amount for row in c.book.find(p, kinds=INCOME + ("expense", "refund"))) for p in (period, other)]
    expected.figures += [f"previous_net={net[1]} USD", f"change={net[0] - net[1]} USD"]
    return expected


def payer(c, period):
    """Who paid the most."""
    expected = c.income(period)
    sums = {}
    for row in c.book.find(period, kinds=INCOME):
        sums[row.merchant] = sums.get(row.merchant, 0) + row.amount
    first = max(sums, key=sums.get)
    expected.groups = f"1+: {first}={sums[first]} USD"
    return expected


def risen(c, period, other, unit):
    """The categories or merchants that took more than in the month before, most first."""
    sums = {}
    for sign, days in ((1, period), (-1, other)):
        for row in c.book.find(days):
            key = getattr(row, unit)
            now, change = sums.get(key, (0, 0))
            sums[key] = (now - row.amount if sign > 0 else now, change - sign * row.amount)
    order = sorted(sums, key=lambda key: -sums[key][1])
    assert len({sums[key][1] for key in order[:2]}) == 2, "a tie"
    return Expected("advice", period, groups=f"1+: {order[0]}={sums[order[0]][0]} USD")


def maple(c):
    sep, aug, jul = month(2026, 9), month(2026, 8), month(2026, 7)
    year = (date(2026, 1, 1), c.book.as_of)
    groceries, coffee, restaurants = {"category": "groceries"}, {"category": "coffee"}, {"category": ["restaurants", "fast_food"]}
    costco, amazon = {"merchant": "Costco"}, {"merchant": "Amazon"}
    c.talk(("groceries last month", c.total(sep, **groceries)), ("only the cards", c.total(sep, account=CARDS, **groceries)),
           ("and in august", c.total(aug, account=CARDS, **groceries)))
    c.talk(("how much on coffee in september", c.total(sep, **coffee)), ("show me", c.listing(sep, **coffee)),
           ("how much is that", c.total(sep, **coffee)))
    c.talk(("how much did I earn in september", c.income(sep)), ("who", payer(c, sep)), ("and in july", payer(c, jul)))
    c.talk(("what was my biggest purchase in september", c.extreme(sep)), ("where was that", place(c, 1, sep)),
           ("not that one, the other", place(c, 2, sep)), ("the other one", place(c, 1, sep)))
    c.talk(("how much did I spend in september", c.total(sep)),
           ("as a percent of my income", c.share_of(sep, {"kinds": INCOME})),
           ("and in august", c.share_of(aug, {"kinds": INCOME})))
    c.talk(("total spending in august", c.total(aug)), ("what percentage is that of my income", c.share_of(aug, {"kinds": INCOME})))
    c.talk(("groceries and restaurants in september", c.total(sep, category=["groceries", "restaurants", "fast_food"])),
           ("what about both", c.total(sep, category=["groceries", "restaurants", "fast_food"])))
    c.talk(("how much did I save in september", c.flow(sep)), ("and in august", c.flow(aug)),
           ("which was better", fell(c, sep, aug)))
    c.talk(("give me the september summary", Expected("summary", sep)), ("and august", Expected("summary", aug)),
           ("compare them", c.versus(sep, aug)), ("bare difference?", c.versus(sep, aug)))
    c.talk(("why was september so expensive", Expected("advice", sep)), ("which category", risen(c, sep, aug, "category")),
           ("and july", Expected("advice", jul)), ("which stores", risen(c, jul, month(2026, 6), "merchant")),
           ("show them", c.listing(jul)))
    c.talk(("how much on rent in august", c.total(aug, category="rent")), ("and without it?", c.total(aug, but_category="rent")),
           ("only the cards", c.total(aug, but_category="rent", account=CARDS)))
    c.talk(("what was my biggest purchase in september", c.extreme(sep)), ("excluding that", place(c, 2, sep)))
    c.talk(("costco", c.total((date(2026, 10, 2), c.book.as_of), **costco)), ("since when", c.last(order="oldest", period=ALL, **costco)))
    c.talk(("amazon in september", c.total(sep, **amazon)), ("when was the last time", c.last(period=ALL, **amazon)))
    c.talk(("oh and coffee in august?", c.total(aug, **coffee)), ("oh and groceries", c.total(aug, **groceries)),
           ("all together", c.total(aug, category=["coffee", "groceries"])))
    c.talk(("how much on coffee in march", c.total(month(2026, 3), **coffee)), ("and last march", c.total(month(2025, 3), **coffee)),
           ("more or less", c.versus(month(2026, 3), month(2025, 3), **coffee)))
    c.talk(("restaurants in september", c.total(sep, **restaurants)), ("where", c.by("merchant", sep, **restaurants)),
           ("and in august", c.by("merchant", aug, **restaurants)))
