import Ledger
import Store

/// What one file brought, or would bring.
public struct ImportReport: Sendable {
    /// A row of a dry run.
    public struct Row: Sendable {
        public let record: ImportedRecord
        public let currency: Currency
        public let classification: Classification
    }

    /// As the person named it.
    public var file: String
    public var format: StatementFormat
    public var layout: StatementLayout
    /// The accounts that rows went to, in the order of their first row.
    public var accounts: [Account] = []
    /// Rows that could be read.
    public var rows = 0
    public var added = 0
    public var updated = 0
    /// Of these, rows of an earlier copy of the file that it has with another text, amount, or day.
    public var corrected = 0
    public var duplicates = 0
    /// Rows that could not be read.
    public var skipped: [RowProblem] = []
    /// Transfers that were added for what a wallet took from other accounts.
    var funded = 0
    /// Transfers between own accounts that were paired.
    public var pairedTransfers = 0
    /// The first and last day of the file's rows.
    public var period: Period?
    /// What a person should know of the account that was chosen.
    public var notes: [String] = []
    /// Filled in a dry run only.
    public var preview: [Row] = []
}

/// What the person importing asked for.
public struct IngestRequest: Sendable {
    public var options = ImportOptions()
    public var account: String?
    public var format: StatementFormat?
    /// Understand everything, keep nothing.
    public var isDryRun = false

    public init() {}

    /// The options with what the rest of the request says of the file.
    var readerOptions: ImportOptions {
        var options = options
        options.isOneAccount = account != nil
        return options
    }
}

/// Brings files into an index: reads records, decides merchant, category and kind, drops what is there already,
/// pairs transfers. One file is one transaction.
public final class Ingest {
    let index: HouseholdIndex
    let today: CivilDate
    let classifier: Classifier
    /// Reads texts of its own; only few rows are split.
    private var partClassifier: Classifier
    var rules: MerchantRules
    /// Names of places whose category is decided by what is usually paid there.
    var ticketed: [TicketRule: Set<String>] = [:]
    /// Names of merchants that nothing is known of.
    var unknown: Set<String> = []
    /// Names of merchants that are in no directory.
    private var unlisted: Set<String> = []
    /// The digits of cards by what files call them.
    private var cards: [String: String?] = [:]
    /// A file from this size on makes the indexes anew instead of keeping them up to date.
    private static let bulkBytes = 2_000_000

    /// - Parameter today: the day that is noted as the day of the import.
    public init(_ index: HouseholdIndex, today: CivilDate) {
        self.index = index
        self.today = today
        classifier = Classifier(taxonomy: index.taxonomy)
        partClassifier = classifier
        rules = MerchantRules(index)
    }

    /// - Parameter progress: is told now and then how much of the file has been read, 0...1.
    /// - Throws: `ImportError` when the file cannot be read, `StoreError` when the index cannot be written. The index
    ///   is then as it was.
    public func importFile(
        _ path: String, _ request: IngestRequest, progress: (Double) -> Void = { _ in }
    ) throws -> ImportReport {
        try importBytes(try StatementBytes(path: path), request, progress: progress)
    }

    /// The same for a file that is in memory already.
    public func importBytes(
        _ file: StatementBytes, _ request: IngestRequest, progress: (Double) -> Void = { _ in }
    ) throws -> ImportReport {
        try importFile(Ingest.opened(file, request), request, progress: progress)
    }

    /// A file whose format and layout are known.
    public struct OpenedFile {
        fileprivate let file: StatementBytes
        fileprivate let format: StatementFormat
        fileprivate let options: ImportOptions
        fileprivate let reader: any StatementReader
    }

    /// Finds out what a file is, without an index.
    ///
    /// - Throws: when it cannot be read.
    public static func opened(_ file: StatementBytes, _ request: IngestRequest) throws(ImportError) -> OpenedFile {
        let format = if let format = request.format { format } else { try StatementFormat.detect(file) }
        let options = request.readerOptions
        return OpenedFile(file: file, format: format, options: options, reader: try format.reader(file, options))
    }

