import Ledger
import Understanding

extension Coach {
    /// How a line could be read, best first, without answering it.
    public struct Parse: Sendable {
        /// The request in words.
        public let reading: String
        /// The higher, the better; only meant to be compared with that of another reading of the same line.
        public let score: Double
        /// The logarithm of how likely the second reading is, at most 0; nil for those of the grammar.
        public let likelihood: Double?
        /// The words that each part of the reading stands on, and what they mean in it.
        public let spans: [String]
        public let unread: [String]
        public let request: Request

        public var json: JSON {
            .object([
                ("reading", .string(reading)), ("score", .number((score * 100).rounded() / 100)),
                ("likelihood", .optional(likelihood) { .number(($0 * 100).rounded() / 100) }),
                ("spans", .strings(spans)), ("unread", .strings(unread)),
                ("request", request.json),
            ])
        }
    }

    /// The best readings of a line after what was asked so far, and the second reading, for `--explain`.
    public func parses(of line: String, limit: Int = 3) -> [Parse] {
        let words = RequestWords(index.taxonomy, currency: currency)
        let found = LineReader(context, after: talk.asked, in: talk.state)
            .candidates(line.withoutControls, showsAll: true).prefix(limit).map {
                Parse(
                    reading: words.text($0.request), score: $0.score, likelihood: nil, spans: $0.trace,
                    unread: $0.unread, request: $0.request)
            }
        guard let second = secondReading(of: line.withoutControls) else { return found }
        return found
            + second.requests.map {
                Parse(
                    reading: words.text($0), score: second.likelihood, likelihood: second.likelihood,
                    spans: ["the second reading, learned from other lines"], unread: [], request: $0)
            }
    }
}
