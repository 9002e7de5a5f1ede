"""A single person's half year up to a leap day: a file without a header and a card that counts charges as positive."""
from datetime import date

from book import Book, month, months, past_days
from cases import ALL

FIRST, LAST = date(2027, 9, 1), date(2028, 2, 29)

SAFEWAY = ("Safeway", "groceries", "SAFEWAY #1467 SEATTLE WA")
KROGER = ("Kroger", "groceries", "KROGER #442 SEATTLE WA")
DUNKIN = ("Dunkin'", "coffee", "DUNKIN #338811 SEATTLE WA")
TACO_BELL = ("Taco Bell", "fast_food", "TACO BELL 029931 SEATTLE WA")
DOORDASH = ("DoorDash", "fast_food", ["DD *DOORDASH THAIHOUSE 855-431-0459 CA", "DOORDASH*PIZZERIA SAN FRANCISCO CA"])
EXXON = ("Exxon", "fuel", "EXXONMOBIL 97416684 SEATTLE WA")
LYFT = ("Lyft", "taxi", "LYFT *RIDE SUN 8PM LYFT.COM CA")
HULU = ("Hulu", "streaming", "HULU 877-8244858 CA")
T_MOBILE = ("T-Mobile", "phone", "T-MOBILE*AUTO PAY BELLEVUE WA")
WALGREENS = ("Walgreens", "pharmacy", "WALGREENS #9821 SEATTLE WA")
OLD_NAVY = ("Old Navy", "clothing", "OLD NAVY US 6033 SEATTLE WA")
PETCO = ("Petco", "pets", "PETCO 1182 SEATTLE WA")
FANDANGO = ("Fandango", "events", "FANDANGO.COM 866-857-5191 CA")
TOTAL_WINE = ("Total Wine & More", "alcohol", "TOTAL WINE AND MORE SEATTLE WA")
SOUTHWEST = ("Southwest Airlines", "flights", "SOUTHWES 5262491837712 DALLAS TX")
STEAM = ("Steam", "games", "STEAM PURCHASE SEATTLE WA")


def build():
    book = Book("leap", LAST, 20280229)
    bank = book.account("Puget Checking", "checking", "USD", "checking.csv", "headless")
    card = book.account("Harbor Card", "credit_card", "USD", "card.csv", "charges")
    for shop, account, times, low, high in [
        (SAFEWAY, card, 4, 1410, 9870), (KROGER, bank, 2, 1120, 6440), (DUNKIN, card, 6, 289, 1150),
        (TACO_BELL, card, 2, 690, 2210), (DOORDASH, card, 3, 1890, 5240), (EXXON, bank, 2, 2780, 5930),
        (LYFT, card, 2, 940, 3380), (WALGREENS, card, 1, 480, 4120), (OLD_NAVY, card, 1, 1990, 9400),
        (PETCO, bank, 1, 2240, 7790), (TOTAL_WINE, card, 1, 1500, 5600),
    ]:
        book.habit(FIRST, date(2028, 2, 27), account, shop, times, low, high)
    book.monthly(FIRST, LAST, bank, ("Ballard Apartments", "rent", "BALLARD APARTMENTS WEB PMTS"), 1, 145000)
    # On the month's last day, which is another one every time.
    book.monthly(FIRST, LAST, card, HULU, 31, 799)
    book.monthly(FIRST, LAST, bank, T_MOBILE, 29, 6500)
    for position, day in enumerate(range(9, 15)):
        year, number = 2027 + (day - 1) // 12, (day - 1) % 12 + 1
        for payday in (month(year, number)[1], date(year, number, 15)):
            book.add(payday, bank, "Lantern Books", "LANTERN BOOKS PAYROLL PPD ID 4410", 168000 + 100 * position, "salary", "income")
        book.move(date(year, number, 12), bank, card, 41200 + 333 * position, "HARBOR BANK CREDIT CARD PAYMENT",
                  "ONLINE PAYMENT THANK YOU", "Card payment", "card_payment", lag=2)
    book.spend(date(2028, 2, 29), card, SAFEWAY, 5429)
    book.spend(date(2028, 2, 29), bank, KROGER, 1871)
    book.spend(date(2028, 2, 28), card, FANDANGO, 3250)
    book.spend(date(2027, 12, 25), card, STEAM, 5999)
    book.spend(date(2027, 12, 31), card, TOTAL_WINE, 8899)
    book.spend(date(2028, 1, 1), card, DUNKIN, 1234)
    book.spend(date(2027, 11, 26), card, OLD_NAVY, 13580)
    book.refund(date(2027, 12, 6), card, OLD_NAVY, 4580)
    book.spend(date(2028, 2, 14), card, ("Juniper Grill", "restaurants", "TST* JUNIPER GRILL SEATTLE WA"), 11875)
    book.spend(date(2027, 10, 31), card, SOUTHWEST, 28996)
    return book


