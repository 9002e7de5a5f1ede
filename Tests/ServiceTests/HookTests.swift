import Advice
import Feeds
import Glibc
import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

/// Webhooks: what is told, once, signed, and when it is tried again.
@Suite struct HookTests {
    private static let key = Secret("0123456789abcdef0123456789abcdef")

    /// A receiver that answers what it is told to, and a clock.
    private final class World: Sendable {
        private struct State {
            var now: Int64 = 1_000_000
            var statuses: [Int?] = []
            var silent: Set<String> = []
            var received: [(url: String, headers: [String], body: String)] = []
        }

        private let state = Mutex(State())
        var now: Int64 {
            get { state.withLock { $0.now } }
            set { state.withLock { $0.now = newValue } }
        }
        var statuses: [Int?] {
            get { state.withLock { $0.statuses } }
            set { state.withLock { $0.statuses = newValue } }
        }
        /// Hosts that don't answer.
        var silent: Set<String> {
            get { state.withLock { $0.silent } }
            set { state.withLock { $0.silent = newValue } }
        }
        var received: [(url: String, headers: [String], body: String)] { state.withLock { $0.received } }

        func post(_ index: HouseholdIndex) -> HookPost {
            HookPost(
                index, vault: { () throws(FeedError) in try SecretVault(HookTests.key) }, now: { self.now },
                send: { url, headers, body in
                    self.state.withLock { state in
                        state.received.append((url, headers, body))
                        if state.silent.contains(HookAddress.host(url)) { return nil }
                        return state.statuses.isEmpty ? 204 : state.statuses.removeFirst()
                    }
                })
        }
    }

    private func event(_ key: String) -> HookEvent { HookEvent(.priceRose, key, [("merchant", .string(key))]) }

    /// The example of the standard's own libraries.
    @Test func aSignatureIsAsTheStandardHasIt() throws {
        let secret = try #require(Secret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").base64Decoded())
        let headers = try HookSecret.headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330, body: #"{"test": 2432232314}"#, secret)
        #expect(headers[2] == "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(HookSecret.text(secret) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    }

    /// Test cases 1, 2, and 6 of RFC 4231: a short key, a text key, and one longer than a block.
    @Test func keyedHashesAreThoseOfTheRFC() throws {
        func hex(_ bytes: [UInt8]) -> String { HexText.text(bytes) }
        func key(_ bytes: [UInt8]) -> Secret { bytes.withUnsafeBytes { Secret(copying: $0) } }
        #expect(
            hex(try HMAC.sha256(Array("Hi There".utf8), key: key([UInt8](repeating: 0x0B, count: 20))))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            hex(try HMAC.sha256(Array("what do ya want for nothing?".utf8), key: Secret("Jefe")))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let text = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(
            hex(try HMAC.sha256(Array(text.utf8), key: key([UInt8](repeating: 0xAA, count: 131))))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func whatHappenedBeforeIsNoNewsAndNothingIsToldTwice() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [event("old")])
        try post.enqueue([event("old"), event("new"), HookEvent(.summaryReady, "2026-09", [])])
        try post.enqueue([event("new")])
        #expect(try post.deliver() == (1, 0))
        #expect(try post.deliver() == (0, 0))
        #expect(world.received.count == 1)
        let body = try JSON.parse(world.received[0].body)
        #expect(body["type"]?.string == "price_rose")
        #expect(body["data"]?["merchant"]?.string == "new")
        #expect(world.received[0].headers.contains("webhook-id: \(body["id"]?.string ?? "")"))
    }

    @Test func anAttemptThatFailsComesAgainLaterAndLater() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        world.statuses = Array(repeating: 503, count: 20)
        var waits: [Int64] = []
        while try post.deliver().failed > 0 {
            guard let next = try index.hookDeliveries(limit: 1).first?.nextAt else { break }
            // A second early is too early.
            waits.append(next - world.now)
            world.now = next - 1
            #expect(try post.deliver() == (0, 0))
            world.now = next
        }
        #expect(waits == HookPost.waits)
        let last = try #require(try index.hookDeliveries(limit: 1).first)
        #expect(last.outcome == .failed)
        #expect(last.status == 503)
        #expect(last.attempts == HookPost.waits.count + 1)
        #expect(last.body.isEmpty)
        // Every attempt has the same message, signed for its own time.
        #expect(Set(world.received.map(\.body)).count == 1)
        #expect(Set(world.received.map { $0.headers[2] }).count == world.received.count)
    }

