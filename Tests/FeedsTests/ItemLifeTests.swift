import Glibc
import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Feeds

/// A bank in the manner of Plaid: it tells what is new, different and gone since it was asked last. Its website has files of the
/// posted rows, worded another way.
private struct RandomItem {
    struct Purchase {
        var id: String
        var made: CivilDate
        var cents: Int64
        var text: String
        var posted: CivilDate?
        /// When a hold posts; nil where it comes to nothing.
        var postsOn: CivilDate?
        var pendingID: String?
        var note: String?
        var isPending: Bool { posted == nil }
    }

    private var random: SeededGenerator
    private let filesHavePostingDays: Bool
    private let hasEqualAmounts: Bool
    private(set) var purchases: [Purchase] = []
    /// Ids of rows that were in a file, of which the bank changes nothing more but their ids.
    private var inFiles: Set<String> = []
    private var next = 0
    private(set) var today = day("2026-09-01")
    private var update = FeedUpdate()

    /// - Parameter hasEqualAmounts: whether many purchases cost the same, so that they are easily mistaken for one another.
    init(seed: UInt64, hasEqualAmounts: Bool) {
        random = SeededGenerator(seed: seed)
        self.hasEqualAmounts = hasEqualAmounts
        filesHavePostingDays = random.chance(50)
    }

    private mutating func newID() -> String {
        next += 1
        return "r\(next)"
    }

    private func told(_ purchase: Purchase) -> FeedUpdate.Row {
        row(
            purchase.id, purchase.made.iso, purchase.cents, purchase.text,
            posted: purchase.posted.flatMap { $0 == purchase.made ? nil : $0.iso }, isPending: purchase.isPending,
            was: purchase.pendingID)
    }

    private mutating func tell(_ purchase: Purchase) {
        update.added.removeAll { $0.id == purchase.id }
        update.added.append(told(purchase))
    }

    private mutating func takeBack(_ id: String) {
        if update.added.contains(where: { $0.id == id }) {
            update.added.removeAll { $0.id == id }
        } else {
            update.modified.removeAll { $0.id == id }
            update.removed.append(id)
        }
    }

    mutating func passDay() {
        today = today.adding(days: 1)
        for _ in 0..<random.roll(0...4) {
            let common: Int64 = [-525, -525, -525, -900, -4_000][random.roll(0...4)]
            let cents = hasEqualAmounts ? common : -10_000 - Int64(next) * 2_003
            let text = ["BLUE HERON COFFEE", "LITTLE BEAN CAFE", "NOODLE HOUSE"][random.roll(0...2)]
            var purchase = Purchase(id: newID(), made: today, cents: cents, text: text, posted: today)
            if random.chance(75) {
                purchase.posted = nil
                if random.chance(90) { purchase.postsOn = today.adding(days: random.roll(1...5)) }
            }
            purchases.append(purchase)
            tell(purchase)
        }
        for index in purchases.indices.reversed() where purchases[index].isPending { settle(index) }
        for index in purchases.indices.reversed() where !purchases[index].isPending && random.chance(4) {
            change(index)
        }
    }

    private mutating func settle(_ index: Int) {
        var purchase = purchases[index]
        if let postsOn = purchase.postsOn {
            guard postsOn <= today else { return }
            takeBack(purchase.id)
            purchase.pendingID = purchase.id
            purchase.id = newID()
            purchase.posted = postsOn
            if purchase.text == "NOODLE HOUSE", random.chance(60) { purchase.cents -= Int64(random.roll(100...1_500)) }
            purchases[index] = purchase
            tell(purchase)
        } else if today.days(since: purchase.made) > 4 {
            takeBack(purchase.id)
            purchases.remove(at: index)
        }
    }

    /// A posted row gets another id or amount, or goes.
    private mutating func change(_ index: Int) {
        var purchase = purchases[index]
        switch random.roll(0...2) {
        case 0:
            takeBack(purchase.id)
            let before = purchase.id
            purchase.id = newID()
            if inFiles.remove(before) != nil { inFiles.insert(purchase.id) }
            purchases[index] = purchase
            tell(purchase)
        case 1 where purchase.note == nil && !inFiles.contains(purchase.id):
            purchase.cents -= 7
            purchases[index] = purchase
            if update.added.contains(where: { $0.id == purchase.id }) {
                tell(purchase)
            } else {
                update.modified.removeAll { $0.id == purchase.id }
                update.modified.append(told(purchase))
            }
        case 2 where !inFiles.contains(purchase.id):
            takeBack(purchase.id)
            purchases.remove(at: index)
        default: break
        }
    }

