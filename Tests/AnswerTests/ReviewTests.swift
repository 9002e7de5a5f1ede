import Coaching
import Importing
import Ledger
import Store
import Testing

/// Questions about what is uncertain: that they are the right ones, and what their answers do.
@Suite struct ReviewTests {
    private func household(_ seed: UInt64) throws -> (ReviewLedger, HouseholdIndex, ReviewQueue) {
        let ledger = ReviewLedger(seed: seed)
        let index = try HouseholdIndex(path: ":memory:")
        try ledger.bring(into: index)
        return (ledger, index, ReviewQueue(index, asOf: ReviewLedger.asOf))
    }

    private func spent(_ index: HouseholdIndex) throws -> Int64 {
        try index.database.first("SELECT sum(spent) FROM spending") { $0.int(0) } ?? 0
    }

    /// Everything that figures are made of, and what is kept of answers.
    private func state(_ index: HouseholdIndex) throws -> [String] {
        let queries = [
            """
            SELECT t.id, t.account_id, t.merchant_id, t.category_id, t.day, t.amount, t.kind, t.pending, t.counted,
            t.excluded, t.pair_id, t.basis, t.transfer_hint, d.description, d.merchant_id, d.category_id
            FROM txn t JOIN document d ON d.id = t.document_id ORDER BY t.id
            """,
            "SELECT month, kind, pending, account_id, category_id, amount, rows, 0 FROM month_total ORDER BY 1, 2, 3, 4, 5",
            "SELECT year, kind, pending, account_id, merchant_id, amount, rows, 0 FROM year_total ORDER BY 1, 2, 3, 4, 5",
            "SELECT kind, first, second, choice FROM review_answer", "SELECT txn_id, of_id FROM duplicate",
            "SELECT merchant_id, category_id FROM merchant_rule",
        ]
        return try queries.flatMap { query in
            try index.database.rows(query) { row in
                (0..<16).map { row.optionalText($0) ?? "-" }.joined(separator: "|")
            }
        }
    }

    /// A large payment that comes again to a name that nobody knows may be the rent, unless a rent is known.
    @Test(arguments: [(1_450, false, true), (45, false, false), (1_450, true, false)])
    func aRentThatIsNotKnownIsOfferedFirst(amount: Int, hasRent: Bool, isOffered: Bool) throws {
        var lines = ["Date,Description,Amount"]
        for month in 8...10 {
            lines.append("2026-\(month < 10 ? "0" : "")\(month)-03,ZQXV 77,-\(amount).00")
            guard hasRent else { continue }
            lines.append("2026-\(month < 10 ? "0" : "")\(month)-01,OAK STREET APARTMENTS RENT,-990.00")
            for day in 11...13 { lines.append("2026-\(month < 10 ? "0" : "")\(month)-\(day),KROGER,-6\(day).00") }
        }
        let index = try HouseholdIndex(path: ":memory:")
        var request = IngestRequest()
        request.account = "Checking"
        let file = StatementBytes(Array((lines.joined(separator: "\n") + "\n").utf8), path: "checking.csv")
        _ = try Ingest(index, today: CivilDate(iso: "2026-10-31")!).importBytes(file, request)
        let items = try ReviewQueue(index, asOf: CivilDate(iso: "2026-10-31")!).items()
        let item = try #require(items.first { $0.key.kind == .category })
        #expect((item.choices.first?.key == "rent") == isOffered)
    }

    /// The totals as the rows make them.
    private func expectTotals(_ index: HouseholdIndex) throws {
        for (table, unit) in [("month_total", "category_id"), ("year_total", "merchant_id")] {
            let kept = try index.database.rows(
                "SELECT \(unit), account_id, kind, pending, sum(amount), sum(rows) FROM \(table) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
            ) { row in (0..<6).map { row.int($0) } }
            let summed = try index.database.rows(
                "SELECT \(unit), account_id, kind, pending, sum(amount), count(*) FROM txn WHERE counted = 1 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
            ) { row in (0..<6).map { row.int($0) } }
            #expect(kept == summed)
        }
    }

    private func truth(_ item: ReviewItem, _ ledger: ReviewLedger) -> String {
        switch item.key.kind {
        case .duplicate: ledger.duplicates.contains(item.stake.minorUnits) ? "same" : "different"
        case .pending where item.key.second == 0: "never"
        case .pending: ledger.settled.contains(item.stake.minorUnits) ? "same" : "different"
        case .transfer: "1"
        case .category: "groceries"
        }
    }

    // MARK: Whether the right things are asked

    @Test(arguments: UInt64(1)...12) func exactlyWhatIsDoubtfulIsAsked(seed: UInt64) throws {
        let (ledger, _, queue) = try household(seed)
        let items = try queue.items()
        func stakes(_ kind: ReviewAnswerKey.Kind, _ test: (ReviewItem) -> Bool = { _ in true }) -> Set<Int64> {
            Set(items.filter { $0.key.kind == kind && test($0) }.map(\.stake.minorUnits))
        }
        #expect(stakes(.duplicate) == ledger.duplicates)
        #expect(stakes(.pending) { $0.key.second != 0 } == ledger.settled)
        #expect(stakes(.pending) { $0.key.second == 0 } == ledger.neverCharged)
        #expect(items.filter { $0.key.kind == .transfer }.count == ledger.transfers * 2)
        #expect(Set(items.map(\.id)).count == items.count)
        #expect(try queue.count() == items.count)
    }

    // MARK: What answers do

