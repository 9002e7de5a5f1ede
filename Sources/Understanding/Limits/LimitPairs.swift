import Ledger

/// Several limits in one line: `groceries 600 and dining 300`, `600 for groceries, 300 for restaurants`.
struct LimitPairs {
    /// Each category with its amount, in the order of the line; at least two.
    let pairs: [(category: String, amount: AmountExpression)]
    /// The words for each category, as they were written.
    private let words: [String]

    /// - Returns: nil unless as many amounts as categories are named, each category beside its own amount.
    init?(_ reading: QuestionReading) {
        let amounts = (reading.amounts + reading.bareAmounts).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        let names = reading.names.compactMap { name -> (tokens: Range<Int>, id: String)? in
            guard case .category(let ids) = name.kind, !ids.isEmpty else { return nil }
            return (name.tokens, SlotReader.limitCategory(ids, reading.keys[name.tokens]))
        }
        .sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        guard amounts.count > 1, names.count == amounts.count, amounts.allSatisfy({ $0.relation == .exactly }) else {
            return nil
        }
        // Either every category stands before its amount, or every one after it.
        let places = zip(names, amounts).map { $0.tokens.lowerBound < $1.tokens.lowerBound }
        guard Set(places).count == 1 else { return nil }
        // `two at 185 each plus 60 for parking` tells of prices: nothing but `for`, `to` and the like stands between.
        let isBeside = zip(names, amounts).allSatisfy { name, amount in
            let between =
                max(name.tokens.lowerBound, amount.tokens.lowerBound)
                - min(name.tokens.upperBound, amount.tokens.upperBound)
            return between <= 2
        }
        guard isBeside else { return nil }
        pairs = zip(names, amounts).map { (category: $0.id, amount: $1) }
        words = names.map { reading.text(of: $0.tokens) }
    }

    /// What to ask where nothing says that limits are meant.
    var question: Clarification {
        let all = zip(words, pairs).map { "\($0) to \(Money($1.amount.amount, $1.amount.currency).text)" }
        let list = all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
        return Clarification(need: .choice, text: "Are these monthly limits? Say “set \(list)” to set them.")
    }
}

/// Several limits of one amount: `groceries and dining to 300`, `coffee, games and books 40 each`.
struct SharedLimit {
    /// In the order of the line; at least two.
    let categories: [String]

    /// - Returns: nil unless two categories or more are named that a word joins, and one amount.
    init?(_ reading: QuestionReading) {
        let names = reading.names.compactMap { name -> (tokens: Range<Int>, id: String)? in
            guard case .category(let ids) = name.kind, !ids.isEmpty, !name.isExcluded else { return nil }
            return (name.tokens, SlotReader.limitCategory(ids, reading.keys[name.tokens]))
        }
        .sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        guard names.count > 1, (reading.amounts + reading.bareAmounts).count == 1,
            zip(names, names.dropFirst()).allSatisfy({ one, next in
                reading.keys[one.tokens.upperBound..<next.tokens.lowerBound].contains {
                    ["and", ",", "&", "plus"].contains($0)
                }
            })
        else { return nil }
        // "together" makes one limit of them.
        let isOne = reading.keys.contains { ["together", "combined", "altogether"].contains($0) }
        categories = isOne ? [names.map(\.id).joined(separator: "+")] : names.map(\.id)
    }
}

/// How often a limit is meant to begin anew where it is not each month: `150 a week`, `a weekly limit`.
struct LimitInterval {
    let every: Instalments.Interval

    init?(_ reading: QuestionReading) {
        let keys = reading.keys
        let found = keys.indices.lazy.compactMap { place -> Instalments.Interval? in
            if ["daily"].contains(keys[place]) { return .days(1) }
            if keys[place].hasSuffix("ly") || ["annual", "fortnight"].contains(keys[place]) {
                return PurchaseReader.unit(keys[place])
            }
            guard ["a", "per", "each", "every", "/"].contains(keys[place]), place + 1 < keys.count else { return nil }
            return ["day", "days"].contains(keys[place + 1]) ? .days(1) : PurchaseReader.unit(keys[place + 1])
        }.first
        guard let every = found, every != .months(1) else { return nil }
        self.every = every
    }

    /// The same for a month, minor units.
    func monthly(_ cents: Int64) -> Int64 { Instalments(cents: cents, count: nil, every: every).monthlyCost }

    /// `a week`.
    var words: String {
        switch every {
        case .days(1): "a day"
        case .days(7): "a week"
        case .days(let days): "every \(days) days"
        case .months(12): "a year"
        case .months(let months): "every \(months) months"
        }
    }
}
