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

    /// How somebody's index was found.
    private struct Visit {
        let stamp: [Int64]
        let day: CivilDate
        /// Whether anybody is to be told of it.
        var hasHooks = false
        /// When a message is to be tried again.
        var nextAt: Int64?
    }

    /// Seconds until an index that couldn't be looked at is tried again.
    private static let pause: Int64 = 60
    /// Indexes that a round opens for the first time: after a start nobody waits because a thousand are looked at.
    private static let mostNew = 20

    private let service: WebService
    private let stamp: Stamp
    private let ring: Ring
    private let visits = Mutex<[String: Visit]>([:])
    private let isOver = Atomic(false)

    public init(_ service: WebService, stamp: @escaping Stamp, ring: @escaping Ring) {
        (self.service, self.stamp, self.ring) = (service, stamp, ring)
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

    public func stop() { isOver.store(true, ordering: .relaxed) }

    /// Looks at each index where something may have happened since the last time, and opens no other.
    func goRound() {
        var new = 0
        for person in service.households.people() where !isOver.load(ordering: .relaxed) {
            let last = visits.withLock { $0[person] }
            if last == nil { new += 1 }
            // What is written while it is looked at is seen the next time.
            let stamp = stamp(person)
            guard last != nil || new <= HookClock.mostNew, isDue(last, stamp) else { continue }
            let visit = visit(person, Visit(stamp: stamp, day: service.settings.today()))
            visits.withLock { $0[person] = visit }
        }
    }

    private func isDue(_ last: Visit?, _ stamp: [Int64]) -> Bool {
        guard let last, last.stamp == stamp else { return true }
        // Months end and prices rise by the day alone.
        let isLater = last.day != service.settings.today() || last.nextAt.map { $0 <= service.settings.now() } ?? false
        return last.hasHooks && isLater
    }

    private func visit(_ person: String, _ empty: Visit) -> Visit {
        var visit = empty
        do {
            _ = try service.households.aside(person) { index in
                visit.hasHooks = try !index.hooks().isEmpty
                guard visit.hasHooks else { return }
                try ring(index)
                visit.nextAt = try index.nextHookDelivery()
            }
        } catch {
            visit.hasHooks = true
            visit.nextAt = service.settings.now() + HookClock.pause
        }
        return visit
    }
}
