import Ledger
import Resources
import Testing

@testable import Understanding

/// Phrases that are found in the bytes of a list.
struct PhraseBookTests {
    static let list = Resource(
        """
        # What is eaten.
        phrase	kind
        food	1
        food & drink	2
        food shopping	3
        sit-down meals	4
        farmer's market	5
        food shopping list	6
        foo	7
        $	8
        """)

    func found(_ line: String, ignoresHyphens: Bool = false) -> [String] {
        let book = PhraseBook(firstFieldsOf: PhraseBookTests.list, ignoresHyphens: ignoresHyphens)
        return book.matches(in: Lexicon.keys(of: line), at: 0).map { PhraseBookTests.list.field(at: $0.value) }
    }

    @Test(arguments: [
        ("food", ["1"]), ("food & drink", ["2", "1"]), ("food shopping list of mine", ["6", "3", "1"]), ("foo", ["7"]),
        ("fo", []), ("foods", []), ("food-shopping", ["1"]), ("sit-down meals", ["4"]), ("sit down meals", []),
        ("farmers market", ["5"]), ("farmer's market", ["5"]), ("$5", ["8"]), ("drink", []),
    ])
    func theLongestComesFirst(_ line: String, _ kinds: [String]) { #expect(found(line) == kinds) }

    @Test func hyphensMayBeLeftOut() {
        #expect(found("sit down meals", ignoresHyphens: true) == ["4"])
        #expect(found("sit-down meals", ignoresHyphens: true) == ["4"])
    }

    @Test func wordsAreThoseOfAllPhrases() {
        let words = PhraseBook(firstFieldsOf: PhraseBookTests.list).allWords
        #expect(
            words == [
                "food", "&", "drink", "shopping", "list", "sit", "-", "down", "meals", "farmers", "market",
                "foo", "$",
            ])
    }

    @Test func theFirstOfTwoComesFirst() {
        let list = Resource("go\nstop\ngo\n")
        var book = PhraseBook(list, count: 1)
        var number = 0
        list.eachLine { line in
            book.insert(line, number)
            number += 1
        }
        #expect(book.longest(in: ["go"], at: 0)?.values == [0, 2])
        #expect(book.intern(8..<10, 7) == 2)
        #expect(book.intern(3..<7, 7) == 1)
        #expect(book.intern(4..<6, 7) == 7)
    }

    /// Where a phrase stands is told from its bytes, and must be where its words are looked for.
    @Test(arguments: [
        "rag-index/synonyms/words.tsv", "rag-index/advice/items.tsv", "rag-index/synonyms/brands.txt",
    ])
    func everyPhraseOfTheListsIsFound(_ name: String) {
        let list = Resource.named(name)
        let isTable = name.hasSuffix(".tsv")
        let book = isTable ? PhraseBook(firstFieldsOf: list) : PhraseBook(linesOf: list)
        list.eachLine { line in
            let phrase = list.text(line).prefix { $0 != "\t" }
            if !isTable || phrase != "phrase" { #expect(book.contains(Lexicon.keys(of: String(phrase))), "\(phrase)") }
        }
    }

    @Test func everyConceptAndCurrencyIsFound() {
        for row in Resource.named("rag-index/intents/concepts.tsv").tableRows {
            let symbol = Lexicon.builtIn.symbol("@" + row[0])
            for phrase in row[1].split(separator: "|") {
                let found = Lexicon.builtIn.concepts.longest(in: Lexicon.keys(of: String(phrase)), at: 0)
                #expect(symbol.map { found?.values.contains($0) ?? false } == true, "\(phrase)")
            }
        }
        for row in Resource.named("rag-index/synonyms/currencies.tsv").tableRows {
            for phrase in row[2].split(separator: "|") where phrase != "-" {
                let found = CurrencyNames.builtIn.currency(
                    in: Lexicon.keys(of: String(phrase)), at: 0, home: Currency(row[0]) ?? .usd)
                #expect(found?.currency.code == row[0], "\(phrase)")
            }
        }
    }

    /// A category is asked for by its name or its id, but for words that mean more than it in a question.
    @Test func everyCategoryIsFoundByItsNameAndID() {
        let others: Set<String> = ["other", "income", "checks", "services", "family"]
        for category in Taxonomy.builtIn.categories {
            for name in [category.name.lowercased(), category.id.split(separator: "_").joined(separator: " ")] {
                let keys = Lexicon.keys(of: name)
                let isFound = Lexicon.builtIn.categories.longest(in: keys, at: 0)?.length == keys.count
                #expect(isFound || others.contains(name), "\(name): put it into words.tsv")
            }
        }
    }
}
