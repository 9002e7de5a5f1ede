import Ledger
import Retrieval
import Understanding

/// “What if I cut dining in half?”: what less of one thing would come to, measured by a usual month.
struct CutAdvice {
    private let desk: AdviceDesk

    init(_ desk: AdviceDesk) {
        self.desk = desk
    }

    func answer(_ question: String, _ understood: Understood, _ cut: SpendingCut) throws -> Answer {
        let months = try desk.fullMonths()
        guard let span = desk.span(months) else { return desk.plain(question, understood, desk.tooLittle) }
        if let amount = cut.amount, amount.currency != desk.currency {
            return desk.plain(
                question, understood,
                "Your spending is mostly in \(desk.currency.code). Give the amount in \(desk.currency.code).")
        }
        var query = understood.query
        if query.merchants.isEmpty, query.categories.isEmpty {
            // "without Netflix"
            (query.merchants, query.categories) = (query.excludedMerchants, query.excludedCategories)
            (query.excludedMerchants, query.excludedCategories) = ([], [])
        }
        query.period = span
        query.comparison = nil
        query.grouping = nil
        query.measure = .total
        query.direction = .out
        let sums = try desk.sums(query, months)
        let usual = AdviceDesk.usual(sums.map(\.spent))
        var evidence = try desk.retriever.figures(query)
        let name = Subject.list(query.merchants + query.categories.map(desk.phrases.category))
        let when = months.count == 1 ? months[0].label : "the average of \(span.label)"
        guard usual > 0 else {
            return desk.plain(
                question, understood,
                sums.contains { $0.spent > 0 }
                    ? "You usually spend nothing on \(name) (\(when)), so there's nothing to save there."
                    : "You spent nothing on \(name) in \(span.label), so there's nothing to save there.")
        }
        let less = cut.less(of: usual)
        evidence.figures += [
            desk.figure("usual", "\(name.capitalizedFirst), usual month", usual, span),
            desk.figure("would_save", "Less a month", less, span),
            desk.figure("would_save_year", "Less in a year", less * 12, span),
            desk.figure("cut_to", "\(name.capitalizedFirst), a month from then on", usual - less, span),
        ]
        let facts = AdviceFacts(phrases: desk.phrases, currency: desk.currency, span: span)
        let subject = AdviceFacts.subject(query)
        var reply = FactReply()
        reply.tell(facts.usual(subject, usual, on: name, when))
        reply.say(desk.alone(sums.map(\.spent), months))
        if less > 0 {
            let lead = cut.lead(rest: facts.money(usual - less))
            reply.tell(
                facts.saving(subject, less, rest: usual - less, percent: cut.percent, isAsked: true, lead).goingOn())
        } else {
            reply.say("You're already at or below that, so it wouldn't save anything.")
        }
        evidence.facts = reply.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply.text,
            table: nil,
            reasons: SavingAdvice.reasons(months, desk.phrases))
    }
}

extension SpendingCut {
    /// The money that was said; nil for a part.
    fileprivate var amount: Money? {
        switch self {
        case .part: nil
        case .by(let money), .to(let money): money
        }
    }

    /// How much less of it that is; nil of an amount.
    fileprivate var percent: Double? {
        if case .part(let part, let whole) = self { Double(part) / Double(whole) * 100 } else { nil }
    }

    /// What stands before what is saved: `half of it leaves $60.00 for it and saves`.
    ///
    /// - Parameter rest: what it would still take a month.
    fileprivate func lead(rest: Money) -> Phrase {
        if case .to(let limit) = self { return "keeping it to \(limit) saves " }
        if rest.minorUnits <= 0 { return "without it you'd save " }
        return "\(words) leaves \(rest) for it and saves "
    }

    /// `half of it less`, `20% less`.
    private var words: String {
        switch self {
        case .part(1, of: 2): return "half of it"
        case .part(1, of: 3): return "a third less"
        case .part(2, of: 3): return "two-thirds less"
        case .part(1, of: 4): return "a quarter less"
        case .part(3, of: 4): return "three quarters less"
        case .part(1, of: 5): return "a fifth less"
        case .part(1, of: 10): return "a tenth less"
        case .part(let part, let whole):
            return whole == 100 ? "\(part)% less" : "\(part)/\(whole) less"
        case .by(let money): return "\(money.text) less"
        case .to(let money): return "\(money.text) a month"
        }
    }
}

extension Coach {
    private static let endings = LinePatterns("rag-index/intents/saving-without.tsv")

    /// What would be saved without what was spoken of: `what would I save if I stopped`, `how much would I save without
    /// it`; nil for other lines.
    func savingWithout(_ line: String, _ understood: Understood) throws -> Answer? {
        let filter = talk.isElsewhere ? talk.topic : talk.asked.flatMap { FilterNames($0.last.selection.filter).only }
        guard let filter, Coach.endings.row(of: SpokenLine(line).words) != nil else { return nil }
        var own = Understood(intent: .advice, confidence: 0.9, query: Query(direction: .out))
        own.isFollowUp = true
        own.advice = AdviceSlots(topic: .cut)
        switch filter {
        case .merchant(let name): own.query.merchants = [name]
        case .category(let id): own.query.categories = [id]
        default: return nil
        }
        return try advice(line, own, cut: .part(1, of: 1))
    }

    private func advice(_ line: String, _ understood: Understood, cut: SpendingCut) throws -> Answer {
        try CutAdvice(AdviceDesk(index, asOf: asOf, currency: currency, phrases)).answer(line, understood, cut)
    }
}
