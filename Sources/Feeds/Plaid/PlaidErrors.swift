import Ledger
import Resources

/// What Plaid's errors mean, in words: `rag-index/banks/plaid-errors.tsv`.
enum PlaidErrors {
    private struct Meaning {
        let reason: FeedError.Reason
        let message: String
    }

    private static let meanings: [String: Meaning] = Dictionary(
        Resource.named("rag-index/banks/plaid-errors.tsv").tableRows.map { row in
            (row[0], Meaning(reason: FeedError.Reason(rawValue: row[1]) ?? .malformed, message: row[2]))
        }, uniquingKeysWith: { first, _ in first })

    /// Every code that has a line of its own.
    static var codes: [String] { meanings.keys.sorted() }

    /// Codes of rate limits differ from request to request, so that their type decides of those that have no line.
    private static let rateLimits = "RATE_LIMIT_EXCEEDED"

    /// - Parameters:
    ///   - error: Plaid's object; `error_code` and `error_type` decide, never the status of HTTP.
    ///   - name: what the connection is called.
    static func error(_ error: JSON, name: String, retryAfter: Double? = nil) -> FeedError {
        let code = error["error_code"]?.string ?? ""
        let type = error["error_type"]?.string ?? ""
        // The reason behind a code of a bank's own sign-in says more.
        let codes = [error["error_code_reason"]?.string, code, type].compactMap(\.self)
        guard let meaning = codes.lazy.compactMap({ meanings[$0] }).first else {
            let said = CleanText.line(code, longest: 60)
            return FeedError(
                .provider,
                said.isEmpty
                    ? "Plaid reports a problem without saying which; try again later"
                    : "Plaid reports a problem that's new to coach (Plaid's code: \(said)); try again later, and if it stays, look for "
                        + "the code at https://plaid.com/docs/errors", code: said)
        }
        // A code that is new is named beside what its type means.
        let isNew = !code.isEmpty && meanings[code] == nil
        let reason: FeedError.Reason = isNew && type == rateLimits ? .rateLimited : meaning.reason
        let said = isNew ? " (Plaid's code: \(CleanText.line(code, longest: 60)))" : ""
        return FeedError(
            reason, words(meaning.message, name) + said, retryAfter: retryAfter, code: code.isEmpty ? type : code)
    }

    /// The same for a code alone.
    static func error(code: String, name: String) -> FeedError {
        error(.object([("error_code", .string(code))]), name: name)
    }

    /// What a provider warns of, with the day on which it comes about.
    static func warning(_ code: String, name: String, until end: CivilDate?) -> String {
        let words = error(code: code, name: name).message
        return end.map { "\(words) (it ends on \($0.longText))" } ?? words
    }

    private static func words(_ message: String, _ name: String) -> String {
        // Its name stands in a command to type.
        let safe = String(CleanText.line(name, longest: 80).map { ["\"", "`", "$", "\\"].contains($0) ? "'" : $0 })
        guard let place = message.firstRange(of: "{name}") else { return message }
        return message[..<place.lowerBound] + safe + message[place.upperBound...]
    }
}
