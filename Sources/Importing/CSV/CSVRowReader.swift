import Ledger

/// Turns the rows of one table into records.
struct CSVRowReader {
    enum Outcome {
        /// One more record was appended.
        case record
        case blank
        /// More text of the row above.
        case continuation(CSVField)
        case skipped(String)
        case headerAgain
    }

    var scanner: CSVScanner
    private(set) var lastWasRecord = false
    let plan: CSVPlan
    /// Keeps the text alive that `scanner` reads.
    private let text: StatementBytes
    /// Whether zero bytes stand in the text, as they do where a file was damaged.
    private let hasZeros: Bool
    private let defaultDigits: Int
    private let reversal: Int64

    private var flows: TextCache<CSVFlow>
    private var states: TextCache<CSVStates.State>
    private var currencies: TextCache<Currency?>
    /// Minor digits of the currency that `rowCurrency` gave last.
    private var rowDigits = 2
    private var lastCurrency: Currency?
    /// What the amount's own cell says where it is not the table's currency: "-1.00 USD".
    private var cellCurrency: Currency?
    private var kinds: TextCache<String?>
    private var categories: TextCache<String?>
    private var accountNames: TextCache<String?>
    private var holders: TextCache<String?>
    private var merchants = MerchantFlows()
    private var firstLeftOutBalance: RowProblem?
    private var leftOutBalances = 0
    /// What the rows so far come to, what of it went out, and how many they are; nil once they are in several currencies.
    private var sum: (amount: Int64, out: Int64, rows: Int, currency: Currency?)? = (0, 0, 0, nil)
    /// Whether each row so far says who was paid or what for.
    private var areAllDescribed = true
    /// How the balances of all rows so far go with their amounts.
    private(set) var agreement = BalanceAgreement()
    /// States that are not known, with how many rows have each, and whether some row has one that is.
    private var unknownStates: [String: Int] = [:]
    private var hasKnownState = false
    /// Rows so far, and those of them whose amount is nothing.
    private(set) var counts = (rows: 0, zeros: 0)
    /// Rows that state a balance by their words and the figures around them.
    private(set) var statedBalances = 0
    /// What settled rows of the file come to, as it is written; found when first asked for.
    private var settledAmounts: Set<Int64>?
    /// The columns that the row's amount is taken from, where each side of a transfer has its own.
    private var side: CSVColumns.Side?
    /// Which side of a row is being read that has both.
    private var forcedFlow: CSVFlow?
    /// Orders that some row of the file gives money back for, with the amount as it is written; found when first asked for.
    private var refundedOrders: Set<String>?

    init(_ plan: CSVPlan, text: StatementBytes) {
        self.plan = plan
        self.text = text
        scanner = CSVScanner(
            text: text.bytes, delimiter: plan.delimiter, position: plan.start.position, line: plan.start.line)
        hasZeros = text.bytes.contains(0)
        defaultDigits = (plan.currency ?? .usd).minorDigits
        reversal = plan.sign.isReversed ? -1 : 1
        flows = TextCache(text: text.bytes)
        states = TextCache(text: text.bytes)
        currencies = TextCache(text: text.bytes)
        kinds = TextCache(text: text.bytes)
        categories = TextCache(text: text.bytes)
        accountNames = TextCache(text: text.bytes)
        holders = TextCache(text: text.bytes)
    }

    @inline(__always)
    private func field(_ column: Int) -> CSVField? {
        guard column < scanner.fields.count else { return nil }
        let field = scanner.fields[column]
        return field.isEmpty ? nil : field
    }

    // MARK: One row

    /// What the row that `scanner` has just read is.
    mutating func row(into records: inout [ImportedRecord]) -> Outcome {
        if scanner.fields.count == 1, scanner.fields[0].isEmpty { return .blank }
        if hasZeros, scanner.text[scanner.rowStart..<scanner.position].contains(0) {
            lastWasRecord = false
            return .skipped("there's a zero byte in it, so the file is damaged here: download it again")
        }
        if plan.hasContinuations, let text = plan.columns.texts.first,
            CSVLayoutFinder.isContinuation(scanner.fields, text: text)
        {
            return .continuation(scanner.fields[text])
        }
        if hasSeveralLines, let next = rowWithin() {
            scanner.end(before: next.position, line: next.line)
            lastWasRecord = false
            return .skipped("a quote in it is not closed: fix it and import the file again")
        }
        let outcome = isBetweenOwnBalances ? bothSides(&records) : transaction(&records)
        if case .record = outcome { lastWasRecord = true } else { lastWasRecord = false }
        return outcome
    }

