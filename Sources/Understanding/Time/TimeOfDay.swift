import Ledger

/// Times of day in a question: bank files have days only, so a reply has to say that they were not considered.
enum TimeOfDay {
    private static let parts: Set<String> = [
        "morning", "mornings", "afternoon", "afternoons", "evening", "evenings", "night", "nights", "noon", "midnight",
        "lunchtime", "midday", "midafternoon", "dawn", "dusk",
    ]
    private static let openers: Set<String> = [
        "at", "after", "before", "until", "till", "til", "since", "by", "from", "around", "between", "in", "during",
        "past",
        "late", "early", "to", "and", "every", "the", "on",
    ]
    private static let joints: Set<String> = ["the", "late", "early", "at", "and", "in", "to", "-", "of"]

    static let note = "bank files have no times of day, so whole days are counted"

    /// The stretches of tokens that name one, with the words that lead to it.
    static func ranges(in tokens: [Token]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for index in tokens.indices {
            guard let end = clock(tokens, at: index) ?? part(tokens, at: index) else { continue }
            var start = index
            let floor = found.last?.upperBound ?? 0
            while start > floor, openers.contains(tokens[start - 1].key) || joints.contains(tokens[start - 1].key) {
                start -= 1
            }
            if let last = found.last, last.upperBound >= start {
                found[found.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                found.append(start..<end)
            }
        }
        return found
    }

    /// `5pm`, `5 pm`, `17:30`, `9 o'clock`: the token after it.
    private static func clock(_ tokens: [Token], at index: Int) -> Int? {
        func key(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].key : "" }
        let word = tokens[index].key
        for ending in ["am", "pm"] where word.hasSuffix(ending) && word.utf8.count > 2 {
            if let hour = Int(word.dropLast(2)), (0...24).contains(hour) { return index + 1 }
        }
        guard let hour = tokens[index].integer, (0...24).contains(hour) else { return nil }
        if key(index + 1) == ":", tokens[index + 2..<min(tokens.count, index + 3)].first?.integer != nil,
            !tokens[index + 1].hasSpaceBefore
        {
            return ["am", "pm"].contains(key(index + 3)) ? index + 4 : index + 3
        }
        if key(index + 1) == "pm" || key(index + 1) == "am" && key(index + 2) != "i" || key(index + 1) == "oclock" {
            return index + 2
        }
        return nil
    }

    /// `in the morning`, `before noon`; but `this morning` and `last night` are days, and `good morning` is a greeting.
    private static func part(_ tokens: [Token], at index: Int) -> Int? {
        guard parts.contains(tokens[index].key), index > 0 else { return nil }
        var before = index - 1
        while before > 0, ["the", "late", "early"].contains(tokens[before].key) { before -= 1 }
        guard openers.contains(tokens[before].key) else { return nil }
        // "on the night of March 3" and "every night at the hotel" still name no days of their own.
        return index + 1
    }
}

/// Times that everybody counts differently, so that coach has to ask which days are meant.
enum UnsettledTime {
    /// - Returns: the question back; nil when no such time is named.
    static func question(in tokens: [Token]) -> String? {
        for index in tokens.indices {
            let key = tokens[index].key
            let next = tokens.indices.contains(index + 1) ? tokens[index + 1].key : ""
            let isNamed =
                ["fiscal", "financial", "tax", "accounting", "budget"].contains(key)
                && ["year", "years", "quarter", "quarters"].contains(next)
            let digits = key.dropFirst(2)
            let isShort =
                key == "fy" || key.hasPrefix("fy") && [2, 4].contains(digits.utf8.count) && Int(digits) != nil
            if isNamed || isShort {
                let words = isNamed ? "\(key) \(next)" : tokens[index].text
                return "When does your “\(words)” begin? Say the days, for example “from July 2025 to June 2026”."
            }
        }
        return nil
    }
}
