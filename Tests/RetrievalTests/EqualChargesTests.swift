import Ledger
import Testing

@testable import Retrieval

/// Pairs of equal charges, however usual they are.
@Suite struct EqualChargesTests {
    private let august = Period.month(of: day("2026-08-15"))

    private func pairs(_ rows: [RecurringRow], onOneDay: Bool = false) -> [[Int64]] {
        EqualCharges.pairs(among: rows, in: august, onOneDay: onOneDay).map { [$0.first.id, $0.second.id] }
    }

    @Test(arguments: [
        ("2026-08-07", Int64(-2764), true), ("2026-08-10", -2764, true), ("2026-08-11", -2764, false),
        ("2026-08-08", -2765, false),
    ])
    func atMostThreeDaysApart(_ second: String, _ cents: Int64, _ isPair: Bool) {
        let rows = charges("Panda", "fast_food", [("2026-08-07", -2764), (second, cents)])
        #expect(pairs(rows) == (isPair ? [[1, 2]] : []))
    }

    /// Where one shops every day at one price each visit is a pair with the one before it.
    @Test func usualOnesAreThereToo() {
        let list = (1...5).map { ("2026-08-0\($0)", Int64(-650)) }
        #expect(pairs(charges("Cafe", "coffee", list)) == [[4, 5], [3, 4], [2, 3], [1, 2]])
        #expect(pairs(charges("Cafe", "coffee", list), onOneDay: true).isEmpty)
    }

    @Test func whatCameOnOneDayIsFirst() {
        let rows =
            charges("Cafe", "coffee", [("2026-08-20", -650), ("2026-08-22", -650)])
            + charges("Panda", "fast_food", [("2026-08-07", -2764), ("2026-08-07", -2764)], firstID: 11)
        #expect(pairs(rows) == [[11, 12], [1, 2]])
        #expect(pairs(rows, onOneDay: true) == [[11, 12]])
    }

    @Test func whatCameBackIsKnown() {
        let rows =
            charges("Panda", "fast_food", [("2026-08-07", -2764), ("2026-08-07", -2764)])
            + charges("Panda", "fast_food", [("2026-08-12", 2764)], kind: .refund, firstID: 11)
        #expect(EqualCharges.pairs(among: rows, in: august).map(\.refundedOn) == [day("2026-08-12")])
    }

    /// Fares, cash and parking are bought twice a day as a matter of course, and two cards are two purchases.
    @Test func neverOfSomeKinds() {
        #expect(pairs(charges("Metro", "public_transit", [("2026-08-07", -275), ("2026-08-07", -275)])).isEmpty)
        let rows =
            charges("Panda", "fast_food", [("2026-08-07", -2764)])
            + charges("Panda", "fast_food", [("2026-08-07", -2764)], account: "Card", firstID: 2)
        #expect(pairs(rows).isEmpty)
    }
}