    /// Whether money only went from one balance of the person's to another, each of which has columns of its own.
    private var isBetweenOwnBalances: Bool {
        guard let sides = plan.columns.sides, field(sides.out.amount) != nil, field(sides.into.amount) != nil,
            let field = plan.columns.direction.flatMap(field)
        else { return false }
        return CSVPhrases.flag(key(field)) == CSVFlow.none
    }

    /// What left one balance and what arrived at the other.
    private mutating func bothSides(_ records: inout [ImportedRecord]) -> Outcome {
        defer { forcedFlow = nil }
        let count = records.count
        var outcome = Outcome.blank
        for flow in [CSVFlow.out, .in] {
            forcedFlow = flow
            outcome = transaction(&records)
        }
        for index in count..<records.count { records[index].bankType = "Transfer" }
        return records.count > count ? .record : outcome
    }

    private mutating func transaction(_ records: inout [ImportedRecord]) -> Outcome {
        guard let (date, column) = date() else { return withoutDate() }
        if let sides = plan.columns.sides { side = flow() == .in ? sides.into : sides.out }
        if hasStrayQuote { return .skipped("a quote in it is not closed: fix it and import the file again") }
        if plan.outsiders.contains(scanner.rowStart) {
            return .skipped("it isn't like the other rows, so perhaps a balance: \(anyText())")
        }
        let summary = summaryText()
        if let summary, summary.kind == .balance {
            return .skipped("a balance or total, not a transaction: \(quoted(summary.text))")
        }
        if plan.statedBalances.contains(scanner.rowStart) {
            statedBalances += 1
            return .skipped("a balance, as the other rows show, not a transaction: \(anyText())")
        }
        if hasShiftedCells() {
            return .skipped(
                "it doesn't have the table's \(plan.width) cells: \(anyText()); fix it and import the file again")
        }
        if let word = unmovedWord() { return .skipped("\(quoted(word)), no money moved: \(anyText())") }
        cellCurrency = nil
        let currency = rowCurrency()
        let digits = currency == nil ? defaultDigits : rowDigits
        let amount: Int64
        var found = self.amount(digits: digits)
        if case .unreadable = found, joinText() { found = self.amount(digits: digits) }
        switch found {
        case .value(let value): amount = value
        case .missing: return .skipped("no amount: \(anyText())")
        case .unreadable(let field):
            return .skipped("unreadable amount \(quoted(field)): fix it and import the file again")
        case .doubtful(let field):
            return .skipped(
                "amount \(quoted(field)) could be thousands or three decimals: fix it and import the file again")
        case .excessive(let field):
            return .skipped("amount \(quoted(field)) is too large: fix it and import the file again")
        case .fractional(let field):
            return .skipped("amount \(quoted(field)) has parts of a cent: fix it and import the file again")
        case .bothSides:
            return .skipped("it has money out and money in, so it's a sum and not a transaction: \(anyText())")
        case .undirected:
            let word = (plan.columns.direction ?? plan.columns.kind).flatMap(field)
            return .skipped(
                "\(word.map(quoted) ?? anyText()) does not tell whether money came in or went out: \(anyText())")
        }
        var isPending = false
        var unknownState: CSVField?
        if let column = plan.columns.status, let field = field(column) {
            let state = state(field)
            if state != .unknown { hasKnownState = true }
            switch state {
            case .failed where wasRefunded(): break
            case .returned where isBroughtBack(): break
            case .repaid where amount * reversal > 0 || isBroughtBack(): break
            case .failed, .returned, .repaid:
                return .skipped("\(scanner.string(field).lowercased()), no money moved: \(anyText())")
            case .pending where isAskedFor: return .skipped("only asked for, no money moved: \(anyText())")
            case .pending: isPending = true
            case .unknown: unknownState = field
            case .posted: break
            }
        } else if plan.columns.status == nil, let column = plan.columns.kind, let field = field(column) {
            // Without a column of states, some banks write "Pending" where the kind of a row stands.
            isPending = CSVStates.builtIn.isPendingKind(key(field))
        }
        var record = ImportedRecord(
            line: scanner.rowLine, date: date, description: description(isOut: amount < 0),
            minorUnits: amount * reversal)
        record.currency = currency ?? cellCurrency ?? plan.currency
        record.isPending = isPending
        record.posted = postedDate(besides: column)
        if let column = plan.columns.balance { record.balance = balance(column, amount, digits: digits) }
        if let column = plan.columns.identifier, let field = field(column) { record.bankID = scanner.string(field) }
        fillWords(&record)
        if isSum(record, isCalledSum: summary != nil) {
            return .skipped("the sum of the rows above, not a transaction: \(anyText())")
        }
        if isStandingBalance(record, isCalledSum: summary != nil) {
            return .skipped("a balance or total, not a transaction: \(anyText())")
        }
        note(record)
        if let unknownState { unknownStates[scanner.string(unknownState), default: 0] += 1 }
        records.append(record)
        return .record
    }

