import Ledger

/// Reads SWIFT MT940 and MT942 statements: fields that begin with `:61:` and the like, one account after the other.
struct MT940Reader: WholeFileReader {
    let layout: StatementLayout
    let accounts: [StatementAccount]
    var records: StatementRecords

    /// - Throws: when no field of a statement is in it.
    init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        let text = try DecodedText(file)
        var layout = StatementLayout(
            encoding: text.encoding.rawValue, delimiter: nil, headerLine: 0, dateOrder: .ymd, decimal: ",",
            sign: options.flipsSign ? .flipped : .asIs)
        var statements = MT940Statements(options)
        for field in MT940Reader.fields(text) { statements.add(field) }
        guard statements.isFound else {
            throw ImportError("\(file.path) has no MT940 statement in it: download it again")
        }
        layout.assumptions = statements.notes
        layout.certainty = .ofFormat("MT940")
        if statements.addedUp > 0, statements.notes.isEmpty {
            layout.certainty.note(
                .init(.amounts, .certain, "opening balance and transactions add up to the closing balance"))
        }
        self.layout = layout
        accounts = statements.accounts
        records = StatementRecords(statements.records, problems: statements.problems)
    }

    /// A field with the lines that go on with it.
    struct Field {
        var line: Int
        /// `61`, `60F`.
        var tag: String
        var lines: [String]
    }

    private static func fields(_ text: DecodedText) -> [Field] {
        var fields: [Field] = []
        var isOpen = false
        for (number, raw) in QIFScanner.lines(text) {
            // Blocks of the message around the text: `{1:…}{4:` and `-}`.
            let line =
                raw.hasPrefix("{")
                ? String(raw.suffix(from: raw.lastIndex(of: "{") ?? raw.startIndex).dropFirst(3)) : raw
            if line.hasPrefix("-}") || line == "-" {
                isOpen = false
                continue
            }
            if let (tag, rest) = tag(line) {
                fields.append(Field(line: number, tag: tag, lines: [rest]))
                isOpen = true
            } else if isOpen, !line.isEmpty, !fields.isEmpty {
                fields[fields.count - 1].lines.append(line)
            }
        }
        return fields
    }

    private static func tag(_ line: String) -> (tag: String, rest: String)? {
        guard line.hasPrefix(":") else { return nil }
        let rest = line.dropFirst()
        guard let end = rest.firstIndex(of: ":") else { return nil }
        let tag = rest[..<end]
        guard (2...3).contains(tag.count), tag.prefix(2).allSatisfy(\.isNumber) else { return nil }
        return (String(tag), String(rest[rest.index(after: end)...]))
    }
}

/// The statements of a file, put together field by field.
private struct MT940Statements {
    private(set) var accounts: [StatementAccount] = []
    private(set) var records: [ImportedRecord] = []
    private(set) var problems: [RowProblem] = []
    private(set) var isFound = false
    private let options: ImportOptions
    /// What a person should know, each a sentence.
    private(set) var notes: [String] = []
    private var number = ""
    private var currency: Currency?
    /// The opening balance and what has been booked since, minor units; nil where it isn't known.
    private var expected: Int64?
    /// How many closing balances the rows lead to.
    private(set) var addedUp = 0
    /// The record that a `:86:` belongs to.
    private var isOpen = false

    init(_ options: ImportOptions) { self.options = options }

    mutating func add(_ field: MT940Reader.Field) {
        let text = field.lines[0].trimmingSpaces
        if field.tag != "61", field.tag != "86" { isOpen = false }
        switch field.tag {
        case "25", "25P":
            number = text
            currency = nil
            isFound = true
        case "60F", "60M":
            isFound = true
            let opening = MT940Balance(text)
            currency = opening?.currency
            expected = opening.flatMap { minorUnits($0) }
            _ = account()
        case "61": add(line: text, field)
        case "86": if isOpen { describe(field) }
        case "62F": close(text, field.line)
        default: break
        }
    }

    /// The index of the statement's account.
    private mutating func account() -> Int {
        let mask = String(number.filter { $0.isLetter || $0.isNumber }.suffix(4))
        let own = options.currency ?? currency
        let name = mask.isEmpty ? nil : "Account …\(mask)"
        if let known = accounts.firstIndex(where: { $0.name == name && $0.currency == own }) { return known }
        accounts.append(
            StatementAccount(
                name: name, mask: mask.allSatisfy(\.isNumber) && mask.count == 4 ? mask : nil,
                type: options.accountType,
                currency: own))
        return accounts.count - 1
    }

