import Ledger
import Understanding

/// Prints what lines with known requests are read to: the line, the request, the one that is read, and the words that are
/// left unread.
func printReadings(names: String, day: String, file: String) {
    eachKnownLine(names: names, day: day, file: file) { reader, line, request in
        let read = reader.candidates(line).first
        let unread = read?.unread.joined(separator: " ") ?? ""
        print(line, request.json.text, read?.request.json.text ?? "", unread, separator: "\t")
    }
}

/// Prints lines with known requests as sequences of symbols, for `reader.py`: an object with the line's symbols, those of its
/// requests, and those of the request that the grammar reads.
///
/// - Parameter file: lines, or conversations (`turns`), whose later lines are printed after the requests before them.
func printSequences(names: String, day: String, file: String) {
    guard let table = readFile(names), let text = readFile(file), let asOf = CivilDate(iso: day) else {
        complain("usage: eval --sequences NAMES DAY FILE.jsonl")
        return
    }
    let context = context(asOf: asOf, names: SampleNames(tableRows: table))
    func show(_ line: String, _ requests: [Request], after before: [Request], _ reader: LineReader) {
        guard let lesson = reader.lesson(line, meaning: requests, after: before) else { return }
        let read = reader.candidates(line).first.flatMap { reader.lesson(line, meaning: [$0.request], after: before) }
        let row: [(String, JSON)] = [
            ("line", .string(line)), ("src", .strings(lesson.line)), ("tgt", .strings(lesson.requests)),
            ("read", .optional(read) { .strings($0.requests) }),
        ]
        print(JSON.object(row).text)
    }
    for (number, written) in text.split(separator: "\n").enumerated() {
        guard let json = try? JSON.parse(String(written)) else { continue }
        var before: [Request] = []
        var earlier: LineReader.Earlier?
        for turn in json["turns"]?.array ?? [json] {
            guard let line = turn["line"]?.string else { continue }
            var requests: [Request] = []
            if let intent = turn["intent"]?.string.flatMap(Intent.init(rawValue:)) { requests = [.other(intent)] }
            for written in turn["requests"]?.array ?? turn["choices"]?.array.map({ Array($0.prefix(1)) }) ?? [] {
                do { requests.append(try Request(json: written)) } catch { complain("\(file):\(number + 1): \(error)") }
            }
            guard !requests.isEmpty else { continue }
            show(line, requests, after: before, LineReader(context, after: earlier))
            before.insert(requests[requests.count - 1], at: 0)
            if case .ask(let ask) = before[0] {
                earlier = earlier?.followed(by: ask) ?? LineReader.Earlier(last: ask)
            } else {
                earlier = nil
            }
        }
    }
}

private func eachKnownLine(
    names: String, day: String, file: String, _ take: (LineReader, String, Request) -> Void
) {
    guard let table = readFile(names), let text = readFile(file), let asOf = CivilDate(iso: day) else {
        complain("usage: eval --readings NAMES DAY FILE.jsonl")
        return
    }
    let reader = LineReader(context(asOf: asOf, names: SampleNames(tableRows: table)))
    for (number, written) in text.split(separator: "\n").enumerated() {
        guard let json = try? JSON.parse(String(written)), let line = json["line"]?.string else { continue }
        if let intent = json["intent"]?.string.flatMap(Intent.init(rawValue:)) {
            take(reader, line, .other(intent))
        } else if let first = json["requests"]?.array?.first ?? json["choices"]?.array?.first {
            do { take(reader, line, try Request(json: first)) } catch { complain("\(file):\(number + 1): \(error)") }
        }
    }
}

/// Prints what the later lines of conversations with known requests are read to after what is known to have been asked:
/// the move, the line, the request before it, its own, the one that is read, and the words that are left unread.
func printTurns(names: String, day: String, file: String) {
    guard let table = readFile(names), let text = readFile(file), let asOf = CivilDate(iso: day) else {
        complain("usage: eval --turns NAMES DAY FILE.jsonl")
        return
    }
    let names = SampleNames(tableRows: table)
    for (number, written) in text.split(separator: "\n").enumerated() {
        guard let json = try? JSON.parse(String(written)), let turns = json["turns"]?.array else { continue }
        var earlier: LineReader.Earlier?
        for turn in turns {
            guard let line = turn["line"]?.string, let first = turn["requests"]?.array?.first else { continue }
            guard let request = try? Request(json: first) else {
                complain("\(file):\(number + 1): \(line)")
                continue
            }
            if let past = earlier {
                let reader = LineReader(context(asOf: asOf, names: names), after: past)
                let read = reader.candidates(line).first
                let alone = LineReader(context(asOf: asOf, names: names)).candidates(line).first
                print(
                    alone?.request.json.text ?? "", turn["move"]?.string ?? "", line, Request.ask(past.last).json.text,
                    request.json.text,
                    read?.request.json.text ?? "", read?.unread.joined(separator: " ") ?? "", separator: "\t")
            }
            if case .ask(let ask) = request {
                earlier = earlier?.followed(by: ask) ?? LineReader.Earlier(last: ask)
            } else {
                earlier = nil
            }
        }
    }
}
