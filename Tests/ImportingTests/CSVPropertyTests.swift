import Glibc
import Importing
import Ledger
import TestSupport
import Testing

/// What must hold for any file.
struct CSVPropertyTests {
    static let fixtures = CSVLayoutTests.expected.keys.sorted()

    /// Reads to the end; every record and problem has a line of the file.
    static func readAll(_ content: [UInt8]) {
        let lines = content.count(where: { $0 == 0x0A || $0 == 0x0D }) + 1
        let file = StatementBytes(content, path: "mutated")
        guard (try? StatementFormat.detect(file)) == .csv, var reader = try? CSVReader(file, options: ImportOptions())
        else { return }
        var batch: [ImportedRecord] = []
        var problems: [RowProblem] = []
        var rounds = 0
        while (try? reader.read(upTo: 100, into: &batch, problems: &problems)) == true { rounds += 1 }
        #expect(rounds <= content.count)
        #expect(batch.allSatisfy { (1...lines).contains($0.line) })
        #expect(problems.allSatisfy { (1...lines).contains($0.line) && !$0.reason.isEmpty })
        #expect(reader.progress >= 0 && reader.progress <= 1)
    }

    @Test(arguments: CSVPropertyTests.fixtures)
    func changedBytesNeverCrash(file: String) throws {
        let original = try StatementBytes(path: CSVLayoutTests.folder + file)
        let content = withExtendedLifetime(original) { Array(original.bytes) }
        var numbers = SeededGenerator(seed: UInt64(content.count))
        let special: [UInt8] = [0x22, 0x2C, 0x3B, 0x0A, 0x0D, 0x00, 0xFF, 0xC2, 0x80, 0x2D, 0x28, 0x39, 0x2E, 0x27]
        for _ in 0..<8 {
            var changed = content
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                let index = Int.random(in: 0..<changed.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: changed[index] = special.randomElement(using: &numbers) ?? 0
                case 1: changed.remove(at: index)
                case 2: changed.insert(special.randomElement(using: &numbers) ?? 0, at: index)
                default: changed.removeSubrange(index..<min(changed.count, index + 20))
                }
                if changed.isEmpty { changed = [0x2C] }
            }
            CSVPropertyTests.readAll(changed)
        }
        for length in stride(from: 1, to: content.count, by: max(1, content.count / 20)) {
            CSVPropertyTests.readAll(Array(content.prefix(length)))
        }
    }

    @Test func noiseNeverCrashes() {
        var numbers = SeededGenerator(seed: 7)
        let alphabet = Array("0123456789.,;-/\"\n\t |'()$ABDate,Amount 2026-10-31".utf8)
        for length in 1..<200 {
            let content = (0..<length).map { _ in alphabet.randomElement(using: &numbers) ?? 0x2C }
            CSVPropertyTests.readAll(content)
        }
    }

    /// One ledger, written in many ways, is read as the same ledger.
    @Test(arguments: 0..<200)
    func oneLedgerInAnyLayout(seed: Int) throws {
        var numbers = SeededGenerator(seed: UInt64(seed) &* 77 &+ 5)
        let written = WrittenLedger(using: &numbers)
        let file = StatementBytes(written.content, path: "seed \(seed)")
        var reader = try CSVReader(file, options: ImportOptions())
        var records: [ImportedRecord] = []
        var problems: [RowProblem] = []
        _ = try reader.read(upTo: 10_000, into: &records, problems: &problems)
        let found = records.map { "\($0.date) \($0.minorUnits) \($0.description)" }
        let expected = written.rows.map { "\($0.date) \($0.amount) \($0.text)" }
        #expect(found == expected, "\(String(decoding: written.content.prefix(700), as: UTF8.self))")
        #expect(problems.isEmpty)
    }
}

/// A random ledger and a random way to write it.
struct WrittenLedger {
    struct Row {
        var date: CivilDate
        var amount: Int64
        var text: String
    }

    enum Style: CaseIterable {
        case signed, split, flagged, trailingMinus, parentheses
    }

    private(set) var rows: [Row] = []
    private(set) var content: [UInt8] = []

    private static let places = [
        "Corner Market", "Hilltop Coffee", "Night Diner", "Bakery North", "City Fuel", "Book Barn", "Green Grocer",
        "Rail Tickets", "Shoe Barn, Inc.", "Müller & Söhne", "Café Zoë", "The \"Best\" Pies", "Semi; Colon Ltd",
        "Stadtwerke 24", "Gym Club #12",
    ]

    /// Date, text, amount, out, in, balance, direction.
    private static let headers = [
        ["Date", "Description", "Amount", "Withdrawal", "Deposit", "Balance", "Debit/Credit"],
        ["Posting Date", "Payee", "Transaction Amount", "Debit", "Credit", "Running Balance", "DR/CR"],
        ["Trans. Date", "Memo", "Amount (USD)", "Money Out", "Money In", "Bal", "Type"],
        ["Buchungstag", "Verwendungszweck", "Betrag", "Soll", "Haben", "Saldo", "Soll/Haben"],
        ["Date op\u{e9}ration", "Libell\u{e9}", "Montant", "D\u{e9}bit", "Cr\u{e9}dit", "Solde", "Type"],
        ["Fecha", "Concepto", "Importe", "Cargo", "Abono", "Saldo", "Tipo"],
        ["Data", "Descrizione", "Importo", "Uscite", "Entrate", "Saldo", "Tipo"],
        ["Boekdatum", "Omschrijving", "Bedrag", "Af", "Bij", "Saldo", "Debet/Credit"],
        ["Bokf\u{f6}ringsdag", "Text", "Belopp", "Uttag", "Ins\u{e4}ttning", "Saldo", "Typ"],
        ["Data operacji", "Opis operacji", "Kwota", "Obciazenia", "Uznania", "Saldo", "Typ"],
    ]

