import Ledger

/// A code of letters and digits for a piece of the ground: a plus code (Open Location Code 1.0), or a geohash.
struct AreaCode {
    let center: GeoPoint
    /// Meters from its center within which all of it lies.
    let reach: Double

    /// Where a box begins, in degrees from the south pole and from the date line, and how high and wide it is.
    private init?(north: Double, east: Double, height: Double, width: Double) {
        guard let center = GeoPoint(latitude: north + height / 2 - 90, longitude: east + width / 2 - 180),
            let corner = GeoPoint(latitude: north - 90, longitude: east - 180)
        else { return nil }
        // A side nearer to a pole is shorter, one nearer to the equator longer.
        let other = GeoPoint(latitude: north + height - 90, longitude: east - 180) ?? corner
        self.center = center
        reach = max(center.distance(to: corner), center.distance(to: other))
    }

    // MARK: Plus codes

    private static let plusDigits = Array("23456789CFGHJMPQRVWX")

    /// `862487GF+JQ`, `865Q0000+`; nil for what is none, and for a short one, which tells only where in some town.
    init?(plusCode text: some StringProtocol) {
        let halves = text.uppercased().replacing("＋", with: "+").split(
            separator: "+", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].count == 8 else { return nil }
        let digits = (halves[0].prefix { $0 != "0" } + halves[1]).map { AreaCode.plusDigits.firstIndex(of: $0) ?? -1 }
        guard digits.count > 1, digits.count < 10 ? digits.count % 2 == 0 : digits.count <= 15,
            digits.allSatisfy({ $0 >= 0 }), halves[0].contains("0") ? halves[1].isEmpty : halves[1].count != 1
        else { return nil }
        var (north, east, height, width) = (0.0, 0.0, 400.0, 400.0)
        for place in stride(from: 0, to: min(digits.count, 10), by: 2) {
            (height, width) = (height / 20, width / 20)
            north += Double(digits[place]) * height
            east += Double(digits[place + 1]) * width
        }
        // Behind the pairs each digit is a place in a grid of five rows and four columns.
        for digit in digits.dropFirst(10) {
            (height, width) = (height / 5, width / 4)
            north += Double(digit / 4) * height
            east += Double(digit % 4) * width
        }
        self.init(north: north, east: east, height: height, width: width)
    }

    // MARK: Geohashes

    private static let geohashDigits = Array("0123456789bcdefghjkmnpqrstuvwxyz")

    /// `9v6kpvf1x`: bits of longitude and latitude in turns, five to a character.
    init?(geohash text: some StringProtocol) {
        let digits = text.lowercased().map { AreaCode.geohashDigits.firstIndex(of: $0) ?? -1 }
        guard (5...12).contains(digits.count), digits.allSatisfy({ $0 >= 0 }), text.contains(where: \.isLetter) else {
            return nil
        }
        var (north, east, height, width, isEast) = (0.0, 0.0, 180.0, 360.0, true)
        for digit in digits {
            for bit in [16, 8, 4, 2, 1] {
                if isEast {
                    width /= 2
                    if digit & bit > 0 { east += width }
                } else {
                    height /= 2
                    if digit & bit > 0 { north += height }
                }
                isEast.toggle()
            }
        }
        self.init(north: north, east: east, height: height, width: width)
    }
}
