import CSQLite
import Glibc

/// A file of which the pages that change are copied in memory; it is never written.
final class MappedImage {
    /// As far as SQLite lets a database in memory grow (SQLITE_MEMDB_DEFAULT_MAXSIZE); taken only as it is used.
    static let room = 1 << 30

    let base: UnsafeMutableRawPointer
    let count: Int

    /// - Returns: nil for a file that is not there or has nothing in it.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_size > 0, info.st_size < MappedImage.room,
            let base = mmap(
                nil, MappedImage.room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
            base != MAP_FAILED
        else { return nil }
        (self.base, count) = (base, Int(info.st_size))
        guard mmap(base, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == base else {
            return nil
        }
    }

    deinit { munmap(base, MappedImage.room) }
}

// MARK: Snapshots

extension Database {
    /// The whole database as the bytes of a file.
    public func snapshot() -> [UInt8]? {
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else { return nil }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// Puts the database of a snapshot into this connection, which must be one in memory.
    func load(snapshot: [UInt8]) throws(StoreError) {
        let size = sqlite3_int64(snapshot.count)
        guard let buffer = sqlite3_malloc64(sqlite3_uint64(snapshot.count)) else { throw error(SQLITE_NOMEM) }
        snapshot.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress!, byteCount: snapshot.count) }
        // Bytes 18 and 19 of the header say how the file is written (SQLite file format, 1.3.3): memory has no log.
        if snapshot.count > 19 {
            buffer.storeBytes(of: 1, toByteOffset: 18, as: UInt8.self)
            buffer.storeBytes(of: 1, toByteOffset: 19, as: UInt8.self)
        }
        // SQLite frees the buffer, also when it refuses it.
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let code = sqlite3_deserialize(handle, "main", buffer.assumingMemoryBound(to: UInt8.self), size, size, flags)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// A database in memory that begins as a file, which is read where it is used and never written.
    ///
    /// - Parameter image: a file of what `snapshot()` of a database in memory gave.
    convenience init(image: String) throws(StoreError) {
        try self.init(path: ":memory:")
        guard let mapped = MappedImage(path: image) else {
            throw StoreError.sqlite(SQLITE_CANTOPEN, path: image, detail: "")
        }
        self.image = mapped
        let bytes = mapped.base.assumingMemoryBound(to: UInt8.self)
        let code = sqlite3_deserialize(
            handle, "main", bytes, sqlite3_int64(mapped.count), sqlite3_int64(MappedImage.room), 0)
        guard code == SQLITE_OK else { throw error(code) }
    }
}
