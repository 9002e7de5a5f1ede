"""Conversations that point at what an answer named, take it apart, ask for its rest, or begin afresh with a full question."""
from datetime import date

from book import month, months, past_days
from cases import INCOME, Expected, _row
from followups import place


def _sums(c, unit, period, **filters):
    """Groups from the largest, as `(key, sum)`."""
    groups = c._grouped(unit, period, filters)
    order = sorted(groups, key=lambda key: -groups[key])
    assert len(order) < 2 or groups[order[0]] != groups[order[1]], "a tie"
    return [key[0] for key in order]


def maple(c):
    last = c.book.as_of
    year, sep, aug, octo, july = (date(2026, 1, 1), last), month(2026, 9), month(2026, 8), month(2026, 10), month(2026, 7)
    before = months(2025, 1, 12)
    groceries, coffee, amazon = {"category": "groceries"}, {"category": "coffee"}, {"merchant": "Amazon"}

    # The month, day and place that the answer named.
    dearest = _sums(c, "month", before)[0]
    named, after = month(2025, int(dearest[5:])), month(2025, int(dearest[5:]) + 1) if dearest[5:] != "12" else month(2026, 1)
    c.talk(("which month did i spend the most in 2025", c.by("month", before, most=True)),
           ("what did i buy that month", c.listing(named)), ("how much on groceries that month", c.total(named, **groceries)),
           ("and the month after?", c.total(after, **groceries)))
    best = _sums(c, "month", year, **coffee)[0]
    best = month(2026, int(best[5:]))
    c.talk(("coffee by month in 2026", c.by("month", year, **coffee)), ("how much at starbucks that month", c.total(best, merchant="Starbucks")))
    day = date.fromisoformat(_sums(c, "day", sep)[0])
    c.talk(("how much did i spend last month", c.total(sep)), ("by week", c.by("week", sep)), ("daily", c.by("day", sep)),
           ("which day was the worst", c.by("day", sep, most=True)), ("what did i buy that day", c.listing((day, day))))
    shop = _sums(c, "merchant", sep, **groceries)[0]
    c.talk(("which store did i spend the most on groceries at last month", c.by("merchant", sep, most=True, **groceries)),
           ("how often did i go there", c.count(sep, merchant=shop)), ("and in august", c.count(aug, merchant=shop)),
           ("how much did i spend there in 2025", c.total(before, merchant=shop)))
    first, second, third = _sums(c, "merchant", sep)[:3]
    c.talk(("top 5 merchants last month", c.by("merchant", sep, top=5)), ("what share is the first one?", c.share(sep, merchant=first)),
           ("and the second?", c.share(sep, merchant=second)), ("number 3?", c.share(sep, merchant=third)))
    one, two = _sums(c, "category", aug)[:2]
    c.talk(("top 5 categories in august", c.by("category", aug, top=5)), ("how much is the first one", c.total(aug, category=one)),
           ("and the second one", c.total(aug, category=two)), ("show them", c.listing(aug, category=two)))
    spot, flix = {"merchant": "Spotify"}, {"merchant": "Netflix"}
    c.talk(("netflix vs spotify in 2026", c.sides(year, "merchant", ("Netflix", flix), ("Spotify", spot))),
           ("the cheaper one", c.total(year, **spot)))

    # Counts and shares of what was named.
    c.talk(("amazon this year", c.total(year, **amazon)), ("how many payments", c.count(year, **amazon)),
           ("how many orders was that last year", c.count(before, **amazon)), ("total?", c.total(before, **amazon)))
    c.talk(("starbucks last month", c.total(sep, merchant="Starbucks")), ("what share of my spending", c.share(sep, merchant="Starbucks")),
           ("and of coffee?", c.share_of(sep, coffee, merchant="Starbucks")))
    rent = {"category": "rent"}
    c.talk(("rent this year", c.total(year, **rent)), ("what percent of my income is that", c.share_of(year, {"kinds": INCOME}, **rent)),
           ("and of spending", c.share(year, **rent)))

    # In, out and what stayed.
    c.talk(("what did i earn last month", c.income(sep)), ("and spend?", c.total(sep)), ("whats left", c.flow(sep)),
           ("and in august?", c.flow(aug)))
    c.talk(("how much did i make in july", c.income(july)), ("what did i spend", c.total(july)), ("so what was left over", c.flow(july)))

    # The rest, the parts, all of it, since then.
    c.talk(("how much on groceries in september", c.total(sep, **groceries)),
           ("what about everything else", c.total(sep, but_category="groceries")),
           ("by category", c.by("category", sep, top=10, but_category="groceries")))
    c.talk(("how much at costco in september", c.total(sep, merchant="Costco")), ("and the rest?", c.total(sep, but_merchant="Costco")))
    c.talk(("how much did i spend in august", c.total(aug)), ("break it down", c.by("category", aug, top=10)),
           ("as a chart", c.by("category", aug, top=10)), ("in total", c.total(aug)))
    c.talk(("groceries in august", c.total(aug, **groceries)), ("split it up", c.by("merchant", aug, **groceries)))
    c.talk(("groceries in may", c.total(month(2026, 5), **groceries)), ("coffee too", c.total(month(2026, 5), category=["groceries", "coffee"])),
           ("and overall?", c.total(month(2026, 5))), ("and since then?", c.total((date(2026, 6, 1), last))))
    c.talk(("amazon since july", c.total((date(2026, 7, 1), last), **amazon)),
           ("what did i return", c.listing((date(2026, 7, 1), last), kinds=("refund",), **amazon)))
    c.talk(("spending by category last month", c.by("category", sep, top=10)), ("remove rent", c.by("category", sep, top=10, but_category="rent")),
           ("just the top 3", c.by("category", sep, top=3, but_category="rent")))

    # Put right.
    c.talk(("how much for gas last month", c.total(sep, category="fuel")), ("i mean groceries", c.total(sep, **groceries)),
           ("no, august", c.total(aug, **groceries)), ("sorry meant 2025", c.total(month(2025, 8), **groceries)))
    c.talk(("clothes last december", c.total(month(2025, 12), category="clothing")), ("whoa. and in august?", c.total(month(2026, 8), category="clothing")))
    c.talk(("what did i spend with the travel card in september", c.total(sep, account="Travel Card")),
           ("and cashback", c.total(sep, account="Cashback Card")),
           ("both together", c.total(sep, account=["Travel Card", "Cashback Card"])))
    c.talk(("biggest expense in september", c.extreme(sep)), ("what about the next one", place(c, 2, sep)))

    # What is said in full begins afresh; of two questions the first one is answered.
    c.talk(("uber this year", c.total(year, merchant="Uber")), ("my last 3 purchases at amazon", c.listing(None, **amazon)),
           ("what is my biggest purchase in august", c.extreme(aug)))
    c.talk(("what did i spend on coffee in august and what did i earn", c.total(aug, **coffee)),
           ("and in july", c.total(july, **coffee)))
    c.talk(("coffee last month and how much did i earn", c.total(sep, **coffee)),
           ("and in july", c.total(july, **coffee)))
    c.talk(("how much on coffee last month? and groceries?", c.total(sep, **coffee)), ("and groceries", c.total(sep, **groceries)))


