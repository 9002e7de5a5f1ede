import Ledger

/// Everything that is read from one question by itself, before intent and conversation come in.
struct QuestionReading {
    let tokens: [Token]
    /// The same for what reads times: names that hold a word of time are no words there.
    let timeTokens: [Token]
    /// Token keys with misspelt words mended.
    let keys: [String]
    private(set) var times: [TimeExpression]
    /// Whether a time of day is named, which no row has.
    let namesTimeOfDay: Bool
    let amounts: [AmountExpression]
    /// Numbers that are money only where a price is expected: `afford a 1200 laptop`.
    let bareAmounts: [AmountExpression]
    /// The currency that is asked about, without an amount.
    let currency: CurrencyReader.Reading?
    private(set) var names: [NameMatch]
    /// The words that stand for something the last answer showed; it is among the names as well.
    let pointed: NameMatch?
    /// All that the household has, where the question names one.
    private let allAccounts: [String]
    let units: [Unit]
    /// What `readings.tsv` concludes.
    private(set) var readings: Set<String>
    let features: [String]

    init(_ question: String, context: UnderstandingContext, lexicon: Lexicon) {
        tokens = Tokenizer.tokens(of: question)
        let tokens = tokens
        let (claims, shielded) = Claims.read(tokens, context: context)
        let pointed = NamePointer(tokens, shown: context.shown, taxonomy: context.taxonomy).match
        self.pointed = pointed
        timeTokens = claims.tokens
        // `the 2nd one` is no day.
        times = LeftOutTimes.marked(
            claims.times.filter { time in !(pointed?.tokens.contains(time.tokens.lowerBound) ?? false) },
            keys: tokens.map(\.key))
        let hours = claims.hours
        namesTimeOfDay = !hours.isEmpty
        amounts = claims.amounts.filter { QuestionReading.isMoney($0, tokens: tokens) }
        bareAmounts = claims.amounts.filter {
            !QuestionReading.isMoney($0, tokens: tokens) && $0.tokens.contains { tokens[$0].form == .number }
        }
        currency = CurrencyReader(tokens: tokens, claimed: claims, home: context.homeCurrency).reading
        var taken = claims.taken
        for index in currency?.tokens ?? [] { taken[index] = true }
        for amount in amounts { for index in amount.tokens { taken[index] = true } }
        // "hm" is a shop as well, but not at the head of a sentence.
        if tokens.count > 1, tokens[0].text == "hm", FunctionWords.all.contains(tokens[1].key) { taken[0] = true }
        var reader = NameReader(
            tokens: tokens, taken: taken, catalog: context.names, lexicon: lexicon,
            shielded: shielded + [pointed].compactMap { $0 })
        names = reader.read()
        let namesAccounts = names.contains { if case .account = $0.kind { true } else { false } }
        allAccounts = namesAccounts ? context.names.accounts.map(\.name) : []
        let keys = QuestionReading.plainTrend(reader.keys)
        self.keys = keys
        var unitReader = UnitReader(tokens: tokens, keys: keys, lexicon: lexicon)
        for time in times { unitReader.mark(time.tokens, as: .time) }
        for range in hours { unitReader.mark(range, as: .time) }
        for amount in amounts { unitReader.mark(amount.tokens, as: .amount) }
        for name in names { QuestionReading.mark(name, in: &unitReader) }
        units = unitReader.units()
        let matcher = RuleMatcher(units: units, symbolCount: lexicon.symbolCount)
        var readings: Set<String> = []
        for rule in lexicon.rules where matcher.matches(rule) { readings.insert(rule.conclusion) }
        self.readings = readings
        features = IntentClassifier.features(of: units, keys: keys, readings: readings, lexicon: lexicon)
    }

    /// `are my bills trending up` asks what `going up` does, not for every month.
    private static func plainTrend(_ keys: [String]) -> [String] {
        guard let place = keys.firstIndex(of: "trending"), place + 1 < keys.count,
            ["up", "down"].contains(keys[place + 1]), ["is", "are", "was", "were", "am"].contains(keys[0])
        else { return keys }
        var plain = keys
        plain[place] = "going"
        return plain
    }

