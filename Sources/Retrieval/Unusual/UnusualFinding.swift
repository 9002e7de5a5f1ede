import Glibc
import Ledger

/// A row worth a second look, and why.
public struct UnusualFinding: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The same merchant took the same amount up to three days before.
        case doubleCharge(first: RecurringRow)
        /// The same where equal charges are usual, or where as much came back: told to who asks for double charges.
        case equalCharges(first: RecurringRow, refundedOn: CivilDate?)
        /// Far above what the merchant usually gets.
        case farFromHabit(usual: Money, times: Double)
        /// Never paid before, and larger than nearly all that is bought.
        case newMerchant
        /// The category's month up to a day, against what earlier months had come to by the same day.
        case pace(spent: Money, usual: Money, through: CivilDate)
        /// Fees and interest of one kind; the row is the latest.
        case fee(count: Int, total: Money)
        /// The bank's text names another currency than the account's.
        case foreignCurrency(Currency)
        /// A subscription that charges again after a pause.
        case cameBack(after: CivilDate)
        /// A stream that costs more than before.
        case raised(from: Money)
        /// A stream that began lately.
        case newStream(Cadence)

        /// The name in JSON.
        public var rule: String {
            switch self {
            case .doubleCharge, .equalCharges: "double_charge"
            case .farFromHabit: "unusual_amount"
            case .newMerchant: "new_merchant"
            case .pace: "category_pace"
            case .fee: "fee"
            case .foreignCurrency: "foreign_currency"
            case .cameBack: "came_back"
            case .raised: "price_rise"
            case .newStream: "new_stream"
            }
        }

        /// How much a rule's findings matter before their amounts are looked at.
        fileprivate var weight: Double {
            switch self {
            case .doubleCharge: 6
            case .equalCharges: 1
            case .farFromHabit: 4
            case .cameBack: 4
            case .newMerchant: 3
            case .fee: 3
            case .raised: 2.5
            case .foreignCurrency: 2
            case .newStream: 2
            case .pace: 1.5
            }
        }
    }

    public let row: RecurringRow
    public let reason: Reason

    /// What is at stake, positive.
    public var stake: Money {
        switch reason {
        case .doubleCharge, .equalCharges, .newMerchant, .foreignCurrency, .cameBack, .newStream: row.amount.magnitude
        case .farFromHabit(let usual, _): Money(row.amount.magnitude.minorUnits - usual.minorUnits, usual.currency)
        case .pace(let spent, let usual, _): Money(spent.minorUnits - usual.minorUnits, usual.currency)
        case .fee(_, let total): total
        case .raised(let from):
            Money(row.amount.magnitude.minorUnits - from.magnitude.minorUnits, from.currency)
        }
    }

    /// Grows with the rule's weight and with the number of digits of the stake.
    private var rank: Double {
        reason.weight * (1 + log10(1 + Double(stake.minorUnits) / Double(stake.currency.minorPerMajor)))
    }

    /// The order of a list: what matters most first, then the newest.
    static func precedes(_ a: UnusualFinding, _ b: UnusualFinding) -> Bool {
        if a.rank != b.rank { return a.rank > b.rank }
        if a.row.date != b.row.date { return a.row.date > b.row.date }
        return (a.row.id, a.reason.rule) < (b.row.id, b.reason.rule)
    }
}

extension UnusualFinding {
    /// A category's pace held against another amount that is usual for it; other findings as they are.
    public func with(usual: Money) -> UnusualFinding {
        guard case .pace(let spent, _, let through) = reason else { return self }
        return UnusualFinding(row: row, reason: .pace(spent: spent, usual: usual, through: through))
    }
}
