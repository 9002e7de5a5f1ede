"""A commuter between two countries: dollars and euros are never added to one another."""
from datetime import date

import followups
import talks
from book import Book, month, months
from cases import ALL

FIRST, LAST = date(2026, 1, 1), date(2026, 7, 14)

REWE = ("REWE", "groceries", "REWE SAGT DANKE 41234567 BERLIN")
EDEKA = ("EDEKA", "groceries", "EDEKA CENTER BERLIN KARTENZAHLUNG")
BAHN = ("Deutsche Bahn", "public_transit", "DB VERTRIEB GMBH FRANKFURT")
BVG = ("BVG", "public_transit", "BVG APP BERLIN")
ARAL = ("Aral", "fuel", "ARAL STATION 8812 POTSDAM")
MEDIA = ("MediaMarkt", "electronics", "MEDIA MARKT BERLIN ALEXANDERPLATZ")
TELEKOM = ("Telekom Deutschland", "phone", "TELEKOM DEUTSCHLAND GMBH")
LUFTHANSA = ("Lufthansa", "flights", "LUFTHANSA FRANKFURT 2201849912")
IKEA = ("IKEA", "furniture", "IKEA BERLIN TEMPELHOF")
STARBUCKS = ("Starbucks", "coffee", "STARBUCKS STORE 11874 BOSTON MA")
STARBUCKS_EUR = ("Starbucks", "coffee", "STARBUCKS BERLIN HBF")
TRADER = ("Trader Joe's", "groceries", "TRADER JOE S #509 BOSTON MA")
AMTRAK = ("Amtrak", "public_transit", "AMTRAK .COM 1940721010 DC")
UBER = ("Uber", "taxi", "UBER *TRIP HELP.UBER.COM CA")
UNITED = ("United Airlines", "flights", "UNITED AIRLINES 01624119 HOUSTON TX")
WALGREENS = ("Walgreens", "pharmacy", "WALGREENS #1122 BOSTON MA")


def build():
    book = Book("border", LAST, 20260714)
    checking = book.account("Harvard Square Checking", "checking", "USD", "us-checking.csv", "iso")
    card = book.account("Skyline Card", "credit_card", "USD", "us-card.csv", "card")
    giro = book.account("Berliner Giro", "checking", "EUR", "giro.csv", "german")
    for shop, account, times, low, high in [
        (REWE, giro, 4, 890, 7420), (EDEKA, giro, 2, 1210, 6690), (BVG, giro, 3, 350, 990), (ARAL, giro, 1, 4010, 8890),
        (STARBUCKS_EUR, giro, 2, 410, 1120), (STARBUCKS, card, 3, 445, 1280), (TRADER, card, 3, 2020, 9950),
        (AMTRAK, card, 1, 3900, 14900), (UBER, card, 2, 1090, 4410), (WALGREENS, checking, 1, 610, 5120),
    ]:
        book.habit(FIRST, LAST, account, shop, times, low, high)
    book.monthly(FIRST, LAST, giro, TELEKOM, 6, 3995)
    book.monthly(FIRST, LAST, checking, ("Charles River Apartments", "rent", "CHARLES RIVER APARTMENTS WEB PMTS"), 1, 210000)
    for number in range(1, 8):
        book.add(date(2026, number, 10), checking, "Beacon Analytics", "BEACON ANALYTICS PAYROLL DIRECT DEP", 618200, "salary", "income")
        if number < 7:
            book.add(month(2026, number)[1], giro, "Spree Verlag", "GEHALT SPREE VERLAG GMBH", 95000 + 500 * number, "salary", "income")
            book.move(date(2026, number, 18), checking, card, 55000 + 900 * number, "SKYLINE CREDIT CARD PAYMENT",
                      "PAYMENT THANK YOU", "Card payment", "card_payment", lag=1)
    # The same number in both currencies, one day apart: not the two sides of a transfer.
    book.spend(date(2026, 5, 4), giro, IKEA, 40000)
    book.spend(date(2026, 6, 11), card, UNITED, 84520)
    book.spend(date(2026, 6, 23), giro, LUFTHANSA, 31877)
    book.spend(date(2026, 4, 2), giro, BAHN, 12980)
    book.refund(date(2026, 4, 20), giro, BAHN, 6490)
    book.spend(date(2026, 3, 30), giro, MEDIA, 123499)
    book.spend(date(2026, 7, 13), card, TRADER, 4477, pending=True)
    return book


