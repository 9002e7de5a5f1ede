import Ledger

/// Finds words that stand where a name stands and that nothing knows: `at hat and tun`, `the dte bill`.
///
/// They must never be dropped silently: a total without them would answer another question.
struct UnknownNameReader {
    let tokens: [Token]
    let keys: [String]
    let taken: [Bool]
    let lexicon: Lexicon
    let known: [NameMatch]

    private static let openers: Set<String> = [
        "at", "on", "from", "to", "for", "in", "with", "@", "called", "named", "by",
    ]

    private static let goods: Set<String> = [
        "anything", "something", "stuff", "things", "it", "them", "much", "bought", "buy", "ordered", "order",
    ]

    /// Nouns before which a name stands: `netflix subscription`.
    private static let nouns: Set<String> = [
        "bill", "bills", "subscription", "subscriptions", "membership", "purchase", "purchases", "charge", "charges",
        "transaction", "transactions", "payment", "payments", "order", "orders", "spending", "spend", "expenses",
        "expense", "refund", "refunds", "fees", "visits", "standing", "direct", "invoice",
    ]

    /// Words for a journey, before which stands where it went.
    static let trips: Set<String> = ["trip", "trips", "vacation", "holiday", "getaway", "roadtrip"]

    /// Words that are no name although no list explains them.
    static let vague: Set<String> = [
        "thing", "things", "stuff", "everything", "anything", "something", "nothing", "it", "them", "this", "that",
        "these", "those", "one", "ones", "day", "days", "time", "times", "week", "month", "year", "lot", "lots", "ton",
        "bunch", "home", "work", "person", "people", "way", "first", "second", "third", "full", "half", "record",
        "file", "online", "contactless", "cheque", "store", "stores", "place", "places", "shop", "shops", "merchant",
        "merchants", "category", "categories", "app", "website", "purpose", "hand", "general", "particular", "detail",
        "details", "order", "myself", "far", "date", "dates", "hours", "hour", "minutes", "minute", "future", "next",
        "morning", "night", "afternoon", "evening", "lunchtime", "best", "worst", "busiest", "record", "expensive",
        "average", "living", "biggest", "smallest", "largest", "lowest", "highest", "cheapest", "everyone", "someone",
        "anyone", "who", "whom", "which", "family", "world", "country", "city", "town", "house", "life", "kind", "type",
        "sort", "kinds", "types", "areas", "area", "places", "regular", "basis", "weekday", "weekdays", "weekend",
        "weekends", "quarter", "go", "number", "count", "amount", "size", "value", "frequency", "total", "often",
        "frequently", "regularly", "separately", "individually", "combined", "side", "weekly", "monthly", "daily",
        "yearly", "annually", "excl", "incl", "sans", "cancelling", "canceling", "quitting", "stopping", "cutting",
        "dropping", "skipping",
    ]

    /// What money is said to be in when it is short, or not: `in the red`.
    static let colors: Set<String> = ["red", "black", "green"]

