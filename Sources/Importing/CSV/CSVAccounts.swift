import Ledger

/// What the lines above the table say of the account.
enum CSVAccounts {
    private static let words: Set<String> = [
        "account", "konto", "kontonummer", "iban", "rekening", "compte", "cuenta", "conto", "conta", "card", "karte",
        "girokonto", "carte", "tarjeta", "carta", "rachunek", "ucet", "szamlaszam",
        "счет", "счету", "карта", "карте", "卡号", "账号", "kontoname", "kreditkarte", "sparkonto", "tagesgeldkonto",
    ]

    /// The account that a preamble names; without a name where it names none.
    static func account(above rows: some Collection<CSVSample.Row>, in sample: CSVSample) -> StatementAccount {
        var account = StatementAccount()
        for row in rows {
            let cells = row.cells.map { sample.scanner.string($0) }.filter { !$0.isEmpty }
            guard let first = cells.first else { continue }
            let key = HeaderText.words(first)
            guard key.prefix(8).contains(where: words.contains) else { continue }
            if account.type == nil { account.type = type(key) }
            guard let text = nameText(cells, key) else { continue }
            let name = masked(trimmed(text))
            if account.mask == nil { account.mask = mask(in: text) }
            if account.name == nil, !name.isEmpty, name.utf8.count <= 60 { account.name = name }
        }
        return account
    }

    private static let balanceDates = [" as of ", " vom ", " am "]

    /// What a preamble says of the closing balance, such as `Account Balance as of November 20 2026: $442.69`.
    ///
    /// - Returns: the day and the amount in minor units, as the bank signs it; nil where no line tells both.
    static func balance(
        above rows: some Collection<CSVSample.Row>, in sample: CSVSample, _ plan: CSVPlan
    ) -> (day: CivilDate, amount: Int64)? {
        for row in rows.reversed() {
            let cells = row.cells.map { sample.scanner.string($0) }.filter { !$0.isEmpty }
            guard let first = cells.first, isClosingBalance(HeaderText.words(first)),
                let start = balanceDates.lazy.compactMap({ position(of: $0, in: first) }).first
            else { continue }
            let colon = first[start...].firstIndex(of: ":")
            let day = trimmed(String(first[start..<(colon ?? first.endIndex)]))
            // An amount with a comma that nothing quotes is two cells.
            let behind = colon.map { trimmed(String(first[first.index(after: $0)...])) } ?? ""
            let amount =
                behind.isEmpty ? cells.dropFirst().last ?? "" : ([behind] + cells.dropFirst()).joined(separator: ",")
            guard case .date(let date) = withCell(day, plan.dates.parse),
                let value = withCell(amount, { AmountShape($0) })?.value(
                    decimal: plan.decimal, scale: (plan.currency ?? .usd).minorDigits)
            else { continue }
            return (date, value)
        }
        return nil
    }

    private static func withCell<Value>(_ text: String, _ read: (UnsafeRawBufferPointer) -> Value) -> Value {
        var text = text
        return text.withUTF8 { read(UnsafeRawBufferPointer($0)) }
    }

    private static func isClosingBalance(_ words: [String]) -> Bool {
        !Set(words).isDisjoint(with: ["balance", "kontostand", "saldo"])
            && Set(words).isDisjoint(with: ["beginning", "opening", "available", "starting", "previous"])
    }

    /// `Account Number: 1234` and `IBAN;DE12 …` name it behind the label, `Transactions for account Checking XXXX-1234 as
    /// of …` within the line.
    private static func nameText(_ cells: [String], _ key: [String]) -> String? {
        if cells.count > 1 { return key.count > 4 ? nil : cells[1].contains(":") ? cells[0] : cells[1] }
        let text = cells[0]
        if let colon = text.firstIndex(of: ":"), text.index(after: colon) < text.endIndex, key.count <= 8 {
            return String(text[text.index(after: colon)...])
        }
        guard let end = position(of: " as of ", in: text, behind: false) else { return nil }
        let start = position(of: "account ", in: text) ?? position(of: "for ", in: text)
        return start.flatMap { $0 < end ? String(text[$0..<end]) : nil }
    }

