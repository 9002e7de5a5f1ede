import Ledger

/// A row as the detector of recurring streams reads it.
public struct RecurringRow: Sendable, Hashable {
    public let id: Int64
    public let date: CivilDate
    public let merchant: String
    public let account: String
    /// A category id of the taxonomy.
    public let category: String
    /// Negative = money out.
    public let amount: Money
    public let kind: TransactionKind

    public init(
        id: Int64, date: CivilDate, merchant: String, account: String, category: String, amount: Money,
        kind: TransactionKind
    ) {
        self.id = id
        self.date = date
        self.merchant = merchant
        self.account = account
        self.category = category
        self.amount = amount
        self.kind = kind
    }
}

/// How often a stream comes.
public enum Cadence: String, Sendable, Hashable, CaseIterable {
    case weekly, biweekly, semimonthly, monthly, bimonthly, quarterly
    case halfYearly = "half_yearly"
    case yearly

    /// The mean number of days from one charge to the next, a year being 365.25 days.
    public var days: Double {
        switch self {
        case .weekly: 7
        case .biweekly: 14
        case .semimonthly: 365.25 / 24
        case .monthly: 365.25 / 12
        case .bimonthly: 365.25 / 6
        case .quarterly: 365.25 / 4
        case .halfYearly: 365.25 / 2
        case .yearly: 365.25
        }
    }
}

/// Charges of one merchant, or pay of one payer, that come again and again in a known rhythm.
public struct RecurringStream: Sendable, Hashable {
    public enum Group: String, Sendable, Hashable, CaseIterable {
        case subscription, bill, income
    }

    public enum State: Sendable, Hashable {
        case active
        /// Active, and the price went up within the last twelve months.
        case raised(on: CivilDate, from: Money, to: Money)
        /// The next charge is overdue by more than the rhythm's usual play.
        case late
        /// Nothing came for one and a half cadences.
        case stopped
        /// Nothing came for three cadences.
        case ended
    }

    /// What a person names it by: merchant and account as `netflix/travel-card`, followed by the amount where one
    /// merchant has several streams.
    public let key: String
    public let merchant: String
    public let account: String
    /// A category id of the taxonomy.
    public let category: String
    /// `expense` or `income`.
    public let kind: TransactionKind
    public let group: Group
    public let cadence: Cadence
    /// The latest amount, negative = money out.
    public let amount: Money
    /// The median of the last twelve amounts, negative = money out.
    public let typical: Money
    /// Whether the amount stays the same from one charge to the next, price changes apart.
    public let isSteady: Bool
    public let state: State
    /// The last one within the two years looked at; nil where the amount varies anyway.
    public let rise: PriceRise?
    /// The first charge within the two years looked at.
    public let firstDate: CivilDate
    public let lastDate: CivilDate
    /// When the next charge is expected; before the as-of day when it is overdue; nil once the stream has stopped.
    public let nextDate: CivilDate?
    /// What it comes to in a month, positive for money out and money in alike: of the latest amount where it is steady,
    /// else of the typical one.
    public let monthlyCost: Money
    /// The rows it is made of, oldest first.
    public let rowIDs: [Int64]
    /// Whether it began within the last 90 days, with data from before that.
    public let isNew: Bool
    /// The day on which it came back after a pause of more than three cadences; nil when it never did.
    public let resumedOn: CivilDate?
    /// 0…1: higher with more charges and more even gaps.
    public let certainty: Double
    let schedule: RecurringSchedule

    /// The key of a merchant's only stream on an account: `whole-foods/travel-card`.
    public static func key(merchant: String, account: String) -> String { slug(merchant) + "/" + slug(account) }

    private static func slug(_ name: String) -> String {
        name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }.joined(separator: "-")
    }

    /// What it comes to in a year, positive, without a month's rounding: of the latest amount where it is steady, else of
    /// the typical one.
    public var yearlyCost: Money {
        let one = (isSteady ? amount : typical).magnitude
        return Money(one.minorUnits * cadence.timesAYear, one.currency)
    }

    /// Whether further charges are expected.
    public var isLive: Bool { nextDate != nil }

    /// The days in `after` < day ≤ `through` on which a charge is expected; none once the stream has stopped.
    ///
    /// Months that lack the day have it on their last day, and a day on a weekend moves as the stream's own charges do.
    public func dates(after: CivilDate, through: CivilDate) -> [CivilDate] {
        guard isLive else { return [] }
        // A charge that came a little early stands for its expected day.
        let settled = lastDate.adding(days: Int(cadence.days * 0.4))
        return schedule.dates(after: max(after, settled), through: through)
    }
}

/// Rows of one merchant on one account that were looked at and are no stream.
public struct RecurringRejection: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case tooFew(rows: Int)
        /// No rhythm has gaps like the median one.
        case noRhythm(medianDays: Int)
        /// The coefficient of variation of the gaps is 0.3 or more, or too many charges are missing.
        case unevenGaps(Cadence)
        /// Neither gaps nor amounts are even, or it is bought on the spot.
        case varyingAmounts(Cadence)
        /// Never recurring by its nature: cash, interest, penalties.
        case category(String)
        /// The user said that it is none.
        case dismissed
    }

    public let merchant: String
    public let account: String
    public let rows: Int
    public let reason: Reason
}

/// What was found, and what was looked at and passed over.
public struct RecurringResult: Sendable {
    /// Money out first, dearest per month first.
    public let streams: [RecurringStream]
    public let rejections: [RecurringRejection]

    public init(streams: [RecurringStream], rejections: [RecurringRejection]) {
        self.streams = streams
        self.rejections = rejections
    }
}
