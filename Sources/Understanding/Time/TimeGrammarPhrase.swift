import Ledger

/// A time with its preposition: "since March", "until payday", "over the past 3 months".
extension TimeGrammar {
    func phrase(at index: Int) -> Found<TimeSpan>? {
        if let special = everything(at: index) ?? lately(at: index) ?? rest(at: index) { return special }
        if ["between", "from"].contains(key(index)), isPayToNow(at: index + 1) { return sincePay(at: index + 1) }
        switch key(index) {
        case "since", "starting": return since(at: index + 1)
        case "ever" where key(index + 1) == "since": return since(at: index + 2) ?? allTime(index + 2)
        case "between", "btw", "betwen":
            return betweenPays(at: index + 1) ?? range(at: index + 1, after: "between").flatMap(finished)
        case "from": return from(at: index + 1)
        case "until", "till", "til", "untill", "through", "thru": return until(at: index + 1, includes: true)
        // `what did they add up to this year`
        case "up"
        where ["to", "until", "till", "til"].contains(key(index + 1))
            && !["add", "adds", "added", "adding"].contains(key(index - 1)):
            return until(at: index + 2, includes: true)
        case "no" where reads(index, "no", "later", "than"): return until(at: index + 3, includes: true)
        case "before", "by": return until(at: index + 1, includes: key(index) == "by")
        case "prior" where key(index + 1) == "to": return until(at: index + 2, includes: false)
        case "earlier" where key(index + 1) == "than": return until(at: index + 2, includes: false)
        case "after": return after(at: index + 1)
        case "later" where key(index + 1) == "than": return after(at: index + 2)
        default: return plain(at: index)
        }
    }

    /// "between payday and today".
    private func isPayToNow(at index: Int) -> Bool {
        guard let end = pay(at: index, is: [.past]), ["and", "to", "till", "til", "until"].contains(key(end)) else {
            return false
        }
        return ["today", "now"].contains(key(end + 1))
    }

    private func sincePay(at index: Int) -> Found<TimeSpan>? {
        since(at: index).map { ($0.value, $0.end + 2) }
    }

    private func finished(_ found: Found<TimePoint>) -> Found<TimeSpan>? {
        resolve(found.value).map { ($0, found.end) }
    }

    static let prepositions: Set<String> = [
        "in", "on", "during", "over", "for", "at", "within", "throughout", "of", "across", "around", "about",
    ]

    private func plain(at index: Int) -> Found<TimeSpan>? {
        let preposition = TimeGrammar.prepositions.contains(key(index)) ? key(index) : ""
        let start = preposition.isEmpty ? index : index + 1
        // `the places we ate at this year`
        if preposition == "at", ["this", "last", "past"].contains(key(start)) { return nil }
        if ["for", "in", "over", "during"].contains(preposition) || preposition == "of" && !isPart(before: index),
            key(start) == "the",
            case .unit(let unit)? = word(start + 1),
            unit != .weekend, tokens[start + 1].key.utf8.last != 0x73, isAlone(start + 2)
        {
            return (.containing(asOf, unit), start + 2)
        }
        if preposition == "in", let found = fromNow(at: start, after: "in") { return finished(found) }
        let found = longest([
            range(at: start), point(at: start), bareYear(at: skip(start, "the", "year"), after: preposition),
        ])
        return found.flatMap(finished)
    }

    /// Whether "of the month" at `index` says what something is a part of: "the last day of the month".
    private func isPart(before index: Int) -> Bool {
        [
            "day", "days", "end", "start", "beginning", "middle", "part", "time", "rest", "half", "week", "weeks",
            "weekday", "most", "month", "quarter", "remainder", "night",
        ].contains(key(index - 1))
    }

    /// Whether "the month" that ends here is the running one and not "the month before", "the week of".
    private func isAlone(_ index: Int) -> Bool {
        isBoundary(index) && word(index) == nil
            && !["of", "before", "after", "that", "when", "-", "i", "to"].contains(key(index))
    }

