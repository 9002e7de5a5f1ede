import Ledger

/// What times and amounts of a question take for themselves before names are looked for.
struct Claims {
    /// The tokens that were read; names that hold a word of time are hidden in them.
    let tokens: [Token]
    let times: [TimeExpression]
    /// Times of day.
    let hours: [Range<Int>]
    let amounts: [AmountExpression]
    /// For each token whether a time or a time of day has it.
    let taken: [Bool]

    private init(_ tokens: [Token], context: UnderstandingContext) {
        self.tokens = tokens
        times = TripReader(
            tokens,
            times: TimeParser.expressions(in: tokens, context: context.time)
                .filter { !Claims.isName($0, in: tokens, context.names) }, catalog: context.names,
            asOf: context.asOf
        ).read()
        var taken = [Bool](repeating: false, count: tokens.count)
        for time in times { for index in time.tokens { taken[index] = true } }
        let free = taken
        hours = TimeOfDay.ranges(in: tokens).filter { range in !range.contains { free[$0] } }
        for range in hours { for index in range { taken[index] = true } }
        self.taken = taken
        amounts = AmountReader(tokens: tokens, taken: taken, home: context.homeCurrency).amounts()
    }

    /// Whether a time is nothing but a word that was taken for a slip of a month, and is what a merchant is called: `marcs`.
    private static func isName(_ time: TimeExpression, in tokens: [Token], _ names: any NameCatalog) -> Bool {
        guard time.tokens.count == 1, let word = time.tokens.first.map({ tokens[$0].key }), word.utf8.count > 4,
            TimeLexicon.words[word] == nil, TimeLexicon.correction(of: word) != nil
        else { return false }
        return !names.merchants(key: word).isEmpty
    }

    /// Reads them, and the merchants whose names must not be taken for any of them.
    static func read(_ tokens: [Token], context: UnderstandingContext) -> (claims: Claims, names: [NameMatch]) {
        let claims = context.claims.claims(of: tokens, context: context)
        let claimed = claims.times.map(\.tokens) + claims.hours + claims.amounts.map(\.tokens)
        let shield = ShieldedNames(tokens, claimed: claimed, catalog: context.names)
        if shield.names.isEmpty { return (claims, []) }
        return (context.claims.claims(of: shield.hidden(in: tokens), context: context), shield.names)
    }

    /// What was found last: all who read a line ask for the same.
    final class Memory {
        private var found: [(tokens: [Token], time: TimeContext, home: Currency, claims: Claims)] = []

        fileprivate func claims(of tokens: [Token], context: UnderstandingContext) -> Claims {
            let (time, home) = (context.time, context.homeCurrency)
            if let known = found.first(where: { $0.tokens == tokens && $0.home == home && $0.time == time }) {
                return known.claims
            }
            let claims = Claims(tokens, context: context)
            // The line itself, and as it is where names are hidden in it.
            found = found.suffix(1) + [(tokens, time, home, claims)]
            return claims
        }
    }
}
