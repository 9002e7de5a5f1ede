import Ledger

/// Reads ISO 20022 account statements (camt.053), reports (camt.052) and notifications (camt.054).
struct CAMTReader: WholeFileReader {
    let layout: StatementLayout
    let accounts: [StatementAccount]
    var records: StatementRecords

    /// - Throws: when there is no statement in it.
    init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        let (text, encoding) = OFXText.decode(Array(file.bytes))
        var layout = StatementLayout(
            encoding: encoding, delimiter: nil, headerLine: 0, dateOrder: .ymd, decimal: ".",
            sign: options.flipsSign ? .flipped : .asIs)
        var elements = XMLElements(text)
        var document = CAMTDocument(options)
        var path: [String] = []
        while let tag = elements.next() {
            if tag.isEnd {
                guard let at = path.lastIndex(of: tag.name) else { continue }
                path.removeSubrange(at...)
                document.end(tag.name, within: path)
            } else {
                document.begin(tag, within: path)
                if tag.isEmpty {
                    document.end(tag.name, within: path)
                } else if path.count < 64 {
                    path.append(tag.name)
                }
            }
        }
        guard document.isFound else {
            throw ImportError("\(file.path) has no CAMT statement in it: download it again as camt.053")
        }
        if !path.isEmpty { document.noteCutOff(path) }
        layout.assumptions = document.notes
        self.layout = layout
        accounts = document.accounts
        records = StatementRecords(document.records, problems: document.problems)
    }
}

/// What a CAMT text says, put together element by element.
private struct CAMTDocument {
    private(set) var accounts: [StatementAccount] = []
    private(set) var records: [ImportedRecord] = []
    private(set) var problems: [RowProblem] = []
    private(set) var isFound = false
    /// What a person should know, each a sentence.
    private(set) var notes: [String] = []
    private let options: ImportOptions
    private var statement = Statement()
    private var balance = Balance()
    private var entry: Entry?

    private struct Statement {
        var number = ""
        var name = ""
        var currency = ""
    }

    private struct Amount {
        var text = ""
        var currency = ""
        var side = ""
    }

    private struct Balance {
        var code = ""
        var amount = Amount()
        var day = ""
        var line = 0
    }

    /// A payment within an entry.
    private struct Detail {
        var amount = Amount()
        var debtor = ""
        var creditor = ""
        var purpose: [String] = []
        var info = ""
        var id = ""
    }

    private struct Entry {
        var line: Int
        var amount = Amount()
        var status = ""
        var booked = ""
        var value = ""
        var id = ""
        var info = ""
        var details: [Detail] = []
    }

    init(_ options: ImportOptions) { self.options = options }

    mutating func noteCutOff(_ path: [String]) {
        problems.append(RowProblem(line: 1, reason: "the file ends before </\(path[0])>: download it again"))
    }

    // MARK: Elements

    mutating func begin(_ tag: XMLTag, within path: [String]) {
        let parent = path.last ?? ""
        switch tag.name {
        case "Stmt", "Rpt", "Ntfctn":
            isFound = true
            statement = Statement()
        case "Bal":
            balance = Balance()
            balance.line = tag.line
        case "Ntry": entry = Entry(line: tag.line)
        case "TxDtls": entry?.details.append(Detail())
        default:
            if path.contains("Ntry") {
                addToEntry(tag, parent, path)
            } else if path.contains("Bal") {
                addToBalance(tag, parent)
            } else if path.contains("Acct") {
                addToAccount(tag, parent, path)
            }
        }
    }

    private mutating func addToAccount(_ tag: XMLTag, _ parent: String, _ path: [String]) {
        switch tag.name {
        case "IBAN": statement.number = tag.text
        case "Id" where parent == "Othr" && !path.contains("Ownr") && statement.number.isEmpty:
            statement.number = tag.text
        case "Ccy": statement.currency = tag.text
        case "Nm" where parent == "Acct": statement.name = tag.text
        default: break
        }
    }

