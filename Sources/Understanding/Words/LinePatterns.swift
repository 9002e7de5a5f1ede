import Resources

/// Whole lines that say one thing, as rows of a table have them: words in order, alternatives with `|`, `?x` for x or
/// nothing, `N` for a whole number.
///
/// The words of the rows `quiet` are left out of a line before it is held against the others.
public struct LinePatterns: Sendable {
    /// Words of which the next one must be one, unless it may be left out.
    private struct Step: Sendable {
        let words: Set<String>
        let isOptional: Bool
        let takesNumber: Bool
    }

    private let rows: [(name: String, steps: [Step])]
    private let quiet: Set<String>
    /// Every word of a row; most lines have others, which then need not be held against each row.
    private let vocabulary: Set<String>
    private let greatest: Int

    /// - Parameters:
    ///   - name: the embedded file.
    ///   - greatest: a number above it is none of an `N`.
    public init(_ name: String, greatest: Int = 0) {
        var rows: [(name: String, steps: [Step])] = []
        var quiet: Set<String> = []
        for row in Resource.named(name).tableRows {
            let steps = row[1].parts(separatedBy: 0x20).map { element in
                let isOptional = element.hasPrefix("?")
                let words = Set((isOptional ? String(element.dropFirst()) : element).parts(separatedBy: 0x7C))
                return Step(words: words, isOptional: isOptional, takesNumber: words.contains("N"))
            }
            if row[0] == "quiet", let first = steps.first {
                quiet.formUnion(first.words)
            } else {
                rows.append((row[0], steps))
            }
        }
        self.rows = rows
        self.quiet = quiet
        self.greatest = greatest
        vocabulary = rows.reduce(into: []) { known, row in known.formUnion(row.steps.flatMap(\.words)) }
    }

    /// The first row that is the whole line, with the number that an `N` of it stands for.
    ///
    /// - Parameter words: small letters, without signs.
    public func row(of words: [String]) -> (name: String, number: Int?)? {
        let core = words.filter { !quiet.contains($0) }
        guard !core.isEmpty, core.allSatisfy({ vocabulary.contains($0) || number($0) != nil }) else { return nil }
        for row in rows {
            if let number = match(core[...], row.steps[...]) { return (row.name, number > 0 ? number : nil) }
        }
        return nil
    }

    private func number(_ word: String) -> Int? {
        AmountWords.count(word).flatMap { $0 > 0 && $0 <= greatest ? $0 : nil }
    }

    /// - Returns: the number that was read, 0 where none stands; nil when the words are others.
    private func match(_ words: ArraySlice<String>, _ steps: ArraySlice<Step>) -> Int? {
        guard let step = steps.first else { return words.isEmpty ? 0 : nil }
        if let word = words.first {
            if step.words.contains(word), let number = match(words.dropFirst(), steps.dropFirst()) { return number }
            if step.takesNumber, let number = number(word), let other = match(words.dropFirst(), steps.dropFirst()) {
                return max(number, other)
            }
        }
        return step.isOptional ? match(words, steps.dropFirst()) : nil
    }
}
