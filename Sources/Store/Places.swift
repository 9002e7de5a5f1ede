import Ledger

/// A circle on the ground that purchases are held against.
public struct Geofence: Sendable, Hashable {
    public enum Policy: String, Sendable, CaseIterable {
        /// Payments within it are declined.
        case block
        /// They are only warned of.
        case warn
    }

    public let id: Int64
    public var name: String
    public let center: GeoPoint
    /// Meters.
    public let radius: Int
    /// Only purchases of this category; nil for all.
    public let category: String?
    public let policy: Policy
    /// When staying there was last spoken of; seconds since 1970-01-01 UTC.
    public let nudgedAt: Int64?

    /// Whether another one is the same with the same rule.
    public func isLike(_ other: Geofence) -> Bool { GeofenceSnapshot(self) == GeofenceSnapshot(other) }
}

/// Where a phone says it is.
public struct LocationFix: Sendable, Hashable {
    public let point: GeoPoint
    /// Meters within which it surely is.
    public let accuracy: Double
    /// Seconds since 1970-01-01 UTC.
    public let time: Int64

    public init(_ point: GeoPoint, accuracy: Double, time: Int64) {
        (self.point, self.accuracy, self.time) = (point, accuracy, time)
    }
}

extension HouseholdIndex {
    // MARK: Geofences

    public func geofences() throws(StoreError) -> [Geofence] {
        try database.rows(
            "SELECT id, name, latitude, longitude, radius, category, policy, nudged_at FROM geofence ORDER BY id"
        ) { row in
            HouseholdIndex.point(row.int(2), row.int(3)).map { center in
                Geofence(
                    id: row.int(0), name: row.text(1), center: center, radius: Int(row.int(4)),
                    category: row.optionalText(5), policy: Geofence.Policy(rawValue: row.text(6)) ?? .warn,
                    nudgedAt: row.isNull(7) ? nil : row.int(7))
            }
        }.compactMap(\.self)
    }

    /// The geofence that one of this name would change.
    public func geofence(named name: String) throws(StoreError) -> Geofence? {
        let id = try database.first("SELECT id FROM geofence WHERE name = ?", [.text(name)]) { $0.int(0) }
        return try geofences().first { $0.id == id }
    }

    /// Keeps a geofence; one of the same name is changed. It is an action of its own also where it was just so before: an undo
    /// that comes after it leaves that one alone.
    ///
    /// - Returns: its number.
    public func keepGeofence(
        _ name: String, at center: GeoPoint, radius: Int, category: String?, policy: Geofence.Policy
    ) throws -> Int64 {
        try StoreError.refuseCardNumber(in: name)
        return try database.write {
            let before = try geofence(named: name)
            try database.run(
                """
                INSERT INTO geofence (name, latitude, longitude, radius, category, policy) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET name = excluded.name, latitude = excluded.latitude,
                longitude = excluded.longitude, radius = excluded.radius, category = excluded.category,
                policy = excluded.policy, nudged_at = NULL
                """, .text(name), .int(HouseholdIndex.units(center.latitude)),
                .int(HouseholdIndex.units(center.longitude)), .int(Int64(radius)), .optional(category),
                .text(policy.rawValue))
            let id = try database.first("SELECT id FROM geofence WHERE name = ?", [.text(name)]) { $0.int(0) } ?? 0
            try note(GeofenceSnapshot(id: id, name: name, before: before))
            return id
        }
    }

    /// Takes a geofence away, as one action that `undoLastCorrection` takes back.
    ///
    /// - Returns: whether there was one.
    public func removeGeofence(_ id: Int64) throws -> Bool {
        try database.write {
            guard let geofence = try geofences().first(where: { $0.id == id }) else { return false }
            try database.run("DELETE FROM geofence WHERE id = ?", .int(id))
            try note(GeofenceSnapshot(geofence))
            return true
        }
    }

    private func note(_ change: GeofenceSnapshot) throws(StoreError) {
        try database.run(
            "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')", .int(try nextBatch),
            .text(change.text))
    }

