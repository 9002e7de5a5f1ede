import Ledger
import Store

/// Holds positions against the geofences of an index, and keeps them for as long as is needed.
public struct LocationGuard {
    /// Seconds after which a position says nothing of now.
    public static let oldest: Int64 = 600
    /// Seconds that clocks may differ.
    static let ahead: Int64 = 60
    /// Meters per second that nobody travels at: airliners make 300.
    static let fastest = 350.0
    /// Meters; whoever knows no better knows nothing of a shop.
    public static let worstAccuracy = 10_000.0
    /// Meters, where a phone doesn't say.
    public static let usualAccuracy = 50.0
    /// Seconds of staying after which a word may help.
    static let loitering: Int64 = 900
    /// Seconds between two positions of one stay, at most.
    static let longestGap: Int64 = 1_800
    /// Seconds until the next one for the same geofence.
    static let quiet: Int64 = 14_400
    /// Hours that positions are kept at most.
    public static let mostHours = 24
    /// Radii of geofences, in meters.
    public static let radii = 10...50_000

    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let hours: Int
    private let said: SaidNudges?

    /// - Parameters:
    ///   - asOf: the day whose month figures are of.
    ///   - hours: how long positions are kept; 0 keeps none.
    ///   - said: remembers what was said where nothing may be written; nil says it again then.
    public init(_ index: HouseholdIndex, asOf: CivilDate, hours: Int, said: SaidNudges? = nil) {
        (self.index, self.asOf, self.said) = (index, asOf, said)
        self.hours = min(max(0, hours), LocationGuard.mostHours)
    }

    // MARK: Believing

    /// Why a position cannot be; nil where it can.
    ///
    /// - Parameter last: the newest one that is known.
    public static func problem(with fix: LocationFix, after last: LocationFix?, now: Int64) -> FixProblem? {
        guard fix.accuracy > 0, fix.accuracy <= worstAccuracy else {
            return FixProblem("the accuracy must be above 0 and at most \(Int(worstAccuracy)) meters")
        }
        if fix.time > now + ahead { return FixProblem("the position is from the future; check the phone's clock") }
        if fix.time < now - oldest {
            return FixProblem("the position is more than \(oldest / 60) minutes old, so it says nothing about now")
        }
        guard let last, !isReachable(fix, from: last) else { return nil }
        return FixProblem(
            "that's too far from the last position to have traveled in the time; it's ignored", isDoubt: true)
    }

    private static func isReachable(_ fix: LocationFix, from last: LocationFix) -> Bool {
        let meters = last.point.distance(to: fix.point) - last.accuracy - fix.accuracy
        return meters <= Double(max(1, fix.time - last.time)) * fastest
    }

    /// A position as it is kept: of a clock that is a little ahead it is of now.
    public static func settled(_ fix: LocationFix, now: Int64) -> LocationFix {
        (now...now + ahead).contains(fix.time) ? LocationFix(fix.point, accuracy: fix.accuracy, time: now) : fix
    }

    /// The position that counts with those before it, newest first: one that comes late gives way to a newer one, and one that
    /// is near a doubted one confirms that.
    ///
    /// - Throws: `FixProblem` for one that cannot be.
    private func believed(_ fix: LocationFix, now: Int64) throws -> (fix: LocationFix, known: [LocationFix]) {
        let (fix, known) = (LocationGuard.settled(fix, now: now), try known(now))
        if let newest = known.first, newest.time > fix.time {
            if let problem = LocationGuard.problem(with: fix, after: nil, now: now) { throw problem }
            return (newest, Array(known.dropFirst()))
        }
        if let problem = LocationGuard.problem(with: fix, after: known.first, now: now) {
            guard problem.isDoubt, let doubted = try index.doubtedPosition(),
                (now - seconds..<fix.time).contains(doubted.time), LocationGuard.isReachable(fix, from: doubted)
            else { throw problem }
            return (fix, [doubted] + known)
        }
        return (fix, known)
    }

