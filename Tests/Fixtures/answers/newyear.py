"""A family over the end of a year, asked on the first day of the next."""
from datetime import date

from book import Book, month, months
from cases import ALL

FIRST, LAST = date(2026, 7, 1), date(2027, 1, 1)

PUBLIX = ("Publix", "groceries", "PUBLIX #1188 TAMPA FL")
HEB = ("H-E-B", "groceries", ["H-E-B #465 AUSTIN TX", "HEB ONLINE #024 AUSTIN TX"])
PANERA = ("Panera Bread", "fast_food", "PANERA BREAD #601215 TAMPA FL")
MCDONALDS = ("McDonald's", "fast_food", ["MCDONALD'S F11423 TAMPA FL", "MCDONALDS 11423 TAMPA FL"])
CHEVRON = ("Chevron", "fuel", "CHEVRON 0093321 TAMPA FL")
DISNEY = ("Hulu", "streaming", "HULU 877-8244858 CA")
ATT = ("AT&T", "phone", "ATT*BILL PAYMENT DALLAS TX")
HOME_DEPOT = ("The Home Depot", "home_improvement", "THE HOME DEPOT #0255 TAMPA FL")
TICKETS = ("Ticketmaster", "events", "TICKETMASTER 800-653-8000 CA")
BOOKS = ("Barnes & Noble", "books", "BARNES & NOBLE #2211 TAMPA FL")
HILTON = ("Hilton", "lodging", "HILTON HOTELS ORLANDO FL")
STATE_FARM = ("State Farm", "insurance", "STATE FARM INSURANCE 800-956-6310 IL")
ETSY = ("Etsy", "online_shopping", "ETSY.COM BROOKLYN NY")
SEPHORA = ("Sephora", "hair_beauty", "SEPHORA 3391 TAMPA FL")
CVS = ("CVS", "pharmacy", "CVS/PHARMACY #00713 TAMPA FL")


def build():
    book = Book("newyear", LAST, 20270101)
    bank = book.account("Bayshore Checking", "checking", "USD", "checking.csv", "iso")
    visa = book.account("Gulf Visa", "credit_card", "USD", "visa.csv", "two_columns")
    for shop, account, times, low, high in [
        (PUBLIX, visa, 5, 2210, 18940), (HEB, bank, 1, 3010, 9900), (PANERA, visa, 2, 980, 3550),
        (MCDONALDS, visa, 4, 540, 2890), (CHEVRON, bank, 3, 2620, 5710), (HOME_DEPOT, visa, 1, 1270, 24900),
        (BOOKS, visa, 1, 990, 6490), (ETSY, visa, 1, 1530, 7040), (SEPHORA, visa, 1, 1980, 8860), (CVS, bank, 2, 455, 4985),
    ]:
        book.habit(FIRST, date(2026, 12, 30), account, shop, times, low, high)
    book.monthly(FIRST, LAST, bank, ("Bayfront Mortgage", "mortgage", "BAYFRONT MORTGAGE WEB PMTS"), 2, 214350)
    book.monthly(FIRST, LAST, visa, DISNEY, 11, 1899)
    book.monthly(FIRST, LAST, bank, ATT, 19, 14270)
    book.monthly(FIRST, LAST, bank, STATE_FARM, 28, 23115)
    for number in range(7, 13):
        book.add(date(2026, number, 15), bank, "Gulf Hospital", "GULF HOSPITAL PAYROLL DIRECT DEP", 512340, "salary", "income")
        book.move(date(2026, number, 26), bank, visa, 130000 + 2500 * number, "CREDIT CARD PAYMENT GULF VISA",
                  "PAYMENT THANK YOU", "Card payment", "card_payment", lag=3)
    book.spend(date(2026, 12, 31), visa, PUBLIX, 15225)
    book.spend(date(2026, 12, 31), visa, TICKETS, 24000)
    book.spend(date(2027, 1, 1), visa, MCDONALDS, 1745)
    book.spend(date(2027, 1, 1), bank, CHEVRON, 4310)
    book.spend(date(2026, 11, 27), visa, ETSY, 18990)
    book.refund(date(2026, 12, 9), visa, ETSY, 6000)
    book.spend(date(2026, 12, 23), visa, HILTON, 73425)
    # Bought before the end of the year and booked after it: the day it was made counts.
    book.spend(date(2026, 12, 30), visa, BOOKS, 3175)
    book.add(date(2026, 12, 22), bank, "Gulf Hospital", "GULF HOSPITAL BONUS PAYROLL DIRECT DEP", 150000, "salary", "income")
    return book


DEC, NOV, YEAR = month(2026, 12), month(2026, 11), months(2026, 1, 12)
TODAY = (LAST, LAST)


