import Ledger
import Store
import Terminal

/// The commands about what was brought in: past imports, and the names of accounts.
struct KeepingCommands {
    let session: Session

    // MARK: Imports

    func imports() throws -> Int32 {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        if let number = session.command[Options.removeImport] {
            return try remove(Int64(number), index, isChosen: true)
        }
        let imports = try index.imports()
        if session.wantsJSON {
            try session.write(.object([("imports", .array(imports.map(json)))]))
            return 0
        }
        guard !imports.isEmpty else {
            if try index.isEmpty { throw session.emptyIndex }
            try session.write("No files were imported: your transactions come from your banks (`coach accounts`).\n")
            return 0
        }
        var table = Table([
            Table.Column("No", .right), Table.Column("File"), Table.Column("Day"), Table.Column("Transactions", .right),
            Table.Column("Account"),
        ])
        for one in imports {
            table.add([
                String(one.number), one.file, one.day.iso, groupedThousands(one.kept),
                one.accounts.joined(separator: ", "),
            ])
        }
        let notes = imports.flatMap { one in one.notes.map { session.prose("\(one.number): \($0)") + "\n" } }
        try session.write(
            table.text(width: session.width, style: session.style) + (notes.isEmpty ? "" : "\n") + notes.joined())
        return 0
    }

    private func json(_ one: PastImport) -> JSON {
        .object([
            ("number", .integer(one.number)), ("file", .string(one.file)), ("format", .string(one.format)),
            ("day", .string(one.day.iso)), ("rows", .int(one.rows)), ("transactions", .int(one.kept)),
            ("accounts", .strings(one.accounts)), ("notes", .strings(one.notes)),
        ])
    }

    /// `coach undo`, where the last thing done was an import.
    func undoImport(_ number: Int64, _ index: HouseholdIndex) throws -> Int32 {
        if TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.output), !session.wantsJSON,
            let last = try index.imports().first(where: { $0.number == number })
        {
            let rows = "\(groupedThousands(last.kept)) transaction\(last.kept == 1 ? "" : "s")"
            let prompt = "Undo the import of \(SafeText.line(last.file)) (\(rows))? y = yes › "
            guard case .text(let line) = LineEditor.readAnswer(prompt: session.style(prompt, .bold)),
                ["y", "yes"].contains(line.trimmed.lowercased())
            else {
                try session.write("Nothing was changed.\n")
                return 0
            }
        }
        return try remove(number, index)
    }

    private func remove(_ number: Int64, _ index: HouseholdIndex, isChosen: Bool = false) throws -> Int32 {
        guard let removed = try index.removeImport(number, isChosen: isChosen) else {
            throw Failure("there's no import \(number); `coach imports` lists them")
        }
        if session.wantsJSON {
            try session.write(
                .object([
                    ("number", .integer(number)), ("file", .string(removed.file)), ("removed", .int(removed.removed)),
                    ("restored", .int(removed.restored)),
                ]))
            return 0
        }
        func rows(_ count: Int) -> String { "\(groupedThousands(count)) transaction\(count == 1 ? "" : "s")" }
        let back = removed.restored == 1 ? "is back the way it was" : "are back the way they were"
        var parts: [String] = []
        if removed.removed > 0 || removed.restored == 0 { parts.append("\(rows(removed.removed)) removed") }
        if removed.restored > 0 { parts.append("\(rows(removed.restored)) \(back)") }
        let again = removed.removed > 0 ? "get \(removed.removed == 1 ? "it" : "them") back" : "redo that"
        try session.write(
            "\(SafeText.line(removed.file)): " + parts.joined(separator: ", ")
                + ". Import the file again to \(again).\n")
        return 0
    }

    // MARK: Accounts

    /// `coach accounts --rename OLD NEW`
    func rename(_ old: String) throws -> Int32 {
        let new = session.command.text.trimmed
        guard !new.isEmpty else {
            throw Failure(
                "“\(SafeText.line(old))” needs its new name, such as `coach accounts --rename \"\(old)\" Checking`",
                exitCode: 2)
        }
        guard let index = try session.openExistingIndex(), try !index.accounts.isEmpty else {
            throw session.emptyIndex
        }
        do {
            let done = try index.renameAccount(old, to: new)
            if session.wantsJSON {
                try session.write(
                    .object([
                        ("account", .string(done.account.name)), ("merged", .bool(done.isMerged)),
                        ("dropped", .int(done.dropped)),
                    ]))
            } else {
                try session.write(SafeText.line(words(done, old)) + "\n")
            }
            return 0
        } catch let error as AccountError {
            throw Failure(error.message)
        }
    }

    /// Has an account go on in the currency that its bank has it in now.
    func change(to currency: Currency) throws -> Int32 {
        let name = session.command.text.trimmed
        guard !name.isEmpty else {
            throw Failure(
                "--currency needs the name of an account, such as `coach accounts --currency \(currency.code) Checking`",
                exitCode: 2)
        }
        guard let index = try session.openExistingIndex(), try !index.accounts.isEmpty else {
            throw session.emptyIndex
        }
        let lock = try BankAccess(session: session).lock()
        defer { _ = lock }
        let done: CurrencyChange
        do {
            done = try index.changeCurrency(ofAccount: name, to: currency, on: Session.today)
        } catch let error as AccountError {
            throw Failure(error.message, exitCode: 2)
        }
        if session.wantsJSON {
            try session.write(
                .object([
                    ("account", .string(done.account.name)), ("currency", .string(done.account.currency.code)),
                    ("earlier", .optional(done.earlier?.name, JSON.string)),
                ]))
            return 0
        }
        let stays = done.earlier.map {
            " What your bank doesn't tell again stays in \($0.currency.code), as “\(SafeText.line($0.name))”."
        }
        try session.write(
            session.prose(
                "\(SafeText.line(done.account.name)) goes on in \(done.account.currency.code): the next `coach sync` reads all of it "
                    + "again.\(stays ?? "")") + "\n")
        return 0
    }

    private func words(_ done: AccountRename, _ old: String) -> String {
        guard done.isMerged else { return "\(old) is now called \(done.account.name)." }
        let both =
            done.dropped == 1 ? "1 transaction they shared is" : "\(done.dropped) transactions they shared are"
        return "Everything in \(old) is now in \(done.account.name)." + (done.dropped > 0 ? " \(both) kept once." : "")
    }
}
