"""Two years of a household with four accounts in US layouts, asked on a month's last day."""
from datetime import date, timedelta

import asides
import everyday
import followups
import pointers
import talks
import abilities
from book import Book, month, months, past_days

FIRST, LAST = date(2025, 1, 1), date(2026, 10, 31)

WHOLE_FOODS = ("Whole Foods", "groceries", ["WHOLEFDS MKT 10236 PORTLAND OR", "WHOLE FOODS MARKET 10236"])
TRADER_JOES = ("Trader Joe's", "groceries", "TRADER JOE S #151 PORTLAND OR")
COSTCO = ("Costco", "groceries", "COSTCO WHSE #0692 PORTLAND OR")
STARBUCKS = ("Starbucks", "coffee", "STARBUCKS STORE 00417 PORTLAND OR")
BLUE_BOTTLE = ("Blue Bottle Coffee", "coffee", "BLUE BOTTLE COFFEE PORTLAND OR")
CHIPOTLE = ("Chipotle", "fast_food", "CHIPOTLE 2231 PORTLAND OR")
BISTRO = ("Olive Lane Bistro", "restaurants", "TST* OLIVE LANE BISTRO PORTLAND OR", "Food & Drink")
SHELL = ("Shell", "fuel", "SHELL OIL 57442613502 PORTLAND OR")
CHEVRON = ("Chevron", "fuel", "CHEVRON 0204871 PORTLAND OR")
UBER = ("Uber", "taxi", "UBER *TRIP HELP.UBER.COM CA")
NETFLIX = ("Netflix", "streaming", "NETFLIX.COM LOS GATOS CA")
SPOTIFY = ("Spotify", "music", "SPOTIFY USA NEW YORK NY")
AMAZON = ("Amazon", "online_shopping", ["AMZN Mktp US*2K4PL8QZ0", "AMAZON.COM*RT5XX1AB2 SEATTLE WA"])
TARGET = ("Target", "department_stores", "TARGET T-1843 PORTLAND OR")
NIKE = ("Nike", "clothing", "NIKE.COM BEAVERTON OR")
BEST_BUY = ("Best Buy", "electronics", "BEST BUY 00008219 PORTLAND OR")
CVS = ("CVS", "pharmacy", "CVS/PHARMACY #04117 PORTLAND OR")
GYM = ("Planet Fitness", "fitness", "PLANET FITNESS 503-555-0119 OR")
VERIZON = ("Verizon", "phone", "VERIZON WIRELESS PAYMENTS")
COMCAST = ("Comcast Xfinity", "internet", "COMCAST XFINITY PORTLAND OR")
RENT = ("Cedar Court Apartments", "rent", "CEDAR COURT APARTMENTS WEB PMTS")
DELTA = ("Delta Air Lines", "flights", "DELTA AIR 0062339817264 ATLANTA GA")
MARRIOTT = ("Marriott", "lodging", "MARRIOTT CHICAGO DWTN CHICAGO IL")


