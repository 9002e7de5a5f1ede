import Ledger

/// What a question is understood against.
public struct UnderstandingContext {
    /// The day that counts as today.
    public var asOf: CivilDate
    public var dateOrder: DateOrder
    public var taxonomy: Taxonomy
    /// The names that exist in the user's index.
    public var names: any NameCatalog { didSet { clauses = LineClauses.Memory() } }
    /// The days on which pay is known to have arrived, newest first.
    public var payDays: [CivilDate]
    public var nextPayDay: CivilDate?
    /// The currency of amounts that are said without one.
    public var homeCurrency: Currency
    /// What times that point back mean.
    var anchor: Period?
    /// What the last answer showed, for words that point at it.
    var shown = Shown()
    /// The times and amounts of the line that is read.
    let claims = Claims.Memory()
    /// All that it may be made of.
    private(set) var clauses = LineClauses.Memory()

    public init(
        asOf: CivilDate, dateOrder: DateOrder = .mdy, taxonomy: Taxonomy, names: any NameCatalog,
        payDays: [CivilDate] = [], nextPayDay: CivilDate? = nil, homeCurrency: Currency = .usd
    ) {
        self.asOf = asOf
        self.dateOrder = dateOrder
        self.taxonomy = taxonomy
        self.names = names
        self.payDays = payDays
        self.nextPayDay = nextPayDay
        self.homeCurrency = homeCurrency
    }

    /// As it is where nothing was said before.
    var withoutShown: UnderstandingContext {
        var context = self
        (context.anchor, context.shown) = (nil, Shown())
        return context
    }

    var time: TimeContext {
        var context = TimeContext(asOf: asOf, dateOrder: dateOrder, payDays: payDays, nextPayDay: nextPayDay)
        if let coverage = names.coverage { context.earliest = coverage.start }
        (context.anchor, context.anchorDay) = (anchor, shown.day)
        if let unit = shown.unit, let period = shown.period { context.anchorGroup = .init(unit: unit, period: period) }
        return context
    }
}

/// A question back: something needed is missing, or two readings are about as likely.
public struct Clarification: Hashable, Sendable {
    /// One way to understand the question.
    public struct Reading: Hashable, Sendable {
        /// Words for it within a question: `how much you spent`.
        public var text: String
        public var intent: Intent

        public init(text: String, intent: Intent) {
            self.text = text
            self.intent = intent
        }
    }

    public enum Need: Hashable, Sendable {
        /// One of `readings`.
        case choice
        /// The price of a purchase or the height of a limit.
        case amount
        /// The category of a limit or correction.
        case category
        /// The line again in full: the one it goes on from was not understood.
        case missed
    }

    public var need: Need
    /// For people: `How much is it?`
    public var text: String
    /// The readings of a choice, the likeliest first; empty where none can be told.
    public var readings: [Reading]

    public init(need: Need, text: String, readings: [Reading] = []) {
        self.need = need
        self.text = text
        self.readings = readings
    }
}

/// What a question about limits wants.
public struct BudgetSlots: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case progress, set, remove, suggest
        /// An amount that is no limit, held against what was spent: `with a budget of 900, how did we do`.
        case suppose
    }

    public var action: Action
    /// A category id, a Guardian name, or several ids with `+` between them.
    public var category: String?
    public var amount: Money?
    /// Whether `amount` is added to the limit there is (1), taken from it (−1), or is the limit (nil).
    public var step: Int64?
    /// What the limit becomes as percent of the one there is: 200 doubles it. `amount` is nil then.
    public var percent: Int?
    /// The part of something that the limit shall be. `amount` is nil then.
    public var share: LimitShare?
    /// Whether all limits are meant.
    public var isAll = false
    /// Further limits of the same line.
    public var others: [BudgetSlots] = []
    /// How an amount was read, for the reply.
    public var notes: [String] = []
    /// The words for a category that there is none of.
    public var unknown: String?

    public init(action: Action = .progress, category: String? = nil, amount: Money? = nil) {
        self.action = action
        self.category = category
        self.amount = amount
    }
}

/// What a correction wants; the rows it is about are in the query.
public struct EditSlots: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case categorise, exclude, annotate, split, rename, undo
    }

    public var action: Action
    public var category: String?
    /// What kind of transaction it is, where that was said instead of a category.
    public var kind: TransactionKind?
    /// Whether it holds for later rows of the merchant too.
    public var isRule: Bool
    /// Whether a word orders the change or says what is: `put`, `is`.
    public var isOrder = false
    /// Whether the newest of the rows is meant.
    public var isLatest = false
    /// Whether it is the last row whatever it is: `my last purchase`.
    public var isPlainLast = false
    /// Whether single rows are meant, not all of a merchant.
    public var namesRows = false
    /// Whether the rows are those of the last answer: `that was a gift`.
    public var pointsBack = false
    /// Which of the rows of the last answer, 1 for the first and −1 for the last; nil for what is shown alone.
    public var place: Int?
    /// Whether the place is among those rows by their size: `the biggest one`.
    public var isBySize = false
    /// Whether what was left out is to count again.
    public var isTakenBack = false

    public init(action: Action = .categorise, category: String? = nil, isRule: Bool = false) {
        self.action = action
        self.category = category
        self.isRule = isRule
    }
}

