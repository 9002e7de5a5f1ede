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
        let usual = AdviceDesk.median(sums.map(\.spent))
        var evidence = try desk.retriever.figures(query)
        let name = Subject.list(query.merchants + query.categories.map(desk.phrases.category))
        let when = months.count == 1 ? months[0].label : "the median of \(span.label)"
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
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence,
            reply: words(name, cut, usual: usual, less: less, when), table: nil,
            reasons: SavingAdvice.reasons(months, desk.phrases))
    }

    private func words(_ name: String, _ cut: SpendingCut, usual: Int64, less: Int64, _ when: String) -> String {
        let before = "You usually spend \(desk.money(usual)) a month on \(name) (\(when))."
        guard less > 0 else { return before + " You're already at or below that, so it wouldn't save anything." }
        let rest = usual - less
        if case .to(let limit) = cut {
            return before
                + " Keeping it to \(limit.text) saves \(desk.money(less)) a month, \(desk.money(less * 12)) a year."
        }
        let goesOn =
            rest > 0
            ? "\(cut.words.capitalizedFirst) leaves \(desk.money(rest)) for it and saves " : "Without it you'd save "
        return before + " " + goesOn + "\(desk.money(less)) a month, \(desk.money(less * 12)) a year."
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

    /// `half of it less`, `20% less`.
    fileprivate var words: String {
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
        let filter = isElsewhere ? topic : asked.flatMap { FilterNames($0.last.selection.filter).only }
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
