import Glibc
import Ledger
import Store
import TestSupport
import Testing

@testable import Advice

/// Geofences and positions: the geometry, what is believed, what is said, and what is left of it.
@Suite struct LocationTests {
    private static let fixtures =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/great-circle.tsv"
    private static let today = CivilDate(year: 2026, month: 10, day: 20)!
    private static let now: Int64 = 1_792_000_000

    private func place(_ latitude: Double, _ longitude: Double) throws -> GeoPoint {
        try #require(GeoPoint(latitude: latitude, longitude: longitude))
    }

    private func fix(_ point: GeoPoint, _ accuracy: Double = 10, at time: Int64 = now) -> LocationFix {
        LocationFix(point, accuracy: accuracy, time: time)
    }

    // MARK: Geometry

    /// Distances that a library in Python computed, across the date line and around the poles.
    @Test func distancesAreThoseOfAnotherLibrary() throws {
        let file = try #require(fopen(Self.fixtures, "r"))
        defer { fclose(file) }
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t").compactMap { Double($0) } }
        #expect(rows.count == 433)
        for row in rows {
            let (one, two) = (try place(row[0], row[1]), try place(row[2], row[3]))
            let distance = one.distance(to: two)
            // Opposite sides of the earth are told apart worse; no circle is that large.
            let tolerance = row[4] > 19_000_000 ? 1 : max(0.001, row[4] * 1e-9)
            #expect(abs(distance - row[4]) <= tolerance, "\(row): \(distance)")
            #expect(abs(two.distance(to: one) - distance) < 1e-6)
        }
    }

    @Test func whatIsNoPlaceIsNone() {
        for (latitude, longitude) in [(90.1, 0), (0, 180.1), (.nan, 0), (0, .infinity), (-91, 0)] {
            #expect(GeoPoint(latitude: latitude, longitude: longitude) == nil)
        }
    }

    // MARK: Geofences

    /// An index with a geofence of 100 m around a point, and a point as far north of it as is said.
    private func index(_ policy: Geofence.Policy = .block, category: String? = nil, at center: GeoPoint) throws
        -> HouseholdIndex
    {
        let index = try HouseholdIndex(path: ":memory:")
        _ = try index.keepGeofence("Mall", at: center, radius: 100, category: category, policy: policy)
        return index
    }

    private func north(_ meters: Double, of point: GeoPoint) throws -> GeoPoint {
        try place(point.latitude + meters / (GeoPoint.earthRadius * .pi / 180), point.longitude)
    }

    /// Meters from the center, accuracy, and what follows for a geofence of 100 m that blocks.
    @Test(arguments: [
        (0.0, 10.0, "block"), (89, 10, "block"), (91, 10, "warn"), (99, 500, "warn"), (109, 10, "warn"),
        (111, 10, "ok"), (0, 101, "warn"), (5_000, 10, "ok"), (550, 500, "warn"),
    ]) func whatIsNotSureOnlyWarns(_ meters: Double, _ accuracy: Double, _ decision: String) throws {
        for center in [try place(30.4021, -97.7254), try place(0, 180), try place(-89.5, 0)] {
            let index = try index(at: center)
            let check = try LocationGuard(index, asOf: Self.today, hours: 24)
                .check(fix(try north(meters, of: center), accuracy), now: Self.now)
            #expect(check.decision.rawValue == decision, "\(center)")
        }
    }

    @Test func aGeofenceOfACategoryIsOnlyForThat() throws {
        let center = try place(30.4021, -97.7254)
        let index = try index(category: "fun", at: center)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        #expect(try guardian.hits(at: fix(center), category: "games", now: Self.now).first?.decision == .block)
        #expect(try guardian.hits(at: fix(center), category: "groceries", now: Self.now).isEmpty)
        #expect(try guardian.check(fix(center), now: Self.now).decision == .block)
        #expect(try index.positions().isEmpty)
    }

