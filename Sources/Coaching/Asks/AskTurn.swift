import Ledger
import Retrieval
import Understanding

/// Lines that the grammar reads as questions about rows, payments that recur, accounts, or the days to come.
extension Coach {
    /// Answers a line that is a question about rows, or one that goes on from such a question.
    ///
    /// - Parameter understood: the line as the intents have it, which decides what is no question about rows.
    /// - Returns: nil where another handler has the line.
    mutating func ask(_ question: String, beside understood: Understood) throws -> Answer? {
        let route: ReadingRoute
        do {
            route = try self.route(question, reader, beside: understood)
        } catch let error as AskError {
            return Answer(
                question: question, understood: understood, asOf: asOf, evidence: nil, reply: error.description,
                table: nil)
        }
        switch route {
        case .other: return nil
        case .ask(let reading):
            if let missed = talk.missed, reading.isFragment { return afterMissed(missed, question, understood) }
            return try answer(reading, question, understood)
        case .unclear(let readings): return try askBack(readings, question, understood)
        }
    }

    /// A line that goes on from one that was not understood is about nothing known, and not about what was asked before.
    private func afterMissed(_ missed: String, _ question: String, _ understood: Understood) -> Answer {
        var own = understood
        let text =
            "I didn't get “\(missed)”, so I can't tell what “\(question)” is about. Ask it in full, with what and when."
        own.clarification = Clarification(need: .missed, text: text)
        return Answer(question: question, understood: own, asOf: asOf, evidence: nil, reply: text, table: nil)
    }

    /// Takes the choice that a line makes among the readings offered before: `1`, `the second`, `yes`, or its words.
    ///
    /// - Returns: nil where the line chooses none of them.
    mutating func choose(_ question: String) throws -> Answer? {
        let offered = talk.offered
        talk.offered = []
        guard let request = Coach.chosen(question, of: offered) else { return nil }
        return try answer(request, chosenBy: question)
    }

    /// Answers one of the readings that were offered.
    mutating func answer(_ request: Request, chosenBy question: String) throws -> Answer {
        let understood = Understood(intent: request.intent, confidence: 1, query: Query(direction: .any))
        switch request {
        case .ask, .recurring: return try answer(LineReader.Candidate(request: request), question, understood)
        default:
            var answer = try unnoted(request)
            answer.question = question
            return answer
        }
    }

    private static func chosen(_ line: String, of offered: [Answer.Choice]) -> Request? {
        guard !offered.isEmpty, let place = ChoiceReader(offered.map(\.reading)).place(in: line) else { return nil }
        return offered[place].request
    }

    /// Takes up a request of an earlier conversation, or one just answered.
    mutating func goOn(from request: Request) {
        switch request {
        case .ask(let ask): goOn(from: ask)
        case .recurring(let ask): goOn(from: ask)
        case .balance(let ask): goOn(from: ask)
        case .forecast(let ask): goOn(from: ask)
        default: talk.isElsewhere = true
        }
    }

    var reader: LineReader {
        LineReader(context, after: talk.asked, in: talk.state, about: talk.isElsewhere ? talk.topic : nil)
    }

    /// What an answer that was none about rows was of.
    func topic(of answer: Answer) -> RowFilter? {
        let understood = answer.understood
        if let id = understood.budget.category { return index.taxonomy[id].map { .category($0.id) } }
        if let merchant = talk.state.shownMerchant { return .merchant(merchant) }
        let query = understood.query
        let names: [RowFilter] =
            query.merchants.map { .merchant($0) } + query.categories.map { .category($0) }
            + query.accounts.map { .account($0) }
        return names.count == 1 ? names[0] : nil
    }

    /// What lines that follow go on from.
    mutating func goOn(from ask: Ask, isAside: Bool = false) {
        talk.asked = talk.asked?.followed(by: ask, isAside: isAside) ?? LineReader.Earlier(last: ask)
        talk.isElsewhere = false
        talk.state.take(ask)
    }