    /// The flag or kind that says that no money moved.
    private func unmovedWord() -> CSVField? {
        if let field = plan.columns.impact.flatMap(field), CSVStates.builtIn.isUnmoved(flag: key(field)) {
            return field
        }
        guard let field = plan.columns.kind.flatMap(field),
            CSVStates.builtIn.isUnmoved(kind: key(field), isPendingBetweenPeople: false)
        else { return nil }
        return field
    }

    /// Whether somebody was asked for the money and has not paid.
    private var isAskedFor: Bool {
        if let text = firstText(), CSVStates.builtIn.asksForMoney(key(text)) { return true }
        guard plan.columns.payer != nil, plan.columns.recipient != nil, let field = plan.columns.kind.flatMap(field)
        else { return false }
        return CSVStates.builtIn.isUnmoved(kind: key(field), isPendingBetweenPeople: true)
    }

    private mutating func note(_ record: ImportedRecord) {
        counts.rows += 1
        if record.minorUnits == 0 { counts.zeros += 1 }
        agreement.add(account: record.accountName, amount: record.minorUnits, balance: record.balance)
        guard let sum else { return }
        areAllDescribed = areAllDescribed && Self.isDescribed(record)
        let (total, isExcessive) = sum.amount.addingReportingOverflow(record.minorUnits)
        let isOther = sum.rows > 0 && sum.currency != record.currency
        let out = sum.out &+ min(record.minorUnits, 0)
        self.sum = isExcessive || isOther ? nil : (total, out, sum.rows + 1, record.currency)
    }

    /// Rows above one whose sum it is by more than chance, if nothing else says so.
    private static let fewestSummed = 4

    /// Whether its amount is what all rows above come to, and it is called a sum, or is the file's last row and the only one
    /// that names nobody: what somebody is paid may come to as much by chance.
    private func isSum(_ record: ImportedRecord, isCalledSum: Bool) -> Bool {
        guard let sum, sum.rows > 1, record.minorUnits != 0, sum.currency == record.currency else { return false }
        // What is called so may be the sum of one side, without its sign.
        let sides = [sum.amount, sum.out, sum.amount &- sum.out].map(\.magnitude)
        if isCalledSum, sides.contains(record.minorUnits.magnitude) { return true }
        let isUnlike = areAllDescribed && !Self.isDescribed(record) && !isNumbered
        return isUnlike && record.minorUnits == sum.amount && sum.rows >= Self.fewestSummed
            && record.minorUnits % 100 != 0 && isLastRow
    }

    /// A number or a dash names no payee.
    private static func isDescribed(_ record: ImportedRecord) -> Bool {
        record.description.contains(where: \.isLetter)
    }

    /// Whether the row has a number of its own, as a check has, or a transaction.
    private var isNumbered: Bool {
        [plan.columns.checkNumber, plan.columns.identifier].contains { $0.flatMap(field) != nil }
    }

    private var isLastRow: Bool {
        scanner.text[scanner.position...].allSatisfy { [0x0A, 0x0D, 0x20, 0x09, 0x22, plan.delimiter].contains($0) }
    }

    /// Whether the amount is the balance, which it doesn't move. Where a row names somebody and isn't called a sum, all rows before
    /// have to show that a transaction of the account would have moved it.
    private func isStandingBalance(_ record: ImportedRecord, isCalledSum: Bool) -> Bool {
        guard let balance = record.balance, balance != 0, !plan.balanceIsBefore, record.minorUnits == balance,
            let last = agreement.last(of: record.accountName), last.balance == balance
        else { return false }
        let isUnnamed = !Self.isDescribed(record) && !isNumbered
        return isCalledSum || isUnnamed || last.amount != 0 && agreement.isPerfect
    }

    private mutating func fillWords(_ record: inout ImportedRecord) {
        if let column = plan.columns.kind, let field = field(column) {
            record.bankType = kinds.value(Int(field.start), Int(field.end)) { scanner.string(field) }
        }
        if let column = plan.columns.category, let field = field(column) {
            record.bankCategory = categories.value(Int(field.start), Int(field.end)) { scanner.string(field) }
        }
        if record.minorUnits < 0, let column = plan.columns.funding, let field = field(column) {
            record.funding = funding(scanner.string(field))
        }
        record.accountName = plan.section
        if let column = plan.columns.account, let field = field(column) {
            record.accountName = accountNames.value(Int(field.start), Int(field.end)) {
                CSVAccounts.name(scanner.string(field))
            }
        }
        if let column = plan.columns.checkNumber, let field = field(column) {
            let number = scanner.string(field)
            if number.allSatisfy({ ("0"..."9").contains($0) }), number.contains(where: { $0 != "0" }) {
                record.checkNumber = String(number.drop { $0 == "0" })
            }
        }
        if let column = plan.columns.holder, let field = field(column) {
            record.holder = holders.value(Int(field.start), Int(field.end)) {
                CSVAccounts.holder(scanner.string(field))
            }
        }
    }

