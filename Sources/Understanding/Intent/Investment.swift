/// What is bought to earn by it: no spending to be advised on. What is bought to win is an evening's fun.
enum Investment {
    /// Never anything else.
    private static let always: Set<String> = [
        "bitcoin", "bitcoins", "btc", "ethereum", "dogecoin", "doge", "solana", "litecoin", "xrp", "crypto", "cryptos",
        "cryptocurrency", "cryptocurrencies", "nft", "nfts", "etf", "etfs", "forex", "ipo", "ipos", "securities",
        "bullion", "stocks", "annuity", "annuities", "tbill", "tbills", "reit", "reits", "shitcoin", "altcoin",
        "altcoins", "memecoin", "stablecoin", "krugerrand",
    ]

    /// Only where they are what is bought, not what it is made of: `gold`, but not `a gold necklace`.
    private static let alone: Set<String> = [
        "gold", "silver", "platinum", "stock", "share", "shares", "bond", "bonds", "dip", "futures", "options", "ether",
        "palladium", "fund", "funds", "treasuries",
    ]

    private static let metals: Set<String> = ["gold", "silver", "platinum", "palladium"]

    /// What metal is sold as by those who keep it for its worth.
    private static let forms: Set<String> = ["bar", "bars", "coin", "coins", "bullion", "ingot", "ingots", "futures"]

    /// Words that may stand after what is bought.
    private static let after: Set<String> = [
        "for", "at", "of", "in", "now", "today", "tomorrow", "right", "this", "next", "or", "and", "on", "with",
        "worth", "from", "while", "before", "a", "is", "yes", "good", "to", "if", "instead", "yet", "again", "when",
        "price", "prices", "i", "as", "because", "tonight", "soon", "should", "can", "market", "fund", "funds", "index",
    ]

    /// What makes `stock`, `fund`, `share` or `bond` another thing: broth, a purse, one's part.
    private static let before: Set<String> = [
        "in", "of", "chicken", "beef", "vegetable", "veggie", "fish", "bone", "mushroom", "turkey", "vacation",
        "travel", "emergency", "college", "holiday", "my", "our", "his", "her", "their", "your", "james", "ride",
        "time", "rolling", "live", "car", "class", "rainy", "day", "school", "the", "enough", "sufficient", "other",
        "no", "more",
    ]

    /// - Parameter asks: whether it is asked if to buy; else only what is nothing else counts.
    static func isBought(in reading: QuestionReading, asks: Bool) -> Bool {
        // As they were written: mending knows no investments.
        let keys = reading.tokens.map(\.key)
        if let verb = keys.firstIndex(where: { $0.hasPrefix("invest") }), !isGoods(keys, after: verb) { return true }
        return keys.indices.contains { isBought(keys, $0, reading, asks: asks) }
    }

    /// `invest in a good mattress` is a purchase.
    private static func isGoods(_ keys: [String], after verb: Int) -> Bool {
        PurchaseItems.category(of: keys[(verb + 1)...].joined(separator: " ")) != nil
    }

    private static func isBought(_ keys: [String], _ index: Int, _ reading: QuestionReading, asks: Bool) -> Bool {
        func word(_ place: Int) -> String { keys.indices.contains(place) ? keys[place] : "" }
        let (key, next, previous) = (keys[index], word(index + 1), word(index - 1))
        let ends = next.isEmpty || after.contains(next) || reading.tokens[index + 1].form != .word
        if always.contains(key) {
            // A crypto wallet is another thing that is named after it.
            return ends || PurchaseItems.category(of: next) == nil
        }
        guard asks, alone.contains(key) else { return false }
        if metals.contains(key) {
            if forms.contains(next) { return PurchaseItems.category(of: word(index + 2)) == nil }
            return ends && !["in", "rose", "white", "sterling"].contains(previous)
                && !(previous == "of" && word(index - 2) == "made")
        }
        if key == "dip" { return ends && previous == "the" }
        return ends && !before.contains(previous)
    }
}