    /// Takes a position: checks that it can be, keeps it, and says what it means. Nobody waits until those that are over are
    /// overwritten: `forget` does that.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    /// - Throws: `FixProblem` where it cannot be. Where only the last position speaks against it, it is kept as doubted, since
    ///   that one may be the wrong one.
    public func update(_ fix: LocationFix, now: Int64) throws -> LocationCheck {
        do {
            let (fix, known) = try believed(fix, now: now)
            let before = known.first.flatMap { fix.time - $0.time <= LocationGuard.longestGap ? $0 : nil }
            if hours > 0 {
                // What it confirms is kept as doubted so far.
                for one in [fix, known.first].compactMap(\.self) { try index.keep(one) }
            }
            var check = try told(fix, known, now)
            guard let before else { return check }
            let earlier = try hits(before)
            for place in check.hits.indices where check.hits[place].decision == .warn {
                let hit = check.hits[place]
                // A visit's warning is told once, however exact its positions are.
                check.hits[place].isRepeated = earlier.contains { $0.geofence.id == hit.geofence.id }
            }
            return check
        } catch let problem as FixProblem where problem.isDoubt && hours > 0 {
            try index.keep(LocationGuard.settled(fix, now: now), isDoubted: true)
            throw FixProblem(
                problem.message
                    + " unless the next one is near it. If the last one was wrong, `coach location forget` clears it",
                isDoubt: true)
        }
    }

    /// What a position means. It is not kept; a word about staying is noted as said all the same.
    public func check(_ fix: LocationFix, now: Int64) throws -> LocationCheck {
        let (fix, known) = try believed(fix, now: now)
        return try told(fix, known, now)
    }

    /// What the newest position that is kept means.
    ///
    /// - Returns: nil where none says something of now.
    public func standing(now: Int64) throws -> LocationCheck? {
        let known = try known(now)
        guard let newest = known.first, now - newest.time <= LocationGuard.oldest else { return nil }
        var check = try told(newest, Array(known.dropFirst()), now)
        for hit in check.hits.indices { check.hits[hit].age = now - newest.time }
        return check
    }

    /// The positions that count, newest first: some that are over may not be overwritten yet, and some are from before a clock
    /// was set back.
    private func known(_ now: Int64) throws -> [LocationFix] {
        try index.positions().filter { (now - seconds...now).contains($0.time) }
    }

    private func told(_ fix: LocationFix, _ known: [LocationFix], _ now: Int64) throws -> LocationCheck {
        var nudge = try nudge([fix] + known, now: now)
        if let geofence = nudge?.geofence, try !claim(geofence, now) { nudge = nil }
        return LocationCheck(hits: try withHabits(hits(fix)), nudge: nudge)
    }

    /// With what one usually spends there.
    func withHabits(_ hits: [LocationCheck.Hit]) throws -> [LocationCheck.Hit] {
        guard !hits.isEmpty else { return [] }
        let limits = try RuleBook(index).progress(asOf: asOf)
        let age = try DataAge.note(index, asOf: asOf)
        return try hits.map { hit in
            var hit = hit
            hit.habit = try UsualPlace.of(hit.geofence.name, index, asOf: asOf, limits)
            hit.habit?.dataAge = age
            return hit
        }
    }

    /// The geofences that a payment is in, or may be in; nothing is told or noted.
    ///
    /// - Parameter category: of the payment; geofences of other categories say nothing then.
    public func hits(at fix: LocationFix, category: String?, now: Int64) throws -> [LocationCheck.Hit] {
        try hits(believed(fix, now: now).fix, category: category)
    }

    /// The geofences that a place is in; nothing is told or noted.
    public func hits(of point: GeoPoint) throws -> [LocationCheck.Hit] {
        try hits(LocationFix(point, accuracy: 1, time: 0))
    }

