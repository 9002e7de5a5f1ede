/// A line that is nothing but a price: `80`, `it's about 80 bucks`, `$80 a month for 2 years`, `five hundred at IKEA`.
struct PriceAnswer {
    /// The prices of the line, those in words or that look like a year among them; empty where it is no such line.
    let amounts: [AmountExpression]
    private let saysFree: Bool

    var isPrice: Bool { !amounts.isEmpty || saysFree }

    init(_ reading: QuestionReading, context: UnderstandingContext) {
        let found = AmountReader(
            tokens: reading.tokens, taken: [Bool](repeating: false, count: reading.tokens.count),
            home: context.homeCurrency
        ).amounts()
        var known = [Bool](repeating: false, count: reading.tokens.count)
        let times = reading.times.map(\.tokens)
        let names = reading.names.compactMap { name -> Range<Int>? in
            switch name.kind {
            case .merchant, .account: name.tokens
            // "at the bike shop"
            case .unknown where name.tokens.lowerBound > 0: name.tokens
            default: nil
            }
        }
        for range in times + names + found.map(\.tokens) { for index in range { known[index] = true } }
        let others = reading.keys.indices.filter { index in
            !known[index] && reading.tokens[index].form == .word
                && !PriceAnswer.small.contains(reading.keys[index])
                && !PriceAnswer.small.contains(reading.tokens[index].key)
        }
        let isOnlyThat = others.isEmpty && !reading.tokens.isEmpty
        // Only the count of a plan is a number and no price; a year is one where nothing else is named.
        let unread = reading.amounts.isEmpty && reading.bareAmounts.isEmpty
        amounts = isOnlyThat ? (unread ? found : reading.amounts + reading.bareAmounts) : []
        let isLong = reading.tokens.contains { $0.form == .number && $0.key.utf8.count > 12 }
        saysFree = isOnlyThat && (isLong || reading.keys.contains("free"))
    }

    static let small = PurchaseTable.words("priceanswer.small")
}
