import Ledger

/// Words that are narrower than their category: what was spent on pizza is not what all fast food took.
extension QueryBuilder {
    /// Looks for the rows that say such a word, where any do; else the category stands for it, and the reply says so.
    ///
    /// - Returns: the words that no row says.
    func narrow(_ query: inout Query) -> [String] {
        guard [.spending, .transactions].contains(intent), query.merchants.isEmpty, query.text == nil else { return [] }
        let names = categoryNames(in: query)
        let narrow = names.filter { name in name.isNarrow && !names.contains { holds($0, name) } }
        if names.count == 1, let text = narrow.first.flatMap(text) {
            query.categories = []
            query.text = text
            return []
        }
        return narrow.filter { text(of: $0) == nil }.map { reading.text(of: $0.tokens) }
    }

    /// `pizza and burgers`, `groceries and pizza`: rows that say a word cannot be added to those of a category.
    func standsApart(_ query: Query) -> Bool {
        let names = categoryNames(in: query)
        guard names.count > 1, query.merchants.isEmpty, query.measure != .share else { return false }
        return names.contains { name in text(of: name) != nil && !names.contains { holds($0, name) } }
    }

    private func categoryNames(in query: Query) -> [NameMatch] {
        reading.names.filter { name in
            guard case .category(let ids) = name.kind, !name.isExcluded else { return false }
            return ids.contains(where: query.categories.contains)
        }
    }

    /// Whether a wider word takes in all that a narrow one means: beside `eating out` pizza adds nothing.
    private func holds(_ wide: NameMatch, _ name: NameMatch) -> Bool {
        guard !wide.isNarrow, case .category(let ids) = wide.kind, case .category(let own) = name.kind else {
            return false
        }
        return own.allSatisfy { ids.flatMap(context.taxonomy.withDescendants).contains($0) }
    }

    /// The words of a narrow name as they begin in the texts of rows; nil where no row has them.
    func text(of name: NameMatch) -> String? {
        guard name.isNarrow else { return nil }
        let words = reading.keys[name.tokens].map(QueryBuilder.stem)
        return context.names.merchants(wordPrefixes: words, limit: 1).isEmpty ? nil : words.joined(separator: " ")
    }

    /// `taco` for `tacos`: texts are searched for words that begin so.
    private static func stem(_ word: String) -> String {
        if ["ches", "shes", "sses"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
        return word.utf8.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }
}
