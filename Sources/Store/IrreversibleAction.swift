import Ledger

/// Something done that cannot be taken back. It is noted among the corrections, so that an undo says so instead of taking
/// back what came before it.
public struct IrreversibleAction: Error, Equatable {
    /// Such as `disconnecting My Bank`.
    let what: String
    /// What can be done instead.
    let instead: String

    /// One line for people.
    public var message: String {
        "the last thing done was \(what), which can't be undone, so nothing was changed; \(instead)"
    }
}

/// How an action that stays done is noted.
enum FinalNote: Equatable {
    /// The name of the connection that ended.
    case disconnected(String)
    case charge(Int64)
    /// Of a charge, in minor units.
    case refund(Int64, amount: Int64)
    /// All of an account went into another one; their names.
    case merged(String, into: String)
    /// The name of the file whose import was chosen to be taken back.
    case removedImport(String)

    var text: String {
        switch self {
        case .disconnected(let name): "disconnected \(name)"
        case .charge(let id): "charge \(id)"
        case .refund(let id, let amount): "refund \(id) \(amount)"
        case .merged(let name, let other): "merged \(name)\n\(other)"
        case .removedImport(let file): "removed \(file)"
        }
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let numbers = parts[1].split(separator: " ").map { Int64($0) }
        switch (parts[0], numbers.count) {
        case ("merged", _):
            let names = parts[1].split(separator: "\n").map(String.init)
            guard names.count == 2 else { return nil }
            self = .merged(names[0], into: names[1])
        case ("disconnected", _): self = .disconnected(parts[1])
        case ("removed", _): self = .removedImport(parts[1])
        case ("charge", 1):
            guard let id = numbers[0] else { return nil }
            self = .charge(id)
        case ("refund", 2):
            guard let id = numbers[0], let amount = numbers[1] else { return nil }
            self = .refund(id, amount: amount)
        default: return nil
        }
    }
}

extension HouseholdIndex {
    /// Notes, as part of a transaction, that something was done for good.
    func note(_ final: FinalNote) throws(StoreError) {
        try database.run(
            "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')", .int(try nextBatch),
            .text(final.text))
    }

    /// Notes, as part of a transaction, that the user sends money of a charge back.
    public func noteRefund(ofCharge id: Int64, _ amount: Int64) throws(StoreError) {
        try note(.refund(id, amount: amount))
    }

    /// A charge that came to nothing is no action any more.
    func forgetNote(ofCharge id: Int64) throws(StoreError) {
        try database.run("DELETE FROM correction WHERE before = ?", .text(FinalNote.charge(id).text))
    }

    func action(_ final: FinalNote) throws -> IrreversibleAction {
        switch final {
        case .disconnected(let name):
            return IrreversibleAction(
                what: "disconnecting \(name)", instead: "connect it again to bring back what the bank still lists")
        case .merged(let name, let other):
            return IrreversibleAction(
                what: "moving everything in \(name) into \(other)",
                instead: "`coach imports` lists the files, and `coach imports --remove NO` takes one out again")
        case .removedImport(let file):
            return IrreversibleAction(
                what: "removing the import of \(file)", instead: "import the file again to get its transactions back")
        case .charge(let id):
            let charge = try charge(id)
            let what = charge.map { "the payment of \($0.amount.text) at \($0.merchant)" } ?? "a payment"
            return IrreversibleAction(
                what: what,
                instead: charge?.state.isOpen ?? false
                    ? "`coach charge cancel \(id)` calls it off" : "`coach charge refund \(id)` sends the money back")
        case .refund(let id, let amount):
            let charge = try charge(id)
            let money = charge.map { "\(Money(amount, $0.amount.currency).text) of your payment at \($0.merchant)" }
            return IrreversibleAction(
                what: "sending \(money ?? "money") back", instead: "`coach charge list` shows what was paid")
        }
    }
}