/// A question as it was understood.
public struct Understood: Sendable {
    public var intent: Intent
    /// 0…1: how likely `intent` is what was meant.
    public var confidence: Double
    public var query: Query
    /// Whether `query.period` was assumed because none was said.
    public var assumedPeriod = false
    /// A question back to the user; `intent` and `query` still hold the likeliest reading.
    public var clarification: Clarification?
    /// What a reply must state: `read 3/4 as March 4`, `took “stabucks” as Starbucks`.
    public var notes: [String] = []
    /// Names as they were written that exist neither as merchant, category nor account.
    public var unknownNames: [String] = []
    /// Whether it is asked what somebody else spends: the household's sum must not stand for theirs.
    public var asksOfSomebody = false
    public var isFollowUp = false
    /// Whether the reason for the last answer is asked: `why?`
    public var asksWhy = false
    /// Whether the conversation is to begin anew: `never mind`.
    public var dismisses = false
    /// Whether the comparison is with what is usual: `query.comparison` then spans the last 6 full months, and an
    /// average of theirs is meant.
    public var comparesWithUsual = false
    public var purchase = PurchaseSlots()
    public var budget = BudgetSlots()
    public var edit = EditSlots()
    public var advice = AdviceSlots()
    /// Whether the line could not be read as going on, so that the conversation stands where it stood.
    public var isUnread = false
    /// Whether it says what it is about by itself, so that a line that goes on is not all it can be.
    var saysSubject = false
    /// The line that is answered in its place, where it chose how that one is to be read.
    public var chosenLine: String?

    public init(intent: Intent, confidence: Double, query: Query) {
        self.intent = intent
        self.confidence = confidence
        self.query = query
    }
}

/// What a conversation has been about, for follow-ups; a plain value that the caller keeps.
public struct ConversationState: Sendable, Hashable {
    /// The last question that was about money.
    struct Turn: Sendable, Hashable {
        var intent: Intent
        var query: Query
        var assumedPeriod: Bool
        var comparesWithUsual: Bool
        var purchase: PurchaseSlots
        var budget: BudgetSlots
        var edit: EditSlots
        var advice: AdviceSlots
    }

    var last: Turn?
    /// The one before it that was answered with other words, for `both together`.
    var beforeLast: Turn?
    /// A question back that waits for its answer.
    var pending: Clarification?
    /// What `pending` is about, while it is not decided which of its readings is meant.
    var asked: Turn?
    /// The line that `pending` answered.
    var askedLine: String?
    /// What the last answer showed, for `what else did I buy that day`, `how often did I go there`.
    var shown = Shown()

    public init() {}

    /// What the last question turned out to be about, where the index decided between two readings.
    public mutating func settle(on understood: Understood) {
        last?.intent = understood.intent
        last?.query = understood.query
        last?.purchase = understood.purchase
        last?.assumedPeriod = understood.assumedPeriod
    }

    /// Remembers what the last answer showed.
    public mutating func show(_ evidence: Evidence) { shown.take(evidence) }

    /// Remembers the one merchant that an answer was about, and whether that is of a payment that recurs.
    ///
    /// - Parameter day: of the rows shown, where all are of one.
    public mutating func show(merchant: String, isRepeated: Bool, day: CivilDate? = nil) {
        shown.take(merchant: merchant, isRepeated: isRepeated)
        shown.day = day
    }

    /// Remembers the day of the one row that a figure is of.
    public mutating func show(day: CivilDate) { shown.day = shown.day ?? day }

    /// What a line about the limit spoken of last turned out to ask of it.
    public mutating func settle(onLimit understood: Understood) {
        pending = nil
        if last?.intent != .budget {
            beforeLast = last
            last = Turn(
                intent: .budget, query: understood.query, assumedPeriod: false, comparesWithUsual: false,
                purchase: PurchaseSlots(), budget: BudgetSlots(), edit: EditSlots(), advice: AdviceSlots())
        }
        last?.budget = understood.budget
    }

    /// The one merchant that the last answer was about.
    public var shownMerchant: String? { shown.merchant }

    /// Waits for no answer any more.
    public mutating func dropQuestionBack() { pending = nil }

    /// Whether the conversation has not begun.
    public var isFresh: Bool { last == nil }
}
