import Ledger

/// A summary ready to be shown: the facts, the words and the tables.
public struct SummaryReport: Sendable {
    public let facts: MonthFacts
    public let narrative: Narrative
    let taxonomy: Taxonomy

    public init(_ facts: MonthFacts, _ narrative: Narrative, taxonomy: Taxonomy) {
        self.facts = facts
        self.narrative = narrative
        self.taxonomy = taxonomy
    }

    public var json: JSON { facts.json(taxonomy, narrative) }

    /// `October 2026`, `October 2026 so far`.
    public var title: String { facts.span.name + (facts.span.isComplete ? "" : " so far") }

    public var paragraphs: [String] { narrative.text.split(separator: "\n").map(String.init) }

    /// The currency's code above its tables where there are several; nil where there is one.
    public func heading(_ section: CurrencyFacts) -> String? {
        facts.currencies.count > 1 ? section.currency.code : nil
    }

    public func sections(_ section: CurrencyFacts) -> [SummarySection] {
        SummarySections(facts: facts, section: section, taxonomy: taxonomy).all
    }

    /// What was spent up to each day of the period, for a line.
    public func series(_ section: CurrencyFacts) -> AnswerSeries? {
        guard facts.span.unit == .month, !section.isEmpty, let first = section.daily.first,
            let last = section.daily.last
        else { return nil }
        return AnswerSeries(
            first: "Day by day, \(first.date.day)", values: section.daily.map { max(0, $0.spent) },
            last: "\(last.date.day) \(CivilDate.monthNames[last.date.month - 1])")
    }
}
