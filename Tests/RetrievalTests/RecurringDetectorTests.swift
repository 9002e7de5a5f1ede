import Ledger
import TestSupport
import Testing

@testable import Retrieval

@Suite struct RecurringDetectorTests {
    // MARK: Cadences

    @Test(arguments: [
        (7, Cadence.weekly, 43_333), (14, .biweekly, 21_667), (28, .monthly, 10_000), (30, .monthly, 10_000),
        (61, .bimonthly, 5000), (91, .quarterly, 3333), (182, .halfYearly, 1667),
    ]) func theMedianGapTellsTheCadence(gap: Int, cadence: Cadence, monthly: Int64) throws {
        let start = day("2025-01-03")
        let rows = charges("Service", "software", (0..<4).map { (start.adding(days: $0 * gap).iso, -10_000) })
        let found = streams(rows, asOf: start.adding(days: 3 * gap + 1).iso)
        #expect(found.count == 1)
        let stream = try #require(found.first)
        #expect(stream.cadence == cadence)
        // 100.00 × charges a year ÷ 12.
        #expect(stream.monthlyCost == Money(monthly, .usd))
        let expected = start.adding(days: 4 * gap)
        #expect(
            stream.nextDate.map { abs($0.days(since: expected)) <= 3 } == true,
            "\(stream.nextDate?.iso ?? "") \(expected)")
    }

    @Test(arguments: [
        ("2025-03-14", "2026-03-14", true), ("2025-03-14", "2026-03-20", true), ("2025-03-14", "2026-04-14", false),
        ("2025-03-14", "2025-09-14", false),
    ]) func twoChargesAreEnoughForAYear(first: String, second: String, isStream: Bool) {
        let rows = charges("Club", "software", [(first, -13_900), (second, -13_900)])
        let found = streams(rows, asOf: "2026-10-31")
        #expect(found.map(\.cadence) == (isStream ? [.yearly] : []))
        if isStream { #expect(found[0].monthlyCost == Money(1158, .usd)) }
    }

    @Test func threeChargesAreEnoughForAMonthAndTwoAreNot() {
        #expect(streams(monthly("TV", "streaming", from: "2026-08-19", count: 3, -1399), asOf: "2026-10-31").count == 1)
        let two = RecurringDetector.streams(
            rows: monthly("TV", "streaming", from: "2026-08-19", count: 2, -1399), asOf: day("2026-10-01"))
        #expect(two.streams.isEmpty)
        #expect(two.rejections.map(\.reason) == [.tooFew(rows: 2)])
    }

    @Test func payOnTheFifteenthAndTheLastDayIsTwiceAMonth() throws {
        // Days off the weekend, always earlier: 15 Nov 2026 is a Sunday.
        let days = [
            "2026-05-15", "2026-05-29", "2026-06-15", "2026-06-30", "2026-07-15", "2026-07-31", "2026-08-14",
            "2026-08-31",
            "2026-09-15", "2026-09-30", "2026-10-15", "2026-10-30",
        ]
        let rows = charges("School", "salary", days.map { ($0, 152_415) }, kind: .income)
        let stream = try #require(streams(rows, asOf: "2026-10-31").first)
        #expect(stream.cadence == .semimonthly)
        #expect(stream.group == .income)
        #expect(stream.monthlyCost == Money(304_830, .usd))
        #expect(
            stream.dates(after: day("2026-10-31"), through: day("2026-12-31"))
                == ["2026-11-13", "2026-11-30", "2026-12-15", "2026-12-31"].map(day))
    }

    // MARK: Traps

    @Test func aPriceRiseDoesNotBreakAStream() throws {
        let rows =
            monthly("TV", "streaming", from: "2025-06-08", count: 8, -1799)
            + monthly("TV", "streaming", from: "2026-02-08", count: 9, -1999, firstID: 100)
        let found = streams(rows, asOf: "2026-10-31")
        #expect(found.count == 1)
        #expect(found[0].state == .raised(on: day("2026-02-08"), from: Money(-1799, .usd), to: Money(-1999, .usd)))
        #expect(found[0].rowIDs.count == 17)
        #expect(found[0].monthlyCost == Money(1999, .usd))
        // A rise of more than a year ago is none of the state's any more, but is still known.
        let later = streams(
            rows + monthly("TV", "streaming", from: "2026-11-08", count: 6, -1999, firstID: 200), asOf: "2027-04-10")
        #expect(later[0].state == .active)
        #expect(later[0].rise?.on == day("2026-02-08"))
    }

    @Test func aSkippedMonthAndAMovedDayDoNotBreakAStream() {
        var rows = monthly("Gym", "fitness", from: "2025-11-05", count: 12, -2499)
        rows.remove(at: 4)
        #expect(streams(rows, asOf: "2026-10-31").map(\.cadence) == [.monthly])
        let moved =
            monthly("Gym", "fitness", from: "2025-11-05", count: 6, -2499)
            + monthly("Gym", "fitness", from: "2026-05-20", count: 6, -2499, firstID: 50)
        let found = streams(moved, asOf: "2026-10-31")
        #expect(found.count == 1)
        #expect(found.first?.nextDate == day("2026-11-20"))
    }

    @Test func twoLinesOfOneCompanyAreTwoStreams() {
        for (other, price) in [
            ("2025-11-03", -6000 as Int64), ("2025-11-03", -5200), ("2025-11-18", -5200),
        ] {
            let rows =
                monthly("Phone Co", "phone", from: "2025-11-03", count: 12, -4500)
                + monthly("Phone Co", "phone", from: other, count: 12, price, firstID: 100)
            let found = streams(rows, asOf: "2026-10-31")
            #expect(found.map(\.cadence) == [.monthly, .monthly], "\(other) \(price)")
            #expect(Set(found.map(\.amount.minorUnits)) == [-4500, price])
            #expect(Set(found.map(\.key)).count == 2)
            #expect(Set(found.flatMap(\.rowIDs)).count == 24)
        }
    }

    @Test func twoLinesAtOnePriceAreTwoStreams() {
        let rows =
            monthly("Phone Co", "phone", from: "2025-11-03", count: 12, -4500)
            + monthly("Phone Co", "phone", from: "2025-11-03", count: 12, -4500, firstID: 100)
        let found = streams(rows, asOf: "2026-10-31")
        #expect(found.map(\.rowIDs.count) == [12, 12])
        #expect(found.map(\.key) == ["phone-co/checking/45.00", "phone-co/checking/45.00/2"])
    }

    @Test func aSubscriptionIsFoundAmongSinglePurchases() {
        let rows =
            monthly("App Store", "software", from: "2025-11-15", count: 12, -299)
            + charges(
                "App Store", "software",
                [("2025-12-01", -499), ("2026-01-20", -1999), ("2026-03-16", -99), ("2026-07-02", -499)], firstID: 100)
        let found = streams(rows, asOf: "2026-10-31")
        #expect(found.map(\.amount.minorUnits) == [-299])
        #expect(found.first?.nextDate == day("2026-11-15"))
    }

    @Test func aDoubleChargeIsPartOfItsStreamAndNoBeat() {
        let rows =
            monthly("TV", "streaming", from: "2025-11-08", count: 12, -1799)
            + charges("TV", "streaming", [("2026-04-09", -1799)], firstID: 100)
        let found = streams(rows, asOf: "2026-10-31")
        #expect(found.map(\.cadence) == [.monthly])
        #expect(found.first?.rowIDs.count == 13)
    }

    @Test func whatIsBoughtOnTheSpotIsNoSubscription() {
        let start = day("2025-11-01")
        let amounts: [Int64] = [-8213, -10_455, -7630, -9944, -11_320, -6890, -9105]
        let shop = charges("Market", "groceries", (0..<50).map { (start.adding(days: $0 * 7).iso, amounts[$0 % 7]) })
        let coffee = charges(
            "Cafe", "coffee", (0..<50).map { (start.adding(days: $0 * 7 + 2).iso, -575) }, firstID: 100)
        let fuel = charges(
            "Fuel", "fuel", (0..<40).map { (start.adding(days: $0 * 9 + $0 % 3).iso, -4000 - Int64($0 % 5) * 100) },
            firstID: 200)
        let cash = charges("ATM", "cash", (0..<12).map { (start.adding(months: $0).iso, -6000) }, firstID: 300)
        let result = RecurringDetector.streams(rows: shop + coffee + fuel + cash, asOf: day("2026-10-31"))
        #expect(result.streams.isEmpty)
        #expect(result.rejections.count == 4)
        #expect(result.rejections.contains { $0.merchant == "ATM" && $0.reason == .category("cash") })
    }

    @Test func transfersAndRefundsAreNoStreams() {
        for kind in [TransactionKind.transfer, .refund] {
            let rows = monthly("Card", "card_payment", from: "2025-11-07", count: 12, -90_000).map {
                RecurringRow(
                    id: $0.id, date: $0.date, merchant: $0.merchant, account: $0.account, category: $0.category,
                    amount: kind == .refund ? -$0.amount : $0.amount, kind: kind)
            }
            #expect(streams(rows, asOf: "2026-10-31").isEmpty)
        }
    }

    @Test func billsMayVaryInAmount() throws {
        let amounts: [Int64] = [
            -8530, -8783, -12_283, -14_100, -11_020, -9230, -10_110, -15_560, -18_240, -17_020, -13_000, -9900,
        ]
        let start = day("2025-11-18")
        let rows = charges("Power", "electricity", amounts.enumerated().map { (start.adding(months: $0).iso, $1) })
        let stream = try #require(streams(rows, asOf: "2026-10-31").first)
        #expect(stream.cadence == .monthly)
        #expect(!stream.isSteady)
        #expect(stream.rise == nil)
        // Sorted, the two in the middle are 110.20 and 122.83.
        #expect(stream.typical == Money(-11_652, .usd))
        #expect(stream.group == .bill)
    }

    // MARK: States

    /// 12 charges up to 5 October 2026; other rows go on, so that silence means something.
    @Test(arguments: [
        ("2026-10-31", "active"), ("2026-11-05", "active"), ("2026-11-10", "active"), ("2026-11-11", "late"),
        ("2026-11-19", "late"), ("2026-11-20", "stopped"), ("2027-01-04", "stopped"), ("2027-01-05", "ended"),
    ]) func silenceChangesTheState(asOf: String, state: String) throws {
        let rows =
            monthly("Music", "music", from: "2025-11-05", count: 12, -1099)
            + charges("Bakery", "groceries", [("2026-01-03", -700), (asOf, -900)], firstID: 100)
        let stream = try #require(streams(rows, asOf: asOf).first)
        #expect("\(stream.state)" == state)
        #expect(stream.isLive == (state == "active" || state == "late"))
        if !stream.isLive { #expect(stream.dates(after: day(asOf), through: day("2027-12-31")).isEmpty) }
    }

    @Test func daysThatAreNotImportedYetAreNoSilence() throws {
        let rows =
            monthly("Music", "music", from: "2025-11-05", count: 12, -1099)
            + charges("Bakery", "groceries", [("2026-01-03", -700), ("2026-10-31", -900)], firstID: 100)
        let stream = try #require(streams(rows, asOf: "2026-11-25").first)
        #expect(stream.state == .active)
        #expect(stream.nextDate == day("2026-12-05"))
    }

    @Test func aStreamThatBeganLatelyIsNew() {
        let rows =
            monthly("TV", "streaming", from: "2026-08-19", count: 3, -1399)
            + charges("Bakery", "groceries", [("2026-01-03", -700)], firstID: 100)
        #expect(streams(rows, asOf: "2026-10-31").map(\.isNew) == [true])
        // Where the data itself begins lately nothing is known to be new.
        #expect(streams(Array(rows.prefix(3)), asOf: "2026-10-31").map(\.isNew) == [false])
    }

    @Test func aPauseOfMoreThanThreeCadencesIsKnown() {
        let rows =
            monthly("TV", "streaming", from: "2025-03-08", count: 8, -1799)
            + monthly("TV", "streaming", from: "2026-04-08", count: 7, -1799, firstID: 50)
        #expect(streams(rows, asOf: "2026-10-31").map(\.resumedOn) == [day("2026-04-08")])
    }

    // MARK: Invariants

    @Test func theOrderOfTheRowsDoesNotMatter() {
        let ledger = RecurringLedger(seed: 7)
        let expected = RecurringDetector.streams(rows: ledger.rows, asOf: RecurringLedger.asOf)
        for seed in 1...3 {
            var dice = SeededGenerator(seed: UInt64(seed))
            let shuffled = RecurringDetector.streams(
                rows: ledger.rows.shuffled(using: &dice), asOf: RecurringLedger.asOf)
            #expect(shuffled.streams == expected.streams)
            #expect(shuffled.rejections == expected.rejections)
        }
    }

    @Test func noRowIsInTwoStreamsAndEveryDayIsInOrder() {
        for seed in 1...10 {
            let found = streams(RecurringLedger(seed: UInt64(seed)).rows, asOf: "2026-10-31")
            let ids = found.flatMap(\.rowIDs)
            #expect(Set(ids).count == ids.count)
            #expect(Set(found.map(\.key)).count == found.count)
            for stream in found {
                let dates = stream.dates(after: RecurringLedger.asOf, through: day("2027-10-31"))
                #expect(dates == dates.sorted())
                #expect(Set(dates).count == dates.count)
                #expect(dates.allSatisfy { $0 > RecurringLedger.asOf && $0 <= day("2027-10-31") })
                #expect((0...1).contains(stream.certainty))
                if let next = stream.nextDate, next > RecurringLedger.asOf, next <= day("2027-10-31") {
                    #expect(dates.first == next)
                }
            }
        }
    }

    @Test func noRowsGiveNothing() {
        let result = RecurringDetector.streams(rows: [], asOf: day("2026-10-31"))
        #expect(result.streams.isEmpty && result.rejections.isEmpty)
    }
}
