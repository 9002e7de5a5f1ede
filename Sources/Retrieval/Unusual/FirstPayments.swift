import Ledger
import Store

extension Retriever {
    /// Where a payee is no place that can be new: a cheque has a number of its own, and a person is no shop.
    private static let withoutPlace = ["checks", "people", "cash"]

    /// The first purchases at merchants that were never paid before, oldest first: of the rows that a query means those
    /// that were bought on the first day that their merchant was paid at all, one for each merchant.
    public func firstPayments(_ query: Query) throws -> (rows: [Transaction], statement: String) {
        try index.database.read {
            var query = query
            query.excludedCategories += Retriever.withoutPlace
            let filter = try Filter(query, kinds: [.expense], period: query.period, in: index, isList: true)
            let sql = """
                SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables) WHERE t.id IN
                (SELECT min(t.id) FROM \(filter.source)\(filter.whereClause) AND (t.merchant_id, t.day) IN
                (SELECT t.merchant_id, min(t.day) FROM spending t WHERE \(Filter.kindCondition([.expense]))
                GROUP BY t.merchant_id) GROUP BY t.merchant_id) ORDER BY t.day, t.id
                """
            return (try index.database.rows(sql, filter.values, index.transaction), sql)
        }
    }
}