    @Test func aPaymentInABlockingGeofenceIsDeclinedByName() throws {
        let center = try place(30.4021, -97.7254)
        let index = try index(at: center)
        let purchase = Purchase(amount: Money(500, .usd), merchant: "Steam", category: "games", day: Self.today)
        let guardian = Guardian(index)
        let declined = try guardian.authorize(purchase, asOf: Self.today, at: Self.now, from: fix(center))
        #expect(declined.decision == .decline)
        #expect(declined.message.contains("Mall"))
        #expect(try guardian.authorize(purchase, asOf: Self.today, at: Self.now).decision == .approve)
        let unsure = try guardian.authorize(purchase, asOf: Self.today, at: Self.now, from: fix(center, 500))
        #expect(unsure.decision == .approve)
        #expect(unsure.message.contains("may be at Mall"))
        _ = try guardian.allow(Money(500, .usd), at: "Steam", now: Self.now)
        #expect(try guardian.authorize(purchase, asOf: Self.today, at: Self.now, from: fix(center)).reason == .override)
    }

    // MARK: Believing

    @Test func impossiblePositionsAreRefusedAndNotKept() throws {
        let (austin, boston) = (try place(30.2672, -97.7431), try place(42.3601, -71.0589))
        let index = try index(at: austin)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        _ = try guardian.update(fix(austin), now: Self.now)
        // Boston is 2,731 km away: ten minutes are too few, three hours are a flight.
        let refused = [
            fix(boston, at: Self.now + 600), fix(austin, at: Self.now + 900), fix(austin, at: Self.now - 1),
            fix(austin, 0, at: Self.now + 600), fix(austin, 20_000, at: Self.now + 600),
            fix(austin, .nan, at: Self.now + 600),
        ]
        for one in refused { #expect(throws: FixProblem.self) { try guardian.update(one, now: Self.now + 600) } }
        #expect(throws: FixProblem.self) { try guardian.update(fix(austin, at: Self.now + 60), now: Self.now + 5_000) }
        #expect(try index.positions().count == 1)
        _ = try guardian.update(fix(boston, at: Self.now + 10_800), now: Self.now + 10_800)
        #expect(try index.positions().count == 2)
    }

    /// One wrong position locks nobody out: the next one near it makes it the position, one near the old one drops it.
    @Test(arguments: [true, false]) func aDoubtedPositionIsConfirmedOrDropped(isTrue: Bool) throws {
        let (austin, boston) = (try place(30.2672, -97.7431), try place(42.3601, -71.0589))
        let index = try index(at: boston)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        _ = try guardian.update(fix(austin), now: Self.now)
        let far = fix(boston, at: Self.now + 60)
        // What is sent twice says nothing more.
        for _ in 0..<2 { #expect(throws: FixProblem.self) { try guardian.update(far, now: Self.now + 60) } }
        #expect(try index.positions().map(\.time) == [Self.now])
        #expect(try LocationGuard.latest(in: index, now: Self.now + 60, hours: 24) == fix(austin))
        if isTrue {
            // Looking at it is enough to be told, and keeps nothing.
            let near = fix(try north(50, of: boston), at: Self.now + 120)
            #expect(try guardian.check(near, now: Self.now + 120).decision == .block)
            #expect(try index.positions().count == 1)
            #expect(try guardian.update(near, now: Self.now + 120).decision == .block)
            #expect(try index.positions().map(\.time) == [120, 60, 0].map { Self.now + $0 })
            #expect(throws: FixProblem.self) {
                try guardian.update(fix(austin, at: Self.now + 180), now: Self.now + 180)
            }
        } else {
            #expect(try guardian.update(fix(austin, at: Self.now + 120), now: Self.now + 120).decision == .ok)
            // The doubt is gone: another one there begins a new one.
            #expect(throws: FixProblem.self) {
                try guardian.update(fix(boston, at: Self.now + 180), now: Self.now + 180)
            }
            #expect(try index.positions().map(\.time) == [120, 0].map { Self.now + $0 })
            #expect(try guardian.update(fix(austin, at: Self.now + 240), now: Self.now + 240).decision == .ok)
        }
    }

