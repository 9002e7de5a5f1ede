"""A household whose questions name things narrower than a category, places, cards, and bills of the first of a month."""
from datetime import date

from book import Book, month, months
from cases import Expected

FIRST, LAST = date(2025, 1, 1), date(2026, 10, 31)

PIZZA = ("Brunello Pizza", "fast_food", "BRUNELLO PIZZA TAMPA FL", "Fast Food")
SLICES = ("Corner Pizza House", "fast_food", "CORNER PIZZA HOUSE TAMPA FL", "Fast Food")
TACOS = ("El Faro Tacos", "fast_food", "EL FARO TACOS TAMPA FL", "Fast Food")
WENDYS = ("Wendy's", "fast_food", "WENDYS #1188 TAMPA FL")
KITCHEN = ("Alder Street Kitchen", "restaurants", "ALDER STREET KITCHEN TAMPA FL", "Food & Drink")
RAMEN = ("Ramen Tatsu-Ya", "restaurants", "RAMEN TATSU-YA TAMPA FL", "Food & Drink")
GRILL = ("Harbor Grill Bay City", "restaurants", "HARBOR GRILL BAY CITY MI", "Food & Drink")
ZOO = ("Bay City Zoo", "events", "BAY CITY ZOO", "Entertainment")
CINEMA = ("Regal Cinemas", "events", "REGAL CINEMAS 0321")
HILTON = ("Hilton", "lodging", "HILTON HOTELS BAY CITY MI")
SHELL = ("Shell", "fuel", ["SHELL OIL 57444 TAMPA FL", "SHELL OIL 1207 BAY CITY MI"])
HYATT = ("Hyatt", "lodging", "HYATT REGENCY ORLANDO FL")
CHEWY = ("Chewy", "pets", "CHEWY.COM 800-672-4399 FL")
VET = ("Heron Creek Animal Clinic", "veterinary", "HERON CREEK ANIMAL CLINIC")
PUBLIX = ("Publix", "groceries", "PUBLIX #1188 TAMPA FL")
HOME_DEPOT = ("The Home Depot", "home_improvement", "THE HOME DEPOT #0255 TAMPA FL")
ETSY = ("Etsy", "online_shopping", "ETSY.COM BROOKLYN NY")
STARBUCKS = ("Starbucks", "coffee", "STARBUCKS STORE 10112 TAMPA FL")
LAND = ("Rocket Mortgage", "mortgage", "ROCKET MORTGAGE LOAN PMT")
ENERGY = ("Austin Energy", "electricity", "AUSTIN ENERGY UTIL PYMT")
NETFLIX = ("Netflix", "streaming", "NETFLIX.COM")
SPOTIFY = ("Spotify", "music", "SPOTIFY USA")
CHILD = ("Little Oaks Afterschool Care", "family", "LITTLE OAKS AFTERSCHOOL CARE")


def build():
    book = Book("finch", LAST, 20261031)
    checking = book.account("Elm Checking", "checking", "USD", "checking.csv", "iso")
    elm = book.account("Elm Rewards", "credit_card", "USD", "elm.csv", "card")
    coral = book.account("Coral Visa", "credit_card", "USD", "coral.csv", "card")
    for shop, account, times, low, high in [
        (PIZZA, elm, 2, 1420, 3980), (SLICES, coral, 1, 890, 2960), (TACOS, elm, 2, 950, 2740), (WENDYS, coral, 2, 640, 1890),
        (KITCHEN, elm, 2, 2310, 7890), (RAMEN, coral, 1, 1510, 3890), (CINEMA, coral, 1, 1250, 4890),
        (CHEWY, elm, 1, 2110, 6980), (PUBLIX, checking, 5, 2210, 15940), (STARBUCKS, coral, 3, 410, 990),
        (HOME_DEPOT, elm, 1, 1270, 20900),
    ]:
        book.habit(FIRST, LAST, account, shop, times, low, high)
    book.monthly(FIRST, LAST, checking, LAND, 1, 145000)
    book.monthly(FIRST, LAST, checking, ENERGY, 18, lambda day: 9000 + 517 * (day.month * 5 % 12) + day.year % 7)
    book.monthly(FIRST, LAST, coral, NETFLIX, 8, lambda day: 1549 if day < date(2026, 2, 1) else 1799)
    book.monthly(FIRST, LAST, coral, SPOTIFY, 5, 1199)
    for day, shop, amount in [
        (date(2026, 6, 12), HILTON, 40250), (date(2026, 6, 13), ZOO, 8800), (date(2026, 6, 13), GRILL, 6417),
        (date(2026, 6, 14), GRILL, 4210), (date(2026, 3, 9), VET, 12617), (date(2026, 10, 12), VET, 9450),
        (date(2025, 8, 2), VET, 13110), (date(2026, 8, 21), HYATT, 30120), (date(2025, 11, 28), ETSY, 18990),
    ]:
        book.spend(day, elm, shop, amount)
    book.spend(date(2025, 11, 28), coral, HOME_DEPOT, 24999)
    book.refund(date(2026, 9, 2), elm, HYATT, 10040)
    for number in range(1, 23):
        year, turn = 2025 + (number - 1) // 12, (number - 1) % 12 + 1
        book.add(date(year, turn, 14), checking, "Cascade Surveying", "CASCADE SURVEYING PAYROLL DIRECT DEP",
                 398000 + 1310 * (number * 7 % 11), "salary", "income")
        book.move(date(year, turn, 24), checking, elm, 52000 + 130 * number, "CREDIT CARD PAYMENT ELM REWARDS",
                  "PAYMENT THANK YOU", "Card payment", "card_payment", lag=2)
    return book


