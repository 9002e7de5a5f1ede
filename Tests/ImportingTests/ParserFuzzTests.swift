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
        for folder in ["csv", "ofx"] { seeds += files(in: folder).filter { $0.bytes.count < 20_000 } }
        return seeds.sorted { $0.0 < $1.0 }
    }()

    private static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
        let root = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/"
        guard let directory = opendir(root + folder) else { return [] }
        defer { closedir(directory) }
        var files: [(name: String, bytes: [UInt8])] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), let file = try? StatementBytes(path: root + folder + "/" + name) else {
                continue
            }
            files.append((name, Array(file.bytes)))
        }
        return files
    }

    /// Pieces that parsers look for.
    private static let pieces: [[UInt8]] = [
        "\"", ",", ";", "\n", "\r", "\t", "\0", "-", "99999999999999999999", "2026-02-30", "31/12/2026", "<", ">", "</",
        "<!--", "<![CDATA[", "&#x110000;", "^", ":61:", ":86:", "{", "}", "[", "\\u0000", "é", "\u{FEFF}", "1.234,56",
        "''",
    ].map { Array($0.utf8) }

    private func damaged(_ bytes: [UInt8], _ numbers: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.remove(at: at)
            case 2: bytes.removeLast(min(bytes.count, Int.random(in: 1...64, using: &numbers)))
            case 3: bytes.insert(contentsOf: Self.pieces.randomElement(using: &numbers) ?? [], at: at)
            case 4:
                let end = min(bytes.count, at + Int.random(in: 1...200, using: &numbers))
                bytes.insert(contentsOf: bytes[at..<end], at: at)
            default: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &numbers)))
            }
        }
        return bytes
    }

    @Test func damagedFiles() {
        #expect(Self.seeds.count > 50)
        var numbers = SeededGenerator(seed: 22)
        for (name, bytes) in Self.seeds {
            for _ in 0..<Self.rounds {
                do throws(FuzzedParser.Failure) {
                    _ = try FuzzedParser.any.read(damaged(bytes, &numbers), name: name)
                } catch {
                    Issue.record("\(name): \(error.description)")
                }
            }
        }
    }

    /// Inputs that libFuzzer found worth keeping: they reach other code than the fixtures, or did harm once.
    @Test(arguments: FuzzedParser.allCases)
    func keptInputs(parser: FuzzedParser) throws {
        for (name, bytes) in Self.files(in: "fuzz/" + parser.rawValue) {
            do throws(FuzzedParser.Failure) {
                _ = try parser.read(bytes, name: name)
            } catch {
                Issue.record("\(parser.rawValue)/\(name): \(error.description)")
            }
        }
    }
}