def build():
    book = Book("maple", LAST, 20261031)
    checking = book.account("Everyday Checking", "checking", "USD", "checking.csv", "checking")
    travel = book.account("Travel Card", "credit_card", "USD", "travel-card.csv", "card")
    cash = book.account("Cashback Card", "credit_card", "USD", "cashback-card.csv", "two_columns")
    savings = book.account("Rainy Day Savings", "savings", "USD", "savings.csv", "savings")
    for shop, account, times, low, high in [
        (WHOLE_FOODS, travel, 3, 2810, 14960), (TRADER_JOES, cash, 2, 1750, 8890), (COSTCO, cash, 1, 8800, 31210),
        (STARBUCKS, travel, 5, 395, 1480), (BLUE_BOTTLE, cash, 2, 510, 1590), (CHIPOTLE, travel, 2, 1080, 3160),
        (BISTRO, travel, 2, 3410, 12870), (SHELL, travel, 2, 2990, 6480), (CHEVRON, cash, 1, 3110, 6650),
        (UBER, travel, 2, 870, 4290), (AMAZON, cash, 3, 690, 15850), (TARGET, travel, 2, 1430, 13990),
        (NIKE, travel, 1, 4500, 16750), (CVS, cash, 2, 620, 5480),
    ]:
        book.habit(FIRST, date(2026, 10, 29), account, shop, times, low, high)
    book.monthly(FIRST, LAST, checking, RENT, 1, lambda day: 165000 if day.year == 2025 else 172500)
    book.monthly(FIRST, LAST, cash, NETFLIX, 15, lambda day: 1549 if day < date(2026, 3, 1) else 1799)
    book.monthly(FIRST, LAST, cash, SPOTIFY, 4, 1199)
    book.monthly(FIRST, LAST, travel, GYM, 17, 2499)
    book.monthly(FIRST, LAST, checking, VERIZON, 22, lambda day: 8120 + day.month * 37)
    book.monthly(FIRST, LAST, checking, COMCAST, 9, 7999)
    single(book, travel, cash)
    day = date(2025, 1, 3)
    while day <= LAST:
        book.add(day, checking, "Juniper Robotics", "JUNIPER ROBOTICS DIRECT DEP PAYROLL PPD", 241250, "salary", "income")
        day += timedelta(days=14)
    for index in range(22):
        year, number = 2025 + index // 12, index % 12 + 1
        book.add(month(year, number)[1], savings, "Interest", "Interest Paid", 2100 + 31 * index, "interest_income",
                 "income")
        book.move(date(year, number, 5), checking, savings, 40000, "Online Transfer to SAV ...8812",
                  "Transfer from Checking ...1190", "Transfer", "savings_transfer", lag=1)
        book.move(date(year, number, 20), checking, travel, 90000 + 1111 * index, "CHASE CREDIT CRD AUTOPAY PPD",
                  "Payment Thank You-Mobile", "Card payment", "card_payment", lag=1)
        book.move(date(year, number, 25), checking, cash, 60000 + 777 * index, "CAPITAL ONE MOBILE PMT CRCARDPMT",
                  "CAPITAL ONE AUTOPAY PYMT", "Card payment", "card_payment", lag=0)
    return book


def single(book, travel, cash):
    book.spend(date(2026, 6, 8), travel, DELTA, 61240)
    book.spend(date(2026, 6, 19), travel, MARRIOTT, 108831)
    book.spend(date(2026, 5, 12), travel, BEST_BUY, 64999)
    # Given back in a month without any purchase of the kind.
    book.refund(date(2026, 7, 3), travel, BEST_BUY, 64999)
    book.spend(date(2026, 9, 16), travel, BEST_BUY, 21950)
    book.spend(date(2026, 9, 14), cash, AMAZON, 12345)
    book.refund(date(2026, 9, 24), cash, AMAZON, 12345)
    book.spend(date(2026, 8, 28), travel, NIKE, 18000)
    # Part of it, in another month.
    book.refund(date(2026, 9, 6), travel, NIKE, 7250)
    book.spend(date(2026, 10, 30), travel, WHOLE_FOODS, 8412, pending=True)
    book.spend(date(2026, 10, 31), travel, STARBUCKS, 725, pending=True)
    # Two coffees the same day at the same price.
    book.spend(date(2026, 10, 13), travel, STARBUCKS, 615)
    book.spend(date(2026, 10, 13), travel, STARBUCKS, 615)


SEP, OCT, AUG = month(2026, 9), month(2026, 10), month(2026, 8)
PAST_30 = past_days(LAST, 30)
HABIT = months(2026, 4, 9)


def cases(c):
    totals(c)
    measures(c)
    groups(c)
    others(c)
    conversations(c)
    followups.maple(c)
    asides.maple(c)
    talks.maple(c)
    pointers.maple(c)
    pointers.several(c)
    abilities.maple(c)
    everyday.maple(c)


