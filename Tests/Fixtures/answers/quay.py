"""A port town: three currencies, shops whose names hold words of time and numbers, and shops that begin alike."""
from datetime import date

from book import Book, month, month_end, months
from cases import ALL, INCOME, Expected

FIRST, LAST = date(2025, 2, 1), date(2026, 9, 23)

MAYFLOWER = ("May Flower", "restaurants", "MAY FLOWER SEATTLE WA", "Food & Drink")
MARCH = ("March & Sons", "housing", "MARCH & SONS", "Home")
FRIDAYS = ("Friday's", "restaurants", "FRIDAY'S", "Food & Drink")
SEVEN = ("7-Eleven", "convenience_stores", "7-ELEVEN 41077 SEATTLE WA")
TODAY = ("Today's Kitchen", "restaurants", "TODAY'S KITCHEN")
FOREVER = ("Forever 21", "clothing", "FOREVER 21 #22")
SECOND = ("Second Cup", "coffee", "SECOND CUP 9231")
FIVE = ("Five Guys", "fast_food", "FIVE GUYS 1203")
COSTCO = ("Costco", "groceries", "COSTCO WHSE #0123")
COSTCO_GAS = ("Costco Gas", "fuel", "COSTCO GAS #0123")
UBER = ("Uber", "taxi", "UBER *TRIP HELP.UBER.COM CA")
EATS = ("Uber Eats", "fast_food", "UBER *EATS HELP.UBER.COM CA")
KERBEY = ("Kerbey Lane Cafe", "restaurants", "KERBEY LANE CAFE")
MCDONALDS = ("McDonald's", "fast_food", "MCDONALD'S F1234")
STARBUCKS = ("Starbucks", "coffee", "STARBUCKS STORE 11874 SEATTLE WA")
TRADER = ("Trader Joe's", "groceries", "TRADER JOE S #509 SEATTLE WA")
DEPOT = ("The Home Depot", "home_improvement", "THE HOME DEPOT #4701")
BAKERY = ("Cedar Falls Bakery", "restaurants", "CEDAR FALLS BAKERY")
BOOKS = ("Cedar Hill Books", "books", "CEDAR HILL BOOKS")
SHELL = ("Shell", "fuel", "SHELL OIL 57444321")
REWE = ("REWE", "groceries", "REWE SAGT DANKE 41234567 BERLIN")
TESCO = ("Tesco", "groceries", "TESCO STORES 3297 LONDON")


