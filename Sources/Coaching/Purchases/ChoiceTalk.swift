import Advice
import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// `which of the two should I get, the $300 chair or the $450 one?`, `should I save $500 or pay off the card?`; nil for
    /// other lines.
    mutating func choiceTalk(_ spoken: SpokenLine) throws -> Answer? {
        let words = spoken.words
        guard !Set(["or", "vs"]).isDisjoint(with: words), words.count <= 40 else { return nil }
        if words.count <= 24, ChoiceLine.savesOrPays(words) { return try saveOrPay(spoken.text) }
        guard
            words.count <= 24 && ChoiceLine.asksWhich(words) || ChoiceLine.namesTwo(spoken, context: context),
            let prices = ChoiceLine.prices(spoken, context: context)
        else { return nil }
        return try which(spoken.text, prices)
    }

    /// Of two prices the one that passes; where both do, what the dearer one takes more.
    private mutating func which(_ line: String, _ prices: (low: Money, high: Money)) throws -> Answer {
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        let desk = PurchaseDesk(index, asOf: asOf, settings: purchaseSettings)
        let item = PurchaseItems.name(in: line)
        func assess(_ price: Money) throws -> PurchaseAdvice {
            try desk.assess(desk.completed(Purchase(amount: price, item: item, day: asOf)))
        }
        let (low, high) = (try assess(prices.low), try assess(prices.high))
        let more = Money(prices.high.minorUnits - prices.low.minorUnits, prices.low.currency).text
        let (advice, start): (PurchaseAdvice, String) =
            switch (low.verdict.outcome, high.verdict.outcome) {
            case (.buy, .buy): (high, "Either fits; the one for \(prices.low.text) leaves you \(more) more.")
            case (.buy, _): (high, "The one for \(prices.low.text).")
            default: (low, "Neither right now.")
            }
        let why = VerdictWords(advice, taxonomy: index.taxonomy).reasons.first?.clause
        let subject = low.verdict.outcome == .buy ? "For \(prices.high.text): " : "For \(prices.low.text): "
        var answer = Answer(
            question: line, understood: understood, asOf: asOf, evidence: advice.evidence(Query()),
            reply: [start, why.map { subject + $0 }].compactMap { $0 }.joined(separator: " "), table: nil)
        answer.advice = low.verdict.outcome == .buy && high.verdict.outcome != .buy ? low : advice
        return answer
    }

    /// A card that costs interest goes before savings beyond a reserve.
    private mutating func saveOrPay(_ line: String) throws -> Answer {
        let understood = Understood(intent: .advice, confidence: 0.95, query: Query())
        let desk = PurchaseDesk(index, asOf: asOf, settings: purchaseSettings)
        let advice = try desk.assess(Purchase(amount: Money(1, currency), day: asOf))
        guard let debt = advice.debt else {
            return plain(
                line, understood,
                "Save it. I don't see a card charging you interest lately, so pay each statement in full and put the rest "
                    + "aside.")
        }
        let card = NumberText.list(debt.names)
        let owed = Money(debt.owed, currency).text
        return plain(
            line, understood,
            "Pay off the card. \(card) costs you about \(Money(debt.perMonth, currency).text) a month in interest on "
                + "\(debt.isEstimate ? "about " : "")\(owed), more than savings bring in. Keep enough aside for the bills ahead first."
        )
    }
}
