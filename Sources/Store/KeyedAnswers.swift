/// What is kept of a program's write by the key that came with it.
public struct KeyedAnswer: Sendable, Equatable {
    /// Tells the write from others with its key.
    public let request: String
    /// Sealed, as hexadecimal digits; nil where it was begun, and ended before it had an answer.
    public let sealed: String?

    public init(request: String, sealed: String?) { (self.request, self.sealed) = (request, sealed) }
}

extension HouseholdIndex {
    /// - Parameters:
    ///   - name: of the key, as it is kept.
    ///   - moment: the earliest that still counts; seconds since 1970-01-01 UTC.
    public func keyedAnswer(_ name: String, since moment: Int64) throws(StoreError) -> KeyedAnswer? {
        try database.first(
            "SELECT request, answer FROM keyed_answer WHERE name = ? AND at >= ?", [.text(name), .int(moment)]
        ) { KeyedAnswer(request: $0.text(0), sealed: $0.optionalText(1)) }
    }

    /// Keeps an answer in place of the one before of its key, and overwrites those that are over.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - border: answers from before it are over.
    public func keep(_ answer: KeyedAnswer, named name: String, now: Int64, since border: Int64) throws {
        try aside {
            let isAnyOver = try database.first("SELECT 1 FROM keyed_answer WHERE at < ? LIMIT 1", [.int(border)]) { _ in
                true
            }
            if isAnyOver == true {
                try database.run(script: "PRAGMA secure_delete = ON")
                try database.run("DELETE FROM keyed_answer WHERE at < ?", .int(border))
            }
            try database.run(
                "INSERT OR REPLACE INTO keyed_answer (name, request, answer, at) VALUES (?, ?, ?, ?)", .text(name),
                .text(answer.request), .optional(answer.sealed), .int(now))
        }
    }

    /// Forgets a write that was refused: it may be sent again in other words.
    public func forgetKeyedAnswer(_ name: String) throws {
        try aside { try database.run("DELETE FROM keyed_answer WHERE name = ? AND answer IS NULL", .text(name)) }
    }

    /// Writes what no figure comes from.
    func aside<T>(_ body: () throws -> T) throws -> T {
        let before = database.totalChanges
        defer { asideChanges += database.totalChanges - before }
        return try database.write(body)
    }
}
