import Ledger

/// All that a line may be made of: its tokens, and every clause that some reader of phrases, times, amounts or names
/// finds in it.
struct LineClauses {
    let tokens: [Token]
    /// The words with misspellings mended.
    let keys: [String]
    let clauses: [PlacedClause]

    /// What was found last of a line that goes on from nothing: more than one reader of it asks.
    final class Memory {
        private struct Key: Equatable {
            let line: String
            let time: TimeContext
            let home: Currency
            let version: Int
        }

        private var last: (key: Key, read: LineClauses)?

        func clauses(of line: String, context: UnderstandingContext) -> LineClauses {
            let key = Key(
                line: line, time: context.time, home: context.homeCurrency, version: context.names.version)
            if let last, last.key == key { return last.read }
            let read = LineClauses(line, context: context)
            last = (key, read)
            return read
        }
    }

    /// How many words say something, read or not.
    var contentWords: Int {
        tokens.indices.count { tokens[$0].form != .sign && !GrammarWords.builtIn[.filler].contains(keys[$0]) }
    }

    /// - Parameters:
    ///   - isFollowUp: whether the line may go on from an answer, so that words can point at what that showed.
    ///   - last: the rows that the question before was about.
    init(
        _ line: String, context: UnderstandingContext, isFollowUp: Bool = false, after last: RowFilter = .all,
        lexicon: Lexicon = .builtIn,
        grammar: PhraseGrammar = .builtIn
    ) {
        let tokens = Tokenizer.tokens(of: line)
        let (claims, shielded) = Claims.read(tokens, context: context)
        var taken = claims.taken
        for amount in claims.amounts where amount.isMarked { for index in amount.tokens { taken[index] = true } }
        var reader = NameReader(
            tokens: tokens, taken: taken, catalog: context.names, lexicon: lexicon, shielded: shielded)
        let names = reader.read()
        // What the grammar knows needs no mending.
        let keys = zip(tokens.map(\.key), reader.keys).map { key, mended in
            if grammar.knows(key) { return key }
            // `not countin the mortgage`
            return key.hasSuffix("in") && grammar.knows(key + "g") ? key + "g" : mended
        }
        var pointed = isFollowUp ? NamePointer(tokens, shown: context.shown, taxonomy: context.taxonomy).match : nil
        pointed?.isPointed = true
        var found: [PlacedClause] = []
        for time in LeftOutTimes.marked(claims.times, keys: keys) {
            // `so far` says no days.
            if keys[time.tokens].elementsEqual(["so", "far"]) { continue }
            found.append(
                PlacedClause(clause: .time(time), tokens: time.tokens, weight: time.isWeekdaysOnly ? 0.1 : 0.5))
        }
        if let said = DaysOfMonthReader(keys: keys).reading() {
            found.append(PlacedClause(clause: .daysOfMonth(said.days), tokens: said.tokens, weight: 0.9))
        }
        if let said = CurrencyReader(tokens: tokens, claimed: claims, home: context.homeCurrency).reading,
            let first = said.tokens.first, let last = said.tokens.last
        {
            // `how much, in dollars`, where all is kept in dollars, says nothing.
            let isPlain =
                !isFollowUp && said.currency == context.homeCurrency
                && context.names.accounts.allSatisfy { $0.currency == context.homeCurrency }
            let clause = isPlain ? Clause.filler : said.currency.map { Clause.currency($0) } ?? .by(.currency)
            found.append(PlacedClause(clause: clause, tokens: first..<last + 1, weight: 0.6))
        }
        // `the month before`: days told from those of the answer before.
        if isFollowUp, let anchor = context.anchor,
            let moved = TimeParser.shift(in: claims.tokens, from: anchor, context: context.time)
        {
            found.append(PlacedClause(clause: .time(moved), tokens: moved.tokens, weight: 0.8))
            if let named = LineClauses.named(moved, before: claims.times, anchor) { found.append(named) }
        }
        if isFollowUp, let anchor = context.anchor {
            found += claims.times.compactMap {
                LineClauses.named($0, before: anchor, keys) ?? LineClauses.dayOfMonth($0, in: anchor)
            }
        }
        let named =
            LineClauses.withUtilities(
                LineClauses.withoutNouns(names, keys: keys, after: last), keys, after: last, context.names)
            + LineClauses.accounts(in: keys, context.names)
            + LineClauses.words(in: tokens, keys: keys, beside: names, context: context, lexicon: lexicon)
            + [pointed, LineClauses.otherAccount(in: keys, after: last, context.names)].compactMap { $0 }
        let read: (String) -> NameMatch? = { words in
            let tokens = Tokenizer.tokens(of: words)
            var reader = NameReader(
                tokens: tokens, taken: tokens.map { _ in false }, catalog: context.names, lexicon: lexicon)
            let names = reader.read()
            guard names.count == 1, names[0].tokens == 0..<tokens.count, case .category = names[0].kind else {
                return nil
            }
            return names[0]
        }
        let listed = ListedWords(tokens, keys: keys, beside: named, claims.taken, read: read).matches()
        let spelledOut = SpelledOutNames(
            (named + listed).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }, keys: keys,
            times: claims.times.map(\.tokens), taxonomy: context.taxonomy, read: read)
        let all = spelledOut.names
        for words in spelledOut.explained {
            found.append(PlacedClause(clause: .filler, tokens: words, weight: 0.3))
        }
        for name in all {
            found.append(
                PlacedClause(clause: .name(name), tokens: name.tokens, weight: LineClauses.weight(of: name, keys)))
        }
        for place in keys.indices where !all.contains(where: { $0.tokens.contains(place) }) {
            guard let way = LineClauses.wallet(keys[place]) else { continue }
            let name = NameMatch(kind: .unknown(way), tokens: place..<place + 1)
            found.append(PlacedClause(clause: .name(name), tokens: name.tokens, weight: -0.4))
        }
        if let check = LineClauses.check(in: tokens, keys, context.names) {
            found.append(PlacedClause(clause: .name(check), tokens: check.tokens, weight: 1.5))
        }
        // `walmart and target`: a shop called by an everyday word, where nothing else wants the word.
        for name in LineClauses.everydayNames(in: tokens, keys: keys, beside: all, claims.taken, context, lexicon) {
            found.append(PlacedClause(clause: .name(name), tokens: name.tokens, weight: -0.3))
        }
        for name in LineClauses.partsOfNames(in: tokens, keys: keys, beside: all, claims.taken, reader) {
            found.append(PlacedClause(clause: .name(name), tokens: name.tokens, weight: -0.8))
        }
        let phrases = grammar.clauses(in: keys, amounts: claims.amounts, names: all.map(\.tokens))
        for (clause, range, _) in phrases where clause == .except {
            // `not counting prime`: after what leaves out an everyday word calls a merchant, where nothing else is named.
            guard let left = LineClauses.leftOut(after: range.upperBound, keys, reader, beside: all) else { continue }
            found.append(PlacedClause(clause: .name(left), tokens: left.tokens, weight: 0.4))
        }
        for (clause, range, rule) in phrases {
            if !isFollowUp, clause.isOfConversation || grammar.expression(of: rule).isOfConversation { continue }
            // `drop Spotify` leaves something out, `did I drop $50` does not.
            if clause == .except, LineClauses.dropping.contains(keys[range.lowerBound]),
                range.lowerBound > 1 || !isFollowUp,
                !["leave", "take"].contains(keys[range.lowerBound]),
                !all.contains(where: { $0.isExcluded && $0.tokens.lowerBound == range.upperBound })
            {
                continue
            }
            // `the 3 cheapest months`: a number before what is counted is no amount.
            if case .bound(let amount) = clause, !amount.isMarked, amount.relation == .exactly,
                amount.amount % 100 == 0,
                range.upperBound < keys.count, grammar.namesUnit(keys[range.upperBound])
            {
                continue
            }
            // `how much did my savings grow` is of what they hold, `how much did Spotify go up` is not.
            // Nor does what an overdraft cost keep `when was the overdraft` from being of the account.
            let saysOverdrawn = if case .balance(_, .overdrawn?, _) = clause { range.count > 2 } else { false }
            if case .balance = clause, !saysOverdrawn, LineClauses.namesNoAccount(all, in: range) { continue }
            found.append(
                PlacedClause(
                    clause: clause, tokens: range,
                    weight: LineClauses.weight(of: clause)
                        + (LineClauses.isBare(clause) && keys.contains(where: LineClauses.charges.contains) ? 1.8 : 0)
                        + (clause == .except && range.lowerBound < 2 && isFollowUp ? 0.5 : 0)
                        + (clause == .except && LineClauses.takesOut(range, keys, beside: all) ? 2.5 : 0)
                        + grammar.expression(of: rule).weight))
        }
        self.tokens = tokens
        self.keys = keys
        clauses = found
    }

    /// A way to send money to people, which the texts of the rows name: `what did I zelle him`.
    private static func wallet(_ key: String) -> String? {
        GrammarWords.builtIn[.wallet].first { key == $0 || key == $0 + "s" || key == $0 + "d" || key == $0 + "ed" }
    }

    /// `check 1042`, `check no. 1042`: the number of a check is no amount.
    private static func check(in tokens: [Token], _ keys: [String], _ names: any NameCatalog) -> NameMatch? {
        for start in keys.indices where ["check", "cheque"].contains(keys[start]) {
            var place = start + 1
            while place < keys.count, ["number", "no", "nr", "num", "#", "."].contains(keys[place]) { place += 1 }
            guard place < keys.count, tokens[place].form == .number, (3...6).contains(keys[place].utf8.count),
                keys[place].allSatisfy(\.isNumber), place + 1 == keys.count || !isMoney(tokens[place + 1])
            else { continue }
            let name = "Check " + keys[place]
            let known = names.merchants(keyPrefix: NameKey.key(of: name), limit: 1).first { $0 == name }
            return NameMatch(
                kind: known.map { .merchant([$0]) } ?? .unknown(name.lowercased()), tokens: start..<place + 1)
        }
        return nil
    }

    private static func isMoney(_ token: Token) -> Bool { ["dollars", "bucks", "dollar", "$"].contains(token.key) }

    /// Whether all that is named among some tokens is something else than an account.
    private static func namesNoAccount(_ names: [NameMatch], in tokens: Range<Int>) -> Bool {
        let named = names.filter { tokens.contains($0.tokens.lowerBound) }
        return !named.isEmpty
            && named.allSatisfy { name in
                switch name.kind {
                case .account, .unknownAccount, .category(["savings_transfer"]): false
                default: true
                }
            }
    }

    private static let utilities: Set<String> = ["electricity", "water"]

    /// `electric, water and gas`, `just the gas` after the utilities: what is burnt at home.
    private static func withUtilities(
        _ names: [NameMatch], _ keys: [String], after last: RowFilter, _ catalog: any NameCatalog
    ) -> [NameMatch] {
        guard let place = names.firstIndex(where: { $0.kind == .category(["fuel"]) && $0.tokens.count == 1 }),
            keys[names[place].tokens.lowerBound] == "gas"
        else { return names }
        let isListed = names.contains { name in
            if case .category(let ids) = name.kind { ids.allSatisfy(utilities.contains) } else { false }
        }
        let asked = FilterParts.merchants(of: last).reduce(into: Set(FilterParts.categories(of: last))) {
            $0.formUnion(catalog.categories(merchant: $1))
        }
        guard isListed || !asked.isDisjoint(with: utilities.union(["utilities"])),
            case .merchants(let found)? = MerchantKinds.builtIn.meaning(
                of: ["gas", "bill"], ["electricity"], in: catalog)
        else { return names }
        var names = names
        (names[place].kind, names[place].merchants) = (.category(["electricity"]), found)
        return names
    }

    /// Without the categories of words that are the noun of a name before them: a `restaurant bill` is no utility.
    private static func withoutNouns(
        _ names: [NameMatch], keys: [String], after last: RowFilter
    ) -> [NameMatch] {
        // `trips over $200` after a shop are to that shop.
        let isAfterShop = !FilterParts.merchants(of: last).isEmpty
        return names.filter { name in
            guard case .category = name.kind, name.tokens.count == 1 else { return true }
            let word = keys[name.tokens.lowerBound]
            if word == "bill" || isAfterShop && trips.contains(word) { return false }
            if trips.contains(word), name.tokens.upperBound < keys.count,
                ["to", "at"].contains(keys[name.tokens.upperBound])
            {
                let next = keys[min(name.tokens.upperBound + 1, keys.count - 1)]
                let start = name.tokens.upperBound + (FunctionWords.determiners.contains(next) ? 2 : 1)
                return !names.contains { $0.tokens.lowerBound == start }
            }
            // `groceries without the biggest trip`: one of those.
            if trips.contains(word), name.tokens.lowerBound > 0,
                GrammarWords.builtIn[.oneOfSeveral].contains(keys[name.tokens.lowerBound - 1]),
                names.contains(where: { $0.tokens != name.tokens && $0.isOfPurchases })
            {
                return false
            }
            return !nouns.contains(word) || !names.contains { $0.tokens.upperBound == name.tokens.lowerBound }
        }
    }

    /// Words that nothing else knows and that stand in the names of merchants: `marta` of a payment to her.
    private static func words(
        in tokens: [Token], keys: [String], beside names: [NameMatch], context: UnderstandingContext, lexicon: Lexicon
    ) -> [NameMatch] {
        keys.indices.compactMap { place in
            let key = keys[place]
            guard tokens[place].form == .word, key.utf8.count > 1, !GrammarWords.builtIn[.filler].contains(key),
                !PhraseGrammar.builtIn.knows(key), !lexicon.knows(key), !FunctionWords.all.contains(key),
                !names.contains(where: { if case .unknown = $0.kind { false } else { $0.tokens.contains(place) } })
            else { return nil }
            let called = merchants(initials: key, in: context.names)
            if !called.isEmpty { return NameMatch(kind: .merchant(called), tokens: place..<place + 1) }
            guard key.utf8.count > 3, !context.names.merchants(wordPrefixes: [key], limit: 1).isEmpty
            else { return nil }
            return NameMatch(kind: .unknown(tokens[place].text), tokens: place..<place + 1)
        }
    }

    /// Everyday words that are the whole name of a merchant of the household.
    private static func everydayNames(
        in tokens: [Token], keys: [String], beside names: [NameMatch], _ taken: [Bool],
        _ context: UnderstandingContext, _ lexicon: Lexicon
    ) -> [NameMatch] {
        keys.indices.compactMap { place in
            let key = keys[place]
            guard tokens[place].form == .word, key.utf8.count > 3, !taken[place], lexicon.common.contains(key),
                !FunctionWords.all.contains(key), !names.contains(where: { $0.tokens.contains(place) })
            else { return nil }
            let merchants = context.names.merchants(key: key)
            return merchants.isEmpty ? nil : NameMatch(kind: .merchant(merchants), tokens: place..<place + 1)
        }
    }

    /// Everyday words of which nothing else knows what they ask, and that are in the name of one merchant or begin those of
    /// a few: `square` of Square Payouts, `snow` of a payment to a man who clears it.
    private static func partsOfNames(
        in tokens: [Token], keys: [String], beside names: [NameMatch], _ taken: [Bool], _ reader: NameReader
    ) -> [NameMatch] {
        keys.indices.compactMap { place in
            let key = keys[place]
            guard tokens[place].form == .word, key.utf8.count > 3 || UnknownPerson.people.contains(key), !taken[place],
                reader.lexicon.knows(key), !FunctionWords.all.contains(key), !PhraseGrammar.builtIn.knows(key),
                !GrammarWords.builtIn[.filler].contains(key), !reader.lexicon.categories.contains(key),
                !names.contains(where: { $0.tokens.contains(place) })
            else { return nil }
            // `miles` is no Mile High.
            let holding = reader.names(holding: [key]).filter { name in
                NameReader.words(of: name).contains { $0.hasPrefix(key) }
            }
            let begun = holding.filter { NameReader.party($0).first?.hasPrefix(key) ?? false }
            let found = (1...3).contains(begun.count) ? begun : holding
            // `wesley medical center`: a word that goes on with a name is none of another.
            let goesOn = names.contains { name in
                if case .merchant = name.kind { name.tokens.upperBound == place } else { false }
            }
            guard found == begun && !found.isEmpty || found.count == 1 && !goesOn, !reader.isTown([key], beside: found)
            else { return nil }
            return NameMatch(kind: .merchant(found), tokens: place..<place + 1)
        }
    }

    /// The merchants of which words after `except` are words of the name.
    private static func leftOut(
        after start: Int, _ keys: [String], _ reader: NameReader, beside names: [NameMatch]
    ) -> NameMatch? {
        var start = start
        while start < keys.count, FunctionWords.all.contains(keys[start]) { start += 1 }
        guard reader.isOpen(start), keys[start].utf8.count > 3, !PhraseGrammar.builtIn.knows(keys[start]),
            !names.contains(where: { $0.tokens.contains(start) })
        else { return nil }
        let found = reader.names(holding: [keys[start]])
        return (1...3).contains(found.count) && !reader.isTown([keys[start]], beside: found)
            ? NameMatch(kind: .merchant(found), tokens: start..<start + 1) : nil
    }

    /// The merchants whose words begin with these letters: `pge` for Portland General Electric.
    private static func merchants(initials: String, in catalog: any NameCatalog) -> [String] {
        guard (3...5).contains(initials.utf8.count), let first = initials.first else { return [] }
        return catalog.merchants(keyPrefix: String(first), limit: 300).filter { name in
            let words = Tokenizer.tokens(of: name).filter { $0.form == .word }
            return words.count == initials.utf8.count && words.compactMap(\.key.first).elementsEqual(initials)
        }
    }

    /// Words beside which a bare number is what something came to: `that charge for 172`.
    private static let charges: Set<String> = [
        "charge", "charges", "charged", "charging", "payment", "check", "thing", "exactly",
    ]

    /// `december the year before`: the month that is named, a year before the days spoken of.
    private static func named(
        _ moved: TimeExpression, before times: [TimeExpression], _ anchor: Period
    ) -> PlacedClause? {
        guard moved.period.days == anchor.days || moved.period.start == anchor.start.adding(years: -1),
            let month = times.first(where: {
                $0.unit == .month && $0.count == 1 && $0.tokens.upperBound == moved.tokens.lowerBound
            })
        else { return nil }
        let start = CivilDate(year: moved.period.start.year, month: month.whole.start.month, day: 1)
        guard let start else { return nil }
        var time = month
        time.tokens = month.tokens.lowerBound..<moved.tokens.upperBound
        time.period = Period(start, start.endOfMonth)
        return PlacedClause(clause: .time(time), tokens: time.tokens, weight: 1.5)
    }

    /// `the december before`, `november before that`: the last month of that name before the days spoken of.
    private static func named(_ time: TimeExpression, before anchor: Period, _ keys: [String]) -> PlacedClause? {
        var end = time.tokens.upperBound
        guard time.unit == .month, time.count == 1, time.lacksYear, end < keys.count, keys[end] == "before" else {
            return nil
        }
        end += 1
        if end < keys.count, ["that", "this", "it"].contains(keys[end]) { end += 1 }
        guard end == keys.count || ["?", "."].contains(keys[end]) else { return nil }
        let year = anchor.start.year - (time.whole.start.month < anchor.start.month ? 0 : 1)
        guard let start = CivilDate(year: year, month: time.whole.start.month, day: 1) else { return nil }
        var time = time
        time.tokens = time.tokens.lowerBound..<end
        time.period = Period(start, start.endOfMonth)
        time.whole = time.period
        return PlacedClause(clause: .time(time), tokens: time.tokens, weight: 1.5)
    }

    /// `and the 9th` after the 14th of October: a day of that month.
    private static func dayOfMonth(_ time: TimeExpression, in anchor: Period) -> PlacedClause? {
        let month = anchor.start.monthNumber
        guard time.cycle == .month, time.unit == .day, anchor.end.monthNumber == month,
            time.whole.start.monthNumber > month
        else { return nil }
        let days = time.whole.moved(by: month - time.whole.start.monthNumber, .month)
        guard days.start.monthNumber == month, days.end.monthNumber == month else { return nil }
        var time = time
        (time.period, time.whole) = (days, days)
        return PlacedClause(clause: .time(time), tokens: time.tokens, weight: 1.5)
    }

    private static func isBare(_ clause: Clause) -> Bool {
        if case .bound(let amount) = clause { !amount.isMarked && amount.relation == .exactly } else { false }
    }

    /// `take out rent, what did we spend`: at the beginning, before what is named and a question of its own.
    private static func takesOut(_ range: Range<Int>, _ keys: [String], beside names: [NameMatch]) -> Bool {
        guard range.lowerBound == 0, keys[range].elementsEqual(["take", "out"]),
            let name = names.first(where: { $0.tokens.lowerBound == range.upperBound })
        else { return false }
        return keys[name.tokens.upperBound...].contains { ["how", "what", "whats", "which"].contains($0) }
    }

    private static let dropping: Set<String> = ["drop", "take", "skip", "lose", "ditch", "leave"]
    private static let trips: Set<String> = ["trip", "trips", "run", "runs", "visit", "visits"]
    private static let nouns: Set<String> = [
        "bill", "bills", "payment", "payments", "trip", "trips", "store", "stores", "fare", "fares", "ride", "rides",
        "meal", "meals", "check", "checks", "ticket", "tickets",
    ]
    private static let accountTypes: Set<String> = ["checking", "savings", "saving", "chequing"]
    private static let accountNouns: Set<String> = ["card", "account", "acct", "cc", "visa", "mastercard"]

    /// `the other card`, where there are two of the kind and one was asked about.
    private static func otherAccount(in keys: [String], after last: RowFilter, _ catalog: any NameCatalog) -> NameMatch?
    {
        guard case .account(let name)? = FilterParts(last).accounts,
            let place = keys.indices.dropLast().first(where: {
                keys[$0] == "other" && accountNouns.contains(keys[$0 + 1])
            }), let own = catalog.accounts.first(where: { $0.name == name })
        else { return nil }
        let others = catalog.accounts.filter { $0.name != name && $0.type == own.type }
        guard others.count == 1 else { return nil }
        return NameMatch(kind: .account([others[0].name]), tokens: place..<place + 2)
    }

    /// Every stretch that calls an account, `card` after it included, as one more reading of words that may be a shop's.
    private static func accounts(in keys: [String], _ catalog: any NameCatalog) -> [NameMatch] {
        let names = catalog.accountNames
        var found: [NameMatch] = []
        let whole = Dictionary(
            names.withCards.enumerated().map { (NameKey.key(of: $0.element.name), [$0.offset]) }, uniquingKeysWith: +)
        let cards = catalog.accounts.filter { $0.type == .creditCard }.map(\.name)
        for start in keys.indices {
            if let card = cardWord(keys, start, of: cards) { found.append(card) }
            for end in (start + 1)...min(start + 4, keys.count) {
                let key = keys[start..<end].joined()
                guard key.utf8.count > 1, key.utf8.count > 2 || !FunctionWords.all.contains(key),
                    end - start > 1 || !PhraseGrammar.builtIn.knows(key) || accountTypes.contains(key),
                    let places = whole[key] ?? names.called[key], !places.isEmpty,
                    !names.holders.contains(key) || !AccountReader.isPaid(keys, before: start)
                else { continue }
                let hasNoun = end < keys.count && accountNouns.contains(keys[end])
                // One word of a card's name that is a shop's as well: `Costco` is the shop, `the Costco Visa` the card.
                let isCategory = Lexicon.builtIn.categories.contains(key)
                // `on travel` is what was spent for, `with my Travel` the card.
                let leads: Set = isCategory ? ["with", "my"] : ["on", "with", "my"]
                let isOn = start > 0 && keys[..<start].suffix(2).contains { leads.contains($0) }
                let isOther = !catalog.merchants(key: key).isEmpty || isCategory
                if end - start == 1, !hasNoun, !isOn, whole[key] == nil, isOther, !accountTypes.contains(key) {
                    continue
                }
                // `in cash` is a way to pay, also where an account for it is called so.
                let isCash = whole[key].map { own in own.contains { names.withCards[$0].type == .cash } } ?? false
                if end - start == 1, !hasNoun, isCategory, isCash { continue }
                found.append(
                    NameMatch(
                        kind: .account(places.map { names.withCards[$0].name }),
                        tokens: start..<(hasNoun ? end + 1 : end)))
            }
        }
        return found
    }

    /// `the card` of a household that has one credit card, and `both cards` of one that has two.
    private static func cardWord(_ keys: [String], _ place: Int, of cards: [String]) -> NameMatch? {
        let before = place > 0 ? keys[place - 1] : ""
        switch keys[place] {
        case "card" where cards.count == 1 && ["the", "my", "our", "credit", "that"].contains(before): break
        case "cards"
        where cards.count > 1 && (before == "both" ? cards.count == 2 : ["credit", "all"].contains(before)):
            break
        default: return nil
        }
        return NameMatch(kind: .account(cards), tokens: (before == "credit" ? place - 1 : place)..<place + 1)
    }

    /// How much speaks for a name beside a phrase of as many words.
    private static func weight(of name: NameMatch, _ keys: [String]) -> Double {
        switch name.kind {
        case .account: 0.45
        case .merchant: name.note == nil ? 0.4 : 0.1
        case .category(let ids):
            ids.contains { $0.hasSuffix("_transfer") || $0 == "transfers" } ? -0.3 : 0.3
        case .unknownAccount, .unknown: -0.3
        }
    }

    /// A bare number is an amount only where nothing else reads it.
    private static func weight(of clause: Clause) -> Double {
        switch clause {
        case .bound(let amount):
            amount.isMarked || amount.amount % 100 != 0 ? 0.3 : amount.relation == .exactly ? -3 : -0.1
        case .purchaseWord: 0.05
        case .rowWord, .groupWord: -0.1
        case .whichName: 0.1
        case .and, .or, .only, .yesNo, .filler: -0.2
        case .goOn(.sum): 0.1
        case .number: -0.6
        // A word that leaves out and one that falls: after a name is left out only a name.
        case .except: 0.1
        case .exceptAfter: -0.3
        case .name: 0.3
        default: 0
        }
    }
}

extension NameMatch {
    /// Whether it names a shop, or a kind of purchase other than travel.
    fileprivate var isOfPurchases: Bool {
        switch kind {
        case .merchant: true
        case .category(let ids): ids != ["travel"]
        default: false
        }
    }
}