    private func since(at index: Int) -> Found<TimeSpan>? {
        if let range = range(at: index, after: "from") { return finished(range) }
        if let pay = pay(at: index, is: [.past]) {
            guard let payDay = context.payDays.first(where: { $0 <= asOf }) else {
                var span = trailing(Amount(count: 30, unit: .day))
                span.assumption = "no pay day is known, so this is the past 30 days"
                return (span, pay)
            }
            return (open(from: payDay), pay)
        }
        if reads(index, "the", "beginning") || reads(index, "the", "start"), key(index + 2) != "of" {
            return allTime(index + 2)
        }
        if let unit = unitBegun(at: index) { return unit }
        let hasBegun = ["started", "began", "joined", "opened", "begin", "start"].contains(key(index + 1))
        if ["i", "we", "records", "data"].contains(key(index)), hasBegun, isBoundary(index + 2) {
            return allTime(index + 2)
        }
        if reads(index, "forever") || reads(index, "ever") || reads(index, "day", "one") {
            return allTime(index + (key(index) == "day" ? 2 : 1))
        }
        let found = longest([point(at: skip(index, "on")), bareYear(at: index, after: "since")])
        guard let found = found ?? dayOfEvent(at: index), let said = resolve(found.value, .past) else { return nil }
        let span = yearBefore(said, at: index) ?? said
        var end = found.end
        // `since summer started`
        if said.start != said.end, ["started", "began", "starts", "begins"].contains(key(end)) { end += 1 }
        if reads(end, "until", "now") || reads(end, "till", "now") || reads(end, "to", "date") { end += 2 }
        var result = open(from: span.start)
        result.ambiguity = span.ambiguity
        result.origin = Period(span.start, max(span.start, span.end))
        return (result, end)
    }

    /// `since last summer` in the fall, `since last June` in August: nobody calls one so that is just over, but that of the
    /// year before.
    ///
    /// - Returns: nil for all else, and where nothing is known of that year.
    private func yearBefore(_ span: TimeSpan, at index: Int) -> TimeSpan? {
        switch word(index + 1) {
        case .month?, .season?: break
        default: return nil
        }
        guard case .relation(.last)? = word(index), span.end.days(since: span.start) < 100,
            span.start.year == asOf.year, asOf.days(since: span.end) < 184,
            case let before = Period(span.start, span.end).moved(by: -1, .year), before.end >= context.earliest
        else { return nil }
        return TimeSpan(before.start, before.end, .month, count: span.count)
    }

    /// `since we moved in january`, `since my birthday on 12 september`: the day of what is named in two words.
    private func dayOfEvent(at index: Int) -> Found<TimePoint>? {
        guard ["i", "we", "my", "our", "the"].contains(key(index)), ["in", "on"].contains(key(index + 2)),
            word(index) == nil, word(index + 1) == nil
        else { return nil }
        return longest([point(at: index + 3), bareYear(at: index + 3, after: "since")])
    }

    /// `last month` after `since` where a change is asked for: not when it began, but what it was.
    func unitBegun(at index: Int) -> Found<TimeSpan>? {
        guard !keys.contains("than"), keys.contains(where: TimeGrammar.movements.contains),
            case .relation(let relation)? = word(index), relation == .last || relation == .past,
            case .unit(let unit)? = word(index + 1), unit != .day, unit != .half
        else { return nil }
        return (.containing(asOf, unit, offset: -1), index + 2)
    }

    private static let movements: Set<String> = [
        "change", "changed", "changes", "changing", "up", "down", "increase", "increased", "decrease", "decreased",
        "rise", "risen", "rose", "rising", "grow", "grown", "grew", "growing", "fall", "fallen", "fell", "falling",
        "drop", "dropped", "more", "less", "higher", "lower", "different", "difference", "climbed", "jumped", "crept",
        "better", "worse", "improved", "fewer", "compare", "compared", "comparison",
    ]

    /// From a day to the as-of date.
    private func open(from start: CivilDate) -> TimeSpan {
        let end = max(start, asOf)
        return TimeSpan(start, end, .day, count: end.days(since: start) + 1, label: "since \(start.longText)")
    }

    private func from(at index: Int) -> Found<TimeSpan>? {
        if let range = range(at: index, after: "from") { return finished(range) }
        let next = skip(index, "the")
        if ["beginning", "start"].contains(key(next)), key(next + 1) == "of" { return since(at: index) }
        let found = longest([point(at: index), bareYear(at: index, after: "from")])
        guard let found else { return nil }
        if ["on", "onward", "onwards", "forward"].contains(key(found.end)), isEnd(found.end + 1) {
            guard let since = since(at: index) else { return nil }
            return (since.value, found.end + 1)
        }
        return finished(found)
    }

    /// "from March on" ends there, "from March on groceries" does not.
    private func isEnd(_ index: Int) -> Bool {
        key(index - 1) != "on" || !keys.indices.contains(index) || tokens[index].form == .sign
            || TimeLexicon.functionWords.contains(key(index))
    }

