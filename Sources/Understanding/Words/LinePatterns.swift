import Resources

/// Whole lines that say one thing, as rows of a table have them: words in order, alternatives with `|`, `?x` for x or
/// nothing, `N` for a whole number.
///
/// The words of the rows `quiet` may stand anywhere in a line; one of nothing else is none of the others. Rows are held
/// against a line where they stand: making something of all of them takes longer than a question has.
public struct LinePatterns: Sendable {
    private let table: Resource
    private let quiet: Set<String>
    /// The places of the words of all rows; most lines have others, and then no row has to be read.
    private let places: [Bool]
    private let greatest: Int

    private static let quietRow = "quiet"

    /// - Parameters:
    ///   - name: the embedded file.
    ///   - greatest: a number above it is none of an `N`.
    public init(_ name: String, greatest: Int = 0) {
        self.init(Resource.named(name), greatest: greatest)
    }

    init(_ table: Resource, greatest: Int) {
        var quiet: Set<String> = []
        var places = [Bool](repeating: false, count: 1 << 13)
        let bytes = table.bytes
        table.eachRow { row, pattern in
            for word in bytes[pattern].split(whereSeparator: { $0 == 0x20 || $0 == 0x7C || $0 == 0x3F }) {
                places[LinePatterns.place(of: word)] = true
            }
            guard table.bytes[row].elementsEqual(LinePatterns.quietRow.utf8) else { return }
            for step in table.parts(of: pattern, separatedBy: 0x20) {
                quiet.formUnion(table.parts(of: step, separatedBy: 0x7C).map(table.text))
            }
        }
        (self.table, self.quiet, self.places, self.greatest) = (table, quiet, places, greatest)
    }

    /// A number below 8,192 for a word, by the hash of Fowler, Noll and Vo.
    private static func place(of word: some Sequence<UInt8>) -> Int {
        let hash = word.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int((hash ^ hash >> 16) & 0x1FFF)
    }

    private func isKnown(_ word: String) -> Bool {
        places[LinePatterns.place(of: word.utf8)] || number(word) != nil
    }

    private struct Word {
        let text: String
        let isQuiet: Bool
    }

    /// The first row that is the whole line, with the number that an `N` of it stands for.
    ///
    /// - Parameter words: small letters, without signs.
    public func row(of words: [String]) -> (name: String, number: Int?)? {
        let words = words.map { Word(text: $0, isQuiet: quiet.contains($0)) }
        guard !words.allSatisfy(\.isQuiet), words.allSatisfy({ $0.isQuiet || isKnown($0.text) }) else { return nil }
        var found: (name: String, number: Int?)?
        table.eachRow { row, pattern in
            guard found == nil, let number = match(words[...], pattern) else { return }
            found = (table.text(row), number > 0 ? number : nil)
        }
        return found
    }

    /// - Parameter pattern: what is left of a row.
    /// - Returns: the number that was read, 0 where none stands; nil when the words are others.
    private func match(_ words: ArraySlice<Word>, _ pattern: Range<Int>) -> Int? {
        let bytes = table.bytes
        guard let start = pattern.first(where: { bytes[$0] != 0x20 }) else {
            return words.allSatisfy(\.isQuiet) ? 0 : nil
        }
        let end = (start..<pattern.upperBound).first { bytes[$0] == 0x20 } ?? pattern.upperBound
        let isOptional = bytes[start] == UInt8(ascii: "?")
        let (step, rest) = (start + (isOptional ? 1 : 0)..<end, end..<pattern.upperBound)
        if let word = words.first {
            if has(step, word.text), let number = match(words.dropFirst(), rest) { return number }
            if has(step, "N"), let number = number(word.text), let other = match(words.dropFirst(), rest) {
                return max(number, other)
            }
        }
        if isOptional, let number = match(words, rest) { return number }
        return words.first?.isQuiet == true ? match(words.dropFirst(), pattern) : nil
    }

    /// Whether a word is one of the alternatives of a step.
    private func has(_ step: Range<Int>, _ word: String) -> Bool {
        let bytes = table.bytes
        var start = step.lowerBound
        while start < step.upperBound {
            let end = (start..<step.upperBound).first { bytes[$0] == 0x7C } ?? step.upperBound
            if end - start == word.utf8.count, bytes[start..<end].elementsEqual(word.utf8) { return true }
            start = end + 1
        }
        return false
    }

    private func number(_ word: String) -> Int? {
        AmountWords.count(word).flatMap { $0 > 0 && $0 <= greatest ? $0 : nil }
    }
}
