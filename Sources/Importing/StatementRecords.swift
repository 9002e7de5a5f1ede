import Ledger

/// The records of a format that is read as a whole, given out some at a time.
struct StatementRecords {
    private var records: [ImportedRecord]
    private var problems: [RowProblem]
    private var position = 0

    /// Why nothing is to be read before the person has decided something.
    private let doubt: ImportError?

    init(_ records: [ImportedRecord], problems: [RowProblem], doubt: ImportError? = nil) {
        self.records = records
        self.problems = problems
        self.doubt = doubt
    }

    var progress: Double { records.isEmpty ? 1 : Double(position) / Double(records.count) }

    /// As `StatementReader.read`.
    mutating func read(upTo limit: Int, into out: inout [ImportedRecord], problems: inout [RowProblem])
        throws(ImportError) -> Bool
    {
        if let doubt { throw doubt }
        problems += self.problems
        self.problems = []
        let end = min(records.count, position + limit)
        out.removeAll(keepingCapacity: true)
        out += records[position..<end]
        position = end
        return position < records.count
    }
}

/// A reader of a format that is read as a whole.
protocol WholeFileReader: StatementReader {
    var records: StatementRecords { get set }
}

extension WholeFileReader {
    var progress: Double { records.progress }

    mutating func read(upTo limit: Int, into out: inout [ImportedRecord], problems: inout [RowProblem])
        throws(ImportError) -> Bool
    {
        try records.read(upTo: limit, into: &out, problems: &problems)
    }
}
