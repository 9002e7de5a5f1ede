import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// A conversation over one index: takes questions, remembers what they were about, gives answers.
public struct Coach {
    let index: HouseholdIndex
    let retriever: Retriever
    let asOf: CivilDate
    private(set) var currency: Currency
    var context: UnderstandingContext
    /// The state of the index that `context` was made from.
    private var contextVersion: Int64
    var knowsPayDays = false
    /// What the user has settled for all purchases.
    public var purchaseSettings = PurchaseSettings()
    var state = ConversationState()
    /// The last answer that rests on data, for "why?".
    var last: Answer?
    /// The number of the purchase assessed last, for what the user says of it.
    var lastDecision: Int64?
    /// What the user chose to wait with in this conversation.
    var waitsFor: Purchase?
    /// Which saving goal is spoken of.
    var goals = GoalTalk()
    /// Whether answers about sums are to hold what a good telling of them wants besides: it takes a few more sums.
    public var offersContext = false
    /// Whether what is changed can be taken back by a command or line that follows.
    public var canTakeBack = true
    /// A correction that waits to be told which row it is about.
    var pendingEdit: PendingEdit?
    /// The correction of the line before.
    var lastEdit: LastEdit?
    /// What was last asked about unusual rows.
    var lastUnusual: UnusualQuestion?
    /// The questions about rows that were answered, for lines that go on from them.
    var asked: LineReader.Earlier?
    /// Whether the last answer was none about rows.
    var isElsewhere = false
    /// What that answer was of.
    var topic: RowFilter?
    /// How many lines were answered, and the last change of the index before the first of them.
    var lines = 0
    var correctionBefore: Int64?
    /// The category of the limit that was spoken of last.
    var lastLimit: String?
    /// The readings that a question back offers.
    var offered: [Answer.Choice] = []
    var phrases: Phrases { Phrases(taxonomy: index.taxonomy, currency: currency) }

    /// - Parameters:
    ///   - asOf: the day that counts as today.
    ///   - dateOrder: how dates written in numbers are read where both ways are possible.
    public init(_ index: HouseholdIndex, asOf: CivilDate, dateOrder: DateOrder = .mdy) throws {
        self.index = index
        self.asOf = asOf
        retriever = Retriever(index)
        currency = try Coach.homeCurrency(index)
        context = try UnderstandingContext(
            asOf: asOf, dateOrder: dateOrder, taxonomy: index.taxonomy, names: IndexNames(index), homeCurrency: currency
        )
        contextVersion = try index.dataVersion
    }

    /// Reads the names anew when another process, an import perhaps, has written to the index.
    mutating func refreshContext() throws {
        let version = try index.dataVersion
        guard version != contextVersion else { return }
        currency = try Coach.homeCurrency(index)
        context.names = try IndexNames(index)
        context.homeCurrency = currency
        contextVersion = version
        knowsPayDays = false
    }

    /// The names of an index, for reading questions.
    static func names(_ index: HouseholdIndex) throws -> any NameCatalog { try IndexNames(index) }

    /// The currency of amounts that are said without one.
    public static func homeCurrency(_ index: HouseholdIndex) throws -> Currency { try index.homeCurrency }

    /// Forgets what the conversation was about.
    public mutating func startAfresh() {
        state = ConversationState()
        (asked, isElsewhere, offered) = (nil, false, [])
        (topic, lastLimit) = (nil, nil)
        last = nil
        lastUnusual = nil
        (lastDecision, waitsFor) = (nil, nil)
        goals = GoalTalk()
        pendingEdit = nil
        lastEdit = nil
        (lines, correctionBefore) = (0, nil)
    }

