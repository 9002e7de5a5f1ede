import Coaching
import Feeds
import Importing
import Ledger
import Payments
import Service
import Store
import Terminal

/// `coach sync`: asks every connected bank for what is new. With `--json` each event is a line as it happens.
struct SyncCommand {
    let session: Session
    private var access: BankAccess { BankAccess(session: session) }

    func run() throws -> Int32 {
        let index = try index()
        let lock = try access.lock()
        defer { _ = lock }
        let name = session.command.text.trimmed
        let isForAll = name.isEmpty && !session.isDemo && !session.command[Options.syncDryRun]
        let taken = isForAll ? try ConnectCommand(session: session).takeUp(index) : []
        var connections = try index.connections
        if !name.isEmpty {
            let all = connections.map(\.name).joined(separator: ", ")
            connections = connections.filter { $0.name.lowercased() == name.lowercased() }
            if connections.isEmpty {
                throw Failure("there's no connection “\(SafeText.line(name))”; you have \(all)", exitCode: 2)
            }
        }
        let isSwept = try sweepCharges(index)
        guard !connections.isEmpty else {
            if isSwept { return 0 }
            throw Failure("there's no bank to sync with; `coach connect simplefin` connects one")
        }
        let code = try run(connections, index)
        try ConnectCommand(session: session).endWithoutOwnAccounts(taken, index)
        return code
    }

    /// Asks about charges that wait for their provider before the banks tell of them.
    ///
    /// - Returns: whether there were any.
    private func sweepCharges(_ index: HouseholdIndex) throws -> Bool {
        guard !session.isDemo, !session.command[Options.syncDryRun], session.command.text.trimmed.isEmpty else {
            return false
        }
        do {
            guard let sweep = try PaymentAccess(session: session).sweep(index) else { return false }
            for outcome in sweep.ended {
                if session.wantsJSON {
                    let source = try index.fundingSource(outcome.charge.funding)
                    let members = [("event", JSON.string("charge"))] + (outcome.json(source).object ?? [])
                    try session.write(JSON.object(members).text + "\n")
                } else {
                    try session.write(session.prose(outcome.sentence) + "\n")
                }
            }
            if sweep.isWaiting { session.warn("a charge still waits; `coach charge list` says what for") }
        } catch let error as PaymentError {
            session.warn("charges that wait can't be asked about: \(error.message)")
        }
        return true
    }

    /// The index; that of the sample household with its bank.
    private func index() throws -> HouseholdIndex {
        if !session.isDemo {
            guard let index = try session.openExistingIndex() else {
                throw Failure("there's no bank to sync with; `coach connect simplefin` connects one")
            }
            return index
        }
        let index = try session.openIndex()
        guard try index.connections.isEmpty else { return index }
        let bank = DemoBank()
        for grant in try bank.finish(try bank.begin(mending: nil), answer: nil) {
            _ = try index.addConnection(
                named: grant.name, provider: FeedProvider.demo.rawValue, reference: grant.reference,
                institution: grant.institution, sealedSecret: nil)
        }
        return index
    }

    /// - Returns: 1 where a bank could not be read, or not as a whole.
    func run(_ connections: [Connection], _ index: HouseholdIndex) throws -> Int32 {
        var sync = try access.sync(index)
        if session.isDemo { sync.today = try session.asOf(index) }
        if !session.isDemo, session.command[Options.asOf] != nil {
            session.warn("--as-of is for questions: your banks are read as they are today, \(sync.today.longText)")
        }
        sync.since = try since(sync.today)
        sync.isDryRun = session.command[Options.syncDryRun]
        let progress = BankProgress.shared
        defer { progress.finish() }
        let outcomes = try sync.run(connections) { event in
            if session.wantsJSON {
                // A program reads them as they come, one to a line.
                for json in try SyncCommand.json(event, index) { try session.write(json.text + "\n") }
                return
            }
            switch event {
            case .started(let connection): progress.show("asking \(connection.name)")
            case .read(let connection, let rows):
                progress.show("\(connection.name): \(groupedThousands(rows)) transactions so far")
            case .keeping(let connection, let account, let done):
                progress.show("\(connection.name): \(account)", done)
            case .pulled(let connection, let period, _):
                progress.show("\(connection.name)\(period.map { ", " + $0.ends } ?? "")")
            case .problem: break
            case .finished(let outcome):
                progress.finish()
                try session.write(text(outcome, questions: questions(outcome, index)))
            }
        }
        for outcome in outcomes { try askAboutWithheld(outcome, index) }
        let failed = outcomes.filter(\.hasFailed)
        if session.wantsJSON {
            try session.write(
                JSON.object([
                    ("event", .string("done")), ("failed", .strings(failed.map(\.connection.name))),
                    ("added", .int(outcomes.reduce(0) { $0 + $1.report.added })),
                ]).text + "\n")
        }
        for outcome in failed { tellFailure(outcome) }
        if !session.command[Options.syncDryRun] { try ring(index, failed) }
        return failed.isEmpty ? 0 : 1
    }