    /// Overwrites positions that are no longer needed.
    @discardableResult
    public func forget(now: Int64) throws -> Int {
        try index.forgetPositions(before: now - seconds, nudgesBefore: now - max(seconds, LocationGuard.quiet))
    }

    /// What came of forgetting all positions.
    public struct Forgetting {
        public let count: Int
        /// Whether no byte of them is left; another program that reads may keep the log from being emptied.
        public let isComplete: Bool

        public var json: JSON { .object([("forgotten", .int(count)), ("complete", .bool(isComplete))]) }
    }

    /// Overwrites all positions, and what was said of staying somewhere.
    public static func forgetAll(in index: HouseholdIndex) throws -> Forgetting {
        let count = try index.forgetPositions(before: .max, nudgesBefore: .max)
        return Forgetting(count: count, isComplete: try !index.isLogToBeEmptied)
    }

    /// When something is to be overwritten next, if nobody looks before; what comes in after `now` is over later.
    public func nextForgetting(now: Int64) throws -> Int64 {
        let oldest = try index.oldestTrace()
        // A position that comes in now may be that old already.
        let position = oldest.position ?? now - LocationGuard.oldest
        let nudge = oldest.nudge.map { $0 + max(seconds, LocationGuard.quiet) }
        // Where none is kept, none comes in.
        let next = hours > 0 ? position + seconds : now + LocationGuard.quiet
        return max(now, min(next, nudge ?? next)) + 1
    }

    private var seconds: Int64 { Int64(hours) * 3_600 }

    /// Where one is, as far as that is known: the newest position that says something of now, and is not over.
    ///
    /// - Parameter hours: how long positions are kept.
    public static func latest(in index: HouseholdIndex, now: Int64, hours: Int) throws(StoreError) -> LocationFix? {
        guard hours > 0 else { return nil }
        return try index.positions().first { (0...oldest).contains(now - $0.time) }
    }

    // MARK: Geofences

    private func hits(_ fix: LocationFix, category: String? = nil) throws -> [LocationCheck.Hit] {
        try index.geofences().compactMap { geofence in
            LocationCheck.hit(
                geofence, fix, what: geofence.category.flatMap { RuleCategory(id: $0, in: index.taxonomy)?.words })
        }.filter { $0.geofence.covers(category, in: index.taxonomy) }.sorted { $0.decision > $1.decision }
    }

    // MARK: Staying

    /// Notes that one is told now.
    ///
    /// - Returns: whether one is to be: somebody else may have said it a moment ago.
    private func claim(_ geofence: Geofence, _ now: Int64) throws -> Bool {
        let border = now - LocationGuard.quiet
        var isClaimed = true
        do throws(StoreError) {
            isClaimed = try index.claimNudge(ofGeofence: geofence.id, at: now, unlessSince: border)
        } catch {
            // Whoever may not write notes it in memory alone.
            guard error.reason == .readOnly else { throw error }
        }
        guard isClaimed else { return false }
        return said?.claim(geofence, of: index, at: now, unlessSince: border) ?? true
    }

    /// Whether it was not spoken of for a while.
    private func isNew(_ geofence: Geofence, _ now: Int64) -> Bool {
        let times = [geofence.nudgedAt, said?.time(of: geofence, of: index)].compactMap(\.self)
        return times.allSatisfy { now - $0 >= LocationGuard.quiet }
    }

