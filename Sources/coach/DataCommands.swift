import Advice
import Coaching
import Glibc
import Ledger
import Retrieval
import Store
import Terminal

/// The commands that look at rows, change them, or write them out.
struct DataCommands {
    let session: Session

    // MARK: Search

    func search() throws -> Int32 {
        let index = try session.openFilledIndex()
        let command = session.command
        var query = Query(direction: .any, limit: command[Options.limit] ?? 20)
        query.text = command.text.isEmpty ? nil : command.text
        query.period = try period(index)
        query.listsExcluded = true
        if let name = command[Options.category] { query.categories = try categories(name, index) }
        if let name = command[Options.account] { query.accounts = [try account(name, index).name] }
        let currency = try index.homeCurrency
        query.minimum = try command[Options.minimum].map { try minorUnits($0, currency) }
        query.maximum = try command[Options.maximum].map { try minorUnits($0, currency) }
        if let least = query.minimum, let most = query.maximum, least > most {
            throw Failure("--min is above --max", exitCode: 2)
        }
        let evidence = try Retriever(index).list(query)
        let asOf = try session.asOf(index)
        // Where the newest are listed nothing before them matters.
        let first = evidence.transactions.map(\.date).min() ?? query.period?.start ?? CivilDate(dayNumber: 0)
        let notes = try session.gaps(
            index, over: Period(min(first, asOf), max(min(first, asOf), query.period?.end ?? asOf)),
            kinds: Set(TransactionKind.allCases), account: query.accounts.first)
        if session.wantsJSON {
            try session.write(
                .object([
                    ("query", query.json), ("figures", .array(evidence.figures.map(\.json))),
                    ("transactions", .array(evidence.transactions.map(\.json))), ("matched", .int(evidence.matched)),
                    ("warnings", .strings(evidence.warnings)), ("notes", .strings(notes)),
                ]))
        } else {
            let answer = try SearchReply(index: index, currency: currency).answer(evidence)
            try session.write(session.prose(answer.reply) + "\n")
            try session.write(notes: notes)
            if let table = answer.table {
                let all = "; --limit \(evidence.matched) lists them all"
                try session.write("\n" + AnswerText(session).table(table, whatToDo: all))
            }
        }
        return 0
    }

    /// `--from` and `--to`; an end that was left out is the data's.
    private func period(_ index: HouseholdIndex) throws -> Period? {
        let (from, to) = (session.command[Options.from], session.command[Options.to])
        guard from != nil || to != nil, let coverage = try index.rowSpan else { return nil }
        let start = from?.start ?? min(coverage.start, to?.end ?? coverage.start)
        let end = to?.end ?? max(coverage.end, start)
        guard start <= end else { throw Failure("--from \(start) is after --to \(end)", exitCode: 2) }
        return Period(start, end)
    }

    private func minorUnits(_ amount: DecimalAmount, _ currency: Currency) throws -> Int64 {
        guard let units = amount.minorUnits(in: currency) else {
            throw Failure(amount.problem(in: currency), exitCode: 2)
        }
        return abs(units)
    }

    // MARK: Names

    private func category(_ name: String, _ index: HouseholdIndex) throws -> String {
        let found = try categories(name, index)
        guard found.count > 1 else { return found[0] }
        throw Failure(
            "“\(name)” means \(found.joined(separator: ", ")): say which of them", exitCode: 2)
    }

    private func categories(_ name: String, _ index: HouseholdIndex) throws -> [String] {
        let found = index.taxonomy.categories(named: name)
        guard found.isEmpty else { return found }
        let near = Suggestion.nearest(to: name.lowercased(), among: index.taxonomy.categories.map(\.id))
        throw Failure("there's no category “\(name)”" + (near.map { ": did you mean \($0)?" } ?? ""), exitCode: 2)
    }

    private func account(_ name: String, _ index: HouseholdIndex) throws -> Account {
        if let account = try index.account(called: name) { return account }
        let names = try index.accounts.map(\.name).joined(separator: ", ")
        throw Failure("there's no account “\(name)”; you have \(names)", exitCode: 2)
    }

    // MARK: Corrections

