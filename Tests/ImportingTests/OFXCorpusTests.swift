import FoundationEssentials
import Glibc
import Ledger
import Testing

@testable import Importing

/// Real downloads of banks, where they lie beside the package or at `COACH_SHARED`.
private let corpus: String = {
    let shared = getenv("COACH_SHARED").map { String(cString: $0) } ?? "../shared"
    return shared + "/corpora/ofx/"
}()

private struct ExpectedAccount: Decodable {
    var currency: String
    var transactions: Int
    var sum: String
    var first: String?
    var last: String?
    var ledgerBalance: String?
    var investmentTransactions: Int?
    var moreThanTwoDecimals: Bool?
}

private struct ExpectedTransaction: Decodable {
    var field: String
}

private struct ExpectedFile: Decodable {
    var file: String
    var accounts: [ExpectedAccount]
    var broken: Bool?
    var unreadableTransactions: [ExpectedTransaction]?
}

extension OFXReading {
    /// Whether a record is of a security: only bank transactions have OFX's own words for types, in capitals.
    private func isTrade(_ record: ImportedRecord) -> Bool { record.bankType.map { $0 != $0.uppercased() } ?? false }

    /// The rows of investment transactions, and how many are said to move no money.
    fileprivate var trades: (rows: [ImportedRecord], still: Int) {
        let said = problems.compactMap { problem in
            problem.reason.contains("securities and no money") ? problem.reason.split(separator: " ").first : nil
        }
        return (records.filter(isTrade), said.compactMap { Int($0) }.reduce(0, +))
    }

    /// How account number `index` differs from what is expected of it.
    fileprivate func difference(_ index: Int, _ expected: ExpectedAccount) -> String? {
        let account = accounts[index]
        let own = records.filter { $0.accountName == account.name && !isTrade($0) }
        let days = own.map { $0.posted ?? $0.date }
        let facts = [
            ("currency", account.currency?.code, expected.currency.uppercased()),
            ("transactions", String(own.count), String(expected.transactions)),
            ("first", days.min()?.iso, expected.first), ("last", days.max()?.iso, expected.last),
        ]
        if let wrong = facts.first(where: { $0.1 != $0.2 }) {
            return "\(wrong.0) \(wrong.1 ?? "none") instead of \(wrong.2 ?? "none")"
        }
        let per = Double(account.currency?.minorPerMajor ?? 100)
        let sum = own.reduce(0) { $0 + $1.minorUnits }
        let tolerance = expected.moreThanTwoDecimals == true ? Double(own.count) / 2 : 0.001
        if abs(Double(sum) - Double(expected.sum)! * per) > tolerance { return "sum \(sum) instead of \(expected.sum)" }
        if let balance = expected.ledgerBalance {
            let found = account.ledgerBalance.map(Double.init) ?? .nan
            let isEqual = abs(found - Double(balance)! * per) <= tolerance
            if !isEqual { return "balance \(found) instead of \(balance)" }
        }
        return nil
    }
}

/// What is wrong with the reading of a file; nil when all of it is right.
private func difference(_ expected: ExpectedFile) -> String? {
    do {
        let reading = try OFXReading(try OFXReader(path: corpus + expected.file, options: ImportOptions()))
        if let unreadable = expected.unreadableTransactions, reading.problems.count < unreadable.count {
            return "\(reading.problems.count) problems instead of \(unreadable.count)"
        }
        if expected.accounts.isEmpty {
            return reading.records.isEmpty && !reading.problems.isEmpty ? nil : "\(reading.records.count) records"
        }
        if reading.accounts.count != expected.accounts.count { return "\(reading.accounts.count) accounts" }
        let securities = expected.accounts.reduce(0) { $0 + ($1.investmentTransactions ?? 0) }
        let (rows, still) = reading.trades
        // What is reinvested is two rows, unless the file lists its income by itself.
        let known = rows.count { $0.bankID?.hasSuffix("-income") != true } + still
        if known != securities {
            return "\(known) investment transactions instead of \(securities): \(reading.problems)"
        }
        return expected.accounts.indices.lazy.compactMap { reading.difference($0, expected.accounts[$0]) }.first
    } catch {
        return expected.accounts.isEmpty ? nil : error.message
    }
}

@Suite("OFX downloads of real banks")
struct OFXCorpusTests {
    @Test(
        "every file is read right or refused with a reason",
        .enabled(if: access(corpus + "expected.jsonl", R_OK) == 0, "no corpus here: set COACH_SHARED"))
    func corpusFiles() throws {
        let lines = try String(contentsOfFile: corpus + "expected.jsonl", encoding: .utf8).split(separator: "\n")
        var wrong: [String] = []
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        for line in lines {
            let expected = try decoder.decode(ExpectedFile.self, from: Data(line.utf8))
            if let difference = difference(expected) { wrong.append("\(expected.file): \(difference)") }
        }
        print("OFX corpus: \(lines.count - wrong.count) of \(lines.count) files right")
        #expect(wrong == [])
    }
}
