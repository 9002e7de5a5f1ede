import Ledger
import Understanding

/// Whether the days that a label of NLU++ names are those of the query, where the two mean the same by them.
struct SlotTimes {
    enum Judgement {
        case right, wrong
        /// Why the label and the meaning of periods here cannot agree.
        case leftOut(String)
    }

    /// The day that labels count from.
    let asOf: CivilDate
    let query: Query
    /// What the question says of the end of a range; nil when it names none.
    let rangeEnd: String?

    /// - Parameter name: `date`, `date_period`, `date_from` or `date_to`.
    func judge(_ name: String, _ slot: JSONValue, said: String) -> Judgement {
        guard let labelled = SlotTimes.period(of: slot) else { return .leftOut("no day is given") }
        let expected = begun(labelled, said: said)
        let periods = [query.period, query.comparison].compactMap { $0 } + query.otherPeriods
        let isRight: Bool
        switch name {
        case "date_from": isRight = periods.contains { $0.start == expected.start }
        // What ends later than today is cut there.
        case "date_to": isRight = periods.contains { $0.end == min(expected.end, asOf) || $0.end == expected.end }
        default: isRight = periods.contains { agrees($0, expected) }
        }
        if isRight { return .right }
        return reason(name, said: said).map { .leftOut($0) } ?? .wrong
    }

    /// A date that leaves its month or year open is the next one there and the most recent one here.
    private func begun(_ label: Period, said: String) -> Period {
        let words = Set(SlotTimes.words(said))
        let saysWhich = words.contains { $0.utf8.count == 4 && Int($0) != nil }
        guard label.start > asOf, !saysWhich,
            words.isDisjoint(with: ["next", "coming", "this", "tomorrow", "in", "from", "today", "end", "year"])
        else { return label }
        func isNamed(_ names: [String]) -> Bool {
            names.contains { name in words.contains { $0.count > 2 && name.lowercased().hasPrefix($0) } }
        }
        if isNamed(CivilDate.monthNames) { return moved(label) { $0.adding(years: -1) } }
        if isNamed(CivilDate.weekdayNames) { return moved(label) { $0.adding(days: -7) } }
        return moved(label) { $0.adding(months: -1) }
    }

    /// The label moved back until it has begun.
    private func moved(_ label: Period, by step: (CivilDate) -> CivilDate) -> Period {
        var period = label
        while period.start > asOf { period = Period(step(period.start), step(period.end)) }
        return period
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private func reason(_ name: String, said: String) -> String? {
        let words = SlotTimes.words(said)
        if name == "date_from", words.count == 1, let rangeEnd, SlotTimes.words(rangeEnd).count > 1 {
            return "“from the 3rd to the 6th of May”: the first day has the month of the last one only here"
        }
        guard let count = words.firstIndex(where: { ["last", "past"].contains($0) }), words.indices.contains(count + 2)
        else { return nil }
        return "“\(words[count]) N units” begins N units ago there, and its last day is today here"
    }

    private static func day(_ value: JSONValue?) -> CivilDate? {
        guard let year = value?["year"]?.number, let month = value?["month"]?.number, let day = value?["day"]?.number
        else { return nil }
        return CivilDate(year: Int(year), month: Int(month), day: Int(day))
    }

    private static func period(of slot: JSONValue) -> Period? {
        if let date = day(slot["value"]) { return Period(date, date) }
        guard let start = day(slot["values"]?["from"]), let end = day(slot["values"]?["to"]), start <= end else {
            return nil
        }
        return Period(start, end)
    }

    /// Ours ends at the as-of date where theirs goes on; "2 months ago" is a day there and a month here.
    private func agrees(_ period: Period, _ expected: Period) -> Bool {
        period.start == expected.start && (period.end == expected.end || period.end == asOf && expected.end > asOf)
            || expected.days == 1 && (2...31).contains(period.days) && period.contains(expected.start)
    }
}
