import Advice
import Ledger

/// Radii of geofences as people write them: `250`, `250m`, `1.5km`, `1,000ft`, `0.5 mi`.
public enum GeofenceRadius {
    /// Units, in meters.
    private static let units = PlaceWords.numbers("unit")
    /// What one can be, for people.
    public static let bounds = "a radius from 10m to 50km (33ft to 31mi), such as 250m or 800ft"

    public static func isUnit(_ word: String) -> Bool { units[word.lowercased()] != nil }

    /// Whole meters; without a unit they are meters.
    ///
    /// - Returns: nil for what is none, or out of bounds.
    public static func meters(_ text: String) -> Int? {
        let unit = String(text.lowercased().reversed().prefix { $0.isLetter }.reversed())
        guard let meters = unit.isEmpty ? 1 : units[unit],
            let number = number(text.dropLast(unit.count).filter { !$0.isWhitespace }), number.isFinite,
            abs(number) < 1e6, LocationGuard.radii.contains(Int((number * meters).rounded()))
        else { return nil }
        return Int((number * meters).rounded())
    }

    /// Commas part thousands alone.
    private static func number(_ text: String) -> Double? {
        let whole = text.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
        guard whole.count > 1 else { return Double(text) }
        guard (1...3).contains(whole[0].count), whole.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        return Double(text.replacing(",", with: ""))
    }
}
