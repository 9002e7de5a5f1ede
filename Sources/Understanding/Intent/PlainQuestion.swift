import Ledger

/// A question that is no sentence but only names something of the household: `gas last month`, `skyline card in may`,
/// `dentist over $250`, `groceries`.
struct PlainQuestion {
    private let reading: QuestionReading
    /// Words that neither name anything nor hold a place.
    private let bare: [Unit]
    private let asOf: CivilDate

    init(_ reading: QuestionReading, asOf: CivilDate) {
        self.reading = reading
        self.asOf = asOf
        let currency = reading.currency?.tokens ?? []
        bare = reading.units.filter {
            ($0.slot == nil || $0.slot == .number) && !currency.contains($0.tokens.lowerBound)
        }
    }

    private static let quiet: Set<String> = FunctionWords.determiners.union(FunctionWords.prepositions).subtracting([
        "your", "his", "her", "their",
    ]).union([
        "and", "or", "plus", "minus", "but", "not", "no", "than", "without", "except", "excluding", "vs", "versus",
        "so", "far", "total", "overall", "together", "separately", "combined", "per", "each", "v", "since", "until",
        "only", "just", "please", "ok", "incl", "including", "include",
    ])

    /// What may stand beside a name without making it a question of another kind.
    private static let concepts: Set<String> = [
        "@spend", "@txn", "@rows", "@most", "@least", "@average", "@median", "@share", "@compare", "@trend", "@list",
        "@howmuch", "@howmany", "@merchants", "@categories", "@recent", "@last", "@show", "@usual", "@buy", "@more",
        "@less", "@what", "@cost",
    ]

    private static let small: Set<String> = [
        "category", "merchant", "store", "month", "week", "day", "weekday", "account", "year", "monthly", "weekly",
        "daily", "card", "first", "top", "months", "weeks", "days", "years", "categories", "best", "worst", "bottom",
        "second", "third", "fourth", "fifth", "2nd", "3rd", "4th", "5th", "trips", "rides", "visits", "breakdown",
        "history", "costs", "cost", "paid", "paid_with", "paid_from", "paid_by", "paid_on",
    ]

    /// What may stand there as well where groups, changes or one row are asked for.
    private static let verbs: Set<String> = [
        "i", "we", "is", "are", "was", "were", "did", "do", "does", "have", "has", "had", "been", "it", "me", "us",
        "used", "use", "which", "what", "how", "first_time", "when", "which_day", "what_day", "getting", "ever",
    ]

    private func isVerb(_ unit: Unit) -> Bool { PlainQuestion.verbs.contains(unit.labels[0]) }

    /// `an apple share`, `the minimum payment on my loan`, or a tale of several sentences: not what was bought.
    private var isOfBank: Bool {
        let keys = reading.keys
        let isTale = keys.dropLast().contains { [".", "!", "?"].contains($0) }
        return isTale || Investment.isBought(in: reading, asks: true)
            || keys.contains { $0.hasPrefix("minim") } && keys.contains("payment")
            || reading.has("measure.share") && reading.units.count > 2
    }

    /// Spending or a list of rows, where `guess` sees something else in so few words; nil to stay with the guess.
    ///
    /// - Parameter certainty: how sure the guess is. One that is nearly certain is kept (`insurance benefits`), except
    ///   where a name and a time are all that is said.
    func intent(_ guess: Intent, certainty: Double) -> Intent? {
        if reading.has("asks.pending") { return .transactions }
        let rows = wantsRows ? Intent.transactions : .spending
        if namesOnlyAmounts { return isSettled(guess) ? nil : .transactions }
        if guess == .outOfScope, let only = bareNoun { return only }
        if guess == .outOfScope, bare.isEmpty, namesBrand || isOnlyTime { return rows }
        if guess == .outOfScope, isJourney || isRankedPlace || isOnlyCurrency { return .spending }
        if guess == .outOfScope, stranger != nil || asksForDamage { return .spending }
        if guess == .outOfScope, reading.ranksGroups,
            bare.allSatisfy({ isQuiet($0) || isModest($0) || $0.labels[0] == Unit.Slot.number.symbolName })
        {
            return .spending
        }
        guard isNamed || asksOfMoney else { return nil }
        // Nothing but a merchant of the household's is no question of another kind.
        let isBare = bare.isEmpty && reading.unknown.isEmpty
        let isOneName = isBare && reading.units.count(where: { $0.slot != .time }) == 1
        let limit =
            isBare && !reading.merchants().isEmpty || reading.keys[0] == "at"
            ? 1.1
            : isInPlace || hasBegun && !reading.accounts.isEmpty
                ? 0.99 : isOneName || asksOfMoney || !reading.merchants().isEmpty ? 0.97 : 0.85
        if bare.allSatisfy(isQuiet) {
            // `vet bills`, `restaurants over $50 this year`
            if guess == .spending, certainty < 0.85, isOneName || isBare && hasBegun, reading.accounts.isEmpty {
                return isOneName && reading.amounts.isEmpty ? rows : guess
            }
            if hasBegun { return isSettled(guess) ? nil : rows }
            return [.outOfScope, .help].contains(guess) && certainty < limit ? rows : nil
        }
        guard guess == .outOfScope, certainty < limit, !isOfBank else { return nil }
        if leftover != nil { return rows }
        let isAsked = asksOfMoney || wantsRows
        return bare.allSatisfy { isQuiet($0) || isModest($0) || isAsked && isVerb($0) } ? rows : nil
    }

