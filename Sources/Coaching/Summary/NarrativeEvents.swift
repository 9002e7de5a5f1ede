import Advice
import Ledger
import Retrieval

extension CurrencyFacts.NetWorth {
    /// `, leaving out Chase Blue, whose balance isn't known`; empty where all are.
    var without: String {
        guard !unknown.isEmpty else { return "" }
        let whose = unknown.count == 1 ? "balance isn't" : "balances aren't"
        return ", leaving out \(Subject.list(unknown.map(SummarySections.clipped))), whose \(whose) known"
    }
}

extension Decision {
    /// Whether it is known to have been bought, by a transaction or by what was said of it.
    var isMade: Bool { bought != nil || isBoughtLate || word.map { $0 != .skipped } ?? false }
}

/// What else happened, what is coming up, and what to do.
extension CurrencyNarrative {
    // MARK: Streams

    var subscriptions: String? {
        let changed = section.streams.filter { $0.change != .none }
        guard !changed.isEmpty else { return nil }
        let shown = changed.prefix(3).map(changeWords)
        let more = changed.count - shown.count
        let rest = more > 0 ? ["\(more) more changed"] : []
        return (shown + rest).joined(separator: "; ") + "."
    }

    private func changeWords(_ line: CurrencyFacts.StreamLine) -> String {
        let stream = line.stream
        switch line.change {
        case .new: return "\(stream.merchant) is new at \(stream.amountWords) \(stream.cadence.per)"
        case .raised:
            guard let rise = stream.rise else { return "\(stream.merchant) costs more" }
            return "\(stream.merchant) went up from \(rise.from.magnitude.text) to \(rise.to.magnitude.text)"
        case .stopped:
            return "\(stream.merchant) (\(stream.amountWords) \(stream.cadence.per)) hasn't charged since "
                + "\(day(stream.lastDate)) and has paused or ended"
        case .none: return stream.merchant
        }
    }

    // MARK: Unusual rows

    var unusual: String? {
        let told = section.drivers.compactMap { driver -> String? in
            if case .purchase(let merchant, let amount, _) = driver.cause { "\(merchant) \(amount.text)" } else { nil }
        }
        let findings = section.findings.filter { finding in
            switch finding.reason {
            case .raised, .newStream, .pace: false
            default: !told.contains("\(finding.row.merchant) \(finding.row.amount.magnitude.text)")
            }
        }
        return findings.first.map(UnusualReply(phrases: phrases, asOf: span.period.end).why)
    }

    // MARK: Limits

    var limits: String? {
        let over = section.rules.filter(\.isExceeded)
        if !over.isEmpty {
            let words = over.prefix(3).map { progress in
                "\(progress.category.words) by \(progress.remaining.magnitude.text) (limit \(progress.limit.text))"
            }
            return "You went over your limit on \(Subject.list(words))."
        }
        if let headed = section.rules.first(where: \.isHeadedOver), let projected = headed.projected, !span.isComplete {
            return "At this pace, \(headed.category.words) ends the month at \(projected.text), over its limit of "
                + "\(headed.limit.text)."
        }
        guard let first = section.rules.first else { return nil }
        if section.rules.count == 1 {
            return "You stayed within your limit on \(first.category.words), with \(first.remaining.text) to spare."
        }
        let count = section.rules.count == 2 ? "both" : "all \(section.rules.count)"
        return
            "You stayed within \(count) of your limits; the tightest was \(first.category.words), with "
            + "\(first.remaining.text) left."
    }

    // MARK: Decisions

