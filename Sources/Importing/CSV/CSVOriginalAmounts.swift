import Ledger

/// An amount in the currency of the purchase that stands beside the one in the account's own.
///
/// A column of currencies goes with one of two amounts. Where both are equal in rows of one currency alone, that one is the
/// account's, and the column says what was paid in; so it does where it is filled as the second amount is.
struct CSVOriginalAmounts {
    /// The account's own currency; nil where no row is in it.
    private(set) var home: Currency?
    /// The column of amounts in the account's currency; nil where nothing tells which of the two it is.
    private(set) var own: Int?
    /// The two columns of amounts.
    private(set) var amounts: [Int] = []
    /// The evidence, for people.
    private(set) var reason = ""

    private let finder: CSVColumnFinder
    private let money: CSVMoneyFinder

    /// - Returns: nil where the currencies are those of the amounts that were taken.
    init?(_ finder: CSVColumnFinder, _ money: CSVMoneyFinder, _ columns: CSVColumns) {
        guard case .single(let amount) = columns.money, columns.sides == nil, let currency = columns.currency,
            finder.profiles[currency].onlyCurrency == nil || finder.profiles[currency].filled < finder.rows.count
        else { return nil }
        let roles: [CSVRole?] = [.amount, .accountAmount, .other, nil]
        let others = finder.profiles.indices.filter { column in
            column != amount && column != columns.balance && roles.contains(finder.roles[column])
                && finder.profiles[column].isAmounts && finder.profiles[column].money > 0
        }
        let codes = finder.rows.map { CurrencyUnit(finder.sample.bytes($0, currency)) }
        (self.finder, self.money) = (finder, money)
        let fees = finder.columns(.fee).map(money.values)
        for other in others {
            let names = "\(finder.name(amount)) and \(finder.name(other))"
            amounts = [amount, other]
            if let (home, rows) = Self.home(money.values(amount), money.values(other), codes, fees: fees) {
                self.home = home
                reason = "\(names) are equal in \(rows) of \(rows) rows of \(home.code)"
                own = ownColumn(currency)
                return
            }
            if Self.isFilledAlike(finder, currency, other, besides: amount) {
                reason = "\(finder.name(currency)) is filled where \(finder.name(other)) is"
                own = amount
                return
            }
        }
        return nil
    }

    /// Whether the currency stands in the rows that have the other amount, while all have the first.
    private static func isFilledAlike(_ finder: CSVColumnFinder, _ currency: Int, _ other: Int, besides amount: Int)
        -> Bool
    {
        func isFilled(_ row: CSVSample.Row, _ column: Int) -> Bool {
            !CSVCell.isBlank(finder.sample.bytes(row, column))
        }
        let filled = finder.rows.count { isFilled($0, other) }
        return filled > 0 && filled < finder.rows.count
            && finder.rows.allSatisfy { isFilled($0, amount) && isFilled($0, currency) == isFilled($0, other) }
    }

    /// The one currency in whose rows both amounts are equal, while they differ in all rows of the others.
    private static func home(
        _ one: [Int64?], _ other: [Int64?], _ codes: [CurrencyUnit?], fees: [[Int64?]]
    ) -> (Currency, rows: Int)? {
        var equal: [CurrencyUnit: Int] = [:]
        var different: Set<CurrencyUnit> = []
        for index in codes.indices {
            guard let code = codes[index], let one = one[index].map(abs), let other = other[index].map(abs), one != 0
            else { continue }
            if one == other { equal[code, default: 0] += 1 } else { different.insert(code) }
            // What is left of an amount after its fee is no other currency.
            if one != other, fees.contains(where: { $0[index].map(abs) == abs(one - other) }) { return nil }
        }
        guard equal.count == 1, let (code, rows) = equal.first, !different.isEmpty, !different.contains(code),
            let home = code.currency
        else { return nil }
        return (home, rows)
    }

    /// Names tell first, then the rate, then which of the two the currency stands behind or before.
    private func ownColumn(_ currency: Int) -> Int? {
        let foreign = amounts.filter(finder.isForeign)
        if foreign.count == 1 { return amounts.first { !foreign.contains($0) } }
        let named = amounts.filter { finder.roles[$0] == .accountAmount }
        if named.count == 1 { return named[0] }
        if let multiplied = multiplied() { return amounts.first { $0 != multiplied } }
        let behind = amounts.filter { $0 + 1 == currency }
        let beside = behind.isEmpty ? amounts.filter { $0 - 1 == currency } : behind
        return beside.count == 1 ? amounts.first { $0 != beside[0] } : nil
    }

    /// The amount that comes to the other one by the rate beside it.
    private func multiplied() -> Int? {
        let rates = finder.profiles.indices.filter { column in
            !amounts.contains(column) && finder.profiles[column].isAmounts
                && CSVVocabulary.words(of: "rate").contains(finder.headerWords(column).joined(separator: " "))
        }
        for rate in rates.map(money.values) {
            let hits = [(amounts[0], amounts[1]), (amounts[1], amounts[0])].map { from, to in
                zip(rate, zip(money.values(from), money.values(to))).count { rate, pair in
                    guard let rate, let from = pair.0.map(abs), let to = pair.1.map(abs), from != to else {
                        return false
                    }
                    let product = Double(from) * Double(rate) / 10_000
                    return abs(product - Double(to)) <= max(100, Double(to) / 200)
                }
            }
            if hits[0] != hits[1] { return hits[0] > hits[1] ? amounts[0] : amounts[1] }
        }
        return nil
    }
}
