import Ledger
import Resources

/// The embedded tables of `rag-index/merchants`: known merchants, and words that tell the category of unknown ones.
struct MerchantDirectory {
    struct Entry {
        let name: String
        let category: String
        /// Where it does business, where that is one country or a few that are alike.
        let region: Region?
    }

    /// What a list of merchants is of: countries that write the month first in dates, or the day.
    enum Region {
        case unitedStates, unitedKingdom, dayFirst

        var isDayFirst: Bool { self != .unitedStates }
    }

    private static func region(of file: String) -> Region? {
        switch file.split(separator: "/").last {
        case "us-regional.tsv", "us-states.tsv", "us-billers.tsv": .unitedStates
        case "uk.tsv": .unitedKingdom
        case "euro.tsv", "elsewhere.tsv": .dayFirst
        default: nil
        }
    }

    struct Match {
        let entry: Entry
        /// Where it stands in the text.
        let tokens: Range<Int>
        /// Found by one word that counts only at the beginning of a text.
        let isOneWordAtTheStart: Bool
        /// Such a word that people use every day (`Lucky`), unlike one that is only a name (`BVG`).
        let isEverydayWord: Bool
    }

    private let entries: [Entry]
    private let names: MerchantPatterns
    private let wordCategories: [String]
    private let clearWords: MerchantPatterns
    /// Words that places of several kinds have in their names.
    private let weakWords: MerchantPatterns
    /// The clear ones that are about money that comes in.
    private let incomeWords: MerchantPatterns

    private let everydayWords: Set<String>

    /// Read once in a process.
    static let builtIn = MerchantDirectory()

    private init() {
        let wordFile = "rag-index/merchants/words.tsv"
        var entries: [Entry] = []
        var names = MerchantPatterns(minimumCapacity: 16384)
        for file in Resource.under("rag-index/merchants/") where file.name.hasSuffix(".tsv") && file.name != wordFile {
            let region = Self.region(of: file.name)
            for row in file.tableRows {
                for pattern in row[2].split(separator: "|") { names.add(pattern, payload: entries.count) }
                entries.append(Entry(name: row[0], category: row[1], region: region))
            }
        }
        var categories: [String] = []
        var clear = MerchantPatterns(minimumCapacity: 4096)
        var weak = MerchantPatterns(minimumCapacity: 256)
        var income = MerchantPatterns(minimumCapacity: 256)
        for row in Resource.named(wordFile).tableRows {
            if row[2] == "weak" {
                weak.add(row[0], payload: categories.count)
            } else {
                clear.add(row[0], payload: categories.count)
                if Taxonomy.builtIn[row[1]]?.flow == .in { income.add(row[0], payload: categories.count) }
            }
            categories.append(row[1])
        }
        var everyday: Set<String> = []
        let common = Resource.named("rag-index/intents/common.txt")
        common.eachLine { line in
            everyday.formUnion(common.text(line).split(separator: " ").map { String($0) })
        }
        everydayWords = everyday
        self.entries = entries
        self.names = names
        clearWords = clear
        weakWords = weak
        incomeWords = income
        wordCategories = categories
    }

    /// The known merchant whose pattern is the longest in the text. The place at its end (`OKEMOS MI`) is none, unless there is no
    /// other.
    func merchant(in text: MerchantTokens, from start: Int) -> Match? {
        let place = MerchantName.placeStart(text)
        let found = place > start ? names.longestMatch(in: text, from: start, until: place) : nil
        return (found ?? names.longestMatch(in: text, from: start)).map { longest in
            let match = beginning(text, from: start, before: longest) ?? longest
            let isOneWord = match.isAnchored && match.tokens.count == 1
            return Match(
                entry: entries[match.payload], tokens: match.tokens, isOneWordAtTheStart: isOneWord,
                isEverydayWord: isOneWord && everydayWords.contains(text.word(match.tokens.lowerBound)))
        }
    }

    /// Those who bring what others sell are of these.
    private static let bringing: Set = ["fast_food", "groceries"]

    /// The merchant that a text begins with, where the longest name is only a web address behind it (`VRBO HA-7XK EXPEDIA.COM`), or
    /// who made what it brings (`DOORDASH*PIZZA HUT`).
    private func beginning(
        _ text: MerchantTokens, from start: Int, before longest: MerchantPatterns.Match
    ) -> MerchantPatterns.Match? {
        guard longest.tokens.lowerBound > start else { return nil }
        if text.tokens[start + 1...longest.tokens.lowerBound].contains(where: { $0.gap == .star }),
            let first = names.longestMatch(
                in: text, from: start, until: longest.tokens.lowerBound, onlyAtStart: true),
            MerchantDirectory.bringing.contains(entries[first.payload].category)
        {
            return first
        }
        guard longest.tokens.count == 1,
            text.bytes[text.tokens[longest.tokens.lowerBound].range].suffix(3).elementsEqual("COM".utf8)
        else { return nil }
        return names.longestMatch(in: text, from: start, until: longest.tokens.lowerBound, onlyAtStart: true)
    }

    /// Whether a word, or two that end with it, tell what kind of place has them in its name.
    func isKindOfPlace(_ text: MerchantTokens, at index: Int) -> Bool {
        [index - 1, index].contains { start in
            start >= 0
                && [clearWords, weakWords].contains { patterns in
                    patterns.longestMatch(in: text, from: start, until: index + 1, onlyAtStart: true)?.tokens.upperBound
                        == index + 1
                }
        }
    }

    /// What words of a text say money is that comes in: `DIR DEP`, behind whatever employer.
    func incomeWords(in text: MerchantTokens) -> String? {
        incomeWords.longestMatch(in: text, from: 0).map { wordCategories[$0.payload] }
    }

    /// What words of a text say it is for.
    struct Words {
        let category: String
        /// Whether they say so in the name of any place.
        let isClear: Bool
    }

    /// What the words of the text say it is for; clear ones before those that are not. The place at its end (`FALLS CHURCH
    /// VA`) says nothing, unless it was none.
    ///
    /// - Parameter start: the first token that counts.
    func words(in text: MerchantTokens, from start: Int = 0) -> Words? {
        let place = MerchantName.placeStart(text)
        func match(_ patterns: MerchantPatterns, until end: Int, isClear: Bool) -> Words? {
            // Of words that could mean anything the last one says what the place is: GLASS CITY ORTHO.
            patterns.longestMatch(in: text, from: start, until: end, prefersLast: !isClear).map {
                Words(category: wordCategories[$0.payload], isClear: isClear)
            }
        }
        return match(clearWords, until: place, isClear: true)
            ?? (place < text.tokens.count ? match(clearWords, until: text.tokens.count, isClear: true) : nil)
            ?? match(weakWords, until: place, isClear: false)
            ?? shortenedWords(in: text, from: start)
    }

    /// The same for shortened words (`BRUNO & SONS PLBG`), which are never clear.
    private func shortenedWords(in text: MerchantTokens, from start: Int) -> Words? {
        guard let whole = text.spelledOut() else { return nil }
        return (clearWords.longestMatch(in: whole, from: start) ?? weakWords.longestMatch(in: whole, from: start))
            .map { Words(category: wordCategories[$0.payload], isClear: false) }
    }
}
