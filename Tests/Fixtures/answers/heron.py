"""A household whose shops have names of common words, with people, savings, and pay that varies."""
from datetime import date

from book import Book, month, months, rounded
from cases import Expected, money
from fractions import Fraction

FIRST, LAST = date(2025, 1, 1), date(2026, 10, 20)

COFFEE = ("Morning Heron Coffee", "coffee", "SQ *MORNING HERON COFFEE PORTLAND OR")
NOODLES = ("Little Heron Noodles", "restaurants", "LITTLE HERON NOODLES PORTLAND OR")
BANK = ("North Valley Food Bank", "giving", "NORTH VALLEY FOOD BANK SALEM OR", "Charity")
SWIM = ("Otter Creek Swim School", "family", "OTTER CREEK SWIM SCHOOL", "Education")
KITCHEN = ("Alder Street Kitchen", "restaurants", "ALDER STREET KITCHEN PORTLAND OR")
BURGER = ("In-N-Out Burger", "fast_food", "IN-N-OUT BURGER 214 MEDFORD OR")
RAMEN = ("Ramen Tatsu-Ya", "restaurants", "RAMEN TATSU-YA PORTLAND OR", "Food & Drink")
WHOLE = ("Whole Foods", "groceries", "WHOLEFDS PDX 10236")
MARKET = ("Safeway", "groceries", "SAFEWAY #1876 PORTLAND OR")
NETFLIX = ("Netflix", "streaming", "NETFLIX.COM")
CHEWY = ("Chewy", "pets", "CHEWY.COM 800-672-4399 FL")
CINEMA = ("Regal Cinemas", "events", "REGAL CINEMAS 0321")
INN = ("Gull Point Seaside Inn", "lodging", "GULL POINT SEASIDE INN ASTORIA OR", "Travel")
TACOS = ("Harbor Tacos", "fast_food", "HARBOR TACOS ASTORIA OR", "Fast Food")


def build():
    book = Book("heron", LAST, 20261020)
    checking = book.account("Rose Checking", "checking", "USD", "checking.csv", "iso")
    savings = book.account("Rose Savings", "savings", "USD", "savings.csv", "iso")
    card = book.account("Rose Card", "credit_card", "USD", "card.csv", "card")
    for shop, account, times, low, high in [
        (COFFEE, card, 5, 410, 1090), (NOODLES, card, 1, 1890, 4450), (KITCHEN, card, 2, 2310, 7890),
        (BURGER, card, 1, 890, 2450), (RAMEN, card, 1, 1510, 3890), (WHOLE, checking, 2, 3120, 12980),
        (MARKET, checking, 4, 1440, 9120), (CINEMA, card, 1, 1250, 4890),
    ]:
        book.habit(FIRST, LAST, account, shop, times, low, high)
    book.monthly(FIRST, LAST, card, NETFLIX, 9, 1549)
    book.monthly(FIRST, LAST, checking, SWIM, 4, 9600)
    book.monthly(FIRST, LAST, checking, BANK, 14, 2500)
    for day, amount in [(date(2025, 3, 11), 4180), (date(2026, 2, 3), 5235), (date(2026, 7, 7), 3173)]:
        book.spend(day, checking, CHEWY, amount)
    for day, shop, amount in [
        (date(2026, 6, 13), INN, 18900), (date(2026, 6, 14), INN, 18900), (date(2026, 6, 13), TACOS, 2260),
        (date(2026, 6, 14), TACOS, 1875),
    ]:
        book.spend(day, card, shop, amount)
    year, number = 2025, 1
    while date(year, number, 12) <= LAST:
        book.add(date(year, number, 12), checking, "Cascade Surveying", "CASCADE SURVEYING PAYROLL DIRECT DEP",
                 301000 + 2300 * ((year * 12 + number) * 5 % 13) + 7 * (year * 12 + number - 24300), "salary", "income")
        if (year, number) != (2026, 10):
            book.move(date(year, number, 16), checking, savings, 40000 + 1500 * number, "TRANSFER TO SAVINGS ROSE",
                      "TRANSFER FROM CHECKING ROSE", "Transfer", "savings_transfer", lag=0)
        year, number = (year, number + 1) if number < 12 else (year + 1, 1)
    book.move(date(2026, 8, 24), savings, checking, 60000, "TRANSFER TO CHECKING ROSE", "TRANSFER FROM SAVINGS ROSE",
              "Transfer", "savings_transfer", lag=0)
    return book


