import Feeds
import Glibc
import LanguageModel
import Ledger
import Payments
import Store
import Terminal

/// `coach doctor`: checks what coach needs and says how to mend what is wrong.
struct DoctorCommand {
    private var session: Session

    init(session: Session) { self.session = session }

    struct Check {
        let name: String
        let isFine: Bool
        let words: String
    }

    func run() throws -> Int32 {
        var configured = self
        let configuration = configured.configurationCheck()
        return try configured.report(configuration)
    }

    private func report(_ configuration: Check) throws -> Int32 {
        let checks =
            (session.command[Options.repair] ? [repairCheck()] : []) + indexChecks() + bankChecks() + cardChecks()
            + tokenChecks()
            + [
                terminalCheck(), lineCheck(), historyCheck(), ShellFiles(session).completionCheck(),
                ShellFiles(session).manualCheck(),
            ] + session.promptChecks() + [configuration, session.modelCheck()]
        if session.wantsJSON {
            try session.write(
                .object([
                    (
                        "checks",
                        .array(
                            checks.map {
                                .object([
                                    ("name", .string($0.name)), ("ok", .bool($0.isFine)), ("words", .string($0.words)),
                                ])
                            })
                    )
                ]))
        } else {
            for check in checks {
                let mark = check.isFine ? session.style("ok", .good) : session.style("!!", .bad)
                let words = Wrapping.wrap(
                    "\(check.name): \(SafeText.line(check.words))", width: session.width.map { $0 - 4 })
                try session.write(mark + "  " + words.split(separator: "\n").joined(separator: "\n    ") + "\n")
            }
        }
        return checks.allSatisfy(\.isFine) ? 0 : 1
    }

    /// Makes anew what is computed from the rows.
    private func repairCheck() -> Check {
        do {
            guard let index = try session.openExistingIndex() else {
                return Check(name: "repair", isFine: true, words: "there's no index yet")
            }
            let report = try index.repair()
            func counted(_ count: Int, _ noun: String) -> String {
                "\(groupedThousands(count)) \(noun)\(count == 1 ? "" : "s")"
            }
            let words =
                "rebuilt the search of \(counted(report.texts, "text")) and all sums from "
                + counted(report.rows, "transaction")
            let faults = report.faults.isEmpty ? "" : ", as " + report.faults.joined(separator: " and ")
            return Check(name: "repair", isFine: true, words: words + faults)
        } catch {
            return Check(name: "repair", isFine: false, words: Failure(error).message)
        }
    }

    /// Who may ask `coach serve`, where anybody may.
    private func tokenChecks() -> [Check] {
        let file = TokenFile(session)
        guard access(file.path, F_OK) == 0 else { return [] }
        do {
            _ = try file.read()
            return [Check(name: "tokens", isFine: true, words: file.path)]
        } catch {
            return [Check(name: "tokens", isFine: false, words: Failure(error).message)]
        }
    }

    private func indexChecks() -> [Check] {
        let path = session.databasePath
        if path != ":memory:", access(path, F_OK) != 0 {
            return [missingIndexCheck(path)]
        }
        do {
            let index = try session.openIndex()
            if let fault = try index.firstFault() {
                let words =
                    "\(path) is damaged (\(fault)); try `coach doctor --repair`, restore a backup with "
                    + "`coach restore FILE`, or move it away and import your files again"
                return [Check(name: "index", isFine: false, words: words)]
            }
            if let fault = try index.firstTotalFault() ?? index.firstSearchFault() {
                let words = "\(path): \(fault); fix it with `coach doctor --repair`"
                return [Check(name: "index", isFine: false, words: words)]
            }
            guard let coverage = try index.coverage else {
                return [
                    Check(
                        name: "index", isFine: true,
                        words: "\(path) is empty; import a bank file with `coach import FILE`"
                    )
                ]
            }
            let rows = try index.accountExtents().values.reduce(0) { $0 + $1.rows }
            return [
                Check(
                    name: "index", isFine: true,
                    words: "\(path), \(groupedThousands(rows)) transaction\(rows == 1 ? "" : "s"), \(coverage.ends)"),
                privacyCheck(path),
            ]
        } catch {
            return [Check(name: "index", isFine: false, words: Failure(error).message)]
        }
    }

    /// How bank connections do, and whether what asking them takes is there; nothing where there are none.
    private func bankChecks() -> [Check] {
        guard let found = try? session.openExistingIndex(), (try? found.connections.isEmpty) == false else { return [] }
        let key = keyCheck(found)
        if key?.isFine ?? true { try? found.forgetOwnFaults() }
        guard let connections = try? found.connections else { return [] }
        let problems = connections.filter { $0.health != .ok }.map { "\($0.name): \($0.problem ?? $0.health.rawValue)" }
        let names = connections.map(\.name).joined(separator: ", ")
        let health = Check(
            name: "banks", isFine: problems.isEmpty,
            words: problems.isEmpty ? "\(names), no problems" : problems.joined(separator: "; "))
        return [health] + [key].compactMap(\.self)
    }

    /// nil where there is no secret: no key is wanted then, and none is made.
    private func keyCheck(_ index: HouseholdIndex) -> Check? {
        do {
            guard try BankAccess(session: session).tryKeys(index) else { return nil }
            return Check(name: "bank key", isFine: true, words: "it opens the secrets of your connections")
        } catch {
            return Check(name: "bank key", isFine: false, words: Failure(error).message)
        }
    }