    /// Takes up a line of an earlier conversation without answering it.
    ///
    /// - Returns: whether it is a question about rows, or a choice among readings of one.
    mutating func takeUp(_ question: String, beside understood: Understood) throws -> Bool {
        let offered = self.talk.offered
        self.talk.offered = []
        if let request = Coach.chosen(question, of: offered) {
            goOn(from: request)
            return true
        }
        guard !understood.dismisses, !understood.asksWhy else { return false }
        switch try route(question, reader, beside: understood) {
        case .other: return false
        case .ask(let reading):
            if case .ask(let ask) = reading.request {
                goOn(from: ask, isAside: reading.isAside)
            } else {
                goOn(from: reading.request)
            }
        case .unclear(let readings): self.talk.offered = choices(readings)
        }
        return true
    }

    private func route(
        _ question: String, _ reader: LineReader, beside understood: Understood
    ) throws -> ReadingRoute {
        let candidates = try readings(of: question)
        let route = ReadingRoute(
            candidates, beside: understood, isElsewhere: talk.isElsewhere,
            chanceOfRows: { reader.chanceOfRows(question) })
        if case .other = route, understood.intent == .outOfScope, let named = namingStranger(candidates.first) {
            return .ask(named)
        }
        if case .other = route, understood.clarification == nil,
            let reading = reader.known(question, as: understood.intent)
        {
            return .ask(reading)
        }
        return route
    }

    /// The ways to read a line beside what the index holds, best first.
    func readings(of question: String) throws -> [LineReader.Candidate] {
        let evaluator = AskEvaluator(index, asOf: asOf)
        let rows = FactPhrases(taxonomy: index.taxonomy, currency: currency).rows
        let together = NamesTogether(evaluator, context.names)
        let interest = AccountInterest(accounts: try index.accounts, balanceDays: talk.asked?.balance?.period)
        var candidates = try reader.candidates(question).filter { try holds($0) }.map { candidate in
            try interest.settled(together.settled(withoutUnfound(candidate)))
        }
        if try comesOnlyOnce(candidates.first),
            candidates.contains(where: { if case .ask = $0.request { true } else { false } })
        {
            candidates.removeAll { if case .recurring = $0.request { true } else { false } }
        }
        candidates = try VoidReadings(evaluator, rows, context.names).settled(candidates)
        if let best = candidates.first { candidates[0].lead = best.lead(over: candidates.dropFirst()) }
        if let best = candidates.first { candidates[0].searchesInVain = try searchesInVain(best) }
        return candidates
    }

    /// Whether a reading is of payments that come again and again, and what it names is paid but does not: `list our vet bills`.
    private func comesOnlyOnce(_ candidate: LineReader.Candidate?) throws -> Bool {
        guard case .recurring(let ask)? = candidate?.request, ask.filter != .all, ask.detail == nil,
            ask.topic == .list || ask.topic == .changes, candidate?.isFollowUp == false
        else { return false }
        return try retriever.recurring(RecurringQuestion(ask, asOf: asOf), asOf: asOf).streams.isEmpty
    }

    /// A reading that leaves nothing unread but what a merchant is called by that the household never paid: of that one.
    private func namingStranger(_ candidate: LineReader.Candidate?) -> LineReader.Candidate? {
        guard var named = candidate, case .ask(var ask) = named.request, named.isWhole || talk.asked == nil,
            !named.unread.isEmpty,
            named.unread.count <= 3, KnownMerchants.knows(named.unread.joined(separator: " "))
        else { return nil }
        let name = RowFilter.text(named.unread.joined(separator: " "))
        ask.selection.filter = ask.selection.filter == .all ? name : .and([ask.selection.filter, name])
        (named.request, named.unread) = (.ask(ask), [])
        return named
    }

    private func searchesInVain(_ candidate: LineReader.Candidate) throws -> Bool {
        try candidate.searched.contains { try !KnownMerchants.knows($0) && isUnfound($0) }
    }

    /// The reading without words that no row holds, where they stand beside something else: a misspelt word is left out, and
    /// said, rather than taken for a shop where nothing was bought.
    private func withoutUnfound(_ candidate: LineReader.Candidate) throws -> LineReader.Candidate {
        guard case .ask(var ask) = candidate.request, !candidate.searched.isEmpty else { return candidate }
        var unfound: [String] = []
        ask.selection.filter = try withoutUnfound(ask.selection.filter, &unfound)
        guard !unfound.isEmpty else { return candidate }
        var candidate = candidate
        candidate.request = .ask(ask)
        candidate.unread += unfound
        return candidate
    }

