/// A geofence's size in a line's words: `within 300 m of`, `1,000 ft`, `half a mile`.
struct GeofenceSize {
    /// Its words, with those that lead to it and from it.
    let range: Range<Int>
    /// As `GeofenceRadius` reads it.
    let text: String
    /// Whether such words are beside it, which the number in a name has not.
    let isLed: Bool

    /// What stands around one: `in a radius of 300 m around here`.
    private static let leads = PlaceWords.set("size-lead")
    private static let ends = PlaceWords.set("size-end")
    private static let joints = PlaceWords.set("size-joint")
    private static let numbers = PlaceWords.numbers("number")

    /// In order; those that overlap others are left out.
    static func all(in words: [Substring]) -> [GeofenceSize] {
        words.indices.reduce(into: []) { found, place in
            guard let size = GeofenceSize(words, at: place), found.last?.range.overlaps(size.range) != true else {
                return
            }
            found.append(size)
        }
    }

    private init?(_ words: [Substring], at place: Int) {
        func key(_ place: Int) -> String { words.indices.contains(place) ? GeofenceOrder.key(words[place]) : "" }
        let word = words[place].drop { $0 == "," }
        var end = place + 1
        if word.first?.isNumber ?? false {
            let number = word.prefix { $0.isNumber || $0 == "." || $0 == "," }
            if number.count == word.count, GeofenceRadius.isUnit(key(end)) {
                text = number.filter { $0 != "," || word.last != "," } + key(end)
                end += 1
            } else if GeofenceRadius.isUnit(word.dropFirst(number.count).filter(\.isLetter)) {
                text = String(number) + word.dropFirst(number.count).filter(\.isLetter)
            } else {
                return nil
            }
        } else if let value = GeofenceSize.numbers[key(place)] {
            while GeofenceSize.joints.contains(key(end)) { end += 1 }
            guard GeofenceRadius.isUnit(key(end)) else { return nil }
            text = "\(value)\(key(end))"
            end += 1
        } else {
            return nil
        }
        var start = place
        while GeofenceSize.leads.contains(key(start - 1)) { start -= 1 }
        let last = end
        while GeofenceSize.ends.contains(key(end)) { end += 1 }
        isLed = start < place || end > last || key(end) == GeofenceOrder.here
        guard isLed || word.first?.isNumber ?? false else { return nil }
        range = start..<end
    }
}
