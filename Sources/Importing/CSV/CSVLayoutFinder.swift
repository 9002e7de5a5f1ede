import Ledger

/// Finds the table in a text and what its columns mean.
struct CSVLayoutFinder {
    let text: DecodedText
    let options: ImportOptions

    private var bytes: UnsafeRawBufferPointer { text.file.bytes }
    var path: String { text.file.path }

    /// The plan of the table that begins at or behind a position.
    ///
    /// - Throws: when there is none, saying what is missing.
    func plan(delimiter known: UInt8? = nil, position: Int, line: Int) throws(ImportError) -> CSVPlan {
        var position = position
        var line = line
        let told = known ?? saidDelimiter(&position, &line)
        let delimiter = told ?? likeliestDelimiter(position, line)
        var sample = CSVSample(text: bytes, delimiter: delimiter, position: position, line: line)
        let headerIndex = headerRow(sample)
        let dataIndex = headerIndex.map { $0 + 1 } ?? sample.rows.firstIndex(where: sample.isData)
        guard let dataIndex else { throw noTable(sample) }
        let preamble = Array(sample.rows[..<(headerIndex ?? dataIndex)])
        let headRows = sample.rows.count
        sample.addStretches()
        let dated = sample.rows[dataIndex...].filter { row in
            row.cells.contains { !$0.isEmpty && CSVCell.isDate(sample.scanner.bytes($0)) }
        }
        let readings = headerIndex.map { index in
            sample.rows[index].cells.map { CSVVocabulary.read(sample.scanner.string($0)) }
        }
        let names = headerIndex.map { sample.rows[$0] }
        let chosen = try choices(sample, names, width: dated.map(\.width).max() ?? 0)
        var finder = CSVColumnFinder(
            sample: sample, rows: dated, header: readings ?? [], headerRow: names, chosen: chosen)
        if finder.isMisaligned {
            finder = CSVColumnFinder(sample: sample, rows: dated, header: [], chosen: chosen)
        }
        // What states a balance tells nothing of signs and columns.
        let whole = finder
        let moving = dated.filter { row in !row.cells.contains { states($0, sample) } }
        if moving.count < dated.count, moving.count * 2 >= dated.count {
            finder = CSVColumnFinder(
                sample: sample, rows: moving, header: finder.header, headerRow: finder.headerRow, chosen: chosen)
        }
        if finder.listsPositions {
            throw ImportError(
                "\(path) lists what is held, was sold, or will be paid, and no transactions of an account: export the "
                    + "account's activity instead")
        }
        if known == nil, whole.listsBalances, chosen.isEmpty {
            throw ImportError("\(path) lists balances, and no transactions: export the account's transactions instead")
        }
        if finder.listsOrders, chosen.isEmpty {
            throw ImportError(
                "\(path) lists a store's orders, not an account's transactions: import the file of the card or account "
                    + "that paid for them, or say with --columns which column holds what, such as --columns \"date=1, out=4\""
            )
        }
        if finder.listsLoan, chosen.isEmpty {
            throw ImportError(
                "\(path) splits a loan's payments into principal and interest: say with --columns which column counts for the "
                    + "account, such as --columns \"date=1, in=3\"")
        }
        if finder.listsBudget, chosen.isEmpty {
            throw ImportError(
                "\(path) lists what was planned beside what was spent, and no transactions: export the account's transactions, or "
                    + "say with --columns which column holds what, such as --columns \"date=1, amount=4\"")
        }
        if finder.isJournal {
            throw ImportError(
                "\(path) is a double-entry journal, with every transaction listed once per account: export the transactions of "
                    + "one account instead")
        }
        var plan = try plan(finder, delimiter, above: preamble, dated: dated)
        plan.hasRows = !dated.isEmpty
        plan.statedBalances = statedBalances(whole, plan)
        let first = dataIndex < headRows ? sample.rows[dataIndex] : nil
        plan.start = first.map { ($0.start, $0.line) } ?? (sample.scanner.position, sample.scanner.line)
        if let headerIndex {
            plan.outsiders = []
            let row = sample.rows[headerIndex]
            plan.header = row.start..<plan.start.position
            plan.layout.headerLine = row.line
        }
        plan.layout.signature = signature(sample, headerIndex.map { sample.rows[$0] }, first, plan)
        plan.hasContinuations = hasContinuations(sample, plan, sample.rows[dataIndex..<max(dataIndex, headRows)])
        plan.accounts = accounts(preamble, sample, dated, plan, finder)
        return plan
    }

    private func states(_ field: CSVField, _ sample: CSVSample) -> Bool {
        !field.isEmpty && SummaryTexts.builtIn.kind(of: sample.scanner.bytes(field)) == .balance
    }

