"""What can be asked besides sums: things held against one another, shares of something, counts of days and shops,
what grew, rankings of shops, the flow of every month."""
from datetime import date

from book import month, months
from cases import ALL, INCOME

SEP, AUG, JUN, JUL = month(2026, 9), month(2026, 8), month(2026, 6), month(2026, 7)
HABIT = months(2026, 4, 9)
YEAR = (date(2026, 1, 1), date(2026, 10, 31))
EATING_OUT = {"category": "eating_out"}


def maple(c):
    sides(c)
    shares(c)
    counts(c)
    changes(c)
    rows(c)
    talks(c)


def sides(c):
    amazon, costco = ("Amazon", {"merchant": "Amazon"}), ("Costco", {"merchant": "Costco"})
    groceries, fuel = ("groceries", {"category": "groceries"}), ("fuel", {"category": "fuel"})
    c.ask_all(c.sides(SEP, "merchant", amazon, costco), "Amazon vs Costco last month", "amazon versus costco in september",
              "did I spend more at Amazon or Costco last month", "amazon or costco - where did I spend more in september",
              "how much did I spend at amazon and costco separately last month",
              "what did amazon and costco each cost me in september", "compare amazon and costco in september",
              "difference between amazon and costco last month")
    c.ask_all(c.sides(SEP, "category", groceries, fuel), "groceries vs gas last month", "compare groceries and gas in september",
              "did I spend more on groceries than on gas last month", "groceries and gas separately in september",
              "which cost me more last month, groceries or gas")
    c.ask_all(c.total(SEP, merchant=["Amazon", "Costco"]), "amazon and costco together last month",
              "how much did I spend at amazon and costco combined in september")
    c.ask("do i spend more on eating out or groceries this year", c.sides(YEAR, "category", ("eating out", EATING_OUT), groceries))
    c.ask("starbucks vs blue bottle vs chipotle this year", c.sides(
        YEAR, "merchant", ("Starbucks", {"merchant": "Starbucks"}), ("Blue Bottle Coffee", {"merchant": "Blue Bottle Coffee"}),
        ("Chipotle", {"merchant": "Chipotle"})))
    c.ask("travel card vs cashback card in september", c.sides(
        SEP, "account", ("Travel Card", {"account": "Travel Card"}), ("Cashback Card", {"account": "Cashback Card"})))
    c.ask("did I spend more at amazon or on groceries in september", c.sides(SEP, None, amazon, groceries))


def shares(c):
    income, food = {"kinds": INCOME}, {"category": "food"}
    c.ask_all(c.share_of(SEP, income, category="rent"), "what percent of my income went to rent last month",
              "rent as a percentage of income in september", "how much of my income did I spend on rent in september",
              "what fraction of what I earned went to rent last month")
    c.ask_all(c.share_of(HABIT, income, category="rent"), "what percent of my income goes to rent")
    c.ask("how much of my salary did I spend on groceries last month", c.share_of(
        SEP, {"kinds": INCOME, "category": "salary"}, category="groceries"))
    c.ask_all(c.share_of(SEP, food, category="coffee"), "share of my food spending that was coffee last month",
              "what percent of my food spending was coffee in september", "what part of food was coffee in september")
    c.ask_all(c.share_of(YEAR, {"category": "coffee"}, category="coffee", merchant="Starbucks"),
              "what percentage of my coffee spending is at starbucks this year")
    c.ask("what fraction of spending was dining out last month", c.share(SEP, category="eating_out"))
    c.ask("what percent of my spending was on weekends in september", c.share_of(SEP, {}, weekdays=[5, 6]))


def counts(c):
    c.ask_all(c.distinct("day", SEP, category="coffee"), "how many days did I buy coffee last month",
              "on how many days did I get coffee in september")
    c.ask("how many different days did I eat out in september", c.distinct("day", SEP, category="eating_out"))
    c.ask_all(c.quiet_days(SEP), "how many days did I spend nothing last month", "how many no-spend days in september",
              "number of days without spending in september", "on how many days did I not spend anything last month")
    c.ask("how many days in september did I not buy coffee", c.quiet_days(SEP, category="coffee"))
    c.ask_all(c.distinct("merchant", SEP), "how many different merchants did I buy from last month",
              "how many stores did I shop at in september")
    c.ask("how many coffee shops did I go to this year", c.distinct("merchant", YEAR, category="coffee"))
    c.ask("how many categories did I spend in last month", c.distinct("category", SEP))
    c.ask_all(c.rate("month", HABIT, category="coffee"), "average number of coffees per month", "how many coffees do I buy a month")
    c.ask("how many times a week do I eat out", c.rate("week", HABIT, category="eating_out"))
    c.ask("how many times per week did I go to starbucks in september", c.rate("week", SEP, merchant="Starbucks"))
    c.ask_all(c.by("merchant", YEAR, most=True, counted=True, category="coffee"), "most visited coffee shop this year",
              "which coffee shop do I go to most often this year")
    c.ask_all(c.by("merchant", YEAR, top=3, category="coffee"), "top 3 coffee shops this year")
    c.ask("top 2 grocery stores last month", c.by("merchant", SEP, top=2, category="groceries"))
    c.ask_all(c.mean_by("category", HABIT), "average per month by category", "average monthly spending by category")


def changes(c):
    c.ask_all(c.changed("category", SEP, AUG), "which category grew the most in september",
              "which category went up the most last month", "where did my spending rise the most in september",
              "biggest increase in spending by category in september")
    c.ask_all(c.changed("category", SEP, AUG, rise=False), "which category fell the most last month",
              "where did my spending drop the most in september")
    c.ask("which merchant grew the most in september", c.changed("merchant", SEP, AUG))
    c.ask("how did my spending change from june to july", c.versus(JUL, JUN))
    c.ask_all(c.versus(YEAR, months(2025, 1, 12)), "spending change 2025 to 2026")
    c.ask_all(c.flow_by("month", months(2026, 1, 6)), "income vs spending by month from january to june 2026",
              "cash flow by month from january to june 2026")


def rows(c):
    c.ask_all(c.last(order="oldest", merchant="Netflix"), "when did I start paying netflix", "when did i first pay for netflix",
              "how long have I been paying for netflix")
    c.ask("what did I spend $1,725.00 on", c.listing(ALL, low=172500, high=172500, kinds=()))
    c.ask_all(c.paid_to(SEP, "Travel Card"), "how much did I pay off on my travel card last month")
    c.ask("how much did I spend in chicago this year", c.total(YEAR, merchant="Marriott"))
    c.ask("what did I spend in lisbon this year", c.none(YEAR))
    c.ask("how much did my husband spend last month", c.none(SEP))


def talks(c):
    amazon, costco = ("Amazon", {"merchant": "Amazon"}), ("Costco", {"merchant": "Costco"})
    c.talk(("amazon vs costco in september", c.sides(SEP, "merchant", amazon, costco)),
           ("and in august?", c.sides(AUG, "merchant", amazon, costco)),
           ("just amazon", c.total(AUG, merchant="Amazon")))
    c.talk(("how many days did I buy coffee in september", c.distinct("day", SEP, category="coffee")),
           ("and in august", c.distinct("day", AUG, category="coffee")))
    c.talk(("what percent of my income went to rent in september", c.share_of(SEP, {"kinds": INCOME}, category="rent")),
           ("and groceries?", c.share_of(SEP, {"kinds": INCOME}, category="groceries")))
