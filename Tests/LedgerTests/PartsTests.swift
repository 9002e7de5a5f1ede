import Ledger
import TestSupport
import Testing

/// Cutting texts at a separator.
@Suite struct PartsTests {
    @Test(
        arguments: [
            ("", []), (" ", []), ("one", ["one"]), ("one two", ["one", "two"]), ("  one   two ", ["one", "two"]),
            ("café naïve 日本", ["café", "naïve", "日本"]), ("a very long part indeed, beyond a small string", nil),
        ] as [(String, [String]?)])
    func words(_ text: String, _ parts: [String]?) {
        #expect(text.parts(separatedBy: 0x20) == parts ?? text.split(separator: " ").map(String.init))
    }

    /// The fields of a table's line keep their places.
    @Test func fieldsMayBeEmpty() {
        let bytes = Array("a\t\tb\t".utf8)
        #expect(bytes.withUnsafeBufferPointer { $0.parts(separatedBy: 0x09, keepsEmpty: true) } == ["a", "", "b", ""])
        #expect(UnsafeBufferPointer<UInt8>(start: nil, count: 0).parts(separatedBy: 0x09, keepsEmpty: true) == [""])
    }

    /// As the library cuts, whatever stands in the text.
    @Test func likeSplit() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let text = (0..<random.roll(0...30)).map { _ in
                ["|", "|", "a", "é", "longer words", "🍕"].randomElement(using: &random)!
            }
            .joined()
            #expect(text.parts(separatedBy: 0x7C) == text.split(separator: "|").map(String.init))
        }
    }
}
