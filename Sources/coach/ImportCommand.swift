import Coaching
import Importing
import Ledger
import Terminal

/// `coach import`: one report for each file; a file that cannot be read does not stop the others.
struct ImportCommand {
    let session: Session

    func run() throws -> Int32 {
        let command = session.command
        var request = IngestRequest()
        request.account = command[Options.intoAccount]
        request.options.accountType = command[Options.accountType]
        request.options.currency = command[Options.currency] ?? session.configuration.currency
        request.options.dateOrder =
            command[Options.dateOrder].flatMap(StatementLayout.DateOrder.init(rawValue:))
            ?? session.configuration.dateOrder
        request.options.flipsSign = command[Options.flipSign]
        request.options.keepsSign = command[Options.keepSign]
        if request.options.flipsSign, request.options.keepsSign {
            throw Failure("--flip-sign and --keep-sign do not go together: give one of them", exitCode: 2)
        }
        request.options.columns = command[Options.columns] ?? []
        request.options.today = Session.today
        request.format = command[Options.fileFormat].flatMap(StatementFormat.init(rawValue:))
        request.isDryRun = command[Options.dryRun]
        var exitCode: Int32 = 0
        var reports: [JSON] = []
        for path in command.operands {
            for file in files(path, &exitCode) {
                do {
                    let (report, questions) = try bring(file, request)
                    if session.wantsJSON {
                        reports.append(report.json(request.isDryRun, questions: questions))
                    } else {
                        try session.write(text(report, request, questions: questions))
                    }
                } catch let error as ClosedOutput {
                    throw error
                } catch let failure as Failure where failure.isStop {
                    throw failure
                } catch {
                    session.warn(Failure(error).message)
                    exitCode = 1
                }
            }
        }
        if session.wantsJSON {
            // One file is one object, several are an array: either way one document.
            if command.operands.count > 1 || reports.count > 1 {
                try session.write(.array(reports))
            } else if let report = reports.first {
                try session.write(report)
            }
        }
        if !request.isDryRun, let index = try? session.openExistingIndex() {
            HookBell(session: session).ringAfter(index)
        }
        return exitCode
    }

    /// The file that an operand names, or those of an archive; what cannot be opened is warned about.
    private func files(_ path: String, _ exitCode: inout Int32) -> [StatementBytes] {
        do {
            return try StatementBytes.files(at: path)
        } catch {
            session.warn(Failure(error).message)
            exitCode = 1
            return []
        }
    }

    /// - Returns: what the file brought, and how many questions there are about rows of its days.
    private func bring(_ file: StatementBytes, _ request: IngestRequest) throws -> (
        report: ImportReport, questions: Int
    ) {
        // The file is looked at before the index is made, so that one that cannot be read leaves nothing behind.
        var request = request
        let opened = try settled(&request) { try Ingest.opened(file, $0) }
        let index = try session.openIndex(keepsNothing: request.isDryRun)
        request.account = try request.account.map(index.keptName)
        let open = request.isDryRun ? 0 : try ReviewQueue(index, asOf: session.asOf(index)).count()
        let report = try settled(&request) { request in
            var progress = Progress()
            defer { progress.finish() }
            return try Ingest(index, today: Session.today).importFile(opened, request) {
                progress.update($0, label: "reading \(file.path)")
            }
        }
        guard !request.isDryRun, report.added + report.updated > 0 else { return (report, 0) }
        // What earlier files left open is no matter of this one.
        return (report, max(0, try ReviewQueue(index, asOf: session.asOf(index)).count() - open))
    }

    /// What a file leaves open a person at the terminal is asked.
    private func settled<T>(_ request: inout IngestRequest, _ bring: (IngestRequest) throws -> T) throws -> T {
        while true {
            do {
                return try bring(request)
            } catch let error as ImportError {
                guard let doubt = error.doubt, !session.wantsJSON, TerminalDevice.isTerminal(.input),
                    TerminalDevice.isTerminal(.output)
                else { throw error }
                try settle(doubt, &request.options)
            }
        }
    }

