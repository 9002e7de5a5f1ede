import Ledger

/// Whether the signs of an OFX file's amounts go with the kinds of its transactions, statement by statement.
struct OFXSigns {
    enum Rule {
        case asIs
        /// Money out is positive, and money in has a minus sign.
        case turned
        /// No amount has a sign: the kind of a transaction tells where the money went.
        case byType
    }

    /// Which way money of a kind goes (OFX 2.1.1, section 11.4.4.3); nil where it goes either way.
    static func isOut(_ type: String, onCard: Bool) -> Bool? {
        switch type {
        case "DEBIT", "POS", "DIRECTDEBIT", "ATM", "CHECK", "CASH", "FEE", "SRVCHG", "REPEATPMT": true
        case "CREDIT", "DEP", "DIRECTDEP", "DIV": false
        case "PAYMENT": !onCard
        default: nil
        }
    }

    /// Others may well be positive: money that is put into a machine, a check that is paid in, a fee that is given back.
    private static let plainlyOut: Set<String> = ["DEBIT", "POS", "DIRECTDEBIT"]

    private struct Count {
        var outMinus = 0
        var outPlus = 0
        var inMinus = 0
        var inPlus = 0
        /// Of `outPlus`, those that can't come in.
        var plain = 0
        var negatives = 0
        var example: LayoutDoubt?
    }

    private var counts: [Count] = []

    mutating func note(_ transaction: OFXTransaction, _ scanner: OFXScanner) {
        guard transaction.trade == nil, !transaction.isCutOff,
            scanner.statements[transaction.statement].kind != .investment
        else { return }
        func text(_ field: OFXField) -> String { transaction.value(of: field).map(scanner.text) ?? "" }
        let written = text(.amount)
        guard let amount = OFXAmount(written)?.minorUnits(of: .usd), amount != 0 else { return }
        let type = text(.type).uppercased()
        while counts.count <= transaction.statement { counts.append(Count()) }
        var count = counts[transaction.statement]
        if amount < 0 { count.negatives += 1 }
        switch (Self.isOut(type, onCard: scanner.statements[transaction.statement].kind == .card), amount < 0) {
        case (true, true): count.outMinus += 1
        case (true, false):
            count.outPlus += 1
            if Self.plainlyOut.contains(type) { count.plain += 1 }
            if count.example == nil { count.example = .sign(text: text(.name), amount: written) }
        case (false, true): count.inMinus += 1
        case (false, false): count.inPlus += 1
        case (nil, _): break
        }
        counts[transaction.statement] = count
    }

    func rule(ofStatement index: Int) -> Rule {
        guard index < counts.count else { return .asIs }
        let count = counts[index]
        guard count.outMinus == 0, count.outPlus > 0 else { return .asIs }
        if count.inPlus == 0, count.inMinus > 0, count.plain > 0 { return .turned }
        return count.negatives == 0 && count.inPlus > 0 && count.outPlus > 1 && count.plain > 0 ? .byType : .asIs
    }

    /// A row where only kinds of money out are there, and all of them are positive: they may be what was given back.
    var doubt: LayoutDoubt? {
        counts.lazy.filter { $0.outMinus + $0.inPlus + $0.inMinus == 0 && $0.plain > 1 }.compactMap(\.example).first
    }

    /// What is said where signs aren't taken as they are.
    var notes: [String] {
        let rules = counts.indices.map(rule)
        var notes: [String] = []
        if rules.contains(.turned) {
            notes.append(
                "Positive amounts are read as money out, since its debits are positive and its credits have a minus sign; if "
                    + "they're money in, use --keep-sign.")
        }
        if rules.contains(.byType) {
            notes.append(
                "Its amounts have no signs, so its debits, card payments, and the like are read as money out; if they're money in, "
                    + "use --keep-sign.")
        }
        return notes
    }

    /// The amount with the sign that the rule gives it.
    ///
    /// - Returns: nil where nothing tells it.
    func signed(_ amount: Int64, type: String, _ statement: OFXStatement, index: Int) -> Int64? {
        switch rule(ofStatement: index) {
        case .asIs: amount
        case .turned: -amount
        case .byType:
            amount == 0
                ? 0
                : Self.isOut(type.uppercased(), onCard: statement.kind == .card).map { $0 ? -abs(amount) : abs(amount) }
        }
    }
}
