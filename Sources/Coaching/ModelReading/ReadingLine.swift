import Ledger
import Retrieval
import Understanding

/// A line for a model to read, and all that it is told with it. No amount of the data is in it.
struct ReadingLine {
    let text: String
    let asOf: CivilDate
    let taxonomy: Taxonomy
    /// Those of the index, and behind them the cards of those that have several.
    let accounts: [String]
    /// Those whose names are like words of the line, and those that the grammar took words of it for.
    let merchants: [String]
    /// Those with the most rows, each with the categories of its rows, but for people: they are named by the line or not at all.
    /// None where a model may know only what a line names.
    let frequent: [FrequentMerchant]
    /// What was answered, the last first.
    let requests: [Request]
    /// What the last answer showed, in its order: names and days of groups, or rows.
    let shown: ShownNames
    /// The line before, where nothing was made of it.
    let missed: String?
    let names: ReadingNames
    let days: WrittenDays

    /// What lines may point at, without a figure.
    struct ShownNames {
        var grouping: Ask.Grouping?
        var keys: [String] = []
        var rows: [(id: Int64, merchant: String, day: CivilDate)] = []
    }

    struct FrequentMerchant: Hashable {
        let name: String
        let categories: [String]
    }

    private static let mostMerchants = 24

    /// - Parameters:
    ///   - missed: the line before, where nothing was made of it.
    ///   - guesses: what the grammar made of the line.
    ///   - cards: the names of those of accounts that have several.
    init(
        _ text: String, _ context: UnderstandingContext, after requests: [Request], showing shown: ShownNames,
        missed: String?, read guesses: [Request], among frequent: [FrequentMerchant], cards: [String]
    ) {
        (self.text, self.frequent) = (text, frequent)
        (self.requests, self.shown, self.missed) = (requests, shown, missed)
        days = WrittenDays(context)
        (asOf, taxonomy) = (context.asOf, context.taxonomy)
        accounts = context.names.accounts.map(\.name) + cards
        var merchants = NameCandidates(context.names).merchants(in: text, limit: Self.mostMerchants)
        for name in guesses.flatMap({ $0.json.merchantNames }) where !merchants.contains(name) {
            merchants.append(name)
        }
        self.merchants = Array(merchants.prefix(2 * Self.mostMerchants))
        names = ReadingNames(context.names, context.taxonomy, asOf: context.asOf)
    }
}

extension Coach {
    /// The line of an answer as a model would be told it, in the conversation before it.
    ///
    /// - Parameter tellsShops: whether merchants that the line doesn't name are told.
    func readingLine(_ answer: Answer, tellsShops: Bool) -> ReadingLine {
        ReadingLine(
            answer.question, context, after: lastRequests, showing: shownNames, missed: talk.missed,
            read: answer.requests + answer.choices.map(\.request),
            among: tellsShops ? (try? frequentMerchants()) ?? [] : [],
            cards: (try? index.cards.map(\.name)) ?? [])
    }

    private static let mostFrequent = 150
    /// Services by which people pay each other: what stands behind them is somebody's name.
    private static let betweenPeople = ["zelle", "venmo", "cash app", "apple cash", "popmoney"]

    /// The merchants of the household's own rows by how many they have, so that a word for one (`the Y`, `clay stuff`) finds it.
    private func frequentMerchants() throws -> [ReadingLine.FrequentMerchant] {
        let ask = Ask(
            Selection(.any, .all, .everything), measure: .count(.transaction), by: .merchant, order: .largest,
            limit: Coach.mostFrequent)
        let groups = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence.groups
        return groups.compactMap { group in
            let categories = context.names.categories(merchant: group.key).sorted()
            let isPerson =
                categories.contains("people")
                || Coach.betweenPeople.contains { group.key.lowercased().hasPrefix($0 + " ") }
            guard !isPerson, !categories.isEmpty else { return nil }
            return ReadingLine.FrequentMerchant(name: group.key, categories: categories)
        }
    }

    private static let mostShown = 12

    /// What the last answer showed.
    private var shownNames: ReadingLine.ShownNames {
        let found = talk.last?.evidence?.transactions ?? []
        if talk.isElsewhere {
            // What stands out, what is pending: rows that lines point at, though no ask listed them.
            return ReadingLine.ShownNames(rows: found.prefix(Coach.mostShown).map { ($0.id, $0.merchant, $0.date) })
        }
        guard let shown = talk.asked?.shown else { return ReadingLine.ShownNames() }
        let rows = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
        return ReadingLine.ShownNames(
            grouping: shown.grouping, keys: Array(shown.keys.prefix(Coach.mostShown)),
            rows: shown.rows.prefix(Coach.mostShown).compactMap { id in rows[id].map { (id, $0.merchant, $0.date) } })
    }

    private static let mostBefore = 2

    /// What is no request to a model, which then knows that a line may go on with it.
    private static let ofHandlers: Set<Intent> = [.purchase, .budget, .edit]

    /// What a line that goes on may be about, the last first.
    private var lastRequests: [Request] {
        let handled = talk.last.flatMap { last in
            last.request == nil && Coach.ofHandlers.contains(last.understood.intent)
                ? Request.other(last.understood.intent) : nil
        }
        return (handled.map { [$0] } ?? []) + askedRequests
    }

    private var askedRequests: [Request] {
        let before = (talk.asked?.past ?? []).prefix(Coach.mostBefore).map(Request.ask)
        if talk.isElsewhere {
            let other = talk.last?.request.map { [$0] } ?? []
            return other + (talk.asked.map { [.ask($0.last)] } ?? [])
        }
        guard let asked = talk.asked else { return [] }
        let last: Request =
            asked.recurring.map(Request.recurring) ?? asked.balance.map(Request.balance)
            ?? asked.forecast.map(Request.forecast) ?? .ask(asked.last)
        return [last] + before
    }

