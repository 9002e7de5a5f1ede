import Advice
import Ledger
import Store

/// Purchases that are slept on: put off to a day, brought back on it with what changed, and counted where they were let go.
public struct WishBook {
    /// Days that a purchase can be put off: one that waits longer is none any more.
    public static let longest = 183

    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let settings: PurchaseSettings

    public init(_ index: HouseholdIndex, asOf: CivilDate, settings: PurchaseSettings = PurchaseSettings()) {
        (self.index, self.asOf, self.settings) = (index, asOf, settings)
    }

    /// A purchase that somebody sleeps on.
    public struct Wish: Sendable {
        public let decision: Decision
        public let askAgainOn: CivilDate
        public let isDue: Bool
        /// What coach says of it now, where it is due.
        public let advice: PurchaseAdvice?
        /// How that differs from what was said then, and why, in sentences; nil where it is not due.
        public let change: String?
        /// What made the difference, a sentence; nil where there is none, or it isn't known.
        public let cause: String?
    }

    private var desk: PurchaseDesk { PurchaseDesk(index, asOf: asOf, settings: settings) }

    /// Puts a purchase off.
    ///
    /// - Returns: the number of its decision.
    public func putOff(_ purchase: Purchase, until day: CivilDate) throws -> Int64 {
        try check(day)
        return try index.database.write {
            let advice = try desk.assess(try desk.completed(purchase))
            guard let id = try desk.remember(advice) else { throw OfferError(message: "that purchase is past") }
            try index.remind(ofDecision: id, on: day)
            return id
        }
    }

    /// Asks about a wish again on another day.
    ///
    /// - Parameter number: as the list has it.
    public func putOff(_ number: String, until day: CivilDate) throws -> String {
        guard let id = Int64(number), try waiting().contains(where: { $0.decision.id == id }) else {
            throw OfferError(
                message: "there's no wish “\(number.withoutControls)”; `coach wishes` lists them", isUsage: true)
        }
        try check(day)
        try index.remind(ofDecision: id, on: day)
        return try said(of: id)
    }

    private func check(_ day: CivilDate) throws(OfferError) {
        guard (1...WishBook.longest).contains(day.days(since: asOf)) else {
            throw OfferError(
                message: "a purchase can be put off from tomorrow to half a year from now", isUsage: true)
        }
    }

    /// `Okay: I'll ask you about the desk again on …`.
    func said(of id: Int64) throws -> String {
        guard let wish = try waiting().first(where: { $0.decision.id == id }) else { return "Okay." }
        let name = DecisionWords.name(wish.decision.purchase)
        return "Okay: I'll ask you about \(name) again on \(wish.askAgainOn.text(near: asOf))."
    }

    /// Those that nothing came of yet, the earliest day first; with what changed where the day has come.
    public func waiting() throws -> [Wish] {
        let record = try DecisionBook(index).record(asOf: asOf)
        return try record.decisions.filter { $0.askAgainOn != nil && $0.isOpen }.map(wish).sorted {
            ($0.askAgainOn, $0.decision.id) < ($1.askAgainOn, $1.decision.id)
        }
    }

    private func wish(_ decision: Decision) throws -> Wish {
        let day = decision.askAgainOn ?? asOf
        guard day <= asOf else {
            return Wish(decision: decision, askAgainOn: day, isDue: false, advice: nil, change: nil, cause: nil)
        }
        var purchase = decision.purchase
        purchase.day = max(asOf, purchase.day)
        let advice = try desk.assess(purchase)
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        let cause = VerdictChange(since: decision, words, received: try received(since: decision))?.sentence
        let isSame = decision.verdict == advice.verdict.outcome
        let verdict = "\(isSame ? "Still" : "Now"): \(words.headline.loweredFirst)"
        let sentences = [
            isSame ? nil : "Then I said \(decision.verdict.rawValue).", cause, verdict, words.reasons.first?.sentence,
        ]
        return Wish(
            decision: decision, askAgainOn: day, isDue: true, advice: advice,
            change: sentences.compactMap(\.self).joined(separator: " "), cause: cause)
    }

    /// What came in after a decision, in its currency; nil for nothing.
    private func received(since decision: Decision) throws -> Money? {
        guard decision.day < asOf else { return nil }
        let currency = decision.purchase.amount.currency
        let cents = try GoalBook(index).income(Period(decision.day.adding(days: 1), asOf), currency)
        return cents > 0 ? Money(cents, currency) : nil
    }

    /// What was not spent because purchases were put off, skipped, or waited for; and how many they are.
    public func saved() throws -> (amounts: [Money], count: Int) {
        let record = try DecisionBook(index).record(asOf: asOf)
        return (record.saved, record.decisions.filter { $0.isSaved(dataEnd: record.dataEnd) }.count)
    }

    /// Says what came of one.
    ///
    /// - Returns: what that comes to, a sentence; nil where there's no such purchase.
    public func tell(_ word: DecisionWord, of id: Int64) throws -> String? {
        let book = DecisionBook(index)
        guard let decision = try book.record(asOf: asOf).decisions.first(where: { $0.id == id }) else { return nil }
        if decision.word != word { _ = try book.tell(word, of: id, on: asOf) }
        return DecisionWords.told(word, of: decision)
    }

    /// All of it, as programs read it.
    public func json() throws -> JSON {
        let saved = try saved()
        return .object([
            ("wishes", .array(try waiting().map(\.json))),
            (
                "saved",
                .array(
                    saved.amounts.map {
                        .object([("cents", .integer($0.minorUnits)), ("currency", .string($0.currency.code))])
                    })
            ), ("saved_count", .int(saved.count)),
        ])
    }
}

extension WishBook.Wish {
    public var json: JSON {
        let purchase = decision.purchase
        return .object([
            ("id", .integer(decision.id)), ("name", .string(DecisionWords.name(purchase))),
            ("amount_cents", .integer(purchase.amount.minorUnits)),
            ("currency", .string(purchase.amount.currency.code)),
            ("merchant", .optional(purchase.merchant, JSON.string)), ("item", .optional(purchase.item, JSON.string)),
            ("category", .optional(purchase.category, JSON.string)), ("asked_on", .string(decision.day.iso)),
            ("verdict_then", .string(decision.verdict.rawValue)), ("ask_again_on", .string(askAgainOn.iso)),
            ("due", .bool(isDue)), ("verdict_now", .optional(advice) { .string($0.verdict.outcome.rawValue) }),
            ("change", .optional(change, JSON.string)), ("cause", .optional(cause, JSON.string)),
        ])
    }
}
