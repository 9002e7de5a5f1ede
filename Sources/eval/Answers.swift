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
        let answer = try own.answer(line)
        print(JSON.object([("answer", answer.json), ("traits", .strings(own.traits))]).text)
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
