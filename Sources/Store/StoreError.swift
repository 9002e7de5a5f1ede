import CSQLite
import Ledger

/// A failure of the index, in words for people. Bound values never appear in it: they are bank data.
public struct StoreError: Error, Equatable, Sendable {
    public enum Reason: Equatable, Sendable {
        /// The file is something else, or another program's database.
        case notAnIndex
        case newerVersion
        case readOnly
        case diskFull
        case cannotOpen
        case corrupt
        /// An amount that no account holds.
        case outOfRange
        /// A card's number in what somebody wrote: none is kept.
        case cardNumber
        /// A statement failed for a reason that the person cannot mend.
        case statement(code: Int32)
    }

    public let reason: Reason
    /// One line: what, where and what to do.
    public let message: String

    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// Refuses what somebody wrote that is to be kept, where a card's number is in it.
    public static func refuseCardNumber(in texts: String?...) throws(StoreError) {
        for case let text? in texts where CardNumber.isIn(text) { throw StoreError(.cardNumber, CardNumber.refusal) }
    }

    /// - Parameters:
    ///   - code: an (extended) result code of SQLite.
    ///   - detail: SQLite's own text or the statement, without values.
    static func sqlite(_ code: Int32, path: String, detail: String) -> StoreError {
        switch code & 0xFF {
        case SQLITE_FULL:
            StoreError(
                .diskFull, "\(path): the disk is full. Nothing was changed; free some space and try again.")
        case SQLITE_READONLY:
            StoreError(
                .readOnly,
                "\(path): can't be written (read-only). Nothing was changed; make it writable, or choose another "
                    + "index with --db.")
        case SQLITE_NOTADB:
            StoreError(
                .notAnIndex, "\(path): isn't a coach index but some other file. Choose another one with --db.")
        case SQLITE_CORRUPT where code == coach_sqlite_corrupt_table: searchUnreadable(path)
        case SQLITE_CORRUPT:
            StoreError(
                .corrupt,
                "\(path): is damaged. Restore a copy, or move it away and import your bank files again.")
        case SQLITE_IOERR:
            StoreError(
                .cannotOpen,
                "\(path): the disk reported an error (\(detail)). Nothing was changed; check the disk and try again.")
        case SQLITE_CANTOPEN:
            StoreError(.cannotOpen, "\(path): can't be opened. Make sure the folder exists and is yours.")
        case SQLITE_PROTOCOL:
            StoreError(
                .cannotOpen,
                "\(path): the -wal and -shm files next to it don't seem to match it. Copy all of them to a folder of "
                    + "yours and open the copy with --db.")
        case _ where isBeyondBounds(detail):
            StoreError(
                .outOfRange,
                "\(path): its amounts add up to more than I can handle. Find the row at fault with `coach export`, or "
                    + "restore a backup with `coach restore FILE`.")
        case _ where isOfSearch(detail): searchUnreadable(path)
        default:
            StoreError(.statement(code: code), "\(path): the index reported “\(detail)” (SQLite \(code)).")
        }
    }

    /// A sum beyond 64 bits: SQLite ends with an error, or adds up what is no whole number any more.
    private static func isBeyondBounds(_ detail: String) -> Bool {
        detail == "integer overflow" || detail.hasPrefix("cannot store REAL value in INTEGER column")
    }

    private static func isOfSearch(_ detail: String) -> Bool {
        detail == "vtable constructor failed: search" || detail.hasPrefix("invalid fts5 file format")
            || detail.hasPrefix("no such fts5 table")
    }

    private static func searchUnreadable(_ path: String) -> StoreError {
        StoreError(.corrupt, "\(path): its search is damaged. Rebuild it with `coach doctor --repair`.")
    }
}
