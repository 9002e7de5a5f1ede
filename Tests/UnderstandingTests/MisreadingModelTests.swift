import Glibc
import Ledger
import Testing

@testable import Understanding

/// How likely a line was misread, from weights written out by hand.
@Suite struct MisreadingModelTests {
    private let model = MisreadingModel([["bias", "-2"], ["odd", "1.5"], ["plain", "-0.5"]])

    @Test(arguments: [
        ("", -2.0), ("odd", -0.5), ("odd|plain", -1), ("odd|odd", -0.5), ("unheard of", -2),
    ]) func chancesAreThoseOfTheOdds(_ traits: String, _ odds: Double) {
        #expect(abs(model.chance(traits.split(separator: "|").map(String.init)) - 1 / (1 + exp(-odds))) < 1e-12)
    }

    /// Traits that a reading has are called as the table calls them: a plain line is trusted, one that finds nothing less.
    @Test func theTableKnowsTheTraits() throws {
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 6, day: 15)!, taxonomy: .builtIn, names: Household())
        let best = try #require(LineReader(context).candidates("how much did I spend on groceries in May").first)
        #expect(best.traits.contains("plain") && best.traits.contains("measure=total"))
        func chance(_ ofAnswer: String) -> Double { MisreadingModel.builtIn.chance(best.traits + [ofAnswer]) }
        // From 0.2 on a line is asked about.
        #expect(chance("matched 3") < chance("matched 0") && chance("matched 3") < 0.2)
    }
}