    /// The account that stands behind a wallet's payment; nil for the wallet's own balance.
    private func funding(_ text: String) -> String? {
        let words = HeaderText.words(text)
        return words.isEmpty || words == ["none"] || words.contains("balance") ? nil : CSVAccounts.name(text)
    }

    /// Whether a quote that nothing closes has taken the delimiter behind it into a cell, so that the others do not stand
    /// under their names: `"2026-05-04,"CAFE, BERN",-4.50`.
    private var hasStrayQuote: Bool {
        guard scanner.fields.count < plan.width else { return false }
        return scanner.fields.contains { field in
            guard field.start > 0, scanner.text[Int(field.start) - 1] == 0x22 else { return false }
            let cell = scanner.bytes(field)
            return cell.indices.dropFirst().contains { index in
                guard cell[index] == 0x22 else { return false }
                let before = cell[..<index].last { $0 != 0x20 }
                return before == plan.delimiter
            }
        }
    }

    private var hasSeveralLines: Bool {
        let isEnded = [0x0A, 0x0D].contains(scanner.text[scanner.position - 1])
        return scanner.line > scanner.rowLine + (isEnded ? 1 : 0)
    }

    /// A line within a row that is a row itself: a cell whose quote has no end holds it.
    private func rowWithin() -> (position: Int, line: Int)? {
        let text = scanner.text
        var line = scanner.rowLine
        var index = scanner.rowStart
        while index < scanner.position {
            let byte = text[index]
            index += 1
            let isBreak = byte == 0x0A || (byte == 0x0D && !(index < text.count && text[index] == 0x0A))
            guard isBreak, index < scanner.position else { continue }
            line += 1
            var probe = CSVScanner(text: text, delimiter: plan.delimiter, position: index, line: line)
            guard probe.next(), probe.fields.count == plan.width else { continue }
            let isDated = plan.columns.dates.contains { column in
                guard column < probe.fields.count else { return false }
                if case .date = plan.dates.parse(probe.bytes(probe.fields[column])) { return true }
                return false
            }
            if isDated { return (index, line) }
        }
        return nil
    }

    // MARK: Date

    @inline(__always)
    private func date() -> (CivilDate, Int)? {
        for column in plan.columns.dates {
            if let field = field(column), case .date(let date) = plan.dates.parse(scanner.bytes(field)) {
                return (date, column)
            }
        }
        return nil
    }

    @inline(__always)
    private func postedDate(besides column: Int) -> CivilDate? {
        guard let posted = plan.columns.posted, posted != column, let field = field(posted),
            case .date(let date) = plan.dates.parse(scanner.bytes(field))
        else { return nil }
        return date
    }

    /// Why a row has no date, in words for people.
    private mutating func withoutDate() -> Outcome {
        let start = scanner.rowStart
        if !plan.header.isEmpty, scanner.text[start..<scanner.position].elementsEqual(scanner.text[plan.header]) {
            return .headerAgain
        }
        guard let first = scanner.fields.first(where: { !$0.isEmpty }) else { return .blank }
        for column in plan.columns.dates {
            if let field = field(column), plan.dates.parse(scanner.bytes(field)) == .impossible {
                return .skipped("impossible date \(quoted(field)): fix it and import the file again")
            }
        }
        if let column = plan.columns.dates.first, let field = field(column), state(field) == .pending {
            return .skipped("\(scanner.string(field).lowercased()), no date yet: \(anyText())")
        }
        if SummaryTexts.builtIn.kind(of: scanner.bytes(first)) != nil {
            return .skipped("a balance or total, not a transaction: \(quoted(first))")
        }
        if let column = plan.columns.dates.first, let field = field(column),
            let advice = CSVCell.dateAdvice(scanner.bytes(field))
        {
            return .skipped("no date: \(quoted(field)) \(advice)")
        }
        return .skipped("no date: \(quoted(first))")
    }

    /// Whether no cell of the row is a date or an amount.
    var isText: Bool {
        !scanner.fields.contains { field in
            let cell = scanner.bytes(field)
            return CSVCell.isDate(cell) || CSVCell.amount(cell) != nil
        }
    }

    // MARK: Amount

    /// Repairs a row that has more cells than columns because of delimiters in its text.
    private mutating func joinText() -> Bool {
        let extra = scanner.fields.count - plan.width
        guard extra > 0, let text = plan.columns.texts.first, text < plan.width,
            text < (plan.columns.amounts.first ?? 0), !plan.columns.amounts.contains(where: isCutByComma)
        else { return false }
        scanner.join(at: text, count: extra)
        return true
    }

