import Ledger
import Testing

@testable import Importing

@Suite("Broken OFX")
struct OFXBrokenTests {
    private static let choose = "pick the account and a period at your bank and download it again"

    @Test(
        "a file without a statement is refused with what to do",
        arguments: [
            ("this is a letter", "isn't an OFX file (there's no <OFX> in it): download it again as OFX, QFX, or CSV"),
            ("<OFC><ACCTSTMT></OFC>", "is an OFC file, the format before OFX: download it as OFX, QFX, or CSV"),
            ("<OFX></OFX>", "is an OFX reply without a statement: \(choose)"),
            (
                "<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong &quot;PIN&quot;</STATUS>"
                    + "<DTSERVER>20260101</SONRS></SIGNONMSGSRSV1></OFX>",
                "is an OFX reply without a statement: the bank answered \"Wrong \"PIN\"\": sign in at your bank and "
                    + "download it again"
            ),
            (
                "<OFX><STMTTRNRS><STATUS><CODE>2003<SEVERITY>ERROR</STATUS></STMTTRNRS></OFX>",
                "is an OFX reply without a statement: the bank answered \"error 2003\": sign in at your bank and "
                    + "download it again"
            ),
            ("<OFX><BANKMSGSRSV1><STMTTRNRS>", "is cut off before the end of the statement: download it again"),
            ("<OFX><STMTTRN><TRNAMT>1", "is cut off before the end of the statement: download it again"),
            ("<OFX><CCSTMTRS><CCACCTINFO><ACCTID></CCSTMTRS></OFX>", "is an OFX reply without a statement: \(choose)"),
            ("", "isn't an OFX file (there's no <OFX> in it): download it again as OFX, QFX, or CSV"),
        ])
    func refused(text: String, reason: String) {
        #expect(throws: ImportError("x.ofx " + reason)) { try OFXReading(text) }
    }

    @Test("a file that is not there")
    func missing() {
        #expect(throws: ImportError("/nowhere/x.ofx doesn't exist: check the name and the folder")) {
            try OFXReader(path: "/nowhere/x.ofx", options: ImportOptions())
        }
    }

    @Test("one statement that the bank refused beside one that it gave")
    func partialAnswer() throws {
        let refused = "<STMTTRNRS><STATUS><CODE>2003<SEVERITY>ERROR<MESSAGE>Account closed</STATUS></STMTTRNRS>\n"
        let given = ofxStatement("<STMTTRN><DTPOSTED>20260110<TRNAMT>1<FITID>1</STMTTRN>")
        let reading = try OFXReading(ofxFile(refused, given))
        #expect(reading.records.count == 1)
        #expect(reading.problems == [RowProblem(line: 4, reason: "the bank answered \"Account closed\"")])
    }

    @Test("a file cut off anywhere gives whole transactions and says that it is cut")
    func cutAnywhere() throws {
        let bytes = OFXReading.bytes(ofFixture: "checking.ofx")
        let whole = try OFXReading(bytes).records
        #expect(whole.count == 5)
        for end in stride(from: 0, to: bytes.count - 8, by: 61) {
            do throws(ImportError) {
                let part = try OFXReading(Array(bytes[..<end]))
                #expect(part.records == Array(whole.prefix(part.records.count)))
                #expect(part.problems.count == 1, "cut at \(end)")
            } catch {
                #expect(error.message.hasPrefix("x.ofx "))
            }
        }
    }

    @Test("changed bytes never end the program, and no record is without a day or sane amount")
    func changedBytes() {
        var random = SystemIndependentRandom(state: 42)
        for name in ["checking.ofx", "card-and-deposit.qfx", "unreadable.ofx"] {
            let bytes = OFXReading.bytes(ofFixture: name)
            #expect(!bytes.isEmpty)
            for _ in 0..<25 {
                var changed = bytes
                for _ in 0..<random.next(below: 12) + 1 { change(&changed, &random) }
                guard let reading = try? OFXReading(changed) else { continue }
                #expect(reading.records.allSatisfy { $0.minorUnits.magnitude <= 1_000_000_000_000_000 && $0.line > 0 })
            }
        }
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SystemIndependentRandom) {
        guard !bytes.isEmpty else { return }
        let at = random.next(below: bytes.count)
        switch random.next(below: 4) {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next(below: 256))
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: Array("<&/>[".utf8).prefix(random.next(below: 5)), at: at)
        default: bytes.removeSubrange(at..<min(bytes.count, at + random.next(below: 200)))
        }
    }
}

/// The same numbers on every machine (Steele, Lea and Flood, "Fast splittable pseudorandom number generators").
private struct SystemIndependentRandom {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(limit))
    }
}