FEB, JAN, DEC, NOV = month(2028, 2), month(2028, 1), month(2027, 12), month(2027, 11)
YEAR = (date(2028, 1, 1), LAST)


def cases(c):
    c.ask_all(c.total(FEB, category="groceries"), "how much did I spend on groceries in february",
              "groceries this month", "grocery spend MTD")
    c.ask_all(c.total((LAST, LAST)), "what did I spend today", "how much did I spend on Feb 29", "spending on 29 February 2028",
              "how much did I spend on 2028-02-29?")
    c.ask("how much on groceries today", c.total((LAST, LAST), category="groceries"))
    c.ask("how much did I spend yesterday", c.total((date(2028, 2, 28), date(2028, 2, 28))))
    c.ask_all(c.total(JAN), "how much did I spend last month", "total spending january")
    c.ask("spending in the past 30 days", c.total(past_days(LAST, 30)))
    c.ask("spending last 7 days", c.total(past_days(LAST, 7)))
    c.ask_all(c.total((date(2028, 2, 21), date(2028, 2, 27))), "how much did i spend last week", "spent last wk")
    c.ask("how much have I spent this week", c.total((date(2028, 2, 28), LAST)))
    c.ask("how much did I spend the week before last", c.total((date(2028, 2, 14), date(2028, 2, 20))))
    c.ask_all(c.total((date(2028, 2, 14), date(2028, 2, 14))), "what did I spend on valentine's day", "spending on valentines day")
    c.ask_all(c.total((date(2027, 12, 25), date(2027, 12, 25))), "how much did I spend on christmas day", "what did i spend on christmas")
    c.ask("how much did I spend on new year's eve", c.total((date(2027, 12, 31), date(2027, 12, 31))))
    c.ask("what did I spend on black friday", c.total((date(2027, 11, 26), date(2027, 11, 26))))
    c.ask_all(c.total(YEAR), "how much have I spent this year", "total spent ytd")
    c.ask("how much did I spend in Q4 2027", c.total(months(2027, 10, 12)))
    c.ask("how much did I spend in december and what on", c.total(DEC))
    c.ask("doordash in january", c.total(JAN, merchant="DoorDash"))
    c.ask_all(c.total(DEC, category="clothing"), "clothes in december", "what did I spend on clothing in december 2027")
    c.ask("clothes from november to december", c.total(months(2027, 11, 12), category="clothing"))
    c.ask("how much did I spend on booze since christmas", c.total((date(2027, 12, 25), LAST), category="alcohol"))
    c.ask("safeway and kroger this month", c.total(FEB, merchant=["Safeway", "Kroger"]))
    c.ask("how much did I charge to the harbor card in january", c.total(JAN, account="Harbor Card"))
    c.ask("fuel last month on puget checking", c.total(JAN, category="fuel", account="Puget Checking"))
    c.ask("takeout since new year", c.total(YEAR, category="fast_food"))
    c.ask("what did I blow on delivery food in feb", c.total(FEB, category="fast_food"))
    c.ask("flights in october", c.total(month(2027, 10), category="flights"))
    c.ask("how much did i spend on hulu last 3 months", c.total((date(2027, 12, 1), LAST), merchant="Hulu"))
    c.ask("everything but rent in january, how much was it", c.total(JAN, but_category="rent"))
    c.ask("spending on weekdays in january", c.total(JAN, weekdays=[0, 1, 2, 3, 4]))
    c.ask_all(c.count(FEB, merchant="Dunkin'"), "how many times did I go to dunkin this month", "number of dunkin visits in february")
    c.ask("how many lyft rides did I take in january", c.count(JAN, merchant="Lyft"))
    c.ask("what's the average lyft ride since october", c.ticket((date(2027, 10, 1), LAST), merchant="Lyft"))
    c.ask("average per day on coffee in february", c.per("day", FEB, category="coffee"))
    c.ask("average monthly spending from september to december 2027", c.per("month", months(2027, 9, 12)))
    c.ask("how much do I spend per week on groceries in january on average", c.per("week", JAN, category="groceries"))
    c.ask("median doordash order since october", c.median((date(2027, 10, 1), LAST), merchant="DoorDash"))
    c.ask("what was the most I spent at safeway in one go this year", c.extreme(YEAR, merchant="Safeway"))
    c.ask_all(c.extreme(JAN), "biggest expense last month", "what was my largest purchase in january?")
    c.ask("what percent of my january spending was rent", c.share(JAN, category="rent"))
    c.ask_all(c.versus(FEB, JAN, category="groceries"), "groceries february vs january", "is my grocery spending up from last month")
    c.ask("how much more did I spend in december than in november", c.versus(DEC, NOV))
    c.ask("coffee this month compared to last month", c.versus(FEB, JAN, category="coffee"))
    c.ask_all(c.by("category", FEB), "what did I spend my money on this month", "february by category")
    c.ask("top 3 merchants in january", c.by("merchant", JAN, top=3))
    c.ask("spending by month since september", c.by("month", (FIRST, LAST)))
    c.ask("groceries month by month since october", c.by("month", (date(2027, 10, 1), LAST), category="groceries"))
    c.ask("which month was the most expensive since september", c.by("month", (FIRST, LAST), most=True))
    c.ask("which day did I spend the most in february", c.by("day", FEB, most=True))
    c.ask_all(c.income(FEB), "how much did I earn this month", "what did i get paid in february")
    c.ask("income in december", c.income(DEC))
    c.ask_all(c.flow(FEB), "did I save anything this month", "in vs out in february")
    c.ask("net for q4 2027", c.flow(months(2027, 10, 12)))
    c.ask("any refunds in december?", c.refunds(DEC))
    c.ask_all(c.last(merchant="Fandango"), "when did I last go to the movies on fandango", "last fandango charge")
    c.ask("list my doordash orders in january", c.listing(JAN, merchant="DoorDash"))
    c.ask("show transactions over $100 in december", c.listing(DEC, low=10001, kinds=()))
    c.ask("purchases between $50 and $100 in february", c.listing(FEB, low=5000, high=10000))
    c.ask("what did I buy on steam", c.listing(ALL, merchant="Steam"))
    conversations(c)


