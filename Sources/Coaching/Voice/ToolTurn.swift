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
        var request = request(.help, answer, disclosed(answer, extent).sheet, extent, tools: tools.definitions)
        request.messages += found.messages { disclosed($0, asOf: answer.asOf, extent).sheet.block }
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
            let sheet = disclosed((answer.evidence?.facts ?? []).keyed() + found.facts, asOf: answer.asOf).sheet
            let request = toolRequest(answer, tools, found, extent, forcesText: isLast)
            var outcome = speak(request, sheet, &turn, callsTools: !isLast, show)
            if extent == .whole, isTooMuch(request, outcome, &turn) {
                extent = .least
                outcome = speak(
                    toolRequest(answer, tools, found, extent, forcesText: isLast), sheet, &turn, callsTools: !isLast,
                    show)
            }
            switch outcome {
            case .called(let reply) where !isLast:
                let before = (answer.evidence?.facts ?? []).keyed() + found.facts
                found.add(reply, after: before) { result(of: $0, tools, asOf: answer.asOf) }
            case .failed(let error) where error.reason == .toolsRefused && !turn.hasWords && found.told.isEmpty:
                turn.result.answer = answer
                turn.lead = lead
                return false
            default:
                // What was found is the answer, whatever became of the model's words for it.
                if !found.told.isEmpty { turn.result.answer = turn.result.answer.with(found.told, phrases) }
                settle(outcome, &turn, show)
                return true
            }
        }
        return true
    }

    private func result(of call: ToolCall, _ tools: Toolbox, asOf: CivilDate) -> LookUps.Result {
        do {
            let found = try tools.run(call)
            if disclosed(found.facts, asOf: asOf).sheet.isEmpty, !found.facts.isEmpty {
                return .error(
                    "this would tell a single transaction, which is private: ask about more days, and without min and max"
                )
            }
            return .told(found)
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
        case told(Toolbox.Finding)
        case error(String)
    }

    private var rounds: [(said: ChatMessage, results: [Result])] = []

    /// What was found.
    var told: [Toolbox.Finding] {
        rounds.flatMap(\.results).compactMap { if case .told(let told) = $0 { told } else { nil } }
    }

    var facts: [Fact] { told.flatMap(\.facts) }

    /// Carries out the calls of a reply; the keys of what they find differ from those of the facts before.
    mutating func add(_ reply: ChatReply, after before: [Fact], _ run: (ToolCall) -> Result) {
        var known = before
        let results = reply.toolCalls.enumerated().map { index, call -> Result in
            guard index < Toolbox.mostCalls else { return .error("too many calls at once") }
            guard case .told(var found) = run(call) else { return run(call) }
            let all = (known + found.facts).keyed()
            found.evidence.facts = Array(all[known.count...])
            known = all
            return .told(found)
        }
        rounds.append((ChatMessage(.assistant, reply.text, toolCalls: reply.toolCalls), results))
    }

    /// The calls and their results, as a model is told them.
    func messages(_ block: ([Fact]) -> String) -> [ChatMessage] {
        rounds.flatMap { said, results in
            [said]
                + zip(said.toolCalls, results).map { call, result in
                    let text =
                        switch result {
                        case .told(let found): found.facts.isEmpty ? "nothing was found" : block(found.facts)
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
            joined.facts = other.facts + joined.facts
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
    func with(_ findings: [Toolbox.Finding], _ phrases: FactPhrases) -> Answer {
        let found = findings.map(\.evidence)
        var understood = understood
        understood.clarification = nil
        let joined = Evidence.joined(found)
        var labels: [String] = []
        for figure in joined?.figures ?? [] where !labels.contains(figure.label) { labels.append(figure.label) }
        let rows = joined?.matched ?? 0
        let words = findings.map { $0.words(phrases) }.filter { !$0.isEmpty }.joined(separator: " ")
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: joined,
            reply: words.isEmpty ? "I found nothing like that in your data." : words, source: source,
            unsupported: unsupported, checkedFigures: checkedFigures,
            table: found.last.flatMap { AnswerTable.groups($0) },
            reasons: "I was not sure what was meant, so the model looked things up: \(labels.joined(separator: "; ")). "
                + "\(groupedThousands(rows)) transaction\(rows == 1 ? " was" : "s were") counted.")
    }
}
