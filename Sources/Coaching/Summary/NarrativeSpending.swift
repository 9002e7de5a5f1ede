import Ledger
import Retrieval

/// What was spent and kept, against before, and what drove it.
extension CurrencyNarrative {
    /// A month with one row.
    var onlyRow: String? {
        let head = "\(span.name) has just one transaction\(span.isComplete ? "" : " so far"): "
        guard let row = section.largest.first else {
            guard section.flow.income > 0 else { return nil }
            return head + "\(money(section.flow.income)) came in."
        }
        return head + "\(row.amount.magnitude.text) at \(row.merchant) on \(day(row.date))."
    }

    // MARK: The headline

    var headline: String {
        let spent = section.flow.spending
        let when = span.isComplete ? "in \(span.name)" : "so far in \(span.name) (through \(day(span.period.end)))"
        if spent == 0 {
            return section.categories.contains { $0.count > 0 }
                ? "Everything you bought \(when) was refunded."
                : "You didn't spend anything \(when)\(afterNothing)."
        }
        if spent < 0 {
            return "You got back more than you spent \(when): refunds beat purchases by \(money(-spent))."
        }
        let head = varied("You spent \(money(spent)) \(when)", "\(when.capitalizedFirst), you spent \(money(spent))")
        guard let before = comparison else { return head + "." + withoutPast }
        return head + ", " + ([before, usual].compactMap { $0 }.joined(separator: " and ")) + "."
    }

    private var afterNothing: String {
        guard section.isPreviousWhole, let previous = section.previous, previous.spending > 0 else { return "" }
        return ", after \(money(previous.spending)) in \(nameBefore)"
    }

    /// `$310.10 (7.8%) more than in September`; nil without days to compare with.
    private var comparison: String? {
        guard section.isPreviousWhole, let previous = section.previous, let change = section.change else { return nil }
        guard previous.spending > 0 else { return "after none in \(nameBefore)" }
        if change == 0 { return "exactly the same as in \(nameBefore)" }
        let percent = Double(roundedQuotient(abs(change), times: 1000, by: previous.spending)) / 10
        let part = percent >= 0.1 && percent < 1000 ? " (\(phrases.percent(percent)))" : ""
        return "\(money(abs(change)))\(part) \(change > 0 ? "more" : "less") than in \(nameBefore)"
    }

    /// Within this part of what is usual an amount is about the same.
    private static let nearPart: Int64 = 20

    private var usual: String? {
        guard let habit = section.usualSpending else { return nil }
        let departure = habit.departure(of: section.flow.spending)
        // The month before was a usual one: its distance has been said.
        if departure != 0, departure == section.change {
            return "just as far \(departure > 0 ? "above" : "below") your usual"
        }
        if departure == 0 {
            let isNear = abs(section.flow.spending - habit.amount) * CurrencyNarrative.nearPart <= habit.amount
            return isNear ? "about what you usually spend" : "within your usual range around \(money(habit.amount))"
        }
        return "\(money(abs(departure))) \(departure > 0 ? "above" : "below") your usual \(money(habit.amount))"
    }

    private var withoutPast: String {
        if section.previous == nil {
            return " \(dataWords.capitalizedFirst) only goes back that far, so there's nothing to compare it with yet."
        }
        return
            " \(dataWords.capitalizedFirst) begins partway through \(span.earlier(1).label), so I don't compare the two."
    }

    var dataWords: String {
        facts.currencies.count > 1 ? "your \(section.currency.code) data" : "your data"
    }

    /// Where there is nothing to compare with.
    var mostWentTo: String? {
        let most = section.categories.filter { $0.spent > 0 }.prefix(3)
        guard comparison == nil, section.flow.spending > 0, most.count > 1 else { return nil }
        let words = most.map { "\(categoryName($0.id)) (\(money($0.spent)))" }
        return "Most went to \(words[0]), then \(Subject.list(Array(words.dropFirst())))."
    }

    /// What may still change.
    var pending: String? {
        guard section.pending != 0 else { return nil }
        return "\(money(abs(section.pending))) of that is still pending."
    }

    // MARK: What was kept

