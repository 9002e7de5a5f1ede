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
    private let filler: Set<String>
    /// First bytes of phrases in ASCII, which spare most texts a closer look.
    private let begins: [Bool]

    private init() {
        var phrases: [String: [Phrase]] = [:]
        var filler: Set<String> = []
        var begins = [Bool](repeating: false, count: 256)
        for byte in 0x80..<0x100 { begins[byte] = true }
        for line in Resource.named("rag-index/imports/summaries.tsv").tableRows {
            for text in line[2].split(separator: "|") {
                guard let kind = Kind(rawValue: line[0]) else {
                    filler.insert(String(text))
                    continue
                }
                let words = text.split(separator: " ").map(String.init)
                phrases[words[0], default: []].append(
                    Phrase(words: words, kind: kind, isBeginning: line[1] == "begins"))
                begins[Int(words[0].utf8.first ?? 0)] = true
            }
        }
        (self.phrases, self.filler, self.begins) = (phrases, filler, begins)
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

    private func read(_ text: UnsafeRawBufferPointer) -> Kind? {
        let words = Self.joined(HeaderText.words(String(decoding: text, as: UTF8.self)))
        guard let first = words.first, let candidates = phrases[first] else { return nil }
        return candidates.first { phrase in
            guard words.starts(with: phrase.words) else { return false }
            return phrase.isBeginning
                || words.dropFirst(phrase.words.count).allSatisfy { filler.contains($0) || $0.utf8.allSatisfy(isDigit) }
        }?.kind
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// `S A L D O` is a word that was spaced out.
    private static func joined(_ words: [String]) -> [String] {
        let letters = words.prefix { $0.count == 1 && $0.allSatisfy(\.isLetter) }
        return letters.count < 4 ? words : [letters.joined()] + words.dropFirst(letters.count)
    }
}