    private func settle(_ doubt: LayoutDoubt, _ options: inout ImportOptions) throws {
        switch doubt {
        case .sign(let text, let amount):
            let spent = try ask(
                "The file doesn't say whether its positive amounts came in or went out: "
                    + "\(text.isEmpty ? "a row" : "“\(text)”") has \(amount) there.",
                prompt: "Were positive amounts spent? y = spent, n = received › ", yes: ["spent"], no: ["received"],
                options: "--flip-sign or --keep-sign")
            options.flipsSign = spent
            options.keepsSign = !spent
        case .sides(let text, let amount, let column):
            let spent = try ask(
                "The file has two columns of amounts and doesn't say which is money out: "
                    + "\(text.isEmpty ? "a row" : "“\(text)”") has \(amount) in \(column).",
                prompt: "Was that spent? y = spent, n = received › ", yes: ["spent"], no: ["received"],
                options: "--keep-sign or --flip-sign")
            options.flipsSign = !spent
            options.keepsSign = spent
        case .dateOrder(let date) where date.utf8.count == 6 && date.utf8.allSatisfy({ $0 &- 0x30 < 10 }):
            options.dateOrder = try askOrder(of: date)
        case .dateOrder(let date):
            let isMonthFirst = try ask(
                "The file doesn't say whether day or month comes first in its dates, such as \(date).",
                prompt: "Does the month come first? y = month first, n = day first › ", yes: ["month", "mdy"],
                no: ["day", "dmy"], options: "--date-order mdy or --date-order dmy")
            options.dateOrder = isMonthFirst ? .mdy : .dmy
        case .accounts(let column, let names):
            let isOwn = try ask(
                "The file has \(names) names in \(column.name), such as “\(column.example)”, and doesn't say whether these "
                    + "are your accounts or those of the other side.",
                prompt: "Are these your accounts? y = mine, n = the other side's › ", yes: ["mine"], no: ["theirs"],
                options: "--columns \"account=\(column.number)\" or --columns \"none=\(column.number)\"")
            options.columns.append(ColumnChoice(isOwn ? .account : .none, String(column.number)))
        case .amount(let columns): options.columns.append(ColumnChoice(.amount, String(try ask(which: columns))))
        }
    }

    /// - Returns: the number of the column that holds the amount.
    private func ask(which columns: [LayoutDoubt.Column]) throws -> Int {
        var question = session.prose("The file doesn't say which column holds the amount:") + "\n"
        for (number, column) in columns.enumerated() {
            question += "  \(number + 1)  \(SafeText.line(column.name)), such as \(SafeText.line(column.example))\n"
        }
        try session.writeNow(question)
        let prompt = session.style("number from the list, Enter = none of them › ", .bold)
        while true {
            let line = try answer(prompt, options: "which columns hold what with --columns", isNeeded: true)
            if let number = Int(line), columns.indices.contains(number - 1) {
                return columns[number - 1].number
            }
        }
    }

    /// - Parameter options: what settles it on the command line.
    private func ask(_ question: String, prompt: String, yes: [String], no: [String], options: String) throws -> Bool {
        try session.writeNow(session.prose(question) + "\n")
        while true {
            let word = try answer(session.style(prompt, .bold), options: options).lowercased()
            if (["y", "yes"] + yes).contains(word) { return true }
            if (["n", "no"] + no).contains(word) { return false }
            try session.writeNow("Answer y or n, or q to import nothing.\n")
        }
    }

    /// - Parameters:
    ///   - options: what settles it on the command line.
    ///   - isNeeded: whether to answer nothing ends the import as well.
    /// - Throws: where the person has had enough.
    private func answer(_ prompt: String, options: String, isNeeded: Bool = false) throws -> String {
        guard case .text(let line) = LineEditor.readAnswer(prompt: prompt), !PromptReader.leaves(line.trimmed),
            !isNeeded || !line.trimmed.isEmpty
        else {
            var stop = Failure("nothing was imported; to settle it beforehand, say \(options)")
            stop.isStop = true
            throw stop
        }
        return line.trimmed
    }

    /// Which of three orders dates of six digits are in.
    private func askOrder(of date: String) throws -> StatementLayout.DateOrder {
        try session.writeNow(
            session.prose(
                "The file doesn't say whether year, month, or day comes first in its dates, such as \(date).") + "\n")
        let prompt = session.style("Which comes first? y = year, m = month, d = day › ", .bold)
        while true {
            switch try answer(prompt, options: "--date-order ymd, mdy, or dmy").lowercased() {
            case "y", "year", "ymd": return .ymd
            case "m", "month", "mdy": return .mdy
            case "d", "day", "dmy": return .dmy
            default: try session.writeNow("Answer y, m, or d, or q to import nothing.\n")
            }
        }
    }

    // MARK: For people

    private func text(_ report: ImportReport, _ request: IngestRequest, questions: Int) -> String {
        var out = session.prose(summary(report, request, questions: questions)) + "\n"
        for problem in report.skipped.prefix(10) {
            out += "  line \(problem.line): \(SafeText.line(problem.reason))\n"
        }
        if report.skipped.count > 10 { out += "  … and \(report.skipped.count - 10) more\n" }
        for note in report.notes { out += session.prose(note) + "\n" }
        if request.isDryRun { out += "\n" + layout(report) + "\n" + preview(report) }
        return out
    }