    /// The columns that the person named.
    private func choices(_ sample: CSVSample, _ header: CSVSample.Row?, width: Int) throws(ImportError)
        -> [Int: ColumnChoice.Role]
    {
        var chosen: [Int: ColumnChoice.Role] = [:]
        for choice in options.columns {
            let names = header.map { row in row.cells.indices.map { sample.string(row, $0) } } ?? []
            let key = NameKey.key(of: choice.column)
            let named = names.firstIndex { NameKey.key(of: $0) == key && !key.isEmpty }
            let number = Int(choice.column).flatMap { (1...max(1, width, names.count)).contains($0) ? $0 - 1 : nil }
            guard let column = named ?? number else {
                throw ImportError(
                    "\(path) has no column \(CSVText.quoted(choice.column)): give its name in the header or its number")
            }
            chosen[column] = choice.role
        }
        return chosen
    }

    /// The names of the columns, or of a table without names what its columns hold.
    private func signature(
        _ sample: CSVSample, _ header: CSVSample.Row?, _ first: CSVSample.Row?, _ plan: CSVPlan
    ) -> String {
        if let header {
            return "csv:" + header.cells.map { NameKey.key(of: sample.scanner.string($0)) }.joined(separator: ",")
        }
        let kinds = (first?.cells ?? []).map { field in
            let cell = sample.scanner.bytes(field)
            return CSVCell.isDate(cell) ? "date" : CSVCell.amount(cell) != nil ? "amount" : "text"
        }
        return "csv:\(plan.layout.dateOrder.rawValue):\(plan.layout.decimal):" + kinds.joined(separator: ",")
    }

    // MARK: The table

