import Ledger

extension RecurringStream {
    /// A step up of the price, or of pay, that has lasted since.
    public struct PriceRise: Sendable, Hashable {
        public let on: CivilDate
        public let from: Money
        public let to: Money
        /// Payments from that day on, and what they came to, with the sign of the others.
        public let payments: Int
        public let paid: Money

        /// What each payment is more, positive.
        public var step: Money { Money(to.magnitude.minorUnits - from.magnitude.minorUnits, to.currency) }

        /// The same in percent of the price before.
        public var percent: Double { percentage(step.minorUnits, of: max(1, from.magnitude.minorUnits)) }

        /// What the payments since came to more than as many at the price before; never negative.
        public var extra: Money {
            Money(max(0, paid.magnitude.minorUnits - from.magnitude.minorUnits * Int64(payments)), to.currency)
        }
    }

    /// What the last rise makes in twelve months of the stream's rhythm; nil where there was none.
    public var raisedPerYear: Money? {
        rise.map { Money($0.step.minorUnits * cadence.timesAYear, $0.step.currency) }
    }

    /// The same in a month, rounded to the minor unit.
    public var raisedPerMonth: Money? {
        raisedPerYear.map { Money(roundedQuotient($0.minorUnits, by: 12), $0.currency) }
    }
}

extension Cadence {
    /// How many payments a year has: 52 weeks, 26 fortnights, as people reckon.
    public var timesAYear: Int64 {
        switch self {
        case .weekly: 52
        case .biweekly: 26
        case .semimonthly: 24
        case .monthly: 12
        case .bimonthly: 6
        case .quarterly: 4
        case .halfYearly: 2
        case .yearly: 1
        }
    }
}