    private func since(_ today: CivilDate) throws -> CivilDate? {
        guard let day = session.command[Options.syncSince]?.start else { return nil }
        guard day <= today else { throw Failure("--since \(day) is after today, \(today)", exitCode: 2) }
        return day
    }

    /// Many posted transactions that a bank lists no more go only when their owner says so.
    private func askAboutWithheld(_ outcome: SyncOutcome, _ index: HouseholdIndex) throws {
        let isDryRun = session.command[Options.syncDryRun]
        let rows = isDryRun ? outcome.report.withheld : try index.withheldRows(of: outcome.connection.id)
        guard !rows.isEmpty, !session.wantsJSON, outcome.error == nil else { return }
        guard let extent = try index.extent(ofRows: rows) else { return }
        let name = outcome.connection.name
        let count = rows.count == 1 ? "1 transaction" : "\(groupedThousands(rows.count)) transactions"
        let lost =
            "\(name) no longer lists \(count) of \(extent.accounts.joined(separator: ", ")) that you have, "
            + (extent.period.days == 1 ? "on " : "") + extent.period.ends
        let canAsk = TerminalDevice.isTerminal(.input) && TerminalDevice.isTerminal(.output)
        guard canAsk, !isDryRun else {
            let (they, them) = rows.count == 1 ? ("It counts", "it") : ("They count", "them")
            return try session.write(
                session.prose(
                    "\(lost). \(they) until you decide: `coach sync \"\(name)\"` on a terminal asks whether to remove \(them)."
                ) + "\n")
        }
        try session.writeNow(session.prose("\(lost).") + "\n")
        guard
            case .text(let line) = LineEditor.readAnswer(
                prompt: session.style("remove \(rows.count == 1 ? "it" : "them")? y/N › ", .bold)),
            !line.trimmed.isEmpty
        else { return try session.write("Nothing was removed; the next sync asks again.\n") }
        guard ["y", "yes"].contains(line.trimmed.lowercased()) else {
            try index.keep(withheld: rows)
            return try session.write(rows.count == 1 ? "It stays.\n" : "They stay.\n")
        }
        let removed = try index.remove(withheld: rows, of: outcome.connection)
        try session.write("\(groupedThousands(removed)) transaction\(removed == 1 ? "" : "s") removed.\n")
    }

    private func ring(_ index: HouseholdIndex, _ failed: [SyncOutcome]) throws {
        HookBell(session: session).ringAfter(index, SyncCommand.events(failed, on: try session.asOf(index)))
    }

    /// What is told of connections whose sync failed.
    static func events(_ failed: [SyncOutcome], on today: CivilDate) -> [HookEvent] {
        failed.map { outcome in
            let problem = outcome.error?.message ?? outcome.problems.first { !$0.isNotice }?.message
            return HookEvent.syncFailed(connection: outcome.connection.name, reason: problem ?? "", on: today)
        }
    }

    // MARK: For people

    private func tellFailure(_ outcome: SyncOutcome) {
        let words =
            outcome.problems.filter { !$0.isNotice }.map(\.message) + [outcome.error?.message].compactMap(\.self)
        let name = outcome.connection.name
        for line in words { session.warn(line.hasPrefix(name) ? line : "\(name): \(line)") }
    }

    /// How many questions there are about the days that a sync changed.
    private func questions(_ outcome: SyncOutcome, _ index: HouseholdIndex) throws -> Int {
        guard !session.command[Options.syncDryRun], let period = outcome.report.period else { return 0 }
        return try ReviewQueue(index, asOf: try session.asOf(index)).count(in: period)
    }

    private func text(_ outcome: SyncOutcome, questions: Int) throws -> String {
        let report = outcome.report
        let isDryRun = session.command[Options.syncDryRun]
        func rows(_ count: Int) -> String { "\(groupedThousands(count)) transaction\(count == 1 ? "" : "s")" }
        var parts: [String] = []
        if report.added > 0 { parts.append("\(rows(report.added)) \(isDryRun ? "would be new" : "new")") }
        if report.updated > 0 { parts.append("\(groupedThousands(report.updated)) updated") }
        if report.gone > 0 { parts.append("\(groupedThousands(report.gone)) gone") }
        if report.pairedTransfers > 0 {
            let count = report.pairedTransfers
            parts.append("\(count) transfer\(count == 1 ? "" : "s") between your accounts")
        }
        var line = outcome.connection.name + ": "
        line +=
            parts.isEmpty
            ? (outcome.error == nil || !report.accounts.isEmpty ? "nothing new" : "nothing was fetched")
            : parts.joined(separator: ", ")
        if let period = report.period { line += (period.days == 1 ? ", on " : ", ") + period.ends }
        if questions > 0 { line += "; \(groupedThousands(questions)) to review (`coach review`)" }
        var out = session.prose(line + ".") + "\n"
        let changed = report.accounts.filter { $0.added + $0.updated + $0.removed > 0 || $0.isNew || $0.balance != nil }
        if !changed.isEmpty { out += table(changed) }
        let unlisted = report.unlisted.map {
            "\($0.account) is no longer listed by the bank (since \($0.since.longText))"
        }
        for note in report.notes + lost(report.lost) + unlisted + outcome.problems.filter(\.isNotice).map(\.message) {
            out += session.prose((note.prefix(1).uppercased() + note.dropFirst()).ended) + "\n"
        }
        if isDryRun {
            out += outcome.isCutShort ? "Only the newest days were asked for; a sync brings the older ones too.\n" : ""
            out += "Nothing was stored.\n"
        }
        return out
    }

