import Ledger

/// Finds the two sides of transfers between own accounts.
///
/// Two rows belong together when their amounts are exactly opposite, their accounts differ, they are at most four
/// days apart, and each is the other's only nearest candidate. Where two candidates are equally near, the one whose
/// wording speaks of a transfer is preferred; if that does not decide, none is paired.
public enum TransferMatcher {
    /// How many days the two sides may be apart: a transfer over a long weekend.
    public static let window: Int32 = 4

    public struct Result: Equatable, Sendable {
        /// Ids: the side that money left, the side it reached.
        public struct Pair: Hashable, Sendable {
            public let out: Int64
            public let into: Int64
        }

        public var pairs: [Pair] = []
        /// Rows that had a candidate, but not one alone.
        public var ambiguous: [Int64] = []
    }

    public static func match(_ rows: [PossibleTransfer]) -> Result {
        struct Key: Hashable {
            let amount: Int64
            let currency: Currency
        }
        var groups: [Key: [PossibleTransfer]] = [:]
        for row in rows where row.amount != 0 && row.hint > 0 {
            groups[Key(amount: abs(row.amount), currency: row.currency), default: []].append(row)
        }
        var result = Result()
        for group in groups.values where group.count > 1 {
            let sorted = group.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
            match(sorted.filter { $0.amount < 0 }, sorted.filter { $0.amount > 0 }, &result)
        }
        result.pairs.sort { $0.out < $1.out }
        result.ambiguous.sort()
        return result
    }

    /// Whether two rows of opposite amounts can be the sides of one transfer.
    public static func mayPair(_ one: PossibleTransfer, _ other: PossibleTransfer) -> Bool {
        one.amount == -other.amount && one.currency == other.currency && one.accountID != other.accountID
            && abs(one.day - other.day) <= window
    }

    /// Pairs the mutually best ones again and again: each pair that is taken may make another one unique.
    private static func match(_ outs: [PossibleTransfer], _ ins: [PossibleTransfer], _ result: inout Result) {
        var (outs, ins) = (outs, ins)
        while !outs.isEmpty, !ins.isEmpty {
            let (sidesIn, sidesOut) = (sides(ins), sides(outs))
            let bestIn = outs.map { best(for: $0, among: sidesIn) }
            let bestOut = ins.map { best(for: $0, among: sidesOut) }
            var takenOut: Set<Int> = []
            var takenIn: Set<Int> = []
            for (position, choice) in bestIn.enumerated() {
                guard case .one(let partner) = choice, case .one(position) = bestOut[partner] else { continue }
                result.pairs.append(.init(out: outs[position].id, into: ins[partner].id))
                takenOut.insert(position)
                takenIn.insert(partner)
            }
            if takenOut.isEmpty {
                // A row without any candidate is not ambiguous, it is alone.
                for (position, choice) in bestIn.enumerated() where choice != .none {
                    result.ambiguous.append(outs[position].id)
                }
                for (position, choice) in bestOut.enumerated() where choice != .none {
                    result.ambiguous.append(ins[position].id)
                }
                return
            }
            outs = outs.enumerated().filter { !takenOut.contains($0.offset) }.map(\.element)
            ins = ins.enumerated().filter { !takenIn.contains($0.offset) }.map(\.element)
        }
    }

    private enum Choice: Equatable {
        case none, several
        case one(Int)
    }

    /// The rows of one account and day: those whose wording speaks most of a transfer.
    private struct Side {
        let accountID: Int64
        var hint: Int64
        var position: Int
        var isAlone: Bool
    }

    private static func sides(_ rows: [PossibleTransfer]) -> [Int32: [Side]] {
        var sides: [Int32: [Side]] = [:]
        for (position, row) in rows.enumerated() {
            let side = Side(accountID: row.accountID, hint: row.hint, position: position, isAlone: true)
            guard let index = sides[row.day]?.firstIndex(where: { $0.accountID == row.accountID }) else {
                sides[row.day, default: []].append(side)
                continue
            }
            let known = sides[row.day]?[index].hint ?? 0
            if row.hint > known { sides[row.day]?[index] = side }
            if row.hint == known { sides[row.day]?[index].isAlone = false }
        }
        return sides
    }

    /// The best candidate of a row by distance in days, then by wording.
    private static func best(for row: PossibleTransfer, among sides: [Int32: [Side]]) -> Choice {
        for distance in 0...window {
            var choice = Choice.none
            var hint: Int64 = 0
            for day in Set([row.day - distance, row.day + distance]) {
                for side in sides[day] ?? [] where side.accountID != row.accountID {
                    if side.hint > hint {
                        hint = side.hint
                        choice = side.isAlone ? .one(side.position) : .several
                    } else if side.hint == hint {
                        choice = .several
                    }
                }
            }
            if choice != .none { return choice }
        }
        return .none
    }
}
