import Ledger

@testable import Retrieval

func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(iso: text) else { preconditionFailure("no day: \(text)") }
    return date
}

/// The rows of one merchant, `(day, cents)`, negative = money out.
func charges(
    _ merchant: String, _ category: String, _ list: [(String, Int64)], kind: TransactionKind = .expense,
    account: String = "Checking", firstID: Int64 = 1
) -> [RecurringRow] {
    list.enumerated().map { index, entry in
        RecurringRow(
            id: firstID + Int64(index), date: day(entry.0), merchant: merchant, account: account, category: category,
            amount: Money(entry.1, .usd), kind: kind)
    }
}

/// A charge on the same day of each month, the month's last day where it is shorter.
func monthly(
    _ merchant: String, _ category: String, from first: String, count: Int, _ amount: Int64, firstID: Int64 = 1
) -> [RecurringRow] {
    let start = day(first)
    return charges(
        merchant, category, (0..<count).map { (start.adding(months: $0).iso, amount) }, firstID: firstID)
}

func streams(_ rows: [RecurringRow], asOf: String) -> [RecurringStream] {
    RecurringDetector.streams(rows: rows, asOf: day(asOf)).streams
}
