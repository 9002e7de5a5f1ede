import Advice
import Ledger
import Store

extension Routes {
    private static let geofence: [(String, JSON)] = [
        ("name", Shape.text), ("latitude", Shape.number), ("longitude", Shape.number), ("radius_m", Shape.whole),
        ("category", Shape.orNull(Shape.text)), ("policy", Shape.choice(["block", "warn"])),
    ]
    private static let decision = Shape.described(
        Shape.choice(["ok", "warn", "block"]),
        "block: payments are declined there for sure. warn: a place to be careful at, or one that declines and where the position may be off; payments go through. An app that knows only ok and block may take it as ok."
    )
    private static let check = Shape.object([
        ("decision", decision), ("stats", Shape.orNull(Shape.anyObject)),
        ("notifications", Shape.list(Shape.anyObject)),
    ])
    private static let asked: [(String, JSON)] = [
        ("lat", Shape.number), ("lon", Shape.number), ("accuracy_m", Shape.number), ("ts", Shape.text),
        ("user_id", Shape.text),
    ]

    private static let offer = Shape.object([
        ("name", Shape.text), ("radius_m", Shape.whole), ("category", Shape.text), ("policy", Shape.text),
    ])
    private static let shop = Shape.object([
        ("merchant", Shape.text), ("town", Shape.text), ("category", Shape.text), ("visits", Shape.whole),
        ("usual_cents", Shape.whole), ("currency", Shape.text), ("last", Shape.day),
        ("limit_left_cents", Shape.orNull(Shape.whole)), ("geofence_id", Shape.orNull(Shape.whole)), ("offer", offer),
    ])

    /// Geofences and positions, with the paths and fields of the Guardian Card API.
    static let places: [Route] = [
        Route(
            "GET", "/places", "Shops that one goes to, each as a geofence that lacks only its position", .read,
            answer: Shape.list(shop), isFlat: true
        ) { call in
            try call.household { seat in
                let geofences = try seat.index.geofences()
                return HTTPResponse(
                    .array(
                        try UsualPlace.offers(seat.index, asOf: call.today).prefix(100).map { offer in
                            let geofence = geofences.first { NameKey.key(of: $0.name) == NameKey.key(of: offer.name) }
                            return .object(
                                (offer.place.json.object ?? []) + [
                                    ("geofence_id", .optional(geofence) { .integer($0.id) }), ("offer", offer.json),
                                ])
                        }))
            }
        },
        Route(
            "GET", "/rules/geofence", "The geofences", .read,
            answer: Shape.list(Shape.object([("id", Shape.whole)] + geofence)), isFlat: true
        ) { call in
            try call.household { HTTPResponse(.array(try $0.index.geofences().map(\.json))) }
        },
        Route(
            "POST", "/rules/geofence", "Adds a geofence, or changes the one of that name", .write,
            body: Shape.object(geofence, optional: ["category", "policy"]),
            answer: Shape.object([("id", Shape.whole), ("status", Shape.choice(["created", "replaced"]))]),
            isFlat: true, run: addGeofence),
        Route(
            "DELETE", "/rules/geofence/{id}", "Removes a geofence", .write,
            parameters: [Route.Parameter(name: "id", schema: Shape.whole, isInPath: true)],
            answer: Shape.object([("status", Shape.text)]), isFlat: true
        ) { call in
            try call.household { seat in
                guard let id = Int64(call.path["id"] ?? ""), try seat.index.removeGeofence(id) else {
                    throw HTTPFault(.notFound, "there's no such geofence")
                }
                return HTTPResponse(.object([("status", .string("deleted"))]))
            }
        },
        Route(
            "POST", "/location/update", "Takes a position, and says what it means", .write,
            body: Shape.object(
                [
                    ("latitude", Shape.number), ("longitude", Shape.number), ("accuracy_m", Shape.number),
                    ("ts", Shape.text),
                ], optional: ["accuracy_m", "ts"]),
            answer: Shape.object([
                ("status", Shape.text), ("ts", Shape.text), ("decision", decision),
                ("stats", Shape.orNull(Shape.anyObject)), ("notifications", Shape.list(Shape.anyObject)),
            ]), isFlat: true
        ) { call in
            let fix = try PositionFields(call.fields().json).needed(now: call.now)
            return try call.household { seat in
                let guardian = LocationGuard(
                    seat.index, asOf: call.today, hours: call.service.settings.positionHours, said: call.service.nudges)
                let members = try guardian.update(fix, now: call.now).json(withRepeated: false).object ?? []
                return HTTPResponse(
                    .object([("status", .string("ok")), ("ts", .string(TimeText.iso(fix.time)))] + members))
            }
        },
        Route(
            "DELETE", "/location", "Forgets all positions", .write,
            answer: Shape.object([("forgotten", Shape.whole), ("complete", Shape.flag)]), isFlat: true, isInSteps: true
        ) { call in
            // What is in the log can be overwritten only once the rest is kept.
            try call.household { HTTPResponse(try LocationGuard.forgetAll(in: $0.index).json) }
        },
        Route(
            "GET", "/location-check", "What a position means, without keeping it", .read,
            parameters: asked.map { Route.Parameter(name: $0.0, schema: $0.1) }, answer: check, isFlat: true
        ) { call in
            let members = try asked.compactMap { name, _ -> (String, JSON)? in
                guard let text = call.request.parameter(name) else { return nil }
                guard !["user_id", "ts"].contains(name) else { return (name, .string(text)) }
                guard let number = Double(text), number.isFinite else {
                    throw HTTPFault(.invalidRequest, "“\(name)” must be a number")
                }
                return (name, .number(number))
            }
            return try check(call, .object(members))
        },
        Route(
            "POST", "/location-check", "What a position means, without keeping it", .read,
            body: Shape.object(asked, optional: ["accuracy_m", "ts", "user_id"]), answer: check, isFlat: true
        ) { call in try check(call, call.fields().json) },
    ]

