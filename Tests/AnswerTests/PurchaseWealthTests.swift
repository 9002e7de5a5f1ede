import Advice
import Coaching
import Ledger
import Retrieval
import Store
import TestSupport
import Testing

/// Who has more is never told worse: households that differ in their money alone, assessed side by side.
@Suite struct PurchaseWealthTests {
    private struct Means {
        var balance: Int64
        /// Every second Friday, dollars.
        var pay: Int64
        /// What all amounts but pay are multiplied with.
        var scale: Int64 = 1
    }

    /// Pay, rent on the 2nd, and small purchases at four shops; the same but for the amounts.
    private static func ledger(_ means: Means, seed: UInt64) throws -> WrittenLedger {
        var random = SeededGenerator(seed: seed)
        let ledger = try WrittenLedger(asOf: "2026-10-\(Int.random(in: 10...31, using: &random))")
        let start = ledger.asOf.adding(days: -200)
        var rows: [String] = []
        for number in 0...200 {
            let day = start.adding(days: number)
            if number % 14 == 3 { rows.append("\(day.iso),ACME TOOLS PAYROLL DIRECT DEP,\(means.pay).00") }
            if day.day == 2 { rows.append("\(day.iso),LANDLORD RENT,-\(700 * means.scale).00") }
            for shop in ["STEAMGAMES.COM", "TRADER JOE S #12", "BEST BUY 0012", "SHELL OIL 5512"]
            where Int.random(in: 0..<6, using: &random) == 0 {
                rows.append("\(day.iso),\(shop),-\(Int64.random(in: 3...60, using: &random) * means.scale).00")
            }
        }
        try ledger.bring("Checking", .checking, rows)
        try ledger.tell("Checking", means.balance, on: ledger.asOf.iso)
        return ledger
    }

    private static let things: [(category: String?, merchant: String?)] = [
        ("electronics", "Best Buy"), ("electronics", "Nowhere"), ("fun", nil), ("groceries", "Trader Joe's"),
        ("travel", nil), (nil, "Zzyzx"),
    ]
    private static let dollars: [Int64] = [8, 45, 130, 260, 600, 1150, 2400, 3900, 9000]

    /// Verdicts as ranks, better is earlier, and scores.
    private func verdicts(_ ledger: WrittenLedger) throws -> [(rank: Int, score: Double)] {
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        return try Self.things.flatMap { thing in
            try Self.dollars.map { dollars in
                let advice = try desk.assess(
                    Purchase(
                        amount: Money(dollars * 100, .usd), merchant: thing.merchant, category: thing.category,
                        day: ledger.asOf))
                let rank =
                    switch advice.verdict.outcome {
                    case .buy: -1
                    case .wait: Int(advice.verdict.waitUntil?.dayNumber ?? .max)
                    case .skip: Int.max
                    }
                return (rank, advice.score.probability)
            }
        }
    }

    /// More in the account, more pay, both, and everything three times as large.
    @Test(arguments: 21...23 as ClosedRange<UInt64>) func moreMoneyIsNeverToldWorse(_ seed: UInt64) throws {
        let poor = Means(balance: 180_000, pay: 900)
        let base = try verdicts(Self.ledger(poor, seed: seed))
        let richer = [
            Means(balance: 190_000, pay: 900), Means(balance: 2_000_000, pay: 900), Means(balance: 180_000, pay: 1100),
            Means(balance: 180_000, pay: 4000), Means(balance: 540_000, pay: 2700, scale: 3),
        ]
        for means in richer {
            let found = try verdicts(Self.ledger(means, seed: seed))
            for (place, (less, more)) in zip(base, found).enumerated() {
                let what = "\(Self.things[place / Self.dollars.count]) \(Self.dollars[place % Self.dollars.count])"
                #expect(more.rank <= less.rank, "\(means) \(what)")
                #expect(more.score <= less.score, "\(means) \(what)")
            }
        }
    }
}
