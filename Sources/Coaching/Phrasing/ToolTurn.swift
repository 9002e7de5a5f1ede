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

    func toolRequest(_ answer: Answer, _ tools: Toolbox) -> ChatRequest {
        let table = EvidenceTable(phrases: phrases, privacy: settings.privacy)
        return request(.help, answer, evidence: table.block(answer), .whole, tools: tools.definitions)
    }

    /// Lets the model ask its tools until it answers; where it does not succeed the answer stays as it was.
    func consult(_ tools: Toolbox, _ turn: inout Turn, _ show: (String) -> Bool) {
        let answer = turn.result.answer
        // How the question was understood is a guess here, and so is a verdict on it.
        turn.lead = ""
        var request = toolRequest(answer, tools)
        var found: [Toolbox.Finding] = []
        for round in 1...Toolbox.mostRounds {
            request.forcesText = round == Toolbox.mostRounds
            let facts = facts(
                answer, .joined((answer.evidence.map { [$0] } ?? []) + found.map(\.evidence)),
                composed: ([answer.reply] + found.compactMap(\.inShort)).joined(separator: " "))
            switch speak(orCall: request, facts, &turn, show) {
            case .ended(let outcome):
                if case .said = outcome, !found.isEmpty {
                    turn.result.answer = turn.result.answer.with(found.map(\.evidence))
                }
                return settle(outcome, &turn, show)
            case .called(let reply):
                request.messages.append(ChatMessage(.assistant, reply.text, toolCalls: reply.toolCalls))
                for (index, call) in reply.toolCalls.enumerated() {
                    let text =
                        index < Toolbox.mostCalls ? result(of: call, tools, &found) : "error: too many calls at once"
                    request.messages.append(ChatMessage(.tool, text, toolCallID: call.id))
                }
            }
        }
    }

    private func result(of call: ToolCall, _ tools: Toolbox, _ found: inout [Toolbox.Finding]) -> String {
        do {
            var finding = try tools.run(call)
            if settings.privacy != .full { finding.evidence.transactions = [] }
            found.append(finding)
            return EvidenceTable(phrases: phrases, privacy: settings.privacy)
                .block(finding.evidence, inShort: finding.inShort, notes: finding.evidence.warnings)
        } catch let error as ToolError {
            return "error: \(error.message)"
        } catch {
            return "error: this could not be looked up"
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
            question: question, understood: understood, asOf: asOf, evidence: joined, reply: reply,
            unsupported: unsupported, checkedFigures: checkedFigures, table: found.last.flatMap(AnswerTable.groups),
            reasons: "I was not sure what was meant, so the model looked things up: \(labels.joined(separator: "; ")). "
                + "\(groupedThousands(rows)) transaction\(rows == 1 ? " was" : "s were") counted.")
    }
}
