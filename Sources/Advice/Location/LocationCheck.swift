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

    /// A circle that one is in, or may be in.
    public struct Hit: Sendable {
        public let fence: Geofence
        /// Whether the whole of what the position may be lies within.
        public let isSure: Bool
        /// What the circle is for, as part of a sentence; nil for all purchases.
        let what: String?
        /// What one usually spends there; nil where that isn't known, or wasn't looked for.
        var habit: UsualPlace?

        /// What is only likely is not declined.
        public var decision: Decision { fence.policy == .block && isSure ? .block : .warn }

        /// For people: `You're at H-E-B on Burnet: usually $62.00, $140.00 left of your groceries limit this month.`
        public var sentence: String {
            let place = "You\(isSure ? "'re" : " may be") at \(fence.name): "
            let what = what.map { " for \($0)" } ?? ""
            if decision == .block { return place + "payments\(what) are declined here." }
            return place + (habit?.words ?? "think twice about paying\(what) here.")
        }
    }

    /// Staying in a circle, which is spoken of once.
    public struct Nudge: Sendable {
        public let fence: Geofence
        public let minutes: Int
        /// Positions that show it.
        public let fixes: Int
        /// A sentence or two with the figure that matters.
        public let message: String
    }

    /// Those that block first.
    public let hits: [Hit]
    public let nudge: Nudge?

    public var decision: Decision { hits.map(\.decision).max() ?? .ok }

    /// Whether one is surely in a circle, may be, or is not.
    ///
    /// - Returns: nil outside.
    static func hit(_ fence: Geofence, _ fix: LocationFix, what: String?) -> Hit? {
        let distance = fence.center.distance(to: fix.point)
        guard distance - fix.accuracy <= Double(fence.radius) else { return nil }
        return Hit(fence: fence, isSure: distance + fix.accuracy <= Double(fence.radius), what: what)
    }
}
