import Ledger
import Retrieval
import Store

/// What `coach search` says above its table.
public struct SearchReply {
    private let index: HouseholdIndex
    private let currency: Currency

    public init(index: HouseholdIndex, currency: Currency) {
        self.index = index
        self.currency = currency
    }

    public func answer(_ evidence: Evidence) throws -> (reply: String, table: AnswerTable?) {
        let composer = Composer(
            taxonomy: index.taxonomy, phrases: Phrases(taxonomy: index.taxonomy, currency: currency),
            retriever: Retriever(index))
        let table = AnswerTable.transactions(
            evidence.transactions, matched: evidence.matched, taxonomy: index.taxonomy)
        return (try composer.list(evidence), table)
    }
}
