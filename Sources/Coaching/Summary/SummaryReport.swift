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

    public var paragraphs: [String] {
        let notes = facts.notes.isEmpty ? [] : [facts.notes.joined(separator: " ")]
        return narrative.text.split(separator: "\n").map(String.init) + notes
    }

    /// The currency's code above its tables where there are several; nil where there is one.
    public func heading(_ section: CurrencyFacts) -> String? {
        facts.currencies.count > 1 ? section.currency.code : nil
    }

    public func sections(_ section: CurrencyFacts) -> [SummarySection] {
        SummarySections(facts: facts, section: section, taxonomy: taxonomy).all
    }

    /// Of a month in which something was spent.
    public func days(_ section: CurrencyFacts) -> DailyBlocks? {
        guard facts.span.unit == .month, section.flow.spending > 0 else { return nil }
        return DailyBlocks(section, facts.span)
    }
}
