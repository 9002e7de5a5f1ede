import Advice
import Ledger
import Understanding

/// Who wrote the words of a reply.
public enum ReplySource: Hashable, Sendable {
    /// The program, from the evidence.
    case composed
    /// A model of this name, checked against the evidence.
    case model(String)

    /// `composed` or `model`, as the contract says it.
    public var name: String {
        switch self {
        case .composed: "composed"
        case .model: "model"
        }
    }

    /// The name of the model; nil without one.
    public var model: String? {
        if case .model(let name) = self { name } else { nil }
    }
}

/// One question answered: what was understood, what was found, and what is said.
public struct Answer: Sendable {
    public internal(set) var question: String
    public internal(set) var understood: Understood
    public let asOf: CivilDate
    /// nil where nothing was looked up: help, out of scope, a question back.
    public internal(set) var evidence: Evidence?
    /// One or more sentences.
    public var reply: String
    public var source = ReplySource.composed
    /// Sentences of a model that were not shown, as it wrote them.
    public var unsupported: [String] = []
    /// How many references to facts were put in their place; nil where the words are the program's own.
    public var checkedFigures: Int?
    /// How much of it a model was told; nil where none was asked.
    public var privacy: Privacy?
    /// What went amiss with the model, in one line for people. A program reads it among the warnings.
    public var modelWarning: String?
    /// What its figures lack because a bank was not read as far as they reach, a sentence each; the reply ends with them.
    public private(set) var notes: [String] = []
    /// Rows or groups to show beneath the sentences, of several answers one after the other.
    public internal(set) var tables: [AnswerTable]
    public var table: AnswerTable? { tables.first }
    /// How many groups there are besides those that are given.
    public internal(set) var omittedGroups = 0
    /// A figure that changes over time, for a line that shows how.
    public var series: AnswerSeries?
    /// The purchase that was assessed.
    public internal(set) var advice: PurchaseAdvice?
    /// The payment that the line orders.
    public internal(set) var charge: OrderedCharge?
    /// Why it is so, for who asks; nil where that is read off the evidence.
    var reasons: String?
    /// What was answered, as a program can ask it again, in its order; empty where nothing but the line says it.
    public internal(set) var requests: [Request] = []
    /// Content words of the line that the answer does not take into account.
    public internal(set) var unread: [String] = []
    /// Readings to choose from, where something is asked back.
    public internal(set) var choices: [Choice] = []
    /// Whether a model read the line.
    public internal(set) var isReadByModel = false

    /// One way to understand a line.
    public struct Choice: Sendable, Hashable {
        public let reading: String
        public let request: Request
    }

    /// What another reading of the line came to, where that is told behind this one.
    var others: [Answer] = []

    /// Why a model, where there is one, is to read the line as well.
    public internal(set) var doubt: Doubt?

    /// - Parameters:
    ///   - evidence: nil where nothing was looked up.
    ///   - reply: one or more sentences.
    init(
        question: String, understood: Understood, asOf: CivilDate, evidence: Evidence?, reply: String,
        table: AnswerTable?, series: AnswerSeries? = nil, advice: PurchaseAdvice? = nil, reasons: String? = nil,
        request: Request? = nil
    ) {
        (self.question, self.understood, self.asOf, self.evidence) = (question, understood, asOf, evidence)
        (self.reply, self.series, self.advice, self.reasons) = (reply, series, advice, reasons)
        tables = table.map { [$0] } ?? []
        requests = request.map { [$0] } ?? []
    }

    /// The last request, which lines that follow go on from.
    public internal(set) var request: Request? {
        get { requests.last }
        set { requests = newValue.map { [$0] } ?? [] }
    }

    /// The requests in words; nil without one.
    public var reading: String? {
        requests.isEmpty ? nil : requests.map(RequestWords(.builtIn).text).joined(separator: "; ")
    }

    /// Whether its question back only offers another reading of a line that it answers.
    var offersOther: Bool { evidence != nil && !choices.isEmpty }

    /// Whether its question back asks for the whole line in other words.
    var asksForAll: Bool { clarify == Coach.unread }

    /// What a person asked for could not be found out because something was missing; or what else they may have asked.
    public var clarify: String? { understood.clarification?.text }

    /// The JSON of the purchase that was assessed, with the words of this answer.
    var assessment: JSON {
        guard let advice else { return .null }
        return advice.json(VerdictWords(advice, taxonomy: .builtIn), reply: reply, source: source)
    }

    /// The verdict of a purchase, where the reply begins with it.
    public var verdictLine: String? {
        guard let advice else { return nil }
        let line = VerdictWords(advice, taxonomy: .builtIn).headline
        return reply.hasPrefix(line + " ") ? line : nil
    }

    /// The same answer, with what its figures lack.
    func noting(_ notes: [String]) -> Answer {
        guard !notes.isEmpty else { return self }
        var noted = self
        noted.notes = notes
        noted.reply += " " + noted.noteText
        return noted
    }

    var noteText: String { notes.joined(separator: " ") }

    /// The reply without what the figures lack.
    var replyAlone: String {
        let end = " " + noteText
        return notes.isEmpty || !reply.hasSuffix(end) ? reply : String(reply.dropLast(end.count))
    }

    public var warnings: [String] { understood.notes + (evidence?.warnings ?? []) }
}

/// A table as plain values; how it looks is for the terminal to decide.
public struct AnswerTable: Hashable, Sendable {
    /// What shows the lines that are left out of a table.
    public enum Rest: Hashable, Sendable {
        /// The command that lists an answer's transactions.
        case sources
        /// The word that goes on with a list.
        case more
    }

    public struct Column: Hashable, Sendable {
        public let title: String
        /// Numbers stand to the right.
        public let isNumber: Bool
    }

    public let columns: [Column]
    public let rows: [[String]]
    /// How many more there are than are listed.
    public let omitted: Int
    /// How those can be seen in a conversation; nil where nothing shows them.
    public var rest: Rest?
    /// What a bar beside each row stands for; empty where rows have no size.
    public var sizes: [Int64] = []
}

/// Values one after the other, and the words that stand before and after them.
public struct AnswerSeries: Hashable, Sendable {
    public let first: String
    public let values: [Int64]
    public let last: String
}

extension Answer {
    /// Whether it is of use without a single transaction: purchases and limits.
    public var isWithoutTransactions: Bool { [.purchase, .budget].contains(understood.intent) }
}
