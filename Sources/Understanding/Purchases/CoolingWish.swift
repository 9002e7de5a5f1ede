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
    private static let longest = 14

    /// nil for every other line.
    public init?(_ line: SpokenLine) {
        if line.words.first != "should", CoolingWish.patterns.row(of: line.words)?.name == "cool" {
            (time, names) = ("", [])
            return
        }
        let quiet = CoolingWish.table.words("quiet")
        let words = Array(line.words.drop(while: quiet.contains))
        guard words.count <= CoolingWish.longest else { return nil }
        for (row, isAsked) in [("ask", true), ("wait", false)] {
            guard let count = CoolingWish.opening(row, words) else { continue }
            let rest = words.dropFirst(count).filter { !CoolingWish.table.words("again").contains($0) }
            // What somebody is to be reminded to do is no purchase.
            guard !rest.isEmpty, rest.first != "to" else { return nil }
            let parts = CoolingWish.parts(rest)
            // Waiting alone is no wish to be asked again.
            guard isAsked || Time(parts.time).isTime else { return nil }
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
