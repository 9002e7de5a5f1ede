/// A balance as written.
struct OFXBalance {
    var amount = ""
    var day = ""
    /// The line of its amount.
    var line = 0
}

/// A `<STMTRS>`, `<CCSTMTRS>` or `<INVSTMTRS>`: what it says of its account, as written.
struct OFXStatement {
    enum Kind {
        case bank, card, investment
    }

    var kind: Kind
    var number = ""
    var bank = ""
    /// `CHECKING`, `SAVINGS` …; empty outside bank statements.
    var typeWord = ""
    var currency = ""
    var ledger = OFXBalance()
    var available = OFXBalance()
    var isRetirement = false
    var transactions = 0
}

/// An answer of the bank's server: whether it did what it was asked.
struct OFXStatus {
    var line: Int
    var code = ""
    var severity = ""
    var message = ""

    /// The server's own words, or its code.
    var text: String { message.isEmpty ? "error \(code)" : message }
    var isError: Bool { severity.uppercased() == "ERROR" }
}

/// What a transaction may say of itself, by the name of its element.
enum OFXField: String {
    case type = "TRNTYPE"
    case posted = "DTPOSTED"
    /// A pending transaction has this in the place of `DTPOSTED`.
    case pendingSince = "DTTRAN"
    case user = "DTUSER"
    case amount = "TRNAMT"
    case id = "FITID"
    case correction = "CORRECTACTION"
    /// The identifier of the transaction that this one corrects.
    case corrected = "CORRECTFITID"
    case checkNumber = "CHECKNUM"
    case name = "NAME"
    case extendedName = "EXTDNAME"
    case memo = "MEMO"
    /// The name within `<PAYEE>`.
    case payee = "PAYEE"
    /// The `<CURSYM>` within `<CURRENCY>`: what the amount is in where that is not the account's currency.
    case currency = "CURRENCY"
    /// Of an investment transaction: the days of trade and settlement, the money that it moves, how many units, and of which security.
    case traded = "DTTRADE"
    case settled = "DTSETTLE"
    case total = "TOTAL"
    case units = "UNITS"
    case security = "UNIQUEID"
    case incomeType = "INCOMETYPE"
}

/// A `<STMTTRN>`, pending a `<STMTTRNP>`, or what an investment statement has beside them, as written.
struct OFXTransaction {
    var line: Int
    /// Which of the statements it stands in, counted from 0.
    var statement: Int
    var isPending: Bool
    /// What it does with a security or with the cash beside it; nil for a bank's own transaction.
    var trade: OFXTrade.Action?
    /// The file ends within it.
    var isCutOff = false
    var fields: [(field: OFXField, value: Range<Int>)] = []

    func value(of field: OFXField) -> Range<Int>? {
        fields.first { $0.field == field }?.value
    }
}

/// Finds the statements and transactions of an OFX text with the lines they stand on, tolerating what banks get wrong:
/// elements out of order, missing end tags, unknown elements.
struct OFXScanner {
    /// Where the elements that are read belong.
    private enum Place {
        case elsewhere, status, account, ledger, available, transaction, payee, currency, security, other
    }

    private var elements: OFXElements
    private(set) var statements: [OFXStatement] = []
    private(set) var statuses: [OFXStatus] = []
    private(set) var institution = ""
    /// The names of securities by their identifiers, as far as they were read.
    private(set) var securities: [String: String] = [:]
    /// The security whose list entry is being read.
    private var listed: (id: String, name: String, ticker: String) = ("", "", "")
    private(set) var hasBegun = false
    private(set) var hasEnded = false
    private var isInStatement = false
    private var place = Place.elsewhere
    private var open: OFXTransaction?

    init(_ text: [UInt8]) {
        elements = OFXElements(text)
    }

    /// How much of the text has been read, in bytes.
    var position: Int { elements.index }
    var line: Int { elements.line }

    func text(_ value: Range<Int>) -> String { OFXText.value(elements.bytes[value]) }

    /// Reads on to the end of the next transaction; what stands before it is in `statements` then.
    mutating func nextTransaction() -> OFXTransaction? {
        while let element = elements.next() {
            let finished = element.isEnd ? end(element) : begin(element)
            if let finished { return finished }
        }
        open?.isCutOff = true
        return close()
    }

    private mutating func close() -> OFXTransaction? {
        defer { open = nil }
        place = .elsewhere
        if let open { statements[open.statement].transactions += 1 }
        return open
    }

