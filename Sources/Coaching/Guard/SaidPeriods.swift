import Ledger
import Understanding

/// A day or a span that a sentence names.
struct SaidPeriod: Sendable {
    enum Form: Hashable, Sendable {
        case day(month: Int, day: Int, year: Int?)
        /// `the 5th`
        case dayOfMonth(Int)
        case month(Int, year: Int?)
        case quarter(Int, year: Int?)
        case year(Int)
        case weekday(Int)
        /// Days from one to another, the year of each perhaps left out.
        case span(first: Int, of: Int, firstYear: Int?, last: Int, inMonth: Int, year: Int?)
        case months(Int, to: Int, year: Int?)
        /// Reckoned from today: `last month`, `the past 30 days`; up to today and to the end of the unit.
        case relative(Period, whole: Period)
        /// `the month before`: reckoned from what was asked about.
        case before(TimeUnit?)
    }

    let form: Form
    let tokens: Range<Int>
    /// `since August`: from there on.
    var isOpen = false
}

/// Finds the days and spans of a sentence.
struct SaidPeriodReader {
    let tokens: [Token]
    private let taken: [Bool]
    let asOf: CivilDate

    init(_ tokens: [Token], taken: [Bool], asOf: CivilDate) {
        self.tokens = tokens
        self.taken = taken
        self.asOf = asOf
    }

    func key(_ index: Int) -> String {
        tokens.indices.contains(index) && !taken[index] ? tokens[index].key : ""
    }

