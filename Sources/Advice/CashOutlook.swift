import Ledger
import Retrieval

/// The money of the days to come, with and without a purchase: a pure function of a forecast.
public struct CashOutlook: Hashable, Sendable {
    public let forecast: Forecast
    /// The days on which pay is expected, earliest first.
    public let payDays: [CivilDate]
    /// The card it is paid with, which is paid later; nil when the money leaves at once.
    public let card: CardTerms?
    /// The names of the accounts it would be paid from.
    public let accounts: [String]
    /// Purchases of its kind that the forecast expects anyway.
    public let expected: ExpectedPurchases?

    /// Days that the money must last for: five weeks, in which every monthly pay and bill comes once, also where a weekend
    /// moves it. They are the same whenever pay comes, so that being paid never makes a purchase look worse.
    public static let lookAhead = ForecastRequest.daysWithoutPay
    /// The same where it is paid in several payments, up to the last of them: beyond, each day is too far to foresee.
    public static let farLookAhead = 60

    public init(
        forecast: Forecast, payDays: [CivilDate], card: CardTerms? = nil, accounts: [String] = [],
        expected: ExpectedPurchases? = nil
    ) {
        self.forecast = forecast
        self.payDays = payDays
        self.card = card
        self.accounts = accounts
        self.expected = expected
    }

    /// What shall stay in the account, minor units.
    public var reserve: Int64 { forecast.input.buffer }

    /// The first pay after a day; nil when none is known.
    public func nextPay(after day: CivilDate) -> CivilDate? { payDays.first { $0 > day } }

    /// The last day before the next pay, at most `lookAhead` days after a day.
    public func endOfCycle(from day: CivilDate) -> CivilDate {
        let end = day.adding(days: CashOutlook.lookAhead)
        return min(nextPay(after: day)?.adding(days: -1) ?? end, end, forecast.input.end)
    }

    /// The money of a purchase that is made on a day.
    ///
    /// - Parameter cents: the whole cost, minor units; it stands for the purchase's own.
    public func figures(_ purchase: Purchase, costing cents: Int64, on day: CivilDate) -> CashFigures {
        let payments = payments(purchase, costing: cents, on: day)
        let due = payments.first.map { max(day, $0.date) } ?? day
        let end = endOfCycle(from: due)
        let later = max(end, min(lastLookedAt(purchase, from: day, due: due), forecast.input.end))
        var figures = CashFigures(
            balance: forecast.balance(on: day).balance.minorUnits, isKnown: day == forecast.input.start,
            bills: bills(after: day, through: endOfCycle(from: day)), nextIncome: nextPay(after: day), reserve: reserve,
            firstPayment: due, payAfter: nextPay(after: due).flatMap { $0 <= end.adding(days: 1) ? $0 : nil })
        var (paid, next) = (Int64(0), payments.startIndex)
        var (without, with): (CashFigures.Low?, CashFigures.Low?)
        var (laterWithout, laterWith): (CashFigures.Low?, CashFigures.Low?)
        for date in forecast.days where date.date >= day && date.date <= later {
            while next < payments.endIndex, payments[next].date <= date.date {
                paid += payments[next].cents
                next += 1
            }
            let balance = date.balance.minorUnits
            let left = balance - paid + (expected?.spared(by: date.date, boughtOn: day, costing: paid) ?? 0)
            if date.date == due { figures.leftOnDay = left }
            laterWithout = CashOutlook.lower(laterWithout, balance, date.date)
            laterWith = CashOutlook.lower(laterWith, left, date.date)
            guard date.date <= end else { continue }
            without = CashOutlook.lower(without, balance, date.date)
            with = CashOutlook.lower(with, left, date.date)
        }
        let last = forecast.balance(on: day)
        let known = CashFigures.Low(cents: last.balance.minorUnits, day: last.date)
        figures.lowestWithout = without ?? known
        figures.lowestWith = with ?? known
        figures.lowestLater = laterWith ?? known
        figures.lowestLaterWithout = laterWithout ?? known
        return figures
    }

    /// - Parameter due: when the first of it leaves the account, which with a card is later.
    private func lastLookedAt(_ purchase: Purchase, from day: CivilDate, due: CivilDate) -> CivilDate {
        let near = due.adding(days: CashOutlook.lookAhead)
        guard let plan = purchase.instalments else { return near }
        let far = day.adding(days: CashOutlook.farLookAhead)
        return max(near, min(far, plan.lastDay(from: day) ?? far))
    }

    private static func lower(_ low: CashFigures.Low?, _ cents: Int64, _ day: CivilDate) -> CashFigures.Low {
        if let low, low.cents <= cents { return low }
        return CashFigures.Low(cents: cents, day: day)
    }

    private func bills(after day: CivilDate, through end: CivilDate) -> Int64 {
        forecast.flows(after: day, through: end).reduce(0) { $0 - min(0, $1.amount.minorUnits) }
    }

    private typealias Payment = (date: CivilDate, cents: Int64)

    /// What leaves the account and when, earliest first. What a card has bought leaves with the card's payment; beyond
    /// the payments that are known, on the last day simulated.
    private func payments(_ purchase: Purchase, costing cents: Int64, on day: CivilDate) -> [Payment] {
        let end = forecast.input.end
        if purchase.isRunning { return [] }
        var parts: [Payment] = [(day, cents)]
        if var plan = purchase.plan(costing: cents) {
            // What it takes the place of is in the forecast.
            if let replaced = purchase.replaced, plan.every == .months(1) {
                plan.cents = max(0, plan.cents - replaced.before)
            }
            parts = plan.days(from: day, through: end).map { ($0, plan.cents) }
            if plan.down > 0 { parts.insert((day, plan.down), at: 0) }
        }
        guard let card else { return parts }
        return parts.map { part in (card.dueDay(ofChargeOn: part.date) ?? end, part.cents) }
    }
}

/// The money around a purchase: `cash` of the contract. Amounts are minor units of the account's currency.
public struct CashFigures: Hashable, Sendable {
    public struct Low: Hashable, Sendable {
        public var cents: Int64
        /// The first day on which it is so low.
        public var day: CivilDate
    }

    /// At the end of the day of the purchase, without it.
    public var balance: Int64
    /// Whether that is the balance itself and not one that is forecast.
    public var isKnown: Bool
    /// Due after that day and before the next income.
    public var bills: Int64
    public var nextIncome: CivilDate?
    public var reserve: Int64
    /// When the first of it leaves the account: the day of the purchase, or that on which its card is paid.
    public var firstPayment: CivilDate
    /// The first pay after that day, where the lowest balances end before it.
    public var payAfter: CivilDate?
    /// At the end of the day of the first payment, with it.
    public var leftOnDay: Int64 = 0
    /// Up to the day before the next income after the first payment, at most five weeks.
    public var lowestWithout = Low(cents: 0, day: CivilDate(dayNumber: 0))
    public var lowestWith = Low(cents: 0, day: CivilDate(dayNumber: 0))
    /// With the purchase, for five weeks after the first payment, and for up to 60 days while payments of it go on.
    public var lowestLater = Low(cents: 0, day: CivilDate(dayNumber: 0))
    public var lowestLaterWithout = Low(cents: 0, day: CivilDate(dayNumber: 0))
    /// The lowest balance of these days without the purchase less the reserve, never below zero.
    public var spare: Int64 { max(0, lowestLaterWithout.cents - reserve) }

    /// The lowest balance without the purchase less the reserve, never below zero.
    public var safeToSpend: Int64 { max(0, lowestWithout.cents - reserve) }
}
