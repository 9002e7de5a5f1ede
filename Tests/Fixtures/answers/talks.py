"""Conversations in half sentences: another side of the last answer, times that point back, two answers held against each
other, questions that want a yes or no, and lines that name a thing and nothing else."""
from datetime import date

from book import month, months, past_days
from cases import ALL, Expected, INCOME, LISTING, _row


def by_year(c, period, **filters):
    """What twelve such months would come to."""
    expected = c.total(period, **filters)
    expected.figures += [f"average={12 * -sum(row.amount for row in c._find(period, filters))} USD"]
    return expected


def only_row(c, order="newest", **filters):
    """One row with how many there are; the intents of a list."""
    expected = c.last(order, **filters)
    expected.intents = LISTING + ",income"
    expected.matched = len(c._find(ALL, filters))
    return expected


def this_month(c, days, **filters):
    expected = c.listing(days, **filters)
    expected.intents = LISTING + ",income"
    return expected


def maple(c):
    last = c.book.as_of
    year, sep, aug, octo = (date(2026, 1, 1), last), month(2026, 9), month(2026, 8), month(2026, 10)
    past = past_days(last, 30)
    costco, groceries, coffee, amazon = ({"merchant": "Costco"}, {"category": "groceries"}, {"category": "coffee"},
                                         {"merchant": "Amazon"})
    earned = {"kinds": INCOME}

    # Added to, put instead, put right.
    c.talk(("utilities last month", c.total(sep, category="utilities")), ("internet too", c.total(sep, category="utilities")),
           ("and phone", c.total(sep, category="phone")), ("coffee as well", c.total(sep, category=["phone", "coffee"])),
           ("also gas", c.total(sep, category=["phone", "coffee", "fuel"])))
    c.talk(("how much on coffee last month", c.total(sep, **coffee)), ("add groceries", c.total(sep, category=["coffee", "groceries"])),
           ("what about gas", c.total(sep, category="fuel")), ("uh sorry, coffee", c.total(sep, **coffee)),
           ("no wait, august", c.total(aug, **coffee)))
    c.talk(("how much at spotify this year", c.total(year, merchant="Spotify")),
           ("netflix too", c.total(year, merchant=["Spotify", "Netflix"])), ("without spotify", c.total(year, merchant="Netflix")))
    c.talk(("groceries in september", c.total(sep, **groceries)), ("oops, meant august", c.total(aug, **groceries)),
           ("scratch that, coffee", c.total(aug, **coffee)))
    c.talk(("whole foods in august", c.total(aug, merchant="Whole Foods")),
           ("plus trader joe's", c.total(aug, merchant=["Whole Foods", "Trader Joe's"])),
           ("including costco", c.total(aug, merchant=["Whole Foods", "Trader Joe's", "Costco"])))

    # What came in, what went out, what was kept.
    c.talk(("what did i earn in september", c.income(sep)), ("spend?", c.total(sep)), ("which was higher", c.flow(sep)),
           ("groceries?", Expected("spending,transactions,cash_flow", sep)))
    c.talk(("how much did i spend in august", c.total(aug)), ("what did i earn in that time", c.income(aug)),
           ("and what did i save then", c.flow(aug)))
    c.talk(("how much did i earn last month", c.income(sep)), ("how much of it did i save", c.flow(sep)))
    c.talk(("how much did i earn in august", c.income(aug)), ("how much of that was spent", c.share_of(aug, earned)),
           ("income?", c.income(aug)))
    c.talk(("income in july", c.income(month(2026, 7))), ("spending?", c.total(month(2026, 7))), ("difference?", c.flow(month(2026, 7))))
    c.talk(("rent last month", c.total(sep, category="rent")), ("as percent of income", c.share_of(sep, earned, category="rent")),
           ("and groceries?", c.share_of(sep, earned, **groceries)), ("as a share of my spending", c.share(sep, **groceries)))

    # Refunds among the rows of the last answer.
    c.talk(("amazon this year", c.total(year, **amazon)), ("any refunds?", c.listing(year, kinds=("refund",), **amazon)),
           ("without the refund", c.total(year, kinds=("expense",), **amazon)))
    c.talk(("how much at nike since july", c.total((date(2026, 7, 1), last), merchant="Nike")),
           ("were there any returns", c.listing((date(2026, 7, 1), last), kinds=("refund",), merchant="Nike")),
           ("excluding refunds", c.total((date(2026, 7, 1), last), kinds=("expense",), merchant="Nike")))
    c.talk(("whole foods in october", c.total(octo, merchant="Whole Foods")),
           ("anything pending?", c.listing(octo, merchant="Whole Foods", pending=True)))

    # How often, how much in a year.
    c.talk(("how much at starbucks this month", c.total(octo, merchant="Starbucks")),
           ("how many trips", c.count(octo, merchant="Starbucks")), ("how many visits was that", c.count(octo, merchant="Starbucks")),
           ("how many times", c.count(octo, merchant="Starbucks")), ("all of 2026", c.count(year, merchant="Starbucks")))
    c.talk(("uber in september", c.total(sep, merchant="Uber")), ("how many rides", c.count(sep, merchant="Uber")),
           ("number of trips in august", c.count(aug, merchant="Uber")))
    c.talk(("how much on coffee last month", c.total(sep, **coffee)), ("how much is that per year", by_year(c, sep, **coffee)),
           ("and groceries?", by_year(c, sep, **groceries)))
    c.talk(("gas in august", c.total(aug, category="fuel")), ("a year?", by_year(c, aug, category="fuel")),
           ("yearly", by_year(c, aug, category="fuel")))

    # Times that point back.
    c.talk(("how much did i spend on 14 september 2026", c.total((date(2026, 9, 14), date(2026, 9, 14)))),
           ("that whole week", c.total((date(2026, 9, 14), date(2026, 9, 20)))), ("that month", c.total(sep)),
           ("how much did i earn that month", c.income(sep)))
    c.talk(("groceries in august", c.total(aug, **groceries)), ("coffee in the same month", c.total(aug, **coffee)),
           ("the whole year", c.total(year, **coffee)), ("only starbucks", c.total(year, merchant="Starbucks")))
    c.talk(("gas in march 2025", c.total(month(2025, 3), category="fuel")), ("the entire year", c.total(months(2025, 1, 12), category="fuel")),
           ("and coffee in that time", c.total(months(2025, 1, 12), **coffee)))
    best_buy_week = (date(2026, 9, 14), date(2026, 9, 20))
    c.talk(("when did i last go to best buy", c.last(merchant="Best Buy")),
           ("what else did i buy that day", c.listing((date(2026, 9, 16), date(2026, 9, 16)))),
           ("and that whole week?", c.listing(best_buy_week)))
    c.talk(("groceries last month", c.total(sep, **groceries)),
           ("same for last year", c.total(month(2025, 9), **groceries)), ("and in dollars?", c.total(month(2025, 9), **groceries)),
           ("is that a lot?", c.usual(month(2025, 9), months(2025, 3, 8), **groceries)))

    # Two answers held against each other.
    c.talk(("groceries in october", c.total(octo, **groceries)), ("compare with september", c.versus(octo, sep, **groceries)),
           ("which was higher", c.versus(octo, sep, **groceries)), ("difference?", c.versus(octo, sep, **groceries)))
    c.talk(("groceries in september", c.total(sep, **groceries)), ("and august", c.total(aug, **groceries)),
           ("difference?", c.versus(sep, aug, **groceries)), ("both months together", c.total(months(2026, 8, 9), **groceries)),
           ("weekend only", c.total(months(2026, 8, 9), weekdays=[5, 6], **groceries)))
    c.talk(("coffee in may", c.total(month(2026, 5), **coffee)),
           ("difference between that and june", c.versus(month(2026, 5), month(2026, 6), **coffee)))
    c.talk(("starbucks in august", c.total(aug, merchant="Starbucks")), ("and blue bottle?", c.total(aug, merchant="Blue Bottle Coffee")),
           ("which was more", c.sides(aug, "merchant", ("Starbucks", {"merchant": "Starbucks"}),
                                      ("Blue Bottle Coffee", {"merchant": "Blue Bottle Coffee"}))),
           ("both together", c.total(aug, merchant=["Starbucks", "Blue Bottle Coffee"])))
    c.talk(("groceries last month", c.total(sep, **groceries)), ("eating out?", c.total(sep, category="eating_out")),
           ("gas?", c.total(sep, category="fuel")), ("and rent", c.total(sep, category="rent")))

    summer = months(2026, 6, 8)
    c.talk(("coffee in june, july and august", c.total(summer, **coffee)), ("separately", c.by("month", summer, **coffee)),
           ("which was the most", c.by("month", summer, most=True, **coffee)), ("and the least?", c.by("month", summer, least=True, **coffee)))
    c.talk(("how much at target and costco in september", c.total(sep, merchant=["Target", "Costco"])),
           ("separately", c.by("merchant", sep, merchant=["Target", "Costco"])),
           ("without target", c.total(sep, **costco)))
    c.talk(("how many times did i buy coffee last month", c.count(sep, **coffee)), ("what did it cost", c.total(sep, **coffee)),
           ("and in summer", c.total(summer, **coffee)))
    c.talk(("how much did i spend last month", c.total(sep)), ("more than usual?", c.usual(sep, months(2026, 3, 8))))
    c.talk(("groceries in may", c.total(month(2026, 5), **groceries)), ("june", c.total(month(2026, 6), **groceries)),
           ("more or less?", c.versus(month(2026, 6), month(2026, 5), **groceries)))

    # Yes or no, with the row behind it.
    c.ask_all(only_row(c, category="rent"), "did i pay rent", "is my rent paid")
    c.ask_all(only_row(c, category="salary", kinds=INCOME), "did i get paid")
    # What is asked of as still to come is of the month that runs.
    c.ask_all(this_month(c, octo, category="rent"), "have i paid the rent yet")
    c.ask_all(this_month(c, octo, merchant="Netflix"), "has the netflix charge hit", "did netflix charge me yet", "has netflix posted")
    c.ask_all(this_month(c, octo, category="salary", kinds=INCOME), "have i been paid yet", "has my paycheck come in yet")
    c.ask_all(c.listing(sep, merchant="Target"), "did i go to target in september", "have i bought anything at target last month",
              "was i charged by target in september")
    c.ask_all(c.versus(sep, aug, **coffee), "did i spend more on coffee in september than in august",
              "was coffee in september more expensive than in august")
    c.talk(("did i spend less on groceries in september than august", c.versus(sep, aug, **groceries)),
           ("and on coffee?", c.versus(sep, aug, **coffee)))
    c.talk(("did i go to costco in september", c.listing(sep, **costco)), ("and in august?", c.listing(aug, **costco)),
           ("how much was that", c.total(aug, **costco)))

    # A name, an amount or a grouping and nothing else.
    c.ask("streaming", c.total(past, category="streaming"))
    c.ask("gas???", c.total(past, category="fuel"))
    c.ask("exactly 17.99", c.listing(ALL, low=1799, high=1799, kinds=()))
    c.ask("between 100 and 200 this year", c.listing(year, low=10000, high=20000, kinds=()))
    c.ask(">$1000 since august", c.listing((date(2026, 8, 1), last), low=100001))
    c.ask_all(c.by("account", sep), "by account september", "september by card")
    c.ask_all(c.by("day", sep, most=True), "which day was the priciest in september", "what was the most expensive day in september")
    c.ask("first time i used uber", c.last("oldest", merchant="Uber"))
    c.ask("are my groceries going up", c.versus(past, (date(2026, 9, 2), date(2026, 10, 1)), **groceries))


