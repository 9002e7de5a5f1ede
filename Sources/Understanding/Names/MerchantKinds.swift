import Ledger
import Resources

/// Kinds of things narrower than a category, from `rag-index/synonyms/kinds.tsv`, and the merchants of a household that
/// are of one: `delivery` is DoorDash here, the `electric bill` that of City of Austin.
struct MerchantKinds: Sendable {
    static let builtIn = MerchantKinds()

    fileprivate struct Kind: Sendable {
        /// The words of its phrases.
        let words: Set<String>
        /// Beginnings of words in names.
        let names: [[String]]
        /// The keys of names.
        let merchants: Set<String>
        /// Whether what is of no other kind is of this one.
        let takesRest: Bool
        /// Whether what is of no other kind is of this one as well where some are called so.
        let takesOthers: Bool
        /// Whether its merchants are meant beside its categories, and not in place of them.
        let isBeside: Bool
        /// Words that tell so much that shops filed as nothing in particular are of it, too.
        let telling: Set<String>
        /// Whether the names hold the phrases themselves.
        let isCalledSo: Bool
        /// What its words mean without a household.
        let categories: Set<String>
    }

    /// Categories that say little of a shop, or that hobbies are divided among.
    private static let vague = [
        "shopping", "online_shopping", "gifts", "services", "hobbies", "sporting_goods", "entertainment",
        Taxonomy.fallback,
    ]

    private static let table = Resource.named("rag-index/synonyms/kinds.tsv")
    /// Made when a line first names one: few do.
    private static let kinds = table.tableRows.map(Kind.init)
    /// The phrases for them, each with the number of its kind.
    private let places: PhraseBook

    private init() {
        let table = MerchantKinds.table
        var places = PhraseBook(table, count: table.bytes.count / 24)
        var kind = 0
        table.eachRow { phrases, _ in
            for phrase in table.parts(of: phrases, separatedBy: 0x7C) { places.insert(phrase, kind) }
            kind += 1
        }
        self.places = places
    }

    private func kind(of phrase: [String]) -> Kind? {
        guard let found = places.longest(in: phrase, at: 0), found.length == phrase.count else { return nil }
        return found.values.first.map { MerchantKinds.kinds[$0] }
    }

    /// The merchants that a phrase for a kind means, or those that it leaves out of its categories.
    enum Meaning: Hashable {
        case merchants([String])
        case without([String])
        /// Merchants of other categories that it means as well.
        case with([String])
        /// Nothing tells them from the rest of the categories, in which there are rows or not.
        case whole(hasRows: Bool)
    }

    /// - Returns: nil where the phrase is for no such kind.
    func meaning(of phrase: ArraySlice<String>, _ ids: [String], in catalog: any NameCatalog) -> Meaning? {
        guard let kind = kind(of: Array(phrase)) else { return nil }
        let taxonomy = Taxonomy.builtIn
        let all = catalog.merchants(categories: ids.flatMap(taxonomy.withDescendants))
        let known = kind.merchants.sorted().flatMap { catalog.merchants(key: $0) }
        if kind.isBeside { return known.isEmpty ? nil : .with(known) }
        let beside =
            kind.telling.isEmpty
            ? []
            : catalog.merchants(categories: MerchantKinds.vague).filter { !all.contains($0) && kind.isTold(by: $0) }
        var own = (all.filter(kind.holds) + beside).filter { !known.contains($0) } + known
        if own.isEmpty, kind.isCalledSo {
            // Rows of other categories that are called so.
            own = kind.names.flatMap { catalog.merchants(wordPrefixes: $0, limit: 20) }.filter(kind.isCalled)
        }
        if own.isEmpty, !kind.telling.isEmpty, phrase.count == 1, let word = phrase.first.map(Kind.stem) {
            // `the piano teacher` who is paid as a person.
            own = catalog.merchants(wordPrefixes: [word], limit: 20)
        }
        if kind.takesOthers, !own.isEmpty {
            let others = MerchantKinds.kinds.filter { $0.words != kind.words && !$0.categories.isDisjoint(with: ids) }
            let rest = all.filter { name in !own.contains(name) && !others.contains { $0.holds(name) } }
            own += rest
        }
        if !own.isEmpty { return .merchants(own) }
        guard kind.takesRest else { return .whole(hasRows: !all.isEmpty) }
        let siblings = MerchantKinds.kinds.filter {
            $0.names.isEmpty == kind.names.isEmpty && !$0.categories.isDisjoint(with: ids)
        }
        let others = all.filter { name in siblings.contains { $0.holds(name) } }
        if kind.names.isEmpty { return .without(others) }
        let rest = all.filter { !others.contains($0) }
        guard rest.isEmpty else { return .merchants(rest) }
        return general(ids, in: catalog).map { .merchants($0) } ?? .whole(hasRows: !all.isEmpty)
    }