    static func type(_ words: [String]) -> AccountType? {
        let words = Set(words)
        if !words.isDisjoint(with: ["checking", "chequing", "girokonto", "current"]) { return .checking }
        if !words.isDisjoint(with: ["savings", "saving", "sparkonto", "tagesgeld", "tagesgeldkonto", "livret"]) {
            return .savings
        }
        if !words.isDisjoint(with: ["kreditkarte", "mastercard", "visa"]) || words.isSuperset(of: ["credit", "card"]) {
            return .creditCard
        }
        // "Compte de dépôt" is where pay goes to, a "Depot" holds securities.
        if words.isSuperset(of: ["compte", "depot"]) { return .checking }
        if !words.isDisjoint(with: ["brokerage", "depot"]) { return .investment }
        return nil
    }

    /// The currency of the country whose account numbers (IBAN, ISO 13616) stand in a column.
    static func currency(ofIBANs columns: CSVColumnFinder, _ column: Int) -> CurrencyUnit? {
        guard let row = columns.rows.first else { return nil }
        let number = columns.sample.bytes(row, column)
        guard number.count >= 15, number[0] &- 0x41 < 26, number[1] &- 0x41 < 26, DateParser.isDigit(number[2]),
            DateParser.isDigit(number[3])
        else { return nil }
        return countryCurrencies[String(decoding: number.prefix(2), as: UTF8.self)].flatMap { CurrencyUnit($0) }
    }

    private static let countryCurrencies: [String: String] = {
        var table = [
            "GB": "GBP", "CH": "CHF", "LI": "CHF", "SE": "SEK", "NO": "NOK", "DK": "DKK", "PL": "PLN", "CZ": "CZK",
            "HU": "HUF", "RO": "RON", "BG": "BGN", "TR": "TRY", "IS": "ISK", "RS": "RSD", "IL": "ILS", "AE": "AED",
            "SA": "SAR", "UA": "UAH", "BR": "BRL",
        ]
        for country in [
            "AD", "AT", "BE", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MC", "MT",
            "NL", "PT", "SI", "SK", "SM", "VA",
        ] { table[country] = "EUR" }
        return table
    }()

    /// The currency that the lines above a table name: behind a label, at the end of a line about the account, or by the
    /// account's number.
    static func currency(above rows: some Collection<CSVSample.Row>, in sample: CSVSample) -> Currency? {
        var byNumber: Currency?
        for row in rows {
            let cells = row.cells.map { sample.scanner.string($0) }.filter { !$0.isEmpty }
            guard let first = cells.first else { continue }
            let key = HeaderText.words(first)
            let last = cells.joined(separator: " ").split { !$0.isLetter && !$0.isNumber }.last.map(String.init) ?? ""
            let isLabel = key.count <= 4 && key.contains(where: currencyWords.contains)
            if isLabel, let word = currencyWord(behind: cells) { return word }
            let named = isCode(last) ? Currency(last) : nil
            let numbers = cells.joined(separator: ",").split(separator: ",").map { part in part.filter { $0 != " " } }
            let number = numbers.lazy.compactMap { currency(ofNumber: $0) }.first
            if let named, number != nil || key.contains(where: words.contains) { return named }
            byNumber = byNumber ?? number
            if let alone = currency(alone: cells) { return alone }
        }
        return byNumber
    }

    /// What stands behind the label of a currency, in its own cell or behind a colon.
    private static func currencyWord(behind cells: [String]) -> Currency? {
        let label = cells[0]
        let rest = label.firstIndex { $0 == ":" || $0 == "：" }.map { String(label[label.index(after: $0)...]) } ?? ""
        return ([rest] + cells.dropFirst()).lazy.compactMap { cell in
            let text = trimmed(cell)
            return CurrencyUnit(text)?.currency
                ?? text.split { !$0.isLetter && !$0.isNumber }.lazy.map(String.init).filter(isCode)
                .compactMap { Currency($0) }.first
        }.first
    }

    /// The one code that fills a cell of a row of several.
    static func currency(alone cells: [String]) -> Currency? {
        let codes = Set(cells.filter(isCode))
        return cells.count > 1 && codes.count == 1 ? codes.first.flatMap { Currency($0) } : nil
    }

    /// A code of ISO 4217 that is no word of a title.
    private static func isCode(_ word: String) -> Bool {
        guard case .known? = CurrencyUnit(word) else { return false }
        return word.utf8.count == 3 && word == word.uppercased() && !["ALL", "TOP"].contains(word)
    }

