import Ledger

/// A line that holds two questions, of which one is answered at a time: `how much on coffee last month? and groceries?`,
/// `what did I spend on coffee in August and what did I earn`.
public struct LineSplit {
    let first: String
    let second: String

    private static let openers: [[String]] = [
        ["what", "did"], ["what", "was"], ["what", "is"], ["whats"], ["how", "much"], ["how", "many"], ["which"],
        ["when", "did"], ["where", "did"], ["did", "i"], ["what", "are"],
    ]
    private static let own: Set<Intent> = [
        .spending, .transactions, .income, .cashFlow, .balance, .netWorth, .recurring, .unusual, .forecast, .summary,
    ]
    private static let longest = 40
    static let opening = "I take one question at a time"

    /// Whether a note says that only one of two questions was answered.
    public static func isNote(_ note: String) -> Bool { note.hasPrefix(opening) }

    /// nil for a line of one question.
    init?(
        _ reading: QuestionReading, decides: (QuestionReading) -> Intent, reads: (String) -> QuestionReading
    ) {
        let tokens = reading.tokens
        guard tokens.count > 5, tokens.count <= LineSplit.longest else { return nil }
        if let place = LineSplit.limitPlace(in: reading) {
            let (one, other) = (reads(reading.text(of: 0..<place)), reads(reading.text(of: (place + 1)..<tokens.count)))
            if Set([decides(one), decides(other)]) == [.budget, .purchase], one.namesAmount, other.namesAmount {
                (first, second) = (reading.text(of: 0..<place), reading.text(of: (place + 1)..<tokens.count))
                return
            }
        }
        guard let place = LineSplit.place(in: reading) else { return nil }
        let isSentence = tokens[place].key == "?"
        let head = reading.text(of: 0..<place)
        let tail = reading.text(of: (place + 1)..<tokens.count)
        let (one, other) = (reads(head), reads(tail))
        let intents = (decides(one), decides(other))
        guard LineSplit.own.contains(intents.0), LineSplit.own.contains(intents.1) || isSentence && other.namesWhat,
            other.namesWhat || other.asksWhat
        else { return nil }
        if !isSentence {
            let rows: Set<Intent> = [.spending, .transactions]
            let isSame = intents.0 == intents.1 || rows.contains(intents.0) && rows.contains(intents.1)
            // What came in and what went out is one question.
            guard !isSame, one.namesWhat || other.namesWhat || decides(reading) != .cashFlow else { return nil }
        }
        second = tail
        // `what did I earn and what did I spend on rent in May`
        if !isSentence, one.times.isEmpty, let time = other.times.first {
            first = head + " " + other.text(of: time.tokens)
        } else {
            first = head
        }
    }

    /// Where a purchase is asked about behind a limit that is set, or the other way round: `set games to $50 and should I
    /// buy a $30 game`.
    private static func limitPlace(in reading: QuestionReading) -> Int? {
        let keys = reading.tokens.map(\.key)
        return keys.indices.first { place in
            guard place > 2, ["and", "&", "also", "then", ",", "?", ".", ";"].contains(keys[place]) else {
                return false
            }
            let rest = keys[(place + 1)...]
            return asking.contains(where: rest.starts) && !asking.contains(where: keys.starts)
                || rest.first.map(LimitForm.verbs.contains) ?? false && asking.contains(where: keys.starts)
        }
    }

    private static let asking: [[String]] = [
        ["should", "i"], ["should", "we"], ["can", "i"], ["can", "we"], ["could", "i"], ["could", "we"], ["may", "i"],
        ["is", "it", "ok"],
    ]

    /// Where the second question begins: at a question mark within the line, or at an `and` before words that ask.
    private static func place(in reading: QuestionReading) -> Int? {
        let keys = reading.tokens.map(\.key)
        for place in keys.indices where place > 1 && place + 2 <= keys.count - 1 {
            if keys[place] == "?" { return place }
            guard place > 2, ["and", "&", "also"].contains(keys[place]) else { continue }
            let rest = keys[(place + 1)...].drop { $0 == "also" }
            guard openers.contains(where: rest.starts) else { continue }
            // `groceries last month and how much did I earn`: what is named beside a time asks too.
            let names = reading.names.contains { $0.tokens.upperBound <= place }
            let isTimed = reading.times.contains { $0.tokens.upperBound <= place }
            let asks = keys[..<place].contains {
                ["what", "how", "whats", "which", "when", "where", "did"].contains($0)
            }
            if asks || names && isTimed { return place }
        }
        return nil
    }
}

extension QuestionReading {
    fileprivate var namesAmount: Bool { !(amounts + bareAmounts).isEmpty }
    fileprivate var namesWhat: Bool { !names.allSatisfy(\.isExcluded) }
    fileprivate var asksWhat: Bool {
        units.contains { !Set($0.labels).isDisjoint(with: ["@howmuch", "@howmany", "@spend", "@income", "@balance"]) }
    }
}
