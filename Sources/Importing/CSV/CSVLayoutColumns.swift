import Ledger

extension CSVLayoutFinder {
    /// The plan of the columns; where the table begins is not in it yet.
    func plan(_ finder: CSVColumnFinder, _ delimiter: UInt8) throws(ImportError) -> CSVPlan {
        let (dates, posted) = finder.dateColumns()
        guard let date = dates.first else {
            throw ImportError("\(path) has no date column: export the transactions of an account")
        }
        let decimal = CSVMoneyFinder.decimalMark(
            finder, delimiter: delimiter, hasThreeDecimals: options.currency?.minorDigits == 3)
        let shapes = finder.rows.compactMap { row in DateShape(finder.sample.bytes(row, date)) }
        let rough = CSVMoneyFinder(columns: finder, decimal: decimal, trend: 0)
        guard let (money, balance) = rough.money() else {
            throw ImportError("\(path) has no amount column: export the transactions of an account")
        }
        var columns = CSVColumns(money: money, dates: dates, posted: posted, balance: balance)
        let currency = options.currency ?? currency(finder, columns)
        let order = CSVDateOrder(
            shapes,
            hints: CSVDateOrder.Hints(
                option: options.dateOrder, delimiter: delimiter, decimal: decimal, currency: currency,
                isForeign: isForeign(finder)))
        let moneyFinder = CSVMoneyFinder(columns: finder, decimal: decimal, trend: order.trend)
        columns.fee = moneyFinder.chargedFee(money, balance)
        complete(&columns, finder)
        let signFinder = CSVSignFinder(columns: finder, money: moneyFinder, plan: columns, options: options)
        var sign = signFinder.sign()
        if sign.rule != .typeColumn { columns.direction = nil }
        if options.flipsSign {
            switch sign.rule {
            case .asIs: sign.rule = .flipped
            case .flipped: sign.rule = .asIs
            case .debitCredit, .typeColumn: sign.isReversed = true
            }
        }
        var plan = CSVPlan(
            delimiter: delimiter, columns: columns, dates: DateParser(order: order.order), decimal: decimal, sign: sign,
            currency: currency, start: (0, 0),
            layout: StatementLayout(
                encoding: text.encoding.rawValue, delimiter: String(UnicodeScalar(delimiter)), headerLine: 0,
                dateOrder: order.order,
                decimal: decimal == 0x2C ? "," : ".", sign: sign.rule),
            accounts: [])
        if let balance, case .single(let amount) = money {
            let fit = moneyFinder.balanceFit(moneyFinder.values(amount), balance)
            plan.balanceIsBefore = fit.isStrong && fit.isBefore
        }
        plan.owner = owner(finder, columns)
        plan.writesThousandths = columns.amounts.contains { column in
            let profile = finder.profiles[column]
            return (profile.doubtfulPoints + profile.doubtfulCommas) * 2 > profile.separators
        }
        plan.width = finder.headerRow?.cells.count ?? usualWidth(finder.rows)
        return plan
    }

