import Ledger

/// Reads Quicken's interchange format: lines of a letter and a value, a record up to each `^`.
struct QIFReader: WholeFileReader {
    let layout: StatementLayout
    let accounts: [StatementAccount]
    var records: StatementRecords

    /// - Throws: when there is no record of a bank, cash, or card account in it.
    init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        let text = try DecodedText(file)
        var scanner = QIFScanner(text)
        scanner.run()
        guard !scanner.entries.isEmpty || !scanner.problems.isEmpty else {
            throw ImportError("\(file.path) has no transactions in it: export the account's register as QIF again")
        }
        let amounts = scanner.entries.flatMap { entry in [entry.amount, entry.transferred] + entry.parts.map(\.amount) }
        let decimal = QIFReader.decimalMark(amounts, hasThreeDecimals: options.currency.map { $0.minorDigits == 3 })
        if options.currency == nil, let example = QIFReader.openThousands(amounts) {
            throw ImportError(
                "\(file.path) has three digits behind the mark in all of its amounts, such as \(example), which may be "
                    + "thousands or thousandths: say its currency, such as --currency EUR or --currency KWD")
        }
        let country = CSVCountry(texts: scanner.entries.prefix(400).map(\.payee))
        let order = QIFReader.dateOrder(scanner.entries.map(\.date), decimal, country, options)
        var doubt: ImportError?
        if order.basis == .none, let date = scanner.entries.first?.date {
            doubt = ImportError(.dateOrder(date: date), in: file.path)
        }
        if doubt == nil, !options.flipsSign, !options.keepsSign,
            let open = QIFReader.openSign(scanner.entries)
                ?? QIFReader.openCardSign(scanner.entries, scanner.accounts, options.accountType)
        {
            doubt = ImportError(open, in: file.path)
        }
        var layout = StatementLayout(
            encoding: text.encoding.rawValue, delimiter: nil, headerLine: 0, dateOrder: order.order,
            decimal: decimal == 0x2C ? "," : ".", sign: options.flipsSign ? .flipped : .asIs)
        layout.assumptions = [order.assumption].compactMap(\.self)
        layout.signature = "qif"
        layout.certainty = .ofFormat("QIF")
        layout.certainty.note(order.finding)
        layout.likelyCurrency = country.currency ?? (decimal == 0x2C ? .eur : nil)
        layout.leaningCurrency = layout.likelyCurrency ?? country.leaningCurrency
        // Amounts without cents are not to be read as dollars.
        var currency = options.currency
        if currency == nil, let likely = layout.likelyCurrency, likely.minorDigits != Currency.usd.minorDigits {
            currency = likely
            layout.assumptions.append(
                "The file doesn't say its currency: \(likely.code) was assumed (--currency CODE for another).")
        }
        self.layout = layout
        let named = scanner.accounts
        accounts = named.map { account in
            StatementAccount(
                name: account.name.isEmpty ? nil : CSVAccounts.name(account.name),
                mask: CSVAccounts.mask(in: account.name),
                type: options.accountType ?? account.type, currency: currency)
        }
        var problems = scanner.problems
        let dates = DateParser(order: order.order)
        let digits = (currency ?? .usd).minorDigits
        var read: [ImportedRecord] = []
        for entry in scanner.entries {
            do throws(QIFEntry.Unreadable) {
                let found = try entry.records(dates, decimal: decimal, digits: digits, flips: options.flipsSign)
                for var record in found {
                    record.accountName = accounts[entry.account].name
                    read.append(record)
                }
            } catch {
                problems.append(RowProblem(line: entry.line, reason: error.reason))
            }
        }
        records = StatementRecords(read, problems: problems, doubt: doubt)
    }

    /// A purchase without a minus sign beside a payment of the card's bill with one, where no payment is without: some programs
    /// write a card's register so, others write what was given back.
    private static func openSign(_ entries: [QIFEntry]) -> LayoutDoubt? {
        var (turned, usual) = (0, 0)
        for entry in entries {
            let (flow, isCard) = CSVPhrases.flow(HeaderText.words(entry.payee))
            guard isCard, flow == .in else { continue }
            if entry.amount.hasPrefix("-") { turned += 1 } else { usual += 1 }
        }
        let bought = entries.filter { !$0.amount.hasPrefix("-") && !$0.amount.isEmpty }
        guard turned > 0, usual == 0, bought.count >= turned, let example = bought.first else { return nil }
        return .sign(text: example.payee, amount: example.amount)
    }

    /// A card's register most of whose amounts are positive, none of which is told to be money in: a transfer, a payment, or
    /// what was given back.
    private static func openCardSign(
        _ entries: [QIFEntry], _ accounts: [QIFScanner.Account], _ said: AccountType?
    ) -> LayoutDoubt? {
        let own = entries.filter { (said ?? accounts[$0.account].type) == .creditCard && !$0.amount.isEmpty }
        let positives = own.filter { !$0.amount.hasPrefix("-") }
        guard positives.count > 1, positives.count > own.count - positives.count, let example = positives.first
        else { return nil }
        let isTold = positives.contains { entry in
            QIFEntry.split(entry.category).other != nil || CSVPhrases.flow(HeaderText.words(entry.payee)).flow == .in
        }
        return isTold ? nil : .sign(text: example.payee, amount: example.amount)
    }

    /// The mark that most amounts show; where none tells, the one that does not stand before three digits everywhere.
    ///
    /// - Parameter hasThreeDecimals: whether the currency is written with three; nil where it is not known.
    private static func decimalMark(_ amounts: [String], hasThreeDecimals: Bool?) -> UInt8 {
        var (points, commas, doubtfulPoints, doubtfulCommas) = (0, 0, 0, 0)
        for amount in amounts {
            guard let shape = shape(amount) else { continue }
            switch shape.evidence {
            case .point: points += 1
            case .comma: commas += 1
            case .none:
                if shape.mayBeGrouped(by: 0x2E) { doubtfulPoints += 1 }
                if shape.mayBeGrouped(by: 0x2C) { doubtfulCommas += 1 }
            }
        }
        if points != commas { return commas > points ? 0x2C : 0x2E }
        guard (doubtfulPoints == 0) != (doubtfulCommas == 0) else { return 0x2E }
        return (doubtfulPoints > 0) == (hasThreeDecimals ?? false) ? 0x2E : 0x2C
    }

    /// An amount where all have a mark before their last three digits, and there are two or more.
    private static func openThousands(_ amounts: [String]) -> String? {
        let written = amounts.filter { !$0.isEmpty }
        let isOpen = written.allSatisfy { amount in
            guard let shape = shape(amount), shape.evidence == .none else { return false }
            return shape.mayBeGrouped(by: 0x2E) || shape.mayBeGrouped(by: 0x2C)
        }
        return isOpen && written.count > 1 ? written.first : nil
    }

    private static func dateOrder(
        _ dates: [String], _ decimal: UInt8, _ country: CSVCountry, _ options: ImportOptions
    ) -> DateOrderFinder {
        let shapes = dates.compactMap { date in
            var text = QIFEntry.plainDate(date)
            return text.withUTF8 { DateShape(UnsafeRawBufferPointer($0)) }
        }
        return DateOrderFinder(
            shapes,
            hints: DateOrderFinder.Hints(
                option: options.dateOrder, known: options.known?.dateOrder, today: options.today,
                writesCommas: decimal == 0x2C, currency: options.currency, country: country.order,
                leaning: country.leaningOrder))
    }

    static func shape(_ text: String) -> AmountShape? {
        var text = text
        return text.withUTF8 { AmountShape(UnsafeRawBufferPointer($0)) }
    }
}

