import Ledger
import Retrieval
import Understanding

/// Why a model, where there is one, is to read a line as well.
public enum Doubt: String, Hashable, Sendable {
    /// Content words were left out.
    case unread
    /// Something is asked back: what is meant, not a price or a category that is missing.
    case askedBack
    /// The line is refused although the grammar reads nearly all of it or it goes on, or what was read cannot be computed.
    case refused
    /// Another reading is about as good, or the kind of question is a guess.
    case torn
    /// What lines of other people tell of its shape speaks against the reading.
    case disputed
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
    /// From here on the shape model finds another shape clearly likelier, and below this the reading hardly likely. Of plain
    /// lines beyond either 84 in 100 were right, of the others 96 (11 households).
    private static let (dispute, hardlyLikely) = (0.5, -4.0)
    /// A line that goes on has at most as many words where nothing in it says what of.
    private static let fragment = 5
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
            if try isVoid(answer) { return .void }
            return reading.isPlain ? isDisputed(reading) ? .disputed : nil : .composed
        }
        let isGuess = understood.confidence < Coach.sureIntent
        switch understood.intent {
        case .advice: return nil
        case .help: return isGuess && goesOn(answer.question, before) ? .refused : nil
        case let intent where Coach.ofHandlers.contains(intent):
            let isQuestion = before.reader.candidates(answer.question).contains { reading in
                guard case .ask = reading.request else { return false }
                return reading.unread.isEmpty && reading.weightOfSaid > 2
            }
            return isQuestion ? .torn : nil
        case .outOfScope:
            // What is out of scope goes to no model; what the grammar can read nearly all of may be none of that.
            guard answer.evidence == nil, understood.confidence < Coach.sureRefusal else { return nil }
            if goesOn(answer.question, before) { return .refused }
            guard let best = before.reader.candidates(answer.question).first, case .ask = best.request, !best.isOrder
            else { return nil }
            let isAlmostRead = best.unread.count < (best.namesOwnMerchant ? 3 : 2)
            return isAlmostRead ? .refused : nil
        default: return isGuess ? .torn : try isVoid(answer) ? .void : nil
        }
    }

    private func isDisputed(_ reading: LineReader.Candidate) -> Bool {
        reading.disagreement > Coach.dispute || (reading.likelihood ?? 0) < Coach.hardlyLikely
    }

    /// Whether a line in a few words may be about what was answered before it.
    private func goesOn(_ line: String, _ before: Coach) -> Bool {
        before.talk.asked != nil && !before.reader.candidates(line).contains(where: \.isOrder)
            && SpokenLine(line).words.count <= Coach.fragment
    }

    /// Whether words are looked for that no row holds, or nothing was found and nothing would be on any other day.
    private func isVoid(_ answer: Answer) throws -> Bool {
        guard case .ask(let ask)? = answer.request, ask.selection.filter != .all else { return false }
        let evaluator = AskEvaluator(index, asOf: asOf)
        func isNowhere(_ flow: Selection.Flow, _ filter: RowFilter) throws -> Bool {
            try evaluator.latest(Selection(flow, filter, .everything)) == nil
        }
        return try ask.selection.filter.searched.contains { try isNowhere(.any, .text($0)) }
            || answer.evidence?.matched == 0 && isNowhere(ask.selection.flow, ask.selection.filter)
    }
}

extension RowFilter {
    /// The words that it looks for.
    var searched: [String] {
        switch self {
        case .text(let words): [words]
        case .and(let parts), .or(let parts): parts.flatMap(\.searched)
        case .not(let part): part.searched
        default: []
        }
    }
}
