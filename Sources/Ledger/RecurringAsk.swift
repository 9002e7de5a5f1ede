/// A question about payments that recur: subscriptions, bills and pay.
public struct RecurringAsk: Hashable, Sendable {
    public enum Topic: String, Hashable, Sendable, CaseIterable {
        /// All of them, or the one named.
        case list
        /// What they take each time, or together.
        case cost
        /// What is due, and when.
        case upcoming
        /// Whose price rose.
        case changes
        /// Which ended.
        case ended
        /// Which began.
        case new
        /// Whether they go on.
        case active
    }

    /// What of it is said first.
    public enum Detail: String, Hashable, Sendable, CaseIterable {
        /// Yes or no.
        case whether
        case day
        /// The price before the last change.
        case before
        /// How far the price moved.
        case step
        /// The same in percent.
        case percent
        /// What the payments since the last rise came to more than as many at the price before; with `per` what it makes
        /// in a month or a year.
        case extra
        /// What was paid since the last rise.
        case paid
        /// What would be kept without them.
        case saved
    }

    /// One of those that are meant.
    public enum Pick: String, Hashable, Sendable, CaseIterable {
        /// By what they come to in a month.
        case dearest, cheapest
        /// The one that is due first.
        case next
    }

    public var topic: Topic
    public var detail: Detail?
    public var filter: RowFilter
    /// `subscriptions`, `bills`, `pay`; nil for all.
    public var kind: String?
    public var period: Period?
    /// Other days that are held against: of what ended, it was paid in these; of what is new, it was not; of changes, the
    /// price in them is held against the one now, or in `period`.
    public var against: Period?
    public var pick: Pick?
    /// `month` or `year`, where what they come to in one is asked for.
    public var per: Ask.Unit?
    /// Only those that come once in each: `week`, `month`, `quarter` or `year`.
    public var every: Ask.Unit?
    /// Whether the days end before the next pay.
    public var isBeforePay: Bool

    /// What `per` may be.
    public static let spans: [Ask.Unit] = [.month, .year]
    /// What `every` may be.
    public static let rhythms: [Ask.Unit] = [.week, .month, .quarter, .year]

    public init(
        _ topic: Topic = .list, _ detail: Detail? = nil, filter: RowFilter = .all, kind: String? = nil,
        period: Period? = nil, pick: Pick? = nil, per: Ask.Unit? = nil, isBeforePay: Bool = false,
        every: Ask.Unit? = nil, against: Period? = nil
    ) {
        self.topic = topic
        self.detail = detail
        self.filter = filter
        self.kind = kind
        self.period = period
        self.pick = pick
        self.per = per
        self.isBeforePay = isBeforePay
        self.every = every
        self.against = against
    }
}
