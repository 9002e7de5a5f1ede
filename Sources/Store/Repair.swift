import Ledger

/// What `HouseholdIndex.repair` made anew, and of what.
public struct RepairReport: Sendable, Equatable {
    /// What was wrong, in words.
    public var faults: [String]
    public var texts: Int
    public var rows: Int
}

extension HouseholdIndex {
    /// Makes anew what is computed from rows: SQLite's own indexes, the search, the kept sums. All of it or nothing.
    ///
    /// - Throws: `.corrupt` where rows themselves cannot be read; the file is then as it was.
    public func repair() throws -> RepairReport {
        var report = RepairReport(faults: [], texts: 0, rows: 0)
        try database.write {
            // An index of SQLite's that lacks a row would hide it from what is computed next.
            if let fault = try firstFault() { report.faults.append(fault) }
            try database.run(script: "REINDEX")
            if let fault = try firstFault() { throw StoreError.rowsUnreadable(database.path, fault) }
            for fault in [try firstTotalFault(), try firstSearchFault()] { fault.map { report.faults.append($0) } }
            try PeriodTotals.rebuild(database)
            try Documents.recreateSearch(database)
            report.texts = try Documents(self).fillSearch()
            report.rows = Int(try database.first("SELECT count(*) FROM txn") { $0.int(0) } ?? 0)
        }
        return report
    }
}

extension StoreError {
    static func rowsUnreadable(_ path: String, _ fault: String) -> StoreError {
        StoreError(
            .corrupt,
            "\(path): rows of it can't be read (\(fault)). Restore a backup with `coach restore FILE`, or move it away "
                + "and import your bank files again.")
    }
}
