import Resources
import TestSupport
import Testing

@testable import Coaching

/// A shelf finds what a book that read every name would find.
struct NameShelfTests {
    /// What both find at each word of a text.
    private func agree(_ shelf: NameShelf, _ book: NameBook, on texts: [String]) -> [String] {
        texts.filter { text in
            let keys = NameBook.keys(of: text)
            let key: (Int) -> String = { keys.indices.contains($0) ? keys[$0] : "" }
            return keys.indices.contains { index in
                let (found, expected) = (shelf.longest(at: index, key: key), book.longest(at: index, key: key))
                return found?.labels != expected?.labels || found?.length != expected?.length
            }
        }
    }

    @Test func everyKnownMerchantIsFound() {
        var book = NameBook()
        var names: [String] = []
        for file in Resource.under("rag-index/merchants/") where file.name != "rag-index/merchants/words.tsv" {
            for row in file.tableRows {
                let name = String(row[0].prefix { $0 != "(" })
                book.add(name, labels: [NameBook.label(merchant: name)])
                names.append(name)
            }
        }
        #expect(names.count > 4000)
        #expect(agree(KnownNames.merchants, book, on: names) == [])
        #expect(agree(KnownNames.merchants, book, on: names.map { "at \($0)s, then" }) == [])
    }

    @Test func oddNamesAreFound() {
        let names = [
            "7-Eleven", "H&M", "H-E-B", "O'Reilly", "O’Reilly Auto", "& Other Stories", "Éclair Café", "ЯМАЛ",
            "24 Hour Gym", "1. Kebab", "#Hash", "A", "at&t", "U.S. Bank", "1,000 Things", "*Star* Shop", "l'Oca", "",
            "..", "日本 食堂", "T_Mobile", "99c", "&", "Ærø", "B`s", "x'y'z",
        ]
        let label: (String) -> Set<String> = { [NameBook.label(merchant: $0)] }
        var book = NameBook()
        for name in names { book.add(name, labels: label(name)) }
        #expect(agree(NameShelf(ofIndex: names), book, on: names + names.map { "\($0) and \($0)s" }) == [])
    }

    @Test func randomNamesAreFound() {
        var numbers = SeededGenerator(seed: 11)
        let letters = Array("aAbBé&-.' 'sS12_*#Ø")
        let names = (0..<400).map { _ in
            String((0..<Int.random(in: 1...6, using: &numbers)).map { _ in letters.randomElement(using: &numbers)! })
        }
        var book = NameBook()
        for name in names { book.add(name, labels: [NameBook.label(merchant: name)]) }
        #expect(agree(NameShelf(ofIndex: names), book, on: names) == [])
    }

    @Test func categoriesOfMerchantsAreKnown() {
        #expect(KnownNames.category(ofMerchant: "Starbucks") == "coffee")
        #expect(KnownNames.category(ofMerchant: "7-Eleven") == KnownNames.category(ofMerchant: "7 Eleven"))
        #expect(KnownNames.category(ofMerchant: "Cedar Bend Apts") == "rent")
        #expect(KnownNames.category(ofMerchant: "Zorbit") == nil)
    }
}
