"""What people ask in passing: one row among many, times said by halves, sums that are held against another one or looked
at again in the next line."""
from datetime import date
from fractions import Fraction

from book import month, months, rounded
from cases import ALL, Expected, INCOME, LISTING
from followups import page, place
from talks import only_row

LAST = date(2026, 10, 31)
SEP, OCT, AUG, JUL = month(2026, 9), month(2026, 10), month(2026, 8), month(2026, 7)
YEAR, BEFORE = (date(2026, 1, 1), LAST), (date(2025, 1, 1), date(2025, 10, 31))
HABIT = months(2026, 4, 9)
COFFEE, GROCERIES, FUEL = {"category": "coffee"}, {"category": "groceries"}, {"category": "fuel"}
AMAZON, TARGET, COSTCO = {"merchant": "Amazon"}, {"merchant": "Target"}, {"merchant": "Costco"}
STORES = {"merchant": ["Whole Foods", "Trader Joe's", "Costco"]}


def maple(c):
    one_row(c)
    times(c)
    things(c)
    ways(c)
    held(c)
    gone_on(c)
    looked_at(c)


def alone(c, largest, period=ALL, **filters):
    """The one row at an end; purchases only."""
    expected = c.extreme(period, largest, **filters)
    expected.intents = LISTING
    return expected


def mean_of(c, period, names, key):
    """The total of several things divided by their number."""
    expected = c.total(period, **{key: names})
    total = -sum(row.amount for row in c._find(period, {key: names}))
    expected.figures.append(f"average={rounded(Fraction(total, len(names)))} USD")
    return expected


def one_row(c):
    c.ask("cheapest chipotle i ever had", alone(c, False, (date(2025, 1, 1), LAST), merchant="Chipotle"))
    c.ask_all(alone(c, True, YEAR, **COFFEE), "most expensive coffee i bought this year", "priciest coffee i had this year")
    c.ask_all(alone(c, True, YEAR, **AMAZON), "priciest amazon order i made this year")
    c.ask_all(only_row(c, category="phone"), "my last phone bill", "how much was my last phone bill", "most recent phone bill",
              "how much was my phone bill", "how big was the phone bill")
    c.ask_all(only_row(c, category="internet"), "what was my latest internet bill", "how much was the internet bill")
    c.ask_all(only_row(c, **COSTCO), "my last costco run", "my most recent costco trip")
    c.ask("how much was my phone bill last month", c.total(SEP, category="phone"))
    c.ask_all(only_row(c, "oldest", merchant="Netflix"), "how long have i had netflix", "how long have we been paying netflix")
    c.ask_all(page(c, 0, SEP, "largest"), "what were my biggest purchases in september")


def times(c):
    c.ask_all(c.total((date(2026, 9, 7), LAST), category=["restaurants", "fast_food"]), "restaurants from labor day til halloween",
              "restaurants from labor day till halloween", "what did i spend on restaurants since labor day")
    c.ask("groceries from june til august", c.total(months(2026, 6, 8), **GROCERIES))
    c.ask("groceries the first week of october", c.total((date(2026, 10, 1), date(2026, 10, 7)), **GROCERIES))
    c.ask("spending in the second half of september", c.total((date(2026, 9, 16), date(2026, 9, 30))))
    c.ask("what did i spend the first 10 days of october", c.total((date(2026, 10, 1), date(2026, 10, 10))))
    c.ask("the last two weeks of september groceries", c.total((date(2026, 9, 17), date(2026, 9, 30)), **GROCERIES))
    c.ask("dining out this time last year", c.total(month(2025, 10), category="eating_out"))
    c.ask("spent on mothers day", c.total((date(2026, 5, 10), date(2026, 5, 10))))
    c.ask("coffee from monday to wednesday this week", c.total((date(2026, 10, 26), date(2026, 10, 28)), **COFFEE))
    c.ask("9/12 - 9/14 food", c.total((date(2026, 9, 12), date(2026, 9, 14)), category="food"))
    c.ask("how much did i blow on mondays this month", c.total(OCT, weekdays=[0]))
    c.ask_all(c.by("month", months(2026, 8, 10), **GROCERIES), "groceries oct vs sep vs aug", "groceries in august vs september vs october")
    c.ask("did my phone bill go up in october", c.versus(OCT, SEP, category="phone"))


