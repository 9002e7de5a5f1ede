import Ledger

/// Reads a line to a request: every reading is a candidate, and the best one that leaves the least unread wins.
public struct LineReader {
    /// One way to understand a line.
    public struct Candidate: Sendable {
        public var request: Request
        /// Content words that the request does not take into account.
        public var unread: [String]
        public var notes: [String]
        public var score: Double
        /// The clauses it was made of, for `--explain`.
        public var trace: [String]
    }

    let context: UnderstandingContext

    public init(_ context: UnderstandingContext) { self.context = context }

    /// The ways to read a line as a question about rows, best first, each with another request.
    public func candidates(_ line: String) -> [Candidate] {
        let read = LineClauses(line, context: context)
        let cover = Cover(tokens: read.tokens, keys: read.keys, clauses: read.clauses)
        var found: [Candidate] = []
        for reading in cover.readings() {
            var builder = AskBuilder(reading, keys: read.keys, context: context)
            guard let built = builder.built() else {
                if let other = LineReader.other(reading, read) { LineReader.add(other, to: &found) }
                continue
            }
            let passed = reading.unread + built.unused.flatMap { Array($0.tokens) }
            let unread = Set(passed).sorted().map { read.tokens[$0].text }
            let candidate = Candidate(
                request: .ask(built.ask), unread: unread, notes: built.notes,
                score: reading.score - 2 * Double(built.unused.count) - built.penalty,
                trace: reading.clauses.map { "\($0.tokens): \($0.clause)" })
            LineReader.add(candidate, to: &found)
        }
        return found.sorted { $0.score > $1.score }
    }

    private static func add(_ candidate: Candidate, to found: inout [Candidate]) {
        if let same = found.firstIndex(where: { $0.request == candidate.request }) {
            if found[same].score < candidate.score { found[same] = candidate }
        } else {
            found.append(candidate)
        }
    }

    /// What is no question about rows, by the longest phrase that says so.
    private static func other(_ reading: Cover.Reading, _ read: LineClauses) -> Candidate? {
        let said = reading.clauses.compactMap { item in
            if case .intent(let intent) = item.clause { (intent, item.tokens.count) } else { nil }
        }
        guard let intent = said.max(by: { $0.1 < $1.1 })?.0 else { return nil }
        return Candidate(
            request: .other(intent), unread: reading.unread.map { read.tokens[$0].text }, notes: [],
            score: reading.score, trace: reading.clauses.map { "\($0.tokens): \($0.clause)" })
    }
}
