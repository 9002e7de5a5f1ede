import Ledger
import Testing

@testable import Store

@Suite struct CorrectionTests {
    private let index: HouseholdIndex

    /// Rows 1 and 2 are the bakery's, 3 the butcher's, 4 the bakery's in another month, decided by the user.
    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        try index.bring([
            Row(-450, "BAKERY"), Row(-550, "BAKERY", day: 20_001), Row(-2000, "BUTCHER", day: 20_001),
            Row(-650, "BAKERY", day: 20_040),
        ])
        _ = try index.correct([4], Correction(category: "restaurants"), always: false)
    }

    private func expectConsistency() throws {
        #expect(try index.keptTotals() == index.summedTotals())
        #expect(
            try index.allRows().allSatisfy { $0.hasSuffix("|1|1") }, "a text's merchant or category is not its row's")
    }

    private func row(_ id: Int64) throws -> Transaction { try #require(try index.transaction(id: id)) }

    @Test func everyPartOfARow() throws {
        let correction = Correction(
            category: "coffee", kind: .refund, merchant: "Corner Bakery", notes: "two croissants", isExcluded: true)
        let result = try index.correct([1], correction, always: false)
        #expect(result == CorrectionResult(changed: 1, summary: "1 transaction changed"))
        let row = try row(1)
        #expect(row.category == "coffee" && row.kind == .refund && row.merchant == "Corner Bakery")
        #expect(row.notes == "two croissants" && row.isExcluded && row.rawDescription == "BAKERY")
        #expect(try self.row(2).merchant == "BAKERY")
        #expect(try index.found("croissants") == [1])
        #expect(try index.found("corner") == [1])
        #expect(try index.rules().isEmpty)
        try expectConsistency()
        _ = try index.correct([1], Correction(notes: ""), always: false)
        #expect(try self.row(1).notes == nil)
        #expect(try index.found("croissants").isEmpty)
    }

    @Test func whatIsSoAlreadyIsNoChange() throws {
        _ = try index.correct([4], Correction(notes: "lunch"), always: false)
        #expect(try index.correct([4], Correction(category: "restaurants", notes: "lunch"), always: false).changed == 0)
    }

    @Test func anUnknownNumberChangesNothing() throws {
        let before = try index.everything()
        #expect(throws: UnknownTransaction(id: 99)) {
            try index.correct([1, 99], Correction(category: "coffee", merchant: "New Name"), always: true)
        }
        #expect(try (index.everything() == before) as Bool)
    }

    @Test func alwaysIsARuleForTheMerchantNowAndLater() throws {
        let result = try index.correct(
            [1], Correction(category: "coffee", merchant: "Corner Bakery", notes: "mine"), always: true)
        #expect(result.changed == 2)
        #expect(result.summary == "2 transactions changed, and saved as a rule")
        #expect(try row(2).category == "coffee" && row(2).merchant == "Corner Bakery")
        #expect(try row(1).notes == "mine" && row(2).notes == nil)
        #expect(try row(3).category == "groceries")
        #expect(try row(4).category == "restaurants" && row(4).merchant == "BAKERY", "decided one by one before")
        #expect(try index.rule(forMerchant: "BAKERY") == Correction(category: "coffee", merchant: "Corner Bakery"))
        #expect(try index.rule(forMerchant: "BUTCHER") == nil)
        #expect(try index.hasRules)
        try expectConsistency()
    }

    @Test func aSecondRuleAddsToTheFirst() throws {
        _ = try index.correct([1], Correction(category: "coffee"), always: true)
        _ = try index.correct([1], Correction(kind: .transfer), always: true)
        #expect(try index.rule(forMerchant: "BAKERY") == Correction(category: "coffee", kind: .transfer))
        #expect(try row(2).kind == .transfer)
        _ = try index.undoLastCorrection()
        #expect(try index.rule(forMerchant: "BAKERY") == Correction(category: "coffee"))
        #expect(try row(2).kind == .expense && row(2).category == "coffee")
        try expectConsistency()
    }

    @Test func excludedRowsAreInNoTotal() throws {
        func spent() throws -> Int64? { try index.database.first("SELECT sum(spent) FROM spending") { $0.int(0) } }
        #expect(try spent() == 3650)
        _ = try index.correct([3], Correction(isExcluded: true), always: false)
        #expect(try spent() == 1650)
        try expectConsistency()
        _ = try index.correct([3], Correction(isExcluded: false), always: false)
        #expect(try spent() == 3650)
        try expectConsistency()
    }

    // MARK: Undo

    @Test(arguments: [
        (Correction(category: "coffee"), false), (Correction(kind: .transfer), true),
        (Correction(merchant: "A “new” name\nin two lines"), true), (Correction(notes: "= - 7  spaces "), false),
        (Correction(category: "never_before", kind: .refund, merchant: "X", notes: "-", isExcluded: true), true),
    ]) func undoRestoresExactly(correction: Correction, always: Bool) throws {
        _ = try index.correct([1], Correction(notes: "  kept = - note "), always: false)
        _ = try index.correct([3], Correction(merchant: "Butcher & Son"), always: true)
        let rows = try index.allRows()
        let rules = try index.rules()
        let totals = try index.keptTotals()
        let result = try index.correct([1, 3, 4], correction, always: always)
        #expect(result.changed >= 3)
        #expect(try index.allRows() != rows)
        let undone = try #require(try index.undoLastCorrection())
        #expect(undone.changed == result.changed)
        #expect(try index.allRows() == rows)
        #expect(try index.rules() == rules)
        #expect(try index.keptTotals() == totals)
        try expectConsistency()
    }

    @Test func undoGoesBackStepByStepToTheBeginning() throws {
        var states: [[String]] = []
        for number in 0..<5 {
            states.append(try index.allRows() + index.rules())
            _ = try index.correct(
                [Int64(number % 4) + 1], Correction(category: "coffee", notes: "note \(number)"),
                always: number % 2 == 0)
        }
        for state in states.reversed() {
            _ = try #require(try index.undoLastCorrection())
            #expect(try index.allRows() + index.rules() == state)
        }
        _ = try #require(try index.undoLastCorrection())
        #expect(try row(4).category == "groceries")
        #expect(try index.undoLastCorrection() == nil)
        try expectConsistency()
    }

    // MARK: Splits

    @Test func aSplitRowStaysOutOfTotalsWhateverIsCorrected() throws {
        try index.database.run(
            script: """
                INSERT INTO txn (account_id, document_id, merchant_id, category_id, day, amount, kind, pending, counted,
                parent_id, basis, content_hash, occurrence)
                SELECT account_id, document_id, merchant_id, category_id, day, amount / 2, kind, pending, 1, id, 3,
                content_hash, occurrence + 1 FROM txn WHERE id = 3;
                INSERT INTO txn (account_id, document_id, merchant_id, category_id, day, amount, kind, pending, counted,
                parent_id, basis, content_hash, occurrence)
                SELECT account_id, document_id, merchant_id, category_id, day, amount / 2, kind, pending, 1, id, 3,
                content_hash, occurrence + 2 FROM txn WHERE id = 3;
                UPDATE txn SET counted = 0 WHERE id = 3;
                """)
        _ = try index.correct([3], Correction(category: "coffee"), always: false)
        _ = try index.correct([5], Correction(category: "fuel"), always: false)
        try expectConsistency()
        #expect(try index.database.first("SELECT sum(spent) FROM spending") { $0.int(0) } == 3650)
        while try index.undoLastCorrection() != nil {}
        try expectConsistency()
        #expect(try index.database.first("SELECT sum(spent) FROM spending") { $0.int(0) } == 3650)
    }
}

