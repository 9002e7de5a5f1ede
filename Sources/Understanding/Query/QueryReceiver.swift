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

    /// What a reply must say of it.
    var receiverNote: String? {
        receiver.map { name in
            "a bank's data does not say for whom things were bought, so this is not only “\(reading.text(of: name.tokens))”"
        }
    }
}
