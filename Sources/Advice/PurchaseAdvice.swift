import Ledger
import Retrieval

/// A purchase assessed from all sides; the JSON, the text and the reply are views of it.
public struct PurchaseAdvice: Sendable {
    public let purchase: Purchase
    public let asOf: CivilDate
    /// Whether the purchase lies before the day that counts as today.
    public let isPast: Bool
    public let rules: RuleAssessment
    public let score: AvoidanceScore
    /// nil when no balance is known, or none in the currency of the purchase.
    public let cash: CashFigures?
    /// The accounts it would be paid from.
    public let accounts: [String]
    /// The card it would be charged to, which is paid later.
    public let card: String?
    /// When the card is paid for the first of it; nil beyond the payments that are known.
    public let cardDue: CivilDate?
    /// When the card is paid for it where it is bought on the day to wait for.
    public let cardDueThen: CivilDate?
    /// Why it is not paid from the account that was named; nil where it is, or none was.
    public let accountProblem: AccountProblem?
    /// What a usual month leaves; nil without a full month of data.
    public let pace: SavingPace?
    public let debt: CardDebt?
    /// What other accounts hold that can be drawn on, minor units.
    public let savings: Int64
    /// What can go at once on a wish; nil where that is not known.
    public let allowance: Allowance?
    /// Accounts whose balance is not known.
    public let missing: [String]
    /// Whether an account is kept in the currency of the purchase.
    public let holdsCurrency: Bool
    public let isEssential: Bool
    public let goals: [GoalProgress]
    /// What large purchases of the same kind have taken in the last three months, minor units.
    public let recently: Int64
    /// A limit that goes by the name of something wider in conversation, and still does not count this category.
    public let nearLimit: String?
    /// What besides another price and day makes a yes of it, each tried.
    public let alternatives: [PurchaseAlternative]
    /// What is paid for the same kind of subscription already, the dearest first.
    public let sameKind: [RecurringStream]
    /// What was said of earlier purchases of its kind.
    public let words: KindWords
    /// Whether pay is known to come to any account.
    public let knowsIncome: Bool
    public let knowsTooLittle: Bool
    public let verdict: Verdict
    /// The geofence that one is in, or may be in; nil for none.
    public let place: LocationCheck.Hit?

    /// What a month of a plan takes, minor units; nil for what is paid at once.
    public var monthlyBurden: Int64? { purchase.instalments?.monthlyCost }

    /// Why an account that was named cannot be what pays.
    public enum AccountProblem: Hashable, Sendable {
        case unknown(String)
        case otherCurrency(String, Currency)
        /// A loan, a house: nothing that is paid from.
        case notSpendable(String)
        /// A card whose payments are not known: its charges count at once.
        case unknownCardPayments(String)
        case unknownBalance(String)
    }
}

/// A way to a yes that is neither a smaller price nor a later day. Amounts are minor units.
public enum PurchaseAlternative: Hashable, Sendable {
    /// Paying it from another account, which holds so much.
    case account(String, balance: Int64)
    /// Taking so much from another limit, of which `remaining` is left this month.
    case moved(Int64, from: String, remaining: Int64)
    /// A higher limit on a category.
    case limit(Int64, on: String)
}
