import Coaching
import Glibc
import Ledger
import Retrieval
import Store

/// Prints the answers to conversations on standard input, each on a copy of its own of an index: an object with `answer` and
/// the `traits` of its reading for each line.
func printAnswers(index path: String, day: String) throws {
    guard let asOf = CivilDate(iso: day) else {
        complain("usage: eval --answers INDEX DAY")
        exit(2)
    }
    var coach: Coach?
    while let line = readLine() {
        guard !line.isEmpty else {
            coach = nil
            continue
        }
        var own = try coach ?? Coach(HouseholdIndex(path: copied(path)), asOf: asOf)
        let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
        let own0 = own
        var answer = try own.answer(parts[0])
        if parts.count == 2 {
            var before = try coach ?? Coach(HouseholdIndex(path: copied(path)), asOf: asOf)
            do {
                answer = try before.answer(parts[0], readAs: Request.list(jsonText: parts[1]))
                own = before
            } catch {
                print(JSON.object([("error", .string("\(error)"))]).text)
                continue
            }
        }
        let row: [(String, JSON)] = [
            ("answer", answer.json), ("traits", .strings(own.traits)),
            ("lesson", own0.lesson(of: parts[0], meaning: answer)),
            (
                "learned",
                .optional(own0.secondReading(of: parts[0])) {
                    .object([
                        ("requests", .array($0.requests.map(\.json))), ("likelihood", .string("\($0.likelihood)")),
                    ])
                }
            ),
            ("doubt", .optional(answer.doubt) { .string($0.rawValue) }),
        ]
        print(JSON.object(row).text)
        coach = own
    }
}

/// Makes a copy of a file beside it.
private func copied(_ path: String) throws -> String {
    let copy = path + ".copy"
    guard let source = fopen(path, "r"), let target = fopen(copy, "w") else {
        complain("\(path): cannot be copied")
        exit(1)
    }
    defer { for file in [source, target] { fclose(file) } }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, source), count > 0 { fwrite(buffer, 1, count, target) }
    return copy
}