    @Test(arguments: UInt64(1)...12) func answersMakeTheFiguresTrue(seed: UInt64) throws {
        let (ledger, index, queue) = try household(seed)
        var states: [[String]] = []
        while let item = try queue.items().first {
            states.append(try state(index))
            _ = try queue.answer(item, truth(item, ledger))
            #expect(states.count < 200, "it does not end")
        }
        #expect(try spent(index) == ledger.spent)
        try expectTotals(index)
        // The same files again change nothing and raise no question.
        let answered = try state(index)
        try ledger.bring(into: index)
        #expect(try state(index) == answered)
        #expect(try queue.items().isEmpty)
        for before in states.reversed() {
            _ = try #require(try index.undoLastCorrection())
            let now = try state(index)
            #expect(now == before, "\(Set(now).symmetricDifference(before))")
        }
        #expect(try index.undoLastCorrection() == nil)
        try expectTotals(index)
    }

    @Test func whatIsSaidToBeTwoPaymentsStaysTwo() throws {
        let (ledger, index, queue) = try household(3)
        let before = try spent(index)
        for item in try queue.items() where item.key.kind == .duplicate { _ = try queue.answer(item, "different") }
        #expect(try spent(index) == before)
        #expect(try queue.items().allSatisfy { $0.key.kind != .duplicate })
        try ledger.bring(into: index)
        #expect(try queue.items().allSatisfy { $0.key.kind != .duplicate })
    }

    @Test func aMerchantIsOneQuestionAndItsAnswerARule() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let ledger = ReviewLedger(seed: 1)
        let head = "Date,Description,Amount\n"
        func bring(_ text: String) throws {
            try ledger.bring(.init(name: "a.csv", account: "Checking", type: .checking, text: head + text), into: index)
        }
        try bring(
            """
            2026-10-01,ZORBLAX GMBH,-20.00
            2026-10-02,ZORBLAX GMBH,-22.00
            2026-10-03,QUUX PARTNERS,-1200.00
            2026-10-04,KROGER,-10.00
            2026-10-05,VEEBLE AND SONS,300.00

            """)
        let queue = ReviewQueue(index, asOf: ReviewLedger.asOf)
        let items = try queue.items()
        #expect(items.map(\.stake.minorUnits) == [120_000, 30_000, 4200])
        #expect(items.map(\.rows) == [1, 1, 2])
        #expect(items[2].choices.last?.key == "other" && items[1].choices.last?.key == "income")
        #expect(throws: ReviewError.self) { try queue.answer(items[2], "no such category") }
        #expect(throws: ReviewError.self) { try queue.answer(items[0], "99") }
        #expect(try queue.answer(items[2], "Hotels & lodging").changed == 2)
        #expect(try queue.answer(items[0], "other").changed == 0)
        #expect(try queue.items().map(\.id) == [items[1].id])
        try bring("2026-10-06,ZORBLAX GMBH,-24.00\n2026-10-07,QUUX PARTNERS,-5.00\n")
        #expect(
            try index.database.rows(
                "SELECT count(*) FROM txn WHERE category_id = ?", [.int(try index.categoryID("lodging"))]
            ) { $0.int(0) } == [3])
        #expect(try queue.items().map(\.id) == [items[1].id])
        // What came in under the rule goes back with it.
        _ = try index.undoLastCorrection()
        _ = try index.undoLastCorrection()
        #expect(
            try index.database.rows(
                "SELECT count(*) FROM txn WHERE category_id = ?", [.int(try index.categoryID("lodging"))]
            ) { $0.int(0) } == [0])
        try expectTotals(index)
        #expect(try queue.items().map(\.rows) == [2, 1, 3])
    }

    @Test func aQuestionIsAnsweredByItsID() throws {
        let (ledger, _, queue) = try household(2)
        let item = try #require(try queue.items().first { $0.key.kind == .duplicate })
        #expect(ReviewAnswerKey(id: item.id) == item.key)
        #expect(try queue.answer(id: item.id.uppercased(), truth(item, ledger)).result.changed == 1)
        #expect(throws: ReviewError.self) { try queue.answer(id: item.id, "same") }
        #expect(throws: ReviewError.self) { try queue.answer(id: "d1", "same") }
        #expect(throws: ReviewError.self) { try queue.answer(id: "nonsense", "1") }
    }

    @Test func aTransferToNoneOfTheAccounts() throws {
        let (_, index, queue) = try household(5)
        let first = try #require(try queue.items().first { $0.key.kind == .transfer })
        #expect(first.choices.count == 3)
        // The other row of that day has two candidates still.
        _ = try queue.answer(first, "none")
        let rest = try queue.items().filter { $0.key.kind == .transfer && $0.stake == first.stake }
        #expect(rest.count == 1)
        // With one side given its place, the other is clear and is paired as well.
        _ = try index.undoLastCorrection()
        #expect(try queue.answer(first, "1").changed == 4)
        #expect(try queue.items().allSatisfy { $0.key.kind != .transfer || $0.stake != first.stake })
    }

    @Test func aPendingRowThatIsPostedAfterAllCountsAgain() throws {
        let (_, index, queue) = try household(7)
        let item = try #require(try queue.items().first { $0.key.kind == .pending && $0.key.second == 0 })
        let row = try #require(item.transactions.first)
        let before = try spent(index)
        _ = try queue.answer(item, "never")
        #expect(try spent(index) == before - item.stake.minorUnits)
        let posted = row.date.adding(days: 20).iso
        let text =
            "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n"
            + "\(row.date.iso),\(posted),\(row.rawDescription),,Sale,\(row.amount.plainText),\n"
        try ReviewLedger(seed: 7).bring(
            .init(name: "b.csv", account: "Card", type: .creditCard, text: text), into: index)
        #expect(try spent(index) == before)
        try expectTotals(index)
    }
}
