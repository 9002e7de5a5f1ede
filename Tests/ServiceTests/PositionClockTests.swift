import Glibc
import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

/// What is left of positions in the files of a server that runs, whose phones say nothing more.
@Suite struct PositionClockTests {
    private let folder: TestFolder
    private let households: Households
    private let service: WebService
    private let token: String
    private let clock = Clock()

    private final class Clock: Sendable {
        let now = Mutex<Int64>(1_792_000_000)
        var time: Int64 { now.withLock { $0 } }
    }

    init() throws {
        folder = try TestFolder()
        let path = folder.path
        let open: Households.Open = { person, makes in
            let file = "\(path)/\(person).db"
            guard makes || access(file, F_OK) == 0 else { return nil }
            return (try HouseholdIndex(path: file), .init())
        }
        households = Households(people: { ["me", "anna", "gone"] }, open: open)
        for person in ["me", "anna"] { _ = try HouseholdIndex(path: "\(path)/\(person).db") }
        var book = TokenBook()
        token = try book.add("phone", for: "me", .write, now: 1_792_000_000, days: 30)
        let (tokens, clock) = (book, clock)
        service = WebService(
            WebService.Settings(
                tokens: { tokens }, today: { CivilDate(year: 2026, month: 10, day: 20)! }, now: { clock.time }),
            households)
    }

    /// 304,021,987 and -977,254,123 ten-millionths of a degree.
    private static let marks: Set<UInt32> = [304_021_987, UInt32(bitPattern: -977_254_123)]

    private func pass(after seconds: Int64) -> PositionClock {
        clock.now.withLock { $0 += seconds }
        return PositionClock(households, hours: 24)
    }

    private func send(_ latitude: String = "30.4021987", at place: String = "-97.7254123") throws {
        let request = try #require(
            HTTPRequest(
                "POST", "/location/update",
                headers: [("Host", "localhost"), ("Authorization", "Bearer \(token)")],
                body: Array(#"{"latitude": \#(latitude), "longitude": \#(place), "accuracy_m": 10.5}"#.utf8),
                peer: "127.0.0.1"))
        let response = service.respond(to: request)
        #expect(response.status == 200)
        let json = try JSON.parse(response.body)
        #expect(json["status"]?.string == "ok" && json["ts"]?.string != nil)
    }

    /// Whether the index or a file beside it holds one of these numbers as SQLite keeps them, big end first.
    private func isThere(_ marks: Set<UInt32> = Self.marks) -> Bool {
        ["", "-wal", "-shm", "-journal"].contains { suffix in
            var window: UInt32 = 0
            return TestFolder.bytes(folder.file("me.db" + suffix)).contains { byte in
                window = window << 8 | UInt32(byte)
                return marks.contains(window)
            }
        }
    }

    private func positions() throws -> Int {
        try households.with("me") { try $0.index.positions().count }
    }

    /// The server's own connections are open all the while.
    @Test func aSilentPhonesPositionsAreGoneADayLater() throws {
        for _ in 0..<100 {
            try send()
            clock.now.withLock { $0 += 60 }
        }
        #expect(isThere())
        let clock = pass(after: 0)
        #expect(clock.pass(now: self.clock.time) == 0)
        // The first one is over a day after it came, the last one a hundred minutes later; each pass takes what is.
        let day = self.clock.time - 6_000 + 86_400
        #expect(clock.pass(now: day) == 0)
        #expect(clock.pass(now: day + 1) == 1)
        #expect(clock.pass(now: day + 3_000) == 49)
        #expect(isThere())
        #expect(try positions() == 50)
        #expect(clock.pass(now: day + 6_000) == 50)
        #expect(!isThere())
        #expect(try positions() == 0)
    }

    /// What comes in after a look is not forgotten later than what was there.
    @Test func whatComesAfterALookIsOverInTimeToo() throws {
        let watch = pass(after: 0)
        #expect(watch.pass(now: clock.time) == 0)
        clock.now.withLock { $0 += 60 }
        try send()
        #expect(watch.pass(now: clock.time + 86_399) == 0)
        #expect(isThere())
        #expect(watch.pass(now: clock.time + 86_400 + 30) == 1)
        #expect(!isThere())
    }

    /// A start overwrites what became too old while no server ran.
    @Test func aStartOverwritesWhatIsOverByThen() throws {
        try send()
        #expect(pass(after: 100_000).pass(now: clock.time) == 1)
        #expect(!isThere())
    }

