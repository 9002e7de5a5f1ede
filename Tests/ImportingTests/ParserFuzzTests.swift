import Fuzzing
import Glibc
import Ledger
import Store
import TestSupport
import Testing

@testable import Importing

/// Every parser on files that are damaged at random: it ends, it does not crash, and what it reads stays within bounds.
///
/// A short run over the kept files; `COACH_FUZZ_ROUNDS` makes it a long one.
struct ParserFuzzTests {
    private static let rounds = getenv("COACH_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 3

    /// Fixtures of the repository, and one file of each kind that has none.
    private static let seeds: [(name: String, bytes: [UInt8])] = {
        var seeds: [(String, [UInt8])] = [
            ("a.qif", Array("!Type:Bank\nD3/14'26\nT-5.00\nPA\nSFood\n$-2.00\nSFun\n$-3.00\n^\n".utf8)),
            (
                "a.sta",
                Array(
                    ":20:A\n:25:1/2\n:60F:C260301EUR1,00\n:61:2603020302D4,1NMSCX//B\n:86:106?20A?32B\n:62F:D260302EUR3,1\n"
                        .utf8)
            ),
            (
                "a.xml",
                Array(
                    """
                    <Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>X1</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">1.00</Amt>
                    <CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>
                    """.utf8)
            ),
            (
                "a.json",
                Array(
                    #"{"added":[{"transaction_id":"a","amount":1.5,"date":"2026-03-02","name":"x"}],"accounts":[]}"#
                        .utf8)
            ),
        ]
        for folder in ["csv", "ofx"] { seeds += FuzzCorpus.files(in: folder).filter { $0.bytes.count < 20_000 } }
        return seeds.sorted { $0.0 < $1.0 }
    }()

    @Test func damagedFiles() {
        #expect(Self.seeds.count > 50)
        var numbers = SeededGenerator(seed: 22)
        for (name, bytes) in Self.seeds {
            for _ in 0..<Self.rounds {
                do throws(FuzzedParser.Failure) {
                    _ = try FuzzedParser.any.read(FuzzCorpus.damaged(bytes, &numbers), name: name)
                } catch {
                    Issue.record("\(name): \(error.description)")
                }
            }
        }
    }

    /// Inputs that libFuzzer found worth keeping: they reach other code than the fixtures, or did harm once.
    @Test(arguments: FuzzedParser.allCases)
    func keptInputs(parser: FuzzedParser) throws {
        for (name, bytes) in FuzzCorpus.files(in: "fuzz/" + parser.rawValue) {
            do throws(FuzzedParser.Failure) {
                _ = try parser.read(bytes, name: name)
            } catch {
                Issue.record("\(parser.rawValue)/\(name): \(error.description)")
            }
        }
    }
}