    private func withoutUnfound(_ filter: RowFilter, _ unfound: inout [String]) throws -> RowFilter {
        switch filter {
        case .or(let parts):
            return .or(try parts.map { try withoutUnfound($0, &unfound) })
        case .and(let parts):
            let inner = try parts.map { try withoutUnfound($0, &unfound) }
            let names = inner.contains { part in
                switch part {
                case .category, .merchant, .or, .not: true
                default: false
                }
            }
            guard names else { return .and(inner) }
            let missing = try inner.filter { if case .text(let words) = $0 { try isUnfound(words) } else { false } }
            unfound += missing.compactMap { if case .text(let words) = $0 { words } else { nil } }
            let found = inner.filter { !missing.contains($0) }
            return .all(found)
        default: return filter
        }
    }

    /// Whether no row holds the words on any day.
    private func isUnfound(_ words: String) throws -> Bool {
        try AskEvaluator(index, asOf: asOf).latest(Selection(.any, .text(words), .everything)) == nil
    }

    mutating func answer(
        _ reading: LineReader.Candidate, _ question: String, _ understood: Understood
    ) throws -> Answer {
        read = reading
        let isRead = reading.unread.isEmpty && reading.dropped.isEmpty
        let confidence = isRead ? max(0.9, understood.confidence) : 0.5
        if case .recurring(let ask) = reading.request {
            return try answer(ask, of: reading, question, confidence: confidence)
        }
        guard case .ask(var ask) = reading.request else {
            return try answerOfAccounts(reading, question, confidence: confidence)
        }
        var own = Understood(
            intent: ask.intent, confidence: isRead ? understood.confidence : 0.5,
            query: Query(direction: .any))
        own.isFollowUp = reading.isFollowUp
        own.notes = reading.notes
        let added = try sum(of: reading.together)
        let isTooMuch = !reading.together.isEmpty && added == nil
        if let problem = isTooMuch ? PatchProblem.tooManyToAdd : reading.problem {
            own.clarification = Clarification(need: .choice, text: problem.text)
            return Answer(
                question: question, understood: own, asOf: asOf, evidence: nil, reply: problem.text, table: nil)
        }
        ask = added ?? ask
        if let first = reading.withoutRow,
            let row = try AskEvaluator(index, asOf: asOf).evaluate(first, tellsMore: false).evidence.transactions.first
        {
            ask.selection.filter = .all([ask.selection.filter, .not(.rows([row.id]))])
        }
        var answer: Answer
        let flows = FlowOfNames(evaluator: AskEvaluator(index, asOf: asOf))
        ask = try flows.settledSides(ask)
        if !reading.asksWhether, !ask.isOfSides {
            let before = talk.asked.map { [$0.last] + $0.past } ?? []
            ask =
                try flows.settled(ask, after: reading.isFollowUp ? before : [], saysFlow: reading.saysFlow) ?? ask
        }
        do {
            answer =
                try sideBySide(ask, question, own) ?? overKnownDays(ask, question, own)
                ?? self.answer(ask, question, own)
            if let otherwise = reading.otherwise, answer.evidence?.matched == 0 {
                // `just the bakery` of groceries, where it is none of them.
                let found = try self.answer(otherwise, question, own)
                // Words of rows that a new name has none with do not stay with it where there is none of it at all, either.
                let isNameAlone = otherwise.selection.filter != ask.selection.filter && !reading.searched.isEmpty
                if found.evidence?.matched ?? 0 > 0 || isNameAlone {
                    let isWidened = otherwise.selection.span == .everything && ask.selection.span != .everything
                    (answer, ask) = (found, otherwise)
                    if isWidened { answer.reply += " There was nothing on those days, so I took everything there is." }
                }
            }
            if reading.isFollowUp, ask.grouping == .category, answer.evidence?.groups.count == 1,
                reading.asksParts || FilterNames(ask.selection.filter).only != nil
            {
                // What is one category alone is made of merchants.
                ask.grouping = .merchant
                answer = try self.answer(ask, question, own)
            }
            if reading.isFollowUp, reading.asksParts, ask.grouping == .merchant, answer.evidence?.groups.count == 1 {
                // What went to one merchant alone is made of purchases.
                (ask.grouping, ask.view, ask.measure, ask.against) = (nil, .rows, .total, nil)
                answer = try self.answer(ask, question, own)
            }
        } catch let error as AskError {
            answer = Answer(
                question: question, understood: own, asOf: asOf, evidence: nil, reply: error.description, table: nil)
        }
        if reading.asksWhether, let evidence = answer.evidence, ask.selection.flow != .net {
            answer.reply = (evidence.matched > 0 ? "Yes. " : "No. ") + answer.reply
        }
        if reading.isFollowUp, let price = try sinceItCostThat(ask) { answer.reply += " " + price }
        answer.request = answer.request ?? .ask(ask)
        answer.unread = reading.unread
        if answer.evidence?.matched ?? 0 > 0 {
            let rows = FactPhrases(taxonomy: index.taxonomy, currency: currency).rows
            for left in reading.leftOut where try isNothing(left, in: answer.request) {
                answer.reply += " There was nothing\(rows.words(ask.selection.flow, left)) to leave out."
                // What was never there may not be what the line means.
                if try AskEvaluator(index, asOf: asOf).latest(Selection(.any, left, .everything)) == nil {
                    answer.unread += [rows.word(left)].compactMap(\.self)
                }
            }
            let unfound = try reading.searched.filter(isUnfound)
            if !unfound.isEmpty {
                answer.unread += unfound
                answer.reply += " " + UnreadWords.absent(unfound)
            }
        }
        if !reading.unread.isEmpty { answer.reply += " " + UnreadWords.sentence(reading.unread) }
        answer.unread += reading.dropped.map(\.name)
        for dropped in reading.dropped { answer.reply += " " + dropped.sentence }
        if answer.evidence?.matched == 0, try reading.searchesInVain || searchesInVain(reading) {
            // Words that no row holds and no shop is known by may not be a name at all.
            answer.unread += reading.searched
            let isSaid = answer.reply.contains(AbsentNames.opening)
            answer.reply += " " + (isSaid ? UnreadWords.doubt : UnreadWords.unfound(reading.searched))
        }
        if !reading.broadened.isEmpty {
            answer.unread += reading.broadened
            answer.reply += " " + UnreadWords.broadened(reading.broadened)
        }
        goOn(from: ask, isAside: reading.isAside)
        talk.asked?.shown = answer.evidence.map { ShownAnswer($0, of: ask) }
        talk.lastEdit = nil
        if var evidence = answer.evidence {
            // The one row that was shown can be pointed at.
            if evidence.transactions.count == 1 || ask.measure == .lastDay { evidence.query.limit = 1 }
            talk.state.show(evidence)
            if evidence.matched == 1, evidence.transactions.isEmpty, ask.view == .figures, ask.grouping == nil,
                case nil = ask.against, case .ask(let told)? = answer.request,
                let row = try AskEvaluator(index, asOf: asOf).latest(told.selection)
            {
                // `that month` after what one purchase came to.
                talk.state.show(day: row.date)
            }
            talk.last = answer
        }
        return answer
    }

