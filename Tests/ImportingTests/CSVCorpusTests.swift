import FoundationEssentials
import Glibc
import Importing
import Ledger
import Testing

/// Measures the reader against files that other projects published, where these stand beside the repository.
///
/// `COACH_SHARED` names the folder; without it `../shared` is taken. `COACH_CORPUS_VERBOSE=1` prints each difference.
struct CSVCorpusTests {
    struct Expectation: Decodable {
        struct Row: Decodable {
            var date: String?
            var amount: String?
            var description: String?
            var currency: String?
            var dateAlternative: String?
            var amountAlternative: String?
            var optional: Bool?
            var uncertain: Bool?

            enum CodingKeys: String, CodingKey {
                case date, amount, description, currency, optional, uncertain
                case dateAlternative = "date_alt"
                case amountAlternative = "amount_alt"
            }
        }

        var file: String
        var expect: String
        var kind: String
        var rows: [Row]?
        var uncertain: Bool?
    }

    static let folder: String = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let shared = getenv("COACH_SHARED").map { String(cString: $0) } ?? "/\(root)/../shared"
        return shared + "/corpora/bank-csv"
    }()

    static var isPresent: Bool { access(folder + "/expected.jsonl", R_OK) == 0 }

    static func expectations() throws -> [Expectation] {
        let file = try StatementBytes(path: folder + "/expected.jsonl")
        let decoder = JSONDecoder()
        return try withExtendedLifetime(file) {
            try file.bytes.split(separator: 0x0A).map { try decoder.decode(Expectation.self, from: Data($0)) }
        }
    }

    /// All records of a file, and what was wrong with the others.
    static func read(_ path: String) throws(ImportError) -> (records: [ImportedRecord], problems: [RowProblem]) {
        let file = try StatementBytes(path: path)
        guard try StatementFormat.detect(file) == .csv else { throw ImportError("no CSV") }
        var reader = try CSVReader(file, options: ImportOptions())
        var records: [ImportedRecord] = []
        var batch: [ImportedRecord] = []
        var problems: [RowProblem] = []
        while true {
            let more = try reader.read(upTo: 7, into: &batch, problems: &problems)
            records += batch
            if !more { return (records, problems) }
        }
    }

    /// What differs between the records and the expectation; empty when all rows are exactly right.
    static func differences(_ expectation: Expectation, _ records: [ImportedRecord]) -> [String] {
        if expectation.expect == "none" || expectation.expect == "empty" {
            return records.isEmpty ? [] : ["\(records.count) records where none are"]
        }
        guard expectation.expect == "rows", let rows = expectation.rows else { return [] }
        var left = records
        var out: [String] = []
        for row in rows {
            let dates = [row.date, row.dateAlternative].compactMap(\.self)
            let amounts = [row.amount, row.amountAlternative].compactMap(\.self)
            let match = left.firstIndex { record in
                let isDay = row.date == nil || dates.contains(record.date.iso)
                let text = Money(record.minorUnits, record.currency ?? .usd).plainText
                return isDay && (row.uncertain == true || amounts.contains { same($0, text) })
            }
            if let match {
                left.remove(at: match)
            } else if row.optional != true, row.uncertain != true, row.date != nil {
                out.append("missing \(dates) \(amounts) \(row.description ?? "")")
            }
        }
        return out + left.map { "extra \($0.date) \($0.minorUnits) \($0.currency?.code ?? "-") \($0.description)" }
    }

    /// Equal as decimal numbers: `1.5` and `1.50`.
    static func same(_ a: String, _ b: String) -> Bool {
        func trimmed(_ text: String) -> String {
            guard text.contains(".") else { return text }
            var text = text
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
            return text == "-0" ? "0" : text
        }
        return trimmed(a) == trimmed(b)
    }

    /// The share of the expected words that the description has.
    static func likeness(_ expected: String, _ found: String) -> Double {
        let words = Set(expected.lowercased().split(separator: " "))
        guard !words.isEmpty else { return 1 }
        let have = Set(found.lowercased().split(separator: " "))
        return Double(words.intersection(have).count) / Double(words.count)
    }

    @Test(.enabled(if: CSVCorpusTests.isPresent, "the shared corpora are not beside the repository"))
    func publishedFiles() throws {
        let isVerbose = getenv("COACH_CORPUS_VERBOSE") != nil
        var right: [String: Int] = [:]
        var total: [String: Int] = [:]
        var likenesses: [Double] = []
        var currencies = (right: 0, total: 0)
        var asked = 0
        var wrong: [String] = []
        var unreadable = 0
        for expectation in try CSVCorpusTests.expectations() {
            var records: [ImportedRecord] = []
            var problems: [RowProblem] = []
            var failure: String?
            do throws(ImportError) {
                (records, problems) = try CSVCorpusTests.read(CSVCorpusTests.folder + "/" + expectation.file)
            } catch {
                failure = error.message
            }
            let differences = CSVCorpusTests.differences(expectation, records)
            total[expectation.kind, default: 0] += 1
            if differences.isEmpty {
                right[expectation.kind, default: 0] += 1
            } else if expectation.kind == "bank" {
                // What a person could disagree about may be asked back instead; nothing else may.
                let isDecided = expectation.uncertain != true
                if records.isEmpty, !isDecided { asked += 1 } else { wrong.append(expectation.file) }
                // Dates that were masked with ones are none that anybody could read.
                if expectation.rows?.allSatisfy({ $0.date?.hasPrefix("1111") == true }) == true { unreadable += 1 }
            }
            for (row, record) in zip(expectation.rows ?? [], records) where differences.isEmpty {
                let likeness = CSVCorpusTests.likeness(row.description ?? "", record.description)
                likenesses.append(likeness)
                if isVerbose, likeness < 0.5 {
                    print("   text \(expectation.file): \(row.description ?? "") ≠ \(record.description)")
                }
                if let currency = row.currency {
                    currencies.total += 1
                    if record.currency?.code == currency {
                        currencies.right += 1
                    } else if isVerbose {
                        print("   currency \(expectation.file): \(currency) ≠ \(record.currency?.code ?? "-")")
                    }
                }
            }
            if isVerbose, !differences.isEmpty {
                print(
                    "✗ \(expectation.kind) \(expectation.file)\(expectation.uncertain == true ? " (uncertain)" : ""): \(failure ?? "")"
                )
                for line in differences.prefix(6) { print("     \(line)") }
                for problem in problems.prefix(4) { print("     line \(problem.line): \(problem.reason)") }
            }
        }
        for kind in total.keys.sorted() { print("\(kind): \(right[kind] ?? 0) of \(total[kind] ?? 0)") }
        let mean = likenesses.reduce(0, +) / Double(max(1, likenesses.count))
        print("texts alike: \((mean * 1000).rounded() / 10) %, currencies \(currencies.right) of \(currencies.total)")
        // Never silently wrong, and 95 of 100 files that have dates are read exactly right without a word from the person.
        #expect(wrong == [])
        let bank = (right: right["bank"] ?? 0, total: (total["bank"] ?? 0) - unreadable)
        #expect(bank.right * 100 >= bank.total * 95)
        #expect(bank.right + asked == total["bank"])
        for kind in ["app", "investment", "not-transactions", "text", "journal"] { #expect(right[kind] == total[kind]) }
    }
}
