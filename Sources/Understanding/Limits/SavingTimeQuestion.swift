import Ledger

/// `how long do I need to save for a $15000 kitchen`: how many months an amount takes.
public struct SavingTimeQuestion: Hashable, Sendable {
    public let amount: Money
    /// What is put aside each month, where the line says so.
    public let perMonth: Money?

    /// - Returns: nil for lines about anything else.
    public init?(_ line: SpokenLine, context: UnderstandingContext) {
        let words = line.words
        guard (5...20).contains(words.count), words.contains(where: SavingTimeQuestion.verbs.contains) else {
            return nil
        }
        let text = SpokenText(words)
        guard ["how long", "how many months", "how many years"].contains(where: text.says),
            !words.contains(where: ["last", "goal", "goals"].contains)
        else { return nil }
        let tokens = line.tokens
        let found = AmountReader(
            tokens: tokens, taken: [Bool](repeating: false, count: tokens.count), home: context.homeCurrency
        ).amounts().filter { $0.amount > 0 }
        let rates = found.compactMap { SavingTimeQuestion.monthly($0, tokens) }
        let targets = found.filter { SavingTimeQuestion.monthly($0, tokens) == nil }
        guard targets.count == 1, rates.count <= 1 else { return nil }
        amount = Money(targets[0].amount, targets[0].currency)
        perMonth = rates.first
    }

    private static let verbs: Set<String> = ["save", "saving", "saved", "aside"]

    /// `$200 a month`, `50 weekly`.
    private static func monthly(_ amount: AmountExpression, _ tokens: [Token]) -> Money? {
        var place = amount.tokens.upperBound
        guard place < tokens.count else { return nil }
        if ["a", "per", "each", "every", "/"].contains(tokens[place].key) {
            place += 1
        } else if !tokens[place].key.hasSuffix("ly") {
            return nil
        }
        guard place < tokens.count, let every = PurchaseReader.unit(tokens[place].key) else { return nil }
        let monthly = Instalments(cents: amount.amount, count: nil, every: every).monthlyCost
        return monthly > 0 ? Money(monthly, amount.currency) : nil
    }
}
