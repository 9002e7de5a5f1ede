/// A piece of a sentence that code wrote, in which every figure is marked as one, so that it can be blanked.
///
/// It is written as a string literal: `"\(money) on \(name)"`. What is interpolated as money, a percentage, a count or a
/// number is a figure; texts and names are words.
public struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    enum Part: Hashable, Sendable {
        case words(String)
        /// What a reader sees, and what stands in its place where figures are private.
        case figure(String, blank: String)
    }

    private(set) var parts: [Part] = []

    public init(stringLiteral value: String) { parts = [.words(value)] }
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
    /// Words without a figure.
    public init(_ words: String) { parts = [.words(words)] }

    public static func + (a: Phrase, b: Phrase) -> Phrase {
        var sum = a
        sum.parts += b.parts
        return sum
    }

    public var isEmpty: Bool { text.isEmpty }

    /// What a reader sees.
    public var text: String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .figure(let figure, _): figure
            }
        }.joined()
    }

    /// The same without a single figure: `an amount on groceries in September 2026`.
    public var blanked: String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .figure(_, let blank): blank
            }
        }.joined()
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.words(literal)) }
        }
        public mutating func appendInterpolation(_ words: String) { appendLiteral(words) }
        public mutating func appendInterpolation(_ phrase: Phrase) { parts += phrase.parts }
        public mutating func appendInterpolation(_ money: Money) {
            parts.append(.figure(money.text, blank: "an amount"))
        }
        public mutating func appendInterpolation(percent: Double) {
            parts.append(.figure(NumberText.tenths(percent) + "%", blank: "a percentage"))
        }
        /// `9 purchases`.
        public mutating func appendInterpolation(_ count: Int, _ noun: String) {
            let plural = NumberText.plural(noun)
            parts.append(
                .figure(NumberText.count(count, noun), blank: count == 0 ? "no " + plural : "some " + plural))
        }
        /// A number with at most one decimal.
        public mutating func appendInterpolation(number: Double) {
            parts.append(.figure(NumberText.tenths(number), blank: "some"))
        }
    }
}

/// Numbers as Americans read them.
public enum NumberText {
    /// At most one decimal, rounded half away from zero, thousands grouped: `4.4`, `12`, `1,204`.
    public static func tenths(_ value: Double) -> String {
        let tenths = Int64((abs(value) * 10).rounded())
        let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        return (value < 0 && tenths > 0 ? "-" : "") + groupedThousands(tenths / 10) + fraction
    }

    /// `1 purchase`, `1,204 purchases`, `no purchases`.
    public static func count(_ number: Int, _ noun: String) -> String {
        switch number {
        case 0: "no " + plural(noun)
        case 1: "1 " + noun
        default: groupedThousands(number) + " " + plural(noun)
        }
    }

    /// The regular plural of a noun: `purchases`, `categories`, `days`.
    public static func plural(_ noun: String) -> String {
        let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
        if noun.hasSuffix("y"), let before = noun.dropLast().last, !vowels.contains(before) {
            return noun.dropLast() + "ies"
        }
        return noun.hasSuffix("ch") || noun.hasSuffix("s") ? noun + "es" : noun + "s"
    }

    /// `a`, `a and b`, `a, b, and c`.
    public static func list(_ items: [String], _ word: String = "and") -> String {
        switch items.count {
        case 0, 1: items.first ?? ""
        case 2: "\(items[0]) \(word) \(items[1])"
        default: items.dropLast().joined(separator: ", ") + ", \(word) " + items[items.count - 1]
        }
    }
}

extension Phrase {
    /// A sentence that a room of its own composed, as a clause in which every figure that is no day is marked.
    public init(composed sentence: String) {
        let words = Phrase.clause(sentence).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for (index, word) in words.enumerated() {
            if index > 0 { parts.append(.words(" ")) }
            guard word.contains(where: \.isNumber), !Phrase.isOfDay(words, index) else {
                parts.append(.words(word))
                continue
            }
            let isFigure: (Character) -> Bool = { $0.isNumber || $0 == "%" || $0.isCurrencySymbol }
            let start = word.firstIndex(where: isFigure) ?? word.startIndex
            let end = word.lastIndex(where: isFigure).map { word.index(after: $0) } ?? word.endIndex
            let figure = String(word[start..<end])
            let blank =
                figure.contains("%")
                ? "a percentage" : figure.contains(where: \.isCurrencySymbol) ? "an amount" : "some"
            parts += [.words(String(word[..<start])), .figure(figure, blank: blank), .words(String(word[end...]))]
        }
    }

    /// Whether an amount and a day stand in it.
    public var tellsAmountAndDay: Bool {
        let words = text.split(separator: " ").map(String.init)
        let hasAmount = parts.contains { if case .figure(_, let blank) = $0 { blank == "an amount" } else { false } }
        return hasAmount
            && words.indices.contains {
                (1...2).contains(words[$0].filter(\.isNumber).count) && Phrase.isOfDay(words, $0)
            }
    }

    /// Without the point at its end, and without the capital of a word that has one only there.
    private static func clause(_ sentence: String) -> String {
        var text = sentence[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        let first = text.prefix { $0.isLetter || $0 == "'" || $0 == "’" }.lowercased()
        return opening.contains(first) ? text.prefix(1).lowercased() + text.dropFirst() : String(text)
    }

    private static let opening: Set<String> = [
        "it", "its", "you", "your", "you're", "you've", "you'd", "you'll", "it's", "that's", "there's", "anything",
        "against", "half", "cutting", "the", "a", "an", "this", "that", "these", "those", "there",
        "what", "in", "of", "on", "at", "by", "with", "without", "most", "nothing", "some", "all", "one", "two",
        "three",
        "more", "less", "to", "if", "as", "no", "after", "before", "until", "because", "none", "every", "each", "both",
        "here", "they", "their", "from", "over", "about", "so", "still", "then", "any", "cut", "try", "set", "spending",
        "income", "bills", "up", "payments", "out", "when", "buy", "today", "pay", "buying", "lending", "not", "yes",
    ]

    /// Whether a word with digits is a day, a year or an end of a span of days: `9` beside October, `2026`.
    private static func isOfDay(_ words: [String], _ index: Int) -> Bool {
        let digits = words[index].filter(\.isNumber)
        guard words[index].allSatisfy({ !$0.isCurrencySymbol && $0 != "%" }) else { return false }
        func isMonth(_ place: Int) -> Bool {
            words.indices.contains(place)
                && CivilDate.monthNames.contains {
                    words[place].trimmingSigns.hasPrefix($0.prefix(3)) && words[place].count > 2
                }
        }
        if digits.count == 4, digits.hasPrefix("19") || digits.hasPrefix("20"), words[index].count <= 6 { return true }
        return digits.count <= 4 && (isMonth(index - 1) || isMonth(index + 1))
    }
}

extension Character {
    fileprivate var isCurrencySymbol: Bool {
        unicodeScalars.first?.properties.generalCategory == .currencySymbol
    }
}

extension String {
    fileprivate var trimmingSigns: Substring { drop { !$0.isLetter } }
}
