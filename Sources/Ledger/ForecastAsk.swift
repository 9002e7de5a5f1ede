/// A question about the days to come: what there will be, what can be spent, whether it lasts.
public struct ForecastAsk: Hashable, Sendable {
    public enum Topic: String, Hashable, Sendable, CaseIterable {
        /// What can be spent besides what is usual.
        case safe
        /// What there will be at the end of the last day.
        case balance
        /// The day with the least.
        case lowest
        /// Whether the money lasts.
        case lasting
        /// Whether it runs out, and when.
        case shortfall
        /// What will have been spent by the end of the period.
        case spending
        /// What will come in in the period.
        case income
    }

    public var topic: Topic
    /// Names of the accounts to spend from; empty for checking and cash.
    public var accounts: [String]
    /// The last day that counts; nil for the usual ones: up to the next pay, or 30 days.
    public var until: CivilDate?
    /// Whether the days end before the next pay.
    public var isBeforePay: Bool
    /// The days that `spending` and `income` are of.
    public var period: Period?
    /// What `spending` and `income` are of.
    public var filter: RowFilter
    /// `day` or `week`, where what is safe to spend in each is asked for.
    public var per: Ask.Unit?
    /// A sum that what there will be is held against, for yes or no.
    public var condition: Ask.Condition?

    /// What `per` may be.
    public static let spans: [Ask.Unit] = [.day, .week]

    public init(
        _ topic: Topic = .safe, accounts: [String] = [], until day: CivilDate? = nil, isBeforePay: Bool = false,
        over period: Period? = nil, on filter: RowFilter = .all, per: Ask.Unit? = nil,
        where condition: Ask.Condition? = nil
    ) {
        self.topic = topic
        self.accounts = accounts
        until = day
        self.isBeforePay = isBeforePay
        self.period = period
        self.filter = filter
        self.per = per
        self.condition = condition
    }
}