    private mutating func close(_ text: String, _ line: Int) {
        guard let balance = MT940Balance(text), let own = options.currency ?? balance.currency,
            let amount = OFXAmount(balance.amount, commaIsDecimal: true)?.minorUnits(of: own), let day = balance.day
        else {
            problems.append(RowProblem(line: line, reason: "unreadable closing balance \(CSVText.quoted(text))"))
            return
        }
        currency = currency ?? balance.currency
        let index = account()
        if expected == (balance.isDebit ? -amount : amount) {
            addedUp += 1
        } else if expected != nil {
            notes.append(
                "The opening balance and the transactions don't add up to the closing balance in line \(line): some "
                    + "may be missing; download the statement again.")
        }
        expected = nil
        accounts[index].ledgerBalance = balance.isDebit ? -amount : amount
        accounts[index].balanceDate = day
    }

    private mutating func add(line text: String, _ field: MT940Reader.Field) {
        isFound = true
        isOpen = false
        guard let line = MT940Line(text) else {
            problems.append(
                RowProblem(line: field.line, reason: "unreadable statement line \(CSVText.quoted(text))"))
            expected = nil
            return
        }
        let own = options.currency ?? currency ?? .usd
        guard let amount = OFXAmount(line.amount, commaIsDecimal: true)?.minorUnits(of: own) else {
            let fault = OFXAmount.fault(of: line.amount, in: own, commaIsDecimal: true) ?? "unreadable amount"
            problems.append(RowProblem(line: field.line, reason: "\(fault): fix it and import again"))
            expected = nil
            return
        }
        let index = account()
        let signed = line.isOut != options.flipsSign ? -amount : amount
        var record = ImportedRecord(
            line: field.line, date: line.valueDay, description: line.reference, minorUnits: signed,
            currency: accounts[index].currency, isPending: line.isExpected, accountName: accounts[index].name)
        if !line.isExpected, let before = expected {
            let (sum, isExcessive) = before.addingReportingOverflow(line.isOut ? -amount : amount)
            expected = isExcessive ? nil : sum
        }
        if let booked = line.bookedDay, booked != line.valueDay {
            record.date = booked
            record.posted = booked
        }
        // The part behind the line is text where no field 86 follows.
        if field.lines.count > 1 { record.description = field.lines[1].trimmingSpaces }
        records.append(record)
        isOpen = true
    }

    private func minorUnits(_ balance: MT940Balance) -> Int64? {
        guard let own = options.currency ?? balance.currency else { return nil }
        return OFXAmount(balance.amount, commaIsDecimal: true)?.minorUnits(of: own).map { balance.isDebit ? -$0 : $0 }
    }

    private mutating func describe(_ field: MT940Reader.Field) {
        isOpen = false
        let text = MT940Text.description(field.lines)
        if !text.isEmpty { records[records.count - 1].description = text }
    }
}

/// `C260131EUR1234,56`
private struct MT940Balance {
    let isDebit: Bool
    let day: CivilDate?
    let currency: Currency?
    let amount: String

    init?(_ text: String) {
        guard text.count > 10, let mark = text.first, mark == "C" || mark == "D" else { return nil }
        isDebit = mark == "D"
        day = MT940Line.day(text.dropFirst().prefix(6))
        currency = Currency(String(text.dropFirst(7).prefix(3)))
        amount = String(text.dropFirst(10))
    }
}

/// `2601310131DR12,34NMSCNONREF//8327000090`: value day, day of booking, mark, amount, kind, references.
private struct MT940Line {
    let valueDay: CivilDate
    let bookedDay: CivilDate?
    let isOut: Bool
    let isExpected: Bool
    let amount: String
    let reference: String

    init?(_ text: String) {
        guard let day = Self.day(text.prefix(6)) else { return nil }
        valueDay = day
        var rest = text.dropFirst(6)
        let entry = rest.prefix(4)
        if entry.count == 4, entry.allSatisfy({ $0.isASCII && $0.isNumber }) {
            bookedDay = Self.booked(entry, near: day)
            rest = rest.dropFirst(4)
        } else {
            bookedDay = nil
        }
        var mark = ""
        while let letter = rest.first, letter.isLetter, mark.count < 3 {
            mark.append(letter)
            rest = rest.dropFirst()
        }
        // A letter of the currency may stand behind the mark.
        let reversed = mark.hasPrefix("R")
        isExpected = mark.hasPrefix("E")
        guard let side = reversed || isExpected ? mark.dropFirst().first : mark.first, side == "C" || side == "D" else {
            return nil
        }
        isOut = (side == "D") != reversed
        amount = String(rest.prefix { $0.isNumber || $0 == "," || $0 == "." })
        let tail = rest.dropFirst(amount.count).dropFirst(4)
        reference = String(tail).split(separator: "/").first.map(String.init) ?? ""
        guard !amount.isEmpty else { return nil }
    }