    /// Two doubted positions that don't go together confirm nothing.
    @Test func onlyOneNearTheDoubtedOneConfirmsIt() throws {
        let places = [try place(30.2672, -97.7431), try place(42.3601, -71.0589), try place(52.52, 13.405)]
        let index = try index(at: places[0])
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        _ = try guardian.update(fix(places[0]), now: Self.now)
        for (minute, place) in [(1, 1), (2, 2), (3, 1), (4, 2)] {
            let time = Self.now + Int64(minute) * 60
            #expect(throws: FixProblem.self) { try guardian.update(fix(places[place], at: time), now: time) }
        }
        #expect(try index.positions().count == 1)
        #expect(try index.forgetPositions(before: .max, nudgesBefore: .max) == 5)
        #expect(try guardian.update(fix(places[2], at: Self.now + 300), now: Self.now + 300).decision == .ok)
    }

    /// A clock that is a minute ahead at most is right; what is known never stands in the way of what is asked.
    @Test func aClockThatIsAheadBlocksNothing() throws {
        let center = try place(30.4021, -97.7254)
        let index = try index(at: center)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        #expect(try guardian.update(fix(center, at: Self.now + 50), now: Self.now).decision == .block)
        #expect(try index.positions().map(\.time) == [Self.now])
        #expect(throws: FixProblem.self) { try guardian.update(fix(center, at: Self.now + 61), now: Self.now) }
        #expect(try guardian.check(fix(center), now: Self.now).decision == .block)
        let purchase = Purchase(amount: Money(500, .usd), merchant: "Steam", category: "games", day: Self.today)
        func decision(_ fix: LocationFix?, at now: Int64) throws -> Authorization.Decision {
            try Guardian(index).authorize(
                purchase, asOf: Self.today, at: now, from: fix ?? LocationGuard.latest(in: index, now: now, hours: 24)
            ).decision
        }
        #expect(try decision(nil, at: Self.now) == .decline)
        // One that comes late, from outside, gives way to the newer one that is known.
        let outside = try north(300, of: center)
        #expect(try decision(fix(outside, at: Self.now - 5), at: Self.now + 1) == .decline)
        #expect(try guardian.update(fix(outside, at: Self.now - 5), now: Self.now + 1).decision == .block)
        #expect(try index.positions().count == 1)
        #expect(try decision(fix(outside, at: Self.now + 5), at: Self.now + 5) == .approve)
        // What was kept by a clock that was set back doesn't count.
        try index.keep(fix(center, at: Self.now + 5_000))
        #expect(try decision(fix(outside, at: Self.now + 6), at: Self.now + 6) == .approve)
        #expect(try guardian.update(fix(outside, at: Self.now + 6), now: Self.now + 6).decision == .ok)
    }

    // MARK: Staying