def conversations(c):
    c.talk(("how much did I spend on groceries in january", c.total(JAN, category="groceries")),
           ("and february?", c.total(FEB, category="groceries")),
           ("which store was the most", c.by("merchant", FEB, most=True, category="groceries")))
    c.talk(("coffee this month", c.total(FEB, category="coffee")),
           ("and the month before", c.total(JAN, category="coffee")),
           ("and the month before that", c.total(DEC, category="coffee")))
    c.talk(("how much did I spend in december", c.total(DEC)), ("just the harbor card", c.total(DEC, account="Harbor Card")),
           ("by category", c.by("category", DEC, account="Harbor Card")))
    c.talk(("how much at safeway this year", c.total(YEAR, merchant="Safeway")),
           ("how many times", c.count(YEAR, merchant="Safeway")), ("average per visit?", c.ticket(YEAR, merchant="Safeway")))
    c.talk(("what did I earn in january?", c.income(JAN)), ("and how much did I spend?", c.total(JAN)))
    c.talk(("how much did I spend on clothes in november", c.total(NOV, category="clothing")),
           ("compared to december", c.versus(NOV, DEC, category="clothing")))
    c.talk(("spending last week", c.total((date(2028, 2, 21), date(2028, 2, 27)))),
           ("and the week before", c.total((date(2028, 2, 14), date(2028, 2, 20)))))