    var kept: String? {
        let (income, net) = (section.flow.income, section.flow.net)
        guard income > 0 else {
            guard let usual = section.usualIncome, usual.amount > 0, span.isComplete else { return nil }
            return "No income came in, when \(money(usual.amount)) is usual."
        }
        if net < 0 {
            return "That's \(money(-net)) more than the \(money(income)) you brought in\(soFar)\(incomeDeparture)."
        }
        if net == 0 { return "You spent all of the \(money(income)) you brought in\(soFar)." }
        if net > income { return "You also brought in \(money(income))\(incomeDeparture)." }
        let rate = section.savingsRate.map { phrases.percent(($0 * 1000).rounded() / 10) } ?? ""
        guard span.isComplete else {
            return
                "You still have \(money(net)) (\(rate)) of the \(money(income)) you've brought in so far\(incomeDeparture)."
        }
        return "You kept \(money(net)) of the \(money(income)) you brought in: \(rate)\(rateBefore(rate))"
            + "\(incomeDeparture)."
    }

    private var soFar: String { span.isComplete ? "" : " so far" }

    private func rateBefore(_ now: String) -> String {
        guard section.isPreviousWhole, let previous = section.previous, previous.income > 0 else { return "" }
        let rate = Double(roundedQuotient(previous.net, times: 1000, by: previous.income)) / 10
        if rate < 0 { return "; \(beforeWords) you spent more than you brought in" }
        return phrases.percent(rate) == now
            ? ", the same as \(beforeWords)" : ", compared with \(phrases.percent(rate)) \(beforeWords)"
    }

    private var beforeWords: String { "in \(nameBefore)" }

    private var incomeDeparture: String {
        guard let usual = section.usualIncome, usual.amount > 0 else { return "" }
        let departure = usual.departure(of: section.flow.income)
        guard departure != 0 else { return "" }
        return "; your income was \(money(abs(departure))) \(departure > 0 ? "above" : "below") usual"
    }

    // MARK: What drove it

    var rises: [SpendingDriver] { section.drivers.filter { $0.category.departure > 0 && !$0.isBill } }

    /// What was bound to come, though not every month.
    var rareBills: String? {
        let words = section.drivers.compactMap { driver -> String? in
            guard case .bill(let merchant, let amount, let cadence) = driver.cause else { return nil }
            return "\(merchant) (\(amount.text), \(cadence.per.replacingArticle))"
        }
        guard !words.isEmpty else { return nil }
        return words.count == 1
            ? "\(varied("One bill doesn't come every month", "One bill comes only now and then")): \(words[0])."
            : "\(varied("Some bills don't come every month", "Some bills come only now and then")): "
                + "\(Subject.list(words))."
    }

    /// A change by less than this part of the days before needs no cause.
    private static let smallestPart: Int64 = 50
    /// Of a running month, days before which it is chance what has been bought already.
    private static let fewestDays = 10

    /// The category that moved spending most against the days before: in the direction of the whole change, in any where
    /// the whole hardly changed. nil where nothing moved enough to need a word.
    var largestMove: CurrencyFacts.CategoryLine? {
        movers.flatMap { moved in furthest { moved.isEven || (step($0) > 0) == (moved.change > 0) } }
            .flatMap { isNoticeable($0) ? $0 : nil }
    }

    /// The category that moved against the whole, where it moved further than any that moved with it.
    var countermove: CurrencyFacts.CategoryLine? {
        guard let moved = movers, !moved.isEven else { return nil }
        let with = furthest { (step($0) > 0) == (moved.change > 0) }
        let against = furthest { (step($0) > 0) != (moved.change > 0) }
        return against.flatMap { isNoticeable($0) && abs(step($0)) > with.map { abs(step($0)) } ?? 0 ? $0 : nil }
    }

    /// How the whole changed, and whether that is hardly at all; nil without days to compare with.
    private var movers: (change: Int64, isEven: Bool, before: Int64)? {
        guard section.isPreviousWhole, let change = section.change, let before = section.previous,
            span.isComplete || span.period.days >= CurrencyNarrative.fewestDays
        else { return nil }
        return (change, abs(change) < before.spending / CurrencyNarrative.smallestPart || change == 0, before.spending)
    }

