import Glibc

/// A place on the ground.
public struct GeoPoint: Hashable, Sendable {
    /// Degrees north, -90…90.
    public let latitude: Double
    /// Degrees east, -180…180.
    public let longitude: Double

    /// The mean radius of the earth in meters (IUGG). A sphere of it is off by half a percent at most, which is less than
    /// what a phone knows of a place of some hundred meters.
    public static let earthRadius = 6_371_008.8

    /// - Returns: nil for what is no place.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Meters along the great circle, by the haversine formula, which is exact for near places too.
    public func distance(to other: GeoPoint) -> Double {
        let degree = Double.pi / 180
        let (north, east) = ((other.latitude - latitude) * degree / 2, (other.longitude - longitude) * degree / 2)
        let square =
            sin(north) * sin(north) + cos(latitude * degree) * cos(other.latitude * degree) * sin(east) * sin(east)
        return 2 * GeoPoint.earthRadius * atan2(square.squareRoot(), max(0, 1 - square).squareRoot())
    }
}
