import Coaching
import Ledger
import Retrieval
import Store
import Terminal

/// The commands about what accounts hold, now and in the days to come.
struct BalanceCommands {
    let session: Session

    // MARK: Accounts

    func accounts() throws -> Int32 {
        if let old = session.command[Options.rename] {
            guard session.command[Options.accountCurrency] == nil else {
                throw Failure("use --rename or --currency, not both at once", exitCode: 2)
            }
            return try KeepingCommands(session: session).rename(old)
        }
        if let currency = session.command[Options.accountCurrency] {
            return try KeepingCommands(session: session).change(to: currency)
        }
        if let word = session.command.operands.first {
            throw Failure(
                "“\(SafeText.line(word))” isn't expected here: to rename an account, run `coach accounts --rename OLD NEW`",
                exitCode: 2)
        }
        let index = try openIndexWithAccounts(orConnections: true)
        let entries = try AccountList(index, asOf: try session.asOf(index)).entries
        if try index.hasOwnFaults, (try? BankAccess(session: session).tryKeys(index)) ?? false {
            try? index.forgetOwnFaults()
        }
        let links = try AccountLinks(index)
        if session.wantsJSON {
            let list = entries.map { JSON.object($0.members + links.members(of: $0.account)) }
            try session.write(
                .object([("accounts", .array(list))] + (links.isEmpty ? [] : [("connections", .array(links.json))])))
            return 0
        }
        var table = Table(
            [
                Table.Column("Account"), Table.Column("Type"), Table.Column("Balance", .right), Table.Column("As of"),
                Table.Column("Transactions", .right), Table.Column("First"), Table.Column("Last"),
            ]
                + (links.isEmpty ? [] : [Table.Column("Bank"), Table.Column("Last sync"), Table.Column("Health")]))
        for entry in entries {
            let (account, extent, balance) = (entry.account, entry.extent, entry.balance)
            table.add(
                [
                    account.name, account.type.words, balance?.amount.text ?? "not known", balance?.day.iso ?? "",
                    groupedThousands(extent?.rows ?? 0), extent?.period.start.iso ?? "", extent?.period.end.iso ?? "",
                ] + (links.isEmpty ? [] : links.cells(of: account)))
        }
        // A connection that was never read has brought none.
        if !entries.isEmpty { try session.write(table.text(width: session.width, style: session.style)) }
        for name in links.withoutAccounts {
            let words = "\(name): no accounts yet; if you don't need it, `coach disconnect \"\(name)\"` ends it."
            try session.write(session.prose(words) + "\n")
        }
        for problem in links.problems { try session.write(session.prose(problem) + "\n") }
        return 0
    }

    /// An index with accounts; assets without files need no transactions.
    private func openIndexWithAccounts(orConnections: Bool = false) throws -> HouseholdIndex {
        guard let index = try session.openExistingIndex(),
            try !index.accounts.isEmpty || orConnections && !index.connections.isEmpty
        else { throw session.emptyIndex }
        return index
    }

    private func answers(_ index: HouseholdIndex) throws -> BalanceAnswers {
        BalanceAnswers(index, asOf: try session.asOf(index), currency: try Coach.homeCurrency(index))
    }

    // MARK: Telling a balance

    func balance() throws -> Int32 {
        let operands = session.command.operands
        guard let name = operands.first else { return try show(answers(openIndexWithAccounts()).balances()) }
        guard operands.count == 2 else {
            throw Failure(
                "“\(SafeText.line(name))” needs an amount, such as `coach balance \"\(name)\" 812.40`", exitCode: 2)
        }
        guard let amount = DecimalAmount(operands[1]) else {
            throw Failure(
                "“\(SafeText.line(operands[1]))”: expected an amount such as 12.34 or $1,234", exitCode: 2)
        }
        let index = try session.openIndex()
        let today = try session.asOf(index)
        let day = session.command[Options.balanceDay] ?? today
        guard day <= today else { throw Failure("--on \(day) is after today, \(today)", exitCode: 2) }
        let account = try index.database.write { try keep(amount, of: name, on: day, index) }
        return try show(
            BalanceAnswers(index, asOf: day, currency: account.currency)
                .balances(BalanceAsk(accounts: [account.name])))
    }