    /// - Returns: what became of it, as part of a sentence.
    func takeBack(_ change: GeofenceSnapshot) throws(StoreError) -> String {
        try database.run("DELETE FROM geofence WHERE id = ?", .int(change.id))
        guard let values = change.values else { return "the geofence \(change.name) is gone" }
        // Another one may have taken its name since; that was taken back before.
        try database.run(
            """
            INSERT OR REPLACE INTO geofence (id, name, latitude, longitude, radius, category, policy)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, .int(change.id), .text(change.name), .int(values.latitude), .int(values.longitude),
            .int(values.radius), .optional(values.category), .text(values.policy))
        return "the geofence \(change.name) is back the way it was"
    }

    /// Notes that staying there is spoken of, unless it was since a moment.
    ///
    /// - Returns: whether it is to be: of several who ask at once, for one alone.
    public func claimNudge(ofGeofence id: Int64, at now: Int64, unlessSince border: Int64) throws(StoreError) -> Bool {
        try database.run(
            "UPDATE geofence SET nudged_at = ? WHERE id = ? AND (nudged_at IS NULL OR nudged_at <= ?)", .int(now),
            .int(id), .int(border))
        return database.changes > 0
    }

    // MARK: Positions

    /// The positions that are kept and believed, newest first.
    public func positions() throws(StoreError) -> [LocationFix] {
        try allPositions().compactMap { $0.isDoubted ? nil : $0.fix }
    }

    /// The position that cannot be, going by the ones before it, and was confirmed or dropped by none since.
    public func doubtedPosition() throws(StoreError) -> LocationFix? {
        try allPositions().first.flatMap { $0.isDoubted ? $0.fix : nil }
    }

    private func allPositions() throws(StoreError) -> [(fix: LocationFix, isDoubted: Bool)] {
        try database.rows("SELECT latitude, longitude, accuracy, at, doubted FROM position ORDER BY at DESC") { row in
            HouseholdIndex.point(row.int(0), row.int(1)).map {
                (LocationFix($0, accuracy: Double(row.int(2)), time: row.int(3)), row.int(4) == 1)
            }
        }.compactMap(\.self)
    }

    /// - Parameter isDoubted: whether it cannot be, going by the ones before it; it takes no believed one's place.
    public func keep(_ fix: LocationFix, isDoubted: Bool = false) throws(StoreError) {
        try database.run(
            """
            INSERT INTO position (at, latitude, longitude, accuracy, doubted) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (at) DO UPDATE SET latitude = excluded.latitude, longitude = excluded.longitude,
            accuracy = excluded.accuracy, doubted = excluded.doubted WHERE doubted >= excluded.doubted
            """, .int(fix.time), .int(HouseholdIndex.units(fix.point.latitude)),
            .int(HouseholdIndex.units(fix.point.longitude)), .int(Int64(fix.accuracy.rounded(.up))),
            .int(isDoubted ? 1 : 0))
    }

    /// Overwrites the positions from before a moment, the offers of geofences there, and what kept conversations told of where one
    /// was, in the file and beside it.
    ///
    /// - Parameter border: what was said of staying somewhere before it is forgotten too: it tells where one was.
    /// - Returns: how many positions there were.
    @discardableResult
    public func forgetPositions(before moment: Int64, nudgesBefore border: Int64) throws -> Int {
        guard !database.isReadOnly, try moment == .max || isAnythingToOverwrite(moment, border) else { return 0 }
        try database.run(script: "PRAGMA secure_delete = ON")
        defer { try? database.run(script: "PRAGMA secure_delete = OFF") }
        let count = try database.write {
            let all = try allPositions()
            let kept = all.filter { $0.fix.time >= moment }
            if kept.count < all.count {
                // Rows that moved within the file left copies of themselves, so none stays where it is.
                try database.run("DELETE FROM position")
                for (fix, isDoubted) in kept { try keep(fix, isDoubted: isDoubted) }
            }
            try database.run("UPDATE geofence SET nudged_at = NULL WHERE nudged_at < ?", .int(border))
            let others = try database.changes + removePlacesFromConversations()
            try database.run("DELETE FROM offer WHERE \(HouseholdIndex.isSeenBefore)", .int(moment))
            if kept.count < all.count || others > 0 || database.changes > 0 {
                // Any number will do that nobody else has.
                try database.run("INSERT OR IGNORE INTO log_to_empty (since) VALUES (random())")
            }
            return all.count - kept.count
        }
        try database.onceKept { [self] in try checkpointLog(of: logMarks()) }
        return count
    }

    /// The marks of those who overwrote something that the log may hold still.
    func logMarks() throws(StoreError) -> [Int64] {
        try database.rows("SELECT since FROM log_to_empty") { $0.int(0) }
    }

    /// Empties the log and takes these marks away; what others marked since then may have come into the log afterwards.
    func checkpointLog(of marks: [Int64]) throws(StoreError) {
        guard try database.checkpointLog() else { return }
        for mark in marks { try database.run("DELETE FROM log_to_empty WHERE since = ?", .int(mark)) }
    }

    /// The earliest moment that a position is of, or that staying was spoken of; nil for none.
    public func oldestTrace() throws(StoreError) -> (position: Int64?, nudge: Int64?) {
        try database.first("SELECT (SELECT min(at) FROM position), (SELECT min(nudged_at) FROM geofence)") {
            ($0.optionalInt(0), $0.optionalInt(1))
        } ?? (nil, nil)
    }

    /// Whether the log still holds what was overwritten, because somebody else read from it.
    public var isLogToBeEmptied: Bool {
        get throws { try database.first("SELECT 1 FROM log_to_empty LIMIT 1") { _ in true } ?? false }
    }

    private func isAnythingToOverwrite(_ moment: Int64, _ border: Int64) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM position WHERE at < ? UNION ALL SELECT 1 FROM geofence WHERE nudged_at < ?
            UNION ALL SELECT 1 FROM offer WHERE \(HouseholdIndex.isSeenBefore)
            UNION ALL SELECT 1 FROM log_to_empty LIMIT 1
            """, [.int(moment), .int(border), .int(moment)]
        ) { _ in true } ?? false
    }

