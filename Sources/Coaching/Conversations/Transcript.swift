import Ledger
import Store

/// What was asked and answered in a conversation, in its order.
public struct Transcript: Sendable {
    public struct Turn: Sendable {
        /// Counted from 1 in the whole conversation.
        public let number: Int
        /// The day that counted as today.
        public let day: CivilDate
        public let question: String
        public let reply: String
        public let model: String?
        /// How much of it a model was told; nil where none was asked.
        let privacy: Privacy?
        let table: AnswerTable?
        /// What a model made of the line; nil where none read it.
        let requests: [Request]?
    }

    /// Turns that are held: a pipe of a million questions needs no more memory than one of a thousand.
    static let longest = 500

    public private(set) var turns: [Turn] = []
    /// The number of the last turn; 0 before the first.
    public private(set) var count = 0

    public init() {}

    /// A conversation that was kept.
    public init(_ records: [TurnRecord], taxonomy: Taxonomy) {
        for record in records {
            let evidence = try? JSON.parse(record.evidence)
            add(
                record.day, record.question, record.reply, record.model,
                evidence?["privacy"]?.string.flatMap(Privacy.init),
                evidence.flatMap { AnswerTable(evidence: $0, taxonomy: taxonomy) },
                evidence?["requests"]?.array?.compactMap { try? Request(json: $0) })
        }
    }

    public mutating func add(_ answer: Answer) {
        add(
            answer.asOf, answer.question, answer.reply, answer.source.model, answer.privacy, answer.table,
            answer.isReadByModel ? answer.requests : nil)
    }

    private mutating func add(
        _ day: CivilDate, _ question: String, _ reply: String, _ model: String?, _ privacy: Privacy?,
        _ table: AnswerTable?, _ requests: [Request]?
    ) {
        count += 1
        turns.append(
            Turn(
                number: count, day: day, question: question, reply: reply, model: model, privacy: privacy, table: table,
                requests: requests))
        // Half at once, so that dropping costs nothing for each turn.
        if turns.count > Transcript.longest { turns.removeFirst(Transcript.longest / 2) }
    }

    /// Drops the turns from this number on.
    public mutating func drop(from number: Int) {
        turns.removeAll { $0.number >= number }
        count = min(count, number - 1)
    }

    /// The questions with their days, for `Coach.resume`.
    public var questions: [(question: String, day: CivilDate, requests: [Request]?)] {
        turns.map { turn in (question: turn.question, day: turn.day, requests: turn.requests) }
    }
}

// MARK: - Markdown

extension Transcript {
    /// The conversation as a Markdown document.
    public var markdown: String {
        guard let first = turns.first else { return "" }
        var out = "# \(InertMarkdown.line(first.question))\n"
        for turn in turns {
            out += "\n## \(turn.number). \(InertMarkdown.line(turn.question))\n\n"
            out += Transcript.lines(turn.reply, isMarkdown: turn.model != nil) + "\n"
            if let table = turn.table { out += "\n" + Transcript.markdown(table) }
            let words = turn.model.map { ", in the words of \(InertMarkdown.line($0))" } ?? ""
            out += "\n*As of \(turn.day.longText)\(words).*\n"
        }
        return out
    }

    /// The words of a model are Markdown already; what would change the document, lead elsewhere, load a picture or be
    /// HTML is text. Composed words are no Markdown, and names of accounts and merchants stand in them.
    private static func lines(_ reply: String, isMarkdown: Bool) -> String {
        reply.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard isMarkdown else { return InertMarkdown.line(line) }
            let isHeading = line.drop { $0 == " " }.hasPrefix("#")
            return (isHeading ? "\\" : "") + InertMarkdown.withoutLinks(isHeading ? line.drop { $0 == " " } : line)
        }.joined(separator: "\n")
    }

    private static func markdown(_ table: AnswerTable) -> String {
        func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        var out = row(table.columns.map { InertMarkdown.line($0.title) })
        out += row(table.columns.map { $0.isNumber ? "---:" : "---" })
        for cells in table.rows { out += row(cells.map { InertMarkdown.line($0) }) }
        if table.omitted > 0 { out += "\n… and \(groupedThousands(table.omitted)) more\n" }
        return out
    }
}
