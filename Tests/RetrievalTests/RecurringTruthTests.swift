import Ledger
import Testing

@testable import Retrieval

/// The detector against households whose streams are known.
@Suite struct RecurringTruthTests {
    @Test func precisionAndRecallAreHigh() {
        var (found, right, wanted) = (0, 0, 0)
        var misses: [String: Int] = [:]
        for seed in 1...60 {
            let ledger = RecurringLedger(seed: UInt64(seed))
            let streams = RecurringDetector.streams(rows: ledger.rows, asOf: RecurringLedger.asOf).streams
            let seen = streams.map {
                RecurringLedger.Truth(merchant: $0.merchant, cadence: $0.cadence, amount: $0.amount.minorUnits)
            }
            found += seen.count
            wanted += ledger.truth.count
            right += Set(seen).intersection(ledger.truth).count
            for wrong in seen where !ledger.truth.contains(wrong) {
                misses["+ \(wrong.merchant) \(wrong.cadence)", default: 0] += 1
            }
            for missed in ledger.truth.subtracting(seen) {
                misses["- \(missed.merchant) \(missed.cadence)", default: 0] += 1
            }
        }
        let (precision, recall) = (Double(right) / Double(found), Double(right) / Double(wanted))
        print("recurring streams: precision \(precision), recall \(recall), of \(wanted)")
        #expect(precision >= 0.95, "\(misses)")
        #expect(recall >= 0.95, "\(misses)")
        print(misses.sorted { $0.value > $1.value }.prefix(20))
    }
}