    /// Up to a time that is past, from the earliest day; up to one that is ahead, from the as-of date.
    private func until(at index: Int, includes: Bool) -> Found<TimeSpan>? {
        let preposition = key(index - 1)
        // `through the end of September`
        if includes, tense != .future, preposition != "by", reads(skip(index, "the"), "end", "of"),
            case let next = skip(index, "the") + 2,
            let end = point(at: next).flatMap({ resolve($0.value, .past) }),
            (1..<200).contains(asOf.days(since: end.end))
        {
            return until(at: next, includes: true)
        }
        if preposition == "through" || preposition == "thru", case .relation? = word(skip(index, "the")) {
            return point(at: index).flatMap(finished)
        }
        if let end = pay(at: index, is: [.next]) { return (untilPayDay(), end) }
        if let end = endOfUnit(at: index) { return (ahead(to: end.value), end.end) }
        let isOfBills = tense == .unknown && preposition != "by" && keys.contains { $0 == "bill" || $0 == "bills" }
        let wanted: Tense = tense == .unknown && (preposition == "by" || isOfBills) ? .future : tense
        var found = longest([point(at: index), bareYear(at: index, after: "until")])
        if found == nil, key(index) == "now" { found = (.span(.day(asOf)), index + 1) }
        guard let found, var span = resolve(found.value, wanted) else { return nil }
        // `bills before nov 10` are those to come, `bills before september` in October are not.
        if isOfBills, span.start > asOf.adding(days: 62) { span = resolve(found.value, tense) ?? span }
        if case .recurring(let recurrence) = found.value, recurrence.cycle != .year, wanted == .unknown {
            span = recurrence.nextRunning(on: asOf) ?? span
        }
        let isLong = span.start > asOf && span.start != span.end && span.holiday == nil
        let isBy = preposition == "by" && isLong
        let end = isBy ? span.start : !includes || isLong ? span.start.adding(days: -1) : span.end
        var result: TimeSpan
        if end > asOf || isLong || (end == asOf && wanted == .future) {
            result = ahead(to: max(end, asOf))
        } else {
            let name = resolve(.span(span)).map { $0.label ?? Period.describe($0.start, $0.end) } ?? ""
            result = TimeSpan(
                min(context.earliest, end), end, .day, label: includes ? "until \(end.longText)" : "before \(name)")
            result.count = end.days(since: result.start) + 1
            result.isOpenStart = true
            if saysRelativeYear(index..<found.end) {
                result = partOfYear(upTo: end)
            } else if preposition == "before", span.lacksYear, span.unit == .month, span.holiday == nil {
                result = partOfYear(upTo: end)
                result.assumption = "took “before” as \(Period.describe(result.start, end))"
            }
        }
        result.ambiguity = span.ambiguity
        return (result, found.end)
    }

    /// `june this year`: the year is said, so that nothing before it is meant.
    private func saysRelativeYear(_ range: Range<Int>) -> Bool {
        range.dropLast().contains { place in
            guard case .relation? = word(place), case .unit(.year)? = word(place + 1) else { return false }
            return true
        }
    }

    private func partOfYear(upTo end: CivilDate) -> TimeSpan {
        let isMonths = end == end.endOfMonth
        let count = isMonths ? end.month : end.days(since: end.startOfYear) + 1
        return TimeSpan(end.startOfYear, end, isMonths ? .month : .day, count: count)
    }

    private func ahead(to end: CivilDate) -> TimeSpan {
        var span = TimeSpan(asOf, end, .day, count: max(1, end.days(since: asOf) + 1), label: "until \(end.longText)")
        span.isCutAtAsOf = false
        return span
    }

    /// "the end of the month" as a day to reach: its last day.
    private func endOfUnit(at index: Int) -> Found<CivilDate>? {
        let names: [String: TimeUnit] = ["eom": .month, "eoy": .year, "eow": .week]
        if let unit = names[key(index)] { return (TimeSpan.containing(asOf, unit).end, index + 1) }
        var next = skip(index, "the", "at")
        if case .unit(let unit)? = word(next), key(skip(next + 1, "-")) == "end" {
            return (TimeSpan.containing(asOf, unit).end, skip(next + 1, "-") + 1)
        }
        guard key(next) == "end" else { return nil }
        next = skip(skip(next + 1, "of"), "the", "this")
        if case .unit(let unit)? = word(next) { return (TimeSpan.containing(asOf, unit).end, next + 1) }
        guard let found = longest([point(at: next), bareYear(at: next, after: "in")]),
            let span = resolve(found.value, tense == .past ? .past : .future)
        else { return nil }
        return span.end >= asOf ? (span.end, found.end) : nil
    }

    private func after(at index: Int) -> Found<TimeSpan>? {
        let found = longest([numericDate(at: index), point(at: index), bareYear(at: index, after: "after")])
        guard let found, let span = resolve(found.value) else { return nil }
        // `the three days after my May 15 paycheck`: so many, and not all since.
        if case .unit? = word(index - 2), pay(at: found.end, is: [.past]) != nil || key(found.end) == "check" {
            return nil
        }
        if span.end >= asOf { return nil }
        var result = open(from: span.end.adding(days: 1))
        result.label = "after \(span.label ?? Period.describe(span.start, span.end))"
        result.ambiguity = span.ambiguity
        result.origin = Period(span.start, span.end)
        return (result, found.end)
    }