    @Test func stayingGivesOneWordAndNotAgainForAWhile() throws {
        let center = try place(30.4021, -97.7254)
        let index = try index(.block, category: "fun", at: center)
        try RuleBook(index).set(
            try #require(RuleCategory(named: "fun", in: index.taxonomy)), limit: Money(20_000, .usd), on: Self.today)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        var said: [Int64] = []
        var words = ""
        for minute in stride(from: Int64(0), through: 600, by: 5) {
            let time = Self.now + minute * 60
            guard
                let nudge = try guardian.update(fix(try north(Double(minute % 40), of: center), at: time), now: time)
                    .nudge
            else { continue }
            said.append(minute)
            words = nudge.message
        }
        #expect(said == [15, 255, 495])
        #expect(words.contains("$200.00 of your $200.00 limit on fun left this month"))
    }

    /// A place is spoken of where one usually overspends: where nothing shall be paid, where the limit is exceeded this month or was in
    /// two of the last six, and without a limit where more went on it than in a usual month.
    @Test(
        arguments: [
            (Geofence.Policy.block, nil, nil, [:], true), (.warn, nil, nil, [:], false),
            (.warn, "games", 10_000, [:], false), (.warn, "games", 10_000, ["10": 9_000], false),
            (.warn, "games", 10_000, ["10": 11_000], true), (.warn, "games", 10_000, ["06": 11_000], false),
            (.warn, "games", 10_000, ["06": 11_000, "08": 12_000], true),
            (.warn, "games", 10_000, ["02": 11_000, "03": 12_000], false),
            (.warn, "games", nil, ["08": 5_000, "09": 7_000, "10": 6_000], false),
            (.warn, "games", nil, ["08": 5_000, "09": 7_000, "10": 6_100], true),
            (.warn, "games", nil, ["10": 6_100], false),
            // The category of the shop of its name.
            (.warn, nil, 10_000, ["10": 11_000], true),
        ] as [(Geofence.Policy, String?, Int64?, [String: Int64], Bool)], ["2026-01-01", "2026-10-15"])
    func stayingIsSpokenOfWhereOneOverspends(
        _ place: (policy: Geofence.Policy, category: String?, limit: Int64?, spent: [String: Int64], isTold: Bool),
        since limited: String
    ) throws {
        let (policy, category, limit, spent, isTold) = place
        let center = try self.place(30.4021, -97.7254)
        let rows = spent.sorted { $0.key < $1.key }.flatMap { month, cents in
            (1...4).map { Spent("2026-\(month)-0\($0)", -cents / 4, "Mall", "games") }
        }
        let index = try HouseholdIndex.holding(rows)
        _ = try index.keepGeofence("Mall", at: center, radius: 100, category: category, policy: policy)
        if let limit {
            let games = try #require(RuleCategory(id: "games", in: .builtIn))
            try RuleBook(index).set(games, limit: Money(limit, .usd), on: day(limited))
        }
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        for minute: Int64 in [0, 8] { try index.keep(fix(center, at: Self.now + minute * 60)) }
        let time = Self.now + 960
        #expect(try (guardian.check(fix(center, at: time), now: time).nudge != nil) == isTold)
    }

    // MARK: Where one is

    /// The newest position counts for ten minutes, as long as positions are kept at all.
    @Test func whereOneIsIsTheNewestPositionThatIsKept() throws {
        let center = try place(30.4021, -97.7254)
        let index = try index(at: center)
        try index.keep(fix(center))
        func hit(_ seconds: Int64, hours: Int, said: LocationFix? = nil) throws -> LocationCheck.Hit? {
            let here = Whereabouts(hours: hours, said: said) { Self.now + seconds }
            return try here.hit(for: "games", in: index, asOf: Self.today)
        }
        #expect(try hit(0, hours: 24)?.being == "'re at Mall")
        #expect(try hit(600, hours: 1)?.being == " were at Mall 10 minutes ago")
        #expect(try hit(61, hours: 24)?.sentence == "You were at Mall 1 minute ago: payments are declined there.")
        #expect(try hit(601, hours: 24) == nil)
        #expect(try hit(0, hours: 0) == nil, "none counts where none is kept")
        #expect(try hit(0, hours: 0, said: fix(center))?.decision == .block)
        let elsewhere = fix(try north(5_000, of: center), at: Self.now + 300)
        #expect(try hit(300, hours: 24, said: elsewhere) == nil)
    }

    /// What would be declined there is nothing to buy there, and what is fine elsewhere is said to be.
    @Test(
        arguments: [
            ("games", "games", "block", true), ("games", "groceries", "block", false), (nil, "games", "block", true),
            (nil, "games", "warn", false),
        ] as [(String?, String, String, Bool)])
    func aPurchaseInABlockingGeofenceIsSkipped(
        _ own: String?, _ category: String, _ policy: String, _ isSkipped: Bool
    ) throws {
        let center = try place(30.4021, -97.7254)
        var rows = (1...9).map { Spent("2026-0\($0)-03", -3_000, "Kroger", "groceries") }
        rows += (1...9).map { Spent("2026-0\($0)-01", 300_000, "Acme Payroll", "salary") }
        let index = try HouseholdIndex.holding(rows)
        _ = try index.keepGeofence(
            "Mall", at: center, radius: 100, category: own, policy: try #require(Geofence.Policy(rawValue: policy)))
        let here = Whereabouts(hours: 24, said: fix(center)) { Self.now }
        let settings = PurchaseSettings(whereabouts: here)
        var purchase = Purchase(amount: Money(2_000, .usd), merchant: "Steam", category: category, day: Self.today)
        func said() throws -> (elsewhere: PurchaseAdvice, here: PurchaseAdvice) {
            (
                try PurchaseAdvisor(index).assess(purchase, asOf: Self.today),
                try PurchaseAdvisor(index, settings: settings).assess(purchase, asOf: Self.today)
            )
        }
        let advice = try said()
        let words = VerdictWords(advice.here, taxonomy: .builtIn)
        #expect((advice.here.verdict.outcome == .skip) == (isSkipped || advice.elsewhere.verdict.outcome == .skip))
        #expect(words.reply.contains("You're at Mall") == isSkipped, "\(words.reply)")
        #expect((words.headline == "Not here.") == isSkipped)
        let answer = try Guardian(index, settings: settings)
            .authorize(purchase, asOf: Self.today, at: Self.now, from: fix(center))
        #expect((answer.decision == .decline) == isSkipped)
        // What is paid another day is paid elsewhere.
        purchase.day = Self.today.adding(days: 3)
        let later = try said()
        #expect(later.here.verdict == later.elsewhere.verdict && later.here.place == nil)
    }

    // MARK: Staying for long

    /// Two visits on one day are no stay from the first to the second.
    @Test func hoursWithoutAPositionAreNoStay() throws {
        let center = try place(30.4021, -97.7254)
        let guardian = LocationGuard(try index(.block, at: center), asOf: Self.today, hours: 24)
        for minute: Int64 in [0, 1, 480] {
            let time = Self.now + minute * 60
            #expect(try guardian.update(fix(center, at: time), now: time).nudge == nil)
        }
    }

    @Test func passingByIsNoStay() throws {
        let center = try place(30.4021, -97.7254)
        let guardian = LocationGuard(try index(.block, at: center), asOf: Self.today, hours: 24)
        for minute in stride(from: Int64(0), through: 60, by: 5) {
            let time = Self.now + minute * 60
            // In and out again.
            let point = try north(minute % 10 == 0 ? 0 : 400, of: center)
            #expect(try guardian.update(fix(point, at: time), now: time).nudge == nil)
        }
    }

    /// Of several connections to one file, and of those who may only read, one alone says it.
    @Test func ofSeveralAtOnceOneSaysIt() async throws {
        let folder = try TestFolder()
        let path = folder.path + "/coach.db"
        let center = try place(30.4021, -97.7254)
        let first = try HouseholdIndex(path: path)
        _ = try first.keepGeofence("Mall", at: center, radius: 100, category: nil, policy: .block)
        for minute: Int64 in [0, 10] { try first.keep(fix(center, at: Self.now + minute * 60)) }
        let (said, here) = (SaidNudges(), fix(center, at: Self.now + 1_200))
        let told = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let index = try HouseholdIndex(path: path)
                    let guardian = LocationGuard(index, asOf: Self.today, hours: 24, said: said)
                    func check() throws -> LocationCheck { try guardian.check(here, now: here.time) }
                    return try (0..<5).count { _ in
                        try (number % 2 == 0 ? check() : index.database.withoutWriting(check)).nudge != nil
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(told == 1)
    }

    /// A geofence that comes in a removed one's place gets its number, and was not spoken of.
    @Test func whatWasSaidOfARemovedGeofenceIsForgotten() throws {
        let center = try place(30.4021, -97.7254)
        let (index, said) = (try index(.block, at: center), SaidNudges())
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24, said: said)
        for minute: Int64 in [0, 10] { try index.keep(fix(center, at: Self.now + minute * 60)) }
        func isTold(_ minute: Int64) throws -> Bool {
            let time = Self.now + minute * 60
            return try index.database.withoutWriting { try guardian.check(fix(center, at: time), now: time) }.nudge
                != nil
        }
        #expect(try isTold(20))
        #expect(try !isTold(21))
        let old = try #require(try index.geofences().first)
        #expect(try index.removeGeofence(old.id))
        #expect(try !isTold(22))
        #expect(said.time(of: old, of: index) == nil)
        let id = try index.keepGeofence("Mall", at: center, radius: 100, category: nil, policy: .block)
        #expect(id == old.id)
        #expect(try isTold(23))
        _ = try index.keepGeofence("Mall", at: center, radius: 200, category: nil, policy: .block)
        #expect(try isTold(24))
        #expect(try !isTold(25))
    }

    // MARK: Forgetting

    /// Whoever sends a position doesn't wait until old ones are overwritten; they count no more all the same.
    @Test func aPositionLeavesOverwritingToOthers() throws {
        let (austin, boston) = (try place(30.2672, -97.7431), try place(42.3601, -71.0589))
        let index = try index(at: austin)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 1)
        _ = try guardian.update(fix(austin), now: Self.now)
        // A flight takes longer than an hour; what is known of the hour before is over.
        #expect(throws: FixProblem.self) {
            try guardian.update(fix(boston, at: Self.now + 3_600), now: Self.now + 3_600)
        }
        _ = try guardian.update(fix(boston, at: Self.now + 3_601), now: Self.now + 3_601)
        #expect(try index.positions().count == 2)
        #expect(try guardian.forget(now: Self.now + 3_601) == 1)
        #expect(try index.positions().count == 1)
    }

