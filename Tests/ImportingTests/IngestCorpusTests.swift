import Coaching
import Importing
import Ledger
import Store
import Testing

/// Published bank exports, asked about as the README asks, against a sum over the rows that the files are known to
/// hold. `CSVCorpusTests` says where they are looked for.
@Suite struct IngestCorpusTests {
    /// Exports in the layouts of large American banks and of tools that many people use there.
    private static let american = [
        "reckon/chase.csv", "reckon/suntrust.csv", "reckon/two_money_columns.csv", "reckon/inversed_credit_card.csv",
        "reckon/intuit_mint_example.csv", "csv2ofx/capitalone.csv", "csv2ofx/schwab-checking-baltest-case1.csv",
        "beancount-import/tests/schwab_csv/test_basic/transactions/EAC_Checking_Transactions_20201223-160009.CSV",
        "beancount-import/examples/mint/mint.csv",
        "reds-importers/importers/dcu/tests/Main_Checking_Account_Transactions.csv", "ledger-autosync/venmo.csv",
    ]

    /// What a file's rows come to, and what coach says they come to.
    private struct Outcome {
        var expected: Int64 = 0
        var expectedRows = 0
        var spent: Int64 = 0
        var earned: Int64 = 0
        var moved: Int64 = 0
        var rows = 0

        var isRight: Bool { earned - spent + moved == expected && rows == expectedRows }
    }

    /// - Returns: nil where the rows of the file are not known for certain or are in several currencies.
    private static func outcome(_ expectation: CSVCorpusTests.Expectation) throws -> Outcome? {
        guard expectation.expect == "rows", expectation.uncertain != true,
            // Pending rows without a day cannot be kept yet.
            let rows = expectation.rows?.filter({ $0.date != nil }), !rows.isEmpty,
            rows.allSatisfy({
                $0.uncertain != true && $0.optional != true && $0.amountAlternative == nil && $0.amount != nil
            }
            ),
            Set(rows.map { $0.currency ?? "" }).count == 1
        else { return nil }
        let index = try HouseholdIndex(path: ":memory:")
        let path = CSVCorpusTests.folder + "/" + expectation.file
        let report = try Ingest(index, today: CivilDate(dayNumber: 20_757)).importFile(path, IngestRequest())
        guard let period = report.period, let currency = report.accounts.first?.currency else { return nil }
        var outcome = Outcome()
        for row in rows { outcome.expected += minorUnits(row.amount ?? "", currency) }
        outcome.expectedRows = rows.count
        var coach = try Coach(index, asOf: period.end)
        let span = "from \(period.start.iso) to \(period.end.iso)"
        let spent = try coach.answer("how much did I spend \(span)?")
        coach.startAfresh()
        let earned = try coach.answer("how much did I earn \(span)?")
        outcome.spent = total(spent)
        outcome.earned = total(earned)
        let moved = try index.database.first("SELECT coalesce(sum(amount), 0), count(*) FROM txn WHERE kind = 3") {
            ($0.int(0), Int($0.int(1)))
        }
        outcome.moved = moved?.0 ?? 0
        outcome.rows = (spent.evidence?.matched ?? 0) + (earned.evidence?.matched ?? 0) + (moved?.1 ?? 0)
        return outcome
    }

    private static func total(_ answer: Answer) -> Int64 {
        (answer.evidence?.figures(named: "total") ?? []).reduce(0) { sum, figure in
            if case .money(let money) = figure.value { sum + money.minorUnits } else { sum }
        }
    }

    /// `-12.5` of a currency with two decimals is -1250.
    private static func minorUnits(_ text: String, _ currency: Currency) -> Int64 {
        let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
        let major = Int64(parts.first ?? "0") ?? 0
        var digits = parts.count > 1 ? String(parts[1]) : ""
        while digits.count < currency.minorDigits { digits += "0" }
        let minor = Int64(digits.prefix(currency.minorDigits)) ?? 0
        return (text.hasPrefix("-") ? -1 : 1) * (major * currency.minorPerMajor + minor)
    }

    @Test(.enabled(if: CSVCorpusTests.isPresent, "the shared corpora are not beside the repository"))
    func totalsOfPublishedExports() throws {
        var right = 0
        var all = 0
        var seen: Set<String> = []
        for expectation in try CSVCorpusTests.expectations() where expectation.kind == "bank" {
            guard let outcome = try? Self.outcome(expectation) else { continue }
            all += 1
            if outcome.isRight { right += 1 }
            if !outcome.isRight { print("\(expectation.file): \(outcome)") }
            guard Self.american.contains(expectation.file) else { continue }
            seen.insert(expectation.file)
            #expect(outcome.isRight, "\(expectation.file): \(outcome)")
        }
        print("totals of published exports: \(right) of \(all) to the cent")
        #expect(seen.count >= 10)
        #expect(Double(right) >= 0.95 * Double(all))
    }
}