    var decisions: String? {
        // What was asked about again is one purchase.
        let asked = section.decisions.filter { !$0.isAskedAgain }
        let bought = asked.count(where: \.isMade)
        let open = asked.count { $0.isOpen && !$0.wasLeft(dataEnd: facts.dataEnd) }
        var words: [String] = []
        if asked.count == 1, let only = asked.first {
            words.append(
                "You asked me about \(DecisionWords.name(only.purchase)) (\(only.purchase.amount.text)) and "
                    + (bought == 1 ? "bought it." : open == 1 ? "haven't told me if you bought it." : "didn't buy it."))
        } else if open > 0, open == asked.count {
            words.append("You asked me about \(open) purchases, and I don't know yet whether you made them.")
        } else if asked.count > 1 {
            let unknown = open > 0 ? "; I don't know yet about \(open == 1 ? "one" : String(open))" : ""
            words.append(
                "Of the \(asked.count) purchases you asked me about, you made "
                    + "\(bought == 0 ? "none" : String(bought))\(unknown).")
        }
        if section.saved > 0 { words.append("Waiting saved you \(money(section.saved)).") }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    // MARK: A year before, and what is owned

    /// `A year before, October came to $6,020.10, $512.33 less.`
    var yearBefore: String? {
        guard let before = section.yearBefore, before.spending > 0, section.flow.spending > 0 else { return nil }
        let change = section.flow.spending - before.spending
        let days = span.isComplete ? CivilDate.monthNames[span.whole.start.month - 1] : "the same days"
        let against = change == 0 ? "just as much" : "\(money(abs(change))) \(change > 0 ? "less" : "more")"
        return "A year before, \(days) came to \(money(before.spending)), \(against)."
    }

    /// What is owned less what is owed, and how far goals are; where a goal is missed it is the one that is told.
    var standing: String? {
        var words: [String] = []
        if let worth = section.netWorth {
            let change = worth.change.map { change in
                change.minorUnits == 0
                    ? ", unchanged"
                    : ", \(change.minorUnits > 0 ? "up" : "down") \(change.magnitude.text) \(span.isComplete ? "in \(shortName)" : "so far")"
            }
            words.append("Your net worth is \(worth.total.text)\(change ?? "")\(worth.without).")
        }
        if let goal = section.goals.first(where: { !$0.isOnTrack }) ?? section.goals.first {
            let saved = Money(goal.saved, section.currency).text
            let pace = goal.isReached ? "" : goal.isOnTrack ? ", on track" : ", behind its pace"
            words.append("\(goal.goal.name) has \(saved) of \(goal.goal.target.text)\(pace).")
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    // MARK: Ahead

    var ahead: String? {
        guard let largest = section.bills.max(by: { $0.amount.minorUnits < $1.amount.minorUnits }) else { return nil }
        let sum = money(section.bills.reduce(0) { $0 + $1.amount.minorUnits })
        let when = CivilDate.monthNames[section.billsThrough.month - 1]
        if section.bills.count == 1 {
            return "\(span.isComplete ? when : "The rest of \(when)") brings one regular payment: \(largest.merchant), "
                + "\(sum) on \(day(largest.date))."
        }
        return "\(span.isComplete ? when : "The rest of \(when)") brings \(section.bills.count) regular payments, "
            + "\(sum) in all; the largest is \(largest.merchant) at \(largest.amount.text) on \(day(largest.date))."
    }

    /// The data ends well before the month does.
    var gap: String? {
        guard let days = section.coverage, days.days > 1, case let end = days.end,
            end < span.period.end.adding(days: -5), end >= span.period.start
        else { return nil }
        return "\(dataWords.capitalizedFirst) ends on \(day(end)), so \(shortName) may not be complete."
    }

    // MARK: One thing to do

    private var inMonth: String { span.isComplete ? "in \(shortName)" : "so far in \(shortName)" }

    var suggestion: String? {
        suggested.map { "\(suggestionLead)\($0.text)." }
    }

    /// The words before it.
    var suggestionLead: String { varied("One thing to do", "If you change one thing", "One thing to try") + ": " }

    /// What to do and what it saves, as a clause.
    var suggested: Phrase? {
        guard let suggestion = section.suggestion else { return nil }
        let saves = suggestion.saves
        let year = suggestion.yearly
        switch suggestion.reason {
        case .doubleCharge(let merchant, let date):
            return "ask \(merchant) about the second charge on \(day(date)); if it's refunded, that's \(saves) back"
        case .fees(let category, let count):
            let sum: Phrase = count == 1 ? "\(saves)" : "\(number: Double(count)) of them, \(saves) in all,"
            return "look into your \(phrases.category(category)): \(sum) you got nothing for"
        case .overLimit(let category):
            return "stay within your limit on \(category); \(inMonth) that would have saved \(saves)"
        case .headedOver(let category, let limit):
            return "slow down on \(category); at this pace the month ends \(saves) over your limit of \(limit)"
        case .aboveUsual(let category, let usual):
            let name = phrases.category(category)
            return "bring \(name) back to your usual \(usual); \(inMonth) that would have saved \(saves)"
        case .newSubscription(let merchant):
            return "decide whether \(merchant) is worth it; dropping it saves \(saves) a month, \(year) a year"
        case .raisedSubscription(let merchant):
            return "see if \(merchant) is still worth the price; dropping it saves \(saves) a month, \(year) a year"
        case .tenth(let category, let usual):
            let name = phrases.category(category)
            return "spend a tenth less than your usual \(usual) on \(name), which saves \(saves) a month"
        }
    }

    /// The same as a fact.
    var suggestionFact: Fact? {
        guard let suggestion = section.suggestion, let words = suggested else { return nil }
        let isOfOneRow =
            switch suggestion.reason {
            case .doubleCharge, .fees(_, 1): true
            default: false
            }
        return Fact(
            .suggestion, .household, .money(suggestion.saves), in: span.period,
            per: suggestion.isMonthly ? .month : nil, basis: .init(rows: isOfOneRow ? 1 : nil), wording: words,
            key: "to.do")
    }
}
