import Ledger

/// Sentences with sums in whole dollars, for a screen: who reads “$672” has read all there is to read. Below a hundred
/// the cents stay, since prices are known by them, but for `.00`.
public enum WholeAmounts {
    /// Major units from which on cents are left out.
    private static let least: Int64 = 100

    /// - Parameter asked: what was asked; amounts that stand in it stay as they were said.
    public static func shown(_ text: String, asked: String = "") -> String {
        guard text.contains(".") else { return text }
        let characters = Array(text)
        let said = asked.filter { $0 != "," }
        var out = ""
        var index = 0
        while index < characters.count {
            let before = index > 0 ? characters[index - 1] : nil
            guard let amount = WrittenAmount(in: characters, at: index, after: before) else {
                out.append(characters[index])
                index += 1
                continue
            }
            let written = String(characters[amount.range])
            out += whole(written, said, isMoney: !amount.shown.isEmpty) ?? written
            index = amount.range.upperBound
        }
        return out
    }

    private static func whole(_ written: String, _ said: String, isMoney: Bool) -> String? {
        guard isMoney, let first = written.firstIndex(where: { $0.isNumber }) else { return nil }
        let parts = written[first...].filter { $0 != "," }.split(separator: ".")
        guard parts.count == 2, parts[1].utf8.count == 2, let units = Int64(parts[0]), let cents = Int64(parts[1]),
            units < .max / 2, cents == 0 || units >= least, cents == 0 || !said.contains(parts.joined(separator: "."))
        else { return nil }
        return written[..<first] + groupedThousands(Int(units + (cents >= 50 ? 1 : 0)))
    }
}
