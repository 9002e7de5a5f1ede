import Ledger
import Store

/// Where one is, as far as that is known, for what is bought there.
public struct Whereabouts: Sendable {
    /// Seconds since 1970-01-01 UTC.
    public let now: @Sendable () -> Int64
    /// How long positions are kept; older ones say nothing.
    public let hours: Int
    /// What was said with the question; nil for the newest position that is kept.
    public var said: LocationFix?
    /// Whether the last position that was said with a line isn't used: where one is instead isn't known.
    public var isLost = false

    /// Whether answers may say which geofence one is in; a model that calls tools hears only what holds there.
    public var isNamed = true

    public init(hours: Int, said: LocationFix? = nil, now: @escaping @Sendable () -> Int64) {
        (self.now, self.hours, self.said) = (now, hours, said)
    }

    /// - Returns: nil where nothing says where one is now.
    public func fix(in index: HouseholdIndex) throws -> LocationFix? {
        let now = now()
        if let said, abs(now - said.time) <= LocationGuard.oldest { return said }
        return try LocationGuard.latest(in: index, now: now, hours: hours)
    }

    /// Whether what was said last of where one is isn't believed: the position before it isn't “here” any more.
    public func isDoubted(in index: HouseholdIndex) throws -> Bool {
        guard !isLost else { return true }
        guard let doubted = try index.doubtedPosition(), (0...LocationGuard.oldest).contains(now() - doubted.time)
        else { return false }
        return said.map { $0.time < doubted.time } ?? true
    }

    /// The geofence that counts for a purchase, one that blocks before one that warns.
    ///
    /// - Returns: nil where none does, or where one is isn't known.
    public func hit(for category: String?, in index: HouseholdIndex, asOf: CivilDate) throws -> LocationCheck.Hit? {
        guard let fix = try fix(in: index) else { return nil }
        let now = now()
        let guardian = LocationGuard(index, asOf: asOf, hours: hours)
        let first = try guardian.hits(at: fix, category: category, now: now).prefix(1)
        var hit = try (isNamed ? guardian.withHabits(Array(first)) : first.map(unnamed)).first
        if fix != said { hit?.age = now - fix.time }
        return hit
    }

    /// A check as it may be told of.
    public func told(_ check: LocationCheck) -> LocationCheck {
        isNamed ? check : LocationCheck(hits: check.hits.map(unnamed), nudge: nil)
    }

    private func unnamed(_ hit: LocationCheck.Hit) -> LocationCheck.Hit {
        var hit = hit
        hit.geofence.name = "one of your geofences"
        hit.habit = nil
        return hit
    }
}
