import Coaching
import Glibc
import Importing
import Ledger
import Resources
import Store
import Testing

/// The built-in household on one day, and what the guard is given for a question to it.
struct GuardSample {
    let index: HouseholdIndex
    let asOf = CivilDate(dayNumber: 20_757)  // 31 October 2026
    private let names: [String]

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        let folder = "rag-index/sample/"
        let ingest = Ingest(index, today: asOf)
        for row in Resource.named(folder + "accounts.tsv").tableRows {
            var request = IngestRequest()
            request.account = row[1]
            request.options.accountType = AccountType(userText: row[2])
            request.options.currency = Currency(row[3])
            request.format = .csv
            let file = StatementBytes(Array(Resource.named(folder + row[0]).bytes), path: row[0])
            _ = try ingest.importBytes(file, request)
        }
        names = try Coach.knownNames(index)
    }

    /// The answer to a question asked on its own.
    func answer(_ question: String) throws -> Answer {
        var coach = try Coach(index, asOf: asOf)
        return try coach.answer(question)
    }

    func facts(_ answer: Answer) -> GuardFacts { facts(GuardEvidence(answer)) }

    func facts(_ kept: GuardEvidence) -> GuardFacts {
        GuardFacts(
            evidence: kept.evidence, question: kept.question, composed: kept.reply, verdict: kept.verdict,
            asOf: asOf, knownNames: names)
    }
}

extension FigureGuard {
    /// What nothing supports in a whole reply.
    func faults(in reply: String) -> [(sentence: String, claims: [UnsupportedClaim])] {
        var splitter = SentenceSplitter()
        var said = ""
        return (splitter.add(reply) + splitter.finish()).compactMap { unit in
            let claims = check(unit, after: said)
            said += unit
            return claims.isEmpty ? nil : (unit, claims)
        }
    }
}

/// Files beside the tests, and what the environment asks of them.
enum GuardFiles {
    /// A file beside the tests.
    static func text(_ name: String, from path: String = #filePath) throws -> String {
        let folder = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
        let bytes = try StatementBytes(path: "\(folder)/\(name)")
        return withExtendedLifetime(bytes) { String(decoding: bytes.bytes, as: UTF8.self) }
    }

    static func write(_ text: String, to name: String, from path: String = #filePath) throws {
        let folder = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
        let file = try #require(fopen("\(folder)/\(name)", "w"))
        defer { fclose(file) }
        fputs(text, file)
    }

    /// The value of an environment variable; nil where it is not set.
    static func setting(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
