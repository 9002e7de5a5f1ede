import Ledger
import Store

/// What is uncertain in the index and worth asking about.
public struct ReviewFindings: Sendable {
    /// The side of a transfer that money left, and rows that it may have reached.
    public struct Transfer: Sendable, Equatable {
        public let out: Int64
        public let candidates: [Int64]
    }

    /// A merchant that nothing certain is known of.
    public struct Merchant: Sendable, Equatable {
        public let id: Int64
        public let name: String
        /// The category that was guessed for it; nil where none was.
        public let guess: String?
        public let rows: Int
        /// What its rows come to; negative = money out.
        public let amount: Money
        public let last: CivilDate
    }

    /// Money that left as a transfer, or for a card's bill, whose other side is in no account.
    public struct Unpaired: Sendable, Equatable {
        /// Rows whose texts name the same account or payee, the oldest first.
        public let rows: [Int64]
        /// The last of them.
        public let latest: Int64
        /// The merchant whose rows all of it is, so that what the user says of it holds for those that follow; nil where other
        /// transfers have the same name.
        public let merchant: Int64?
        public let isCardBill: Bool
        /// Negative = money out.
        public let amount: Money
        public let last: CivilDate
    }

    /// Rows of two files that are likely one payment, the older file's first.
    public var duplicates: [(first: Int64, second: Int64)] = []
    /// Pending rows with the posted ones that they may have become.
    public var settled: [(pending: Int64, posted: Int64)] = []
    /// Pending rows that their bank lists no more and the user said something of, with the posted ones that they may have
    /// become with a tip, or with any amount where little says how much will be taken.
    public var tipped: [(pending: Int64, posted: Int64)] = []
    /// Pending rows that nothing came of.
    public var neverPosted: [Int64] = []
    public var transfers: [Transfer] = []
    public var unpaired: [Unpaired] = []
    /// Currency by currency, most money first.
    public var merchants: [Merchant] = []

    public var count: Int {
        duplicates.count + settled.count + tipped.count + neverPosted.count + transfers.count + unpaired.count
            + merchants.count
    }
}

/// Looks for what is uncertain. Nothing of it is kept: each look reads the rows as they are now.
public struct ReviewReader {
    private let index: HouseholdIndex
    private let days: ClosedRange<Int32>
    private let answers: [ReviewAnswerKey: String]
    private let names: Names
    /// What stands for the import of a row that a bank connection brought: all its syncs are one source.
    private let sources: [Int64: Int64]
    private var database: Database { index.database }

    /// The names of merchants, read as they are needed.
    private final class Names {
        private let index: HouseholdIndex
        private var known: [Int64: NameLikeness] = [:]

        init(_ index: HouseholdIndex) { self.index = index }

        private var shops: [Int64: [Int64]] = [:]

        /// Whether the row's merchant has posted rows besides it.
        func isShop(_ row: ReviewRow) throws -> Bool {
            let rows = try shops[row.merchantID] ?? index.somePostedRows(ofMerchant: row.merchantID)
            shops[row.merchantID] = rows
            return rows.contains { $0 != row.id }
        }

        func name(_ row: ReviewRow) throws -> NameLikeness {
            if let name = known[row.merchantID] { return name }
            let name = NameLikeness(try index.merchantName(row.merchantID), merchantID: row.merchantID)
            known[row.merchantID] = name
            return name
        }
    }

    /// - Parameter period: what concerns rows of these days; nil for all.
    public init(_ index: HouseholdIndex, period: Period? = nil) throws {
        self.index = index
        let whole: ClosedRange<Int32> = -1_000_000...10_000_000
        days = period.map { $0.start.dayNumber - 4...$0.end.dayNumber + 4 } ?? whole
        answers = try index.reviewAnswers()
        names = Names(index)
        let syncs = try index.database.rows(
            "SELECT id, connection_id FROM import_file WHERE connection_id IS NOT NULL"
        ) { (id: $0.int(0), connection: $0.int(1)) }
        sources = Dictionary(uniqueKeysWithValues: syncs.map { ($0.id, -$0.connection) })
    }