    func edit() throws -> Int32 {
        let index = try session.openFilledIndex()
        let command = session.command
        var correction = Correction()
        correction.category = try command[Options.newCategory].map { try category($0, index) }
        correction.kind = command[Options.kind]
        correction.merchant = command[Options.merchant]
        correction.notes = command[Options.notes]
        if command[Options.exclude] { correction.isExcluded = true }
        if command[Options.include] { correction.isExcluded = false }
        if let parts = command[Options.split] {
            guard correction.isEmpty, !command[Options.always], command.operands.count == 1 else {
                throw Failure("use --split by itself, with one transaction", exitCode: 2)
            }
            let id = Int64(command.operands(as: Operands.transactionID)[0])
            try tell(try split(id, parts, index))
            return 0
        }
        if let result = try marked(index, isAlone: correction.isEmpty && !command[Options.always]) {
            try tell(result)
            return 0
        }
        guard !correction.isEmpty else {
            throw Failure(
                "what should change? Add --category, --kind, --merchant, --notes, --exclude, --include, --split, --tag, or --reimbursed-by",
                exitCode: 2)
        }
        if correction.isExcluded != nil, command[Options.always] || command[Options.exclude] == command[Options.include]
        {
            throw Failure(
                "use --exclude or --include by itself, without the other and without --always",
                exitCode: 2)
        }
        if correction.merchant?.trimmed.isEmpty == true { throw Failure("--merchant needs a name", exitCode: 2) }
        let ids = command.operands(as: Operands.transactionID).map(Int64.init)
        try tell(try index.correct(ids, correction, always: command[Options.always]))
        return 0
    }

    /// `--tag` and `--reimbursed-by`; nil without them.
    private func marked(_ index: HouseholdIndex, isAlone: Bool) throws -> CorrectionResult? {
        let (name, incoming) = (session.command[Options.tag], session.command[Options.reimbursedBy])
        guard name != nil || incoming != nil else { return nil }
        guard isAlone, name == nil || incoming == nil else {
            throw Failure("use --\(name == nil ? "reimbursed-by" : "tag") by itself", exitCode: 2)
        }
        let ids = session.command.operands(as: Operands.transactionID).map(Int64.init)
        if let name {
            guard let tag = RowTags.tag(name) else {
                throw Failure("--tag needs a word with letters or digits, such as portugal", exitCode: 2)
            }
            return try index.setTag(tag, on: ids, isOn: true)
        }
        guard ids.count == 1, let incoming else {
            throw Failure("use --reimbursed-by with one transaction, the expense", exitCode: 2)
        }
        do { return try index.repay(ids[0], by: Int64(incoming)) } catch let error as SplitError {
            throw Failure(error.message)
        }
    }

    /// - Parameter text: `groceries 40, clothing 25.50`, or `none`.
    private func split(_ id: Int64, _ text: String, _ index: HouseholdIndex) throws -> CorrectionResult {
        guard let row = try index.transaction(id: id) else { throw UnknownTransaction(id: id) }
        var parts: [SplitPart] = []
        if text.trimmed.lowercased() != "none" {
            for part in text.split(separator: ",").map({ String($0).trimmed }) {
                let words = part.split(separator: " ")
                guard words.count >= 2,
                    let amount = words.last.flatMap({ DecimalAmount($0) })?.minorUnits(in: row.amount.currency),
                    amount > 0
                else {
                    throw Failure(
                        "“\(SafeText.line(part))” isn't a category with an amount, such as “groceries 40”", exitCode: 2)
                }
                let category = try category(words.dropLast().joined(separator: " "), index)
                parts.append(SplitPart(amount: row.amount.minorUnits < 0 ? -amount : amount, category: category))
            }
        }
        do {
            return try index.split(id, into: parts)
        } catch let error as SplitError {
            throw Failure(error.message)
        }
    }

    func undo() throws -> Int32 {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let last = try index.lastChange()
        let isImport = try !session.isDemo && index.importToUndo != nil
        if session.command[Options.undoDryRun] { return try preview(last, isImport: isImport, index) }
        if !isImport, let last, last.isBeforeSync, try !isMeant(last) { return 0 }
        if last?.isBeforeSync ?? false, !session.wantsJSON {
            try session.write(session.prose("The sync stays: a bank's own changes aren't undone.") + "\n")
        }
        if isImport, let number = try index.importToUndo {
            return try KeepingCommands(session: session).undoImport(number, index)
        }
        let limits = try RuleBook(index).rules()
        let undone: CorrectionResult?
        do {
            undone = try index.undoLastCorrection()
        } catch let final as IrreversibleAction {
            throw Failure(final.message)
        }
        guard let result = undone else { throw Failure("there's nothing to undo") }
        if !session.wantsJSON,
            let words = UndoWords.limits(from: limits, to: try RuleBook(index).rules(), index.taxonomy)
        {
            try session.write(session.prose(words) + "\n")
        } else {
            try tell(result)
        }
        return 0
    }

