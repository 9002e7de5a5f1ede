import Ledger

/// Words that say little by themselves and stand in a list of things of one kind: `repairs` beside gas and the car loan are the
/// car's, `light` beside water is a bill, `eye` beside the dentist is a doctor.
struct ListedWords {
    private let keys: [String]
    private let tokens: [Token]
    private let names: [NameMatch]
    private let taken: [Bool]
    /// What a few words by themselves name.
    private let read: (String) -> NameMatch?

    /// What a word is called with before it or behind it beside things of some categories.
    private struct Whole {
        let ids: Set<String>
        let before: String
        let after: String
    }

    private static let wholes = [
        Whole(ids: ["fuel", "car_payment", "car_care", "parking", "loans"], before: "car ", after: ""),
        Whole(ids: ["utilities", "electricity", "water", "internet"], before: "", after: " bill"),
        Whole(ids: ["doctor", "dental", "vision", "pharmacy", "health"], before: "", after: " doctor"),
        Whole(ids: ["pets", "veterinary"], before: "pet ", after: ""),
        Whole(ids: ["education", "family"], before: "", after: " lessons"),
    ]

    /// - Parameter read: a name that a few words stand for as a whole.
    init(
        _ tokens: [Token], keys: [String], beside names: [NameMatch], _ taken: [Bool],
        read: @escaping (String) -> NameMatch?
    ) {
        (self.tokens, self.keys, self.names, self.taken, self.read) = (tokens, keys, names, taken, read)
    }

    /// The words that are one of a list, as the names that they stand for there.
    func matches() -> [NameMatch] {
        let ids = names.reduce(into: Set<String>()) { $0.formUnion(categories(of: $1)) }
        return keys.indices.compactMap { place in
            guard isOpen(place), isListed(place) else { return nil }
            for whole in ListedWords.wholes where !whole.ids.isDisjoint(with: ids) {
                guard var name = read(whole.before + keys[place] + whole.after), isNarrow(name) else { continue }
                name.tokens = place..<place + 1
                return name
            }
            return nil
        }
    }

    /// `pet supplies` are anything for pets: what is as wide as a group adds all of it to the list.
    private func isNarrow(_ name: NameMatch) -> Bool {
        !name.merchants.isEmpty || categories(of: name).allSatisfy { Taxonomy.builtIn[$0]?.parent != nil }
    }

    private func categories(of name: NameMatch) -> Set<String> {
        if case .category(let ids) = name.kind { Set(ids) } else { [] }
    }

    private func isOpen(_ place: Int) -> Bool {
        tokens[place].form == .word && !taken[place] && keys[place].utf8.count > 2
            && !FunctionWords.all.contains(keys[place]) && !GrammarWords.builtIn[.filler].contains(keys[place])
            && !names.contains { $0.tokens.contains(place) }
    }

    /// Whether a joint before or behind a word links it to a thing that is named.
    private func isListed(_ place: Int) -> Bool {
        var before = place
        while before > 0, isJoint(before - 1) { before -= 1 }
        var behind = place + 1
        while behind < keys.count, isJoint(behind) { behind += 1 }
        let isAfterName = names.contains { $0.tokens.upperBound == before }
        let isBeforeName = names.contains { $0.tokens.lowerBound == behind }
        // Without a joint on one of its sides a word only describes what is named there.
        if before < place, isAfterName, isFree(behind) { return true }
        if behind > place + 1, isBeforeName, before < place || isFree(before - 1) { return true }
        return isAfterName && isBeforeName
    }

    /// Whether nothing stands there that a word could describe: the end, a sign, a small word, a time.
    private func isFree(_ place: Int) -> Bool {
        guard keys.indices.contains(place) else { return true }
        return tokens[place].form == .sign || taken[place] || FunctionWords.all.contains(keys[place])
            || GrammarWords.builtIn[.filler].contains(keys[place])
            || names.contains { $0.tokens.contains(place) }
    }

    private func isJoint(_ place: Int) -> Bool {
        [",", "and", "&", "+", "n", "nd", "plus", "the", "/"].contains(keys[place])
    }
}
