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

/// Finds rows of two files that are likely one payment.
///
/// The same account and amount, at most two days apart, the same merchant or like names. Where the older file covers
/// the newer row's day it would have had that row, were it another payment. At the edge of the older file the newer row
/// may simply be the next payment: there a pair is doubtful only where the merchant does not take that amount on
/// neighbouring days anyway.
struct DuplicateFinder {
    /// Days that two dates of one payment may be apart: made and booked.
    static let window: Int32 = 2

    /// The days of an import's rows on an account.
    struct Part: Hashable {
        let accountID: Int64
        let fileID: Int64
    }

    private let spans: [Part: ClosedRange<Int32>]
    private let name: (ReviewRow) throws -> NameLikeness
    private let areTwo: (ReviewRow, ReviewRow) -> Bool

    /// - Parameters:
    ///   - name: the name of a row's merchant.
    ///   - areTwo: whether it is known of two rows, the older file's first, that they are two payments.
    init(
        spans: [Part: ClosedRange<Int32>], name: @escaping (ReviewRow) throws -> NameLikeness,
        areTwo: @escaping (ReviewRow, ReviewRow) -> Bool
    ) {
        self.spans = spans
        self.name = name
        self.areTwo = areTwo
    }

    /// - Parameter rows: posted ones, in any order.
    /// - Returns: each row in one pair at most, the nearest days first.
    func pairs(_ rows: [ReviewRow]) throws -> [ReviewPair] {
        let habits = habits(rows)
        var payments: [Payment: [ReviewRow]] = [:]
        for row in rows { payments[Payment(accountID: row.accountID, amount: row.amount), default: []].append(row) }
        var names = NameTable()
        var pairs: [ReviewPair] = []
        for equal in payments.values where equal.contains(where: { $0.fileID != equal[0].fileID }) {
            pairs += try self.pairs(of: equal.sorted { $0.id < $1.id }, habits, &names)
        }
        return pairs
    }

    private struct Payment: Hashable {
        let accountID: Int64
        let amount: Int64
    }

    /// Rows of one file, day and name, which are as good as one another.
    private struct Kind: Hashable {
        let day: Int32
        let fileID: Int64
        let name: Int
    }

    /// - Parameter rows: of one account and amount, in the order of their numbers.
    private func pairs(of rows: [ReviewRow], _ habits: Set<Habit>, _ names: inout NameTable) throws -> [ReviewPair] {
        let numbers = try rows.map { names.number(of: try name($0)) }
        var kinds: [Kind: [ReviewRow]] = [:]
        for (row, name) in zip(rows, numbers) {
            kinds[Kind(day: row.day, fileID: row.fileID, name: name), default: []].append(row)
        }
        var queues = kinds.mapValues(RowQueue.init)
        let kindsOfDay = Dictionary(grouping: kinds.keys, by: \.day)
        var used: Set<Int64> = []
        var pairs: [ReviewPair] = []
        for distance in 0...DuplicateFinder.window {
            for (second, name) in zip(rows, numbers) where !used.contains(second.id) {
                for day in Set([second.day - distance, second.day + distance]).sorted() {
                    var first: ReviewRow?
                    for kind in kindsOfDay[day] ?? []
                    where kind.fileID < second.fileID && names.areAlike(kind.name, name)
                        && isDoubtful(second, after: kind.fileID, habits)
                    {
                        let found = queues[kind]?.first(besides: used) { !areTwo($0, second) }
                        if let found, found.id < first?.id ?? .max { first = found }
                    }
                    guard let first else { continue }
                    used.formUnion([first.id, second.id])
                    pairs.append(ReviewPair(first: first, second: second))
                    break
                }
            }
        }
        return pairs
    }

    private func isDoubtful(_ row: ReviewRow, after fileID: Int64, _ habits: Set<Habit>) -> Bool {
        let older = spans[Part(accountID: row.accountID, fileID: fileID)]
        if let older, older.lowerBound <= row.day, row.day < older.upperBound { return true }
        return !habits.contains(Habit(row))
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

    private func habits(_ rows: [ReviewRow]) -> Set<Habit> {
        struct Source: Hashable {
            let habit: Habit
            let fileID: Int64
        }
        var habits: Set<Habit> = []
        var last: [Source: Int32] = [:]
        for row in rows.sorted(by: { $0.day < $1.day }) {
            let source = Source(habit: Habit(row), fileID: row.fileID)
            if let day = last[source], row.day - day <= DuplicateFinder.window { habits.insert(source.habit) }
            last[source] = row.day
        }
        return habits
    }
}

/// Finds the posted rows that pending ones may have become with another amount or text.
enum PendingFinder {
    /// Days until a purchase is posted.
    static let window: Int32 = 10
    /// Days after which a pending row that nothing came of is asked about.
    static let patience = 14

