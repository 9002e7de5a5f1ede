import Coaching
import Importing
import Ledger
import TestSupport
import Testing

/// How many wrong replies of `guard-replies.tsv` the guard holds back and how many right ones it releases.
struct GuardReplyTests {
    private struct Row {
        let part: String
        let question: String
        let isWrong: Bool
        let kind: String
        let reply: String
    }

    private struct Score {
        var good = 0
        var all = 0

        mutating func count(_ isGood: Bool) {
            all += 1
            good += isGood ? 1 : 0
        }

        var percent: Double { all == 0 ? 100 : (Double(good) / Double(all) * 1000).rounded() / 10 }
        var words: String { "\(good)/\(all) (\(percent) %)" }
    }

    private func rows() throws -> [Row] {
        try GuardFiles.text("guard-replies.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
            line in
            let cells = line.split(separator: "\t").map(String.init)
            try #require(cells.count == 5, "\(line)")
            return Row(
                part: cells[0], question: cells[1], isWrong: cells[2] == "wrong", kind: cells[3],
                reply: cells[4].split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n"))
        }
    }

    /// The kept evidence by its question.
    private func evidence() throws -> [String: GuardEvidence] {
        let lines = try GuardFiles.text("guard-evidence.jsonl").split(separator: "\n")
        let all = try lines.map { GuardEvidence(try JSON.parse(String($0))) }
        return Dictionary(all.map { ($0.question, $0) }) { first, _ in first }
    }

    /// Writes the evidence of questions in the file anew that it does not have yet.
    @Test(.enabled(if: GuardFiles.setting("GUARD_WRITE") != nil, "only to add questions"))
    func writesEvidence() throws {
        let sample = try GuardSample()
        var lines: [String] = []
        var seen: Set<String> = []
        let kept = (try? evidence()) ?? [:]
        for row in try rows() where seen.insert(row.question).inserted {
            lines.append(try kept[row.question]?.json.text ?? GuardEvidence(try sample.answer(row.question)).json.text)
        }
        try GuardFiles.write(lines.joined(separator: "\n") + "\n", to: "guard-evidence.jsonl")
    }

    /// Sentences cut, turned and put together at random: whatever a model says, the guard comes to a judgement.
    @Test func anyWordsAreJudged() throws {
        let sample = try GuardSample()
        let kept = try evidence()
        let rows = try rows()
        var random = SeededGenerator(seed: 20_261_031)
        for question in Set(rows.map(\.question)).sorted() {
            let check = FigureGuard(facts: sample.facts(try #require(kept[question])))
            for _ in 0..<6 {
                var words = (0..<random.roll(1...3)).flatMap { _ in
                    let said = rows[random.roll(0...rows.count - 1)].reply.split(separator: " ")
                    let start = random.roll(0...said.count - 1)
                    return said[start..<random.roll(start...said.count - 1) + 1].map(String.init)
                }
                for _ in 0..<random.roll(0...3) {
                    words.swapAt(random.roll(0...words.count - 1), random.roll(0...words.count - 1))
                }
                _ = check.faults(in: words.joined(separator: " "))
            }
        }
    }

    /// Measures a file of one's own: question, `right` or `wrong`, kind and reply, a row a line.
    @Test(.enabled(if: GuardFiles.setting("GUARD_SET") != nil, "only to measure a file"))
    func measuresAFile() throws {
        let sample = try GuardSample()
        let file = try StatementBytes(path: try #require(GuardFiles.setting("GUARD_SET")))
        let text = withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }
        var guards: [String: FigureGuard] = [:]
        var scores: [Bool: Score] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "\t").map(String.init)
            try #require(cells.count == 4, "\(line)")
            let reply = cells[3].replacing("\\n", with: "\n")
            let check = try guards[cells[0]] ?? FigureGuard(facts: sample.facts(sample.answer(cells[0])))
            guards[cells[0]] = check
            let faults = check.faults(in: reply)
            let isGood = faults.isEmpty != (cells[1] == "wrong")
            scores[cells[1] == "wrong", default: Score()].count(isGood)
            guard !isGood else { continue }
            let why = faults.flatMap(\.claims).map { "\($0.kind.rawValue) “\($0.text)” \($0.reason)" }
            print("\(cells[1].uppercased())? \(cells[2]) | \(cells[0]) | \(cells[3]) | \(why.joined(separator: "; "))")
        }
        print("guard: caught \(scores[true]?.words ?? ""), released \(scores[false]?.words ?? "")")
    }

    /// The floors are for all rows and for each part alone, but for parts that show how the guard does with what it was not
    /// made for.
    @Test func wrongRepliesAreCaughtAndRightOnesReleased() throws {
        let sample = try GuardSample()
        let kept = try evidence()
        var guards: [String: FigureGuard] = [:]
        var scores: [String: Score] = [:]
        var kinds: [String: Score] = [:]
        let shown = GuardFiles.setting("GUARD_FAILURES")
        for row in try rows() {
            let known = try #require(kept[row.question], "no evidence for “\(row.question)”")
            let check = guards[row.question] ?? FigureGuard(facts: sample.facts(known))
            guards[row.question] = check
            let faults = check.faults(in: row.reply)
            let isGood = faults.isEmpty != row.isWrong
            let label = row.isWrong ? "caught" : "released"
            // What is measured blind counts apart.
            let whole = row.part.hasSuffix("-blind") ? "blind" : "all"
            for part in [whole, row.part] { scores["\(part) \(label)", default: Score()].count(isGood) }
            kinds["\(label) \(row.kind)", default: Score()].count(isGood)
            if !isGood, shown == row.part || shown == "all" {
                let why = faults.flatMap(\.claims).map { "\($0.kind.rawValue) “\($0.text)” \($0.reason)" }
                let reply = row.reply.split(separator: "\n").joined(separator: " / ")
                print(
                    "\(label.uppercased())? \(row.kind) | \(row.question) | \(reply) | \(why.joined(separator: "; "))")
            }
        }
        for name in scores.keys.sorted() { print("guard: \(name) \(scores[name]?.words ?? "")") }
        for name in kinds.keys.sorted() { print("guard kind: \(name) \(kinds[name]?.words ?? "")") }
        let parts = Set(scores.keys.compactMap { (name: String) in name.split(separator: " ").first.map(String.init) })
        for part in parts where !part.hasSuffix("blind") {
            #expect(scores["\(part) caught"]?.percent ?? 0 >= 99)
            #expect(scores["\(part) released"]?.percent ?? 0 >= 97)
        }
    }

    /// What the program says of figures is right in other words, too: here behind an opening, and without its brackets.
    /// What a bracket told may be missing then, so that a few are held.
    @Test func composedSentencesPassInOtherWords() throws {
        let sample = try GuardSample()
        var score = Score()
        for known in try evidence().values.sorted(by: { $0.question < $1.question }) {
            let check = FigureGuard(facts: sample.facts(known))
            var splitter = SentenceSplitter()
            var said = ""
            for sentence in splitter.add(known.reply) + splitter.finish() {
                for words in ["In short: " + sentence, "So, " + bracketless(sentence)] {
                    let faults = check.check(words, after: said)
                    score.count(faults.isEmpty)
                    if !faults.isEmpty { print("composed: \(known.question): \(words) \(faults.map(\.text))") }
                }
                said += sentence
            }
        }
        print("composed: released \(score.words)")
        #expect(score.percent >= 98)
    }

    private func bracketless(_ sentence: String) -> String {
        var depth = 0
        var kept = ""
        for sign in sentence {
            if sign == "(" { depth += 1 }
            if depth == 0 { kept.append(sign) }
            if sign == ")" { depth -= 1 }
        }
        return kept.replacing(" ,", with: ",").replacing(" .", with: ".").replacing("  ", with: " ")
    }
}
