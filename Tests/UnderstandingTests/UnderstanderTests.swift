import Ledger
import Testing

@testable import Understanding

@Suite struct UnderstanderTests {
    @Test func tipsAreInNoBankData() {
        let understood = Household().understood("how much did I tip last month")
        #expect(understood.clarification?.text.contains("can't separate tips") == true)
        #expect(Household().understood("how much did I tip at Starbucks").clarification == nil)
    }

    @Test func anAmbiguousDateIsReadAsTheUserWritesIt() {
        var context = Household().context()
        var state = ConversationState()
        let american = Understander().understand("how was 3/4/2026", context: context, state: &state)
        #expect(american.query.period == Period(day("2026-03-04"), day("2026-03-04")))
        context.dateOrder = .dmy
        state = ConversationState()
        let european = Understander().understand("how was 3/4/2026", context: context, state: &state)
        #expect(european.query.period == Period(day("2026-04-03"), day("2026-04-03")))
    }

    @Test func ahead() {
        let bills = Household().understood("what bills are due this month")
        #expect(bills.query.period == Period(day("2026-10-01"), day("2026-10-31")))
        let spent = Household().understood("how much did I spend this year")
        #expect(spent.query.period == Period(day("2026-01-01"), day("2026-10-31")))
    }

    @Test func instalmentsAddUp() {
        let phone = Household().understood("should I buy a phone for 4 payments of $50")
        #expect(phone.purchase.amount == Money(20_000, .usd))
    }

    @Test func nothingAtAllIsHelp() {
        for question in ["", "   ", "?!", "\u{7}"] {
            #expect(Household().understood(question).intent == .help)
        }
    }

    @Test func aMissingPriceIsAskedForOnce() {
        var state = ConversationState()
        let context = Household().context()
        let first = Understander().understand("can I afford a new couch", context: context, state: &state)
        #expect(first.clarification?.need == .amount)
        let other = Understander().understand(
            "how much did I spend on rent last month", context: context, state: &state)
        #expect(other.intent == .spending)
        #expect(other.clarification == nil)
        #expect(!other.isFollowUp)
    }

    @Test func stateIsAPlainValue() {
        var state = ConversationState()
        let context = Household().context()
        _ = Understander().understand("how much did I spend on rent last month", context: context, state: &state)
        var copy = state
        let first = Understander().understand("and coffee?", context: context, state: &state)
        let second = Understander().understand("and coffee?", context: context, state: &copy)
        #expect(first.query == second.query)
        #expect(state == copy)
    }

    /// Sets of words from a seeded generator: every one is understood as something, the same each time, with a
    /// confidence of 0…1 and a query that is well formed.
    @Test func anyWordsAreUnderstoodAsSomething() {
        let words = [
            "how", "much", "spend", "$", "500", "over", "starbucks", "and", "except", "last", "month", "by", "category",
            "3/4", "-", "top", "5", "coffee", "vs", "why", "\"", "budget", "to", "amex", "due", "%", "é", "🦆",
            "between", "99999999999999999999", "1.2k", "card", "ending", "in", "the", "per", "average", "what", "about",
            "no",
        ]
        var seed: UInt64 = 7
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((seed >> 33) % UInt64(bound))
        }
        var state = ConversationState()
        for _ in 0..<1500 {
            let question = (0...next(12)).map { _ in words[next(words.count)] }.joined(separator: " ")
            var again = state
            let understood = Understander().understand(question, context: Household().context(), state: &state)
            let repeated = Understander().understand(question, context: Household().context(), state: &again)
            #expect((0...1).contains(understood.confidence), "\(question)")
            #expect("\(understood)" == "\(repeated)", "\(question)")
            if let low = understood.query.minimum, let high = understood.query.maximum {
                #expect(low <= high || understood.query.isMinimumExclusive, "\(question)")
            }
            #expect((1...1000).contains(understood.query.limit), "\(question)")
        }
    }
}