    /// Whether one has stayed in a geofence for long enough to be told.
    ///
    /// - Parameter fixes: newest first.
    private func nudge(_ fixes: [LocationFix], now: Int64) throws -> LocationCheck.Nudge? {
        let geofences = try index.geofences()
        said?.keep(only: geofences, of: index)
        for geofence in geofences where isNew(geofence, now) {
            var next: Int64?
            let stay = fixes.prefix { fix in
                // Between two positions that are far apart in time one may have been anywhere.
                let follows = next.map { $0 - fix.time <= LocationGuard.longestGap } ?? true
                next = fix.time
                return follows && geofence.center.distance(to: fix.point) <= Double(geofence.radius)
            }
            guard let newest = stay.first, let oldest = stay.last, stay.count >= 3,
                newest.time - oldest.time >= LocationGuard.loitering, try isOverspent(geofence)
            else { continue }
            let minutes = Int((newest.time - oldest.time) / 60)
            let figure =
                ([try figure(category(of: geofence))] + [try DataAge.note(index, asOf: asOf)].compactMap(\.self))
                .joined(separator: " ")
            return LocationCheck.Nudge(
                geofence: geofence, minutes: minutes, fixes: stay.count,
                message: "You've been at \(geofence.name) for \(minutes) minutes. \(figure)")
        }
        return nil
    }

    /// What is bought there: of its category, or of the shop of its name.
    private func category(of geofence: Geofence) throws -> String? {
        try geofence.category ?? UsualPlace.of(geofence.name, index, asOf: asOf, [])?.category
    }

    /// Full months that are looked back at, and of how many of them the limit shows a habit.
    private static let (lookBack, habit) = (6, 2)

    /// Whether one usually overspends there: where one wants to pay for nothing; where the limit that counts is exceeded this
    /// month or would have been in two of the last six, also before it was set; and without a limit where more went on it this month than in a usual one.
    private func isOverspent(_ geofence: Geofence) throws -> Bool {
        if geofence.policy == .block { return true }
        let book = RuleBook(index)
        guard let category = try category(of: geofence).flatMap(book.category) else { return false }
        let months = (1...LocationGuard.lookBack).map { asOf.startOfMonth.adding(months: -$0) }
        let limits = try ([asOf] + months).map { month in
            try book.progress(measuring: month, asOf: asOf).filter { $0.category.covers(category) }
        }
        if limits.contains(where: { !$0.isEmpty }) {
            let over = limits.map { $0.contains(where: \.isExceeded) }
            return over[0] || over.dropFirst().count(where: \.self) >= LocationGuard.habit
        }
        let currency = try index.homeCurrency
        let known = try index.coverage.map { UsualMonth.known(before: asOf, $0) } ?? []
        let sums = try known.map { try book.spending(on: category, in: $0, currency) }
        guard sums.contains(where: { $0.rows > 0 }), let usual = UsualMonth(sums.map(\.money.minorUnits)) else {
            return false
        }
        let month = Period(asOf.startOfMonth, asOf, label: "this month")
        return try book.spending(on: category, in: month, currency).money.minorUnits > usual.amount
    }

    /// What is left of the limit that matters there, else what was spent this month.
    private func figure(_ id: String?) throws -> String {
        let book = RuleBook(index)
        let currency = try index.homeCurrency
        let progress = try book.progress(asOf: asOf)
        if let id, let own = progress.first(where: { $0.rule.category == id }) {
            return own.isExceeded
                ? "You're \(own.remaining.magnitude.text) over your \(own.limit.text) limit on \(own.category.words) this month."
                : "You have \(own.remaining.text) of your \(own.limit.text) limit on \(own.category.words) left this month."
        }
        let month = Period(asOf.startOfMonth, asOf, label: "this month")
        guard let id, let category = book.category(id) else {
            let evidence = try book.retriever.figures(Query(period: month))
            return "You've spent \(SpendingSum(evidence, currency).money.text) this month."
        }
        let sum = try book.spending(on: category, in: month, currency)
        return "You've spent \(sum.money.text) on \(category.words) this month."
    }
}

extension Geofence {
    /// Whether it is meant for a purchase: of its category, or where either has none. What nobody knows may be of it.
    public func covers(_ category: String?, in taxonomy: Taxonomy) -> Bool {
        guard let own = self.category, let category else { return true }
        guard let bought = RuleCategory(id: category, in: taxonomy), let meant = RuleCategory(id: own, in: taxonomy)
        else { return own == category }
        return meant.covers(bought)
    }
}
