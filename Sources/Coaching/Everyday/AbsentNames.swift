import Ledger

/// Names in a question that nothing in the data has: what there is instead.
extension Coach {
    /// - Returns: nil where no word was looked for, or where it is found after all.
    func absence(of filter: RowFilter) -> String? {
        guard let text = AbsentNames.text(of: filter), let coverage = context.names.coverage else { return nil }
        let near = AbsentNames.near(text) { context.names.merchants(keyPrefix: $0, limit: 3) }
        let there = near.isEmpty ? "" : "; the nearest I have: \(NumberText.list(near))"
        return "\(AbsentNames.words) (\(Period(coverage.start, coverage.end).name)) mentions “\(text)”\(there)"
    }
}

enum AbsentNames {
    static let words = "nothing in your data"
    /// How its sentence begins in a reply.
    static let opening = "Nothing in your data ("

    /// The words that a filter looks for in the texts of rows, where it does.
    static func text(of filter: RowFilter) -> String? {
        switch filter {
        case .text(let text): text
        case .and(let parts): parts.lazy.compactMap(text).first
        default: nil
        }
    }

    /// The fewest letters that two names begin with alike.
    private static let leastLetters = 3

    /// - Parameter named: the merchants whose key begins with some letters.
    static func near(_ text: String, named: (String) -> [String]) -> [String] {
        let key = NameKey.key(of: text)
        for count in stride(from: key.count - 1, through: leastLetters, by: -1) {
            let names = named(String(key.prefix(count)))
            if !names.isEmpty { return names }
        }
        return []
    }
}
