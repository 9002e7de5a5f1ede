import Testing

@testable import Understanding

@Suite struct NeedModelTests {
    private func chance(_ line: String) -> Double { NeedModel.builtIn.chance(of: .need, Tokenizer.tokens(of: line)) }

    /// What it costs makes nothing a need, however it is written.
    @Test(arguments: ["$40", "40 dollars", "forty dollars", "two thousand dollars", "$9,000"])
    func thePriceSaysNothing(price: String) {
        #expect(
            chance("new drapes for the den, \(price), just because")
                == chance("new drapes for the den, 5, just because"))
    }

    @Test func needsBeforeWishes() {
        let needs = [
            "the pipe under the sink burst and the kitchen is wet",
            "my daughter's inhaler ran out, the pharmacy wants it paid",
        ]
        let wishes = [
            "a second guitar for fun, it looks great", "front row seats for the show on friday, should be a blast",
        ]
        for need in needs { for wish in wishes { #expect(chance(need) > chance(wish)) } }
    }

    /// What the thing itself says goes first; short lines say too little.
    @Test func whatIsSaidGoesFirst() {
        let wish = Tokenizer.tokens(
            of: "front row seats for the show on friday night, it should be a total blast for us")
        #expect(NeedModel.builtIn.settled(true, in: wish) == true)
        #expect(NeedModel.builtIn.settled(false, in: Tokenizer.tokens(of: "the pipe under the sink burst")) == false)
        #expect(NeedModel.builtIn.settled(nil, in: Tokenizer.tokens(of: "seats for fun")) == nil)
    }

    /// Each is said in words that no table holds.
    @Test func whatCanWaitAndWhatStillDoes() {
        func says(_ trait: NeedModel.Trait, _ line: String) -> Bool {
            NeedModel.builtIn.says(trait, in: Tokenizer.tokens(of: line))
        }
        #expect(says(.later, "the crown is $640, the dentist says there is no hurry and any time this year is fine"))
        #expect(says(.works, "a new mower for $380, my old one still starts and cuts fine"))
        for trait in [NeedModel.Trait.later, .works] {
            #expect(!says(trait, "the pipe under the sink burst and the kitchen is wet, $300 for the plumber"))
        }
    }
}
