/// How well the differences of a balance column are the amounts of the rows.
struct CSVBalanceFit {
    /// Pairs of neighbouring rows that agree, of those that could.
    private(set) var hits = 0
    private(set) var tries = 0
    /// The balance falls by what the file calls positive.
    private(set) var isNegated = false
    /// The balance stands before the row's own amount.
    private(set) var isBefore = false

    /// - Parameters:
    ///   - amounts: scaled amounts of neighbouring rows; nil where a row has none.
    ///   - stretches: rows of different stretches are no neighbours.
    ///   - trend: 1 when the rows run from old to new, -1 from new to old, 0 when that is not known.
    init(amounts: [Int64?], balances: [Int64?], stretches: [Int], trend: Int) {
        var forward = (same: 0, negated: 0)
        var backward = (same: 0, negated: 0)
        for index in amounts.indices.dropFirst() where stretches[index] == stretches[index - 1] {
            guard let before = balances[index - 1], let after = balances[index] else { continue }
            let change = after - before
            if let amount = amounts[index], amount != 0 {
                tries += 1
                if change == amount { forward.same += 1 }
                if change == -amount { forward.negated += 1 }
            }
            if let amount = amounts[index - 1], amount != 0 {
                if -change == amount { backward.same += 1 }
                if -change == -amount { backward.negated += 1 }
            }
        }
        hits = max(forward.same, forward.negated, backward.same, backward.negated)
        guard hits > 0, hits > max(forward.same, backward.same) else { return }
        // "New to old, after the row, negated" and "old to new, before the row" are one equation: the dates decide.
        let isForward = forward.negated >= backward.negated
        isBefore = trend == (isForward ? -1 : 1)
        isNegated = !isBefore
    }

    var holds: Bool { hits >= 1 && tries >= 1 && hits * 10 >= tries * 6 }
    /// More than a coincidence of one pair of rows.
    var isStrong: Bool { holds && hits >= 2 }
}

/// Finds the columns of the amount, the balance and the fee.
struct CSVMoneyFinder {
    let columns: CSVColumnFinder
    let decimal: UInt8
    let trend: Int

    private var sample: CSVSample { columns.sample }
    private var rows: [CSVSample.Row] { columns.rows }
    private var profiles: [CSVColumnProfile] { columns.profiles }
    private var stretches: [Int] { rows.map(\.stretch) }

    /// The decimal mark that most of the money cells show; where none tells, the one that does not stand before three
    /// digits everywhere, else what goes with the delimiter.
    ///
    /// - Parameter hasThreeDecimals: whether the currency is known to be written with three.
    static func decimalMark(_ columns: CSVColumnFinder, delimiter: UInt8, hasThreeDecimals: Bool) -> UInt8 {
        let money: [CSVRole] = [.accountAmount, .amount, .moneyOut, .moneyIn, .balance]
        let named = columns.profiles.indices.filter { columns.roles[$0].map(money.contains) ?? false }
        for group in [named, Array(columns.profiles.indices)] {
            let profiles = group.map { columns.profiles[$0] }.filter(\.isAmounts)
            let points = profiles.reduce(0) { $0 + $1.points }
            let commas = profiles.reduce(0) { $0 + $1.commas }
            if points != commas { return points > commas ? 0x2E : 0x2C }
        }
        let doubtful = columns.profiles.filter(\.isAmounts)
        let points = doubtful.reduce(0) { $0 + $1.doubtfulPoints }
        let commas = doubtful.reduce(0) { $0 + $1.doubtfulCommas }
        let isNarrow = hasThreeDecimals || columns.profiles.contains { $0.unit?.currency?.minorDigits == 3 }
        if !isNarrow, (points == 0) != (commas == 0) { return points > 0 ? 0x2C : 0x2E }
        return delimiter == 0x3B ? 0x2C : 0x2E
    }

    /// Values of a column in ten-thousandths.
    func values(_ column: Int) -> [Int64?] {
        rows.map { row in
            CSVCell.amount(sample.bytes(row, column)).flatMap { shape in
                let value = shape.value(decimal: decimal, scale: 4)
                return shape.marker == .debit ? value.map { -abs($0) } : value
            }
        }
    }

    func balanceFit(_ amounts: [Int64?], _ balance: Int) -> CSVBalanceFit {
        CSVBalanceFit(amounts: amounts, balances: values(balance), stretches: stretches, trend: trend)
    }

    // MARK: The amount

