/// Cuts streamed text into the units that are checked and shown: sentences, list items, headings and table rows.
///
/// The units joined are the text, byte by byte, and are the same however the text arrives. A point ends a sentence only
/// where a space and no small letter follow, so `$1,234.56`, `e.g.`, and `3.5%` stay whole.
public struct SentenceSplitter: Sendable {
    private var held: [UInt8] = []
    /// Everything before this is known to hold no end.
    private var scanned = 0

    /// A text without any end is cut here, so that a reply of one endless line cannot grow without bound (bytes).
    static let longestUnit = 4096

    public init() {}

    /// - Returns: the units that are complete now, white space after each included.
    public mutating func add(_ text: String) -> [String] {
        held += text.utf8
        return cut(isEnd: false)
    }

    /// - Returns: what is left; nothing may be added after it.
    public mutating func finish() -> [String] {
        var units = cut(isEnd: true)
        if !held.isEmpty { units.append(String(decoding: held, as: UTF8.self)) }
        held = []
        scanned = 0
        return units
    }

    /// The units of a whole text.
    public static func units(_ text: String) -> [String] {
        var splitter = SentenceSplitter()
        return splitter.add(text) + splitter.finish()
    }

    private mutating func cut(isEnd: Bool) -> [String] {
        var units: [String] = []
        var start = 0
        var index = scanned
        while index < held.count {
            switch verdict(at: index, from: start, isEnd: isEnd) {
            case .ends(let end):
                units.append(String(decoding: held[start..<end], as: UTF8.self))
                start = end
                index = end
            case .goesOn: index += 1
            case .unknown:
                held.removeFirst(start)
                scanned = index - start
                return units
            }
        }
        held.removeFirst(start)
        scanned = index - start
        return units
    }

    private enum Verdict {
        case ends(Int)
        case goesOn, unknown
    }

    private static let newline = UInt8(ascii: "\n")

    private func verdict(at index: Int, from start: Int, isEnd: Bool) -> Verdict {
        let byte = held[index]
        if byte == SentenceSplitter.newline { return afterSpace(index + 1, isEnd) }
        if index - start >= SentenceSplitter.longestUnit, byte == 0x20 { return .ends(index + 1) }
        guard let sign = length(at: index, of: SentenceSplitter.ends) else { return .goesOn }
        guard sign > 0 else { return isEnd ? .goesOn : .unknown }
        // A sentence has its closing quotes, brackets and marks of style.
        var end = index + sign
        while end < held.count, let length = length(at: end, of: SentenceSplitter.closings) {
            guard length > 0 else { return isEnd ? .goesOn : .unknown }
            end += length
        }
        guard end < held.count else { return isEnd ? .ends(end) : .unknown }
        guard held[end] == 0x20 || held[end] == 0x09 || held[end] == SentenceSplitter.newline else { return .goesOn }
        var next = end
        while next < held.count, held[next] == 0x20 || held[next] == 0x09 { next += 1 }
        guard next < held.count else { return isEnd ? .ends(next) : .unknown }
        if held[next] == SentenceSplitter.newline { return afterSpace(next + 1, isEnd) }
        guard byte == UInt8(ascii: "."), end == index + 1 else { return .ends(next) }
        return pointEnds(index, from: start, next: next) ? .ends(next) : .goesOn
    }

    /// White space after a line's end belongs to the line.
    private func afterSpace(_ index: Int, _ isEnd: Bool) -> Verdict {
        var end = index
        while end < held.count, held[end] == 0x20 || held[end] == 0x09 || held[end] == SentenceSplitter.newline {
            end += 1
        }
        return end < held.count || isEnd ? .ends(end) : .unknown
    }

    /// Whether a point with a space after it ends a sentence.
    private func pointEnds(_ index: Int, from start: Int, next: Int) -> Bool {
        // Behind a reference, whatever its key looks like.
        if index >= start + 2, held[index - 1] == UInt8(ascii: "]"), held[index - 2] == UInt8(ascii: "]") {
            return true
        }
        if (0x61...0x7A).contains(held[next]) { return false }
        var first = index
        while first > start, !isBreak(held[first - 1]) { first -= 1 }
        let word = String(decoding: held[first..<index], as: UTF8.self).lowercased()
        // `($53.08)`: without its brackets.
        let opened = word.drop { !$0.isLetter && !$0.isNumber }
        let bare = opened.prefix(while: { $0 != ")" && $0 != "]" && $0 != "\"" })
        if bare.isEmpty { return true }
        // The number of a list item at the beginning of a line.
        if bare.utf8.count <= 2, bare.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return !isLineStart(first, from: start)
        }
        if bare.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }) { return true }
        if bare.utf8.count == 1 || bare.contains(".") { return SentenceSplitter.endings.contains(String(bare)) }
        return !SentenceSplitter.abbreviations.contains(String(bare))
    }

    private func isLineStart(_ index: Int, from start: Int) -> Bool {
        var place = index
        while place > start, held[place - 1] == 0x20 || held[place - 1] == UInt8(ascii: "*") { place -= 1 }
        return place == start || held[place - 1] == SentenceSplitter.newline
    }

    private func isBreak(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == SentenceSplitter.newline }

    /// A single letter that may well be the last word.
    private static let endings: Set<String> = ["i", "a.m", "p.m"]

    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "st", "vs", "etc", "approx", "nr", "jan", "feb", "mar", "apr", "jun", "jul", "aug",
        "sep", "sept", "oct", "nov", "dec", "inc", "ltd", "co", "corp", "avg", "min", "max", "est", "ca", "cf", "incl",
        "excl", "dept", "acct", "mon", "tue", "tues", "wed", "thu", "thurs", "fri",
    ]

    // MARK: Signs

    /// The last bytes of signs: of one byte, and of three that begin with E2 80.
    private typealias Signs = (single: [UInt8], general: [UInt8])

    /// `.` `!` `?` `…`
    private static let ends: Signs = ([0x2E, 0x21, 0x3F], [0xA6])
    /// `"` `'` `)` `]` `*` `_` `”` `’` and the ends themselves
    private static let closings: Signs = ([0x22, 0x27, 0x29, 0x5D, 0x2A, 0x5F, 0x2E, 0x21, 0x3F], [0x9D, 0x99, 0xA6])

    /// The bytes of the sign at `index` when it is one of these, 0 when not enough has arrived to tell; else nil.
    private func length(at index: Int, of signs: Signs) -> Int? {
        if held[index] != 0xE2 { return signs.single.contains(held[index]) ? 1 : nil }
        guard index + 1 < held.count else { return 0 }
        guard held[index + 1] == 0x80 else { return nil }
        guard index + 2 < held.count else { return 0 }
        return signs.general.contains(held[index + 2]) ? 3 : nil
    }
}
