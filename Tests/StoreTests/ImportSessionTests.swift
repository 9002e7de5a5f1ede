import Ledger
import Store
import Testing

/// Which rows of a file are new, known already, or an earlier pending one that is posted now.
@Suite struct ImportSessionTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func expectConsistency() throws {
        #expect(try index.keptTotals() == index.summedTotals())
        #expect(try index.firstFault() == nil)
    }

    @Test func theSameFileAgainAddsNothing() throws {
        let rows = [Row(-450, "BAKERY"), Row(-450, "BAKERY"), Row(-450, "BAKERY", day: 20_001), Row(1000, "PAY")]
        #expect(try index.bring(rows) == [.added, .added, .added, .added])
        let before = try index.allRows()
        #expect(try index.bring(rows) == [.duplicate, .duplicate, .duplicate, .duplicate])
        #expect(try index.allRows() == before)
        try expectConsistency()
    }

    @Test func identicalPurchasesOfOneDayStayApart() throws {
        #expect(
            try index.bring([Row(-300, "METRO"), Row(-300, "METRO"), Row(-300, "METRO")]) == [.added, .added, .added])
        // A later download of the same day has one more.
        let more = try index.bring([Row](repeating: Row(-300, "METRO"), count: 4), file: "b.csv")
        #expect(more == [.duplicate, .duplicate, .duplicate, .added])
        // One of part of the day has fewer.
        #expect(try index.bring([Row(-300, "METRO")], file: "c.csv") == [.duplicate])
        #expect(try index.allRows().count == 4)
        try expectConsistency()
    }

    @Test func overlappingFilesMeetWithoutLossOrRepetition() throws {
        let days = (0..<30).map { Row(-100 - Int64($0 / 3), "SHOP \($0 % 4)", day: 20_000 + Int32($0 / 2)) }
        try index.bring(Array(days[..<20]), file: "first.csv")
        let outcomes = try index.bring(Array(days[10...]), file: "second.csv")
        #expect(outcomes.filter { $0 == .duplicate }.count == 10)
        #expect(outcomes.filter { $0 == .added }.count == 10)
        #expect(try index.allRows().count == 30)
        try expectConsistency()
    }

    private static let bakery = Row(-450, "BAKERY DOWNTOWN")

    /// What makes a row another one than `bakery`.
    @Test(arguments: [
        (bakery.with { $0.amount = -451 }, true), (bakery.with { $0.day = 20_001 }, true),
        (bakery.with { $0.text = "BAKERY UPTOWN" }, true), (bakery.with { $0.account = "Card" }, true),
        (bakery.with { $0.text = "bakery  downtown" }, false), (bakery.with { $0.text = "  BAKERY DOWNTOWN " }, false),
        (bakery.with { $0.text = "BAKERY\tDOWNTOWN" }, false), (bakery.with { $0.merchant = "Another Name" }, false),
        (bakery.with { $0.category = "coffee" }, false), (bakery.with { $0.posted = 20_003 }, false),
        (bakery.with { $0.kind = .transfer }, false),
    ]) func whatTellsRowsApart(row: Row, isNew: Bool) throws {
        try index.bring([Self.bakery])
        #expect(try index.bring([row], file: "b.csv") == [isNew ? .added : .duplicate])
    }

    // MARK: Bank ids

    private func identified(_ id: String, _ amount: Int64 = -450, _ text: String = "BAKERY", day: Int32 = 20_000) -> Row
    {
        Row(amount, text, day: day).with { $0.bankID = id }
    }

    @Test func aBankIDTellsIdenticalRowsApartAndTheSameRowAgain() throws {
        #expect(try index.bring([identified("1"), identified("2"), identified("1")]) == [.added, .added, .duplicate])
        #expect(try index.bring([identified("2"), identified("3")], file: "b.ofx") == [.duplicate, .added])
        #expect(try index.allRows().count == 3)
        try expectConsistency()
    }

    @Test func aBankIDCountsWithItsAccountAmountAndDay() throws {
        try index.bring([identified("1")])
        let others = [
            identified("1", -451), identified("1", day: 20_001), identified("1").with { $0.account = "Card" },
        ]
        #expect(try index.bring(others, file: "b.ofx") == [.added, .added, .added])
        // The same transaction whose text the bank changed.
        #expect(try index.bring([identified("1", -450, "BAKERY LTD")], file: "c.ofx") == [.duplicate])
    }

    @Test func rowsWithoutIDsAreRecognisedByThoseWith() throws {
        try index.bring([Row(-450, "BAKERY"), Row(-450, "BAKERY"), Row(-700, "BUTCHER")], file: "a.csv")
        let ofx = [identified("1"), identified("2"), identified("3"), identified("4", -700, "BUTCHER")]
        #expect(try index.bring(ofx, file: "b.ofx") == [.duplicate, .duplicate, .added, .duplicate])
        #expect(try index.bring(ofx, file: "c.ofx") == [.duplicate, .duplicate, .duplicate, .duplicate])
        #expect(try index.allRows().count == 4)
        try expectConsistency()
    }

    @Test func rowsWithIDsAreRecognisedByThoseWithout() throws {
        try index.bring([identified("1"), identified("2")], file: "a.ofx")
        let csv = [Row(-450, "BAKERY"), Row(-450, "BAKERY"), Row(-450, "BAKERY")]
        #expect(try index.bring(csv, file: "b.csv") == [.duplicate, .duplicate, .added])
        try expectConsistency()
    }

    // MARK: Pending

    @Test func aPendingRowIsPostedUnderTheSameText() throws {
        try index.bring([Row(-450, "BAKERY").with { $0.isPending = true }])
        #expect(try index.bring([Row(-450, "BAKERY").with { $0.isPending = true }], file: "b.csv") == [.duplicate])
        #expect(try index.bring([Row(-450, "BAKERY").with { $0.posted = 20_002 }], file: "c.csv") == [.updated])
        #expect(try index.bring([Row(-450, "BAKERY").with { $0.posted = 20_002 }], file: "d.csv") == [.duplicate])
        let row = try #require(try index.transaction(id: 1))
        #expect(row.status == .posted)
        #expect(row.posted == CivilDate(dayNumber: 20_002))
        try expectConsistency()
    }

    /// The posted row's day, text and whether it settles the pending one of day 20,000.
    @Test(arguments: [
        (20_000, "BAKERY #12 SPRINGFIELD", true), (20_003, "BAKERY #12 SPRINGFIELD", true),
        (20_010, "BAKERY #12 SPRINGFIELD", true), (20_011, "BAKERY #12 SPRINGFIELD", false),
        (19_999, "BAKERY #12 SPRINGFIELD", false),
    ]) func aPendingRowIsPostedUnderAnotherText(day: Int32, text: String, settles: Bool) throws {
        try index.bring([
            Row(-450, "PENDING BAKERY").with {
                $0.isPending = true
                $0.merchant = "Bakery"
            }
        ])
        let posted = Row(-450, text, day: day).with { $0.merchant = "Bakery" }
        #expect(try index.bring([posted], file: "b.csv") == [settles ? .updated : .added])
        #expect(try index.allRows().count == (settles ? 1 : 2))
        #expect(try index.bring([posted], file: "b.csv") == [.duplicate])
        try expectConsistency()
    }

    @Test func aPendingRowIsSettledOnce() throws {
        let pending = Row(-450, "PENDING BAKERY").with {
            $0.isPending = true
            $0.merchant = "Bakery"
        }
        try index.bring([
            pending,
            Row(-900, "PENDING BAKERY").with {
                $0.isPending = true
                $0.merchant = "Bakery"
            },
        ])
        let posted = Row(-450, "BAKERY 1", day: 20_001).with { $0.merchant = "Bakery" }
        let second = Row(-450, "BAKERY 2", day: 20_001).with { $0.merchant = "Bakery" }
        #expect(try index.bring([posted, second], file: "b.csv") == [.updated, .added])
        #expect(try index.transaction(id: 2)?.status == .pending)
        try expectConsistency()
    }

    @Test func aPendingRowThatIsPostedUnderItsOwnTextSettlesNoOther() throws {
        try index.bring([Row(-450, "BAKERY").with { $0.isPending = true }])
        // The first row makes the session look for pending rows, the second is the pending one, the third another.
        let posted = [Row(-900, "BAKERY"), Row(-450, "BAKERY"), Row(-450, "BAKERY", day: 20_001)]
        #expect(try index.bring(posted, file: "b.csv") == [.added, .updated, .added])
        #expect(try index.bring(posted, file: "b.csv") == [.duplicate, .duplicate, .duplicate])
        #expect(try index.allRows().count == 3)
        try expectConsistency()
    }

    /// Files list the newest row first or the oldest; neither leaves a row pending.
    @Test(arguments: [false, true]) func equalPendingRowsAreSettledByTheirNextOnes(isNewestFirst: Bool) throws {
        func rows(_ text: String, _ days: [Int32], isPending: Bool) -> [Row] {
            let rows = days.map { day in
                Row(-450, text, day: day).with {
                    $0.isPending = isPending
                    $0.merchant = "Bakery"
                }
            }
            return isNewestFirst ? rows.reversed() : rows
        }
        try index.bring(rows("PENDING BAKERY", [20_000, 20_003, 20_008], isPending: true))
        let posted = rows("BAKERY 1", [20_002, 20_004, 20_009], isPending: false)
        #expect(try index.bring(posted, file: "b.csv") == [.updated, .updated, .updated])
        try expectConsistency()
    }

    @Test func anOldFileBringsNoPendingRowBackThatIsPostedByNow() throws {
        let old = [
            Row(-450, "PENDING BAKERY").with {
                $0.isPending = true
                $0.merchant = "Bakery"
            },
            Row(-900, "BUTCHER").with { $0.isPending = true },
            Row(-700, "HELD").with {
                $0.isPending = true
                $0.bankID = "P1"
            },
        ]
        let new = [
            Row(-450, "BAKERY 1", day: 20_001).with { $0.merchant = "Bakery" }, Row(-900, "BUTCHER", day: 20_002),
            Row(-700, "HELD", day: 20_001).with { $0.bankID = "T1" },
        ]
        try index.bring(old)
        #expect(try index.bring(new, file: "b.csv") == [.updated, .updated, .updated])
        #expect(try index.bring(old) == [.duplicate, .duplicate, .duplicate])
        // One more of the same is a purchase of its own.
        #expect(try index.bring([old[1], old[1]], file: "c.csv") == [.duplicate, .added])
        try expectConsistency()
    }

    @Test func aPendingRowThatWasCorrectedKeepsTheCorrectionWhenPosted() throws {
        try index.bring([
            Row(-450, "BAKERY").with {
                $0.isPending = true
                $0.merchant = "Bakery"
            }
        ])
        _ = try index.correct(
            [1], Correction(category: "coffee", merchant: "Corner Bakery", notes: "treat"), always: false)
        let posted = Row(-450, "BAKERY", day: 20_002).with { $0.merchant = "Bakery" }
        #expect(try index.bring([posted], file: "b.csv") == [.updated])
        let row = try #require(try index.transaction(id: 1))
        #expect(row.merchant == "Corner Bakery" && row.category == "coffee" && row.notes == "treat")
        #expect(row.date == CivilDate(dayNumber: 20_002) && row.status == .posted)
        try expectConsistency()
    }

    @Test func pendingRowsOfTheSameFileAreNotSettledByIt() throws {
        try index.bring([Row(-1, "OTHER")])
        let rows = [
            Row(-450, "BAKERY").with { $0.isPending = true }, Row(-450, "BAKERY", day: 20_001),
        ]
        #expect(try index.bring(rows, file: "b.csv") == [.added, .added])
    }

    // MARK: Interruption

    @Test(arguments: [false, true], [false, true])
    func anInterruptedImportLeavesNoTrace(isFilled: Bool, expectsManyRows: Bool) throws {
        if isFilled {
            try index.bring([
                Row(-450, "BAKERY").with { $0.isPending = true }, Row(1000, "PAY").with { $0.kind = .income },
            ])
        }
        let before = try index.everything()
        let rows =
            [Row(-450, "BAKERY"), Row(-7, "ELSEWHERE").with { $0.category = "never_before" }]
            + (0..<50).map { Row(Int64(-$0), "SHOP \($0)").with { $0.account = "New Account" } }
        for count in [1, 2, 30, rows.count] {
            #expect(throws: Interruption.self) {
                try index.bring(rows, file: "b.csv", expectsManyRows: expectsManyRows, failingAfter: count)
            }
            #expect(try (index.everything() == before) as Bool, "after \(count) rows")
            #expect(try index.found("elsewhere").isEmpty)
            #expect(try index.knownCategoryID("never_before") == nil)
            #expect(try index.account(named: "New Account") == nil)
        }
        // What was given out before is good for nothing; the import that succeeds makes it anew.
        try index.bring(rows, file: "b.csv", expectsManyRows: expectsManyRows)
        let row = try #require(try index.found("elsewhere").first)
        #expect(try index.transaction(id: row)?.category == "never_before")
        #expect(try index.allRows().count == rows.count + (isFilled ? 1 : 0))
        try expectConsistency()
    }

    @Test func aBulkImportMakesTheSameIndexAsASmallOne() throws {
        let rows = (0..<300).map { number in
            Row(Int64(-number % 40), "SHOP \(number % 23)", day: 20_000 + Int32(number % 70)).with {
                $0.category = ["groceries", "coffee", "fuel"][number % 3]
                $0.bankID = number % 5 == 0 ? "id \(number)" : nil
            }
        }
        try index.bring(rows)
        let bulk = try HouseholdIndex(path: ":memory:")
        try bulk.bring(rows, expectsManyRows: true)
        #expect(try (bulk.allRows() == index.allRows()) as Bool)
        #expect(try (bulk.keptTotals() == index.keptTotals()) as Bool)
        #expect(try bulk.found("shop") == index.found("shop"))
        let indexes = "SELECT count(*) FROM sqlite_schema WHERE type = 'index'"
        #expect(try bulk.database.first(indexes) { $0.int(0) } == index.database.first(indexes) { $0.int(0) })
        #expect(try bulk.bring(rows).allSatisfy { $0 == .duplicate })
    }
}