    private func furthest(where isMeant: (CurrencyFacts.CategoryLine) -> Bool) -> CurrencyFacts.CategoryLine? {
        section.categories.filter { step($0) != 0 && isMeant($0) }
            .max { (abs(step($0)), $1.id) < (abs(step($1)), $0.id) }
    }

    private func isNoticeable(_ line: CurrencyFacts.CategoryLine) -> Bool {
        guard let moved = movers else { return false }
        let least = moved.isEven ? moved.before / CurrencyNarrative.noticeablePart : abs(moved.change) / 10
        return abs(step(line)) >= max(least, SpendingHabit.leastMajorUnits * section.currency.minorPerMajor)
    }

    /// Where the whole hardly changed, what moved by less than this part of it needs no word.
    private static let noticeablePart: Int64 = 20

    private func step(_ line: CurrencyFacts.CategoryLine) -> Int64 { line.spent - (line.previous ?? 0) }

    /// What moved most against the days before, where it is not told as a category that left its habit.
    var mover: String? {
        guard let line = largestMove, let change = section.change, !isToldAsDriver(line) else { return nil }
        let went = went(line)
        let name = categoryName(line.id)
        // It may have moved further than the whole, or against it.
        guard (step(line) > 0) == (change > 0), abs(step(line)) <= abs(change) else {
            return "What changed most from \(nameBefore) is \(name), which \(went)."
        }
        let part =
            abs(step(line)) * 2 > abs(change)
            ? "Most of the difference" : "The largest part of the difference"
        return "\(part) from \(nameBefore) is \(name), which \(went)."
    }

    /// What moved against the whole, where it is not told as a category that left its habit.
    var againstTheWhole: String? {
        guard let line = countermove, !isToldAsDriver(line) else { return nil }
        let name = categoryName(line.id).capitalizedFirst
        return varied("\(name) went the other way, from", "Against that, \(categoryName(line.id)) went from")
            + " \(amount(line.previous ?? 0)) in \(nameBefore) to \(amount(line.spent))."
    }

    private func amount(_ units: Int64) -> String {
        units == 0 ? "nothing" : units < 0 ? "\(money(-units)) in refunds" : money(units)
    }

    private func went(_ line: CurrencyFacts.CategoryLine) -> String {
        "went from \(amount(line.previous ?? 0)) to \(amount(line.spent))"
    }

    /// Whether a category is told as one that left its habit, in the direction in which it moved.
    private func isToldAsDriver(_ line: CurrencyFacts.CategoryLine) -> Bool {
        section.drivers.contains { $0.category.id == line.id && ($0.category.departure > 0) == (step(line) > 0) }
    }

    var firstRise: String? { firstRiseFact.flatMap(\.wording).map { $0.text.capitalizedFirst + "." } }

    /// The category that stands out most, and what made it.
    var firstRiseFact: Fact? {
        guard let driver = rises.first else { return nil }
        let line = driver.category
        let name = categoryName(line.id)
        let usual = Money(line.usual ?? 0, section.currency)
        let spent = Money(line.spent, section.currency)
        let heads: [Phrase]
        if usual.minorUnits > 0, !span.isComplete {
            heads = ["\(name) is already at \(spent), when a whole month usually comes to \(usual)"]
        } else if usual.minorUnits > 0 {
            heads = [
                "\(name) stands out: \(spent), when \(usual) is usual",
                "what stands out most is \(name): \(spent), when \(usual) is usual",
                "\(name) ran high: \(spent) instead of about \(usual)",
            ]
        } else {
            heads = [
                "\(spent) went to \(name), where you rarely spend",
                "you spent \(spent) on \(name), which is rare for you",
            ]
        }
        let isOfOneRow = if case .purchase = driver.cause { true } else { false }
        return Fact(
            .finding, .category(line.id), .money(spent), in: span.period, other: .init(value: .money(usual)),
            basis: .init(rows: isOfOneRow ? 1 : nil), wording: varied(heads) + cause(driver),
            key: "high." + Fact.key(name))
    }

