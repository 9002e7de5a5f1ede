import Ledger

/// The records of a format that is read as a whole, given out some at a time.
struct StatementRecords {
    private var records: [ImportedRecord]
    private var problems: [RowProblem]
    private var position = 0

    init(_ records: [ImportedRecord], problems: [RowProblem]) {
        self.records = records
        self.problems = problems
    }

    var progress: Double { records.isEmpty ? 1 : Double(position) / Double(records.count) }

    /// As `StatementReader.read`.
    mutating func read(upTo limit: Int, into out: inout [ImportedRecord], problems: inout [RowProblem]) -> Bool {
        problems += self.problems
        self.problems = []
        let end = min(records.count, position + limit)
        out.removeAll(keepingCapacity: true)
        out += records[position..<end]
        position = end
        return position < records.count
    }
}