    /// Why a request cannot be computed, or looks for words that no row holds and no shop is known by; nil where it can.
    func problem(_ request: Request) -> String? {
        guard case .ask(let ask) = request else { return nil }
        do {
            let evaluator = AskEvaluator(index, asOf: asOf)
            _ = try evaluator.evaluate(ask, tellsMore: false)
            let absent = try ask.searched.first { words in
                try !KnownMerchants.knows(words)
                    && evaluator.latest(Selection(.any, .text(words), .everything)) == nil
            }
            return absent.map { words in
                "no row has “\(DataText.line(words))” in it: take the category that it belongs to, or a name that was given"
            }
        } catch {
            return (error as? AskError).flatMap { $0.isOfData ? nil : $0.description }
        }
    }

    // MARK: Answers

    /// Answers a line with the requests that a model made of it, one after the other.
    mutating func answer(_ line: String, readAs requests: [Request]) throws -> Answer {
        var answer = try answered(line, by: requests)
        answer.isReadByModel = true
        answer.reply = answer.readAs + " " + answer.reply
        (talk.last, talk.missed) = (answer, nil)
        return answer
    }

    /// Answers a line with requests that it was read to by something else than the grammar.
    mutating func answered(_ line: String, by requests: [Request]) throws -> Answer {
        let asksWhether = reader.candidates(line).first?.asksWhether ?? false
        try begin()
        var answer = try answer(requests)
        if asksWhether, requests.count == 1, case .ask(let ask) = requests[0], ask.against == nil,
            ask.measure == .total, ask.selection.flow != .net, let evidence = answer.evidence
        {
            let isSo = ask.grouping == nil || ask.condition == nil ? evidence.matched > 0 : !evidence.groups.isEmpty
            answer.reply = (isSo ? "Yes. " : "No. ") + answer.reply
        }
        answer.question = line.withoutControls
        (talk.last, talk.missed) = (answer, nil)
        return answer
    }

    /// Asks which of the readings of a line is meant.
    mutating func offer(_ readings: [Request], for answer: Answer) throws -> Answer {
        try begin()
        talk.missed = nil
        let words = RequestWords(index.taxonomy, currency: currency)
        talk.offered = readings.map { Answer.Choice(reading: words.text($0), request: $0) }
        var understood = Understood(intent: readings[0].intent, confidence: 0.3, query: Query(direction: .any))
        let text = UnreadWords.question([], talk.offered.map(\.reading))
        understood.clarification = Clarification(need: .choice, text: text)
        var asking = Answer(
            question: answer.question, understood: understood, asOf: asOf, evidence: nil, reply: text, table: nil)
        asking.choices = talk.offered
        asking.isReadByModel = true
        return asking
    }

    /// Asks for what a line leaves open.
    mutating func ask(back missing: ReadingSchema.Missing, about word: String?, for answer: Answer) throws -> Answer {
        try begin()
        talk.missed = answer.question
        let text =
            switch missing {
            case .what where word != nil: "What do you mean by “\(word ?? "")”? Name it, and I'll look it up."
            case .what: "What is it about? Name a shop, a category, or an account, and I'll look it up."
            case .when: "Which days do you mean? Say “last month”, “since March”, or “in total”."
            case .which: "Which one do you mean? Name it by shop, day, or amount."
            }
        var understood = Understood(intent: answer.understood.intent, confidence: 0.3, query: Query(direction: .any))
        understood.clarification = Clarification(need: .choice, text: text)
        var asking = Answer(
            question: answer.question, understood: understood, asOf: asOf, evidence: nil, reply: text, table: nil)
        asking.isReadByModel = true
        return asking
    }

    /// Refuses a line that is not about the person's money.
    mutating func refuse(_ line: String) throws -> Answer {
        try begin()
        var answer = try outOfScope(
            line, Understood(intent: .outOfScope, confidence: 0.8, query: Query(direction: .any)))
        answer.isReadByModel = true
        return answer
    }
}

extension Answer {
    /// Whether what a model read is what was answered, and all of the line was read.
    func isAnswered(by requests: [Request]) -> Bool {
        guard unread.isEmpty, clarify == nil else { return false }
        // What limits there are is told by who reads more of the line.
        if case .other(let intent)? = requests.first, requests.count == 1 { return intent == understood.intent }
        return self.requests == requests
    }

    /// Whether a model's reading comes to the same words, and all of the line was read.
    func isSaid(by read: Answer) -> Bool {
        unread.isEmpty && clarify == nil && read.reply == read.readAs + " " + reply
    }

    /// How a model read the line; empty where none did, or where nothing was answered.
    var readAs: String { isReadByModel ? reading.map { "Read as: \($0)." } ?? "" : "" }
}

extension JSON {
    /// The names of merchants in a request.
    fileprivate var merchantNames: [String] {
        switch self {
        case .array(let values): values.flatMap(\.merchantNames)
        case .object(let members):
            members.flatMap { name, value in
                name == "merchant" ? [value.string].compactMap(\.self) : value.merchantNames
            }
        default: []
        }
    }
}

extension Ask {
    /// The words that its rows, and those beside them, are looked for by.
    fileprivate var searched: [String] {
        var filters = [selection.filter]
        if case .sides(let sides)? = against { filters += sides.map(\.selection.filter) }
        if case .share(let whole, _) = measure { filters.append(whole.filter) }
        if let base = condition?.base { filters.append(base.filter) }
        return filters.flatMap(\.searched)
    }
}
