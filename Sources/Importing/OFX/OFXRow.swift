import Ledger

/// A transaction that has what a record needs.
struct OFXRow {
    /// Why a transaction cannot become a record.
    struct Unreadable: Error {
        var reason: String
    }

    let record: ImportedRecord

    /// - Parameters:
    ///   - currency: of the statement; the transaction's own goes before it.
    ///   - account: the name of the statement's account.
    ///   - signs: what the signs of the file mean; nil for what they say.
    init(
        _ transaction: OFXTransaction, _ scanner: OFXScanner, currency: Currency, account: String?,
        options: ImportOptions, signs: OFXSigns? = nil
    ) throws(Unreadable) {
        func text(_ field: OFXField) -> String { transaction.value(of: field).map(scanner.text) ?? "" }
        guard !transaction.isCutOff else {
            throw Unreadable(reason: "the file ends in the middle of this transaction: download it again")
        }
        guard text(.correction) != "DELETE" else {
            throw Unreadable(reason: "the bank reversed an earlier transaction: exclude that one with `coach edit`")
        }
        let days = try OFXRow.days(
            posted: text(transaction.isPending ? .pendingSince : .posted), user: text(.user))
        let own = Currency(text(.currency))
        let written = try OFXRow.amount(text(.amount), in: own ?? currency)
        let statement = scanner.statements[transaction.statement]
        let signed = signs.map {
            $0.signed(written, type: text(.type), statement, index: transaction.statement)
        }
        guard let amount = signed ?? written else {
            throw Unreadable(
                reason:
                    "\(CSVText.quoted(text(.type))) does not tell whether money came in or went out: enter this transaction by "
                    + "hand")
        }
        let id = text(.id)
        let type = OFXRow.known(type: text(.type))
        let named = OFXRow.joined(text(.name), OFXRow.joined(text(.payee), text(.extendedName)))
        let description = OFXRow.joined(named, text(.memo))
        let check = text(.checkNumber)
        var record = ImportedRecord(
            line: transaction.line, date: days.user ?? days.posted, posted: days.user == nil ? nil : days.posted,
            description: description.isEmpty ? check.isEmpty ? type : "CHECK \(check)" : description,
            minorUnits: options.flipsSign ? -amount : amount, currency: own,
            bankID: id.allSatisfy { $0 == "0" } ? nil : id, bankType: type.isEmpty ? nil : type,
            isPending: transaction.isPending, accountName: account)
        if !check.isEmpty, check.allSatisfy(\.isNumber) { record.checkNumber = check }
        self.record = record
    }

    /// The day of posting, and the day of the purchase where the bank gives another one.
    static func days(posted: String, user: String) throws(Unreadable) -> (posted: CivilDate, user: CivilDate?) {
        let userDay = OFXValues.day(user)
        guard !posted.isEmpty else {
            guard let userDay else { throw Unreadable(reason: "no date: enter this transaction by hand") }
            return (userDay, nil)
        }
        guard let day = OFXValues.day(posted) else {
            throw Unreadable(
                reason: "impossible date \"\(posted.prefix(40))\": fix it and import the file again")
        }
        // Some banks fill the field with a day of long ago where they do not know it.
        guard let userDay, userDay != day, (-366...366).contains(day.days(since: userDay)) else { return (day, nil) }
        return (day, userDay)
    }

    static func amount(_ text: String, in currency: Currency) throws(Unreadable) -> Int64 {
        guard !text.isEmpty else { throw Unreadable(reason: "no amount: enter this transaction by hand") }
        guard let value = OFXAmount(text)?.minorUnits(of: currency) else {
            let fault = OFXAmount.fault(of: text, in: currency) ?? "unreadable amount"
            throw Unreadable(reason: "\(fault): fix it and import the file again")
        }
        return value
    }

    /// Two texts one after the other, once where the second says the first again.
    static func joined(_ first: String, _ second: String) -> String {
        guard !first.isEmpty, !second.isEmpty else { return first + second }
        let (a, b) = (first.lowercased(), second.lowercased())
        if b.hasPrefix(a) { return second }
        return a.hasPrefix(b) ? first : first + " " + second
    }

    /// OTHER for a word that OFX does not have (section 11.4.4.3).
    private static func known(type: String) -> String {
        let word = type.uppercased()
        return types.contains(word) ? word : word.isEmpty ? "" : "OTHER"
    }

    private static let types: Set<String> = [
        "CREDIT", "DEBIT", "INT", "DIV", "FEE", "SRVCHG", "DEP", "ATM", "POS", "XFER", "CHECK", "PAYMENT", "CASH",
        "DIRECTDEP", "DIRECTDEBIT", "REPEATPMT", "OTHER",
    ]
}
