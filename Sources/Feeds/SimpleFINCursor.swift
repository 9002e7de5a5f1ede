import Ledger

/// Where the pulls of a SimpleFIN connection go on.
struct SimpleFINCursor: Equatable {
    /// The first day that was asked for; nil before the first pull.
    private(set) var earliest: CivilDate?
    /// Whether there is nothing before that day.
    private(set) var isComplete = false
    /// Pieces of history in a row that held nothing.
    private(set) var emptyPieces = 0
    /// Up to which day each account is known for sure.
    private(set) var known: [String: CivilDate] = [:]

    /// No row in so many pieces, 135 days, means that there is none before either: interest comes every quarter.
    private static let emptyEnough = 3
    /// Years; no bank tells more.
    private static let longestHistory = 20
    /// Days after which an account that the bank does not list any more is taken for closed.
    private static let patience = 60

    init() {}

    /// - Parameter text: what `text` gave; nil or anything else begins anew.
    init(_ text: String?) {
        guard let text, let json = try? JSON.parse(text) else { return }
        earliest = json["earliest"]?.string.flatMap { CivilDate(iso: $0) }
        isComplete = json["complete"]?.bool ?? false
        emptyPieces = json["empty"]?.int ?? 0
        for (account, day) in json["known"]?.object ?? [] {
            known[account] = day.string.flatMap { CivilDate(iso: $0) }
        }
    }

    var text: String {
        JSON.object([
            ("earliest", .optional(earliest) { .string($0.iso) }), ("complete", .bool(isComplete)),
            ("empty", .int(emptyPieces)),
            ("known", .object(known.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.iso)) })),
        ]).text
    }

    /// The first day of the next pull: some days before the account that is known least far, and no later than the oldest
    /// row that is still pending.
    func start(today: CivilDate, oldestPending: CivilDate?) -> CivilDate {
        guard earliest != nil, let least = known.values.min() else {
            return today.adding(days: 1 - HistoryWindows.longest)
        }
        let start = min(least, today).adding(days: -SimpleFIN.overlap)
        guard let oldestPending else { return start }
        // A hold that hangs on for months costs no request a day.
        return min(start, max(oldestPending, today.adding(days: 1 - HistoryWindows.longest)))
    }

    /// Notes what a pull up to today told.
    mutating func note(_ reader: SimpleFINReader, _ problems: [FeedProblem], today: CivilDate, from first: CivilDate) {
        let troubled = Set(problems.filter { !$0.isNotice }.flatMap(\.accounts))
        let isFirst = earliest == nil
        for account in reader.accountIDs where !troubled.contains(account) {
            // An account that is seen for the first time has a history of its own.
            if known[account] == nil, !isFirst { (earliest, isComplete, emptyPieces) = (nil, false, 0) }
            known[account] = today
        }
        for (account, day) in known where !reader.accountIDs.contains(account) && !troubled.contains(account) {
            if today.days(since: day) > Self.patience { known[account] = nil }
        }
        earliest = earliest.map { min($0, first) } ?? first
    }

    /// Notes a piece of history that ends where the known days begin.
    mutating func noteHistory(from start: CivilDate, isEmpty: Bool, today: CivilDate) {
        earliest = start
        emptyPieces = isEmpty ? emptyPieces + 1 : 0
        isComplete = emptyPieces >= Self.emptyEnough || start < today.adding(years: -Self.longestHistory)
    }
}
