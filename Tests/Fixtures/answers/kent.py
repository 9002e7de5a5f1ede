"""A British household in the months of a house purchase: pounds, days before months, very large sums."""
from datetime import date

import followups
import talks
from book import Book, month

FIRST, LAST = date(2025, 10, 1), date(2026, 4, 8)

TESCO = ("Tesco", "groceries", "TESCO STORES 3217 MAIDSTONE")
SAINSBURYS = ("Sainsbury's", "groceries", "SAINSBURYS S/MKTS CANTERBURY")
WAITROSE = ("Waitrose", "groceries", "WAITROSE 122 CANTERBURY")
GREGGS = ("Greggs", "fast_food", "GREGGS PLC CANTERBURY")
COSTA = ("Costa Coffee", "coffee", "COSTA COFFEE 43029911 MAIDSTONE")
PRET = ("Pret A Manger", "coffee", "PRET A MANGER LONDON")
TFL = ("Transport for London", "public_transit", "TFL TRAVEL CH TFL.GOV.UK/CP")
TRAINLINE = ("Trainline", "public_transit", "TRAINLINE.COM EDINBURGH")
BOOTS = ("Boots", "pharmacy", "BOOTS 1134 MAIDSTONE")
OCTOPUS = ("Octopus Energy", "electricity", "OCTOPUS ENERGY LIMITED")
THAMES = ("Thames Water", "water", "THAMES WATER UTILITIES")
EE = ("EE", "phone", "EE LIMITED")
ARGOS = ("Argos", "department_stores", "ARGOS LTD MAIDSTONE")
CURRYS = ("Currys", "electronics", "CURRYS PC WORLD MAIDSTONE")
WAGAMAMA = ("Wagamama", "restaurants", "WAGAMAMA CANTERBURY")
ODEON = ("Odeon", "events", "ODEON CINEMAS MAIDSTONE")
NETFLIX = ("Netflix", "streaming", "NETFLIX.COM LONDON")


def build():
    book = Book("kent", LAST, 20260408)
    current = book.account("Medway Current Account", "checking", "GBP", "current.csv", "british")
    card = book.account("Orchard Credit Card", "credit_card", "GBP", "card.csv", "charges_dmy")
    saver = book.account("Orchard Saver", "savings", "GBP", "saver.csv", "british")
    for shop, account, times, low, high in [
        (TESCO, current, 4, 1120, 9980), (SAINSBURYS, card, 2, 1490, 7760), (WAITROSE, card, 1, 1830, 6890),
        (GREGGS, current, 4, 240, 890), (COSTA, card, 4, 295, 990), (PRET, card, 2, 345, 1160), (TFL, card, 5, 280, 1670),
        (TRAINLINE, card, 1, 1890, 8900), (BOOTS, current, 1, 330, 3890), (WAGAMAMA, card, 1, 2240, 6980),
        (ARGOS, card, 1, 990, 11900),
    ]:
        book.habit(FIRST, LAST, account, shop, times, low, high)
    book.monthly(FIRST, LAST, current, OCTOPUS, 3, lambda day: 11890 + 410 * day.month)
    book.monthly(FIRST, LAST, current, THAMES, 7, 4125)
    book.monthly(FIRST, LAST, current, EE, 21, 3200)
    book.monthly(FIRST, LAST, card, NETFLIX, 12, 1299)
    for year, number in [(2025, 10), (2025, 11), (2025, 12), (2026, 1), (2026, 2), (2026, 3)]:
        book.add(date(year, number, 28), current, "Invicta Engineering", "INVICTA ENGINEERING LTD SALARY", 412075, "salary", "income")
        book.move(date(year, number, 18), current, card, 43000 + 700 * number, "ORCHARD CREDIT CARD PAYMENT",
                  "PAYMENT RECEIVED - THANK YOU", "Card payment", "card_payment", lag=1)
    book.add(date(2026, 1, 30), current, "Invicta Engineering", "INVICTA ENGINEERING LTD SALARY BONUS", 12500000, "salary", "income")
    book.move(date(2026, 2, 2), current, saver, 10000000, "TRANSFER TO SAVINGS ORCHARD SAVER", "TRANSFER FROM CURRENT", "Transfer",
              "savings_transfer", lag=0)
    book.spend(date(2026, 3, 16), current, ("Whitstable Solicitors", "services", "WHITSTABLE SOLICITORS"), 123456789)
    book.spend(date(2026, 3, 20), card, CURRYS, 119900)
    book.refund(date(2026, 4, 1), card, CURRYS, 119900)
    book.spend(date(2026, 3, 28), card, ODEON, 2850)
    book.spend(date(2026, 4, 3), card, ODEON, 1900)
    return book


MAR, FEB, APR = month(2026, 3), month(2026, 2), (date(2026, 4, 1), LAST)
HABIT = (date(2025, 10, 1), MAR[1])


