import Ledger
import Store
import Testing

@testable import Coaching

/// What a model says of a month is held against everything that the summary knows.
struct SummaryGuardTests {
    /// The guard over one currency of a month, without what the composed words tell.
    private func facts(_ book: SummaryBook, _ facts: MonthFacts) throws -> GuardFacts {
        let answer = book.answer(facts)
        return GuardFacts(
            evidence: try #require(answer.evidence), question: answer.question, composed: "", asOf: answer.asOf)
    }

    @Test(.enabled(if: GuardFiles.setting("GUARD_SHOW") != nil)) func shows() throws {
        let sample = try GuardSample()
        for month in ["2026-09", "2026-10", "2026-07", "2026-05"] {
            let book = SummaryBook(sample.index, asOf: day("2026-10-31"))
            let known = try book.facts(span(month, asOf: "2026-10-31"))
            let facts = try facts(book, known)
            print("=====", month)
            for line in facts.allowed { print("   ", line) }
            let text = SummaryNarrative(known, taxonomy: sample.index.taxonomy).narrative.text
            for (sentence, claims) in FigureGuard(facts: facts).faults(in: text) {
                print("NOT", sentence, claims.map { "\($0.kind) \($0.text) \($0.reason)" })
            }
            print(text)
        }
    }
}
