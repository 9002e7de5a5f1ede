/// An amount to be saved by a day.
public struct SavingGoal: Hashable, Sendable {
    public var name: String
    /// Above zero.
    public var target: Money
    public var by: CivilDate
    /// The day it was set on; what is saved after it counts.
    public var since: CivilDate

    public init(name: String, target: Money, by: CivilDate, since: CivilDate) {
        self.name = name
        self.target = target
        self.by = by
        self.since = since
    }

    /// In major units.
    public static let largestTarget: Int64 = 1_000_000_000

    /// In characters.
    public static let longestName = 60

    /// What a goal may be called, on one line: pages of others show it too.
    ///
    /// - Returns: nil for a name without a letter or digit, one with angle brackets or signs that are not seen, and a
    ///   long one.
    public static func name(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isShown = words.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .privateUse, .surrogate, .unassigned: scalar == "\u{200D}"
            default: scalar != "<" && scalar != ">"
            }
        }
        guard isShown, words.count <= longestName, words.unicodeScalars.count <= 4 * longestName,
            words.contains(where: { $0.isLetter || $0.isNumber })
        else { return nil }
        return words
    }
}
