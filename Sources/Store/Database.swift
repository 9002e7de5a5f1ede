import CSQLite
import Glibc

/// One connection to an SQLite file, used by one thread at a time. Statements are kept by their text.
///
/// Writers of other processes are waited for without end: a second `coach` on the same file never fails.
public final class Database {
    private(set) var handle: OpaquePointer
    /// As the person named it; `:memory:` for a throw-away index.
    public let path: String
    public let isReadOnly: Bool
    private var statements: [String: Statement] = [:]
    /// Whether nothing can be written for now.
    private var isHeld = false
    private var depth = 0
    /// Whether all that is written is kept at the end of a `together`.
    private(set) var isTogether = false
    /// What is to be done then.
    private var afterwards: [() throws -> Void] = []
    /// The file that the database began as.
    var image: MappedImage?

    /// Called once when another process has held the file for a second.
    nonisolated(unsafe) public static var onWaiting: (@Sendable () -> Void)?

    /// Opens or creates the file (0600); `:memory:` keeps everything in memory.
    ///
    /// A file that cannot be written is opened for reading.
    public init(path: String) throws(StoreError) {
        self.path = path
        Database.configureOnce()
        let isMemory = path == ":memory:"
        if !isMemory { try Database.createPrivateFile(path) }
        let canWrite = isMemory || access(path, W_OK) == 0 && access(Database.folder(of: path), W_OK) == 0
        isReadOnly = !canWrite
        guard !canWrite else {
            handle = try Database.open(
                path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, path)
            return
        }
        handle = try Database.openForReading(path)
    }

