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
    /// What the conversation is about.
    var talk = ConversationMemory()
    /// Whether what is changed can be taken back by a command or line that follows.
    public var canTakeBack = true
    /// What the grammar made of the line that is answered; nil where another handler answers it.
    var read: LineReader.Candidate?
    /// What can be seen of how the last line was read that tells how far that is to be trusted; empty where the grammar did
    /// not answer it. For `misread.py`.
    public private(set) var traits: [String] = []
    /// The day that counts as today.
    public var day: CivilDate { asOf }
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
        talk = ConversationMemory()
    }

    public mutating func answer(_ line: String) throws -> Answer {
        // A position is no amount, and goes nowhere.
        let line = line.withoutControls
        let holdsPlace = PositionText.mayHold(line)
        let rest = holdsPlace ? Coach.withoutPosition(line) : line
        if holdsPlace, let wanted = Coach.wanted(elsewhere: line), !CardNumber.isIn(wanted.line) {
            try begin()
            return try placeTalk(wanted)
        }
        let taken = holdsPlace ? try takePosition(in: line) : nil
        if let taken, !rest.contains(where: { $0.isLetter || $0.isNumber }) { return positionAlone(rest, taken) }
        if CardNumber.isIn(rest) { return refusingCardNumber(in: rest) }
        let answer = try unnoted(rest)
        var notes = try gaps(of: answer) + transferNotes(of: answer)
        switch taken {
        case .refused?, .unread?: notes.append(taken?.words ?? "")
        case .known?, nil:
            if let place = answer.advice?.place, place.decision == .warn { notes.append(place.sentence) }
            if let note = try unknownHere(rest, answer) { notes.append(note) }
        }
        return answer.noting(notes)
    }

    /// A card's number goes nowhere, be it a merchant's name or a note.
    private func refusingCardNumber(in line: String) -> Answer {
        let understood = Understood(intent: .outOfScope, confidence: 1, query: Query())
        return plain(CardNumber.masked(line), understood, CardNumber.refusal.capitalizedFirst + ".")
    }

    mutating func unnoted(_ line: String) throws -> Answer {
        try begin()
        let (before, changes) = (self, index.ownChanges)
        read = nil
        let said = SpokenCommand.sentence(line) ?? Courtesy(line)?.rest ?? line
        let shared = SharedSum(said, reader)
        if let shared, shared.question == nil, let answer = sharing(out: shared.parts, line) {
            (talk.other, talk.offered) = (nil, [])
            return answer
        }
        let whole = shared?.question ?? said
        let asked = Aside(whole, reader)?.question ?? whole
        if let refusal = outOfReach(said) { return refusal }
        var answer = try reply(to: asked)
        if index.ownChanges == changes, answer.isRefusal,
            let (other, nearest) = try before.nearestReading(to: asked, insteadOf: answer)
        {
            (self, answer) = (other, nearest)
        }
        if index.ownChanges == changes, answer.isRefusal || answer.understood.isUnread,
            let expected = before.talk.everyday.expected ?? before.talk.pendingEdit?.expected
        {
            // A slip of the hand drops no offer.
            self = before
            return everyday(line, "I didn't get “\(line.withoutControls)”. \(expected)")
        }
        if index.ownChanges == changes,
            let pair = QuestionPair(asked, unanswered: answer, isRead: read != nil, reader)
                ?? QuestionPair(ends: asked, unanswered: answer)
        {
            var asTwo = before
            try asTwo.begin()
            if let both = try asTwo.answer(pair, in: line, unlike: answer) { (self, answer) = (asTwo, both) }
        }
        if asked != line { answer.question = line.withoutControls }
        if let shared, shared.question != nil { shareOut(&answer, shared.parts) }
        talk.missed = missed(after: answer)
        if talk.isElsewhere { sayLeftOut(&answer, question: line.withoutControls) }
        // What was changed is not read again.
        if index.ownChanges == changes { answer.doubt = try doubt(of: answer, read, before) }
        // What was offered is over when something else is spoken of.
        talk.other = nil
        if answer.choices.isEmpty { talk.offered = [] }
        let second = index.ownChanges == changes ? secondReading(of: asked, beside: answer, before) : nil
        traits = traits(of: answer, second, before)
        talk.misreading = misreading(before)
        if index.ownChanges == changes { try offerHome(beside: &answer) }
        if index.ownChanges == changes { try offerOtherReading(second, beside: &answer, asked, before) }
        if index.ownChanges == changes { offerTag(beside: &answer) }
        if read != nil { answer.understood.confidence = 1 - talk.misreading }
        if answer.saysSo { talk.misreading = max(talk.misreading, Coach.asLikelyAsNot) }
        takeUpRows(of: answer)
        if talk.isElsewhere, answer.clarify == nil, ![.help, .outOfScope].contains(answer.understood.intent) {
            let isOfOne = Coach.topical.contains(answer.understood.intent) || answer.evidence?.query.limit == 1
            talk.topic = isOfOne ? topic(of: answer) : nil
            if answer.understood.intent == .budget {
                talk.lastLimit = answer.understood.budget.category ?? talk.lastLimit
            }
        }
        return answer
    }

    /// The line that lines to come cannot go on from: this one, where nothing was understood of it.
    private func missed(after answer: Answer) -> String? {
        if answer.understood.clarification?.need == .missed { return talk.missed }
        let isElsewhere = answer.evidence == nil && talk.offered.isEmpty && talk.pendingEdit == nil
        let isUnread = answer.clarify != nil || answer.understood.intent == .outOfScope
        guard isElsewhere, isUnread, !answer.understood.dismisses else { return nil }
        return reader.speaksOfMoney(in: answer.question) ? answer.question : nil
    }

    /// Whether a line that the grammar did not answer leaves the conversation at the rows it was about.
    static func leavesTopic(_ understood: Understood) -> Bool {
        understood.asksWhy
            || [.help, .outOfScope, .spending, .income, .transactions, .cashFlow].contains(understood.intent)
    }

    /// What is about one thing that a word of the next line can stand for.
    private static let topical: Set<Intent> = [.budget, .recurring, .unusual, .edit, .balance]

    /// What was told of some days is gone on with by their rows: `show me`, `compared to last year`.
    private mutating func takeUpRows(of answer: Answer) {
        let understood = answer.understood
        let isOfDays =
            understood.intent == .summary || understood.intent == .advice && understood.advice.topic == .reasons
        guard talk.isElsewhere, isOfDays, let query = answer.evidence?.query, query.period != nil else { return }
        let ask = Ask(Selection(.spending, RowFilter(query), Selection.Span(query)))
        (talk.asked, talk.isElsewhere) = (talk.asked?.followed(by: ask) ?? LineReader.Earlier(last: ask), false)
    }

    /// Before each line.
    mutating func begin() throws {
        if talk.lines == 0 { talk.correctionBefore = try index.lastCorrection }
        talk.lines += 1
        try refreshContext()
    }

    mutating func reply(to line: String) throws -> Answer {
        let question = line.withoutControls
        if let answer = try homeGoesOn(question) ?? wishAnswer(question) { return answer }
        if let answer = try chargeTalk(question) ?? chargeStatusTalk(question) ?? placeTalk(question) { return answer }
        if let answer = try everydayTalk(question) { return answer }
        if let answer = try editTalk(question) { return answer }
        if let answer = try purchaseTalk(question) { return answer }
        try lookUpPayDays(for: question)
        if let answer = try choose(question) ?? otherReading(question) { return answer }
        if talk.isNew, let word = reader.danglingWord(in: question) { return asksBack(question, about: word) }
        if let answer = try limitGoesOn(question) { return answer }
        var after = talk.state
        let told = try withoutCardDigits(question)
        let understood = withShownAmount(
            question, try priced(question, Understander().understand(told, context: context, state: &after)))
        if let answer = try savingWithout(question, understood) { return keep(answer) }
        if let answer = try limitOnMerchant(question, understood) { return answer }
        if !understood.dismisses, !understood.asksWhy,
            let answer = try ask(understood.chosenLine ?? question, beside: understood)
        {
            return answer
        }
        talk.state = after
        // What was only asked back, and may have been misread, leaves the conversation where it was.
        let isUnsettled = understood.intent == .edit && understood.clarification != nil
        if !Coach.leavesTopic(understood), !isUnsettled { talk.isElsewhere = true }
        if understood.dismisses {
            startAfresh()
            return answer(question, understood, reply: FixedReplies.dismissed)
        }
        if understood.asksWhy, let last = talk.last {
            if let reasons = try reasons(question, understood, after: last) {
                let largest = try largestRow(of: reasons)
                talk.asked?.reason = largest
                return keep(reasons)
            }
            if let price = try whyPrice(question, understood, after: last) { return price }
            let all = ([last] + last.others).map { $0.reasons ?? explanation($0) }
            return answer(question, understood, reply: all.joined(separator: " "))
        }
        if let clarification = understood.clarification {
            return answer(question, understood, reply: clarification.text)
        }
        switch understood.intent {
        // These are read by the grammar, or not at all.
        case .spending, .income, .transactions, .cashFlow, .balance, .netWorth, .forecast:
            return understood.asksOfSomebody
                ? answer(question, understood, reply: Coach.nobodyElse) : unread(question, understood)
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

    /// Pay days are looked for when a question first speaks of pay: few do, and finding them reads two years of rows.
    mutating func lookUpPayDays(for question: String) throws {
        guard !knowsPayDays, PayWords.occur(in: question) else { return }
        let calendar = try retriever.payCalendar(asOf: asOf)
        context.payDays = calendar.days
        context.nextPayDay = calendar.next
        knowsPayDays = true
    }

    /// The largest purchase of what an answer is about.
    private func largestRow(of answer: Answer) throws -> Int64? {
        guard let query = answer.evidence?.query else { return nil }
        let ask = Ask(
            Selection(.purchases, RowFilter(query), Selection.Span(query)), view: .rows, order: .largest, limit: 1)
        return try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence.transactions.first?.id
    }

    /// Asks what a word of the first line of a conversation stands for.
    private func asksBack(_ question: String, about word: String) -> Answer {
        let text = "What do you mean by “\(word)”? Name it, and I'll look it up."
        var understood = Understood(intent: .spending, confidence: 1, query: Query())
        understood.clarification = Clarification(need: .choice, text: text)
        return answer(question, understood, reply: text)
    }

    /// An answer that nothing was understood: it asks for another wording.
    private func unread(_ question: String, _ understood: Understood) -> Answer {
        var asked = understood
        asked.clarification = Clarification(need: .choice, text: Coach.unread)
        return answer(question, asked, reply: Coach.unread)
    }

    private func answer(_ question: String, _ understood: Understood, reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }

    static let unread =
        "I couldn't tell what you're asking about your transactions. Say what to add up or list, and for when: “how much "
        + "did I spend on groceries last month?”, “my biggest purchases this year”."
    private static let nobodyElse =
        "I can't tell who spent what: your bank's data names accounts, not people. Ask about an account, or about the "
        + "whole household: “how much did we spend last month?”."
}

// MARK: Unusual

extension Coach {
    private mutating func unusual(_ text: String, _ understood: Understood) throws -> Answer {
        var found = try retriever.unusual(
            UnusualTopic.question(text, understood, after: talk.lastUnusual), asOf: asOf)
        talk.lastUnusual = found.question
        let first = try firstVisits(text, &found)
        let rows = found.evidence.transactions
        let told = UnusualReply(phrases: phrases, asOf: asOf).text(found)
        let reply = first.isEmpty ? told : found.findings.isEmpty ? first : told + " " + first
        found.evidence.facts = found.facts(UnusualReply(phrases: phrases, asOf: asOf))
        if let row = rows.first, rows.allSatisfy({ $0.merchant == row.merchant }) {
            talk.state.show(
                merchant: row.merchant, isRepeated: false, day: rows.allSatisfy { $0.date == row.date } ? row.date : nil
            )
        }
        if found.findings.count == 1, let row = rows.last {
            // What stands out is the row that lines to come point at: `how much was it`, `without it`.
            let state = talk.state
            let shop = Ask(Selection(.spending, .merchant(row.merchant), .everything))
            var one = Ask(shop.selection, view: .rows, order: .newest, limit: 1)
            one.selection.filter = .and([shop.selection.filter, .rows([row.id])])
            goOn(from: shop)
            goOn(from: one, isAside: true)
            talk.asked?.shown = ShownAnswer(rows: [row.id], day: row.date)
            if case .doubleCharge = found.findings[0].reason { talk.asked?.duplicate = row.id }
            talk.state = state
        }
        return keep(
            Answer(
                question: text, understood: understood, asOf: asOf, evidence: found.evidence,
                reply: reply + UnusualTopic.account(text, understood, rows),
                table: .transactions(rows, matched: rows.count, taxonomy: index.taxonomy)))
    }

    private mutating func keep(_ answer: Answer) -> Answer {
        talk.last = answer
        return answer
    }

    func explanation(_ answer: Answer) -> String {
        switch answer.understood.intent {
        case .recurring: RecurringReply.explanation(answer, phrases)
        case .unusual: UnusualReply.explanation(answer, phrases)
        default: Explanation(phrases: phrases).text(answer)
        }
    }
}
