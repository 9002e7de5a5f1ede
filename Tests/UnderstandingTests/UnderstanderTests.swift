import Ledger
import Testing

@testable import Understanding

@Suite struct UnderstanderTests {
    @Test func aMisspeltMerchantIsNamedInTheReply() {
        let understood = Household().understood("how much at stabucks last month")
        #expect(understood.query.merchants == ["Starbucks"])
        #expect(understood.notes == ["took “stabucks” as Starbucks"])
    }

    @Test(arguments: [
        ("grocries last month", ["took “grocries” as groceries"]),
        ("restarants in september", ["took “restarants” as restaurants"]),
        ("groceries last month", []), ("what about restaurant spending in May", []),
    ])
    func aMisspeltCategoryIsNamedInTheReply(_ question: String, _ notes: [String]) {
        #expect(Household().understood(question).notes == notes)
    }

    @Test func tipsAreInNoBankData() {
        let understood = Household().understood("how much did I tip last month")
        #expect(understood.clarification?.text.contains("can't separate tips") == true)
        #expect(Household().understood("how much did I tip at Starbucks").clarification == nil)
    }

    @Test func aRunningYearIsHeldAgainstAsMuchOfTheLast() {
        let understood = Household().understood("which category grew the most vs last year")
        #expect(understood.query.comparison == Period(day("2025-01-01"), day("2025-10-31")))
        #expect(understood.notes == ["compared with the same days of 2025"])
    }

    @Test func anAmbiguousDateIsNamedInTheReply() {
        var context = Household().context()
        var state = ConversationState()
        let american = Understander().understand("groceries on 3/4/2026", context: context, state: &state)
        #expect(american.query.period == Period(day("2026-03-04"), day("2026-03-04")))
        #expect(american.notes.count == 1)
        context.dateOrder = .dmy
        state = ConversationState()
        let european = Understander().understand("groceries on 3/4/2026", context: context, state: &state)
        #expect(european.query.period == Period(day("2026-04-03"), day("2026-04-03")))
    }

    @Test(arguments: [
        "how much did I spend at Zorbit last month", "transactions at zorbit", "did I pay Zorbit this year",
        "how much did I spend on zorbit and coffee",
    ])
    func anUnknownNameIsNeverDropped(_ question: String) {
        let understood = Household().understood(question)
        #expect(understood.unknownNames.map { $0.lowercased() } == ["zorbit"])
        #expect(understood.query.text?.lowercased() == "zorbit")
    }

    @Test(arguments: [
        "how much did I spend in total last month", "show my transactions on file", "what did I spend on things",
        "how much did I spend this month so far on everything", "list my last 10 transactions",
        "any pending transactions", "what did I buy at the store yesterday",
    ])
    func everydayWordsAreNoNames(_ question: String) {
        #expect(Household().understood(question).unknownNames == [])
    }

    @Test func aTotalWithoutAPeriodIsThePast30DaysAndAListIsEverything() {
        let total = Household().understood("how much did I spend on coffee")
        #expect(total.assumedPeriod)
        #expect(total.query.period == Period(day("2026-10-02"), day("2026-10-31")))
        let list = Household().understood("show my coffee transactions")
        #expect(!list.assumedPeriod)
        #expect(list.query.period == nil)
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
