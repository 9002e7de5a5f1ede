import LanguageModel
import Ledger

/// Requests and what comes back: every word passes the guard before it is shown.
extension Phraser {
    /// How an exchange with the model ended.
    enum Outcome {
        /// Every sentence was released.
        case said(TokenUsage?)
        /// The model wants to look something up.
        case called(ChatReply)
        /// Words that give nothing of what was asked for.
        case unanswered(TokenUsage?)
        /// A sentence was held back, and the repaired one too.
        case unsupported
        case failed(ModelError)
        case cancelled
    }

    /// Sends a request and shows what passes the guard; asks once for a repair where a sentence does not.
    func speak(
        _ request: ChatRequest, _ facts: Prepared<GuardFacts>, _ turn: inout Turn, _ show: (String) -> Bool
    ) -> Outcome {
        turn.goOn(show)
        var gate = gate(facts, hold: turn.lead.isEmpty ? .unlessAnswer : .never, after: turn.screen.text)
        let outcome = exchange(request, &gate, &turn, show)
        return mended(outcome, gate, request, facts, &turn, show)
    }

    /// Sends a request that the model may answer with calls of tools, and shows what passes the guard.
    ///
    /// Words beside a call (“Let me look that up.”) are no answer. So words are held until one of their sentences gives
    /// one, and dropped where a call comes first.
    func speak(
        orCall request: ChatRequest, _ facts: Prepared<GuardFacts>, hold: SentenceGate.Hold, _ turn: inout Turn,
        _ show: (String) -> Bool
    ) -> Outcome {
        turn.goOn(show)
        var gate = gate(facts, hold: hold, after: turn.screen.text)
        do {
            let reply = try model.reply(to: request) { piece in
                turn.screen.add(gate.take(piece), show)
                // A sentence that does not hold may stand beside a call, which comes after it.
                return (gate.rejection == nil || !request.forcesText) && !gate.isFull && !turn.screen.isClosed
            }
            turn.result.usage.add(reply)
            if !reply.toolCalls.isEmpty, !request.forcesText, !turn.screen.isClosed { return .called(reply) }
            turn.screen.add(gate.finish(isWhole: reply.finish == .stop), show)
            return mended(ended(reply, gate, &turn), gate, request, facts, &turn, show)
        } catch {
            turn.result.usage.add(error)
            turn.add(gate)
            return error.reason == .cancelled || turn.screen.isClosed ? .cancelled : .failed(error)
        }
    }

    /// What may be said of an answer: what the model is told, and no more. It is made while the model thinks.
    func facts(_ answer: Answer, _ told: [Disclosure]) -> Prepared<GuardFacts> {
        let evidence = Evidence.joined(told.compactMap(\.evidence)) ?? Evidence(query: answer.understood.query)
        let composed = told.map(\.reply).filter { !$0.isEmpty }.joined(separator: " ")
        let (question, asOf, names) = (AccountNumbers.masked(answer.question), answer.asOf, knownNames)
        let verdict = told.last { $0.verdict != nil }?.verdict
        return Prepared {
            GuardFacts(
                evidence: evidence, question: question, composed: composed, verdict: verdict, asOf: asOf, names: names)
        }
    }

    private func gate(
        _ facts: Prepared<GuardFacts>, hold: SentenceGate.Hold, after shown: String,
        goingOn first: SentenceGate? = nil
    ) -> SentenceGate {
        SentenceGate(
            settings.verification, facts, hold: hold, after: shown, held: first?.held ?? "",
            said: first?.said ?? SaidBefore())
    }

    private func mended(
        _ outcome: Outcome, _ gate: SentenceGate, _ request: ChatRequest, _ facts: Prepared<GuardFacts>,
        _ turn: inout Turn,
        _ show: (String) -> Bool
    ) -> Outcome {
        guard case .unsupported = outcome, let rejection = gate.rejection else { return outcome }
        turn.goOn(show)
        let hold: SentenceGate.Hold = turn.hasWords || !turn.lead.isEmpty ? .never : .unlessAnswer
        var second = self.gate(facts, hold: hold, after: turn.screen.text, goingOn: gate)
        return exchange(repair(request, gate.released, rejection, facts), &second, &turn, show)
    }

    private func repair(
        _ request: ChatRequest, _ released: String, _ rejection: SentenceGate.Rejection, _ facts: Prepared<GuardFacts>
    ) -> ChatRequest {
        let reasons = rejection.claims.map { "“\(DataText.line($0.text))” (\(DataText.line($0.reason, limit: 200)))" }
        let allowed = facts.value.allowed.prefix(60).map { "- " + DataText.line($0, limit: 160) }
        let text = prompts.text(
            .repair,
            [
                "rejected": "“\(DataText.line(rejection.sentence, limit: 1000))”",
                "reasons": reasons.joined(separator: "; "), "allowed": allowed.joined(separator: "\n"),
            ])
        var request = request
        request.forcesText = true
        let said = released.isEmpty ? rejection.sentence : released + " " + rejection.sentence
        request.messages += [ChatMessage(.assistant, AccountNumbers.masked(said)), ChatMessage(.user, text)]
        return request
    }

    /// One request and its reply, shown as it comes.
    private func exchange(
        _ request: ChatRequest, _ gate: inout SentenceGate, _ turn: inout Turn, _ show: (String) -> Bool
    ) -> Outcome {
        do {
            let reply = try model.reply(to: request) { piece in
                turn.screen.add(gate.take(piece), show)
                return gate.rejection == nil && !gate.isFull && !turn.screen.isClosed
            }
            turn.result.usage.add(reply)
            turn.screen.add(gate.finish(isWhole: reply.finish == .stop), show)
            return ended(reply, gate, &turn)
        } catch {
            turn.result.usage.add(error)
            turn.add(gate)
            return error.reason == .cancelled || turn.screen.isClosed ? .cancelled : .failed(error)
        }
    }

    private static let tooLong =
        "the model went on for more than \(groupedThousands(SentenceGate.longest)) bytes; the rest of its reply is not shown"

    private func ended(_ reply: ChatReply, _ gate: SentenceGate, _ turn: inout Turn) -> Outcome {
        turn.add(gate)
        if gate.rejection != nil { return .unsupported }
        if turn.screen.isClosed || reply.finish == .cancelled && !gate.isFull { return .cancelled }
        if turn.hasWords {
            if gate.isFull { turn.result.warning = Phraser.tooLong }
            return .said(reply.usage)
        }
        if gate.isUnanswered, !gate.released.isEmpty { return .unanswered(reply.usage) }
        return .failed(ModelError(.malformed, "the model \(model.name) \(silence(reply, gate))"))
    }

    /// Why nothing of a reply was shown.
    private func silence(_ reply: ChatReply, _ gate: SentenceGate) -> String {
        if gate.isFull { return "did not come to the end of a sentence" }
        return reply.finish == .length ? "was cut off before a sentence ended; set max_tokens higher" : "gave no words"
    }
}