    private func keep(_ amount: DecimalAmount, of name: String, on day: CivilDate, _ index: HouseholdIndex) throws
        -> Account
    {
        let account = try account(name, amount, index)
        guard let units = amount.minorUnits(in: account.currency) else {
            throw Failure(amount.problem(in: account.currency), exitCode: 2)
        }
        // What is told of a card or loan is what is owed.
        let held = account.type.isLiability ? -abs(units) : units
        try index.keep(KnownBalance(accountID: account.id, day: day, amount: held, source: .owner), rows: 0)
        return account
    }

    /// The account of that name, made where its type was given.
    private func account(_ name: String, _ amount: DecimalAmount, _ index: HouseholdIndex) throws -> Account {
        if let account = try index.account(called: name) { return account }
        guard let type = session.command[Options.balanceType] else {
            let names = try index.accounts.map(\.name)
            let near =
                names.first { $0.lowercased() == Suggestion.nearest(to: name, among: names.map { $0.lowercased() }) }
                .map { " (did you mean “\($0)”?)" } ?? ""
            throw Failure(
                "there's no account “\(SafeText.line(name))”\(near): to add it, say what it is with --type, "
                    + "such as --type real_estate", exitCode: 2)
        }
        let currency = try session.currency(of: amount, index)
        return try index.addAccount(name: index.keptName(name), type: type, currency: currency)
    }

    private func show(_ found: BalanceAnswers.Found<BalanceSheet>) throws -> Int32 {
        if session.wantsJSON {
            let sheet = found.report
            try session.write(
                .object(
                    [
                        ("as_of", .string(sheet.day.iso)),
                        ("accounts", .array(sheet.balances.map { $0.json })),
                        ("missing", .strings(sheet.unknown.map(\.name))),
                    ] + common(found.evidence, found.reply)))
            return 0
        }
        try write(found.reply, found.table, found.evidence.warnings)
        return 0
    }

    private func common(_ evidence: Evidence, _ reply: String) -> [(String, JSON)] {
        [
            ("figures", .array(evidence.figures.map(\.json))), ("groups", .array(evidence.groups.map(\.json))),
            ("warnings", .strings(evidence.warnings)), ("reply", .string(reply)),
        ]
    }

    private func write(
        _ reply: String, _ table: AnswerTable?, _ warnings: [String] = [], _ series: AnswerSeries? = nil
    ) throws {
        try session.write(session.prose(reply) + "\n")
        for warning in warnings {
            try session.write(session.style(session.prose("Note: " + warning), .dim) + "\n")
        }
        if let series { try session.write(AnswerText(session).series(series)) }
        if let table { try session.write("\n" + AnswerText(session).table(table)) }
    }

    // MARK: Net worth

    func netWorth() throws -> Int32 {
        let index = try openIndexWithAccounts()
        if let months = session.command[Options.months] { return try history(index, months) }
        let found = try answers(index).netWorth()
        let report = found.report
        let notes = try session.gaps(index, over: Period(report.earlier.day, report.sheet.day))
        guard session.wantsJSON else {
            try write(found.reply, found.table, found.evidence.warnings + notes)
            return 0
        }
        try session.write(
            .object(
                [
                    ("as_of", .string(report.sheet.day.iso)), ("previous_day", .string(report.earlier.day.iso)),
                    (
                        "accounts",
                        .array(
                            report.sheet.balances.map { balance in
                                guard case .object(let members) = balance.json else { return balance.json }
                                return .object(members + [("kind", .string(AssetKind(balance).rawValue))])
                            })
                    ),
                    ("missing", .strings(report.sheet.unknown.map(\.name))), ("notes", .strings(notes)),
                ] + common(found.evidence, found.reply)))
        return 0
    }

