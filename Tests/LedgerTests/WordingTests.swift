import Ledger
import Testing

struct WordingTests {
    @Test func theSameEvidenceGetsTheSameWords() {
        for name in ["Netflix", "Rent", "", "Café"] {
            #expect(Wording(name, "$1.00").pick("a", "b", "c") == Wording(name, "$1.00").pick("a", "b", "c"))
        }
    }

    @Test func everyWayComesUp() {
        let picked = Set((0..<60).map { Wording("merchant \($0)").pick("a", "b", "c") })
        #expect(picked == ["a", "b", "c"])
    }

    @Test func partsAreNotRunTogether() {
        #expect(Wording("ab", "c") != Wording("a", "bc"))
    }
}
