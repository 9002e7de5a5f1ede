import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Feeds

/// An account, what its bank knows of it, and files of it: each source has some of the purchases.
private struct Books {
    struct Purchase {
        let number: Int
        let made: CivilDate
        let posted: CivilDate
        let cents: Int64

        var isCoffee: Bool { cents == -525 }
    }

    static let first = day("2026-05-01")
    static let days = 180
    /// Of the first it is known for sure what they sell; of the others that goes by how many rows there are, by what is usually paid
    /// there, or by what the bank says.
    static let known = ["KROGER", "NETFLIX.COM", "HOME DEPOT", "CVS PHARMACY", "PETSMART", "COSTCO", "WALGREENS"]
    static let shops = known + ["ZORKLE", "QUAXEN CAFE", "VEXTER PUB", "PLIMBO"]
    /// What the bank calls those that nobody knows.
    static let told = ["ZORKLE": "PERSONAL_CARE_HAIR_AND_BEAUTY", "PLIMBO": "MEDICAL_VETERINARY_SERVICES"]

    func shop(_ number: Int) -> String { shops[number % shops.count] }
    let purchases: [Purchase]
    let dates: StatementDates
    /// Whether files have ids of their own for the rows.
    let hasIDs: Bool
    private let shops: [String]

    init(_ random: inout SeededGenerator, dates: StatementDates, hasIDs: Bool, shops: [String] = Books.known) {
        var purchases: [Purchase] = []
        for number in 0..<Self.days {
            for _ in 0..<random.roll(0...2) {
                let made = Self.first.adding(days: number)
                purchases.append(
                    Purchase(
                        number: purchases.count, made: made, posted: made.adding(days: random.roll(0...3)),
                        cents: random.chance(35) ? -525 : -Int64(1_000 + purchases.count * 17)))
            }
        }
        self.purchases = purchases
        self.dates = dates
        self.hasIDs = hasIDs
        self.shops = shops
    }

    func among(_ period: Range<Int>) -> [Purchase] {
        purchases.filter { period.contains($0.posted.days(since: Self.first)) }
    }

    /// - Parameter life: each time a bank is connected anew it calls its rows otherwise.
    func told(_ period: Range<Int>, life: Int) -> FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = among(period).reversed().map {
            var told = row(
                "\(life)-\($0.number)", $0.made.iso, $0.cents, "\(shop($0.number)) #12",
                posted: $0.posted == $0.made ? nil : $0.posted.iso)
            told.record.bankCategory = Books.told[shop($0.number)]
            return told
        }
        return update
    }

    func statement(_ period: Range<Int>) -> String {
        let lines = among(period).map { purchase in
            let id = hasIDs ? ",F\(purchase.number)" : ""
            return dates.cells(made: purchase.made, posted: purchase.posted)
                + ",POS \(shop(purchase.number)),"
                + Money(purchase.cents, .usd).plainText + id + "\n"
        }
        return dates.columns + ",Description,Amount"
            + (hasIDs ? ",Transaction ID" : "") + "\n" + lines.joined()
    }
}

@Suite("After any imports, connects, syncs, and disconnects the rows are those of the sources that remain")
struct SourcesThatRemainTests {
    private struct File {
        let name: String
        let period: Range<Int>
    }

    /// What can be seen of rows, what only coach sees among it.
    private func all(_ household: Household) throws -> [String] {
        try household.index.database.rows(
            """
            SELECT t.day, t.posted_day, t.amount, t.pending, t.bank_id, d.description, m.name, c.slug, t.kind, t.basis, t.line, f.name,
            t.counted FROM txn t JOIN document d ON d.id = t.document_id JOIN merchant m ON m.id = t.merchant_id
            JOIN category c ON c.id = t.category_id JOIN import_file f ON f.id = t.file_id
            """
        ) { row in
            (0..<13).map { row.isNull(Int32($0)) ? "-" : row.text(Int32($0)) }.joined(separator: " | ")
        }.sorted()
    }

    private func imported(_ files: [File], _ books: Books) throws -> Household {
        let household = try Household()
        for file in files {
            try household.importCSV(books.statement(file.period), account: "Checking A", named: file.name)
        }
        return household
    }

