import Ledger

/// What was learned from other people's lines makes of one: a second reading beside the grammar's.
public struct LearnedReading: Sendable {
    /// One at least, answered one after the other.
    public let requests: [Request]
    /// The logarithm of how likely it is, at most 0.
    public let likelihood: Double
    /// Whether it takes no account of something that the line names and the other reading does.
    public let leavesOut: Bool
}

extension LineReader {
    /// The likeliest reading of a line, by what lines of other people mean.
    ///
    /// - Parameters:
    ///   - before: the requests that it may go on from, newest first; none for a line that stands by itself.
    ///   - others: what it is read to otherwise.
    /// - Returns: nil where the symbols found make no request.
    public func learned(_ line: String, after before: [Request] = [], beside others: [Request] = []) -> LearnedReading?
    {
        let (found, read, readings) = grammatical(line)
        guard let best = readings.first else { return nil }
        let sequence = LineSequence(read, best, context, after: before)
        guard let translated = SequenceModel.builtIn.translate(sequence.symbols, sequence.allows),
            let requests = SequenceRequest.requests(
                translated.symbols, sequence, context, beside: found.first?.request)
        else { return nil }
        var writer = RequestSymbols(sequence)
        // What can't be said in symbols holds something that none of these has.
        let said = try? writer.symbols(of: others)
        let kept = said?.filter { sequence.placeholders.contains($0) || RequestSymbols.conditions.contains($0) }
        return LearnedReading(
            requests: requests, likelihood: translated.likelihood,
            leavesOut: kept.map { !Set($0).isSubset(of: translated.symbols) } ?? true)
    }

    /// How likely a line that begins a question is one about rows, from 0 to 1; nil for one that goes on.
    public func chanceOfRows(_ line: String) -> Double? {
        guard !goesOn else { return nil }
        let read = clauses(of: line)
        guard let best = Cover(tokens: read.tokens, keys: read.keys, clauses: read.clauses).readings().first else {
            return nil
        }
        return SequenceModel.builtIn.chance(of: "k:ask", toBegin: LineSequence(read, best, context).symbols)
    }

    /// What is to be learned from a line whose requests are known: its symbols, and theirs.
    ///
    /// - Returns: nil where the requests need what the line doesn't name.
    public func lesson(_ line: String, meaning requests: [Request], after before: [Request] = []) -> (
        line: [String], requests: [String]
    )? {
        let (_, read, readings) = grammatical(line)
        guard let best = readings.first else { return nil }
        let sequence = LineSequence(read, best, context, after: before)
        var writer = RequestSymbols(sequence)
        guard let symbols = try? writer.symbols(of: requests) else { return nil }
        return (sequence.symbols, symbols)
    }
}
