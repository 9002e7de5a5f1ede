import Ledger

/// What a purchase question names.
public struct PurchaseSlots: Hashable, Sendable {
    /// The whole cost; of a subscription, that of its first twelve months.
    public var amount: Money?
    /// Whether the price was said without a currency.
    public var isBare = false
    /// As it was written: `new laptop`.
    public var item: String?
    public var merchant: String?
    /// The merchant in the words of the question.
    public var writtenMerchant: String?
    public var category: String?
    public var instalments: Instalments?
    public var isOnline: Bool
    /// The name of the account it is to be paid from.
    public var account: String?
    /// The day it is to be bought on; nil for today.
    public var day: CivilDate?
    /// How many prices were added up: 2 for `shoes for $90 and a hat for $30`.
    public var prices: Int
    /// A code beside the price that is of no currency: `XYZ 300`.
    public var unknownCurrency: String?
    /// Whether it takes the place of something that no longer works.
    public var replacesBroken = false
    /// Whether the thing itself, or what it is for, is a need or a wish, where that is not as its category.
    public var isNeed: Bool?
    /// Until when a need can wait, as it was said.
    public var canWaitUntil: CivilDate?
    /// Whether what it would take the place of still works.
    public var stillWorks = false
    /// Whether the money is lent to somebody.
    public var isLent = false
    /// When it comes next, where it is a payment that goes on already.
    public var nextPayment: CivilDate?
    /// What is asked of it.
    public var asked = PurchaseQuestion.whether
    /// Whether something is mended.
    public var isRepair = false
    /// What something that it takes the place of costs, minor units of a month, and the words for that.
    public var replacedCents: Int64?
    public var replacedWords: String?
    /// Why it is not worth its price, as the words say.
    public var doubt: PurchaseDoubt?
    /// Whether it is wondered if what is paid already is still worth it.
    public var isWonderedAbout = false
    /// Of two prices that an `or` stands between the lower one, minor units.
    public var lowerPrice: Int64?
    /// Whether it is given to somebody at a time when people give.
    public var isGift = false
    /// The day until which it is asked whether to wait.
    public var waitsFor: CivilDate?
    /// Whether it is said to bring money in.
    public var earns = false
    /// Whether its price is said to be that of a year, and whether it is said to be paid this once.
    public var isForAYear = false
    public var isOnce = false
    /// Whether it is said to come on top of what is paid already.
    public var isOnTop = false
    /// Whether what it takes the place of is said to be paid again and again: `we pay 92 a month now`.
    public var isReplacedRunning = false
    /// What to ask where a price is written so that nobody can tell how much it is.
    var unclear: String?
    /// The currency of that price.
    var unclearCurrency: Currency?
    /// How the price was read, for the reply: `took 20 % off $900.00`.
    public var notes: [String] = []

    public init(
        amount: Money? = nil, item: String? = nil, merchant: String? = nil, category: String? = nil,
        instalments: Instalments? = nil, isOnline: Bool = false, account: String? = nil, day: CivilDate? = nil,
        prices: Int = 0
    ) {
        self.amount = amount
        self.item = item
        self.merchant = merchant
        self.category = category
        self.instalments = instalments
        self.isOnline = isOnline
        self.account = account
        self.day = day
        self.prices = prices
    }

    /// What to ask where no price is known.
    var priceQuestion: String { unclear ?? "How much is it?" }

    /// Takes the price of what is paid each month without saying so as that of a month: streaming, a phone plan, internet, a
    /// home that is rented.
    mutating func repeatsMonthly(_ keys: [String]) {
        guard let price = amount, instalments == nil, prices == 1,
            Set(["year", "yearly", "annual", "lifetime", "gift", "card", "installation", "modem", "router"])
                .isDisjoint(with: keys)
        else { return }
        // "the payment would be 798 instead of 412"
        let isDearerPlan =
            replacedCents.map { $0 < price.minorUnits && price.minorUnits < 5 * $0 } ?? false
            && !Set(["payment", "payments", "plan", "premium"]).isDisjoint(with: keys)
        let category = category ?? ""
        let isPlan = keys.contains("plan") || category == "internet"
        let isHome = category == "rent" && !keys.contains("deposit")
        let most: Int64 = isHome ? 20_000 : 300
        guard isDearerPlan || category == "streaming" || isHome || isPlan && ["phone", "internet"].contains(category),
            isDearerPlan || price.minorUnits < most * price.currency.minorPerMajor
        else { return }
        instalments = Instalments(cents: price.minorUnits, count: nil, every: .months(1))
        amount = instalments.map { Money($0.wholeCost, price.currency) }
        notes.append("took \(price.text) as a monthly payment")
    }

    /// Takes a price that was said without a currency as one in a currency that was said apart: `500 in euros`.
    mutating func state(in currency: Currency) {
        guard let before = amount, before.currency != currency else { return }
        func converted(_ cents: Int64) -> Int64 {
            roundedQuotient(cents, times: currency.minorPerMajor, by: before.currency.minorPerMajor)
        }
        amount = Money(converted(before.minorUnits), currency)
        isBare = false
        if var plan = instalments {
            (plan.cents, plan.down) = (converted(plan.cents), converted(plan.down))
            instalments = plan
        }
    }

    /// Takes over price, account, day and place of another reading, as far as it names them.
    mutating func take(_ other: PurchaseSlots) {
        if let amount = other.amount {
            (self.amount, instalments, prices) = (amount, other.instalments, other.prices)
            (nextPayment, isBare) = (other.nextPayment, other.isBare)
        }
        (notes, unclear, unclearCurrency) = (other.notes, other.unclear, other.unclearCurrency)
        if other.asked != .whether { asked = other.asked }
        if let account = other.account { self.account = account }
        if let day = other.day { self.day = day }
        isOnline = isOnline || other.isOnline
    }
}

extension ConversationState {
    /// Whether the price of a purchase was asked for and has not been said yet.
    public var asksForPrice: Bool { pending?.need == .amount && last?.intent == .purchase }

    /// Lets the question back go unanswered, and goes on with what was spoken of before.
    public mutating func dropQuestion() { endPurchase() }
}
