import Ledger
import Retrieval
import Store
import Understanding

/// A conversation over one index: takes questions, remembers what they were about, gives answers.
public struct Coach {
    let index: HouseholdIndex
    let retriever: Retriever
    let asOf: CivilDate
    let currency: Currency
    private var context: UnderstandingContext
    private var knowsPayDays = false
    private var state = ConversationState()

    /// - Parameter asOf: the day that counts as today.
    public init(_ index: HouseholdIndex, asOf: CivilDate) throws {
        self.index = index
        self.asOf = asOf
        retriever = Retriever(index)
        currency = try Coach.homeCurrency(index)
        context = try UnderstandingContext(
            asOf: asOf, taxonomy: index.taxonomy, names: IndexNames(index), homeCurrency: currency)
    }

    /// The currency that most accounts are kept in.
    public static func homeCurrency(_ index: HouseholdIndex) throws -> Currency {
        var counts: [Currency: Int] = [:]
        for account in try index.accounts { counts[account.currency, default: 0] += 1 }
        return counts.max { ($0.value, $1.key.code) < ($1.value, $0.key.code) }?.key ?? .usd
    }

    /// Forgets what the conversation was about.
    public mutating func startAfresh() { state = ConversationState() }

    public mutating func answer(_ question: String) throws -> Answer {
        try lookUpPayDays(for: question)
        let understood = Understander().understand(question, context: context, state: &state)
        if let clarification = understood.clarification {
            return answer(question, understood, reply: clarification.text)
        }
        switch understood.intent {
        case .spending, .income: return try answer(question, understood, try retriever.figures(understood.query))
        case .transactions: return try answer(question, understood, try retriever.list(understood.query))
        case .cashFlow: return try answer(question, understood, try retriever.cashFlow(understood.query))
        case .balance:
            return answer(
                question, understood, try balances.balances(understood.query, unknownNames: understood.unknownNames))
        case .netWorth: return answer(question, understood, try balances.netWorth(understood.query, question: question))
        case .forecast:
            let request = ForecastRequest(accounts: understood.query.accounts, period: understood.query.period)
            return answer(
                question, understood, try balances.forecast(request, query: understood.query, question: question))
        default: return answer(question, understood, reply: FixedReplies.reply(understood.intent))
        }
    }

    private var balances: BalanceAnswers { BalanceAnswers(index, asOf: asOf, currency: currency) }

    /// Pay days are looked for when a question first speaks of pay: few do, and finding them reads two years of rows.
    private mutating func lookUpPayDays(for question: String) throws {
        guard !knowsPayDays, PayWords.occur(in: question) else { return }
        let calendar = try retriever.payCalendar(asOf: asOf)
        context.payDays = calendar.days
        context.nextPayDay = calendar.next
        knowsPayDays = true
    }

    private func answer<Report>(
        _ question: String, _ understood: Understood, _ found: BalanceAnswers.Found<Report>
    ) -> Answer {
        Answer(
            question: question, understood: understood, asOf: asOf, evidence: found.evidence, reply: found.reply,
            table: found.table)
    }

    private func answer(_ question: String, _ understood: Understood, reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }

    private func answer(_ question: String, _ understood: Understood, _ evidence: Evidence) throws -> Answer {
        let composer = Composer(
            taxonomy: index.taxonomy, phrases: Phrases(taxonomy: index.taxonomy, currency: currency),
            periodHasRows: retriever.hasRows(in:))
        let reply = try composer.reply(understood, evidence)
        let table =
            AnswerTable.groups(evidence)
            ?? (evidence.query.limit > 1
                ? AnswerTable.transactions(evidence.transactions, matched: evidence.matched, taxonomy: index.taxonomy)
                : nil)
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: table)
    }
}

/// The names of an index, read once or looked up as a question needs them.
private struct IndexNames: NameCatalog {
    let index: HouseholdIndex
    let accounts: [Account]
    let coverage: Period?

    init(_ index: HouseholdIndex) throws {
        self.index = index
        accounts = try index.accounts
        coverage = try index.coverage
    }

    // A name that cannot be read is one that is not known; the query that follows reports a broken index.
    func merchants(key: String) -> [String] { (try? index.merchantNames(key: key)) ?? [] }
    func merchants(keyPrefix: String, limit: Int) -> [String] {
        (try? index.merchantNames(keyPrefix: keyPrefix, limit: limit)) ?? []
    }
    func merchants(resembling key: String) -> [String] { (try? index.merchantNames(resembling: key)) ?? [] }
}
