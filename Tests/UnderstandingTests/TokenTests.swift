import TestSupport
import Testing

@testable import Understanding

@Suite struct TokenTests {
    @Test(arguments: [
        ("I've spent $1,234.50!", ["ive", "spent", "$", "1234.50", "!"]),
        ("3.10.2026", ["3", ".", "10", ".", "2026"]), ("31.10.26.", ["31", ".", "10", ".", "26", "."]),
        ("12.50", ["12.50"]), (".50", [".50"]), ("March 3,2026", ["march", "3", ",", "2026"]),
        ("2026-10-31", ["2026", "-", "10", "-", "31"]), ("3/4/26", ["3", "/", "4", "/", "26"]),
        ("Q3 12k 2nd", ["q3", "12k", "2nd"]), ("oct '25", ["oct", "'", "25"]), ("Café crème", ["cafe", "creme"]),
        ("1,2345", ["1", ",", "2345"]), ("", []), ("  \n ", []), ("yesterday's", ["yesterdays"]),
        ("1.5.", ["1.5", "."]),
    ])
    func cuts(_ question: String, _ keys: [String]) {
        #expect(Tokenizer.tokens(of: question).map(\.key) == keys)
    }

    @Test func nothingButSpaceIsLost() {
        var numbers = SeededGenerator(seed: 3)
        let pieces = ["a", "1", ".", ",", "'", " ", "é", "$", "–", "’", "🙂", "9", "\u{301}", "Z", "/", "\n"]
        for _ in 0..<3000 {
            let question = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }.joined()
            let bytes = Array(question.utf8)
            var end = 0
            for token in Tokenizer.tokens(of: question) {
                #expect(token.range.lowerBound >= end)
                #expect(bytes[end..<token.range.lowerBound].allSatisfy { $0 == 0x20 || $0 == 0x0A })
                #expect(Array(token.text.utf8) == Array(bytes[token.range]))
                #expect(
                    token.hasSpaceBefore == (end == 0 || token.range.lowerBound > end) || token.range.lowerBound == 0)
                end = token.range.upperBound
            }
            #expect(bytes[end...].allSatisfy { $0 == 0x20 || $0 == 0x0A })
        }
    }
}
