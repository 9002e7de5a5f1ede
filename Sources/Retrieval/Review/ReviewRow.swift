import Ledger

/// A row as the finders of doubtful ones read it.
public struct ReviewRow: Sendable, Hashable {
    public let id: Int64
    public let accountID: Int64
    public let day: Int32
    /// Minor units, negative = money out.
    public let amount: Int64
    /// The import that brought it; later ones have higher numbers.
    public let fileID: Int64
    public let merchantID: Int64
    /// The number of its text.
    public let documentID: Int64

    public init(
        id: Int64, accountID: Int64, day: Int32, amount: Int64, fileID: Int64, merchantID: Int64, documentID: Int64
    ) {
        self.id = id
        self.accountID = accountID
        self.day = day
        self.amount = amount
        self.fileID = fileID
        self.merchantID = merchantID
        self.documentID = documentID
    }
}

/// Two rows that may be one payment.
public struct ReviewPair: Sendable, Hashable {
    public let first: ReviewRow
    public let second: ReviewRow
}

/// Whether two names of merchants may be one, as two exports write it.
enum NameLikeness {
    /// The first word of one is in the other, and so is half of the shorter one. Numbers and words of two letters, which
    /// change from one export to the next, do not count.
    static func areAlike(_ one: String, _ other: String) -> Bool {
        let (a, b) = (words(one), words(other))
        guard let first = a.first, let second = b.first, b.contains(first) || a.contains(second) else { return false }
        return Set(a).intersection(b).count * 2 >= min(a.count, b.count)
    }

    private static func words(_ name: String) -> [String] {
        let parts: [Substring] = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        return parts.filter { $0.count > 2 && !$0.contains(where: \.isNumber) }.map(String.init)
    }
}

/// Finds rows of two files that are likely one payment.
///
/// The same account and amount, at most two days apart, the same merchant or like names. Where the older file covers
/// the newer row's day it would have had that row, were it another payment. At the edge of the older file the newer row
/// may simply be the next payment: there a pair is doubtful only where the merchant does not take that amount on
/// neighbouring days anyway.
public struct DuplicateFinder {
    /// Days that two dates of one payment may be apart: made and booked.
    static let window: Int32 = 2

    /// The days of an import's rows on an account.
    public struct Part: Hashable, Sendable {
        public let accountID: Int64
        public let fileID: Int64

        public init(accountID: Int64, fileID: Int64) {
            self.accountID = accountID
            self.fileID = fileID
        }
    }

    private let spans: [Part: ClosedRange<Int32>]
    private let areAlike: (ReviewRow, ReviewRow) throws -> Bool
    private let areTwo: (ReviewRow, ReviewRow) -> Bool

    /// - Parameters:
    ///   - areAlike: whether the merchants of two rows may be one under two names.
    ///   - areTwo: whether it is known of two rows, the older file's first, that they are two payments.
    public init(
        spans: [Part: ClosedRange<Int32>], areAlike: @escaping (ReviewRow, ReviewRow) throws -> Bool,
        areTwo: @escaping (ReviewRow, ReviewRow) -> Bool
    ) {
        self.spans = spans
        self.areTwo = areTwo
        self.areAlike = areAlike
    }

