/// How well the differences of a balance column are the amounts of the rows.
struct CSVBalanceFit {
    /// Pairs of neighbouring rows that agree, of those that could.
    private(set) var hits = 0
    private(set) var tries = 0
    /// The balance falls by what the file calls positive.
    private(set) var isNegated = false
    /// The balance stands before the row's own amount.
    private(set) var isBefore = false
    /// Read one way all amounts are differences of the balance, but not all with the same sign.
    private(set) var goesBothWays = false

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
        goesBothWays = [forward, backward].contains { min($0.same, $0.negated) > 0 && $0.same + $0.negated == tries }
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
    /// The evidence, for people.
    var words: String { BalanceAgreement.words(hits, of: tries) }
}

/// Finds the columns of the amount, the balance and the fee.
struct CSVMoneyFinder {
    let columns: CSVColumnFinder
    let decimal: UInt8
    let trend: Int

    /// Where the money stands.
    struct Found {
        var money: CSVColumns.Money
        var balance: Int?
        /// What nothing in the file tells.
        var doubt: LayoutDoubt?
        /// What was taken for granted, each a sentence.
        var assumptions: [String] = []
    }

    private var sample: CSVSample { columns.sample }
    private var rows: [CSVSample.Row] { columns.rows }
    private var profiles: [CSVColumnProfile] { columns.profiles }
    private var stretches: [Int] { rows.map(\.stretch) }

    /// The decimal mark that most of the money cells show; where none tells, the one that does not stand before three
    /// digits everywhere, else what goes with the delimiter.
    ///
    /// - Parameter hasThreeDecimals: whether the currency is known to be written with three; nil where it is not known.
    static func decimalMark(_ columns: CSVColumnFinder, delimiter: UInt8, hasThreeDecimals: Bool?) -> UInt8 {
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
        let isNarrow =
            hasThreeDecimals
            ?? columns.profiles.contains { ($0.unit?.currency ?? $0.onlyCurrency)?.minorDigits == 3 }
        if (points == 0) != (commas == 0) { return (points > 0) == isNarrow ? 0x2E : 0x2C }
        return delimiter == 0x3B ? 0x2C : 0x2E
    }

    /// Whether some amount shows its decimal mark, or has a mark that stands before thousands.
    static func writesMarks(_ columns: CSVColumnFinder) -> Bool {
        columns.profiles.contains { $0.isAmounts && $0.separators > 0 }
    }

