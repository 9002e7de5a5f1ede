import Ledger

/// Names that are to be left out: `except rent`.
extension NameReader {
    /// `spending last month, no rent`, `september less rent`: words that leave out only what is named right after them.
    private func isWeakExclusion(_ index: Int, _ matches: [NameMatch]) -> Bool {
        guard matches.contains(where: { $0.tokens.lowerBound == index + 1 }) else { return false }
        // `not chewy` after an answer
        guard index > 0 else { return keys[0] == "not" }
        let before = keys[index - 1]
        switch keys[index] {
        // `lyft not uber`, `groceries, not gas`
        case "not":
            let end = before == "," ? index - 1 : index
            return matches.contains { $0.tokens.upperBound == end } || taken[index - 1]
                || QuestionReading.rowNouns.contains(before) || before == "spending"
                || keys[..<index].allSatisfy { ["and", "but", "so", "ok"].contains($0) }
        case "no":
            return !["why", "is", "there", "was", "were", "had", "have", "has", "of", "or", "say"].contains(before)
        // `all coffee but starbucks`
        case "but": return keys[..<index].contains { ["all", "every", "everything", "any", "anything"].contains($0) }
        case "less": return taken[index - 1] || ["spending", "total", "everything", ","].contains(before)
        default: return false
        }
    }

    /// `not amazon, other shopping`: what is wanted stands after what is left out.
    private func goesOnWithOthers(at position: Int, outOf start: Int, _ matches: [NameMatch]) -> Bool {
        keys[position] == "other" && keys[position - 1] == ","
            && !matches.contains { $0.tokens.upperBound <= start && !$0.isExcluded }
    }

    /// `except on the travel card`, `excluding with amex`: a preposition right before the first account or place that is
    /// left out.
    private func placeOfName(at position: Int, _ matches: [NameMatch]) -> Int {
        guard position < keys.count, ["on", "with", "from", "at", "using", "via", "through"].contains(keys[position])
        else { return position }
        var place = position + 1
        while place < keys.count, FunctionWords.determiners.contains(keys[place]) { place += 1 }
        let isNamed = matches.contains { match in
            if case .category = match.kind { return false }
            return match.tokens.lowerBound == place
        }
        return isNamed ? place : position
    }

    /// Marks the names after `except`, and those joined to them by commas, `and` and `or`.
    func excluded(_ matches: [NameMatch]) -> [NameMatch] {
        var result = matches
        for start in keys.indices {
            let length = FunctionWords.exclusions.longest(in: keys, at: start)?.length
            guard let length = length ?? (isWeakExclusion(start, matches) ? 1 : nil) else { continue }
            var position = start + length
            // `excl. rent`
            if position < keys.count, keys[position] == "." { position += 1 }
            position = placeOfName(at: position, matches)
            while position < keys.count, !goesOnWithOthers(at: position, outOf: start, result) {
                if let hit = result.firstIndex(where: { $0.tokens.lowerBound == position }) {
                    result[hit].isExcluded = true
                    position = result[hit].tokens.upperBound
                } else if ["and", "or", ",", "for", "any", "stuff", "&", "-"].contains(keys[position])
                    || FunctionWords.determiners.contains(keys[position])
                {
                    position += 1
                } else {
                    break
                }
            }
        }
        return result
    }
}
