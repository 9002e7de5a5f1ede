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
        while let word = words.last, words.count > 1, town.count < 4,
            word.allSatisfy({ $0.isLetter || $0 == "'" }), word.count > 1
        {
            town.insert(word, at: 0)
            words.removeLast()
        }
        return town.count > 1 ? town : nil
    }
}
