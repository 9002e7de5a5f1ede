import Ledger
import TestSupport
import Testing

@testable import Retrieval

/// What an account held at the end of each day, held against sums made the plain way.
@Suite struct BalanceCurveTests {
    private func curve(_ known: [(String, Int64)], _ booked: [(String, Int64)], start: String?) -> BalanceCurve {
        BalanceCurve(
            known: known.map { (day($0.0), $0.1) }, booked: booked.map { (day($0.0), $0.1) }, start: start.map(day))
    }

    @Test(arguments: [
        ("2026-03-04", Int64?.none), ("2026-03-05", 95_000), ("2026-03-19", 95_000), ("2026-03-20", 100_000),
        ("2026-04-09", 120_000), ("2026-04-10", 90_000), ("2026-04-30", 90_000),
    ])
    func aKnownBalanceAndTheRowsAroundIt(_ iso: String, _ cents: Int64?) {
        let curve = curve(
            [("2026-03-20", 100_000), ("2026-04-10", 90_000)],
            [("2026-03-05", -2000), ("2026-03-20", 5000), ("2026-04-01", 20_000), ("2026-04-10", -777)],
            start: "2026-03-05")
        #expect(curve.amount(on: day(iso)) == cents)
    }

    @Test func nothingIsKnownOfNothing() {
        #expect(curve([], [("2026-03-05", -2000)], start: "2026-03-05").amount(on: day("2026-03-06")) == nil)
        // Without rows a balance stands from its day on.
        let told = curve([("2026-03-05", 100)], [], start: nil)
        #expect(told.amount(on: day("2026-03-04")) == nil)
        #expect(told.amount(on: day("2026-03-06")) == 100)
    }

    @Test func agreesWithPlainSums() {
        var dice = SeededGenerator(seed: 3)
        let first = day("2026-01-01")
        for _ in 0..<50 {
            let booked = (0..<60).compactMap { offset -> (CivilDate, Int64)? in
                Bool.random(using: &dice)
                    ? (first.adding(days: offset), Int64.random(in: -5000...5000, using: &dice)) : nil
            }
            let known = (0..<60).compactMap { offset -> (CivilDate, Int64)? in
                Int.random(in: 0..<20, using: &dice) == 0
                    ? (first.adding(days: offset), Int64.random(in: 0...90_000, using: &dice)) : nil
            }
            let curve = BalanceCurve(known: known, booked: booked, start: booked.first?.0)
            for offset in 0..<60 {
                let today = first.adding(days: offset)
                var expected: Int64?
                if let last = known.last(where: { $0.0 <= today }) {
                    expected = last.1 + booked.filter { $0.0 > last.0 && $0.0 <= today }.reduce(0) { $0 + $1.1 }
                } else if let next = known.first, let start = booked.first?.0, start <= today {
                    expected = next.1 - booked.filter { $0.0 > today && $0.0 <= next.0 }.reduce(0) { $0 + $1.1 }
                }
                #expect(curve.amount(on: today) == expected)
            }
        }
    }
}