    /// - Parameter asOf: the day that counts as today.
    public func findings(asOf: CivilDate) throws -> ReviewFindings {
        var findings = ReviewFindings()
        try addDuplicates(&findings)
        try addPending(&findings, asOf)
        try addTipped(&findings)
        try addTransfers(&findings)
        let asked = findings.transfers.flatMap { [$0.out] + $0.candidates }
        findings.unpaired = try UnpairedTransfers(index, answers).findings(besides: Set(asked), touching: days)
        findings.merchants = try merchants(besides: asked)
        return findings
    }

    private func isOpen(_ kind: ReviewAnswerKey.Kind, _ first: Int64, _ second: Int64 = 0) -> Bool {
        answers[ReviewAnswerKey(kind: kind, first: first, second: second)] == nil
    }

    /// An index by day is of no use where all days are read.
    private var dayColumn: String { days.count > HouseholdIndex.mostIndexedDays ? "+day" : "day" }
    private var dayValues: [SQLValue] { [.int(Int64(days.lowerBound)), .int(Int64(days.upperBound))] }

    // MARK: Duplicates and pending rows

    private static let columns = "id, account_id, day, amount, coalesce(file_id, 0), merchant_id, document_id"
    private static let whole = "excluded = 0 AND parent_id IS NULL"

    private static func row(_ row: Statement) -> ReviewRow {
        ReviewRow(
            id: row.int(0), accountID: row.int(1), day: row.dayNumber(2), amount: row.int(3), fileID: row.int(4),
            merchantID: row.int(5), documentID: row.int(6))
    }

    private func addDuplicates(_ findings: inout ReviewFindings) throws {
        // The rows of one file are what its bank says they are.
        guard try database.rows("SELECT 1 FROM import_file WHERE added > 0 LIMIT 2", [], { _ in true }).count > 1 else {
            return
        }
        let spans = try database.rows(
            "SELECT account_id, coalesce(file_id, 0), min(day), max(day) FROM txn GROUP BY 1, 2"
        ) { row in
            (
                DuplicateFinder.Part(accountID: row.int(0), fileID: row.int(1)),
                row.dayNumber(2)...row.dayNumber(3)
            )
        }
        var files: [Int64: Int] = [:]
        for part in Set(spans.map { sourced($0.0) }) { files[part.accountID, default: 0] += 1 }
        let accounts = files.filter { $0.value > 1 }.keys.sorted().map(String.init)
        guard !accounts.isEmpty else { return }
        let rows = try database.rows(
            """
            SELECT \(ReviewReader.columns) FROM txn WHERE \(dayColumn) BETWEEN ? AND ? AND pending = 0
            AND \(ReviewReader.whole) AND +account_id IN (\(accounts.joined(separator: ", ")))
            """, dayValues, ReviewReader.row)
        let finder = DuplicateFinder(
            spans: Dictionary(spans.map { (sourced($0.0), $0.1) }) { a, b in
                min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
            }, name: names.name,
            areTwo: { !isOpen(.duplicate, $0.id, $1.id) })
        findings.duplicates = try finder.pairs(rows.map(sourced))
            .sorted { ($1.second.day, $0.second.id) < ($0.second.day, $1.second.id) }
            .map { (first: $0.first.id, second: $0.second.id) }
    }

    private func sourced(_ part: DuplicateFinder.Part) -> DuplicateFinder.Part {
        DuplicateFinder.Part(accountID: part.accountID, fileID: sources[part.fileID] ?? part.fileID)
    }

    private func sourced(_ row: ReviewRow) -> ReviewRow {
        guard let source = sources[row.fileID] else { return row }
        return ReviewRow(
            id: row.id, accountID: row.accountID, day: row.day, amount: row.amount, fileID: source,
            merchantID: row.merchantID, documentID: row.documentID)
    }

