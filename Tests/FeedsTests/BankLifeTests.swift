import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Feeds

/// A bank whose rows come, wait, post under other ids, and go, by chance.
private struct RandomBank {
    private struct Purchase {
        var id: String
        let made: CivilDate
        let cents: Int64
        let text: String
        var postsOn: CivilDate?
        var finalCents: Int64
        var isPending: Bool
    }

    private var random: SeededGenerator
    private var purchases: [Purchase] = []
    private var next = 0
    private(set) var today = day("2026-09-01")

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func newID() -> String {
        next += 1
        return "r\(next)"
    }

    /// A day goes by: equal amounts at few shops, so that rows are easily mistaken for one another.
    mutating func passDay() {
        today = today.adding(days: 1)
        for _ in 0..<random.roll(0...4) {
            let cents: Int64 = [-525, -525, -525, -900, -4_000][random.roll(0...4)]
            let text = ["BLUE HERON COFFEE", "LITTLE BEAN CAFE", "NOODLE HOUSE"][random.roll(0...2)]
            var purchase = Purchase(
                id: newID(), made: today, cents: cents, text: text, postsOn: today.adding(days: random.roll(1...7)),
                finalCents: cents, isPending: true)
            if random.chance(10) { purchase.postsOn = nil }
            if cents == -4_000, random.chance(60) { purchase.finalCents = -4_000 - Int64(random.roll(100...1_500)) }
            if random.chance(25) { (purchase.isPending, purchase.postsOn) = (false, today) }
            purchases.append(purchase)
        }
        for index in purchases.indices.reversed() where purchases[index].isPending {
            if let postsOn = purchases[index].postsOn {
                guard postsOn <= today else { continue }
                purchases[index].isPending = false
                purchases[index].id = newID()
            } else if today.days(since: purchases[index].made) > 4 {
                purchases.remove(at: index)
            }
        }
        if random.chance(8) {
            for index in purchases.indices where !purchases[index].isPending && random.chance(50) {
                purchases[index].id = newID()
            }
        }
    }

    /// All that it lists goes by other ids from now on.
    mutating func rename() { for index in purchases.indices { purchases[index].id = newID() } }

    /// What it lists of the last days.
    func update(days: Int) -> FeedUpdate {
        let start = today.adding(days: -days)
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.listed = ["A": FeedUpdate.Listing(Period(start, today), coversPosted: true)]
        for purchase in purchases where purchase.made >= start {
            update.added.append(
                row(
                    purchase.id, purchase.made.iso, purchase.isPending ? purchase.cents : purchase.finalCents,
                    purchase.text, posted: purchase.isPending ? nil : purchase.postsOn?.iso,
                    isPending: purchase.isPending))
        }
        return update
    }

    var list: [String] {
        purchases.map { purchase in
            let cents = purchase.isPending ? purchase.cents : purchase.finalCents
            return "\(purchase.made.iso) \(cents) \(purchase.isPending)"
        }.sorted()
    }
}

@Suite("The life of a random bank")
struct BankLifeTests {
    @Test("After every sync the index holds what the bank lists, no row twice, none lost", arguments: 1...24)
    func life(_ seed: Int) throws {
        var bank = RandomBank(seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed) + 100)
        let household = try Household()
        for _ in 0..<60 {
            for _ in 0..<random.roll(1...3) { bank.passDay() }
            household.today = bank.today
            try household.apply(bank.update(days: 25))
            try compare(household, bank)
        }
        #expect(try household.index.firstFault() == nil)
        #expect(try household.index.firstTotalFault() == nil)
    }

    private func compare(_ household: Household, _ bank: RandomBank) throws {
        let rows = try household.index.database.rows(
            "SELECT day, amount, pending FROM txn WHERE excluded = 0 AND parent_id IS NULL"
        ) { "\($0.day(0).iso) \($0.int(1)) \($0.int(2) == 1)" }
        let different = rows.sorted().difference(from: bank.list).map { "\($0)" }
        try #require(different == [])
        let spending = try household.spending()
        #expect(spending.rows == spending.totals)
    }

    @Test(
        "So it does where the bank was disconnected, its rows kept, and connected again, with its ids or other ones",
        arguments: 1...24)
    func reconnections(_ seed: Int) throws {
        var bank = RandomBank(seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed) + 200)
        let household = try Household()
        for round in 0..<40 {
            for _ in 0..<random.roll(1...3) { bank.passDay() }
            if round > 0, random.chance(25) {
                try household.reconnect()
                if random.chance(50) { bank.rename() }
            }
            household.today = bank.today
            try household.apply(bank.update(days: 25))
            try compare(household, bank)
        }
        #expect(try household.index.firstFault() == nil)
        #expect(try household.index.firstTotalFault() == nil)
        // All of it is the last connection's: with it, all of it goes.
        let last = try #require(try household.index.connections.first)
        _ = try household.index.removeConnection(last.id, deletingRows: true)
        #expect(try household.rows() == [])
    }
}