def things(c):
    c.ask("5 biggest purchases this year not rent", c.listing(YEAR, order="largest", but_category="rent"))
    c.ask("restaurants, coffee and gas in september", c.total(SEP, category=["restaurants", "fast_food", "coffee", "fuel"]))
    c.ask("target + amazon this year", c.total(YEAR, merchant=["Target", "Amazon"]))
    c.ask("shopping excluding amazon in october", c.total(OCT, category="shopping", but_merchant="Amazon"))
    c.ask("how much on tips and coffee last month", c.total(SEP, **COFFEE))
    c.ask("power and phone bill in september", c.total(SEP, category=["electricity", "phone"]))
    c.ask("how much did i get back from amazon this year", c.refunds(YEAR, **AMAZON))
    c.ask("how many times over $100 at costco this year", c.count(YEAR, low=10001, **COSTCO))
    c.ask("amazon orders over 50 this year", c.listing(YEAR, low=5001, kinds=("expense",), **AMAZON))


def ways(c):
    c.ask("what do we spend on coffee a month", c.per("month", HABIT, **COFFEE))
    c.ask("per week on groceries this year", c.per("week", YEAR, **GROCERIES))
    c.ask_all(c.share_of(HABIT, {"kinds": INCOME}, category="rent"), "what % of income goes to rent", "what % of my income is rent")
    c.ask("more at target or costco this year", c.sides(YEAR, "merchant", ("Target", TARGET), ("Costco", COSTCO)))
    c.ask("daily average in september", c.per("day", SEP))
    c.ask("how many days did i buy coffee in october", c.distinct("day", OCT, **COFFEE))


def held(c):
    groceries, fuel = ("groceries", GROCERIES), ("fuel", FUEL)
    c.talk(("gas last month", c.total(SEP, **FUEL)), ("vs groceries", c.sides(SEP, "category", fuel, groceries)))
    c.talk(("amazon in september", c.total(SEP, **AMAZON)),
           ("was it more than costco", c.sides(SEP, "merchant", ("Amazon", AMAZON), ("Costco", COSTCO))))
    c.talk(("gas last month", c.total(SEP, **FUEL)), ("how does that compare to august", c.versus(SEP, AUG, **FUEL)),
           ("and to july", c.versus(SEP, JUL, **FUEL)), ("and to last september", c.versus(SEP, month(2025, 9), **FUEL)))
    c.talk(("groceries september vs august", c.versus(SEP, AUG, **GROCERIES)),
           ("per month?", c.per("month", months(2026, 8, 9), **GROCERIES)))
    c.talk(("groceries in september", c.total(SEP, **GROCERIES)), ("is it going up", c.versus(SEP, AUG, **GROCERIES)))
    c.talk(("coffee in september", c.total(SEP, **COFFEE)), ("and august?", c.total(AUG, **COFFEE)),
           ("are they rising", c.versus(AUG, JUL, **COFFEE)))
    c.talk(("coffee in september", c.total(SEP, **COFFEE)), ("too high?", c.usual(SEP, months(2026, 3, 8), **COFFEE)))
    c.talk(("how much on groceries in september", c.total(SEP, **GROCERIES)),
           ("is that ok", c.usual(SEP, months(2026, 3, 8), **GROCERIES)))
    c.talk(("whole foods, trader joes and costco last month", c.total(SEP, **STORES)),
           ("average of the three", mean_of(c, SEP, STORES["merchant"], "merchant")))
    c.talk(("coffee and gas in september", c.total(SEP, category=["coffee", "fuel"])),
           ("average of both", mean_of(c, SEP, ["coffee", "fuel"], "category")))


