import Ledger
import Store
import Synchronization

/// What was said of staying to those who may not write, for as long as the program runs.
public final class SaidNudges: Sendable {
    private struct Place: Hashable {
        let index: String
        let fence: Int64
    }

    private let times = Mutex<[Place: Int64]>([:])

    public init() {}

    /// Seconds since 1970-01-01 UTC; nil where nothing was.
    func time(of fence: Geofence, of index: HouseholdIndex) -> Int64? {
        times.withLock { $0[Place(index: index.database.path, fence: fence.id)] }
    }

    func note(_ fence: Geofence, of index: HouseholdIndex, at now: Int64) {
        times.withLock { $0[Place(index: index.database.path, fence: fence.id)] = now }
    }
}
