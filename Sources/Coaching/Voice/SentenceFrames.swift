import Ledger
import Resources

/// The few words of a model's own that are shown: `rag-index/voice/frames.tsv`, which says what its columns mean.
struct SentenceFrames: Sendable {
    /// Words before a sentence, and how they are written.
    struct Opening: Sendable {
        let topic: String
        let words: [String]
        let text: String
    }

    static let builtIn = SentenceFrames(Resource.named("rag-index/voice/frames.tsv").tableRows)

    /// The longest first.
    let openings: [Opening]
    /// Sentences without a fact, by the topic they need.
    private let talk: [String: Set<String>]

    init(_ rows: [[String]]) {
        var openings: [Opening] = []
        var talk: [String: Set<String>] = [:]
        for row in rows where row.count > 2 {
            for text in row[2].parts(separatedBy: 0x3B) {
                if row[0] == "opening" {
                    openings.append(Opening(topic: row[1], words: VoiceWords.words(text), text: String(text)))
                } else {
                    talk[row[1], default: []].formUnion(SentenceFrames.forms(Substring(text)))
                }
            }
        }
        self.openings = openings.sorted { $0.words.count > $1.words.count }
        self.talk = talk
    }

    /// The forms of words with choices in them: `(good|nice) work`.
    private static func forms(_ words: Substring) -> [String] {
        guard let open = words.firstIndex(of: "("), let close = words[open...].firstIndex(of: ")") else {
            return [words.split(separator: " ").joined(separator: " ")]
        }
        let rest = words[words.index(after: close)...]
        return words[words.index(after: open)..<close].split(separator: "|", omittingEmptySubsequences: false)
            .flatMap { forms(words[..<open] + $0 + rest) }
    }

    /// Whether the words are a sentence that may stand for itself beside these topics.
    func isTalk(_ words: [String], _ topics: Set<String>) -> Bool {
        let text = words.joined(separator: " ")
        return topics.contains { talk[$0]?.contains(text) ?? false }
    }
}

/// The words of a text in small letters; apostrophes are straight and part of a word, as are hyphens within one.
enum VoiceWords {
    static func words(_ text: some StringProtocol) -> [String] {
        text.lowercased().replacing("’", with: "'").split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "-") }
            .map { $0.drop { "'-".contains($0) } }.filter { !$0.isEmpty }.map(String.init)
    }
}
