import Ledger

/// Phrases of one or more words, each with a value, found longest first in a list of token keys.
struct PhraseBook<Value> {
    fileprivate struct Entry {
        let rest: [String]
        let value: Value
    }

    private var entries: [String: [Entry]] = [:]

    /// - Parameter keys: the token keys of the phrase; empty ones are not kept.
    mutating func insert(_ keys: [String], _ value: Value) {
        guard let first = keys.first else { return }
        let entry = Entry(rest: Array(keys.dropFirst()), value: value)
        PhraseBook.insert(entry, into: &entries[first, default: []])
    }

    private static func insert(_ entry: Entry, into list: inout [Entry]) {
        list.insert(entry, at: list.firstIndex { $0.rest.count < entry.rest.count } ?? list.count)
    }

    /// Every phrase that begins at `start`, longest first.
    func matches(in keys: [String], at start: Int) -> [(length: Int, value: Value)] {
        guard let list = entries[keys[start]] else { return [] }
        var found: [(Int, Value)] = []
        for entry in list where start + entry.rest.count < keys.count {
            if zip(entry.rest, keys[(start + 1)...]).allSatisfy({ $0 == $1 }) {
                found.append((entry.rest.count + 1, entry.value))
            }
        }
        return found
    }

    /// The values of the longest phrase that begins at `start`.
    func longest(in keys: [String], at start: Int) -> (length: Int, values: [Value])? {
        let found = matches(in: keys, at: start)
        guard let length = found.first?.length else { return nil }
        return (length, found.prefix { $0.length == length }.map(\.value))
    }

    func contains(_ word: String) -> Bool { entries[word]?.contains { $0.rest.isEmpty } ?? false }

    /// All words that begin a phrase or stand in one.
    var allWords: Set<String> {
        var words = Set(entries.keys)
        for list in entries.values { for entry in list { words.formUnion(entry.rest) } }
        return words
    }
}

extension PhraseBook: Sendable where Value: Sendable {}

extension PhraseBook.Entry: Sendable where Value: Sendable {}

extension PhraseBook where Value == Bool {
    /// A set of phrases.
    init(phrases: [[String]]) {
        for phrase in phrases { insert(phrase, true) }
    }
}