    private func summary(_ report: ImportReport, _ request: IngestRequest, questions: Int) -> String {
        func rows(_ count: Int) -> String { "\(groupedThousands(count)) transaction\(count == 1 ? "" : "s")" }
        // Who just named the file knows where it is.
        let isTold = session.isConversation && session.width != nil
        let file = isTold ? String(report.file.split(separator: "/").last ?? "") : report.file
        guard report.rows > 0 else { return "\(file): no transactions in it." }
        var parts = ["\(rows(report.rows)) read"]
        parts.append("\(groupedThousands(report.added)) \(request.isDryRun ? "would be new" : "new")")
        if report.duplicates > 0 { parts.append("\(groupedThousands(report.duplicates)) already imported") }
        let posted = report.updated - report.corrected
        if posted > 0 { parts.append("\(groupedThousands(posted)) no longer pending") }
        if report.corrected > 0 { parts.append("\(groupedThousands(report.corrected)) corrected") }
        let skipped = report.skipped.count
        if skipped > 0 { parts.append("\(groupedThousands(skipped)) line\(skipped == 1 ? "" : "s") skipped") }
        var text = "\(file): " + parts.joined(separator: ", ")
        let accounts = report.accounts.map { "\($0.name) (\($0.type.words), \($0.currency.code))" }
        text += ", in " + accounts.joined(separator: ", ")
        if let period = report.period {
            text += (period.days == 1 ? ", on " : ", ") + period.ends
        }
        if report.pairedTransfers > 0 {
            text +=
                "; \(report.pairedTransfers) transfer\(report.pairedTransfers == 1 ? "" : "s") between your accounts"
        }
        if questions > 0 { text += "; \(groupedThousands(questions)) to review (`coach review`)" }
        return text + "."
    }

    private func layout(_ report: ImportReport) -> String {
        let layout = report.layout
        var lines = ["Read as \(report.format.rawValue.uppercased()), \(layout.encoding)"]
        if let delimiter = layout.delimiter {
            let header = layout.headerLine == 0 ? "no header" : "header in line \(layout.headerLine)"
            let sign =
                switch layout.sign {
                case .asIs: "negative amounts are money out"
                case .flipped: "positive amounts are money out"
                case .debitCredit: "money out and money in are in two columns"
                case .typeColumn: "one column says whether money went out or in"
                }
            let name = delimiter == "\t" ? "tabs" : "“\(delimiter)”"
            lines.append("columns separated by \(name), \(header), dates as \(layout.dateOrder.rawValue)")
            lines.append("“\(layout.decimal)” before the decimals, \(sign)")
        }
        var out = lines.joined(separator: "; ") + ".\n"
        for finding in layout.certainty.findings {
            let percent = Int((finding.degree.confidence * 100).rounded())
            out += session.prose("\(finding.part.name) (confidence \(percent)%): \(finding.reason).") + "\n"
        }
        return out + "Nothing was stored.\n"
    }

    private func preview(_ report: ImportReport) -> String {
        var table = Table([
            Table.Column("Line", .right), Table.Column("Date"), Table.Column("Merchant"), Table.Column("Category"),
            Table.Column("Kind"), Table.Column("Amount", .right),
        ])
        for row in report.preview.prefix(20) {
            table.add([
                String(row.record.line), row.record.date.iso, row.classification.merchant, row.classification.category,
                row.classification.kind.rawValue, Money(row.record.minorUnits, row.currency).text,
            ])
        }
        let more = report.preview.count > 20 ? "… and \(groupedThousands(report.preview.count - 20)) more\n" : ""
        return table.text(width: session.width, style: session.style) + more
    }
}

extension ImportReport {
    /// - Parameter questions: how many there are about rows of the file's days.
    func json(_ isDryRun: Bool, questions: Int) -> JSON {
        var members: [(String, JSON)] = [
            ("file", .string(file)), ("format", .string(format.rawValue)),
            ("account", .optional(accounts.first) { .string($0.name) }),
            ("accounts", .strings(accounts.map(\.name))),
            ("currency", .optional(accounts.first) { .string($0.currency.code) }),
            (
                "layout",
                .object([
                    ("encoding", .string(layout.encoding)), ("delimiter", .optional(layout.delimiter, JSON.string)),
                    ("header_line", .int(layout.headerLine)), ("date_order", .string(layout.dateOrder.rawValue)),
                    ("decimal", .string(layout.decimal)), ("sign", .string(layout.sign.rawValue)),
                    ("confidence", .number(layout.certainty.confidence)),
                    ("evidence", .array(layout.certainty.findings.map(\.json))),
                ])
            ),
            ("rows", .int(rows)), ("added", .int(added)), ("updated", .int(updated)), ("corrected", .int(corrected)),
            ("duplicates", .int(duplicates)),
            ("paired_transfers", .int(pairedTransfers)), ("to_review", .int(questions)), ("notes", .strings(notes)),
            (
                "skipped",
                .array(skipped.map { .object([("line", .int($0.line)), ("reason", .string($0.reason))]) })
            ),
        ]
        if isDryRun { members.append(("transactions", .array(preview.map(\.json)))) }
        return .object(members)
    }
}

extension ImportReport.Row {
    fileprivate var json: JSON {
        .object([
            ("line", .int(record.line)), ("date", .string(record.date.iso)),
            ("description", .string(record.description)), ("amount_cents", .integer(record.minorUnits)),
            ("currency", .string(currency.code)), ("merchant", .string(classification.merchant)),
            ("category", .string(classification.category)), ("kind", .string(classification.kind.rawValue)),
            ("status", .string(record.isPending ? "pending" : "posted")),
        ])
    }
}

extension LayoutCertainty.Part {
    fileprivate var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension LayoutCertainty.Finding {
    fileprivate var json: JSON {
        .object([
            ("of", .string(part.rawValue)), ("confidence", .number(degree.confidence)), ("why", .string(reason)),
        ])
    }
}
