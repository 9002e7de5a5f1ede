import Ledger
import Retrieval

/// How well a detector finds what is known to be in generated ledgers.
public struct DetectorScore: Sendable {
    /// What it found, of that what is true, and what there was to find.
    public private(set) var found = 0
    public private(set) var right = 0
    public private(set) var wanted = 0
    /// What was found wrongly (`+`) or missed (`-`), with how often.
    public private(set) var misses: [String: Int] = [:]

    public var precision: Double { found == 0 ? 1 : Double(right) / Double(found) }
    public var recall: Double { wanted == 0 ? 1 : Double(right) / Double(wanted) }

    private mutating func add<T: Hashable>(found seen: [T], wanted truth: Set<T>, name: (T) -> String) {
        found += seen.count
        wanted += truth.count
        right += Set(seen).intersection(truth).count
        for wrong in seen where !truth.contains(wrong) { misses["+ " + name(wrong), default: 0] += 1 }
        for missed in truth.subtracting(seen) { misses["- " + name(missed), default: 0] += 1 }
    }

    /// Streams with their cadence and latest amount, in two years of sixty households.
    public static func recurring() -> DetectorScore {
        var score = DetectorScore()
        for seed in 1...60 {
            let ledger = RecurringLedger(seed: UInt64(seed))
            let streams = RecurringDetector.streams(rows: ledger.rows, asOf: RecurringLedger.asOf).streams
            score.add(
                found: streams.map {
                    RecurringLedger.Truth(merchant: $0.merchant, cadence: $0.cadence, amount: $0.amount.minorUnits)
                }, wanted: ledger.truth, name: { "\($0.merchant) \($0.cadence)" })
        }
        return score
    }

    /// A double charge, an amount far from the habit, a new merchant and a fee, in October of forty households. What
    /// changed in streams is left aside.
    public static func unusual() -> DetectorScore {
        var score = DetectorScore()
        let asOf = RecurringLedger.asOf
        for seed in 1...40 {
            let planted = UnusualRows()
            let rows = RecurringLedger(seed: UInt64(seed)).rows + planted.rows
            let streams = RecurringDetector.streams(rows: rows, asOf: asOf).streams
            let findings = UnusualDetector.findings(
                rows: rows, streams: streams, period: .month(of: asOf), foreign: [:])
            let told = findings.filter { !["price_rise", "new_stream"].contains($0.reason.rule) }
            let names = Dictionary(told.map { ($0.row.id, "\($0.row.merchant) \($0.reason.rule)") }) { first, _ in first
            }
            score.add(found: told.map(\.row.id), wanted: planted.unusual, name: { names[$0] ?? "row \($0)" })
        }
        return score
    }
}

/// Rows that stand out of any household's October 2026, and what makes them do so.
private struct UnusualRows {
    private(set) var rows: [RecurringRow] = []
    private(set) var unusual: Set<Int64> = []

    init() {
        add("Grill", "restaurants", month: 5, day: 2, -3120)
        add("Grill", "restaurants", month: 10, day: 20, -4873)
        add("Grill", "restaurants", month: 10, day: 21, -4873, isUnusual: true)
        add("Bistro", "restaurants", month: 10, day: 25, -31_000, isUnusual: true)
        add("Sofa House", "furniture", month: 10, day: 12, -145_000, isUnusual: true)
        add("Late Fee", "late_fee", month: 10, day: 5, -3500, isUnusual: true)
    }

    private mutating func add(
        _ merchant: String, _ category: String, month: Int, day: Int, _ amount: Int64, isUnusual: Bool = false
    ) {
        guard let date = CivilDate(year: 2026, month: month, day: day) else { return }
        let id = Int64(90_001 + rows.count)
        rows.append(
            RecurringRow(
                id: id, date: date, merchant: merchant, account: "Checking", category: category,
                amount: Money(amount, .usd), kind: .expense))
        if isUnusual { unusual.insert(id) }
    }
}
