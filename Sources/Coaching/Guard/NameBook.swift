import Ledger
import Understanding

/// Names as sequences of words, each with what it labels: `n:heb` for a merchant or account, `c:groceries` for a category.
struct NameBook: Sendable {
    struct Entry: Sendable {
        let keys: [String]
        var labels: Set<String>
        /// The beginning of a longer name, which only counts with a capital letter.
        var isPart: Bool
    }

    struct Match: Sendable {
        let labels: Set<String>
        let length: Int
        let isPart: Bool
    }

    private var entries: [String: [Entry]] = [:]

    /// The first word of every entry.
    var firstKeys: [String] { Array(entries.keys) }

    /// The word keys of a name; `&` is the word `and`.
    static func keys(of name: String) -> [String] {
        Tokenizer.tokens(of: GuardText(name).text).map { $0.key == "&" ? "and" : $0.key }
    }

    /// What a whole name is compared by.
    static func key(of name: String) -> String { NameKey.key(of: GuardText(name).text) }

    static func label(merchant name: String) -> String { "n:" + key(of: name) }
    static func label(category id: String) -> String { "c:" + id }
    /// - Parameter day: 1 = Monday … 7 = Sunday.
    static func label(weekday day: Int) -> String { "w:\(day)" }

    /// Adds a name, written together where it has signs inside, and by its distinctive beginnings.
    mutating func add(_ name: String, labels: Set<String>, withParts: Bool = false) {
        let keys = NameBook.keys(of: name)
        add(keys: keys, labels, isPart: false)
        if keys.contains(where: { $0 == "-" || $0 == "." || $0 == "'" }) {
            add(keys: keys.filter { $0 != "-" && $0 != "." && $0 != "'" }, labels, isPart: false)
            add(keys: [keys.joined().filter { $0.isLetter || $0.isNumber }], labels, isPart: false)
        }
        guard withParts, keys.count > 1 else { return }
        for length in 1..<keys.count {
            let isDistinctive = keys[0].utf8.count >= 4 && !GuardVocabulary.isCommon(keys[0])
            let last = keys[length - 1]
            guard isDistinctive || length > 1, last.utf8.count > 1, !["and", "of", "the"].contains(last) else {
                continue
            }
            add(keys: Array(keys.prefix(length)), labels, isPart: true)
        }
    }

    mutating func add(keys: [String], _ labels: Set<String>, isPart: Bool) {
        guard let first = keys.first, !(keys.count == 1 && first.utf8.count < 2) else { return }
        if let place = entries[first]?.firstIndex(where: { $0.keys == keys }) {
            guard !isPart || entries[first]![place].isPart else { return }
            if !isPart, entries[first]![place].isPart {
                entries[first]![place] = Entry(keys: keys, labels: labels, isPart: false)
            } else {
                entries[first]![place].labels.formUnion(labels)
            }
            return
        }
        entries[first, default: []].append(Entry(keys: keys, labels: labels, isPart: isPart))
    }

    /// The longest name that begins at a token.
    func longest(at index: Int, key: (Int) -> String) -> Match? {
        let first = key(index)
        guard let candidates = entries[first] ?? entries[NameBook.singular(first)] else { return nil }
        var best: Entry?
        for entry in candidates where entry.keys.count > (best?.keys.count ?? 0) {
            let fits = entry.keys.indices.dropFirst().allSatisfy { offset in
                let word = key(index + offset)
                return word == entry.keys[offset]
                    || offset == entry.keys.count - 1 && NameBook.singular(word) == entry.keys[offset]
            }
            let isWhole =
                entry.keys.count > 1 || entry.keys[0] == first || !entry.labels.allSatisfy { $0.hasPrefix("n:") }
            if fits, isWhole { best = entry }
        }
        return best.map { Match(labels: $0.labels, length: $0.keys.count, isPart: $0.isPart) }
    }

    private static func singular(_ word: String) -> String {
        word.hasSuffix("s") && word.utf8.count > 3 ? String(word.dropLast()) : word
    }
}
