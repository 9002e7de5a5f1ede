import Glibc
import Ledger

/// A loan that is paid back in payments of one size, each of which pays the interest of the time before it and a part of
/// what is owed: the annuity of United States Regulation Z, Appendix J, with the yearly rate spread evenly over the year.
struct Annuity {
    /// The interest of the time between two payments, as a part of what is owed; above zero.
    private let rate: Double

    /// - Parameter yearly: percent a year, above zero.
    init(yearly: Double, every: Instalments.Interval) {
        rate =
            switch every {
            case .months(let step): yearly / 100 * Double(step) / 12
            case .days(let step): yearly / 100 * Double(step) / 365
            }
    }

    /// What a unit that is paid each time is worth at the beginning: (1 − (1 + i)⁻ⁿ) / i.
    private func worth(of count: Int) -> Double { -expm1(-Double(count) * log1p(rate)) / rate }

    /// What is paid each time for a loan, minor units, rounded.
    func payment(for loan: Int64, in count: Int) -> Int64 { Int64((Double(loan) / worth(of: count)).rounded()) }

    /// The loan that payments pay back, minor units, rounded.
    func loan(paidBackBy payment: Int64, times count: Int) -> Int64 {
        Int64((Double(payment) * worth(of: count)).rounded())
    }

    /// How many payments a loan takes; nil where they do not even pay its interest, or it takes more than 40 years of
    /// months.
    func payments(of payment: Int64, for loan: Int64) -> Int? {
        var (owed, count) = (Double(loan), 0)
        while owed >= 0.5, count <= 480 {
            owed = (owed * (1 + rate)).rounded() - Double(payment)
            count += 1
        }
        return count <= 480 ? count : nil
    }

    /// The interest of one time on what is owed, minor units, rounded.
    func interest(on owed: Int64) -> Int64 { Int64((Double(owed) * rate).rounded()) }
}

extension PurchaseTerms {
    /// An interest rate that was said.
    struct Rate: Hashable {
        /// Percent a year, above zero.
        var yearly: Double
        /// `12 % a year`.
        var words: String

        /// The interest of a month on what is owed, minor units.
        func perMonth(on owed: Int64) -> Int64 { Annuity(yearly: yearly, every: .months(1)).interest(on: owed) }
    }

    /// Whether anything says that a price is borrowed.
    var isFinanced: Bool { keys.contains { PurchaseTerms.interestWords.contains($0) } }

    private static let interestWords = PurchaseTable.words("interest.interestWords")

    /// `12 % APR`, `at 7.5 %`, `an interest rate of 9 %`, `1.5 % a month`; not `20 % off` and not `0 %`.
    var rate: Rate? {
        for index in keys.indices.dropFirst() where ["%", "percent", "pct"].contains(keys[index]) {
            guard let value = Double(keys[index - 1]), value > 0, value <= 200 else { continue }
            let before = index > 1 ? keys[index - 2] : ""
            let next = index + 1 < keys.count ? keys[index + 1] : ""
            let after = index + 2 < keys.count ? keys[index + 2] : ""
            let isPer = ["a", "per", "each"].contains(next) || ["p", "a"] == [next, after]
            let isMonthly = isPer && after == "month" || next == "monthly"
            let isOf = before == "of" && index > 2 && PurchaseTerms.interestWords.contains(keys[index - 3])
            let isAt =
                ["at", "@", "charging", "charges"].contains(before)
                && !["off", "discount", "cheaper", "less", "down", "tax", "tip"].contains(next)
            guard isOf || isAt || PurchaseTerms.interestWords.contains(next) || isMonthly || isPer && after == "year"
            else { continue }
            return Rate(
                yearly: isMonthly ? value * 12 : value,
                words: "\(keys[index - 1])% a \(isMonthly ? "month" : "year")")
        }
        return nil
    }
}

extension PurchaseSlots {
    /// What interest makes of a price that is paid off: of which payments it takes, and what is said of it.
    ///
    /// - Parameter plan: how many payments there are.
    func financed(_ loan: Int64, _ plan: PurchaseTerms.Plan, at rate: PurchaseTerms.Rate) -> (each: Int64, note: String)
    {
        let each = Annuity(yearly: rate.yearly, every: plan.every).payment(for: loan, in: plan.count)
        let whole = PurchaseReader.sum(0, each.multipliedReportingOverflow(by: Int64(plan.count)).partialValue)
        return (each, ", with \(text(whole - loan)) of interest at \(rate.words)")
    }

    /// What payments that were said hold of interest.
    func interest(of plan: Instalments, at rate: PurchaseTerms.Rate) -> String? {
        guard let count = plan.count else { return nil }
        let loan = Annuity(yearly: rate.yearly, every: plan.every).loan(paidBackBy: plan.cents, times: count)
        let paid = plan.wholeCost - plan.down
        guard loan > 0, paid > loan else { return nil }
        return
            "assumed the payments include the interest: at \(rate.words) \(text(paid - loan)) of \(text(paid)), so "
            + "that the price itself is \(text(loan))"
    }

    private func text(_ cents: Int64) -> String { Money(cents, amount?.currency ?? .usd).text }
}
