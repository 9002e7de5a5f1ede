import Ledger

/// A first guess of what a household pays its rent with, from rhythm and amount alone.
///
/// Many landlords are a bare name in the bank's text, or a person. A household that pays no rent or mortgage that the
/// text tells, but the same large amount to one payee at the turn of each month, most likely lives there.
extension HouseholdIndex {
    /// The least that is taken for a rent, in units of the currency.
    private static let leastRent: Int64 = 400
    /// Months in a row before it counts.
    private static let fewestMonths = 3

    /// Puts the rows of the payee that is most likely the landlord under `rent`, as a guess that a review asks about.
    public func guessRent(_ session: ImportSession) throws(StoreError) {
        guard let landlord = try likelyLandlord() else { return }
        let rows = try database.rows(
            """
            SELECT id, day FROM txn WHERE merchant_id = ? AND kind = 0 AND basis < 1 AND pair_id IS NULL
            AND amount <= ? AND category_id <> ?
            """, [.int(landlord.merchantID), .int(-landlord.least), .int(try categoryID("rent"))]
        ) { (id: $0.int(0), day: $0.dayNumber(1)) }
        for row in rows {
            try recategorise(row.id, to: "rent", session.documents)
            try database.run(
                "UPDATE txn SET basis = ? WHERE id = ?", .int(DecisionBasis.guess.rawValue), .int(row.id))
            session.noteChange(row.day)
        }
    }

    private struct Landlord {
        let merchantID: Int64
        /// The smallest payment, in minor units.
        let least: Int64
    }

    private func likelyLandlord() throws(StoreError) -> Landlord? {
        guard try !knowsHome() else { return nil }
        let open = try ["other", "people", "rent"].map { (slug) throws(StoreError) in try categoryID(slug) }
        let accounts = try accounts.filter { $0.type == .checking }
        var best: (landlord: Landlord, total: Int64)?
        for account in accounts {
            var scale: Int64 = 1
            for _ in 0..<account.currency.minorDigits { scale *= 10 }
            let rows = try database.rows(
                """
                SELECT merchant_id, day, -amount FROM txn WHERE account_id = ? AND kind = 0 AND basis < 1
                AND counted = 1 AND pair_id IS NULL AND amount <= ?
                AND category_id IN (\(open.map(String.init).joined(separator: ", "))) ORDER BY merchant_id, day
                """, [.int(account.id), .int(-HouseholdIndex.leastRent * scale)]
            ) { (merchant: $0.int(0), payment: RentPayment(day: $0.dayNumber(1), amount: $0.int(2))) }
            for (merchant, paid) in Dictionary(grouping: rows, by: \.merchant) {
                let payments = paid.map(\.payment)
                let total = payments.reduce(0) { $0 + $1.amount }
                guard HouseholdIndex.isRent(payments), total > best?.total ?? 0,
                    let least = payments.map(\.amount).min()
                else { continue }
                best = (Landlord(merchantID: merchant, least: least), total)
            }
        }
        return best?.landlord
    }

    /// Whether a rent or a mortgage is known from more than a guess.
    private func knowsHome() throws(StoreError) -> Bool {
        let home = try ["rent", "mortgage"].map { (slug) throws(StoreError) in String(try categoryID(slug)) }
        let found = try database.first(
            "SELECT 1 FROM txn WHERE category_id IN (\(home.joined(separator: ", "))) AND basis >= 0 AND kind = 0 LIMIT 1",
            []
        ) { _ in true }
        return found ?? false
    }

    private struct RentPayment {
        let day: Int32
        /// Positive.
        let amount: Int64
    }

    /// Once a month at its turn, month after month, and never changing by more than a raise.
    private static func isRent(_ payments: [RentPayment]) -> Bool {
        guard payments.count >= fewestMonths, let least = payments.map(\.amount).min(),
            let most = payments.map(\.amount).max(), most * 100 <= least * 115
        else { return false }
        var last: Int32?
        for payment in payments.sorted(by: { $0.day < $1.day }) {
            let day = CivilDate(dayNumber: payment.day).day
            guard day <= 6 || day >= 27, last.map({ (22...40).contains(payment.day - $0) }) ?? true else {
                return false
            }
            last = payment.day
        }
        return true
    }
}
