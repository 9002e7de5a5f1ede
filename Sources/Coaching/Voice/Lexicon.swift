import Ledger
import Resources

/// The words that may stand around references: `rag-index/voice/words.tsv`.
struct VoiceLexicon: Sendable {
    /// Words, and several words with spaces between them, with their classes.
    private let classes: [String: Set<String>]
    /// How many words the longest entry has.
    let longest: Int

    static let builtIn = VoiceLexicon(Resource.named("rag-index/voice/words.tsv").tableRows)

    init(_ rows: [[String]]) {
        var classes: [String: Set<String>] = [:]
        var longest = 1
        for row in rows where row.count > 1 {
            for entry in row[1].parts(separatedBy: 0x3B) {
                classes[entry, default: []].insert(row[0])
                longest = max(longest, entry.parts(separatedBy: 0x20).count)
            }
        }
        self.classes = classes
        self.longest = longest
    }

    /// nil for what is no word of it.
    subscript(words: String) -> Set<String>? { classes[words] }
}