/// A record as it stands in the file.
struct QIFEntry {
    /// Why it cannot become a record.
    struct Unreadable: Error {
        var reason: String
    }

    /// A part of a split record.
    struct Part {
        var category = ""
        var memo = ""
        var amount = ""
    }

    var line: Int
    /// Which account of the file it stands in.
    var account: Int
    /// Whether it stands in an account that holds securities, where `number` is what was done.
    var isInvested = false
    var security = ""
    /// What of the amount went to, or came from, another account; empty for all of it.
    var transferred = ""
    var date = ""
    var amount = ""
    var payee = ""
    var memo = ""
    var number = ""
    var category = ""
    var parts: [Part] = []

    /// `12/19/18`, `6/ 4'96`, `2024'9.5` with the same mark between all numbers.
    static func plainDate(_ text: String) -> String {
        var out = ""
        for character in text where character != " " {
            out.append(["'", ".", "-"].contains(character) ? "/" : character)
        }
        return out
    }

    /// - Parameters:
    ///   - decimal: the mark before cents in the file.
    ///   - digits: minor digits of the account's currency.
    /// - Returns: one; of what was done with a security none where it moves no money, and two where the money came from elsewhere.
    func records(_ dates: DateParser, decimal: UInt8, digits: Int, flips: Bool) throws(Unreadable) -> [ImportedRecord] {
        guard isInvested, let trade = try trade() else {
            return [try record(dates, decimal: decimal, digits: digits, flips: flips)]
        }
        guard trade.type != nil else { return [] }
        let found = try record(dates, decimal: decimal, digits: digits, flips: flips)
        let part = transferred.isEmpty ? nil : try QIFEntry.value(transferred, decimal, digits)
        return trade.records(of: found, self, transferred: part)
    }

