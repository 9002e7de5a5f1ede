import Fuzzing
import Glibc
import TestSupport
import Testing

/// What comes as text from people and programs, damaged at random; `make fuzz` goes on from here.
struct TextFuzzTests {
    @Test(arguments: FuzzedText.allCases) func anyBytesAreReadToTheEnd(text: FuzzedText) throws {
        var numbers = SeededGenerator(seed: 27)
        let kept = FuzzCorpus.files(in: "fuzz/" + text.rawValue)
        #expect(!kept.isEmpty)
        let rounds = [FuzzedText.question: 40, .http: 60][text] ?? 400
        for (name, bytes) in kept {
            try text.read(bytes)
            for _ in 0..<rounds {
                do throws(FuzzedParser.Failure) {
                    try text.read(FuzzCorpus.damaged(bytes, &numbers))
                } catch {
                    Issue.record("\(text.rawValue)/\(name): \(error.description)")
                }
            }
        }
    }
}

/// All kept inputs in turn, damaged at random for `COACH_FUZZ_SECONDS`; `COACH_FUZZ_SEED` does what an earlier run did.
struct FuzzMinuteTests {
    static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    private static let readers: [(name: String, read: @Sendable ([UInt8]) throws(FuzzedParser.Failure) -> Void)] =
        FuzzedParser.allCases.map { parser in
            (parser.rawValue, { bytes throws(FuzzedParser.Failure) in _ = try parser.read(bytes) })
        }
        + FuzzedText.allCases.map { text in
            (text.rawValue, { bytes throws(FuzzedParser.Failure) in try text.read(bytes) })
        }

    @Test(.enabled(if: FuzzMinuteTests.number("COACH_FUZZ_SECONDS") != nil, "COACH_FUZZ_SECONDS says for how long"))
    func keptInputsDamagedForAMinute() throws {
        let seconds = try #require(Self.number("COACH_FUZZ_SECONDS"))
        let seed = Self.number("COACH_FUZZ_SEED") ?? UInt64.random(in: 0...UInt64(UInt32.max))
        // Before the first input: what ends the program says nothing any more.
        print("COACH_FUZZ_SEED=\(seed)")
        fflush(nil)
        var numbers = SeededGenerator(seed: seed)
        let corpora = Self.readers.map { (reader: $0, kept: FuzzCorpus.files(in: "fuzz/" + $0.name)) }
        #expect(corpora.allSatisfy { !$0.kept.isEmpty })
        let end = time(nil) + Int(seconds)
        var count = 0
        while time(nil) < end {
            for (reader, kept) in corpora {
                guard let (name, bytes) = kept.randomElement(using: &numbers) else { continue }
                do throws(FuzzedParser.Failure) {
                    try reader.read(FuzzCorpus.damaged(bytes, &numbers))
                } catch {
                    Issue.record("\(reader.name)/\(name): \(error.description)")
                }
                count += 1
            }
        }
        print("\(count) inputs")
    }
}
