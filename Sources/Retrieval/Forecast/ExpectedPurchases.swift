import Ledger

/// What is bought day by day, by category.
struct EverydayPurchases: Sendable, Hashable {
    /// The card it is bought with; nil where the money leaves at once.
    let card: CardTerms?
    /// The days that the purchases were made in; at least 1.
    let days: Int
    /// Minor units; what came back is negative.
    let amounts: [String: [Int64]]

    init(_ rows: [RecurringRow], days: Int, card: CardTerms?) {
        (self.days, self.card) = (days, card)
        amounts = Dictionary(grouping: rows, by: \.category).mapValues { $0.map { -$0.amount.minorUnits } }
    }
}

/// Purchases that come on days of their own, as a shop on every Friday does.
struct ExpectedShopping: Sendable, Hashable {
    let category: String
    /// What leaves the account and when, minor units, earliest first.
    let payments: [DatedAmount]
}

/// Purchases of one kind that a forecast expects anyway: one of them takes the place of what would be bought in the days
/// after it, up to the usual purchase.
public struct ExpectedPurchases: Sendable, Hashable {
    /// The median one, minor units.
    public let usual: Int64
    private let parts: [Part]
    private let payments: [DatedAmount]

    private struct Part: Sendable, Hashable {
        let card: CardTerms?
        let pace: EverydaySpending
    }

    /// - Returns: nil where none are expected.
    init?(_ categories: Set<String>, among purchases: [EverydayPurchases], shopping: [ExpectedShopping] = []) {
        payments = shopping.filter { categories.contains($0.category) }.flatMap(\.payments)
        var all = payments.map(\.amount)
        parts = purchases.compactMap { one in
            let amounts = one.amounts.filter { categories.contains($0.key) }.flatMap(\.value)
            all += amounts.filter { $0 > 0 }
            let pace = EverydaySpending(total: amounts.reduce(0, +), days: one.days)
            return pace.total > 0 ? Part(card: one.card, pace: pace) : nil
        }
        guard !parts.isEmpty || !payments.isEmpty else { return nil }
        usual = median(all)
    }

    /// What the money is spared by the end of a day where a purchase was made before, minor units; never more than it
    /// cost, and growing with it.
    public func spared(by end: CivilDate, boughtOn day: CivilDate, costing cents: Int64) -> Int64 {
        let spent = parts.reduce(Int64(0)) { sum, part in
            let last = part.card.map { $0.lastChargePaid(by: end) } ?? end
            return sum + (last.map { part.pace.spent(in: max(0, $0.days(since: day))) } ?? 0)
        }
        let due = payments.reduce(0) { $1.date >= day && $1.date <= end ? $0 + $1.amount : $0 }
        return min(cents, usual, spent + due)
    }
}

extension CardTerms {
    /// The last day whose charges are paid by the end of a day; nil where none are.
    func lastChargePaid(by end: CivilDate) -> CivilDate? {
        payments.isEmpty ? end.adding(days: -CardTerms.usualTerm) : payments.last { $0.paidOn <= end }?.closesOn
    }
}
