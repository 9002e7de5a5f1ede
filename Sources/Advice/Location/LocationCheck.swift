import Ledger
import Store

/// Why a position is not believed, as one line for people.
public struct FixProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let message: String

    init(_ message: String) { self.message = message }

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

        /// What is only likely is not declined.
        public var decision: Decision { fence.policy == .block && isSure ? .block : .warn }
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
    public static func hit(_ fence: Geofence, _ fix: LocationFix) -> Hit? {
        let distance = fence.center.distance(to: fix.point)
        guard distance - fix.accuracy <= Double(fence.radius) else { return nil }
        return Hit(fence: fence, isSure: distance + fix.accuracy <= Double(fence.radius))
    }
}
