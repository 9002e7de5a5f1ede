import Ledger
import Retrieval
import Understanding

/// Whether a price is high for what it is of: `is 500 a lot for groceries`, `the water bill was 144, is that normal`, `I paid 12
/// for lunch, was that too much`. It is held against what is usual; nothing is bought, so that nothing is judged or kept.
struct FairPrice {
    enum Question {
        case isHigh, isLow, isUsual
        /// What to make of it: `is that too much`.
        case advice
    }

    /// The words for what it is of.
    let about: String
    let question: Question
    /// The unit of time that it is said to be for.
    private(set) var unit: Ask.Unit?
    /// Whether it was paid, so that it is no advice before buying that is asked for.
    let isPaid: Bool
    /// Whether it was paid at once: `I paid 12 for lunch`.
    private(set) var isAtOnce = false
    /// Whether its words may be a thing that somebody thinks of buying: `a laptop`.
    let isOfItem: Bool

    private static let table = PhraseLists("rag-index/intents/fair-price.tsv")
    private static let longest = 20
    private static let longestPhrase = 5

    init?(_ line: String) {
        let words = SpokenText.words(of: line, with: [UInt8(ascii: "."), UInt8(ascii: ",")]).map { word in
            String(word.drop { ".,".contains($0) }.reversed().drop { ".,".contains($0) }.reversed())
        }.filter { !$0.isEmpty }
        let amounts = words.indices.filter { words[$0].contains(where: \.isNumber) }
        guard words.count <= FairPrice.longest, amounts.count == 1, let amount = amounts.first else { return nil }
        let before = words[..<amount].drop { FairPrice.has("lead", [$0]) }
        var behind = words[(amount + 1)...]
        if let first = behind.first, FairPrice.has("unit", [first]) { behind = behind.dropFirst() }
        unit = FairPrice.unit(at: &behind)
        guard let form = FairPrice.asked(before, behind) ?? FairPrice.told(before, behind) else { return nil }
        var about = form.about
        for (list, unit) in [("month", Ask.Unit.month), ("week", .week), ("monthly", .month)] {
            if let length = FairPrice.end(list, of: about) {
                (about, self.unit) = (about.dropLast(length), self.unit ?? unit)
            }
        }
        if let length = FairPrice.end("when", of: about) { about = about.dropLast(length) }
        isOfItem = about.first.map { FairPrice.has("item", [$0]) } ?? false
        about = about.drop { FairPrice.has("lead", [$0]) }
        guard !about.isEmpty, !FairPrice.has("it", about) else { return nil }
        self.about = about.joined(separator: " ")
        (question, isPaid) = (form.question, form.isPaid)
        isAtOnce = unit == nil && before.contains { FairPrice.has("mine", [$0]) }
    }

    private typealias Form = (about: ArraySlice<String>, question: Question, isPaid: Bool)

    /// `is 500 a lot for groceries`, `is it normal to pay 144 for water`
    private static func asked(_ before: ArraySlice<String>, _ behind: ArraySlice<String>) -> Form? {
        let head = end("before", of: before).map { before.dropLast($0) } ?? before
        if has("opens", head), let (question, length) = begin(judging, of: behind) {
            return thing(behind.dropFirst(length)).map { ($0, question, false) }
        }
        for (list, question) in judging {
            guard let length = end(list, of: head), let rest = head.dropLast(length).last, has("it", [rest]),
                has("opens", head.dropLast(length + 1))
            else { continue }
            return thing(behind).map { ($0, question, false) }
        }
        return nil
    }

    /// `the water bill was 144, is that normal`, `I paid 12 for lunch, is that too much`, `118 for Verizon, is that high`
    private static func told(_ before: ArraySlice<String>, _ behind: ArraySlice<String>) -> Form? {
        guard let (rest, question) = judged(behind) else { return nil }
        if let length = end("states", of: before) {
            let isEnd = rest.isEmpty || has("when", rest) || has("monthly", rest)
            return isEnd ? (before.dropLast(length) + rest, question, true) : nil
        }
        let payer = before.filter { !has("told", [$0]) }
        let isPaid = payer.count == 2 && has("mine", [payer[0]]) && has("paid", [payer[1]])
        guard isPaid || before.isEmpty && question != .advice else { return nil }
        return thing(rest).map { ($0, question, isPaid) }
    }

    /// What is told, without the question at its end.
    private static func judged(_ words: ArraySlice<String>) -> (ArraySlice<String>, Question)? {
        for (list, question) in judging + [("judges", .advice)] {
            guard let length = end(list, of: words), case let rest = words.dropLast(length),
                let asking = end("asks", of: rest)
            else { continue }
            return (rest.dropLast(asking), question)
        }
        return end("outright", of: words).map { (words.dropLast($0), .advice) }
    }

