import Ledger

/// An amount of one day, minor units.
struct DatedAmount: Hashable {
    let date: CivilDate
    let amount: Int64
}

/// Sums over any days of amounts that are added up once.
struct RunningTotal {
    /// The first day of an amount; nil where there are none.
    let first: CivilDate?
    /// What all amounts before the first day, the second and so on come to; at the end what all do.
    private let totals: [Int64]

    init(_ amounts: [DatedAmount]) {
        first = amounts.map(\.date).min()
        guard let first, let last = amounts.map(\.date).max() else {
            totals = [0]
            return
        }
        var totals = [Int64](repeating: 0, count: last.days(since: first) + 2)
        for amount in amounts { totals[amount.date.days(since: first) + 1] += amount.amount }
        for place in totals.indices.dropFirst() { totals[place] += totals[place - 1] }
        self.totals = totals
    }

    /// What the amounts of these days come to, both included; 0 where the end lies before the start.
    func sum(from start: CivilDate, through end: CivilDate) -> Int64 {
        guard let first, start <= end else { return 0 }
        func before(_ day: CivilDate) -> Int64 { totals[min(max(0, day.days(since: first)), totals.count - 1)] }
        return before(end.adding(days: 1)) - before(start)
    }
}

/// When what is bought with a card is paid for.
public struct CardTerms: Hashable, Sendable {
    public struct Payment: Hashable, Sendable {
        public let paidOn: CivilDate
        /// The last day whose charges are in it.
        public let closesOn: CivilDate

        public init(paidOn: CivilDate, closesOn: CivilDate) {
            self.paidOn = paidOn
            self.closesOn = closesOn
        }
    }

    /// The card's name.
    public let account: String
    /// Those to come, earliest first; empty where it is not known when it is paid.
    public let payments: [Payment]

    /// Days after a charge on which it is taken to be paid where no payment is known: about what lies between a charge
    /// in the middle of a statement and the day on which that one is due.
    public static let usualTerm = 25

    public init(account: String, payments: [Payment]) {
        self.account = account
        self.payments = payments
    }

    /// The day on which a charge of that day is paid; nil when it lies beyond the payments that are known.
    public func dueDay(ofChargeOn date: CivilDate) -> CivilDate? {
        if payments.isEmpty { return date.adding(days: CardTerms.usualTerm) }
        return payments.first { $0.closesOn >= date && $0.paidOn > date }?.paidOn
    }
}

/// How much the next payments to a card will be.
///
/// A card that is paid in full is paid what it was charged between two closing days. The closing day is not in the
/// files; it is the day of the month with which the payments so far come out best.
struct CardPaymentEstimate {
    /// Earliest first, positive.
    private let payments: [DatedAmount]
    /// What the card was charged, positive; refunds make it less.
    private let charges: RunningTotal
    /// The last day with known charges.
    private let dataEnd: CivilDate
    /// What the card is charged on days to come.
    private let rate: EverydaySpending
    /// The day of the month on which statements close; nil for a card that is not paid in full.
    let closingDay: Int?

    /// Payments may differ from the charges by this part and still count as paid in full.
    private static let tolerance = 0.10
    /// Payments looked at.
    private static let remembered = 6
    /// Payments that it takes to know the closing day.
    private static let fewest = 3
    /// A statement closes at least so many days before it is paid.
    private static let shortestTerm = 5

    init(payments: [DatedAmount], charges: [DatedAmount], dataEnd: CivilDate, rate: EverydaySpending) {
        self.payments = Array(payments.sorted { $0.date < $1.date }.suffix(CardPaymentEstimate.remembered))
        self.charges = RunningTotal(charges)
        self.dataEnd = dataEnd
        self.rate = rate
        var best: (day: Int, error: Double)?
        for day in 1...31 {
            guard let error = CardPaymentEstimate.error(day, self.payments, self.charges) else { continue }
            if error < best?.error ?? .infinity { best = (day, error) }
        }
        closingDay = best.flatMap { $0.error <= CardPaymentEstimate.tolerance ? $0.day : nil }
    }

    /// How far the payments are from the charges of their statements, as a part of what was paid; nil where too few
    /// statements lie within the charges that are known.
    private static func error(_ day: Int, _ payments: [DatedAmount], _ charges: RunningTotal) -> Double? {
        guard let first = charges.first else { return nil }
        let covered = payments.filter { statement(paidOn: $0.date, closing: day).start >= first }
        guard covered.count >= fewest else { return nil }
        let error = covered.reduce(Int64(0)) { error, payment in
            let statement = statement(paidOn: payment.date, closing: day)
            return error + abs(payment.amount - charges.sum(from: statement.start, through: statement.end))
        }
        return Double(error) / Double(max(1, covered.reduce(0) { $0 + $1.amount }))
    }

    /// The first and last day of the statement that is paid on a day.
    private static func statement(paidOn date: CivilDate, closing day: Int) -> (start: CivilDate, end: CivilDate) {
        let latest = date.adding(days: -shortestTerm)
        var end = clamped(day, in: latest)
        if end > latest { end = clamped(day, in: latest.startOfMonth.adding(days: -1)) }
        return (clamped(day, in: end.startOfMonth.adding(days: -1)).adding(days: 1), end)
    }

    /// The last day whose charges are in the payment of a day; as late as can be where the statements are not known,
    /// so that nothing is expected to be paid later than it is.
    func closingDay(paidOn date: CivilDate) -> CivilDate {
        closingDay.map { CardPaymentEstimate.statement(paidOn: date, closing: $0).end }
            ?? date.adding(days: -CardPaymentEstimate.shortestTerm)
    }

    private static func clamped(_ day: Int, in month: CivilDate) -> CivilDate {
        month.startOfMonth.adding(days: min(day, month.endOfMonth.day) - 1)
    }

    /// What will be paid on a day, minor units, never negative: the statement's charges, those still to come at the
    /// card's usual rate; for a card that is not paid in full the median of the payments so far.
    func amount(paidOn date: CivilDate) -> Int64 {
        guard let closingDay else { return max(0, median(payments.map(\.amount))) }
        let statement = CardPaymentEstimate.statement(paidOn: date, closing: closingDay)
        let known = charges.sum(from: statement.start, through: min(statement.end, dataEnd))
        let ahead = statement.end.days(since: max(statement.start.adding(days: -1), dataEnd))
        return max(0, known + rate.spent(in: max(0, ahead)))
    }
}
