import Ledger

/// `charge my card $20 at Steam`, `pay $20 at Steam with my card`: an order to pay, which isn't carried out from words.
public struct ChargeOrder: Equatable, Sendable {
    /// nil where none is said.
    public let amount: Money?
    public let merchant: String?

    private static let polite: Set<String> = [
        "please", "ok", "okay", "hey", "coach", "now", "just", "then", "so", "and", "go", "ahead", "yes", "yeah",
        "great",
        "fine", "lets", "alright",
    ]
    private static let asking = [
        ["can", "you"], ["could", "you"], ["would", "you"], ["will", "you"], ["i", "want", "you", "to"],
        ["i", "want", "to"], ["id", "like", "you", "to"], ["id", "like", "to"],
    ]
    /// What comes right behind the verb where it is one: `charge of $20` is a thing.
    private static let objects: Set<String> = ["my", "the", "our", "it", "me", "this", "that", "us"]
    private static let kinds: Set<String> = [
        "my", "the", "our", "a", "credit", "debit", "default", "visa", "mastercard", "amex", "bank",
    ]
    private static let ties: Set<String> = ["on", "to", "with", "using", "from", "via", "by", "against", "onto"]

    /// nil for every other line.
    public init?(_ line: String, context: UnderstandingContext) {
        var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        func key(_ word: String) -> String { word.lowercased().filter { $0.isLetter || $0.isNumber } }
        while true {
            if let first = words.first, ChargeOrder.polite.contains(key(first)) {
                words.removeFirst()
            } else if let asking = ChargeOrder.asking.first(where: { words.map(key).starts(with: $0) }) {
                words.removeFirst(asking.count)
            } else {
                break
            }
        }
        guard (2...16).contains(words.count) else { return nil }
        let verb = key(words.removeFirst())
        let card = ChargeOrder.card(in: words.map(key))
        let isPaid = card != nil && words.contains { $0.contains(where: \.isNumber) }
        switch verb {
        case "charge", "debit":
            let isPriced = words.contains { $0.contains(where: \.isNumber) }
            guard ChargeOrder.objects.contains(key(words[0])) || words[0].contains(where: \.isNumber),
                card != nil || isPriced || words.count == 1 && ["it", "that", "this"].contains(key(words[0]))
            else { return nil }
        case "pay", "put", "use", "bill", "buy": guard isPaid else { return nil }
        default: return nil
        }
        if let card { words.removeSubrange(card) }
        if let first = words.first, ["it", "me", "us", "this", "that"].contains(key(first)) { words.removeFirst() }
        words = words.map { key($0) == "to" ? "at" : $0 }
        var state = ConversationState()
        let read = Understander().understand(
            "should I spend " + words.joined(separator: " "), context: context, state: &state)
        (amount, merchant) = (read.purchase.amount, read.purchase.merchant)
    }

    /// Where a card is spoken of, with what ties it to the sentence: `with my debit card`.
    private static func card(in keys: [String]) -> Range<Int>? {
        guard let place = keys.firstIndex(where: { ["card", "visa", "mastercard", "amex"].contains($0) }) else {
            return nil
        }
        var start = place
        while start > 0, kinds.contains(keys[start - 1]) { start -= 1 }
        if start > 0, ties.contains(keys[start - 1]) { start -= 1 }
        let isNext = place + 1 < keys.count && keys[place + 1] == "card"
        return start..<place + (isNext ? 2 : 1)
    }
}
