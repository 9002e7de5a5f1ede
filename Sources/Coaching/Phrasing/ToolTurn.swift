import LanguageModel
import Ledger
import Understanding

/// Questions that the program is not sure of: the model may look things up before it answers.
extension Phraser {
    /// Below this the reading of a question is a guess.
    private static let unsure = 0.5

    /// Whether two readings are about as likely, or the one that was taken is a guess. What is out of scope is never sent.
    func isUnsure(_ answer: Answer) -> Bool {
        let understood = answer.understood
        guard settings.privacy != .off, model.canCallTools, understood.intent != .help,
            understood.intent != .outOfScope,
            !understood.asksWhy
        else { return false }
        if let clarification = understood.clarification { return !clarification.readings.isEmpty }
        return understood.confidence < Phraser.unsure && answer.evidence != nil
    }

    func toolRequest(
        _ answer: Answer, _ tools: Toolbox, _ found: LookUps, _ extent: Extent, forcesText: Bool = false
    ) -> ChatRequest {
        let told = Disclosure(answer, settings.privacy)
        let table = table(extent)
        var request = request(.help, answer, evidence: table.block(told), extent, tools: tools.definitions)
        request.messages += found.messages(table)
        request.forcesText = forcesText
        return request
    }

    /// Lets the model ask its tools until it answers; where it does not succeed the answer stays as it was.
    ///
    /// - Returns: false where the endpoint takes no tools, so that the answer is to be told as without them.
    mutating func consult(_ tools: Toolbox, _ turn: inout Turn, _ show: (String) -> Bool) -> Bool {
        let (answer, lead) = (turn.result.answer, turn.lead)
        // How the question was understood is a guess here, and so is a verdict on it.
        turn.lead = ""
        let tools = tools.under(settings.privacy)
        var found = LookUps()
        var extent = Extent.whole
        for round in 1...Toolbox.mostRounds {
            let isLast = round == Toolbox.mostRounds
            let facts = facts(answer, [Disclosure(answer, settings.privacy)] + found.told)
            let request = toolRequest(answer, tools, found, extent, forcesText: isLast)
            let hold: SentenceGate.Hold = !found.told.isEmpty ? .unlessAnswer : isLast ? .never : .untilAnswer
            var outcome = speak(orCall: request, facts, hold: hold, &turn, show)
            if extent == .whole, isTooMuch(request, outcome, &turn) {
                extent = .least
                outcome = speak(
                    orCall: toolRequest(answer, tools, found, extent, forcesText: isLast), facts, hold: hold, &turn,
                    show)
            }
            switch outcome {
            case .called(let reply) where !isLast: found.add(reply) { result(of: $0, tools, asOf: answer.asOf) }
            case .failed(let error) where error.reason == .toolsRefused && !turn.hasWords:
                turn.result.answer = answer
                turn.lead = lead
                return false
            default:
                settle(outcome, &turn, show)
                if turn.result.answer.source != .composed, !found.told.isEmpty {
                    turn.result.answer = turn.result.answer.with(found.told.compactMap(\.evidence))
                }
                return true
            }
        }
        return true
    }

    private func result(of call: ToolCall, _ tools: Toolbox, asOf: CivilDate) -> LookUps.Result {
        do {
            guard let told = Disclosure(try tools.run(call), asOf: asOf, settings.privacy) else {
                return .error(
                    "this would tell a single transaction, which is private: ask about more days, and without min and max"
                )
            }
            return .told(told)
        } catch let error as ToolError {
            return .error(error.message)
        } catch {
            return .error("this could not be looked up")
        }
    }
}

/// What a model looked up for one question, in its order.
struct LookUps {
    enum Result {
        case told(Disclosure)
        case error(String)
    }

    private var rounds: [(said: ChatMessage, results: [Result])] = []

    /// What was found.
    var told: [Disclosure] {
        rounds.flatMap(\.results).compactMap { if case .told(let told) = $0 { told } else { nil } }
    }

    /// Carries out the calls of a reply.
    mutating func add(_ reply: ChatReply, _ run: (ToolCall) -> Result) {
        let results = reply.toolCalls.enumerated().map { index, call in
            index < Toolbox.mostCalls ? run(call) : .error("too many calls at once")
        }
        rounds.append((ChatMessage(.assistant, reply.text, toolCalls: reply.toolCalls), results))
    }

    /// The calls and their results, as a model is told them.
    func messages(_ table: EvidenceTable) -> [ChatMessage] {
        rounds.flatMap { said, results in
            [said]
                + zip(said.toolCalls, results).map { call, result in
                    let text =
                        switch result {
                        case .told(let told): table.block(told)
                        case .error(let words): "error: \(words)"
                        }
                    return ChatMessage(.tool, text, toolCallID: call.id)
                }
        }
    }
}

extension Evidence {
    /// Several findings as one, with the query of the last; nil of none.
    static func joined(_ all: [Evidence]) -> Evidence? {
        guard var joined = all.last else { return nil }
        for other in all.dropLast().reversed() {
            joined.figures = other.figures + joined.figures
            joined.groups = other.groups + joined.groups
            joined.transactions = other.transactions + joined.transactions
            joined.warnings = other.warnings + joined.warnings
            joined.statements = other.statements + joined.statements
            joined.matched += other.matched
        }
        return joined
    }
}

extension Answer {
    /// The answer to the same question that rests on what was looked up; nothing is asked back any more.
    func with(_ found: [Evidence]) -> Answer {
        var understood = understood
        understood.clarification = nil
        let joined = Evidence.joined(found)
        var labels: [String] = []
        for figure in joined?.figures ?? [] where !labels.contains(figure.label) { labels.append(figure.label) }
        let rows = joined?.matched ?? 0
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: joined, reply: reply, source: source,
            unsupported: unsupported, checkedFigures: checkedFigures, table: found.last.flatMap(AnswerTable.groups),
            reasons: "I was not sure what was meant, so the model looked things up: \(labels.joined(separator: "; ")). "
                + "\(groupedThousands(rows)) transaction\(rows == 1 ? " was" : "s were") counted.")
    }
}