    private func history(_ index: HouseholdIndex, _ count: Int) throws -> Int32 {
        let history = try Retriever(index).netWorthHistory(through: session.asOf(index), months: count)
        let days = history.months.map(\.day)
        let asOf = try session.asOf(index)
        let notes = try session.gaps(index, over: Period(days.min() ?? asOf, max(days.max() ?? asOf, asOf)))
        if session.wantsJSON {
            try session.write(
                .object([
                    ("as_of", .string(try session.asOf(index).iso)), ("months", .array(history.months.map(\.json))),
                    ("notes", .strings(notes)),
                ]))
            return 0
        }
        guard !history.months.isEmpty else {
            try session.write(
                session.prose("No balance is known; tell me one with `coach balance NAME AMOUNT`.") + "\n")
            return 0
        }
        try session.write(history.table.text(width: session.width, style: session.style))
        for month in history.months where !month.newAccounts.isEmpty {
            let names = month.newAccounts.joined(separator: ", ")
            let words = "Note: the change up to \(month.day.longText) leaves out \(names), not known before."
            try session.write(session.style(session.prose(words), .dim) + "\n")
        }
        try session.write(notes: notes)
        return 0
    }

    // MARK: Holdings

    func holdings() throws -> Int32 {
        let index = try openIndexWithAccounts()
        let report = try Retriever(index).holdings()
        if session.wantsJSON {
            try session.write(report.json)
            return 0
        }
        guard let day = report.day else {
            try session.write(
                session.prose(
                    "No holdings are known. They come from connected banks that report them (`coach connect plaid`); "
                        + "a sync names those that it has to leave out.") + "\n")
            return 0
        }
        for total in report.totals {
            let words = total.words(
                asOf: try session.asOf(index), oldest: day, isOneOfSeveral: report.totals.count > 1)
            try session.write(session.prose(words) + "\n")
        }
        try session.write("\n" + report.table.text(width: session.width, style: session.style))
        return 0
    }

    // MARK: Forecast

    func forecast() throws -> Int32 {
        let index = try openIndexWithAccounts()
        var request = ForecastRequest()
        if let days = session.command[Options.days] { request.days = days }
        let option = session.command[Options.buffer]
        if let buffer = option ?? session.configuration.forecastBuffer {
            let currency = try Coach.homeCurrency(index)
            let name = option == nil ? "forecast_buffer in config.json" : "--buffer"
            guard let units = buffer.minorUnits(in: currency) else {
                throw Failure("\(name): \(buffer.problem(in: currency))", exitCode: 2)
            }
            guard units.magnitude <= HouseholdIndex.largestAmount else {
                throw Failure(
                    "\(name): that's more than any account holds; expected an amount such as 200", exitCode: 2)
            }
            request.buffer = abs(units)
        }
        let found = try answers(index).forecast(request)
        let asOf = try session.asOf(index)
        let notes = try session.gaps(index, over: Period(asOf, asOf))
        if session.wantsJSON {
            try session.write(.object((json(found).object ?? []) + [("notes", .strings(notes))]))
        } else {
            try write(found.reply, found.table, found.evidence.warnings + notes, found.series)
        }
        return 0
    }

    private func json(_ found: BalanceAnswers.Found<ForecastReport>) -> JSON {
        let report = found.report
        guard let forecast = report.forecast else {
            return .object(
                [("forecast", .null), ("missing", .strings(report.missing.map(\.name)))]
                    + common(found.evidence, found.reply))
        }
        let input = forecast.input
        return .object(
            [
                ("as_of", .string(input.asOf.iso)), ("data_end", .string(report.dataEnd.iso)),
                ("until", .string(report.until.iso)), ("next_pay", .optional(input.nextPay) { .string($0.iso) }),
                ("accounts", .array(report.pool.map(\.json))), ("missing", .strings(report.missing.map(\.name))),
                ("expected", .array(forecast.expectedJSON)),
                (
                    "days",
                    .array(
                        forecast.days.map { day in
                            .object([
                                ("date", .string(day.date.iso)), ("balance_cents", .integer(day.balance.minorUnits)),
                            ])
                        })
                ),
            ] + common(found.evidence, found.reply))
    }
}

extension AccountBalance {
    fileprivate var json: JSON {
        .object([
            ("name", .string(account.name)), ("type", .string(account.type.rawValue)),
            ("balance_cents", .integer(amount.minorUnits)), ("currency", .string(amount.currency.code)),
            ("date", .string(day.iso)), ("stated_on", .string(statedOn.iso)),
            ("stated_by", .string(isOwners ? "you" : "bank")), ("transactions_since", .int(rows)),
        ])
    }
}
