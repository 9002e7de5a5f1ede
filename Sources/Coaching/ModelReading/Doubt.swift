import Ledger
import Retrieval
import Understanding

/// Why a model, where there is one, is to read a line as well.
public enum Doubt: String, Hashable, Sendable {
    /// Content words were left out.
    case unread
    /// Something is asked back: what is meant, not a price or a category that is missing.
    case askedBack
    /// The line is refused although the grammar reads nearly all of it, or what was read cannot be computed.
    case refused
    /// Another reading is about as good, or the kind of question is a guess.
    case torn
    /// Several names, times or conditions were put together, which is where readings go wrong unnoticed.
    case composed
    /// Rows or words that it names exist on no day at all: a word was taken for something else.
    case void
}

extension Coach {
    /// Below this the kind of a question is a guess.
    private static let sureIntent = 0.7
    /// From here on a line is out of scope, whatever the grammar makes of its words.
    private static let sureRefusal = 0.95
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
            if reading.lead < LineReader.clearLead { return .torn }
            return try isVoid(answer) ? .void : reading.isPlain ? nil : .composed
        }
        let isGuess = understood.confidence < Coach.sureIntent
        switch understood.intent {
        case .help, .advice: return nil
        case let intent where Coach.ofHandlers.contains(intent):
            let isQuestion = before.reader.candidates(answer.question).contains { reading in
                guard case .ask = reading.request else { return false }
                return reading.unread.isEmpty && reading.weightOfSaid > 2
            }
            return isQuestion ? .torn : nil
        case .outOfScope:
            // What is out of scope goes to no model; what the grammar can read nearly all of may be none of that.
            guard answer.reply == OutOfScopeReply.unknown, understood.confidence < Coach.sureRefusal,
                let best = before.reader.candidates(answer.question).first, case .ask = best.request
            else { return nil }
            return best.unread.count < 2 ? .refused : nil
        default: return isGuess ? .torn : try isVoid(answer) ? .void : nil
        }
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