    private func record(_ dates: DateParser, decimal: UInt8, digits: Int, flips: Bool) throws(Unreadable)
        -> ImportedRecord
    {
        var text = QIFEntry.plainDate(date)
        let found = text.withUTF8 { dates.parse(UnsafeRawBufferPointer($0)) }
        guard case .date(let day) = found else {
            throw Unreadable(
                reason: date.isEmpty ? "no date: \(CSVText.quoted(title))" : "impossible date \(CSVText.quoted(date))")
        }
        if payee.lowercased() == "opening balance" {
            throw Unreadable(reason: "a balance or total, not a transaction: \(CSVText.quoted(payee))")
        }
        let value = try QIFEntry.value(amount, decimal, digits)
        let (own, other) = QIFEntry.split(category)
        var record = ImportedRecord(
            line: line, date: day, description: title, minorUnits: flips ? -value : value, bankCategory: own,
            bankType: other == nil ? nil : "Transfer")
        guard parts.count > 1 else { return record }
        var total: Int64 = 0
        for part in parts {
            let value = try QIFEntry.value(part.amount, decimal, digits)
            total += value
            record.parts.append(
                ImportedRecord.Part(
                    minorUnits: flips ? -value : value, bankCategory: QIFEntry.split(part.category).own, note: part.memo
                ))
        }
        // Parts that are not the whole are no split that could be kept.
        if total != value { record.parts = [] }
        return record
    }

    private var title: String {
        let text = OFXRow.joined(payee, memo)
        return text.isEmpty && !number.isEmpty ? "CHECK \(number)" : text
    }

    private static func value(_ text: String, _ decimal: UInt8, _ digits: Int) throws(Unreadable) -> Int64 {
        guard !text.isEmpty else { throw Unreadable(reason: "no amount") }
        let shape = QIFReader.shape(text)
        guard let shape, let value = shape.value(decimal: decimal, scale: digits) else {
            throw Unreadable(reason: "unreadable amount \(CSVText.quoted(text)): fix it and import the file again")
        }
        guard digits > 2 || !shape.mayBeGrouped(by: decimal) else {
            throw Unreadable(
                reason:
                    "amount \(CSVText.quoted(text)) could be thousands or three decimals: fix it and import the file again"
            )
        }
        guard shape.isWhole(decimal: decimal, scale: digits) else {
            throw Unreadable(
                reason: "amount \(CSVText.quoted(text)) has parts of a cent: fix it and import the file again")
        }
        return value
    }

    /// A category, or in brackets the account on the other side; a class behind a slash is left out.
    static func split(_ category: String) -> (own: String?, other: String?) {
        let text = category.split(separator: "/", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        if text.hasPrefix("["), text.hasSuffix("]") { return (nil, String(text.dropFirst().dropLast())) }
        return (text.isEmpty ? nil : text, nil)
    }
}

/// Cuts a QIF text into records.
struct QIFScanner {
    struct Account {
        var name: String
        var type: AccountType?
    }

    private(set) var accounts: [Account] = []
    private(set) var entries: [QIFEntry] = []
    private(set) var problems: [RowProblem] = []
    private let text: DecodedText

    private enum Section {
        case register, accountList, investments, other
    }

    init(_ text: DecodedText) { self.text = text }

