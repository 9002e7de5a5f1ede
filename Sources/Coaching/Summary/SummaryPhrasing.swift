import LanguageModel
import Ledger
import Retrieval
import Store
import Understanding

extension SummaryBook {
    /// The facts as an answer, as if somebody had asked for them; told on the last of their days, so that the same facts
    /// make the same prompt on any day.
    ///
    /// - Parameter part: what they are a part of, behind the name of the days.
    public func answer(_ facts: MonthFacts, in part: String = "") -> Answer {
        let query = Query(period: facts.span.period, grouping: .category)
        return answer(
            facts, question: "Summarize \(facts.span.name)\(part)",
            Understood(intent: .summary, confidence: 1, query: query), asOf: facts.span.viewDay)
    }

    func answer(_ facts: MonthFacts, question: String, _ understood: Understood, asOf: CivilDate) -> Answer {
        let narrative = SummaryNarrative(facts, taxonomy: index.taxonomy).narrative
        var query = understood.query
        query.period = facts.span.period
        query.grouping = .category
        var evidence = facts.evidence(query, taxonomy: index.taxonomy)
        // What came due behind a period long past is not ahead any more.
        evidence.facts = facts.facts(index.taxonomy).filter { fact in
            fact.role != .due || fact.period.map { $0.end >= asOf } ?? true
        }
        let sections = SummarySections(facts: facts, section: facts.main, taxonomy: index.taxonomy)
        return Answer(
            question: question, understood: understood, asOf: asOf,
            evidence: evidence,
            reply: narrative.text.split(separator: "\n").joined(separator: " "),
            table: facts.main.isEmpty ? nil : sections.categories?.table, reasons: SummaryBook.reasons)
    }

    private static let reasons = """
        Spending is purchases minus refunds, without transfers and card payments. “Usual” is the average of the six full \
        months before. I mention a category when it's more than 2.5 standard deviations (estimated by the median absolute \
        deviation of those months) from that average and from their middle one, more than a tenth of the average, and more \
        than a hundredth of a usual month.
        """

    /// The facts in a model's words: those kept from before, or new ones that were held against the facts. Each currency
    /// is told by itself, since no figure of one may be said of another.
    ///
    /// - Parameters:
    ///   - isFresh: whether new words are wanted even where there are some.
    /// - Returns: the composed words where the model gave none that hold; and what was asked of it.
    public func phrased(
        _ facts: MonthFacts, by phraser: inout Phraser, isFresh: Bool
    ) throws -> (narrative: Narrative, asked: [Phrased]) {
        let composed = SummaryNarrative(facts, taxonomy: index.taxonomy).narrative
        guard !facts.main.isEmpty else { return (composed, []) }
        guard facts.currencies.count > 1 else {
            let (narrative, phrased) = try told(facts, answer(facts), else: composed, by: &phraser, isFresh: isFresh)
            return (narrative, phrased.map { [$0] } ?? [])
        }
        var texts: [String] = []
        var source = ReplySource.composed
        var asked: [Phrased] = []
        for section in facts.currencies where !section.isEmpty {
            let own = facts.only(section)
            let code = section.currency.code
            let (narrative, phrased) = try told(
                own, answer(own, in: ", accounts in \(code)"),
                else: SummaryNarrative(facts, taxonomy: index.taxonomy).narrative(of: section), by: &phraser,
                isFresh: isFresh)
            texts.append("\(code): \(narrative.text)")
            if narrative.source != .composed { source = narrative.source }
            if let phrased { asked.append(phrased) }
        }
        return (Narrative(text: texts.joined(separator: "\n\n"), source: source), asked)
    }

    /// Facts of one currency in a model's words, `composed` where those do not hold.
    private func told(
        _ facts: MonthFacts, _ answer: Answer, else composed: Narrative, by phraser: inout Phraser, isFresh: Bool
    ) throws -> (Narrative, Phrased?) {
        phraser.resume([])
        guard let request = phraser.request(for: answer) else { return (composed, phraser.phrase(answer)) }
        let key = NarrativeKey(
            facts: facts.hash(index.taxonomy),
            prompt: request.messages.map { $0.text }.joined(separator: "\n").contentHashText,
            model: phraser.modelName)
        if !isFresh, let text = try index.narrative(key) {
            return (Narrative(text: text, source: .model(key.model)), nil)
        }
        let phrased = phraser.phrase(answer)
        guard case .model = phrased.answer.source else { return (composed, phrased) }
        if !index.database.isReadOnly { try index.keep(phrased.answer.reply, key) }
        return (Narrative(text: phrased.answer.reply, source: phrased.answer.source), phrased)
    }
}

extension MonthFacts {
    /// What one currency says.
    fileprivate func only(_ section: CurrencyFacts) -> MonthFacts {
        MonthFacts(span: span, currencies: [section], hasRows: hasRows, coverage: coverage)
    }
}

/// What words about facts depend on.
struct NarrativeKey {
    let facts: String
    let prompt: String
    let model: String

    fileprivate var values: [SQLValue] { [.text(facts), .text(prompt), .text(model)] }
}

extension HouseholdIndex {
    fileprivate func narrative(_ key: NarrativeKey) throws(StoreError) -> String? {
        try database.first(
            "SELECT text FROM summary_narrative WHERE facts_hash = ? AND prompt_hash = ? AND model = ?", key.values
        ) { $0.text(0) }
    }

    fileprivate func keep(_ text: String, _ key: NarrativeKey) throws {
        try database.write {
            try database.run(
                """
                INSERT INTO summary_narrative (facts_hash, prompt_hash, model, text) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET text = excluded.text
                """, .text(key.facts), .text(key.prompt), .text(key.model), .text(text))
        }
    }
}
