import Ledger
import Understanding

/// Prints what lines with known requests teach: `line`, `span` and `reading` rows with labels and feature hashes.
///
/// - Parameter file: an object a line: `line`, and `requests` as a model that reads writes them, or only the `intent`.
func printLessons(names: String, day: String, file: String) {
    guard let table = readFile(names), let text = readFile(file), let asOf = CivilDate(iso: day) else {
        complain("usage: eval --lessons NAMES DAY FILE.jsonl")
        return
    }
    let reader = LineReader(context(asOf: asOf, names: SampleNames(tableRows: table)))
    for (number, written) in text.split(separator: "\n").enumerated() {
        guard let json = try? JSON.parse(String(written)), let line = json["line"]?.string else { continue }
        let request: Request
        if let intent = json["intent"]?.string.flatMap(Intent.init(rawValue:)) {
            request = .other(intent)
        } else if let first = json["requests"]?.array?.first ?? json["choices"]?.array?.first {
            do { request = try Request(json: first) } catch {
                complain("\(file):\(number + 1): \(error)")
                continue
            }
        } else {
            continue
        }
        guard let lesson = reader.lesson(line, meaning: request) else { continue }
        func hashes(_ features: [UInt32]) -> String { features.map { String($0, radix: 16) }.joined(separator: " ") }
        print("line", lesson.line.labels.joined(separator: ","), hashes(lesson.line.features), separator: "\t")
        for span in lesson.spans { print("span", span.label, hashes(span.features), separator: "\t") }
        let place = lesson.readings.firstIndex(of: request) ?? -1
        print("reading", place, lesson.guess.joined(separator: ","), lesson.unread, lesson.isPlain, separator: "\t")
    }
}