OCT, SEP, AUG = (date(2026, 10, 1), LAST), month(2026, 9), month(2026, 8)
YEAR, HABIT = (date(2026, 1, 1), LAST), months(2026, 4, 9)
PAY = {"kinds": ("income",), "category": "salary"}


def cases(c):
    years(c)
    since(c)
    pay(c)
    parts(c)
    weekends(c)
    names(c)
    moves(c)
    forgone(c)


def years(c):
    c.ask_all(c.versus(SEP, month(2025, 9), category="groceries"), "groceries in september compared to last september",
              "how did groceries in september compare to last september", "september vs last september groceries")
    c.ask("netflix march vs last march", c.versus(month(2026, 3), month(2025, 3), merchant="Netflix"))
    c.ask("q3 versus q3 last year restaurants", c.versus(months(2026, 7, 9), months(2025, 7, 9), category=["restaurants", "fast_food"]))
    c.ask("coffee this october against last october", c.versus(OCT, (date(2025, 10, 1), date(2025, 10, 20)), category="coffee"))
    c.ask_all(c.total(months(2026, 1, 5)), "how much did I spend before june this year", "spending before june this year",
              "this year before june, what did I spend")
    c.ask("groceries before june last year", c.total(months(2025, 1, 5), category="groceries"))
    c.ask_all(c.total(months(2025, 6, 8), category="groceries"), "groceries in the summer of 25", "groceries summer 25",
              "summer of 2025 groceries")
    c.ask("coffee in march of 25", c.total(month(2025, 3), category="coffee"))
    c.ask("restaurants in winter 2025/26", c.total((date(2025, 12, 1), date(2026, 2, 28)), category=["restaurants", "fast_food"]))


def since(c):
    same = (date(2026, 9, 1), date(2026, 9, 20))
    c.ask_all(c.versus(OCT, same, category="groceries"), "are groceries up since last month",
              "have my groceries gone down since last month", "how have groceries changed since last month")
    c.ask("is coffee up since last year", c.versus(YEAR, (date(2025, 1, 1), date(2025, 10, 20)), category="coffee"))
    c.ask("how much have I spent since last month", c.total((date(2026, 9, 1), LAST)))


def pay(c):
    ever = c.extreme(None, **PAY)
    c.ask_all(ever, "biggest paycheck", "my largest paycheck", "what was my biggest paycheck")
    c.ask_all(c.extreme(YEAR, **PAY), "biggest paycheck this year", "which paycheck was the biggest this year")
    c.ask("smallest paycheck in 2025", c.extreme(months(2025, 1, 12), largest=False, **PAY))
    rows = c.book.find(HABIT, **PAY)
    mean = rounded(Fraction(sum(row.amount for row in rows), len(rows)))
    c.ask_all(Expected("income", HABIT, len(rows), [f"average={mean} USD"]), "average paycheck", "what's my average paycheck")
    c.ask_all(Expected("income", YEAR, len(c.book.find(YEAR, **PAY)), [f"count={len(c.book.find(YEAR, **PAY))} count"]),
              "how many paychecks did I get this year", "how many paychecks this year")
    c.ask_all(c.last(**PAY), "how much was my last paycheck", "how long since my last paycheck")


def parts(c):
    c.ask_all(c.per("month", HABIT, category="coffee"), "per month, what do I spend on coffee",
              "each month what do I spend on coffee", "on a monthly basis what do I spend on coffee")
    c.ask_all(c.per("week", HABIT, category="groceries"), "weekly, how much do I spend on groceries",
              "how much do I spend on groceries weekly", "per week, how much goes to groceries")
    c.ask("by month, groceries this year", c.by("month", YEAR, category="groceries"))
    c.ask_all(c.ticket(HABIT, merchant="Morning Heron Coffee"), "per cup at morning heron", "average per visit at morning heron")


