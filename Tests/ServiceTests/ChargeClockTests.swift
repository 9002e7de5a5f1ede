import Feeds
import Ledger
import Payments
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

/// When a server asks about charges that wait, and when it leaves an index alone.
@Suite struct ChargeClockTests {
    /// What the provider would say, and how often it was asked.
    private final class Provider: Sendable {
        let said = Mutex<(sweep: Cashier.Sweep?, count: Int, isBroken: Bool)>((nil, 0, false))
        let stamp = Mutex<Int64>(0)

        func says(isWaiting: Bool, isUnreachable: Bool = false) {
            var sweep = Cashier.Sweep()
            (sweep.isWaiting, sweep.isUnreachable) = (isWaiting, isUnreachable)
            said.withLock { $0.sweep = sweep }
        }
        var count: Int { said.withLock { $0.count } }
        func write() { stamp.withLock { $0 += 1 } }
    }

    private let provider = Provider()
    private let clock: ChargeClock
    private let reports = Provider()
    private static let start: Int64 = 1_792_000_000

    init() {
        let (provider, reports) = (provider, reports)
        let households = Households(
            people: { ["me"] }, open: { _, _ in (try HouseholdIndex(path: ":memory:"), .init()) })
        clock = ChargeClock(
            households, stamp: { _ in [provider.stamp.withLock { $0 }] },
            report: { _, _ in reports.said.withLock { $0.count += 1 } },
            sweep: { _ in
                try provider.said.withLock { said in
                    said.count += 1
                    if said.isBroken { throw PaymentError(.off, "no provider") }
                    return said.sweep
                }
            })
    }

    /// The seconds from the start at which the provider is asked, of an hour and a half.
    private func asked(every step: Int64 = 10) -> [Int64] {
        stride(from: 0, through: 5_400, by: Int(step)).compactMap { second in
            let before = provider.count
            clock.pass(now: Self.start + Int64(second))
            return provider.count > before ? Int64(second) : nil
        }
    }

    @Test func whereNothingWaitsNobodyIsAskedAgainUntilSomethingIsWritten() {
        #expect(asked() == [0])
        provider.write()
        #expect(asked() == [0])
    }

    /// Half a minute later, then each time twice as long: 30, 60, 120, …, an hour at most.
    @Test func whatWaitsIsAskedAboutLessAndLess() {
        provider.says(isWaiting: true)
        #expect(asked() == [0, 30, 90, 210, 450, 930, 1_890, 3_810])
        #expect((1...40).map(ChargeClock.pause).max() == 3_600 && ChargeClock.pause(after: 0) == 30)
    }

    /// What is written is no reason to ask a provider that can't be reached; otherwise it may be another charge.
    @Test(arguments: [true, false]) func writingAsksOnlyWhoAnswers(isUnreachable: Bool) {
        provider.says(isWaiting: true, isUnreachable: isUnreachable)
        clock.pass(now: Self.start)
        provider.write()
        clock.pass(now: Self.start + 10)
        #expect(provider.count == (isUnreachable ? 1 : 2))
        clock.pass(now: Self.start + 200)
        let before = provider.count
        provider.says(isWaiting: false)
        clock.pass(now: Self.start + 5_000)
        clock.pass(now: Self.start + 50_000)
        #expect(provider.count == before + 1)
    }

    @Test func aFaultIsReportedOnceAndTriedAgain() {
        provider.said.withLock { $0.isBroken = true }
        #expect(asked().count == 8 && reports.count == 1)
        // A clock that was set back waits no longer than it has to.
        let before = provider.count
        clock.pass(now: Self.start - 86_400)
        #expect(provider.count == before + 1)
    }

    /// The mock's card that asks its holder is answered by the time it is looked at.
    @Test func aChargeThatWaitsIsFoundOutAbout() throws {
        let folder = try TestFolder()
        let path = folder.file("me.db")
        let index = try HouseholdIndex(path: path)
        @Sendable func setup(_ index: HouseholdIndex) -> PaymentSetup {
            PaymentSetup(index, vault: { () throws(FeedError) in throw FeedError(.refused, "no key is needed") })
        }
        try setup(index).setUpMock()
        _ = try setup(index).addCard("pm_card_authenticationRequired", label: nil, now: Self.start)
        try index.database.run(
            """
            INSERT INTO authorization_event (asked_at, day, merchant, category, amount, currency, reason)
            VALUES (?, 20000, 'Zed Lamps', 'other', 5000, 'USD', 'ok')
            """, .int(Self.start))
        let today = CivilDate(dayNumber: 20_000)
        let cashier = try setup(index).cashier(today: today) { Self.start }
        let charge = try cashier.charge(ChargeRequest(Money(5000, .usd), merchant: "Zed Lamps")).charge
        #expect(charge.waitsFor == .cardholder)
        let households = Households(people: { ["me"] }, open: { _, _ in (try HouseholdIndex(path: path), .init()) })
        let clock = ChargeClock(
            households, stamp: { _ in [] }, sweep: { try setup($0).sweep(today: today) { Self.start + 60 } })
        clock.pass(now: Self.start + 60)
        #expect(try index.charge(charge.id)?.state == .succeeded)
    }
}
