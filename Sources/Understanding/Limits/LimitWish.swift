import Ledger

/// Lines about limits that name no limit to set: `move $50 from the groceries budget to coffee`, `suggest limits`.
public enum LimitWish: Hashable, Sendable {
    /// An amount that one limit gives to another; each as it was named.
    case move(Money, from: String, to: String)
    /// The words that name a category; empty for all of them.
    case suggest(String)

    /// - Returns: nil for lines about anything else.
    public init?(_ line: SpokenLine, context: UnderstandingContext) {
        let tokens = line.tokens
        guard (2...20).contains(tokens.count) else { return nil }
        let keys = tokens.filter { $0.form != .sign }.map(\.key)
        if let move = LimitWish.move(tokens, home: context.homeCurrency) {
            self = move
        } else if let name = LimitWish.suggested(keys) {
            self = .suggest(name)
        } else {
            return nil
        }
    }

    private static let limits: Set<String> = ["limit", "limits", "budget", "budgets", "cap", "caps"]

    /// An amount between the verb and `from`, and a name on each side of `to`; a limit must be spoken of.
    private static func move(_ tokens: [Token], home: Currency) -> LimitWish? {
        let keys = tokens.map(\.key)
        guard let verb = keys.firstIndex(where: ["move", "shift", "transfer", "take", "reallocate"].contains),
            verb <= 4,
            !limits.isDisjoint(with: keys), let from = keys[verb...].firstIndex(of: "from"),
            let to = keys[from...].firstIndex(where: ["to", "into", "towards"].contains)
        else { return nil }
        let amounts = AmountReader(
            tokens: tokens, taken: [Bool](repeating: false, count: tokens.count), home: home
        ).amounts()
        guard amounts.count == 1, let amount = amounts.first, (verb..<from).contains(amount.tokens.lowerBound) else {
            return nil
        }
        func name(_ range: Range<Int>) -> String {
            tokens[range].filter { $0.form == .word && !small.contains($0.key) }.map(\.text).joined(separator: " ")
        }
        let (one, other) = (name(from + 1..<to), name(to + 1..<tokens.count))
        guard !one.isEmpty, !other.isEmpty else { return nil }
        return .move(Money(amount.amount, amount.currency), from: one, to: other)
    }

    private static let small: Set<String> = limits.union([
        "my", "our", "the", "please", "monthly", "now", "spending", "and", "put", "it", "add", "month", "this",
    ])

    /// `suggest limits`, `can you suggest a grocery budget`, `recommend me some budgets`.
    private static func suggested(_ keys: [String]) -> String? {
        guard let verb = keys.firstIndex(where: ["suggest", "recommend", "propose"].contains), verb <= 3,
            keys[..<verb].allSatisfy({ ["can", "could", "you", "please", "would"].contains($0) }),
            let noun = keys.firstIndex(where: limits.contains), noun > verb
        else { return nil }
        let fillers = ["me", "us", "some", "a", "an", "good", "new", "sensible", "realistic", "better", "any"]
        let rest = keys[(verb + 1)...].filter {
            !small.contains($0) && !fillers.contains($0) && !["for", "on", "me", "that", "suit"].contains($0)
        }
        return rest.joined(separator: " ")
    }
}

extension BudgetSlots {
    /// Asks for the category of a limit; where one was named that there is none of, with the nearest there is.
    var whichCategory: String {
        guard let unknown else { return "Which category is the limit for?" }
        let key = Array(NameKey.key(of: unknown).utf8)
        let near = Taxonomy.builtIn.categories.filter { $0.flow == .out }.compactMap { category in
            EditDistance.between(key, Array(NameKey.key(of: category.name).utf8), limit: max(1, key.count / 3))
                .map { (distance: $0, name: category.name) }
        }
        .min { $0.distance < $1.distance }
        let start = "I don't know the category “\(unknown)”"
        return near.map { "\(start): do you mean \($0.name.lowercased())?" }
            ?? "\(start). Which one is the limit for: groceries, restaurants, fun …?"
    }
}
