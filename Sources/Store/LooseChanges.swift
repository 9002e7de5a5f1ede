/// Changes of rows outside an import.
public final class LooseChanges: RowChanges {
    public let documents: Documents
    private let database: Database
    private var days: Set<Int32> = []

    public init(_ index: HouseholdIndex) throws(StoreError) {
        documents = try Documents(index)
        database = index.database
    }

    public func noteChange(_ day: Int32) { days.insert(day) }

    /// Brings the totals up to date.
    public func finish() throws(StoreError) { try PeriodTotals.refresh(database, of: days) }
}
