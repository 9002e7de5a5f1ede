extension SlotReader {
    static let up: Set<String> = ["raise", "increase", "bump", "up", "extend", "add", "lift", "grow"]
    static let down: Set<String> = ["lower", "decrease", "reduce", "cut", "drop", "down", "trim", "shrink"]

    /// Whether the amount changes a limit instead of being one: `raise it by $50`, `add $50 to my grocery budget`.
    var limitStep: Int64? {
        guard let first = (reading.amounts.first ?? reading.bareAmounts.first)?.tokens else { return nil }
        let keys = reading.keys
        let isBy = first.lowerBound > 0 && keys[first.lowerBound - 1] == "by"
        let isAdded = first.lowerBound > 0 && keys[first.lowerBound - 1] == "add"
        guard isBy || isAdded && (keys[first.upperBound...].prefix(2).contains("to") || first.upperBound == keys.count)
        else { return nil }
        let verbs = keys[..<first.lowerBound]
        if verbs.contains(where: SlotReader.down.contains) { return -1 }
        return verbs.contains(where: SlotReader.up.contains) ? 1 : nil
    }
}
