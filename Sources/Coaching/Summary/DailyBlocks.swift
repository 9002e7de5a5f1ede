import Ledger
import Retrieval

/// Spending of each day, beside that of the month before, on one scale that a few large days do not flatten.
public struct DailyBlocks: Sendable {
    public struct Line: Sendable {
        /// `October`.
        public let name: String
        /// Minor units of each day from the first on.
        public let values: [Int64]
    }

    /// This month, then the one before where there is one.
    public let lines: [Line]
    /// What the highest block stands for: that much or more, minor units.
    public let top: Int64
    /// What the highest block means, and the days of this month that it is too low for.
    public let note: String

    /// A day above so many times the third quarter of all days with spending does not fit beside them.
    private static let widest: Int64 = 3
    /// So many of those days are named.
    private static let mostNamed = 3

    init(_ section: CurrencyFacts, _ span: SummarySpan) {
        func name(_ day: CivilDate) -> String { CivilDate.monthNames[day.month - 1] }
        lines = [section.daily, section.previousDaily].compactMap { days in
            days.first.map { first in Line(name: name(first.date), values: days.map(\.spent)) }
        }
        let spent = lines.flatMap(\.values).filter { $0 > 0 }.sorted()
        let quarter = spent.isEmpty ? 0 : spent[(spent.count - 1) * 3 / 4]
        top = spent.last { $0 / DailyBlocks.widest <= quarter } ?? 1
        func money(_ units: Int64) -> String { Money(units, section.currency).text }
        let higher = section.daily.filter { [top] in $0.spent > top }
        let named = higher.sorted { ($1.spent, $0.date) < ($0.spent, $1.date) }.prefix(DailyBlocks.mostNamed)
            .sorted { $0.date < $1.date }.map { "\($0.date.dayText) (\(money($0.spent)))" }
        let rest = higher.count - named.count
        let words = Subject.list(named + (rest > 0 ? ["\(rest) more"] : []))
        note =
            (spent.last ?? 0) > top
            ? "A full block is \(money(top)) or more in a day" + (named.isEmpty ? "." : "; above that: \(words).")
            : "A full block is \(money(top)) in a day."
    }
}