def weekends(c):
    def held(period, **filters):
        return c.sides(period, "weekday", ("weekends", {**filters, "weekdays": (5, 6)}),
                       ("weekdays", {**filters, "weekdays": range(5)}))

    weeks = (date(2026, 7, 29), LAST)
    c.ask_all(held(weeks), "weekend vs weekday spending", "do I spend more on weekends or weekdays?",
              "do I spend more on weekends", "is spending higher on weekdays than on weekends")
    c.ask_all(held(SEP, category=["restaurants", "fast_food"]), "weekend vs weekday restaurants in september",
              "did I spend more on restaurants on weekdays or weekends in september")
    c.ask("which day of the week do I spend the most on coffee", c.by("weekday", weeks, most=True, category="coffee"))


def names(c):
    for said, merchant in [
        ("food bank", BANK), ("the food bank", BANK), ("morning heron", COFFEE), ("little heron", NOODLES), ("swim school", SWIM),
        ("alder st kitchen", KITCHEN), ("alder kitchen", KITCHEN), ("in-n-out", BURGER), ("in n out", BURGER),
        ("tatsuya", RAMEN), ("wole foods", WHOLE), ("netflicks", NETFLIX), ("chewie", CHEWY), ("regal", CINEMA),
    ]:
        c.ask(f"how much did I spend at {said} this year", c.total(YEAR, merchant=merchant[0]))
        c.ask(f"{said} this year", c.total(YEAR, merchant=merchant[0]))
    c.ask("how much did swim school cost in september", c.total(SEP, merchant=SWIM[0]))
    c.ask("how much did I give to the food bank this year", c.total(YEAR, merchant=BANK[0]))
    for unknown in ["24 hour fitness", "first watch", "burger king", "olive garden", "the boat", "my kayak"]:
        c.ask(f"how much did I spend on {unknown} this year", c.none(YEAR))
    c.ask_all(c.none(YEAR), "my kayak spending this year", "what did the wedding cost us this year", "24 hour fitness this year")
    c.ask("how much did we spend in astoria this year", c.total(YEAR, merchant=[INN[0], TACOS[0]]))
    c.ask("fast food in astoria this year", c.total(YEAR, merchant=TACOS[0]))
    c.ask_all(c.sides(YEAR, "merchant", ("Whole Foods", {"merchant": "Whole Foods"}), ("Safeway", {"merchant": "Safeway"})),
              "whole foods compared to safeway this year", "is safeway more than whole foods this year",
              "whole foods or safeway, where did I spend more this year", "difference between safeway and whole foods this year")
    c.ask("how long since I went to regal", c.last(merchant="Regal Cinemas"))


def moves(c):
    def into(period):
        rows = [row for row in c.book.find(period, kinds=("transfer",), account="Rose Savings") if row.amount > 0]
        return Expected("spending,transactions,cash_flow", period, len(rows), money("total", c.book.sums(rows, 1)))

    c.ask_all(into(YEAR), "how much did I move to savings this year", "what did I put into savings this year",
              "how much have I transferred to savings this year")
    c.ask("what did I put into savings in september", into(SEP))
    rows = [row for row in c.book.find(YEAR, kinds=("transfer",), account="Rose Savings") if row.amount < 0]
    c.ask_all(Expected("spending,transactions,cash_flow", YEAR, len(rows), money("total", c.book.sums(rows))),
              "how much did I take out of savings this year", "how much did I withdraw from savings this year")
    c.ask("how much did I transfer to my brokerage this year", c.none(YEAR, "spending,transactions,cash_flow"))
    c.ask("transfers to my brokerage", c.none("all", "spending,transactions,cash_flow"))


def forgone(c):
    sums = sorted(-sum(row.amount for row in c.book.find(month(2026, number), merchant="Morning Heron Coffee"))
                  for number in range(4, 10))
    usual = rounded(Fraction(sum(sums), len(sums)))
    expected = Expected("advice", None, None, [f"would_save={usual} USD", f"would_save_year={usual * 12} USD"])
    c.ask_all(expected, "what would I save if I stopped going to morning heron",
              "how much would I save if I quit morning heron")
    groceries = sorted(-sum(row.amount for row in c.book.find(month(2026, number), category="groceries"))
                       for number in range(4, 10))
    expected = c.total(HABIT, category="groceries")
    expected.figures.append(f"average={rounded(Fraction(sum(groceries), len(groceries)))} USD")
    c.ask_all(expected, "what will I spend on groceries next month",
              "groceries this november")
    for expected in c.lines[-2:]:
        expected[2] = "forecast"
