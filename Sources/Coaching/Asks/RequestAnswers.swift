import Ledger
import Retrieval
import Understanding

/// Answers to requests as values, without a line to read.
extension Coach {
    /// Answers a request, as a program or a reader states it.
    ///
    /// What cannot be computed is said in the reply, which then rests on no evidence.
    public mutating func answer(_ request: Request) throws -> Answer {
        let answer = try unnoted(request)
        return answer.noting(try gaps(of: answer) + transferNotes(of: answer))
    }

    /// The same without a word of what banks have not told.
    mutating func unnoted(_ request: Request) throws -> Answer {
        try refreshContext()
        let question = RequestWords(index.taxonomy, currency: currency).text(request)
        var answer: Answer
        do {
            answer = try self.answer(request, question)
        } catch let error as AskError {
            let understood = Understood(intent: request.intent, confidence: 1, query: Query())
            answer = Answer(
                question: question, understood: understood, asOf: asOf, evidence: nil, reply: error.description,
                table: nil)
        }
        answer.request = request
        talk.last = answer
        if case .recurring = request { return answer }
        goOn(from: request)
        if case .ask(let ask) = request { talk.asked?.shown = answer.evidence.map { ShownAnswer($0, of: ask) } }
        return answer
    }

    /// Answers requests as one, one after the other.
    ///
    /// - Parameter requests: one at least.
    public mutating func answer(_ requests: [Request]) throws -> Answer {
        var joined: Answer?
        for request in requests {
            let next = try unnoted(request)
            joined = joined?.followed(by: next) ?? next
        }
        guard var joined else { preconditionFailure("there is at least one request") }
        joined.requests = requests
        talk.last = joined
        return joined.noting(try gaps(of: joined) + transferNotes(of: joined))
    }

    private mutating func answer(_ request: Request, _ question: String) throws -> Answer {
        var understood = Understood(intent: request.intent, confidence: 1, query: Query(direction: .any))
        switch request {
        case .ask(let ask): return try answer(ask, question, understood)
        case .balance(let ask): return try balance(ask, question, understood)
        case .forecast(let ask): return try forecast(ask, question, understood)
        case .summary(let period):
            understood.query.period = period
            return try summary(question, understood)
        case .unusual(let selection):
            understood.query = Query(Ask(selection))
            let found = try retriever.unusual(UnusualQuestion(query: understood.query), asOf: asOf)
            let rows = found.evidence.transactions
            return Answer(
                question: question, understood: understood, asOf: asOf, evidence: found.evidence,
                reply: UnusualReply(phrases: phrases, asOf: asOf).text(found),
                table: .transactions(rows, matched: rows.count, taxonomy: index.taxonomy))
        case .recurring(let ask): return try recurring(ask, question, understood)
        case .other(let intent): return try other(intent, question, understood)
        }
    }

    /// An ask with its reply.
    ///
    /// - Throws: `AskError` for what cannot be computed.
    mutating func answer(_ ask: Ask, _ question: String, _ understood: Understood) throws -> Answer {
        let evaluator = AskEvaluator(index, asOf: asOf)
        var finding = try evaluator.evaluate(ask.countingPurchases)
        finding.ask.selection.flow = ask.selection.flow
        var understood = understood
        if understood.query == Query(direction: .any) {
            if ask.against == .usual { finding.evidence.query.comparison = finding.otherPeriod }
            understood.query = finding.evidence.query
        } else {
            if finding.tookEverything { (understood.query.period, understood.query.otherPeriods) = (nil, []) }
            finding.evidence.query = understood.query
        }
        understood.assumedPeriod = finding.isAssumed && !finding.tookEverything
        var reply = AskReply(
            finding: finding, phrases: FactPhrases(taxonomy: index.taxonomy, currency: currency), currency: currency)
        if finding.evidence.matched == 0, ask.selection.span != .everything {
            let selection = ask.selection
            reply.latest = try evaluator.latest(Selection(selection.flow, selection.filter))
        }
        if finding.evidence.matched == 0, reply.latest == nil { reply.absence = absence(of: ask.selection.filter) }
        // Whoever says how many wants no more of them.
        let left = finding.groupCount - finding.ask.offset - finding.evidence.groups.count
        let omitted = finding.ask.limit == nil ? max(0, left) : 0
        var answer = Answer(
            question: question, understood: understood, asOf: asOf, evidence: finding.evidence, reply: reply.text,
            table: table(finding, omitted), request: .ask(finding.ask))
        answer.omittedGroups = omitted
        if finding.evidence.matched == 0, reply.latest == nil, let moved = try movedInstead(ask.selection, evaluator) {
            answer.reply += " " + moved
        }
        talk.state.show(finding.evidence)
        return answer
    }

