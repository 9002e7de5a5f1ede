import Ledger

/// What is asked about recurring streams, as a plain value.
public struct RecurringQuestion: Sendable, Hashable {
    public enum Aspect: Sendable, Hashable {
        /// Which there are, and what they come to in a month.
        case list
        /// What is to be paid in the days to come.
        case due
        case raised, new, cancelled
    }

    public var aspect: Aspect
    /// Only streams of these; empty for all of them.
    public var groups: Set<RecurringStream.Group>
    /// Whether the end of the period asked about is the day before the next pay.
    public var endsBeforePay: Bool
    /// Merchants, categories, accounts and period.
    public var query: Query
    /// One of the streams that are meant, or those of one rhythm; nil for all of them.
    public var pick: Pick?
    /// Only streams of these rhythms; empty for all of them.
    public var cadences: Set<Cadence> = []
    /// Days in which what was cancelled was paid, and what is new was not; nil for any.
    public var against: Period?

    public enum Pick: Sendable, Hashable {
        /// By what they come to in a month.
        case dearest, cheapest
        /// The one that is due first.
        case next
        /// What they come to together.
        case sum
        case every(Set<Cadence>)
    }

    public init(
        _ aspect: Aspect = .list, groups: Set<RecurringStream.Group> = [], endsBeforePay: Bool = false,
        query: Query = Query()
    ) {
        self.aspect = aspect
        self.groups = groups
        self.endsBeforePay = endsBeforePay
        self.query = query
    }

    /// Whether single streams are asked for by name.
    public var namesStreams: Bool { !query.merchants.isEmpty || !query.categories.isEmpty }
}

/// A charge that is expected.
public struct DuePayment: Sendable, Hashable {
    public let date: CivilDate
    public let stream: RecurringStream
    /// Positive; the typical amount where it varies.
    public let amount: Money
    /// Whether the day has passed without it.
    public let isOverdue: Bool
}

/// The streams that a question means, with the evidence for what is said of them.
public struct RecurringFinding: Sendable {
    public let question: RecurringQuestion
    public let asOf: CivilDate
    public let streams: [RecurringStream]
    /// By day, for the aspect `due`.
    public let due: [DuePayment]
    /// Of the merchants asked for: why they are no stream.
    public let rejections: [RecurringRejection]
    /// The day pay is expected next; nil when no pay is known.
    public let nextPay: CivilDate?
    public var evidence: Evidence
}
