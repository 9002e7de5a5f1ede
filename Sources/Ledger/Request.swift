/// What coach is asked for, as a plain value: the one language between reading a line, a program's JSON, and what is
/// computed.
///
/// Names in it are the index's own: category ids, merchant and account names.
public enum Request: Hashable, Sendable {
    /// A question about rows.
    case ask(Ask)
    /// What accounts hold, what is owed, and net worth.
    case balance(BalanceAsk)
    /// Subscriptions, bills and pay: what comes again and again.
    case recurring(RecurringAsk)
    /// Odd, new or double charges.
    case unusual(Selection)
    /// What there will be, or what is safe to spend.
    case forecast(ForecastAsk)
    /// One month or span as a whole.
    case summary(Period?)
    /// Everything else by its intent, for the handlers that read more of the line themselves.
    case other(Intent)

    /// The intent that the contract names it by.
    public var intent: Intent {
        switch self {
        case .ask(let ask): ask.intent
        case .balance(let ask): ask.intent
        case .recurring: .recurring
        case .unusual: .unusual
        case .forecast: .forecast
        case .summary: .summary
        case .other(let intent): intent
        }
    }
}

/// A condition on single rows.
public indirect enum RowFilter: Hashable, Sendable {
    /// No condition.
    case all
    /// A category id; one of the first level includes those beneath it.
    case category(String)
    /// A merchant's name as the index has it.
    case merchant(String)
    /// An account's name.
    case account(String)
    /// Words found in merchant, description, category or notes.
    case text(String)
    /// A row's magnitude in minor units of the home currency, both ends included; nil is open. Rows of another currency
    /// are held against as many of its own: 50 means $50 and ¥50.
    case amount(Int64?, Int64?)
    /// ISO weekdays, 1 = Monday.
    case weekdays(Set<Int>)
    /// Days of the month, 1...31.
    case daysOfMonth(ClosedRange<Int>)
    case status(TransactionStatus)
    /// Rows of accounts kept in this currency.
    case currency(Currency)
    /// Rows of merchants with a recurring payment, as the detector sees it: `subscriptions`, `bills`, `pay`.
    case recurring(String)
    /// These rows by their ids: what an answer listed, for a line that points at it.
    case rows([Int64])
    /// Rows in a unit that comes so many units after one with a row of a selection, 0 for the same: days with coffee as well
    /// (`day`, 0...0), the week after payday (`day`, 1...7), shops of last year (`merchant`, 0...0). Only units of time can
    /// come after one another.
    case near(Ask.Unit, ClosedRange<Int>, Selection)
    /// Rows of the days after the first or the last row of a selection, or before it. A condition on the whole question: not
    /// within `or` and `not`.
    case after(Edge, Selection)
    case before(Edge, Selection)
    case and([RowFilter])
    case or([RowFilter])
    case not(RowFilter)

    /// Which of the rows of a selection.
    public enum Edge: String, Hashable, Sendable, CaseIterable { case first, last }
}

extension RowFilter {
    /// Any of them; the one itself where there is one.
    public static func any(_ filters: [RowFilter]) -> RowFilter {
        let unique = filters.reduce(into: [RowFilter]()) { if !$0.contains($1) { $0.append($1) } }
        return unique.count == 1 ? unique[0] : .or(unique)
    }

    /// Whether it is of accounts and nothing else.
    public var isOfAccounts: Bool {
        switch self {
        case .account: true
        case .or(let parts): parts.allSatisfy(\.isOfAccounts)
        default: false
        }
    }

    /// Whether it takes pending rows alone.
    public var isOfPending: Bool {
        switch self {
        case .status(let status): status == .pending
        case .and(let all): all.contains(where: \.isOfPending)
        default: false
        }
    }

    /// All of them, each once, without those that are no condition.
    public static func all(_ filters: [RowFilter]) -> RowFilter {
        let real = filters.reduce(into: [RowFilter]()) { all, filter in
            if filter != .all, filter != .or([]), !all.contains(filter) { all.append(filter) }
        }
        return real.isEmpty ? .all : real.count == 1 ? real[0] : .and(real)
    }
}

