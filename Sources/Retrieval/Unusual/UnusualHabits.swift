import Ledger

/// What each merchant usually takes, and the charges that do not fit it.
struct UnusualHabits {
    struct Merchant {
        let name: String
        /// Expenses, oldest first.
        var charges: [RecurringRow] = []
        var refunds: [RecurringRow] = []
    }

    let merchants: [Merchant]
    private let period: Period
    /// Rows of streams with one price at a time: their changes are told as such.
    private let steady: Set<Int64>
    /// Rows of streams whose amount varies.
    private let varying: Set<Int64>
    /// Rows of weekly streams, which are charged at one price a few days apart where the bank posts one late.
    private let weekly: Set<Int64>
    /// What only three of a hundred purchases exceed, by currency, and the first day of the data.
    private let large: [Currency: Int64]
    private let dataStart: CivilDate

    /// - Parameter rows: oldest first.
    init(_ rows: [RecurringRow], streams: [RecurringStream], period: Period) {
        self.period = period
        steady = Set(streams.filter(\.isSteady).flatMap(\.rowIDs))
        varying = Set(streams.filter { !$0.isSteady }.flatMap(\.rowIDs))
        weekly = UnusualHabits.weekly(streams)
        dataStart = rows.first?.date ?? period.start
        var places: [String: Int] = [:]
        var merchants: [Merchant] = []
        var sizes: [Currency: [Int64]] = [:]
        let streamRows = steady.union(varying)
        for row in rows where row.kind == .expense || row.kind == .refund {
            let place = places[row.merchant] ?? merchants.count
            if place == merchants.count {
                places[row.merchant] = place
                merchants.append(Merchant(name: row.merchant))
            }
            if row.kind == .refund {
                merchants[place].refunds.append(row)
            } else if row.amount.minorUnits < 0 {
                merchants[place].charges.append(row)
                if !streamRows.contains(row.id) {
                    sizes[row.amount.currency, default: []].append(-row.amount.minorUnits)
                }
            }
        }
        self.merchants = merchants
        large = sizes.mapValues { values in
            let sorted = values.sorted()
            return sorted[min(sorted.count - 1, sorted.count * 97 / 100)]
        }
    }

    static func weekly(_ streams: [RecurringStream]) -> Set<Int64> {
        Set(streams.filter { $0.cadence == .weekly }.flatMap(\.rowIDs))
    }

    /// Whether two charges are two weeks of one payment.
    static func areTwoWeeks(_ first: RecurringRow, _ second: RecurringRow, _ weekly: Set<Int64>) -> Bool {
        weekly.contains(first.id) && weekly.contains(second.id)
            && second.date.days(since: first.date) >= RecurringRhythm.closest(.weekly)
    }

    func findings(_ merchant: Merchant) -> [UnusualFinding] {
        guard let last = merchant.charges.last, last.date >= period.start else { return [] }
        return doubleCharges(merchant) + farFromHabit(merchant) + newMerchant(merchant)
    }

    // MARK: Double charges

    /// Bought several times a day at one price as a matter of course.
    static let repeatable: Set<String> = [
        "cash", "public_transit", "parking", "atm_fee", "foreign_fee", "late_fee",
    ]
    static let doubleDays = 3

    private func doubleCharges(_ merchant: Merchant) -> [UnusualFinding] {
        struct Price: Hashable {
            let amount: Money
            let account: String
        }
        var latest: [Price: RecurringRow] = [:]
        var pairs: [(first: RecurringRow, second: RecurringRow)] = []
        for row in merchant.charges where !UnusualHabits.repeatable.contains(row.category) {
            let price = Price(amount: row.amount, account: row.account)
            if let first = latest[price], row.date.days(since: first.date) <= UnusualHabits.doubleDays,
                !UnusualHabits.areTwoWeeks(first, row, weekly)
            {
                pairs.append((first, row))
                // Of these at least two have nothing to do with any one of them.
                if pairs.count > 4 { return [] }
            }
            latest[price] = row
        }
        guard pairs.contains(where: { period.contains($0.second.date) }) else { return [] }
        let isFrequent = isVisitedOften(merchant)
        return pairs.compactMap { pair in
            guard period.contains(pair.second.date) else { return nil }
            let (first, second) = pair
            let others = pairs.filter { other in
                other.second.id != second.id && other.second.id != first.id && other.first.id != second.id
            }
            // Once may have been an error too; twice, or the same price again, is how one shops there.
            if others.count >= 2 || others.contains(where: { $0.second.amount == second.amount }) { return nil }
            let isMenuPrice = merchant.charges.filter { $0.amount == second.amount }.count > 2
            if isFrequent, isMenuPrice { return nil }
            let isGivenBack = merchant.refunds.contains { refund in
                refund.amount.minorUnits == -second.amount.minorUnits && refund.date >= first.date
            }
            return isGivenBack ? nil : UnusualFinding(row: second, reason: .doubleCharge(first: first))
        }
    }

    /// Whether visits a few days apart are nothing special: three of ten charges have another within three days.
    private func isVisitedOften(_ merchant: Merchant) -> Bool {
        let near = zip(merchant.charges, merchant.charges.dropFirst())
            .filter { $1.date.days(since: $0.date) <= UnusualHabits.doubleDays }.count
        return near * 10 >= merchant.charges.count * 3
    }

    // MARK: Amounts

    /// The modified z-score from which on a value is an outlier: Iglewicz and Hoaglin, “How to Detect and Handle
    /// Outliers”, 1993.
    private static let outlier = 3.5

    /// Only the largest charge can be far above all others.
    private func farFromHabit(_ merchant: Merchant) -> [UnusualFinding] {
        Set(merchant.charges.map(\.amount.currency)).compactMap { currency in
            let charges = merchant.charges.filter { $0.amount.currency == currency }
            guard charges.count >= 6, let row = charges.min(by: { $0.amount.minorUnits < $1.amount.minorUnits }),
                period.contains(row.date), !steady.contains(row.id)
            else { return nil }
            return farFromHabit(row, others: charges.filter { $0.id != row.id })
        }
    }

    private func farFromHabit(_ row: RecurringRow, others: [RecurringRow]) -> UnusualFinding? {
        let amount = -row.amount.minorUnits
        let amounts = others.map { -$0.amount.minorUnits }
        let usual = median(amounts)
        let isBill = varying.contains(row.id)
        let excess = amount - usual
        guard excess >= 20 * row.amount.currency.minorPerMajor, amount * 10 >= usual * (isBill ? 15 : 25),
            amount * 10 > (amounts.max() ?? 0) * (isBill ? 11 : 12)
        else { return nil }
        // A merchant with one price has no spread; a tenth of the price stands for it.
        let spread = max(median(amounts.map { abs($0 - usual) }), usual / 10, 1)
        guard 0.6745 * Double(excess) / Double(spread) > UnusualHabits.outlier else { return nil }
        let times = (Double(amount) / Double(max(1, usual)) * 10).rounded() / 10
        return UnusualFinding(
            row: row, reason: .farFromHabit(usual: Money(usual, row.amount.currency), times: times))
    }

    // MARK: New merchants

    private func newMerchant(_ merchant: Merchant) -> [UnusualFinding] {
        guard let first = merchant.charges.first, period.contains(first.date), first.date.days(since: dataStart) >= 90,
            !steady.contains(first.id), first.category != "cash"
        else { return [] }
        let currency = first.amount.currency
        let least = max(large[currency] ?? .max, 100 * currency.minorPerMajor)
        return -first.amount.minorUnits > least ? [UnusualFinding(row: first, reason: .newMerchant)] : []
    }
}