    /// One figure for rows of several questions that have neither their days nor their names in common.
    ///
    /// - Returns: nil where there are too many rows to be named one by one.
    private func sum(of parts: [Selection]) throws -> Ask? {
        guard let first = parts.first else { return nil }
        let evaluator = AskEvaluator(index, asOf: asOf)
        var rows: Set<Int64> = []
        for part in parts {
            guard let found = try evaluator.ids(part, limit: Coach.mostAdded) else { return nil }
            rows.formUnion(found)
        }
        guard !rows.isEmpty else { return nil }
        return Ask(Selection(first.flow, .rows(rows.sorted()), .everything))
    }

    /// More rows than these are not added up one by one.
    private static let mostAdded = 500

    /// `since when?` of a payment that recurs is of its price as well.
    private func sinceItCostThat(_ ask: Ask) throws -> String? {
        guard ask.measure == .firstDay, let name = FilterNames(ask.selection.filter).only, case .merchant = name else {
            return nil
        }
        let question = RecurringQuestion(RecurringAsk(.changes, filter: name), asOf: asOf)
        let streams = try retriever.recurring(question, asOf: asOf).streams
        guard streams.count == 1, let rise = streams[0].rise else { return nil }
        return "It has been \(rise.to.magnitude.text) since \(rise.on.text(near: asOf)), up from "
            + "\(rise.from.magnitude.text)."
    }

