import Ledger
import TestSupport
import Testing

@testable import Understanding

/// What holds for every conversation, whatever is said in which order.
@Suite struct FollowUpPropertyTests {
    /// Lines that name no time and no comparison.
    static let views = [
        "more", "next 5", "show all of them", "sort by amount", "oldest first", "reverse the order", "and the second?",
        "only over $100", "under $50 instead", "any price", "as a percentage", "how many was that", "by merchant",
        "split by category", "exclude rent", "without groceries", "with rent again", "just starbucks",
        "what about coffee", "I said gas not coffee", "no, amazon", "only weekends", "on mondays", "all days",
        "in euros", "on the amex", "and for the other card?", "all cards", "is that normal?", "that's a lot, isn't it",
        "list them", "the biggest one", "only the top 3", "in total", "just the pending ones", "excluding refunds",
        "add amazon",
    ]
    /// Lines that nothing explains.
    static let noise = [
        "flibber jabber", "blah", "hmm", "ok", "thanks", "???", "", "what is the weather", "tell me a joke",
    ]
    static let full = [
        ("how much did I spend on groceries in september", "2026-09-01..2026-09-30"),
        ("show my transactions in march", "2026-03-01..2026-03-31"),
        ("top 5 merchants in 2025", "2025-01-01..2025-12-31"),
        ("what was my biggest purchase in august", "2026-08-01..2026-08-31"),
        ("coffee in january and march", "2026-01-01..2026-01-31"),
    ]

    static func turn(_ line: String, _ state: inout ConversationState) -> Understood {
        Understander().understand(line, context: Household().context(), state: &state)
    }

    @Test func aFollowUpNeverChangesAPeriodThatItDoesNotName() {
        var numbers = SeededGenerator(seed: 11)
        for round in 0..<300 {
            let (question, period) = Self.full[round % Self.full.count]
            var state = ConversationState()
            var said = [question]
            var query = Self.turn(question, &state).query
            #expect(query.period.map(written) == period, "\(question)")
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                let line = (numbers.next() % 4 == 0 ? Self.noise : Self.views).randomElement(using: &numbers) ?? ""
                said.append(line)
                let understood = Self.turn(line, &state)
                if understood.isFollowUp {
                    // What both of two times have been asked about is still their sum.
                    #expect(understood.query.periods == query.periods, "\(said)")
                    query = understood.query
                }
                #expect(state.last?.query.periods == query.periods, "\(said)")
            }
        }
    }

    @Test(arguments: noise, views)
    func whatCannotBeReadLeavesTheConversationAsItWas(_ line: String, _ next: String) {
        var (plain, disturbed) = (ConversationState(), ConversationState())
        for index in 0...1 {
            _ = Self.turn(Self.full[index].0, &plain)
            _ = Self.turn(Self.full[index].0, &disturbed)
        }
        _ = Self.turn(line, &disturbed)
        #expect(disturbed.last == plain.last)
        #expect("\(Self.turn(next, &disturbed))" == "\(Self.turn(next, &plain))", "after “\(line)”")
    }

    /// A full question means the same whatever was said before it.
    @Test(arguments: full.map(\.0))
    func aFullQuestionStartsAfresh(_ question: String) {
        var fresh = ConversationState()
        let alone = Self.turn(question, &fresh)
        var numbers = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            var state = ConversationState()
            _ = Self.turn("show amazon purchases over $20 in may", &state)
            for _ in 0..<3 { _ = Self.turn(Self.views.randomElement(using: &numbers) ?? "", &state) }
            let later = Self.turn(question, &state)
            #expect(later.query == alone.query && later.intent == alone.intent)
        }
    }

    @Test func anyLinesInAnyOrderAreReadWithoutAFault() {
        var numbers = SeededGenerator(seed: 5)
        let words =
            (Self.views + Self.noise + Self.full.map(\.0)).flatMap { $0.split(separator: " ").map(String.init) }
            + TimePropertyTests.words
        for _ in 0..<400 {
            var state = ConversationState()
            for _ in 0..<4 {
                let line = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
                    words.randomElement(using: &numbers) ?? ""
                }.joined(separator: " ")
                let understood = Self.turn(line, &state)
                let query = understood.query
                #expect(query.limit >= 1 && query.limit <= Query.mostListed && query.offset >= 0, "\(line)")
                #expect(query.comparison == nil || query.otherPeriods.isEmpty, "\(line)")
                for (earlier, later) in zip(query.periods ?? [], (query.periods ?? []).dropFirst()) {
                    #expect(earlier.end < later.start, "\(line)")
                }
            }
        }
    }
}
