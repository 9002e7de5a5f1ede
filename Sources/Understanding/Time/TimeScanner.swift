/// Looks up what the words of a question can mean in time expressions, before any grammar.
enum TimeScanner {
    static func read(_ tokens: [Token]) -> (keys: [String], words: [TimeWord?]) {
        var keys = tokens.map(\.key)
        var words: [TimeWord?] = []
        words.reserveCapacity(tokens.count)
        for index in tokens.indices {
            switch tokens[index].form {
            case .sign: words.append(nil)
            case .number: words.append(number(tokens, index))
            case .word: words.append(word(tokens[index], key: &keys[index]))
            }
        }
        for index in tokens.indices {
            if case .number? = words[index], isMoney(keys, index) { words[index] = nil }
            correctNeighbours(of: index, &keys, &words)
        }
        for index in tokens.indices where isOtherWord(keys, words, index) { words[index] = nil }
        return (keys, words)
    }

    private static func number(_ tokens: [Token], _ index: Int) -> TimeWord? {
        guard let value = tokens[index].integer, value <= 9999, !tokens[index].text.utf8.contains(0x2C) else {
            return nil
        }
        return .number(value)
    }

    private static func word(_ token: Token, key: inout String) -> TimeWord? {
        if let word = TimeLexicon.words[key] {
            guard hasPossessive(token.text), let stem = TimeLexicon.words[String(key.dropLast())] else { return word }
            if case .weekdays = word { return stem }
            // `next month's groceries` are those of one month.
            if case .unit = word { key.removeLast() }
            return stem
        }
        if let first = key.utf8.first, (0x30...0x39).contains(first) { return compound(key) }
        if hasPossessive(token.text), let word = TimeLexicon.words[String(key.dropLast())] {
            key.removeLast()
            return word
        }
        if hasPossessive(token.text), ["mornings", "afternoons", "evenings"].contains(key) { key.removeLast() }
        guard let corrected = TimeLexicon.correction(of: key) else { return nil }
        key = corrected
        return TimeLexicon.words[corrected]
    }

    private static func hasPossessive(_ text: String) -> Bool {
        text.utf8.last == 0x73 && text.unicodeScalars.dropLast().last.map { $0 == "'" || $0 == "\u{2019}" } == true
    }

    /// Digits with letters: `3rd`, `30d`, `6mo`.
    private static func compound(_ key: String) -> TimeWord? {
        let digits = key.utf8.prefix { (0x30...0x39).contains($0) }
        guard digits.count <= 4, let value = Int(Substring(digits)) else { return nil }
        switch Substring(key.utf8.dropFirst(digits.count)) {
        case "st", "nd", "rd", "th": return (1...31).contains(value) ? .ordinal(value) : nil
        case "d", "day", "days": return .span(value, .day)
        case "w", "wk", "wks", "week", "weeks": return .span(value, .week)
        case "mo", "mos", "mth", "mths", "month", "months": return .span(value, .month)
        case "y", "yr", "yrs", "year", "years": return .span(value, .year)
        case "q": return (1...4).contains(value) ? .quarter(value) : nil
        case "h": return (1...2).contains(value) ? .half(value) : nil
        default: return nil
        }
    }

    private static let currencySigns: Set<String> = ["$", "€", "£"]
    private static let currencyWords: Set<String> = [
        "dollar", "dollars", "buck", "bucks", "euro", "euros", "pound", "pounds", "quid", "usd", "eur", "gbp", "cad",
        "cent", "cents", "k", "grand", "percent", "pct", "%", "$", "€", "£", "thousand", "hundred", "million",
    ]
    private static let limits: Set<String> = [
        "over", "under", "above", "below", "than", "least", "most", "exceeding", "exactly", "around", "approximately",
        "roughly",
    ]

    /// Whether the number is an amount: `$300`, `300 dollars`, `over 500`.
    private static func isMoney(_ keys: [String], _ index: Int) -> Bool {
        let next = index + 1 < keys.count ? keys[index + 1] : ""
        if currencyWords.contains(next) { return true }
        guard index > 0 else { return false }
        let previous = keys[index - 1]
        if currencySigns.contains(previous) || previous == "#" { return true }
        guard limits.contains(previous) else { return false }
        // `the shop I visit most 2025`: only `at most` bounds an amount.
        if ["most", "least"].contains(previous), index < 2 || keys[index - 2] != "at" { return false }
        switch TimeLexicon.words[next] {
        case .unit?, .month?: return false
        default: return !["/", "-", "days", "full"].contains(next)
        }
    }

    private static let units = ["week", "month", "year", "weeks", "months", "years", "weekend"]
    private static let relations = ["last", "this", "next", "past"]
    private static let ownWords: Set<String> = [
        "weed", "weeds", "weep", "wee", "were", "list", "lost", "least", "text", "pass", "post", "paste", "thin",
        "nest", "lasts", "yes", "wear", "yeah", "them", "then", "thus", "that",
    ]