def several(c):
    """Lines that take several answers together, or ask more of the one thing that was told."""
    last = c.book.as_of
    year, before = (date(2026, 1, 1), last), months(2025, 1, 12)
    may, june, july, aug, sep = (month(2026, number) for number in range(5, 10))
    half = months(2026, 4, 9)
    groceries, coffee, shell = {"category": "groceries"}, {"category": "coffee"}, {"merchant": "Shell"}

    # Three months, asked for one after the other.
    mean = c.per("month", months(2026, 5, 7), **groceries)
    c.talk(("groceries in july", c.total(july, **groceries)), ("and june", c.total(june, **groceries)),
           ("and may", c.total(may, **groceries)), ("average of the three", mean), ("average of those", mean),
           ("sum of those", c.total(months(2026, 5, 7), **groceries)))
    c.talk(("coffee in june", c.total(june, **coffee)), ("and july", c.total(july, **coffee)),
           ("and august", c.total(aug, **coffee)), ("sum of those", c.total(months(2026, 6, 8), **coffee)),
           ("whats the average of those", c.per("month", months(2026, 6, 8), **coffee)))
    c.talk(("groceries in september", c.total(sep, **groceries)), ("and in august", c.total(aug, **groceries)),
           ("difference in percent", c.versus(sep, aug, **groceries)))

    # The place or payment that was told about.
    largest = max(c._find(before, {"kinds": ("expense",), "but_category": "rent"}), key=lambda row: -row.amount)
    c.talk(("largest purchase in 2025 besides rent", c.extreme(before, but_category="rent")),
           ("what category is that", c.extreme(before, but_category="rent")),
           ("how much did i spend there in 2026", c.total(year, merchant=largest.merchant)))
    c.talk(("when was the last time i went to costco", c.last(merchant="Costco")),
           ("how much do i usually spend there", c.per("month", half, merchant="Costco")))
    c.talk(("gas at shell this year", c.total(year, category="fuel", **shell)),
           ("how many fill ups", c.count(year, category="fuel", **shell)))

    # Some of the groups shown, and all cards but one.
    c.talk(("top 5 merchants last month", c.by("merchant", sep, top=5)), ("just the first 3", c.by("merchant", sep, top=3)),
           ("only the first one", c.by("merchant", sep, top=1)))
    others = ["Everyday Checking", "Cashback Card", "Rainy Day Savings"]
    c.talk(("how much did i spend last month", c.total(sep)), ("without travel card", c.total(sep, account=others)))