OCT, SEP, AUG = month(2026, 10), month(2026, 9), month(2026, 8)
YEAR, LAST_YEAR, ALL_DAYS = (date(2026, 1, 1), LAST), months(2025, 1, 12), (FIRST, LAST)
DAYS30, MONTH = (date(2026, 10, 2), LAST), OCT
CARDS = ["Elm Rewards", "Coral Visa"]
STREAMS = ["Netflix", "Spotify"]


def cases(c):
    narrow(c)
    places(c)
    accounts(c)
    bills(c)
    times(c)
    forms(c)


def narrow(c):
    c.ask_all(c.total(YEAR, says="pizza"), "how much did I spend on pizza in 2026", "pizza this year", "spent on pizzas this yr")
    c.ask_all(c.total(SEP, says="taco"), "tacos in september", "how much on tacos last month")
    c.ask_all(c.total(YEAR, says="cinema"), "cinema this year", "cinemas in 2026")
    c.ask_all(c.total(SEP, category="restaurants"), "how much on sushi last month", "sushi in september")
    c.ask("pet food this year", c.total(YEAR, category="pets"))
    c.ask("movies last month", c.total(SEP, category="events"))
    pizza, tacos = {"says": "pizza"}, {"says": "taco"}
    c.ask_all(c.sides(YEAR, None, ("pizza", pizza), ("tacos", tacos)), "pizza vs tacos this year", "pizza and tacos in 2026")
    # Beside a wider word it adds nothing.
    c.ask("pizza and fast food in september", c.total(SEP, category="fast_food"))
    c.ask("list my pizza purchases in september", c.listing(SEP, says="pizza"))


def places(c):
    c.ask_all(c.total(YEAR, says="bay city"), "bay city 2026", "how much did I spend in bay city in 2026")
    c.ask_all(c.total(ALL_DAYS, says="bay city"), "what did the bay city trip cost", "spending bay city trip",
              "road trip to bay city")
    c.ask("how much did I spend at the zoo in june", c.total(month(2026, 6), merchant="Bay City Zoo"))
    c.ask("bay city zoo 2026", c.total(YEAR, merchant="Bay City Zoo"))
    c.ask("at the zoo this year", c.total(YEAR, merchant="Bay City Zoo"))


def accounts(c):
    cards, bank = {"account": CARDS}, {"account": "Elm Checking"}
    for question in ["cards vs checking in september", "checking or cards in september, which took more"]:
        c.ask(question, c.sides(SEP, None, ("cards", cards), ("Elm Checking", bank)))
    used = c.by("account", OCT, most=True, counted=True, account=CARDS)
    c.ask_all(used, "which card did I use most in october", "what card did I use the most often in october")
    c.ask("how much did I pay off on the elm rewards card in september", c.paid_to(SEP, "Elm Rewards"))


def left(c, period, categories):
    """What is left of the income after some of the spending."""
    income = c.book.sums(c.book.find(period, kinds=("income",)), 1)["USD"]
    spent = c.book.sums(c.book.find(period, category=categories))["USD"]
    return Expected("cash_flow", period, income[1] + spent[1],
                    [f"income={income[0]} USD", f"spending={spent[0]} USD", f"net={income[0] - spent[0]} USD"])


