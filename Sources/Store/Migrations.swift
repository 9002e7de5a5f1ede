import Resources

/// Brings a file to the current schema: `rag-index/schema/NNN-name.sql` in order, the number of the last one kept in
/// `user_version`.
enum Migrations {
    /// `coac` in ASCII, SQLite's mark of whose file it is.
    static let applicationID: Int64 = 0x636F_6163

    static let scripts: [String] = Resource.under("rag-index/schema/").map(\.text)
    static var current: Int64 { Int64(scripts.count) }

    /// - Throws: when the file is another program's, was written by a newer coach, or cannot be upgraded. It is
    ///   unchanged then.
    static func upgrade(_ database: Database, scripts: [String] = Migrations.scripts) throws {
        let version = try stateOnAnyDisk(of: database)
        guard version < Int64(scripts.count) else {
            if version > Int64(scripts.count) { throw newer(database, version, scripts.count) }
            return
        }
        if database.isReadOnly {
            throw StoreError(
                .readOnly,
                "\(database.path): \(version == 0 ? "is empty" : "needs an upgrade") and can't be written. "
                    + "Make it writable, or choose another index with --db.")
        }
        try database.useWriteAheadLog()
        try database.write {
            // Another process may have done it while this one waited for the lock.
            let version = try state(of: database)
            for script in scripts.dropFirst(Int(version)) { try database.run(script: script) }
            try database.run(script: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(scripts.count)")
        }
    }

    /// The schema version of a file, 0 for an empty one.
    ///
    /// - Throws: when the file is another program's, or was written by a newer coach.
    static func version(of database: Database) throws(StoreError) -> Int64 {
        let version = try state(of: database)
        if version > current { throw newer(database, version, scripts.count) }
        return version
    }

    /// The same where the disk has no room for the files that SQLite makes beside an index: what is there can be read.
    private static func stateOnAnyDisk(of database: Database) throws(StoreError) -> Int64 {
        do throws(StoreError) {
            return try state(of: database)
        } catch {
            guard !database.isReadOnly, error.reason == .diskFull || error.reason == .cannotOpen else { throw error }
            try database.useNoSharedMemory()
            return try state(of: database)
        }
    }

    /// The schema version of the file; 0 for an empty one.
    private static func state(of database: Database) throws(StoreError) -> Int64 {
        // One statement sees one state of the file, also while another process is making the tables.
        let found = try database.first(
            """
            SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
            (SELECT count(*) FROM sqlite_schema)
            """
        ) { (owner: $0.int(0), version: $0.int(1), tables: $0.int(2)) }
        guard let (owner, version, tables) = found else { return 0 }
        if owner == applicationID, version > 0 || version == 0 && tables == 0 { return version }
        guard owner == 0, version == 0, tables == 0 else {
            if owner == applicationID {
                throw StoreError(
                    .corrupt,
                    "\(database.path) is damaged: its version is \(version). Restore a copy, or move it away and import "
                        + "your bank files again.")
            }
            throw StoreError(
                .notAnIndex,
                "\(database.path): this is another program's database, not a coach index. I left it alone; "
                    + "choose another file with --db.")
        }
        return 0
    }

    private static func newer(_ database: Database, _ version: Int64, _ known: Int) -> StoreError {
        StoreError(
            .newerVersion,
            "\(database.path): was written by a newer version of coach (index version \(version); this one knows \(known)). "
                + "Update coach, or choose another index with --db.")
    }
}
