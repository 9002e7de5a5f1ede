import Ledger

/// What was done with a security, or with the cash beside it, in an account that holds securities.
struct QIFTrade {
    /// The word for it that brokers' other files have; nil where no money moves.
    let type: String?
    /// Whether money leaves the account; nil where the amount's own sign tells.
    let isOut: Bool?
    /// What a row without a text of its own is called.
    let text: String
    /// Whether the money comes from, or goes to, another account.
    var isElsewhere = false
    /// What was paid before it was reinvested: dividends or interest.
    var income: String?

    /// - Returns: nil for a word that is none of Quicken's.
    init?(_ action: String) {
        var word = action.lowercased()
        if let known = QIFTrade.known[word] {
            (type, isOut, text, income) = (known.type, known.isOut, known.text, known.income)
            return
        }
        guard word.hasSuffix("x") else { return nil }
        word.removeLast()
        guard let known = QIFTrade.known[word], known.type != nil else { return nil }
        (type, isOut, text, income) = (known.type, known.isOut, known.text, known.income)
        isElsewhere = true
    }

    private typealias Known = (type: String?, isOut: Bool?, text: String, income: String?)

    private static let known: [String: Known] = {
        var known: [String: Known] = [:]
        func add(_ words: String, _ type: String?, isOut: Bool?, _ text: String, income: String? = nil) {
            for word in words.split(separator: " ") { known[String(word)] = (type, isOut, text, income) }
        }
        add("buy cvrshrt", "Buy", isOut: true, "Bought")
        add("sell shtsell", "Sell", isOut: false, "Sold")
        add("rtrncap", "Sell", isOut: false, "Return of capital")
        add("div cglong cgshort cgmid", "Dividend", isOut: false, "Dividend")
        add("miscinc", "Dividend", isOut: false, "Investment income")
        add("intinc", "Interest", isOut: false, "Interest")
        add("margint", "Interest", isOut: true, "Margin interest")
        add("miscexp", "Fee", isOut: true, "Investment fee")
        add("reinvdiv reinvlg reinvsh reinvmd", "Reinvest", isOut: true, "Reinvestment", income: "Dividend")
        add("reinvint", "Reinvest", isOut: true, "Reinvestment", income: "Interest")
        add("xin contribx", "Transfer", isOut: false, "Transfer")
        add("xout withdrwx", "Transfer", isOut: true, "Transfer")
        add("cash", "", isOut: nil, "Cash")
        add("shrsin shrsout stksplit grant vest exercise expire reminder", nil, isOut: nil, "")
        return known
    }()

    /// - Parameters:
    ///   - record: with the amount as the file writes it.
    ///   - transferred: what of it came from, or went to, another account; nil for all of it.
    func records(of record: ImportedRecord, _ entry: QIFEntry, transferred: Int64?) -> [ImportedRecord] {
        var record = record
        if let isOut { record.minorUnits = isOut ? -abs(record.minorUnits) : abs(record.minorUnits) }
        if let type, !type.isEmpty { record.bankType = type }
        let security = entry.security
        var own = entry.payee.isEmpty && entry.memo.isEmpty ? text : record.description
        if type == "Transfer", own == text { own = QIFTrade.transfer(record, entry) }
        record.description = own.lowercased().contains(security.lowercased()) ? own : OFXRow.joined(own, security)
        var other = record
        other.minorUnits = -record.minorUnits
        if let income {
            other.bankType = income
            other.description = OFXRow.joined(income, security)
            return [other, record]
        }
        guard isElsewhere, transferred != 0 else { return [record] }
        if let transferred { other.minorUnits = record.minorUnits < 0 ? abs(transferred) : -abs(transferred) }
        other.bankType = "Transfer"
        other.description = QIFTrade.transfer(other, entry)
        return [record, other]
    }

    private static func transfer(_ record: ImportedRecord, _ entry: QIFEntry) -> String {
        guard let name = QIFEntry.split(entry.category).other else { return "Transfer" }
        return "Transfer \(record.minorUnits < 0 ? "to" : "from") \(name)"
    }
}

extension QIFEntry {
    /// What was done; nil for an ordinary row of the cash.
    ///
    /// - Throws: where the word for it is none that is known.
    func trade() throws(Unreadable) -> QIFTrade? {
        guard !number.isEmpty else { return nil }
        guard let trade = QIFTrade(number) else {
            throw Unreadable(reason: "unknown action \(CSVText.quoted(number)): enter this transaction by hand")
        }
        return trade
    }

    /// Whether only securities move.
    var movesNoMoney: Bool { isInvested && QIFTrade(number).map { $0.type == nil } ?? false }
}
