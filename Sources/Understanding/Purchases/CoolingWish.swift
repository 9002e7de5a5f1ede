import Ledger

/// `ask me again tomorrow`, `remind me next Friday about the boots`, `let me sleep on it`: a purchase that is to be asked
/// about again. The words are those of `rag-index/intents/wish-talk.tsv`.
public struct CoolingWish: Equatable, Sendable {
    /// The words that say when; empty where nothing does.
    public let time: String
    /// The words that say what it is about; none for what was spoken of last.
    public let names: [String]

    private static let patterns = LinePatterns("rag-index/intents/purchase-talk.tsv")
    private static let table = PhraseLists("rag-index/intents/wish-talk.tsv")
    /// Words of a line, alone and with its purchase.
    private static let (longest, longestWithPurchase) = (14, 40)

    /// nil for every other line.
    public init?(_ line: SpokenLine) {
        if line.words.first != "should", CoolingWish.patterns.row(of: line.words)?.name == "cool" {
            (time, names) = ("", [])
            return
        }
        let quiet = CoolingWish.table.words("quiet")
        let words = Array(line.words.drop(while: quiet.contains))
        guard words.count <= CoolingWish.longest else { return nil }
        if let (time, names) = CoolingWish.pause(words) {
            (self.time, self.names) = (time.joined(separator: " "), names)
            return
        }
        for (row, isAsked) in [("ask", true), ("wait", false)] {
            guard let count = CoolingWish.opening(row, words) else { continue }
            let rest = words.dropFirst(count).filter { !CoolingWish.table.words("again").contains($0) }
            // What somebody is to be reminded to do is no purchase.
            guard !rest.isEmpty, rest.first != "to" else { return nil }
            let parts = CoolingWish.parts(rest)
            // Waiting alone is no wish to be asked again.
            let isSlept = !parts.names.isEmpty && parts.time.isEmpty && CoolingWish.opening("sleep", words) == count
            guard isAsked || isSlept || Time(parts.time).isTime else { return nil }
            (time, names) = (parts.time.joined(separator: " "), parts.names)
            return
        }
        return nil
    }

    /// Words that say when, and nothing else: `next week`; nil for others.
    init?(onDay words: [String]) {
        guard !words.isEmpty, Time(words).isTime else { return nil }
        (time, names) = (words.joined(separator: " "), [])
    }

