import Ledger
import Resources
import Understanding

/// Replies that need no figures.
enum FixedReplies {
    /// What is said to `never mind`.
    static let dismissed = "No problem, starting fresh. What would you like to know?"

    /// What is said to `why?` before anything was answered.
    static let nothingToExplain =
        "There's nothing to explain yet. Ask me something first, like “how much did I spend last month?”"

    /// Whether one of the phrases of a table, apart by `|`, stands in a line.
    static func says(_ phrases: String, _ text: SpokenText) -> Bool {
        phrases.isEmpty || phrases.split(separator: "|").contains { text.says(String($0)) }
    }
}

/// What is said to a line that coach has no answer for: what it cannot do, and what comes nearest.
struct OutOfScopeReply {
    enum Kind: String {
        case reply
        /// The same, also where saving is spoken of: advice that is not given.
        case decline
        /// Whether the household is doing all right, which its data tells.
        case state
        /// Whether an amount is a lot, which its data tells.
        case size
    }

    let kind: Kind
    let text: String
    /// Whether it is about what the line speaks of; else nothing is known of that.
    let isOfSubject: Bool

    /// What is said to a line of which nothing is known.
    static let unknown = OutOfScopeReply(SpokenLine(""), hasAmount: false).text

    /// - Parameter hasAmount: whether an amount is named whose size may be meant.
    init(_ line: SpokenLine, hasAmount: Bool) {
        let spoken = SpokenText(line.words)
        let row = Resource.named("rag-index/replies/out-of-scope.tsv").tableRows.first { row in
            (hasAmount || row[0] != Kind.size.rawValue) && FixedReplies.says(row[1], spoken)
        }
        kind = row.flatMap { Kind(rawValue: $0[0]) } ?? .reply
        text = row?[2] ?? ""
        isOfSubject = row.map { !$0[1].isEmpty } ?? false
    }
}
