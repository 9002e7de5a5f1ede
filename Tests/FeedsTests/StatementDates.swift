import Ledger

/// Which days a bank's statement has of a purchase.
enum StatementDates: CaseIterable {
    case made, posted, both

    /// Its columns of dates.
    var columns: String { self == .both ? "Transaction Date,Posting Date" : "Date" }

    /// What stands in them.
    func cells(made: CivilDate, posted: CivilDate) -> String {
        switch self {
        case .made: made.iso
        case .posted: posted.iso
        case .both: made.iso + "," + posted.iso
        }
    }
}
