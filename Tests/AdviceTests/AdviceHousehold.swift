import Ledger
import Store

/// A row as a test writes it down: an expense where `cents` is negative, else a refund.
struct Spent {
    let day: String
    let cents: Int64
    let merchant: String
    let category: String
    var account = "Checking"
    var isPending = false
    /// The bank's text; nil for the merchant with a number.
    var text: String?

    init(
        _ day: String, _ cents: Int64, _ merchant: String, _ category: String, account: String = "Checking",
        isPending: Bool = false, text: String? = nil
    ) {
        self.text = text
        self.day = day
        self.cents = cents
        self.merchant = merchant
        self.category = category
        self.account = account
        self.isPending = isPending
    }
}

extension HouseholdIndex {
    /// An index in memory with these rows, in accounts of their own.
    static func holding(_ rows: [Spent], currencies: [String: Currency] = [:]) throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        _ = try index.importFile(named: "a.csv", format: "csv", on: day("2026-10-31"), expectsManyRows: false) {
            session in
            for (line, row) in rows.enumerated() {
                let account =
                    try index.account(named: row.account)
                    ?? index.addAccount(
                        name: row.account, type: .checking, currency: currencies[row.account] ?? .usd)
                let text = row.text ?? "\(row.merchant) \(line)"
                _ = try session.add(
                    NewTransaction(
                        accountID: account.id, day: day(row.day).dayNumber, postedDay: nil, amount: row.cents,
                        description: text, contentHash: ImportSession.contentHash(text),
                        textHash: ContentHash.of(text), merchant: row.merchant, category: row.category,
                        kind: row.cents < 0 ? .expense : .refund, isPending: row.isPending, basis: .rules,
                        transferHint: 0, bankID: nil, line: line + 1))
            }
            return (rows.count, ())
        } settle: { _ in
        }
        return index
    }
}

func day(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }
func dollars(_ cents: Int64) -> Money { Money(cents, .usd) }
