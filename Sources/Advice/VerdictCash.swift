import Ledger
import Retrieval

/// What a purchase does to the money of the days to come. All balances of later days are forecasts and are called so.
extension VerdictWords {
    // MARK: What speaks against it

    func shortage(_ obstacle: PurchaseObstacle, _ cash: CashFigures, _ price: String) -> String {
        if obstacle == .overdrawn, let today = overdrawnAtOnce(cash, price) { return today }
        let isLater = obstacle == .overdrawnLater || obstacle == .reserveLater
        let (without, with) =
            isLater ? (cash.lowestLaterWithout, cash.lowestLater) : (cash.lowestWithout, cash.lowestWith)
        let isReserve = obstacle == .reserve || obstacle == .reserveLater
        let when = isLater ? afterPay : beforePay
        let below = isReserve ? ", below the \(text(cash.reserve)) I keep in reserve" : ""
        guard without.cents < (isReserve ? cash.reserve : 0) else {
            return onCard + "\(pool) would drop to \(low(with))\(when)\(below)."
        }
        return shortAlready(without, with, when + below)
    }

    /// That the money is short whatever is bought, and what the purchase makes of it.
    private func shortAlready(_ without: CashFigures.Low, _ with: CashFigures.Low, _ when: String) -> String {
        let isNow = without.day == advice.purchase.day && advice.cash?.isKnown ?? false
        let state = isNow ? "is at" : "should drop to"
        let start = "You're already short without it: \(pool) \(state) \(low(without))\(when)."
        guard with.cents != without.cents else { return start + (advice.purchase.isRunning ? "" : " " + addsNothing) }
        let day = with.day == without.day ? "" : " on \(said(with.day))"
        return start + " \(onCard)With it, that would be \(text(with.cents))\(day)."
    }

    private var addsNothing: String { "This doesn't make it worse: my forecast already counts on \(category)." }

    /// What is missing on the day itself.
    private func overdrawnAtOnce(_ cash: CashFigures, _ price: String) -> String? {
        let day = advice.purchase.day
        guard cash.firstPayment == day, cash.leftOnDay < 0 else { return nil }
        let when = day == advice.asOf && !advice.isPast ? "today" : "on \(said(day))"
        let known = cash.isKnown ? "in \(pool) \(when)" : "I expect in \(pool) \(when)"
        guard cash.balance < 0 else {
            return "\(price) is more than the \(text(cash.balance)) \(known)."
        }
        let state = cash.isKnown ? "is at" : "should be at"
        return "You're already short without it: \(pool) \(state) \(text(cash.balance)) \(when)."
            + (advice.purchase.isRunning ? "" : " With it, that would be \(text(cash.leftOnDay)).")
    }

    /// When a card is paid for it.
    private var onCard: String {
        guard let card = advice.card else { return "" }
        let due = advice.cardDue.map { "on \(said($0))" } ?? "with a later payment"
        return "On \(card), it comes due \(due). "
    }

    // MARK: What speaks for it

    var cashSupport: String? {
        guard let cash = advice.cash else {
            guard advice.holdsCurrency, !advice.knowsTooLittle else { return nil }
            let isHeld = advice.pace.map { $0.income > 0 } ?? false && advice.verdict.outcome == .buy
            let pace = isHeld ? advice.pace.map { "A usual month leaves you \(text($0.perMonth))." } : nil
            return [pace, unknownCash].compactMap { $0 }.joined(separator: " ")
        }
        guard !advice.verdict.obstacles.contains(where: \.isAboutCash) else { return nil }
        return [lowest(cash), laterShortfall(cash), expected, noIncome].compactMap { $0 }.joined(separator: " ")
    }

    private func lowest(_ cash: CashFigures) -> String {
        if cash.lowestWith.cents >= cash.reserve {
            let left = "at least \(text(cash.lowestWith.cents)) in \(pool)"
            let reserve = "above the \(text(cash.reserve)) I keep in reserve"
            return onCard
                + Wording(text(cash.lowestWith.cents)).pick(
                    "You'd still have \(left) \(untilPay), \(reserve).",
                    "You'd be left with \(left) \(untilPay), \(reserve).")
        }
        if cash.lowestWithout.cents < 0 { return shortAlready(cash.lowestWithout, cash.lowestWith, beforePay) }
        return onCard + "With it, \(pool) should drop to \(low(cash.lowestWith))\(beforePay)"
            + "\(shortfall(cash.lowestWith))."
    }

    /// What is missing where something needed is bought although the money does not last.
    private func shortfall(_ low: CashFigures.Low) -> String { low.cents < 0 ? ": \(text(-low.cents)) short" : "" }

    private func laterShortfall(_ cash: CashFigures) -> String? {
        guard cash.lowestLater.cents < min(0, cash.lowestWith.cents) else { return nil }
        if cash.lowestLaterWithout.cents < 0 {
            return shortAlready(cash.lowestLaterWithout, cash.lowestLater, afterPay)
        }
        return "It should drop to \(low(cash.lowestLater))\(afterPay)\(shortfall(cash.lowestLater))."
    }

    /// What of it takes the place of purchases that are expected anyway.
    private var expected: String? {
        guard let cents = advice.expected, cents > 0, let cash = advice.cash,
            cash.lowestWith != cash.lowestWithout || cash.lowestWithout.cents >= cash.reserve
        else { return nil }
        let part = cents == advice.purchase.amount.minorUnits ? "it" : "\(text(cents)) of it"
        return
            "My forecast already counts on \(category), so \(part) takes the place of what you'd usually spend over the "
            + "next days."
    }

    private var noIncome: String? { advice.knowsIncome ? nil : "I don't see a paycheck coming." }

    // MARK: Parts

    /// Of a purchase by card the pay after it is paid, which is no longer the next one.
    private var payName: String {
        advice.cash.map { $0.firstPayment > advice.purchase.day } ?? false ? "your paycheck" : "your next paycheck"
    }

    private var untilPay: String {
        advice.cash?.payAfter.map { "until \(payName) on \(said($0))" } ?? "for the next five weeks"
    }

    private var beforePay: String {
        advice.cash?.payAfter.map { ", before \(payName) on \(said($0))" } ?? ""
    }

    private var afterPay: String {
        advice.cash?.payAfter.map { ", even though you get paid on \(said($0))" } ?? ""
    }

    private func low(_ low: CashFigures.Low) -> String { "\(text(low.cents)) on \(said(low.day))" }
}
