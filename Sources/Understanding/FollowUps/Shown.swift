import Ledger

/// What the last answer showed that a line can point at: `there`, `that month`, `the second one`.
struct Shown: Hashable, Sendable {
    /// By what its groups were made.
    var grouping: Query.Grouping?
    /// The groups in the order shown.
    var keys: [String] = []
    /// The group that the reply names as the most, or the one it is about.
    var first: String?
    /// Whether it is about that one alone: `which month …`.
    var isOne = false
    /// The day and merchant of the one row.
    var day: CivilDate?
    var merchant: String?
    /// Whether that merchant is of a payment that comes again and again, so that `it` is the payment.
    var isRepeated = false

    /// Takes up the one merchant that an answer is about.
    mutating func take(merchant name: String, isRepeated repeats: Bool) {
        (day, merchant, isRepeated) = (nil, name, repeats)
    }

    /// Takes up what an answer shows; without groups the ones before stay, which a line may go on pointing at.
    mutating func take(_ evidence: Evidence) {
        (day, merchant, isRepeated) = (nil, nil, false)
        let query = evidence.query
        guard let unit = query.grouping, !evidence.groups.isEmpty else {
            if query.merchants.count == 1, query.sides.isEmpty { merchant = query.merchants[0] }
            guard let row = evidence.transactions.first else { return }
            if query.limit == 1 || query.measure.isOfOneRow {
                (day, merchant) = (row.date, row.merchant)
            } else if query.merchants.isEmpty, evidence.transactions.count == evidence.matched,
                evidence.transactions.allSatisfy({ $0.merchant == row.merchant })
            {
                merchant = row.merchant
            }
            return
        }
        grouping = unit
        keys = evidence.groups.map(\.key)
        isOne = keys.count == 1
        let isCalendar = [.newest, .oldest].contains(query.order)
        if self.unit != nil {
            // Days or months of one shop: `there` is that one.
            if query.merchants.count == 1, query.sides.isEmpty { merchant = query.merchants[0] }
            if unit == .day, isOne { day = CivilDate(iso: keys[0]) }
        }
        let most = isCalendar ? evidence.groups.max { $0.value.size < $1.value.size } : evidence.groups.first
        first = most?.key
    }

    /// The days of the one group that was named, where it is one of time.
    var period: Period? {
        guard let first else { return nil }
        switch grouping {
        case .day: return CivilDate(iso: first).map { Period($0, $0) }
        case .week: return CivilDate(iso: first).map { Period($0, $0.adding(days: 6)) }
        case .month: return CivilDate(iso: first + "-01").map { Period($0, $0.endOfMonth) }
        case .year: return CivilDate(iso: first + "-01-01").map { Period($0, $0.endOfYear) }
        default: return nil
        }
    }

    /// The unit of those days.
    var unit: TimeUnit? {
        switch grouping {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        default: nil
        }
    }
}

extension Query.Measure {
    /// Whether one row answers it.
    var isOfOneRow: Bool { self == .largest || self == .smallest }
}

extension FigureValue {
    fileprivate var size: Double {
        switch self {
        case .money(let money): Double(money.minorUnits)
        case .count(let count): Double(count)
        case .percent(let value), .ratio(let value): value
        case .days(let days): Double(days)
        case .date: 0
        }
    }
}
