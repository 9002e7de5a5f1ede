import Ledger
import Resources

/// Phrases of an embedded list, each with a number that says what it stands for, found longest first in a list of token
/// keys.
///
/// The words stay in the list: thousands of phrases are put in at every start and few are ever asked for, so that none
/// becomes a text before. A phrase stands by its first word and is held against a question byte by byte.
struct PhraseBook: Sendable {
    private struct Entry: Sendable {
        let start: Int32
        let end: Int32
        let value: Int32
        /// The phrase put in before it at the same place, -1 where it is the first there.
        let next: Int32
        /// Whether its bytes are its keys with a space between.
        let isPlain: Bool
    }

    private let list: Resource
    private let ignoresHyphens: Bool
    private var entries: [Entry] = []
    private var heads: [Int32]

    /// - Parameters:
    ///   - list: where the phrases are.
    ///   - count: about how many phrases will be put in.
    ///   - ignoresHyphens: whether a phrase is also found without its hyphens: `take out` is `take-out`.
    init(_ list: Resource, count: Int, ignoresHyphens: Bool = false) {
        (self.list, self.ignoresHyphens) = (list, ignoresHyphens)
        entries.reserveCapacity(count)
        heads = [Int32](repeating: -1, count: 1 << (Int.bitWidth - count.leadingZeroBitCount))
    }

    /// - Parameters:
    ///   - phrase: where it is in the list; in small letters; an empty one is not kept.
    ///   - value: what it stands for, from 0 to 2³¹ − 1.
    mutating func insert(_ phrase: Range<Int>, _ value: Int) {
        guard !phrase.isEmpty else { return }
        let (place, isPlain) = place(ofPhrase: phrase)
        let entry = Entry(
            start: Int32(phrase.lowerBound), end: Int32(phrase.upperBound), value: Int32(value), next: heads[place],
            isPlain: isPlain)
        heads[place] = Int32(entries.count)
        entries.append(entry)
    }

    /// The value of the same phrase where it is in already; else it is put in.
    mutating func intern(_ phrase: Range<Int>, _ value: @autoclosure () -> Int) -> Int {
        let bytes = list.bytes
        var next = heads[place(ofPhrase: phrase).place]
        while next >= 0 {
            let entry = entries[Int(next)]
            if bytes[phrase].elementsEqual(bytes[Int(entry.start)..<Int(entry.end)]) { return Int(entry.value) }
            next = entry.next
        }
        let new = value()
        insert(phrase, new)
        return new
    }

    /// Every phrase that begins at `start`, longest first, of two as long the one put in first.
    func matches(in keys: [String], at start: Int) -> [(length: Int, value: Int)] {
        var found: [(length: Int, value: Int)] = []
        var next = heads[place(ofKey: keys[start])]
        while next >= 0 {
            let entry = entries[Int(next)]
            if let length = length(of: entry, in: keys, at: start) {
                found.insert(
                    (length, Int(entry.value)), at: found.firstIndex { $0.length <= length } ?? found.count)
            }
            next = entry.next
        }
        return found
    }

    /// The values of the longest phrase that begins at `start`.
    func longest(in keys: [String], at start: Int) -> (length: Int, values: [Int])? {
        let found = matches(in: keys, at: start)
        guard let length = found.first?.length else { return nil }
        return (length, found.prefix { $0.length == length }.map(\.value))
    }

    func contains(_ word: String) -> Bool { contains([word]) }

    /// Whether these words are a phrase as a whole.
    func contains(_ words: [String]) -> Bool { matches(in: words, at: 0).first?.length == words.count }

    /// All words that begin a phrase or stand in one.
    var allWords: Set<String> {
        entries.reduce(into: []) { words, entry in words.formUnion(keys(of: entry)) }
    }

    private func keys(of entry: Entry) -> [String] {
        Lexicon.keys(of: String(decoding: list.bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self))
    }

    /// How many keys the phrase has, where they are those from `start` on.
    private func length(of entry: Entry, in keys: [String], at start: Int) -> Int? {
        guard entry.isPlain else {
            let phrase = self.keys(of: entry)
            if keys[start...].starts(with: phrase) { return phrase.count }
            let plain = phrase.filter { $0 != "-" }
            return ignoresHyphens && keys[start...].starts(with: plain) ? plain.count : nil
        }
        let bytes = list.bytes
        var (place, end) = (Int(entry.start), Int(entry.end))
        for index in start..<keys.count {
            for byte in keys[index].utf8 {
                guard place < end, bytes[place] == byte else { return nil }
                place += 1
            }
            if place == end { return index - start + 1 }
            guard bytes[place] == UInt8(ascii: " ") else { return nil }
            place += 1
        }
        return nil
    }

    // MARK: Places

    /// The place of the first key of a phrase.
    private func place(ofPhrase phrase: Range<Int>) -> (place: Int, isPlain: Bool) {
        let bytes = list.bytes[phrase]
        var hash = PhraseBook.basis
        var end = phrase.lowerBound
        while end < phrase.upperBound, PhraseBook.isWord(bytes[end]) {
            PhraseBook.add(bytes[end], to: &hash)
            end += 1
        }
        if bytes[end...].allSatisfy({ $0 == UInt8(ascii: " ") || PhraseBook.isWord($0) }) {
            return (place(hash), true)
        }
        // `food & drink`, `sit-down meals`; an apostrophe or a point may belong to the word.
        if end > phrase.lowerBound, [UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "&")].contains(bytes[end]) {
            return (place(hash), false)
        }
        return (place(ofKey: Lexicon.keys(of: String(decoding: bytes, as: UTF8.self)).first ?? ""), false)
    }

    private func place(ofKey key: String) -> Int {
        var hash = PhraseBook.basis
        for byte in key.utf8 { PhraseBook.add(byte, to: &hash) }
        return place(hash)
    }

    private func place(_ hash: UInt32) -> Int { Int(hash ^ hash >> 16) & (heads.count - 1) }

    private static func isWord(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) }

    /// Of the hash by G. Fowler, L. C. Noll and P. Vo, FNV-1a.
    private static let basis: UInt32 = 2_166_136_261

    private static func add(_ byte: UInt8, to hash: inout UInt32) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
}

extension PhraseBook {
    /// The first fields of a table, each with the place in the file where the second one begins.
    init(firstFieldsOf table: Resource, ignoresHyphens: Bool = false) {
        self.init(table, count: table.bytes.count / 16, ignoresHyphens: ignoresHyphens)
        table.eachRow { first, rest in insert(first, rest.lowerBound) }
    }

    /// A phrase a line.
    init(linesOf list: Resource) {
        self.init(list, count: list.bytes.count / 12)
        list.eachLine { insert($0, 0) }
    }

    /// Words with spaces or line ends between.
    init(wordsOf list: Resource) {
        self.init(list, count: list.bytes.count / 6)
        list.eachLine { line in for word in list.parts(of: line, separatedBy: 0x20) { insert(word, 0) } }
    }
}