    public mutating func answer(_ line: String) throws -> Answer {
        if lines == 0 { correctionBefore = try index.lastCorrection }
        lines += 1
        let answer = try reply(to: line)
        if isElsewhere, answer.clarify == nil, ![.help, .outOfScope].contains(answer.understood.intent) {
            let isOfOne = Coach.topical.contains(answer.understood.intent) || answer.evidence?.query.limit == 1
            topic = isOfOne ? topic(of: answer) : nil
            if answer.understood.intent == .budget { lastLimit = answer.understood.budget.category ?? lastLimit }
        }
        return answer
    }

    /// What is about one thing that a word of the next line can stand for.
    private static let topical: Set<Intent> = [.budget, .recurring, .unusual, .edit]

    private mutating func reply(to line: String) throws -> Answer {
        let question = line.withoutControls
        try refreshContext()
        if let answer = try editTalk(question) { return answer }
        if let answer = try purchaseTalk(question) { return answer }
        try lookUpPayDays(for: question)
        if let answer = try choose(question) { return answer }
        if let answer = try limitGoesOn(question) { return answer }
        var after = state
        let understood = try priced(
            question, try completed(Understander().understand(question, context: context, state: &after)))
        if let answer = try savingWithout(question, understood) { return keep(answer) }
        if !understood.dismisses, !understood.asksWhy, let answer = try ask(question, beside: understood) {
            return answer
        }
        state = after
        if ![.help, .outOfScope].contains(understood.intent), !understood.asksWhy { isElsewhere = true }
        if understood.dismisses {
            startAfresh()
            return answer(question, understood, reply: FixedReplies.dismissed)
        }
        if understood.asksWhy, let last {
            if let reasons = try reasons(question, understood, after: last) { return keep(reasons) }
            return answer(question, understood, reply: last.reasons ?? explanation(last))
        }
        if let clarification = understood.clarification {
            return answer(question, understood, reply: clarification.text)
        }
        if let answer = try askAnswer(question, understood) { return answer }
        switch understood.intent {
        case _ where understood.wantsRows, .transactions:
            return try answer(question, understood, try retriever.list(understood.query))
        case .spending, .income,
            .cashFlow where understood.query.kinds == [.transfer]:
            var evidence = try retriever.figures(
                understood.query, comparesWithUsual: understood.comparesWithUsual)
            evidence.holdMonths(understood)
            return try answer(question, understood, evidence)
        case .cashFlow:
            var query = understood.query
            if understood.comparesWithUsual { query.comparison = nil }
            return try answer(question, understood, try retriever.cashFlow(query))
        case .balance: return keep(try balance(BalanceAsk(accounts: understood.query.accounts), question, understood))
        case .netWorth: return keep(try balance(BalanceAsk(.netWorth), question, understood))
        case .forecast: return keep(try forecast(ForecastAsk(), question, understood))
        case .recurring: return keep(try recurring(RecurringAsk(named: understood.query), question, understood))
        case .unusual: return try unusual(question, understood)
        case .budget: return keep(try budget(question, understood))
        case .purchase: return keep(try purchase(question, understood))
        case .summary: return keep(try summary(question, understood))
        case .advice: return keep(try advice(question, understood))
        case .edit: return try edit(question, understood)
        case .help:
            let help = try HelpReply(
                line: SpokenLine(question), coverage: index.coverage, accounts: index.accounts.count, phrases: phrases)
            return answer(question, understood, reply: help.text)
        case .outOfScope:
            let said = try outOfScope(question, understood)
            return said.evidence == nil ? said : keep(said)
        }
    }

    /// What a model may look up where a question is not clear.
    public var toolbox: Toolbox { Toolbox(index, asOf: asOf, currency: currency) }

    /// Goes on from an answer that a model looked up where coach would have asked back.
    public mutating func accept(_ answer: Answer) {
        guard answer.evidence != nil, answer.clarify == nil else { return }
        state.settleQuestionBack()
        last = answer
    }