    /// Notes something on a purchase that the index has.
    mutating func note() -> (cents: Int64, text: String)? {
        let untold = Set(update.added.map(\.id))
        let open = purchases.indices.filter {
            !untold.contains(purchases[$0].id) && !(purchases[$0].isPending && purchases[$0].postsOn == nil)
        }
        guard let index = open.randomElement(using: &random) else { return nil }
        next += 1
        purchases[index].note = "note \(next)"
        return (purchases[index].cents, "note \(next)")
    }

    mutating func takeUpdate() -> FeedUpdate {
        var told = update
        told.accounts = [checking()]
        update = FeedUpdate()
        return told
    }

    /// The posted rows of the last days, newest first.
    mutating func file(days: Int) -> String {
        let start = today.adding(days: -days)
        let posted = purchases.filter { $0.posted.map { $0 >= start } ?? false }
        inFiles.formUnion(posted.map(\.id))
        let lines = posted.map { purchase in
            let date = (filesHavePostingDays ? purchase.posted : nil) ?? purchase.made
            let text = "POS \(purchase.text.prefix(8)) 00\(purchase.cents.magnitude)"
            return "\(date.iso),\(text),\(Money(purchase.cents, .usd).plainText)"
        }
        return (["Date,Description,Amount"] + lines.sorted().reversed()).joined(separator: "\n") + "\n"
    }
}

/// How many lives are lived through; many more where there is time for them.
private let lives = 1...(getenv("COACH_TORTURE") == nil ? 24 : 1_000)

@Suite("The life of a random Item")
struct ItemLifeTests {
    @Test("Updates, then files: no row twice, none lost", arguments: lives)
    func equalAmounts(_ seed: Int) throws {
        var bank = RandomItem(seed: UInt64(seed), hasEqualAmounts: true)
        var random = SeededGenerator(seed: UInt64(seed) + 500)
        let household = try Household()
        for _ in 0..<50 {
            for _ in 0..<random.roll(1...3) { bank.passDay() }
            household.today = bank.today
            try household.apply(bank.takeUpdate())
            if random.chance(30) {
                try household.importCSV(bank.file(days: random.roll(5...25)), named: bank.today.iso)
            }
            try compare(household, bank)
        }
        #expect(try household.index.firstFault() == nil)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test(
        "Updates, files and notes in any order: what the user said stays with its payment, from the hold on",
        arguments: lives)
    func notes(_ seed: Int) throws {
        var bank = RandomItem(seed: UInt64(seed), hasEqualAmounts: false)
        var random = SeededGenerator(seed: UInt64(seed) + 900)
        let household = try Household()
        for _ in 0..<50 {
            for _ in 0..<random.roll(1...3) { bank.passDay() }
            household.today = bank.today
            if random.chance(30) {
                try household.importCSV(bank.file(days: random.roll(5...25)), named: bank.today.iso)
            }
            try household.apply(bank.takeUpdate())
            if random.chance(60), let note = bank.note() {
                let ids = try household.index.database.rows(
                    "SELECT id FROM txn WHERE amount = ? AND excluded = 0", [.int(note.cents)]
                ) { $0.int(0) }
                try #require(ids.count == 1)
                _ = try household.index.correct(ids, Correction(notes: note.text), always: false)
            }
            if random.chance(30) {
                try household.importCSV(bank.file(days: random.roll(5...25)), named: bank.today.iso)
            }
            try compare(household, bank)
        }
        #expect(try household.index.firstFault() == nil)
        #expect(try household.index.firstTotalFault() == nil)
    }

    private func compare(_ household: Household, _ bank: RandomItem) throws {
        let rows = try household.index.database.rows(
            """
            SELECT t.amount, t.pending, coalesce(d.notes, '') FROM txn t JOIN document d ON d.id = t.document_id
            WHERE t.excluded = 0 AND t.parent_id IS NULL
            """
        ) { "\($0.int(0)) \($0.int(1) == 1) \($0.text(2))" }
        let expected = bank.purchases.map { "\($0.cents) \($0.isPending) \($0.note ?? "")" }
        let different = rows.sorted().difference(from: expected.sorted()).map { "\($0)" }
        try #require(different == [])
        let spending = try household.spending()
        #expect(spending.rows == spending.totals)
    }
}
