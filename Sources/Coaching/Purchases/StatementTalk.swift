import Ledger
import Understanding

/// `my rent is $2355`: what somebody pays, which asks nothing.
struct BillStatement: Hashable {
    /// `rent`
    let name: String

    init?(_ line: SpokenLine) {
        let words = line.words.drop { ["well", "and", "but", "so", "ok", "hey"].contains($0) }
        guard (4...12).contains(words.count), let first = words.first, ["my", "our"].contains(first),
            !line.text.utf8.contains(UInt8(ascii: "?")),
            let verb = words.dropFirst(2).prefix(3).firstIndex(where: { BillStatement.verbs.contains($0) })
        else { return nil }
        let named = words[(words.startIndex + 1)..<verb]
        let rest = words[(verb + 1)...].filter { !BillStatement.small.contains($0) }
        guard named.allSatisfy(BillStatement.bills.contains), !rest.isEmpty,
            rest.allSatisfy({ $0.first?.isNumber ?? false })
        else { return nil }
        name = named.joined(separator: " ")
    }

    private static let verbs: Set<String> = ["is", "was", "costs", "are", "cost", "will"]
    private static let bills: Set<String> = [
        "rent", "mortgage", "insurance", "car", "phone", "bill", "bills", "utilities", "utility", "electricity",
        "electric", "internet", "water", "gas", "loan", "student", "payment", "tuition", "daycare", "childcare",
        "health",
        "monthly", "power", "cable", "wifi", "gym", "membership",
    ]
    private static let small: Set<String> = [
        "about", "around", "roughly", "a", "per", "month", "monthly", "each", "every", "year", "week", "be", "dollars",
        "bucks", "usd", "only", "just", "now", "already", "also",
    ]
}

extension Coach {
    /// What is paid is read from the data, so that nothing is kept of it; nil for other lines.
    func billTalk(_ spoken: SpokenLine) -> Answer? {
        guard let bill = BillStatement(spoken) else { return nil }
        let understood = Understood(intent: .help, confidence: 0.95, query: Query())
        let reply =
            "I get what you pay from your transactions, so you don't need to tell me. Ask “how much is my \(bill.name)?” "
            + "to see what I have."
        return plain(
            spoken.text, understood, reply + (talk.state.asksForPrice ? " Now, how much is the purchase?" : ""))
    }
}
