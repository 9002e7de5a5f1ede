import Ledger
import TestSupport
import Testing

@testable import Retrieval

/// The pairs that review asks about, against the plain way of finding them: all candidates, the nearest first.
@Suite struct ReviewFinderTests {
    private static let names = ["Corner Shop", "Shop", "PAYPAL Corner", "Bakery 12", "7-11", "42"]

    private static func name(_ row: ReviewRow) -> NameLikeness {
        NameLikeness(names[Int(row.merchantID) % names.count], merchantID: row.merchantID)
    }

    private static func rows(_ count: Int, _ random: inout SeededGenerator) -> [ReviewRow] {
        (0..<count).map { id in
            ReviewRow(
                id: Int64(id), accountID: Int64(random.roll(1...2)), day: Int32(random.roll(0...5)),
                amount: -Int64(random.roll(5...7)), fileID: Int64(id * 3 / count),
                merchantID: Int64(random.roll(0...5)), documentID: 0)
        }
    }

    private static func greedy(_ candidates: [(pair: ReviewPair, order: [Int64])]) -> Set<ReviewPair> {
        var used: Set<Int64> = []
        var out: Set<ReviewPair> = []
        for (pair, _) in candidates.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) })
        where used.isDisjoint(with: [pair.first.id, pair.second.id]) {
            used.formUnion([pair.first.id, pair.second.id])
            out.insert(pair)
        }
        return out
    }

    @Test(arguments: 0..<60) func duplicates(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rows = Self.rows(random.roll(2...40), &random)
        let span: ClosedRange<Int32> = 0...3
        let parts = rows.map { DuplicateFinder.Part(accountID: $0.accountID, fileID: $0.fileID) }
        let areTwo: (ReviewRow, ReviewRow) -> Bool = { ($0.id + $1.id) % 7 == 0 }
        let finder = DuplicateFinder(
            spans: Dictionary(parts.map { ($0, span) }) { one, _ in one }, name: Self.name, areTwo: areTwo)
        var candidates: [(pair: ReviewPair, order: [Int64])] = []
        for first in rows {
            for second in rows
            where first.fileID < second.fileID && first.accountID == second.accountID && first.amount == second.amount
                && abs(first.day - second.day) <= 2 && Self.name(first).isLike(Self.name(second))
                && !areTwo(first, second)
            {
                let isHabit = rows.contains { one in
                    rows.contains { other in
                        one.id != other.id && one.fileID == other.fileID && one.accountID == second.accountID
                            && other.accountID == second.accountID && one.merchantID == second.merchantID
                            && other.merchantID == second.merchantID && one.amount == second.amount
                            && other.amount == second.amount && abs(one.day - other.day) <= 2
                    }
                }
                guard second.day < span.upperBound || !isHabit else { continue }
                let isLater: Int64 = first.day > second.day ? 1 : 0
                candidates.append(
                    (
                        ReviewPair(first: first, second: second),
                        [Int64(abs(first.day - second.day)), second.id, isLater, first.id]
                    ))
            }
        }
        #expect(Set(try finder.pairs(rows)) == Self.greedy(candidates))
    }

    @Test(arguments: 0..<60) func pendingRows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let all = Self.rows(random.roll(2...40), &random)
        let (pending, posted) = (all.filter { $0.id % 2 == 0 }, all.filter { $0.id % 2 == 1 })
        let areTwo: (ReviewRow, ReviewRow) -> Bool = { ($0.id + $1.id) % 7 == 0 }
        let isShop: (ReviewRow) -> Bool = { $0.merchantID % 3 > 0 }
        var candidates: [(pair: ReviewPair, order: [Int64])] = []
        for row in pending {
            for other in posted
            where row.fileID != other.fileID && row.accountID == other.accountID
                && (-1...10).contains(other.day - row.day) && !areTwo(row, other)
            {
                // From 80 to 150 percent: 5 may become 5 to 7, 6 may become 5 to 7, 7 may become 6 or 7.
                let isNear = !(row.amount == -7 && other.amount == -5)
                let isLike = Self.name(row).isLike(Self.name(other))
                // Two shops that are both known by other rows are two, whatever the price.
                let mayBeOne = isLike || !(isShop(row) && isShop(other))
                guard other.amount == row.amount ? mayBeOne : isNear && isLike else { continue }
                candidates.append(
                    (
                        ReviewPair(first: row, second: other),
                        [abs(other.amount - row.amount), isLike ? 0 : 1, Int64(other.day - row.day), row.id, other.id]
                    ))
            }
        }
        let pairs = try PendingFinder.pairs(
            pending: pending, posted: posted, isOpen: { _ in false }, isShop: isShop, name: Self.name, areTwo: areTwo)
        #expect(Set(pairs) == Self.greedy(candidates))
    }

    /// Each pair looked at by itself takes minutes.
    @Test(.timeLimit(.minutes(1))) func manyEqualAmounts() throws {
        func rows(_ file: Int64) -> [ReviewRow] {
            (0..<5000).map {
                ReviewRow(
                    id: file * 5000 + $0, accountID: 1, day: 10 + Int32(file), amount: -500, fileID: file,
                    merchantID: $0, documentID: 0)
            }
        }
        let name: (ReviewRow) -> NameLikeness = { NameLikeness("Shop \($0.merchantID)", merchantID: $0.merchantID) }
        let finder = DuplicateFinder(spans: [:], name: name, areTwo: { _, _ in false })
        #expect(try finder.pairs(rows(0) + rows(1)).count == 5000)
        let pairs = try PendingFinder.pairs(
            pending: rows(0), posted: rows(1), isOpen: { _ in false }, name: name, areTwo: { _, _ in false })
        #expect(pairs.count == 5000)
    }
}
