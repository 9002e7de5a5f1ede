import Ledger
import Retrieval
import Store

/// A limit that what was spent so far suggests.
///
/// Looked at are the last six full months before this one, as far as the data goes back. A limit is for months in which
/// something is bought: it is the mean of those (at least three), without one that stands alone, rounded up to two
/// significant digits: $412.50 becomes $420, $1,730 becomes $1,800. What is usual counts every month (`UsualMonth`).
public struct RuleSuggestion: Hashable, Sendable {
    public let rule: SpendingRule
    public let category: RuleCategory
    /// What a month usually comes to.
    public let usual: Money
    /// What one comes to that the limit is for, where that's another amount, and in which words.
    public let basis: String?
    /// The months with spending, 3 to 6.
    public let months: Int

    static let shortestHistory = 3

    /// - Parameters:
    ///   - sums: of the months with spending, minor units.
    ///   - known: how many months were looked at.
    init?(_ category: RuleCategory, sums: [Int64], of known: Int, currency: Currency) {
        guard sums.count >= RuleSuggestion.shortestHistory,
            let usual = UsualMonth(sums + [Int64](repeating: 0, count: max(0, known - sums.count))),
            let bought = UsualMonth(sums)
        else { return nil }
        let typical = bought.alone?.others ?? bought.amount
        guard typical > 0 else { return nil }
        self.category = category
        self.usual = Money(usual.amount, currency)
        months = sums.count
        let isEveryMonth = sums.count >= known
        basis =
            typical == usual.amount
            ? nil
            : Money(typical, currency).text + (isEveryMonth ? "" : " in the months you spend anything on it")
                + (bought.alone == nil
                    ? "" : isEveryMonth ? " without the most expensive one" : ", the most expensive one aside")
        rule = SpendingRule(
            category: category.id, monthlyLimit: Money(RuleSuggestion.roundedUp(typical), currency))
    }

    /// `you usually spend $60.00 a month, $120.00 in the months you spend anything on it`.
    public var words: String { "you usually spend \(usual.text) a month" + (basis.map { ", \($0)" } ?? "") }

    /// Up to two significant digits; amounts below 100 minor units stay.
    static func roundedUp(_ units: Int64) -> Int64 {
        var step: Int64 = 1
        while units / step >= 100 { step *= 10 }
        return (units + step - 1) / step * step
    }
}

/// The middle value, of an even number the mean of the middle two, rounded half away from zero; nil of none.
func medianAmount(_ values: [Int64]) -> Int64? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : roundedQuotient(sorted[middle - 1] + sorted[middle], by: 2)
}

extension RuleBook {
    /// A limit for one category; nil with less than three months of spending on it.
    public func suggestion(_ category: RuleCategory, in currency: Currency, asOf: CivilDate) throws -> RuleSuggestion? {
        guard let period = try fullMonths(before: asOf) else { return nil }
        var query = category.query(period)
        query.grouping = .month
        let sums = RuleBook.sums(try retriever.figures(query).groups, currency)
        return RuleSuggestion(category, sums: sums.map(\.units), of: period.months, currency: currency)
    }

    /// Whether all that could have a limit has one, where none is left to suggest.
    public func isAllLimited(in currency: Currency, asOf: CivilDate) throws -> Bool {
        let (left, all) = (
            try suggestions(in: currency, asOf: asOf, limit: 1),
            try suggestions(in: currency, asOf: asOf, limit: 1, passingLimits: true)
        )
        return left.isEmpty && !all.isEmpty
    }

    /// Limits for the categories without one that most is spent on, the largest first; without rent, bills and car payments, which
    /// a limit does not change, and what has no category.
    ///
    /// - Parameter passingLimits: whether categories with a limit count too.
    public func suggestions(in currency: Currency, asOf: CivilDate, limit: Int = 6, passingLimits: Bool = false) throws
        -> [RuleSuggestion]
    {
        guard let period = try fullMonths(before: asOf) else { return [] }
        let limited =
            passingLimits
            ? [] : try rules().filter { $0.monthlyLimit.currency == currency }.compactMap { category($0.category) }
        var sums: [String: [Int64]] = [:]
        for back in 0..<UsualMonth.months {
            let day = period.end.startOfMonth.adding(months: -back)
            guard day >= period.start else { break }
            let query = Query(period: .month(of: day), grouping: .category, limit: index.taxonomy.categories.count)
            for (key, units) in RuleBook.sums(try retriever.figures(query).groups, currency) {
                sums[key, default: []].append(units)
            }
        }
        return sums.compactMap { id, sums -> RuleSuggestion? in
            guard let category = category(id), index.taxonomy[id]?.guardian != "rent_bills",
                ![Taxonomy.fallback, "car_payment"].contains(id),
                !limited.contains(where: { $0.covers(category) })
            else { return nil }
            return RuleSuggestion(category, sums: sums, of: period.months, currency: currency)
        }
        .sorted { ($1.usual.minorUnits, $0.rule.category) < ($0.usual.minorUnits, $1.rule.category) }
        .prefix(limit).map { $0 }
    }

    private static func sums(_ groups: [Group], _ currency: Currency) -> [(key: String, units: Int64)] {
        groups.compactMap { group in
            guard case .money(let money) = group.value, money.currency == currency, group.count > 0 else { return nil }
            return (group.key, money.minorUnits)
        }
    }

    /// The last six full months before a day, as far as the data has them. A first month that only lacks rows in its
    /// first week is full.
    private func fullMonths(before asOf: CivilDate) throws -> Period? {
        guard let coverage = try index.coverage else { return nil }
        let first = coverage.start.day <= 7 ? coverage.start.startOfMonth : coverage.start.endOfMonth.adding(days: 1)
        let start = max(first, asOf.startOfMonth.adding(months: -UsualMonth.months))
        let end = asOf.startOfMonth.adding(days: -1)
        return start < end ? Period(start, end) : nil
    }
}

extension Period {
    /// How many calendar months it begins or goes through.
    fileprivate var months: Int { end.monthNumber - start.monthNumber + 1 }
}
