import Advice
import Glibc
import Ledger
import Store
import Synchronization

/// Overwrites positions while a server runs, also of phones that say nothing more.
///
/// An index is looked at again when the oldest position in it is over. What comes in meanwhile is newer than that, so that nothing
/// has to be told of it, whoever brings it: another server or a command.
public final class PositionClock: Sendable {
    /// Seconds between two looks at who is due.
    static let tick: UInt32 = 30

    private let households: Households
    private let hours: Int
    /// When a person's index is to be looked at; by the seconds since 1970-01-01 UTC.
    private let due = Mutex<[String: Int64]>([:])

    /// - Parameter hours: how long positions are kept.
    public init(_ households: Households, hours: Int) { (self.households, self.hours) = (households, hours) }

    /// Overwrites what is over by now. An index that can't be opened or written is looked at again with the next tick.
    ///
    /// - Returns: how many positions there were.
    @discardableResult
    public func pass(now: Int64) -> Int {
        let people = households.people()
        let waiting = due.withLock { due in
            // Whose file is gone has no positions.
            due = due.filter { people.contains($0.key) }
            return due
        }
        var count = 0
        // A clock that was set back is no reason to wait for longer.
        for person in people where !(now + 1...now + PositionClock.longest).contains(waiting[person] ?? 0) {
            let (gone, next) = (try? look(at: person, now)) ?? (0, now + Int64(PositionClock.tick))
            count += gone
            due.withLock { $0[person] = next }
        }
        return count
    }

    /// In seconds: no index is left alone for longer.
    private static let longest = Int64(LocationGuard.mostHours) * 3_600 + 1

    private func look(at person: String, _ now: Int64) throws -> (count: Int, next: Int64) {
        let soon = now + Int64(PositionClock.tick)
        return try households.aside(person) { index in
            let today = CivilDate(dayNumber: Int32(now / 86_400))
            let kept = LocationGuard(index, asOf: today, hours: hours)
            let count = try kept.forget(now: now)
            return (count, try index.isLogToBeEmptied ? soon : kept.nextForgetting(now: now))
        } ?? (0, soon)
    }

    /// Looks again and again, on a thread of its own, until the process ends.
    public func run(now: @escaping @Sendable () -> Int64) {
        Background.run { [self] in
            while true {
                pass(now: now())
                sleep(PositionClock.tick)
            }
        }
    }
}
