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
    public func guessRent(_ changes: any RowChanges) throws(StoreError) {
        let rent = try categoryID("rent")
        for payment in try likelyRent() where payment.categoryID != rent {
            try refile(payment.id, day: payment.day, to: "rent", basis: .guess, changes)
        }
    }

    /// Who was paid; the bank's text of a check names no one, so that checks of the same amount are taken for one payee's.
    private enum Payee: Hashable {
        case merchant(Int64)
        case checks(amount: Int64)
    }

    private func likelyRent() throws(StoreError) -> [RentPayment] {
        guard try !knowsHome() else { return [] }
        var best: (payments: [RentPayment], total: Int64) = ([], 0)
        for account in try accounts where account.type == .checking {
            let least = try leastRent(account)
            let income = try monthlyIncome(of: account)
            for (payee, payments) in groups(try openPayments(account, least)) {
                let total = payments.reduce(0) { $0 + $1.amount }
                guard total > best.total, try isRent(payments, to: payee, income: income) else { continue }
                best = (payments, total)
            }
        }
        return best.payments
    }

    /// Payments to one payee each. Checks of another amount go on with those before them where they are what a raise
    /// would make of it.
    private func groups(_ payments: [RentPayment]) -> [(Payee, [RentPayment])] {
        var groups: [(payee: Payee, payments: [RentPayment])] = []
        var checks: [(payee: Payee, payments: [RentPayment])] = []
        for (payee, payments) in Dictionary(grouping: payments, by: \.payee) {
            if case .checks = payee { checks.append((payee, payments)) } else { groups.append((payee, payments)) }
        }
        func days(_ payments: [RentPayment]) -> (first: Int32, last: Int32) {
            (payments.map(\.day).min() ?? 0, payments.map(\.day).max() ?? 0)
        }
        checks.sort { days($0.payments).first < days($1.payments).first }
        for check in checks {
            let place = groups.firstIndex { group in
                guard case .checks(let earlier) = group.payee, case .checks(let amount) = check.payee else {
                    return false
                }
                return earlier < amount && amount * 100 <= earlier * HouseholdIndex.mostRaise
                    && days(group.payments).last < days(check.payments).first
            }
            guard let place else {
                groups.append(check)
                continue
            }
            groups[place] = (check.payee, groups[place].payments + check.payments)
        }
        return groups
    }

    /// What a rent may come to after a raise, in percent.
    private static let mostRaise: Int64 = 115

    private func leastRent(_ account: Account) throws(StoreError) -> Int64 {
        (0..<account.currency.minorDigits).reduce(HouseholdIndex.leastRent) { least, _ in least * 10 }
    }

    /// Payments of an account that nothing certain is known of.
    private func openPayments(_ account: Account, _ least: Int64) throws(StoreError) -> [RentPayment] {
        let open = try ["other", "people", "rent", "checks"].map { (slug) throws(StoreError) in try categoryID(slug) }
        return try database.rows(
            """
            SELECT t.id, t.merchant_id, t.day, -t.amount, t.category_id, m.name FROM txn t
            JOIN merchant m ON m.id = t.merchant_id
            WHERE t.account_id = ? AND t.kind = 0 AND t.basis < 1 AND t.counted = 1 AND t.pair_id IS NULL AND t.amount <= ?
            AND t.category_id IN (\(open.map(String.init).joined(separator: ", "))) ORDER BY t.merchant_id, t.day
            """, [.int(account.id), .int(-least)]
        ) { row in
            // "Check", "Check 1022"; not "Checkered Flag".
            let words = row.text(5).split(separator: " ")
            let isCheck = words.first == "Check" && words.dropFirst().allSatisfy { $0.allSatisfy(\.isNumber) }
            return RentPayment(
                id: row.int(0), payee: isCheck ? .checks(amount: row.int(3)) : .merchant(row.int(1)),
                day: row.dayNumber(2), amount: row.int(3), categoryID: row.int(4))
        }
    }

    /// What comes in over a usual month; nil where nothing does.
    private func monthlyIncome(of account: Account) throws(StoreError) -> Int64? {
        try database.first(
            """
            SELECT sum(amount), max(day) - min(day) FROM txn WHERE account_id = ? AND kind = 2 AND counted = 1
            """, [.int(account.id)]
        ) { (sum: $0.int(0), days: $0.int(1)) }
        .map { $0.sum / max($0.days, 90) * 30 }
        .flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether a rent or a mortgage is known from more than a guess; a fee to a house agent is none.
    private func knowsHome() throws(StoreError) -> Bool {
        let home = try ["rent", "mortgage"].map { (slug) throws(StoreError) in String(try categoryID(slug)) }
        for account in try accounts {
            let found = try database.first(
                """
                SELECT 1 FROM txn WHERE account_id = ? AND amount <= ? AND category_id IN (\(home.joined(separator: ", ")))
                AND basis >= 0 AND kind = 0 LIMIT 1
                """, [.int(account.id), .int(-(try leastRent(account)))]
            ) { _ in true }
            if found ?? false { return true }
        }
        return false
    }

    private struct RentPayment {
        let id: Int64
        let payee: Payee
        let day: Int32
        /// Positive.
        let amount: Int64
        let categoryID: Int64
    }

    /// What part of the income, in percent, a rent on any other day than the turn of the month has.
    private static let incomeShare: ClosedRange<Int64> = 20...60
    /// Days of the month on which rents are paid; checks are cashed later.
    private static let lastPayDay = (payment: 6, check: 12)

    /// Once a month, month after month, never changing by more than a raise: at the turn of the month, or, to a payee who is no
    /// person, at any time where it is a large part of the income.
    private func isRent(_ payments: [RentPayment], to payee: Payee, income: Int64?) throws(StoreError) -> Bool {
        guard payments.count >= HouseholdIndex.fewestMonths, let least = payments.map(\.amount).min(),
            let most = payments.map(\.amount).max(), most * 100 <= least * HouseholdIndex.mostRaise
        else { return false }
        let days = payments.map(\.day).sorted()
        guard zip(days, days.dropFirst()).allSatisfy({ (22...40).contains($1 - $0) }) else { return false }
        var lastDay = HouseholdIndex.lastPayDay.payment
        if case .checks = payee { lastDay = HouseholdIndex.lastPayDay.check }
        if days.map({ CivilDate(dayNumber: $0).day }).allSatisfy({ $0 <= lastDay || $0 >= 27 }) { return true }
        let people = try categoryID("people")
        guard let income, case .merchant = payee, !payments.contains(where: { $0.categoryID == people }) else {
            return false
        }
        return HouseholdIndex.incomeShare.contains(least * 100 / income)
    }
}