    /// That an offer is of where one was before a moment.
    private static let isSeenBefore = "kind = 'geofence' AND json_extract(body, '$.seen_at') < ?"

    fileprivate static func units(_ degrees: Double) -> Int64 { Int64((degrees * 10_000_000).rounded()) }

    private static func point(_ latitude: Int64, _ longitude: Int64) -> GeoPoint? {
        GeoPoint(latitude: Double(latitude) / 10_000_000, longitude: Double(longitude) / 10_000_000)
    }
}

/// What a geofence was before a change, as the list of corrections knows it.
struct GeofenceSnapshot: Equatable {
    struct Values: Equatable {
        /// Ten-millionths of a degree.
        let latitude: Int64
        let longitude: Int64
        let radius: Int64
        let category: String?
        let policy: String
    }

    let id: Int64
    let name: String
    /// nil: there was none.
    let values: Values?

    init(_ geofence: Geofence) { self.init(id: geofence.id, name: geofence.name, before: geofence) }

    init(id: Int64, name: String, before: Geofence?) {
        (self.id, self.name) = (id, before?.name ?? name)
        values = before.map {
            Values(
                latitude: HouseholdIndex.units($0.center.latitude),
                longitude: HouseholdIndex.units($0.center.longitude),
                radius: Int64($0.radius), category: $0.category, policy: $0.policy.rawValue)
        }
    }

    /// `fence 3 304021000 -977254000 250 block - Mall`, `fence 3 none Mall`.
    var text: String {
        guard let values else { return "fence \(id) none \(name)" }
        return "fence \(id) \(values.latitude) \(values.longitude) \(values.radius) \(values.policy) "
            + "\(values.category ?? "-") \(name)"
    }

    init?(_ text: String) {
        let head = text.split(separator: " ", maxSplits: 3)
        guard head.count == 4, head[0] == "fence", let id = Int64(head[1]) else { return nil }
        self.id = id
        if head[2] == "none" {
            (name, values) = (String(head[3]), nil)
            return
        }
        let rest = head[3].split(separator: " ", maxSplits: 4)
        guard rest.count == 5, let latitude = Int64(head[2]), let longitude = Int64(rest[0]),
            let radius = Int64(rest[1])
        else { return nil }
        name = String(rest[4])
        values = Values(
            latitude: latitude, longitude: longitude, radius: radius,
            category: rest[3] == "-" ? nil : String(rest[3]), policy: String(rest[2]))
    }
}