    @Test func nothingIsKeptWhereNothingShallBe() throws {
        let center = try place(30.4021, -97.7254)
        let index = try index(at: center)
        #expect(
            try LocationGuard(index, asOf: Self.today, hours: 0).update(fix(center), now: Self.now).decision == .block)
        #expect(try index.positions().isEmpty)
    }

    /// A day later no byte of a position is on the disk: neither in the index nor in the log beside it.
    @Test func aDayLaterNoByteIsLeft() throws {
        let folder = try TestFolder()
        let path = folder.path + "/coach.db"
        let index = try HouseholdIndex(path: path)
        let point = try place(30.4021987, -97.7254123)
        let guardian = LocationGuard(index, asOf: Self.today, hours: 24)
        for minute in 0..<200 {
            let time = Self.now + Int64(minute) * 60
            _ = try guardian.update(fix(point, at: time), now: time)
        }
        let doubted = fix(try place(-33.8688197, 151.2092955), at: Self.now + 200 * 60)
        #expect(throws: FixProblem.self) { try guardian.update(doubted, now: doubted.time) }
        // SQLite keeps whole numbers big end first: 304,021,987 and so on, in ten-millionths.
        let numbers: [Int32] = [304_021_987, -977_254_123, -338_688_197, 1_512_092_955]
        let marks: [[UInt8]] = numbers.map { number in
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        #expect(try marks.allSatisfy { try holds(path, $0) })
        #expect(try guardian.forget(now: Self.now + 86_401 + 200 * 60) == 201)
        for mark in marks { #expect(try !holds(path, mark)) }
        #expect(try index.positions().isEmpty)
    }

    private func holds(_ path: String, _ mark: [UInt8]) throws -> Bool {
        try ["", "-wal", "-shm", "-journal"].contains { suffix in
            guard let file = fopen(path + suffix, "r") else { return false }
            defer { fclose(file) }
            var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
            while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
            try #require(!bytes.isEmpty || suffix != "")
            return bytes.indices.contains { bytes[$0...].starts(with: mark) }
        }
    }
}
