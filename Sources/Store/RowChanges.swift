/// Whoever changes rows that are there: the texts it writes, and the days whose totals are out of date then.
public protocol RowChanges: AnyObject {
    var documents: Documents { get }
    /// A row of this day is different now.
    func noteChange(_ day: Int32)
}

extension ImportSession: RowChanges {}