    private static let currencyWords = CSVAccountColumn.words(of: "currency")

    /// The currency of the country of an IBAN.
    private static func currency(ofNumber text: String) -> Currency? {
        guard (15...34).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x41 < 26 }),
            text.dropFirst(2).prefix(2).utf8.allSatisfy(DateParser.isDigit)
        else { return nil }
        return countryCurrencies[String(text.prefix(2))].flatMap { Currency($0) }
    }

    private static func position(of word: String, in text: String, behind: Bool = true) -> String.Index? {
        let lower = text.lowercased()
        guard lower.utf8.count == text.utf8.count else { return nil }
        var index = lower.startIndex
        while index < lower.endIndex {
            if lower[index...].hasPrefix(word) {
                let offset = lower.utf8.distance(from: lower.startIndex, to: index) + (behind ? word.utf8.count : 0)
                return text.utf8.index(text.startIndex, offsetBy: offset)
            }
            index = lower.index(after: index)
        }
        return nil
    }

    private static func trimmed(_ text: String) -> String {
        let drop: (Character) -> Bool = { $0 == " " || $0 == ":" || $0 == "-" || $0 == "\"" || $0 == "'" || $0 == "," }
        var part = text.drop(while: drop)
        while let last = part.last, drop(last) { part.removeLast() }
        return String(part)
    }

    /// What a cell calls an account, without the number in it.
    static func name(_ cell: String) -> String { masked(trimmed(cell)) }

    /// A name with every number of five or more digits (and every longer code with digits) cut to its last four.
    static func masked(_ name: String) -> String {
        var out = ""
        var run = ""
        func digits(_ text: String) -> Int { text.utf8.lazy.filter(DateParser.isDigit).count }
        func finish() {
            // Spaces and dashes stand inside of numbers; those around belong to the text.
            var tail = ""
            while let last = run.last, last == " " || last == "-" { tail = String(run.removeLast()) + tail }
            let isNumber = digits(run) >= 5 || (digits(run) >= 4 && run.contains { "Xx*•".contains($0) })
            out += isNumber ? "…" + String(run.filter { $0.isLetter || $0.isNumber }.suffix(4)) : run
            out += tail
            run = ""
        }
        for word in name.split(separator: " ", omittingEmptySubsequences: true) {
            let isCode = word.utf8.contains(where: DateParser.isDigit) || word.allSatisfy { "Xx*•-.".contains($0) }
            if isCode {
                run += run.isEmpty ? String(word) : " " + word
            } else {
                finish()
                if !out.isEmpty { out += " " }
                out += word
                continue
            }
            if run.utf8.count == word.utf8.count, !out.isEmpty, !out.hasSuffix(" ") { out += " " }
        }
        finish()
        return out
    }

    /// The last two to four digits of the number that ends a text: `XXXX-1234`, `...888`, `DE12 … 7890`.
    /// More people than that hold no cards of one account: the column tells something else.
    static let mostHolders = 8

    /// A person's name as one writes it; nil for what is none.
    static func holder(_ text: String) -> String? {
        let words = text.split(separator: " ").map(String.init)
        guard (1...5).contains(words.count), text.utf8.count <= 40, words[0].utf8.count > 1 || words.count > 1,
            words.allSatisfy({ $0.allSatisfy { $0.isLetter || "-'’.".contains($0) } })
        else { return nil }
        guard text == text.uppercased() || text == text.lowercased() else { return words.joined(separator: " ") }
        return words.map { word in
            word.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(
                separator: "-")
        }.joined(separator: " ")
    }

    static func mask(in text: String) -> String? {
        let name = masked(text)
        if let dots = name.lastIndex(of: "…") {
            let tail = name[name.index(after: dots)...].prefix(4)
            return tail.count == 4 && tail.allSatisfy(\.isNumber) ? String(tail) : nil
        }
        let word = name.split(separator: " ").last ?? ""
        let digits = word.reversed().prefix { $0.isNumber }
        let isMasked = word.dropLast(digits.count).allSatisfy { ".-xX*•#(".contains($0) }
        return (2...4).contains(digits.count) && isMasked ? String(digits.reversed()) : nil
    }
}