    private static func check(_ call: Call, _ json: JSON) throws -> HTTPResponse {
        // Whose it is, the token says; “user_id” is an app's own.
        _ = try Fields(json: json).text("user_id")
        let fix = try PositionFields(json, latitude: "lat", longitude: "lon").needed(now: call.now)
        return try call.household { seat in
            let guardian = LocationGuard(
                seat.index, asOf: call.today, hours: call.service.settings.positionHours, said: call.service.nudges)
            return HTTPResponse(try guardian.check(fix, now: call.now).json)
        }
    }

    private static func addGeofence(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let payment = try PaymentFields(call, seat)
            let fields = payment.fields
            let name = try fields.needed("name", fields.text("name", most: 60))
            guard !NameKey.key(of: name).isEmpty else { throw HTTPFault(.invalidRequest, "“name” must be a name") }
            let center = try PositionFields(fields.json).point()
            let radii = Int64(LocationGuard.radii.lowerBound)...Int64(LocationGuard.radii.upperBound)
            let radius = try fields.needed("radius_m", fields.whole("radius_m", in: radii))
            let word = try fields.text("policy") ?? Geofence.Policy.block.rawValue
            guard let policy = Geofence.Policy(rawValue: word) else {
                throw HTTPFault(.invalidRequest, "“policy” must be block or warn")
            }
            let isThere = try seat.index.geofence(named: name) != nil
            let id = try seat.index.keepGeofence(
                name, at: center, radius: Int(radius), category: payment.category()?.id, policy: policy)
            let status = isThere ? "replaced" : "created"
            return HTTPResponse(.object([("id", .integer(id)), ("status", .string(status))]))
        }
    }
}

/// A position as phones send it.
struct PositionFields {
    private let fields: Fields
    private let names: (latitude: String, longitude: String)

    init(_ json: JSON, latitude: String = "latitude", longitude: String = "longitude") {
        fields = Fields(json: json)
        names = (latitude, longitude)
    }

    /// Whether there is any part of one.
    var isThere: Bool { fields[names.latitude] != nil || fields[names.longitude] != nil }

    func point() throws -> GeoPoint {
        guard let latitude = try fields.number(names.latitude), let longitude = try fields.number(names.longitude),
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else {
            throw HTTPFault(
                .invalidRequest,
                "“\(names.latitude)” and “\(names.longitude)” must be degrees north and east, such as 30.4021 and -97.7254"
            )
        }
        return point
    }

    /// - Parameter now: its time where it says none.
    func needed(now: Int64) throws -> LocationFix {
        var time = now
        if let text = try fields.text("ts") {
            guard let seconds = TimeText.seconds(text) else {
                throw HTTPFault(.invalidRequest, "“ts” must be a time in UTC such as 2026-10-31T09:30:00")
            }
            time = seconds
        }
        return LocationFix(
            try point(), accuracy: try fields.number("accuracy_m") ?? LocationGuard.usualAccuracy, time: time)
    }

    /// The same, nil where there is none.
    func fix(now: Int64) throws -> LocationFix? { isThere ? try needed(now: now) : nil }
}
