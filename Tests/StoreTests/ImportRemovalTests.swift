import Ledger
import TestSupport
import Testing

@testable import Store

/// An import that is taken back leaves what would be there without it.
@Suite struct ImportRemovalTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    /// Rows as people see them, without the numbers that differ from one index to the next, the kept totals and what
    /// can be searched.
    private func content(_ index: HouseholdIndex) throws -> [String] {
        let rows = try index.database.rows(
            """
            SELECT a.name, t.day, t.posted_day, t.amount, m.name, c.slug, d.description, t.kind, t.pending, t.counted,
            t.basis, t.bank_id, t.occurrence, p.amount FROM txn t JOIN account a ON a.id = t.account_id
            JOIN merchant m ON m.id = t.merchant_id JOIN category c ON c.id = t.category_id
            JOIN document d ON d.id = t.document_id LEFT JOIN txn p ON p.id = t.pair_id
            """
        ) { row in (0..<14).map { row.optionalText($0) ?? "-" }.joined(separator: "|") }
        let texts = try index.database.rows("SELECT description FROM document") { "text " + $0.text(0) }
        let accounts = try index.accounts.map { "account \($0.name)" }
        let balances = try index.database.rows("SELECT day, amount FROM balance ORDER BY 1") {
            "balance \($0.int(0)) \($0.int(1))"
        }
        return rows.sorted() + texts.sorted() + accounts.sorted() + balances
    }

    private func expectConsistency() throws {
        #expect(try index.keptTotals() == index.summedTotals())
        #expect(try index.database.rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
        #expect(try index.database.rows("INSERT INTO search (search) VALUES ('integrity-check')") { $0.text(0) } == [])
        #expect(try index.allRows().allSatisfy { $0.hasSuffix("|1|1") })
    }

    private func number(_ name: String) throws -> Int64 {
        try #require(try index.imports().last { $0.file == name }).number
    }

    @Test("An undo after an import was chosen to be removed says so and takes back nothing else")
    func undoAfterRemoval() throws {
        try index.bring([Row(-100, "BAKERY")], file: "a.csv")
        try index.bring([Row(-200, "BUTCHER")], file: "b.csv")
        _ = try index.removeImport(number("a.csv"), isChosen: true)
        #expect(try index.importToUndo == nil)
        let final = #expect(throws: IrreversibleAction.self) { try index.undoLastCorrection() }
        #expect(final?.message.contains("removing the import of a.csv") == true)
        #expect(try index.imports().map(\.file) == ["b.csv"])
        // What is imported after it can be taken back.
        try index.bring([Row(-100, "BAKERY")], file: "a.csv")
        #expect(try index.importToUndo == number("a.csv"))
    }

    @Test func theListOfImports() throws {
        try index.bring(
            [Row(-100, "BAKERY"), Row(-200, "BUTCHER").with { $0.account = "Card" }, Row(-5, "X")], file: "a.csv")
        try index.bring([Row(-100, "BAKERY")], file: "again.csv")
        try index.bring([Row(-100, "BAKERY"), Row(-7, "Y", day: 20_050)], file: "b.csv")
        let imports = try index.imports()
        #expect(imports.map(\.file) == ["a.csv", "b.csv"], "what brought nothing is not there")
        #expect(imports.map(\.kept) == [3, 1])
        #expect(imports[0].accounts == ["Checking", "Card"] && imports[1].rows == 2)
    }

    @Test func theRowsOfOneImportGo() throws {
        try index.bring([Row(-100, "BAKERY"), Row(-100, "BAKERY")], file: "a.csv")
        let before = try content(index)
        try index.bring(
            [Row(-100, "BAKERY"), Row(-300, "NEW SHOP", day: 20_100), Row(-9, "BAKERY").with { $0.account = "New" }],
            file: "b.csv")
        let after = try content(index)
        let removed = try #require(try index.removeImport(try number("b.csv")))
        #expect(removed == RemovedImport(file: "b.csv", removed: 2, restored: 0))
        #expect(try content(index) == before)
        #expect(try index.found("new").isEmpty && index.found("bakery") == [1, 2])
        try expectConsistency()
        try index.bring(
            [Row(-100, "BAKERY"), Row(-300, "NEW SHOP", day: 20_100), Row(-9, "BAKERY").with { $0.account = "New" }],
            file: "b.csv")
        #expect(try content(index) == after)
        #expect(try index.removeImport(99) == nil)
        try expectConsistency()
    }

    @Test func whatWasPostedIsPendingAgain() throws {
        let pending = Row(-4000, "GRILL PENDING").with {
            $0.isPending = true
            $0.merchant = "Grill"
        }
        let same = Row(-50, "CAFE").with { $0.isPending = true }
        try index.bring([pending, same], file: "a.csv")
        let before = try content(index)
        let posted = [
            Row(-4000, "GRILL 12", day: 20_003).with { $0.merchant = "Grill" },
            Row(-50, "CAFE").with { $0.posted = 20_002 }, Row(-1, "OTHER"),
        ]
        try index.bring(posted, file: "b.csv")
        let after = try content(index)
        #expect(try index.removeImport(try number("b.csv"))?.restored == 2)
        #expect(try content(index) == before)
        try expectConsistency()
        try index.bring(posted, file: "b.csv")
        #expect(try content(index) == after)
        // Without the older file the newer one's rows are its own.
        #expect(try index.removeImport(try number("a.csv"))?.removed == 1)
        #expect(try index.removeImport(try number("b.csv"))?.removed == 2)
        #expect(try content(index).isEmpty)
        try index.bring([pending], file: "a.csv")
        #expect(try content(index).count == 3, "it may come again")
        try expectConsistency()
    }

    @Test func theOtherSideOfATransferIsWhatItWas() throws {
        try index.bring([Row(-500, "PAYMENT").with { $0.hint = 1 }], file: "a.csv")
        let before = try content(index)
        let card = [
            Row(500, "THANK YOU", day: 20_001).with {
                $0.account = "Card"
                $0.kind = .refund
                $0.hint = 3
            }
        ]
        try index.bringPaired(card, file: "b.csv")
        #expect(try index.transaction(id: 1)?.kind == .transfer)
        let after = try content(index)
        _ = try index.removeImport(try number("b.csv"))
        let restored = try content(index)
        #expect(restored == before, "\(restored) \(before)")
        try expectConsistency()
        try index.bringPaired(card, file: "b.csv")
        #expect(try content(index) == after)
    }

    @Test func correctionsOfOtherRowsCanBeUndoneStill() throws {
        try index.bring([Row(-100, "BAKERY")], file: "a.csv")
        try index.bring([Row(-200, "BUTCHER")], file: "b.csv")
        _ = try index.correct([1], Correction(category: "coffee"), always: false)
        _ = try index.correct([2], Correction(category: "coffee", isExcluded: true), always: false)
        _ = try index.removeImport(try number("b.csv"))
        #expect(try index.undoLastCorrection()?.changed == 1)
        #expect(try index.transaction(id: 1)?.category == "groceries")
        #expect(try index.undoLastCorrection() == nil)
        try expectConsistency()
    }

    /// Whatever files are taken back in whatever order: what is left is what the others bring.
    @Test(arguments: UInt64(1)...25) func anyImports(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var files: [(name: String, rows: [Row])] = []
        for number in 0..<4 {
            // Each file has rows of its own, so that no file is known by another one's.
            let rows = (0..<random.roll(1...8)).map { line in
                Row(
                    -Int64(random.roll(1...3)) * 100, "SHOP \(number) \(random.roll(1...3))",
                    day: 20_000 + Int32(random.roll(0...40))
                )
                .with {
                    $0.account = ["Checking", "Card"][random.roll(0...1)]
                    $0.bankID = random.chance(30) ? "\(number)-\(line)" : nil
                    $0.isPending = random.chance(20)
                }
            }
            files.append(("\(number).csv", rows))
        }
        for file in files { try index.bring(file.rows, file: file.name) }
        while let file = files.indices.randomElement(using: &random) {
            _ = try index.removeImport(try number(files[file].name))
            files.remove(at: file)
            let other = try HouseholdIndex(path: ":memory:")
            for file in files { try other.bring(file.rows, file: file.name) }
            #expect(try content(index) == content(other))
            try expectConsistency()
        }
    }

    // MARK: Accounts

    @Test func anAccountGetsAnotherName() throws {
        try index.bring([Row(-100, "BAKERY").with { $0.account = "January" }])
        let done = try index.renameAccount("january", to: "Everyday")
        #expect(!done.isMerged && done.account.name == "Everyday")
        #expect(try index.accounts.map(\.name) == ["Everyday"])
        #expect(try index.account(named: "JANUARY")?.name == "Everyday")
        #expect(try index.renameAccount("Everyday", to: "EVERYDAY").account.name == "EVERYDAY")
        #expect(throws: AccountError.self) { try index.renameAccount("None", to: "Other") }
        #expect(try index.renameAccount("Everyday", to: "January").account.name == "January")
        try expectConsistency()
    }

    /// A new name is an action of its own, which an undo takes back before what came earlier.
    @Test func aNewNameIsTakenBack() throws {
        try index.bring([Row(-100, "BAKERY").with { $0.account = "January" }])
        _ = try index.renameAccount("January", to: "Everyday")
        _ = try index.renameAccount("Everyday", to: "Checking")
        #expect(try index.importToUndo == nil && index.lastChange()?.what == "the name of Checking")
        #expect(try index.undoLastCorrection()?.summary == "Checking is called Everyday again")
        #expect(try index.account(named: "Checking") == nil && index.account(named: "January")?.name == "Everyday")
        // Where another account took the name meanwhile, both keep theirs.
        _ = try index.addAccount(name: "January", type: .checking, currency: .usd)
        let kept = try index.undoLastCorrection()?.summary
        #expect(kept == "Everyday keeps its name, since another account is called January now")
        #expect(try index.accounts.map(\.name).sorted() == ["Everyday", "January"])
        #expect(try index.importToUndo != nil)
        try expectConsistency()
    }

    /// What was put together can't be taken apart, and nothing before it is undone instead.
    @Test func aMergeSaysThatItStays() throws {
        try index.bring([Row(-100, "BAKERY")])
        try index.bring([Row(-300, "BUTCHER").with { $0.account = "Old" }], file: "b.csv")
        _ = try index.renameAccount("Old", to: "Checking")
        #expect(try index.importToUndo == nil)
        let before = try index.everything()
        #expect(throws: IrreversibleAction.self) { try index.undoLastCorrection() }
        #expect(try index.lastIsFinal()?.message.contains("moving everything in Old into Checking") == true)
        #expect(try index.everything() == before)
    }

    @Test func anAccountIsMergedIntoAnother() throws {
        let shared = Row(-700, "SHARED", day: 20_031)
        try index.bring([Row(-100, "BAKERY"), shared, Row(-5, "CAFE").with { $0.bankID = "7" }])
        let february = [
            shared, Row(-300, "BUTCHER", day: 20_040), Row(-5, "CAFE 2").with { $0.bankID = "7" },
        ].map { row in row.with { $0.account = "February" } }
        try index.bring(february, file: "february.csv")
        let done = try index.renameAccount("February", to: "checking")
        #expect(done.isMerged && done.dropped == 2 && done.account.name == "Checking")
        #expect(
            try index.database.rows("SELECT amount FROM txn ORDER BY day, id") { $0.int(0) } == [-100, -5, -700, -300])
        #expect(try index.accounts.map(\.name) == ["Checking"])
        try expectConsistency()
        // The file is known under its old name, and its rows are.
        #expect(try index.bring(february, file: "february.csv") == [.duplicate, .duplicate, .duplicate])
        let euro = try index.addAccount(name: "Euro", type: .checking, currency: .eur)
        #expect(throws: AccountError.self) { try index.renameAccount(euro.name, to: "Checking") }
    }

    @Test func twoAccountsOfOneBankStayTwo() throws {
        try index.bring([Row(-100, "BAKERY")])
        try index.bring([Row(-200, "BUTCHER").with { $0.account = "Visa" }], file: "b.csv")
        let bank = try index.addConnection(
            named: "Bank", provider: "simplefin", reference: "r", institution: nil, sealedSecret: nil)
        for name in ["Checking", "Visa"] {
            let account = try #require(try index.account(named: name))
            _ = try index.link(name, ofConnection: bank.id, to: account.id, institution: nil)
        }
        #expect(throws: AccountError.self) { try index.renameAccount("Visa", to: "Checking") }
        #expect(try index.accounts.count == 2)
        #expect(try !index.renameAccount("Visa", to: "Card").isMerged)
        // What comes from files only joins either.
        try index.bring([Row(-300, "BAKERY").with { $0.account = "Old" }], file: "c.csv")
        #expect(try index.renameAccount("Old", to: "Checking").isMerged)
        try expectConsistency()
    }

    @Test func whatABankSaidGoesWithTheLastRowOnceItIsDisconnected() throws {
        try index.bring([Row(-100, "BAKERY")])
        let account = try #require(try index.account(named: "Checking"))
        let bank = try index.addConnection(
            named: "Bank", provider: "simplefin", reference: "r", institution: nil, sealedSecret: nil)
        _ = try index.link("c1", ofConnection: bank.id, to: account.id, institution: nil)
        try index.keep(
            KnownBalance(accountID: account.id, day: CivilDate(dayNumber: 20_040), amount: 5_000, source: .statement),
            rows: HouseholdIndex.rowsOfSync)
        _ = try index.removeConnection(bank.id, deletingRows: true)
        #expect(try index.accounts.count == 1)
        let number = try #require(try index.imports().first?.number)
        _ = try index.removeImport(number)
        #expect(try index.accounts.isEmpty)
        #expect(try index.database.first("SELECT count(*) FROM balance") { $0.int(0) } == 0)
    }

    @Test func ofWhatBothHadTheUsersWordStands() throws {
        try index.bring([Row(-100, "BAKERY")])
        try index.bring([Row(-100, "BAKERY").with { $0.account = "Old" }], file: "b.csv")
        _ = try index.correct([2], Correction(category: "coffee"), always: false)
        #expect(try index.renameAccount("Old", to: "Checking").dropped == 1)
        #expect(try index.transaction(id: 2)?.category == "coffee")
        #expect(try index.transaction(id: 1) == nil)
        try expectConsistency()
        // It can't be taken back behind that.
        #expect(throws: IrreversibleAction.self) { try index.undoLastCorrection() }
        #expect(try index.transaction(id: 2)?.category == "coffee")
    }
}

extension HouseholdIndex {
    /// Brings rows in and pairs the first with row 1.
    fileprivate func bringPaired(_ rows: [Row], file: String) throws {
        try importFile(named: file, format: "csv", on: CivilDate(dayNumber: 20_500), expectsManyRows: false) {
            session in
            for row in rows {
                let account =
                    try account(named: row.account) ?? addAccount(name: row.account, type: .creditCard, currency: .usd)
                _ = try session.add(
                    NewTransaction(
                        accountID: account.id, day: row.day, postedDay: nil, amount: row.amount, description: row.text,
                        contentHash: ImportSession.contentHash(row.text), textHash: ContentHash.of(row.text),
                        merchant: row.text, category: row.category, kind: row.kind, isPending: false, basis: .rules,
                        transferHint: row.hint, bankID: nil, line: 1))
            }
            return (rows.count, ())
        } settle: { session in
            for pair in TransferMatcher.match(try possibleTransfers(days: 19_990...20_010)).pairs {
                try pairTransfer(pair.out, pair.into, category: "card_payment", session)
            }
        }
    }
}
