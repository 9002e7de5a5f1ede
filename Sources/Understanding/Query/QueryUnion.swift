import Ledger

/// Categories and merchants that are joined and not narrowed by one another.
extension QueryBuilder {
    private static let joiners: Set<String> = ["and", "or", "&", "+", "plus", ",", "/"]
    /// Words that may stand beside a joiner: `groceries and spending at starbucks`.
    private static let fillers: Set<String> = [
        "spending", "spend", "spent", "purchases", "bill", "bills", "costs", "stuff", "visits", "trips", "orders",
    ]

    /// `groceries and starbucks` are the rows of either; `groceries at costco` are those of both.
    func applyUnion(to query: inout Query) {
        guard query.sides.isEmpty, !query.categories.isEmpty, !query.merchants.isEmpty else { return }
        let names = reading.names.filter { name in
            guard !name.isExcluded else { return false }
            switch name.kind {
            case .category(let ids): return ids.contains(where: query.categories.contains)
            case .merchant(let found): return found.contains(where: query.merchants.contains)
            default: return false
            }
        }
        query.isUnion =
            names.count > 1 && zip(names, names.dropFirst()).allSatisfy { areAdded($0.tokens, $1.tokens) }
    }

    private func areAdded(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        guard first.upperBound < second.lowerBound else { return false }
        let between = reading.keys[first.upperBound..<second.lowerBound]
        return between.contains(where: QueryBuilder.joiners.contains)
            && between.allSatisfy {
                QueryBuilder.joiners.contains($0) || QueryBuilder.fillers.contains($0) || FunctionWords.all.contains($0)
            }
    }

    /// What is invested or paid towards a card is moved, not spent, and no noun names it.
    func addMovedMoney(_ query: inout Query) {
        guard [.spending, .transactions].contains(intent), query.categories.isEmpty, query.merchants.isEmpty,
            query.text == nil
        else { return }
        let keys = reading.keys
        if keys.contains("invest") || keys.contains("invested") { query.categories = ["investment_transfer"] }
        if query.accounts.isEmpty, saysTakenOut { query.categories = ["cash"] }
        let paysOff = keys.indices.dropLast().contains { place in
            ["pay", "paid", "paying"].contains(keys[place]) && keys[place + 1] == "off"
        }
        // "pay on my credit cards" is what went to them; what was bought with them is paid "with" them.
        let paysOnCard =
            keys.starts(with: ["how", "much"]) && keys.contains("credit")
            && keys.indices.dropLast(2).contains { place in
                ["pay", "paid"].contains(keys[place]) && keys[place + 1] == "on"
                    && ["my", "our", "the", "all", "both"].contains(keys[place + 2])
            }
        if paysOnCard, !query.accounts.isEmpty {
            (query.kinds, query.direction) = ([.transfer], .in)
        } else if paysOff, keys.contains(where: ["card", "cards"].contains) {
            query.categories = ["card_payment"]
        }
    }

    /// `how much did I take out`, `cashed out`: at a machine, where no account is named.
    private var saysTakenOut: Bool {
        reading.keys.indices.dropFirst().contains { place in
            let (before, word) = (reading.keys[place - 1], reading.keys[place])
            return word == "out" && ["take", "took", "taken", "cash", "cashed"].contains(before)
                || ["i", "we", "ive"].contains(before) && ["withdraw", "withdrew", "withdrawn"].contains(word)
        }
    }

    /// `how much did I return to target`: as a verb, what was given back.
    var saysReturned: Bool {
        reading.keys.indices.dropFirst().contains { place in
            reading.keys[place] == "return" && ["i", "we"].contains(reading.keys[place - 1])
        }
    }

    /// Whether `minus refunds` asks for what was spent once refunds are taken off, which a sum of spending is.
    var isNetOfRefunds: Bool { reading.saysNetOfRefunds }
}

extension QuestionReading {
    /// `minus refunds`, `net of refund`.
    var saysNetOfRefunds: Bool {
        keys.indices.dropFirst().contains { place in
            ["refund", "refunds", "return", "returns"].contains(keys[place])
                && (["minus", "less", "after"].contains(keys[place - 1])
                    || place > 1 && keys[place - 2] == "net" && keys[place - 1] == "of")
        }
    }
}
