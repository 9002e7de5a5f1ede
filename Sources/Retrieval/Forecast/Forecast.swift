import Ledger

/// Money that is expected to move on a day.
public struct ExpectedFlow: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case bill, income
        /// What is paid to a card, whose own charges then move no money.
        case cardPayment = "card_payment"
        /// To or from savings and other accounts that are not spent from.
        case transfer
    }

    public let date: CivilDate
    public let name: String
    /// Negative = money out.
    public let amount: Money
    public let kind: Kind

    public init(date: CivilDate, name: String, amount: Money, kind: Kind) {
        self.date = date
        self.name = name
        self.amount = amount
        self.kind = kind
    }
}

/// What is spent day by day besides all that is expected by itself.
public struct EverydaySpending: Sendable, Hashable {
    /// Minor units spent in `days` days; never negative.
    public let total: Int64
    /// At least 1.
    public let days: Int

    public init(total: Int64, days: Int) {
        self.total = max(0, total)
        self.days = max(1, days)
    }

    /// Minor units in so many days.
    public func spent(in days: Int) -> Int64 { roundedQuotient(total, times: Int64(days), by: Int64(self.days)) }
}

/// What a forecast is made from, all of one currency.
public struct ForecastInput: Sendable, Hashable {
    /// What there is to spend from at the end of `start`.
    public var balance: Money
    /// The last day that the data knows; not after `asOf`.
    public var start: CivilDate
    public var asOf: CivilDate
    /// The last day simulated; after `asOf`.
    public var end: CivilDate
    public var flows: [ExpectedFlow]
    public var everyday: EverydaySpending
    /// The next pay day after `asOf`.
    public var nextPay: CivilDate?
    /// What shall stay in the account, minor units.
    public var buffer: Int64

    public init(
        balance: Money, start: CivilDate, asOf: CivilDate, end: CivilDate, flows: [ExpectedFlow],
        everyday: EverydaySpending, nextPay: CivilDate?, buffer: Int64
    ) {
        self.balance = balance
        self.start = start
        self.asOf = asOf
        self.end = end
        self.flows = flows
        self.everyday = everyday
        self.nextPay = nextPay
        self.buffer = buffer
    }
}

/// What the accounts one spends from will hold on each day to come: a pure function of its input.
public struct Forecast: Sendable, Hashable {
    public struct Day: Sendable, Hashable {
        public let date: CivilDate
        /// At the end of the day.
        public let balance: Money
    }

    public let input: ForecastInput
    /// From the as-of day to the last one.
    public let days: [Day]

    /// - Precondition: `start <= asOf < end`.
    public init(_ input: ForecastInput) {
        precondition(input.start <= input.asOf && input.asOf < input.end, "a forecast looks ahead")
        self.input = input
        var changes: [CivilDate: Int64] = [:]
        for flow in input.flows { changes[flow.date, default: 0] += flow.amount.minorUnits }
        var moved: Int64 = 0
        var days: [Day] = []
        var date = input.start
        while date <= input.end {
            if date > input.start { moved += changes[date] ?? 0 }
            if date >= input.asOf {
                let spent = input.everyday.spent(in: date.days(since: input.start))
                let balance = input.balance.minorUnits + moved - spent
                days.append(Day(date: date, balance: Money(balance, input.balance.currency)))
            }
            date = date.adding(days: 1)
        }
        self.days = days
    }

    /// The first of the days with the lowest balance, up to a day that is included.
    public func lowest(through end: CivilDate? = nil) -> Day {
        var lowest = days[0]
        for day in days where day.date <= end ?? input.end {
            if day.balance.minorUnits < lowest.balance.minorUnits { lowest = day }
        }
        return lowest
    }

    /// The balance at the end of a day; of the nearest one where it lies outside.
    public func balance(on date: CivilDate) -> Day {
        days[max(0, min(days.count - 1, date.days(since: input.asOf)))]
    }

    /// The last day before the next pay; without a known pay the last one simulated.
    public var lastDayBeforePay: CivilDate {
        input.nextPay.map { max(input.asOf, min(input.end, $0.adding(days: -1))) } ?? input.end
    }

    /// What can be spent today so that the balance stays at the buffer up to a day: the lowest balance less the
    /// buffer, never below zero.
    public func safeToSpend(through end: CivilDate? = nil) -> Money {
        let lowest = lowest(through: end ?? lastDayBeforePay).balance
        return Money(max(0, lowest.minorUnits - input.buffer), lowest.currency)
    }

    /// The first day that ends below zero; nil when none does.
    public var firstShortfall: Day? { days.first { $0.balance.minorUnits < 0 } }

    /// The flows of days after `from` and up to `end`, earliest first, money in before money out.
    public func flows(after from: CivilDate, through end: CivilDate) -> [ExpectedFlow] {
        input.flows.filter { $0.date > from && $0.date <= end }.sorted {
            if $0.date != $1.date { return $0.date < $1.date }
            return ($1.amount.minorUnits, $0.name) < ($0.amount.minorUnits, $1.name)
        }
    }
}
