/// Finds days that are meant of every month: `the 1st to the 10th of each month`, `from the 16th on, month by month`,
/// `the first week of every month`.
struct DaysOfMonthReader {
    private let keys: [String]

    init(keys: [String]) { self.keys = keys }

    /// The days, 1 to 31, and the words that say them; nil where the line says none.
    func reading() -> (days: ClosedRange<Int>, tokens: Range<Int>)? {
        for start in keys.indices {
            if let found = part(at: start) ?? range(at: start) ?? open(at: start) ?? single(at: start) { return found }
        }
        return nil
    }

    /// `the first week of every month`
    private func part(at start: Int) -> (days: ClosedRange<Int>, tokens: Range<Int>)? {
        let place = skipping(DaysOfMonthReader.openers, from: start)
        let days: ClosedRange<Int>
        switch (key(place), key(place + 1)) {
        case ("first", "week"): days = 1...7
        case ("second", "week"): days = 8...14
        case ("third", "week"): days = 15...21
        case ("first", "half"): days = 1...15
        case ("second", "half"): days = 16...31
        default: return nil
        }
        return end(ofEveryMonth: place + 2).map { (days, start..<$0) }
    }

    /// `between the 1st and the 10th of a month`
    private func range(at start: Int) -> (days: ClosedRange<Int>, tokens: Range<Int>)? {
        let first = skipping(DaysOfMonthReader.openers, from: start)
        guard let from = day(at: first), DaysOfMonthReader.joints.contains(key(first + 1)) else { return nil }
        let second = skipping(["the"], from: first + 2)
        var place = second + 1
        let to: Int
        if let day = day(at: second) {
            to = day
        } else if key(second) == "month", ["end", "ends"].contains(key(second + 1)) {
            (to, place) = (31, second + 2)
        } else {
            return nil
        }
        return from <= to ? bounded(from...to, start, place) : nil
    }

    /// `from the 16th on, each month`, `after the 20th of a month`
    private func open(at start: Int) -> (days: ClosedRange<Int>, tokens: Range<Int>)? {
        let place = skipping(["the"], from: start + 1)
        guard let day = day(at: place) else { return nil }
        let goesOn = ["on", "onward", "onwards"].contains(key(place + 1))
        switch key(start) {
        case "from", "since": return goesOn ? bounded(day...31, start, place + 2) : nil
        case "after": return day < 31 ? bounded(day + 1...31, start, place + 1) : nil
        case "before": return day > 1 ? bounded(1...day - 1, start, place + 1) : nil
        default: return nil
        }
    }

    /// `on the 15th of every month`
    private func single(at start: Int) -> (days: ClosedRange<Int>, tokens: Range<Int>)? {
        let place = skipping(["on", "the"], from: start)
        guard let day = day(at: place), let end = end(ofEveryMonth: place + 1) else { return nil }
        return (day...day, start..<end)
    }

    /// Days that the line says to be of every month, right behind them or elsewhere.
    private func bounded(_ days: ClosedRange<Int>, _ start: Int, _ place: Int) -> (ClosedRange<Int>, Range<Int>)? {
        if let end = end(ofEveryMonth: place) { return (days, start..<end) }
        // `between the first and second visit each month` counts visits, `until the 5th of march` names its month.
        let isOfDays =
            !keys[start..<place].contains { DaysOfMonthReader.spelled[$0] != nil } && key(place) != "of"
            && !PhraseGrammar.builtIn.namesUnit(key(place))
        return saysEveryMonth && isOfDays ? (days, start..<place) : nil
    }

    /// Where `of each month` that begins at a place ends.
    private func end(ofEveryMonth place: Int) -> Int? {
        let next = skipping(["of", "in"], from: place)
        guard next > place, ["a", "each", "every", "any", "the"].contains(key(next)),
            ["month", "months"].contains(key(next + 1))
        else { return nil }
        return next + 2
    }

    /// Whether the line is about each month somewhere else: `… each month this year`.
    private var saysEveryMonth: Bool {
        keys.indices.contains { place in
            ["month", "months"].contains(key(place)) && ["each", "every", "per", "by"].contains(key(place - 1))
        }
    }

    private func skipping(_ words: Set<String>, from start: Int) -> Int {
        var place = start
        while words.contains(key(place)) { place += 1 }
        return place
    }

    private func key(_ place: Int) -> String { keys.indices.contains(place) ? keys[place] : "" }

    private func day(at place: Int) -> Int? {
        let word = key(place)
        let digits = word.prefix { $0.isNumber }
        let isOrdinal = ["st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
        guard let day = isOrdinal ? Int(digits) : DaysOfMonthReader.spelled[word], (1...31).contains(day) else {
            return nil
        }
        return day
    }

    /// `first`, `second`, which may be the first and the second of anything.
    private static let spelled = NamePointer.ordinals.filter { $0.key.first?.isLetter == true }
        .merging(["first": 1]) { old, _ in old }
    private static let openers: Set<String> = ["from", "between", "on", "in", "during", "days", "the"]
    private static let joints: Set<String> = ["to", "through", "thru", "till", "until", "and", "-", "–"]
}