    /// What a posted row may come to, in hundredths of the pending amount: a tip more, a part of the order less.
    private static let usualShare: ClosedRange<Int64> = 80...150

    /// - Parameters:
    ///   - posted: rows of any day that no pending row is known to have become.
    ///   - isOpen: whether what is reserved at the row's merchant says little of what is taken: fuel, hotels, cars.
    ///   - isShop: whether a row's merchant has posted rows besides it, so that its name is one of its own and no other wording.
    ///   - name: the name of a row's merchant.
    ///   - areTwo: whether it is known of a pending and a posted row that they are two payments.
    /// - Returns: each row in one pair at most, the pending one first.
    static func pairs(
        pending: [ReviewRow], posted: [ReviewRow], isOpen: (ReviewRow) -> Bool,
        isShop: (ReviewRow) throws -> Bool = { _ in false },
        name: (ReviewRow) throws -> NameLikeness, areTwo: (ReviewRow, ReviewRow) -> Bool
    ) throws -> [ReviewPair] {
        var used: Set<Int64> = []
        var names = NameTable()
        // Of equal amounts those of one name go first; two shops that are known each by itself are no other wording of one.
        let alike = try equalPairs(pending, posted, &used) { row, other in
            try !areTwo(row, other) && names.areAlike(names.number(of: name(row)), names.number(of: name(other)))
        }
        let equal =
            try alike
            + equalPairs(pending, posted, &used) { row, other in
                try !areTwo(row, other) && !(isShop(row) && isShop(other))
            }
        let byAccount = Dictionary(grouping: posted.filter { !used.contains($0.id) }, by: \.accountID).mapValues {
            rows in
            rows.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
        }
        var candidates: [(pair: ReviewPair, difference: Int64)] = []
        for row in pending where !used.contains(row.id) {
            let number = names.number(of: try name(row))
            for other in byAccount[row.accountID] ?? [] {
                guard other.day >= row.day - 1 else { continue }
                guard other.day <= row.day + window else { break }
                guard other.fileID != row.fileID, (other.amount < 0) == (row.amount < 0),
                    isOpen(row) || isOpen(other) || isNear(row.amount, other.amount), !areTwo(row, other),
                    try names.areAlike(number, names.number(of: name(other)))
                else { continue }
                candidates.append((ReviewPair(first: row, second: other), abs(other.amount - row.amount)))
            }
        }
        candidates.sort { a, b in
            (a.difference, a.pair.second.day - a.pair.first.day, a.pair.first.id, a.pair.second.id)
                < (b.difference, b.pair.second.day - b.pair.first.day, b.pair.first.id, b.pair.second.id)
        }
        return equal
            + candidates.compactMap { candidate in
                let pair = candidate.pair
                guard !used.contains(pair.first.id), !used.contains(pair.second.id) else { return nil }
                used.formUnion([pair.first.id, pair.second.id])
                return pair
            }
    }

    /// Rows of one day, file and amount, which are as good as one another.
    private struct Kind: Hashable {
        let accountID: Int64
        let amount: Int64
        let day: Int32
        let fileID: Int64
    }

    /// Those whose amount stayed the same, the nearest days first.
    private static func equalPairs(
        _ pending: [ReviewRow], _ posted: [ReviewRow], _ used: inout Set<Int64>,
        where mayBe: (ReviewRow, ReviewRow) throws -> Bool
    ) rethrows -> [ReviewPair] {
        let files = Set(posted.map(\.fileID))
        var queues = Dictionary(grouping: posted.sorted { $0.id < $1.id }) {
            Kind(accountID: $0.accountID, amount: $0.amount, day: $0.day, fileID: $0.fileID)
        }.mapValues(RowQueue.init)
        var pairs: [ReviewPair] = []
        let inOrder = pending.sorted { $0.id < $1.id }
        for delay in -1...window {
            for row in inOrder where !used.contains(row.id) {
                var second: ReviewRow?
                for file in files where file != row.fileID {
                    let kind = Kind(accountID: row.accountID, amount: row.amount, day: row.day + delay, fileID: file)
                    let found = try queues[kind]?.first(besides: used) { try mayBe(row, $0) }
                    if let found, found.id < second?.id ?? .max { second = found }
                }
                guard let second else { continue }
                used.formUnion([row.id, second.id])
                pairs.append(ReviewPair(first: row, second: second))
            }
        }
        return pairs
    }

    private static func isNear(_ pending: Int64, _ posted: Int64) -> Bool {
        let share = abs(posted) * 100
        return share >= abs(pending) * usualShare.lowerBound && share <= abs(pending) * usualShare.upperBound
    }
}