    private static let judging: [(String, Question)] = [("high", .isHigh), ("low", .isLow), ("usual", .isUsual)]

    /// What follows `for` or `on`.
    private static func thing(_ words: ArraySlice<String>) -> ArraySlice<String>? {
        words.first.map { has("of", [$0]) } ?? false ? words.dropFirst() : nil
    }

    private static func unit(at words: inout ArraySlice<String>) -> Ask.Unit? {
        for (list, unit) in [("month", Ask.Unit.month), ("week", .week)] {
            if let (_, length) = begin([(list, .isHigh)], of: words) {
                words = words.dropFirst(length)
                return unit
            }
        }
        return nil
    }

    // MARK: Lists

    private static func has(_ list: String, _ words: some Collection<String>) -> Bool {
        table.words(list).contains(words.joined(separator: " "))
    }

    /// How many of the last words are a phrase of a list, the longest that is.
    private static func end(_ list: String, of words: ArraySlice<String>) -> Int? {
        guard !words.isEmpty else { return nil }
        return (1...min(words.count, longestPhrase)).reversed().first { has(list, words.suffix($0)) }
    }

    private static func begin(
        _ lists: [(String, Question)], of words: ArraySlice<String>
    ) -> (Question, length: Int)? {
        guard !words.isEmpty else { return nil }
        for length in (1...min(words.count, longestPhrase)).reversed() {
            for (list, question) in lists where has(list, words.prefix(length)) { return (question, length) }
        }
        return nil
    }
}

extension Coach {
    /// Purchases that make an average worth telling.
    private static let fewestAlike = 3
    /// In the months that tell what is usual, a bill comes not more often.
    private static let mostBills = 9
    /// A price that is so many times what is usual, or a part of it as small, is not held against it: it's of something else.
    private static let mostApart = 5.0

    func fairPriceTalk(_ line: String) throws -> Answer? {
        guard let price = FairPrice(line), let coverage = context.names.coverage,
            let paid = SpokenLine(line).amounts(home: currency).first, paid.minorUnits > 0
        else { return nil }
        let named = reader.named(in: price.about)
        let merchants = named.flatMap { name -> [RowFilter] in
            if case .merchants(let names) = name.what { names.map(RowFilter.merchant) } else { [] }
        }
        let categories = named.flatMap { name -> [RowFilter] in
            if case .categories(let ids) = name.what { ids.map(RowFilter.category) } else { [] }
        }
        let filters = merchants.isEmpty ? categories : merchants
        guard !filters.isEmpty else {
            guard price.isPaid else { return nil }
            return everyday(
                line,
                "I can't hold it against anything: I don't know what kind of purchase “\(price.about)” is. Name a shop or a "
                    + "category.", intent: .spending)
        }
        let units = price.unit.map { [$0] } ?? (price.isAtOnce ? [.transaction] : [.transaction, .month])
        var usual = try units.compactMap { try self.usual(.any(filters), per: $0, coverage) }
        // A bill that comes once a month is one purchase.
        if usual.count > 1, usual[1].evidence.matched <= Coach.mostBills { usual.removeLast() }
        guard let nearest = usual.min(by: { $0.distance(to: paid) < $1.distance(to: paid) }) else {
            let ask = Ask(Selection(.purchases, .any(filters), .everything), measure: .count(.transaction))
            let matched = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence.matched
            guard price.isPaid else { return nil }
            return everyday(
                line,
                "I see \(phrases.count(matched, "purchase"))\(rowWords(.any(filters), isCounted: true)) in all, too few to say "
                    + "what's usual.", intent: .spending)
        }
        if !price.isPaid, price.isOfItem, merchants.isEmpty, nearest.distance(to: paid) > Coach.mostApart { return nil }
        var understood = Understood(intent: .spending, confidence: 0.95, query: nearest.evidence.query)
        understood.assumedPeriod = true
        let judged = nearest.reply(to: price.question, paid)
        var sentences = [judged.text + "."]
        if nearest.isReached(by: paid), let most = try most(nearest) { sentences.append(most) }
        if !price.isPaid,
            let other = usual.first(where: { $0.unit != nearest.unit && $0.distance(to: paid) < Coach.mostApart }),
            other.mean != nearest.mean
        {
            sentences.append(other.aside)
        }
        var evidence = nearest.evidence
        for place in evidence.facts.indices { evidence.facts[place].isAsked = false }
        evidence.facts.insert(
            Fact(
                .statement, judged, about: .rows(nearest.ask.selection.flow, nearest.ask.selection.filter),
                isAsked: true, key: "judged"), at: 0)
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence,
            reply: sentences.joined(separator: " "), table: nil, request: .ask(nearest.ask))
    }

    private func rowWords(_ filter: RowFilter, isCounted: Bool) -> String {
        FactPhrases(taxonomy: index.taxonomy, currency: currency).rows.words(.purchases, filter, isCounted: isCounted)
    }

    /// What such a purchase, or a month of them, usually comes to.
    ///
    /// - Returns: nil where too few are known.
    private func usual(_ filter: RowFilter, per unit: Ask.Unit, _ coverage: Period) throws -> UsualPrice? {
        let isOfOne = unit == .transaction
        let span = UsualMonth.span(before: asOf)
        let days = Period(max(span.start, min(coverage.start, asOf)), isOfOne ? asOf : max(span.end, coverage.start))
        let ask = Ask(
            Selection(isOfOne ? .purchases : .spending, filter, .periods([days])), measure: .average(unit))
        let evidence = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence
        guard evidence.matched >= Coach.fewestAlike,
            let mean = evidence.figures(named: "average").lazy.compactMap(\.money).first(where: {
                $0.currency == currency
            }), mean.minorUnits > 0
        else { return nil }
        let words = FactPhrases(taxonomy: index.taxonomy, currency: currency).rows
        return UsualPrice(
            ask: ask, evidence: evidence, mean: mean, unit: unit,
            what: isOfOne
                ? "over \(phrases.count(evidence.matched, "purchase"))\(rowWords(filter, isCounted: true)) \(days.phrase)"
                : words.words(.spending, filter), days: days.phrase)
    }

    /// The most that was paid at once, or in a month.
    private func most(_ usual: UsualPrice) throws -> String? {
        var ask = usual.ask
        (ask.measure, ask.order, ask.limit) = (.total, .largest, 1)
        switch usual.unit {
        case .transaction: ask.view = .rows
        case .month: ask.grouping = .month
        default: return nil
        }
        let found = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence
        if let row = found.transactions.first, ask.view == .rows {
            return "The most was \(row.amount.magnitude.text) on \(row.date.text(near: asOf))."
        }
        guard let group = found.groups.first, case .money(let sum) = group.value else { return nil }
        return "The highest month was \(group.label), at \(sum.text)."
    }
}

