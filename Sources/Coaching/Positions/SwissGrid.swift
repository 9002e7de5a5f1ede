/// Finds places of the Swiss grids (LV95, LV03), in either order: `2'600'072 / 1'200'147`, `2600072, 1200147`, `600'072/200'147`.
enum SwissGrid {
    /// A number with the marks that part its thousands.
    private struct Meters {
        let range: Range<Int>
        let value: Int
        let isParted: Bool
    }

    /// Meters east and north that lie within the country.
    private static let (east, north) = (2_480_000...2_840_000, 1_070_000...1_300_000)
    /// What the older grid counts less.
    private static let (eastBefore, northBefore) = (480_000...840_000, 70_000...300_000)
    private static let marks: Set<Character> = ["'", "’", "`", "´", " "]
    private static let between = PlaceWords.set("easting").union(PlaceWords.set("northing")).union(["and"])
    private static let places = PlaceWords.set("grid-place").union(PlaceWords.set("swiss"))
    private static let longestGap = 6

    static func all(in text: [Character]) -> [LikelyPlace.Found] {
        guard text.count(where: WrittenAngle.isDigit) >= 11 else { return [] }
        let starts = text.indices.filter {
            WrittenAngle.isDigit(text[$0]) && ($0 == 0 || !WrittenAngle.isDigit(text[$0 - 1]))
        }
        return starts.compactMap { start in
            guard let (one, other) = pair(text, start) else { return nil }
            let before = String(text[..<start]).lowercased().split { !$0.isLetter && !$0.isNumber }.last.map(
                String.init)
            return LikelyPlace.Found(
                range: one.range.lowerBound..<other.range.upperBound, isSure: before.map(places.contains) ?? false)
        }
    }

    private static func pair(_ text: [Character], _ start: Int) -> (Meters, Meters)? {
        for one in meters(text, start) where isNear(one) {
            let behind = text[one.range.upperBound...]
            guard let next = behind.firstIndex(where: WrittenAngle.isDigit),
                case let gap = behind[..<next], !gap.isEmpty, gap.count <= longestGap,
                gap.allSatisfy({ $0.isLetter || " ,;/|\t".contains($0) }),
                String(gap).lowercased().split(whereSeparator: { !$0.isLetter }).allSatisfy({
                    between.contains(String($0))
                })
            else { continue }
            if let other = meters(text, next).first(where: { areOfOne(one, $0) }) { return (one, other) }
        }
        return nil
    }

    private static func isNear(_ meters: Meters) -> Bool {
        [east, north, eastBefore, northBefore].contains { $0.contains(meters.value) }
    }

    /// Whether they are of the same grid; numbers of six digits are one only with their thousands parted.
    private static func areOfOne(_ one: Meters, _ other: Meters) -> Bool {
        func are(_ east: ClosedRange<Int>, _ north: ClosedRange<Int>) -> Bool {
            east.contains(one.value) && north.contains(other.value)
                || north.contains(one.value) && east.contains(other.value)
        }
        return are(east, north) || are(eastBefore, northBefore) && one.isParted && other.isParted
    }

    /// The numbers that begin at a place: its digits alone, and with each group of three behind a mark.
    private static func meters(_ text: [Character], _ start: Int) -> [Meters] {
        var end = start + text[start...].prefix(while: WrittenAngle.isDigit).count
        guard end - start <= 7, var value = Int(String(text[start..<end])) else { return [] }
        var found = [Meters(range: start..<end, value: value, isParted: false)]
        let isFirstGroup = end - start <= 3
        while isFirstGroup, found.count < 3, end < text.count, marks.contains(text[end]) {
            let group = text[(end + 1)...].prefix(while: WrittenAngle.isDigit)
            guard group.count == 3, let thousandth = Int(String(group)) else { break }
            (value, end) = (value * 1_000 + thousandth, group.endIndex)
            found.append(Meters(range: start..<end, value: value, isParted: true))
        }
        return found.filter { $0.range.upperBound == text.count || !WrittenAngle.isDigit(text[$0.range.upperBound]) }
    }
}