    init(using numbers: inout SeededGenerator) {
        let delimiter = [",", ";", "\t", "|"].randomElement(using: &numbers) ?? ","
        let decimal = delimiter == ";" ? "," : [".", ".", ","].randomElement(using: &numbers) ?? "."
        let style = Style.allCases.randomElement(using: &numbers) ?? .signed
        let dateForm = Int.random(in: 0..<9, using: &numbers)
        let isGrouped = Bool.random(using: &numbers)
        let hasBalance = Bool.random(using: &numbers)
        let isNewestFirst = Bool.random(using: &numbers)
        let ending = ["\n", "\r\n", "\r"].randomElement(using: &numbers) ?? "\n"
        let quotes = Bool.random(using: &numbers)
        let preamble = Int.random(in: 0..<4, using: &numbers)
        let count = Int.random(in: 20...60, using: &numbers)
        var day = CivilDate(year: 2025, month: 1, day: 20)?.dayNumber ?? 0
        var balance: Int64 = 500_000
        var balances: [Int64] = []
        for _ in 0..<count {
            day += Int32.random(in: 0...3, using: &numbers)
            let isIncome = Int.random(in: 0..<8, using: &numbers) == 0
            let amount =
                isIncome
                ? Int64.random(in: 50_000...400_000, using: &numbers) : -Int64.random(in: 99...30_000, using: &numbers)
            balance += amount
            balances.append(balance)
            rows.append(
                Row(
                    date: CivilDate(dayNumber: day), amount: amount,
                    text: isIncome
                        ? "Salary Acme \(amount % 7)" : WrittenLedger.places.randomElement(using: &numbers) ?? "x"))
        }
        if isNewestFirst {
            rows.reverse()
            balances.reverse()
        }
        func money(_ minor: Int64, isUnsigned: Bool = false) -> String {
            let major = isGrouped ? groupedThousands(minor.magnitude / 100) : String(minor.magnitude / 100)
            let cents = String(minor.magnitude % 100 + 100).dropFirst()
            let body = (decimal == "," ? major.map { $0 == "," ? "." : String($0) }.joined() : major) + decimal + cents
            guard minor < 0, !isUnsigned else { return body }
            return style == .trailingMinus ? body + "-" : style == .parentheses ? "(\(body))" : "-" + body
        }
        func cell(_ text: String) -> String {
            let needs = text.contains(delimiter) || text.contains("\"") || quotes
            guard needs else { return text }
            return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }
        let names = WrittenLedger.headers.randomElement(using: &numbers) ?? WrittenLedger.headers[0]
        let hasHeader = Int.random(in: 0..<4, using: &numbers) > 0
        var header = [names[0], names[1]]
        switch style {
        case .split: header += [names[3], names[4]]
        case .flagged: header += [names[2], names[6]]
        default: header.append(names[2])
        }
        if hasBalance { header.append(names[5]) }
        var lines: [String] = []
        if preamble == 1 { lines = ["Account statement", "", "Account Number\(delimiter)12345678", ""] }
        if preamble == 2 { lines = [""] }
        if hasHeader { lines.append(header.map(cell).joined(separator: delimiter)) }
        for (index, row) in rows.enumerated() {
            var cells = [WrittenLedger.text(of: row.date, form: dateForm), row.text]
            switch style {
            case .split: cells += row.amount < 0 ? [money(row.amount, isUnsigned: true), ""] : ["", money(row.amount)]
            case .flagged: cells += [money(row.amount, isUnsigned: true), row.amount < 0 ? "DR" : "CR"]
            default: cells.append(money(row.amount))
            }
            if hasBalance { cells.append(money(balances[index])) }
            lines.append(cells.map(cell).joined(separator: delimiter))
        }
        let text = lines.joined(separator: ending) + ending
        content = Array(text.utf8)
        if Int.random(in: 0..<4, using: &numbers) == 0 {
            content = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        } else if Bool.random(using: &numbers) {
            content = text.unicodeScalars.map { UInt8($0.value) }
        }
    }

    private static func text(of date: CivilDate, form: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (year, month, day) = date.components
        let name = String(CivilDate.monthNames[month - 1].prefix(3))
        return switch form {
        case 0: date.iso
        case 1: "\(two(month))/\(two(day))/\(year)"
        case 2: "\(two(day)).\(two(month)).\(year)"
        case 3: "\(day)/\(month)/\(year % 100)"
        case 4: "\(two(day)) \(name) \(year)"
        case 5: "\(name) \(day), \(year)"
        case 6: "\(year)\(two(month))\(two(day))"
        case 7: "\(two(day))-\(name)-\(year % 100)"
        default: "\(date.iso)T10:30:00Z"
        }
    }
}