    /// Both spans of a comparison as they were asked for, and then the days of them that the data has on both sides, where
    /// the earlier one begins before the data.
    ///
    /// - Returns: nil where they can be held against one another as they are.
    private mutating func overKnownDays(_ ask: Ask, _ question: String, _ understood: Understood) throws -> Answer? {
        guard case .period(let other)? = ask.against, ask.grouping == nil, ask.view == .figures,
            let own = ask.selection.span.sole, let begin = try index.coverage?.start,
            other.start < begin, begin < other.end, own.start.day == 1, other.start.day == 1,
            ask.measure == .total || ask.measure == .count(.transaction)
        else { return nil }
        // A month without its first days or two is known well enough.
        let first = begin.day <= Coach.daysMissedAtMost ? begin.startOfMonth : begin.endOfMonth.adding(days: 1)
        let months = own.start.monthNumber - other.start.monthNumber
        guard other.start < first, first.monthNumber < other.end.monthNumber,
            first.adding(months: months) <= own.end
        else { return nil }
        let isOver = own.end == own.end.endOfMonth
        let end = own.end.adding(months: -months)
        let known = Period(first, min(other.end, isOver ? end.endOfMonth : end))
        var (whole, fair) = (ask, ask)
        whole.against = nil
        fair.selection.span = .periods([Period(first.adding(months: months), own.end)])
        fair.against = .period(known)
        var answer = try self.answer(whole, question, understood)
        let matched = answer.evidence?.matched ?? 0
        whole.selection.span = .periods([other])
        answer = answer.joined(with: try self.answer(whole, question, understood), after: " ")
        let lead = " Over the same days: "
        answer = answer.joined(with: try self.answer(fair, question, understood), after: lead)
        // Rows of both parts are counted once, and those held against them aren't asked about.
        answer.evidence?.matched = matched
        answer.request = .ask(ask)
        return answer
    }

    private static let daysMissedAtMost = 3

    /// Whether no row of the days asked about is of what was to be left out.
    private func isNothing(_ left: RowFilter, in request: Request?) throws -> Bool {
        guard case .ask(let ask)? = request else { return false }
        let selection = Selection(ask.selection.flow, left, ask.selection.span)
        return try AskEvaluator(index, asOf: asOf).latest(selection) == nil
    }

    /// Sides that are cut up as well: each answered by itself, one under the other.
    ///
    /// - Returns: nil where there are no sides, or nothing to cut them up by.
    private mutating func sideBySide(_ ask: Ask, _ question: String, _ understood: Understood) throws -> Answer? {
        guard case .sides(let sides)? = ask.against, ask.grouping != nil else { return nil }
        var first: Answer?
        for selection in [ask.selection] + sides.map(\.selection) {
            var one = ask
            (one.selection, one.against) = (selection, nil)
            let answer = try self.answer(one, question, understood)
            guard first != nil else {
                first = answer
                continue
            }
            first = first?.joined(with: answer, after: "\n\n")
        }
        first?.request = .ask(ask)
        return first
    }

    private func choices(_ readings: [LineReader.Candidate]) -> [Answer.Choice] {
        let words = RequestWords(index.taxonomy, currency: currency)
        return readings.map { Answer.Choice(reading: words.text($0.request), request: $0.request) }
    }

    /// Asks which of the readings is meant, since words of the line were not understood.
    private mutating func askBack(
        _ readings: [LineReader.Candidate], _ question: String, _ understood: Understood
    ) throws -> Answer {
        let choices = choices(readings)
        let unread = readings.first?.unread ?? []
        var own = understood
        (own.intent, own.confidence) = (readings.first?.request.intent ?? understood.intent, 0.3)
        own.clarification = Clarification(need: .choice, text: UnreadWords.question(unread, choices.map(\.reading)))
        var answer = Answer(
            question: question, understood: own, asOf: asOf, evidence: nil, reply: own.clarification?.text ?? "",
            table: nil)
        answer.unread = unread
        answer.choices = choices
        talk.offered = choices
        return answer
    }
}