/// Rows, as a question means them.
public struct Selection: Hashable, Sendable {
    /// Which way money flowed.
    public enum Flow: String, Hashable, Sendable, CaseIterable {
        /// Expenses less refunds: what the contract calls spending.
        case spending
        /// Expenses alone: what single purchases are looked for in.
        case purchases
        case income
        case refunds
        /// Between the user's own accounts, out of the accounts meant.
        case transfersOut = "transfers_out"
        case transfersIn = "transfers_in"
        /// Either side of a transfer; once, where both sides are meant.
        case transfers
        /// Income less spending.
        case net
        /// Every row that counts, whatever its kind. Its sums are what came in and what went out, apart.
        case any
    }

    /// The days that count.
    public enum Span: Hashable, Sendable {
        case everything
        /// One or several spans apart from one another, in order of time.
        case periods([Period])
        /// Nothing was said: this, or everything where nothing matches in it.
        case assumed(Period)

        /// How many days it has; nil for everything.
        public var days: Int? {
            switch self {
            case .everything: nil
            case .periods(let periods): periods.reduce(0) { $0 + $1.days }
            case .assumed(let period): period.days
            }
        }
    }

    public var flow: Flow
    public var filter: RowFilter
    public var span: Span

    public init(_ flow: Flow = .spending, _ filter: RowFilter = .all, _ span: Span = .everything) {
        self.flow = flow
        self.filter = filter
        self.span = span
    }
}

/// A question about rows: which rows, what to compute over them, how to cut them up, what to hold them against.
public struct Ask: Hashable, Sendable {
    /// What can be counted, and what an average is taken over. A weekend is a Saturday with its Sunday; rows of other
    /// days are in none.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case transaction, day, week, month, quarter, year, weekend, merchant, category, account

