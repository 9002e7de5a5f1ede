import Importing
import Ledger
import Testing

/// Exports in the layouts of real banks with invented rows; `expected.tsv` beside them says what they mean.
struct CSVLayoutTests {
    struct Row: Equatable, CustomDebugStringConvertible {
        var date: String
        var minorUnits: Int64
        /// Empty where any text will do.
        var text: String
        var debugDescription: String { "\(date) \(minorUnits) \(text)" }
    }

    static let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/csv/"

    static let expected: [String: [Row]] = {
        var table: [String: [Row]] = [:]
        guard let file = try? StatementBytes(path: folder + "expected.tsv") else { return table }
        let lines = withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }.split(separator: "\n")
        for line in lines where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            table[cells[0], default: []].append(
                Row(date: cells[1], minorUnits: Int64(cells[2]) ?? 0, text: cells[3]))
        }
        return table
    }()

    @Test(arguments: CSVLayoutTests.expected.keys.sorted())
    func rowsOfBank(file: String) throws {
        let (records, _) = try CSVCorpusTests.read(CSVLayoutTests.folder + file)
        let expected = try #require(CSVLayoutTests.expected[file])
        let found = records.enumerated().map { index, record in
            let isAny = index < expected.count && expected[index].text.isEmpty
            return Row(date: record.date.iso, minorUnits: record.minorUnits, text: isAny ? "" : record.description)
        }
        #expect(found == expected)
    }
}
