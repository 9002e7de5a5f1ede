import Glibc
import Ledger
import Store
import Synchronization

/// Looks after everybody's webhooks while a server runs: whatever was written, by whichever program, is told of soon, and
/// messages that didn't go through are tried again when their time has come.
public final class HookClock: Sendable {
    /// How the files of a person stand; another value after each write.
    public typealias Stamp = @Sendable (_ person: String) -> [Int64]
    /// Finds what is new in an index, and sends what is due.
    public typealias Ring = @Sendable (HouseholdIndex) throws -> Void
    /// Hears of a fault, once until somebody's index can be looked at again.
    public typealias Report = @Sendable (_ person: String, _ problem: any Error) -> Void

    /// How somebody's index was found.
    private struct Visit {
        let stamp: [Int64]
        let day: CivilDate
        /// Whether anybody is to be told of it.
        var hasHooks = false
        /// When a message is to be tried again.
        var nextAt: Int64?
        /// Whether something went wrong, so that nothing is tried before `nextAt`, whatever is written.
        var isFaulty = false
    }

    /// Seconds until an index is tried again after a fault, or one with messages that should have gone but didn't.
    private static let pause: Int64 = 60
    /// Indexes that a round opens for the first time: after a start nobody waits because a thousand are looked at.
    private static let mostNew = 20

    private let service: WebService
    private let stamp: Stamp
    private let ring: Ring
    private let report: Report
    private let visits = Mutex<[String: Visit]>([:])
    private let isOver = Atomic(false)

    public init(
        _ service: WebService, stamp: @escaping Stamp, report: @escaping Report = { _, _ in }, ring: @escaping Ring
    ) {
        (self.service, self.stamp, self.report, self.ring) = (service, stamp, report, ring)
    }

    /// Goes round again and again on a thread of its own, until `stop`.
    public func start(every seconds: Int = 5) {
        Background.run { [self] in
            while !isOver.load(ordering: .relaxed) {
                goRound()
                for _ in 0..<(seconds * 4) where !isOver.load(ordering: .relaxed) { usleep(250_000) }
            }
        }
    }

    /// How many people are remembered.
    var known: Int { visits.withLock { $0.count } }

    public func stop() { isOver.store(true, ordering: .relaxed) }

    /// Looks at each index where something may have happened since the last time, and opens no other.
    func goRound() {
        var new = 0
        let people = service.households.people()
        let present = Set(people)
        visits.withLock { $0 = $0.filter { present.contains($0.key) } }
        for person in people where !isOver.load(ordering: .relaxed) {
            let last = visits.withLock { $0[person] }
            if last == nil { new += 1 }
            // What is written while it is looked at is seen the next time.
            let stamp = stamp(person)
            guard last != nil || new <= HookClock.mostNew, isDue(last, stamp) else { continue }
            let visit = visit(person, Visit(stamp: stamp, day: service.settings.today()), after: last)
            visits.withLock { $0[person] = visit }
        }
    }

    private func isDue(_ last: Visit?, _ stamp: [Int64]) -> Bool {
        guard let last else { return true }
        let isTime = last.nextAt.map { $0 <= service.settings.now() } ?? false
        if last.isFaulty { return isTime }
        guard last.stamp == stamp else { return true }
        // Months end and prices rise by the day alone.
        return last.hasHooks && (isTime || last.day != service.settings.today())
    }

    private func visit(_ person: String, _ empty: Visit, after last: Visit?) -> Visit {
        var visit = empty
        do {
            _ = try service.households.aside(person) { index in
                visit.hasHooks = try !index.hooks().isEmpty
                guard visit.hasHooks else { return }
                try ring(index)
                let now = service.settings.now()
                visit.nextAt = try index.nextHookDelivery().map { $0 > now ? $0 : now + HookClock.pause }
            }
        } catch {
            if last?.isFaulty != true { report(person, error) }
            visit.isFaulty = true
            visit.nextAt = service.settings.now() + HookClock.pause
        }
        return visit
    }
}
