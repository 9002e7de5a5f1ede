import CSQLite
import Glibc
import Ledger

/// Copies of an index as a whole, by SQLite's online backup: what other processes write meanwhile is in it or not, never in
/// part.
extension HouseholdIndex {
    /// Writes a copy of the index, which is checked before it takes its place.
    ///
    /// - Parameters:
    ///   - path: a file that is not there yet.
    ///   - replaces: whether one that is there may go, as long as it is an index.
    /// - Returns: how many transactions are in it.
    public func backUp(to path: String, replaces: Bool = false) throws -> Int {
        if access(path, F_OK) == 0 {
            guard replaces, !Database.isSameFile(path, database.path) else {
                throw StoreError(.cannotOpen, "\(path): is there already. Choose another name, or add --force.")
            }
            _ = try Database.rowsOfSoundIndex(at: path)
        }
        let part = "\(path).\(getpid()).part"
        for end in ["", "-journal", "-wal", "-shm"] { unlink(part + end) }
        defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(part + end) } }
        do {
            let copy = try Database(path: part)
            try copy.take(from: database)
            // A file of its own, without a log beside it; where and when one was somewhere is kept nowhere longer than it is
            // needed.
            try copy.run(
                script: """
                    PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; DELETE FROM position;
                    UPDATE geofence SET nudged_at = NULL WHERE nudged_at IS NOT NULL;
                    DELETE FROM offer WHERE kind = 'geofence'
                    """)
        }
        let rows = try Database.rowsOfSoundIndex(at: part)
        guard Database.isOnDisk(part), rename(part, path) == 0 else {
            throw StoreError.sqlite(errno == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN, path: path, detail: "")
        }
        return rows
    }

    /// Puts a backup in the place of what is in an index, in one step that a crash leaves done or not done.
    ///
    /// - Parameters:
    ///   - backup: a copy that `backUp` wrote, or any index that no newer coach wrote.
    ///   - path: the index; made where it is not there.
    /// - Returns: where what was in the index before is kept, nil where nothing was; and how many transactions it has now.
    public static func restore(_ backup: String, to path: String) throws -> (kept: String?, rows: Int) {
        guard !Database.isSameFile(backup, path) else {
            throw StoreError(.cannotOpen, "\(backup): is the index itself. Give the name of a backup.")
        }
        let rows = try Database.rowsOfSoundIndex(at: backup)
        let kept = access(path, F_OK) == 0 ? try keep(path) : nil
        let database = try Database(path: path)
        guard !database.isReadOnly else { throw StoreError.sqlite(SQLITE_READONLY, path: path, detail: "") }
        try database.take(from: try Database(path: backup))
        try database.useWriteAheadLog()
        // One of an older coach is brought up to date.
        _ = try HouseholdIndex(path: path)
        return (kept, rows)
    }

    /// Copies the index that is about to be replaced to a name of its own; one that cannot be read is moved there.
    private static func keep(_ path: String) throws -> String {
        var number = 1
        func name() -> String { "\(path).before-restore" + (number > 1 ? "-\(number)" : "") }
        while access(name(), F_OK) == 0 { number += 1 }
        let kept = name()
        do {
            _ = try Database.rowsOfSoundIndex(at: path)
            _ = try HouseholdIndex(path: path).backUp(to: kept)
        } catch let error as StoreError where [.corrupt, .notAnIndex, .newerVersion].contains(error.reason) {
            for end in ["", "-wal", "-shm"] where access(path + end, F_OK) == 0 {
                guard rename(path + end, kept + end) == 0 else {
                    throw StoreError.sqlite(SQLITE_CANTOPEN, path: path, detail: "")
                }
            }
        }
        return kept
    }
}

extension Database {
    /// Makes this database a copy of another one.
    func take(from source: Database) throws(StoreError) {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw error(sqlite3_errcode(handle))
        }
        // All pages in one step: they are of one state, and no writer makes it begin again.
        var code = sqlite3_backup_step(backup, -1)
        while code == SQLITE_BUSY || code == SQLITE_LOCKED {
            usleep(5000)
            code = sqlite3_backup_step(backup, -1)
        }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw error(code == SQLITE_DONE ? end : code) }
    }

    /// How many transactions an index holds that is whole: its pages, its sums, its version.
    static func rowsOfSoundIndex(at path: String) throws -> Int {
        guard access(path, R_OK) == 0 else {
            throw StoreError(.cannotOpen, "\(path): isn't there, or can't be read. Give the name of a backup.")
        }
        let database = try Database(path: path)
        let version = try Migrations.version(of: database)
        guard version > 0 else { throw StoreError.sqlite(SQLITE_NOTADB, path: path, detail: "") }
        let report = try database.first("PRAGMA integrity_check(1)") { $0.text(0) } ?? "no answer"
        guard report == "ok" else { throw StoreError.rowsUnreadable(path, report) }
        try database.refuseImpossibleRowsOfAnyVersion()
        return Int(try database.first("SELECT count(*) FROM txn") { $0.int(0) } ?? 0)
    }

    static func isSameFile(_ a: String, _ b: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(a, &one) == 0 && stat(b, &other) == 0 && (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
    }

    static func isOnDisk(_ path: String) -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