    /// Whether every amount has a mark before its last three digits, which may be thousands or thousandths.
    static func leavesThousandsOpen(_ columns: CSVColumnFinder) -> Bool {
        let money = columns.profiles.filter { $0.isAmounts && $0.separators > 0 }
        return !money.isEmpty
            && money.allSatisfy { profile in
                profile.points + profile.commas == 0 && profile.amounts >= 2 && profile.separators == profile.amounts
                    && profile.doubtfulPoints + profile.doubtfulCommas == profile.amounts
            }
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

    /// The same for the columns that were found; nil where there is no balance.
    func fit(_ plan: CSVColumns) -> CSVBalanceFit? {
        guard let balance = plan.balance else { return nil }
        return switch plan.money {
        case .single(let amount): balanceFit(values(amount), balance)
        case .split(let out, let into): balanceFit(combined(out: out, in: into), balance)
        }
    }

    // MARK: The amount

    /// - Parameter path: what messages call the file.
    /// - Throws: when no column holds amounts, or several may.
    func money(in path: String) throws(ImportError) -> Found {
        let balance = columns.columns(.balance).max { profiles[$0].distinct < profiles[$1].distinct }
        if let money = namedMoney(balance) {
            if case .split(let out?, let into?) = money, rows.count > 1 {
                let both = rows.count { isFilled($0, out) && isFilled($0, into) }
                if both * 2 > rows.count {
                    throw ImportError(
                        "\(path) has money in and money out in most of its rows: these are sums, not transactions; export the "
                            + "account's transactions")
                }
            }
            return try completed(Found(money: money, balance: balance), path)
        }
        return try unnamedMoney(candidates(without: balance), balance: balance, path)
    }

    private func namedMoney(_ balance: Int?) -> CSVColumns.Money? {
        let singles = columns.columns(.accountAmount) + columns.columns(.amount)
        let single = singles.max { weight($0, balance) < weight($1, balance) }
        if let card = chargesAndPayments() { return card }
        let out = fullest(.moneyOut)
        let into = fullest(.moneyIn)
        let hasSplit = [out, into].contains { $0.map { profiles[$0].filled > 0 || rows.isEmpty } ?? false }
        guard let single else {
            guard hasSplit else { return nil }
            // "Deposits and withdrawals": one side alone that goes both ways is the whole amount.
            if let side = onlySide(out, into), goesBothWays(side) { return .single(side) }
            return .split(out: out, in: into)
        }
        // An amount that stands where the one known side does not is the other side, unless it goes both ways itself.
        if hasSplit, out == nil || into == nil, let side = out ?? into, isExclusive(side, single),
            profiles[single].negatives == 0 || profiles[single].positives == 0,
            rows.allSatisfy({ isFilled($0, side) || isFilled($0, single) })
        {
            return out == nil ? .split(out: single, in: side) : .split(out: side, in: single)
        }
        guard hasSplit, profiles[single].negatives == 0, let out, let into, isExclusive(out, into) else {
            return .single(single)
        }
        return .split(out: out, in: into)
    }

    /// The side that holds all amounts.
    private func onlySide(_ out: Int?, _ into: Int?) -> Int? {
        let filled = [out, into].compactMap(\.self).filter { profiles[$0].filled > 0 }
        return filled.count == 1 ? filled[0] : nil
    }

    /// Amounts of one sign are not so few that they could be what was given back.
    private func goesBothWays(_ column: Int) -> Bool {
        let (low, high) = (
            min(profiles[column].negatives, profiles[column].positives),
            max(profiles[column].negatives, profiles[column].positives)
        )
        return low * 3 > high
    }

    /// On a card's statement, which names what was charged and what was paid, a payment comes in.
    private func chargesAndPayments() -> CSVColumns.Money? {
        let named = columns.columns(.moneyOut)
        func has(_ column: Int, _ words: Set<String>) -> Bool { !words.isDisjoint(with: columns.headerWords(column)) }
        guard named.count == 2, columns.columns(.moneyIn).isEmpty, isExclusive(named[0], named[1]),
            let charges = named.first(where: { has($0, ["charge", "charges", "purchase", "purchases"]) }),
            let payments = named.first(where: { has($0, ["payment", "payments"]) }), charges != payments
        else { return nil }
        return .split(out: charges, in: payments)
    }

    /// Where the header names one side alone, the other one may have a name that nobody knows: the column that is filled
    /// where the known one is not. Otherwise rows of it would be lost.
    private func completed(_ found: Found, _ path: String) throws(ImportError) -> Found {
        guard case .split(let out, let into) = found.money, let known = out ?? into,
            out == nil || into == nil || profiles[out ?? 0].filled == 0 || profiles[into ?? 0].filled == 0
        else { return found }
        let side = profiles[known].filled > 0 ? known : into ?? known
        let isOut = side == out
        let open = rows.filter { !isFilled($0, side) }
        let others = unexplained(besides: [side, found.balance].compactMap(\.self))
            .filter { column in open.contains { isFilled($0, column) } }
        guard !others.isEmpty else { return found }
        let partners = others.filter { isExclusive(side, $0) }
        guard others.count == 1 || partners.count == 1, let partner = partners.first else {
            if others.allSatisfy({ balanceFit(values(side), $0).holds }) { return found }
            throw unclear(others, path)
        }
        var found = found
        found.money = isOut ? .split(out: side, in: partner) : .split(out: partner, in: side)
        found.assumptions.append(
            "\(columns.name(partner)) is taken as money \(isOut ? "in" : "out"), since it is filled where "
                + "\(columns.name(side)) is not.")
        return found
    }

    /// Columns of money that nothing says anything of.
    private func unexplained(besides taken: [Int]) -> [Int] {
        profiles.indices.filter { column in
            !taken.contains(column) && columns.roles[column] == nil && profiles[column].isAmounts
                && profiles[column].money * 2 >= profiles[column].amounts
        }
    }

    /// That the person has to say which of several columns holds the amount.
    func unclear(_ candidates: [Int], _ path: String) -> ImportError {
        let row = rows.first { row in candidates.allSatisfy { isFilled(row, $0) } } ?? rows.first
        return ImportError(
            .amount(
                candidates.prefix(4).map { column in
                    LayoutDoubt.Column(
                        number: column + 1, name: columns.name(column),
                        example: row.map { sample.string($0, column) } ?? "")
                }), in: path)
    }

    /// What stands beside money in most rows and is near it in most: another amount, such as what was planned, and no number
    /// of anything.
    private func rivals(_ money: Int, among columns: [Int]) -> [Int] {
        columns.filter { column in
            guard profiles[column].isAmounts, profiles[column].codes == 0, profiles[column].distinct > 1 else {
                return false
            }
            let pairs = zip(values(money), values(column)).compactMap { one, other -> Bool? in
                guard let one, let other, one != 0, other != 0 else { return nil }
                let (low, high) = (min(abs(one), abs(other)), max(abs(one), abs(other)))
                return low != high && high <= low.multipliedReportingOverflow(by: 4).partialValue
            }
            return pairs.count * 2 >= rows.count && pairs.count(where: \.self) * 4 >= pairs.count * 3
        }
    }

    private func fullest(_ role: CSVRole) -> Int? {
        columns.columns(role).max { (profiles[$0].filled, -$0) < (profiles[$1].filled, -$1) }
    }

    /// How sure it is that a column named as an amount is the one.
    private func weight(_ column: Int, _ balance: Int?) -> Double {
        let profile = profiles[column]
        // What is empty or nothing in most rows isn't what they come to.
        var weight = Double(profile.positives + profile.negatives) / Double(max(1, profile.rows)) * 4
        if columns.isForeign(column) { weight -= 3 }
        if columns.roles[column] == .accountAmount { weight += 2 }
        if profile.negatives > 0 { weight += 1 }
        if columns.header[column].isExact { weight += 0.5 }
        if columns.isLoose(column) { weight -= 2 }
        if let balance, balanceFit(values(column), balance).isStrong { weight += 3 }
        weight += ownCurrencyWeight(column)
        if isInstalment(column) { weight += 3 }
        return weight - Double(column) / 1000
    }

    /// Above zero where the currencies behind the amounts are the same in all rows, while others' differ: what moved an
    /// account is in one currency.
    private func ownCurrencyWeight(_ column: Int) -> Double {
        let behind = profiles.indices.filter { $0 > 0 && profiles[$0].isCurrencies && profiles[$0 - 1].isAmounts }
        guard behind.count > 1, behind.contains(column + 1) else { return 0 }
        let varying = behind.filter { profiles[$0].onlyCurrency == nil }
        guard !varying.isEmpty, varying.count < behind.count else { return 0 }
        return varying.contains(column + 1) ? -2 : 2
    }

    private static let mostInstalments: Int64 = 72

    /// Whether the amounts of another column are so many times these as their rows' texts say: 3 of 12.
    private func isInstalment(_ column: Int) -> Bool {
        let others = (columns.columns(.amount) + columns.columns(.accountAmount)).filter { $0 != column }
        let own = values(column)
        return others.contains { other in
            let wholes = values(other)
            var found = 0
            for (index, row) in rows.enumerated() {
                guard let part = own[index].map(abs), let whole = wholes[index].map(abs), part != whole else {
                    continue
                }
                guard part > 0, whole > part else { return false }
                let times = (whole &+ part / 2) / part
                guard (2...Self.mostInstalments).contains(times),
                    (whole &- times &* part).magnitude <= times.magnitude * 100,
                    says(row, String(times), besides: [column, other])
                else { continue }
                found += 1
            }
            return found > 0
        }
    }

    /// Whether a text of the row has a number in it.
    private func says(_ row: CSVSample.Row, _ number: String, besides taken: Set<Int>) -> Bool {
        row.cells.indices.contains { column in
            guard !taken.contains(column) else { return false }
            let words = HeaderText.words(sample.string(row, column))
            // "5 of 6" has two numbers.
            return words.contains { $0.drop { $0 == "0" } == number }
                && words.count { $0.utf8.allSatisfy(DateParser.isDigit) } > 1
        }
    }

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

    /// Amounts in columns without names, or with names that nobody knows: what the balance proves is taken, one column of
    /// money beside no other as well; among several the person chooses.
    private func unnamedMoney(_ free: [Int], balance: Int?, _ path: String) throws(ImportError) -> Found {
        guard !free.isEmpty else {
            throw ImportError("\(path) has no amount column: export the transactions of an account")
        }
        if let (a, b) = pair(of: free) {
            let proven =
                balance ?? free.first { $0 != a && $0 != b && balanceFit(combined(out: a, in: b), $0).holds }
            return orientation(a, b, proven)
        }
        var full = free.filter { profiles[$0].filled * 2 >= rows.count }
        // The same in every row is a limit or a plan, where another column changes.
        let changing = full.filter { profiles[$0].distinct > 1 }
        if rows.count >= 3, !changing.isEmpty { full = changing }
        if balance == nil {
            for a in full {
                if let b = full.first(where: { $0 != a && balanceFit(values(a), $0).isStrong }) {
                    return Found(money: .single(a), balance: b)
                }
            }
        }
        let decimals = full.filter { profiles[$0].money * 10 >= profiles[$0].amounts * 6 || profiles[$0].unit != nil }
        let money = decimals.isEmpty ? full.filter { profiles[$0].explicitSigns > 0 } : decimals
        guard let first = money.first else { throw unclear(full.isEmpty ? free : full, path) }
        let signed = money.filter { profiles[$0].negatives > 0 }
        // Beside a column with signs those without are balances, as long as there is one of each.
        guard money.count == 1 || (signed.count == 1 && money.count == 2) else { throw unclear(money, path) }
        let best = signed.first ?? first
        let rivals = rivals(best, among: profiles.indices.filter { columns.roles[$0] == nil && !money.contains($0) })
        guard rivals.isEmpty else { throw unclear([best] + rivals, path) }
        var found = Found(money: .single(best), balance: balance)
        if columns.headerRow != nil {
            found.assumptions.append("\(columns.name(best)) is taken as the amount, as no other column can be.")
        }
        return found
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

    func combined(out: Int?, in into: Int?) -> [Int64?] {
        let none = [Int64?](repeating: nil, count: rows.count)
        return zip(out.map(values) ?? none, into.map(values) ?? none).map { (out: Int64?, into: Int64?) -> Int64? in
            guard out != nil || into != nil else { return nil }
            let (paid, received): (Int64, Int64) = (out ?? 0, into ?? 0)
            return received - abs(paid)
        }
    }

    /// Which of two columns without names is money out: the balance knows, or the signs; several texts that all say the
    /// same are believed. Else it is in doubt.
    private func orientation(_ a: Int, _ b: Int, _ balance: Int?) -> Found {
        func found(_ out: Int, _ into: Int) -> Found { Found(money: .split(out: out, in: into), balance: balance) }
        if let balance {
            let fit = balanceFit(combined(out: a, in: b), balance)
            if fit.holds { return fit.isNegated ? found(b, a) : found(a, b) }
        }
        if (profiles[a].negatives > 0) != (profiles[b].negatives > 0) {
            return profiles[b].negatives > 0 ? found(b, a) : found(a, b)
        }
        let votes = textVotes(a) - textVotes(b)
        if abs(votes) >= 3 {
            var found = votes > 0 ? found(b, a) : found(a, b)
            if case .split(let out?, _) = found.money {
                found.assumptions.append(
                    "\(columns.name(out)) is read as money out, judging by the descriptions; if it's money in, use "
                        + "--flip-sign.")
            }
            return found
        }
        var open = found(a, b)
        let row = rows.first { isFilled($0, a) }
        open.doubt = .sides(
            text: row.map(text) ?? "", amount: row.map { sample.string($0, a) } ?? "", column: columns.name(a))
        return open
    }

    /// Some text of a row that is neither a date nor an amount.
    private func text(_ row: CSVSample.Row) -> String {
        let cells = row.cells.indices.filter { profiles.indices.contains($0) && profiles[$0].texts > 0 }
        return cells.map { sample.string(row, $0) }.max { $0.count < $1.count } ?? ""
    }

    /// How many texts beside a column speak of money in, less those that speak of money out.
    private func textVotes(_ column: Int) -> Int {
        rows.prefix(400).reduce(0) { votes, row in
            guard isFilled(row, column) else { return votes }
            let words = row.cells.indices.filter { $0 != column }.flatMap { HeaderText.words(sample.string(row, $0)) }
            let (flow, isCard) = CSVPhrases.flow(words)
            switch flow {
            // Who is thanked for a payment has paid: a card's statement says so of money in alone.
            case .in: return votes + (isCard ? 3 : 1)
            case .out: return votes - 1
            case .none: return votes
            }
        }
    }

    // MARK: The fee

    /// What shows that the amount is what is left of another one after its fee, in all rows; nil where some row doesn't.
    func feeProof(_ plan: CSVColumns) -> String? {
        guard case .single(let net) = plan.money, let fee = columns.columns(.fee).first else { return nil }
        let (left, fees) = (values(net), values(fee))
        return (columns.columns(.amount) + columns.columns(.accountAmount)).lazy.filter { $0 != net }.compactMap {
            gross in
            let whole = values(gross)
            let tried = rows.indices.filter { whole[$0] != nil && left[$0] != nil }
            let isProven = tried.allSatisfy { row in
                guard let whole = whole[row], let left = left[row] else { return false }
                return left == whole - abs(fees[row] ?? 0)
            }
            guard isProven, tried.contains(where: { fees[$0] ?? 0 != 0 }) else { return nil }
            return "\(columns.name(gross)) less the fee comes to it in \(tried.count) of \(tried.count) rows"
        }.first
    }

    /// The fee column, where the balance falls by amount and fee together.
    func chargedFee(_ money: CSVColumns.Money, _ balance: Int?) -> Int? {
        guard let balance, let fee = columns.columns(.fee).first else { return nil }
        let plain =
            switch money {
            case .single(let amount): values(amount)
            case .split(let out, let into): combined(out: out, in: into)
            }
        let fees = values(fee)
        let withFee = zip(plain, fees).map { amount, fee in
            amount == nil && fee == nil ? nil : (amount ?? 0) - abs(fee ?? 0)
        }
        return balanceFit(withFee, balance).hits > balanceFit(plain, balance).hits ? fee : nil
    }
}