/// What something usually costs.
private struct UsualPrice {
    let ask: Ask
    let evidence: Evidence
    let mean: Money
    /// What the mean is taken over.
    let unit: Ask.Unit
    /// The purchases that it is the mean of, or what the money went on.
    let what: String
    let days: String

    /// How many times the one is the other; at least 1.
    func distance(to price: Money) -> Double {
        let ratio = Double(price.minorUnits) / Double(mean.minorUnits)
        return max(ratio, 1 / ratio)
    }

    /// Whether a price is about as much, or more.
    func isReached(by price: Money) -> Bool { off(price) > -FactPhrases.usualRange }

    /// How far off a price is, in percent.
    private func off(_ price: Money) -> Double {
        Double(roundedQuotient(price.minorUnits - mean.minorUnits, times: 1000, by: mean.minorUnits)) / 10
    }

    /// Whether a price is high, low, or usual, as a sentence that says yes or no itself.
    func reply(to question: FairPrice.Question, _ price: Money) -> Phrase {
        let off = off(price)
        let isUsual = abs(off) < FactPhrases.usualRange
        let lead: String
        switch question {
        case .isHigh: lead = isUsual || off < 0 ? "No, " : "Yes, it's more than usual: "
        case .isLow: lead = isUsual || off > 0 ? "No, " : "Yes, it's less than usual: "
        case .isUsual: lead = isUsual ? "Yes, " : "No, it's \(off > 0 ? "more" : "less") than usual: "
        case .advice: lead = isUsual || off < 0 ? "No, " : "It's more than usual: "
        }
        let how: Phrase = isUsual ? "about" : "\(percent: abs(off)) \(off > 0 ? "above" : "below")"
        let usually: Phrase =
            unit == .transaction
            ? "what you usually pay, \(mean) on average, \(what)"
            : "what you usually spend\(what) in a \(unit.rawValue), \(mean) on average \(days)"
        return "\(lead)\(price) is \(how) \(usually)"
    }

    /// The same beside another measure.
    var aside: String {
        unit == .transaction
            ? "A single purchase is \(mean.text) on average." : "A \(unit.rawValue) of them is \(mean.text) on average."
    }
}
