import Ledger
import Store

/// Says of figures of this month that the data behind them ended long ago: a limit that nothing counts against looks unused.
public enum DataAge {
    /// Days after which it is said: files are brought in every few weeks.
    private static let longest = 14

    /// - Returns: nil where the data is fresh enough, or there is none.
    public static func note(_ index: HouseholdIndex, asOf: CivilDate) throws -> String? {
        guard let end = try index.coverage?.end, asOf.days(since: end) >= longest else { return nil }
        return "Your data ends on \(end.text(near: asOf)), so nothing you spent after that is counted."
    }
}
