import Resources

/// A full-text expression made from words alone: whatever a person or a file writes can neither break its syntax nor
/// use it.
public struct SearchPattern: Equatable, Sendable {
    /// The FTS5 expression: every word must occur, each may go on (`star` finds Starbucks); a place is found under its other
    /// names as well.
    public let expression: String

    /// - Returns: nil when no letter or digit is left to look for.
    public init?(words text: String) {
        var terms: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            if SearchPattern.isWordScalar(scalar) {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty, !SearchPattern.isAccent(scalar) {
                terms.append(word)
                word = ""
            }
        }
        if !word.isEmpty { terms.append(word) }
        guard !terms.isEmpty else { return nil }
        let others = PlaceNames.builtIn.others(of: text)
        expression =
            others.isEmpty
            ? SearchPattern.all(terms)
            : ([SearchPattern.all(terms)]
                + others.map { SearchPattern.all($0, shortest: SearchPattern.shortestOfPlace) })
                .map { "(\($0))" }.joined(separator: " OR ")
    }

    /// `Gent` is no Gentle Dental: the other names of a place go on only where they are long.
    private static let shortestOfPlace = 6

    /// Words hold letters and digits only, so quoting them needs no escapes. Short ones must match whole: "at" would else
    /// find half of all words.
    private static func all(_ terms: [String], shortest: Int = 3) -> String {
        terms.map { $0.unicodeScalars.count < shortest ? "\"\($0)\"" : "\"\($0)\"*" }.joined(separator: " AND ")
    }

    /// What the tokenizer `unicode61` keeps together: letters and numbers. A term that it would take apart is a phrase,
    /// which this index cannot look up.
    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            // Vowel signs and tones of New Tai Lue and Vedic signs that became letters after the tokenizer's tables.
            !(0x19B0...0x19C9).contains(scalar.value) && !(0x1CF2...0x1CF3).contains(scalar.value)
        default: false
        }
    }

    /// The combining accents that it passes over inside a word; all other marks end a word.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x331).contains(scalar.value) }
}
