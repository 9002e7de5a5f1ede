import Ledger

/// What is left of the income of a usual month.
public struct SavingPace: Hashable, Sendable {
    /// The usual income less the usual spending, minor units; negative where more is spent than comes in.
    public var perMonth: Int64
    /// The income alone.
    public var income: Int64
    /// The spending alone.
    public var spending: Int64

    public init(perMonth: Int64, income: Int64 = 0, spending: Int64 = 0) {
        self.perMonth = perMonth
        self.income = income
        self.spending = spending
    }

    /// The medians of some full months.
    ///
    /// - Returns: nil without a month.
    public init?(months: [(net: Int64, income: Int64)]) {
        guard let income = medianAmount(months.map(\.income)),
            let spending = medianAmount(months.map { $0.income - $0.net })
        else { return nil }
        self.init(perMonth: income - spending, income: income, spending: spending)
    }

    /// What is no matter whatever is left of a month: a hundredth of its income.
    public var trifle: Int64 { roundedQuotient(max(0, income), by: 100) }

    /// What may be spent where no balance is known, minor units: what a month leaves, and never less than the trifle.
    public var allowance: Int64 { max(perMonth, trifle) }

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