    /// `sep=;` in the first line says the delimiter.
    private func saidDelimiter(_ position: inout Int, _ line: inout Int) -> UInt8? {
        let head = bytes[position...].prefix(16)
        let isQuoted = head.first == 0x22
        guard
            head.dropFirst(isQuoted ? 1 : 0).prefix(4).elementsEqual("sep=".utf8)
                || head.prefix(4).elementsEqual("SEP=".utf8),
            let end = head.firstIndex(where: { $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        let said = head[head.startIndex + (isQuoted ? 5 : 4)]
        position = end + (bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1)
        line += 1
        return [0x2C, 0x3B, 0x09, 0x7C].contains(said) ? said : nil
    }

    /// The delimiter under which most rows have a date and an amount and the header the most known words.
    private func likeliestDelimiter(_ position: Int, _ line: Int) -> UInt8 {
        func score(_ delimiter: UInt8) -> Int {
            let sample = CSVSample(text: bytes, delimiter: delimiter, position: position, line: line, limit: 300)
            let data = sample.rows.lazy.filter(sample.isData).count
            let header = sample.rows.prefix(100).lazy.map { headerScore(sample, $0) ?? 0 }.max() ?? 0
            let wide = sample.rows.lazy.filter { $0.width > 1 }.count
            return data * 100 + header * 50 + wide
        }
        let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
        let scores = candidates.map(score)
        var best = 0
        for index in scores.indices where scores[index] > scores[best] { best = index }
        return candidates[best]
    }

    /// The row of column names; nil when the table has none.
    private func headerRow(_ sample: CSVSample) -> Int? {
        var best: (index: Int, score: Int)?
        var dataRows = 0
        for index in sample.rows.indices {
            let row = sample.rows[index]
            if let score = headerScore(sample, row), score > (best?.score ?? 0) { best = (index, score) }
            if sample.isData(row) {
                dataRows += 1
                // What stands below a header and its first row belongs to another table.
                if best != nil || dataRows >= 10 { break }
            }
        }
        if let best { return best.index }
        return unreadableHeader(sample)
    }

    /// Names in a language that is not known: a row of texts as wide as the rows below it.
    private func unreadableHeader(_ sample: CSVSample) -> Int? {
        guard let first = sample.rows.firstIndex(where: sample.isData),
            let above = sample.rows[..<first].lastIndex(where: { $0.width > 0 })
        else { return nil }
        let row = sample.rows[above]
        let isNames =
            row.width >= 2 && row.cells.count == sample.rows[first].cells.count
            && row.cells[..<row.width].allSatisfy { field in
                !field.isEmpty && !sample.scanner.bytes(field).contains(where: DateParser.isDigit)
            }
        return isNames ? above : nil
    }

    /// How many cells are known column names; nil when the row is no header.
    private func headerScore(_ sample: CSVSample, _ row: CSVSample.Row) -> Int? {
        guard row.width >= 2 else { return nil }
        var score = 0
        var hasDate = false
        var hasMoney = false
        for field in row.cells where !field.isEmpty {
            let cell = sample.scanner.bytes(field)
            if CSVCell.isDate(cell) || CSVCell.amount(cell) != nil { return nil }
            guard cell.count <= 80 else { continue }
            let reading = CSVVocabulary.read(sample.scanner.string(field))
            guard !reading.roles.isEmpty else { continue }
            score += reading.isExact ? 3 : 2
            if reading.roles.contains(where: CSVLayoutFinder.dateRoles.contains) { hasDate = true }
            if reading.roles.contains(where: CSVLayoutFinder.moneyRoles.contains) { hasMoney = true }
        }
        guard hasDate, hasMoney || score >= 8, score >= 4 else { return nil }
        return score + (hasMoney ? 4 : 0)
    }

    private static let dateRoles: Set<CSVRole> = [.transactionDate, .date, .postedDate, .valueDate]
    private static let moneyRoles: Set<CSVRole> = [.accountAmount, .amount, .moneyOut, .moneyIn, .balance]

    /// Whether a row within the table is the header of another one.
    func isHeader(_ row: CSVSample.Row, _ scanner: CSVScanner) -> Bool {
        let sample = CSVSample(text: bytes, delimiter: scanner.delimiter, position: row.start, line: row.line, limit: 1)
        return headerScore(sample, row).map { $0 >= 10 } ?? false
    }

    private func noTable(_ sample: CSVSample) -> ImportError {
        let hasDates = sample.rows.contains { row in row.cells.contains { CSVCell.isDate(sample.scanner.bytes($0)) } }
        let hasAmounts = sample.rows.contains { row in
            row.cells.contains { CSVCell.amount(sample.scanner.bytes($0))?.hasSeparator ?? false }
        }
        for row in sample.rows where !hasDates && row.width > 1 {
            let advised = row.cells.lazy.compactMap { field in
                CSVCell.dateAdvice(sample.scanner.bytes(field)).map { (sample.scanner.string(field), $0) }
            }.first
            if let (text, advice) = advised {
                return ImportError("\(path) has no dates: \(CSVText.quoted(text)) \(advice)")
            }
        }
        let what =
            switch (hasDates, hasAmounts) {
            case (true, false): "has dates but no amounts next to them"
            case (false, true): "has amounts but no dates next to them"
            default: "has no rows with a date and an amount"
            }
        return ImportError("\(path) \(what): export the transactions of an account as CSV, OFX, or QFX")
    }

    // MARK: Rows and accounts

    /// Some exports go on with a text in rows of its own; two or more such rows, and not only here and there.
    private func hasContinuations(_ sample: CSVSample, _ plan: CSVPlan, _ rows: ArraySlice<CSVSample.Row>) -> Bool {
        guard let text = plan.columns.texts.first, text > 0 else { return false }
        var found = 0
        var records = 0
        for row in rows {
            if sample.isData(row) {
                records += 1
            } else if CSVLayoutFinder.isContinuation(row.cells, text: text) {
                found += 1
            }
        }
        return found >= 2 && found * 4 >= records
    }

    /// Only the text column holds anything.
    @inline(__always)
    static func isContinuation(_ cells: some RandomAccessCollection<CSVField>, text: Int) -> Bool {
        var index = 0
        var hasText = false
        for cell in cells {
            if !cell.isEmpty {
                guard index == text else { return false }
                hasText = true
            }
            index += 1
        }
        return hasText
    }

    private func type(_ plan: CSVPlan, _ columns: CSVColumnFinder) -> AccountType? {
        if columns.tradesSecurities { return .investment }
        if plan.sign.owesBalance { return .creditCard }
        // Only cards call what was bought positive, unless their balance is what one has.
        if plan.sign.rule == .flipped { return plan.sign.restsOnBalance ? nil : .creditCard }
        return plan.sign.isSold ? .checking : nil
    }

    private func accounts(
        _ preamble: [CSVSample.Row], _ sample: CSVSample, _ rows: [CSVSample.Row], _ plan: CSVPlan,
        _ columns: CSVColumnFinder
    ) -> [StatementAccount] {
        var account = CSVAccounts.account(above: preamble, in: sample)
        account.currency = plan.currency
        account.type = options.accountType ?? account.type ?? type(plan, columns)
        guard let column = plan.columns.account else {
            if let balance = CSVAccounts.balance(above: preamble, in: sample, plan) {
                (account.balanceDate, account.ledgerBalance) = (balance.day, balance.amount)
            }
            return [account]
        }
        var names: [String] = []
        var types: [String: AccountType] = [:]
        var seen: Set<String> = []
        for row in rows {
            let name = sample.string(row, column)
            guard !name.isEmpty, seen.insert(name).inserted else { continue }
            names.append(name)
            types[name] = columns.accountTypes.flatMap { CSVAccounts.type(HeaderText.words(sample.string(row, $0))) }
        }
        guard !names.isEmpty, names.count <= 100 else { return [account] }
        return names.map { name in
            var one = account
            one.name = CSVAccounts.name(name)
            one.mask = CSVAccounts.mask(in: name) ?? account.mask
            one.type = options.accountType ?? types[name] ?? one.type
            return one
        }
    }
}
