import Ledger

/// What is left of the income of a usual month (`UsualMonth`).
public struct SavingPace: Hashable, Sendable {
    /// The usual income less the usual spending, minor units; negative where more is spent than comes in.
    public var perMonth: Int64
    /// The income alone.
    public var income: Int64
    /// The spending alone.
    public var spending: Int64
    /// The full months that it's the mean of; nil where it is none of any.
    public var span: Period?

    /// What it's taken from, in words.
    public static let basis = "the average of your last full months, up to six"

    public init(perMonth: Int64, income: Int64 = 0, spending: Int64 = 0) {
        self.perMonth = perMonth
        self.income = income
        self.spending = spending
    }

    /// The means of some full months.
    ///
    /// - Returns: nil without a month.
    public init?(months: [(income: Int64, spending: Int64)]) {
        guard let income = UsualMonth(months.map(\.income)), let spending = UsualMonth(months.map(\.spending)) else {
            return nil
        }
        self.init(perMonth: income.amount - spending.amount, income: income.amount, spending: spending.amount)
    }

    /// What is no matter each month whatever is left of it: a hundredth of its income.
    public var trifle: Int64 { roundedQuotient(max(0, income), by: 100) }
    /// What is bought without a thought for payday where savings cover a gap: a fiftieth of a month's income.
    public var pettyPrice: Int64 { roundedQuotient(max(0, income), by: 50) }
    /// What is no matter once: a fiftieth of what a month brings in or takes, whichever is more.
    public var smallPrice: Int64 { roundedQuotient(max(0, income, spending), by: 50) }
    /// What can be spent once out of a month that does not end below zero, however little it leaves: a twentieth of its
    /// income.
    public var fromIncome: Int64 { perMonth > 0 ? roundedQuotient(income, by: 20) : 0 }

    /// What may be spent where no balance is known, minor units: two thirds of what a month leaves, and never less than the
    /// trifle.
    public var allowance: Int64 { max(roundedQuotient(perMonth, times: 2, by: 3), trifle) }

    /// Whether so much may be spent after some days where no balance is known: what a month leaves at any time, and what has
    /// been kept by then.
    public func carries(_ cents: Int64, after days: Int) -> Bool {
        cents <= allowance || self.days(toSave: cents).map { $0 <= days } ?? false
    }

    /// Days that it takes to save so much, rounded up; nil when nothing is left of a month, and for more than a hundred
    /// years.
    public func days(toSave cents: Int64) -> Int? {
        guard perMonth > 0 else { return nil }
        guard cents > 0 else { return 0 }
        let days = Int128(cents) * Int128(Instalments.hundredthsOfDaysAMonth)
        let whole = (days + Int128(perMonth) * 100 - 1) / (Int128(perMonth) * 100)
        return whole > 36_525 ? nil : Int(whole)
    }
}
