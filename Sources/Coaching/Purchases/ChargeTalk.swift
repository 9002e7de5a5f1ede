import Ledger
import Understanding

extension Coach {
    /// What is said to an order to pay: how it is done. Nothing is charged from words; nil for other lines.
    func chargeTalk(_ line: String) -> Answer? {
        guard let order = ChargeOrder(line, context: context) else { return nil }
        // “It” is what was judged last.
        let last = order.amount == nil && order.merchant == nil ? talk.last?.advice?.purchase : nil
        let price = order.amount ?? last?.amount
        let amount = price?.plainText ?? "AMOUNT"
        let merchant = (order.merchant ?? last?.merchant).map(Coach.quoted) ?? "NAME"
        let other = price.flatMap { $0.currency == currency ? nil : " --currency \($0.currency.code)" } ?? ""
        return plain(
            line, Understood(intent: .outOfScope, confidence: 1, query: Query()),
            "I charge nothing from a conversation: `coach charge --amount \(amount) --merchant \(merchant)\(other)` "
                + "pays it, once you say yes there.")
    }

    /// As a shell takes it as one word.
    private static func quoted(_ name: String) -> String {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        return isPlain ? name : "'\(name.withoutControls.replacing("'", with: "'\\''"))'"
    }
}
