import Ledger

/// A question whether own money should go elsewhere: `should I pay off my card with $1000`, `should I put $500 into
/// savings`. Nothing is bought.
public struct MoveLine: Hashable, Sendable {
    /// nil where none is said.
    public let amount: Money?
    /// Whether that is so much each month.
    public let isMonthly: Bool
    /// Whether it is taken out of savings, for nothing that is named.
    public let leavesSavings: Bool

    /// - Returns: nil for lines about anything else.
    public init?(_ line: SpokenLine, context: UnderstandingContext) {
        let tokens = line.tokens
        let keys = tokens.filter { $0.form != .sign }.map(\.key)
        guard (4...24).contains(keys.count), let start = MoveLine.wish(in: keys), start < keys.count else { return nil }
        let wish = Array(keys[start...].drop { ["just", "rather", "now", "to", "also", "afford"].contains($0) })
        leavesSavings = MoveLine.leavesSavings(wish)
        // `how can I save 500 a month` asks for ways.
        let saves = keys[0] != "how" && MoveLine.saves(wish)
        guard leavesSavings || saves || MoveLine.paysDebt(wish) || MoveLine.puts(wish) else { return nil }
        let found = AmountReader(
            tokens: tokens, taken: [Bool](repeating: false, count: tokens.count), home: context.homeCurrency
        ).amounts()
        amount = (found.first { $0.isMarked } ?? found.first).map { Money($0.amount, $0.currency) }
        isMonthly =
            wish.contains("monthly")
            || zip(wish, wish.dropFirst()).contains { ["a", "per", "each", "every"].contains($0) && $1 == "month" }
    }

    /// Where that begins which is asked about: after `should I`, `what if I`, `is it ok to`, `is it a good idea to`.
    private static func wish(in keys: [String]) -> Int? {
        if let modal = keys.prefix(4).firstIndex(where: modals.contains), modal + 1 < keys.count,
            ["i", "we"].contains(keys[modal + 1])
        {
            return modal + 2
        }
        if let condition = keys.prefix(4).firstIndex(of: "if"), condition > 0, condition + 1 < keys.count,
            keys[condition - 1] == "what", ["i", "we"].contains(keys[condition + 1])
        {
            return condition + 2
        }
        guard keys.starts(with: ["is", "it"]) || keys.starts(with: ["would", "it", "be"]) else { return nil }
        return keys.prefix(8).firstIndex(of: "to").map { $0 + 1 }
    }

    /// `take 500 from my savings`, `move 500 from savings to checking`; not `take 500 from savings for a tv`.
    private static func leavesSavings(_ wish: [String]) -> Bool {
        guard
            ["take", "move", "transfer", "pull", "withdraw", "draw", "put", "shift", "send"].contains(wish.first ?? ""),
            buying.isDisjoint(with: wish), others.isDisjoint(with: wish), debts.isDisjoint(with: wish)
        else { return false }
        return wish.indices.dropFirst().contains { place in
            ["savings", "saving", "saver"].contains(wish[place])
                && wish[..<place].last { !["my", "our", "the", "high", "yield", "of"].contains($0) }
                    .map { ["from", "out"].contains($0) } ?? false
        }
    }

    /// `pay off my card`, `pay 500 towards the loan`, `throw 500 at my debt`; not `pay for a tv with my card`.
    private static func paysDebt(_ wish: [String]) -> Bool {
        guard ["pay", "put", "throw", "clear", "repay", "use", "do"].contains(wish.first ?? ""),
            let debt = wish.firstIndex(where: debts.contains),
            buying.isDisjoint(with: wish)
        else { return false }
        let before = wish[1..<debt]
        if before.contains("off") || before.contains("down") || wish[debt...].contains("off") { return true }
        // A card after these is the means.
        guard Set(["with", "by", "using", "via"]).isDisjoint(with: before) else { return false }
        switch wish[0] {
        case "pay":
            return before.count <= 6 && !Set(["my", "the", "our", "towards", "toward"]).isDisjoint(with: before)
        case "clear", "repay": return true
        default: return !Set(["towards", "toward", "at", "against"]).isDisjoint(with: before)
        }
    }

    /// `put $500 into savings`, `move 500 to my savings account`, `set 200 aside`.
    private static func puts(_ wish: [String]) -> Bool {
        guard
            ["put", "move", "transfer", "shift", "stash", "add", "deposit", "set", "sweep", "park", "send", "do"]
                .contains(wish.first ?? ""), buying.isDisjoint(with: wish),
            !wish.contains("from") || comesFromChecking(wish),
            others.isDisjoint(with: wish)
        else { return false }
        if wish.contains("aside") || wish.contains("away") { return true }
        return wish.indices.dropFirst().contains { place in
            ["savings", "saving", "saver", "isa", "pension", "401k", "retirement"].contains(wish[place])
                && wish[..<place].suffix(4).contains { ["into", "in", "to", "towards", "toward"].contains($0) }
        }
    }

    /// `save 500 a month`; not `save 500 on groceries`, `save 500 by June`.
    private static func saves(_ wish: [String]) -> Bool {
        wish.first == "save" && wish.dropFirst().first?.contains(where: \.isNumber) ?? false
            && Set(wish).isDisjoint(with: buying.union(others).union(["on", "by", "if", "from", "until", "before"]))
    }

    /// `move 500 from checking to savings`; what comes from savings is no saving.
    private static func comesFromChecking(_ wish: [String]) -> Bool {
        guard let from = wish.firstIndex(of: "from") else { return false }
        return wish[from...].dropFirst().first { !["my", "our", "the", "joint", "main"].contains($0) } == "checking"
    }

    private static let modals: Set<String> = ["should", "can", "could", "shall", "may"]
    private static let buying: Set<String> = ["buy", "buying", "for", "get", "getting", "upgrade"]
    /// Words of goals, limits and rows, which can be put somewhere too.
    private static let others = PurchaseTable.words("move.others")
    private static let debts = PurchaseTable.words("move.debts")
}