    @Test func oneThatIsGoneIsGivenUp() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        world.statuses = [410]
        #expect(try post.deliver() == (0, 1))
        #expect(try index.hookDeliveries(limit: 1).first?.outcome == .failed)
    }

    /// Ten messages to an address that doesn't answer take one wait, not ten, and those to another one go through.
    @Test func oneThatIsSilentIsWaitedForOnce() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://silent.example/x", [.priceRose], known: [])
        try post.enqueue((0..<10).map { event("\($0)") })
        _ = try post.add("https://b.example/x", [.priceRose], known: [])
        try post.enqueue([event("last")])
        world.silent = ["silent.example"]
        #expect(try post.deliver() == (1, 1))
        #expect(world.received.map { HookAddress.host($0.url) }.sorted() == ["b.example", "silent.example"])
        world.silent = []
        // In later runs neither, until its time has come.
        #expect(try post.deliver() == (0, 0))
        #expect(try index.nextHookDelivery() == world.now + 60)
        world.now += 59
        #expect(try post.deliver() == (0, 0))
        world.now += 1
        #expect(try post.deliver() == (11, 0))
        #expect(Set(world.received.map(\.body)).count == 12)
    }

    /// While one address takes its time, others have all their messages.
    @Test func oneThatTakesItsTimeKeepsNobodyWaiting() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let told = Mutex<[String]>([])
        let post = HookPost(
            index, vault: { () throws(FeedError) in try SecretVault(HookTests.key) }, now: { 1_000_000 },
            send: { url, _, _ in
                let host = HookAddress.host(url)
                if host == "slow.example" {
                    // It answers once all others were told; without that it never would.
                    for _ in 0..<3_000 where told.withLock({ $0.count }) < 6 { usleep(10_000) }
                }
                told.withLock { $0.append(host) }
                return 204
            })
        for host in ["slow.example", "b.example", "c.example"] {
            _ = try post.add("https://\(host)/x", [.priceRose], known: [])
        }
        try post.enqueue((0..<3).map { event("\($0)") })
        #expect(try post.deliver() == (9, 0))
        #expect(told.withLock { Array($0.suffix(3)) } == Array(repeating: "slow.example", count: 3))
    }

    /// A secret that was sealed with a key that is gone keeps only its own address from being told.
    @Test func oneWhoseSecretCannotBeHadKeepsNobodyElseFromTheirs() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        _ = try post.add("https://b.example/x", [.priceRose], known: [])
        let first = try #require(try index.hooks().first)
        let other = try SecretVault(Secret("another key that nobody has any more"))
        try index.keep(
            sealedSecret: try other.seal(HookSecret.random(), for: HookSecret.reference(first.id)), ofHook: first.id)
        try post.enqueue([event("a"), event("b")])
        #expect(throws: FeedError.self) { _ = try post.deliver() }
        #expect(world.received.map(\.url) == ["https://b.example/x", "https://b.example/x"])
        let waiting = try index.dueHookDeliveries(at: world.now)
        #expect(waiting.map(\.hookID) == [first.id, first.id])
        #expect(waiting.allSatisfy { $0.attempts == 0 })
    }

    /// A process that ends in the middle of an attempt loses nothing.
    @Test func aMessageOutlivesWhoSendsIt() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        let delivery = try #require(try index.dueHookDeliveries(at: world.now).first)
        #expect(try index.takeHookDelivery(delivery, at: world.now, until: world.now + 60))
        // Another one leaves it alone meanwhile.
        #expect(try !index.takeHookDelivery(delivery, at: world.now, until: world.now + 60))
        #expect(try post.deliver() == (0, 0))
        world.now += 60
        #expect(try post.deliver() == (1, 0))
    }

    @Test func theSampleHasChargesAndPricesToTellOf() throws {
        let sample = try SampleDesk()
        let before = try HookWatch(sample.index, asOf: SampleDesk.today).events()
        #expect(!before.contains { $0.kind == .limitPassed })
        // Lavaca Street Kitchen's second charge of October 10.
        #expect(before.contains { $0.kind == .unusualCharge && $0.key.hasSuffix("double_charge") })
        let category = try #require(RuleCategory(named: "groceries", in: sample.index.taxonomy))
        try RuleBook(sample.index).set(category, limit: Money(10_000, .usd), on: SampleDesk.today)
        let after = try HookWatch(sample.index, asOf: SampleDesk.today).events()
        #expect(after.filter { $0.kind == .limitPassed }.map(\.key) == ["limit_passed/groceries/USD/10000/2026-10"])
        #expect(Set(after.map(\.key)).count == after.count)
    }

    /// Nine months at one price, then more: told once, with what it costs now.
    @Test func aPriceThatRoseIsTold() throws {
        let folder = try TestFolder()
        let index = try HouseholdIndex(path: folder.path + "/coach.db")
        let rows = (1...9).map { "2026-0\($0)-14,STREAMBOX,-15.49" } + ["2026-10-14,STREAMBOX,-17.99"]
        try SampleDesk.bring("Date,Description,Amount\n" + rows.joined(separator: "\n") + "\n", into: index)
        let events = try HookWatch(index, asOf: SampleDesk.today).events().filter { $0.kind == .priceRose }
        let event = try #require(events.first)
        #expect(events.count == 1)
        let data = Dictionary(uniqueKeysWithValues: event.data)
        #expect(data["merchant"]?.string == "Streambox")
        #expect(data["amount_cents"]?.int64 == -1_799)
        #expect(data["date"]?.string == "2026-10-14")
        // Before it rose there was nothing to tell.
        let before = CivilDate(year: 2026, month: 10, day: 13)!
        #expect(try !HookWatch(index, asOf: before).events().contains { $0.kind == .priceRose })
    }

    /// A month's summary: once rows of later days are there or three days have gone, for whoever asked before it ended.
    @Test(
        arguments: [
            (10, 31, "2026-09-01", "2026-09"), (10, 31, "2026-10-03", nil), (11, 1, "2026-10-15", nil),
            (11, 3, "2026-10-15", nil),
            (11, 4, "2026-10-15", "2026-10"), (11, 30, "2026-10-15", "2026-10"), (11, 4, "2026-11-03", nil),
            (12, 5, "2026-10-15", nil),
        ] as [(Int, Int, String, String?)])
    func aMonthIsToldOfOnceItIsThere(_ month: Int, _ day: Int, _ asked: String, _ told: String?) throws {
        let sample = try SampleDesk()
        let world = World()
        world.now = Int64(CivilDate(iso: asked)!.dayNumber) * 86_400
        _ = try world.post(sample.index).add("https://a.example/x", [.summaryReady], known: [])
        let today = CivilDate(year: 2026, month: month, day: day)!
        let found = try HookWatch(sample.index, asOf: today).events().filter { $0.kind == .summaryReady }
        // The sample ends on October 31; of November there is nothing to sum up.
        #expect(found.map(\.key) == (told.map { ["summary_ready/\($0)"] } ?? []))
    }

    /// Three addresses: one that wanted summaries in October already, one that has been there as long and wants something
    /// else until November, and one that is new in November.
    @Test func aMonthIsToldToThoseWhoAskedBeforeItEnded() throws {
        let sample = try SampleDesk()
        let world = World()
        let post = world.post(sample.index)
        func moveTo(_ day: String) { world.now = Int64(CivilDate(iso: day)!.dayNumber) * 86_400 }
        moveTo("2026-10-15")
        _ = try post.add("https://changed.example/x", [.limitPassed], known: [])
        moveTo("2026-11-03")
        let today = CivilDate(year: 2026, month: 11, day: 4)!
        func found() throws -> [HookEvent] {
            try HookWatch(sample.index, asOf: today).events().filter { $0.kind == .summaryReady }
        }
        _ = try post.add("https://new.example/x", [.summaryReady], known: [])
        #expect(try found().isEmpty)
        _ = try post.add("https://changed.example/x", [.limitPassed, .summaryReady], known: [])
        #expect(try found().isEmpty)
        moveTo("2026-10-15")
        _ = try post.add("https://old.example/x", [.summaryReady], known: [])
        // The same events with another secret: it is as old as before.
        moveTo("2026-11-03")
        _ = try post.add("https://old.example/x", [.summaryReady], known: [])
        try post.enqueue(try found())
        #expect(try post.deliver() == (1, 0))
        #expect(world.received.map(\.url) == ["https://old.example/x"])
    }

    // MARK: While a server runs

    /// Three people's files, and what the clock does with them.
    private final class Town: Sendable {
        let folder: TestFolder
        let rung = Mutex<[String]>([])
        let stamps = Mutex<[String: Int64]>([:])
        let now = Mutex<Int64>(1_000_000)
        let today = Mutex(SampleDesk.today)

        init() throws {
            folder = try TestFolder()
            for person in ["me", "anna", "bo"] {
                _ = try HouseholdIndex(path: path(person))
            }
        }

        func path(_ person: String) -> String { "\(folder.path)/\(person).db" }

        let faults = Mutex<[String]>([])

        func clock(_ ring: @escaping HookClock.Ring = { _ in }) -> HookClock {
            let settings = WebService.Settings(
                tokens: { TokenBook() }, today: { self.today.withLock { $0 } }, now: { self.now.withLock { $0 } })
            let open: Households.Open = { person, _ in (try HouseholdIndex(path: self.path(person)), .init()) }
            let households = Households(people: { ["me", "anna", "bo"] }, open: open)
            return HookClock(WebService(settings, households)) { person in
                [self.stamps.withLock { $0[person, default: 0] }]
            } report: { _, error in
                self.faults.withLock { $0.append((error as? FeedError)?.message ?? "?") }
            } ring: { index in
                self.rung.withLock { $0.append(String(index.database.path.split(separator: "/").last ?? "")) }
                try ring(index)
            }
        }

        func write(_ person: String) { stamps.withLock { $0[person, default: 0] += 1 } }

        func take() -> [String] {
            rung.withLock { rung in
                defer { rung = [] }
                return rung
            }
        }
    }

    @Test func aClockLooksWhereSomethingWasWritten() throws {
        let town = try Town()
        let index = try HouseholdIndex(path: town.path("anna"))
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        let clock = town.clock()
        clock.goRound()
        // Only hers has anybody to tell.
        #expect(town.take() == ["anna.db"])
        clock.goRound()
        #expect(town.take().isEmpty)
        town.write("me")
        town.write("anna")
        clock.goRound()
        #expect(town.take() == ["anna.db"])
        // A message that waits is tried when its time has come, and not before.
        world.now = town.now.withLock { $0 }
        world.statuses = [500]
        try post.enqueue([event("a")])
        #expect(try post.deliver() == (0, 1))
        town.write("anna")
        clock.goRound()
        #expect(town.take() == ["anna.db"])
        town.now.withLock { $0 += 59 }
        clock.goRound()
        #expect(town.take().isEmpty)
        town.now.withLock { $0 += 1 }
        clock.goRound()
        #expect(town.take() == ["anna.db"])
        #expect(try post.deliver() == (0, 0))
        world.now += 60
        #expect(try post.deliver() == (1, 0))
        clock.goRound()
        _ = town.take()
        // A new day may bring news by itself.
        town.today.withLock { $0 = $0.adding(days: 1) }
        clock.goRound()
        #expect(town.take() == ["anna.db"])
        clock.stop()
        town.write("anna")
        clock.goRound()
        #expect(town.take().isEmpty)
    }

    /// After a start a thousand files aren't all opened at once, and none is forgotten.
    @Test func aClockTakesItsTimeWithThoseItDoesNotKnow() throws {
        let folder = try TestFolder()
        let people = (0..<50).map { "p\($0)" }
        let opened = Mutex<[String]>([])
        let settings = WebService.Settings(tokens: { TokenBook() }, today: { SampleDesk.today }, now: { 5 })
        let open: Households.Open = { person, _ in
            opened.withLock { $0.append(person) }
            return (try HouseholdIndex(path: folder.path + "/coach.db"), .init())
        }
        let service = WebService(settings, Households(people: { people }, open: open))
        let clock = HookClock(service) { _ in
            [1]
        } ring: { _ in
        }
        let counts = (0..<4).map { _ in
            clock.goRound()
            return opened.withLock { $0.count }
        }
        #expect(counts == [20, 40, 50, 50])
        #expect(opened.withLock { $0 } == people)
    }

    /// Where the vault can't be opened, a minute passes until the next attempt although the attempt itself writes, and
    /// nobody else is kept from theirs. It is said once.
    @Test func aClockGoesOnAfterAFault() throws {
        let town = try Town()
        for person in ["me", "bo"] {
            _ = try World().post(HouseholdIndex(path: town.path(person))).add(
                "https://a.example/x", [.priceRose], known: [])
        }
        let isLocked = Mutex(true)
        let sent = Mutex<[String]>([])
        let clock = town.clock { index in
            let now = town.now.withLock { $0 }
            let post = HookPost(
                index,
                vault: { () throws(FeedError) in
                    if isLocked.withLock({ $0 }) { throw FeedError(.key, "the key can't be had") }
                    return try SecretVault(HookTests.key)
                }, now: { now },
                send: { url, _, _ in
                    sent.withLock { $0.append(url) }
                    return 204
                })
            try post.enqueue([HookEvent(.priceRose, "a", [])])
            _ = try post.deliver()
        }
        for seconds in stride(from: 0, through: 120, by: 5) {
            clock.goRound()
            #expect(town.take() == (seconds % 60 == 0 ? ["me.db", "bo.db"] : []))
            for person in ["me", "bo"] { town.write(person) }
            town.now.withLock { $0 += 5 }
        }
        #expect(town.faults.withLock { $0 } == ["the key can't be had", "the key can't be had"])
        #expect(sent.withLock { $0 }.isEmpty)
        isLocked.withLock { $0 = false }
        town.now.withLock { $0 += 55 }
        clock.goRound()
        #expect(sent.withLock { $0.count } == 2)
        // From then on what is written is noticed at once again.
        town.write("me")
        _ = town.take()
        clock.goRound()
        #expect(town.take() == ["me.db"])
    }

    /// A message that should have gone and didn't isn't looked at every few seconds.
    @Test func aClockWaitsWhereSomethingIsStillDue() throws {
        let town = try Town()
        let world = World()
        let post = world.post(try HouseholdIndex(path: town.path("bo")))
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        let clock = town.clock()
        let rounds = (0..<25).map { _ in
            clock.goRound()
            town.now.withLock { $0 += 5 }
            return town.take().count
        }
        #expect(rounds.enumerated().filter { $0.element > 0 }.map(\.offset) == [0, 12, 24])
    }

    @Test func aClockForgetsPeopleWhoAreGone() throws {
        let folder = try TestFolder()
        let people = Mutex(["me", "anna", "bo"])
        let settings = WebService.Settings(tokens: { TokenBook() }, today: { SampleDesk.today }, now: { 5 })
        let open: Households.Open = { person, _ in (try HouseholdIndex(path: "\(folder.path)/\(person).db"), .init()) }
        let service = WebService(settings, Households(people: { people.withLock { $0 } }, open: open))
        let clock = HookClock(service) { _ in
            [1]
        } ring: { _ in
        }
        clock.goRound()
        #expect(clock.known == 3)
        people.withLock { $0 = ["anna"] }
        clock.goRound()
        #expect(clock.known == 1)
    }

    @Test(arguments: [
        ("https://example.com/x", true), ("http://127.0.0.1:8080/x", true), ("http://localhost/x", true),
        ("http://example.com/x", false), ("https://me:pw@example.com/x", false), ("ftp://example.com", false),
        ("x", false),
    ]) func whereMessagesMayGo(_ url: String, _ isAllowed: Bool) {
        #expect((HookAddress.problem(with: url) == nil) == isAllowed)
    }
}