    /// `>$1000 since jan`, `exactly 17.99`: rows of an amount.
    private var namesOnlyAmounts: Bool {
        let slots = reading.units.compactMap(\.slot)
        return slots.contains(.amount) && slots.allSatisfy { $0 == .amount || $0 == .time } && bare.allSatisfy(isQuiet)
            && reading.times.allSatisfy { $0.period.start <= asOf }
    }

    /// `two years ago december`: days gone by and nothing else.
    private var isOnlyTime: Bool { hasBegun && reading.units.allSatisfy { $0.slot == .time } }

    /// `in euros?`
    private var isOnlyCurrency: Bool {
        ["in", "only", "just"].contains(reading.keys[0]) && reading.currency != nil && reading.amounts.isEmpty
            && bare.allSatisfy(isQuiet)
            && reading.units.allSatisfy { $0.slot == nil || $0.slot == .time }
    }

    /// `road trip to galveston`: where it went.
    private var isJourney: Bool {
        reading.unknown.count == 1 && reading.unknownAccount == nil
            && reading.keys.contains(where: UnknownNameReader.trips.contains)
            && bare.allSatisfy {
                isQuiet($0) || ["road", "trip", "roadtrip", "weekend", "cost"].contains($0.labels[0])
            }
    }

    /// `favorite coffee place`.
    private var isRankedPlace: Bool {
        let isGeneral = ["what", "whats", "which", "who", "where", "is"].contains(reading.keys[0])
        return !reading.categories().isEmpty && reading.unknown.isEmpty && reading.units.count <= 4
            && (reading.asksOfOwn || !isGeneral)
            && RankedPlaces(reading) != nil
    }

    /// `24 hour fitness`: a merchant that is known in general.
    private var namesBrand: Bool {
        reading.unknown.contains { name in
            Brands.builtIn.contains(name.tokens.filter { reading.tokens[$0].form != .sign }.map { reading.keys[$0] })
        }
    }

    /// `refunds`, `transfers?`; `savings` where it is an account.
    private var bareNoun: Intent? {
        guard reading.units.count == 1, let only = reading.units.first else { return nil }
        if only.labels[0] == "interest" { return .spending }
        if only.slot == .account, reading.unknownAccount == nil { return .balance }
        return only.slot == nil && only.labels.contains(where: ["@txn", "@rows"].contains) ? .transactions : nil
    }

    /// Whether groups, places in an order or changes are asked for, of which there are none but of money.
    private var asksOfMoney: Bool {
        reading.unknown.isEmpty
            && reading.readings.contains { name in
                ["group.", "pick.", "compare.", "order.largest", "order.smallest"].contains { name.hasPrefix($0) }
            }
    }

    /// `starbucks berlin`: a word beside a merchant that nothing reads is looked for in the texts of its rows.
    var leftover: String? {
        guard reading.units.count == 2, bare.count == 1, reading.merchants().count == 1, reading.times.isEmpty,
            let word = bare.first, word.slot == nil, word.tokens.count == 1, word.labels.count == 1,
            !Lexicon.builtIn.knows(word.labels[0]), !FunctionWords.all.contains(word.labels[0])
        else { return nil }
        return reading.tokens[word.tokens.lowerBound].text
    }

