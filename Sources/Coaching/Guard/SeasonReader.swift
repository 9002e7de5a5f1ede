import Ledger
import Understanding

/// Finds seasons that are said alone, `winter was dearer`, where just one winter is spoken of.
enum SeasonReader {
    private static let starts = ["winter": 12, "spring": 3, "summer": 6, "autumn": 9]

    static func adding(
        to periods: [SaidPeriod], _ tokens: [Token], taken: [Bool], _ days: KnownDays
    ) -> [SaidPeriod] {
        let seasons = tokens.indices.compactMap { index -> SaidPeriod? in
            guard !taken[index], !periods.contains(where: { $0.tokens.contains(index) }),
                let start = starts[tokens[index].key]
            else { return nil }
            let known = days.periods.filter { period in
                period.start.month == start && period.start.day == 1
                    && period.end == period.start.adding(months: 3).adding(days: -1)
            }
            guard known.count == 1 else { return nil }
            return SaidPeriod(form: .relative(known[0], whole: known[0]), tokens: index..<index + 1)
        }
        return seasons.isEmpty ? periods : (periods + seasons).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }
}
