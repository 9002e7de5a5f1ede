import Glibc
import Ledger
import TestSupport
import Testing

@testable import Advice
@testable import Store

/// Distances and geofences against geographiclib, with places drawn anew across the date line, around the poles, near, and opposite.
/// `LocationTests` has a table of them that needs no library.
@Suite(.enabled(if: Geographiclib.python != nil, "needs geographiclib for Python: make geometry"))
struct GeodesicTests {
    private static let seeds: [UInt64] = [25, 26, 27]

    /// Where geofences are drawn wrongly most easily, and anywhere.
    private static func center(_ random: inout SeededGenerator) -> (Double, Double) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: (Double.random(in: -85...85, using: &random), Double.random(in: -0.01...0.01, using: &random) + 180)
        case 1: (90 - Double.random(in: 0...0.01, using: &random), Double.random(in: -180...180, using: &random))
        case 2: (Double.random(in: 0...0.01, using: &random) - 90, Double.random(in: -180...180, using: &random))
        case 3: ([90.0, -90, 0].randomElement(using: &random)!, [180.0, -180, 0].randomElement(using: &random)!)
        default: (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
        }
    }

    private static func point(_ latitude: Double, _ longitude: Double) throws -> GeoPoint {
        let east = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        return try #require(GeoPoint(latitude: latitude, longitude: east))
    }

    @Test(arguments: seeds) func distancesAreThoseOfGeographiclib(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var pairs: [(GeoPoint, GeoPoint)] = []
        for number in 0..<2_000 {
            let (one, other) = (Self.center(&random), Self.center(&random))
            guard number % 2 == 0 else {
                // A neighbor, some meters to some kilometers away.
                let degrees = [0.0001, 0.001, 0.01, 0.1].randomElement(using: &random)!
                let north = min(90, max(-90, one.0 + Double.random(in: -degrees...degrees, using: &random)))
                let east = one.1 + Double.random(in: -degrees...degrees, using: &random)
                pairs.append((try Self.point(one.0, one.1), try Self.point(north, east)))
                continue
            }
            pairs.append((try Self.point(one.0, one.1), try Self.point(other.0, other.1)))
        }
        let known = try Geographiclib.ask(
            "inverse",
            pairs.map { [$0.0.latitude, $0.0.longitude, $0.1.latitude, $0.1.longitude] })
        for ((one, other), meters) in zip(pairs, known) {
            let distance = one.distance(to: other)
            // Opposite sides of the earth are told apart worse; no circle is that large.
            let tolerance = meters[0] > 19_000_000 ? 1 : max(0.001, meters[0] * 1e-9)
            #expect(abs(distance - meters[0]) <= tolerance, "\(one) \(other): \(distance), \(meters)")
            #expect(abs(other.distance(to: one) - distance) <= 1e-6)
        }
    }

    /// A place right within the border of a geofence, and one right beyond it, in every direction.
    @Test(arguments: seeds) func geofencesEndWhereGeographiclibSaysTheyDo(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (geofences, questions) = ([(geofence: Geofence, isInside: Bool)](), [[Double]]())
        for number in 0..<2_000 {
            let (latitude, longitude) = Self.center(&random)
            let radius = [10, 100, 250, 1_000, 50_000].randomElement(using: &random)!
            let geofence = Geofence(
                id: Int64(number), name: "Mall", center: try Self.point(latitude, longitude), radius: radius,
                category: nil, policy: .block, nudgedAt: nil)
            let isInside = number % 2 == 0
            geofences.append((geofence, isInside))
            questions.append([
                geofence.center.latitude, geofence.center.longitude, Double.random(in: -180...180, using: &random),
                Double(radius) + (isInside ? -0.1 : 0.1),
            ])
        }
        for (geofence, place) in zip(geofences, try Geographiclib.ask("direct", questions)) {
            let fix = LocationFix(try Self.point(place[0], place[1]), accuracy: 0.001, time: 0)
            let hit = LocationCheck.hit(geofence.geofence, fix, what: nil)
            #expect((hit != nil) == geofence.isInside, "\(geofence.geofence) \(place)")
            if geofence.isInside { #expect(hit?.isSure == true) }
        }
    }
}

/// The library, through a script in Python.
enum Geographiclib {
    private static let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// A Python that has it: the one of `make geometry`, or the system's; nil where none does.
    static let python: String? = ["\(repository)/.build/geometry/bin/python", "python3"].first {
        system("'\($0)' -c 'import geographiclib' 2> /dev/null") == 0
    }

    static func ask(_ question: String, _ lines: [[Double]]) throws -> [[Double]] {
        let folder = try TestFolder()
        let text = lines.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n") + "\n"
        TestFolder.write(Array(text.utf8), to: folder.file("in"))
        let script = "\(repository)/Tests/Fixtures/geodesic.py"
        let command = "'\(python ?? "")' '\(script)' \(question) < '\(folder.file("in"))' > '\(folder.file("out"))'"
        try #require(system(command) == 0)
        let answers = String(decoding: TestFolder.bytes(folder.file("out")), as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ").compactMap { Double($0) } }
        try #require(answers.count == lines.count && answers.allSatisfy { !$0.isEmpty })
        return answers
    }
}
