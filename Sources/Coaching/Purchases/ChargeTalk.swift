import Advice
import Ledger
import Understanding

/// A payment that was ordered in words, with the command that makes it; nothing is charged from words.
public struct OrderedCharge: Equatable, Sendable {
    /// nil where none was said.
    public let amount: Money?
    public let merchant: String?
    public let currency: Currency

    public var command: String {
        let name = merchant.map(OrderedCharge.quoted) ?? "NAME"
        return "coach charge --amount \(amount?.plainText ?? "AMOUNT") --currency \(currency.code) --merchant \(name)"
    }

    var words: String { "`\(command)` pays it, once you say yes there" }

    var json: JSON {
        .object([
            ("amount_cents", .optional(amount?.minorUnits, JSON.integer)), ("currency", .string(currency.code)),
            ("merchant", .optional(merchant, JSON.string)), ("command", .string(command)),
        ])
    }

    /// As a shell takes it as one word.
    private static func quoted(_ name: String) -> String {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        return isPlain ? name : "'\(name.withoutControls.replacing("'", with: "'\\''"))'"
    }
}

extension Coach {
    /// What is said to an order to pay: how it is done; nil for other lines.
    mutating func chargeTalk(_ line: String) throws -> Answer? {
        if let order = ChargeOrder(line, context: context) {
            return try charge(order).map { charge in
                var answer = plain(
                    line, Understood(intent: .outOfScope, confidence: 1, query: Query()),
                    "I charge nothing from a conversation: \(charge.words).")
                answer.charge = charge
                return answer
            }
        }
        guard let (before, order) = ChargeOrder.behind(line, context: context) else { return nil }
        if let first = ChargeOrder(before, context: context) {
            return first.amount == nil ? nil : try chargeTalk(before)
        }
        var state = talk.state
        let read = Understander().understand(before, context: context, state: &state)
        guard read.intent == .purchase, read.purchase.amount != nil else { return nil }
        var answer = try reply(to: before)
        answer.question = line
        if let purchase = answer.advice?.purchase {
            let charge = charge(order, of: purchase)
            answer.charge = charge
            answer.understood.notes.append("nothing is charged from a conversation: \(charge.words)")
        }
        return answer
    }

    /// nil where the order is none behind what was spoken of.
    private func charge(_ order: ChargeOrder) throws -> OrderedCharge? {
        let judged = talk.state.asksForPrice ? nil : talk.last?.advice?.purchase
        var last = judged
        if last == nil, order.isPlain, !talk.state.asksForPrice, let id = talk.lastDecision {
            last = try DecisionBook(index).record(asOf: asOf).decisions.first { $0.id == id }?.purchase
        }
        let isMeant = last?.isCalled(order.names) ?? false
        return order.isPlain || isMeant ? charge(order, of: isMeant ? last : nil) : nil
    }

    /// - Parameter last: the purchase that says what the order leaves out.
    private func charge(_ order: ChargeOrder, of last: Purchase?) -> OrderedCharge {
        // Another amount is another payment.
        let last = order.amount == nil || order.amount == last?.amount ? last : nil
        let amount = order.amount ?? last?.amount
        return OrderedCharge(
            amount: amount, merchant: order.merchant ?? last?.merchant, currency: amount?.currency ?? currency)
    }
}
