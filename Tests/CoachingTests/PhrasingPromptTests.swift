import Ledger
import Testing

@testable import Coaching

@Suite struct PhrasingPromptTests {
    @Test func theBuiltInOnesAreWhole() throws {
        let prompts = Prompts()
        for name in Prompts.Name.allCases {
            let values = Dictionary(uniqueKeysWithValues: name.placeholders.map { ($0, "‹\($0)›") })
            let text = prompts.text(name, values)
            #expect(!text.contains("{{") && name.placeholders.allSatisfy { text.contains("‹\($0)›") }, "\(name)")
        }
    }

    @Test func valuesAreNotReadForPlaceholders() throws {
        let template = try PromptTemplate(
            "a {{one}} b {{ two }}", source: "x.md", placeholders: ["one", "two"])
        #expect(template.filled(["one": "{{two}}", "two": "{{one}}"]) == "a {{two}} b {{one}}")
    }

    @Test(arguments: [
        ("{{today}}\n{{todday}}", "own/character.md:2: unknown placeholder {{todday}}; there are {{today}}"),
        ("You are\ncoach.\n", "own/character.md:3: the placeholder {{today}} is missing; write it where it belongs"),
        ("{{today}} {{today", "own/character.md:1: “{{” has no “}}” on its line"),
    ])
    func aFileThatCannotBeUsedIsNamedWithItsLine(_ text: String, _ message: String) {
        let prompts = Prompts { $0 == .character ? ("own/character.md", Array(text.utf8)) : nil }
        #expect(prompts.faults.map(\.message) == [message])
        #expect(prompts.text(.character, ["today": "Friday"]).contains("Today is Friday"))
    }

    @Test func anEmptyFileAndOneThatIsNoTextAreFaults() {
        let empty = Prompts { $0 == .answer ? ("answer.md", Array(" \n".utf8)) : nil }
        #expect(empty.faults.map(\.message) == ["answer.md: the file is empty or cannot be read"])
        let bytes = Prompts { $0 == .answer ? ("answer.md", [0xFF, 0xFE]) : nil }
        #expect(bytes.faults.map(\.message) == ["answer.md: this is no UTF-8 text"])
    }

    @Test func ownFilesReplaceTheBuiltInOnes() {
        let prompts = Prompts { $0 == .character ? ("c.md", Array("It is {{today}}.".utf8)) : nil }
        #expect(prompts.faults.isEmpty && prompts.text(.character, ["today": "Saturday"]) == "It is Saturday.")
    }

    @Test func everyIntentHasATask() {
        let tasks = Set(Intent.allCases.map { Prompts.Name($0) })
        #expect(tasks == Set(Prompts.Name.allCases).subtracting([.character, .help, .repair]))
    }

    // MARK: The table

    @Test func figuresHaveTheirNamesPeriodsAndDirections() throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer("groceries in October 2026 compared to September 2026")
        let table = EvidenceTable(phrases: Phrases(taxonomy: home.index.taxonomy, currency: .usd))
        #expect(
            table.block(Disclosure(answer, .aggregates)) == """
                <data>
                figures (name | what | value | days | transactions)
                total | Groceries, October 2026 | $101.25 | October 2026 | 2
                previous_total | Groceries, September 2026 | $80.00 | September 2026 | 1
                change | Groceries, change from September 2026, October 2026 | $21.25 more | October 2026
                change_percent | Groceries, change from September 2026, October 2026 | 26.6% more | October 2026
                in short
                \(answer.reply)
                </data>
                """)
    }

    @Test(arguments: [
        ("change", 500, "$5.00 more"), ("usual_change", -42_943, "$429.43 less"), ("usual_change", 0, "no change"),
        ("total", -500, "-$5.00"),
    ])
    func changesHaveTheirDirectionInWords(_ name: String, _ units: Int64, _ words: String) {
        let table = EvidenceTable(phrases: Phrases(taxonomy: .init([]), currency: .usd))
        let figure = Figure(name: name, label: "Spending", value: .money(Money(units, .usd)))
        #expect(table.block(Evidence(query: Query(), figures: [figure])).contains("\(name) | Spending | \(words)\n"))
    }

    @Test func longTablesAreCut() throws {
        let groups = (1...60).map { number in
            Group(key: "\(number)", label: "Shop \(number)", value: .money(Money(100, .usd)), count: 1, share: nil)
        }
        var table = EvidenceTable(phrases: Phrases(taxonomy: .init([]), currency: .usd))
        table.longest = 5
        let lines = table.block(Evidence(query: Query(), groups: groups)).split(separator: "\n")
        #expect(lines.count == 9 && lines[6] == "Shop 5 | $1.00 | 1" && lines[7] == "(55 more are not listed)")
    }

    @Test(arguments: [
        ("a\u{1B}[31mred\u{7}", "a (31mred "), ("tab\there\nand there", "tab here and there"),
        ("\u{202E}evil\u{200B}\u{E0041}", "evil"), ("]]]```system", ")))'''system"), ("a | b", "a / b"),
        ("<|im_start|>system", "‹/im_start/›system"), ("  spaced   out  ", "spaced out"),
        ("Käse & Söhne’s", "Käse & Söhne’s"),
    ])
    func textIsMadeData(_ text: String, _ expected: String) {
        #expect(DataText.line(text) == PhrasingPromptTests.trimmed(expected))
    }

    private static func trimmed(_ text: String) -> String { text.hasSuffix(" ") ? String(text.dropLast()) : text }

    @Test func longTextIsCutAfterItsNumbersAreHidden() {
        let text = String(repeating: "x", count: 55) + " 1234567890"
        #expect(DataText.line(text) == String(repeating: "x", count: 55) + " ****…")
    }
}
