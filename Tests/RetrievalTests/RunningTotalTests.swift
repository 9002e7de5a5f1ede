import Ledger
import TestSupport
import Testing

@testable import Retrieval

/// Sums over any days, held against adding up.
@Suite struct RunningTotalTests {
    @Test func likeAddingUp() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let amounts = (0..<random.roll(0...20)).map { _ in
                DatedAmount(
                    date: CivilDate(dayNumber: Int32(random.roll(20_000...20_060))),
                    amount: Int64(random.roll(-900...900)))
            }
            let totals = RunningTotal(amounts)
            #expect(totals.first == amounts.map(\.date).min())
            let (start, end) = (random.roll(19_990...20_070), random.roll(19_990...20_070))
            let expected = amounts.filter { Int($0.date.dayNumber) >= start && Int($0.date.dayNumber) <= end }
                .reduce(0) { $0 + $1.amount }
            #expect(
                totals.sum(from: CivilDate(dayNumber: Int32(start)), through: CivilDate(dayNumber: Int32(end)))
                    == expected)
        }
    }
}
