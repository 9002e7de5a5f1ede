import CCrypto
import Feeds
import Ledger
import Store
import Synchronization

/// Answers to writes by their `Idempotency-Key`, kept for a day, so that a write that is sent again is not done again.
///
/// Keys and requests are kept as hashes. Answers are sealed with what the client sends, so that the file alone opens none of them.
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
                PRAGMA secure_delete = ON;
                DROP TABLE IF EXISTS answered;
                CREATE TABLE IF NOT EXISTS sealed_answer (
                    name TEXT PRIMARY KEY, request TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL
                ) WITHOUT ROWID
                """)
    }

    /// A request as it is kept.
    private struct Entry {
        /// Tells the person and the key from all others.
        let name: String
        /// Tells the request from others with its key.
        let mark: String
        let vault: SecretVault

        init(_ key: String, of grant: Grant, _ request: HTTPRequest) throws {
            let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            let text =
                "\(request.method) /\(request.path.joined(separator: "/"))?\(query)\n"
                + String(decoding: request.body, as: UTF8.self)
            name = try Entry.hash("idempotency key\n\(grant.person)\n\(key)")
            mark = try Entry.hash("request\n\(key)\n\(text)")
            vault = try SecretVault(Secret("what an answer is sealed with\n\(key)\n\(text)"))
        }

        private static func hash(_ text: String) throws -> String {
            var out = [UInt8](repeating: 0, count: Int(ccrypto_sha256_size))
            let bytes = Array(text.utf8)
            guard ccrypto_sha256(bytes, bytes.count, &out) else {
                throw FeedError(.key, "Idempotency-Key needs OpenSSL's libcrypto 3: install the package libssl3")
            }
            return HexText.text(out)
        }
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
        let entry = try Entry(key, of: grant, request)
        if let kept = try claim(entry, now) { return kept }
        defer { running.withLock { _ = $0.remove(entry.name) } }
        let response = try run()
        // What is still under way is asked for again, not kept.
        if response.status == 202 { return response }
        let text = JSON.object([
            ("status", .int(response.status)), ("type", .string(response.header("Content-Type") ?? "")),
            ("body", .string(String(decoding: response.body, as: UTF8.self))),
        ]).text
        let sealed = try entry.vault.seal(Secret(text), for: entry.name)
        try running.withLock { _ in
            try database.run("DELETE FROM sealed_answer WHERE at < ?", .int(now - IdempotencyBook.keeping))
            try database.run(
                "INSERT OR REPLACE INTO sealed_answer VALUES (?, ?, ?, ?)", .text(entry.name), .text(entry.mark),
                .text(HexText.text(sealed)), .int(now))
        }
        return response
    }

    private func claim(_ entry: Entry, _ now: Int64) throws -> HTTPResponse? {
        let kept = try running.withLock { running -> (mark: String, answer: String)? in
            guard !running.contains(entry.name) else {
                var fault = HTTPFault(.conflict, "the request with this key still runs")
                fault.retryAfter = 1
                throw fault
            }
            let kept = try database.first(
                "SELECT request, answer FROM sealed_answer WHERE name = ? AND at >= ?",
                [.text(entry.name), .int(now - IdempotencyBook.keeping)]
            ) { (mark: $0.text(0), answer: $0.text(1)) }
            if kept == nil { running.insert(entry.name) }
            return kept
        }
        guard let kept else { return nil }
        guard kept.mark == entry.mark else {
            throw HTTPFault(.idempotencyMismatch, "this Idempotency-Key came with another request before")
        }
        let opened = try entry.vault.open(HexText.bytes(kept.answer) ?? [], for: entry.name)
        let answer = try JSON.parse(opened.withBytes { Array($0) })
        let type = answer["type"]?.string ?? ""
        return HTTPResponse(
            answer["status"]?.int ?? 200,
            headers: (type.isEmpty ? [] : [("Content-Type", type)]) + [("Idempotency-Replayed", "true")],
            body: Array((answer["body"]?.string ?? "").utf8))
    }
}