    mutating func run() {
        var section = Section.other
        var isFirst = true
        var pendingAccount: Account?
        var current: QIFEntry?
        var skipped = 0
        var line = 0
        for (number, value) in QIFScanner.lines(text) {
            line = number
            guard let code = value.first else { continue }
            // A register whose first line is missing.
            if isFirst, code == "D" {
                accounts.append(Account(name: "", type: nil))
                section = .register
            }
            isFirst = false
            if code == "!" {
                section = begin(value, &pendingAccount)
                current = nil
                continue
            }
            switch section {
            case .other: if code == "^" { skipped += 1 }
            case .accountList:
                if code == "N" { pendingAccount = Account(name: String(value.dropFirst()), type: pendingAccount?.type) }
                if code == "T" { pendingAccount?.type = QIFScanner.type(String(value.dropFirst())) }
            case .register, .investments:
                if code == "^" {
                    if let entry = current { entries.append(entry) }
                    current = nil
                } else {
                    var entry =
                        current
                        ?? QIFEntry(
                            line: number, account: accounts.count - 1, isInvested: section == .investments)
                    QIFScanner.add(code, String(value.dropFirst()), to: &entry)
                    current = entry
                }
            }
        }
        if let entry = current, !entry.date.isEmpty { entries.append(entry) }
        if skipped > 0, !entries.isEmpty {
            let what = skipped == 1 ? "1 record of a list" : "\(skipped) records of lists"
            problems.append(RowProblem(line: max(1, line), reason: "\(what), such as categories and prices, left out"))
        }
        let still = entries.filter(\.movesNoMoney)
        if let first = still.first {
            let what = still.count == 1 ? "1 transaction moves" : "\(still.count) transactions move"
            problems.append(RowProblem(line: first.line, reason: "\(what) securities and no money: left out"))
        }
    }

    private mutating func begin(_ header: String, _ account: inout Account?) -> Section {
        let word = header.dropFirst().lowercased().trimmingSpaces
        if word.hasPrefix("account") { return .accountList }
        guard word.hasPrefix("type:") else { return .other }
        let type: AccountType
        switch word.dropFirst(5).trimmingSpaces {
        case "bank": type = .checking
        case "cash": type = .cash
        case "ccard": type = .creditCard
        case "oth a": type = .other
        case "oth l": type = .loan
        case "invst", "port": type = .investment
        default: return .other
        }
        accounts.append(Account(name: account?.name ?? "", type: account?.type ?? type))
        account = nil
        return type == .investment ? .investments : .register
    }

    private static func type(_ word: String) -> AccountType? {
        switch word.lowercased() {
        case "bank": .checking
        case "ccard": .creditCard
        case "cash": .cash
        case "oth l": .loan
        case "invst", "port", "mutual": .investment
        case "401(k)/403(b)": .retirement
        default: nil
        }
    }

    private static func add(_ code: Character, _ value: String, to entry: inout QIFEntry) {
        let value = value.trimmingSpaces
        switch code {
        case "D": entry.date = value
        case "T": entry.amount = value
        case "U": if entry.amount.isEmpty { entry.amount = value }
        case "P": entry.payee = value
        case "M": entry.memo = value
        case "N": entry.number = value
        case "L": entry.category = value
        case "S": entry.parts.append(QIFEntry.Part(category: value))
        case "E": if !entry.parts.isEmpty { entry.parts[entry.parts.count - 1].memo = value }
        case "$":
            if !entry.parts.isEmpty {
                entry.parts[entry.parts.count - 1].amount = value
            } else {
                entry.transferred = value
            }
        case "Y": entry.security = value
        default: break
        }
    }

    /// Lines of any ending with their numbers, counted from 1.
    static func lines(_ text: DecodedText) -> [(number: Int, text: String)] {
        let bytes = text.file.bytes[text.start...]
        var lines: [(Int, String)] = []
        var number = 1
        var start = bytes.startIndex
        var index = bytes.startIndex
        func add(_ end: Int) {
            lines.append((number, String(decoding: bytes[start..<end], as: UTF8.self).trimmingSpaces))
            number += 1
        }
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D {
                add(index)
                if byte == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        if start < bytes.endIndex { add(bytes.endIndex) }
        return lines
    }
}

extension StringProtocol {
    /// Without white space and control characters around.
    var trimmingSpaces: String {
        var part = Substring(self)
        while let first = part.unicodeScalars.first, first.value <= 0x20 || first.value == 0xA0 {
            part.unicodeScalars.removeFirst()
        }
        while let last = part.unicodeScalars.last, last.value <= 0x20 || last.value == 0xA0 {
            part.unicodeScalars.removeLast()
        }
        return String(part)
    }
}
