import Ledger
import Store
import Testing

@testable import Coaching

/// Summaries in a model's words: held against the facts, kept, and asked for once.
struct SummaryModelTests {
    private func phraser(_ model: ScriptedModel, _ household: SummaryHousehold) throws -> Phraser {
        Phraser(
            model, prompts: Prompts(), settings: PhrasingSettings(), taxonomy: household.index.taxonomy,
            currency: .usd)
    }

    private func household() throws -> (SummaryHousehold, MonthFacts, String) {
        let household = try SummaryHousehold.generated(seed: 3)
        let facts = try household.facts("2026-09", asOf: "2026-10-05")
        return (household, facts, Money(facts.main.flow.spending, .usd).text)
    }

    @Test func wordsAreAskedForOnce() throws {
        let (household, facts, spent) = try household()
        let model = ScriptedModel(.say("You spent \(spent) in September 2026."), .say("You spent [[spent]]."))
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
        #expect(again.asked.isEmpty)
        #expect(model.requests.count == 1)
        let fresh = try book.phrased(facts, by: &phraser, isFresh: true)
        #expect(fresh.narrative.text == "You spent \(spent) in September 2026.")
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

    // MARK: Two currencies

    private func travellers() throws -> (SummaryHousehold, MonthFacts) {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd,
            (3...9).flatMap {
                ["2026-0\($0)-01,OAK STREET APARTMENTS RENT,-1450.00", "2026-0\($0)-05,ACME PAYROLL,2500.00"]
            })
        try household.bring("Card", .creditCard, .usd, (3...9).map { "2026-0\($0)-20,WHOLE FOODS MKT,-50.00" })
        try household.bring(
            "Konto", .checking, .eur,
            (3...9).flatMap {
                ["2026-0\($0)-11,BOULANGERIE DUBOIS,-8\($0).40", "2026-0\($0)-21,BOULANGERIE DUBOIS,-10.00"]
            })
        return (household, try household.facts("2026-09", asOf: "2026-10-05"))
    }

    @Test func eachCurrencyIsToldByItself() throws {
        let (household, facts) = try travellers()
        let model = ScriptedModel(
            .say("You spent $1,500.00 in September 2026."), .say("You spent €99.40 in September 2026."))
        var phraser = try phraser(model, household)
        let book = SummaryBook(household.index, asOf: day("2026-10-05"))
        let told = try book.phrased(facts, by: &phraser, isFresh: false)
        #expect(
            told.narrative.text
                == "USD: You spent $1,500.00 in September 2026.\n\nEUR: You spent €99.40 in September 2026.")
        #expect(told.narrative.source == .model("scripted") && told.asked.count == 2)
        try #require(model.requests.count == 2)
        #expect(!(model.requests[0].messages.last?.text.contains("€") ?? true))
        #expect(!(model.requests[1].messages.last?.text.contains("$") ?? true))
        #expect(try book.phrased(facts, by: &phraser, isFresh: false).narrative == told.narrative)
        #expect(model.requests.count == 2)
    }

    @Test func theOtherCurrencyStaysComposedWhereItsWordsDoNotHold() throws {
        let (household, facts) = try travellers()
        let model = ScriptedModel(
            .say("You spent $1,500.00 in September 2026."), .say("You spent €1,450.00."), .say("You spent €97.35."))
        var phraser = try phraser(model, household)
        let book = SummaryBook(household.index, asOf: day("2026-10-05"))
        let told = try book.phrased(facts, by: &phraser, isFresh: false)
        let composed = SummaryNarrative(facts, taxonomy: household.index.taxonomy).narrative.text
        let own = try #require(composed.firstRange(of: "EUR: ")).lowerBound
        #expect(told.narrative.text == "USD: You spent $1,500.00 in September 2026.\n\n" + composed[own...])
    }
}