    /// - Parameter rows: posted ones, in any order.
    /// - Returns: each row in one pair at most, the nearest days first.
    public func pairs(_ rows: [ReviewRow]) throws -> [ReviewPair] {
        let sorted = rows.sorted { ($0.accountID, $0.amount, $0.day, $0.id) < ($1.accountID, $1.amount, $1.day, $1.id) }
        let habits = habits(sorted)
        var candidates: [ReviewPair] = []
        for (index, row) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                guard isNear(row, other) else { break }
                let pair =
                    row.fileID <= other.fileID
                    ? ReviewPair(first: row, second: other) : ReviewPair(first: other, second: row)
                if row.fileID != other.fileID, try isDoubtful(pair, habits) { candidates.append(pair) }
            }
        }
        candidates.sort { distance($0) == distance($1) ? $0.second.id < $1.second.id : distance($0) < distance($1) }
        var used: Set<Int64> = []
        return candidates.filter { pair in
            guard !used.contains(pair.first.id), !used.contains(pair.second.id) else { return false }
            used.formUnion([pair.first.id, pair.second.id])
            return true
        }
    }

    private func distance(_ pair: ReviewPair) -> Int32 { abs(pair.first.day - pair.second.day) }

    private func isNear(_ row: ReviewRow, _ later: ReviewRow) -> Bool {
        row.accountID == later.accountID && row.amount == later.amount && later.day - row.day <= DuplicateFinder.window
    }

    private func isDoubtful(_ pair: ReviewPair, _ habits: Set<Habit>) throws -> Bool {
        if areTwo(pair.first, pair.second) { return false }
        let isSameMerchant = pair.first.merchantID == pair.second.merchantID
        guard try isSameMerchant || areAlike(pair.first, pair.second) else { return false }
        let older = spans[Part(accountID: pair.first.accountID, fileID: pair.first.fileID)]
        if let older, older.lowerBound <= pair.second.day, pair.second.day < older.upperBound { return true }
        return !habits.contains(Habit(pair.second))
    }

    /// What a merchant takes again within days.
    private struct Habit: Hashable {
        let accountID: Int64
        let merchantID: Int64
        let amount: Int64

        init(_ row: ReviewRow) {
            accountID = row.accountID
            merchantID = row.merchantID
            amount = row.amount
        }
    }

    private func habits(_ sorted: [ReviewRow]) -> Set<Habit> {
        var habits: Set<Habit> = []
        for (index, row) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                guard isNear(row, other) else { break }
                if row.fileID == other.fileID, row.merchantID == other.merchantID {
                    habits.insert(Habit(row))
                    break
                }
            }
        }
        return habits
    }
}

/// Finds the posted rows that pending ones may have become with another amount or text.
public enum PendingFinder {
    /// Days until a purchase is posted.
    static let window: Int32 = 10
    /// Days after which a pending row that nothing came of is asked about.
    public static let patience = 14

    /// What a posted row may come to, in hundredths of the pending amount: a tip more, a part of the order less.
    private static let usualShare: ClosedRange<Int64> = 80...150

    /// - Parameters:
    ///   - posted: rows of any day that no pending row is known to have become.
    ///   - isOpen: whether what is reserved at the row's merchant says little of what is taken: fuel, hotels, cars.
    ///   - areAlike: whether the merchants of two rows may be one under two names.
    ///   - areTwo: whether it is known of a pending and a posted row that they are two payments.
    /// - Returns: each row in one pair at most, the pending one first.
    public static func pairs(
        pending: [ReviewRow], posted: [ReviewRow], isOpen: (ReviewRow) -> Bool,
        areAlike: (ReviewRow, ReviewRow) throws -> Bool, areTwo: (ReviewRow, ReviewRow) -> Bool
    ) throws -> [ReviewPair] {
        let byAccount = Dictionary(grouping: posted, by: \.accountID).mapValues { rows in
            rows.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
        }
        var candidates: [(pair: ReviewPair, difference: Int64)] = []
        for row in pending {
            for other in byAccount[row.accountID] ?? [] {
                guard other.day >= row.day - 1 else { continue }
                guard other.day <= row.day + window else { break }
                guard other.fileID != row.fileID, (other.amount < 0) == (row.amount < 0), !areTwo(row, other) else {
                    continue
                }
                let isSame = other.merchantID == row.merchantID
                let isPlausible = isOpen(row) || isOpen(other) || isNear(row.amount, other.amount)
                let mayBe = try other.amount == row.amount || isPlausible && (isSame || areAlike(row, other))
                if mayBe { candidates.append((ReviewPair(first: row, second: other), abs(other.amount - row.amount))) }
            }
        }
        candidates.sort { a, b in
            (a.difference, a.pair.second.day - a.pair.first.day, a.pair.first.id, a.pair.second.id)
                < (b.difference, b.pair.second.day - b.pair.first.day, b.pair.first.id, b.pair.second.id)
        }
        var used: Set<Int64> = []
        return candidates.compactMap { candidate in
            let pair = candidate.pair
            guard !used.contains(pair.first.id), !used.contains(pair.second.id) else { return nil }
            used.formUnion([pair.first.id, pair.second.id])
            return pair
        }
    }

    private static func isNear(_ pending: Int64, _ posted: Int64) -> Bool {
        let share = abs(posted) * 100
        return share >= abs(pending) * usualShare.lowerBound && share <= abs(pending) * usualShare.upperBound
    }
}
