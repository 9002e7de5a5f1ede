import Ledger
import Testing

@testable import Understanding

/// Which reading a short line chooses, and what times point back at.
struct ChoiceTests {
    // MARK: Choices

    private static let readings = [
        Clarification.Reading(text: "your bills and subscriptions", intent: .recurring),
        Clarification.Reading(text: "how much you spent", intent: .spending),
    ]

    private func chosen(_ line: String, of readings: [Clarification.Reading] = readings) -> Intent? {
        var state = ConversationState()
        state.pending = Clarification(need: .choice, text: "Do you mean …?", readings: readings)
        let context = Household().context()
        let reading = QuestionReading(line, context: context, lexicon: .builtIn)
        let decision = IntentDecision(intent: .spending, confidence: 0.5)
        return FollowUp(reading: reading, decision: decision, context: context).choice(of: state)?.intent
    }

    @Test(arguments: [
        "the first", "first one please", "1", "one", "yes", "yes, the first", "a", "subscriptions", "bills",
    ])
    func choosesTheFirst(_ line: String) { #expect(chosen(line) == .recurring) }

    @Test(arguments: ["the second", "2", "2nd", "the latter", "no", "no, the second", "the other one", "what I spent"])
    func choosesTheSecond(_ line: String) { #expect(chosen(line) == .spending) }

    @Test(arguments: [
        "how much did I spend on coffee in may", "the third", "3", "what was a big purchase", "groceries last month",
        "hello", "show my transactions",
    ])
    func choosesNeither(_ line: String) { #expect(chosen(line) == nil) }

    // MARK: Times that point back

    @Test(arguments: [
        ("2026-09-01..2026-09-30", "what did I earn in that time", "2026-09-01..2026-09-30"),
        ("2026-09-01..2026-09-30", "coffee in the same month", "2026-09-01..2026-09-30"),
        ("2026-09-14..2026-09-14", "that whole week", "2026-09-14..2026-09-20"),
        ("2026-09-05..2026-09-05", "how much did I earn that month", "2026-09-01..2026-09-30"),
        ("2025-03-01..2025-03-31", "the entire year", "2025-01-01..2025-12-31"),
        ("2026-08-31..2026-09-06", "that month", "2026-09-01..2026-09-30"),
        ("2026-09-01..2026-09-30", "how much did I earn then", "2026-09-01..2026-09-30"),
        ("2026-07-01..2026-09-30", "in those three months", "2026-07-01..2026-09-30"),
        // Moved, or another time.
        ("2026-09-01..2026-09-30", "groceries in that week in august", "2026-08-01..2026-08-31"),
        ("2026-09-01..2026-09-30", "spending since then", "-"),
    ])
    func timesPointBack(_ anchor: String, _ line: String, _ expected: String) throws {
        let ends = anchor.split(separator: ".", omittingEmptySubsequences: true).compactMap {
            CivilDate(iso: String($0))
        }
        var context = Household().context()
        context.anchor = Period(ends[0], ends[1])
        let found = TimeParser.expressions(in: Tokenizer.tokens(of: line), context: context.time)
        #expect((found.first.map { "\($0.period.start)..\($0.period.end)" } ?? "-") == expected)
    }

    @Test func aDayPointsBackAtTheRowThatWasShown() {
        var context = Household().context()
        context.shown.day = CivilDate(iso: "2026-09-16")
        let found = TimeParser.expressions(
            in: Tokenizer.tokens(of: "what else did I buy that day"), context: context.time)
        #expect(found.first?.period.start == CivilDate(iso: "2026-09-16"))
    }

    @Test(arguments: ["never mind", "nevermind", "forget it", "start over", "let's start again", "reset", "new topic"])
    func beginsAnew(_ line: String) {
        var state = ConversationState()
        _ = Understander().understand("groceries last month", context: Household().context(), state: &state)
        let understood = Understander().understand(line, context: Household().context(), state: &state)
        #expect(understood.dismisses && state == ConversationState())
    }
}
