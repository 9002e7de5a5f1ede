import Ledger

/// Where the pulls of a SimpleFIN connection go on.
///
/// Each sync asks for the newest days first. What is owed further back is walked through piece by piece, from new to old: the
/// history after connecting, the days since a sync long ago or since a bank could be read last, and what the user asks for again.
/// Pieces lie end to end: each holds its first day and not its last, as SimpleFIN's `start-date` and `end-date` do.
struct SimpleFINCursor: Equatable {
    /// The end of the next piece, which is not part of it; nil before the first pull.
    private(set) var next: CivilDate?
    /// The first day that is owed; nil: as far back as there is anything.
    private(set) var until: CivilDate?
    /// Whether nothing is owed.
    private(set) var isComplete = false
    /// Whether what is owed was told before, and is only to be read again.
    private(set) var isAgain = false
    /// Pieces in a row that held nothing.
    private(set) var emptyPieces = 0
    /// Up to which day each account is known for sure: that of its balance.
    private(set) var known: [String: CivilDate] = [:]
    /// When the newest of what was told of each account is of, in seconds since 1970-01-01 UTC.
    private(set) var told: [String: Int64] = [:]
    /// The last day on which rows of long ago were asked for again.
    private(set) var reviewed: CivilDate?

    /// Of a piece, in days. The Bridge caps a request at 90 and says that it may do so at 45.
    static let longest = 45
    /// No row in so many pieces, 405 days, means that there is none before either: some fees and interest come once a year.
    static let emptyEnough = 9
    /// Years; no bank tells more.
    private static let longestHistory = 20
    /// Banks add and correct rows long after their day: every so many days those of so many days are asked for again, which takes
    /// three requests more.
    private static let reviewPause = 14
    static let reviewed = 4 * longest - 1
    /// Days after which an account that the bank does not list any more is taken for closed.
    private static let patience = 60

    init() {}

    /// - Parameter text: what `text` gave; nil or anything else begins anew.
    init(_ text: String?) {
        guard let text, let json = try? JSON.parse(text) else { return }
        func day(_ value: JSON?) -> CivilDate? { value?.string.flatMap { CivilDate(iso: $0) } }
        next = day(json["earliest"])
        until = day(json["until"])
        isComplete = json["complete"]?.bool ?? false
        isAgain = json["again"]?.bool ?? false
        emptyPieces = json["empty"]?.int ?? 0
        for (account, value) in json["known"]?.object ?? [] { known[account] = day(value) }
        for (account, value) in json["told"]?.object ?? [] {
            told[account] = value.int64
            // Cursors of earlier versions say that a bank that stood still was known up to the day of the sync.
            if let day = known[account], let last = value.int64 { known[account] = min(day, Self.day(last)) }
        }
        reviewed = day(json["reviewed"])
    }

    var text: String {
        func json(_ day: CivilDate?) -> JSON { .optional(day) { .string($0.iso) } }
        return JSON.object([
            ("earliest", json(next)), ("until", json(until)), ("complete", .bool(isComplete)),
            ("again", .bool(isAgain)), ("empty", .int(emptyPieces)),
            ("known", .object(known.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.iso)) })),
            ("told", .object(told.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("reviewed", json(reviewed)),
        ]).text
    }

    /// Seconds since 1970-01-01 UTC when a day begins.
    static func epoch(_ day: Int32) -> Int64 { Int64(day) * 86_400 }

    /// The day of a moment, in UTC.
    static func day(_ moment: Int64) -> CivilDate { CivilDate(dayNumber: Int32(clamping: moment / 86_400)) }

    /// The first day of a sync's newest piece, which is as long as one request may be: rows turn up late and with old dates.
    static func start(today: CivilDate) -> CivilDate { today.adding(days: 1 - longest) }

    /// Notes what the newest piece told.
    ///
    /// - Parameters:
    ///   - first: its first day.
    ///   - since: the day from which on the user wants everything again.
    mutating func note(
        _ reader: SimpleFINReader, _ problems: [FeedProblem], today: CivilDate, from first: CivilDate, since: CivilDate?
    ) {
        let troubled = Set(problems.filter { !$0.isNotice && !$0.isOfContent }.flatMap(\.accounts)).union(reader.stale)
        // A bank that stands still tells nothing: what comes meanwhile is owed once it goes on.
        let still = reader.moments.filter { account, moment in told[account].map { $0 >= moment } ?? false }
        for (account, moment) in reader.moments { told[account] = max(told[account] ?? 0, moment) }
        let isFirst = next == nil
        var hasNew = isFirst
        var unknown: CivilDate?
        for account in reader.accountIDs where !troubled.contains(account) {
            if let day = known[account] {
                if still[account] != nil { continue }
                let start = day.adding(days: -SimpleFIN.overlap)
                unknown = unknown.map { min($0, start) } ?? start
            } else {
                // An account that is seen for the first time has a history of its own.
                hasNew = true
            }
            known[account] = reader.moments[account].map { min(today, Self.day($0)) } ?? today
        }
        for (account, day) in known where !reader.accountIDs.contains(account) && !troubled.contains(account) {
            if today.days(since: day) > Self.patience { (known[account], told[account]) = (nil, nil) }
        }
        let review = reviewDay(today)
        let owed = [unknown, since, review].compactMap(\.self).min()
        if hasNew || owed.map({ $0 <= today.adding(days: -Self.reviewed) }) ?? false { reviewed = today }
        if hasNew {
            isAgain = false
            walk(from: first, until: nil)
        } else if let owed, owed < first {
            isAgain = (isComplete || isAgain) && unknown.map { $0 >= first } ?? true
            // A walk that is on its way goes as far as it would have.
            walk(from: first, until: isComplete ? owed : until.map { min($0, owed) })
        }
    }

    /// From which day on rows are asked for again now; nil where that is not due, or a walk is on its way.
    private func reviewDay(_ today: CivilDate) -> CivilDate? {
        guard isComplete, reviewed.map({ today.days(since: $0) >= Self.reviewPause }) ?? true else { return nil }
        return today.adding(days: -Self.reviewed)
    }

    private mutating func walk(from day: CivilDate, until last: CivilDate?) {
        (next, until, isComplete, emptyPieces) = (day, last, false, 0)
    }

    /// The days of the next piece.
    func piece(today: CivilDate) -> Range<Int32> {
        let end = next ?? today.adding(days: 1)
        let longest = end.adding(days: -Self.longest)
        return max(longest, min(until ?? longest, end.adding(days: -1))).dayNumber..<end.dayNumber
    }

    /// Notes what a piece told.
    mutating func noteHistory(from start: CivilDate, isEmpty: Bool, today: CivilDate) {
        next = start
        emptyPieces = isEmpty ? emptyPieces + 1 : 0
        isComplete =
            emptyPieces >= Self.emptyEnough || start < today.adding(years: -Self.longestHistory)
            || until.map { start <= $0 } ?? false
        if isComplete { until = nil }
    }
}