    /// Whether what is in a category is paid to shops: cash and fees are taken at none.
    private static func isOfShops(_ category: String) -> Bool {
        !["cash", "fees", "interest_charge", "late_fee", "atm_fee", "foreign_fee"].contains(category)
    }

    private func cause(_ driver: SpendingDriver) -> Phrase {
        switch driver.cause {
        case .purchase(let merchant, let amount, let date):
            let shop = CurrencyNarrative.isOfShops(driver.category.id) ? "at \(merchant) " : ""
            let place = "\(shop)on \(day(date))"
            // Money that came back makes the whole smaller than its part.
            if amount.minorUnits > driver.category.spent { return ": \(amount) \(place), minus refunds" }
            let isAll = driver.category.count == 1 && amount.minorUnits == driver.category.spent
            return isAll ? ", all of it \(place)" : ", \(amount) of it \(place)"
        case .merchant where !CurrencyNarrative.isOfShops(driver.category.id): return ""
        case .merchant(let name, let spent, let before, let count):
            guard before.minorUnits > 0 else {
                return spent.minorUnits > driver.category.spent ? "" : ", \(spent) of it at \(name)\(times(count))"
            }
            return "; \(name) alone went from \(before) to \(spent)"
        case .count(let now, let before):
            let then: Phrase = before == 0 ? "none" : "\(number: Double(before))"
            return ", with \(now, "purchase") compared with \(then) in \(nameBefore)"
        case .bill, .nothing: return ""
        }
    }

    private func times(_ count: Int) -> Phrase { count > 1 ? " in \(count, "purchase")" : "" }

    var otherRises: String? {
        let others = rises.dropFirst()
        guard !others.isEmpty else { return nil }
        return "\(varied("Also above your usual", "Also higher than usual")): \(Subject.list(others.map(against)))."
    }

    var falls: String? {
        let drivers = section.drivers.filter { $0.category.departure < 0 }
        guard !drivers.isEmpty else { return nil }
        let lead =
            rises.isEmpty
            ? "You spent less than usual on" : varied("On the other hand, you spent less on", "You spent less on")
        return "\(lead) \(Subject.list(drivers.map(against)))."
    }

    /// `groceries ($820.10, usually $640.00)`.
    private func against(_ driver: SpendingDriver) -> String {
        let line = driver.category
        let now =
            line.spent == 0 ? "nothing" : line.spent < 0 ? "\(money(-line.spent)) came back" : money(line.spent)
        let usual = line.usual ?? 0
        let usually = usual == 0 ? "nothing" : money(usual)
        let name = categoryName(line.id)
        return span.isComplete
            ? "\(name) (\(now), usually \(usually))" : "\(name) (\(now) so far, usually \(usually) in a whole month)"
    }

    /// Said where nothing left its habit.
    var steadiness: String? {
        guard span.isComplete, section.drivers.isEmpty, mover == nil, section.usualSpending != nil,
            section.flow.spending > 0
        else {
            return nil
        }
        return varied("Every category stayed within its usual range.", "No category was out of the ordinary.")
    }

    /// Of a year.
    var dearestMonths: String? {
        let months = section.months.filter { $0.spending > 0 }
        guard span.unit == .year, months.count > 1, let most = months.max(by: { $0.spending < $1.spending }) else {
            return nil
        }
        func name(_ flow: CurrencyFacts.Flow) -> String { CivilDate.monthNames[flow.period.start.month - 1] }
        let cause = section.dearestCause.map { ", with \(money($0.spent)) on \(categoryName($0.id))" } ?? ""
        // A month that isn't over, or that the data has a part of, is no cheap one.
        let whole = months.filter { flow in section.wholeMonths?.contains(flow.period.end) ?? false }
        let least = whole.min { $0.spending < $1.spending }
        let cheapest = least.map { $0 == most ? "" : "; the cheapest was \(name($0)) at \(money($0.spending))" } ?? ""
        return "The most expensive month was \(name(most)) at \(money(most.spending))\(cause)\(cheapest)."
    }
}

extension String {
    /// `every year` of `a year`, `every two weeks` of itself.
    fileprivate var replacingArticle: String { hasPrefix("a ") ? "every " + dropFirst(2) : self }
}