    private static func mark(_ name: NameMatch, in reader: inout UnitReader) {
        switch name.kind {
        case .category(let ids): reader.mark(name.tokens, as: .category, detail: ids.first)
        case .merchant: reader.mark(name.tokens, as: .merchant)
        case .account, .unknownAccount: reader.mark(name.tokens, as: .account)
        case .unknown: reader.mark(name.tokens, as: .name)
        }
    }

    /// What numbers count that are no money.
    private static let counted: Set<String> = [
        "transactions", "transaction", "purchases", "purchase", "times", "days", "weeks", "months", "years", "charges",
        "payments", "merchants", "categories", "stores", "orders", "percent", "%", "visits", "hours", "minutes",
        "things", "items", "biggest", "largest", "points", "people", "expenses",
    ]

    /// A number without a currency is money when it has cents or a relation (`over 500`) and counts nothing.
    private static func isMoney(_ amount: AmountExpression, tokens: [Token]) -> Bool {
        if amount.isMarked { return true }
        let next = amount.tokens.upperBound < tokens.count ? tokens[amount.tokens.upperBound].key : ""
        if isOfCharge(amount, tokens: tokens) { return true }
        if QuestionReading.counted.contains(next) { return isLeastOfRows(amount, next: next, tokens: tokens) }
        if amount.relation != .exactly { return tokens[amount.tokens].contains { $0.form == .number } }
        let isExact = tokens[amount.tokens].contains { $0.key == "exactly" || $0.key == "equal" }
        return isExact || tokens[amount.tokens].contains { $0.form == .number && $0.key.dropLast(2).last == "." }
    }

    /// `200+ purchases`, `my 500+ charges`: what each of the rows comes to at least; `stores with 5+ orders` counts them.
    private static func isLeastOfRows(_ amount: AmountExpression, next: String, tokens: [Token]) -> Bool {
        let start = amount.tokens.lowerBound
        guard amount.relation == .atLeast, tokens[amount.tokens.upperBound - 1].key == "+", rowNouns.contains(next)
        else { return false }
        return start == 0 || leastLeads.contains(tokens[start - 1].key)
    }

    private static let leastLeads: Set<String> = [
        "my", "our", "the", "all", "any", "every", "each", "list", "show", "find", "me", "see", "many", "of", "on",
        "for", "in",
    ]

    func has(_ reading: String) -> Bool { readings.contains(reading) }

    /// Without what was said not to be meant, where something else stands for it: `groceries, not gas`.
    func withoutDenied() -> QuestionReading {
        var result = self
        let kept = names.filter { !isDenied($0.tokens) }
        if kept.contains(where: { !$0.isExcluded }) { result.names = kept }
        let said = times.filter { !isDenied($0.tokens) }
        if !said.isEmpty { result.times = said }
        // `i mean groceries` averages nothing.
        let corrects = keys.indices.dropFirst().contains {
            ["mean", "means"].contains(keys[$0]) && keys[$0 - 1] == "i"
        }
        if corrects { result.readings.remove("measure.average") }
        return result
    }

    private func isDenied(_ tokens: Range<Int>) -> Bool {
        var before = tokens.lowerBound - 1
        while before >= 0, ["in", "for", "the", "my", "at", "on"].contains(keys[before]) { before -= 1 }
        guard before >= 0 else { return false }
        return keys[before] == "not"
            || before > 0 && ["instead of", "rather than"].contains("\(keys[before - 1]) \(keys[before])")
    }

    // MARK: Names by kind

    func categories(excluded: Bool = false) -> [String] {
        unique(
            names.flatMap { name -> [String] in
                if case .category(let ids) = name.kind, name.isExcluded == excluded {
                    ids.filter { !$0.hasPrefix("-") }
                } else {
                    []
                }
            })
    }

    /// What an everyday word leaves out of the category it means: medical costs are those of health without the vet's.
    var impliedExclusions: [String] {
        unique(
            names.flatMap { name -> [String] in
                guard case .category(let ids) = name.kind, !name.isExcluded else { return [] }
                return ids.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
            }
        ).filter { !categories().contains($0) }
    }

