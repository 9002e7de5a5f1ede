import Advice
import Ledger
import Retrieval

/// One thing to do that the figures of a month point at, and what it would save.
public struct SavingSuggestion: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// Asked back, the second charge is money returned.
        case doubleCharge(merchant: String, date: CivilDate)
        case fees(category: String, count: Int)
        case overLimit(category: String)
        /// In a running month, at the pace it has; what is saved is what would go over.
        case headedOver(category: String, limit: Money)
        /// Without a limit, and above what is usual.
        case aboveUsual(category: String, usual: Money)
        case newSubscription(merchant: String)
        case raisedSubscription(merchant: String)
        /// Nothing stands out: the largest habit that can give way.
        case tenth(category: String, usual: Money)
    }

    public let reason: Reason
    /// Positive.
    public let saves: Money
    /// Whether it saves that every month, not once.
    public let isMonthly: Bool
    /// What a year of it comes to, where it is not twelve times as much: a price by the year is no sum of rounded months.
    var ofYear: Money?

    /// What it saves in a year, positive.
    public var yearly: Money { ofYear ?? Money(saves.minorUnits * 12, saves.currency) }

    /// What suggestions are drawn from.
    struct Sources {
        let currency: Currency
        let span: SummarySpan
        let taxonomy: Taxonomy
        let drivers: [SpendingDriver]
        let categories: [CurrencyFacts.CategoryLine]
        let findings: [UnusualFinding]
        let streams: [CurrencyFacts.StreamLine]
        let rules: [RuleProgress]
    }

    /// A habit that was left by more than so many times itself does not explain what was bought.
    private static let widest: Int64 = 3
    /// Major units below which a habit's tenth is not worth a word.
    private static let leastTenth: Int64 = 5

    /// What comes first is surest: money that can be asked back, then limits and habits that were left, then what a
    /// month costs from now on. What is trifling, by itself or beside another one, gives way. nil where nothing
    /// follows from the data.
    static func best(_ sources: Sources) -> SavingSuggestion? {
        let found = [
            doubleCharge(sources), overLimit(sources), headedOver(sources), aboveUsual(sources), fees(sources),
            subscription(sources),
            dearSide(sources),
        ].compactMap(\.self)
        let spent = sources.categories.reduce(0) { $0 + max(0, $1.spent) }
        let least = max(leastTenth * sources.currency.minorPerMajor, spent / leastPart)
        let most = found.map(\.inYear).max() ?? 0
        return found.first { $0.inYear >= least && $0.inYear * triflingBeside >= most }
            ?? tenth(sources).flatMap { $0.saves.minorUnits >= least ? $0 : nil }
    }

    /// The part of the spending of these days below which a saving is trifling.
    private static let leastPart: Int64 = 200
    /// What is less than such a part of another one is trifling beside it.
    private static let triflingBeside: Int64 = 10

    /// Minor units that it saves within a year.
    private var inYear: Int64 { isMonthly ? yearly.minorUnits : saves.minorUnits }

    private static func doubleCharge(_ sources: Sources) -> SavingSuggestion? {
        for finding in sources.findings {
            guard case .doubleCharge = finding.reason else { continue }
            return SavingSuggestion(
                reason: .doubleCharge(merchant: finding.row.merchant, date: finding.row.date), saves: finding.stake,
                isMonthly: false)
        }
        return nil
    }

    private static func overLimit(_ sources: Sources) -> SavingSuggestion? {
        guard
            let worst = sources.rules.filter(\.isExceeded).min(by: { $0.remaining.minorUnits < $1.remaining.minorUnits }
            )
        else { return nil }
        return SavingSuggestion(
            reason: .overLimit(category: worst.category.words), saves: worst.remaining.magnitude, isMonthly: true)
    }

    private static func headedOver(_ sources: Sources) -> SavingSuggestion? {
        guard !sources.span.isComplete else { return nil }
        let over = sources.rules.filter(\.isHeadedOver).compactMap { rule in
            rule.projected.map { (rule: rule, excess: $0.minorUnits - rule.limit.minorUnits) }
        }
        return over.max { $0.excess < $1.excess }.map {
            SavingSuggestion(
                reason: .headedOver(category: $0.rule.category.words, limit: $0.rule.limit),
                saves: Money($0.excess, sources.currency), isMonthly: false)
        }
    }

    private static func canGiveWay(_ id: String, _ sources: Sources) -> Bool {
        FlexibleCategories.contain(id, in: sources.taxonomy)
    }

    private static func aboveUsual(_ sources: Sources) -> SavingSuggestion? {
        let wide = sources.drivers.filter { driver in
            // What is mostly never bought is a purchase of its own, not a habit to go back to.
            driver.category.departure > 0 && !driver.isBill
                && (driver.category.usual ?? 0) * SavingSuggestion.widest >= driver.category.spent
                && canGiveWay(driver.category.id, sources)
        }
        return wide.first.flatMap { back(to: $0.category.usual, $0.category, sources) }
    }

    /// Within its habit, but on the dear side of it; of what is bought often, the furthest above the middle.
    private static func dearSide(_ sources: Sources) -> SavingSuggestion? {
        let least = SpendingHabit.leastMajorUnits * sources.currency.minorPerMajor
        let dear = sources.categories.compactMap { line -> (line: CurrencyFacts.CategoryLine, excess: Int64)? in
            guard line.count > 2, let usual = line.usual, usual * widest >= line.spent, line.spent - usual >= least,
                canGiveWay(line.id, sources)
            else { return nil }
            return (line, line.spent - usual)
        }
        let most = dear.max { ($0.excess, $1.line.id) < ($1.excess, $0.line.id) }
        return most.flatMap { back(to: $0.line.usual, $0.line, sources) }
    }

    private static func back(
        to usual: Int64?, _ line: CurrencyFacts.CategoryLine, _ sources: Sources
    ) -> SavingSuggestion? {
        usual.map {
            SavingSuggestion(
                reason: .aboveUsual(category: line.id, usual: Money($0, sources.currency)),
                saves: Money(line.spent - $0, sources.currency), isMonthly: false)
        }
    }

    private static func fees(_ sources: Sources) -> SavingSuggestion? {
        for finding in sources.findings {
            guard case .fee(let count, let total) = finding.reason else { continue }
            return SavingSuggestion(
                reason: .fees(category: finding.row.category, count: count), saves: total, isMonthly: false)
        }
        return nil
    }

    private static func subscription(_ sources: Sources) -> SavingSuggestion? {
        let subscriptions = sources.streams.filter { $0.stream.group == .subscription }
        if let line = subscriptions.first(where: { $0.change == .new }) {
            return SavingSuggestion(
                reason: .newSubscription(merchant: line.stream.merchant), saves: line.stream.monthlyCost,
                isMonthly: true, ofYear: line.stream.yearlyCost)
        }
        guard let line = subscriptions.first(where: { $0.change == .raised }) else { return nil }
        return SavingSuggestion(
            reason: .raisedSubscription(merchant: line.stream.merchant), saves: line.stream.monthlyCost,
            isMonthly: true, ofYear: line.stream.yearlyCost)
    }

    private static func tenth(_ sources: Sources) -> SavingSuggestion? {
        let habits = sources.categories.compactMap { line -> (String, Int64)? in
            guard let habit = line.habit, line.count > 2, canGiveWay(line.id, sources) else { return nil }
            return (line.id, habit.amount)
        }
        guard let (id, usual) = habits.max(by: { ($0.1, $1.0) < ($1.1, $0.0) }),
            usual / 10 >= leastTenth * sources.currency.minorPerMajor
        else { return nil }
        return SavingSuggestion(
            reason: .tenth(category: id, usual: Money(usual, sources.currency)),
            saves: Money(roundedQuotient(usual, by: 10), sources.currency), isMonthly: true)
    }
}