    /// `school`, `bakery`: whether a merchant is called as places are that a word calls by itself or beside others.
    func isPlace(_ word: String, _ name: String) -> Bool {
        MerchantKinds.kinds.contains { $0.words.contains(word) && $0.isCalled(name) }
            || Kind.endsCutOff(name, from: word)
    }

    /// What is only filed under the group that the categories are of: a city bills power and water as `utilities`.
    private func general(_ ids: [String], in catalog: any NameCatalog) -> [String]? {
        guard let supplier = kind(of: ["city", "bill"]),
            ids.allSatisfy({ Taxonomy.builtIn[$0].flatMap(\.parent).map(supplier.categories.contains) ?? false })
        else { return nil }
        let found = catalog.merchants(categories: Array(supplier.categories)).filter(supplier.isCalled)
        return found.isEmpty ? nil : found
    }
}

extension MerchantKinds.Kind {
    /// - Parameter row: of the table.
    fileprivate init(_ row: [String]) {
        let phrases = row[0].split(separator: "|").map(String.init)
        let parts = row[1].split(separator: ";", omittingEmptySubsequences: false)
        let said =
            row[1].isEmpty ? phrases.map(Self.stem) : parts[parts.count - 1].split(separator: "|").map(String.init)
        let keys = phrases[0].split(separator: " ").map(String.init)
        self.init(
            words: Set(phrases.flatMap { $0.split(separator: " ").map(String.init) }),
            names: said.filter { $0 != "-" }.map { $0.split(separator: " ").map(String.init) },
            merchants: Set(row[2].split(separator: "|").map { NameKey.key(of: String($0)) }),
            takesRest: row[3] == "rest" || row[3] == "others",
            takesOthers: row[3] == "others",
            isBeside: row[3] == "also",
            telling: parts.count == 2 ? Set(parts[0].split(separator: "|").map(String.init)) : [],
            isCalledSo: row[1].isEmpty,
            categories: Set(Lexicon.builtIn.categories.longest(in: keys, at: 0)?.ids ?? []))
    }

    /// `taco` for `tacos`: words of names begin so.
    fileprivate static func stem(_ word: String) -> String {
        if ["ches", "shes", "sses"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
        return word.utf8.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }

    /// Whether a merchant is of this kind.
    fileprivate func holds(_ name: String) -> Bool { merchants.contains(NameKey.key(of: name)) || isCalled(name) }

    /// Whether a word of a merchant's name tells it, whatever else is sold there.
    fileprivate func isTold(by name: String) -> Bool {
        NameReader.words(of: name).contains(where: telling.contains)
    }

    /// Whether a merchant's name says so.
    fileprivate func isCalled(_ name: String) -> Bool {
        let words = NameReader.words(of: name)
        return names.contains { said in
            words.indices.contains { start in
                guard start + said.count <= words.count else { return false }
                return said.indices.allSatisfy { place in
                    let (word, wanted) = (words[start + place], said[place])
                    if word.hasPrefix(wanted) { return true }
                    let isLast = start + place == words.count - 1
                    return said.count > 1 && wanted.hasPrefix(word)
                        && (word.utf8.count > 3 || isLast && place > 0 && name.utf8.count >= Self.shortestCut)
                        || isLast && word.utf8.count > 3 && Self.endsCutOff(name, from: wanted)
                }
            }
        }
    }

    /// Banks cut names off at 16 characters or more: `Duluth Farmers M`. In any name a word may be shortened: `Phys Therapy`.
    private static let shortestCut = 14

    /// Whether the last word of a name that a bank cut off begins another: `Fishers Family De` for a dentist's.
    fileprivate static func endsCutOff(_ name: String, from word: String) -> Bool {
        guard name.utf8.count >= shortestCut + 2, let last = NameReader.words(of: name).last else { return false }
        return last.utf8.count >= 2 && last.utf8.count < word.utf8.count && word.hasPrefix(last)
    }
}
