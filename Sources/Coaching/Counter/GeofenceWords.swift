import Advice
import Ledger
import Store

/// What geofences do, as sentences.
public enum GeofenceWords {
    /// What one does from now on, and what it did before where that was another thing.
    ///
    /// - Parameter before: the one that it takes the place of.
    public static func rule(_ geofence: Geofence, after before: Geofence? = nil, in taxonomy: Taxonomy) -> String {
        let payments = payments(geofence, in: taxonomy)
        let rule =
            geofence.policy == .block ? "\(payments) will be declined" : "You'll be warned of \(payments.loweredFirst)"
        guard let before, before.policy != geofence.policy else { return rule + "." }
        return rule + (before.policy == .block ? "; so far they were declined." : "; so far you were only warned.")
    }

    /// What one does already.
    static func standing(_ geofence: Geofence, in taxonomy: Taxonomy) -> String {
        let payments = payments(geofence, in: taxonomy)
        return geofence.policy == .block
            ? "\(payments) are declined already" : "You're already warned of \(payments.loweredFirst)"
    }

    /// Behind the name of one: `where payments for fun are declined`.
    static func state(_ geofence: Geofence, in taxonomy: Taxonomy) -> String {
        let what = what(geofence, in: taxonomy)
        return geofence.policy == .block
            ? "where payments\(what) are declined" : "where you're warned of payments\(what)"
    }

    private static func payments(_ geofence: Geofence, in taxonomy: Taxonomy) -> String {
        "Payments\(what(geofence, in: taxonomy)) within \(geofence.radius) m of \(geofence.name)"
    }

    private static func what(_ geofence: Geofence, in taxonomy: Taxonomy) -> String {
        geofence.category.flatMap { RuleCategory(id: $0, in: taxonomy) }.map { " for \($0.words)" } ?? ""
    }
}
