import Ledger
import Retrieval

/// Words about a month, and who wrote them.
public struct Narrative: Hashable, Sendable {
    /// Paragraphs with an empty line between them.
    public let text: String
    public let source: ReplySource

    public init(text: String, source: ReplySource) {
        self.text = text
        self.source = source
    }
}

/// Tells what was different in a month or year, and why: a few sentences, the ones that matter most.
public struct SummaryNarrative {
    let facts: MonthFacts
    let taxonomy: Taxonomy

    /// The most sentences of one currency.
    static let most = 9

    public init(_ facts: MonthFacts, taxonomy: Taxonomy) {
        self.facts = facts
        self.taxonomy = taxonomy
    }

    public var narrative: Narrative {
        Narrative(text: paragraphs.joined(separator: "\n\n"), source: .composed)
    }

    /// What is said of one of several currencies.
    func narrative(of section: CurrencyFacts) -> Narrative {
        let words = CurrencyNarrative(facts: facts, section: section, taxonomy: taxonomy)
        return Narrative(text: words.paragraphs.joined(separator: "\n\n"), source: .composed)
    }

    private var paragraphs: [String] {
        if let nothing { return [nothing] }
        return facts.currencies.flatMap { currency in
            var texts = CurrencyNarrative(facts: facts, section: currency, taxonomy: taxonomy).paragraphs
            if facts.currencies.count > 1, !texts.isEmpty { texts[0] = "\(currency.currency.code): \(texts[0])" }
            return texts
        }
    }

    private var span: SummarySpan { facts.span }

    /// What is said where no money was spent or came in.
    private var nothing: String? {
        guard facts.main.isEmpty else { return nil }
        if facts.hasRows {
            return
                "There's no spending or income in \(span.name): all of its transactions are transfers between your own "
                + "accounts, or ones you left out."
        }
        let head = "There are no transactions in \(span.name)" + (span.isComplete ? "." : " yet.")
        guard let coverage = facts.coverage else { return head }
        if coverage.days == 1 { return head + " Your data only covers \(coverage.start.longText)." }
        return head + " Your data runs from \(coverage.ends)."
    }
}

/// The sentences about one currency.
struct CurrencyNarrative {
    let facts: MonthFacts
    let section: CurrencyFacts
    let phrases: Phrases
    let taxonomy: Taxonomy

    init(facts: MonthFacts, section: CurrencyFacts, taxonomy: Taxonomy) {
        self.facts = facts
        self.section = section
        self.taxonomy = taxonomy
        phrases = Phrases(taxonomy: taxonomy, currency: section.currency)
    }

    /// What was spent and why, what else happened and lies ahead, and what to do; where there is too much to say, what
    /// matters least is left out.
    var paragraphs: [String] {
        if section.rows == 1, let only = onlyRow { return [[only, gap].compactMap { $0 }.joined(separator: " ")] }
        // What matters most has the smallest rank.
        let isBillFirst = section.drivers.first?.isBill == true
        // What moved spending most is never what is left out.
        func rank(_ drivers: [SpendingDriver], _ rank: Int) -> Int {
            drivers.contains { [largestMove?.id, countermove?.id].contains($0.category.id) } ? min(rank, 2) : rank
        }
        let bills = section.drivers.filter(\.isBill)
        let sums = [
            (0, headline), (1, pending), (1, kept), (2, mostWentTo), (2, isBillFirst ? rareBills : nil), (2, firstRise),
            (rank(Array(rises.dropFirst()), 4), otherRises),
            (rank(section.drivers.filter { $0.category.departure < 0 }, 4), falls), (2, mover),
            (2, againstTheWhole),
            (rank(bills, 5), isBillFirst ? nil : rareBills), (6, steadiness), (7, yearBefore), (3, dearestMonths),
        ]
        let events = [
            (3, subscriptions), (3, unusual), (2, limits), (4, decisions), (6, standing), (7, ahead), (8, gap),
        ]
        var said: [Sentence] = []
        for (paragraph, candidates) in [sums, events, [(1, suggestion)]].enumerated() {
            for case (let rank, let text?) in candidates {
                said.append(Sentence(paragraph: paragraph, rank: rank, place: said.count, text: text))
            }
        }
        while said.count > SummaryNarrative.most,
            let last = said.max(by: { ($0.rank, $0.place) < ($1.rank, $1.place) })
        {
            said.removeAll { $0.place == last.place }
        }
        return (0..<3).map { paragraph in
            said.filter { $0.paragraph == paragraph }.map(\.text).joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    private struct Sentence {
        let paragraph: Int
        let rank: Int
        let place: Int
        let text: String
    }

    // MARK: Words

    var span: SummarySpan { facts.span }

    func money(_ units: Int64) -> String { Money(units, section.currency).text }

    /// One of several ways to say the same, another one in the months that follow.
    func varied(_ ways: String...) -> String { varied(ways) }

    /// - Precondition: at least one way.
    func varied<Way>(_ ways: [Way]) -> Way { ways[(span.whole.start.monthNumber / span.unit.months) % ways.count] }

    /// What a category is called within a sentence.
    func categoryName(_ id: String) -> String {
        id == Taxonomy.fallback ? "purchases without a category" : phrases.category(id)
    }

    /// `October`, or `2026`.
    var shortName: String {
        span.unit == .year ? span.name : CivilDate.monthNames[span.whole.start.month - 1]
    }

    /// `September`, `December 2025`, `the first 15 days of September`.
    var nameBefore: String {
        let before = span.earlier(1)
        let isNear = span.unit == .month && before.start.year == span.whole.start.year
        let name = isNear ? CivilDate.monthNames[before.start.month - 1] : before.label
        if span.isComplete { return name }
        let days = span.sameDays(1).days
        guard span.unit == .month else { return "the same days of \(name)" }
        return days == 1 ? "the first day of \(name)" : "the first \(days) days of \(name)"
    }

    /// `October 4`; with the year where the summary is about another one.
    func day(_ date: CivilDate) -> String {
        date.year == span.whole.start.year ? date.dayText : date.longText
    }
}