def totals(c):
    c.ask_all(c.total(SEP, category="groceries"), "How much did I spend on groceries last month?",
              "how much did i spend on grocries last month", "groceries last month", "total spent on groceries in sept",
              "what did I spend on groceries in September 2026")
    c.ask_all(c.total(OCT, category="groceries"), "groceries this month", "how much have I spent on groceries this month so far?")
    c.ask_all(c.total(PAST_30, category="coffee"), "how much do i spend on coffee lately", "coffee past 30 days", "coffee spending")
    c.ask_all(c.total(SEP), "how much did I spend last month?", "total spending last month", "what was my total spend in september")
    c.ask_all(c.total(month(2026, 6), category="travel"), "how much did we spend on travel in june", "travel spending June 2026")
    c.ask_all(c.total(SEP, category="clothing"), "how much did i spend on clothes last month", "clothing in september")
    c.ask("what did I spend on electronics in July", c.total(month(2026, 7), category="electronics"))
    c.ask("electronics spending from may to july 2026", c.total(months(2026, 5, 7), category="electronics"))
    c.ask_all(c.total(SEP, merchant="Amazon"), "how much did I spend at Amazon last month?", "amazon last month",
              "how much have i spent on amzon in september")
    c.ask_all(c.total((date(2026, 1, 1), LAST), merchant="Starbucks"), "how much have I spent at starbucks this year",
              "starbucks ytd", "how much at stabucks since january")
    c.ask("how much did I spend at Whole Foods and Trader Joe's together last month",
          c.total(SEP, merchant=["Whole Foods", "Trader Joe's"]))
    c.ask_all(c.total(SEP, but_category="rent"), "how much did I spend last month except rent",
              "total spending in september excluding rent")
    c.ask("spending last month without groceries and rent", c.total(SEP, but_category=["groceries", "rent"]))
    c.ask("how much did I spend on food last month besides starbucks", c.total(SEP, category="food", but_merchant="Starbucks"))
    c.ask_all(c.total(SEP, account="Travel Card"), "how much did I put on the travel card last month",
              "what did i spend with my Travel Card in september")
    c.ask("groceries on the cashback card in September", c.total(SEP, category="groceries", account="Cashback Card"))
    c.ask_all(c.total(SEP, category="eating_out"), "how much did I spend eating out last month", "what did eating out cost me in september")
    c.ask_all(c.total(SEP, category="fuel"), "gas last month", "how much did i spend on gas in september")
    c.ask("how much went to rent in 2025", c.total(months(2025, 1, 12), category="rent"))
    c.ask("how much did I spend on netflix in the last 12 months", c.total((date(2025, 11, 1), LAST), merchant="Netflix"))
    c.ask("how much did I spend yesterday?", c.total((date(2026, 10, 30), date(2026, 10, 30))))
    c.ask("what did i spend on weekends in september", c.total(SEP, weekdays=[5, 6]))
    c.ask("how much did I spend last week", c.total((date(2026, 10, 19), date(2026, 10, 25))))
    c.ask("spending this week", c.total((date(2026, 10, 26), LAST)))
    c.ask("how much did I spend in Q3?", c.total(months(2026, 7, 9)))
    c.ask("first half of 2025, total spending", c.total(months(2025, 1, 6)))
    c.ask("how much did I spend between 3 March and 10 April 2026", c.total((date(2026, 3, 3), date(2026, 4, 10))))
    c.ask("spend on uber since march", c.total((date(2026, 3, 1), LAST), merchant="Uber"))
    c.ask("how much did I spend at Costco in 2025", c.total(months(2025, 1, 12), merchant="Costco"))
    c.ask("shopping last year", c.total(months(2025, 1, 12), category="shopping"))
    c.ask("how much did I spend on groceries in the past 90 days", c.total(past_days(LAST, 90), category="groceries"))
    c.ask("what did I spend on 2026-09-16", c.total((date(2026, 9, 16), date(2026, 9, 16))))
    c.ask("how much did i spend on 9/14/2026", c.total((date(2026, 9, 14), date(2026, 9, 14))))
    c.ask("how much did i spend on books last month", c.none(SEP))
    c.ask("how much did I spend in March 2023", c.none(month(2023, 3)))