def cases(c):
    c.ask_all(c.total(DEC), "How much did I spend last month?", "what'd we spend in December", "december total")
    c.ask_all(c.total(TODAY), "how much have I spent this month", "spending today", "how much have I spent this year")
    c.ask_all(c.total(YEAR), "how much did I spend last year", "total spending in 2026", "what did 2026 cost me")
    c.ask("groceries last year", c.total(YEAR, category="groceries"))
    c.ask("how much did I spend on new year's eve", c.total((date(2026, 12, 31), date(2026, 12, 31))))
    c.ask("what did i spend on new years day", c.total(TODAY))
    c.ask("spending yesterday", c.total((date(2026, 12, 31), date(2026, 12, 31))))
    c.ask("what did I spend last quarter", c.total(months(2026, 10, 12)))
    c.ask("total for Q3 of 2026", c.total(months(2026, 7, 9)))
    c.ask("second half of 2026 spend on gas", c.total(months(2026, 7, 12), category="fuel"))
    c.ask("last week's spending", c.total((date(2026, 12, 21), date(2026, 12, 27))))
    c.ask("how much this week", c.total((date(2026, 12, 28), LAST)))
    c.ask_all(c.total(DEC, merchant="McDonald's"), "mcdonalds last month", "how much did I spend at McDonald's in december",
              "how much on mcdonald's dec 2026")
    c.ask_all(c.total(DEC, merchant="H-E-B"), "HEB last month", "how much at H-E-B in december")
    c.ask("how much did I spend at publix between dec 15 and dec 31 2026",
          c.total((date(2026, 12, 15), date(2026, 12, 31)), merchant="Publix"))
    c.ask("gulf visa spending in november", c.total(NOV, account="Gulf Visa"))
    c.ask("hotels in december", c.total(DEC, category="lodging"))
    c.ask("home improvement last 3 months of 2026", c.total(months(2026, 10, 12), category="home_improvement"))
    c.ask("drug store in november", c.total(NOV, category="pharmacy"))
    c.ask("insurance last year", c.total(YEAR, category="insurance"))
    c.ask("etsy in december", c.total(DEC, merchant="Etsy"))
    c.ask("how much on etsy nov and dec 2026", c.total(months(2026, 11, 12), merchant="Etsy"))
    c.ask("spending in december without the mortgage", c.total(DEC, but_category="mortgage"))
    c.ask("december spending minus hotels and groceries", c.total(DEC, but_category=["lodging", "groceries"]))
    c.ask("how many times did I fill up in december", c.count(DEC, category="fuel"))
    c.ask("how often did we eat at mcdonalds last year", c.count(YEAR, merchant="McDonald's"))
    c.ask_all(c.per("month", months(2026, 7, 12), category="groceries"), "monthly average for groceries",
              "how much do I typically spend on groceries per month")
    c.ask("average weekly grocery spend in december", c.per("week", DEC, category="groceries"))
    c.ask("what is my average publix run last month", c.ticket(DEC, merchant="Publix"))
    c.ask("median publix purchase last year", c.median(YEAR, merchant="Publix"))
    c.ask("cheapest publix trip in december", c.extreme(DEC, largest=False, merchant="Publix"))
    c.ask("how much of december's spending was groceries in percent", c.share(DEC, category="groceries"))
    c.ask_all(c.versus(DEC, NOV), "december vs november", "compare last month with november", "how does december compare to november")
    c.ask("eating out in December versus November", c.versus(DEC, NOV, category="eating_out"))
    c.ask("did I spend less on gas in december than november", c.versus(DEC, NOV, category="fuel"))
    c.ask("Q4 vs Q3 spending", c.versus(months(2026, 10, 12), months(2026, 7, 9)))
    c.ask_all(c.by("category", DEC, top=5), "top 5 categories last month", "my 5 biggest spending categories in december")
    c.ask("spending by month last year", c.by("month", YEAR))
    c.ask("by merchant, groceries in december", c.by("merchant", DEC, category="groceries"))
    c.ask("which month of 2026 did I spend the least", c.by("month", YEAR, least=True))
    c.ask("which account did I spend the most with in december", c.by("account", DEC, most=True))
    c.ask("what was my income last year", c.income(YEAR))
    c.ask_all(c.income(DEC), "how much came in last month", "how much money did i make in december")
    c.ask_all(c.flow(DEC), "how much did I save in december", "cashflow last month")
    c.ask("income minus expenses in november", c.flow(NOV))
    c.ask("how much was refunded last month", c.refunds(DEC))
    c.ask("what were my 3 biggest expenses in december", c.extreme(DEC))
    c.ask("purchases of at least $240 in december", c.listing(DEC, low=24000))
    c.ask("purchases over $240 in december", c.listing(DEC, low=24001))
    c.ask("purchases under $18.99 on the gulf visa in november", c.listing(NOV, high=1898, account="Gulf Visa"))
    c.ask("purchases of at most $18.99 on the gulf visa in november", c.listing(NOV, high=1899, account="Gulf Visa"))
    c.ask_all(c.last(merchant="Hilton"), "when was I last at the hilton", "last time I paid hilton")
    c.ask("my last purchase at the home depot", c.last(merchant="The Home Depot"))
    c.ask("when did I first shop at sephora", c.last(order="oldest", merchant="Sephora"))
    c.ask("all ticketmaster transactions", c.listing(ALL, merchant="Ticketmaster"))
    c.talk(("what did I spend last month", c.total(DEC)), ("and the month before?", c.total(NOV)),
           ("and this month?", c.total(TODAY)))
    c.talk(("groceries in december", c.total(DEC, category="groceries")), ("by store", c.by("merchant", DEC, category="groceries")),
           ("what about gas", c.by("merchant", DEC, category="fuel")))
    c.talk(("how much did I spend in december", c.total(DEC)), ("compared to november?", c.versus(DEC, NOV)),
           ("and on groceries?", c.versus(DEC, NOV, category="groceries")))
    c.talk(("how much did I spend at Publix last year", c.total(YEAR, merchant="Publix")),
           ("what was the largest", c.extreme(YEAR, merchant="Publix")))
    c.talk(("how much did I make in december", c.income(DEC)), ("and november", c.income(NOV)))
    c.talk(("show my etsy orders", c.listing(ALL, merchant="Etsy")), ("only november", c.listing(NOV, merchant="Etsy")),
           ("how much was that", c.total(NOV, merchant="Etsy")))
    c.talk(("top 3 merchants in december", c.by("merchant", DEC, top=3)), ("top 5", c.by("merchant", DEC, top=5)))