    func merchants(excluded: Bool = false) -> [String] {
        unique(
            names.flatMap { name -> [String] in
                if case .merchant(let found) = name.kind, name.isExcluded == excluded { found } else { [] }
            })
    }

    /// The accounts that are named; where some are to be left out, all the others.
    var accounts: [String] {
        let said = accounts(excluded: false)
        let leftOut = accounts(excluded: true)
        if leftOut.isEmpty { return said }
        return (said.isEmpty ? allAccounts : said).filter { !leftOut.contains($0) }
    }

    private func accounts(excluded: Bool) -> [String] {
        unique(
            names.flatMap { name -> [String] in
                if case .account(let found) = name.kind, name.isExcluded == excluded { found } else { [] }
            })
    }

    /// What stands where a name stands and exists nowhere.
    var unknown: [NameMatch] {
        names.filter { name in
            switch name.kind {
            case .unknown, .unknownAccount: !name.isExcluded
            default: false
            }
        }
    }

    /// An account that is named and does not exist.
    var unknownAccount: String? {
        for name in names where !name.isExcluded { if case .unknownAccount(let text) = name.kind { return text } }
        return nil
    }

    /// Unknown words to search rows for; accounts are none.
    var freeText: String? {
        for name in names where !name.isExcluded { if case .unknown(let text) = name.kind { return text } }
        return nil
    }

    private func unique(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return values.filter { seen.insert($0).inserted }
    }

    /// The words of a range of tokens as they were written.
    func text(of range: Range<Int>) -> String {
        var text = ""
        for index in range {
            if !text.isEmpty, tokens[index].hasSpaceBefore { text += " " }
            text += tokens[index].text
        }
        return text
    }

    /// How many rows or groups are asked for, at most `Query.mostListed`.
    var limit: Int? { askedCount.flatMap { $0 > 0 ? min($0, Query.mostListed) : nil } }

    /// Whether so few are asked for that nothing can be shown: `top 0`.
    var asksForNone: Bool { askedCount.map { $0 < 1 } ?? false }

    static let rowNouns: Set<String> = [
        "transactions", "transaction", "purchases", "purchase", "charges", "charge", "payments", "payment", "rows",
        "entries", "expenses", "orders", "deposits", "withdrawals", "refunds", "transfers", "debits", "credits", "list",
        "records", "movements", "txns", "items", "activity", "history", "statement",
    ]

    /// Whether words of spending are there, and none of taxes.
    var asksForSpending: Bool {
        !keys.contains { ["tax", "taxes", "irs", "refund"].contains($0) }
            && (!names.isEmpty
                || units.contains { !$0.labels.allSatisfy { !["@howmuch", "@spend", "@txn"].contains($0) } })
    }

    private static let beforeCounts: Set<String> = [
        "top", "last", "latest", "recent", "first", "past", "previous", "biggest", "largest", "smallest", "highest",
        "lowest", "next", "oldest", "newest", "expensive", "bottom", "best", "worst", "cheapest", "priciest",
    ]
    private static let afterCounts: Set<String> = [
        "biggest", "largest", "smallest", "highest", "lowest", "most", "latest", "last", "cheapest", "transactions",
        "purchases", "merchants", "stores", "categories", "charges", "payments", "expenses", "orders", "newest",
        "oldest", "recent", "places", "top", "best", "worst", "priciest",
    ]

    /// `top 5`, `last ten`, `3 biggest`; 0 and less where that was written.
    private var askedCount: Int? {
        for index in keys.indices {
            guard keys[index] != "one", let count = AmountWords.count(keys[index]),
                !times.contains(where: { $0.tokens.contains(index) }),
                !names.contains(where: { $0.tokens.contains(index) }),
                !amounts.contains(where: { $0.tokens.contains(index) })
            else { continue }
            let isNegative = index > 1 && keys[index - 1] == "-" && !tokens[index].hasSpaceBefore
            let leader = index > (isNegative ? 1 : 0) ? keys[index - (isNegative ? 2 : 1)] : ""
            if QuestionReading.beforeCounts.contains(leader) { return isNegative ? -count : count }
            if index + 1 < keys.count, QuestionReading.afterCounts.contains(keys[index + 1]) { return count }
        }
        return nil
    }
}