def bills(c):
    c.ask_all(left(c, SEP, "mortgage"), "how much was left after mortgage in september",
              "what did I have left after the mortgage in september")
    c.ask("how much was left after bills in october", left(c, OCT, ["mortgage", "electricity"]))
    c.ask("mortgage", c.total(MONTH, category="mortgage"))
    c.ask_all(c.total(DAYS30, category="electricity"), "electricity")
    c.ask("groceries", c.total(DAYS30, category="groceries"))
    c.ask_all(c.by("month", YEAR, category="mortgage"), "mortgage by month this year")
    c.ask("vet bills", c.total(DAYS30, category="veterinary"))
    c.ask("vet bills this year", c.total(YEAR, category="veterinary"))
    c.ask_all(c.total(SEP, but_merchant=STREAMS), "spending without subscriptions last month",
              "september spending excluding subscriptions", "how much did I spend in september w/o my subscriptions")
    now, then = (c.book.sums(c.book.find(p, merchant=STREAMS))["USD"] for p in (YEAR, (FIRST, date(2025, 10, 31))))
    c.ask_all(Expected("recurring", YEAR, None, [f"total={now[0]} USD", f"previous_total={then[0]} USD",
                                                 f"change={now[0] - then[0]} USD"]),
              "subscription spending this year vs last year")
    yearly = Expected("recurring", None, None, [f"yearly_cost={12 * 1799} USD"])
    c.ask_all(yearly, "how much a year is netflix", "netflix per year", "what does netflix cost per year")
    c.ask_all(Expected("recurring", None, None, ["monthly_cost=1799 USD"]), "is netflix still charging me",
              "does netflix still bill me")


def times(c):
    c.ask_all(c.total(months(2026, 1, 5)), "spending before june", "what did I spend before june")
    c.ask_all(c.total((date(2025, 11, 28), date(2025, 11, 28))), "black friday damage?", "black friday spending",
              "what was the black friday damage")
    c.ask("home depto 2025", c.total(LAST_YEAR, merchant="The Home Depot"))
    c.ask("q1 25 groceries", c.total(months(2025, 1, 3), category="groceries"))
    c.ask("groceries in 25", c.total(LAST_YEAR, category="groceries"))
    c.ask("last year december", c.total(month(2025, 12)))
    c.ask("total electricity paid 2026", c.total(YEAR, category="electricity"))
    c.ask_all(c.versus(OCT, SEP, category="coffee"), "is coffee up on last month", "is starbucks up on last month")
    c.ask_all(c.by("day", (date(2026, 10, 19), date(2026, 10, 25))), "daily totals last week")


def forms(c):
    c.ask_all(c.versus(SEP, AUG), "what % more did i spend in sept vs aug", "by what percent did spending change from august to september")
    c.ask_all(c.versus(SEP, AUG, category="groceries"), "how many percent more on groceries in september than august",
              "what percent less did I spend on groceries in september than in august")
    c.ask_all(c.total(YEAR, merchant="Hyatt"), "hyatt net of refund this year", "hyatt minus refunds 2026")
    c.ask("total spent on fast food excl transfers last month", c.total(SEP, category="fast_food"))
    quiet = c.quiet_days(OCT)
    c.ask_all(quiet, "days I spent nothing in october", "how many no spend days in october")
    c.ask_all(c.last(merchant="Starbucks"), "days since last starbucks", "how long since my last starbucks")
    c.ask_all(c.total(SEP, category="groceries"), "how much on groceries \x1b[31mlast month\x1b[0m", "\x07groceries last month")
    c.ask("more than $60 on tacos in september?", c.total(SEP, says="taco"))
    c.ask("which was pricier july or june", c.versus(month(2026, 7), month(2026, 6)))
    c.ask_all(c.by("merchant", YEAR, counted=True, most=True, category="coffee"), "favorite coffee place this year")
    c.ask("how much were utilities last winter", c.total((date(2025, 12, 1), date(2026, 2, 28)), category="utilities"))
    c.ask_all(c.listing("all", merchant="Hyatt", kinds=("expense", "refund")), "show me hyatt")
    c.ask("spending w/o groceries and mortgage in september", c.total(SEP, but_category=["groceries", "mortgage"]))
