import Glibc
import Ledger
import Payments
import Store
import Synchronization

/// Asks about charges that wait for their provider while a server runs, so that what is to be canceled is canceled as soon as
/// it can be, and nobody has to ask.
///
/// An index is opened when its file was written, or when the time of what waits in it has come: half a minute later, and each time
/// after that twice as long, up to an hour.
public final class ChargeClock: Sendable {
    /// Asks about what waits in an index; nil where nothing does.
    public typealias Sweep = @Sendable (HouseholdIndex) throws -> Cashier.Sweep?
    /// Hears of a fault, once until somebody's charges can be asked about again.
    public typealias Report = @Sendable (_ person: String, _ problem: any Error) -> Void

    /// How somebody's index was found.
    private struct Visit {
        let stamp: [Int64]
        /// When it is asked about again; nil where nothing waits.
        var next: Int64?
        /// Rounds in a row that left something waiting.
        var rounds = 0
        /// Whether the provider couldn't be asked: then nothing is asked earlier, whatever is written.
        var isUnreachable = false
        /// Whether something went wrong that was reported.
        var hasFailed = false
    }

    /// Seconds between two looks at who is due.
    private static let tick: UInt32 = 10
    /// Indexes that a round opens for the first time: after a start nobody waits because a thousand are looked at.
    private static let mostNew = 20

    private let households: Households
    private let stamp: HookClock.Stamp
    private let report: Report
    private let sweep: Sweep
    private let visits = Mutex<[String: Visit]>([:])

    public init(
        _ households: Households, stamp: @escaping HookClock.Stamp, report: @escaping Report = { _, _ in },
        sweep: @escaping Sweep
    ) {
        (self.households, self.stamp, self.report, self.sweep) = (households, stamp, report, sweep)
    }

    /// Seconds until what waits is asked about again, after so many rounds in a row that left it waiting.
    static func pause(after rounds: Int) -> Int64 { min(30 << Int64(min(max(rounds, 1) - 1, 7)), 3_600) }

    /// Looks at each index where something may wait, and opens no other.
    public func pass(now: Int64) {
        let people = households.people()
        let present = Set(people)
        visits.withLock { $0 = $0.filter { present.contains($0.key) } }
        var new = 0
        for person in people {
            let last = visits.withLock { $0[person] }
            if last == nil { new += 1 }
            // What is written while it is looked at is seen the next time.
            let stamp = stamp(person)
            guard last != nil || new <= ChargeClock.mostNew, ChargeClock.isDue(last, stamp, now) else { continue }
            let visit = visit(person, Visit(stamp: stamp), after: last, now)
            visits.withLock { $0[person] = visit }
        }
    }

    private static func isDue(_ last: Visit?, _ stamp: [Int64], _ now: Int64) -> Bool {
        guard let last else { return true }
        // A clock that was set back is no reason to wait for longer.
        let isTime = last.next.map { !(now + 1...now + pause(after: last.rounds)).contains($0) } ?? false
        return isTime || !last.isUnreachable && last.stamp != stamp
    }

    private func visit(_ person: String, _ empty: Visit, after last: Visit?, _ now: Int64) -> Visit {
        var visit = empty
        do {
            let found = try households.aside(person, sweep) ?? nil
            guard let found, found.isWaiting else { return visit }
            visit.isUnreachable = found.isUnreachable
        } catch {
            if last?.hasFailed != true { report(person, error) }
            (visit.hasFailed, visit.isUnreachable) = (true, true)
        }
        visit.rounds = (last?.rounds ?? 0) + 1
        visit.next = now + ChargeClock.pause(after: visit.rounds)
        return visit
    }

    /// Looks again and again, on a thread of its own, until the process ends.
    public func run(now: @escaping @Sendable () -> Int64) {
        Background.run { [self] in
            while true {
                pass(now: now())
                sleep(ChargeClock.tick)
            }
        }
    }
}