    /// `--dry-run`: what would be undone.
    private func preview(_ last: LastChange?, isImport: Bool, _ index: HouseholdIndex) throws -> Int32 {
        guard let last else { throw Failure("there's nothing to undo") }
        if !isImport, let final = try index.lastIsFinal() { throw Failure(final.message) }
        if session.wantsJSON {
            try session.write(
                .object([("would_undo", .string(last.what)), ("is_import", .bool(isImport))]))
        } else {
            let what = isImport ? "the import of \(last.what)" : "your last change, to \(last.what)"
            try session.write(session.prose("`coach undo` would take back \(SafeText.line(what)).") + "\n")
        }
        return 0
    }

    /// Who undoes after a sync may mean the sync: on a terminal what is undone instead is asked about.
    private func isMeant(_ last: LastChange) throws -> Bool {
        guard TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.output), !session.wantsJSON else {
            return true
        }
        let prompt = "the sync stays; undo your last change before it, to \(SafeText.line(last.what))? y = yes › "
        guard case .text(let line) = LineEditor.readAnswer(prompt: session.style(prompt, .bold)),
            ["y", "yes"].contains(line.trimmed.lowercased())
        else {
            try session.write("Nothing was changed.\n")
            return false
        }
        return true
    }

    private func tell(_ result: CorrectionResult) throws {
        if session.wantsJSON {
            try session.write(.object([("changed", .int(result.changed)), ("summary", .string(result.summary))]))
        } else {
            let words = SafeText.line(result.summary)
            try session.write(session.prose(words.prefix(1).uppercased() + words.dropFirst() + ".") + "\n")
        }
    }

    // MARK: Export

    func export() throws -> Int32 {
        let index = try session.openFilledIndex()
        let asJSON = session.command[Options.exportFormat] == "json" || session.wantsJSON
        let period = try period(index)
        let columns = [
            "id", "date", "posted", "description", "merchant", "category", "account", "amount", "currency", "kind",
            "status", "notes", "excluded", "account_type",
        ]
        let types = Dictionary(uniqueKeysWithValues: try index.accounts.map { ($0.name, $0.type.rawValue) })
        try session.write(asJSON ? "[" : columns.joined(separator: ",") + "\n")
        var buffer = ""
        var isFirst = true
        try index.forEachTransaction(in: period) { row in
            if asJSON {
                buffer += (isFirst ? "\n" : ",\n") + json(row, types[row.account]).text
            } else {
                buffer += csv(row, types[row.account]) + "\n"
            }
            isFirst = false
            if buffer.utf8.count > 1 << 16 {
                try session.write(buffer)
                buffer = ""
            }
        }
        try session.write(buffer + (asJSON ? "\n]\n" : ""))
        return 0
    }

    private func json(_ row: Transaction, _ type: String?) -> JSON {
        guard case .object(let members) = row.json else { return row.json }
        return .object(members + [("account_type", .optional(type, JSON.string))])
    }

    /// A text that a spreadsheet would take for a formula begins with an apostrophe, which spreadsheets do not show.
    private func text(_ cell: String) -> String {
        cell.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false ? "'" + cell : cell
    }

    private func csv(_ row: Transaction, _ type: String?) -> String {
        let cells = [
            String(row.id), row.date.iso, row.posted?.iso ?? "", text(row.rawDescription), text(row.merchant),
            row.category, text(row.account), row.amount.plainText, row.amount.currency.code, row.kind.rawValue,
            row.status.rawValue, text(row.notes ?? ""), row.isExcluded ? "yes" : "", type ?? "",
        ]
        // A file keeps every character; a terminal must not obey any.
        let isShown = TerminalDevice.isTerminal(.output)
        return cells.map { isShown ? SafeText.line($0) : $0 }.map { cell in
            let needsQuotes = cell.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
            return needsQuotes
                ? "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
                : cell
        }.joined(separator: ",")
    }
}