    /// - Returns: nil when no column holds amounts.
    func money() -> (money: CSVColumns.Money, balance: Int?)? {
        let balance = columns.columns(.balance).max { profiles[$0].distinct < profiles[$1].distinct }
        if let named = namedMoney(balance) { return (named, balance) }
        // Where all numbers have names and none of them is an amount, there is no amount.
        let free = listsPositions ? [] : candidates(without: balance)
        guard !free.isEmpty else { return nil }
        return unnamedMoney(free, balance: balance)
    }

    private func namedMoney(_ balance: Int?) -> CSVColumns.Money? {
        var singles = columns.columns(.accountAmount) + columns.columns(.amount)
        if listsPositions { singles.removeAll(where: isLoose) }
        let single = singles.max { weight($0, balance) < weight($1, balance) }
        let out = fullest(.moneyOut)
        let into = fullest(.moneyIn)
        let hasSplit = [out, into].contains { $0.map { profiles[$0].filled > 0 || rows.isEmpty } ?? false }
        guard let single else { return hasSplit ? .split(out: out, in: into) : nil }
        guard hasSplit, profiles[single].negatives == 0, let out, let into, isExclusive(out, into) else {
            return .single(single)
        }
        return .split(out: out, in: into)
    }

    private func fullest(_ role: CSVRole) -> Int? {
        columns.columns(role).max { (profiles[$0].filled, -$0) < (profiles[$1].filled, -$1) }
    }

    /// How sure it is that a column named as an amount is the one.
    private func weight(_ column: Int, _ balance: Int?) -> Double {
        let profile = profiles[column]
        var weight = Double(profile.filled) / Double(max(1, profile.rows)) * 4
        if columns.roles[column] == .accountAmount { weight += 2 }
        if profile.negatives > 0 { weight += 1 }
        if columns.header[column].isExact { weight += 0.5 }
        if isLoose(column) { weight -= 2 }
        if let balance, balanceFit(values(column), balance).isStrong { weight += 3 }
        return weight - Double(column) / 1000
    }

    private func isLoose(_ column: Int) -> Bool {
        headerWords(column).contains(where: CSVMoneyFinder.loose.contains)
    }

    private func headerWords(_ column: Int) -> [String] {
        columns.headerRow.map { HeaderText.words(sample.string($0, column)) } ?? []
    }

    /// A table of what is held, not of what was bought.
    private var listsPositions: Bool {
        profiles.indices.contains { column in
            ["market value", "cost basis", "closing value", "marktwert"].contains(
                headerWords(column).joined(separator: " "))
        }
    }

    /// Names that are used for prices and sums as well.
    private static let loose: Set<String> = [
        "cost", "price", "value", "sum", "change", "gross", "turnover", "wert", "valor", "original", "converted",
    ]

    /// Both columns are filled in turn, never together.
    private func isExclusive(_ a: Int, _ b: Int) -> Bool {
        var one = 0
        var both = 0
        for row in rows {
            let first = isFilled(row, a)
            let second = isFilled(row, b)
            if first != second { one += 1 } else if first { both += 1 }
        }
        return one > 0 && both * 10 <= one
    }

    private func isFilled(_ row: CSVSample.Row, _ column: Int) -> Bool {
        CSVCell.amount(sample.bytes(row, column)).map { !$0.isZero } ?? false
    }

    // MARK: Without names

    private func candidates(without balance: Int?) -> [Int] {
        let found = profiles.indices.filter { column in
            let profile = profiles[column]
            guard column != balance, columns.roles[column] == nil, profile.isAmounts,
                profile.amounts * 10 >= profile.filled * 6
            else { return false }
            // An amount stands in most rows, or it is one side of a pair.
            return profile.money > 0 || profile.explicitSigns > 0 || profile.separators > 0
                || profile.filled * 2 >= rows.count
        }
        let money = found.filter { profiles[$0].money + profiles[$0].explicitSigns + profiles[$0].separators > 0 }
        return money.isEmpty ? found : found.filter { money.contains($0) || isPartner($0, of: money) }
    }

    /// Bare numbers that stand where no money stands are the other side of it (`0` for "nothing").
    private func isPartner(_ column: Int, of money: [Int]) -> Bool {
        profiles[column].distinct > 1 && money.contains { isExclusive(column, $0) }
    }

