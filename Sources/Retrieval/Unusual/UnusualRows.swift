import Ledger
import Store

extension Retriever {
    /// What is unusual in a period, what matters most first, without what the user has confirmed.
    ///
    /// - Parameters:
    ///   - asOf: the day that counts as today; habits are learned from the 24 months before it.
    public func unusual(in period: Period, asOf: CivilDate) throws -> [UnusualFinding] {
        try review(of: period, asOf: asOf, atMost: nil).findings
    }

    /// - Parameters:
    ///   - rows: what habits are learned from, up to the as-of day.
    ///   - streams: those among them.
    private func unusual(
        in period: Period, rows: [RecurringRow], streams: [RecurringStream], asOf: CivilDate
    ) throws -> [UnusualFinding] {
        guard let first = rows.lazy.map(\.date).min(), period.start <= asOf else { return [] }
        let within = Period(period.start, min(period.end, asOf), label: period.label)
        let confirmed = try index.confirmedRows()
        let found = UnusualDetector.findings(
            rows: rows, streams: streams, period: within, foreign: try foreignTexts(Period(min(first, asOf), asOf)))
        return try found.filter { finding in
            if try confirmed.contains(finding.row.id) || isOfOtherDays(finding) { return false }
            guard case .newMerchant = finding.reason else { return true }
            return try !wasPaid(finding.row.merchant, before: first)
        }
    }

    /// The streams and what is unusual in a period, from one reading of at most so many rows, the newest.
    ///
    /// - Parameter asOf: the day that counts as today; neither sees anything after it.
    public func review(
        of period: Period, asOf: CivilDate, atMost limit: Int?
    ) throws -> (streams: [RecurringStream], findings: [UnusualFinding]) {
        let streams = try recurring(asOf: asOf, atMost: limit).streams
        let findings = try index.kept(["unusual", period, asOf, limit ?? 0]) {
            try unusual(in: period, rows: recurringRows(asOf: asOf, atMost: limit), streams: streams, asOf: asOf)
        }
        return (streams, findings)
    }

    private func wasPaid(_ merchant: String, before date: CivilDate) throws(StoreError) -> Bool {
        try index.database.first(
            """
            SELECT 1 FROM merchant m JOIN document d ON d.merchant_id = m.id JOIN txn t ON t.document_id = d.id
            WHERE m.name = ? AND t.day < ? LIMIT 1
            """, [.text(merchant), .int(Int64(date.dayNumber))]
        ) { _ in true } ?? false
    }

    // MARK: Foreign currencies

    /// Rows whose bank text names an amount in another currency than the account's.
    private func foreignTexts(_ period: Period) throws -> [Int64: Currency] {
        var found: [Int64: Currency] = [:]
        // The texts are searched by their words, so that a text is read only where a currency's code is in it.
        let own = Set(try index.accounts.map(\.currency))
        let codes = Retriever.namedCurrencies.filter { own.count > 1 || !own.contains($0) }.map(\.code)
        let rows = try index.database.rows(
            """
            SELECT t.id, d.description, a.currency FROM search s JOIN txn t ON t.document_id = s.rowid
            JOIN document d ON d.id = t.document_id JOIN account a ON a.id = t.account_id
            WHERE search MATCH ? AND t.day BETWEEN ? AND ? AND t.counted = 1 AND t.kind = 0
            """,
            [
                .text(codes.joined(separator: " OR ")), .int(Int64(period.start.dayNumber)),
                .int(Int64(period.end.dayNumber)),
            ]
        ) { ($0.int(0), $0.text(1), $0.text(2)) }
        for (id, text, own) in rows {
            if let currency = Retriever.foreignCurrency(in: text, own: own) { found[id] = currency }
        }
        return found
    }

    /// Currencies whose codes are no words of shop names.
    private static let namedCurrencies: [Currency] = [
        "USD", "EUR", "GBP", "CHF", "JPY", "MXN", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "THB", "INR",
        "CNY", "HKD", "SGD", "KRW", "BRL", "ZAR", "CAD", "AED", "ILS",
    ].compactMap { Currency($0) }

    /// The currency of a code that stands beside a number: `EUR 45,00`, `312.50 MXN`.
    static func foreignCurrency(in text: String, own: String) -> Currency? {
        let words = text.split { $0 == " " || $0 == "/" || $0 == "@" }
        func isNumber(_ index: Int) -> Bool {
            guard words.indices.contains(index) else { return false }
            return words[index].contains { $0.isNumber } && words[index].allSatisfy { $0.isNumber || ".,".contains($0) }
        }
        for (index, word) in words.enumerated() {
            guard word != own, let currency = namedCurrencies.first(where: { $0.code == word }) else { continue }
            if isNumber(index - 1) || isNumber(index + 1) { return currency }
        }
        return nil
    }
}