        /// Whether units of it follow one another in time.
        public var isOfTime: Bool {
            switch self {
            case .day, .week, .month, .quarter, .year, .weekend: true
            case .transaction, .merchant, .category, .account: false
            }
        }
    }

    public enum Measure: Hashable, Sendable {
        case total
        /// How many units hold at least one row (or meet `condition`): transactions, days, months, merchants …
        case count(Unit)
        /// The total per unit; of a transaction the mean amount.
        case average(Unit)
        /// The number of transactions per unit: `how often a week`.
        case rate(Unit)
        /// The middle amount; of a unit the middle of the units' totals.
        case median(Unit)
        /// The largest single row, or with `grouping` the group with the largest value.
        case largest
        case smallest
        /// The part of a whole in percent: of its money, or of its number of transactions.
        case share(of: Selection, byCount: Bool)
        /// Units of the span without any row: `days without`.
        case countWithout(Unit)
        /// The longest run of days, weeks, months … with a row (or that meet `condition`), or without one.
        case longestStreak(Unit, withRows: Bool)
        /// Days between one day with a row and the next, on average; with an order by size and no groups the longest or the
        /// shortest.
        case gap
        /// The day of the newest row, or the oldest.
        case lastDay
        case firstDay
        /// The largest single row less the smallest, or of a unit the largest of the units' totals less the smallest.
        case spread(Unit)
        /// The day on which the sum, from the first day of the span on, first meets the condition.
        case reachedDay
    }

    /// What rows are told apart by.
    public enum Grouping: String, Hashable, Sendable, CaseIterable {
        case category, merchant, account, day, week, month, quarter, year, weekday, currency
        /// Saturday and Sunday against the other days.
        case weekend
    }

    /// What must be so of a group, or of a unit where units are counted or followed (`count` of days, streaks), or where
    /// there is no grouping.
    public struct Condition: Hashable, Sendable {
        public enum Quantity: String, Hashable, Sendable, CaseIterable {
            case total, count
            /// The magnitude of its largest row.
            case largest
            /// What its total is more than over the other period that it is held against, in minor units or in percent.
            case change
            case changePercent = "change_percent"
        }
        public enum Relation: String, Hashable, Sendable, CaseIterable {
            case more = ">"
            case atLeast = ">="
            case less = "<"
            case atMost = "<="
            case equal = "=="
        }

        public var quantity: Quantity
        public var relation: Relation
        /// Minor units of the home currency, a number of rows, or percent. Sums in another currency are held against as many
        /// of its own.
        public var bound: Int64
        /// What `bound` is counted from: the same quantity of these rows, in the same unit or group; nil for 0.
        public var base: Selection?

        public init(_ quantity: Quantity, _ relation: Relation, _ bound: Int64, above base: Selection? = nil) {
            self.quantity = quantity
            self.relation = relation
            self.bound = bound
            self.base = base
        }
    }

    /// What a value is held against.
    public enum Against: Hashable, Sendable {
        /// The same question over other days.
        case period(Period)
        /// The same question of other rows, each a side of its own beside the ask's own selection, which is the first;
        /// `name` is what the line calls it. A side with the ask's own selection only gives that its name.
        case sides([Side])
        /// What is usual in as many days: over the last six full months.
        case usual
        /// An amount: minor units of the home currency.
        case amount(Int64, Condition.Relation)
    }

    public struct Side: Hashable, Sendable {
        public var name: String
        public var selection: Selection

        public init(_ name: String, _ selection: Selection) {
            self.name = name
            self.selection = selection
        }
    }

    public enum Order: String, Hashable, Sendable, CaseIterable {
        case newest, oldest
        /// By the measure, or a row's amount.
        case largest, smallest
        /// Groups by their change against the other period, or groups of time against the one before each. Without groups,
        /// and with another period, sides or the usual to be held against: whether the value is more, or less.
        case rise, fall
    }

    /// What is shown.
    public enum View: String, Hashable, Sendable, CaseIterable {
        case figures, rows
    }

    public var selection: Selection
    public var measure: Measure
    public var grouping: Grouping?
    public var condition: Condition?
    public var against: Against?
    public var view: View
    /// nil for the natural one: time by time, names by size, rows newest first.
    public var order: Order?
    /// How many rows or groups are listed; nil for the usual number. Totals always cover all that matched.
    public var limit: Int?
    /// How many rows or groups are passed over first.
    public var offset: Int
    /// What the whole question is asked of one after the other: the largest purchase, or the top category, of each month.
    public var each: Grouping?
    /// What else is computed over the same rows: how many there were, and what they came to on average.
    public var also: [Measure]

    /// Whether one thing is held against another of the same days.
    public var isOfSides: Bool { if case .sides? = against { true } else { false } }

    public init(
        _ selection: Selection = Selection(), measure: Measure = .total, by grouping: Grouping? = nil,
        where condition: Condition? = nil, against: Against? = nil, view: View = .figures, order: Order? = nil,
        limit: Int? = nil, offset: Int = 0, each: Grouping? = nil, also: [Measure] = []
    ) {
        self.selection = selection
        self.measure = measure
        self.grouping = grouping
        self.condition = condition
        self.against = against
        self.view = view
        self.order = order
        self.limit = limit
        self.offset = offset
        self.each = each
        self.also = also
    }

    /// Whether it asks for the longest or the shortest time between, and not for their mean.
    public var isOfOneGap: Bool { measure == .gap && grouping == nil && (order == .largest || order == .smallest) }

    /// Whether it is computed over as many purchases as its limit says, in its order: the newest five, the largest three.
    public var isOfFewRows: Bool {
        guard limit != nil, view == .figures, grouping == nil, against == nil, condition == nil else { return false }
        switch (order, measure) {
        case (.newest, .total), (.oldest, .total), (.largest, .total), (.smallest, .total): return true
        case (.newest, .average(.transaction)), (.oldest, .average(.transaction)): return true
        case (.newest, .median(.transaction)), (.oldest, .median(.transaction)): return true
        // `how long between my last two visits`
        case (.newest, .gap): return true
        default: return false
        }
    }

    /// The intent that the contract names it by.
    public var intent: Intent {
        if view == .rows { return .transactions }
        return switch selection.flow {
        case .income: .income
        case .net, .transfers, .transfersIn, .transfersOut: .cashFlow
        case .spending, .purchases, .refunds, .any: .spending
        }
    }
}
