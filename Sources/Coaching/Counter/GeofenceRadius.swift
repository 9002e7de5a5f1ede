import Advice
import Ledger

/// Radii of geofences as people write them: `250`, `250m`, `1.5km`, `500ft`, `0.5 mi`.
public enum GeofenceRadius {
    /// Units, in meters.
    private static let units: [String: Double] = [
        "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "km": 1_000, "kilometer": 1_000, "kilometers": 1_000,
        "kilometre": 1_000, "kilometres": 1_000, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "yd": 0.9144,
        "yds": 0.9144, "yard": 0.9144, "yards": 0.9144, "mi": 1_609.344, "mile": 1_609.344, "miles": 1_609.344,
    ]
    /// What one can be, for people.
    public static let bounds = "a radius from 10m to 50km (33ft to 31mi), such as 250m or 800ft"

    public static func isUnit(_ word: String) -> Bool { units[word.lowercased()] != nil }

    /// Whole meters; without a unit they are meters.
    ///
    /// - Returns: nil for what is none, or out of bounds.
    public static func meters(_ text: String) -> Int? {
        let unit = String(text.lowercased().reversed().prefix { $0.isLetter }.reversed())
        guard let meters = unit.isEmpty ? 1 : units[unit],
            let number = Double(text.dropLast(unit.count).filter { !$0.isWhitespace }), number.isFinite,
            abs(number) < 1e6, LocationGuard.radii.contains(Int((number * meters).rounded()))
        else { return nil }
        return Int((number * meters).rounded())
    }
}