    private mutating func begin(_ element: OFXElement) -> OFXTransaction? {
        switch element.name {
        case "OFX": hasBegun = true
        case "STMTRS": return beginStatement(.bank)
        case "CCSTMTRS": return beginStatement(.card)
        case "INVSTMTRS": return beginStatement(.investment)
        case "STMTTRN", "STMTTRNP":
            let finished = close()
            if !isInStatement { _ = beginStatement(.bank) }
            open = OFXTransaction(
                line: element.line, statement: statements.count - 1, isPending: element.name == "STMTTRNP")
            place = .transaction
            return finished
        case "LEDGERBAL", "AVAILBAL":
            let finished = close()
            place = element.name == "LEDGERBAL" ? .ledger : .available
            return finished
        case "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM": place = open == nil ? .account : .other
        case "STATUS":
            statuses.append(OFXStatus(line: element.line))
            place = .status
        case "PAYEE", "PAYEE2": if open != nil { place = .payee }
        case "CURRENCY": if open != nil { place = .currency }
        case "SECINFO":
            let finished = close()
            listed = ("", "", "")
            place = .security
            return finished
        case "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO", "INVACCTTO", "IMAGEDATA": if open != nil { place = .other }
        case "INV401K", "INV401KBAL", "INV401KSOURCE":
            if isInStatement { statements[statements.count - 1].isRetirement = true }
        default:
            if let action = OFXTrade.Action(rawValue: element.name), isInStatement, isOfInvestments {
                return beginTrade(action, element.line)
            }
            store(element)
        }
        return nil
    }

    private mutating func end(_ element: OFXElement) -> OFXTransaction? {
        switch element.name {
        case "STMTTRN", "STMTTRNP", "BANKTRANLIST", "BANKTRANLISTP", "INVBANKTRAN", "INVTRANLIST": return close()
        case let name where open?.trade != nil && name == open?.trade?.rawValue: return close()
        case "SECINFO":
            let name = listed.name.isEmpty ? listed.ticker : listed.name
            if !listed.id.isEmpty, !name.isEmpty { securities[listed.id] = name }
            place = .elsewhere
        case "STMTRS", "CCSTMTRS", "INVSTMTRS":
            isInStatement = false
            return close()
        case "OFX":
            hasEnded = true
            return close()
        case "STATUS", "LEDGERBAL", "AVAILBAL", "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "PAYEE", "PAYEE2",
            "CURRENCY", "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO", "INVACCTTO", "IMAGEDATA":
            place = open == nil ? .elsewhere : .transaction
        default: break
        }
        return nil
    }

    private mutating func beginStatement(_ kind: OFXStatement.Kind) -> OFXTransaction? {
        defer { statements.append(OFXStatement(kind: kind)) }
        isInStatement = true
        return close()
    }

    private var isOfInvestments: Bool { statements.last?.kind == .investment }

    private mutating func beginTrade(_ action: OFXTrade.Action, _ line: Int) -> OFXTransaction? {
        let finished = close()
        open = OFXTransaction(line: line, statement: statements.count - 1, isPending: false, trade: action)
        place = .transaction
        return finished
    }

    private mutating func store(_ element: OFXElement) {
        guard elements.bytes[element.value].contains(where: { $0 > 0x20 }) else { return }
        if open != nil {
            storeInTransaction(element)
        } else if place == .status {
            storeInStatus(element)
        } else if place == .security {
            storeInSecurity(element)
        } else if isInStatement {
            storeInStatement(element)
        } else if element.name == "ORG", institution.isEmpty {
            institution = text(element.value)
        }
    }

    private mutating func storeInTransaction(_ element: OFXElement) {
        let field: OFXField? =
            switch place {
            case .transaction: OFXField(rawValue: element.name)
            case .payee: element.name == "NAME" ? .payee : nil
            case .currency: element.name == "CURSYM" ? .currency : nil
            default: nil
            }
        guard let field, open?.value(of: field) == nil else { return }
        open?.fields.append((field, element.value))
    }

    private mutating func storeInSecurity(_ element: OFXElement) {
        switch element.name {
        case "UNIQUEID": listed.id = text(element.value)
        case "SECNAME": listed.name = text(element.value)
        case "TICKER": listed.ticker = text(element.value)
        default: break
        }
    }

    private mutating func storeInStatus(_ element: OFXElement) {
        let last = statuses.count - 1
        switch element.name {
        case "CODE": statuses[last].code = text(element.value)
        case "SEVERITY": statuses[last].severity = text(element.value)
        case "MESSAGE", "MESSAGE2": statuses[last].message = text(element.value)
        default: break
        }
    }

    private mutating func storeInStatement(_ element: OFXElement) {
        let last = statements.count - 1
        switch (place, element.name) {
        case (.account, "ACCTID"): statements[last].number = text(element.value)
        case (.account, "BANKID"), (.account, "BROKERID"): statements[last].bank = text(element.value)
        case (.account, "ACCTTYPE"), (.account, "ACCTTYPE2"):
            statements[last].typeWord = text(element.value).uppercased()
        case (.ledger, "BALAMT"):
            statements[last].ledger.amount = text(element.value)
            statements[last].ledger.line = element.line
        case (.ledger, "DTASOF"): statements[last].ledger.day = text(element.value)
        case (.available, "BALAMT"): statements[last].available.amount = text(element.value)
        case (.available, "DTASOF"): statements[last].available.day = text(element.value)
        case (.elsewhere, "CURDEF"): statements[last].currency = text(element.value)
        default: break
        }
    }
}