    /// Brings in a file that was opened before; its layout is found again where the request has changed.
    public func importFile(
        _ opened: OpenedFile, _ request: IngestRequest, progress: (Double) -> Void = { _ in }
    ) throws -> ImportReport {
        let file = opened.file
        let format = opened.format
        var reader = try reader(opened, request)
        var report = ImportReport(file: file.path, format: format, layout: reader.layout)
        rules = MerchantRules(index)
        forgetMerchants()
        do {
            try index.importFile(
                named: Ingest.fileName(file.path), format: format.rawValue, on: today,
                expectsManyRows: file.bytes.count >= Ingest.bulkBytes
            ) { session in
                try readRecords(&reader, session, request, file, &report, progress)
                guard report.rows > 0 || report.skipped.isEmpty else {
                    throw Ingest.nothingFound(report)
                }
                return (report.rows, ())
            } settle: { session in
                try takeCorrections(session, &report)
                try session.takeOverRows()
                report.pairedTransfers = try pairTransfers(session)
                try index.guessRent(session)
                try settleMerchants(session)
                try index.takePayouts(session)
            } join: { session in
                try joinAccounts(session, &report)
                try index.keep(notes: report.notes, ofImport: session.fileID)
                if request.isDryRun { throw DryRunEnded() }
            }
        } catch is DryRunEnded {
            return report
        }
        return report
    }

    /// Ends a dry run's transaction so that nothing of it is kept.
    struct DryRunEnded: Error {}

    /// What a file does not tell is known where its account is: the currency, which may have other minor units, and what
    /// the signs of amounts mean.
    private func reader(_ opened: OpenedFile, _ request: IngestRequest) throws -> any StatementReader {
        let statements = opened.reader.accounts
        let layout = opened.reader.layout.signature
        let chooser = AccountChooser(
            index: index, request: request, path: opened.file.path, statements: statements,
            layout: opened.reader.layout)
        var options = request.readerOptions
        options.today = options.today ?? today
        let account = try chooser.existing
        if let account, options.currency == nil, statements.allSatisfy({ $0.currency == nil }) {
            options.currency = account.currency
        }
        if let account, let layout {
            let sign = try index.noted(.sign, ofLayout: layout, account: account.id)
            let order = try index.noted(.order, ofLayout: layout, account: account.id)
            options.known = KnownAccount(
                type: account.type, sign: sign.flatMap(StatementLayout.SignRule.init(rawValue:)),
                dateOrder: order.flatMap(StatementLayout.DateOrder.init(rawValue:)))
        } else if account == nil, let type = chooser.namedType {
            options.known = KnownAccount(type: type)
        }
        guard options != opened.options else { return opened.reader }
        return try opened.format.reader(opened.file, options)
    }

    private static func nothingFound(_ report: ImportReport) -> ImportError {
        let reason = report.skipped.first.map { "; line \($0.line): \($0.reason)" } ?? ""
        return ImportError(
            "\(report.file): no transactions found in it\(reason). If there should be some, "
                + "`coach import --dry-run` shows how it was read.")
    }

    /// What is kept of a file's name: without its folder, and of an account's number the last four digits.
    static func fileName(_ path: String) -> String {
        var out = ""
        var digits = ""
        for character in (path.split(separator: "/").last ?? "") + "\0" {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            // Eight digits that begin like a year are a date.
            let isDate = digits.count == 8 && (digits.hasPrefix("19") || digits.hasPrefix("20"))
            out += digits.count < 8 || isDate ? digits : "…" + digits.suffix(4)
            digits = ""
            if character != "\0" { out.append(character) }
        }
        return out
    }

    // MARK: Records

