import Importing
import Ledger

/// What is read of a table: each row as `2026-03-02 -15000 BRL`, in minor units, with the notes and what was left out.
struct CSVRows {
    let rows: [String]
    let notes: [String]
    let problems: [String]
    let descriptions: [String]

    init(_ lines: [String], _ options: ImportOptions = ImportOptions(), name: String = "f.csv", end: String = "\n")
        throws(ImportError)
    {
        let file = StatementBytes(Array(lines.map { $0 + end }.joined().utf8), path: name)
        let (reader, records, problems) = try CSVFileTests.read(file, options)
        rows = records.map { "\($0.date.iso) \($0.minorUnits) \($0.currency?.code ?? "-")" }
        notes = reader.layout.assumptions
        self.problems = problems.map(\.reason)
        descriptions = records.map(\.description)
    }

    /// What has to be settled before the table is read; nil where nothing has.
    static func doubt(_ lines: [String], _ options: ImportOptions = ImportOptions(), name: String = "f.csv")
        -> LayoutDoubt?
    {
        do throws(ImportError) {
            _ = try CSVRows(lines, options, name: name)
            return nil
        } catch {
            return error.doubt
        }
    }

    /// A note that has a part.
    func says(_ part: String) -> Bool { notes.contains { $0.contains(part) } }
}
