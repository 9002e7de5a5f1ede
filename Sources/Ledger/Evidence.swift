/// A value with its unit, as figures and groups carry it.
public enum FigureValue: Hashable, Sendable {
    /// Money a person spent is positive here.
    case money(Money)
    case count(Int)
    /// 12.5 means 12.5 %.
    case percent(Double)
    case ratio(Double)
    case days(Int)
    case date(CivilDate)
}

/// One computed number and what it stands for.
public struct Figure: Hashable, Sendable {
    /// A name of the contract (`total`, `average`, `previous_total` …).
    public let name: String
    /// Words for people: `Groceries, October 2026`.
    public let label: String
    public let value: FigureValue
    public let period: Period?
    /// How many transactions it was computed from.
    public let rows: Int?

    public init(name: String, label: String, value: FigureValue, period: Period? = nil, rows: Int? = nil) {
        self.name = name
        self.label = label
        self.value = value
        self.period = period
        self.rows = rows
    }
}

/// One line of a breakdown.
public struct Group: Hashable, Sendable {
    /// A further value of a group: what it was before, what came in.
    public struct Detail: Hashable, Sendable {
        /// `previous`, `change`, `income`, `spending`.
        public let name: String
        /// Of the group's own unit and currency.
        public let value: FigureValue

        public init(_ name: String, _ value: FigureValue) {
            self.name = name
            self.value = value
        }
    }

    /// The category id, merchant, account, ISO day, month (`2026-10`) or weekday name.
    public let key: String
    public let label: String
    public let value: FigureValue
    /// Transactions in it.
    public let count: Int
    /// Its part of the total, 0...1; nil where a part has no meaning (a negative or zero total).
    public let share: Double?
    public let details: [Detail]

    public init(
        key: String, label: String, value: FigureValue, count: Int, share: Double?, details: [Detail] = []
    ) {
        self.key = key
        self.label = label
        self.value = value
        self.count = count
        self.share = share
        self.details = details
    }

    public func detail(_ name: String) -> FigureValue? { details.first { $0.name == name }?.value }
}

/// Everything that was found for one question. The reply, the JSON and the explanation are views of it;
/// nothing that is not in here may be said as a fact.
public struct Evidence: Sendable {
    public var query: Query
    public var figures: [Figure]
    public var groups: [Group]
    /// What was found as typed values, that which was asked for first: what replies are made of.
    public var facts: [Fact] = []
    /// The rows listed, at most `query.limit`.
    public var transactions: [Transaction]
    /// The rows that matched, listed or not.
    public var matched: Int
    /// How much of the figures is pending, one amount per currency; empty when nothing is.
    public var pending: [Money]
    /// The first and last day of what the index holds for the accounts asked about; nil when it holds nothing.
    public var coverage: Period?
    /// Whether banks tell of them, so that the last row is not the last day that is known.
    public var isReadByBanks = false
    /// What the asker should know: currencies apart, a period the data does not cover.
    public var warnings: [String]
    /// The statements that computed it, with `?` for values.
    public var statements: [String]

    public init(
        query: Query, figures: [Figure] = [], groups: [Group] = [], transactions: [Transaction] = [], matched: Int = 0,
        pending: [Money] = [], coverage: Period? = nil, warnings: [String] = [], statements: [String] = []
    ) {
        self.query = query
        self.figures = figures
        self.groups = groups
        self.transactions = transactions
        self.matched = matched
        self.pending = pending
        self.coverage = coverage
        self.warnings = warnings
        self.statements = statements
    }

    public func figures(named name: String) -> [Figure] { figures.filter { $0.name == name } }
}