    /// A file that cannot be written, with what a process that was ended left in its log: that is part of the data.
    private static func openForReading(_ path: String) throws(StoreError) -> OpaquePointer {
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        let uri = "file:" + uriEscaped(path)
        // Without write access to the folder SQLite cannot make its shared-memory file: nothing else can be writing
        // either, so a file without a log is read as unchanging.
        if size(of: path + "-wal") == 0 { return try open(uri + "?immutable=1", flags, path) }
        if access(path + "-shm", F_OK) == 0 || access(folder(of: path), W_OK) == 0 {
            let handle = try open(uri, flags, path)
            // One of another state of the file can't be read with, and here it can't be made anew.
            guard sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil) & 0xFF == SQLITE_PROTOCOL else {
                return handle
            }
            sqlite3_close(handle)
        }
        // The log's index is made in this process's own memory, where no lock is asked for (SQLite, "WAL-mode
        // databases without shared memory").
        let handle = try open(uri + "?vfs=unix-none", flags, path)
        _ = coach_sqlite_keep_log(handle)
        let code = sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil)
        guard code == SQLITE_OK else {
            sqlite3_close(handle)
            throw StoreError.sqlite(code, path: path, detail: "cannot open")
        }
        return handle
    }

    private static func open(_ name: String, _ flags: Int32, _ path: String) throws(StoreError) -> OpaquePointer {
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(name, &pointer, flags, nil)
        guard code == SQLITE_OK, let opened = pointer else {
            sqlite3_close(pointer)
            throw StoreError.sqlite(code, path: path, detail: "cannot open")
        }
        sqlite3_extended_result_codes(opened, 1)
        _ = coach_sqlite_defensive(opened)
        sqlite3_busy_handler(opened, busy, nil)
        return opened
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close(handle)
    }

    private static let configured: Void = {
        _ = coach_sqlite_disable_memstatus()
    }()
    private static func configureOnce() { configured }

    /// 1 ms, then doubling to 50 ms; never gives up.
    private static let busy: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { _, count in
        usleep(UInt32(min(50, 1 << min(count, 6))) * 1000)
        if count == 25 { Database.onWaiting?() }
        return 1
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// In bytes; 0 for a file that is not there.
    private static func size(of path: String) -> Int {
        var info = stat()
        return stat(path, &info) == 0 ? Int(info.st_size) : 0
    }

    private static func uriEscaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { out, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && ![0x23, 0x25, 0x3F].contains(byte)
            out += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// Makes the file with mode 0600 and missing folders with 0700; SQLite gives its side files the same mode.
    private static func createPrivateFile(_ path: String) throws(StoreError) {
        if access(path, F_OK) == 0 {
            var info = stat()
            if stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
                throw StoreError(.cannotOpen, "\(path): is a folder. Give --db a file name.")
            }
            guard access(path, R_OK) == 0 else {
                throw StoreError(
                    .cannotOpen, "\(path): you don't have permission to read it. Change its owner or mode.")
            }
            // SQLite takes a file below its smallest page for an empty one, and would write over it.
            if info.st_mode & S_IFMT == S_IFREG, (1..<512).contains(info.st_size) {
                throw StoreError.sqlite(SQLITE_NOTADB, path: path, detail: "")
            }
            return
        }
        try createFolder(folder(of: path))
        let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw cannotCreate(path)
        }
    }

    private static func createFolder(_ path: String) throws(StoreError) {
        if path == "." || path == "/" || access(path, F_OK) == 0 { return }
        try createFolder(folder(of: path))
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw cannotCreate(path) }
    }

    private static func cannotCreate(_ path: String) -> StoreError {
        let reason = errno
        switch reason {
        case EROFS, EACCES, EPERM:
            return StoreError(
                .readOnly,
                "\(path): can't be created (\(String(cString: strerror(reason)))). Choose a place you own with --db.")
        case ENOSPC, EDQUOT: return StoreError.sqlite(SQLITE_FULL, path: path, detail: "")
        default:
            return StoreError(
                .cannotOpen, "\(path): can't be created (\(String(cString: strerror(reason)))). Choose another --db.")
        }
    }

    /// Makes a file that everybody may read or write one for its owner alone, as a copy of an index often is none. What a
    /// group may do is for the owner to say.
    func closeToOthers() {
        var info = stat()
        guard path != ":memory:", !isReadOnly, stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
            info.st_mode & 0o007 != 0, info.st_uid == geteuid()
        else { return }
        for name in [path, path + "-wal", path + "-shm"] { chmod(name, 0o600) }
    }

    // MARK: Statements

    func error(_ code: Int32) -> StoreError {
        StoreError.sqlite(code, path: path, detail: String(cString: sqlite3_errmsg(handle)))
    }

    /// Opens the file again so that what connections share of the log is in this one's own memory and not in a file;
    /// others wait until it is closed.
    func useNoSharedMemory() throws(StoreError) {
        let opened = try Database.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, path)
        for statement in statements.values { statement.finalize() }
        statements = [:]
        sqlite3_close(handle)
        handle = opened
        // SQLite heeds it only before the file is first read.
        try run(script: "PRAGMA locking_mode = EXCLUSIVE")
    }

    /// Lets `body` write to the schema table, which nothing else may.
    func withOpenSchema(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        _ = coach_sqlite_open_schema(handle, 1)
        defer { _ = coach_sqlite_open_schema(handle, 0) }
        try body()
    }

    func strayDay(_ number: Int64) -> StoreError {
        StoreError(
            .corrupt,
            "\(path) is damaged: one of its rows has an impossible date (day number \(number)). Restore a copy, or move "
                + "it away and import your bank files again.")
    }

    /// Turns write-ahead logging on, which lets readers go on while another process writes.
    ///
    /// SQLite answers "busy" at once instead of waiting when another process turns it on at the same moment.
    func useWriteAheadLog() throws(StoreError) {
        var waited: Int32 = 0
        while true {
            let code = sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil)
            if code == SQLITE_OK { return }
            guard code & 0xFF == SQLITE_BUSY else { throw error(code) }
            _ = Database.busy(nil, waited)
            waited += 1
        }
    }

    /// Milliseconds that emptying the log waits for those who read from it.
    private static let readersPatience: Int32 = 250

    /// Copies the log into the file and empties it, so that nothing that was overwritten is in it any more.
    ///
    /// - Returns: false where somebody read from it all the time, or empties it too; all is as it was then.
    func checkpointLog() throws(StoreError) -> Bool {
        sqlite3_busy_timeout(handle, Database.readersPatience)
        defer { sqlite3_busy_handler(handle, Database.busy, nil) }
        return try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) == 0 } ?? false
    }

    /// Runs statements that return nothing, separated by semicolons.
    public func run(script: String) throws(StoreError) {
        if isHeld, !Database.controls.contains(where: script.hasPrefix) { throw readOnly }
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// The statement for this text, compiled on first use, with nothing bound.
    public func statement(_ sql: String) throws(StoreError) -> Statement {
        if let known = statements[sql] {
            if isHeld, !known.isReading { throw readOnly }
            known.reset()
            return known
        }
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let compiled = pointer else { throw error(code) }
        let statement = Statement(compiled, database: self)
        statements[sql] = statement
        if isHeld, !statement.isReading { throw readOnly }
        return statement
    }

    /// What begins a script that changes no row.
    private static let controls = ["BEGIN", "SAVEPOINT", "RELEASE", "COMMIT", "ROLLBACK", "PRAGMA"]
    private var readOnly: StoreError { StoreError.sqlite(SQLITE_READONLY, path: path, detail: "") }

    /// Runs one statement to its end.
    public func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
        let statement = try statement(sql)
        statement.bind(values)
        try statement.run()
    }

    /// The rows of a query, each made into a value.
    ///
    /// Inlinable, so that the array is one of a known type where it is filled.
    @inlinable
    public func rows<T>(_ sql: String, _ values: [SQLValue] = [], _ make: (Statement) -> T) throws(StoreError) -> [T] {
        let statement = try statement(sql)
        statement.bind(values)
        defer { statement.reset() }
        var out: [T] = []
        while try statement.step() { out.append(make(statement)) }
        return out
    }

    /// The first row of a query; nil when there is none.
    @inlinable
    public func first<T>(_ sql: String, _ values: [SQLValue] = [], _ make: (Statement) -> T) throws(StoreError) -> T? {
        let statement = try statement(sql)
        statement.bind(values)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let value = make(statement)
        try statement.checkDays()
        return value
    }

    public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
    /// How many rows the last statement changed.
    public var changes: Int { Int(sqlite3_changes(handle)) }
    /// How many rows this connection has changed since it was opened.
    public var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

    // MARK: Transactions

    /// Runs queries that belong together over one state of the index, whatever other processes write meanwhile. The file
    /// is locked once and not for each of them. Nothing may be written within.
    public func read<T>(_ body: () throws -> T) throws -> T {
        guard !isInTransaction else { return try body() }
        try run("BEGIN")
        defer { try? run("COMMIT") }
        return try body()
    }

    /// Runs `body` on the index as it is: what would change it throws `.readOnly`. SQLite's own `query_only` would have every
    /// statement compiled anew each time.
    public func withoutWriting<T>(_ body: () throws -> T) throws -> T {
        // Within another such call its end is not this one's.
        guard !isHeld else { return try body() }
        isHeld = true
        defer { isHeld = false }
        return try body()
    }

    /// Whether a unit of writing has begun and is not over.
    var isWriting: Bool { depth > 0 || isTogether }

    /// Runs `body` as one unit: all of it is kept, or nothing when it throws. Nested calls join the outer one.
    public func write<T, E: Error>(_ body: () throws(E) -> T) throws -> T {
        guard depth == 0 else { return try body() }
        if isReadOnly || isTogether && isHeld { throw readOnly }
        // Where the disk failed SQLite has taken back all of it, and what comes now would stand alone.
        if isTogether && !isInTransaction { throw StoreError.sqlite(SQLITE_IOERR, path: path, detail: "") }
        try run(script: isTogether ? "SAVEPOINT step" : "BEGIN IMMEDIATE")
        depth = 1
        defer { depth = 0 }
        do {
            let result = try body()
            try run(script: isTogether ? "RELEASE step" : "COMMIT")
            return result
        } catch {
            if isInTransaction { try? run(script: isTogether ? "ROLLBACK TO step; RELEASE step" : "ROLLBACK") }
            throw error
        }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` so that all that it writes comes into the file at once, at its end. Each `write` within is one unit all the
    /// same, and what those that went well wrote is kept, also where `body` throws.
    ///
    /// What nothing can be written to is only read.
    public func together<T>(_ body: () throws -> T) throws -> T {
        guard depth == 0, !isTogether, !isReadOnly else { return try body() }
        // What an import binds is whole at its end.
        try run(script: "BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON")
        isTogether = true
        let result = Result { try body() }
        isTogether = false
        let rest = afterwards
        afterwards = []
        do {
            try run(script: "COMMIT")
        } catch {
            if isInTransaction { try? run(script: "ROLLBACK") }
            _ = try result.get()
            throw error
        }
        for deed in rest { try? deed() }
        return try result.get()
    }

    /// Does what can't be done before all that is written is kept: now, or at the end of a `together`.
    func onceKept(_ deed: @escaping () throws -> Void) throws {
        guard isTogether else { return try deed() }
        afterwards.append(deed)
    }
}