    static func day(_ text: Substring) -> CivilDate? {
        guard text.count == 6, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text) else {
            return nil
        }
        let year = number / 10_000
        return CivilDate(year: year < 70 ? 2000 + year : 1900 + year, month: number / 100 % 100, day: number % 100)
    }

    /// The day of booking has no year: that in which it lies nearest to the value day.
    private static func booked(_ text: Substring, near day: CivilDate) -> CivilDate? {
        guard let number = Int(text) else { return nil }
        let candidates = [-1, 0, 1].compactMap {
            CivilDate(year: day.year + $0, month: number / 100, day: number % 100)
        }
        return candidates.min { abs($0.days(since: day)) < abs($1.days(since: day)) }
    }
}

/// What a field 86 says: in parts `?20…`, with words between slashes, or as it stands.
private enum MT940Text {
    static func description(_ lines: [String]) -> String {
        let whole = lines.joined()
        let mark = whole.dropFirst(3).first ?? " "
        if whole.prefix(3).allSatisfy(\.isNumber), "?>^~".contains(mark) { return structured(whole, mark) }
        if ["/REMI/", "/NAME/", "/CNTP/"].contains(where: whole.contains) { return tagged(whole) }
        return lines.map(\.trimmingSpaces).joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    private static func structured(_ text: String, _ mark: Character) -> String {
        var name = ""
        var purpose = ""
        var kind = ""
        for part in text.split(separator: mark).dropFirst() {
            guard let code = Int(part.prefix(2)) else { continue }
            let value = String(part.dropFirst(2))
            switch code {
            case 0: kind = value
            case 20...29, 60...63: purpose += value
            case 32, 33: name += value
            default: break
            }
        }
        // Of the parts of a SEPA payment the one for people.
        for tag in ["SVWZ+", "EREF+"] {
            if let at = purpose.range(ofText: tag) {
                purpose = String(purpose[at...])
                break
            }
        }
        let text = OFXRow.joined(name.trimmingSpaces, purpose.trimmingSpaces)
        return text.isEmpty ? kind : text
    }

    private static func tagged(_ text: String) -> String {
        var values: [String: String] = [:]
        var key = ""
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            if codes.contains(String(part)) {
                key = String(part)
            } else {
                values[key, default: ""] += (values[key] == nil ? "" : "/") + part
            }
        }
        /// Without the slashes that end a part.
        func plain(_ key: String) -> String {
            var text = values[key] ?? ""
            while text.hasSuffix("/") { text.removeLast() }
            while text.hasPrefix("/") { text.removeFirst() }
            return text
        }
        var remittance = plain("REMI")
        if remittance.hasPrefix("USTD//") { remittance.removeFirst(6) }
        if remittance.hasPrefix("STRD/") { remittance = remittance.split(separator: "/").last.map(String.init) ?? "" }
        // The other side: account number, bank code, name, city.
        let side = values["CNTP"]?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        let name = values["NAME"] == nil && side.count > 2 ? String(side[2]) : plain("NAME")
        return OFXRow.joined(name.trimmingSpaces, remittance.trimmingSpaces)
    }

    /// Codes between slashes that head a part; other words there, such as a short name, belong to the part before.
    private static let codes: Set<String> = [
        "TRTP", "IBAN", "BIC", "NAME", "REMI", "EREF", "KREF", "MREF", "CREF", "PREF", "MARF", "CSID", "CNTP", "ORDP",
        "BENM",
        "ADDR", "ISDT", "TRCD", "RTRN", "PURP", "ULTB", "ULTC", "ULTD", "EXCH", "BUSP", "SVCL", "IREF", "ID", "SVWZ",
    ]
}

extension String {
    /// Where the text behind the first occurrence of a part begins.
    fileprivate func range(ofText part: String) -> String.Index? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(part) { return self.index(index, offsetBy: part.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