def build():
    book = Book("quay", LAST, 20260923)
    checking = book.account("Quay Checking", "checking", "USD", "checking.csv", "iso")
    giro = book.account("Hafen Giro", "checking", "EUR", "giro.csv", "german")
    card = book.account("Pier Card", "credit_card", "GBP", "card.csv", "iso")
    visa = book.account("Quay Visa", "credit_card", "USD", "visa.csv", "card")
    for shop, account, times, low, high in [
        (SECOND, checking, 3, 410, 990), (FIVE, checking, 1, 1190, 2450), (SEVEN, checking, 2, 310, 1890),
        (COSTCO, checking, 2, 4120, 15980), (COSTCO_GAS, checking, 1, 3110, 5890), (UBER, checking, 2, 1120, 3890),
        (EATS, checking, 1, 1830, 4610), (STARBUCKS, checking, 2, 395, 870), (TRADER, checking, 2, 2210, 8990),
        (MCDONALDS, checking, 1, 890, 2120), (SHELL, checking, 1, 2950, 6120), (REWE, giro, 2, 1190, 5230),
        (TESCO, card, 1, 1540, 6110), (TODAY, checking, 1, 1440, 5120),
    ]:
        book.habit(FIRST, LAST, account, shop, times, low, high)
    for day, shop, amount in [
        (date(2025, 5, 17), MAYFLOWER, 4310), (date(2026, 3, 14), MAYFLOWER, 5275), (date(2026, 8, 8), MAYFLOWER, 3990),
        (date(2025, 3, 3), MARCH, 12999), (date(2026, 6, 20), MARCH, 8450), (date(2025, 11, 7), FRIDAYS, 6120),
        (date(2026, 4, 18), FRIDAYS, 5480), (date(2026, 2, 21), FOREVER, 7330), (date(2026, 8, 15), FOREVER, 2899),
        (date(2026, 1, 10), KERBEY, 3745), (date(2026, 8, 22), KERBEY, 4165), (date(2026, 7, 4), DEPOT, 21240),
        (date(2025, 10, 5), DEPOT, 6610), (date(2026, 5, 2), BAKERY, 1580), (date(2026, 8, 29), BAKERY, 2240),
        (date(2026, 5, 9), BOOKS, 3320), (date(2026, 8, 1), BOOKS, 1999), (date(2026, 7, 5), SECOND, 1275),
    ]:
        book.spend(day, visa if shop in (MAYFLOWER, MARCH, FRIDAYS) else checking, shop, amount)
    book.refund(date(2026, 7, 11), checking, DEPOT, 4180)
    book.refund(date(2026, 8, 20), checking, FOREVER, 2899)
    year, number = 2025, 2
    while date(year, number, 15) <= LAST:
        book.add(date(year, number, 15), checking, "Harbor Pilots", "HARBOR PILOTS PAYROLL DIRECT DEP",
                 141000 + 1700 * ((year * 12 + number) * 7 % 11), "salary", "income")
        year, number = (year, number + 1) if number < 12 else (year + 1, 1)
    return book


AUG, JUL, YEAR = month(2026, 8), month(2026, 7), (date(2026, 1, 1), LAST)
PAST30 = (date(2026, 8, 25), LAST)
EVER = (date(2025, 2, 1), LAST)
FULL = (date(2025, 9, 1), date(2026, 8, 31))
HABIT = months(2026, 3, 8)


def cases(c):
    currencies(c)
    names(c)
    branches(c)
    nicknames(c)
    superlatives(c)
    ever(c)
    dates(c)


def currencies(c):
    c.ask_all(c.total(AUG, currency="EUR"), "how much did i spend in euros in august", "spending in EUR last month",
              "what did I spend in € last month", "my euro spending in august")
    c.ask_all(c.total(AUG, currency="USD"), "how much did i spend in dollars last month", "usd spending in august",
              "how much did I spend in $ in august", "how many dollars did i spend last month")
    c.ask_all(c.total(AUG, currency="GBP"), "what did i spend in pounds in august", "how much in gbp last month",
              "how many quid did I spend in august")
    c.ask("groceries in euros in august", c.total(AUG, category="groceries", currency="EUR"))
    c.ask("how much did I spend in yen last month", c.none(AUG))
    by = c.total(AUG)
    sums = sorted(c.book.sums(c.book.find(AUG)).items(), key=lambda item: -item[1][1])
    by.groups = "3: " + "; ".join(f"{code}={amount} {code}" for code, (amount, _) in sums)
    c.ask_all(by, "spending by currency last month", "how much did i spend in each currency in august")


def names(c):
    c.ask_all(c.total(YEAR, merchant="May Flower"), "how much did I spend at may flower this year",
              "may flower this year", "what did may flower cost me this year")
    c.ask("may flower in march", c.total(month(2026, 3), merchant="May Flower"))
    c.ask_all(c.total(YEAR, merchant="March & Sons"), "how much at march & sons this year", "march and sons this year")
    c.ask_all(c.total(YEAR, merchant="Friday's"), "how much did i spend at friday's this year", "at fridays this year",
              "friday's this year")
    c.ask_all(c.total(AUG, merchant="7-Eleven"), "7-eleven in august", "how much at 7 eleven last month",
              "seven eleven last month", "how much did I spend at 7/11 in august")
    c.ask_all(c.total(AUG, merchant="Today's Kitchen"), "today's kitchen last month", "spending at todays kitchen in august")
    c.ask_all(c.total(YEAR, merchant="Forever 21"), "forever 21 this year", "how much did i spend at forever 21 in 2026")
    c.ask_all(c.total(AUG, merchant="Second Cup"), "second cup last month", "how much did I spend at second cup in august")
    c.ask("how many times did I go to five guys this year", c.count(YEAR, merchant="Five Guys"))
    c.ask("last 3 five guys visits", c.listing(ALL, merchant="Five Guys"))


