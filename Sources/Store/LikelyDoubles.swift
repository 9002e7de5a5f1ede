import Ledger

/// New rows of a file that look like rows of another file which this one doesn't have.
public struct LikelyDoubles: Sendable, Equatable {
    public let rows: Int
    /// The file that most of them look like.
    public let file: String
}

extension ImportSession {
    /// Rows beyond which nobody looks one by one.
    private static let mostLookedAt = 20_000

    /// The new rows of the day and amount of a row in their account that another file brought and that this one doesn't have: a
    /// statement that was corrected, or came under another name, words its rows anew. Call it when all rows were added.
    ///
    /// - Returns: nil where there are none.
    public func likelyDoubles() throws(StoreError) -> LikelyDoubles? {
        guard !coveredDays.isEmpty, added > 0, added <= ImportSession.mostLookedAt else { return nil }
        let pairs = try database.rows(
            """
            SELECT n.id, o.id, f.name FROM txn n
            JOIN txn o ON o.account_id = n.account_id AND o.day = n.day AND o.amount = n.amount AND o.file_id <> n.file_id
            JOIN import_file f ON f.id = o.file_id
            WHERE n.file_id = ? AND n.pending = 0 AND n.parent_id IS NULL AND o.pending = 0 AND o.parent_id IS NULL
            AND f.connection_id IS NULL AND o.id NOT IN (SELECT txn_id FROM duplicate)
            ORDER BY n.id, o.id
            """, [.int(fileID)]
        ) { (new: $0.int(0), old: $0.int(1), file: $0.text(2)) }
        var (taken, doubled): (Set<Int64>, Set<Int64>) = ([], [])
        var files: [String: Int] = [:]
        // Of equal rows each is one other's double.
        for pair in pairs where !seen.contains(pair.old) && !doubled.contains(pair.new) {
            guard taken.insert(pair.old).inserted else { continue }
            doubled.insert(pair.new)
            files[pair.file, default: 0] += 1
        }
        guard let file = files.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
        return LikelyDoubles(rows: doubled.count, file: file)
    }
}