    func matches() -> [NameMatch] {
        var found: [NameMatch] = []
        var index = 0
        while index < keys.count {
            let run =
                afterOpener(at: index) ?? numberInText(at: index) ?? afterVerb(at: index) ?? afterName(at: index)
                ?? beforeNoun(at: index)
                ?? beforeTime(at: index)
                ?? quoted(at: index)
            if let run {
                found.append(NameMatch(kind: .unknown(text(of: run)), tokens: run))
                index = run.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    private func text(of run: Range<Int>) -> String {
        var text = ""
        for index in run {
            if !text.isEmpty, tokens[index].hasSpaceBefore { text += " " }
            text += tokens[index].text
        }
        for ending in ["'s", "’s"] where text.hasSuffix(ending) { text.removeLast(ending.count) }
        return text
    }

    private func known(at index: Int) -> NameMatch? { known.first { $0.tokens.contains(index) } }

    /// Whether nothing else explains the word.
    private func isOpen(_ index: Int) -> Bool {
        guard keys.indices.contains(index), !taken[index], tokens[index].form == .word else { return false }
        let key = keys[index]
        // `in the red` names nothing.
        if UnknownNameReader.colors.contains(key), index > 1, keys[index - 2] == "in", keys[index - 1] == "the" {
            return false
        }
        // The `o` of `w/o` is no name.
        guard key != "o" || index == 0 || keys[index - 1] != "/" else { return false }
        return known(at: index) == nil && !FunctionWords.all.contains(key)
            && !UnknownNameReader.vague.contains(key) && !lexicon.concepts.contains(key)
            && !(key.hasSuffix("s") && lexicon.concepts.contains(String(key.dropLast())))
            && AmountWords.count(key) == nil
    }

    /// `bay city`: what names a place only after another word of it.
    private func isTown(_ index: Int) -> Bool {
        keys.indices.contains(index) && ["city", "town"].contains(keys[index]) && isOpen(index - 1)
    }

    /// Whether the word can go on a name that has begun: an open word or a category word.
    private func goesOn(_ index: Int) -> Bool {
        if isOpen(index) || isTown(index) { return true }
        guard keys.indices.contains(index), !taken[index] else { return false }
        if tokens[index].form == .number { return true }
        if let match = known(at: index), case .category = match.kind { return true }
        return false
    }

    /// `at home bakery`: a word that is no name by itself before one that nothing knows.
    private func beginsVaguely(_ index: Int) -> Bool {
        keys.indices.contains(index) && !taken[index] && known(at: index) == nil
            && UnknownNameReader.vague.contains(keys[index]) && isOpen(index + 1) && !lexicon.knows(keys[index + 1])
    }

    /// The run of words after `at`, `on`, `to` and the like, of which at least one is open.
    private func afterOpener(at index: Int) -> Range<Int>? {
        // `did I buy anything off ebay`
        let isOff = keys[index] == "off" && index > 0 && UnknownNameReader.goods.contains(keys[index - 1])
        guard isOff || UnknownNameReader.openers.contains(keys[index]), !taken[index] else { return nil }
        var start = index + 1
        while start < keys.count, !taken[start], FunctionWords.determiners.contains(keys[start]) { start += 1 }
        let takesWhole = ["at", "from", "to", "in", "@", "with", "by", "called", "named"].contains(keys[index])
        // On a category the category stays and only what is open becomes a name: "on thai food".
        while !takesWhole, start < keys.count, !isOpen(start), known(at: start).map(isCategory) == true { start += 1 }
        guard takesWhole ? goesOn(start) || beginsVaguely(start) : isOpen(start) else { return nil }
        var end = start
        while end < keys.count {
            if takesWhole ? goesOn(end) || end == start : isOpen(end) {
                end += 1
            } else if ["and", "&", "of", "the", "n", "'", "-", ".", "+"].contains(keys[end]), !taken[end], end > start,
                continuesName(after: end)
            {
                end += 1
            } else {
                break
            }
        }
        guard (start..<end).contains(where: isOpen) else { return nil }
        return start..<end
    }

    /// `with 41077`, `number 123456789`: digits that stand in the bank's text, being too many for an amount without a
    /// currency.
    private func numberInText(at index: Int) -> Range<Int>? {
        let openers = ["with", "number", "no", "ref", "reference", "containing", "contains", "matching", "like", "#"]
        guard openers.contains(keys[index]), keys.indices.contains(index + 1), !taken[index + 1],
            tokens[index + 1].form == .number
        else { return nil }
        let digits = tokens[index + 1].text.utf8
        return digits.count >= 5 && digits.allSatisfy { (0x30...0x39).contains($0) } ? index + 1..<index + 2 : nil
    }

    private static let verbs: Set<String> = [
        "use", "used", "using", "visit", "visited", "visiting", "hit", "ride", "rode", "take", "took", "taken", "order",
        "ordered", "about", "buy", "bought", "pay", "paid", "did", "has", "send", "sent", "give", "gave", "venmo",
        "zelle", "venmoed", "zelled", "lend", "lent", "wire", "wired", "repay", "repaid", "given", "giving",
        "sending",
    ]

    /// The run of words that no list knows right after `use`, `visit`, `what about`.
    private func afterVerb(at index: Int) -> Range<Int>? {
        guard UnknownNameReader.verbs.contains(keys[index]), !taken[index] else { return nil }
        var start = index + 1
        while start < keys.count, !taken[start], ["the", "my", "a", "an", "any", "some"].contains(keys[start]) {
            start += 1
        }
        // `what have I given my dad`
        if GrammarWords.builtIn[.giving].contains(keys[index]), isOpen(start),
            UnknownPerson.people.contains(keys[start])
        {
            return start..<start + 1
        }
        return strangers(from: start)
    }

    /// The words that no list knows in a list of names: `spotify and zorbit`.
    private func afterName(at index: Int) -> Range<Int>? {
        guard index > 0, ["and", "or", "&", "+", ",", "vs", "versus", "v", "against", "than"].contains(keys[index]),
            !taken[index],
            let before = known(at: index - 1), before.tokens.upperBound == index,
            let run = strangers(from: index + 1),
            run.upperBound == keys.count || taken[run.upperBound]
                || tokens[run.upperBound].form == .sign || FunctionWords.all.contains(keys[run.upperBound])
        else { return nil }
        return run
    }

    /// The words that no list knows at the beginning, right before a time or what is left out: `tfl in march`.
    private func beforeTime(at index: Int) -> Range<Int>? {
        guard index == 0 || index == 1 && ["and", "just", "only"].contains(keys[0]), let run = strangers(from: index)
        else { return nil }
        // `dana total 2026`
        var end = run.upperBound
        while end < keys.count, ["total", "totals", "overall", "altogether"].contains(keys[end]) { end += 1 }
        let isAlone = index == 1 && tokens[end...].allSatisfy { $0.form == .sign }
        guard isAlone || (end < keys.count ? taken[end] || leavesOut(at: end) : end > run.upperBound) else {
            return nil
        }
        return run
    }

    /// Whether a name is left out here: `pizza except dominos`.
    private func leavesOut(at index: Int) -> Bool {
        FunctionWords.exclusions.longest(in: keys, at: index).map { known(at: index + $0.length) != nil } ?? false
    }

    /// Words in a row that neither a list nor the household knows.
    private func strangers(from start: Int) -> Range<Int>? {
        var end = start
        while isOpen(end), !lexicon.knows(keys[end]) { end += 1 }
        return end > start ? start..<end : nil
    }

    private func continuesName(after index: Int) -> Bool {
        isOpen(index + 1) && (tokens[index].key != "." || !tokens[index + 1].hasSpaceBefore)
            || index + 2 < keys.count && keys[index + 1] == "the" && isOpen(index + 2)
    }

    private func isCategory(_ match: NameMatch) -> Bool {
        if case .category = match.kind { return true }
        return false
    }

    /// The run of words that no list knows at all right before `bill`, `subscription`, `purchases`.
    private func beforeNoun(at index: Int) -> Range<Int>? {
        guard isOpen(index), !lexicon.knows(keys[index]) else { return nil }
        var end = index + 1
        while isOpen(end) && !lexicon.knows(keys[end]) || isTown(end) { end += 1 }
        var noun = end
        while noun < keys.count, known(at: noun).map(isCategory) == true, !UnknownNameReader.nouns.contains(keys[noun])
        {
            noun += 1
        }
        // `spending san diego trip`: where it went.
        if noun == keys.count, end < noun, UnknownNameReader.trips.contains(keys[end]) { return index..<end }
        guard noun < keys.count else { return nil }
        let isDescribed = known(at: end).map(isCategory) == true && !looksDescriptive(keys[end - 1])
        guard UnknownNameReader.nouns.contains(keys[noun]) || isCapital(index) || isDescribed else { return nil }
        return index..<end
    }

    /// `monthly rent`, `organised trips`: forms that describe and hardly ever name.
    private func looksDescriptive(_ word: String) -> Bool {
        ["ly", "ing", "ed", "ish", "ous", "ful", "able", "ive"].contains { word.hasSuffix($0) }
    }

    private func isCapital(_ index: Int) -> Bool { index > 0 && tokens[index].isCapitalised }

    /// What stands between quotation marks.
    private func quoted(at index: Int) -> Range<Int>? {
        let marks = ["\"", "“", "”", "«", "»"]
        guard tokens[index].form == .sign, marks.contains(keys[index]), index + 2 < keys.count else { return nil }
        guard let end = keys[(index + 1)...].firstIndex(where: marks.contains), end > index + 1,
            !(index + 1..<end).contains(where: { known(at: $0) != nil })
        else { return nil }
        return index + 1..<end
    }
}
