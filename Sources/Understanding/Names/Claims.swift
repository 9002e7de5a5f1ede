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
        let tokens = tokens.map { Claims.isName($0, context.names) ? $0.hidden : $0 }
        self.tokens = tokens
        times = TripReader(
            tokens, times: TimeParser.expressions(in: tokens, context: context.time), catalog: context.names,
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

    /// Whether a word that would be taken for a slip of a month or weekday is what a merchant is called: `marcs`.
    private static func isName(_ token: Token, _ names: any NameCatalog) -> Bool {
        token.form == .word && token.key.utf8.count > 4 && TimeLexicon.words[token.key] == nil
            && TimeLexicon.correction(of: token.key) != nil && !names.merchants(key: token.key).isEmpty
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

extension Token {
    /// The same as a word that means nothing.
    var hidden: Token { Token(form: .word, text: text, key: "\u{1}", range: range, hasSpaceBefore: hasSpaceBefore) }
}