    /// A transfer of the very amount of which there is no purchase: what a card was paid is often taken for one.
    private func movedInstead(_ selection: Selection, _ evaluator: AskEvaluator) throws -> String? {
        guard selection.filter.isOfOneAmount, [.spending, .purchases].contains(selection.flow),
            let row = try rows(Selection(.any, selection.filter, .everything), limit: 1).first, row.kind == .transfer
        else { return nil }
        return
            "But there's a transfer or card payment of \(row.amount.magnitude.text) on \(row.date.text(near: asOf)), "
            + "\(row.merchant), which doesn't count as spending."
    }

    /// - Parameter omitted: how many groups there are besides.
    private func table(_ finding: AskFinding, _ omitted: Int) -> AnswerTable? {
        if let groups = AnswerTable.groups(
            finding.evidence, title: finding.ask.grouping?.rawValue ?? "", omitted: omitted)
        {
            return groups
        }
        let rows = finding.evidence.transactions
        guard rows.count > 1 else { return nil }
        let isList = finding.ask.view == .rows
        return .transactions(
            rows, matched: isList ? finding.evidence.matched - finding.ask.offset : 0, taxonomy: index.taxonomy)
    }

    /// What needs more than its intent is asked for in words.
    private mutating func other(_ intent: Intent, _ question: String, _ understood: Understood) throws -> Answer {
        switch intent {
        case .budget: return try budget(question, understood)
        case .help:
            let help = try HelpReply(
                line: SpokenLine(question), coverage: index.coverage, accounts: index.accounts.count, phrases: phrases)
            return said(question, understood, help.text)
        case .outOfScope: return try outOfScope(question, understood)
        case .purchase:
            return said(question, understood, "Ask about a purchase in words, such as “can I afford a $60 jacket”.")
        case .edit:
            return said(question, understood, "Say a correction in words, such as “put Costco under groceries”.")
        case .advice, .balance, .netWorth, .income, .cashFlow, .spending, .transactions, .recurring, .summary, .unusual,
            .forecast:
            return said(question, understood, "Ask that in words.")
        }
    }

    private func said(_ question: String, _ understood: Understood, _ reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }
}

extension Answer {
    /// This answer and another one to what was asked after it, as one.
    func followed(by next: Answer) -> Answer {
        var joined = joined(with: next, after: "\n\n")
        joined.question += "; " + next.question
        return joined
    }

    /// This answer and another one to the same question, as one.
    func joined(with next: Answer, after separator: String) -> Answer {
        var joined = self
        joined.reply += separator + next.reply
        joined.tables += next.tables
        joined.understood.notes += next.understood.notes
        guard let more = next.evidence else { return joined }
        guard var evidence else {
            joined.evidence = more
            return joined
        }
        evidence.facts += more.facts
        evidence.figures += more.figures
        evidence.groups += more.groups
        joined.omittedGroups += next.omittedGroups
        evidence.transactions += more.transactions
        evidence.warnings += more.warnings
        evidence.statements += more.statements
        evidence.matched += more.matched
        joined.evidence = evidence
        return joined
    }
}

extension Ask {
    /// The same of purchases alone where purchases or visits are counted: what was sent back is no further one.
    fileprivate var countingPurchases: Ask {
        switch measure {
        case .count(.transaction), .rate: break
        default: return self
        }
        guard also.isEmpty, selection.flow == .spending else { return self }
        var ask = self
        ask.selection.flow = .purchases
        if case .sides(let sides)? = against {
            ask.against = .sides(
                sides.map { side in
                    var side = side
                    if side.selection.flow == .spending { side.selection.flow = .purchases }
                    return side
                })
        }
        return ask
    }
}

extension RowFilter {
    /// Whether an amount is all that it asks for.
    fileprivate var isOfOneAmount: Bool {
        if case .amount(let least?, let most?) = self { most - least < 100 } else { false }
    }
}