def measures(c):
    c.ask_all(c.count(SEP, merchant="Starbucks"), "how many times did I go to Starbucks last month",
              "how often did i go to starbucks in september")
    c.ask("how many starbucks purchases this month", c.count(OCT, merchant="Starbucks"))
    c.ask("number of grocery trips last month", c.count(SEP, category="groceries"))
    c.ask_all(c.per("month", HABIT, category="groceries"), "how much do I usually spend on groceries",
              "what do I spend on groceries per month on average", "average monthly grocery spending")
    c.ask("what's my average monthly spending in 2025", c.per("month", months(2025, 1, 12)))
    c.ask("average per month on eating out this year", c.per("month", (date(2026, 1, 1), LAST), category="eating_out"))
    c.ask("average per week on coffee in Q3", c.per("week", months(2026, 7, 9), category="coffee"))
    c.ask("how much per day did I spend in september on average", c.per("day", SEP))
    c.ask_all(c.ticket(SEP, merchant="Amazon"), "average amazon purchase last month", "what was the average purchase at Amazon in September")
    c.ask("how much do I spend per visit at whole foods this year", c.ticket((date(2026, 1, 1), LAST), merchant="Whole Foods"))
    c.ask("what's the median grocery purchase this year", c.median((date(2026, 1, 1), LAST), category="groceries"))
    c.ask("median starbucks purchase in 2025", c.median(months(2025, 1, 12), merchant="Starbucks"))
    c.ask_all(c.extreme(SEP), "what was my biggest purchase last month", "largest expense in september", "most expensive thing last month")
    c.ask("biggest amazon purchase this year", c.extreme((date(2026, 1, 1), LAST), merchant="Amazon"))
    c.ask("smallest coffee purchase in 2025", c.extreme(months(2025, 1, 12), largest=False, category="coffee"))
    c.ask_all(c.share(SEP, category="groceries"), "what share of my spending went to groceries last month",
              "what percentage of my spending last month was groceries")
    c.ask("what fraction of my spending was rent in 2025", c.share(months(2025, 1, 12), category="rent"))
    c.ask_all(c.versus(SEP, AUG, category="groceries"), "groceries in September vs August", "compare groceries september vs august",
              "how much did I spend on groceries last month compared to August")
    c.ask("how much did I spend in september 2026 compared to september 2025", c.versus(SEP, month(2025, 9)))
    c.ask("did I spend more on coffee in Q3 than in Q2", c.versus(months(2026, 7, 9), months(2026, 4, 6), category="coffee"))
    c.ask("compare my spending this year to last year", c.versus((date(2026, 1, 1), LAST), (date(2025, 1, 1), date(2025, 10, 31))))
    c.ask_all(c.usual(OCT, HABIT, category="groceries"), "am I spending more than usual on groceries this month",
              "groceries this month vs usual")
    c.ask("did I spend more than usual on eating out last month", c.usual(SEP, months(2026, 3, 8), category="eating_out"))


def groups(c):
    c.ask_all(c.by("category", SEP), "spending by category last month", "break down my spending last month by category",
              "where did my money go last month")
    c.ask_all(c.by("merchant", SEP, top=5), "top 5 merchants last month", "what are the top 5 places I spent money at in september")
    c.ask("top 3 categories this year", c.by("category", (date(2026, 1, 1), LAST), top=3))
    c.ask("groceries by store in Q3", c.by("merchant", months(2026, 7, 9), category="groceries"))
    c.ask("spending by month in 2025", c.by("month", months(2025, 1, 12)))
    c.ask("monthly grocery spending trend this year", c.by("month", (date(2026, 1, 1), LAST), category="groceries"))
    c.ask("coffee by weekday this year", c.by("weekday", (date(2026, 1, 1), LAST), category="coffee"))
    c.ask("spending by account last month", c.by("account", SEP))
    c.ask("spending by week in september", c.by("week", SEP))
    c.ask_all(c.by("month", months(2025, 1, 12), most=True), "which month did I spend the most in 2025", "in 2025 which month was the most expensive")
    c.ask("in which month did i spend the least on groceries in 2025", c.by("month", months(2025, 1, 12), least=True, category="groceries"))
    c.ask("which store did I spend the most at last month", c.by("merchant", SEP, most=True))
    c.ask("what category did I spend the most on in Q3", c.by("category", months(2026, 7, 9), most=True))
    c.ask("starbucks by month since june", c.by("month", (date(2026, 6, 1), LAST), merchant="Starbucks"))


