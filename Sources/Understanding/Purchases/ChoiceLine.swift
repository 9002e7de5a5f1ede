import Ledger

/// Lines that ask which of two: two prices, or saving and a debt.
public enum ChoiceLine {
    /// `which should I get`, `which one, the $300 or the $450`, `the $300 chair or the $450 chair`.
    public static func asksWhich(_ words: [String]) -> Bool {
        let text = SpokenText(words)
        if text.says("which one") || text.says("which of the two") { return true }
        if words.first == "the", words.count <= 12, text.says("or the") { return true }
        return words.contains("which")
            && !Set(["get", "buy", "choose", "pick", "take", "better", "order"]).isDisjoint(with: words)
    }

    /// `iPhone 17 for $829 outright, or a $89 battery for the 13`: two things with a price each, and no payments of one.
    public static func namesTwo(_ line: SpokenLine, context: UnderstandingContext) -> Bool {
        let keys = line.tokens.map(\.key)
        let found = AmountReader(
            tokens: line.tokens, taken: [Bool](repeating: false, count: keys.count), home: context.homeCurrency
        ).amounts().filter { $0.isMarked }
        guard found.count == 2 else { return false }
        let between = keys[found[0].tokens.upperBound..<found[1].tokens.lowerBound]
        let around = keys[found[0].tokens.upperBound...].prefix(2) + keys[found[1].tokens.upperBound...].prefix(2)
        // "or 24 months at $175", but not "or a topper at $189"
        var plans = PurchaseTable.words("choice.plans")
        if !between.contains(where: { PurchaseReader.unit($0) != nil }) { plans.remove("at") }
        // "$6,900 or $287.50 for 24 months"
        let isPlan = keys[found[1].tokens.upperBound...].prefix(3).contains { PurchaseReader.unit($0) != nil }
        return !Set(["or", "vs"]).isDisjoint(with: between) && !between.contains("wait") && !isPlan
            && plans.isDisjoint(with: around)
            && plans.isDisjoint(with: between.suffix(2))
    }

    /// `should I save 500 or pay off the card`.
    public static func savesOrPays(_ words: [String]) -> Bool {
        let saving: Set = ["save", "saving", "savings", "invest"]
        let debts: Set = ["card", "cards", "loan", "debt", "visa", "mastercard", "amex"]
        guard let or = words.firstIndex(of: "or"),
            words.count <= 8 || words.starts(with: ["should"]) || words.contains("better")
        else {
            return false
        }
        func isPaying(_ part: ArraySlice<String>) -> Bool {
            !Set(["pay", "put"]).isDisjoint(with: part) && !debts.isDisjoint(with: part)
        }
        let (before, after) = (words[..<or], words[(or + 1)...])
        return !saving.isDisjoint(with: before) && isPaying(after)
            || isPaying(before) && !saving.isDisjoint(with: after)
    }

    /// The two prices of a line, of one currency; nil where there are not just two.
    public static func prices(_ line: SpokenLine, context: UnderstandingContext) -> (low: Money, high: Money)? {
        let all = AmountReader(
            tokens: line.tokens, taken: [Bool](repeating: false, count: line.tokens.count), home: context.homeCurrency
        ).amounts().filter { $0.amount >= 5 * $0.currency.minorPerMajor }
        let marked = all.filter(\.isMarked)
        let found = marked.count == 2 ? marked : all
        guard found.count == 2, found[0].currency == found[1].currency, found[0].amount != found[1].amount else {
            return nil
        }
        let amounts = found.map { Money($0.amount, $0.currency) }.sorted { $0.minorUnits < $1.minorUnits }
        return (amounts[0], amounts[1])
    }
}