    /// Pay days are looked for when a question first speaks of pay: few do, and finding them reads two years of rows.
    mutating func lookUpPayDays(for question: String) throws {
        guard !knowsPayDays, PayWords.occur(in: question) else { return }
        let calendar = try retriever.payCalendar(asOf: asOf)
        context.payDays = calendar.days
        context.nextPayDay = calendar.next
        knowsPayDays = true
    }

    private func answer(_ question: String, _ understood: Understood, reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }

    private mutating func answer(_ question: String, _ understood: Understood, _ found: Evidence) throws -> Answer {
        var evidence = found
        if understood.lead == .shownSum { evidence.sumShown() }
        if case .mean(let count) = understood.lead { evidence.addMean(of: count) }
        let context = offersContext ? try context(of: evidence) : []
        let composer = Composer(
            taxonomy: index.taxonomy, phrases: phrases, retriever: retriever, asOf: asOf)
        let reply = try composer.reply(understood, evidence)
        if evidence.facts.isEmpty {
            evidence.facts = RowFacts(evidence, isUsual: understood.comparesWithUsual).facts
            if !evidence.facts.contains(where: \.isAsked) { evidence.facts = RowFacts.statements(reply) }
            evidence.facts += context + Coach.lead(understood, reply)
        }
        let table =
            AnswerTable.groups(evidence)
            ?? (evidence.transactions.count > 1
                ? AnswerTable.transactions(
                    evidence.transactions,
                    matched: understood.wantsRows ? evidence.matched - evidence.query.offset : 0,
                    taxonomy: index.taxonomy)
                : nil)
        let answer = Answer(
            question: question, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: table)
        last = answer
        state.show(evidence)
        return answer
    }
}

// MARK: Unusual

extension Coach {
    private mutating func unusual(_ text: String, _ understood: Understood) throws -> Answer {
        var found = try retriever.unusual(
            UnusualTopic.question(text, understood, after: lastUnusual), asOf: asOf)
        lastUnusual = found.question
        let first = try firstVisits(text, &found)
        let rows = found.evidence.transactions
        let told = UnusualReply(phrases: phrases, asOf: asOf).text(found)
        let reply = first.isEmpty ? told : found.findings.isEmpty ? first : told + " " + first
        found.evidence.facts = found.facts(UnusualReply(phrases: phrases, asOf: asOf))
        if found.evidence.facts.isEmpty { found.evidence.facts = RowFacts.statements(reply) }
        if let row = rows.first, rows.allSatisfy({ $0.merchant == row.merchant }) {
            state.show(
                merchant: row.merchant, isRepeated: false, day: rows.allSatisfy { $0.date == row.date } ? row.date : nil
            )
        }
        return keep(
            Answer(
                question: text, understood: understood, asOf: asOf, evidence: found.evidence,
                reply: reply + UnusualTopic.account(text, understood, rows),
                table: .transactions(rows, matched: rows.count, taxonomy: index.taxonomy)))
    }

    /// Keeps the answer; one whose evidence says nothing typed is told by its sentences.
    private mutating func keep(_ answer: Answer) -> Answer {
        var answer = answer
        if answer.evidence?.facts.isEmpty ?? false {
            answer.evidence?.facts = RowFacts.statements(
                answer.reply, answer.understood.intent == .advice ? .suggestion : .statement)
        }
        last = answer
        return answer
    }

    /// The yes or no that a reply begins with.
    private static func lead(_ understood: Understood, _ reply: String) -> [Fact] {
        guard understood.lead != nil else { return [] }
        let isYes = reply.hasPrefix("Yes")
        guard isYes || reply.hasPrefix("No,") || reply.hasPrefix("No.") else { return [] }
        return [Fact(.answer, .household, .count(isYes ? 1 : 0), key: "yes")]
    }

    func explanation(_ answer: Answer) -> String {
        switch answer.understood.intent {
        case .recurring: RecurringReply.explanation(answer, phrases)
        case .unusual: UnusualReply.explanation(answer, phrases)
        default: Explanation(phrases: phrases).text(answer)
        }
    }
}