    private func readRecords(
        _ reader: inout any StatementReader, _ session: ImportSession, _ request: IngestRequest,
        _ file: StatementBytes, _ report: inout ImportReport, _ progress: (Double) -> Void
    ) throws {
        var accounts = AccountChooser(
            index: index, request: request, path: file.path, statements: reader.accounts,
            layout: reader.layout)
        var balances = FileBalances(statements: reader.accounts)
        var days: ClosedRange<Int32>?
        var ahead = 0
        var volume: UInt64 = 0
        let source = RecordSource(reader, TextReader(taxonomy: index.taxonomy))
        try source.forEachBatch(onOwnThread: file.bytes.count >= Ingest.bulkBytes) { batch in
            report.skipped += batch.problems
            for (position, record) in batch.records.enumerated() {
                if let problem = try excess(record, &volume) {
                    report.skipped.append(problem)
                    continue
                }
                let account = try accounts.account(for: record, among: batch.records)
                try add(batch, position, account, session, request, &report)
                balances.add(record, account: account.id)
                let day = record.date.dayNumber
                if record.date > today { ahead += 1 }
                days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
            }
            progress(batch.progress)
        }
        reader = source.reader
        // Sign rules and encodings may be settled only when all rows were seen.
        report.layout = reader.layout
        try balances.keep(in: index, &accounts, file: session.fileID)
        report.accounts = accounts.used
        if report.layout.certainty.findings.isEmpty {
            report.layout.certainty = .ofFormat(report.format.rawValue.uppercased())
        }
        report.notes =
            accounts.notes + reader.layout.assumptions + [report.layout.certainty.sentence].compactMap(\.self)
        if ahead > 0 {
            let rows = ahead == 1 ? "1 transaction is" : "\(ahead) transactions are"
            report.notes.append(
                "\(rows) dated after today, up to \(CivilDate(dayNumber: days?.upperBound ?? 0).americanText): check the dates "
                    + "in the file.")
        }
        if report.funded > 0 {
            let transfers = report.funded == 1 ? "1 transfer was" : "\(report.funded) transfers were"
            report.notes.append(
                "\(transfers) added for payments that came out of another account, so that the balance stays right.")
        }
        try accounts.noteLayouts(reader.layout)
        report.period = days.map { Period(CivilDate(dayNumber: $0.lowerBound), CivilDate(dayNumber: $0.upperBound)) }
    }

    /// An account of files may turn out to be one that a bank connection brings.
    private func joinAccounts(_ session: ImportSession, _ report: inout ImportReport) throws {
        guard let days = session.touchedDays else { return }
        for joined in try index.joinAccounts(Set(report.accounts.map(\.id)), days: days) {
            report.accounts = report.accounts.map { $0.id == joined.gone.id ? joined.account : $0 }
            report.notes.append(joined.sentence)
            let known = min(joined.dropped, report.added)
            report.added -= known
            report.duplicates += known
        }
    }

    /// Rows that a corrected file brought in place of others are these, not new ones.
    private func takeCorrections(_ session: ImportSession, _ report: inout ImportReport) throws {
        let corrections = try session.takeCorrections()
        report.added -= corrections.changed
        report.updated += corrections.changed
        report.corrected = corrections.changed
        report.notes += try session.rowsMadeWhole.compactMap(wholeAgain)
        guard corrections.missing > 0 else { return }
        let rows = corrections.missing == 1 ? "1 transaction" : "\(corrections.missing) transactions"
        report.notes.append(
            "\(rows) of the earlier \(Ingest.fileName(report.file)) \(corrections.missing == 1 ? "isn't" : "aren't") in this one "
                + "and stayed; to start over, remove that import (`coach imports`) and import this file again.")
    }

    /// What is said of a row that was split and came with another amount.
    func wholeAgain(_ id: Int64) throws -> String? {
        guard let row = try index.transaction(id: id) else { return nil }
        return "\(row.merchant) on \(row.date.americanText), which you had split, was posted as "
            + "\(row.amount.magnitude.text), so its parts are gone. To split it again: "
            + "`coach edit \(id) --split \"groceries 40, clothing 25\"`."
    }

    /// What the rows of a file come to before those of the index are looked at as well: so little that no number of files brings
    /// them beyond what can be added up.
    private static let ordinaryVolume: UInt64 = 10_000_000_000_000

