import Ledger
import Store
import Synchronization

/// What was said of staying, for as long as the program runs; those who may not write have nothing else to note it in.
public final class SaidNudges: Sendable {
    /// A geofence as it was when it was spoken of: a number is given anew when the one before is gone.
    private struct Snapshot: Hashable {
        let id: Int64
        let name: String
        let center: GeoPoint
        let radius: Int

        init(_ geofence: Geofence) {
            (id, name, center, radius) = (geofence.id, geofence.name, geofence.center, geofence.radius)
        }
    }

    /// By the index's path.
    private let times = Mutex<[String: [Snapshot: Int64]]>([:])

    public init() {}

    /// Seconds since 1970-01-01 UTC; nil where nothing was.
    func time(of geofence: Geofence, of index: HouseholdIndex) -> Int64? {
        times.withLock { $0[index.database.path]?[Snapshot(geofence)] }
    }

    /// Notes that it is said, unless it was since a moment; what was said before that is forgotten.
    ///
    /// - Returns: whether it is to be: of several who ask at once, for one alone.
    func claim(_ geofence: Geofence, of index: HouseholdIndex, at now: Int64, unlessSince border: Int64) -> Bool {
        times.withLock { times in
            let said = (times[index.database.path] ?? [:]).filter { $0.value > border }
            guard said[Snapshot(geofence)] == nil else { return false }
            times[index.database.path] = said.merging([Snapshot(geofence): now]) { $1 }
            return true
        }
    }

    /// Forgets geofences that are gone, or became others.
    func keep(only geofences: [Geofence], of index: HouseholdIndex) {
        times.withLock { times in
            guard let said = times[index.database.path] else { return }
            let kept = Set(geofences.map(Snapshot.init))
            times[index.database.path] = said.filter { kept.contains($0.key) }
        }
    }
}
