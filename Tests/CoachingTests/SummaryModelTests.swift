import Ledger
import Store
import Testing

@testable import Coaching

/// Summaries in a model's words: held against the facts, kept, and asked for once.
struct SummaryModelTests {
    private func phraser(_ model: ScriptedModel, _ household: SummaryHousehold) throws -> Phraser {
        Phraser(
            model, prompts: try Prompts(), settings: PhrasingSettings(), taxonomy: household.index.taxonomy,
            currency: .usd, knownNames: try Coach.knownNames(household.index))
    }

    private func household() throws -> (SummaryHousehold, MonthFacts, String) {
        let household = try SummaryHousehold.generated(seed: 3)
        let facts = try household.facts("2026-09", asOf: "2026-10-05")
        return (household, facts, Money(facts.main.flow.spending, .usd).text)
    }

    @Test func wordsAreAskedForOnce() throws {
        let (household, facts, spent) = try household()
        let model = ScriptedModel(.say("You spent \(spent) in September 2026."), .say("In September it was \(spent)."))
        var phraser = try phraser(model, household)
        let book = SummaryBook(household.index, asOf: day("2026-10-05"))
        let first = try book.phrased(facts, by: &phraser, isFresh: false)
        #expect(first.narrative.text == "You spent \(spent) in September 2026.")
        #expect(first.narrative.source == .model("scripted"))
        // On another day, too.
        let later = SummaryBook(household.index, asOf: day("2026-10-20"))
        let again = try later.phrased(
            try later.facts(span("2026-09", asOf: "2026-10-20")), by: &phraser, isFresh: false)
        #expect(again.narrative == first.narrative)
        #expect(again.phrased == nil)
        #expect(model.requests.count == 1)
        let fresh = try book.phrased(facts, by: &phraser, isFresh: true)
        #expect(fresh.narrative.text == "In September it was \(spent).")
        #expect(try book.phrased(facts, by: &phraser, isFresh: false).narrative == fresh.narrative)
        #expect(model.requests.count == 2)
    }

    @Test func whatTheFactsDoNotSupportIsNotSaid() throws {
        let (household, facts, _) = try household()
        let model = ScriptedModel(.say("You spent $1.23."), .say("You spent $1.23."))
        var phraser = try phraser(model, household)
        let book = SummaryBook(household.index, asOf: day("2026-10-05"))
        let told = try book.phrased(facts, by: &phraser, isFresh: false)
        #expect(told.narrative == SummaryNarrative(facts, taxonomy: household.index.taxonomy).narrative)
        let kept = try household.index.database.first("SELECT count(*) FROM summary_narrative") { $0.int(0) }
        #expect(kept == 0)
    }

    @Test func anEmptyMonthAsksNobody() throws {
        let (household, _, _) = try household()
        let model = ScriptedModel()
        var phraser = try phraser(model, household)
        let book = SummaryBook(household.index, asOf: day("2026-10-05"))
        let told = try book.phrased(
            try household.facts("2025-01", asOf: "2026-10-05"), by: &phraser, isFresh: false)
        #expect(told.narrative.source == .composed)
        #expect(model.requests.isEmpty)
    }
}
