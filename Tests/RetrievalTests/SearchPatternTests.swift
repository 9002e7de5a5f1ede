import Ledger
import Store
import TestSupport
import Testing

@testable import Retrieval

@Suite struct SearchPatternTests {
    @Test(arguments: [
        ("coffee", "\"coffee\"*"), ("Trader Joe's", "\"Trader\"* AND \"Joe\"* AND \"s\""), ("at 7", "\"at\" AND \"7\""),
        ("  SQ *BLUE-BOTTLE ", "\"SQ\" AND \"BLUE\"* AND \"BOTTLE\"*"), ("café", "\"café\"*"),
        ("a\" OR \"b", "\"a\" AND \"OR\" AND \"b\""), ("NEAR(x y)", "\"NEAR\"* AND \"x\" AND \"y\""),
        ("merchant:foo*", "\"merchant\"* AND \"foo\"*"), ("^start", "\"start\"*"), ("-minus", "\"minus\"*"),
        ("日本", "\"日本\""), ("x\u{0}y", "\"x\" AND \"y\""), ("\u{202E}abc", "\"abc\"*"),
        ("Lisbon", "(\"Lisbon\"*) OR (\"lisboa\"*)"),
        ("Rome", "(\"Rome\"*) OR (\"roma\" AND \"it\") OR (\"roma\" AND \"ita\")"),
        ("NYC", "(\"NYC\"*) OR (\"new\" AND \"york\" AND \"city\") OR (\"new\" AND \"york\")"),
        ("Ghent", "(\"Ghent\"*) OR (\"gent\") OR (\"gand\")"),
    ]) func wordsBecomeTerms(text: String, expression: String) {
        #expect(SearchPattern(words: text)?.expression == expression)
    }

    @Test(arguments: ["", " ", "*", "\"\"", "()", "-- ;", "\u{0}", "…", "🍕", "\u{301}", "\u{200D}\u{FE0F}"])
    func nothingToLookFor(text: String) {
        #expect(SearchPattern(words: text) == nil)
    }

    // MARK: Nothing breaks the search

    private static func index() throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        try index.fill([ModelRow(1, day: 20_000, amount: -500, merchant: "Café Müller", category: "coffee")])
        return index
    }

    private func expectNoFailure(_ text: String, _ index: HouseholdIndex) {
        do {
            guard let pattern = SearchPattern(words: text) else { return }
            let sql = "SELECT count(*) FROM search WHERE search MATCH ?"
            _ = try index.database.first(sql, [.text(pattern.expression)]) { $0.int(0) }
        } catch {
            let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
            Issue.record("\(scalars.prefix(200)): \(error)")
        }
    }

    /// Every kind of character inside, before and after a word.
    @Test func anyCharacter() throws {
        let index = try Self.index()
        var value: UInt32 = 0
        while value < 0x110000 {
            if let scalar = Unicode.Scalar(value) {
                let character = String(Character(scalar))
                expectNoFailure("abc\(character)def", index)
            }
            // The beginning whole, then samples: the rest is mostly ideographs and nothing.
            value += value < 0x3000 ? 1 : 97
        }
    }

    @Test(arguments: UInt64(1)...4) func anyText(seed: UInt64) throws {
        let index = try Self.index()
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "\"", "'", "*", "(", ")", "AND", "OR", "NOT", "NEAR(", ":", "^", "-", "+", "{", "}", ",", "a", "\0", "%",
            ";--",
        ]
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                if Bool.random(using: &random) {
                    text += pieces.randomElement(using: &random) ?? ""
                } else if let scalar = Unicode.Scalar(UInt32.random(in: 0..<0x110000, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
                if Int.random(in: 0..<3, using: &random) == 0 { text += " " }
            }
            expectNoFailure(text, index)
        }
    }

    @Test(arguments: [1, 10, 100, 1000, 5000]) func anyLength(count: Int) throws {
        let index = try Self.index()
        expectNoFailure([String](repeating: "word", count: count).joined(separator: " "), index)
        expectNoFailure(String(repeating: "x", count: count), index)
        expectNoFailure((0..<count).map { "w\($0)" }.joined(separator: "-"), index)
        expectNoFailure(String(repeating: "e\u{301}", count: count), index)
    }

    @Test(arguments: [
        ("cafe", true), ("CAFÉ", true), ("caf", true), ("mull cafe", true), ("cafe tea", false), ("coffee", true),
        ("drink", true), ("afe", false), ("ca", false), ("cafe*", true), ("müller, café!", true),
    ]) func whatIsFound(text: String, isFound: Bool) throws {
        #expect(try Retriever(Self.index()).list(Query(text: text, direction: .any)).matched == (isFound ? 1 : 0))
    }
}
