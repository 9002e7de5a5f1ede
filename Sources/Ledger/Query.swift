/// What a question is about.
public enum Intent: String, Hashable, Sendable, CaseIterable {
    case spending, transactions, purchase, budget, balance, income, recurring, summary, advice, unusual, forecast, edit,
        help
    case netWorth = "net_worth"
    case cashFlow = "cash_flow"
    case outOfScope = "out_of_scope"
}

/// A question about rows as a plain value: which rows, and what to compute over them.
///
/// Everything that names something uses the index's own names: category ids, canonical merchant names,
/// account names. An empty list does not restrict.
public struct Query: Hashable, Sendable {
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        case total, count, average, median, largest, smallest, share
    }

    /// What an average is taken over.
    public enum AverageUnit: String, Hashable, Sendable, CaseIterable {
        case transaction, day, week, month, year
    }

    public enum Direction: String, Hashable, Sendable {
        case out, `in`, any
    }

    public enum Grouping: String, Hashable, Sendable, CaseIterable {
        case category, merchant, account, day, week, month, weekday, year, currency
    }

    public enum Order: String, Hashable, Sendable, CaseIterable {
        case newest, oldest, largest, smallest
        /// Groups by how much they changed from the compared period: what rose or fell the most comes first.
        case rise, fall
    }

    /// What is counted.
    public enum Counted: String, Hashable, Sendable {
        case transactions, days, merchants, categories
        /// Days of the period without any purchase.
        case daysWithout = "days_without"
    }

    /// What a share is a part of.
    public struct Whole: Hashable, Sendable {
        /// `out` for spending, `in` for income.
        public var direction: Direction
        public var categories: [String]
        public var merchants: [String]

        public init(direction: Direction = .out, categories: [String] = [], merchants: [String] = []) {
            self.direction = direction
            self.categories = categories
            self.merchants = merchants
        }
    }

    /// One of several things that are held against one another.
    public struct Side: Hashable, Sendable {
        /// As the question calls it.
        public var name: String
        public var categories: [String]
        public var merchants: [String]
        public var accounts: [String]
        public var text: String?
        /// Only these ISO weekdays (1 = Monday); empty for all.
        public var weekdays: Set<Int>
        /// Only these days; nil for those of the query.
        public var period: Period?

        public init(
            name: String, categories: [String] = [], merchants: [String] = [], accounts: [String] = [],
            text: String? = nil, weekdays: Set<Int> = [], period: Period? = nil
        ) {
            self.name = name
            self.categories = categories
            self.merchants = merchants
            self.accounts = accounts
            self.text = text
            self.weekdays = weekdays
            self.period = period
        }
    }

    public var measure: Measure
    /// Meaningful with `measure == .average` only.
    public var averageUnit: AverageUnit
    /// What a count counts and a share is taken of; with an average, what is averaged instead of money. nil for
    /// transactions in a count, and for money elsewhere.
    public var counted: Counted?
    /// What a share is a part of; nil for everything that flowed the same way.
    public var whole: Whole?
    /// Things held against one another: each has its own figure, and there is no sum of them. The lists of names hold
    /// what all of them name.
    public var sides: [Side] = []
    /// nil means everything there is.
    public var period: Period?
    /// Further periods whose rows count as well, later than `period` and apart from it and one another:
    /// `January and March`. Nothing is compared with several periods.
    public var otherPeriods: [Period] = []
    public var comparison: Period?
    /// Category ids; one of the first level includes those beneath it.
    public var categories: [String]
    public var merchants: [String]
    /// Whether rows of the categories count as well as those of the merchants (`groceries and Starbucks`), instead of
    /// only rows that are of both (`groceries at Costco`).
    public var isUnion = false
    public var accounts: [String]
    /// Only rows of accounts that are kept in it; nil for all.
    public var currency: Currency?
    public var excludedCategories: [String]
    public var excludedMerchants: [String]
    /// Words to find in merchant, description, category or notes.
    public var text: String?
    /// Smallest magnitude of a row, in minor units.
    public var minimum: Int64?
    /// Largest magnitude of a row, in minor units.
    public var maximum: Int64?
    /// Whether a row of exactly `minimum` is left out: `over $500`.
    public var isMinimumExclusive = false
    /// Whether a row of exactly `maximum` is left out: `under $500`.
    public var isMaximumExclusive = false
    /// `out`: expenses and what refunds give back of them; `in`: income; `any`: every row.
    public var direction: Direction
    /// Only rows of these kinds; empty for those that `direction` implies.
    public var kinds: Set<TransactionKind>
    /// Only these ISO weekdays (1 = Monday); empty for all.
    public var weekdays: Set<Int>
    public var status: TransactionStatus?
    /// Whether a list shows rows that the user left out of totals as well; no total ever holds them.
    public var listsExcluded = false
    public var grouping: Grouping?
    public var order: Order
    /// How many rows or groups are listed. Totals always cover all that matched.
    public var limit: Int
    /// How many rows or groups are passed over before those listed, as the ones shown before.
    public var offset = 0

    /// The most rows that are listed at once: what `all of them` asks for.
    public static let mostListed = 10_000

    public init(
        measure: Measure = .total, averageUnit: AverageUnit = .transaction, counted: Counted? = nil,
        whole: Whole? = nil, period: Period? = nil, comparison: Period? = nil, categories: [String] = [],
        merchants: [String] = [], accounts: [String] = [],
        excludedCategories: [String] = [], excludedMerchants: [String] = [], text: String? = nil,
        minimum: Int64? = nil, maximum: Int64? = nil, direction: Direction = .out, kinds: Set<TransactionKind> = [],
        weekdays: Set<Int> = [], status: TransactionStatus? = nil, grouping: Grouping? = nil, order: Order = .newest,
        limit: Int = 10
    ) {
        self.measure = measure
        self.averageUnit = averageUnit
        self.counted = counted
        self.whole = whole
        self.period = period
        self.comparison = comparison
        self.categories = categories
        self.merchants = merchants
        self.accounts = accounts
        self.excludedCategories = excludedCategories
        self.excludedMerchants = excludedMerchants
        self.text = text
        self.minimum = minimum
        self.maximum = maximum
        self.direction = direction
        self.kinds = kinds
        self.weekdays = weekdays
        self.status = status
        self.grouping = grouping
        self.order = order
        self.limit = limit
    }
}

extension Query {
    /// Every period whose rows count, in order of time; nil for everything there is.
    public var periods: [Period]? { period.map { [$0] + otherPeriods } }

    /// Counts the rows of all these periods: what touches or overlaps becomes one.
    public mutating func cover(_ periods: [Period]) {
        var joined: [Period] = []
        for next in periods.sorted(by: { $0.start < $1.start }) {
            if let last = joined.last, next.start <= last.end.adding(days: 1) {
                joined[joined.count - 1] = next.end <= last.end ? last : Period(last.start, next.end)
            } else {
                joined.append(next)
            }
        }
        period = joined.first
        otherPeriods = Array(joined.dropFirst())
    }
}