JUN, MAY, JUL = month(2026, 6), month(2026, 5), (date(2026, 7, 1), LAST)
YEAR = (FIRST, LAST)
HABIT = months(2026, 1, 6)


def cases(c):
    c.ask_all(c.total(JUN, category="groceries"), "how much did I spend on groceries last month", "june groceries",
              "what did groceries cost in june 2026")
    c.ask_all(c.total(JUN), "total spending last month", "how much did I spend in June?")
    c.ask_all(c.total(JUL), "how much have I spent this month", "spending this month so far")
    c.ask_all(c.total(JUN, merchant="Starbucks"), "starbucks in june", "how much did I spend at starbucks last month")
    c.ask("how much at rewe since april", c.total((date(2026, 4, 1), LAST), merchant="REWE"))
    c.ask("rewe and edeka together in may", c.total(MAY, merchant=["REWE", "EDEKA"]))
    c.ask("how much did I spend with the berliner giro in may", c.total(MAY, account="Berliner Giro"))
    c.ask("skyline card last month", c.total(JUN, account="Skyline Card"))
    c.ask("train tickets and public transport in april", c.total(month(2026, 4), category="public_transit"))
    c.ask("flights this year", c.total(YEAR, category="flights"))
    c.ask("flights in june", c.total(JUN, category="flights"))
    c.ask("electronics in march", c.total(month(2026, 3), category="electronics"))
    c.ask("how much did I spend in the past 2 weeks", c.total((date(2026, 7, 1), LAST)))
    c.ask("what did I spend last week", c.total((date(2026, 7, 6), date(2026, 7, 12))))
    c.ask("spending since june", c.total((date(2026, 6, 1), LAST)))
    c.ask("first half of 2026", c.total(months(2026, 1, 6)))
    c.ask("spending in Q2 except rent", c.total(months(2026, 4, 6), but_category="rent"))
    c.ask("how many times was I at starbucks this year", c.count(YEAR, merchant="Starbucks"))
    c.ask_all(c.per("month", HABIT, category="groceries"), "average per month on groceries", "how much do I usually spend on groceries a month")
    c.ask("average rewe purchase in may", c.ticket(MAY, merchant="REWE"))
    c.ask("median edeka purchase this year", c.median(YEAR, merchant="EDEKA"))
    c.ask("share of groceries in june spending", c.share(JUN, category="groceries"))
    c.ask_all(c.versus(JUN, MAY, category="groceries"), "groceries june vs may", "did i spend more on groceries in june than in may")
    c.ask("compare june to may", c.versus(JUN, MAY))
    c.ask("coffee this month vs usual", c.usual(JUL, HABIT, category="coffee"))
    c.ask("bvg by month this year", c.by("month", YEAR, merchant="BVG"))
    c.ask_all(c.income(JUN), "how much did I earn in june", "income last month")
    c.ask("salary this year", c.income(YEAR, category="salary"))
    c.ask_all(c.flow(JUN), "how much did I save last month", "what came in and went out in june")
    c.ask("biggest edeka purchase in may", c.extreme(MAY, merchant="EDEKA"))
    c.ask("refunds in april", c.refunds(month(2026, 4)))
    c.ask("list my united flights", c.listing(ALL, merchant="United Airlines"))
    c.ask("last lufthansa purchase", c.last(merchant="Lufthansa"))
    c.ask("purchases over 1000 euros", c.listing(None, low=100001, account="Berliner Giro"))
    c.talk(("how much did I spend on groceries in june", c.total(JUN, category="groceries")),
           ("just rewe", c.total(JUN, merchant="REWE")), ("and in may?", c.total(MAY, merchant="REWE")))
    c.talk(("spending last month", c.total(JUN)), ("with the berliner giro", c.total(JUN, account="Berliner Giro")),
           ("by merchant", c.by("merchant", JUN, account="Berliner Giro")))
    c.talk(("income in june", c.income(JUN)), ("and may?", c.income(MAY)))
    c.talk(("coffee in may", c.total(MAY, category="coffee")), ("how many times", c.count(MAY, category="coffee")),
           ("vs april", c.versus(MAY, month(2026, 4), category="coffee")))
    c.talk(("how much did I spend on flights this year?", c.total(YEAR, category="flights")),
           ("what was the last one", c.last(period=YEAR, category="flights")))
    followups.border(c)
    talks.border(c)