    /// A wish with its purchase in one line, and that purchase as it is written, with its price: `ask me again tomorrow about the $90
    /// shoes`, `I want a $300 chair, sleep on it`; nil for every other line.
    public static func withPurchase(_ line: String) -> (wish: CoolingWish, purchase: String)? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count <= longestWithPurchase, hasPrice(words[...]) else { return nil }
        let joints = table.words("joint")
        for place in words.indices.dropFirst() {
            let isJoint = joints.contains(words[place].lowercased())
            guard isJoint || words[place - 1].last.map({ ",;:.!?–—".contains($0) }) ?? false else { continue }
            let (first, second) = (words[..<place], words[(isJoint ? place + 1 : place)...])
            for (purchase, rest) in [(first, second), (second, first)] where hasPrice(purchase) && !hasPrice(rest) {
                guard let wish = CoolingWish(SpokenLine(rest.joined(separator: " "))), wish.names.isEmpty,
                    isThing(purchase)
                else { continue }
                return (wish, text(of: purchase))
            }
        }
        guard let wish = CoolingWish(SpokenLine(line)), !wish.names.isEmpty else { return nil }
        // The name's words as they are written.
        var names = wish.names[...]
        let named = words.drop { word in !SpokenLine(String(word)).words.contains { $0 == names.first } }.prefix {
            word in
            let said = SpokenLine(String(word)).words.filter { !table.words("article").contains($0) }
            guard names.starts(with: said) else { return false }
            names = names.dropFirst(said.count)
            return !said.isEmpty || !names.isEmpty
        }
        guard names.isEmpty, hasPrice(named) else { return nil }
        return (wish, text(of: named))
    }

    /// Whether words name a thing, or say that it's wanted: not `list charges over $20`, `my rent is $1800`.
    private static func isThing(_ words: ArraySlice<Substring>) -> Bool {
        let keys = SpokenLine(words.joined(separator: " ")).words
        return isSaid(words.joined(separator: " ")) || keys.allSatisfy { !table.words("telling").contains($0) }
    }

    /// Whether words say by themselves what is wanted: `I want a $300 chair`.
    public static func isSaid(_ purchase: String) -> Bool {
        SpokenLine(purchase).words.first.map(table.words("speaker").contains) ?? false
    }

    private static func text(of words: ArraySlice<Substring>) -> String {
        var text = words.joined(separator: " ")
        while let last = text.last, ",;:.!?–—".contains(last) { text.removeLast() }
        return text
    }

    private static func hasPrice(_ words: ArraySlice<Substring>) -> Bool {
        let money = table.words("money")
        return words.contains { word in
            word.contains(where: \.isNumber) && word.contains(where: \.isCurrencySymbol)
                || money.contains(word.lowercased().filter(\.isLetter))
        }
    }

    /// `24 hours cooling-off for the chair`, `a cooling-off of two days on it`; nil for words that call it nothing such.
    private static func pause(_ words: [String]) -> (time: [String], names: [String])? {
        for start in words.indices {
            guard let count = opening("pause", Array(words[start...])) else { continue }
            let rest = words[..<start] + words[(start + count)...]
            let parts = parts(Array(rest.drop(while: table.words("begin").contains)))
            guard parts.time.isEmpty || Time(parts.time).isTime else { return nil }
            return parts
        }
        return nil
    }

    /// How many words a line begins with that are one of a row's phrases.
    private static func opening(_ row: String, _ words: [String]) -> Int? {
        table[row].map { $0.split(separator: " ") }.filter { words.starts(with: $0, by: ==) }.map(\.count).max()
    }

    /// What is said of when, and of what, in either order: `next Friday about the boots`, `on the boots until Monday`.
    private static func parts(_ words: [String]) -> (time: [String], names: [String]) {
        let (markers, until) = (table.words("name"), table.words("until"))
        // What follows a name's word and is a day says when instead.
        for start in words.indices where markers.contains(words[start]) {
            var end = words.count
            if start == 0 {
                // The name ends where a time begins; of several such places the first that leaves one.
                let places = (start + 2..<max(start + 2, words.count))
                end =
                    places.first {
                        Time(Array(words[$0...])).isTime || until.contains(words[$0]) && $0 + 1 < words.count
                    }
                    ?? words.count
            }
            let time = Array(words[..<start]) + Array(words[end...])
            let name = Array(words[start + 1..<end])
            guard !name.isEmpty, !Time(name).isTime, time.isEmpty || Time(time).isTime else { continue }
            let isIt = table["it"].contains(name.joined(separator: " "))
            return (time, isIt ? [] : name.filter { !table.words("article").contains($0) })
        }
        return (words, [])
    }

    /// Words that may say a day to come.
    private struct Time {
        let words: [String]

        init(_ said: [String]) {
            var words = said[...]
            while words.count > 1, let first = words.first, table.words("until").contains(first) {
                words = words.dropFirst()
            }
            self.words = Array(words)
        }

        /// Whether they are a time at all; any day will do to find out.
        var isTime: Bool { day(after: CivilDate(dayNumber: 20_000)) != nil }

        /// `in 3 days`, `a week`, `tomorrow`, `next Friday`, `next month`, `October 30`.
        func day(after asOf: CivilDate) -> CivilDate? {
            if ["tomorrow", "tmrw", "tmr"].contains(where: { words == [$0] }) { return asOf.adding(days: 1) }
            if ["weekend", "this weekend", "the weekend"].contains(words.joined(separator: " ")) {
                // Saturday is the day to ask on; on a weekend the next one is meant.
                let ahead = (6 - asOf.weekday + 7) % 7
                return asOf.adding(days: ahead == 0 ? 7 : ahead)
            }
            if words == ["next", "week"] { return asOf.adding(days: 7) }
            if words == ["next", "month"] { return asOf.adding(months: 1) }
            var span = words.first == "in" ? Array(words.dropFirst()) : words
            for (said, count) in [
                ("a couple of", "2"), ("a couple", "2"), ("a few", "3"), ("few", "3"), ("another", "a"),
            ]
            where span.joined(separator: " ").hasPrefix(said + " ") {
                span = [count] + span.dropFirst(said.split(separator: " ").count)
            }
            if span.count == 2, let unit = CoolingWish.hours(of: span[1]) {
                let one = ["a", "an"].contains(span[0]) ? 1 : nil
                guard let count = one ?? AmountWords.count(span[0]), (1...1_000).contains(count) else { return nil }
                return asOf.adding(days: (count * unit + 23) / 24)
            }
            let name = words.last.flatMap { CivilDate.weekdayNames.map { $0.lowercased() }.firstIndex(of: $0) }
            if let name, words.count == 1 || words.count == 2 && ["next", "this", "coming"].contains(words[0]) {
                let ahead = (name + 1 - asOf.weekday + 7) % 7
                return asOf.adding(days: ahead == 0 ? 7 : ahead)
            }
            return Deadline.day(words.joined(separator: " "), asOf: asOf)
        }
    }

    private static func hours(of unit: String) -> Int? {
        table["hours"].first { $0.hasPrefix(unit + " ") }.flatMap { Int($0.dropFirst(unit.count + 1)) }
    }

    /// The day to ask on; tomorrow where none is said.
    ///
    /// - Returns: nil for what is no day.
    public func day(asOf: CivilDate) -> CivilDate? {
        time.isEmpty ? asOf.adding(days: 1) : Time(time.split(separator: " ").map(String.init)).day(after: asOf)
    }
}
