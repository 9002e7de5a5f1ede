import Ledger

extension CSVLayoutFinder {
    /// The plan of the columns; where the table begins is not in it yet.
    ///
    /// - Parameters:
    ///   - preamble: the lines above the table.
    ///   - dated: all rows with a date, also those that state a balance.
    func plan(
        _ finder: CSVColumnFinder, _ delimiter: UInt8, above preamble: [CSVSample.Row], dated: [CSVSample.Row]
    ) throws(ImportError) -> CSVPlan {
        let (dates, posted) = finder.dateColumns()
        guard let date = dates.first else {
            throw ImportError(
                "\(path) has no date column: export the transactions of an account, or say with --columns which column holds what, "
                    + "such as --columns \"date=1, amount=4\"")
        }
        if Self.spans.contains(finder.headerWords(date).joined(separator: " ")) {
            throw ImportError(
                "\(path) has a row for each month or week, so sums and no transactions: export the account's transactions"
            )
        }
        let decimal = CSVMoneyFinder.decimalMark(
            finder, delimiter: delimiter, hasThreeDecimals: options.currency.map { $0.minorDigits == 3 })
        let shapes = dated.compactMap { row in DateShape(finder.sample.bytes(row, date)) }
        try refuseMangled(shapes)
        let rough = CSVMoneyFinder(columns: finder, decimal: decimal, trend: 0)
        var found = try rough.money(in: path)
        let accounts = CSVAccountColumn(finder, isOneAccount: options.isOneAccount)
        func completed() -> CSVColumns {
            var columns = CSVColumns(money: found.money, dates: dates, posted: posted, balance: found.balance)
            complete(&columns, finder, accounts)
            return columns
        }
        var columns = completed()
        let originals = CSVOriginalAmounts(finder, rough, columns)
        if let originals {
            if let own = originals.own, found.money != .single(own) {
                found.money = .single(own)
                columns = completed()
            } else if originals.own == nil, !columns.amounts.contains(where: finder.isChosen) {
                throw rough.unclear(originals.amounts, path)
            }
            columns.currency = nil
        }
        let (money, balance) = (found.money, found.balance)
        let ofTable = originals?.home ?? currency(finder, columns, above: preamble)
        let currency = options.currency ?? ofTable
        let stated = ofTable ?? columns.currency.flatMap { finder.profiles[$0].onlyCurrency }
        let isDollar = unit(finder, columns) == .dollar
        let country = CSVCountry(finder, texts: columns.texts, amounts: columns.amounts, isDollar: isDollar)
        if currency == nil, stated == nil, country.currency == nil, unit(finder, columns) == nil,
            CSVMoneyFinder.leavesThousandsOpen(finder)
        {
            let example = columns.amounts.lazy.compactMap { column in
                finder.rows.lazy.map { finder.sample.string($0, column) }.first { !$0.isEmpty }
            }.first
            throw ImportError(
                "\(path) has three digits behind the mark in all of its amounts, such as \(example ?? ""), which may be "
                    + "thousands or thousandths: say its currency, such as --currency EUR or --currency KWD")
        }
        let order = DateOrderFinder(
            shapes, others: otherDates(finder, besides: date, above: preamble),
            hints: DateOrderFinder.Hints(
                option: options.dateOrder, known: options.known?.dateOrder, today: options.today,
                writesCommas: decimal == 0x2C && CSVMoneyFinder.writesMarks(finder),
                currency: stated ?? options.currency, isForeign: isForeign(finder),
                country: country.order, isCountryOfHeader: country.isOrderOfHeader, leaning: country.leaningOrder,
                pairs: datePairs(finder, dates, posted)))
        let moneyFinder = CSVMoneyFinder(columns: finder, decimal: decimal, trend: order.trend)
        columns.fee = moneyFinder.chargedFee(money, balance)
        let signFinder = CSVSignFinder(
            columns: finder, money: moneyFinder, plan: columns, options: options, fileName: path)
        if signFinder.isContradicted {
            throw ImportError(
                "\(path) has amounts without a sign, though its balance goes up by some and down by others: export it with debits "
                    + "and credits apart, or as OFX")
        }
        var sign = signFinder.sign()
        if sign.rule == .asIs || sign.rule == .flipped, signFinder.hasUnsignedTrades {
            throw ImportError(
                "\(path) has no minus sign where securities were bought, nor where money came in: export it with signed amounts, or "
                    + "as OFX, or import the statement of the account's cash")
        }
        if sign.rule != .typeColumn { columns.direction = nil }
        if options.flipsSign || options.keepsSign { sign.assumption = nil }
        switch sign.rule {
        case .asIs, .flipped:
            if options.flipsSign { sign.rule = .flipped }
            if options.keepsSign { sign.rule = .asIs }
        case .debitCredit, .typeColumn: sign.isReversed = options.flipsSign
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
        plan.doubts = doubts(found, sign, order, shapes, finder) + [accounts.doubt].compactMap(\.self)
        let others = otherAmountNotes(found, columns, finder)
        plan.layout.assumptions =
            [order.assumption].compactMap(\.self) + found.assumptions + others
            + [sign.assumption, sign.rowNote, accounts.assumption].compactMap(\.self) + centNotes(finder, columns)
        plan.layout.certainty = LayoutCertainty(
            [
                order.finding, amountFinding(found, others, columns, moneyFinder, originals), sign.finding,
                accounts.finding,
            ]
            .compactMap(\.self))
        // Where nothing else tells: a comma before cents is of the continent; days first in English are no dollars.
        let isBritish =
            options.dateOrder == nil && order.basis == .certain && order.order == .dmy && !isForeign(finder)
            && finder.headerRow != nil
            && shapes.contains { $0.separator == 0x2F }
        let other = country.leaningCurrency == .usd ? nil : country.leaningCurrency
        let usual: Currency? = decimal == 0x2C ? .eur : isBritish ? other ?? .gbp : nil
        plan.layout.likelyCurrency =
            country.currency ?? onlyOriginalCurrency(finder) ?? (isDollar ? nil : usual)
        // Only where dollars are is the month written first.
        let isAmerican = order.basis == .certain && order.order == .mdy && options.dateOrder == nil
        plan.layout.leaningCurrency =
            plan.layout.likelyCurrency ?? country.leaningCurrency ?? (isAmerican && !isForeign(finder) ? .usd : nil)
        plan.layout.shown = StatementLayout.Evidence(
            sign: sign.shown, dateOrder: order.basis == .certain ? order.order : nil,
            hasDateOrder: order.basis != .unambiguous)
        assumeCurrency(&plan)
        plan.owner = owner(finder, columns)
        if columns.amounts.contains(where: { finder.profiles[$0].mixesUnits }), let own = plan.currency,
            !CSVCountry.dollars.contains(own.code)
        {
            plan.dollar = .usd
        }
        plan.writesThousandths = columns.amounts.contains { column in
            let profile = finder.profiles[column]
            return (profile.doubtfulPoints + profile.doubtfulCommas) * 2 > profile.separators
        }
        plan.outsiders = outsiders(finder, columns)
        if plan.currency == nil, !plan.outsiders.isEmpty {
            // The line that states the account names its currency.
            plan.currency =
                finder.rows.lazy.filter { plan.outsiders.contains($0.start) }.compactMap { row in
                    CSVAccounts.currency(alone: row.cells.map { finder.sample.scanner.string($0) })
                }.first
        }
        plan.width = finder.headerRow?.cells.count ?? usualWidth(finder.rows)
        return plan
    }

    /// A spreadsheet that took days for months turns `05/11/2026` into 2026-05-11 and leaves `13/11/2026` as it was.
    private func refuseMangled(_ shapes: [DateShape]) throws(ImportError) {
        let turned = shapes.filter(\.isYearFirst)
        let left = shapes.filter { !$0.isYearFirst }
        func isPlain(_ shape: DateShape) -> Bool {
            if case .numbers = shape.form { return true }
            return false
        }
        guard !turned.isEmpty, !left.isEmpty, shapes.allSatisfy(isPlain),
            turned.allSatisfy({ $0.second <= 12 && $0.third <= 12 }),
            left.allSatisfy({ max($0.first, $0.second) > 12 })
        else { return }
        throw ImportError(
            "\(path) has dates of two forms, with the year first only where the day is 12 or less: a spreadsheet seems to have "
                + "exchanged day and month there. Download the file again and import it without opening it in between")
    }

    /// Amounts without cents, or with three decimals, are not to be read as dollars where the file names no currency.
    private func assumeCurrency(_ plan: inout CSVPlan) {
        guard plan.currency == nil, plan.columns.currency == nil, let likely = plan.layout.likelyCurrency,
            likely.minorDigits != Currency.usd.minorDigits
        else { return }
        plan.currency = likely
        plan.layout.assumptions.append(
            "The file doesn't say its currency: \(likely.code) was assumed (--currency CODE for another).")
    }

    /// What is open, in the order in which it is asked about.
    private func doubts(
        _ money: CSVMoneyFinder.Found, _ sign: CSVSign, _ order: DateOrderFinder, _ shapes: [DateShape],
        _ finder: CSVColumnFinder
    ) -> [LayoutDoubt] {
        var doubts: [LayoutDoubt] = []
        if order.basis == .none, let column = finder.dateColumns().dates.first {
            let date = finder.rows.lazy.map { finder.sample.string($0, column) }.first { !$0.isEmpty }
            doubts.append(.dateOrder(date: date ?? ""))
        }
        if let doubt = money.doubt ?? sign.doubt, !options.flipsSign, !options.keepsSign { doubts.append(doubt) }
        return doubts
    }

    /// What is said of other columns that could be the amount, and of fees that it leaves out.
    private func otherAmountNotes(_ money: CSVMoneyFinder.Found, _ columns: CSVColumns, _ finder: CSVColumnFinder)
        -> [String]
    {
        guard options.columns.isEmpty, case .single(let amount) = money.money else { return [] }
        if let sides = columns.sides { return sideNotes(sides, finder) }
        let fee = columns.fee
        func differs(_ column: Int) -> Bool {
            finder.profiles[column].isAmounts && finder.profiles[column].filled * 2 >= finder.rows.count
                && finder.rows.contains { row in
                    func value(_ column: Int) -> Int64? {
                        CSVCell.amount(finder.sample.bytes(row, column))?.value(decimal: 0x2E, scale: 4).map(abs)
                    }
                    guard let one = value(amount), let other = value(column) else { return false }
                    return one != other
                }
        }
        let others = (finder.columns(.accountAmount) + finder.columns(.amount)).filter { $0 != amount && differs($0) }
        var notes: [String] = []
        if let other = others.first, finder.headerRow != nil {
            notes.append(
                "\(finder.name(amount)) is taken as the amount, not \(finder.name(other)); for the other, use --columns "
                    + "\"amount=\(other + 1)\".")
        }
        let isNet = !Self.netWords.isDisjoint(with: finder.headerWords(amount))
        if fee == nil, !isNet, let column = finder.columns(.fee).first(where: hasAmounts), finder.headerRow != nil {
            notes.append(
                "\(finder.name(column)) isn't subtracted from the amount: no balance shows that the fee is charged on "
                    + "top.")
        }
        func hasAmounts(_ column: Int) -> Bool {
            finder.profiles[column].negatives + finder.profiles[column].positives > 0
        }
        return notes
    }

    private static let netWords: Set<String> = ["net", "netto", "neto", "nettobetrag", "liquido"]

    /// What is said where money out and money in stand in columns of their own sides.
    private func sideNotes(_ sides: CSVColumns.Sides, _ finder: CSVColumnFinder) -> [String] {
        let taken =
            "Money out is taken from \(finder.name(sides.out.amount)), money in from \(finder.name(sides.into.amount)), each "
            + "in its own currency."
        guard let fee = sides.out.fee else { return [taken] }
        return [taken, "\(finder.name(fee)) is added to money out, since the amount is one after fees."]
    }

    /// How sure it is which column holds the amount.
    ///
    /// - Parameters:
    ///   - others: what is said of other columns that could be it.
    ///   - originals: the amount in the currency of the purchase, where one stands beside it.
    private func amountFinding(
        _ found: CSVMoneyFinder.Found, _ others: [String], _ columns: CSVColumns, _ money: CSVMoneyFinder,
        _ originals: CSVOriginalAmounts?
    ) -> LayoutCertainty.Finding {
        func finding(_ degree: LayoutCertainty.Degree, _ reason: String) -> LayoutCertainty.Finding {
            .init(.amounts, degree, reason)
        }
        if columns.amounts.contains(where: money.columns.isChosen) { return finding(.certain, "--columns says so") }
        if let fit = money.fit(columns), fit.isStrong {
            return .init(.amounts, .certain, fit.words, isOfBalance: true)
        }
        if let originals { return finding(.likely, originals.reason) }
        if columns.sides != nil { return finding(.certain, "the direction tells which side's amount moved") }
        if !found.assumptions.isEmpty { return finding(.assumed, "the column's name is none that is known") }
        if !others.isEmpty {
            if let proof = money.feeProof(columns) { return finding(.certain, proof) }
            return finding(.assumed, "another column could be meant as well")
        }
        guard money.columns.headerRow != nil else { return finding(.likely, "no other column holds money") }
        let names = columns.amounts.map(money.columns.name).joined(separator: " and ")
        return finding(.certain, "the column is called \(names)")
    }

    /// The two days of each row that has two.
    private func datePairs(_ finder: CSVColumnFinder, _ dates: [Int], _ posted: Int?) -> [(DateShape, DateShape)] {
        guard let first = dates.first, let second = posted ?? dates.dropFirst().first, first != second else {
            return []
        }
        return finder.rows.prefix(400).compactMap { row in
            guard let one = DateShape(finder.sample.bytes(row, first)),
                let other = DateShape(finder.sample.bytes(row, second))
            else { return nil }
            return (one, other)
        }
    }

    /// Dates that are written as those of the rows are: in other columns, and above the table.
    private func otherDates(_ finder: CSVColumnFinder, besides date: Int, above preamble: [CSVSample.Row])
        -> [DateShape]
    {
        var shapes: [DateShape] = []
        for column in finder.profiles.indices where column != date && finder.profiles[column].isDates {
            shapes += finder.rows.prefix(400).compactMap { DateShape(finder.sample.bytes($0, column)) }
        }
        for row in preamble {
            for field in row.cells {
                let text = finder.sample.scanner.bytes(field)
                guard text.count <= 80 else { continue }
                for word in text.split(separator: 0x20) {
                    let cell = UnsafeRawBufferPointer(rebasing: word)
                    if CSVCell.isDate(cell), let shape = DateShape(cell) { shapes.append(shape) }
                }
            }
        }
        // Only what has the form of the rows' own dates says anything of them.
        return shapes.filter { shape in
            if case .numbers = shape.form { return !shape.isYearFirst }
            return false
        }
    }

    private func usualWidth(_ rows: [CSVSample.Row]) -> Int {
        var counts: [Int: Int] = [:]
        for row in rows { counts[row.cells.count, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }

    /// The columns besides dates and money.
    private func complete(_ columns: inout CSVColumns, _ finder: CSVColumnFinder, _ accounts: CSVAccountColumn) {
        columns.direction = finder.directionColumn()
        columns.status =
            finder.columns(.status).first
            ?? finder.profiles.indices.first { finder.roles[$0] == nil && finder.profiles[$0].isStates }
        columns.impact = finder.profiles.indices.first(where: finder.hasUnmoved)
        columns.sides = columns.direction == nil ? nil : finder.sides(of: columns.amounts)
        columns.category = finder.columns(.category).first { $0 != columns.direction }
        columns.account = accounts.column
        columns.holder = finder.columns(.holder).first { finder.profiles[$0].distinct <= CSVAccounts.mostHolders }
        columns.kind =
            finder.columns(.kind).first { $0 != columns.direction } ?? columns.direction ?? unnamedKind(finder)
        columns.currency = currencyColumn(finder, columns)
        columns.funding = finder.profiles.indices.first { finder.headerWords($0) == ["funding", "source"] }
        columns.checkNumber =
            finder.columns(.checkNumber).first ?? finder.columns(.other).first(where: finder.countsChecks)
        columns.payer = finder.columns(.payer).first
        columns.recipient = finder.columns(.recipient).first
        columns.identifier =
            finder.columns(.identifier).first { finder.profiles[$0].isUnique && finder.profiles[$0].averageLength >= 6 }
            ?? finder.columns(.reference).first { column in
                let profile = finder.profiles[column]
                return profile.isUnique && profile.averageLength >= 10
                    && profile.codes + profile.amounts == profile.rows
            }
        columns.orders = finder.columns(.identifier) + finder.columns(.reference)
        columns.otherCurrencies = otherCurrencies(finder, columns)
        columns.smallestUnits = Set(
            (columns.amounts + [columns.balance].compactMap(\.self)).filter { column in
                !Self.smallUnits.isDisjoint(with: finder.headerWords(column)) && finder.profiles[column].separators == 0
            })
        var taken = Set(columns.dates + columns.amounts + columns.otherCurrencies.map(\.column))
        taken.formUnion(
            [columns.balance, columns.direction, columns.status, columns.currency, columns.identifier, columns.account]
                .compactMap(\.self))
        (columns.texts, columns.spareTexts) = finder.textColumns(without: taken)
    }

    /// What is said of columns that are called by cents: whether they hold some.
    private func centNotes(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> [String] {
        columns.amounts.filter { !Self.smallUnits.isDisjoint(with: finder.headerWords($0)) }.map { column in
            columns.smallestUnits.contains(column)
                ? "\(finder.name(column)) is taken as hundredths, as its name says."
                : "\(finder.name(column)) has decimals, so it's taken as whole units of the currency, whatever its name says."
        }
    }

    private static let smallUnits: Set<String> = ["cents", "pence", "rappen", "centimes", "ore"]

    /// Columns that are called by other currencies than the amount's, and are filled where it is not: `CAD$`, `USD$`.
    private func otherCurrencies(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> [(
        column: Int, currency: Currency
    )] {
        guard case .single(let amount) = columns.money, let row = finder.headerRow else { return [] }
        func named(_ column: Int) -> Currency? {
            guard finder.headerWords(column).count == 1 else { return nil }
            return CSVVocabulary.currency(in: finder.sample.string(row, column))?.currency
        }
        guard let own = named(amount) else { return [] }
        return finder.profiles.indices.compactMap { column in
            guard column != amount, let currency = named(column), currency != own,
                finder.profiles[column].filled == finder.profiles[column].amounts,
                !finder.rows.contains(where: {
                    !finder.sample.bytes($0, column).isEmpty && !finder.sample.bytes($0, amount).isEmpty
                })
            else { return nil }
            return (column, currency)
        }
    }

    /// In a table without names the column of words for kinds of transactions, beside one of other texts.
    private func unnamedKind(_ finder: CSVColumnFinder) -> Int? {
        guard finder.headerRow == nil else { return nil }
        func isKinds(_ profile: CSVColumnProfile) -> Bool {
            profile.distinct > 1 && profile.kinds * 10 >= profile.filled * 6 && profile.texts * 2 > profile.filled
        }
        let hasTexts = finder.profiles.contains { $0.texts * 2 > $0.rows && !isKinds($0) && !$0.isCurrencies }
        return hasTexts ? finder.profiles.indices.first { isKinds(finder.profiles[$0]) } : nil
    }

    /// The column of currencies that stands next to the amount; an original amount's own stands elsewhere.
    private func currencyColumn(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> Int? {
        let named = finder.columns(.currency)
        let amount = columns.amounts[0]
        // What its own name says of an amount goes before the currency of another one.
        if let row = finder.headerRow,
            let own = CSVVocabulary.currency(in: finder.sample.string(row, amount))?.currency,
            named.allSatisfy({ finder.profiles[$0].onlyCurrency != own })
        {
            return nil
        }
        let unnamed = finder.profiles.indices.filter { finder.roles[$0] == nil && finder.profiles[$0].isCurrencies }
        let all = named.isEmpty ? unnamed : named
        let own = finder.isForeign(amount) ? [] : all.filter { !finder.isForeign($0) }
        let candidates = own.isEmpty ? all : own
        // Behind the amount before in front of it.
        return candidates.min { a, b in
            func distance(_ column: Int) -> Int { column > amount ? (column - amount) * 2 - 1 : (amount - column) * 2 }
            return distance(a) < distance(b)
        }
    }

    /// The currency of the whole table: in the name of the amount column, or in its cells.
    private func currency(_ finder: CSVColumnFinder, _ columns: CSVColumns, above preamble: [CSVSample.Row])
        -> Currency?
    {
        let found = unit(finder, columns)
        let above = CSVAccounts.currency(above: preamble, in: finder.sample)
        switch found {
        case .known(let currency): return currency
        case .krone:
            let words = headerWords(finder)
            if words.contains("belob") || words.contains("belobet") { return Currency("DKK") }
            return Currency(words.contains("belop") ? "NOK" : "SEK")
        case .yuanOrYen: return Currency(isChinese(finder) ? "CNY" : "JPY")
        case .yuan: return above ?? Currency(isTraditional(finder, preamble) ? "TWD" : "CNY")
        case .dollar: return above
        case nil: return above ?? (isChinese(finder) ? Currency("CNY") : namedElsewhere(finder))
        }
    }

    /// What name and cells of the amount, else the balance or the account's number, say of the currency.
    private func unit(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> CurrencyUnit? {
        let name = finder.headerRow.map { finder.sample.string($0, columns.amounts[0]) } ?? ""
        return CSVVocabulary.currency(in: name)
            ?? (columns.amounts + [columns.balance].compactMap(\.self)).lazy.compactMap { finder.profiles[$0].unit }
            .first
            ?? finder.columns(.account).lazy.compactMap { CSVAccounts.currency(ofIBANs: finder, $0) }.first
    }

    /// Names of a column whose days stand for more than a day.
    private static let spans: Set<String> = [
        "month", "week", "quarter", "period", "monat", "woche", "mois", "semaine", "mes", "mese", "maand",
        "month ending",
        "week ending", "week of", "month of",
    ]

    /// Where the first or last row of a table without names begins, if cells of it hold what no other row's do: it states the
    /// account or its balance. Which of two columns of amounts is filled tells nothing.
    private func outsiders(_ finder: CSVColumnFinder, _ columns: CSVColumns) -> [Int] {
        let rows = finder.rows
        guard finder.headerRow == nil, rows.count >= 4 else { return [] }
        let own = Set(columns.amounts + columns.dates + [columns.balance].compactMap(\.self))
        let others = finder.profiles.indices.filter { !own.contains($0) }
        func kind(_ row: CSVSample.Row, _ column: Int) -> Int {
            let cell = finder.sample.bytes(row, column)
            if CSVCell.isBlank(cell) { return 0 }
            if CSVCell.isDate(cell) { return 1 }
            if CSVCell.amount(cell) != nil { return 2 }
            return CSVCell.isCurrency(cell) ? 3 : 4
        }
        return [rows.startIndex, rows.index(before: rows.endIndex)].filter { index in
            let rest = rows.indices.filter { $0 != index }
            let odd = others.count { column in
                let own = kind(rows[index], column)
                return !rest.contains { kind(rows[$0], column) == own }
            }
            let counts = Set(rest.map { rows[$0].cells.count })
            return odd + (counts.count == 1 && !counts.contains(rows[index].cells.count) ? 1 : 0) >= 2
        }.map { rows[$0].start }
    }

    /// Where rows begin that call themselves balances and are, as the rows around them show.
    func statedBalances(_ finder: CSVColumnFinder, _ plan: CSVPlan) -> Set<Int> {
        let (columns, money) = (plan.columns, CSVMoneyFinder(columns: finder, decimal: plan.decimal, trend: 0))
        let rows = finder.rows.enumerated().filter { $0.element.stretch == 0 }
        let called = rows.map { SummaryTexts.builtIn.states(finder.text(of: $0.element, columns.texts)) }
        guard called.contains(true) else { return [] }
        // A table of nothing else: "Balances of your investments".
        if called.allSatisfy(\.self), rows.contains(where: { isPlain(finder.text(of: $0.element, columns.texts)) }) {
            return Set(rows.map(\.element.start))
        }
        func isPlain(_ text: String) -> Bool { SummaryTexts.builtIn.kind(of: text) == .balance }
        let amounts =
            switch columns.money {
            case .single(let amount): money.values(amount)
            case .split(let out, let into): money.combined(out: out, in: into)
            }
        let balances = columns.balance.map(money.values)
        let stated = StatedBalances(
            zip(rows, called).map { row, isCalled in
                let (index, cells) = (row.offset, row.element)
                let isOut = columns.direction.map { CSVPhrases.flag(finder.sample.key(cells, $0)) == .out } ?? false
                let amount = amounts[index].map { isOut && $0 > 0 ? -$0 : $0 }
                return StatedBalances.Row(
                    amount: amount ?? 0, balance: balances?[index], isCalledBalance: isCalled && amount != nil)
            })
        return Set(stated.indices.map { rows[$0].element.start })
    }

    /// What every row was paid in, where nothing says what it was booked in.
    private func onlyOriginalCurrency(_ finder: CSVColumnFinder) -> Currency? {
        finder.profiles.indices.lazy.filter { column in
            finder.headerWords(column) == ["original", "currency"]
                && finder.profiles[column].filled == finder.profiles[column].rows
        }.compactMap { finder.profiles[$0].onlyCurrency }.first
    }

    /// The one currency that other columns are in: "Asset Price in CHF".
    private func namedElsewhere(_ finder: CSVColumnFinder) -> Currency? {
        guard let row = finder.headerRow, finder.columns(.currency).isEmpty else { return nil }
        let names = row.cells.indices.map { finder.sample.string(row, $0) }
        // Where all is in capitals, a code may be a word.
        guard names.contains(where: { $0 != $0.uppercased() }) else { return nil }
        let found = Set(names.compactMap { $0.contains(" ") ? CSVVocabulary.currency(in: $0)?.currency : nil })
        return found.count == 1 ? found.first : nil
    }

    private func headerWords(_ finder: CSVColumnFinder) -> Set<String> {
        guard let row = finder.headerRow else { return [] }
        return Set(row.cells.flatMap { HeaderText.words(finder.sample.scanner.string($0)) })
    }

    /// Simplified Chinese column names are those of banks that keep accounts in yuan; traditional ones are not.
    private func isChinese(_ finder: CSVColumnFinder) -> Bool {
        let words = headerWords(finder)
        return words.contains { $0.contains("交易") || $0.contains("金额") || $0.contains("余额") }
            && !words.contains(where: Self.isTraditional)
    }

    /// Whether the column names, or the lines above them, are in the Chinese of Taiwan and Hong Kong.
    private func isTraditional(_ finder: CSVColumnFinder, _ preamble: [CSVSample.Row]) -> Bool {
        headerWords(finder).contains(where: Self.isTraditional)
            || preamble.contains { row in row.cells.contains { Self.isTraditional(finder.sample.scanner.string($0)) } }
    }

    /// Whether a text has a letter that is written otherwise in China.
    private static func isTraditional(_ text: String) -> Bool { text.contains { "餘額帳幣戶備臺單據匯轉號".contains($0) } }

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
            for column in [payer, recipient] { counts[finder.sample.string(row, column), default: 0] += 2 }
            // Who pays what goes out, and is paid what comes in.
            guard let column = columns.amounts.first, let amount = CSVCell.amount(finder.sample.bytes(row, column))
            else {
                continue
            }
            counts[finder.sample.string(row, amount.isNegative ? payer : recipient), default: 0] += 1
        }
        counts[""] = nil
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