    private enum Amount {
        case value(Int64)
        case missing
        case unreadable(CSVField)
        case excessive(CSVField)
        /// It has parts of the smallest unit of its currency.
        case fractional(CSVField)
        /// Nothing tells whether it came in or went out.
        case undirected
        /// Money out and money in are both filled.
        case bothSides
        /// May be thousands or thousandths.
        case doubtful(CSVField)
    }

    /// Whether the cells do not stand under their names: one is missing and a number stands where the text belongs, or
    /// there is one more behind the last and no text that a comma could have cut.
    private mutating func hasShiftedCells() -> Bool {
        guard !plan.header.isEmpty, scanner.fields.count != plan.width else { return false }
        if scanner.fields.count > plan.width {
            return scanner.fields[plan.width...].contains { !$0.isEmpty } && !joinText()
                && !plan.columns.amounts.contains(where: isCutByComma)
        }
        guard let text = plan.columns.texts.first.flatMap(field) else { return false }
        return CSVCell.amount(scanner.bytes(text)) != nil
    }

    /// `1.234` where cents stand behind the point: to round it would be to lose a thousand times its value.
    private func isDoubtful(_ shape: AmountShape, digits: Int) -> Bool {
        digits < 3 && !plan.writesThousandths && shape.mayBeGrouped(by: plan.decimal)
    }

    private mutating func amount(digits: Int) -> Amount {
        switch plan.columns.money {
        case .split(let out, let into):
            let found = splitAmount(out, into, digits: digits)
            let fee = fee(digits: digits)
            switch found {
            case .value(let value): return .value(value - fee)
            // A fee alone: `,,-7.50`.
            case .missing where fee > 0: return .value(-fee)
            default: return found
            }
        case .single(let column):
            let column = side?.amount ?? column
            var digits = plan.columns.smallestUnits.contains(column) ? 0 : digits
            var other: (column: Int, currency: Currency)?
            if !plan.columns.otherCurrencies.isEmpty, self.field(column) == nil {
                other = plan.columns.otherCurrencies.first { self.field($0.column) != nil }
            }
            if let other {
                cellCurrency = other.currency
                digits = other.currency.minorDigits
            }
            guard let field = self.field(other?.column ?? column) else { return .missing }
            let cell = scanner.bytes(field)
            if isCutByComma(column) { return .unreadable(field) }
            guard let shape = AmountShape(cell) else { return CSVCell.isBlank(cell) ? .missing : .unreadable(field) }
            takeCurrency(of: shape, &digits)
            if isDoubtful(shape, digits: digits) { return .doubtful(field) }
            guard shape.isWhole(decimal: plan.decimal, scale: digits) else { return .fractional(field) }
            guard let value = shape.value(decimal: plan.decimal, scale: digits) else { return .excessive(field) }
            guard let signed = signed(value, shape) else { return .undirected }
            return .value(signed - fee(digits: digits))
        }
    }

    /// What an amount's own cell says of its currency goes before what the table says.
    private mutating func takeCurrency(of shape: AmountShape, _ digits: inout Int) {
        guard let currency = shape.unit?.currency ?? (shape.unit == .dollar ? plan.dollar : nil),
            currency != plan.currency
        else { return }
        cellCurrency = currency
        digits = currency.minorDigits
    }

    /// Whether the amount is the first part of one with thousands commas that nobody quoted: `-$1,234.56` in a file
    /// whose columns are separated by commas. The row then has more cells than columns, and the next one is of three
    /// digits. Half of an amount must never be taken for the whole.
    private func isCutByComma(_ column: Int) -> Bool {
        // A delimiter at the end of every row makes an empty cell too many, which says nothing.
        guard plan.delimiter == 0x2C, plan.width > 0, scanner.fields.count > plan.width,
            scanner.fields.last.map({ !CSVCell.isBlank(scanner.bytes($0)) }) ?? false, let next = field(column + 1)
        else { return false }
        guard let amount = field(column), AmountShape(scanner.bytes(amount)) != nil else { return false }
        let cell = scanner.bytes(next)
        guard cell.count == 3 || cell.count == 6 && cell[3] == 0x2E else { return false }
        return cell.prefix(3).allSatisfy { (0x30...0x39).contains($0) }
    }

    @inline(__always)
    private mutating func signed(_ value: Int64, _ shape: AmountShape) -> Int64? {
        switch shape.marker {
        case .credit: return abs(value)
        case .debit: return -abs(value)
        case .none: break
        }
        switch plan.sign.rule {
        case .asIs, .debitCredit: return value
        case .flipped where plan.sign.turnsByWords && isPaymentOrRefund: return value
        case .flipped: return -value
        case .typeColumn:
            switch flow() {
            case .in: return value
            case .out: return -value
            case .none: return value == 0 ? 0 : nil
            }
        }
    }