    @Test("What files hold is of the categories that they alone would have, whichever came first", arguments: 1...24)
    func categories(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 300)
        let books = Books(
            &random, dates: StatementDates.allCases[seed % 3], hasIDs: random.chance(40), shops: Books.shops)
        // What is guessed of a shop goes by what was there when its last file came, so one file decides all.
        let start = random.roll(0...4) * 30
        let files = [File(name: "f", period: start..<(start + random.roll(1...4) * 30))]
        for isFirst in [true, false] {
            let household = try Household()
            let bring = {
                for file in files {
                    try household.importCSV(books.statement(file.period), account: "Checking A", named: file.name)
                }
            }
            if isFirst { try bring() }
            let half = random.roll(2...4) * 30
            try household.apply(books.told(half..<Books.days, life: 1))
            try household.apply(books.told(0..<half, life: 1))
            if !isFirst { try bring() }
            // What its owner says of a row stays.
            let chosen = try household.index.database.rows("SELECT id FROM txn WHERE amount < -1000 ORDER BY id") {
                $0.int(0)
            }
            let row = try #require(chosen.randomElement(using: &random))
            _ = try household.index.correct([row], Correction(category: "gifts", notes: "for Ana"), always: false)
            let amount = try #require(try household.index.transaction(id: row)).amount.minorUnits
            _ = try household.index.disconnect(household.connection.id, deletingRows: true, today: household.today)
            let alone = try imported(files, books)
            if let own = try alone.index.database.first(
                "SELECT id FROM txn WHERE amount = ?", [.int(amount)], { $0.int(0) })
            {
                _ = try alone.index.correct([own], Correction(category: "gifts", notes: "for Ana"), always: false)
            }
            let left = try all(household)
            let different = left.difference(from: try all(alone))
            #expect(
                different.isEmpty,
                "files first: \(isFirst), \(files.map(\.period)): \(different.map { "\($0)" }.joined(separator: "\n"))")
            #expect(try household.index.firstFault() == nil)
            #expect(try household.index.firstTotalFault() == nil)
        }
    }

    @Test("Each is there once, and what is left of files is what they alone would have left", arguments: 1...24)
    func random(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let books = Books(
            &random, dates: StatementDates.allCases[seed % 3], hasIDs: random.chance(40))
        let household = try Household()
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        var files: [File] = []
        /// What banks told and that stayed, and what the bank that is connected has told.
        var kept: Set<Int> = []
        var told: Set<Int> = []
        var life = 0
        var next = 0
        var log: [String] = []
        var isConnected: Bool { told.count > 0 || next > 0 }
        for _ in 0..<10 {
            switch random.roll(0...9) {
            case 0...2:
                // A bank's page ends somewhere, and files begin anywhere.
                let start = random.roll(0...5) * 30
                let file = File(name: "f\(files.count)", period: start..<(start + random.roll(1...3) * 30))
                log.append("import \(file.period)")
                try household.importCSV(books.statement(file.period), account: "Checking A", named: file.name)
                files.append(file)
            case 3...6:
                if next == 0 {
                    life += 1
                    _ = try household.index.addConnection(
                        named: "Stub", provider: "demo", reference: "stub-\(life)", institution: nil,
                        sealedSecret: nil)
                    next = Books.days
                }
                let from = max(0, next - random.roll(1...3) * 30)
                guard from < next else { continue }
                log.append("sync \(from..<next)")
                try household.apply(books.told(from..<next, life: life))
                told.formUnion(books.among(from..<next).map(\.number))
                next = max(1, from)
            case 7:
                guard let connection = try household.index.connections.first else { continue }
                log.append("keep")
                _ = try household.index.removeConnection(connection.id, deletingRows: false)
                kept.formUnion(told)
                (told, next) = ([], 0)
            default:
                guard let connection = try household.index.connections.first else { continue }
                log.append("delete")
                _ = try household.index.disconnect(connection.id, deletingRows: true, today: household.today)
                // Rows that a connection took over are its own.
                if !told.isEmpty { kept = [] }
                (told, next) = ([], 0)
                if kept.isEmpty {
                    let alone = try imported(files, books)
                    let different = try all(household).difference(from: all(alone))
                    #expect(different.isEmpty, "\(log): \(different.map { "\($0)" }.joined(separator: "\n"))")
                }
            }
            #expect(try household.index.firstFault() == nil)
            #expect(try household.index.firstTotalFault() == nil)
            let there = Set(files.flatMap { books.among($0.period).map(\.number) }).union(told).union(kept)
            let rows = try household.index.database.rows("SELECT amount FROM txn") { $0.int(0) }
            let expected = books.purchases.filter { there.contains($0.number) }
            #expect(
                rows.filter { $0 != -525 }.sorted() == expected.filter { !$0.isCoffee }.map(\.cents).sorted(), "\(log)")
            // Which coffee is which may be open where sources begin and end.
            #expect(abs(rows.count - expected.count) <= 2, "\(log)")
            #expect(try household.index.accounts.count <= 1)
        }
        for file in files {
            #expect(
                try household.importCSV(books.statement(file.period), account: "Checking A", named: file.name) == 0,
                "\(log)")
        }
    }
}