    private static let mostNamed = 5

    /// Posted transactions that the bank has no more, by name: they counted until now.
    private func lost(_ rows: [Transaction]) -> [String] {
        let verb = session.command[Options.syncDryRun] ? "would be gone" : "is gone"
        let named = rows.prefix(SyncCommand.mostNamed).map { row in
            "\(row.merchant), \(row.amount.text) on \(row.date.longText) (\(row.account)), \(verb): the bank no longer lists it"
        }
        let rest = rows.count - named.count
        return named + (rest > 0 ? ["so \(rest == 1 ? "is" : "are") \(groupedThousands(rest)) more"] : [])
    }

    private func table(_ parts: [FeedReport.AccountPart]) -> String {
        // The bank of the demo is one for all, and dry runs may tell no balances.
        let hasBanks = parts.contains { $0.institution != nil }
        let hasBalances = parts.contains { $0.balance != nil }
        let hasLost = parts.contains { $0.removed > 0 }
        var table = Table(
            [Table.Column("Account")] + (hasBanks ? [Table.Column("Bank")] : [])
                + [Table.Column("New", .right), Table.Column("Updated", .right)]
                + (hasLost ? [Table.Column("Gone", .right)] : [])
                + (hasBalances ? [Table.Column("Balance", .right)] : []))
        for part in parts {
            let balance = part.balance.map { Money($0, part.account.currency).text } ?? ""
            table.add(
                [part.account.name + (part.isNew ? " (new)" : "")] + (hasBanks ? [part.institution ?? ""] : [])
                    + [groupedThousands(part.added), groupedThousands(part.updated)]
                    + (hasLost ? [groupedThousands(part.removed)] : []) + (hasBalances ? [balance] : []))
        }
        return table.text(width: session.width, style: session.style)
    }

    // MARK: For programs

    private static func json(_ event: SyncEvent, _ index: HouseholdIndex) throws -> [JSON] {
        func object(_ name: String, _ connection: Connection, _ members: [(String, JSON)]) -> JSON {
            .object([("event", .string(name)), ("connection", .string(connection.name))] + members)
        }
        switch event {
        case .read, .keeping: return []
        case .started(let connection):
            return [object("started", connection, [("provider", .string(connection.provider))])]
        case .pulled(let connection, let period, let report):
            let pulled = object(
                "pulled", connection,
                [
                    ("from", .optional(period) { .string($0.start.iso) }),
                    ("to", .optional(period) { .string($0.end.iso) }),
                    ("added", .int(report.added)), ("updated", .int(report.updated)), ("known", .int(report.known)),
                    ("removed", .int(report.gone)),
                ])
            let unlisted = report.unlisted.map {
                object("unlisted", connection, [("account", .string($0.account)), ("since", .string($0.since.iso))])
            }
            let gone = report.lost.map { row in
                object(
                    "gone", connection,
                    [
                        ("account", .string(row.account)), ("date", .string(row.date.iso)),
                        ("merchant", .string(row.merchant)), ("currency", .string(row.amount.currency.code)),
                        ("amount_cents", .integer(row.amount.minorUnits)),
                    ])
            }
            return [pulled] + report.accounts.map { object("account", connection, $0.members) } + gone + unlisted
        case .problem(let connection, let problem):
            // What a provider warned of fails no sync; still the connection needs a look.
            let isWarning =
                try problem.isNotice
                && index.warnings(ofConnection: connection.id).contains { $0.code == problem.code }
            let health = isWarning ? ConnectionHealth.attention : problem.health
            return [
                object(
                    "problem", connection,
                    [
                        ("institution", .optional(problem.institution, JSON.string)), ("code", .string(problem.code)),
                        ("health", .string(health.rawValue)), ("message", .string(problem.message)),
                    ])
            ]
        case .finished(let outcome):
            return [
                object(
                    "finished", outcome.connection,
                    [
                        ("ok", .bool(!outcome.hasFailed)), ("added", .int(outcome.report.added)),
                        ("updated", .int(outcome.report.updated)), ("removed", .int(outcome.report.gone)),
                        ("error", .optional(outcome.error) { .string($0.message) }),
                        ("code", .optional(outcome.error?.code, JSON.string)),
                        ("withheld", .int(outcome.report.withheld.count)),
                    ])
            ]
        }
    }
}

extension FeedReport.AccountPart {
    fileprivate var members: [(String, JSON)] {
        [
            ("account", .string(account.name)), ("institution", .optional(institution, JSON.string)),
            ("new_account", .bool(isNew)), ("added", .int(added)), ("updated", .int(updated)),
            ("removed", .int(removed)),
            ("currency", .string(account.currency.code)), ("balance_cents", .optional(balance) { .integer($0) }),
            ("balance_date", .optional(balanceDay) { .string($0.iso) }),
        ]
    }
}
