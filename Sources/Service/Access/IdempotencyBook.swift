import Ledger
import Store
import Synchronization

/// Answers to writes by their `Idempotency-Key`, kept for a day, so that a write that is sent again is not done again.
public final class IdempotencyBook: @unchecked Sendable {
    /// Seconds.
    private static let keeping: Int64 = 86_400

    // Guarded by `running`, as is what lies in it.
    private let database: Database
    private let running = Mutex<Set<String>>([])

    /// - Parameter path: a file of its own; `:memory:` keeps them while the process runs.
    public init(path: String) throws {
        database = try Database(path: path)
        try database.run(
            script: """
                CREATE TABLE IF NOT EXISTS answered (
                    person TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL,
                    type TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, key)
                ) WITHOUT ROWID
                """)
    }

    /// The answer to a write: the kept one where the same was sent with this key, else that of `run`.
    ///
    /// - Throws: `HTTPFault` for a key that came with another request or whose request still runs.
    func once(_ key: String, of grant: Grant, _ request: HTTPRequest, now: Int64, run: () throws -> HTTPResponse) throws
        -> HTTPResponse
    {
        guard (1...200).contains(key.utf8.count) else {
            throw HTTPFault(.invalidRequest, "Idempotency-Key must have 1 to 200 characters")
        }
        let mark = IdempotencyBook.mark(request)
        let name = grant.person + "\n" + key
        if let kept = try claim(name, grant.person, key, mark, now) { return kept }
        defer { running.withLock { _ = $0.remove(name) } }
        let response = try run()
        try running.withLock { _ in
            try database.run("DELETE FROM answered WHERE at < ?", .int(now - IdempotencyBook.keeping))
            try database.run(
                "INSERT OR REPLACE INTO answered VALUES (?, ?, ?, ?, ?, ?, ?)", .text(grant.person), .text(key),
                .text(mark), .int(Int64(response.status)), .text(response.header("Content-Type") ?? ""),
                .text(String(decoding: response.body, as: UTF8.self)), .int(now))
        }
        return response
    }

    private func claim(_ name: String, _ person: String, _ key: String, _ mark: String, _ now: Int64) throws
        -> HTTPResponse?
    {
        try running.withLock { running in
            guard !running.contains(name) else {
                var fault = HTTPFault(.conflict, "the request with this key still runs")
                fault.retryAfter = 1
                throw fault
            }
            let kept = try database.first(
                "SELECT request, status, type, body FROM answered WHERE person = ? AND key = ? AND at >= ?",
                [.text(person), .text(key), .int(now - IdempotencyBook.keeping)]
            ) { ($0.text(0), Int($0.int(1)), $0.text(2), $0.text(3)) }
            guard let kept else {
                running.insert(name)
                return nil
            }
            guard kept.0 == mark else {
                throw HTTPFault(.idempotencyMismatch, "this Idempotency-Key came with another request before")
            }
            let headers = kept.2.isEmpty ? [] : [("Content-Type", kept.2)]
            return HTTPResponse(kept.1, headers: headers + [("Idempotency-Replayed", "true")], body: Array(kept.3.utf8))
        }
    }

    /// Tells requests apart.
    private static func mark(_ request: HTTPRequest) -> String {
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "\(request.method) /\(request.path.joined(separator: "/"))?\(query)\n"
            + String(decoding: request.body, as: UTF8.self)
    }
}
