import Ledger
import Retrieval

/// What a purchase does to the money of the days to come. All balances of later days are forecasts and are called so.
extension VerdictWords {
    func cash(_ ground: Ground) -> Fact? {
        guard let cash = advice.cash else { return nil }
        let words = ground.sign == .against ? shortage(ground, cash) : kept(cash)
        return reason(ground, "cash", words)
    }

    /// How the balance would fall below zero; nil where it does not.
    var overdraft: Fact? {
        guard let cash = advice.cash else { return nil }
        let isNear = min(cash.leftOnDay, cash.lowestWith.cents) < 0
        let (with, without) =
            isNear ? (cash.lowestWith, cash.lowestWithout) : (cash.lowestLater, cash.lowestLaterWithout)
        guard isNear || with.cents < 0 else { return nil }
        return self.cash(
            Ground(
                isNear ? .overdrawn : .overdrawnLater, .against, .decides, with.cents, of: without.cents, on: with.day))
    }

    private func shortage(_ ground: Ground, _ cash: CashFigures) -> Phrase {
        if ground.role == .overdrawn, let today = overdrawnAtOnce(cash) { return today }
        let isLater = ground.role == .overdrawnLater || ground.role == .reserveLater
        let (without, with) =
            isLater ? (cash.lowestLaterWithout, cash.lowestLater) : (cash.lowestWithout, cash.lowestWith)
        let isReserve = ground.role == .reserve || ground.role == .reserveLater
        let when = isLater ? afterPay : beforePay
        let below: Phrase = isReserve ? ", below the \(money(cash.reserve)) I keep in reserve" : ""
        guard without.cents < (isReserve ? cash.reserve : 0) else {
            return onCard + "\(pool) would drop to " + low(with) + Phrase(when) + below
        }
        return shortAlready(without, with, Phrase(when) + below)
    }

    /// That the money is short whatever is bought, and what the purchase makes of it.
    private func shortAlready(_ without: CashFigures.Low, _ with: CashFigures.Low, _ when: Phrase) -> Phrase {
        let isNow = without.day == advice.purchase.day && advice.cash?.isKnown ?? false
        let lead: Phrase =
            isNow ? "you're already short without it: \(pool) is at " : "even without it, \(pool) should drop to "
        let start = lead + low(without) + when
        guard with.cents != without.cents else {
            let more: Phrase = "; this doesn't make it worse, since my forecast already counts on \(category)"
            return advice.purchase.isRunning ? start : start + more
        }
        return start + "; " + onCard + "with it, that would be "
            + (with.day == without.day ? "\(money(with.cents))" : low(with))
    }

    /// What is missing on the day itself.
    private func overdrawnAtOnce(_ cash: CashFigures) -> Phrase? {
        let day = advice.purchase.day
        guard cash.firstPayment == day, cash.leftOnDay < 0 else { return nil }
        let when = day == advice.asOf && !advice.isPast ? "today" : "on \(said(day))"
        guard cash.balance < 0 else {
            let price = money(advice.purchase.firstPayment(costing: advice.purchase.amount.minorUnits))
            return cash.isKnown
                ? "\(price) is more than the \(money(cash.balance)) in \(pool) \(when)"
                : "\(price) is more than the \(money(cash.balance)) I expect in \(pool) \(when)"
        }
        let state = cash.isKnown ? "is at" : "should be at"
        let start: Phrase = "you're already short without it: \(pool) \(state) \(money(cash.balance)) \(when)"
        return advice.purchase.isRunning ? start : start + "; with it, that would be \(money(cash.leftOnDay))"
    }

    /// When a card is paid for it.
    private var onCard: Phrase {
        guard let card = advice.card else { return "" }
        let due = advice.cardDue.map { "on \(said($0))" } ?? "with a later payment"
        return "on \(card), it comes due \(due), and "
    }

    // MARK: What speaks for it

    private func kept(_ cash: CashFigures) -> Phrase {
        let low = cash.lowestWith
        if low.cents >= cash.reserve {
            let would = Wording(money(low.cents).text).pick("you'd still have", "you'd be left with")
            return onCard
                + "\(would) at least \(money(low.cents)) in \(pool) \(afterFirst)\(untilPay), above the \(money(cash.reserve)) I keep in reserve"
        }
        if cash.lowestWithout.cents < 0 { return shortAlready(cash.lowestWithout, low, Phrase(beforePay)) }
        return onCard + "with it, \(pool) should drop to " + self.low(low) + Phrase(beforePay) + shortfall(low)
    }

    /// Of what is paid bit by bit only the payments until the next pay are off the balance.
    private var afterFirst: String { advice.purchase.instalments == nil ? "" : "after the payments due by then, " }

    /// What is missing where something needed is bought although the money does not last.
    private func shortfall(_ low: CashFigures.Low) -> Phrase { low.cents < 0 ? ": \(money(-low.cents)) short" : "" }

    /// What comes after the next pay.
    var later: Fact? {
        guard let cash = advice.cash, advice.verdict.outcome == .buy,
            cash.lowestLater.cents < min(0, cash.lowestWith.cents),
            !advice.verdict.grounds.contains(where: { $0.role == .drawn || $0.role == .overdrawnLater })
        else { return nil }
        if cash.lowestLaterWithout.cents < 0 {
            return told("later", shortAlready(cash.lowestLaterWithout, cash.lowestLater, Phrase(afterPay)))
        }
        return told(
            "later", "it should drop to " + low(cash.lowestLater) + Phrase(afterPay) + shortfall(cash.lowestLater)
        ).goingOn()
    }

    // MARK: Parts

    /// Of a purchase by card the pay after it is paid, which is no longer the next one.
    private var payName: String {
        if advice.purchase.day.days(since: advice.asOf) > 7 { return "the paycheck" }
        return advice.cash.map { $0.firstPayment > advice.purchase.day } ?? false
            ? "your paycheck" : "your next paycheck"
    }

    private var untilPay: String {
        advice.cash?.payAfter.map { "until \(payName) on \(said($0))" } ?? "for the next five weeks"
    }

    private var beforePay: String { advice.cash?.payAfter.map { ", before \(payName) on \(said($0))" } ?? "" }

    private var afterPay: String {
        advice.cash?.payAfter.map { ", even though you get paid on \(said($0))" } ?? ""
    }

    private func low(_ low: CashFigures.Low) -> Phrase { "\(money(low.cents)) on \(said(low.day))" }
}
