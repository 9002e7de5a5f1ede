import Coaching
import Ledger
import Store
import Testing

@Suite struct StarterQuestionTests {
    /// Each proposed question gets an answer with figures, without a note that something was not understood.
    @Test func proposedQuestionsAreAnswered() throws {
        let household = try HouseholdIndex(path: ":memory:")
        try SampleDesk.bring(into: household)
        for month in ["2025-03-31", "2025-12-31", "2026-06-15", "2026-10-31"] {
            let asOf = try #require(CivilDate(iso: month))
            let questions = try StarterQuestions(household, asOf: asOf).questions()
            #expect(questions.count == 3)
            #expect(Set(questions).count == 3)
            for question in questions {
                var coach = try Coach(household, asOf: asOf)
                let answer = try coach.answer(question)
                #expect(answer.evidence != nil, "\(month): \(question)")
                #expect(answer.reply.contains { $0.isNumber }, "\(month): \(question): \(answer.reply)")
                #expect(answer.unread.isEmpty && answer.clarify == nil, "\(month): \(question): \(answer.reply)")
            }
        }
    }
}
