import Advice
import Ledger
import Store

extension Routes {
    private static let fence = Shape.object([
        ("id", Shape.whole), ("name", Shape.text), ("latitude", Shape.number), ("longitude", Shape.number),
        ("radius_m", Shape.whole), ("category", Shape.orNull(Shape.text)), ("policy", Shape.choice(["block", "warn"])),
    ])

    /// Circles and positions, with the paths and fields of the Guardian Card API.
    static let places: [Route] = [
        Route("GET", "/rules/geofence", "The geofences", .read, answer: Shape.list(fence), isFlat: true) { call in
            try call.household { HTTPResponse(.array(try $0.index.geofences().map(\.json))) }
        },
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
            "GET", "/location-check", "What a position means", .read,
            parameters: [
                Route.Parameter(name: "lat", schema: Shape.number), Route.Parameter(name: "lon", schema: Shape.number),
            ], answer: Shape.object([("decision", Shape.text)]), isFlat: true
        ) { call in
            try check(call, Double(call.request.parameter("lat") ?? ""), Double(call.request.parameter("lon") ?? ""))
        },
        Route(
            "POST", "/location-check", "What a position means", .read,
            body: Shape.object([("lat", Shape.number), ("lon", Shape.number)]),
            answer: Shape.object([("decision", Shape.text)]), isFlat: true
        ) { call in
            let fields = try call.fields()
            return try check(call, fields.number("lat"), fields.number("lon"))
        },
    ]

    private static func check(_ call: Call, _ latitude: Double?, _ longitude: Double?) throws -> HTTPResponse {
        guard let latitude, let longitude, let point = GeoPoint(latitude: latitude, longitude: longitude) else {
            throw HTTPFault(
                .invalidRequest, "“lat” and “lon” must be degrees north and east, such as 30.4021 and -97.7254")
        }
        return try call.household { seat in
            let fix = LocationFix(point, accuracy: LocationGuard.usualAccuracy, time: call.now)
            return HTTPResponse(try LocationGuard(seat.index, asOf: call.today).check(fix, now: call.now).json)
        }
    }
}
