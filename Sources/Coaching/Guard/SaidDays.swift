import Ledger

extension SaidPeriod {
    /// `5 November`, `tomorrow`
    var isOfOneDay: Bool {
        switch form {
        case .day: true
        case .relative(_, let whole): whole.days == 1
        default: false
        }
    }
}

/// Days that are said of something, which must be its own.
extension Verdict {
    /// `on Thursdays`, where Fridays were asked about.
    func isOtherWeekday(_ period: SaidPeriod) -> Bool {
        guard case .weekday(let weekday) = period.form, !base.weekdays.isEmpty, !base.weekdays.contains(weekday),
            reading.tokens[period.tokens].last?.key.hasSuffix("days") ?? false
        else { return false }
        return !base.labelled.contains(NameBook.label(weekday: weekday))
    }

    /// The weekday among the words of one day: `yesterday, Thursday 30 October`.
    func weekday(within period: SaidPeriod) -> Int? {
        guard period.isOfOneDay else { return nil }
        let names = CivilDate.weekdayNames.map { $0.lowercased() }
        return period.tokens.lazy.compactMap { names.firstIndex(of: reading.key($0)) }.first.map { $0 + 1 }
    }

    /// A day said of a name must be one of its own days, or an end of the days asked about; one said of the next pay or of
    /// the lowest balance that of either.
    func dayFaults(_ position: Int, _ meanings: [Period]) -> [UnsupportedClaim] {
        let tokens = reading.periods[position].tokens
        func fault(_ reason: String) -> [UnsupportedClaim] {
            [UnsupportedClaim(text: reading.written(tokens), reason: reason, kind: .date)]
        }
        if let expected = expectedDays(position), !meanings.contains(where: { expected.contains($0.start) }) {
            return fault("is not the day of it")
        }
        let since = base.sinceDays.union(raisedDays)
        if reading.key(tokens.lowerBound - 1) == "since", !since.isEmpty {
            return meanings.contains { since.contains($0.start) } ? [] : fault("is not since when it is so")
        }
        let names = reading.dayNames[position].map { reading.names[$0] }
        guard !names.isEmpty else { return [] }
        let own = base.facts.compactMap { fact -> CivilDate? in
            guard case .day(let day) = fact.value else { return nil }
            return names.contains { !$0.labels.isDisjoint(with: fact.labels) } ? day : nil
        }
        if own.isEmpty, speaksOfPay {
            let open = base.facts.compactMap { fact -> CivilDate? in
                guard case .day(let day) = fact.value, fact.labels.allSatisfy({ $0.hasPrefix("r:") }) else {
                    return nil
                }
                return day
            }
            if meanings.contains(where: { open.contains($0.start) }) { return [] }
        }
        if let latest = latestDay(tokens.lowerBound, names), !meanings.contains(where: { $0.start == latest }) {
            return fault("is not the day of the last one")
        }
        if own.isEmpty {
            return isDayOfOthers(meanings, Set(names.flatMap(\.labels))) ? fault("is the day of something else") : []
        }
        guard !meanings.contains(where: { own.contains($0.start) }) else { return [] }
        let ends = base.days.periods.filter { $0.days > 1 }.flatMap { [$0.start, $0.end] } + [base.asOf]
        // Of the same day in several years that on which something happens is meant.
        let events = meanings.filter { base.days.eventDays.contains($0.start) }
        guard !(events.isEmpty ? meanings : events).contains(where: { ends.contains($0.start) }) else { return [] }
        return fault("is not a day of that name")
    }

    /// The days on which a price went up: of what the sentence names, else of all.
    private var raisedDays: Set<CivilDate> {
        let raised = base.facts.compactMap { fact -> (labels: Set<String>, day: CivilDate)? in
            guard case .day(let day) = fact.value, fact.labels.contains("r:raised") else { return nil }
            return (fact.labels, day)
        }
        let own = raised.filter { known in reading.names.contains { !$0.labels.isDisjoint(with: known.labels) } }
        return Set((own.isEmpty ? raised : own).map(\.day))
    }

    /// The day of the latest row of some names, where the thought before a word speaks of that.
    private func latestDay(_ index: Int, _ names: [SaidName]) -> CivilDate? {
        let thought = reading.thought(around: index)
        guard saysLatest(thought.lowerBound..<index),
            thought.contains(where: { ["was", "is", "were"].contains(reading.key($0)) })
        else { return nil }
        return base.facts.filter { fact in
            fact.role == .row && fact.money != nil && names.allSatisfy { !$0.labels.isDisjoint(with: fact.labels) }
        }.compactMap(\.period?.start).max()
    }