    private func addPending(_ findings: inout ReviewFindings, _ asOf: CivilDate) throws {
        let pending = try database.rows(
            """
            SELECT \(ReviewReader.columns) FROM txn WHERE id IN
            (SELECT coalesce(parent_id, id) FROM txn INDEXED BY txn_day WHERE day BETWEEN ? AND ? AND counted = 1 AND pending = 1)
            AND \(ReviewReader.whole) ORDER BY day DESC, id
            """, dayValues, ReviewReader.row)
        guard let first = pending.last?.day, let last = pending.first?.day else { return }
        let posted = try database.rows(
            """
            SELECT \(ReviewReader.columns) FROM txn WHERE day BETWEEN ? AND ? AND pending = 0
            AND \(ReviewReader.whole) AND id NOT IN (SELECT txn_id FROM revision WHERE pending = 1)
            AND id NOT IN (SELECT of_id FROM duplicate WHERE of_id IS NOT NULL)
            """, [.int(Int64(first) - 1), .int(Int64(last + PendingFinder.window))], ReviewReader.row)
        let open = try openCategories(of: pending + posted)
        let pairs = try PendingFinder.pairs(
            pending: pending, posted: posted, isOpen: { open.contains($0.id) }, isShop: names.isShop,
            name: names.name,
            areTwo: { !isOpen(.pending, $0.id, $1.id) })
        findings.settled = pairs.map { (pending: $0.first.id, posted: $0.second.id) }
        let asked = Set(pairs.map(\.first.id))
        findings.neverPosted = pending.filter { row in
            asOf.dayNumber - row.day > PendingFinder.patience && !asked.contains(row.id) && isOpen(.pending, row.id)
        }.map(\.id)
    }

    /// What a posted row with a tip comes to, in hundredths of the pending amount.
    private static let tippedShare: ClosedRange<Int64> = 100...130

    private func addTipped(_ findings: inout ReviewFindings) throws {
        let pending = try database.rows(
            """
            SELECT \(ReviewReader.columns) FROM txn WHERE id IN (SELECT d.txn_id FROM duplicate d
            JOIN connection_row r ON r.txn_id = d.txn_id WHERE d.of_id IS NULL)
            AND pending = 1 AND parent_id IS NULL AND day BETWEEN ? AND ? ORDER BY day, id
            """, dayValues, ReviewReader.row
        ).filter { isOpen(.pending, $0.id) }
        guard let first = pending.first?.day, let last = pending.last?.day else { return }
        let posted = try database.rows(
            """
            SELECT \(ReviewReader.columns) FROM txn WHERE day BETWEEN ? AND ? AND pending = 0
            AND \(ReviewReader.whole) AND id NOT IN (SELECT of_id FROM duplicate WHERE of_id IS NOT NULL)
            """, [.int(Int64(first) - 1), .int(Int64(last + PendingFinder.window))], ReviewReader.row)
        let open = try openCategories(of: pending + posted)
        let pairs = try PendingFinder.pairs(
            pending: pending, posted: posted, isOpen: { open.contains($0.id) }, isShop: names.isShop,
            name: names.name,
            areTwo: { one, other in
                if open.contains(one.id) || open.contains(other.id) { return !isOpen(.pending, one.id, other.id) }
                let (held, taken) = (abs(one.amount), abs(other.amount) * 100)
                let isTip = (held * ReviewReader.tippedShare.lowerBound...held * ReviewReader.tippedShare.upperBound)
                    .contains(taken)
                return !isTip || !isOpen(.pending, one.id, other.id)
            })
        findings.tipped = pairs.map { (pending: $0.first.id, posted: $0.second.id) }
    }

    /// Categories of merchants that reserve another amount than they take.
    public static let openCategories = ["fuel", "lodging", "rental_car"]

    private func openCategories(of rows: [ReviewRow]) throws -> Set<Int64> {
        let categories = try ReviewReader.openCategories.compactMap { try index.knownCategoryID($0) }
        guard !categories.isEmpty, !rows.isEmpty else { return [] }
        let documents = Set(
            try database.rows(
                "SELECT id FROM document WHERE category_id IN (\(categories.map(String.init).joined(separator: ", ")))"
            ) { $0.int(0) })
        return Set(rows.filter { documents.contains($0.documentID) }.map(\.id))
    }

    // MARK: Transfers

