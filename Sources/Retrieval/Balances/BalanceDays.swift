import Ledger
import Store

/// What an account held at the end of each day: the balances that are known, and what was booked on the days between them.
struct BalanceCurve {
    private let known: [(day: CivilDate, amount: Int64)]
    /// What was booked up to the end of each day that has rows, from the account's first row on.
    private let booked: [(day: CivilDate, sum: Int64)]
    /// The first day of the account's rows; nil without any.
    private let start: CivilDate?

    /// - Parameters:
    ///   - known: balances by day, oldest first, one a day.
    ///   - booked: what was booked on each day, oldest first.
    ///   - start: the first day that the account has rows of: before it nothing is worked back to.
    init(known: [(day: CivilDate, amount: Int64)], booked: [(day: CivilDate, amount: Int64)], start: CivilDate?) {
        self.known = known
        self.start = start
        var sum: Int64 = 0
        self.booked = booked.map { item in
            sum += item.amount
            return (item.day, sum)
        }
    }

    /// The first day on which anything is known of it.
    var first: CivilDate? { [known.first?.day, start].compactMap { $0 }.min() }

    /// Minor units at the end of the day; nil where nothing tells it.
    func amount(on day: CivilDate) -> Int64? {
        let place = BalanceCurve.count(of: known.count) { known[$0].day <= day }
        if place > 0 { return known[place - 1].amount + sum(on: day) - sum(on: known[place - 1].day) }
        guard let next = known.first, let start, start <= day else { return nil }
        return next.amount - (sum(on: next.day) - sum(on: day))
    }

    private func sum(on day: CivilDate) -> Int64 {
        let place = BalanceCurve.count(of: booked.count) { booked[$0].day <= day }
        return place > 0 ? booked[place - 1].sum : 0
    }

    /// How many of the first places pass, where those that pass come first.
    private static func count(of places: Int, passing isPassing: (Int) -> Bool) -> Int {
        var (low, high) = (0, places)
        while low < high {
            let middle = (low + high) / 2
            if isPassing(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Retriever {
    /// What the accounts held together at the end of each day of a period that has come, in the currency of the first of
    /// them; days on which one of them is not known are left out.
    public func balanceDays(_ ask: BalanceAsk, asOf: CivilDate) throws -> [(day: CivilDate, sum: Money)] {
        let period = ask.period ?? Period(asOf.startOfMonth, asOf)
        let end = min(period.end, asOf)
        let accounts = try balanceSheet(accountsOfDays(ask), on: end).balances.map(\.account)
        guard let currency = accounts.first?.currency else { return [] }
        let curves = try accounts.filter { $0.currency == currency }.map(curve)
        var days: [(day: CivilDate, sum: Money)] = []
        var day = max(period.start, curves.compactMap { $0.first }.min() ?? period.start)
        while day <= end {
            let amounts = curves.map { $0.amount(on: day) }
            if amounts.allSatisfy({ $0 != nil }) {
                days.append((day, Money(amounts.reduce(0) { $0 + ($1 ?? 0) }, currency)))
            }
            day = day.adding(days: 1)
        }
        return days
    }

    /// Those that a question about days is of: where none is named the ones with money to spend, if there are any.
    private func accountsOfDays(_ ask: BalanceAsk) throws(StoreError) -> [Account] {
        let all = try accounts(of: ask)
        let deposits = all.filter(\.type.isDeposit)
        return ask.isOfSome || ask.topic == .owed || deposits.isEmpty ? all : deposits
    }

    private func curve(of account: Account) throws(StoreError) -> BalanceCurve {
        let known = try index.balances(account: account.id).map { ($0.day, $0.amount) }
        return BalanceCurve(
            known: known, booked: try index.postedDays(account: account.id),
            start: try index.coverage(account: account.id)?.start)
    }
}
