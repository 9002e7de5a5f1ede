import Resources

/// Whole lines that say one thing, as rows of a table have them: words in order, alternatives with `|`, `?x` for x or
/// nothing, `N` for a whole number.
///
/// The words of the rows `quiet` may stand anywhere in a line; one of nothing else is none of the others.
public struct LinePatterns: Sendable {
    private let table: Resource
    private let quiet: Set<String>
    /// Every word of a row; most lines have others, and then no row has to be read.
    private let vocabulary: PhraseBook
    private let greatest: Int

    private static let quietRow = "quiet"

    /// - Parameters:
    ///   - name: the embedded file.
    ///   - greatest: a number above it is none of an `N`.
    public init(_ name: String, greatest: Int = 0) {
        let table = Resource.named(name)
        var quiet: Set<String> = []
        var vocabulary = PhraseBook(table, count: table.bytes.count / 8)
        table.eachRow { row, pattern in
            let isQuiet = table.text(row) == LinePatterns.quietRow
            for step in table.parts(of: pattern, separatedBy: 0x20) {
                for word in LinePatterns.alternatives(of: step, in: table) {
                    if isQuiet { quiet.insert(table.text(word)) } else { _ = vocabulary.intern(word, 0) }
                }
            }
        }
        (self.table, self.quiet, self.vocabulary, self.greatest) = (table, quiet, vocabulary, greatest)
    }

    /// The first row that is the whole line, with the number that an `N` of it stands for.
    ///
    /// - Parameter words: small letters, without signs.
    public func row(of words: [String]) -> (name: String, number: Int?)? {
        let core = words.filter { !quiet.contains($0) }
        guard !core.isEmpty, core.allSatisfy({ vocabulary.contains($0) || number($0) != nil }) else { return nil }
        var found: (name: String, number: Int?)?
        table.eachRow { row, pattern in
            guard found == nil else { return }
            let steps = table.parts(of: pattern, separatedBy: 0x20)
            guard let number = match(words[...], steps[...]), case let name = table.text(row),
                name != LinePatterns.quietRow
            else { return }
            found = (name, number > 0 ? number : nil)
        }
        return found
    }

    private static func isOptional(_ step: Range<Int>, in table: Resource) -> Bool {
        table.bytes[step.lowerBound] == UInt8(ascii: "?")
    }

    private static func alternatives(of step: Range<Int>, in table: Resource) -> [Range<Int>] {
        table.parts(of: step.dropFirst(isOptional(step, in: table) ? 1 : 0), separatedBy: 0x7C)
    }

    private func number(_ word: String) -> Int? {
        AmountWords.count(word).flatMap { $0 > 0 && $0 <= greatest ? $0 : nil }
    }

    /// - Returns: the number that was read, 0 where none stands; nil when the words are others.
    private func match(_ words: ArraySlice<String>, _ steps: ArraySlice<Range<Int>>) -> Int? {
        guard let step = steps.first else { return words.allSatisfy(quiet.contains) ? 0 : nil }
        if let word = words.first {
            let alternatives = LinePatterns.alternatives(of: step, in: table)
            func holds(_ word: String) -> Bool {
                alternatives.contains { table.bytes[$0].elementsEqual(word.utf8) }
            }
            if holds(word), let number = match(words.dropFirst(), steps.dropFirst()) { return number }
            if let number = number(word), holds("N"), let other = match(words.dropFirst(), steps.dropFirst()) {
                return max(number, other)
            }
        }
        if LinePatterns.isOptional(step, in: table), let number = match(words, steps.dropFirst()) { return number }
        return words.first.map(quiet.contains) == true ? match(words.dropFirst(), steps) : nil
    }
}
