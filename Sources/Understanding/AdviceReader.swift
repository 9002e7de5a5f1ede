import Ledger

/// What a question for advice wants; what it is about is in the query.
public struct AdviceSlots: Hashable, Sendable {
    public enum Topic: Hashable, Sendable {
        /// Where less could be spent.
        case saving
        /// Whether too much is spent.
        case tooMuch
        /// Why some days cost what they did.
        case reasons
        /// Which subscriptions to give up.
        case subscriptions
        /// How much to put aside.
        case rate
        /// What less of one thing would come to.
        case cut
    }

    public enum Span: Hashable, Sendable {
        case month, year
    }

    public var topic: Topic
    /// What is to be kept: each month or year, or by the end of the query's period where `span` is nil.
    public var target: Money?
    public var span: Span?
    /// How much less is spent, of the topic `cut`.
    public var cut: SpendingCut?
    /// Whether the days are taken to be dear (1) or cheap (−1) by the question; 0 where it leaves that open.
    public var expects = 0

    public init(topic: Topic = .saving, target: Money? = nil, span: Span? = nil) {
        self.topic = topic
        self.target = target
        self.span = span
    }
}

extension AdviceSlots {
    private static let lows: Set<String> = [
        "low", "lower", "less", "down", "drop", "dropped", "fell", "dip", "dipped", "decrease", "decreased", "cheap",
        "cheaper", "little", "small", "few", "fewer",
    ]

    /// Whether words take something to be much (1) or little (−1); 0 where they say neither.
    public static func expectation(of question: String) -> Int {
        expectation(of: Tokenizer.tokens(of: question).map(\.key))
    }

    /// Whether a line says what an amount is not to be saved on: `save 200 without cutting restaurants`. A goal is saved
    /// for, whatever it is taken from.
    public static func spares(_ line: String) -> Bool {
        let keys = Tokenizer.tokens(of: line).map(\.key)
        return keys.contains("save") && isPlanWithout(keys)
    }

    fileprivate static func isPlanWithout(_ keys: [String]) -> Bool {
        guard let verb = keys.firstIndex(of: "save") else { return false }
        return keys[verb...].contains { ["without", "except", "excluding", "besides"].contains($0) }
            || SpokenText(keys).says("but not") || SpokenText(keys).says("not touching")
    }

    static func expectation(of keys: [String]) -> Int {
        if keys.contains(where: lows.contains) { return -1 }
        return keys.contains { AdviceReader.heights.contains($0) && $0 != "different" && $0 != "changed" } ? 1 : 0
    }
}

/// Reads what advice is asked for.
struct AdviceReader {
    let reading: QuestionReading
    private let text: SpokenText

    init(reading: QuestionReading) {
        self.reading = reading
        text = SpokenText(reading.keys)
    }

    private var keys: [String] { reading.keys }

    private func says(_ words: [String]) -> Bool { keys.contains(where: words.contains) }

    private func says(_ phrase: String) -> Bool { text.says(phrase) }

    var slots: AdviceSlots {
        var slots = AdviceSlots(topic: topic)
        if topic == .reasons { slots.expects = expects }
        if topic == .cut { slots.cut = CutReader(reading: reading).supposed }
        guard slots.topic == .saving, let amount = reading.amounts.first ?? reading.bareAmounts.first else {
            return slots
        }
        slots.target = Money(amount.amount, amount.currency)
        if says(["year", "yearly", "annually", "annual"]), !reading.times.contains(where: isAhead) {
            slots.span = .year
        } else if !reading.times.contains(where: isAhead) {
            slots.span = .month
        }
        return slots
    }

    /// `by june`, `until next summer`.
    private func isAhead(_ time: TimeExpression) -> Bool {
        guard let before = keys.indices.contains(time.tokens.lowerBound - 1) ? keys[time.tokens.lowerBound - 1] : nil
        else { return keys.indices.contains(time.tokens.lowerBound) && isUntil(keys[time.tokens.lowerBound]) }
        return isUntil(before) || isUntil(keys[time.tokens.lowerBound])
    }

    private func isUntil(_ key: String) -> Bool { ["by", "until", "till", "til", "before"].contains(key) }