    /// Whether a card's payments are in the account of its statements; nothing where there are no cards.
    private func cardChecks() -> [Check] {
        guard let index = try? session.openExistingIndex(), let sources = try? index.fundingSources(), !sources.isEmpty
        else { return [] }
        do {
            let words = try Set(sources.compactMap { try PaymentSetup.untied($0, in: index) }).sorted()
            let isTwice = try sources.contains { try !index.chargesToldElsewhere($0.accountID).isEmpty }
            let fine =
                sources.contains(where: \.isLive)
                ? "each payment goes to the account of the card's statements"
                : "test charges don't count"
            return [Check(name: "cards", isFine: !isTwice, words: words.isEmpty ? fine : words.joined(separator: "; "))]
        } catch {
            return [Check(name: "cards", isFine: false, words: Failure(error).message)]
        }
    }

    private func missingIndexCheck(_ path: String) -> Check {
        if let folder = DoctorCommand.unwritableFolder(above: path) {
            return Check(
                name: "index", isFine: false,
                words:
                    "can't create \(path), since \(folder) isn't writable; choose another place with --db or COACH_DB"
            )
        }
        return Check(
            name: "index", isFine: true,
            words: "\(path) doesn't exist yet; `coach import FILE` creates it, and `coach demo` doesn't need it")
    }

    /// The folder in which this file or the folders above it would have to be made, where that is not possible.
    private static func unwritableFolder(above path: String) -> String? {
        var folder = Substring(path)
        repeat {
            guard let slash = folder.lastIndex(of: "/") else { return access(".", W_OK) == 0 ? nil : "." }
            folder = folder[..<slash]
        } while !folder.isEmpty && access(String(folder), F_OK) != 0
        let place = folder.isEmpty ? "/" : String(folder)
        return access(place, W_OK | X_OK) == 0 ? nil : place
    }

    /// The lines typed in conversations, which are kept where that is possible.
    private func historyCheck() -> Check {
        guard let path = session.historyPath else {
            return Check(name: "history", isFine: true, words: "nothing is saved")
        }
        let isThere = access(path, F_OK) == 0
        guard isThere ? access(path, R_OK | W_OK) == 0 : DoctorCommand.unwritableFolder(above: path) == nil else {
            return Check(
                name: "history", isFine: false,
                words: "\(path) isn't writable, so typed lines aren't saved; fix its permissions, or set XDG_STATE_HOME"
            )
        }
        return Check(name: "history", isFine: true, words: isThere ? path : "\(path), once you type your first line")
    }

    /// Nobody else may read the file, nor list the folder that coach made for it.
    private func privacyCheck(_ path: String) -> Check {
        guard path != ":memory:" else {
            return Check(name: "privacy", isFine: true, words: "the index is in memory only")
        }
        let folder = path.hasSuffix("/coach/coach.db") ? String(path.dropLast("/coach.db".count)) : nil
        let open = [path, path + "-wal", path + "-shm", session.historyPath, folder].compactMap { $0 }
            .filter(DoctorCommand.isOpenToOthers)
        guard let first = open.first else {
            return Check(name: "privacy", isFine: true, words: "only you can read the index")
        }
        let mode = first == folder ? 700 : 600
        return Check(
            name: "privacy", isFine: false,
            words: "others can read \(first == path ? "the index" : first); fix it with `chmod \(mode) \(first)`")
    }

    private static func isOpenToOthers(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & 0o077 != 0
    }

    private func terminalCheck() -> Check {
        let colors = "colors \(session.style.isColored ? "on" : "off")"
        guard let columns = session.width else {
            return Check(name: "terminal", isFine: true, words: "no terminal, plain output, \(colors)")
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environmentVariable).first { !$0.isEmpty } ?? "C"
        let name = locale.uppercased()
        guard name.contains("UTF-8") || name.contains("UTF8") else {
            return Check(
                name: "terminal", isFine: false,
                words: "the locale \(locale) isn't UTF-8; fix it with `export LC_ALL=C.UTF-8`")
        }
        return Check(name: "terminal", isFine: true, words: "\(columns) columns, \(colors), UTF-8")
    }

    private func lineCheck() -> Check {
        LineEditor.isAvailable
            ? Check(name: "line editing", isFine: true, words: "GNU readline")
            : Check(
                name: "line editing", isFine: false,
                words: "GNU readline not found; fix it with `apt install libreadline8`")
    }

    /// Reads the configuration, which then holds for the other checks.
    private mutating func configurationCheck() -> Check {
        let path = session.configurationPath
        do {
            session.configuration = try Configuration.read(path: path)
        } catch {
            return Check(name: "configuration", isFine: false, words: error.message)
        }
        let configuration = session.configuration
        if let warning = configuration.modelFault ?? configuration.warnings.first {
            return Check(name: "configuration", isFine: false, words: warning)
        }
        let count = configuration.written.count
        let words =
            count == 0
            ? "no settings in \(path), so the defaults apply" : "\(path), \(count) setting\(count == 1 ? "" : "s")"
        return Check(name: "configuration", isFine: true, words: words)
    }
}
