import Ledger

/// Times that point back at the one talked about: `in that time`, `the same month`, `that whole week`.
extension TimeGrammar {
    private static let leads: Set<String> = [
        "in", "during", "over", "for", "within", "of", "across", "throughout", "on", "from",
    ]
    private static let spans: Set<String> = [
        "time", "times", "period", "periods", "span", "stretch", "timeframe", "window", "range", "interval", "duration",
    ]
    private static let wholes: Set<String> = ["whole", "entire", "full", "complete", "very"]

    /// The time meant by a pointer that begins at a token.
    ///
    /// - Returns: nil where nothing points back, or there is nothing to point at.
    func pointer(at index: Int) -> TimeExpression? {
        guard context.anchor != nil || context.anchorDay != nil else { return nil }
        if ["since", "after"].contains(key(index)), ["that", "those"].contains(key(index + 1)),
            let day = pointer(at: index + 1), day.period.start < asOf
        {
            let start = key(index) == "after" ? day.period.end.adding(days: 1) : day.period.start
            return TimeExpression(
                TimeSpan(start, asOf, .day, count: asOf.days(since: start) + 1), tokens: index..<day.tokens.upperBound,
                asOf: asOf)
        }
        if let around = aroundThen(index) { return around }
        if isThen(index) { return expression(nil, index..<index + 1) }
        let hasPreposition = TimeGrammar.leads.contains(key(index))
        var next = skip(hasPreposition ? index + 1 : index, "the")
        let hasArticle = next > (hasPreposition ? index + 1 : index)
        let (isThat, isSame) = (["that", "those"].contains(key(next)), key(next) == "same")
        if isThat || isSame { next = skip(next + 1, "same") }
        let isWhole = TimeGrammar.wholes.contains(key(next))
        if isWhole { next += 1 }
        // `the whole week` is one around the time talked about where little more is said.
        guard isThat || isSame && (hasArticle || hasPreposition) || isWhole && keys.count <= 5 else { return nil }
        if case .number? = word(next) { next += 1 }
        let end: Int
        var unit: TimeUnit?
        if TimeGrammar.spans.contains(key(next)), hasPreposition || key(next) != "time" {
            end = key(next) == "time" ? skip(next + 1, "period", "frame", "span") : next + 1
        } else if case .unit(let said)? = word(next) {
            (end, unit) = (next + 1, key(next).hasSuffix("s") ? nil : said)
        } else {
            return nil
        }
        guard !isMoved(end) else { return nil }
        return expression(unit, index..<end)
    }

    /// `around then`, `around that time`: two weeks before and after the one day that was told, the days of a week or month
    /// themselves.
    private func aroundThen(_ index: Int) -> TimeExpression? {
        guard key(index) == "around" else { return nil }
        let isThen = key(index + 1) == "then"
        guard isThen || ["that", "the"].contains(key(index + 1)) && ["time", "day"].contains(key(index + 2)) else {
            return nil
        }
        let tokens = index..<index + (isThen ? 2 : 3)
        guard let day = context.anchorDay ?? (context.anchor?.days == 1 ? context.anchor?.start : nil) else {
            return context.anchor.flatMap { $0.days <= 31 ? expression(nil, tokens) : nil }
        }
        let (start, end) = (day.adding(days: -14), min(day.adding(days: 14), asOf))
        guard start < end else { return nil }
        return TimeExpression(
            TimeSpan(start, end, .day, count: end.days(since: start) + 1), tokens: tokens, asOf: asOf)
    }

    /// `how much did I earn then`: at the end of a line.
    private func isThen(_ index: Int) -> Bool {
        // `what about november then`, `last year's dentist then` name their own days.
        key(index) == "then" && index > 2 && word(index - 1) == nil
            && tokens[(index + 1)...].allSatisfy { $0.form == .sign }
            && !["by", "since", "until", "till", "til", "and", "from", "after", "before", "than", ","].contains(
                key(index - 1))
            && !(0..<index - 1).contains { word($0) != nil && phrase(at: $0) != nil }
    }

    /// `the same month last year`, `the week before that week`: the pointer is only part of another time.
    private func isMoved(_ end: Int) -> Bool {
        let next = skip(end, "in", "of", "the", "a", "one")
        if next > end, phrase(at: next) != nil { return true }
        if ["before", "after", "prior", "earlier", "later", "ago", "previous"].contains(key(next)) { return true }
        switch word(end) {
        case .relation?, .unit?, .month?: return true
        default: return next < tokens.count && word(next) != nil && next > end
        }
    }

    /// A unit that is longer than the period talked about means the one around it; a shorter one that of the one row
    /// that was shown.
    private func expression(_ unit: TimeUnit?, _ tokens: Range<Int>) -> TimeExpression? {
        guard let anchor = context.anchor else {
            return context.anchorDay.flatMap { day in unit.map { around(day, $0, tokens) } }
        }
        let frame = TimeFrame(anchor, asOf: asOf).span
        if let unit, frame.unit != unit || frame.count > 1 {
            if let group = context.anchorGroup, group.unit == unit { return around(group.period.start, unit, tokens) }
            // Of a week that two months share, the one that holds most of it.
            let middle = anchor.start.adding(days: anchor.days / 2)
            let isLonger = TimeSpan.containing(middle, unit).days > anchor.days
            guard let day = isLonger ? middle : context.anchorDay else { return nil }
            return around(day, unit, tokens)
        }
        var expression = TimeExpression(frame, tokens: tokens, asOf: asOf)
        expression.period = anchor
        expression.pointsBack = true
        return expression
    }

    private func around(_ day: CivilDate, _ unit: TimeUnit, _ tokens: Range<Int>) -> TimeExpression {
        TimeExpression(TimeSpan.containing(day, unit), tokens: tokens, asOf: asOf)
    }
}
