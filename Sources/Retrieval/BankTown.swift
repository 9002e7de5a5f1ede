import Resources

/// The town that a bank writes at the end of a card purchase's text, before the state: `VONS #2301 PISMO BEACH CA`.
public enum BankTown {
    private static let countries: Set<Substring> = ["US", "USA"]

    /// The last words of the town, three at most, and the state, in capital letters; nil where the text ends otherwise.
    ///
    /// The first of them may belong to the shop's name, as nothing tells the two apart.
    public static func words(in text: String) -> [Substring]? {
        var words = text.uppercased().split { $0 == " " || $0 == "," }
        while let last = words.last, countries.contains(last) || last.allSatisfy(\.isNumber) { words.removeLast() }
        guard words.count > 2, let state = words.popLast(), StateNames.builtIn.isCode(state) else { return nil }
        var town: [Substring] = [state]
        // A long town is cut where the bank's field ends: `SOUTH PADRE I TX`.
        let isCut = words.count > 3 && words.suffix(3).dropLast().allSatisfy { isName($0) && $0.count > 1 }
        while let word = words.last, words.count > 1, town.count < 4, isName(word),
            word.count > 1 || isCut && town.count == 1
        {
            town.insert(word, at: 0)
            words.removeLast()
        }
        return town.count > 1 ? town : nil
    }

    private static func isName(_ word: Substring) -> Bool { word.allSatisfy { $0.isLetter || $0 == "'" } }

    /// The last words of a text, two or three, that are a town other texts write with its state; nil where there are none.
    static func words(in text: String, among known: Set<[Substring]>) -> [Substring]? {
        let words = text.uppercased().split { $0 == " " || $0 == "," }
        for length in [3, 2] where words.count > length {
            let last = Array(words.suffix(length))
            if let town = known.first(where: { $0.dropLast().elementsEqual(last) }) { return town }
        }
        return nil
    }

    /// Whether two towns, the state last, are one that a bank cuts or abbreviates: `SO PADRE ISLA TX`, `SOUTH PADRE I TX`.
    static func areSame(_ one: [Substring], _ other: [Substring]) -> Bool {
        guard one.count == other.count, one.last == other.last, one.count > 1 else { return false }
        if one == other { return true }
        let pairs = zip(one.dropLast(), other.dropLast())
        guard pairs.allSatisfy({ $0.hasPrefix($1) || $1.hasPrefix($0) }) else { return false }
        let letters = pairs.reduce(0) { $0 + min($1.0.count, $1.1.count) }
        return letters >= fewestLetters
    }

    /// Letters that two towns must have in common to be one.
    private static let fewestLetters = 5

    /// What a town of three words or more is called by its first letters: SPI; nil for others.
    static func initials(_ town: String) -> String? {
        let words = town.split(separator: " ")
        return words.count > 2 ? String(words.compactMap(\.first)).uppercased() : nil
    }
}