    /// - Parameter volume: what the rows so far come to, whatever their sign; once that is much, with those of the index.
    func excess(_ record: ImportedRecord, _ volume: inout UInt64) throws -> RowProblem? {
        let amount = record.minorUnits.magnitude
        guard amount <= HouseholdIndex.largestAmount else {
            return RowProblem(
                line: record.line, reason: "an amount larger than any account holds: fix it and import again")
        }
        if volume <= Ingest.ordinaryVolume, volume + amount > Ingest.ordinaryVolume {
            volume = max(volume, try index.volume)
        }
        guard volume + amount <= HouseholdIndex.largestVolume else {
            return RowProblem(
                line: record.line,
                reason: "with this amount, the total is more than I can add up: fix it and import again")
        }
        volume += amount
        return nil
    }

    /// Begins to note merchants anew.
    func forgetMerchants() { (ticketed, unknown, unlisted) = ([:], [], []) }

    /// Notes a merchant whose category is decided when all rows are there: by what is usually paid, or by what another
    /// account's bank says.
    func noteMerchant(_ reading: TextReading, _ decided: Classification) {
        if reading.knownCategory == nil, [.expense, .refund].contains(decided.kind) {
            unlisted.insert(decided.merchant)
        }
        if reading.isCafe, decided.isCafeOrMeal { ticketed[.cafe, default: []].insert(decided.merchant) }
        if reading.isPub, decided.basis == .rules, decided.category == TicketRule.pub.smallest {
            ticketed[.pub, default: []].insert(decided.merchant)
        }
        if decided.basis == .rules, decided.category == Taxonomy.fallback { unknown.insert(decided.merchant) }
        if decided.basis == .rules, decided.category == TicketRule.convenience.smallest {
            ticketed[.convenience, default: []].insert(decided.merchant)
        }
    }

    func settleMerchants(_ changes: any RowChanges) throws(StoreError) {
        for rule in TicketRule.allCases { try index.settle(rule, of: ticketed[rule] ?? [], changes) }
        try index.takeBankCategories(of: unlisted, changes)
        var guesser = MerchantGuesser(taxonomy: index.taxonomy)
        for place in try index.openPlaces(named: unknown) where place.purchases >= Ingest.fewestPurchases {
            guard let category = guesser.category(of: place) else { continue }
            try index.guess(category, of: place, changes)
        }
    }

    /// Decides anew what went by the rows of some merchants, as if the rows that are there had just been imported.
    func settleAnew(_ merchants: Set<String>) throws(StoreError) {
        let changes = try LooseChanges(index)
        try index.takeBackRefiling(of: merchants, changes)
        forgetMerchants()
        var texts = TextReader(taxonomy: index.taxonomy)
        for text in try index.decidedTexts(of: merchants) {
            noteMerchant(
                texts.reading(of: text.description),
                Classification(
                    merchant: text.merchant, category: text.category, kind: text.kind, basis: text.basis,
                    certainty: .likely,
                    transferHint: .none))
        }
        try index.guessRent(changes)
        try settleMerchants(changes)
        try index.takePayouts(changes)
        try changes.finish()
    }

    /// One who was there less often than that has no habit there that would tell what it is.
    private static let fewestPurchases = 3

    private func add(
        _ batch: RecordBatch, _ position: Int, _ account: Account, _ session: ImportSession, _ request: IngestRequest,
        _ report: inout ImportReport
    ) throws {
        let record = batch.records[position]
        var decided = classifier.classify(
            batch.readings[position], bankCategory: record.bankCategory, bankType: record.bankType,
            minorUnits: record.minorUnits, accountType: account.type)
        if let number = record.checkNumber, decided.merchant == ServiceNames.check { decided.merchant += " \(number)" }
        noteMerchant(batch.readings[position], decided)
        let unruled = try applyRules(&decided, minorUnits: record.minorUnits)
        report.rows += 1
        let outcome = try session.add(
            NewTransaction(
                accountID: account.id, day: record.date.dayNumber, postedDay: record.posted?.dayNumber,
                amount: record.minorUnits, description: record.description, contentHash: batch.hashes[position],
                textHash: batch.textHashes[position], merchant: decided.merchant,
                category: decided.category, kind: decided.kind, isPending: record.isPending, basis: decided.basis,
                transferHint: decided.transferHint.rawValue, bankID: record.bankID, pendingID: record.pendingID,
                card: card(of: record, account), holder: record.holder, line: record.line,
                unruled: unruled))
        switch outcome {
        case .added:
            report.added += 1
            try split(record, account, session)
            if try fund(record, account, session) { report.funded += 1 }
        case .updated: report.updated += 1
        case .duplicate: report.duplicates += 1
        }
        if request.isDryRun {
            report.preview.append(
                ImportReport.Row(record: record, currency: account.currency, classification: decided))
        }
    }

