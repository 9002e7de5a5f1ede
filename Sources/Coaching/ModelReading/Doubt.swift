import Ledger
import Retrieval
import Understanding

/// Why a model, where there is one, is to read a line as well.
public enum Doubt: String, Hashable, Sendable {
    /// Content words were left out.
    case unread
    /// Something is asked back: what is meant, not a price or a category that is missing.
    case askedBack
    /// The line is refused, though not surely off the subject, or what was read cannot be computed.
    case refused
    /// Another reading is about as good or likelier, or the kind of question is a guess.
    case torn
    /// The line is more than one sum of one known thing over days that it names, which is where readings go wrong unnoticed.
    case composed
    /// Rows or words that it names exist on no day at all: a word was taken for something else.
    case void
}

extension Coach {
    /// Below this the kind of a question is a guess.
    private static let sureIntent = 0.7
    /// From here on a line is out of scope: of 1,080 questions in scope none was, of 80 out of scope most were.
    private static let sureRefusal = 0.98
    /// From here on it is where no word of it speaks of money.
    private static let likelyRefusal = 0.95
    /// A line that goes on with other days, and nothing else, has at most so many words.
    private static let daysAlone = 4
    /// A line that goes on has at most as many words where nothing in it says what of.
    private static let fragment = 5

    /// Offline readings are wrong where nothing shows it, so that nearly every question is read twice: not what changes
    /// something, purchases, what is surely off the subject, and what cannot be mistaken.
    ///
    /// - Parameters:
    ///   - reading: what the grammar made of the line; nil where another handler answered it.
    ///   - before: the conversation before the line.
    func doubt(of answer: Answer, _ reading: LineReader.Candidate?, _ before: Coach) throws -> Doubt? {
        let understood = answer.understood
        if understood.dismisses || understood.asksWhy { return nil }
        if let clarification = understood.clarification {
            let isOfMeaning = [.choice, .missed].contains(clarification.need)
            return isOfMeaning || understood.intent == .edit && !isOrder(answer.question, before) ? .askedBack : nil
        }
        if !answer.unread.isEmpty { return .unread }
        if let reading {
            if answer.evidence == nil { return .refused }
            if reading.lead < LineReader.clearLead { return .torn }
            if try isVoid(answer) { return .void }
            return isUnmistakable(reading, answer.question) ? nil : .composed
        }
        let isGuess = understood.confidence < Coach.sureIntent
        switch understood.intent {
        // In a conversation what nothing was made of goes on from it.
        case .help: return before.talk.asked == nil ? nil : .refused
        case .edit, .budget: return isOrder(answer.question, before) ? nil : .torn
        case .purchase:
            let isQuestion = before.reader.candidates(answer.question).contains { reading in
                guard case .ask = reading.request else { return false }
                return reading.unread.isEmpty && reading.weightOfSaid > 2
            }
            return isGuess || isQuestion ? .torn : nil
        case .outOfScope:
            // What is surely off the subject goes to no model, and neither does an order to pay or write to somebody.
            let isSure =
                answer.evidence != nil || understood.confidence >= Coach.sureRefusal
                || understood.confidence >= Coach.likelyRefusal && before.talk.isNew
                    && !before.reader.speaksOfMoney(in: answer.question)
            return isSure && !goesOn(answer.question, before) || isOrder(answer.question, before) ? nil : .refused
        default: return isGuess ? .torn : try isVoid(answer) ? .void : .composed
        }
    }

    /// Whether a line asks for a sum, how often, or the largest, of one known thing or all, over days that it names, and
    /// nothing besides.
    private func isUnmistakable(_ reading: LineReader.Candidate, _ line: String) -> Bool {
        guard reading.isPlain, reading.saysDays, reading.broadened.isEmpty, case .ask(let ask) = reading.request
        else { return false }
        return ask.isSumOfOne && (!reading.isFollowUp || SpokenLine(line).words.count <= Coach.daysAlone)
    }

    /// Whether a line orders a change, tells of one, or answers an offer of one.
    private func isOrder(_ line: String, _ before: Coach) -> Bool {
        before.talk.everyday.expected != nil || before.talk.pendingEdit != nil || Coach.tellsOrMarks(line)
            || before.reader.candidates(line).contains(where: \.isOrder)
    }

    /// Whether a line in a few words may be about what was answered before it.
    private func goesOn(_ line: String, _ before: Coach) -> Bool {
        before.talk.asked != nil && !isOrder(line, before) && SpokenLine(line).words.count <= Coach.fragment
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

extension Ask {
    /// Whether it is a total or a number of spending on one thing or all, or the largest of all, and nothing besides.
    fileprivate var isSumOfOne: Bool {
        let isAlone = grouping == nil && condition == nil && against == nil && each == nil && view == .figures
        guard isAlone, also.isEmpty, order == nil, limit == nil else { return false }
        if measure == .largest { return selection.filter == .all }
        guard selection.flow == .spending, [.total, .count(.transaction)].contains(measure) else { return false }
        return switch selection.filter {
        case .all, .category, .merchant: true
        default: false
        }
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
