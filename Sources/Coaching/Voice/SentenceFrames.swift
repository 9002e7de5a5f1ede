import Ledger
import Resources

/// The frames a model's words may take around references: `rag-index/voice/frames.tsv`, which says what its columns mean.
struct SentenceFrames: Sendable {
    /// Where words stand in a sentence.
    enum Place: String {
        case opening, lead, point, total, whole, next, join, tail, talk
    }

    static let builtIn = SentenceFrames(Resource.named("rag-index/voice/frames.tsv").tableRows)

    /// The entries of a place by the topic they need.
    private var entries: [String: [String: Set<String>]] = [:]

    init(_ rows: [[String]]) {
        for row in rows where row.count > 2 {
            for words in row[2].parts(separatedBy: 0x3B) {
                entries[row[0], default: [:]][row[1], default: []].formUnion(SentenceFrames.forms(words[...]))
            }
        }
    }

    /// The forms of words with choices in them: `your (biggest|largest) is`, `you (also|) spent`.
    private static func forms(_ words: Substring) -> [String] {
        guard let open = words.firstIndex(of: "("), let close = words[open...].firstIndex(of: ")") else {
            return [words.split(separator: " ").joined(separator: " ")]
        }
        let rest = words[words.index(after: close)...]
        return words[words.index(after: open)..<close].split(separator: "|", omittingEmptySubsequences: false)
            .flatMap { forms(words[..<open] + $0 + rest) }
    }

    /// Whether the words may stand at a place beside a fact of these topics.
    func allows(_ words: String, at place: Place, _ topics: Set<String>) -> Bool {
        guard let byTopic = entries[place.rawValue] else { return false }
        return topics.contains { byTopic[$0]?.contains(words) ?? false }
    }
}

/// The words of a text in small letters; apostrophes are straight and part of a word, as are hyphens within one.
enum VoiceWords {
    static func words(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        func trimmed() -> String {
            var word = Substring(word)
            while let last = word.last, "'-&".contains(last) { word.removeLast() }
            return String(word)
        }
        for character in text.lowercased() {
            switch character {
            case "’", "'", "‘": if !word.isEmpty { word.append("'") }
            case "-", "&": if !word.isEmpty { word.append(character) }
            case _ where character.isLetter || character.isNumber: word.append(character)
            default:
                if !word.isEmpty { words.append(trimmed()) }
                word = ""
            }
        }
        if !word.isEmpty { words.append(trimmed()) }
        return words.filter { !$0.isEmpty }
    }
}