    /// `the next one is Netflix on 5 November`, where that is the day of something else.
    private func isDayOfOthers(_ meanings: [Period], _ labels: Set<String>) -> Bool {
        // A kind of thing may be what another name is.
        let isKnown = labels.allSatisfy { $0.hasPrefix("n:") } && !labels.isDisjoint(with: base.labelled)
        guard isKnown else { return false }
        return base.facts.contains { fact in
            guard case .day(let day) = fact.value, fact.labels.contains(where: { $0.hasPrefix("n:") }) else {
                return false
            }
            return fact.role != .row && meanings.contains { $0.start == day }
        }
    }

    /// Whether a price is said of a day on which what it is the price of is paid.
    func fitsDayOfPrice(_ fact: Fact, _ periods: [SaidPeriod]) -> Bool {
        guard fact.labels.contains("r:price") else { return true }
        let names = fact.labels.filter { $0.hasPrefix("n:") }.subtracting(base.accounts)
        let own = base.facts.compactMap { other -> CivilDate? in
            guard case .day(let day) = other.value, !other.labels.isDisjoint(with: names) else { return nil }
            return day
        }
        return own.isEmpty
            || periods.allSatisfy { period in
                guard case .day = period.form, let meanings = base.days.meanings(of: period.form) else { return true }
                return meanings.contains { own.contains($0.start) }
            }
    }

    /// `due in a week`, where nothing is.
    func wrongDistance() -> [UnsupportedClaim] {
        let lengths = ["day": 1, "week": 7, "fortnight": 14, "month": 30]
        for index in reading.tokens.indices where reading.key(index) == "in" {
            guard ["a", "one"].contains(reading.key(index + 1)), let days = lengths[reading.key(index + 2)],
                reading.thought(around: index).contains(where: {
                    $0 < index
                        && ["due", "comes", "lands", "renews", "charged", "next", "paid"].contains(reading.key($0))
                })
            else { continue }
            let reach = days == 30 ? 27...33 : days - 1...days + 1
            if reach.contains(where: { base.days.eventDays.contains(base.asOf.adding(days: $0)) }) { continue }
            return [
                UnsupportedClaim(
                    text: reading.written(index..<index + 3), reason: "is not when it is", kind: .date)
            ]
        }
        return []
    }

    private static let pay: Set<String> = ["pay", "payday", "paycheck", "paid"]
    private static let low: Set<String> = [
        "lowest", "dip", "dips", "bottom", "bottoms", "low", "trough", "minimum", "least",
    ]

    /// Days that no name has, the next pay and the lowest balance, where those are spoken of.
    private var speaksOfPay: Bool { reading.has(Verdict.pay.union(Verdict.low)) }

    /// The days on which the next pay comes or the balance is lowest, where the thought around a day speaks of that.
    private func expectedDays(_ position: Int) -> Set<CivilDate>? {
        let tokens = reading.periods[position].tokens
        var thought = reading.thought(around: tokens.lowerBound)
        // `the lowest balance is $6,487.91, on 5 November`
        if tokens.lowerBound - thought.lowerBound <= 1, reading.key(thought.lowerBound - 1) == ",",
            reading.key(tokens.lowerBound - 1) == "on", thought.lowerBound > 1
        {
            thought = reading.thought(around: thought.lowerBound - 2).lowerBound..<thought.upperBound
        }
        func says(_ words: Set<String>) -> Bool { thought.contains { words.contains(reading.key($0)) } }
        func days(_ label: String) -> Set<CivilDate> {
            Set(
                base.facts.compactMap { fact in
                    if case .day(let day) = fact.value, fact.labels.contains(label) { day } else { nil }
                })
        }
        let (isOfPay, isOfLow) = (says(Verdict.pay), says(Verdict.low))
        let expected = (isOfPay ? days("r:payday") : []).union(isOfLow ? days("r:lowday") : [])
        guard !expected.isEmpty, !isOfPay || !days("r:payday").isEmpty, !isOfLow || !days("r:lowday").isEmpty,
            ![tokens.lowerBound - 1, tokens.lowerBound].contains(where: {
                ["since", "from", "through", "until", "to", "before", "by"].contains(reading.key($0))
            })
        else { return nil }
        return expected
    }
}

extension Verdict {
    /// `$9,273.23 (30 October)`, `about $5,737.19 on 19 November`: the day behind an amount, where the program gives it too.
    func isOfGivenDay(_ fact: Fact, _ position: Int, _ own: Period) -> Bool {
        let end = reading.claims[position].tokens.upperBound
        guard
            let period = reading.periods.first(where: {
                (end...end + 1).contains($0.tokens.lowerBound) && $0.isOfOneDay
            }),
            let meanings = base.days.meanings(of: period.form)
        else { return false }
        return meanings.contains { said in
            let isOfBalance =
                fact.kinds.contains(.balance) && base.givenDays.contains(said.start)
                && (0...7).contains(own.start.days(since: said.start))
            return fact.day == said.start || isOfBalance
        }
    }
}
