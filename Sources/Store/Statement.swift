import CSQLite
import Ledger

/// A value that is bound to a statement.
public enum SQLValue: Hashable, Sendable {
    case null
    case int(Int64)
    case text(String)

    public static func optional(_ value: Int64?) -> SQLValue { value.map(SQLValue.int) ?? .null }
    public static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
}

/// A compiled statement. Parameters count from 1, columns from 0.
public final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database
    /// What stood in the place of a day.
    private var strayDay: Int64?
    /// Whether it changes nothing.
    let isReading: Bool

    init(_ handle: OpaquePointer, database: Database) {
        self.handle = handle
        isReading = sqlite3_stmt_readonly(handle) != 0
        self.database = database
    }

    func finalize() { sqlite3_finalize(handle) }

    public func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    public func bind(_ values: [SQLValue]) {
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            switch value {
            case .null: sqlite3_bind_null(handle, position)
            case .int(let number): sqlite3_bind_int64(handle, position, number)
            case .text(let text): bind(position, text)
            }
        }
    }

    /// A NULL pointer would bind NULL instead of an empty text.
    private nonisolated(unsafe) static let empty: UnsafePointer<CChar> = {
        let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        byte.pointee = 0
        return UnsafePointer(byte)
    }()

    @inline(__always)
    public func bind(_ position: Int32, _ value: Int64) { sqlite3_bind_int64(handle, position, value) }

    @inline(__always)
    public func bindNull(_ position: Int32) { sqlite3_bind_null(handle, position) }

    public func bind(_ position: Int32, _ text: String) {
        var text = text
        _ = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                coach_bind_text_copy(handle, position, $0.baseAddress ?? Statement.empty, Int32($0.count))
            }
        }
    }

    public func bind(_ position: Int32, _ text: String?) {
        if let text { bind(position, text) } else { bindNull(position) }
    }

    @inline(__always)
    public func bind(_ position: Int32, _ value: Int64?) {
        if let value { bind(position, value) } else { bindNull(position) }
    }

    /// - Returns: true when there is a row to read.
    @inline(__always)
    public func step() throws(StoreError) -> Bool {
        try checkDays()
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = database.error(code)
            reset()
            throw error
        }
    }

    /// Steps to the end and resets.
    public func run() throws(StoreError) {
        while try step() {}
        reset()
    }

    /// Runs once and makes ready for the next values, which must bind every parameter again.
    @inline(__always)
    public func runKeepingBindings() throws(StoreError) {
        _ = try step()
        sqlite3_reset(handle)
    }

    @inline(__always)
    public func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// A day since 1970-01-01. One that no calendar has ends the query with an error.
    @inline(__always)
    public func dayNumber(_ column: Int32) -> Int32 {
        let number = int(column)
        guard number >= CivilDate.first.dayNumber, number <= CivilDate.last.dayNumber else {
            strayDay = number
            return 0
        }
        return Int32(truncatingIfNeeded: number)
    }

    public func day(_ column: Int32) -> CivilDate { CivilDate(dayNumber: dayNumber(column)) }

    public func optionalDay(_ column: Int32) -> CivilDate? { isNull(column) ? nil : day(column) }

    /// - Throws: when a column of the row that was read last was to be a day and is none.
    @inline(__always)
    public func checkDays() throws(StoreError) {
        if let stray = strayDay {
            strayDay = nil
            throw database.strayDay(stray)
        }
    }

    public func optionalInt(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }

    @inline(__always)
    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Empty for NULL.
    public func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
