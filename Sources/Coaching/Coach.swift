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
    private var context: UnderstandingContext
    /// The state of the index that `context` was made from.
    private var contextVersion: Int64
    private var state = ConversationState()
    /// The last answer that rests on data, for "why?".
    private var last: Answer?
    private var phrases: Phrases { Phrases(taxonomy: index.taxonomy, currency: currency) }

    /// - Parameter asOf: the day that counts as today.
    public init(_ index: HouseholdIndex, asOf: CivilDate) throws {
        self.index = index
        self.asOf = asOf
        retriever = Retriever(index)
        currency = try Coach.homeCurrency(index)
        context = try UnderstandingContext(
            asOf: asOf, taxonomy: index.taxonomy, names: IndexNames(index), homeCurrency: currency)
        contextVersion = try index.dataVersion
    }

    /// Reads the names anew when another process, an import perhaps, has written to the index.
    private mutating func refreshContext() throws {
        let version = try index.dataVersion
        guard version != contextVersion else { return }
        currency = try Coach.homeCurrency(index)
        context.names = try IndexNames(index)
        context.homeCurrency = currency
        contextVersion = version
    }

    /// The currency that most accounts are kept in.
    private static func homeCurrency(_ index: HouseholdIndex) throws -> Currency {
        var counts: [Currency: Int] = [:]
        for account in try index.accounts { counts[account.currency, default: 0] += 1 }
        return counts.max { ($0.value, $1.key.code) < ($1.value, $0.key.code) }?.key ?? .usd
    }

    /// Forgets what the conversation was about.
    public mutating func startAfresh() {
        state = ConversationState()
        last = nil
    }

    public mutating func answer(_ question: String) throws -> Answer {
        try refreshContext()
        let understood = Understander().understand(question, context: context, state: &state)
        if understood.asksWhy, let last {
            return answer(question, understood, reply: Explanation(phrases: phrases).text(last))
        }
        if let clarification = understood.clarification, FixedReplies.answers(understood.intent, clarification) {
            return answer(question, understood, reply: clarification.text)
        }
        switch understood.intent {
        case .spending, .income:
            let evidence = try retriever.figures(
                understood.query, comparesWithUsual: understood.comparesWithUsual)
            return try answer(question, understood, evidence)
        case .transactions: return try answer(question, understood, try retriever.list(understood.query))
        case .cashFlow: return try answer(question, understood, try retriever.cashFlow(understood.query))
        default: return answer(question, understood, reply: FixedReplies.reply(understood.intent))
        }
    }

    private func answer(_ question: String, _ understood: Understood, reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }

    private mutating func answer(_ question: String, _ understood: Understood, _ evidence: Evidence) throws -> Answer {
        let composer = Composer(
            taxonomy: index.taxonomy, phrases: phrases, periodHasRows: retriever.hasRows(in:))
        let reply = try composer.reply(understood, evidence)
        let table =
            AnswerTable.groups(evidence)
            ?? (evidence.transactions.count > 1
                ? AnswerTable.transactions(
                    evidence.transactions,
                    matched: understood.intent == .transactions ? evidence.matched : 0, taxonomy: index.taxonomy)
                : nil)
        let answer = Answer(
            question: question, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: table)
        last = answer
        return answer
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
