import Ledger
import Store
import TestSupport
import Testing

/// Whatever happens to an index, its kept totals are the sums of its rows, and undo finds the way back.
@Suite struct TotalsPropertyTests {
    private static let merchants = ["Bakery", "Butcher", "Candle Maker", "Dairy", "Employer"]
    private static let categories = ["groceries", "coffee", "fuel", "salary", "transfers"]

    @Test(arguments: UInt64(1)...12) func anySequenceOfImportsCorrectionsAndUndos(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let index = try HouseholdIndex(path: ":memory:")
        var earlier: [Row] = []
        for step in 0..<40 {
            let ids = try index.database.rows("SELECT id FROM txn") { $0.int(0) }
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3:
                var rows = (0..<Int.random(in: 0...12, using: &random)).map { _ in Self.row(&random) }
                rows += earlier.shuffled(using: &random).prefix(4).map { row in
                    row.with { if Bool.random(using: &random) { $0.isPending = false } }
                }
                let failure = Int.random(in: 0..<4, using: &random) == 0 ? rows.count / 2 : nil
                do {
                    try index.bring(
                        rows, file: "\(step).csv", expectsManyRows: Bool.random(using: &random), failingAfter: failure)
                    earlier += rows
                } catch is Interruption {}
            case 4...7 where !ids.isEmpty:
                let chosen = Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
                let before = try index.allRows()
                do {
                    _ = try index.correct(
                        chosen, Self.correction(&random), always: Bool.random(using: &random))
                } catch is CorrectionError {
                    // Pay for money that went out is refused, and nothing is half done.
                    #expect(try (index.allRows() == before) as Bool, "step \(step)")
                }
            case 8:
                let before = try index.allRows()
                if let id = ids.randomElement(using: &random) {
                    do {
                        _ = try index.correct([id], Self.correction(&random), always: true)
                        _ = try index.undoLastCorrection()
                    } catch is CorrectionError {}
                }
                #expect(try (index.allRows() == before) as Bool, "step \(step)")
            default: _ = try index.undoLastCorrection()
            }
            #expect(try (index.keptTotals() == index.summedTotals()) as Bool, "step \(step)")
            #expect(try index.allRows().allSatisfy { $0.hasSuffix("|1|1") }, "step \(step)")
        }
        while try index.undoLastCorrection() != nil {}
        #expect(try (index.keptTotals() == index.summedTotals()) as Bool)
        #expect(try index.rules().isEmpty)
        #expect(try index.firstFault() == nil)
    }

    private static func row(_ random: inout SeededGenerator) -> Row {
        let number = Int.random(in: 0..<merchants.count, using: &random)
        return Row(
            Int64.random(in: -5...5, using: &random) * 100,
            "\(merchants[number]) \(Int.random(in: 1...2, using: &random))",
            day: 20_000 + Int32.random(in: 0..<500, using: &random)
        ).with {
            $0.merchant = merchants[number]
            $0.category = categories[number]
            $0.kind = TransactionKind.allCases[Int.random(in: 0..<4, using: &random)]
            $0.account = Bool.random(using: &random) ? "Checking" : "Card"
            $0.isPending = Int.random(in: 0..<4, using: &random) == 0
            $0.bankID = Int.random(in: 0..<4, using: &random) == 0 ? "id \(Int.random(in: 0..<9, using: &random))" : nil
        }
    }

    private static func correction(_ random: inout SeededGenerator) -> Correction {
        func sometimes<T>(_ value: T) -> T? { Int.random(in: 0..<3, using: &random) == 0 ? value : nil }
        return Correction(
            category: sometimes(categories.randomElement(using: &random) ?? ""),
            kind: sometimes(TransactionKind.allCases.randomElement(using: &random) ?? .expense),
            merchant: sometimes(merchants.randomElement(using: &random) ?? ""),
            notes: sometimes(Bool.random(using: &random) ? "" : "a note"),
            isExcluded: sometimes(Bool.random(using: &random)))
    }
}