    func periods() -> [SaidPeriod] {
        var found: [SaidPeriod] = []
        var index = 0
        let relative = relativePeriods()
        while index < tokens.count {
            if var period = later(at: index, than: found) ?? calendarPeriod(at: index) ?? relative[index] {
                period.isOpen = key(index - 1) == "since" || key(index) == "since"
                found.append(period)
                index = period.tokens.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    // MARK: Calendar

    private func calendarPeriod(at index: Int) -> SaidPeriod? {
        guard tokens.indices.contains(index), !taken[index] else { return nil }
        if let special = holiday(at: index) ?? monthsUpTo(at: index) { return special }
        return partOfMonth(at: index) ?? isoDate(at: index) ?? slashed(at: index) ?? dayFirst(at: index) ?? monthFirst(
            at: index)
            ?? quarter(at: index) ?? before(at: index) ?? ordinal(at: index) ?? year(
                at: index) ?? weekday(at: index)
    }

    func integer(_ index: Int, _ range: ClosedRange<Int>) -> Int? {
        guard tokens.indices.contains(index), !taken[index] else { return nil }
        let digits = tokens[index].key
        guard digits.utf8.count <= 4, let value = Int(digits), range.contains(value) else { return nil }
        return value
    }

    /// `7`, `7th`, `seventh`.
    private func day(_ index: Int) -> Int? {
        if let number = integer(index, 1...31) { return key(index + 1) == "%" ? nil : number }
        let text = key(index)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, ["st", "nd", "rd", "th"].contains(text.dropFirst(digits.count)) else { return nil }
        return Int(digits).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    func month(_ index: Int) -> Int? {
        guard tokens.indices.contains(index), !taken[index], let month = SaidPeriodReader.months[tokens[index].key]
        else {
            return nil
        }
        // Small `may` and `march` are words of their own.
        let isDoubtful = ["may", "march", "mar", "sep", "dec"].contains(tokens[index].key)
        return isDoubtful && tokens[index].text.first?.isUppercase != true ? nil : month
    }

    /// The year behind a date, behind a comma perhaps.
    func yearBehind(_ index: Int) -> (year: Int, end: Int)? {
        if let year = integer(index, 1970...2199), tokens[index].text.utf8.count == 4 { return (year, index + 1) }
        // `Sept '26`
        if key(index) == "'", let year = integer(index + 1, 0...99), tokens[index + 1].text.utf8.count == 2,
            !tokens[index + 1].hasSpaceBefore
        {
            return (2000 + year, index + 2)
        }
        if key(index) == "," || key(index) == "of", let year = integer(index + 1, 1970...2199), key(index + 2) != "%" {
            return (year, index + 2)
        }
        return nil
    }

    func afterPoint(_ index: Int) -> Int {
        key(index) == "." && tokens[index - 1].key.utf8.count <= 4 ? index + 1 : index
    }

    private func isoDate(at index: Int) -> SaidPeriod? {
        guard let year = integer(index, 1970...2199), key(index + 1) == "-", !tokens[index + 1].hasSpaceBefore,
            let month = integer(index + 2, 1...12), tokens[index + 2].text.utf8.count == 2
        else { return nil }
        if key(index + 3) == "-", let day = integer(index + 4, 1...31) {
            return SaidPeriod(form: .day(month: month, day: day, year: year), tokens: index..<index + 5)
        }
        return SaidPeriod(form: .month(month, year: year), tokens: index..<index + 3)
    }

    /// `10/07`, `10/7/2026`: the month first, as the program's own readers of statements in dollars take it.
    private func slashed(at index: Int) -> SaidPeriod? {
        // `09/2026`
        if let month = integer(index, 1...12), key(index + 1) == "/", let year = integer(index + 2, 1970...2199),
            tokens[index + 2].text.utf8.count == 4, key(index + 3) != "/"
        {
            return SaidPeriod(form: .month(month, year: year), tokens: index..<index + 3)
        }
        guard let first = integer(index, 1...31), key(index + 1) == "/", !tokens[index + 1].hasSpaceBefore,
            let second = integer(index + 2, 1...31), !tokens[index + 2].hasSpaceBefore
        else { return nil }
        let hasYear = key(index + 3) == "/"
        let year = hasYear ? integer(index + 4, 0...2199).map { $0 < 100 ? 2000 + $0 : $0 } : nil
        guard hasYear ? year != nil : tokens[index].text.utf8.count + tokens[index + 2].text.utf8.count >= 3 else {
            return nil
        }
        let (month, day) = first > 12 ? (second, first) : (first, second)
        guard month <= 12 else { return nil }
        return SaidPeriod(form: .day(month: month, day: day, year: year), tokens: index..<index + (hasYear ? 5 : 3))
    }

    /// `7 October`, `the 7th of October 2026`, `2–31 October`, `2 to 31 October`, `1 April – 30 September 2026`.
    private func dayFirst(at index: Int) -> SaidPeriod? {
        guard let first = day(index) else { return nil }
        var place = index + 1
        var last = first
        if ["-", "–", "to", "through", "and"].contains(key(place)), let other = day(place + 1), other > first {
            last = other
            place += 2
        }
        if key(place) == "of" { place += 1 }
        guard let month = month(place) else { return nil }
        return closed(first, month, last, at: index, afterPoint(place + 1))
    }

    /// `October 7`, `Oct. 7th, 2026`, `October 2–31`, `October 2026`, `October`, `April to September`.
    private func monthFirst(at index: Int) -> SaidPeriod? {
        guard let month = month(index) else { return nil }
        var place = afterPoint(index + 1)
        if key(place) == "the" { place += 1 }
        if let first = day(place), !isAmount(place) {
            var last = first
            var end = place + 1
            if ["-", "–", "to", "through", "and", "&"].contains(key(end)), let other = day(end + 1), other > first,
                !isAmount(end + 1)
            {
                last = other
                end += 2
            }
            return closed(first, month, last, at: index, end)
        }
        place = afterPoint(index + 1)
        let year = yearBehind(place)
        let end = year?.end ?? place
        let isBetween = key(index - 1) == "between"
        let next = afterEndOf(end + 1)
        if ["-", "–", "to", "through"].contains(key(end)) || isBetween && key(end) == "and",
            let other = self.month(next), other != month,
            day(afterPoint(next + 1)) == nil
        {
            let later = yearBehind(afterPoint(next + 1))
            return SaidPeriod(
                form: .months(month, to: other, year: later?.year ?? year?.year),
                tokens: index..<(later?.end ?? afterPoint(next + 1)))
        }
        return SaidPeriod(form: .month(month, year: year?.year), tokens: index..<end)
    }

    /// `and the end of October`
    func afterEndOf(_ index: Int) -> Int {
        let start = key(index) == "the" ? index + 1 : index
        return key(start) == "end" && key(start + 1) == "of" ? start + 2 : index
    }

    /// `October 9 transactions`: the number belongs to what follows.
    private func isAmount(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), tokens[index].form == .number else { return false }
        // `your October 1 payment`: the payment of that day.
        if index > 1, ["your", "the", "on", "this", "that", "my", "an", "a"].contains(key(index - 2)) { return false }
        return CountNouns.noun(key(index + 1)) != nil || ["%", "$", "percent"].contains(key(index + 1))
    }

    /// A day or span whose first part has been read, with its year, and perhaps another day it reaches to.
    private func closed(_ first: Int, _ month: Int, _ last: Int, at start: Int, _ end: Int) -> SaidPeriod {
        let year = yearBehind(end)
        let stop = year?.end ?? end
        let isBetween = key(start - 1) == "between" && key(stop) == "and"
        if first == last, isBetween || ["-", "–", "to", "through", "until"].contains(key(stop)) {
            var next = stop + 1
            if key(next) == "the" { next += 1 }
            let other: (day: Int, month: Int, end: Int)?
            if let day = day(next), let month = self.month(next + 1) {
                other = (day, month, afterPoint(next + 2))
            } else if let month = self.month(next), let day = day(afterPoint(next + 1)) {
                other = (day, month, afterPoint(next + 1) + 1)
            } else {
                other = nil
            }
            if let other {
                let later = yearBehind(other.end)
                return SaidPeriod(
                    form: .span(
                        first: first, of: month, firstYear: year?.year, last: other.day, inMonth: other.month,
                        year: later?.year ?? year?.year),
                    tokens: start..<(later?.end ?? other.end))
            }
        }
        let form: SaidPeriod.Form =
            first == last
            ? .day(month: month, day: first, year: year?.year)
            : .span(first: first, of: month, firstYear: year?.year, last: last, inMonth: month, year: year?.year)
        return SaidPeriod(form: form, tokens: start..<stop)
    }

    private static let quarters: [String: Int] = ["first": 1, "second": 2, "third": 3, "fourth": 4]

    /// `the third quarter of 2026`
    private func quarterInWords(at index: Int) -> SaidPeriod? {
        guard let number = SaidPeriodReader.quarters[key(index)], key(index + 1) == "quarter" else { return nil }
        let year = key(index + 2) == "of" ? Int(key(index + 3)) : Int(key(index + 2))
        let end = year == nil ? index + 2 : key(index + 2) == "of" ? index + 4 : index + 3
        return SaidPeriod(form: .quarter(number, year: year), tokens: index..<end)
    }

    private func quarter(at index: Int) -> SaidPeriod? {
        let text = key(index)
        guard text.utf8.count == 2, text.hasPrefix("q"), let number = Int(text.dropFirst()), (1...4).contains(number)
        else {
            return quarterInWords(at: index)
        }
        let year = yearBehind(index + 1)
        return SaidPeriod(form: .quarter(number, year: year?.year), tokens: index..<(year?.end ?? index + 1))
    }

    /// `the 5th`; not `the 5th largest`.
    private func ordinal(at index: Int) -> SaidPeriod? {
        guard key(index - 1) == "the", tokens[index].form == .word, let day = day(index),
            !RankWords.follows(key(index + 1)), CountNouns.noun(key(index + 1)) == nil
        else { return nil }
        return SaidPeriod(form: .dayOfMonth(day), tokens: index..<index + 1)
    }

    private func year(at index: Int) -> SaidPeriod? {
        guard let year = integer(index, 1990...2100), tokens[index].text.utf8.count == 4, tokens[index].form == .number,
            ["in", "of", "since", "for", "during", "throughout", "from", "to", "than", "and", "vs", "until", "("]
                .contains(
                    key(index - 1)) || index == 0 || CountNouns.noun(key(index + 1)) == nil && key(index - 1) != "$",
            !["%", "dollars", "$", "€"].contains(key(index + 1)), !["$", "€", "£", "-", "+"].contains(key(index - 1))
        else { return nil }
        return SaidPeriod(form: .year(year), tokens: index..<index + 1)
    }

    private func weekday(at index: Int) -> SaidPeriod? {
        guard let day = SaidPeriodReader.weekdays[key(index)] else { return nil }
        if key(index).utf8.count <= 4, tokens[index].text.first?.isUppercase != true { return nil }
        return SaidPeriod(form: .weekday(day), tokens: index..<index + 1)
    }

    // MARK: Relative

    private static let units: [String: TimeUnit] = [
        "week": .week, "month": .month, "quarter": .quarter, "year": .year, "day": .day,
    ]

    /// `the month before`, `the previous month`, `the prior period`, `month over month`.
    private func before(at index: Int) -> SaidPeriod? {
        let isUnit = SaidPeriodReader.units[key(index)] != nil || key(index) == "period" || key(index) == "one"
        if isUnit, ["before", "prior", "earlier"].contains(key(index + 1)), key(index - 1) == "the",
            !(key(index + 1) == "before" && (month(index + 2) != nil || key(index + 2) == "last"))
        {
            return SaidPeriod(form: .before(SaidPeriodReader.units[key(index)]), tokens: index..<index + 2)
        }
        if ["previous", "prior", "preceding"].contains(key(index)) {
            let unit = SaidPeriodReader.units[key(index + 1)]
            guard unit != nil || key(index + 1) == "period" else { return nil }
            return SaidPeriod(form: .before(unit), tokens: index..<index + 2)
        }
        if let unit = SaidPeriodReader.units[key(index)] {
            let start = key(index + 1) == "-" ? index + 2 : index + 1
            let end = key(start + 1) == "-" ? start + 2 : start + 1
            if key(start) == "over" || key(start) == "on" || key(start) == "to", key(end) == key(index) {
                return SaidPeriod(form: .before(unit), tokens: index..<end + 1)
            }
        }
        return nil
    }

    private static let relations: Set<String> = [
        "last", "past", "this", "current", "next", "coming", "upcoming", "following", "yesterday", "today", "tomorrow",
        "ytd", "mtd", "ago", "trailing", "recent", "lately", "recently", "tonight", "half",
        "summer", "autumn", "winter", "spring",
    ]

    /// What the reader of questions makes of the words, where they say how it is reckoned from today.
    private func relativePeriods() -> [Int: SaidPeriod] {
        guard tokens.contains(where: { SaidPeriodReader.relations.contains($0.key) }) else { return [:] }
        var found: [Int: SaidPeriod] = [:]
        for expression in TimeParser.expressions(in: tokens, context: TimeContext(asOf: asOf)) {
            let range = expression.tokens
            guard range.contains(where: { SaidPeriodReader.relations.contains(tokens[$0].key) }),
                !range.contains(where: { taken[$0] }), !expression.isWeekdaysOnly
            else { continue }
            // `this Friday` may be one that was or one that comes.
            if range.count == 2, ["this", "coming"].contains(tokens[range.lowerBound].key),
                let weekday = SaidPeriodReader.weekdays[tokens[range.lowerBound + 1].key]
            {
                found[range.lowerBound] = SaidPeriod(form: .weekday(weekday), tokens: range)
                continue
            }
            // `this`, `the last` without a unit, and what begins in the middle of a date, are not meant.
            found[range.lowerBound] = SaidPeriod(
                form: .relative(expression.period, whole: expression.whole), tokens: range)
        }
        return found
    }

    private static let months: [String: Int] = {
        var table: [String: Int] = [:]
        for (index, name) in CivilDate.monthNames.enumerated() {
            table[name.lowercased()] = index + 1
            table[String(name.lowercased().prefix(3))] = index + 1
        }
        table["sept"] = 9
        return table
    }()

    private static let weekdays: [String: Int] = {
        var table: [String: Int] = [:]
        for (index, name) in CivilDate.weekdayNames.enumerated() {
            table[name.lowercased()] = index + 1
            table[name.lowercased() + "s"] = index + 1
            table[String(name.lowercased().prefix(3))] = index + 1
        }
        table["tues"] = 2
        table["thurs"] = 4
        return table
    }()
}