    /// Whether the row calls itself a payment of the card or a refund.
    private var isPaymentOrRefund: Bool {
        let text = plan.columns.texts.compactMap { field($0).map(scanner.string) }.joined(separator: " ")
        return CardWords.builtIn.flow(of: text) == .in
    }

    /// The direction that the row's flag, its kind or (where these are silent) its text says.
    private mutating func flow() -> CSVFlow {
        if let forcedFlow { return forcedFlow }
        if plan.sign.hasMarkers { return plan.sign.flips ? .out : .in }
        if let column = plan.columns.direction {
            guard let field = field(column) else { return plan.sign.blankFlow }
            let flow = flows.value(Int(field.start), Int(field.end)) {
                let cell = scanner.string(field)
                return cell == "+"
                    ? .in : cell == "-" ? .out : CSVPhrases.flag(HeaderText.words(cell).joined(separator: " ")) ?? .none
            }
            if flow == .none, saysRefunded { return .out }
            return flow == .none ? textFlow() : flow
        }
        if let column = plan.columns.kind, let field = field(column) {
            let flow = flows.value(Int(field.start), Int(field.end)) {
                let key = HeaderText.words(scanner.string(field)).joined(separator: " ")
                return plan.sign.isSold ? CSVPhrases.sellersKind(key) : CSVPhrases.kind(key, onCard: true)
            }
            return flow == .none ? textFlow() : flow
        }
        return textFlow()
    }

    // MARK: Money given back

    private static let refund = Array("退款".utf8)

    /// Whether the amount's own cell says that some of it was given back, so that it was paid: `468.32(已全额退款)`.
    private var saysRefunded: Bool {
        guard let column = plan.columns.amounts.first, let field = field(column) else { return false }
        let cell = scanner.bytes(field)
        guard cell.count > Self.refund.count else { return false }
        return (0...cell.count - Self.refund.count).contains { cell[$0...].starts(with: Self.refund) }
    }

    /// Whether another row of the file gives back what this one says came to nothing: then it was paid at first.
    private mutating func wasRefunded() -> Bool {
        if refundedOrders == nil { refundedOrders = findRefunds() }
        guard let refundedOrders, !refundedOrders.isEmpty else { return false }
        return plan.columns.orders.contains { column in
            orders(scanner, column).contains { refundedOrders.contains($0) }
        }
    }

    /// Whether another row, which is settled, brings back what this one says was returned: then the money moved twice.
    private mutating func isBroughtBack() -> Bool {
        guard let amount = settledAmount(scanner), amount != 0 else { return false }
        let settled = settledAmounts ?? findSettledAmounts()
        settledAmounts = settled
        return settled.contains(-amount)
    }

    private func findSettledAmounts() -> Set<Int64> {
        guard let status = plan.columns.status else { return [] }
        var found: Set<Int64> = []
        var scan = CSVScanner(
            text: scanner.text, delimiter: plan.delimiter, position: plan.start.position, line: plan.start.line)
        while scan.next() {
            guard status < scan.fields.count, let amount = settledAmount(scan) else { continue }
            let words = HeaderText.words(scan.string(scan.fields[status])).joined(separator: " ")
            let isIn = (plan.sign.rule == .flipped ? -amount : amount) * reversal > 0
            switch CSVStates.builtIn.state(of: words) {
            case .failed, .returned: break
            case .repaid where !isIn: break
            default: found.insert(amount)
            }
        }
        return found
    }

    /// The same with the sign that a flag gives it.
    private func settledAmount(_ scan: CSVScanner) -> Int64? {
        guard plan.sign.rule == .typeColumn else { return writtenAmount(scan) }
        guard let column = plan.columns.direction ?? plan.columns.kind, column < scan.fields.count,
            let amount = writtenAmount(scan)
        else { return nil }
        let key = HeaderText.words(scan.string(scan.fields[column])).joined(separator: " ")
        switch plan.columns.direction == nil ? CSVPhrases.kind(key, onCard: true) : CSVPhrases.flag(key) ?? .none {
        case .in: return abs(amount)
        case .out: return -abs(amount)
        case .none: return nil
        }
    }

    /// In ten-thousandths, with money out of a column of its own below zero.
    private func writtenAmount(_ scan: CSVScanner) -> Int64? {
        func value(_ column: Int) -> Int64? {
            guard column < scan.fields.count else { return nil }
            return AmountShape(scan.bytes(scan.fields[column]))?.value(decimal: plan.decimal, scale: 4)
        }
        switch plan.columns.money {
        case .single(let column): return value(column)
        case .split(let out, let into):
            let (out, into) = (out.flatMap(value), into.flatMap(value))
            return out == nil && into == nil ? nil : (into ?? 0) - abs(out ?? 0)
        }
    }