    /// "rest of the month", "remainder of the year": from the as-of date to its end.
    private func rest(at index: Int) -> Found<TimeSpan>? {
        let start = skip(skip(index, "for", "in", "over"), "the")
        if key(start) == "later", case .relation(.this)? = word(start + 1), case .unit(let unit)? = word(start + 2) {
            return (ahead(to: TimeSpan.containing(asOf, unit).end), start + 3)
        }
        guard ["rest", "remainder"].contains(key(start)), key(start + 1) == "of" else {
            return tense == .past ? nil : atEnd(at: index)
        }
        let next = skip(start + 2, "the")
        if comparing != .no, let whole = wholeOfRest(at: next) { return whole }
        if case .unit(let unit)? = word(next) { return (ahead(to: TimeSpan.containing(asOf, unit).end), next + 1) }
        guard let found = point(at: next), let span = resolve(found.value, .future), span.end >= asOf else {
            return nil
        }
        return (ahead(to: span.end), found.end)
    }

    /// `2025`, `the year` of which the rest is held against a part that has been.
    private func wholeOfRest(at index: Int) -> Found<TimeSpan>? {
        if case .unit(let unit)? = word(index) { return (.containing(asOf, unit), index + 1) }
        guard let found = longest([point(at: index), bareYear(at: index, after: "in")]),
            let span = resolve(found.value, .past), span.start <= asOf
        else { return nil }
        return (span, found.end)
    }

    /// "at the end of the month" in a question about what is to come.
    private func atEnd(at index: Int) -> Found<TimeSpan>? {
        guard key(index) == "end" || key(index) == "at" || TimeLexicon.abbreviatedEnds.contains(key(index)) else {
            return nil
        }
        let start = skip(index, "at")
        guard tense == .future || TimeLexicon.abbreviatedEnds.contains(key(start)) else { return nil }
        return endOfUnit(at: start).map { (ahead(to: $0.value), $0.end) }
    }

    private func allTime(_ end: Int) -> Found<TimeSpan>? {
        let start = min(context.earliest, asOf)
        var span = TimeSpan(start, asOf, .day, count: asOf.days(since: start) + 1, label: "all time")
        span.isOpenStart = true
        return (span, end)
    }

    private func everything(at index: Int) -> Found<TimeSpan>? {
        let start = skip(skip(index, "of", "in", "for", "over", "from"), "my", "the")
        switch key(start) {
        case "all" where key(skip(start + 1, "-")) == "time": return allTime(skip(start + 1, "-") + 1)
        case "alltime", "lifetime": return allTime(start + 1)
        case "ever" where key(start + 1) != "since": return allTime(start + 1)
        case "all", "entire", "whole", "full":
            let next = skip(skip(start + 1, "of"), "my", "the")
            if key(next) == "history" { return allTime(next + 1) }
            // `cheapest full month` is one of several.
            if start == index, key(start) != "all", TimeGrammar.ranks.contains(key(index - 1)) { return nil }
            return runningUnit(at: next, wordBefore: key(index - 1))
                ?? longest([point(at: next), bareYear(at: next, after: "in")]).flatMap(finished)
        case "years" where key(index) == "over" && start > index + 1: return allTime(start + 1)
        case "beginning" where reads(start, "beginning", "of", "time"): return allTime(start + 3)
        default: return nil
        }
    }

    /// "all year", "the whole month": the running one, as far as it has come.
    private func runningUnit(at index: Int, wordBefore: String) -> Found<TimeSpan>? {
        guard case .unit(let unit)? = word(index), unit != .half, key(index).utf8.last != 0x73,
            !["a", "per", "each", "every", "last", "past"].contains(wordBefore), isAlone(index + 1)
        else { return nil }
        return (.containing(asOf, unit), skip(index + 1, "long"))
    }

    private func lately(at index: Int) -> Found<TimeSpan>? {
        switch key(index) {
        case "lately", "recently", "nowadays", "latly", "recentley", "recenty":
            return (trailing(Amount(count: 30, unit: .day)), index + 1)
        case "of" where key(index + 1) == "late", "these" where key(index + 1) == "days":
            return (trailing(Amount(count: 30, unit: .day)), index + 2)
        case "the" where reads(index, "the", "other", "day"): return (trailing(Amount(count: 7, unit: .day)), index + 3)
        case "in", "over":
            let next = skip(index + 1, "the", "more")
            guard key(next) == "recent", case .unit(let unit)? = word(next + 1) else { return nil }
            let days = unit == .day ? 7 : unit == .week ? 30 : 90
            return (trailing(unit == .year ? Amount(count: 3, unit: .year) : Amount(count: days, unit: .day)), next + 2)
        default: return nil
        }
    }
}