    private mutating func addToBalance(_ tag: XMLTag, _ parent: String) {
        switch tag.name {
        case "Cd" where parent == "CdOrPrtry": balance.code = tag.text
        case "Amt":
            balance.amount = Amount(text: tag.text, currency: tag.attribute("Ccy") ?? "", side: balance.amount.side)
        case "CdtDbtInd": balance.amount.side = tag.text
        case "Dt", "DtTm": if !tag.text.isEmpty { balance.day = tag.text }
        default: break
        }
    }

    private mutating func addToEntry(_ tag: XMLTag, _ parent: String, _ path: [String]) {
        if path.contains("TxDtls") { return addToDetail(tag, parent, path) }
        switch (tag.name, parent) {
        case ("Amt", "Ntry"): set(\.amount, tag)
        case ("CdtDbtInd", "Ntry"): entry?.amount.side = tag.text
        case ("Sts", "Ntry"), ("Cd", "Sts"): if !tag.text.isEmpty { entry?.status = tag.text }
        case ("Dt", "BookgDt"), ("DtTm", "BookgDt"): entry?.booked = tag.text
        case ("Dt", "ValDt"), ("DtTm", "ValDt"): entry?.value = tag.text
        case ("AcctSvcrRef", "Ntry"): entry?.id = tag.text
        case ("AddtlNtryInf", "Ntry"): entry?.info = tag.text
        default: break
        }
    }

    private mutating func set(_ key: WritableKeyPath<Entry, Amount>, _ tag: XMLTag) {
        entry?[keyPath: key].text = tag.text
        entry?[keyPath: key].currency = tag.attribute("Ccy") ?? ""
    }

    private mutating func addToDetail(_ tag: XMLTag, _ parent: String, _ path: [String]) {
        guard var open = entry, var detail = open.details.last else { return }
        switch (tag.name, parent) {
        case ("Amt", "TxDtls"):
            detail.amount = Amount(text: tag.text, currency: tag.attribute("Ccy") ?? "", side: detail.amount.side)
        case ("Amt", "TxAmt") where detail.amount.text.isEmpty:
            detail.amount = Amount(text: tag.text, currency: tag.attribute("Ccy") ?? "", side: detail.amount.side)
        case ("CdtDbtInd", "TxDtls"): detail.amount.side = tag.text
        case ("Nm", "Dbtr"),
            ("Nm", "Pty") where path.contains("Dbtr"):
            detail.debtor = tag.text
        case ("Nm", "Cdtr"),
            ("Nm", "Pty") where path.contains("Cdtr"):
            detail.creditor = tag.text
        case ("Ustrd", _): if !tag.text.isEmpty { detail.purpose.append(tag.text) }
        case ("AddtlTxInf", _): detail.info = tag.text
        case ("AcctSvcrRef", "Refs"): detail.id = tag.text
        default: break
        }
        open.details[open.details.count - 1] = detail
        entry = open
    }

    mutating func end(_ name: String, within path: [String]) {
        switch name {
        case "Ntry":
            if let entry { add(entry) }
            entry = nil
        case "Bal": close()
        case "Stmt", "Rpt", "Ntfctn": _ = account()
        default: break
        }
    }

    // MARK: Values

    /// The index of the statement's account.
    private mutating func account() -> Int {
        let mask = String(statement.number.filter { $0.isLetter || $0.isNumber }.suffix(4))
        let own = options.currency ?? Currency(statement.currency)
        let label = statement.name.isEmpty ? "Account" : statement.name
        let name = mask.isEmpty ? (statement.name.isEmpty ? nil : label) : "\(label) …\(mask)"
        if let known = accounts.firstIndex(where: { $0.name == name }) {
            if accounts[known].currency == nil { accounts[known].currency = own }
            return known
        }
        accounts.append(
            StatementAccount(
                name: name, mask: mask.count == 4 && mask.allSatisfy(\.isNumber) ? mask : nil,
                type: options.accountType,
                currency: own))
        return accounts.count - 1
    }