// MARK: Asking

/// Who is most likely paid for a home, where no row is filed under one.
public struct LikelyHome: Sendable, Equatable {
    public let merchant: String
    public let categoryID: String
    /// What a usual payment comes to, in minor units.
    public let amount: Int64
    public let currency: Currency
    /// Whether every payment comes to that.
    public let isSteady: Bool
    /// The newest payment.
    public let row: Int64
}

extension HouseholdIndex {
    /// How many payments there are to a month at least and at most, in percent: a rent is sometimes paid in two parts.
    private static let perMonth: ClosedRange<Int> = 70...210
    /// Days since the newest payment, as the data goes, after which it has ended.
    private static let mostSilence: Int32 = 62

    /// Whether more than the way of payment is known: `Venmo Payment` may be anybody's.
    private static func namesPayee(_ merchant: String) -> Bool {
        let ways: Set = [
            "venmo", "zelle", "cash", "app", "paypal", "payment", "payments", "cashout", "transfer", "instant", "to",
            "money", "sent", "online", "withdrawal", "check", "debit", "ach",
        ]
        return merchant.lowercased().split(separator: " ").contains {
            !ways.contains(String($0)) && !$0.allSatisfy(\.isNumber)
        }
    }

    /// The payee of large payments month after month that nothing certain is known of; nil where rows are filed under a home.
    ///
    /// Weaker than `guessRent`, whose guess counts unasked: the days and amounts of these may differ.
    public func likelyHome() throws(StoreError) -> LikelyHome? {
        guard try !categoriesByUse().contains(where: { ["rent", "mortgage"].contains($0) }), let coverage = try coverage
        else { return nil }
        var best: (home: LikelyHome, total: Int64)?
        for account in try accounts {
            for (payee, payments) in Dictionary(
                grouping: try openPayments(account, try leastRent(account)), by: \.payee)
            {
                guard case .merchant = payee, payments.count >= HouseholdIndex.fewestMonths,
                    let newest = payments.max(by: { $0.day < $1.day }), let oldest = payments.map(\.day).min(),
                    newest.day + HouseholdIndex.mostSilence >= coverage.end.dayNumber
                else { continue }
                let months = max(1, (Int(newest.day - oldest) + 15) / 30 + 1)
                let total = payments.reduce(0) { $0 + $1.amount }
                guard HouseholdIndex.perMonth.contains(payments.count * 100 / months), total > best?.total ?? 0,
                    let row = try transaction(id: newest.id), HouseholdIndex.namesPayee(row.merchant)
                else { continue }
                let amounts = payments.map(\.amount).sorted()
                let usual = amounts[amounts.count / 2]
                best = (
                    LikelyHome(
                        merchant: row.merchant, categoryID: row.category,
                        amount: payments.count > months ? total / Int64(months) : usual, currency: account.currency,
                        isSteady: amounts.first == amounts.last && payments.count <= months, row: newest.id), total
                )
            }
        }
        return best?.home
    }
}
