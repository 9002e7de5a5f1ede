import Ledger

/// Forms that ask for one row of what is named: `cheapest coffee I bought`, `my last electric bill`, `how much was the
/// water bill`.
extension QuestionReading {
    /// Which row is asked for; nil where it is none or is said otherwise.
    var oneRow: Query.Order? {
        guard limit == nil, !names.isEmpty,
            !["average", "median", "count", "share"].contains(where: { has("measure." + $0) }),
            !readings.contains(where: { $0.hasPrefix("group.") || $0.hasPrefix("compare.") })
        else { return nil }
        if asksSince { return .oldest }
        if asksDayOfMost { return .largest }
        if asksLastBill || keys.indices.contains(where: namesLatest) { return .newest }
        for place in keys.indices {
            if let order = superlative(at: place), isOfOneThing(after: place + 1, isBought: true) { return order }
            if let order = superlative(at: place), asksDayOfOne(after: place + 1) { return order }
        }
        return nil
    }

    /// `when was my biggest grocery shop`: the day of one row.
    private func asksDayOfOne(after place: Int) -> Bool {
        guard keys[0] == "when", keys.count > 1, keys[1] == "was",
            let name = names.first(where: { $0.tokens.lowerBound == place && !$0.isExcluded })
        else { return false }
        return name.tokens.upperBound >= keys.count || !QuestionReading.rowNouns.contains(keys[name.tokens.upperBound])
            || QuestionReading.singulars.contains(keys[name.tokens.upperBound])
    }

    /// `when did I spend the most at heb`.
    private var asksDayOfMost: Bool {
        keys.starts(with: ["when", "did"]) && keys.contains("most")
            && keys.contains { ["spend", "pay"].contains($0) } && !merchants().isEmpty
    }

    private static let latest: Set<String> = ["last", "latest", "newest"]
    private static let bounds: Set<String> = [
        "since", "until", "till", "til", "before", "after", "than", "vs", "versus", "to",
    ]

    /// `my last electric bill`, `the most recent power bill`; not `since my last haircut`.
    private func namesLatest(_ place: Int) -> Bool {
        let isRecent = keys[place] == "recent" && place > 0 && keys[place - 1] == "most"
        guard isRecent || QuestionReading.latest.contains(keys[place]),
            !times.contains(where: { $0.tokens.contains(place) }),
            keys[..<place].allSatisfy({ !QuestionReading.bounds.contains($0) })
        else { return false }
        return isOfOneThing(after: place + 1, isBought: false)
    }

    private func superlative(at place: Int) -> Query.Order? {
        switch keys[place] {
        case "cheapest", "smallest", "lowest": .smallest
        case "priciest", "dearest", "costliest", "biggest", "largest", "highest": .largest
        case "expensive" where place > 0:
            keys[place - 1] == "most" ? .largest : keys[place - 1] == "least" ? .smallest : nil
        default: nil
        }
    }

    private static let singulars: Set<String> = [
        "bill", "order", "purchase", "visit", "trip", "payment", "charge", "run", "ride", "meal", "haircut", "delivery",
        "invoice", "receipt", "dinner", "lunch",
    ]
    private static let buyers: Set<String> = ["i", "we", "ive", "weve", "ever"]

    /// Whether a name stands there that means one thing: no `coffee shop`, no `last uber rides`.
    ///
    /// - Parameter isBought: whether it must go on with who bought it.
    private func isOfOneThing(after place: Int, isBought: Bool) -> Bool {
        let isMeasure =
            place + 1 < keys.count && QuestionReading.measures.contains(keys[place]) && keys[place + 1] == "of"
        let first = isMeasure ? place + 2 : place
        guard let name = names.first(where: { $0.tokens.lowerBound == first && !$0.isExcluded }) else { return false }
        var end = name.tokens.upperBound
        let isCategory = if case .category = name.kind { true } else { false }
        let word = keys[end - 1]
        if end < keys.count, QuestionReading.singulars.contains(keys[end]) {
            end += 1
        } else if isCategory,
            word.hasSuffix("s") && !word.hasSuffix("ss") && word != "gas" || QueryBuilder.placeNouns.contains(word)
        {
            return false
        } else if end < keys.count, !times.contains(where: { $0.tokens.lowerBound == end }),
            QuestionReading.rowNouns.contains(keys[end]) || keys[end].hasSuffix("s")
        {
            return false
        }
        guard isBought else { return true }
        if end < keys.count, times.contains(where: { $0.tokens.lowerBound == end }), isMeasured(name) { return true }
        if end < keys.count, keys[end] == "that" { end += 1 }
        return end < keys.count && QuestionReading.buyers.contains(keys[end])
    }

    private static let measures: Set<String> = ["tank", "fill", "cup", "bag", "round", "load"]

    /// `tank of gas`.
    private func isMeasured(_ name: NameMatch) -> Bool {
        let start = name.tokens.lowerBound
        return QuestionReading.measures.contains(keys[start]) && name.tokens.count > 1
            || start > 1 && keys[start - 1] == "of" && QuestionReading.measures.contains(keys[start - 2])
    }

    /// `how much was the water bill`, `how big was my electric bill before 10 May`: of one bill, the one that came last.
    private var asksLastBill: Bool {
        let sizes = ["much", "big", "high", "large", "bad", "expensive"]
        guard keys.count > 3, keys[0] == "how", sizes.contains(keys[1]), keys[2] == "was", keys.contains("bill"),
            amounts.isEmpty, unknown.isEmpty, merchants().count + categories().count == 1
        else { return false }
        return times.allSatisfy(\.isOpenStart)
    }
}