    /// That one was told of staying somewhere says where one was, and goes with the positions.
    @Test func whenStayingWasSpokenOfIsForgottenToo() throws {
        let index = try HouseholdIndex(path: folder.file("me.db"))
        let id = try index.keepGeofence(
            "Bar", at: try #require(GeoPoint(latitude: 1, longitude: 1)), radius: 100, category: nil, policy: .warn)
        let time = UInt32(clock.time)
        #expect(try index.claimNudge(ofGeofence: id, at: clock.time, unlessSince: 0))
        #expect(isThere([time]))
        let watch = pass(after: 86_399)
        watch.pass(now: clock.time)
        #expect(try index.geofences().first?.nudgedAt != nil)
        watch.pass(now: clock.time + 3)
        #expect(try index.geofences().first?.nudgedAt == nil)
        #expect(!isThere([time]))
        #expect(try index.geofences().first?.name == "Bar")
    }

    /// While somebody reads, the log can't be emptied; it is as soon as they are done.
    @Test func aReaderPutsTheLogOffOnly() throws {
        try send()
        let reader = try HouseholdIndex(path: folder.file("me.db"))
        let watch = pass(after: 90_000)
        try reader.database.read {
            let seen = try reader.positions()
            #expect(seen.count == 1)
            #expect(watch.pass(now: clock.time) == 1)
            #expect(isThere())
        }
        #expect(try positions() == 0)
        #expect(watch.pass(now: clock.time + 29) == 0)
        #expect(isThere())
        #expect(watch.pass(now: clock.time + 31) == 0)
        #expect(!isThere())
    }

    /// A command that couldn't empty the log left a mark; the next tick sees that the file was written.
    @Test func aLogThatACommandLeftIsEmptiedWithTheNextTick() throws {
        try send()
        let stamp = Mutex<[Int64]>([1])
        let time = clock.time
        let watch = PositionClock(households, hours: 24, stamp: { _ in stamp.withLock { $0 } })
        #expect(watch.pass(now: time) == 0)
        let reader = try HouseholdIndex(path: folder.file("me.db"))
        try reader.database.read {
            #expect(try reader.positions().count == 1)
            let command = try HouseholdIndex(path: folder.file("me.db"))
            #expect(try command.forgetPositions(before: .max, nudgesBefore: .max) == 1)
            #expect(try command.isLogToBeEmptied)
            stamp.withLock { $0 = [2] }
            watch.pass(now: time + 30)
            #expect(isThere())
        }
        watch.pass(now: time + 60)
        #expect(!isThere())
        #expect(try !reader.isLogToBeEmptied)
    }

    /// While somebody reads, a phone's position is taken without waiting, and what is over stays for the clock.
    @Test func aRequestOverwritesNothing() throws {
        try send()
        clock.now.withLock { $0 += 90_000 }
        let reader = try HouseholdIndex(path: folder.file("me.db"))
        try reader.database.read {
            #expect(try reader.positions().count == 1)
            try send()
        }
        #expect(try positions() == 2)
        #expect(try !reader.isLogToBeEmptied)
        #expect(pass(after: 0).pass(now: clock.time) == 1)
        #expect(try positions() == 1)
    }

    /// A start opens a few indexes in each round, until all were looked at.
    @Test func aStartOpensAFewAtATime() throws {
        let people = (0..<50).map { "p\($0)" }
        let opened = Mutex<[String]>([])
        let open: Households.Open = { person, _ in
            opened.withLock { $0.append(person) }
            return nil
        }
        let many = Households(people: { people }, open: open)
        let watch = PositionClock(many, hours: 24)
        for (round, count) in [20, 40, 50, 50].enumerated() {
            watch.pass(now: clock.time + Int64(round))
            #expect(opened.withLock { $0 } == Array(people.prefix(count)))
        }
        // Whoever has no index yet is looked for again with the next tick.
        watch.pass(now: clock.time + 60)
        #expect(opened.withLock { $0.count } == 100)
    }

    @Test func whatGoesWrongIsSaidOnceUntilItWorksAgain() throws {
        let fails = Mutex(true)
        let said = Mutex<[String]>([])
        let path = folder.path
        let open: Households.Open = { person, _ in
            if person == "anna", fails.withLock({ $0 }) { throw StoreError(.corrupt, "anna.db: is damaged.") }
            return (try HouseholdIndex(path: "\(path)/\(person).db"), .init())
        }
        let report: PositionClock.Report = { person, problem in
            said.withLock { $0.append("\(person): \((problem as? StoreError)?.message ?? "")") }
        }
        let some = Households(people: { ["anna", "me"] }, open: open)
        let watch = PositionClock(some, hours: 24, report: report)
        let once = ["anna: anna.db: is damaged."]
        for tick in Int64(0)..<3 { watch.pass(now: clock.time + tick * 30) }
        #expect(said.withLock { $0 } == once)
        fails.withLock { $0 = false }
        watch.pass(now: clock.time + 90)
        #expect(said.withLock { $0 } == once)
        fails.withLock { $0 = true }
        for tick in Int64(0)..<3 { watch.pass(now: clock.time + 200_000 + tick * 30) }
        #expect(said.withLock { $0 } == once + once)
    }

    /// Rows that stay and go in any order leave nothing of those that went.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func nothingOfWhatWentIsLeftBesideWhatStays(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let index = try HouseholdIndex(path: folder.file("me.db"))
        var places: [(time: Int64, mark: UInt32)] = []
        var time: Int64 = 1_792_000_000
        var (gone, kept) = (0, 0)
        for _ in 0..<600 {
            // Now and then two of one second: the later one counts.
            time += Int64.random(in: 0...120, using: &random)
            let units = Int32.random(in: 100_000_000...800_000_000, using: &random)
            let point = try #require(GeoPoint(latitude: Double(units) / 1e7, longitude: 8))
            try index.keep(LocationFix(point, accuracy: 10, time: time))
            places.append((time, UInt32(units)))
            guard Int.random(in: 0..<60, using: &random) == 0 else { continue }
            let border = time - Int64.random(in: 0...6_000, using: &random)
            _ = try index.forgetPositions(before: border, nudgesBefore: border)
            let old = places.filter { $0.time < border }.map(\.mark)
            #expect(!isThere(Set(old)))
            gone = old.count
            // What stays is found the same way, the newest surely.
            guard let newest = places.last, newest.time >= border else { continue }
            #expect(isThere([newest.mark]))
            kept += 1
        }
        #expect(gone > 100 && kept > 0)
    }
}
