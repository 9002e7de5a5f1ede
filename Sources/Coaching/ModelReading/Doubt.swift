import Ledger
import Retrieval
import Understanding

/// Why a model, where there is one, is to read a line as well.
public enum Doubt: String, Hashable, Sendable {
    /// Content words were left out.
    case unread
    /// Something is asked back: what is meant, not a price or a category that is missing.
    case askedBack
    /// The line is refused although it names merchants or categories, or what was read cannot be computed.
    case refused
    /// Another reading is about as good, or the kind of question is a guess.
    case torn
    /// Rows or words that it names exist on no day at all: a word was taken for something else.
    case void
}

extension Coach {
    /// By how much a reading has to be ahead of the next one that says as much.
    private static let clearLead = 1.0
    /// Below this the kind of a question is a guess.
    private static let sureIntent = 0.7
    /// What other handlers read out of the line by themselves.
    private static let ofHandlers: Set<Intent> = [.edit, .purchase, .budget]

    /// - Parameters:
    ///   - reading: what the grammar made of the line; nil where another handler answered it.
    ///   - before: the conversation before the line.
    func doubt(of answer: Answer, _ reading: LineReader.Candidate?, _ before: Coach) throws -> Doubt? {
        let understood = answer.understood
        if understood.dismisses || understood.asksWhy { return nil }
        if let clarification = understood.clarification {
            return clarification.need == .choice ? .askedBack : nil
        }
        if !answer.unread.isEmpty { return .unread }
        if let reading {
            if answer.evidence == nil { return .refused }
            if reading.lead < Coach.clearLead { return .torn }
            return try isVoid(answer) ? .void : nil
        }
        let isGuess = understood.confidence < Coach.sureIntent
        switch understood.intent {
        case .help, .advice: return nil
        case let intent where Coach.ofHandlers.contains(intent):
            return before.asks(answer.question).contains { $0.unread.isEmpty && $0.weightOfSaid > 2 } ? .torn : nil
        case .outOfScope:
            // What is out of scope goes to no model. A line that names something of the household's may not be.
            let isUnknown = answer.reply == OutOfScopeReply.unknown
            return isUnknown && before.asks(answer.question).contains { $0.namesRows } ? .refused : nil
        default: return isGuess ? .torn : try isVoid(answer) ? .void : nil
        }
    }

    /// The ways to read a line as a question about rows.
    private func asks(_ line: String) -> [LineReader.Candidate] {
        reader.candidates(line).filter { if case .ask = $0.request { true } else { false } }
    }

    /// Whether words are looked for that no row holds, or nothing was found and nothing would be on any other day.
    private func isVoid(_ answer: Answer) throws -> Bool {
        guard case .ask(let ask)? = answer.request, ask.selection.filter != .all else { return false }
        let evaluator = AskEvaluator(index, asOf: asOf)
        func isNowhere(_ flow: Selection.Flow, _ filter: RowFilter) throws -> Bool {
            try evaluator.latest(Selection(flow, filter, .everything)) == nil
        }
        return try ask.selection.filter.texts.contains { try isNowhere(.any, .text($0)) }
            || answer.evidence?.matched == 0 && isNowhere(ask.selection.flow, ask.selection.filter)
    }
}

extension RowFilter {
    /// The words that it looks for.
    fileprivate var texts: [String] {
        switch self {
        case .text(let words): [words]
        case .and(let parts), .or(let parts): parts.flatMap(\.texts)
        case .not(let part): part.texts
        default: []
        }
    }
}

extension LineReader.Candidate {
    /// Whether it is of rows that the line names, other than by words that may stand in their texts.
    fileprivate var namesRows: Bool {
        guard case .ask(let ask) = request else { return false }
        return ask.selection.filter != .all && ask.selection.filter.texts.isEmpty
    }
}