def branches(c):
    c.ask_all(c.total(AUG, merchant="Costco Gas"), "costco gas last month", "gas at costco in august",
              "how much did I spend on costco gas in august")
    c.ask("groceries at costco last month", c.total(AUG, merchant="Costco"))
    c.ask("costco last month", c.total(AUG, merchant="Costco"))
    c.ask("how much on uber food in august", c.total(AUG, merchant="Uber Eats"))
    c.ask_all(c.total(AUG, merchant=["Uber", "Uber Eats"]), "uber incl eats last month",
              "uber including uber eats in august")
    c.ask("uber without eats in august", c.total(AUG, merchant="Uber"))
    c.ask("cedar bakery in august", c.total(AUG, merchant="Cedar Falls Bakery"))
    c.ask("cedar books this year", c.total(YEAR, merchant="Cedar Hill Books"))
    c.ask("shell gas in august", c.total(AUG, merchant="Shell"))
    c.ask("shell gas this year, how many fill ups", c.count(YEAR, merchant="Shell"))


def nicknames(c):
    for said, merchant in [("sbux", "Starbucks"), ("tjs", "Trader Joe's"), ("mcds", "McDonald's"),
                           ("mickey d's", "McDonald's"), ("f21", "Forever 21"), ("homedepot", "The Home Depot"),
                           ("kerby lane", "Kerbey Lane Cafe"), ("kerbey lain", "Kerbey Lane Cafe"),
                           ("cedar falls bakry", "Cedar Falls Bakery"), ("trader joes", "Trader Joe's")]:
        c.ask(f"how much did I spend at {said} this year", c.total(YEAR, merchant=merchant))
    c.ask("sbux this year", c.total(YEAR, merchant="Starbucks"))
    c.ask("how much on mcds in august", c.total(AUG, merchant="McDonald's"))


def superlatives(c):
    c.ask_all(c.by("month", months(2025, 1, 12), top=3, currency="USD"), "top 3 months 2025 in dollars",
              "3 most expensive months of 2025 in usd")
    c.ask_all(c.extreme(EVER, merchant="Costco"), "most i've ever spent at costco", "the most I ever spent at costco")
    c.ask_all(c.by("month", EVER, most=True, merchant="Costco"), "most i've ever spent at costco in a month",
              "what's the most i ever spent at costco in one month")
    c.ask_all(c.by("month", FULL, least=True, merchant="Costco"), "least i spent at costco in a month",
              "the least I spent in a month at costco")
    c.ask("least I spent at trader joe's in a month this year", c.by("month", months(2026, 1, 8), least=True, merchant="Trader Joe's"))
    c.ask_all(c.by("day", AUG, top=10, account="Quay Checking"), "top spending days in august with the quay checking")
    c.ask_all(c.by("day", AUG, most=True, account="Quay Checking"), "what day did i spend the most in august with quay checking",
              "most expensive day in august quay checking")
    c.ask_all(best(c, FULL, "USD", True, 1), "best month for saving in dollars", "which month did i save the most in usd")
    c.ask("worst month for saving in dollars", best(c, FULL, "USD", False, 1))
    c.ask("best 3 months for saving in dollars", best(c, FULL, "USD", True, 3))
    c.ask_all(bottom(c, "category", AUG, 3, currency="USD"), "bottom 3 categories in august in dollars",
              "3 smallest categories last month in usd")
    c.ask_all(c.by("category", AUG, currency="USD"), "what did i spend the most on in august in dollars",
              "on what did I spend the most last month in usd")
    c.ask_all(c.ticket(HABIT, category="coffee"), "cost per coffee", "average coffee", "what's my average coffee",
              "how much does a coffee cost me")
    c.ask("average uber", c.ticket(HABIT, merchant="Uber"))
    c.ask("average costco trip this year", c.ticket(YEAR, merchant="Costco"))
    c.ask_all(c.extreme(AUG, largest=False, category="coffee"), "cheapest coffee in august", "my cheapest coffee last month")
    c.ask_all(c.extreme(AUG, category="coffee"), "most expensive coffee in august", "priciest coffee last month")
    c.ask_all(nth(c, AUG, 2, currency="USD"), "second biggest purchase in august in dollars",
              "2nd largest purchase last month in usd")
    c.ask("third most expensive coffee in august", nth(c, AUG, 3, category="coffee"))
    c.ask("second biggest category in august in dollars", nth_group(c, "category", AUG, 2, currency="USD"))