def cases(c):
    c.ask_all(c.total(MAR, category="groceries"), "how much did I spend on groceries last month", "food shopping in march",
              "what did the supermarket cost me in march")
    c.ask_all(c.total(MAR), "how much did I spend in March", "total spending last month")
    c.ask("spending this month", c.total(APR))
    c.ask("tesco last month", c.total(MAR, merchant="Tesco"))
    c.ask("how much at sainsburys in feb", c.total(FEB, merchant="Sainsbury's"))
    c.ask("costa since christmas", c.total((date(2025, 12, 25), LAST), merchant="Costa Coffee"))
    c.ask("how much have I spent at greggs since january", c.total((date(2026, 1, 1), LAST), merchant="Greggs"))
    c.ask("electronics in april", c.total(APR, category="electronics"))
    c.ask("electronics in march and april 2026", c.total((date(2026, 3, 1), LAST), category="electronics"))
    c.ask("what did I spend on easter sunday", c.total((date(2026, 4, 5), date(2026, 4, 5))))
    c.ask("how much did i spend on good friday", c.total((date(2026, 4, 3), date(2026, 4, 3))))
    c.ask("cinema since march", c.total((date(2026, 3, 1), LAST), category="events"))
    c.ask("how much on the tube and trains in february", c.total(FEB, category="public_transit"))
    c.ask("what did we pay for energy from december to february", c.total((date(2025, 12, 1), FEB[1]), category="electricity"))
    c.ask("how much was water in the last 3 months", c.total((date(2026, 1, 9), LAST), category="water"))
    c.ask("how much did I spend last week", c.total((date(2026, 3, 30), date(2026, 4, 5))))
    c.ask("spend from 1/3/2026 to 15/3/2026", c.total((date(2026, 3, 1), date(2026, 3, 15))))
    c.ask("orchard credit card spending in march", c.total(MAR, account="Orchard Credit Card"))
    c.ask("how much did I spend on utilities in march", c.total(MAR, category="utilities"))
    c.ask("which purchases over £1000 did I make in march", c.listing(MAR, low=100001))
    c.ask("march spending without services", c.total(MAR, but_category="services"))
    c.ask("how many times did I use tfl in march", c.count(MAR, merchant="Transport for London"))
    c.ask("how many coffees in feb", c.count(FEB, category="coffee"))
    c.ask_all(c.per("month", HABIT, category="groceries"), "average monthly groceries", "how much do we normally spend on groceries")
    c.ask("average tesco shop in march", c.ticket(MAR, merchant="Tesco"))
    c.ask("median greggs visit since november", c.median((date(2025, 11, 1), LAST), merchant="Greggs"))
    c.ask("biggest payment in march", c.extreme(MAR))
    c.ask("largest tesco purchase ever", c.extreme(None, merchant="Tesco"))
    c.ask("what share of february was groceries", c.share(FEB, category="groceries"))
    c.ask("groceries march vs february", c.versus(MAR, FEB, category="groceries"))
    c.ask("compare coffee in march with february", c.versus(MAR, FEB, category="coffee"))
    c.ask("groceries this month compared to usual", c.usual(APR, HABIT, category="groceries"))
    c.ask("top 3 merchants in march", c.by("merchant", MAR, top=3))
    c.ask("spending by category in february", c.by("category", FEB))
    c.ask("by month since november", c.by("month", (date(2025, 11, 1), LAST)))
    c.ask("which month was the most expensive since october", c.by("month", (FIRST, LAST), most=True))
    c.ask_all(c.income(month(2026, 1)), "how much did I earn in january", "income january 2026")
    c.ask("how much did I save in january", c.flow(month(2026, 1)))
    c.ask("cash flow in march", c.flow(MAR))
    c.ask("any refunds this month?", c.refunds(APR))
    c.ask("when did I last go to wagamama", c.last(merchant="Wagamama"))
    c.ask("show trainline purchases in march", c.listing(MAR, merchant="Trainline"))
    c.talk(("how much did I spend in march", c.total(MAR)), ("what was the biggest one", c.extreme(MAR)),
           ("and in february", c.extreme(FEB)))
    c.talk(("groceries in march", c.total(MAR, category="groceries")), ("only tesco", c.total(MAR, merchant="Tesco")),
           ("and waitrose?", c.total(MAR, merchant="Waitrose")))
    c.talk(("coffee since january", c.total((date(2026, 1, 1), LAST), category="coffee")),
           ("by month", c.by("month", (date(2026, 1, 1), LAST), category="coffee")),
           ("just costa", c.by("month", (date(2026, 1, 1), LAST), merchant="Costa Coffee")))
    c.talk(("how much did I spend on eating out in march", c.total(MAR, category="eating_out")),
           ("how does that compare to february", c.versus(MAR, FEB, category="eating_out")))
    c.talk(("tfl in march", c.total(MAR, merchant="Transport for London")),
           ("how many times?", c.count(MAR, merchant="Transport for London")), ("and in february?", c.count(FEB, merchant="Transport for London")))
    followups.kent(c)
    talks.kent(c)
