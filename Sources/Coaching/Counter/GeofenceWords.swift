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

    /// What holds at a place where one isn't: `That's at Mall, where payments are declined.`
    ///
    /// - Parameters:
    ///   - geofences: those that the place is in.
    ///   - isNamed: whether they may be named.
    static func there(_ geofences: [Geofence], isNamed: Bool, in taxonomy: Taxonomy) -> String {
        guard let first = geofences.first(where: { $0.policy == .block }) ?? geofences.first else {
            return isNamed
                ? "You have no geofence there, so payments aren't declined." : "Payments aren't declined there."
        }
        let known = geofences.prefix(mostNamed).map { "\($0.name), \(state($0, in: taxonomy))" }
        if isNamed { return "That's at \(known.joined(separator: "; and "))." }
        let what = what(first, in: taxonomy)
        return first.policy == .block
            ? "Payments\(what) are declined there." : "You're warned of payments\(what) there."
    }

    /// Most that are named.
    private static let mostNamed = 5

    /// All of them: `You have 2 geofences: Mall, where payments are declined, and …`
    static func list(_ geofences: [Geofence], in taxonomy: Taxonomy) -> String {
        guard !geofences.isEmpty else {
            return "You have no geofences. `coach geofence add` adds one, or say “warn me here” where you are."
        }
        let named = geofences.prefix(mostNamed).map { "\($0.name), \(state($0, in: taxonomy))" }
        let rest = geofences.count - named.count
        let count = geofences.count == 1 ? "1 geofence" : "\(geofences.count) geofences"
        return "You have \(count): \(named.joined(separator: "; "))\(rest > 0 ? "; and \(rest) more" : ""). "
            + "`coach geofence` shows where they are."
    }

    private static func payments(_ geofence: Geofence, in taxonomy: Taxonomy) -> String {
        "Payments\(what(geofence, in: taxonomy)) within \(geofence.radius) m of \(geofence.name)"
    }

    private static func what(_ geofence: Geofence, in taxonomy: Taxonomy) -> String {
        geofence.category.flatMap { RuleCategory(id: $0, in: taxonomy) }.map { " for \($0.words)" } ?? ""
    }
}