def others(c):
    c.ask_all(c.income(SEP), "how much did I earn last month", "what was my income in september")
    c.ask("how much did I get paid in 2025", c.income(months(2025, 1, 12), category="salary"))
    c.ask("how much interest did I earn this year", c.income((date(2026, 1, 1), LAST), category="interest_income"))
    c.ask_all(c.flow(SEP), "how much did I save last month", "income vs expenses last month", "what was my cash flow in september")
    c.ask("what was my savings rate in 2025", c.flow(months(2025, 1, 12)))
    c.ask_all(c.refunds(SEP), "how much did I get back in refunds last month", "refunds in september")
    c.ask("refunds from amazon this year", c.refunds((date(2026, 1, 1), LAST), merchant="Amazon"))
    c.ask("show my amazon purchases over $100 in 2025", c.listing(months(2025, 1, 12), merchant="Amazon", low=10001))
    c.ask("nike purchases over $180 in august", c.listing(AUG, merchant="Nike", low=18001))
    c.ask("nike purchases of at least $180 in august", c.listing(AUG, merchant="Nike", low=18000))
    c.ask("list costco purchases in 2026", c.listing((date(2026, 1, 1), LAST), merchant="Costco"))
    c.ask("show me coffee transactions last week", c.listing((date(2026, 10, 19), date(2026, 10, 25)), category="coffee"))
    c.ask_all(c.last(merchant="Costco"), "when did I last go to Costco", "last costco purchase")
    c.ask("when did i last buy from nike", c.last(merchant="Nike"))
    c.ask("pending transactions", c.listing(None, pending=True))
    c.ask("how much did I spend at whole foods on oct 30", c.total((date(2026, 10, 30), date(2026, 10, 30)), merchant="Whole Foods"))


def conversations(c):
    c.talk(("how much did I spend on groceries last month", c.total(SEP, category="groceries")),
           ("and the month before?", c.total(AUG, category="groceries")),
           ("what about coffee", c.total(AUG, category="coffee")),
           ("just starbucks", c.total(AUG, merchant="Starbucks")),
           ("per visit?", c.ticket(AUG, merchant="Starbucks")))
    c.talk(("how much did I spend in september", c.total(SEP)), ("by category", c.by("category", SEP)),
           ("and in august?", c.by("category", AUG)))
    c.talk(("how much at amazon last month", c.total(SEP, merchant="Amazon")),
           ("what was the biggest one", c.extreme(SEP, merchant="Amazon")),
           ("list them", c.listing(SEP, merchant="Amazon")))
    c.talk(("spending on eating out in September", c.total(SEP, category="eating_out")),
           ("how does that compare to August", c.versus(SEP, AUG, category="eating_out")))
    c.talk(("groceries this year", c.total((date(2026, 1, 1), LAST), category="groceries")),
           ("by month", c.by("month", (date(2026, 1, 1), LAST), category="groceries")),
           ("and last year?", c.by("month", months(2025, 1, 12), category="groceries")))
    c.talk(("how much did I earn last month?", c.income(SEP)), ("and in august?", c.income(AUG)),
           ("how much did I spend on gas last month?", c.total(SEP, category="fuel")))
    c.talk(("how many times did I go to starbucks last month", c.count(SEP, merchant="Starbucks")),
           ("and blue bottle?", c.count(SEP, merchant="Blue Bottle Coffee")))
    c.talk(("top 3 merchants last month", c.by("merchant", SEP, top=3)), ("and this month?", c.by("merchant", OCT, top=3)))
    c.talk(("how much did I spend last month", c.total(SEP)), ("without rent", c.total(SEP, but_category="rent")),
           ("only on the travel card", c.total(SEP, but_category="rent", account="Travel Card")))
    c.talk(("what did I spend on netflix this year", c.total((date(2026, 1, 1), LAST), merchant="Netflix")),
           ("per month", c.per("month", (date(2026, 1, 1), LAST), merchant="Netflix")),
           ("what about spotify", c.per("month", (date(2026, 1, 1), LAST), merchant="Spotify")))
