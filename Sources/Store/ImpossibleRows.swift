import Ledger

extension HouseholdIndex {
    /// In minor units: more than any account holds. Sums of amounts within it are exact.
    public static let largestAmount: UInt64 = 1_000_000_000_000_000
    /// What all amounts of an index may come to, whatever their sign: 900 times as much is within 64 bits, so that a year's days of
    /// any sum and its percents can be computed.
    public static let largestVolume: UInt64 = 10_000_000_000_000_000

    /// What the amounts of all rows come to, whatever their sign. Every row is read.
    public var volume: UInt64 {
        get throws(StoreError) {
            // `total` adds up floating-point numbers, which no sum is too large for.
            try database.first("SELECT CAST(min(total(abs(amount)), 9e18) AS INTEGER) FROM txn") {
                UInt64(max(0, $0.int(0)))
            } ?? 0
        }
    }
}

extension Database {
    /// - Throws: `.corrupt`, which names the first row with an amount that no account holds, or a day that no calendar has. Found
    ///   through an index that holds only such rows, so at once.
    func refuseImpossibleRows() throws(StoreError) {
        try refuseImpossibleRow(from: "txn INDEXED BY txn_impossible")
    }

    /// The same of an index that any coach wrote; every row is read.
    func refuseImpossibleRowsOfAnyVersion() throws(StoreError) {
        try refuseImpossibleRow(from: "txn NOT INDEXED")
    }

    private func refuseImpossibleRow(from rows: String) throws(StoreError) {
        // The condition is word for word that of the index.
        let found = try first(
            """
            SELECT id, day, amount NOT BETWEEN -1000000000000000 AND 1000000000000000 FROM \(rows)
            WHERE amount NOT BETWEEN -1000000000000000 AND 1000000000000000 OR day NOT BETWEEN -719162 AND 2932896 LIMIT 1
            """
        ) { (id: $0.int(0), day: $0.int(1), isOfAmount: $0.int(2) == 1) }
        guard let found else { return }
        let day = found.isOfAmount ? Int32(exactly: found.day).map { CivilDate(dayNumber: $0) } : nil
        let fault =
            found.isOfAmount
            ? "row \(found.id)\(day.map { " on \($0.longText)" } ?? "") has a larger amount than any account holds"
            : "row \(found.id) has an impossible date (day number \(found.day))"
        throw StoreError(
            .corrupt,
            "\(path) is damaged: \(fault). Restore a backup with `coach restore FILE`, or move it away and import "
                + "your bank files again.")
    }
}
