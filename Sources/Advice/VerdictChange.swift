import Ledger

/// What made a verdict another one than it was when the same was asked about earlier.
public struct VerdictChange {
    private let words: VerdictWords
    private let then: VerdictBasis
    private let now: VerdictBasis
    private let decision: Decision
    private let received: Money?

    private var advice: PurchaseAdvice { words.advice }

    /// - Parameters:
    ///   - decision: what was said then.
    ///   - received: the income since then; nil for none.
    /// - Returns: nil where it isn't known what the verdict stood on then.
    public init?(since decision: Decision, _ words: VerdictWords, received: Money?) {
        guard let basis = decision.basis else { return nil }
        (self.words, self.decision, self.received) = (words, decision, received)
        (then, now) = (basis, VerdictBasis(words.advice))
    }

    /// `Since then your monthly limit on fun went from $200.00 to $600.00.`; nil where it's a yes as before.
    public var sentence: String? {
        let (before, after) = (decision.verdict, advice.verdict.outcome)
        let gone = then.obstacles.filter { !now.obstacles.contains($0) }
        let come = now.obstacles.filter { !then.obstacles.contains($0) && ($0 != .place || wasElsewhere) }
        let turned = after < before || come.isEmpty ? gone : come
        let told = turned.prefix(VerdictChange.mostCauses).map { cause($0, isWorse: come.contains($0)) ?? plain($0) }
        if !told.isEmpty { return "Since then \(NumberText.list(told))." }
        let stays = now.obstacles.contains { then.obstacles.contains($0) || $0 == .place && !wasElsewhere }
        if after < before { return stays ? nil : "What stood against it then no longer does." }
        if before != after || now.obstacles.isEmpty { return nil }
        let figures = now.obstacles.prefix(1).compactMap { cause($0, isWorse: nil) }
        return figures.first.map { "Since then \($0)." } ?? "Nothing that decides it has changed since."
    }

    private static let mostCauses = 2

    /// Whether one surely wasn't where one doesn't want to pay: that isn't kept with a decision, but a yes tells it.
    private var wasElsewhere: Bool { decision.verdict == .buy }

    /// What changed about a subject, with the figures; nil where they are the same, or changed the other way.
    ///
    /// - Parameter isWorse: whether it stands in the way now and didn't then; nil where that is as it was.
    private func cause(_ subject: VerdictBasis.Subject, isWorse: Bool?) -> String? {
        let left = went("what a usual month leaves you", .left, isWorse)
        let allowance = went("what can go at once on something you want", .allowance, isWorse)
        return switch subject {
        case .cash: cash
        case .month: now[.lowest] != nil && then[.lowest] == nil ? VerdictChange.balanceKnown : left
        case .debt: debt(isWorse)
        case .limit: limit
        case .price, .running: left ?? allowance
        case .recently:
            went("what you spent on \(words.category) in three months", .recently, isWorse.map(!)) ?? allowance
        case .habit: habit ?? left ?? allowance
        case .goal: goal
        case .unknown: then[.limit] == now[.limit] ? nil : limit
        case .place, .asked, .early, .doubt: nil
        }
    }

    /// The same where no figure tells it.
    private func plain(_ subject: VerdictBasis.Subject) -> String {
        let isNow = now.obstacles.contains(subject)
        return switch subject {
        case .place: isNow ? "you've come where you don't want to pay" : "you've left where you don't want to pay"
        case .unknown: isNow ? "I know less about your money" : "I know more about your money now"
        case .asked: "you're no longer asking for the case against it"
        case .early: isNow ? "you lose nothing by waiting a bit" : "there's no reason left to wait"
        case .cash: isNow ? "you no longer have the money for it" : "you have enough money for it"
        case .month, .price, .running: isNow ? "it has become too much at once" : "it's no longer too much at once"
        case .debt: isNow ? "a card costs you interest" : "card interest is no longer a reason against it"
        case .limit: isNow ? "it no longer fits your limit" : "it fits your limit"
        case .recently: isNow ? "you've bought a lot of these lately" : "it's been longer since you bought one"
        case .habit: isNow ? "it looks more avoidable" : "it no longer looks avoidable"
        case .doubt: isNow ? "it seems less worth its price" : "it seems more worth its price"
        case .goal: isNow ? "it would make you miss a goal's date" : "it no longer costs you a goal's date"
        }
    }

