/// An amount where it stands.
struct WrittenAmount {
    let range: Range<Int>
    /// What of it may be seen: the sign or code of its currency.
    let shown: String

    init?(in text: [Character], at start: Int, after before: Character?) {
        let first = text[start]
        guard first.isNumber || first.isUppercase || "-+−".contains(first) || Self.signs.contains(first)
        else { return nil }
        // Not within a word, a day, or a number.
        if let before, before.isLetter || before.isNumber || ".,-/:".contains(before) { return nil }
        var index = start
        while index < text.count, "-+−".contains(text[index]) { index += 1 }
        let name = Self.currency(text, &index)
        let digits = index
        while index < text.count, text[index].isASCII, text[index].isNumber || Self.isInside(text, index) {
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
        guard !name.isEmpty || Self.hasCents(number, text, end) else { return nil }
        range = start..<end
        shown = name
    }

    /// A sign such as `$` or `CA$`, or a code and a space.
    private static func currency(_ text: [Character], _ index: inout Int) -> String {
        let start = index
        var end = index
        while end < text.count, text[end].isASCII, text[end].isUppercase, end - start < 3 { end += 1 }
        if end < text.count, signs.contains(text[end]) {
            index = end + 1
            return String(text[start..<index])
        }
        guard end - start == 3, end + 1 < text.count, " \n".contains(text[end]), text[end + 1].isNumber,
            codes.contains(String(text[start..<end]))
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

    /// Whether a word is a currency's code, which belongs to the number behind it: `CHF`, `-CHF`, `(CHF`.
    static func isCode(_ word: some StringProtocol) -> Bool {
        let code = word.drop { !$0.isLetter }
        return code.utf8.count == 3 && codes.contains(String(code))
    }

    private static let signs: Set<Character> = ["$", "€", "£", "¥", "₹", "₩", "₪"]

    /// Of currencies that are written with their code.
    private static let codes: Set<String> = [
        "AED", "AUD", "BGN", "BHD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "GEL",
        "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JOD", "JPY", "KES", "KRW", "KWD", "MAD", "MXN", "MYR", "NGN", "NOK",
        "NZD", "OMR", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY",
        "TWD", "UAH", "USD", "UYU", "VND", "ZAR",
    ]
}
