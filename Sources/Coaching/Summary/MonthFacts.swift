import Advice
import Ledger
import Retrieval

/// Everything that a summary says of one month or year, computed before a word is written.
public struct MonthFacts: Sendable {
    public let span: SummarySpan
    /// One for each currency that money moved in, the household's own first; at least one.
    public let currencies: [CurrencyFacts]
    /// Whether any row was made in these days, counted or not.
    public let hasRows: Bool
    /// The first and last day of the data; nil when there is none.
    public let coverage: Period?
    /// What is missing of these days and those of the month before, a sentence each.
    public var notes: [String] = []

    public var main: CurrencyFacts { currencies[0] }

    /// The last day up to which it is known what was bought.
    var dataEnd: CivilDate { min(coverage?.end ?? span.viewDay, span.viewDay) }
}

/// What the accounts of one currency say.
public struct CurrencyFacts: Sendable {
    /// Income and spending of some days, minor units.
    public struct Flow: Hashable, Sendable {
        public let period: Period
        public let income: Int64
        public let spending: Int64

        public var net: Int64 { income - spending }
    }

    public struct CategoryLine: Hashable, Sendable {
        /// A category id.
        public let id: String
        public let name: String
        /// Minor units, less refunds.
        public let spent: Int64
        public let count: Int
        /// Of the same days before; nil where there is nothing to compare with.
        public let previous: Int64?
        /// nil with fewer than three months to learn from.
        public let habit: SpendingHabit?
        /// What a whole month has, of a running one; nil where the month is over and with fewer than three.
        public let wholeHabit: SpendingHabit?
        /// The monthly limit on exactly this category, minor units.
        public let limit: Int64?
        /// Whether it was decided for once and comes by itself, as a rent does.
        public let isFixed: Bool
        /// Of a year, what a whole month had on average, minor units; nil for a month and where there are fewer than two.
        public let monthly: Int64?

        /// How far it lies from what is usual, where that is far; else 0.
        ///
        /// In a running month the day that something is bought on moves more than what is bought: only what is above
        /// a whole month's usual already is far.
        public var departure: Int64 {
            let distance = habit?.departure(of: spent) ?? 0
            guard let wholeHabit else { return distance }
            return distance > 0 && spent > wholeHabit.amount ? distance : 0
        }

        /// The same category with another sum.
        func with(spent: Int64, count: Int) -> CategoryLine {
            CategoryLine(
                id: id, name: name, spent: spent, count: count, previous: nil, habit: nil, wholeHabit: nil, limit: nil,
                isFixed: isFixed, monthly: nil)
        }

        /// What the month, or as much of it as has to be waited for, usually has; nil without a habit.
        public var usual: Int64? { (wholeHabit ?? habit)?.amount }
    }

    public struct MerchantLine: Hashable, Sendable {
        public let name: String
        public let spent: Int64
        public let count: Int
    }

    public struct Day: Hashable, Sendable {
        public let date: CivilDate
        public let spent: Int64
    }

    public struct StreamLine: Sendable {
        public enum Change: String, Sendable {
            case new, raised, stopped, none
        }

        public let stream: RecurringStream
        /// What happened to it in these days.
        public let change: Change
    }

    /// What is owned less what is owed.
    public struct NetWorth: Sendable {
        public let day: CivilDate
        public let total: Money
        /// What each kind of assets comes to; liabilities are positive.
        public let kinds: [AssetKind: Money]
        /// Within these days, of accounts that are known at both ends of a month; nil where none is, and where the balance of any
        /// account isn't known.
        public let change: Money?
        /// At the ends of the months, oldest first, minor units.
        public let history: [(day: CivilDate, total: Int64)]
        /// Accounts whose balance isn't known, which are in none of this.
        public let unknown: [String]
    }

    public struct Bill: Hashable, Sendable {
        public let date: CivilDate
        public let merchant: String
        /// Positive.
        public let amount: Money
    }

    public let currency: Currency
    public let flow: Flow
    /// Rows of income and spending.
    public let rows: Int
    /// Minor units of spending that are still pending.
    public let pending: Int64
    /// The same days of the month or year before; nil where the data does not reach back.
    public let previous: Flow?
    /// The first and last day of its data; nil when it has none.
    public let coverage: Period?
    /// Whether all of those days lie within the data.
    public let isPreviousWhole: Bool
    /// Oldest first: this month and up to five before it, as far as the data goes; of a year its months from the
    /// first that the data has any day of.
    public let months: [Flow]
    /// What spending and income usually come to in as many days; nil with fewer than three to learn from.
    public let usualSpending: SpendingHabit?
    public let usualIncome: SpendingHabit?
    /// Largest first, those without rows now but in the days before too.
    public let categories: [CategoryLine]
    public let merchants: [MerchantLine]
    public let largest: [Transaction]
    /// The largest of those that are no fixed costs and no regular payment.
    public let largestChosen: [Transaction]
    /// Of a year, what made its most expensive month so: the category that was furthest above its mean, and what it came to.
    public let dearestCause: CategoryLine?
    /// Every day of the period.
    public let daily: [Day]
    /// All of the one before; empty for a year and where there is no data.
    public let previousDaily: [Day]
    /// The months of a year that are over and covered; nil for a month and where there are fewer than two.
    public let wholeMonths: Period?
    /// What lies behind the categories that left their habit, the widest first.
    public let drivers: [SpendingDriver]
    public let streams: [StreamLine]
    public let bills: [Bill]
    /// The last of the days that `bills` look at.
    public let billsThrough: CivilDate
    public let rules: [RuleProgress]
    public let findings: [UnusualFinding]
    /// The rows of the findings, by number.
    public let findingRows: [Int64: Transaction]
    /// Asked in these days, newest first.
    public let decisions: [Decision]
    /// What waiting or skipping turned out to have saved in these days, minor units.
    public let saved: Int64
    /// The same days a year before; nil for a year and where the data does not reach back.
    public let yearBefore: Flow?
    /// On the last day; nil where no balance is known.
    public let netWorth: NetWorth?
    /// Nearest first, as far as they were on the last day.
    public let goals: [GoalProgress]
    public let suggestion: SavingSuggestion?

    public var isEmpty: Bool { rows == 0 }

    /// The months of a year that are over before the data begins.
    func monthsBefore(in span: SummarySpan) -> [Period] {
        guard span.unit == .year, let first = months.first?.period.start else { return [] }
        return (0..<first.monthNumber - span.whole.start.monthNumber).map {
            Period.month(of: span.whole.start.adding(months: $0))
        }
    }

    /// Net by income, four decimals; nil without income.
    public var savingsRate: Double? {
        guard flow.income > 0 else { return nil }
        return Double(roundedQuotient(flow.net, times: 10_000, by: flow.income)) / 10_000
    }

    /// Minor units of spending that was decided for once, and of the rest.
    public var fixed: Int64 { categories.reduce(0) { $0 + ($1.isFixed ? $1.spent : 0) } }
    public var chosen: Int64 { flow.spending - fixed }

    /// Spending against the same days before; nil without those.
    public var change: Int64? { previous.map { flow.spending - $0.spending } }
}