/// Corrections and what imports did in between.
@Suite struct CorrectionBetweenImportsTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func bring(_ rows: [Row], account: String, file: String) throws {
        var rules = MerchantRules(index)
        let ruled = try rows.map { row in
            var decision = RowDecision(
                merchant: row.text, category: row.category, kind: row.kind, basis: .rules, transferHint: row.hint)
            let unruled = decision
            try rules.apply(to: &decision, minorUnits: row.amount)
            return (row, decision, decision == unruled ? nil : unruled)
        }
        try index.importFile(named: file, format: "csv", on: CivilDate(dayNumber: 20_500), expectsManyRows: false) {
            session in
            let id = try
                (index.account(named: account) ?? index.addAccount(name: account, type: .checking, currency: .usd)).id
            for (row, decision, unruled) in ruled {
                _ = try session.add(
                    NewTransaction(
                        accountID: id, day: row.day, postedDay: nil, amount: row.amount, description: row.text,
                        contentHash: ImportSession.contentHash(row.text), textHash: ContentHash.of(row.text),
                        merchant: decision.merchant, category: decision.category, kind: decision.kind,
                        isPending: false, basis: decision.basis, transferHint: decision.transferHint, bankID: nil,
                        line: 1, unruled: unruled))
            }
            return (rows.count, ())
        } settle: { session in
            for pair in TransferMatcher.match(try index.possibleTransfers(days: 19_990...20_100)).pairs {
                try index.pairTransfer(pair.out, pair.into, category: "transfers", session)
            }
        }
    }

    private func seen(_ id: Int64) throws -> String {
        let row = try #require(try index.transaction(id: id))
        let pair =
            try index.database.first("SELECT pair_id FROM txn WHERE id = ?", [.int(id)]) { $0.optionalInt(0) } ?? nil
        return "\(row.merchant) \(row.category) \(row.kind.rawValue)\(pair.map { " with \($0)" } ?? "")"
    }

    @Test func whatCameUnderARuleGoesBackWithIt() throws {
        try bring([Row(-100, "OWL")], account: "A", file: "1.csv")
        _ = try index.correct([1], Correction(category: "coffee"), always: true)
        try bring([Row(-200, "OWL")], account: "A", file: "2.csv")
        _ = try index.correct([1], Correction(merchant: "Little Owl"), always: true)
        try bring([Row(-300, "OWL")], account: "A", file: "3.csv")
        #expect(try seen(3) == "Little Owl coffee expense")
        _ = try index.undoLastCorrection()
        #expect(try [1, 2, 3].map(seen) == ["OWL coffee expense", "OWL coffee expense", "OWL coffee expense"])
        _ = try index.undoLastCorrection()
        #expect(try [1, 2, 3].map(seen) == Array(repeating: "OWL groceries expense", count: 3))
        #expect(try index.keptTotals() == index.summedTotals())
        #expect(try index.rules().isEmpty)
    }

    @Test func aPairThatOnlyTheRuleMadeGoesBackWithIt() throws {
        try bring([Row(-500, "OWL").with { $0.hint = 1 }], account: "A", file: "1.csv")
        _ = try index.correct([1], Correction(kind: .transfer), always: true)
        try bring([Row(-500, "OWL", day: 20_002)], account: "A", file: "2.csv")
        try bring(
            [
                Row(500, "IN", day: 20_003).with {
                    $0.hint = 2
                    $0.kind = .income
                    $0.category = "income"
                }
            ], account: "B", file: "3.csv")
        #expect(try seen(2) == "OWL groceries transfer with 3")
        _ = try index.undoLastCorrection()
        #expect(try [1, 2, 3].map(seen) == ["OWL groceries expense", "OWL groceries expense", "IN income income"])
        #expect(try index.keptTotals() == index.summedTotals())
    }

    @Test func aSideThatIsSaidToBeSpentFreesTheOther() throws {
        try bring([Row(-500, "OWL").with { $0.hint = 1 }], account: "A", file: "1.csv")
        try bring(
            [
                Row(500, "IN").with {
                    $0.hint = 2
                    $0.kind = .income
                    $0.category = "income"
                }
            ], account: "B", file: "2.csv")
        #expect(try seen(1) == "OWL transfers transfer with 2")
        _ = try index.correct([1], Correction(category: "rent"), always: false)
        #expect(try [1, 2].map(seen) == ["OWL rent expense", "IN income income"])
        _ = try index.undoLastCorrection()
        #expect(try [1, 2].map(seen) == ["OWL transfers transfer with 2", "IN transfers transfer with 1"])
        #expect(try index.keptTotals() == index.summedTotals())
    }

    /// Entries that an earlier version wrote say nothing of pairs.
    @Test func anOlderLogIsUnderstood() throws {
        try bring([Row(-500, "OWL").with { $0.hint = 1 }], account: "A", file: "1.csv")
        let state = try #require(try index.state(ofRow: 1))
        let old = "row \(state.merchantID) \(state.categoryID) 0 0 0 =two  words"
        _ = try index.correct([1], Correction(category: "rent", notes: "x"), always: false)
        try index.database.run("UPDATE correction SET before = ?", .text(old))
        _ = try index.undoLastCorrection()
        #expect(try seen(1) == "OWL groceries expense")
        #expect(try index.transaction(id: 1)?.notes == "two  words")
    }
}
