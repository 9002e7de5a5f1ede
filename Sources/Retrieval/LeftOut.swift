import Ledger
import Store

/// Rows that a query reaches and that its figures do not count.
public struct LeftOut: Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Between own accounts, card payments, moves to savings.
        case transfer
        /// Money in, where spending is asked for.
        case income
        /// Money out or back, where something else is asked for.
        case spending
        /// The user said so.
        case excluded
        /// Its parts count instead.
        case split
    }

    public let reason: Reason
    public let rows: Int
}

extension Retriever {
    /// What the figures of a query leave out of the rows in its period, categories, merchants and accounts.
    ///
    /// - Returns: in the order of `LeftOut.Reason`, without reasons that no row has.
    public func leftOut(of query: Query) throws -> [LeftOut] {
        let kinds = Flow(query)?.kinds ?? query.kinds
        let filter = try Filter(query, kinds: [], period: query.period, in: index)
        let conditions = filter.conditions.filter { $0 != "t.counted = 1" }
        let found = try index.database.rows(
            """
            SELECT t.counted, t.excluded, t.kind, count(*) FROM txn t
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY t.counted, t.excluded, t.kind
            """, filter.values
        ) { row in
            (
                isCounted: row.int(0) == 1, isExcluded: row.int(1) == 1, kind: TransactionKind(code: row.int(2)),
                rows: Int(row.int(3))
            )
        }
        var counts: [LeftOut.Reason: Int] = [:]
        for group in found {
            let isMeant = kinds.isEmpty || group.kind.map(kinds.contains) ?? false
            switch (isMeant, group.isCounted, group.kind) {
            case (true, true, _): continue
            case (true, false, _): counts[group.isExcluded ? .excluded : .split, default: 0] += group.rows
            case (false, _, .transfer): counts[.transfer, default: 0] += group.rows
            case (false, _, .income): counts[.income, default: 0] += group.rows
            case (false, _, _): counts[.spending, default: 0] += group.rows
            }
        }
        return LeftOut.Reason.allCases.compactMap { reason in
            counts[reason].map { LeftOut(reason: reason, rows: $0) }
        }
    }
}