    private func findRefunds() -> Set<String> {
        guard !plan.columns.orders.isEmpty else { return [] }
        var found: Set<String> = []
        var scan = CSVScanner(
            text: scanner.text, delimiter: plan.delimiter, position: plan.start.position, line: plan.start.line)
        while scan.next() {
            let texts = plan.columns.texts + [plan.columns.kind, plan.columns.category].compactMap(\.self)
            let isRefund = texts.contains { column in
                column < scan.fields.count && scan.bytes(scan.fields[column]).starts(with: Self.refund)
            }
            guard isRefund else { continue }
            for column in plan.columns.orders { found.formUnion(orders(scan, column)) }
        }
        return found
    }

    /// The numbers of the order in a cell, the first of which is that of the order that a refund is of, with the amount.
    private func orders(_ scan: CSVScanner, _ column: Int) -> [String] {
        guard column < scan.fields.count, let amount = plan.columns.amounts.first, amount < scan.fields.count,
            let value = AmountShape(scan.bytes(scan.fields[amount]))?.value(decimal: plan.decimal, scale: 4)
        else { return [] }
        return scan.string(scan.fields[column]).split { $0 == "_" || $0.isWhitespace }.prefix(1)
            .filter { $0.utf8.count >= 6 }.map { "\($0) \(abs(value))" }
    }

    private mutating func textFlow() -> CSVFlow {
        for column in plan.columns.texts + plan.columns.spareTexts {
            guard let field = field(column) else { continue }
            let text = scanner.string(field)
            let (flow, _) = CSVPhrases.flow(HeaderText.words(text))
            if flow != .none { return flow }
            let known = merchants.flow(of: text)
            if known != .none { return known }
        }
        return .none
    }

    private mutating func splitAmount(_ out: Int?, _ into: Int?, digits: Int) -> Amount {
        var digits = digits
        var total: Int64 = 0
        var isFound = false
        var filled = 0
        for (column, isOut) in [(out, true), (into, false)] {
            guard let column, let field = field(column) else { continue }
            let cell = scanner.bytes(field)
            guard let shape = AmountShape(cell) else {
                if CSVCell.isBlank(cell) { continue }
                return .unreadable(field)
            }
            takeCurrency(of: shape, &digits)
            if isDoubtful(shape, digits: digits) { return .doubtful(field) }
            guard shape.isWhole(decimal: plan.decimal, scale: digits) else { return .fractional(field) }
            guard let value = shape.value(decimal: plan.decimal, scale: digits) else { return .excessive(field) }
            if value != 0 { filled += 1 }
            // Where only one side is there, nothing in it is no amount of nothing.
            if out == nil || into == nil, value == 0 { continue }
            isFound = true
            let isNegative = isOut ? plan.sign.outIsNegative : plan.sign.inIsNegative
            total += isOut == isNegative ? value : -value
        }
        if filled > 1 { return .bothSides }
        return isFound ? .value(total) : .missing
    }

    private func fee(digits: Int) -> Int64 {
        guard let column = side == nil ? plan.columns.fee : side?.fee, let field = field(column),
            let value = AmountShape(scanner.bytes(field))?.value(decimal: plan.decimal, scale: digits)
        else { return 0 }
        return abs(value)
    }

    private mutating func balance(_ column: Int, _ amount: Int64, digits: Int) -> Int64? {
        guard let field = field(column) else { return nil }
        let cell = scanner.bytes(field)
        let scale = plan.columns.smallestUnits.contains(column) ? 0 : digits
        guard let shape = AmountShape(cell), shape.isWhole(decimal: plan.decimal, scale: scale),
            let value = shape.value(decimal: plan.decimal, scale: scale)
        else {
            // A dash or a word says that there is none.
            if cell.contains(where: { (0x30...0x39).contains($0) }) { noteLeftOut(balance: field) }
            return nil
        }
        let signed = shape.marker == .debit ? -abs(value) : value
        return plan.balanceIsBefore ? signed + amount : signed
    }

    private mutating func noteLeftOut(balance field: CSVField) {
        leftOutBalances += 1
        guard leftOutBalances == 1 else { return }
        firstLeftOutBalance = RowProblem(
            line: scanner.rowLine,
            reason: "the balance \(quoted(field)) is ignored: it isn't an exact amount, or is impossibly large")
    }

