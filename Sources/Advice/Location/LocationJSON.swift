import Ledger
import Store

extension Geofence {
    /// As phones read it.
    public var json: JSON {
        .object([
            ("id", .integer(id)), ("name", .string(name)), ("latitude", .number(center.latitude)),
            ("longitude", .number(center.longitude)), ("radius_m", .int(radius)),
            ("category", .optional(category, JSON.string)), ("policy", .string(policy.rawValue)),
        ])
    }
}

extension LocationCheck {
    /// As phones read it: a decision, and what to notify of.
    public var json: JSON { json(withRepeated: true) }

    /// - Parameter withRepeated: whether a warning is told of again that was of the position before.
    public func json(withRepeated: Bool) -> JSON {
        let places = hits.filter { withRepeated || !$0.isRepeated }.map { hit in
            JSON.object([
                ("type", .string("geofence")),
                ("code", .string(hit.decision == .block ? "GEOFENCE_BLOCK" : "GEOFENCE_WARN")),
                ("severity", .string(hit.decision == .block ? "critical" : "warning")),
                ("geofence", .string(hit.geofence.name)), ("sure", .bool(hit.isSure)),
                ("message", .string(hit.sentence)),
            ])
        }
        let stays = nudge.map { nudge in
            JSON.object([
                ("type", .string("behavior")),
                (
                    "code",
                    .string(nudge.isAtRestaurant ? "RESTAURANT_STATIONARY_TOO_LONG" : "STATIONARY_TOO_LONG")
                ),
                ("severity", .string("warning")), ("geofence", .string(nudge.geofence.name)),
                ("message", .string(nudge.message)),
            ])
        }
        let stats = nudge.map { nudge in
            JSON.object([
                ("recent_stationary_pings", .int(nudge.fixes)),
                ("recent_stationary_pings_near_restaurants", .int(nudge.isAtRestaurant ? nudge.fixes : 0)),
                ("window_minutes", .int(nudge.minutes)),
            ])
        }
        return .object([
            ("decision", .string(decision.rawValue)), ("stats", stats ?? .null),
            ("notifications", .array(places + [stays].compactMap(\.self))),
        ])
    }
}

extension LocationCheck.Nudge {
    var isAtRestaurant: Bool { ["restaurants", "dining", "fast_food", "coffee"].contains(geofence.category ?? "") }
}