    // MARK: Causes

    /// Whether another limit counts for it than then.
    private var isOfOther: Bool { then.category.map { $0 != now.category } ?? false }

    private var limit: String? {
        let named = words.name(now.category ?? then.category ?? advice.purchase.category ?? "it")
        switch (then[.limit], now[.limit]) {
        case (nil, nil): return nil
        case (let limit?, nil): return "your \(money(limit)) monthly limit on \(named) was removed"
        case (nil, let limit?): return "you set a monthly limit of \(money(limit)) on \(named)"
        case (let before?, let after?) where before != after || isOfOther:
            guard let other = then.category, let own = now.category, other != own else {
                return "your monthly limit on \(named) went from \(money(before)) to \(money(after))"
            }
            let former = "\(money(before)) on \(words.name(other))"
            return "your limit of \(money(after)) on \(named) counts instead of \(former)"
        case (_, let limit?):
            let (spent, day) = (now[.spent] ?? 0, advice.purchase.day)
            if day.monthNumber != decision.purchase.day.monthNumber {
                let month = CivilDate.monthNames[day.month - 1]
                let rest = limit - spent
                let how =
                    rest < 0
                    ? "you're \(money(-rest)) over your \(money(limit)) limit on \(named)"
                    : "\(money(rest)) of your \(money(limit)) limit on \(named) is left"
                return "\(month) has begun, and \(how)"
            }
            return went("what you've spent on \(named) this month", .spent)
        }
    }

    private var cash: String? {
        guard let after = now[.lowest] else { return nil }
        guard let before = then[.lowest] else { return VerdictChange.balanceKnown }
        if now.obstacles.contains(.cash) != then.obstacles.contains(.cash), let savings,
            (after > before) == now.obstacles.contains(.cash) || after == before
        {
            return savings
        }
        guard before != after else { return nil }
        let low = "the lowest balance I expect with it went from \(money(before)) to \(money(after))"
        guard let received, after > before else { return low }
        return "\(received.text) came in, and \(low)"
    }

    private static let balanceKnown = "I now know your balance"

    private var savings: String? { went("your savings", .savings) }

    private func debt(_ isWorse: Bool?) -> String? {
        switch (then[.owed], now[.owed]) {
        case (_?, nil): "no card costs you interest any more"
        case (nil, let owed?): "a card has begun to cost you interest, on \(money(owed))"
        default: went("what you owe on cards that cost interest", .owed, isWorse.map(!))
        }
    }

    private var habit: String? {
        let (before, after) = (decision.avoidance, advice.score.probability)
        let threshold = advice.score.threshold
        guard (before >= threshold) != (after >= threshold) else { return nil }
        func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }
        let much = after < before ? "less" : "more"
        return "the score finds it \(much) avoidable: \(percent(after)), not \(percent(before))"
    }

    private var goal: String? { advice.goals.isEmpty ? "the goal it stood in the way of is gone" : nil }

    /// `your savings went from $100.00 to $900.00`; nil where they are as they were.
    ///
    /// - Parameter isLess: whether it must have become less; nil for either.
    private func went(_ name: String, _ figure: VerdictBasis.Figure, _ isLess: Bool? = nil) -> String? {
        guard let before = then[figure], let after = now[figure], before != after,
            isLess.map({ $0 == (after < before) }) ?? true
        else { return nil }
        return "\(name) went from \(money(before)) to \(money(after))"
    }

    private func money(_ cents: Int64) -> String { words.money(cents).text }
}