def ever(c):
    for said in ["in total", "ever", "altogether", "all told", "lifetime"]:
        c.ask(f"how much have I spent at march & sons {said}", c.total(None, merchant="March & Sons"))
    c.ask("in total how much have i paid uber", c.total(None, merchant="Uber"))
    c.ask("how many times have I been to kerbey lane in total", c.count(None, merchant="Kerbey Lane Cafe"))
    c.ask("forever 21 net of refunds in august", c.total(AUG, merchant="Forever 21"))
    c.ask("did I return anything in july", c.refunds(JUL))
    # Nothing in the period, and rows before it.
    c.ask("how much did I spend at the home depot last month", c.none(AUG))
    c.ask("march & sons in august", c.none(AUG))


def dates(c):
    c.ask("costco in feb 26", c.total(month(2026, 2), merchant="Costco"))
    c.ask("costco in 3/26", c.total(month(2026, 3), merchant="Costco"))
    c.ask_all(c.total((date(2026, 7, 4), date(2026, 7, 5)), merchant=["The Home Depot", "Second Cup"]),
              "the home depot and second cup on july 4 weekend", "home depot and second cup july 4th weekend")
    c.ask("costco in the last year", c.total((date(2025, 9, 24), date(2026, 9, 23)), merchant="Costco"))
    c.ask("costco last year", c.total(months(2025, 1, 12), merchant="Costco"))


def bottom(c, unit, period, count, **filters):
    expected = c.by(unit, period, least=True, **filters)
    groups = c._grouped(unit, period, filters)
    order = sorted(groups, key=lambda key: groups[key])[:count]
    expected.groups = f"{count}: " + "; ".join(f"{name}={groups[name, code]} {code}" for name, code in order)
    return expected


def nth(c, period, place, **filters):
    rows = sorted(c.purchases(period, **filters), key=lambda row: row.amount)
    assert len({row.amount for row in rows[:place + 1]}) == min(len(rows), place + 1), "a tie"
    row = rows[place - 1]
    return Expected("transactions,spending", period, first=f"{row.day.isoformat()} {row.amount} {row.account.currency}")


def nth_group(c, unit, period, place, **filters):
    expected = c.total(period, **filters)
    groups = c._grouped(unit, period, filters)
    name, code = sorted(groups, key=lambda key: -groups[key])[place - 1]
    expected.groups = f"1: {name}={groups[name, code]} {code}"
    return expected


def best(c, period, currency, isBest, count):
    """Months by what was left of the income in one currency."""
    left = {}
    for row in c.book.find(period, kinds=INCOME + ("expense", "refund"), currency=currency):
        key = row.day.isoformat()[:7]
        left[key] = left.get(key, 0) + row.amount
    order = sorted(left, key=lambda key: left[key], reverse=isBest)[:count]
    expected = Expected("cash_flow", period)
    expected.groups = f"{count}: " + "; ".join(f"{key}={left[key]} {currency}" for key in order)
    return expected
