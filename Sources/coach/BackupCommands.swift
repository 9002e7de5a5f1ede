import Glibc
import Ledger
import Store
import Terminal

/// `coach backup` and `coach restore`: the index as a whole, to a file and back.
struct BackupCommands {
    let session: Session

    private var file: String { session.command.operands[0] }

    func backUp() throws -> Int32 {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let rows = try index.backUp(to: file, replaces: session.command[Options.force])
        var info = stat()
        let bytes = stat(file, &info) == 0 ? Int(info.st_size) : 0
        if session.wantsJSON {
            try session.write(
                .object([("file", .string(file)), ("transactions", .int(rows)), ("bytes", .int(bytes))]))
        } else {
            try session.write("\(SafeText.line(file)): \(transactions(rows)), checked.\n")
        }
        return 0
    }

    func restore() throws -> Int32 {
        guard !session.isDemo else { throw Failure("--demo has no index to restore: leave it out", exitCode: 2) }
        let path = session.databasePath
        let done = try HouseholdIndex.restore(file, to: path)
        if session.wantsJSON {
            try session.write(
                .object([
                    ("index", .string(path)), ("transactions", .int(done.rows)),
                    ("kept", .optional(done.kept, JSON.string)),
                ]))
        } else {
            let before = done.kept.map { " What was there before is in \($0)." } ?? ""
            try session.write(session.prose("\(path): \(transactions(done.rows)) from \(file).\(before)") + "\n")
        }
        return 0
    }

    private func transactions(_ count: Int) -> String {
        "\(groupedThousands(count)) transaction\(count == 1 ? "" : "s")"
    }
}