    private func addTransfers(_ findings: inout ReviewFindings) throws {
        let rows = try index.possibleTransfers(days: days)
        let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        let ambiguous = TransferMatcher.match(rows).ambiguous.compactMap { byID[$0] }
        struct Side: Hashable {
            let amount: Int64
            let day: Int32
            let accountID: Int64
        }
        // The first of each account's rows of a day are enough: more are not shown.
        var sides: [Side: [PossibleTransfer]] = [:]
        for row in ambiguous {
            let side = Side(amount: row.amount, day: row.day, accountID: row.accountID)
            if (sides[side]?.count ?? 0) < ReviewReader.mostCandidates { sides[side, default: []].append(row) }
        }
        let accounts = Set(ambiguous.map(\.accountID))
        for out in ambiguous where out.amount < 0 && isOpen(.transfer, out.id) {
            let near = out.day - TransferMatcher.window...out.day + TransferMatcher.window
            let candidates = near.flatMap { day in
                accounts.flatMap { sides[Side(amount: -out.amount, day: day, accountID: $0)] ?? [] }
            }.filter { TransferMatcher.mayPair(out, $0) }
            guard !candidates.isEmpty else { continue }
            let nearest = candidates.sorted { (abs($0.day - out.day), $0.id) < (abs($1.day - out.day), $1.id) }
            findings.transfers.append(
                .init(out: out.id, candidates: nearest.prefix(ReviewReader.mostCandidates).map(\.id)))
        }
    }

    /// Rows that a question about a transfer offers.
    private static let mostCandidates = 5

    // MARK: Merchants

    /// Merchants of rows that were put into a category as a guess or only because nothing told another one, and of those that
    /// their wording allows to be transfers while no account has the other side.
    ///
    /// - Parameter asked: rows that another question is about.
    private func merchants(besides asked: [Int64]) throws -> [ReviewFindings.Merchant] {
        let unknown = try [Taxonomy.fallback, "income"].compactMap { try index.knownCategoryID($0) }
        guard !unknown.isEmpty else { return [] }
        let transfers = try index.knownCategoryID("transfers") ?? -1
        struct Sum {
            var amount: Int64 = 0
            var rows = 0
            var last = Int32.min
            var guess: Int64?
        }
        struct Key: Hashable {
            let merchant: Int64
            let currency: Currency
        }
        let currencies = Dictionary(uniqueKeysWithValues: try index.accounts.map { ($0.id, $0.currency) })
        var sums: [Key: Sum] = [:]
        let parts = try database.rows(
            """
            SELECT merchant_id, account_id, sum(amount), count(*), max(day), max(iif(basis < 0 OR kind = 3, category_id, 0))
            FROM txn INDEXED BY txn_day WHERE day BETWEEN ? AND ? AND counted = 1
            AND (kind <> 3 AND (category_id IN (\(unknown.map(String.init).joined(separator: ", "))) AND basis = 0 OR basis < 0)
            OR kind = 3 AND basis = 0 AND category_id = \(transfers) AND pair_id IS NULL AND transfer_hint = 2
            AND id NOT IN (\(asked.map(String.init).joined(separator: ", "))))
            GROUP BY merchant_id, account_id
            """, dayValues
        ) { ($0.int(0), $0.int(1), $0.int(2), Int($0.int(3)), $0.dayNumber(4), $0.int(5)) }
        for (merchant, account, amount, rows, last, guess) in parts where isOpen(.category, merchant) {
            guard let currency = currencies[account] else { continue }
            let key = Key(merchant: merchant, currency: currency)
            var sum = sums[key] ?? Sum()
            sum.amount += amount
            sum.rows += rows
            sum.last = max(sum.last, last)
            if guess > 0 { sum.guess = guess }
            sums[key] = sum
        }
        // A merchant that is paid in two currencies is one question, about the one with more rows.
        var best: [Int64: (currency: Currency, sum: Sum)] = [:]
        for (key, sum) in sums.sorted(by: { $0.key.currency.code < $1.key.currency.code })
        where sum.rows > best[key.merchant]?.sum.rows ?? 0 { best[key.merchant] = (key.currency, sum) }
        let home = try index.homeCurrency
        return try best.map { merchant, found in
            ReviewFindings.Merchant(
                id: merchant, name: try index.merchantName(merchant),
                guess: found.sum.guess.map(index.categorySlug), rows: found.sum.rows,
                amount: Money(found.sum.amount, found.currency), last: CivilDate(dayNumber: found.sum.last))
        }.sorted { a, b in
            let (left, right) = (a.amount, b.amount)
            // Amounts of two currencies are not compared: the household's own comes first.
            if left.currency != right.currency {
                return left.currency == home || right.currency != home && left.currency.code < right.currency.code
            }
            let sizes = (abs(left.minorUnits), abs(right.minorUnits))
            return sizes.0 == sizes.1 ? a.id < b.id : sizes.0 > sizes.1
        }
    }
}
