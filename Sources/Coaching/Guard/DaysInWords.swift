import Ledger
import Understanding

/// Days that are said by a name, by a length, or by another day.
extension SaidPeriodReader {
    private static let holidays: [(words: [String], month: Int, day: Int)] = [
        (["new", "year", "eve"], 12, 31), (["new", "year", "day"], 1, 1), (["christmas", "eve"], 12, 24),
        (["christmas", "day"], 12, 25),
    ]

    /// - Returns: how many words name a holiday at `index`, and its day; nil where none do.
    static func holiday(at index: Int, key: (Int) -> String) -> (length: Int, month: Int, day: Int)? {
        holidays.first { holiday in
            holiday.words.indices.allSatisfy { key(index + $0) == holiday.words[$0] }
        }
        .map { ($0.words.count, $0.month, $0.day) }
    }

    /// `New Year's Eve`
    func holiday(at index: Int) -> SaidPeriod? {
        SaidPeriodReader.holiday(at: index, key: key).map { found in
            SaidPeriod(form: .day(month: found.month, day: found.day, year: nil), tokens: index..<index + found.length)
        }
    }

    /// `the ten months to October`
    func monthsUpTo(at index: Int) -> SaidPeriod? {
        guard ["month", "months"].contains(key(index + 1)), ["to", "until", "through"].contains(key(index + 2)),
            let count = integer(index, 2...12) ?? NumberWords.number(at: index, key: key)?.number.integer,
            (2...12).contains(count), let last = month(afterEndOf(index + 3))
        else { return nil }
        let end = afterPoint(afterEndOf(index + 3) + 1)
        let year = yearBehind(end)
        return SaidPeriod(
            form: .months((last - count + 12) % 12 + 1, to: last, year: year?.year), tokens: index..<(year?.end ?? end))
    }

    /// `a day later`, `the next day`, `two days later`, reckoned from a date before it.
    func later(at index: Int, than dates: [SaidPeriod]) -> SaidPeriod? {
        guard case .day(let month, let day, let year)? = dates.last?.form else { return nil }
        let (first, second, third) = (key(index), key(index + 1), key(index + 2))
        let count: Int
        switch (first, second) {
        case ("the", "next") where third == "day", ("the", "following") where third == "day": count = 1
        case (_, "day") where third == "later" && ["a", "one"].contains(first): count = 1
        case (_, "days") where third == "later":
            guard let number = integer(index, 2...31) ?? NumberWords.number(at: index, key: key)?.number.integer else {
                return nil
            }
            count = number
        default: return nil
        }
        guard let date = CivilDate(year: year ?? asOf.year, month: month, day: day)?.adding(days: count) else {
            return nil
        }
        let parts = date.components
        return SaidPeriod(
            form: .day(month: parts.month, day: parts.day, year: year.map { _ in parts.year }),
            tokens: index..<index + 3)
    }
}
