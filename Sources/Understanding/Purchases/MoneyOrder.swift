import Ledger

/// An order to pay somebody or to move money: `can you zelle Ana 50`, `pay the electric bill for me`. Coach moves none, so that no
/// figures of such payments are an answer. The words are those of `rag-index/intents/purchase-words.tsv`.
public struct MoneyOrder {
    /// - Parameter accounts: what the household's accounts are called.
    /// - Returns: nil for every other line: `zelle to Ana this year`, `can you send me the list`, `can we pay off the card in 6 months`.
    public init?(_ line: String, accounts: [String]) {
        var words = SpokenText.words(of: line, with: [MoneyOrder.dollar])[...]
        let isAsked = MoneyOrder.drop(["order.opening", "order.ask"], from: &words)
        let isFavor = MoneyOrder.dropClosing(of: &words)
        guard (2...MoneyOrder.longest).contains(words.count), let verb = words.first,
            PurchaseTable.words("order.never").isDisjoint(with: words)
        else { return nil }
        if PurchaseTable.phrases("order.acts").contains(where: {
            words.starts(with: $0.split(separator: " ").map(String.init))
        }) {
            return
        }
        let object = words[words.startIndex + 1]
        guard !PurchaseTable.words("order.noobject").contains(object) else { return nil }
        let isPriced = MoneyOrder.price(in: words) || !PurchaseTable.words("order.money").isDisjoint(with: words)
        let isTold = isAsked || isFavor
        if PurchaseTable.words("order.pay").contains(verb) {
            guard isTold && !MoneyOrder.isPlan(words) || words.contains(where: { $0.hasPrefix("$") }) else {
                return nil
            }
        } else if PurchaseTable.words("order.wallet").contains(verb) {
            guard isTold || isPriced else { return nil }
        } else if PurchaseTable.words("order.send").contains(verb) {
            guard isPriced, isTold || MoneyOrder.price(in: words) else { return nil }
        } else if PurchaseTable.words("order.move").contains(verb) {
            let names = Set(accounts.flatMap { SpokenText.words(of: $0) }).union(PurchaseTable.words("order.accounts"))
            guard MoneyOrder.price(in: words), !names.isDisjoint(with: words.dropFirst()),
                !PurchaseTable.words("order.ways").isDisjoint(with: words)
            else { return nil }
        } else {
            return nil
        }
    }

    private static let dollar = UInt8(ascii: "$")
    private static let longest = 20

    /// Takes phrases off the beginning as long as one is there.
    ///
    /// - Returns: whether one of the last of the rows was among them.
    private static func drop(_ rows: [String], from words: inout ArraySlice<String>) -> Bool {
        var isSaid = false
        while let (row, count) = longest(of: rows, in: words, atEnd: false) {
            words = words.dropFirst(count)
            isSaid = isSaid || row == rows.last
        }
        return isSaid
    }

    /// Takes phrases off the end as long as one is there.
    ///
    /// - Returns: whether one of them asks for it to be done.
    private static func dropClosing(of words: inout ArraySlice<String>) -> Bool {
        var isSaid = false
        while let (row, count) = longest(of: ["order.favor", "order.closing"], in: words, atEnd: true),
            count < words.count
        {
            words = words.dropLast(count)
            isSaid = isSaid || row == "order.favor"
        }
        return isSaid
    }

    /// The row and the length of the longest phrase at one end.
    private static func longest(of rows: [String], in words: ArraySlice<String>, atEnd: Bool) -> (String, Int)? {
        var best: (String, Int)?
        for row in rows {
            for phrase in PurchaseTable.phrases(row) {
                let said = phrase.split(separator: " ").map(String.init)
                let stands = atEnd ? words.suffix(said.count).elementsEqual(said) : words.starts(with: said)
                if stands, said.count > best?.1 ?? 0 { best = (row, said.count) }
            }
        }
        return best
    }

    /// Whether an amount is named: no year, and no day beside its month.
    private static func price(in words: ArraySlice<String>) -> Bool {
        let months = PurchaseTable.words("order.months")
        return words.indices.contains { place in
            let word = words[place]
            if word.hasPrefix("$") { return word.count > 1 }
            guard let number = Int(word), !(1900...2100).contains(number) else { return false }
            let beside = [place - 1, place + 1].filter(words.indices.contains).map { words[$0] }
            return !beside.contains { months.contains($0) }
        }
    }

    /// `pay off the card in 6 months`: whether that can be, and no order.
    private static func isPlan(_ words: ArraySlice<String>) -> Bool {
        words.indices.dropLast(2).contains { place in
            ["in", "within", "over"].contains(words[place]) && Int(words[place + 1]) != nil
                && ["month", "months", "week", "weeks", "year", "years"].contains(words[place + 2])
        } || words.contains("by")
    }
}
