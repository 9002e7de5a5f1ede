import Ledger
import Retrieval
import Store

/// Three questions that the data of this household makes worth asking, the most telling first.
public struct StarterQuestions {
    private let index: HouseholdIndex
    private let asOf: CivilDate

    /// - Parameter asOf: the day that counts as today.
    public init(_ index: HouseholdIndex, asOf: CivilDate) {
        self.index = index
        self.asOf = asOf
    }

    private static let most = 3

    /// Questions that coach answers from this data; fewer than three only where there are next to no rows.
    public func questions() throws -> [String] {
        guard let coverage = try index.coverage else { return [] }
        let month = StarterQuestions.month(coverage, asOf: asOf)
        guard let span = SummarySpan(.month, of: month, asOf: asOf) else { return [] }
        let facts = try SummaryBook(index, asOf: asOf).facts(span).main
        let found = [
            StarterQuestions.change(facts, span), StarterQuestions.price(facts), try trip(),
            StarterQuestions.subscriptions(facts),
            StarterQuestions.category(facts, span), StarterQuestions.merchant(facts, span),
            facts.largest.isEmpty ? nil : "what was my biggest purchase in \(span.name)?",
            facts.flow.spending > 0 ? "how much did I spend in \(span.name)?" : nil,
            facts.flow.income > 0 ? "how much did I earn in \(span.name)?" : nil,
        ]
        return Array(found.compactMap(\.self).prefix(StarterQuestions.most))
    }

    /// The last month that is over and has rows, else the last one that has any.
    private static func month(_ coverage: Period, asOf: CivilDate) -> CivilDate {
        let last = min(coverage.end, asOf).startOfMonth
        let full = min(SummarySpan.lastFullMonth(asOf: asOf), last)
        return full >= coverage.start.startOfMonth ? full : last
    }

    /// What was far above its habit.
    private static func change(_ facts: CurrencyFacts, _ span: SummarySpan) -> String? {
        guard let line = facts.drivers.first(where: { $0.category.departure > 0 && !$0.isBill })?.category,
            line.id != Taxonomy.fallback
        else { return nil }
        let name = line.name.prefix(1).lowercased() + line.name.dropFirst()
        return "why did I spend more on \(name) in \(span.name)?"
    }

    /// The last trip, of the past year.
    private func trip() throws -> String? {
        let past = try Trips(index, taxonomy: index.taxonomy).all.filter { $0.days.end <= asOf }
        return past.last.flatMap {
            asOf.days(since: $0.days.end) <= 365 ? "what did the \($0.towns[0]) trip cost?" : nil
        }
    }

    private static func price(_ facts: CurrencyFacts) -> String? {
        facts.streams.contains { $0.stream.rise != nil } ? "which subscriptions got more expensive?" : nil
    }

    private static func subscriptions(_ facts: CurrencyFacts) -> String? {
        facts.streams.contains { $0.stream.group == .subscription }
            ? "what subscriptions do I have, and what do they cost?" : nil
    }

    /// What is bought most often, since that is what a household can change.
    private static func category(_ facts: CurrencyFacts, _ span: SummarySpan) -> String? {
        let bought = facts.categories.filter { $0.count > 1 && $0.spent > 0 && $0.id != Taxonomy.fallback }
        let line = bought.max { ($0.count, $0.spent, $1.id) < ($1.count, $1.spent, $0.id) }
        return line.map { "how much did I spend on \($0.name.lowercased()) in \(span.name)?" }
    }

    private static func merchant(_ facts: CurrencyFacts, _ span: SummarySpan) -> String? {
        let line = facts.merchants.filter { $0.count > 1 }.max { ($0.count, $1.name) < ($1.count, $0.name) }
        return line.map { "how much did I spend at \($0.name) this year?" }
    }
}
