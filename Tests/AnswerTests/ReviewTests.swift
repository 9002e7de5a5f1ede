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
        case .payback: "no"
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

    private func bring(_ rows: [String], account: String, type: AccountType = .checking, into index: HouseholdIndex)
        throws
    {
        let text = (["Date,Description,Amount,Status"] + rows).joined(separator: "\n") + "\n"
        try ReviewLedger(seed: 1).bring(
            .init(name: account + ".csv", account: account, type: type, text: text), into: index)
    }

    @Test func mostMoneyIsAskedAboutFirst() throws {
        let (_, _, queue) = try household(4)
        let stakes = try queue.items().map(\.stake.minorUnits)
        #expect(stakes.count > 8)
        #expect(stakes == stakes.sorted(by: >))
    }

    /// What the user said of a pending payment is said of what it became, also where a tip was added.
    @Test func aTipTakesNotesTagsCategoryAndPartsAlong() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let coach = ReviewQueue(index, asOf: ReviewLedger.asOf)
        try bring(
            [
                "2026-10-02,OLIVE GARDEN 12,-40.00,pending", "2026-10-03,CHIPOTLE 7,-20.00,pending",
                "2026-10-04,KROGER 7,-9.00,posted",
            ],
            account: "Card", into: index)
        let rows = try index.database.rows("SELECT id FROM txn ORDER BY id") { $0.int(0) }
        _ = try index.correct([rows[0]], Correction(category: "gifts", notes: "with Ana"), always: false)
        _ = try index.setTag("party", on: [rows[0]], isOn: true)
        _ = try index.split(
            rows[1], into: [SplitPart(amount: -1_200, category: "gifts"), SplitPart(amount: -800, category: "pets")])
        try bring(
            ["2026-10-03,OLIVE GARDEN 12,-48.00,posted", "2026-10-05,CHIPOTLE 7,-24.00,posted"], account: "Card",
            into: index)
        let asked = try coach.items().filter { $0.key.kind == .pending }
        #expect(asked.map(\.stake.minorUnits) == [4_000, 2_000])
        for item in asked { _ = try coach.answer(item, "same") }
        let found = try index.database.rows(
            """
            SELECT t.amount, coalesce(d.notes, ''), t.excluded, t.counted FROM txn t JOIN document d ON d.id = t.document_id
            WHERE t.amount IN (-4000, -4800) ORDER BY t.id
            """
        ) { "\($0.int(0)) \($0.text(1)) \($0.int(2)) \($0.int(3))" }
        #expect(found.contains("-4800 with Ana #party 0 1"))
        #expect(found.contains("-4000 with Ana #party 1 0"))
        let posted = try #require(try index.database.first("SELECT id FROM txn WHERE amount = -4800") { $0.int(0) })
        #expect(try index.transaction(id: posted)?.category == "gifts")
        // What came on top belongs to the last part.
        let whole = try #require(try index.database.first("SELECT id FROM txn WHERE amount = -2400") { $0.int(0) })
        let parts = try index.database.rows(
            "SELECT amount, counted FROM txn WHERE parent_id = ? ORDER BY id", [.int(whole)]
        ) { "\($0.int(0)) \($0.int(1))" }
        #expect(parts == ["-1200 1", "-1200 1"])
        #expect(try spent(index) == 4_800 + 2_400 + 900)
        try expectTotals(index)
        for _ in asked { _ = try index.undoLastCorrection() }
        #expect(try spent(index) == 4_000 + 2_000 + 4_800 + 2_400 + 900)
        try expectTotals(index)
    }

    /// What left as a transfer and reached no account that is there is for its owner to say.
    @Test func transfersWithoutAnotherSideAreAskedAbout() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let queue = ReviewQueue(index, asOf: ReviewLedger.asOf)
        try bring(
            [
                "2026-10-01,ONLINE TRANSFER TO SAV ...8842,-200.00,posted",
                "2026-10-08,ONLINE TRANSFER TO SAV ...8842,-200.00,posted",
                "2026-10-09,Online Transfer to CHK ...9911,-500.00,posted",
                "2026-10-10,KOHLS CHARGE CARD PMT,-210.20,posted",
                "2026-10-11,AMERICAN EXPRESS ACH PMT,-470.00,posted", "2026-10-12,KROGER 7,-90.00,posted",
                "2026-10-13,TRANSFER FROM SAV ...8842,50.00,posted",
            ], account: "Checking", into: index)
        let items = try queue.items()
        #expect(items.map(\.stake.minorUnits) == [50_000, 47_000, 40_000, 21_020])
        #expect(items.map(\.rows) == [1, 1, 2, 1])
        #expect(items.allSatisfy { $0.key.kind == .transfer && $0.choices.first?.key == "own" })
        #expect(try queue.count() == 4)
        #expect(try spent(index) == 9_000)
        var coach = try Coach(index, asOf: ReviewLedger.asOf)
        let answer = try coach.answer("how much did I spend in October 2026")
        #expect(answer.notes.count == 1 && answer.reply.contains("$1,580.20"))
        // Once in a conversation is enough, and of one category it says nothing.
        #expect(try coach.answer("how much did I spend this month").notes.isEmpty)
        coach.startAfresh()
        #expect(try coach.answer("how much did I spend on groceries this month").notes.isEmpty)

        // A merchant's answer holds for what follows; that of an account for these rows.
        _ = try queue.answer(items[3], "Clothing")
        _ = try queue.answer(items[0], "people")
        #expect(try spent(index) == 9_000 + 21_020 + 50_000)
        _ = try queue.answer(items[1], "1")
        try bring(
            [
                "2026-10-20,KOHLS CHARGE CARD PMT,-30.00,posted", "2026-10-21,AMERICAN EXPRESS ACH PMT,-99.00,posted",
                "2026-10-22,Online Transfer to CHK ...9911,-25.00,posted",
            ], account: "Checking", into: index)
        #expect(try spent(index) == 9_000 + 21_020 + 50_000 + 3_000)
        #expect(try queue.items().map(\.stake.minorUnits) == [40_000, 2_500])
        try expectTotals(index)
        for _ in 1...3 { _ = try index.undoLastCorrection() }
        #expect(try spent(index) == 9_000)
        try expectTotals(index)
    }

    /// What left two accounts under one name are two questions, each with its own sum.
    @Test func transfersOutOfTwoAccountsAreTwoQuestions() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let queue = ReviewQueue(index, asOf: ReviewLedger.asOf)
        for (account, amounts) in [("Checking", [-150, -250]), ("Joint", [-700])] {
            let rows = amounts.enumerated().map { "2026-10-0\($0 + 1),ONLINE TRANSFER TO SAV ...8842,\($1).00,posted" }
            try bring(rows + ["2026-10-12,KROGER 7,-90.00,posted"], account: account, into: index)
        }
        let items = try queue.items().filter { $0.key.kind == .transfer }
        #expect(items.map(\.stake.minorUnits) == [70_000, 40_000])
        #expect(items.map(\.rows) == [1, 2])
        #expect(
            items[0].question.contains("$700.00 out of Joint") && items[1].question.contains("$400.00 out of Checking"))
        // Any category is an answer, and concerns the rows of its question alone.
        let before = try spent(index)
        #expect(items.allSatisfy { $0.takesCategories })
        _ = try queue.answer(items[0], "Groceries")
        #expect(try spent(index) == before + 70_000)
        #expect(try queue.items().filter { $0.key.kind == .transfer }.map(\.stake.minorUnits) == [40_000])
    }

    /// The file of the other account may only not be there yet.
    @Test func aTransferWhoseOtherSideMayStillComeIsNotAskedAbout() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let queue = ReviewQueue(index, asOf: ReviewLedger.asOf)
        try bring(
            ["2026-09-01,KROGER 7,-9.00,posted", "2026-10-01,KROGER 7,-8.00,posted"], account: "Card",
            type: .creditCard, into: index)
        try bring(
            ["2026-10-11,HARBOR VISA CARD ONLINE PMT,-470.00,posted", "2026-10-12,KROGER 7,-90.00,posted"],
            account: "Checking",
            into: index)
        #expect(try queue.items().isEmpty)
        try bring(["2026-10-25,KROGER 7,-7.00,posted"], account: "Card", type: .creditCard, into: index)
        #expect(try queue.items().map(\.stake.minorUnits) == [47_000])
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
