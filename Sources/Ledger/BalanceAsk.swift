/// A question about what accounts hold, and what is owed on them.
public struct BalanceAsk: Hashable, Sendable {
    /// What of the accounts is asked for.
    public enum Topic: String, Hashable, Sendable, CaseIterable {
        /// What each of them holds.
        case balance
        /// What is owed on cards and loans.
        case owed
        /// What there is without what is owed.
        case assets
        /// What there is less what is owed.
        case netWorth = "net_worth"
    }

    /// What of it is said first.
    public enum Detail: String, Hashable, Sendable, CaseIterable {
        /// How far it moved over the period.
        case change
        /// What it was at the end of each month.
        case months
        /// The day of the period on which it was lowest.
        case lowest
        case highest
        /// How many days of the period ended with a balance that `condition` holds of.
        case days
        /// The account that holds the most.
        case most
        case least
        /// Whether an account is below zero.
        case overdrawn
    }

    public var topic: Topic
    public var detail: Detail?
    /// Names of accounts; empty for all, or all of `type`.
    public var accounts: [String]
    /// The kind of accounts, where none is named.
    public var type: AccountType?
    /// Names of accounts to be left out.
    public var without: [String]
    /// At the end of this day; nil for today.
    public var day: CivilDate?
    /// The days that `change`, `months`, `lowest`, `highest` and `days` are over; nil for the month that runs.
    public var period: Period?
    /// A sum that what the accounts hold is held against, for yes or no, or for the days that are counted.
    public var condition: Ask.Condition?

    public init(
        _ topic: Topic = .balance, _ detail: Detail? = nil, accounts: [String] = [], type: AccountType? = nil,
        without: [String] = [], on day: CivilDate? = nil, over period: Period? = nil,
        where condition: Ask.Condition? = nil
    ) {
        self.topic = topic
        self.detail = detail
        self.accounts = accounts
        self.type = type
        self.without = without
        self.day = day
        self.period = period
        self.condition = condition
    }

    /// The intent that the contract names it by.
    public var intent: Intent { topic == .netWorth || topic == .assets ? .netWorth : .balance }
}
