import Ledger
import Understanding

/// A name that a sentence says and the evidence knows.
struct SaidName: Sendable {
    let labels: Set<String>
    let tokens: Range<Int>
    /// Left out of what is spoken of: `without rent`.
    var isLeftOut = false
}

/// Finds names: those that the evidence has, and those that it has not.
struct SaidNameReader {
    private let tokens: [Token]
    private let facts: FactBase
    /// Whether the text is a heading or a row of a table, where ordinary words are written large.
    private let isHeading: Bool
    private(set) var names: [SaidName] = []
    private(set) var unknown: [Range<Int>] = []
    private(set) var taken: [Bool]

    init(_ tokens: [Token], _ facts: FactBase) {
        self.tokens = tokens
        self.facts = facts
        taken = Array(repeating: false, count: tokens.count)
        let last = tokens.last?.text ?? ""
        isHeading = last == ":" || tokens.contains { $0.text == "|" } || ![".", "!", "?", ")", "\""].contains(last)
    }

    private func key(_ index: Int) -> String {
        guard tokens.indices.contains(index) else { return "" }
        return tokens[index].key == "&" ? "and" : tokens[index].key
    }

    private func isCapital(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].form == .word
            && tokens[index].text.unicodeScalars.contains { $0.properties.isUppercase }
    }

    mutating func run() {
        var index = 0
        while index < tokens.count {
            guard tokens[index].form != .sign else {
                index += 1
                continue
            }
            if let end = known(at: index) ?? foreign(at: index) {
                for place in index..<end { taken[place] = true }
                index = end
            } else {
                index += 1
            }
        }
        unknownCapitals()
    }

    // MARK: Names of the evidence

    private mutating func known(at index: Int) -> Int? {
        let own = facts.names.longest(at: index, key: key).flatMap { match -> NameBook.Match? in
            let isOrdinary = match.length == 1 && GuardVocabulary.isCommon(key(index)) || match.isPart
            return isOrdinary && !isCapital(index) && !isBoughtAt(index, match.length) ? nil : match
        }
        let brand = isCapital(index) ? KnownNames.merchants.longest(at: index, key: key) : nil
        let phrase = KnownNames.phrases.longest(at: index, key: key)
        // The longer name is the one that is meant: "Amazon Prime" is not "Amazon".
        if let brand, brand.length > max(own?.length ?? 0, phrase?.length ?? 0),
            brand.labels.isDisjoint(with: facts.labels)
        {
            return nil
        }
        if let own, own.length >= phrase?.length ?? 0 {
            names.append(SaidName(labels: own.labels, tokens: index..<index + own.length))
            return index + own.length
        }
        // `13 shopping trips`: how it was bought, not what.
        if key(index) == "shopping", ["trip", "trips", "spree", "list", "habits"].contains(key(index + 1)) {
            return nil
        }
        // `eight bills`: how many, not what.
        if phrase?.length == 1, CountNouns.noun(key(index)) != nil, isCounted(index) { return nil }
        // What came in is a figure of its own, and no category, where the evidence has it.
        if ["income", "earnings"].contains(key(index)), facts.labelled.contains("r:income") { return nil }
        // `A pays $40`: what it does, and not what it is.
        if ["pay", "pays", "paid", "paying"].contains(key(index)) { return nil }
        guard let phrase, !phrase.labels.isDisjoint(with: facts.labels) else { return nil }
        names.append(SaidName(labels: phrase.labels.intersection(facts.labels), tokens: index..<index + phrase.length))
        return index + phrase.length
    }

    private static let describing: Set<String> = [
        "regular", "recurring", "monthly", "upcoming", "fixed", "different", "separate", "total", "other", "yearly",
        "quarterly", "due", "scheduled", "active", "known", "more", "big", "small",
    ]

    /// `eight bills`, `eight regular bills`
    private func isCounted(_ index: Int) -> Bool {
        var place = index - 1
        while SaidNameReader.describing.contains(key(place)) { place -= 1 }
        guard tokens.indices.contains(place) else { return false }
        return tokens[place].form == .number || NumberWords.number(at: place, key: key) != nil
    }

    // MARK: Names of others

    private mutating func foreign(at index: Int) -> Int? {
        if let end = foreignMerchant(at: index) ?? foreignCategory(at: index) {
            unknown.append(index..<end)
            return end
        }
        return nil
    }

    private func foreignMerchant(at index: Int) -> Int? {
        let book = [facts.foreign, KnownNames.merchants]
        // `home depot` is The Home Depot.
        func withArticle(_ place: Int) -> String { place == index ? "the" : key(place - 1) }
        let whole = book.compactMap { $0.longest(at: index, key: key)?.length }.max()
        let bare = book.compactMap { $0.longest(at: index, key: withArticle)?.length }.max().map { $0 - 1 }
        guard let length = [whole, bare].compactMap({ $0 }).max(), length > 0 else { return nil }
        let end = index + length
        let isCommon = (index..<end).allSatisfy {
            GuardVocabulary.isCommon(key($0)) || GuardVocabulary.isHeading(key($0))
        }
        let isAllowed = (index..<end).allSatisfy { facts.words.contains(key($0)) }
        let isNumber = length == 1 && NumberWords.number(at: index, key: key) != nil
        guard !isAllowed, !isNumber else { return nil }
        if isCapital(index) {
            if !isCommon { return end }
            // `Target was your top store`, but `Gas was …`, `Gap between …`.
            if length > 1 { return isCapital(end - 1) ? end : nil }
            if isStart(index) { return !GuardVocabulary.isHeading(key(index)) && isSubject(end) ? end : nil }
            return GuardVocabulary.isHeading(key(index)) && length == 1 || isHeading && length == 1
                ? nil : end
        }
        return key(index - 1) == "at" && (!isCommon || isBoughtAt(index, length)) ? end : nil
    }

    /// What stands behind `at` and is no shop: `at home`, `at least`, `at best`.
    private static let placesOfNoShop: Set<String> = [
        "home", "least", "most", "last", "first", "once", "all", "best", "hand", "work", "present", "risk", "large",
        "ease", "that", "this", "the", "a", "an", "your", "school", "night", "noon", "times", "worst", "any", "one",
        "what", "which", "each", "every", "some", "about", "around", "just", "under", "over", "its", "their", "it",
        "these", "those", "stores", "both", "two", "three", "minimum", "maximum", "full", "half", "odds", "issue",
        "stake", "random", "will", "length", "other", "restaurants", "different", "several", "various", "and",
    ]

    /// `at whole foods`: behind `at` a shop's name needs no capital letters, where it is no turn of speech.
    private func isBoughtAt(_ index: Int, _ length: Int) -> Bool {
        guard key(index - 1) == "at" else { return false }
        return length > 1 || !SaidNameReader.placesOfNoShop.contains(key(index))
    }

    /// What is paid beside a price, and no category of its own.
    private static let charges: Set<String> = [
        "interest", "fees", "taxes", "tax", "fines", "penalties", "commissions", "tips", "dividends", "bonuses",
    ]

    private func foreignCategory(at index: Int) -> Int? {
        let isAmountOf = key(index - 1) == "in" && index > 1 && isMoney(index - 2)
        if isAmountOf, SaidNameReader.charges.contains(key(index)), !facts.words.contains(key(index)) {
            return index + 1
        }
        guard let match = KnownNames.phrases.longest(at: index, key: key), !match.labels.isEmpty else { return nil }
        let end = index + match.length
        let isSpending = match.labels.contains { facts.isSpending(label: $0) }
        guard isSpending || isAmountOf, !(index..<end).allSatisfy({ facts.words.contains(key($0)) }) else { return nil }
        let before = ["your", "the", "my", "just"].contains(key(index - 1)) ? key(index - 2) : key(index - 1)
        let isObject =
            ["on", "for", "to", "toward", "towards", "bought", "ordered", "buying", "purchased"].contains(before)
            && (!["on", "for", "to"].contains(before) || spendsBefore(index) || isBulk(index))
            || isAmountOf
            || before == "at" && spendsBefore(index) && (match.length > 1 || key(index).hasSuffix("s"))
        let isListed =
            [",", "and", "or"].contains(before) && index > 1 && isName(index - 2)
            || before == "and" && index > 2
                && key(index - 2) == "," && isName(index - 3)
        let isNamed = isCapital(index) && !isStart(index) && !isHeading
        let isModifier = SaidNameReader.headNouns.contains(key(end))
        let isOwned = before.isEmpty || isStart(index - 1) && ["your", "my", "the"].contains(key(index - 1))
        let isLead = isOwned || isStart(index) || [",", "and", "then", "by", "was", "is", "–"].contains(before)
        return isObject || isListed || isNamed || isModifier || isLead && isSubject(end, strictly: true) ? end : nil
    }

    /// `mostly on coffee`
    private func isBulk(_ index: Int) -> Bool {
        (max(0, index - 3)..<index).contains {
            ["mostly", "mainly", "chiefly", "largely", "primarily", "especially", "most", "partly"].contains(key($0))
        }
    }

    private static let headNouns: Set<String> = [
        "spending", "expenses", "costs", "purchases", "budget", "bill", "bills", "average", "total", "tab", "habit",
        "category", "expense", "transactions", "transaction", "purchase", "trip", "order", "charge", "payment", "visit",
        "payments",
    ]

    /// `$40 in fees`
    private func isMoney(_ index: Int) -> Bool {
        tokens[index].form == .number && (index > 0 && ["$", "€", "£"].contains(key(index - 1)))
            || CurrencyWords.word(key(index)) != nil
    }

    private func isName(_ index: Int) -> Bool { names.contains { $0.tokens.contains(index) } }

    private func spendsBefore(_ index: Int) -> Bool {
        (max(0, index - 7)..<index).contains {
            ["spent", "spend", "spending", "$", "€", "£", "dollars", "bucks", "paid", "went", "%", "percent"].contains(
                key($0))
        }
    }

    private static let verbs: Set<String> = [
        "was", "were", "is", "came", "took", "totaled", "totalled", "accounted", "cost", "topped", "led", "ran", "hit",
        "made", "had", "has", "saw", "charged", "charges", "comes", "follows", "followed", "represents", "represented",
        "averages", "averaged", "costs", "runs", "rose", "fell", "went", "totals", "adds", "got", "gets", "makes",
        "remains", "wins", "dominated", "dropped", "grew",
    ]

    /// Whether what stands before `index` is what the sentence speaks of.
    private func isSubject(_ index: Int, strictly: Bool = false) -> Bool {
        let next = key(index)
        if next == ":" || next == "(" || next == "|" || next == "–" || next == "-" {
            return strictly ? (index...index + 2).contains { ["$", "€", "£"].contains(key($0)) } : true
        }
        return SaidNameReader.verbs.contains(next) || next == "at" && key(index + 1) == "$"
    }

    // MARK: Unknown words

    /// Whether a capital letter here says nothing: at the beginning of a sentence, a quotation, a cell.
    private func isStart(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        return [".", "!", "?", ":", "\"", "|", "–", "(", "…", "•", "/"].contains(tokens[index - 1].text)
            || tokens[index - 1].form == .sign && tokens[index - 1].text == "-" && tokens[index].hasSpaceBefore
            || !tokens[index - 1].text.unicodeScalars.contains { $0.isASCII }
    }

    /// Words with a capital letter that are neither names of the evidence nor ordinary.
    private mutating func unknownCapitals() {
        var index = 0
        let isHead = isHeadOfTable
        while index < tokens.count {
            if let holiday = SaidPeriodReader.holiday(at: index, key: key) {
                index += holiday.length
                continue
            }
            guard !taken[index], isCapital(index), !facts.words.contains(key(index)) else {
                index += 1
                continue
            }
            var end = index + 1
            while end < tokens.count, !taken[end], isCapital(end) || isJoint(end) { end += 1 }
            let words = (index..<end).filter { tokens[$0].form == .word }
            let strange = words.filter { !isOrdinary($0) }
            let large = words.filter { !GuardVocabulary.isHeading(key($0)) && !facts.words.contains(key($0)) }
            let isTitle = !isHeading && large.count > 1 && words.count > 1 && !isShouted(words)
            // A single new word that begins a sentence is a name where the sentence speaks of it.
            let isOpening = words.count == 1 && isStart(index) && (isHead || !isSubject(end) && !isApposed(end))
            if !strange.isEmpty && !isOpening || isTitle && (!isStart(index) || large.count > 2)
                || isPlace(index, large)
            {
                let first = strange.first ?? index
                unknown.append((isStart(index) && strange.first != index ? first : index)..<end)
                for place in index..<end { taken[place] = true }
            }
            index = end
        }
    }

    /// `| Date | Payee | Amount |`: what the columns of a table are called.
    private var isHeadOfTable: Bool {
        tokens.contains { $0.text == "|" } && !tokens.contains { $0.form == .number }
            && tokens.contains { GuardVocabulary.isHeading($0.key) }
    }

    /// `Zephyr, at $45, …`, `Zephyr and Acme …`.
    private func isApposed(_ index: Int) -> Bool {
        key(index) == "," && ["at", "with", "where", "which", "your", "for"].contains(key(index + 1))
            || ["and", "or", ","].contains(key(index)) && isCapital(index + 1) || key(index).isEmpty
    }

    /// `at Corner`: where one buys, whatever the word means otherwise.
    private func isPlace(_ index: Int, _ large: [Int]) -> Bool {
        large.contains(index) && key(index - 1) == "at" && !isHeading
    }

    private func isShouted(_ words: [Int]) -> Bool {
        tokens.filter { $0.form == .word }.allSatisfy { $0.text == $0.text.uppercased() }
    }

    private func isJoint(_ index: Int) -> Bool {
        (tokens[index].text == "&" || tokens[index].text == "-" && !tokens[index].hasSpaceBefore)
            && isCapital(index + 1)
    }

    private func isOrdinary(_ index: Int) -> Bool {
        let text = tokens[index].text
        // `It'll`, `You've`: an ordinary word shortened.
        let word = text.firstIndex { $0 == "'" }.map { text[..<$0].lowercased() } ?? key(index)
        if facts.words.contains(word) || GuardVocabulary.isHeading(word) { return true }
        if NumberWords.number(at: index, key: key) != nil { return true }
        guard word.unicodeScalars.allSatisfy({ $0.isASCII }), GuardVocabulary.isCommon(word) else { return false }
        return true
    }
}
