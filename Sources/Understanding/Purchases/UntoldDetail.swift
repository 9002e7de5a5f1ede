/// What no bank tells of what is paid: the items of a purchase, the gallons of a tank, what is left of a loan.
public enum UntoldDetail {
    /// Whether a line asks for it: `what did we buy there on Friday, item by item`, `how many gallons did we pump`; not `how many
    /// items`, nor `the items over $50 I bought`, which may be purchases.
    public static func isAsked(in line: String) -> Bool {
        let words = SpokenText.words(of: line)
        let text = SpokenText(words)
        if PurchaseTable.phrases("untold.measures").contains(where: text.says) { return true }
        guard PurchaseTable.phrases("untold.bought").contains(where: text.says) else { return false }
        let asksOfShop = !Set(words).isDisjoint(with: ["at", "from"])
        return PurchaseTable.phrases("untold.items").contains { phrase in
            let said = phrase.split(separator: " ").map(String.init)
            return words.suffix(said.count).elementsEqual(said) || asksOfShop && words.starts(with: said)
        }
    }

    /// Whether a line asks what is left of a loan: `how much do we still owe on the truck`, `what's the payoff amount`; not what is
    /// owed on a card, which is its balance.
    public static func asksWhatIsOwed(in line: String) -> Bool {
        let words = SpokenText.words(of: line)
        guard PurchaseTable.words("untold.cards").isDisjoint(with: words) else { return false }
        let text = SpokenText(words)
        return PurchaseTable.phrases("untold.debt").contains(where: text.says)
    }
}
