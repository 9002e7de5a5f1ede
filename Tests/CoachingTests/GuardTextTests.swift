import Coaching
import Ledger
import TestSupport
import Testing

struct GuardTextTests {
    // MARK: Units

    @Test(arguments: [
        ("You spent $1,234.56. That is 3.5 % more.", ["You spent $1,234.56. ", "That is 3.5 % more."]),
        ("In the U.S. you spent $5. Done!", ["In the U.S. you spent $5. ", "Done!"]),
        ("Shops, e.g. Target, took $9.99 (vs. $8). Fine.", ["Shops, e.g. Target, took $9.99 (vs. $8). ", "Fine."]),
        ("1. Rent: $5\n2. Food: $6\n\nThat is it.", ["1. Rent: $5\n", "2. Food: $6\n\n", "That is it."]),
        ("| a | b |\n|---|---|\n| x | $1.50 |", ["| a | b |\n", "|---|---|\n", "| x | $1.50 |"]),
        ("“You did it.” Really? Yes… so.", ["“You did it.” ", "Really? ", "Yes… ", "so."]),
        ("**$12.00.** Next", ["**$12.00.** ", "Next"]),
        ("On Oct. 7 it was $5.", ["On Oct. 7 it was $5."]),
    ])
    func units(_ text: String, _ units: [String]) {
        var splitter = SentenceSplitter()
        #expect(splitter.add(text) + splitter.finish() == units)
    }

    /// However a text arrives, it is cut at the same places, and nothing of it is lost.
    @Test func unitsDoNotDependOnHowTheTextArrives() throws {
        let replies = try GuardFiles.text("guard-replies.tsv").split(separator: "\n").suffix(120)
        for line in replies {
            let text = (line.split(separator: "\t").last ?? "").split(separator: "\\n").joined(separator: "\n")
            var whole = SentenceSplitter()
            let expected = whole.add(text) + whole.finish()
            #expect(expected.joined() == text)
            let scalars = Array(text.unicodeScalars)
            for cut in 0...scalars.count {
                var splitter = SentenceSplitter()
                var units = splitter.add(GuardTextTests.text(scalars[..<cut]))
                units += splitter.add(GuardTextTests.text(scalars[cut...])) + splitter.finish()
                #expect(units == expected)
            }
            var single = SentenceSplitter()
            let one = scalars.flatMap { single.add(String($0)) } + single.finish()
            #expect(one == expected)
        }
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    @Test func anEndlessLineIsCut() {
        var splitter = SentenceSplitter()
        let units = splitter.add(String(repeating: "word ", count: 4000)) + splitter.finish()
        #expect(units.count > 3 && units.allSatisfy { $0.utf8.count < 5000 })
    }

    // MARK: Fuzz

    /// Nothing that a model may say stops the guard.
    @Test func anyTextIsChecked() {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "$", "€", "1", "12", ",", ".", "%", " ", " ", " ", "(", ")", "–", "-", "\n", "|", "*", "_", "&#36;", "&",
            ";", "<b>", "October", "2026", "last month", "between", "and", "from", "to", "half", "a third", "twice",
            "Costco", "Target", "more", "than", "less", "nothing", "one", "hundred", "k", "x", "½", "６", "\u{200B}",
            "\u{202E}", "🎉", "é", "'", "’s", "#", "1.", "99999999999999999999", "0", "the", "second", "biggest", "per",
            "week", "/", "\u{0}", "𝟓",
        ]
        let total = Figure(
            name: "total", label: "Costco", value: .money(Money(1_00, .usd)),
            period: Period.month(year: 2026, month: 10),
            rows: 1)
        var query = Query(period: Period.month(year: 2026, month: 10), merchants: ["Costco"])
        query.comparison = Period.month(year: 2026, month: 9)
        let facts = GuardFacts(
            evidence: Evidence(query: query, figures: [total], matched: 1), question: "Costco?",
            composed: "It was $1.00.",
            asOf: CivilDate(dayNumber: 20_757))
        let check = FigureGuard(facts: facts)
        for _ in 0..<4000 {
            let count = Int.random(in: 1...24, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            for claim in check.check(text) { #expect(!claim.reason.isEmpty) }
            _ = check.check(text, after: "Costco took $1.00. ")
        }
    }
}