def gone_on(c):
    c.talk(("groceries between oct 1 and oct 15", c.total((date(2026, 10, 1), date(2026, 10, 15)), **GROCERIES)),
           ("and the rest of the month", c.total((date(2026, 10, 16), LAST), **GROCERIES)))
    c.talk(("what did i spend sep 1 to sep 10", c.total((date(2026, 9, 1), date(2026, 9, 10)))),
           ("and the rest of september", c.total((date(2026, 9, 11), date(2026, 9, 30)))))
    c.talk(("what did i spend on oct 9", c.total((date(2026, 10, 9), date(2026, 10, 9)))),
           ("the day after", c.total((date(2026, 10, 10), date(2026, 10, 10)))),
           ("and the 12th", c.total((date(2026, 10, 12), date(2026, 10, 12)))))
    c.talk(("groceries in october", c.total(OCT, **GROCERIES)),
           ("and not costco", c.total(OCT, **GROCERIES, but_merchant="Costco")))
    c.talk(("coffee last month", c.total(SEP, **COFFEE)), ("and zumba", c.none(SEP)))
    c.talk(("how much at amazon this year", c.total(YEAR, **AMAZON)), ("was there a refund there", c.refunds(YEAR, **AMAZON)))
    c.talk(("how much at nike in september", c.total(SEP, merchant="Nike")),
           ("any refunds there", c.refunds(SEP, merchant="Nike")))
    c.talk(("what did i buy at amazon in october", c.listing(OCT, **AMAZON)), ("how much is that", c.total(OCT, **AMAZON)))
    c.talk(("amazon last month", c.total(SEP, **AMAZON)),
           ("how much without the travel card last month",
            c.total(SEP, account=["Everyday Checking", "Cashback Card", "Rainy Day Savings"])))
    c.talk(("starbucks this year", c.total(YEAR, merchant="Starbucks")),
           ("as a share of coffee", c.share_of(YEAR, COFFEE, merchant="Starbucks")))
    c.talk(("eating out this month", c.total(OCT, category="eating_out")),
           ("on weekends", c.total(OCT, category="eating_out", weekdays=[5, 6])),
           ("and weekdays", c.total(OCT, category="eating_out", weekdays=[0, 1, 2, 3, 4])))
    c.talk(("fast food in october", c.total(OCT, category="fast_food")),
           ("include coffee", c.total(OCT, category=["fast_food", "coffee"])),
           ("only on the travel card", c.total(OCT, category=["fast_food", "coffee"], account="Travel Card")))


def looked_at(c):
    c.talk(("total spent in june", c.total(month(2026, 6))), ("on what mostly", c.by("category", month(2026, 6), top=10)))
    c.talk(("groceries in q3", c.total(months(2026, 7, 9), **GROCERIES)),
           ("where did i buy most", c.by("merchant", months(2026, 7, 9), top=10, **GROCERIES)))
    c.talk(("netflix this year", c.total(YEAR, merchant="Netflix")), ("how long have i had it", only_row(c, "oldest", merchant="Netflix")))
    c.talk(("largest purchase in september", c.extreme(SEP)), ("second largest", place(c, 2, SEP)), ("third", place(c, 3, SEP)))
    c.talk(("what were my biggest expenses in september", page(c, 0, SEP, "largest")),
           ("excluding rent", page(c, 0, SEP, "largest", but_category="rent")))
    c.talk(("phone bill this year", c.total(YEAR, category="phone")), ("highest", c.extreme(YEAR, category="phone")),
           ("when was that", c.extreme(YEAR, category="phone")))
    c.talk(("how much did i spend yesterday", c.total((date(2026, 10, 30), date(2026, 10, 30)))),
           ("and today", c.total((LAST, LAST))), ("both days", c.total((date(2026, 10, 30), LAST))))
    c.talk(("target last month", c.total(SEP, **TARGET)), ("how about costco", c.total(SEP, **COSTCO)),
           ("average of the two", Expected("spending", SEP)))
