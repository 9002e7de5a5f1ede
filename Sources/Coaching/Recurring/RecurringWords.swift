import Ledger
import Retrieval

extension Cadence {
    /// Behind an amount: `$19.99 a month`.
    var per: String {
        switch self {
        case .weekly: "a week"
        case .biweekly: "every two weeks"
        case .semimonthly: "twice a month"
        case .monthly: "a month"
        case .bimonthly: "every two months"
        case .quarterly: "a quarter"
        case .halfYearly: "every six months"
        case .yearly: "a year"
        }
    }

    /// In a table: `monthly`.
    var name: String {
        switch self {
        case .semimonthly: "twice a month"
        case .bimonthly: "every 2 months"
        case .halfYearly: "every 6 months"
        default: rawValue
        }
    }
}

extension RecurringStream {
    /// `$19.99`, or `about $115.37` where it varies.
    var amountWords: String { isSteady ? amount.magnitude.text : "about \(typical.magnitude.text)" }

    var stateWords: String {
        switch state {
        case .active: isNew ? "new" : ""
        case .raised: "price up"
        case .late: "late"
        case .stopped: "stopped"
        case .ended: "ended"
        }
    }
}

extension RecurringRejection.Reason {
    /// Goes on from the merchant's name: `… has 61 charges, but they come at irregular times`.
    var words: String {
        switch self {
        case .tooFew: "which is too few to see a pattern"
        case .noRhythm(let days):
            "mostly \(days) day\(days == 1 ? "" : "s") apart, which doesn't match any billing cycle"
        case .unevenGaps: "but they come at irregular times"
        case .varyingAmounts: "but neither the timing nor the amounts are regular enough for a subscription or bill"
        case .category: "but that kind of spending is never a subscription or bill"
        case .dismissed: "which you told me to leave out"
        }
    }

    /// The name in JSON.
    var name: String {
        switch self {
        case .tooFew: "too_few"
        case .noRhythm: "no_rhythm"
        case .unevenGaps: "uneven_gaps"
        case .varyingAmounts: "varying_amounts"
        case .category: "category"
        case .dismissed: "dismissed"
        }
    }
}

extension CivilDate {
    /// `today`, `tomorrow`, `in 8 days`, `3 days ago`.
    func distance(from day: CivilDate) -> String {
        switch days(since: day) {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case let days where days > 0: "in \(days) days"
        case let days: "\(-days) days ago"
        }
    }
}