    /// The card that a row was paid with, where its file names cards and all of them are one account: its digits, or who
    /// holds it.
    private func card(of record: ImportedRecord, _ account: Account) -> String? {
        guard account.type == .creditCard else { return nil }
        guard let name = record.accountName, name != account.name else { return record.holder }
        if let known = cards[name] { return known ?? record.holder }
        let mask = CSVAccounts.mask(in: name)
        cards[name] = .some(mask)
        return mask ?? record.holder
    }

    /// Keeps beside a payment that a wallet took from another account what it brought in from there: a transfer, which the
    /// other account's file has the other side of.
    ///
    /// - Returns: whether a row was added.
    private func fund(_ record: ImportedRecord, _ account: Account, _ session: ImportSession) throws -> Bool {
        guard let funding = record.funding else { return false }
        let text = "Transfer from \(funding)"
        return try session.add(
            NewTransaction(
                accountID: account.id, day: record.date.dayNumber, postedDay: record.posted?.dayNumber,
                amount: -record.minorUnits, description: text, contentHash: ImportSession.contentHash(text),
                textHash: ContentHash.of(text), merchant: TransferName.transfer.rawValue, category: "transfers",
                kind: .transfer,
                isPending: record.isPending, basis: .rules,
                transferHint: Classification.TransferHint.certain.rawValue,
                bankID: record.bankID.map { $0 + "-funding" }, line: record.line)) == .added
    }

    /// Keeps the parts of a row that its file splits, each in the category that its own word says.
    private func split(_ record: ImportedRecord, _ account: Account, _ session: ImportSession) throws {
        guard record.parts.count > 1 else { return }
        let parts = record.parts.filter { $0.minorUnits != 0 }.map { part in
            let decided = partClassifier.classify(
                description: record.description, bankCategory: part.bankCategory, bankType: nil,
                minorUnits: part.minorUnits, accountType: account.type)
            return SplitPart(
                amount: part.minorUnits, category: decided.category, notes: part.note.isEmpty ? nil : part.note)
        }
        try session.split(into: parts)
    }

    /// - Returns: what it was before; nil where no rule had a say.
    func applyRules(_ decided: inout Classification, minorUnits: Int64) throws -> RowDecision? {
        guard try !rules.isEmpty else { return nil }
        let unruled = decided.rowDecision
        var ruled = unruled
        try rules.apply(to: &ruled, minorUnits: minorUnits)
        decided.take(ruled)
        return ruled == unruled ? nil : unruled
    }

    // MARK: Transfers

    /// - Returns: how many were paired.
    func pairTransfers(_ session: ImportSession) throws -> Int {
        guard let days = session.touchedDays else { return 0 }
        let window = TransferMatcher.window
        let rows = try index.possibleTransfers(days: days.lowerBound - window...days.upperBound + window)
        let accountOf = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.accountID) })
        var paired = 0
        for pair in TransferMatcher.match(rows).pairs {
            let category = try index.transferCategory(between: [pair.out, pair.into].compactMap { accountOf[$0] })
            try index.pairTransfer(pair.out, pair.into, category: category, session)
            paired += 1
        }
        return paired
    }
}

extension JoinedAccounts {
    /// What a person should know.
    var sentence: String { "\(gone.name) has the same transactions as \(account.name), so they're one account now" }
}

extension Classification {
    /// The part of it that a rule of the user may change.
    fileprivate var rowDecision: RowDecision {
        RowDecision(
            merchant: merchant, category: category, kind: kind, basis: basis, transferHint: transferHint.rawValue)
    }

    fileprivate mutating func take(_ decision: RowDecision) {
        merchant = decision.merchant
        category = decision.category
        kind = decision.kind
        basis = decision.basis
        transferHint = TransferHint(rawValue: decision.transferHint) ?? transferHint
    }
}
