import Glibc
import Importing
import Ledger
import Resources
import Understanding

/// Measures the understanding of questions, and prepares its training.
///
///     eval FILE.jsonl…            accuracy per intent, confusion, slots, acceptance of what is out of scope
///     eval --misses FILE.jsonl…   the questions that went wrong
///     eval --half 0|1 …           only every other question
///     eval --ask QUESTION…        what one question means, and each further one as a follow-up
///     eval --lines FILE           the same for every line; an empty line begins a new conversation
///     eval --features FILE.tsv    feature hashes of `intent<TAB>question` lines, for train.py
///     eval --readings NAMES DAY FILE.jsonl  what such lines ask, what they are read to, and what is left unread
///     eval --turns NAMES DAY FILE.jsonl     the same for later lines of conversations
///     eval --sequences NAMES DAY FILE.jsonl lines and conversations as symbols, for readings/reader.py
///     eval --answers INDEX DAY    the answers to conversations on standard input, an empty line between two of them, as JSON,
///                                 each with the traits of its reading, for readings/misread.py
///     eval --merchants FILE.tsv   what `category<TAB>text[<TAB>hundredths<TAB>times a year]` lines show of merchants, for the training in rag-index/merchants
///     eval --speed                microseconds a question, with 50 and 50,000 merchants
///     eval --detectors            precision and recall of the recurring and unusual detectors on generated ledgers
var arguments = Array(CommandLine.arguments.dropFirst())

func readFile(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        guard count > 0 else { break }
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

func complain(_ message: String) {
    let line = Array((message + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

func context(asOf: CivilDate, names: SampleNames = SampleNames()) -> UnderstandingContext {
    UnderstandingContext(asOf: asOf, taxonomy: .builtIn, names: names)
}

let today = CivilDate(year: 2026, month: 10, day: 31)!
let understander = Understander()

switch arguments.first {
case "--features":
    let fixed = context(asOf: today)
    for line in (readFile(arguments[1]) ?? "").split(separator: "\n") {
        let fields = line.split(separator: "\t", maxSplits: 1)
        guard fields.count == 2 else { continue }
        let features = understander.features(of: String(fields[1]), context: fixed)
        print(fields[0], features.joined(separator: "\u{1F}"), separator: "\t")
    }
case "--ask":
    var state = ConversationState()
    for question in arguments.dropFirst() {
        let understood = understander.understand(question, context: context(asOf: today), state: &state)
        print(description(of: understood, question: question))
    }
case "--lines":
    var state = ConversationState()
    for line in (readFile(arguments[1]) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
        guard !line.isEmpty else {
            state = ConversationState()
            continue
        }
        let understood = understander.understand(String(line), context: context(asOf: today), state: &state)
        print(description(of: understood, question: String(line)))
    }
case "--readings" where arguments.count == 4:
    printReadings(names: arguments[1], day: arguments[2], file: arguments[3])
case "--sequences" where arguments.count == 4:
    printSequences(names: arguments[1], day: arguments[2], file: arguments[3])
case "--turns" where arguments.count == 4:
    printTurns(names: arguments[1], day: arguments[2], file: arguments[3])
case "--answers" where arguments.count == 3:
    try printAnswers(index: arguments[1], day: arguments[2])
case "--merchants" where arguments.count == 2:
    var guesser = MerchantGuesser()
    for line in (readFile(arguments[1]) ?? "").split(separator: "\n") {
        let fields = line.split(separator: "\t")
        guard fields.count > 1 else { continue }
        let sample = guesser.sample(
            of: String(fields[1]), ticket: fields.count > 3 ? Int64(fields[2]) : nil,
            perYear: fields.count > 3 ? Double(fields[3]) ?? 1 : 1)
        let features = sample.features.map { String($0) }.joined(separator: " ")
        print(fields[0], sample.category ?? "", sample.source, features, separator: "\t")
    }
case "--speed":
    measureSpeed(understander, asOf: today)
case "--detectors":
    reportDetectors()
default:
    let showsMisses = arguments.first == "--misses"
    if showsMisses { arguments.removeFirst() }
    var half: Int?
    if arguments.first == "--half", arguments.count > 1 {
        half = Int(arguments[1])
        arguments.removeFirst(2)
    }
    guard !arguments.isEmpty else {
        complain(
            "usage: eval [--misses] [--half 0|1] FILE.jsonl… | --ask QUESTION… | --features FILE.tsv | --merchants FILE.tsv | --speed | --detectors"
        )
        exit(2)
    }
    for path in arguments {
        guard let text = readFile(path) else {
            complain("\(path): cannot be read")
            exit(1)
        }
        var evaluation = Evaluation(path: path, showsMisses: showsMisses)
        for (number, line) in text.split(separator: "\n").enumerated() where half == nil || number % 2 == half {
            guard let value = JSONReader.value(of: line) else { continue }
            evaluation.measure(value, with: understander)
        }
        evaluation.report()
    }
}