def kent(c):
    """In the middle of a month, in pounds."""
    april, march, feb = (date(2026, 4, 1), date(2026, 4, 8)), month(2026, 3), month(2026, 2)
    coffee, groceries = {"category": "coffee"}, {"category": "groceries"}
    c.talk(("coffee in march", c.total(march, **coffee)), ("groceries too", c.total(march, category=["coffee", "groceries"])),
           ("just groceries", c.total(march, **groceries)), ("and february", c.total(feb, **groceries)),
           ("difference?", c.versus(march, feb, **groceries)))
    c.talk(("tesco in march", c.total(march, merchant="Tesco")), ("how many visits was that", c.count(march, merchant="Tesco")),
           ("as % of income", c.share_of(march, {"kinds": INCOME}, merchant="Tesco")))
    c.talk(("what did i spend this month", c.total(april)), ("and earn?", c.income(april)))
    c.talk(("what did i earn in february", c.income(feb)), ("spent?", c.total(feb)), ("by category", c.by("category", feb)),
           ("in the same month at tesco", c.total(feb, merchant="Tesco")))
    c.talk(("groceries last week", c.total((date(2026, 3, 30), date(2026, 4, 5)), **groceries)),
           ("that whole month", c.total(april, **groceries)), ("weekends only", c.total(april, weekdays=[5, 6], **groceries)))


def border(c):
    june, may = month(2026, 6), month(2026, 5)
    c.talk(("how much did i spend in june", c.total(june)), ("and may", c.total(may)), ("difference?", c.versus(june, may)),
           ("both months together", c.total(months(2026, 5, 6))))
    c.talk(("what did i earn in june", c.income(june)), ("spend?", c.total(june)), ("weekend only", c.total(june, weekdays=[5, 6])))