    private mutating func close() {
        guard ["CLBD", "CLAV", ""].contains(balance.code) else { return }
        guard let own = Currency(balance.amount.currency) ?? Currency(statement.currency),
            let amount = OFXAmount(balance.amount.text)?.minorUnits(of: own), let day = Self.day(balance.day)
        else {
            problems.append(
                RowProblem(
                    line: balance.line, reason: "unreadable closing balance \(CSVText.quoted(balance.amount.text))"))
            return
        }
        if statement.currency.isEmpty { statement.currency = own.code }
        let index = account()
        guard balance.code == "CLBD" || accounts[index].ledgerBalance == nil else { return }
        accounts[index].ledgerBalance = balance.amount.side == "DBIT" ? -amount : amount
        accounts[index].balanceDate = day
    }

    private mutating func add(_ entry: Entry) {
        guard entry.status != "INFO" else {
            problems.append(RowProblem(line: entry.line, reason: "for information only, no money moved"))
            return
        }
        guard let day = Self.day(entry.booked) ?? Self.day(entry.value) else {
            problems.append(RowProblem(line: entry.line, reason: "no date: enter this transaction by hand"))
            return
        }
        guard let total = value(entry.amount) else {
            problems.append(
                RowProblem(line: entry.line, reason: "unreadable amount \(CSVText.quoted(entry.amount.text))"))
            return
        }
        let parts = entry.details.count > 1 ? entry.details.map { value(sided($0.amount, entry.amount)) } : []
        // An entry of several payments is their sum, or it is one.
        if !parts.isEmpty, parts.allSatisfy({ $0 != nil }), parts.reduce(0, { $0 + ($1 ?? 0) }) == total {
            for (detail, part) in zip(entry.details, parts) { append(entry, day, part ?? 0, detail) }
        } else {
            if !parts.isEmpty, parts.allSatisfy({ $0 != nil }) {
                notes.append(
                    "The payments in the entry in line \(entry.line) don't add up to its amount, so it's imported as "
                        + "one transaction under the first payment's name.")
            }
            append(entry, day, total, entry.details.first ?? Detail())
        }
    }

    private func sided(_ amount: Amount, _ entry: Amount) -> Amount {
        var amount = amount
        if amount.side.isEmpty { amount.side = entry.side }
        // Another currency is what was paid, not what the account was charged.
        if !amount.currency.isEmpty, amount.currency != entry.currency { amount.text = "" }
        return amount
    }

    private mutating func append(_ entry: Entry, _ day: CivilDate, _ amount: Int64, _ detail: Detail) {
        let index = account()
        let other = amount < 0 ? detail.creditor : detail.debtor
        let purpose = detail.purpose.joined(separator: " ")
        var text = OFXRow.joined(other, purpose)
        if text.isEmpty { text = detail.info.isEmpty ? entry.info : detail.info }
        let id = entry.details.count > 1 ? detail.id : entry.id
        records.append(
            ImportedRecord(
                line: entry.line, date: day, description: text, minorUnits: options.flipsSign ? -amount : amount,
                currency: options.currency ?? Currency(entry.amount.currency), bankID: Self.isTelling(id) ? id : nil,
                isPending: entry.status == "PDNG", accountName: accounts[index].name))
    }

    private static func isTelling(_ id: String) -> Bool { id.count >= 6 && id.uppercased() != "NOTPROVIDED" }

    private func value(_ amount: Amount) -> Int64? {
        let own = options.currency ?? Currency(amount.currency) ?? .usd
        guard ["CRDT", "DBIT"].contains(amount.side), let value = OFXAmount(amount.text)?.minorUnits(of: own) else {
            return nil
        }
        return amount.side == "DBIT" ? -value : value
    }

    private static func day(_ text: String) -> CivilDate? {
        OFXValues.day(text)
    }
}