extension ShownAnswer {
    /// What the evidence of a question lets the reply name; of groups that rose or fell those that did.
    init(_ evidence: Evidence, of ask: Ask) {
        let days = Set(evidence.transactions.map(\.date))
        let sign = ask.order == .rise ? 1 : ask.order == .fall ? -1 : 0
        let groups = evidence.groups.filter { group in
            guard sign != 0, let change = group.detail("change")?.amount else { return true }
            return change.minorUnits.signum() == sign
        }
        self.init(
            grouping: groups.isEmpty ? nil : ask.grouping, keys: groups.map(\.key),
            rows: evidence.transactions.map(\.id), day: days.count == 1 ? days.first : nil)
        matched = evidence.matched
        guard ask.view == .rows, !evidence.transactions.isEmpty else { return }
        let isRanked = ask.order == .largest || ask.order == .smallest
        let lists = Dictionary(grouping: evidence.transactions) { isRanked ? $0.amount.currency : nil }
        listed = lists.values.map(\.count).max()
    }
}

/// What is said of words that were not understood.
enum UnreadWords {
    static func sentence(_ words: [String]) -> String { "I left out \(quoted(words))." }

    /// What is said where it was said already that no row holds the words.
    static let doubt = "If it isn't a name, I misread that."

    /// - Parameter words: what no row holds, beside others that some do.
    static func absent(_ words: [String]) -> String {
        "None of your transactions mentions \(words.map { "“\($0)”" }.formatted(joinedBy: "or"))."
    }

    /// - Parameter words: what no row holds.
    static func unfound(_ words: [String]) -> String {
        "None of your transactions mentions \(words.map { "“\($0)”" }.formatted(joinedBy: "or")), so I may have misread that."
    }

    /// - Parameter words: each for a part of a category.
    static func broadened(_ words: [String]) -> String {
        "I couldn't tell \(quoted(words)) from the rest of \(words.count == 1 ? "its category" : "their categories"), so this "
            + "covers the whole category."
    }

    static func question(_ words: [String], _ readings: [String]) -> String {
        let lines = readings.enumerated().map { "\($0.offset + 1). \($0.element)" }
        let lead = words.isEmpty ? "" : "I didn't get \(quoted(words)). "
        return readings.count == 1
            ? "\(lead)Do you mean: \(readings[0])?" : "\(lead)Do you mean\n\(lines.joined(separator: "\n"))\n?"
    }

    private static func quoted(_ words: [String]) -> String {
        words.map { "“\($0)”" }.formatted(joinedBy: "and")
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b, and c`.
    func formatted(joinedBy word: String) -> String {
        switch count {
        case 0, 1: first ?? ""
        case 2: "\(self[0]) \(word) \(self[1])"
        default: dropLast().joined(separator: ", ") + ", \(word) " + self[count - 1]
        }
    }
}

/// Which of several readings a line chooses.
struct ChoiceReader {
    let readings: [String]

    init(_ readings: [String]) { self.readings = readings }

    private static let places: [String: Int] = [
        "1": 0, "one": 0, "first": 0, "the first": 0, "the first one": 0, "2": 1, "two": 1, "second": 1,
        "the second": 1, "the second one": 1, "3": 2, "three": 2, "third": 2, "the third": 2, "the third one": 2,
    ]
    private static let assent: Set<String> = [
        "yes", "y", "yeah", "yep", "yup", "sure", "ok", "okay", "right", "correct",
    ]

    /// - Returns: the place of the reading chosen; nil for none.
    func place(in line: String) -> Int? {
        let said = SpokenLine(line).words.joined(separator: " ")
        if let place = ChoiceReader.places[said], place < readings.count { return place }
        if readings.count == 1, ChoiceReader.assent.contains(said) { return 0 }
        return readings.firstIndex { SpokenLine($0).words.joined(separator: " ") == said }
    }
}