    /// The name in a line of nothing else, beside a time at most, that neither a list nor the household knows: `ikea`,
    /// `galveston last month`. An ordinary word may be a name too where days gone by are said: `essentials last month`.
    var stranger: String? {
        let others = reading.units.filter { $0.slot != .time }
        guard (1...3).contains(others.count), reading.amounts.isEmpty, reading.currency == nil,
            reading.times.allSatisfy({ $0.period.start <= asOf })
        else { return nil }
        // `tell me a joke` asks for something else.
        let isAllSaid = reading.tokens.indices.allSatisfy { place in
            reading.tokens[place].form == .sign || reading.units.contains { $0.tokens.contains(place) }
        }
        guard isAllSaid else { return nil }
        let isPast = reading.times.contains { $0.period.days > 1 || $0.period.end < asOf }
        guard others.count == 1 || others.contains(where: { isOpen($0, takesCommon: false) }) else { return nil }
        var range: Range<Int>?
        for unit in others where !isQuiet(unit) {
            guard isOpen(unit, takesCommon: isPast) else { return nil }
            guard range.map({ $0.upperBound == unit.tokens.lowerBound }) ?? true else { return nil }
            range = (range?.lowerBound ?? unit.tokens.lowerBound)..<unit.tokens.upperBound
        }
        return range.map(reading.text(of:))
    }

    /// Whether only words that nothing knows were said, with which no conversation can go on.
    func isStray(_ understood: Understood) -> Bool {
        !understood.isFollowUp && reading.times.isEmpty && understood.query.text != nil
            && understood.query.text == stranger
    }

    private func isOpen(_ unit: Unit, takesCommon: Bool) -> Bool {
        if unit.slot == .name { return reading.unknownAccount == nil }
        guard unit.slot == nil, unit.tokens.count == 1, unit.labels.count == 1,
            reading.tokens[unit.tokens.lowerBound].form == .word
        else { return false }
        let word = unit.labels[0]
        guard word.utf8.count > 2, !FunctionWords.all.contains(word), !Lexicon.builtIn.concepts.contains(word) else {
            return false
        }
        let lists = Lexicon.builtIn
        let isKnown = ["venmo", "zelle"].contains(word) ? false : lists.knows(word)
        return takesCommon || !isKnown && !PlainQuestion.sounds.contains(word)
    }

    private static let sounds: Set<String> = [
        "lol", "lmao", "haha", "hahaha", "hmm", "omg", "wtf", "ugh", "meh", "yay", "wow", "hehe", "huh", "nah", "yikes",
    ]

    /// `black friday damage?`
    private var asksForDamage: Bool {
        !reading.times.isEmpty && bare.count == 1 && bare[0].labels[0] == "damage" && reading.unknown.isEmpty
    }

    /// What is looked for in the texts of rows, as nothing else reads it.
    func leftover(in query: Query) -> String? {
        leftover ?? (query.namesNothing && !asksForDamage ? stranger : nil)
    }

    /// Whether a guess about money stands although so little is said; income and balances only where a word of them is.
    private func isSettled(_ guess: Intent) -> Bool {
        PlainQuestion.flows.contains(guess) && (guess != .income || reading.has("direction.in"))
            && (guess != .balance || !bare.isEmpty)
    }

    private static let flows: Set<Intent> = [.spending, .transactions, .income, .cashFlow, .balance, .netWorth]

    /// Whether a category, merchant or account is named; an account or an unknown name only beside a time or amount.
    private var isNamed: Bool {
        let isBounded = !reading.times.isEmpty || !reading.amounts.isEmpty
        let slots = Set(reading.units.compactMap(\.slot))
        if isInPlace { return true }
        if !slots.isDisjoint(with: [.name]), !isBounded || slots.contains(.category) { return false }
        return !slots.isDisjoint(with: [.category, .merchant])
            || isBounded && !slots.isDisjoint(with: [.account, .name]) && reading.unknown.count < 2
    }

    /// `restaurants in austin`, `coffee in berlin last year`: what was bought where.
    private var isInPlace: Bool {
        let slots = reading.units.filter { $0.slot != nil && $0.slot != .time }
        return slots.count == 2 && slots[0].slot == .category && slots[1].slot == .name
            && slots[1].tokens.lowerBound == slots[0].tokens.upperBound + 1
            && reading.keys[slots[0].tokens.upperBound] == "in"
    }

    /// Whether a time is named that has begun.
    private var hasBegun: Bool { reading.times.contains { !$0.isComparison && $0.period.start <= asOf } }

    private var wantsRows: Bool {
        let readings = ["last.one", "order.largest", "order.smallest", "order.oldest", "status.pending", "kind.refund"]
        return readings.contains(where: reading.has) || reading.rank != nil
            || reading.amounts.contains { $0.relation != .exactly }
            || reading.units.contains { $0.labels.contains("@list") || $0.labels.contains("@txn") }
    }

    private func isQuiet(_ unit: Unit) -> Bool {
        unit.labels[0].split(separator: "_").allSatisfy { PlainQuestion.quiet.contains(String($0)) }
    }

    private func isModest(_ unit: Unit) -> Bool {
        !PlainQuestion.concepts.isDisjoint(with: unit.labels) || PlainQuestion.small.contains(unit.labels[0])
    }
}