    /// What is said of balances that can't be kept, once for all of them.
    var balanceProblem: RowProblem? {
        guard let first = firstLeftOutBalance, leftOutBalances > 1 else { return firstLeftOutBalance }
        let others = leftOutBalances == 2 ? "1 more row" : "\(leftOutBalances - 1) more rows"
        return RowProblem(line: first.line, reason: "\(first.reason); the same goes for \(others)")
    }

    /// What is said of rows that state a balance by their words and the figures around them.
    var balanceNote: String? {
        switch statedBalances {
        case 0: nil
        case 1: "1 row states a balance, by its words and the other rows, and is left out."
        default: "\(statedBalances) rows state a balance, by their words and the other rows, and are left out."
        }
    }

    /// A column with more values that are not known tells something else than states.
    private static let mostUnknownStates = 5
    private static let otherStateNames: Set<String> = ["state", "info", "pending"]

    /// What is said of states that are not known.
    var stateNote: String? {
        guard let column = plan.columns.status, hasKnownState || isNamedStatus(column) else { return nil }
        let found = unknownStates.filter { value, _ in
            value.count(where: \.isLetter) > 2 || value.unicodeScalars.contains { $0.value >= 0x2E80 }
        }.sorted { $0.key < $1.key }
        guard !found.isEmpty, found.count <= Self.mostUnknownStates else { return nil }
        let names = found.map { "“\($0.key)” (\($0.value == 1 ? "1 row" : "\($0.value) rows"))" }
        return found.count == 1
            ? "The status \(names[0]) isn't known; counted as posted."
            : "The statuses \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]) aren't known; "
                + "counted as posted."
    }

    /// Whether the header calls the column of states by a name that has no other meaning.
    private func isNamedStatus(_ column: Int) -> Bool {
        var scan = CSVScanner(
            text: scanner.text, delimiter: plan.delimiter, position: plan.header.lowerBound, line: 1)
        guard !plan.header.isEmpty, scan.next(), column < scan.fields.count else { return false }
        let name = scan.string(scan.fields[column])
        return CSVVocabulary.read(name).roles.contains(.status)
            && Self.otherStateNames.isDisjoint(with: HeaderText.words(name))
    }

    private mutating func rowCurrency() -> Currency? {
        guard let column = side?.currency ?? plan.columns.currency, let field = field(column) else { return nil }
        let currency = currencies.value(Int(field.start), Int(field.end)) {
            CurrencyUnit(scanner.bytes(field))?.currency
        }
        if currency != lastCurrency {
            lastCurrency = currency
            rowDigits = currency?.minorDigits ?? defaultDigits
        }
        return currency
    }

    private mutating func state(_ field: CSVField) -> CSVStates.State {
        states.value(Int(field.start), Int(field.end)) {
            CSVStates.builtIn.state(of: HeaderText.words(scanner.string(field)).joined(separator: " "))
        }
    }

    private func key(_ field: CSVField) -> String {
        HeaderText.words(scanner.string(field)).joined(separator: " ")
    }

    // MARK: Text

    /// The text that makes a row with a date a balance or a sum; any cell may have it where the texts are empty.
    private func summaryText() -> (text: CSVField, kind: SummaryTexts.Kind)? {
        func summary(_ field: CSVField) -> (text: CSVField, kind: SummaryTexts.Kind)? {
            SummaryTexts.builtIn.kind(of: scanner.bytes(field)).map { (text: field, kind: $0) }
        }
        if let text = firstText() { return summary(text) }
        return scanner.fields.lazy.compactMap(summary).first
    }

    private func firstText() -> CSVField? {
        for column in plan.columns.texts {
            if let field = field(column) { return field }
        }
        return nil
    }

    private func description(isOut: Bool) -> String {
        var parts: [CSVField] = []
        if let payer = plan.columns.payer, let recipient = plan.columns.recipient {
            // The other side of the payment.
            let other = [isOut ? recipient : payer, isOut ? payer : recipient].lazy.compactMap(field)
                .first { scanner.string($0) != plan.owner }
            if let other { parts.append(other) }
        }
        for column in plan.columns.texts {
            if let field = field(column), !CSVCell.isBlank(scanner.bytes(field)) { parts.append(field) }
        }
        if parts.isEmpty {
            guard let spare = plan.columns.spareTexts.lazy.compactMap(field).first else { return "" }
            return scanner.string(spare)
        }
        if parts.count == 1 { return CSVText.unguarded(scanner.string(parts[0])) }
        return CSVText.unguarded(CSVText.joined(parts, scanner))
    }

    /// Some text of the row, quoted, for a message.
    private func anyText() -> String {
        (firstText() ?? scanner.fields.first { !$0.isEmpty }).map(quoted) ?? "\"\""
    }

    private func quoted(_ field: CSVField) -> String { CSVText.quoted(scanner.string(field)) }
}