    /// "last mnoth", "lsat month": next to a word that wants a time word a slip is forgiven also in a short one.
    private static func correctNeighbours(of index: Int, _ keys: inout [String], _ words: inout [TimeWord?]) {
        if case .relation? = words[index] {
            var next = index + 1
            if next < words.count, case .number? = words[next] { next += 1 }
            guard next < words.count, words[next] == nil, !ownWords.contains(keys[next]),
                let unit = TimeLexicon.correction(of: keys[next], among: units), startsAlike(unit, keys[next])
            else { return }
            (keys[next], words[next]) = (unit, TimeLexicon.words[unit])
        } else if case .unit? = words[index], index > 0, words[index - 1] == nil, !ownWords.contains(keys[index - 1]),
            let relation = TimeLexicon.correction(of: keys[index - 1], among: relations),
            startsAlike(relation, keys[index - 1])
        {
            (keys[index - 1], words[index - 1]) = (relation, TimeLexicon.words[relation])
        }
    }

    private static func startsAlike(_ a: String, _ b: String) -> Bool {
        a.utf8.first == b.utf8.first || b.utf8.dropFirst().first == a.utf8.first
    }

    private static let timePrepositions: Set<String> = [
        "in", "since", "last", "this", "next", "from", "until", "till", "til", "to", "through", "by", "during", "of",
        "for",
        "vs", "versus", "than", "early", "mid", "late", "between", "before", "after", "on", "over", "and", "or",
        "about", "every", "each", "past", "previous", "coming", "-", "–", "/", "the", "all", "around", "with",
        "against",
    ]
    /// `jan, feb, mar`: after another month or weekday.
    private static func isInList(_ keys: [String], _ words: [TimeWord?], _ index: Int) -> Bool {
        let before = index > 1 && keys[index - 1] == "," ? index - 2 : index - 1
        guard words.indices.contains(before) else { return false }
        switch words[before] {
        case .month?, .weekday?: return true
        default: return false
        }
    }

    private static let pronouns: Set<String> = [
        "i", "we", "you", "it", "they", "he", "she", "there", "that", "which", "who", "what", "not", "be", "have",
    ]

    /// `and summer?`: a line of nothing but a season.
    private static func isSeasonOnly(_ keys: [String]) -> Bool {
        let beside = [
            "and", "what", "about", "how", "or", "also", "but", "then", "?", "!", "vs", "versus", "the", "for", "same",
            "in",
        ]
        return keys.count { !beside.contains($0) } == 1
            && keys.contains { ["and", "about", "or", "same"].contains($0) }
    }

    /// `summer of 25`, `summer vs last summer`.
    private static func isBesideOther(_ next: String) -> Bool {
        ["of", "vs", "versus", "compared", "against", "("].contains(next)
    }

    /// `in spring or summer`, `compared to fall`: beside another season, and before no noun.
    private static func isOneOfSeveral(_ index: Int, _ keys: [String], _ words: [TimeWord?]) -> Bool {
        let isLast = index + 1 == keys.count || ["?", "!", ".", ","].contains(keys[index + 1])
        guard isLast || timePrepositions.contains(keys[index + 1]), case .season(let own)? = words[index] else {
            return false
        }
        return words.contains { if case .season(let other)? = $0 { other != own } else { false } }
    }

    /// `summer last year`, `last year summer`: right before or behind a year that is told from this one.
    private static func isBesideYear(_ index: Int, _ words: [TimeWord?]) -> Bool {
        func isYear(_ start: Int) -> Bool {
            guard words.indices.contains(start), words.indices.contains(start + 1), case .relation? = words[start]
            else {
                return false
            }
            return words[start + 1] == .unit(.year)
        }
        return isYear(index + 1) || isYear(index - 2)
    }

    /// Whether a word that can be a time word is another one here: the verb in "may I", "sat" in "I sat".
    private static func isOtherWord(_ keys: [String], _ words: [TimeWord?], _ index: Int) -> Bool {
        let previous = index > 0 ? keys[index - 1] : ""
        let next = index + 1 < keys.count ? keys[index + 1] : ""
        let followsTime = timePrepositions.contains(previous)
        let precedesNumber: Bool
        switch index + 1 < words.count ? words[index + 1] : nil {
        case .number?, .ordinal?: precedesNumber = true
        default: precedesNumber = false
        }
        let followsNumber: Bool
        switch index > 0 ? words[index - 1] : nil {
        case .number?, .ordinal?: followsNumber = true
        default: followsNumber = false
        }
        switch keys[index] {
        case "may", "march":
            if next == "of", index + 2 < keys.count, words[index + 2] == nil, keys[index + 2] != "the" { return true }
            if index > 1, ["make", "change"].contains(keys[index - 2]) { return false }
            return pronouns.contains(previous) || (pronouns.contains(next) && !followsTime && keys[index] == "may")
        case "sun", "sat", "mon", "wed", "mar":
            let isFirst = index == 0 && keys[index] != "sun" && keys[index] != "sat"
            return !isFirst && !followsTime && !precedesNumber && !followsNumber && index + 1 < keys.count
                && !["-", "–", "to"].contains(next) && !isInList(keys, words, index)
        case "apr":
            return !precedesNumber && !followsNumber
                && (!followsTime || ["the", "about", "all", "on"].contains(previous))
        case "spring", "summer", "fall", "autumn", "winter":
            if precedesNumber || isBesideOther(next) || isSeasonOnly(keys) || isOneOfSeveral(index, keys, words) {
                return false
            }
            if keys[index] != "fall", isBesideYear(index, words) { return false }
            return !followsTime || ["on", "for", "to", "with", "about", "and", "or"].contains(previous)
        case "mo", "d": return !followsNumber && !followsTime
        case "present", "following", "current":
            switch index + 1 < words.count ? words[index + 1] : nil {
            case nil: return true
            default: return false
            }
        default: return false
        }
    }
}
