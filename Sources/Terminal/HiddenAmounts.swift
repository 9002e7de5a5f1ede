/// Text with its amounts of money made unreadable, for a screen that others see: counts, percentages, days, and names stay.
public enum HiddenAmounts {
    /// What stands in place of an amount; its length says nothing of the size.
    public static let mask = "•••"

    /// - Parameter text: any lines. Amounts are what has a currency's sign or code, and numbers with two decimals.
    ///   In a column the other cells stay in their places.
    public static func hidden(_ text: String) -> String {
        guard text.contains(where: \.isNumber) else { return text }
        let characters = Array(text)
        var out: [Character] = []
        var index = 0
        var before: Character?
        while index < characters.count {
            if characters[index] == "\u{1B}" {
                // A colour is no part of the words; it ends with a letter.
                let end = characters[index...].firstIndex { $0.isLetter } ?? characters.count - 1
                out += characters[index...end]
                index = end + 1
                before = nil
            } else if let amount = WrittenAmount(in: characters, at: index, after: before) {
                put(amount, of: characters, in: &out)
                index = amount.range.upperBound
                before = "•"
            } else {
                before = characters[index]
                out.append(characters[index])
                index += 1
            }
        }
        return String(out)
    }

    /// Where the first amount of a text without colors stands; nil where there is none, or where a line ends within it.
    public static func firstAmount(in text: String) -> Range<String.Index>? {
        let characters = Array(text)
        for index in characters.indices {
            guard let amount = WrittenAmount(in: characters, at: index, after: index > 0 ? characters[index - 1] : nil)
            else { continue }
            guard !characters[amount.range].contains("\n") else { return nil }
            let start = text.index(text.startIndex, offsetBy: amount.range.lowerBound)
            return start..<text.index(start, offsetBy: amount.range.count)
        }
        return nil
    }

    private static func put(_ amount: WrittenAmount, of text: [Character], in out: inout [Character]) {
        let shown = Array(amount.shown + mask)
        let rest = text[amount.range.upperBound...]
        if out.suffix(2).elementsEqual("  ") || rest.starts(with: "  ") {
            var missing = amount.range.count - shown.count
            if missing > 0 { out += Array(repeating: " ", count: missing) }
            // A longer mask takes of the space before it, but for one.
            while missing < 0, out.suffix(2).elementsEqual("  ") {
                out.removeLast()
                missing += 1
            }
        }
        out += shown
    }
}
