import Ledger

/// A line as a sequence of symbols: its words, and a placeholder for each name, time, and amount: `T0` for the first time, `C1` for
/// the second category.
struct LineSequence {
    let symbols: [String]
    /// What each placeholder stands for.
    let spans: [String: NamedSpan]
    /// The placeholders, from left to right.
    let placeholders: [String]
    /// What the placeholders of the requests before it stand for.
    let bindings: Bindings

    /// What the requests hold that a line goes on from: `P0` the first name of the last one, `Q0` its first days, `X0` its first sum.
    struct Bindings: Sendable {
        var filters: [RowFilter] = []
        var periods: [Period] = []
        var sums: [Int64] = []

        func holds(_ symbol: String) -> Bool {
            filter(symbol) != nil || period(symbol) != nil || sum(symbol) != nil
        }

        func filter(_ symbol: String) -> RowFilter? { value(symbol, "P", filters) }
        func period(_ symbol: String) -> Period? { value(symbol, "Q", periods) }
        func sum(_ symbol: String) -> Int64? { value(symbol, "X", sums) }

        private func value<T>(_ symbol: String, _ letter: String, _ all: [T]) -> T? {
            guard symbol.hasPrefix(letter), let place = Int(symbol.dropFirst()), all.indices.contains(place) else {
                return nil
            }
            return all[place]
        }
    }

    /// - Parameter before: the requests that the line goes on from, newest first: their symbols stand before those of the line, the
    ///   oldest first.
    init(
        _ read: LineClauses, _ best: Cover.Reading, _ context: UnderstandingContext, after before: [Request] = []
    ) {
        var symbols: [String] = []
        var spans: [String: NamedSpan] = [:]
        var placeholders: [String] = []
        var counts: [String: Int] = [:]
        var place = 0
        var starts = Dictionary(uniqueKeysWithValues: best.clauses.map { ($0.tokens.lowerBound, $0) })
        while place < read.tokens.count {
            if let clause = starts.removeValue(forKey: place), let span = NamedSpan(clause, context) {
                let kind = LineSequence.letters[span.placeholder] ?? "?"
                let name = kind + String(counts[kind, default: 0])
                counts[kind, default: 0] += 1
                symbols.append(name)
                placeholders.append(name)
                spans[name] = span
                place = max(place + 1, clause.tokens.upperBound)
                continue
            }
            symbols.append(read.keys[place])
            place += 1
        }
        var writer = RequestSymbols()
        var ahead: [String] = []
        for (number, request) in before.prefix(LineSequence.most).enumerated() {
            let bindings = writer.bindings
            guard let said = try? writer.symbols(of: request), ahead.count + said.count < LineSequence.longest else {
                // What is older is of no use without what came after it.
                writer.bindings = bindings
                break
            }
            ahead = said + [number == 0 ? LineSequence.bar : LineSequence.then] + ahead
        }
        self.symbols = ahead + symbols
        (self.spans, self.placeholders, bindings) = (spans, placeholders, writer.bindings)
    }

    /// Stands between the last request and a line that goes on from it.
    private static let bar = "|"
    /// Stands between a request and the one after it.
    private static let then = "/"
    /// How many requests a line goes on from.
    static let most = 3
    /// How many symbols these come to.
    private static let longest = 60

    /// Whether a symbol can stand in a request of this line: no placeholder that nothing has.
    func allows(_ symbol: String) -> Bool {
        guard let first = symbol.first, symbol.count > 1, symbol.dropFirst().allSatisfy(\.isNumber) else { return true }
        return "PQX".contains(first) ? bindings.holds(symbol) : spans[symbol] != nil
    }

    private static let letters = [
        "@category": "C", "@merchant": "M", "@account": "A", "@word": "W", "@weekday": "D", "@time": "T",
        "@amount": "$",
    ]
}
