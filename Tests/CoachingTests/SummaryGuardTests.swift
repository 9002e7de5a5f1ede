import Ledger
import Store
import Testing

@testable import Coaching

/// What is said of a month is held against everything that the summary knows.
struct SummaryGuardTests {
    /// Months of generated households and of the sample, each with the guard over it and its composed words.
    private func months() throws -> [(guard: FigureGuard, sentences: [String])] {
        var found: [(guard: FigureGuard, sentences: [String])] = []
        func add(_ index: HouseholdIndex, asOf: CivilDate, _ names: [String]) throws {
            let book = SummaryBook(index, asOf: asOf)
            for span in try book.months(since: nil) {
                let answer = book.answer(try book.facts(span))
                let facts = GuardFacts(
                    evidence: try #require(answer.evidence), question: answer.question, composed: answer.reply,
                    asOf: answer.asOf, knownNames: names)
                var splitter = SentenceSplitter()
                found.append((FigureGuard(facts: facts), splitter.add(answer.reply) + splitter.finish()))
            }
        }
        for seed in UInt64(1)...4 {
            let index = try SummaryHousehold.generated(seed: seed).index
            try add(index, asOf: day("2026-10-31"), Coach.knownNames(index))
        }
        let sample = try GuardSample()
        try add(sample.index, asOf: sample.asOf, Coach.knownNames(sample.index))
        return found
    }

    /// As they are, and with words before them that make them sentences of a model.
    @Test func composedWordsAreReleasedAndChangedAmountsAreNot() throws {
        var (sentences, released, amounts, caught) = (0, 0, 0, 0)
        for month in try months() {
            let whole = month.sentences.joined()
            for sentence in month.sentences {
                sentences += 1
                #expect(month.guard.check(sentence).isEmpty)
                let faults = month.guard.check("Mind you: " + sentence)
                released += faults.isEmpty ? 1 : 0
                if !faults.isEmpty { print("held back: \(sentence) \(faults.map(\.text)) \(faults.map(\.reason))") }
                for place in sentence.indices where sentence[place] == "." {
                    guard let changed = changed(sentence, at: place), !whole.contains(changed.amount) else { continue }
                    amounts += 1
                    caught += month.guard.check(changed.sentence).isEmpty ? 0 : 1
                }
            }
        }
        print("summary: \(released) of \(sentences) sentences released, \(caught) of \(amounts) changed amounts caught")
        #expect(sentences > 200 && amounts > 200)
        #expect(Double(released) >= Double(sentences) * 0.97)
        #expect(Double(caught) >= Double(amounts) * 0.99)
    }

    /// The sentence with another last digit of the cents before `place`, where an amount has its point.
    private func changed(_ sentence: String, at place: String.Index) -> (sentence: String, amount: String)? {
        let cents = sentence[sentence.index(after: place)...].prefix(2)
        guard cents.count == 2, cents.allSatisfy(\.isNumber), let last = cents.last?.wholeNumberValue,
            let start = sentence[..<place].lastIndex(of: "$"),
            sentence[sentence.index(after: start)..<place].allSatisfy({ $0.isNumber || $0 == "," })
        else { return nil }
        let digit = sentence.index(place, offsetBy: 2)
        let amount = String(sentence[start..<digit]) + String((last + 4) % 10)
        return (sentence[..<start] + amount + sentence[sentence.index(after: digit)...], amount)
    }
}
