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

    /// Without these words where they first stand.
    public func without(_ words: String) -> Phrase {
        var rest = self
        for place in rest.parts.indices {
            guard case .words(let text) = rest.parts[place], text.contains(words) else { continue }
            rest.parts[place] = .words(text.replacing(words, with: "", maxReplacements: 1))
            break
        }
        return rest
    }

    /// `a`, `a and b`, `a, b, and c`.
    public static func list(_ items: [Phrase]) -> Phrase {
        guard items.count > 2 else { return items.dropFirst().reduce(items.first ?? "") { $0 + " and " + $1 } }
        return items.dropLast().reduce("") { $0 + $1 + ", " } + "and " + items[items.count - 1]
    }

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
