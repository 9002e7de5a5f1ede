import Ledger

/// A transaction that has what a record needs, made plain for libofx.
struct OFXRow {
    /// Why a transaction cannot become a record.
    struct Unreadable: Error {
        var reason: String
    }

    let line: Int
    let statement: Int
    let isPending: Bool
    let id: String?
    /// What the amount is in where that is not the account's currency. libofx does not tell for bank transactions.
    let currency: Currency?
    /// In the order of the DTD.
    let fields: [(field: OFXField, value: String)]

    init(_ transaction: OFXTransaction, _ scanner: OFXScanner) throws(Unreadable) {
        func text(_ field: OFXField) -> String { transaction.value(of: field).map(scanner.text) ?? "" }
        guard !transaction.isCutOff else {
            throw Unreadable(reason: "the file ends in the middle of this transaction: download it again")
        }
        guard text(.correction) != "DELETE" else {
            throw Unreadable(reason: "the bank reversed an earlier transaction: exclude that one with `coach edit`")
        }
        let days = try OFXRow.days(
            posted: text(transaction.isPending ? .pendingSince : .posted), user: text(.user))
        let amount = try OFXRow.amount(text(.amount))
        line = transaction.line
        statement = transaction.statement
        isPending = transaction.isPending
        let id = text(.id)
        self.id = id.allSatisfy { $0 == "0" } ? nil : id
        currency = Currency(text(.currency))

        var fields: [(OFXField, String)] = [
            (.type, OFXRow.known(type: text(.type))), (.posted, OFXDocument.plain(days.posted)),
        ]
        if let user = days.user { fields.append((.user, OFXDocument.plain(user))) }
        fields.append((.amount, amount))
        fields.append((.checkNumber, text(.checkNumber)))
        let named = OFXRow.joined(text(.name), OFXRow.joined(text(.payee), text(.extendedName)))
        fields.append((.memo, OFXRow.cut(OFXRow.joined(named, text(.memo)))))
        self.fields = fields.filter { !$0.1.isEmpty }
    }

    /// The day of posting, and the day of the purchase where the bank gives another one.
    private static func days(posted: String, user: String) throws(Unreadable) -> (posted: CivilDate, user: CivilDate?) {
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

    private static func amount(_ text: String) throws(Unreadable) -> String {
        guard !text.isEmpty else { throw Unreadable(reason: "no amount: enter this transaction by hand") }
        guard let amount = OFXValues.amount(text) else {
            throw Unreadable(
                reason: "no amount: \"\(text.prefix(40))\": fix it and import the file again")
        }
        // The limit of `minorUnits`, which libofx would be asked for in vain.
        guard let value = Double(amount.plain), value.magnitude <= 1e13 else {
            throw Unreadable(
                reason: "absurd amount \"\(text.prefix(40))\": fix it and import the file again")
        }
        return amount.plain
    }

    /// Two texts one after the other, once where the second says the first again.
    static func joined(_ first: String, _ second: String) -> String {
        guard !first.isEmpty, !second.isEmpty else { return first + second }
        let (a, b) = (first.lowercased(), second.lowercased())
        if b.hasPrefix(a) { return second }
        return a.hasPrefix(b) ? first : first + " " + second
    }

    /// The 390 bytes that libofx keeps of a memo, and no part of a character.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > 390 else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: 390)
        while String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }

    /// OTHER for a word that is not in the DTD.
    private static func known(type: String) -> String {
        let word = type.uppercased()
        return types.contains(word) ? word : word.isEmpty ? "" : "OTHER"
    }

    private static let types: Set<String> = [
        "CREDIT", "DEBIT", "INT", "DIV", "FEE", "SRVCHG", "DEP", "ATM", "POS", "XFER", "CHECK", "PAYMENT", "CASH",
        "DIRECTDEP", "DIRECTDEBIT", "REPEATPMT", "OTHER",
    ]
}
