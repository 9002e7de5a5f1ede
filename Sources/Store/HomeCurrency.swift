import Ledger

extension HouseholdIndex {
    /// The currency that most of a person's money is in: that of their pay, else of what they buy. One that they said
    /// (`Profile`) goes before it, where they have money in it or no accounts yet.
    ///
    /// Counted are the rows of the last twelve months with data: first those of pay, then of other income, then of
    /// spending, then accounts. Of currencies that are equal in all of these US dollars come first, then the alphabet.
    /// US dollars where there is no account.
    public var homeCurrency: Currency {
        get throws(StoreError) {
            let accounts = try accounts
            guard let first = accounts.first else { return try profile.currency ?? .usd }
            guard accounts.contains(where: { $0.currency != first.currency }) else { return first.currency }
            if let said = try profile.currency, accounts.contains(where: { $0.currency == said }) { return said }
            var use: [Currency: CurrencyUse] = [:]
            for account in accounts { use[account.currency, default: CurrencyUse()].accounts += 1 }
            let currencies = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.currency) })
            let salary = try knownCategoryID("salary") ?? 0
            let counts = try database.rows(
                """
                SELECT account_id, sum(rows) FILTER (WHERE kind = 2 AND category_id = ?),
                sum(rows) FILTER (WHERE kind = 2), sum(rows) FILTER (WHERE kind IN (0, 1))
                FROM month_total WHERE month > (SELECT max(month) FROM month_total) - 12 GROUP BY account_id
                """, [.int(salary)]
            ) { row in (row.int(0), row.int(1), row.int(2), row.int(3)) }
            for (account, pay, income, spending) in counts {
                guard let currency = currencies[account] else { continue }
                use[currency]?.pay += pay
                use[currency]?.income += income
                use[currency]?.spending += spending
            }
            return use.max { CurrencyUse.isLess($0, $1) }?.key ?? .usd
        }
    }
}

/// How often a currency is used.
private struct CurrencyUse {
    var pay: Int64 = 0
    var income: Int64 = 0
    var spending: Int64 = 0
    var accounts: Int64 = 0

    private var counts: [Int64] { [pay, income, spending, accounts] }

    static func isLess(_ a: (key: Currency, value: CurrencyUse), _ b: (key: Currency, value: CurrencyUse)) -> Bool {
        if a.value.counts != b.value.counts { return a.value.counts.lexicographicallyPrecedes(b.value.counts) }
        if a.key == .usd || b.key == .usd { return b.key == .usd }
        return a.key.code > b.key.code
    }
}
