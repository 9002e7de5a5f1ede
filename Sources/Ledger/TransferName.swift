/// What transfers are called whose text names nobody: money to, or from, any account has these names.
public enum TransferName: String, CaseIterable, Sendable {
    case transfer = "Transfer"
    case savings = "Savings Transfer"
    case cardPayment = "Card Payment"
    case loanPayment = "Loan Payment"
}
