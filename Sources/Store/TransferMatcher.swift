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
            let bestIn = outs.map { best(for: $0, among: ins) }
            let bestOut = ins.map { best(for: $0, among: outs) }
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

    /// The best candidate of a row by distance in days, then by wording.
    private static func best(for row: PossibleTransfer, among others: [PossibleTransfer]) -> Choice {
        var choice = Choice.none
        var score: (distance: Int32, hint: Int64) = (window + 1, 0)
        // Sorted by day: begin where the window begins.
        var position = lowerBound(others, row.day - window)
        while position < others.count, others[position].day <= row.day + window {
            let other = others[position]
            defer { position += 1 }
            guard other.accountID != row.accountID else { continue }
            let candidate = (distance: abs(other.day - row.day), hint: other.hint)
            if candidate.distance < score.distance
                || candidate.distance == score.distance && candidate.hint > score.hint
            {
                choice = .one(position)
                score = candidate
            } else if candidate.distance == score.distance, candidate.hint == score.hint {
                choice = .several
            }
        }
        return choice
    }

    private static func lowerBound(_ rows: [PossibleTransfer], _ day: Int32) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
