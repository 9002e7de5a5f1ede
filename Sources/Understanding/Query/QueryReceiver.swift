import Ledger

/// For whom something was bought, which no row says.
extension QueryBuilder {
    /// `clothes for the kids`: another category before it says what was bought.
    func isFor(_ ids: [String], _ name: NameMatch) -> Bool { receiver.map { $0.tokens == name.tokens } ?? false }

    /// The category that stands for people after one of things.
    private var receiver: NameMatch? {
        reading.names.first { name in
            guard case .category(let ids) = name.kind, ids.contains("family"), !name.isExcluded else { return false }
            var place = name.tokens.lowerBound - 1
            while place > 0, FunctionWords.determiners.contains(reading.keys[place]) { place -= 1 }
            return place > 0 && reading.keys[place] == "for"
                && reading.names.contains { other in
                    guard case .category(let things) = other.kind else { return false }
                    return other.tokens.upperBound <= place && !things.contains("family")
                }
        }
    }

    /// `what did we put on the cards`: all cards, where nothing says which.
    var cardsUsed: [String] {
        guard intent == .spending, let place = reading.keys.firstIndex(of: "cards"), place > 1,
            ["the", "my", "our", "both"].contains(reading.keys[place - 1]),
            ["on", "with", "using"].contains(reading.keys[place - 2]), !reading.keys.contains("gift")
        else { return [] }
        return context.names.accounts.filter { $0.type == .creditCard }.map(\.name)
    }

    /// What a reply must say of it.
    var receiverNote: String? {
        receiver.map { name in
            "a bank's data does not say for whom things were bought, so this is not only “\(reading.text(of: name.tokens))”"
        }
    }
}
