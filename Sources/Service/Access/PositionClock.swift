import Advice
import Glibc
import Ledger
import Store
import Synchronization

/// Overwrites positions while a server runs, also of phones that say nothing more.
///
/// An index is looked at again when the oldest position in it is over, or when its file was written: a command may have left a
/// log to be emptied. What comes in meanwhile is newer than what is there, so that nobody has to be told of it.
public final class PositionClock: Sendable {
    /// Says what went wrong, once until it works again.
    public typealias Report = @Sendable (_ person: String, _ problem: any Error) -> Void

    /// How somebody's index was found.
    private struct Visit {
        let stamp: [Int64]
        /// When it is to be looked at again; seconds since 1970-01-01 UTC.
        var next: Int64
        var hasFailed = false
    }

    /// Seconds between two looks at who is due.
    static let tick: UInt32 = 30
    /// The same while some weren't looked at since the start.
    private static let shortTick: UInt32 = 2
    /// Indexes that a round opens for the first time: after a start nobody waits because a thousand are looked at.
    static let mostNew = 20
    /// In seconds: no index is left alone for longer.
    private static let longest = Int64(LocationGuard.mostHours) * 3_600 + 1

    private let households: Households
    private let hours: Int
    private let stamp: HookClock.Stamp
    private let report: Report
    private let visits = Mutex<[String: Visit]>([:])

    /// - Parameters:
    ///   - hours: how long positions are kept.
    ///   - stamp: how somebody's files stand.
    public init(
        _ households: Households, hours: Int, stamp: @escaping HookClock.Stamp = { _ in [] },
        report: @escaping Report = { _, _ in }
    ) {
        (self.households, self.hours, self.stamp, self.report) = (households, hours, stamp, report)
    }

    /// Overwrites what is over by now. An index that can't be opened or written is looked at again with the next tick.
    ///
    /// - Returns: how many positions there were.
    @discardableResult
    public func pass(now: Int64) -> Int { round(now).count }

    private func round(_ now: Int64) -> (count: Int, isComplete: Bool) {
        let people = households.people()
        let (isThere, known) = (Set(people), visits.withLock { $0 })
        var (count, new) = (0, 0)
        for person in people {
            let last = known[person]
            if last == nil { new += 1 }
            guard last != nil || new <= PositionClock.mostNew else { continue }
            // What is written while it is looked at is seen the next time.
            let stamp = stamp(person)
            // A clock that was set back is no reason to wait for longer.
            if let last, last.stamp == stamp, (now + 1...now + PositionClock.longest).contains(last.next) { continue }
            let (gone, visit) = visit(person, Visit(stamp: stamp, next: now + Int64(PositionClock.tick)), last, now)
            count += gone
            visits.withLock { $0[person] = visit }
        }
        // Whose file is gone has no positions.
        visits.withLock { visits in visits = visits.filter { isThere.contains($0.key) } }
        return (count, new <= PositionClock.mostNew)
    }

    private func visit(_ person: String, _ soon: Visit, _ last: Visit?, _ now: Int64) -> (count: Int, visit: Visit) {
        var (count, visit) = (0, soon)
        do {
            _ = try households.aside(person) { index in
                let kept = LocationGuard(index, asOf: CivilDate(dayNumber: Int32(now / 86_400)), hours: hours)
                count = try kept.forget(now: now)
                if try !index.isLogToBeEmptied { visit.next = try kept.nextForgetting(now: now) }
            }
        } catch {
            visit.hasFailed = true
            if last?.hasFailed != true { report(person, error) }
        }
        return (count, visit)
    }

    /// Looks again and again, on a thread of its own, until the process ends.
    public func run(now: @escaping @Sendable () -> Int64) {
        Background.run { [self] in
            while true {
                let isComplete = round(now()).isComplete
                sleep(isComplete ? PositionClock.tick : PositionClock.shortTick)
            }
        }
    }
}
