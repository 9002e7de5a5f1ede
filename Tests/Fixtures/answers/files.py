"""Writes the rows of an account the way banks do: each layout is that of some export."""
import csv
import io


def plain(row):
    sign = "-" if row.amount < 0 else ""
    return f"{sign}{abs(row.amount) // 100}.{abs(row.amount) % 100:02d}"


def positive(row):
    return plain(row).lstrip("-")


def grouped(row):
    return f"{abs(row.amount) // 100:,}.{abs(row.amount) % 100:02d}"


def comma(row):
    """German: 1.234,56"""
    whole = f"{abs(row.amount) // 100:,}".replace(",", ".")
    return f"{'-' if row.amount < 0 else ''}{whole},{abs(row.amount) % 100:02d}"


def table(header, lines, delimiter=",", preamble="", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    out.write(preamble)
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n", quoting=quoting)
    if header:
        writer.writerow(header)
    writer.writerows(lines)
    return out.getvalue()


def mdy(day):
    return day.strftime("%m/%d/%Y")


def dmy(day):
    return day.strftime("%d/%m/%Y")


def checking_with_types(rows):
    """Newest first, a word for the direction, a running balance."""
    lines, balance = [], 1_000_000
    for row in rows:
        balance += row.amount
        kind = "ACH_CREDIT" if row.amount > 0 else "ACH_DEBIT"
        lines.append(["CREDIT" if row.amount > 0 else "DEBIT", mdy(row.day), row.text, plain(row), kind,
                      f"{balance / 100:.2f}", ""])
    return table(["Details", "Posting Date", "Description", "Amount", "Type", "Balance", "Check or Slip #"], lines[::-1])


def card_with_types(rows):
    """Transaction and post date, the bank's categories, `Sale`, `Return`, `Payment`, `Pending`."""
    lines = []
    for row in rows:
        kind = "Payment" if row.kind == "transfer" else "Return" if row.amount > 0 else "Sale"
        posted = row.posted or row.day
        if row.is_pending:
            lines.append([mdy(row.day), "", row.text, row.bank, "Pending", plain(row), ""])
        else:
            lines.append([mdy(row.day), mdy(posted), row.text, row.bank, kind, plain(row), ""])
    return table(["Transaction Date", "Post Date", "Description", "Category", "Type", "Amount", "Memo"], lines[::-1])


def card_debit_credit(rows):
    """A preamble, ISO days, two columns of amounts, a status."""
    lines = [["Pending" if row.is_pending else "Cleared", row.day.isoformat(), row.text,
              positive(row) if row.amount < 0 else "", positive(row) if row.amount > 0 else ""] for row in rows]
    return table(["Status", "Date", "Description", "Debit", "Credit"], lines,
                 preamble="Card activity\r\nPrinted for the cardholder\r\n\r\n")


def savings_long_dates(rows):
    """Days such as `Oct 31, 2026`, oldest first."""
    lines, balance = [], 500_000
    for row in rows:
        balance += row.amount
        lines.append([f"{row.day:%b} {row.day.day}, {row.day.year}", row.text, plain(row), f"{balance / 100:.2f}"])
    return table(["Date", "Description", "Amount", "Balance"], lines)


def headless(rows):
    """No header at all, everything quoted, an asterisk and an empty column."""
    return table(None, [[mdy(row.day), plain(row), "*", "", row.text] for row in rows[::-1]], quoting=csv.QUOTE_ALL)


def charges_positive(rows):
    """A card whose purchases are positive."""
    lines = [[mdy(row.day), row.text, ("" if row.amount < 0 else "-") + positive(row)] for row in rows[::-1]]
    return table(["Date", "Description", "Amount"], lines)


def charges_positive_dmy(rows):
    """The same with the day before the month and a name for the person who bought."""
    lines = [[dmy(row.day), row.text, "MS R OAST", ("" if row.amount < 0 else "-") + positive(row)] for row in rows[::-1]]
    return table(["Date", "Description", "Card Member", "Amount"], lines)


def ungrouped_iso(rows):
    """The plainest: day, text, signed amount, status."""
    return table(["Date", "Description", "Amount", "Status"],
                 [[row.day.isoformat(), row.text, plain(row), "pending" if row.is_pending else "posted"]
                  for row in rows])


def german(rows):
    """Semicolons, German days and decimals."""
    lines = [[f"{row.day:%d.%m.%Y}", f"{(row.posted or row.day):%d.%m.%Y}", row.text, comma(row), "EUR"]
             for row in rows[::-1]]
    return table(["Buchungstag", "Wertstellung", "Verwendungszweck", "Betrag", "Währung"], lines, delimiter=";")


def british(rows):
    """Day first, money out and in apart, thousands grouped."""
    lines, balance = [], 250_000
    for row in rows:
        balance += row.amount
        lines.append([dmy(row.day), "DEB" if row.amount < 0 else "CR", row.text,
                      grouped(row) if row.amount < 0 else "", grouped(row) if row.amount > 0 else "",
                      f"{balance / 100:,.2f}"])
    return table(["Transaction Date", "Transaction Type", "Transaction Description", "Debit Amount", "Credit Amount",
                  "Balance"], lines[::-1])


def debit_or_credit_word(rows):
    """Tabs, unsigned amounts and a column that says which way."""
    lines = [[f"{row.day.month}/{row.day.day}/{row.day.year}", row.text, positive(row),
              "debit" if row.amount < 0 else "credit"] for row in rows]
    return table(["Date", "Description", "Amount", "Transaction Type"], lines, delimiter="\t")


LAYOUTS = {
    "checking": checking_with_types, "card": card_with_types, "two_columns": card_debit_credit,
    "savings": savings_long_dates, "headless": headless, "charges": charges_positive, "charges_dmy": charges_positive_dmy, "iso": ungrouped_iso,
    "german": german, "british": british, "word": debit_or_credit_word,
}


def write(account, rows):
    rows = sorted((row for row in rows if row.account is account and not row.is_part), key=lambda row: row.day)
    return LAYOUTS[account.layout](rows)
