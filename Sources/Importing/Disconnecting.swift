import Ledger
import Store

extension HouseholdIndex {
    /// Ends a connection. What goes by many rows, such as the category of a shop that its bank named, is decided anew by those that
    /// stay.
    ///
    /// - Parameters:
    ///   - deletingRows: whether the rows that it brought go too. Rows that came from files stay in any case.
    ///   - today: the day on which it ends.
    /// - Returns: how many rows were removed.
    public func disconnect(_ id: Int64, deletingRows: Bool, today: CivilDate) throws -> Int {
        try removeConnection(id, deletingRows: deletingRows) { merchants in
            try Ingest(self, today: today).settleAnew(merchants)
        }
    }
}