    private var topic: AdviceSlots.Topic {
        if asksForCut { return .cut }
        if asksForReasons { return .reasons }
        if says(["subscription", "subscriptions", "subs", "memberships"]) || asksToCancel { return .subscriptions }
        if asksForTooMuch || says(["good", "bad"]) && says("with money") { return .tooMuch }
        let asksHowMuch = says("how much should") || says("saving enough") || says("save enough")
        return asksHowMuch && reading.names.allSatisfy(\.isOfSavings) && says(["save", "saving", "aside", "keep"])
            ? .rate : .saving
    }

    private var expects: Int { AdviceSlots.expectation(of: keys) }

    private var asksToCancel: Bool {
        says(["cancel", "unsubscribe"])
            && reading.names.allSatisfy { if case .merchant = $0.kind { false } else { true } }
    }

    // MARK: What only this intent answers

    var isCertain: Bool { asksForReasons || asksForTooMuch || asksForCut || asksForPlan }

    /// `save 200 without cutting restaurants`: an amount, and what it is not to come from.
    private var asksForPlan: Bool {
        !(reading.amounts + reading.bareAmounts).isEmpty && reading.names.contains(where: \.isExcluded)
            && AdviceSlots.isPlanWithout(reading.tokens.map(\.key))
    }

    /// `what if I cut dining in half`: what something would save.
    private var asksForCut: Bool {
        reading.names.contains(where: isSpending) && !says(["limit", "budget", "cap"]) && !says(["buy", "buying"])
            && CutReader(reading: reading).supposed != nil
    }

    private func isSpending(_ name: NameMatch) -> Bool {
        switch name.kind {
        case .category(let ids): ids.contains { Taxonomy.builtIn[$0]?.flow == .out }
        case .merchant: true
        default: false
        }
    }

    fileprivate static let heights: Set<String> = [
        "much", "high", "higher", "highest", "expensive", "more", "up", "increased", "increase", "rise", "rising",
        "rose", "jump", "jumped", "spike", "spiked", "dear", "dearer", "pricey", "costly", "crazy", "bad", "big",
        "bigger", "large", "larger", "low", "lower", "less", "down", "drop", "dropped", "fell", "dip", "dipped",
        "decrease", "decreased", "cheap", "cheaper", "different", "changed", "over",
    ]

    /// `why was September so expensive`, `what changed in October`: not `why?` alone, which asks how an answer came
    /// about.
    var asksForReasons: Bool {
        let isWhy = says(["why"]) || says("how come") || says("what made")
        guard isWhy || says(["what", "whats"]) else { return false }
        let subject =
            !reading.names.isEmpty || !reading.times.isEmpty
            || says(["spend", "spent", "spending", "expenses", "costs", "bills", "bill", "outgoings"])
        guard subject,
            !says([
                "card", "declined", "rejected", "refused", "charge", "charged", "fee", "income", "paid", "paycheck",
                "salary", "transfer", "cancelled", "canceled", "moved", "turned", "sent", "topup", "arrived", "arrive",
                "pending", "failed", "fail", "working", "work", "blocked", "received", "reverted", "reversed",
            ]), !says("top up"), !says("topping up")
        else { return false }
        if isWhy { return keys.contains(where: AdviceReader.heights.contains) }
        return [
            "what changed", "whats changed", "what drove", "what caused", "whats driving", "what is driving",
            "what was different", "what went wrong", "whats different",
        ].contains(where: says)
    }

    /// `am I spending too much on eating out`, `is Amazon getting out of hand`; a price makes it a purchase.
    var asksForTooMuch: Bool {
        guard reading.amounts.isEmpty, reading.bareAmounts.isEmpty else { return false }
        guard !says(["tax", "taxes", "rate", "rates", "interest", "score", "limit"]) else { return false }
        let isToo =
            [
                "too much", "too high", "out of hand", "out of control", "going overboard", "over the top", "too often",
                "spending problem", "excessive",
            ].contains(where: says)
            || says(["overspending", "overspend", "overspent"])
        let subject =
            !reading.names.isEmpty
            || says(["spend", "spent", "spending", "overspending", "overspend", "overspent", "money"])
        let opener = keys.first { !FunctionWords.determiners.contains($0) } ?? ""
        let asks = ["am", "is", "are", "was", "were", "do", "did", "does", "have", "has"].contains(opener)
        return isToo && (subject || asks && says(["i"])) && (asks || says(["i"]) || says(["my"]))
    }
}

extension NameMatch {
    /// Whether it's what the word for saving was read as.
    fileprivate var isOfSavings: Bool { if case .category(["savings_transfer"]) = kind { true } else { false } }
}
