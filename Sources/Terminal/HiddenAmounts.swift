/// Text with its amounts of money made unreadable, for a screen that others see: counts, percentages, days, and names stay.
public enum HiddenAmounts {
    /// What stands in place of an amount; its length says nothing of the size.
    public static let mask = "•••"

    private static let signs: Set<Character> = ["$", "€", "£", "¥", "₹", "₩", "₪"]

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
            } else if let amount = Amount(in: characters, at: index, after: before) {
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
            guard let amount = Amount(in: characters, at: index, after: index > 0 ? characters[index - 1] : nil)
            else { continue }
            guard !characters[amount.range].contains("\n") else { return nil }
            let start = text.index(text.startIndex, offsetBy: amount.range.lowerBound)
            return start..<text.index(start, offsetBy: amount.range.count)
        }
        return nil
    }

    private static func put(_ amount: Amount, of text: [Character], in out: inout [Character]) {
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

    /// An amount where it stands.
    private struct Amount {
        let range: Range<Int>
        /// What of it may be seen: the sign or code of its currency.
        let shown: String

        init?(in text: [Character], at start: Int, after before: Character?) {
            let first = text[start]
            guard first.isNumber || first.isUppercase || "-+−".contains(first) || HiddenAmounts.signs.contains(first)
            else { return nil }
            // Not within a word, a day, or a number.
            if let before, before.isLetter || before.isNumber || ".,-/:".contains(before) { return nil }
            var index = start
            while index < text.count, "-+−".contains(text[index]) { index += 1 }
            let name = Amount.currency(text, &index)
            let digits = index
            while index < text.count, text[index].isASCII, text[index].isNumber || Amount.isInside(text, index) {
                index += 1
            }
            guard index > digits else { return nil }
            var end = index
            if end < text.count, !name.isEmpty, "kKmM".contains(text[end]),
                end + 1 == text.count || !text[end + 1].isLetter
            {
                end += 1
            }
            let number = String(text[digits..<index])
            guard !name.isEmpty || Amount.hasCents(number, text, end) else { return nil }
            range = start..<end
            shown = name
        }

        /// A sign such as `$` or `CA$`, or a code and a space.
        private static func currency(_ text: [Character], _ index: inout Int) -> String {
            let start = index
            var end = index
            while end < text.count, text[end].isASCII, text[end].isUppercase, end - start < 3 { end += 1 }
            if end < text.count, HiddenAmounts.signs.contains(text[end]) {
                index = end + 1
                return String(text[start..<index])
            }
            guard end - start == 3, end + 1 < text.count, " \n".contains(text[end]), text[end + 1].isNumber,
                HiddenAmounts.codes.contains(String(text[start..<end]))
            else { return "" }
            index = end + 1
            return String(text[start..<index])
        }

        private static func isInside(_ text: [Character], _ index: Int) -> Bool {
            ",.".contains(text[index]) && index + 1 < text.count && text[index + 1].isNumber
        }

        /// `812.40`, but neither `12.50%` nor `1.2.03`.
        private static func hasCents(_ number: String, _ text: [Character], _ end: Int) -> Bool {
            let parts = number.split(separator: ".", omittingEmptySubsequences: false)
            let follows: Character = end < text.count ? text[end] : " "
            return parts.count == 2 && parts[1].count == 2 && !"%-/:".contains(follows) && !follows.isLetter
        }
    }

    /// Of currencies that are written with their code.
    private static let codes: Set<String> = [
        "AED", "AUD", "BGN", "BHD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "GEL",
        "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JOD", "JPY", "KES", "KRW", "KWD", "MAD", "MXN", "MYR", "NGN", "NOK",
        "NZD", "OMR", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY",
        "TWD", "UAH", "USD", "UYU", "VND", "ZAR",
    ]
}
