import Ledger
import Store
import Testing

@Suite struct HomeCurrencyTests {
    /// Rows by account: a currency, how many of which kind and category, on this day.
    private func home(_ accounts: [(Currency, [(TransactionKind, String, Int)])], on day: String = "2026-10-01") throws
        -> Currency
    {
        let index = try HouseholdIndex(path: ":memory:")
        let first = try #require(CivilDate(iso: day))
        _ = try index.importFile(named: "a.csv", format: "csv", on: first, expectsManyRows: false) { session in
            var line = 0
            for (number, (currency, rows)) in accounts.enumerated() {
                let account = try index.addAccount(name: "Account \(number)", type: .checking, currency: currency)
                for (kind, category, count) in rows {
                    for _ in 0..<count {
                        line += 1
                        let text = "ROW \(line)"
                        _ = try session.add(
                            NewTransaction(
                                accountID: account.id, day: first.dayNumber, postedDay: nil,
                                amount: kind == .income ? 100 : -100, description: text,
                                contentHash: ImportSession.contentHash(text), textHash: ContentHash.of(text),
                                merchant: text, category: category, kind: kind, isPending: false, basis: .rules,
                                transferHint: 0, bankID: nil, line: line))
                    }
                }
            }
            return (line, ())
        } settle: { _ in
        }
        return try index.homeCurrency
    }

    @Test func withoutAccountsOrWithOneCurrency() throws {
        #expect(try home([]) == .usd)
        #expect(try home([(.gbp, [])]) == .gbp)
    }

    /// Two accounts in euros do not outweigh the one that pay comes to.
    @Test func payDecides() throws {
        let spending: (TransactionKind, String, Int) = (.expense, "groceries", 9)
        #expect(
            try home([(.eur, [spending]), (.eur, [spending]), (.gbp, [(.income, "salary", 1), spending])]) == .gbp)
        #expect(
            try home([(.eur, [(.income, "interest_income", 9)]), (.gbp, [(.income, "salary", 1)])]) == .gbp,
            "interest is no pay")
        #expect(try home([(.eur, [(.income, "interest_income", 1)]), (.gbp, [spending])]) == .eur)
    }

    @Test func thenSpendingThenAccountsThenTheAlphabet() throws {
        let (few, many): ((TransactionKind, String, Int), (TransactionKind, String, Int)) = (
            (.expense, "groceries", 2), (.refund, "groceries", 3)
        )
        #expect(try home([(.eur, [few]), (.eur, []), (.gbp, [many])]) == .gbp)
        #expect(try home([(.gbp, []), (.eur, []), (.gbp, [])]) == .gbp)
        #expect(try home([(.gbp, [few]), (.eur, [few])]) == .eur)
        #expect(try home([(.eur, [few]), (.usd, [few])]) == .usd)
        #expect(try home([(.eur, [(.transfer, "transfers", 9)]), (.gbp, [few])]) == .gbp, "moving is no spending")
    }
}
