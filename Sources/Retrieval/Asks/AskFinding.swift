import Ledger

/// One computed value of an ask. Money is of one currency each; counts and days are of all of them together, unless a
/// condition on money tells them apart.
public struct AskValue: Hashable, Sendable {
    /// nil where rows of all currencies count together.
    public var currency: Currency?
    public var value: FigureValue
    /// How many rows it is of.
    public var rows: Int
    /// The days of a streak.
    public var period: Period?

    public init(_ value: FigureValue, currency: Currency? = nil, rows: Int, period: Period? = nil) {
        (self.value, self.currency, self.rows, self.period) = (value, currency, rows, period)
    }
}

/// What was computed for an ask.
public struct AskFinding: Sendable {
    /// A value that the ask's own is held against.
    public struct Side: Sendable {
        public let name: String
        public let selection: Selection
        public let values: [AskValue]
        public let rows: Int
    }

    /// The ask as it was answered: what was assumed about its days is decided.
    public var ask: Ask
    /// Whether nothing matched in the assumed days and everything there is was taken instead.
    public var tookEverything = false
    /// Whether the days were assumed.
    public var isAssumed = false
    /// What was asked for, one for each currency, the one of most rows first.
    public var values: [AskValue] = []
    /// The sum of all rows, where something else is asked for.
    public var totals: [AskValue] = []
    /// What shares are a part of, in the order of `values`.
    public var wholes: [AskValue] = []
    /// The same over the other period or the usual days, in the order of `values`.
    public var previous: [AskValue] = []
    /// The same over all there is, where days were assumed and it is something else.
    public var ever: AllTime?
    /// What is to be said of the one month that makes `previous`, what is usual, dearer than the others are.
    public var alone: String?
    /// The days of `previous`.
    public var otherPeriod: Period?
    /// The ask's own selection first; empty where there is one selection only.
    public var sides: [Side] = []
    /// Whether each of `values` is so related to the amount that it is held against.
    public var holds: [Bool] = []
    /// How many groups there are that meet the condition; those listed are in the evidence.
    public var groupCount = 0
    /// What several groups that were asked for come to, those that meet a condition or the first so many; `rows` is how many
    /// groups that are.
    public var together: AskValue?
    /// How many weeks, months … there are in the days asked about, where groups of them must meet a condition, and those
    /// of them that do without any row.
    public var groupUnits: (all: Int, empty: [Period])?
    /// The days of a running month, quarter or year that a mean leaves out.
    public var leftOutUnit: Period?
    /// The units that there are in the days asked about, where some of them are counted.
    public var unitsInSpan: Int?
    /// How often the largest or smallest amount occurs, and when it did last; nil where it stands alone.
    public var occurrences: (rows: Int, last: CivilDate)?
    /// What else was asked for of the same rows.
    public var also: [AskFinding] = []
    public var evidence: Evidence

    init(_ ask: Ask, _ evidence: Evidence) {
        self.ask = ask
        self.evidence = evidence
    }
}
