import Ledger
import Store

/// Why a position is not believed, as one line for people.
public struct FixProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let message: String
    /// Whether only the positions before speak against it, one of which may be wrong instead.
    let isDoubt: Bool

    init(_ message: String, isDoubt: Bool = false) { (self.message, self.isDoubt) = (message, isDoubt) }

    public var description: String { message }
}

/// What a position means for spending there.
public struct LocationCheck: Sendable {
    public enum Decision: String, Sendable, Comparable {
        case ok, warn, block

        public static func < (one: Decision, two: Decision) -> Bool {
            let order: [Decision] = [.ok, .warn, .block]
            return order.firstIndex(of: one)! < order.firstIndex(of: two)!
        }
    }

    /// A geofence that one is in, or may be in.
    public struct Hit: Sendable {
        public internal(set) var geofence: Geofence
        /// Whether the whole of what the position may be lies within.
        public let isSure: Bool
        /// What the geofence is for, as part of a sentence; nil for all purchases.
        let what: String?
        /// What one usually spends there; nil where that isn't known, or wasn't looked for.
        var habit: UsualPlace?
        /// Whether it was told of the position before already.
        var isRepeated = false
        /// Seconds since one was there, where that was told before; nil where it was told just now.
        public internal(set) var age: Int64?

        /// What is only likely is not declined.
        public var decision: Decision { geofence.policy == .block && isSure ? .block : .warn }

        /// For people: `You're at H-E-B on Burnet: usually $62.00, $140.00 left of your groceries limit this month.`
        public var sentence: String {
            let what = what.map { " for \($0)" } ?? ""
            let there = isBefore ? "there" : "here"
            if decision == .block { return "You\(being): payments\(what) are declined \(there)." }
            return "You\(being): \(habit?.words ?? "think twice about paying\(what) \(there).")"
        }

        /// Behind `you`: `'re at Mall`, ` may be at Mall`, ` were at Mall 3 minutes ago`.
        public var being: String {
            guard isBefore else { return "\(isSure ? "'re" : " may be") at \(geofence.name)" }
            let minutes = (age ?? 0) / 60
            let ago = "\(minutes) minute\(minutes == 1 ? "" : "s") ago"
            return " \(isSure ? "were" : "may have been") at \(geofence.name) \(ago)"
        }

        private var isBefore: Bool { age ?? 0 >= 60 }
    }

    /// Staying in a geofence, which is spoken of once.
    public struct Nudge: Sendable {
        public let geofence: Geofence
        public let minutes: Int
        /// Positions that show it.
        public let fixes: Int
        /// A sentence or two with the figure that matters.
        public let message: String
    }

    /// Those that block first.
    public internal(set) var hits: [Hit]
    public let nudge: Nudge?

    public var decision: Decision { hits.map(\.decision).max() ?? .ok }

    /// Whether one is surely in a geofence, may be, or is not.
    ///
    /// - Returns: nil outside.
    static func hit(_ geofence: Geofence, _ fix: LocationFix, what: String?) -> Hit? {
        let distance = geofence.center.distance(to: fix.point)
        guard distance - fix.accuracy <= Double(geofence.radius) else { return nil }
        return Hit(geofence: geofence, isSure: distance + fix.accuracy <= Double(geofence.radius), what: what)
    }
}
