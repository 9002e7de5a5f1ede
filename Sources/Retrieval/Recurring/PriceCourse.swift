import Ledger

/// What one merchant charged, or one payer paid, from one time to the next, in whatever rhythm.
public struct PriceCourse: Hashable, Sendable {
    public struct Payment: Hashable, Sendable {
        public let day: CivilDate
        /// Positive.
        public let amount: Money
    }

    public let merchant: String
    /// `expense` or `income`.
    public let kind: TransactionKind
    /// Oldest first, never empty.
    public let payments: [Payment]

    /// - Returns: nil where there are no payments, or several currencies.
    init?(_ merchant: String, _ rows: [RecurringRow]) {
        let kind: TransactionKind =
            rows.count { $0.kind == .income } * 2 > rows.count ? .income : .expense
        let own = rows.filter { $0.kind == kind }.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        guard let first = own.first, own.allSatisfy({ $0.amount.currency == first.amount.currency }) else { return nil }
        (self.merchant, self.kind) = (merchant, kind)
        payments = own.map { Payment(day: $0.date, amount: $0.amount.magnitude) }
    }

    /// What was charged last.
    public var latest: Payment { payments[payments.count - 1] }

    /// Whether there is one price at a time: it is the same from one payment to the next at least half the time.
    public var isSteady: Bool {
        guard payments.count > 2 else { return false }
        let same = zip(payments, payments.dropFirst()).count { $0.amount == $1.amount }
        return same * 2 >= payments.count - 1
    }

    /// Each price with the first day that it was charged on, oldest first. What differed only once is none.
    public var prices: [Payment] {
        var out: [Payment] = []
        for (place, payment) in payments.enumerated() {
            let isOdd =
                place > 0 && place + 1 < payments.count && payments[place + 1].amount == payments[place - 1].amount
            if isOdd || out.last?.amount == payment.amount { continue }
            out.append(payment)
        }
        return out
    }

    /// What was charged in some days: what came most often, of as many the later one; where nothing came in them, what had come
    /// last before their end; nil where nothing had.
    public func price(in period: Period) -> Money? {
        let own = payments.filter { period.contains($0.day) }
        guard !own.isEmpty else { return payments.last { $0.day <= period.end }?.amount }
        let counts = own.reduce(into: [Money: Int]()) { $0[$1.amount, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        return own.last { counts[$0.amount] == most }?.amount
    }
}

extension Retriever {
    /// What a merchant charged, or paid, in the past two years; nil where there is nothing of it.
    public func priceCourse(of merchant: String, asOf: CivilDate) throws -> PriceCourse? {
        PriceCourse(merchant, try recurringRows(asOf: asOf).filter { $0.merchant == merchant })
    }
}
