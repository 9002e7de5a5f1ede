import Ledger
import Retrieval
import Understanding

/// The rows behind an answer.
public struct SourceRows: Sendable {
    public let transactions: [Transaction]
    /// How many there are, listed or not.
    public let matched: Int
    /// nil without any row.
    public let table: AnswerTable?
}

extension Coach {
    /// More rows than anyone reads; a file of all of them is what `coach export` writes.
    private static let mostSources = 10_000

    /// All rows that the figures of an answer were computed from, newest first.
    ///
    /// - Returns: nil where no data was looked at.
    public func sources(of answer: Answer) throws -> SourceRows? {
        guard let evidence = answer.evidence else { return nil }
        var rows = evidence.transactions
        var matched = rows.count
        let sums: [Intent] = [.spending, .income, .transactions, .cashFlow]
        if sums.contains(answer.understood.intent) {
            var query = evidence.query
            (query.grouping, query.order, query.limit) = (nil, .newest, Coach.mostSources)
            if answer.understood.intent == .cashFlow { query.direction = .any }
            let listed = try retriever.list(query)
            (rows, matched) = (listed.transactions, listed.matched)
        }
        return SourceRows(
            transactions: rows, matched: matched,
            table: AnswerTable.transactions(rows, matched: matched, taxonomy: index.taxonomy))
    }
}
