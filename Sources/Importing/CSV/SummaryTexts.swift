import Ledger
import Resources

/// Texts of rows that state a balance or a sum, by `rag-index/imports/summaries.tsv`.
struct SummaryTexts: Sendable {
    enum Kind: String, Sendable {
        case balance, sum
    }

    static let builtIn = SummaryTexts()

    private struct Phrase {
        let words: [String]
        let kind: Kind
        /// Whatever may follow.
        let isBeginning: Bool
    }

    private let phrases: [String: [Phrase]]
    /// Single words by what they are: `filler`, `noun`, `of`, `other`.
    private let words: [String: Set<String>]
    /// First bytes of phrases in ASCII, which spare most texts a closer look.
    private let begins: [Bool]

    private init() {
        var phrases: [String: [Phrase]] = [:]
        var words: [String: Set<String>] = [:]
        var begins = [Bool](repeating: false, count: 256)
        for byte in 0x80..<0x100 { begins[byte] = true }
        for line in Resource.named("rag-index/imports/summaries.tsv").tableRows {
            let isStart = ["balance", "sum", "noun", "of"].contains(line[0])
            for text in line[2].split(separator: "|") {
                if isStart { begins[Int(text.utf8.first ?? 0)] = true }
                guard let kind = Kind(rawValue: line[0]) else {
                    words[line[0], default: []].insert(String(text))
                    continue
                }
                let parts = text.split(separator: " ").map(String.init)
                phrases[parts[0], default: []].append(
                    Phrase(words: parts, kind: kind, isBeginning: line[1] == "begins"))
            }
        }
        (self.phrases, self.words, self.begins) = (phrases, words, begins)
    }

    /// Longer texts are none.
    private static let longest = 80

    /// What a text states; nil for a transaction's.
    @inline(__always)
    func kind(of text: UnsafeRawBufferPointer) -> Kind? {
        guard let first = text.first, text.count <= Self.longest,
            begins[Int(first &- 0x41 < 26 ? first | 0x20 : first)]
        else { return nil }
        return read(text)
    }

    /// The same for a text in memory.
    func kind(of text: String) -> Kind? {
        var text = text
        return text.withUTF8 { kind(of: UnsafeRawBufferPointer($0)) }
    }

    private func read(_ text: UnsafeRawBufferPointer) -> Kind? {
        let words = Self.words(of: String(decoding: text, as: UTF8.self))
        if let found = words.first.flatMap({ phrases[$0] })?.first(where: { phrase in
            guard words.starts(with: phrase.words) else { return false }
            // "Statement balance payment" pays one.
            if phrase.words.contains(where: { isWord($0, "noun") }), words.contains(where: { isWord($0, "other") }) {
                return false
            }
            return phrase.isBeginning || words.dropFirst(phrase.words.count).allSatisfy(isFiller)
        }) {
            return found.kind
        }
        // "New Balance" is a shop: a noun alone, or with words that are said of balances only.
        let nouns = words.count { isWord($0, "noun") }
        return nouns > 0 && words.allSatisfy { isWord($0, "noun") || isWord($0, "of") || isFiller($0) } ? .balance : nil
    }

    /// Whether a text calls itself a balance, alone or among other words.
    func states(_ text: String) -> Bool { kind(of: text) == .balance || mayStateBalance(text) }

    /// Whether it does among other words: only figures can prove it.
    private func mayStateBalance(_ text: String) -> Bool {
        guard text.utf8.count <= Self.longest else { return false }
        let words = Self.words(of: text).filter { !$0.utf8.allSatisfy(isDigit) }
        guard let first = words.first, let last = words.last, isWord(first, "noun") || isWord(last, "noun") else {
            return false
        }
        return !words.contains { isWord($0, "other") }
    }

    private func isWord(_ word: String, _ kind: String) -> Bool { words[kind]?.contains(word) ?? false }

    private func isFiller(_ word: String) -> Bool { isWord(word, "filler") || word.utf8.allSatisfy(isDigit) }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// `S A L D O` is a word that was spaced out.
    private static func words(of text: String) -> [String] {
        let words = HeaderText.words(text)
        let letters = words.prefix { $0.count == 1 && $0.allSatisfy(\.isLetter) }
        return letters.count < 4 ? words : [letters.joined()] + words.dropFirst(letters.count)
    }
}