    private func unnamedMoney(_ free: [Int], balance: Int?) -> (money: CSVColumns.Money, balance: Int?)? {
        if let (a, b) = pair(of: free) {
            let rest =
                balance ?? free.first { $0 != a && $0 != b && balanceFit(combined(out: a, in: b), $0).holds }
                ?? free.first { $0 > b && profiles[$0].filled > 0 }
            return (orientation(a, b, rest), rest)
        }
        let full = free.filter { profiles[$0].filled * 2 >= rows.count }
        if balance == nil {
            for a in full {
                if let b = full.first(where: { $0 != a && balanceFit(values(a), $0).isStrong }) {
                    return (.single(a), b)
                }
            }
        }
        func weight(_ column: Int) -> Int {
            let profile = profiles[column]
            return profile.filled * 2 + profile.money + (profile.negatives > 0 ? rows.count : 0)
        }
        guard let best = full.max(by: { (weight($0), -$0) < (weight($1), -$1) }) else { return nil }
        // Amounts without signs, then an empty column (and a number): money out, money in (never), the balance.
        let next = best + 1
        if columns.headerRow == nil, profiles[best].negatives == 0, rows.allSatisfy({ $0.cells.count > next }),
            next >= profiles.count || profiles[next].filled == 0
        {
            let hasBalance = next + 1 < profiles.count && profiles[next + 1].money > 0
            let into = next < profiles.count ? next : nil
            return (.split(out: best, in: into), balance ?? (hasBalance ? next + 1 : nil))
        }
        let rest =
            balance
            ?? (columns.headerRow == nil ? full.first { $0 > best && profiles[$0].money * 2 > rows.count } : nil)
        return (.single(best), rest)
    }

    /// Two columns filled in turn; two of money before one of money and one of bare numbers.
    private func pair(of free: [Int]) -> (Int, Int)? {
        let money = free.filter { profiles[$0].money > 0 }
        for group in [money, free] {
            for a in group {
                for b in group where b > a && !isSigned(a) && !isSigned(b) && isExclusive(a, b) {
                    if profiles[a].filled + profiles[b].filled >= rows.count { return (a, b) }
                }
            }
        }
        return nil
    }

    private func isSigned(_ column: Int) -> Bool { profiles[column].negatives > 0 && profiles[column].positives > 0 }

    private func combined(out: Int, in into: Int) -> [Int64?] {
        zip(values(out), values(into)).map { out, into in
            out == nil && into == nil ? nil : (into ?? 0) - abs(out ?? 0)
        }
    }

    /// Which of two columns without names is money out: the balance knows, else the signs, else most rows are spending.
    private func orientation(_ a: Int, _ b: Int, _ balance: Int?) -> CSVColumns.Money {
        if let balance {
            let fit = balanceFit(combined(out: a, in: b), balance)
            if fit.holds { return fit.isNegated ? .split(out: b, in: a) : .split(out: a, in: b) }
        }
        if profiles[a].negatives > 0 || profiles[b].negatives > 0 {
            return profiles[b].negatives > profiles[a].negatives ? .split(out: b, in: a) : .split(out: a, in: b)
        }
        let votes = textVotes(a) - textVotes(b)
        if votes != 0 { return votes > 0 ? .split(out: b, in: a) : .split(out: a, in: b) }
        func count(_ column: Int) -> Int { rows.lazy.filter { isFilled($0, column) }.count }
        return count(b) > count(a) ? .split(out: b, in: a) : .split(out: a, in: b)
    }

    /// How many texts beside a column speak of money in, less those that speak of money out.
    private func textVotes(_ column: Int) -> Int {
        rows.prefix(400).reduce(0) { votes, row in
            guard isFilled(row, column) else { return votes }
            let words = row.cells.indices.filter { $0 != column }.flatMap { HeaderText.words(sample.string(row, $0)) }
            switch CSVPhrases.flow(words).flow {
            case .in: return votes + 1
            case .out: return votes - 1
            case .none: return votes
            }
        }
    }

    // MARK: The fee

    /// The fee column, where the balance falls by amount and fee together.
    func chargedFee(_ money: CSVColumns.Money, _ balance: Int?) -> Int? {
        guard case .single(let amount) = money, let balance, let fee = columns.columns(.fee).first else { return nil }
        let plain = values(amount)
        let fees = values(fee)
        let withFee = zip(plain, fees).map { amount, fee in amount.map { $0 - abs(fee ?? 0) } }
        return balanceFit(withFee, balance).hits > balanceFit(plain, balance).hits ? fee : nil
    }
}
