import Ledger
import TestSupport
import Testing

@testable import Store

@Suite struct TransferMatcherTests {
    /// One row: its number, account, day, amount and hint; `1` plausible, `3` certain.
    private static func row(
        _ id: Int64, _ account: Int64, _ day: Int32, _ amount: Int64, hint: Int64 = 3, currency: Currency = .usd
    ) -> PossibleTransfer {
        PossibleTransfer(id: id, accountID: account, currency: currency, day: day, amount: amount, hint: hint)
    }

    private func pairs(_ rows: [PossibleTransfer]) -> [String] {
        TransferMatcher.match(rows).pairs.map { "\($0.out)-\($0.into)" }
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let rows: [PossibleTransfer]
        let pairs: [String]
        var ambiguous: [Int64] = []
    }

    static let cases: [Case] = [
        Case(testDescription: "same day", rows: [row(1, 1, 10, -500), row(2, 2, 10, 500)], pairs: ["1-2"]),
        Case(testDescription: "four days later", rows: [row(1, 1, 10, -500), row(2, 2, 14, 500)], pairs: ["1-2"]),
        Case(testDescription: "four days earlier", rows: [row(1, 1, 10, -500), row(2, 2, 6, 500)], pairs: ["1-2"]),
        Case(testDescription: "five days later", rows: [row(1, 1, 10, -500), row(2, 2, 15, 500)], pairs: []),
        Case(testDescription: "five days earlier", rows: [row(1, 1, 10, -500), row(2, 2, 5, 500)], pairs: []),
        Case(testDescription: "one account", rows: [row(1, 1, 10, -500), row(2, 1, 10, 500)], pairs: []),
        Case(testDescription: "one sign", rows: [row(1, 1, 10, -500), row(2, 2, 10, -500)], pairs: []),
        Case(testDescription: "a cent apart", rows: [row(1, 1, 10, -500), row(2, 2, 10, 501)], pairs: []),
        Case(testDescription: "nothing moved", rows: [row(1, 1, 10, 0), row(2, 2, 10, 0)], pairs: []),
        Case(
            testDescription: "two currencies", rows: [row(1, 1, 10, -500), row(2, 2, 10, 500, currency: .eur)],
            pairs: []),
        Case(
            testDescription: "one is no transfer", rows: [row(1, 1, 10, -500), row(2, 2, 10, 500, hint: 0)], pairs: []),
        Case(
            testDescription: "both only plausible", rows: [row(1, 1, 10, -500, hint: 1), row(2, 2, 11, 500, hint: 1)],
            pairs: ["1-2"]),
        Case(
            testDescription: "the nearest first", rows: [row(1, 1, 10, -500), row(2, 2, 12, 500), row(3, 3, 11, 500)],
            pairs: ["1-3"]),
        Case(
            testDescription: "two equally near", rows: [row(1, 1, 10, -500), row(2, 2, 11, 500), row(3, 3, 11, 500)],
            pairs: [], ambiguous: [1, 2, 3]),
        Case(
            testDescription: "before and after", rows: [row(1, 1, 10, -500), row(2, 2, 9, 500), row(3, 3, 11, 500)],
            pairs: [], ambiguous: [1, 2, 3]),
        Case(
            testDescription: "the one whose wording says so",
            rows: [row(1, 1, 10, -500), row(2, 2, 11, 500, hint: 1), row(3, 3, 11, 500)], pairs: ["1-3"]),
        Case(
            testDescription: "nearness before wording",
            rows: [row(1, 1, 10, -500), row(2, 2, 10, 500, hint: 1), row(3, 3, 11, 500)], pairs: ["1-2"]),
        Case(
            testDescription: "every month the same",
            rows: (0..<6).flatMap {
                [row($0 * 2 + 1, 1, Int32($0) * 30, -500), row($0 * 2 + 2, 2, Int32($0) * 30 + 2, 500)]
            },
            pairs: ["1-2", "3-4", "5-6", "7-8", "9-10", "11-12"]),
        Case(
            testDescription: "two of a day between the same accounts",
            rows: [row(1, 1, 10, -500), row(2, 1, 10, -500), row(3, 2, 10, 500), row(4, 2, 10, 500)], pairs: [],
            ambiguous: [1, 2, 3, 4]),
        Case(
            testDescription: "on through a third account",
            rows: [row(1, 1, 10, -500), row(2, 2, 10, 500), row(3, 2, 12, -500), row(4, 3, 12, 500)],
            pairs: ["1-2", "3-4"]),
        Case(
            testDescription: "a pair taken makes the other one unique",
            rows: [row(1, 1, 10, -500), row(2, 2, 10, 500), row(3, 1, 13, -500), row(4, 2, 12, 500)],
            pairs: ["1-2", "3-4"]),
        Case(
            testDescription: "a purchase of the same amount stands alone",
            rows: [row(1, 1, 10, -500), row(2, 2, 10, 500), row(3, 3, 11, -500, hint: 1)], pairs: ["1-2"]),
    ]

    @Test(arguments: cases) func rules(_ example: Case) {
        let result = TransferMatcher.match(example.rows)
        #expect(pairs(example.rows) == example.pairs)
        #expect(result.ambiguous == example.ambiguous)
        #expect(TransferMatcher.match(example.rows.reversed()) == result)
    }

    @Test(arguments: UInt64(1)...200) func anyRows(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = (0..<Int.random(in: 2...24, using: &random)).map { number in
            Self.row(
                Int64(number + 1), Int64.random(in: 1...3, using: &random), Int32.random(in: 0...15, using: &random),
                Int64.random(in: -2...2, using: &random), hint: Int64.random(in: 0...3, using: &random))
        }
        let result = TransferMatcher.match(rows)
        #expect(TransferMatcher.match(rows.shuffled(using: &random)) == result)
        let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        func mayPair(_ a: PossibleTransfer, _ b: PossibleTransfer) -> Bool {
            a.amount == -b.amount && a.amount != 0 && a.accountID != b.accountID && abs(a.day - b.day) <= 4
                && a.hint > 0
                && b.hint > 0
        }
        var used: Set<Int64> = []
        for pair in result.pairs {
            guard let out = byID[pair.out], let into = byID[pair.into] else {
                Issue.record("unknown row in \(pair)")
                continue
            }
            #expect(mayPair(out, into) && out.amount < 0)
            #expect(used.insert(out.id).inserted && used.insert(into.id).inserted)
        }
        // What is left has no candidate at all, or more than one that cannot be told apart.
        let left = rows.filter { !used.contains($0.id) }
        for row in left {
            let candidates = left.filter { mayPair(row, $0) }
            #expect(result.ambiguous.contains(row.id) == !candidates.isEmpty)
            if candidates.count == 1 { #expect(left.filter { mayPair(candidates[0], $0) }.count > 1) }
        }
    }
}
