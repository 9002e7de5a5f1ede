import LanguageModel
import Ledger

/// Requests and what comes back: every word passes the rule before it is shown.
extension Phraser {
    /// How an exchange with the model ended.
    enum Outcome {
        /// What was asked was said.
        case said(TokenUsage?)
        /// No sentence that may be shown says what was asked, and why.
        case unsaid([ReplyReader.Refusal], TokenUsage?)
        case failed(ModelError)
        case cancelled
    }

    /// Sends a request and shows what may be shown of the reply; asks once more where that does not say what was asked.
    func speak(_ request: ChatRequest, _ sheet: FactSheet, _ turn: inout Turn, _ show: (String) -> Bool) -> Outcome {
        turn.goOn(show)
        let needsAnswer = !turn.saysVerdict && !turn.hasWords
        let outcome = exchange(request, sheet, needsAnswer: needsAnswer, &turn, show)
        guard case .unsaid(let refusals, _) = outcome else { return outcome }
        turn.goOn(show)
        return exchange(repair(request, refusals, sheet), sheet, needsAnswer: needsAnswer, &turn, show)
    }

    private func repair(_ request: ChatRequest, _ refusals: [ReplyReader.Refusal], _ sheet: FactSheet) -> ChatRequest {
        var request = request
        request.messages += Phraser.repair(refusals, sheet, prompts)
        return request
    }

    /// What is sent after a request whose reply did not say what was asked: that reply, what was wrong with it, and sentences
    /// that would be shown.
    static func repair(_ refusals: [ReplyReader.Refusal], _ sheet: FactSheet, _ prompts: Prompts) -> [ChatMessage] {
        let reasons = refusals.prefix(4).map {
            "“\(DataText.reply($0.sentence, limit: 300))”: \(DataText.reply($0.reason, limit: 200))."
        }
        let asked = sheet.facts.filter(\.isAsked).prefix(3).map { Reference.to($0.key) }
        let text = prompts.text(
            .repair,
            [
                "reasons": reasons.isEmpty ? "No sentence pointed at what was asked." : reasons.joined(separator: "\n"),
                "asked": asked.isEmpty ? "a fact" : asked.joined(separator: " or "),
            ])
        let said = refusals.map { DataText.reply($0.sentence, limit: 600) }.joined(separator: " ")
        return [ChatMessage(.assistant, said.isEmpty ? "(nothing)" : said), ChatMessage(.user, text)]
    }

    /// One request and its reply, shown as it comes.
    private func exchange(
        _ request: ChatRequest, _ sheet: FactSheet, needsAnswer: Bool, _ turn: inout Turn, _ show: (String) -> Bool
    ) -> Outcome {
        var reader = ReplyReader(sheet, needsAnswer: needsAnswer, after: turn.memory)
        do {
            let reply = try model.reply(to: request) { piece in
                turn.screen.add(reader.add(piece), show)
                return !reader.isFull && !turn.screen.isClosed
            }
            turn.result.usage.add(reply)
            turn.screen.add(reader.finish(isWhole: reply.finish == .stop), show)
            turn.screen.add(reader.due(), show)
            turn.add(reader)
            return ended(reply, reader, &turn)
        } catch {
            turn.result.usage.add(error)
            if error.reason != .cancelled {
                turn.screen.add(reader.finish(isWhole: false), show)
                turn.screen.add(reader.due(), show)
            }
            turn.add(reader)
            return error.reason == .cancelled || turn.screen.isClosed ? .cancelled : .failed(error)
        }
    }

    private func ended(_ reply: ChatReply, _ reader: ReplyReader, _ turn: inout Turn) -> Outcome {
        if turn.screen.isClosed || reply.finish == .cancelled && !reader.isFull { return .cancelled }
        if turn.hasWords { return .said(reply.usage) }
        if !reader.isSilent { return .unsaid(reader.refusals, reply.usage) }
        return .failed(ModelError(.malformed, "the model \(model.name) \(silence(reply, reader))"))
    }

    /// Why nothing of a reply was shown.
    private func silence(_ reply: ChatReply, _ reader: ReplyReader) -> String {
        if reader.isFull { return "did not come to the end of a sentence" }
        return reply.finish == .length ? "was cut off before a sentence ended; set max_tokens higher" : "gave no words"
    }
}
