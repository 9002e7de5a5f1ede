/// What transfers are called whose text names nobody: money to, or from, any account has these names.
public enum TransferName: String, CaseIterable, Sendable {
    case transfer = "Transfer"
    case savings = "Savings Transfer"
    case cardPayment = "Card Payment"
    case loanPayment = "Loan Payment"

    /// Whether a name is a way to pay somebody and whom: `Zelle to Ann Doe`.
    static func isPayment(_ name: String) -> Bool { name.hasPrefix("Zelle ") }
}
