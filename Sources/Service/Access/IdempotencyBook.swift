import CCrypto
import Feeds
import Ledger
import Store
import Synchronization

/// Has a write with an `Idempotency-Key` done once: the same one sent again within a day gets the answer of the first.
///
/// The answer is in the index of whoever asks, written in the same transaction as what it answers: whenever the process ends,
/// both are there or neither is. A write that asks banks or others in between can't be one transaction. It is noted as begun
/// before, and writes its last step together with its answer (`Call.keeping`); where it ended before, it is done again, which the
/// steps before allow: a sync goes on where it was, a charge and a refund know their key, what is to be gone may be.
final class IdempotencyBook: Sendable {
    /// Writes in steps that are under way in this process.
    private let running = Mutex<Set<String>>([])

    /// The answer to a write that is one transaction.
    ///
    /// - Parameters:
    ///   - replay: makes an answer of a kept one.
    ///   - run: does it.
    func whole(
        _ keyed: KeyedRequest, in index: HouseholdIndex, replay: (HTTPResponse) throws -> HTTPResponse,
        run: () throws -> HTTPResponse
    ) throws -> HTTPResponse {
        try index.database.together {
            if case .answered(let response) = try keyed.state(in: index) { return try replay(response) }
            let response = try run()
            try keyed.keep(response, in: index)
            return response
        }
    }

    /// The answer to a write that takes several.
    ///
    /// - Parameter run: does it; told whether it was begun before.
    /// - Throws: `HTTPFault` where it still runs.
    func steps(
        _ keyed: KeyedRequest, in index: HouseholdIndex, replay: (HTTPResponse) throws -> HTTPResponse,
        run: (_ isResumed: Bool) throws -> HTTPResponse
    ) throws -> HTTPResponse {
        guard running.withLock({ $0.insert(keyed.name).inserted }) else {
            var fault = HTTPFault(.conflict, "the request with this key still runs")
            fault.retryAfter = 1
            throw fault
        }
        defer { running.withLock { _ = $0.remove(keyed.name) } }
        var isResumed = false
        switch try keyed.state(in: index) {
        case .answered(let response): return try replay(response)
        case .begun: isResumed = true
        case .new: try keyed.begin(in: index)
        }
        do {
            let response = try run(isResumed)
            try keyed.keep(response, in: index)
            return response
        } catch {
            // A refusal did nothing. What failed on the way may have, and so may what was cut off before.
            if !isResumed, HTTPFault(error).code.status < 500 { try keyed.forget(in: index) }
            throw error
        }
    }
}

/// A write with its `Idempotency-Key`. Key and request are kept as hashes, and the answer is sealed with what the client sends, so
/// that the file alone opens none of them.
struct KeyedRequest {
    /// Seconds.
    private static let keeping: Int64 = 86_400

    enum State {
        case new, begun
        case answered(HTTPResponse)
    }

    /// Tells the person and the key from all others.
    let name: String
    private let mark: String
    private let vault: SecretVault
    private let now: Int64

    /// - Parameter now: seconds since 1970-01-01 UTC.
    init(_ key: String, of grant: Grant, _ request: HTTPRequest, now: Int64) throws {
        guard (1...200).contains(key.utf8.count) else {
            throw HTTPFault(.invalidRequest, "Idempotency-Key must have 1 to 200 characters")
        }
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let text =
            "\(request.method) /\(request.path.joined(separator: "/"))?\(query)\n"
            + String(decoding: request.body, as: UTF8.self)
        name = try KeyedRequest.hash("idempotency key\n\(grant.person)\n\(key)")
        mark = try KeyedRequest.hash("request\n\(key)\n\(text)")
        vault = try SecretVault(Secret("what an answer is sealed with\n\(key)\n\(text)"))
        self.now = now
    }

    private static func hash(_ text: String) throws -> String {
        var out = [UInt8](repeating: 0, count: Int(ccrypto_sha256_size))
        let bytes = Array(text.utf8)
        guard ccrypto_sha256(bytes, bytes.count, &out) else {
            throw FeedError(.key, "Idempotency-Key needs OpenSSL's libcrypto 3: install the package libssl3")
        }
        return HexText.text(out)
    }

    /// - Throws: `HTTPFault` where the key came with another request.
    func state(in index: HouseholdIndex) throws -> State {
        guard let kept = try index.keyedAnswer(name, since: now - KeyedRequest.keeping) else { return .new }
        guard kept.request == mark else {
            throw HTTPFault(.idempotencyMismatch, "this Idempotency-Key came with another request before")
        }
        guard let sealed = kept.sealed else { return .begun }
        let opened = try vault.open(HexText.bytes(sealed) ?? [], for: name)
        let answer = try JSON.parse(opened.withBytes { Array($0) })
        let type = answer["type"]?.string ?? ""
        return .answered(
            HTTPResponse(
                answer["status"]?.int ?? 200, headers: type.isEmpty ? [] : [("Content-Type", type)],
                body: Array((answer["body"]?.string ?? "").utf8)))
    }

    /// Keeps an answer; none that says how far something has come, which is asked for again, and no stream, whose answer is kept as
    /// a whole.
    func keep(_ response: HTTPResponse, in index: HouseholdIndex) throws {
        let type = response.header("Content-Type") ?? ""
        guard response.status != 202, type != EventStream.type else { return }
        let text = JSON.object([
            ("status", .int(response.status)), ("type", .string(type)),
            ("body", .string(String(decoding: response.body, as: UTF8.self))),
        ]).text
        try write(HexText.text(try vault.seal(Secret(text), for: name)), to: index)
    }

    func begin(in index: HouseholdIndex) throws { try write(nil, to: index) }

    private func write(_ sealed: String?, to index: HouseholdIndex) throws {
        // Nothing was done either where nothing can be written.
        guard !index.database.isReadOnly else { return }
        try index.keep(
            KeyedAnswer(request: mark, sealed: sealed), named: name, now: now, since: now - KeyedRequest.keeping)
    }

    func forget(in index: HouseholdIndex) throws {
        if !index.database.isReadOnly { try index.forgetKeyedAnswer(name) }
    }
}