    private func usualWidth(_ rows: [CSVSample.Row]) -> Int {
        var counts: [Int: Int] = [:]
        for row in rows { counts[row.cells.count, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }

    /// The columns besides dates and money.
    private func complete(_ columns: inout CSVColumns, _ finder: CSVColumnFinder) {
        columns.direction = finder.directionColumn()
        columns.status =
            finder.columns(.status).first
            ?? finder.profiles.indices.first { finder.roles[$0] == nil && finder.profiles[$0].isStates }
        columns.category = finder.columns(.category).first { $0 != columns.direction }
        columns.account = finder.columns(.account).first { isOwnAccount(finder, $0) }
        columns.kind = finder.columns(.kind).first { $0 != columns.direction } ?? columns.direction
        columns.currency = currencyColumn(finder, columns)
        columns.payer = finder.columns(.payer).first
        columns.recipient = finder.columns(.recipient).first
        columns.identifier =
            finder.columns(.identifier).first { finder.profiles[$0].isUnique && finder.profiles[$0].averageLength >= 6 }
            ?? finder.columns(.reference).first { column in
                let profile = finder.profiles[column]
                return profile.isUnique && profile.averageLength >= 10
                    && profile.codes + profile.amounts == profile.rows
            }
        var taken = Set(columns.dates + columns.amounts)
        taken.formUnion(
            [columns.balance, columns.direction, columns.status, columns.currency, columns.identifier, columns.account]
                .compactMap(\.self))
        (columns.texts, columns.spareTexts) = finder.textColumns(without: taken)
    }

    /// The account that a row belongs to is one of a few; the accounts of others differ from row to row.
    private func isOwnAccount(_ finder: CSVColumnFinder, _ column: Int) -> Bool {
        let profile = finder.profiles[column]
        guard profile.filled * 10 >= profile.rows * 9 else { return false }
        let isNamed =
            finder.headerRow.map {
                ["account", "account name", "konto"].contains(
                    HeaderText.words(finder.sample.string($0, column)).joined(separator: " "))
            } ?? false
        return profile.distinct == 1 || profile.distinct * 4 <= profile.rows
            || (isNamed && profile.distinct < max(profile.rows, 3))
    }

    /// The column of currencies that stands next to the amount; an original amount's own stands elsewhere.
    private func currencyColumn(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> Int? {
        let named = finder.columns(.currency)
        let amount = columns.amounts[0]
        let unnamed = finder.profiles.indices.filter { finder.roles[$0] == nil && finder.profiles[$0].isCurrencies }
        let candidates = named.isEmpty ? unnamed : named
        // Behind the amount before in front of it.
        return candidates.min { a, b in
            func distance(_ column: Int) -> Int { column > amount ? (column - amount) * 2 - 1 : (amount - column) * 2 }
            return distance(a) < distance(b)
        }
    }

    /// The currency of the whole table: in the name of the amount column, or in its cells.
    private func currency(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> Currency? {
        let amount = columns.amounts[0]
        let name = finder.headerRow.map { finder.sample.string($0, amount) } ?? ""
        let unit =
            CSVVocabulary.currency(in: name) ?? finder.profiles[amount].unit ?? columns.balance.flatMap {
                finder.profiles[$0].unit
            }
            ?? finder.columns(.account).lazy.compactMap { CSVAccounts.currency(ofIBANs: finder, $0) }.first
        switch unit {
        case .known(let currency): return currency
        case .krone:
            let words = headerWords(finder)
            if words.contains("belob") || words.contains("belobet") { return Currency("DKK") }
            return Currency(words.contains("belop") ? "NOK" : "SEK")
        case .yuanOrYen: return Currency(isChinese(finder) ? "CNY" : "JPY")
        case .dollar: return nil
        case nil: return isChinese(finder) ? Currency("CNY") : nil
        }
    }

    private func headerWords(_ finder: CSVColumnFinder) -> Set<String> {
        guard let row = finder.headerRow else { return [] }
        return Set(row.cells.flatMap { HeaderText.words(finder.sample.scanner.string($0)) })
    }

    /// Simplified Chinese column names are those of banks that keep accounts in yuan.
    private func isChinese(_ finder: CSVColumnFinder) -> Bool {
        headerWords(finder).contains { $0.contains("交易") || $0.contains("金额") || $0.contains("余额") }
    }

    private func isForeign(_ finder: CSVColumnFinder) -> Bool {
        let english: Set<String> = [
            "date", "amount", "description", "balance", "debit", "credit", "payee", "memo", "posted", "account",
            "transaction",
        ]
        let words = headerWords(finder)
        return !words.isEmpty && words.isDisjoint(with: english)
    }

    /// The name that stands in most rows on one side or the other.
    private func owner(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> String? {
        guard let payer = columns.payer, let recipient = columns.recipient else { return nil }
        var counts: [String: Int] = [:]
        for row in finder.rows {
            for column in [payer, recipient] { counts[finder.sample.string(row, column), default: 0] += 1 }
        }
        counts[""] = nil
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
