/// Hides positions that stand in text, in the notations that maps, phones, ships, and hikers use: `30.4021, -97.7254`,
/// `lat 30.4 lon -97.7`, `30°24'8"N 97°43'31"W`, `33 45.92 N 82 12.74 W`, `33 deg 45 min north`, plus codes, grids, and links to a
/// map. Amounts, days, times, phone numbers, and plain numbers stay.
public enum PositionText {
    private static let mask = "(a position)"
    /// Decimals from which two numbers beside one another are a position: 100 m.
    private static let fewestDecimals = 3
    /// Characters between the two numbers at most.
    private static let longestGap = 18
    private static let axes: Set<String> = ["lat", "latitude", "lon", "lng", "long", "longitude"]
    private static let between = axes.union(WrittenAngle.compass.keys).union(["and", "by", "is"])
    private static let before = axes.union(["position", "coordinates", "coords", "coord", "gps", "geo", "location"])

    /// The text with something in a position's place.
    public static func masked(_ text: String) -> String { replacing(text, with: mask) }

    /// The text without positions and what leads up to them: `I'm at 30.4021, -97.7254, should I buy it` is the question alone.
    static func removed(_ text: String) -> String {
        let parts = replacing(text, with: mask).split(separator: mask, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        let kept = parts.enumerated().map { place, part in
            var words = part.split(separator: " ")
            if place > 0, let first = words.first, first.allSatisfy({ ",;.".contains($0) }) { words.removeFirst() }
            guard place + 1 < parts.count else { return words.joined(separator: " ") }
            while let last = words.last, leads.contains(key(last)) { words.removeLast() }
            if let last = words.last, ["i", "we"].contains(key(last)), words.count == 1 { words.removeLast() }
            return words.joined(separator: " ")
        }
        return kept.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func key(_ word: Substring) -> String { word.lowercased().filter(\.isLetter) }

    /// Words that say nothing without the position behind them.
    private static let leads = before.union([
        "at", "near", "from", "here", "im", "am", "were", "is", "are", "my", "currently", "now",
    ])

    private static func replacing(_ text: String, with mask: String) -> String {
        let characters = Array(text)
        guard characters.contains(where: { $0.isNumber || $0 == "/" || $0 == "+" }) else { return text }
        let hidden = joined(PlaceCode.all(in: characters) + pairs(characters))
        guard !hidden.isEmpty else { return text }
        var out = ""
        var at = 0
        for range in hidden {
            out += String(characters[at..<range.lowerBound]) + mask
            at = range.upperBound
        }
        return out + String(characters[at...])
    }

    /// In order, each place once.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { out, range in
            guard let last = out.last, last.upperBound > range.lowerBound else { return out.append(range) }
            out[out.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
    }

    // MARK: Two angles

    private static func pairs(_ text: [Character]) -> [Range<Int>] {
        let angles = angles(text)
        var hidden: [Range<Int>] = []
        var index = 0
        while index < angles.count {
            let first = angles[index]
            if index + 1 < angles.count, isPosition(first, angles[index + 1], text) {
                hidden.append(first.range.lowerBound..<angles[index + 1].range.upperBound)
                index += 2
                continue
            }
            if isHalf(first, text) { hidden.append(first.range) }
            index += 1
        }
        return hidden
    }

    private static func angles(_ text: [Character]) -> [WrittenAngle] {
        var found: [WrittenAngle] = []
        var index = 0
        while index < text.count {
            if text[index] == "%", index + 2 < text.count, text[index + 1].isHexDigit, text[index + 2].isHexDigit {
                // A sign of an address: `%2C`.
                index += 3
                continue
            }
            guard WrittenAngle.isDigit(text[index]),
                let angle = WrittenAngle(in: text, at: index, after: found.last?.range.upperBound ?? 0)
            else {
                index += 1
                while index < text.count, WrittenAngle.isDigit(text[index - 1]), WrittenAngle.isDigit(text[index]) {
                    index += 1
                }
                continue
            }
            found.append(angle)
            index = max(angle.range.upperBound, index + 1)
        }
        return found
    }

    private static func isPosition(_ one: WrittenAngle, _ other: WrittenAngle, _ text: [Character]) -> Bool {
        let gap = one.range.upperBound..<max(one.range.upperBound, other.range.lowerBound)
        guard gap.count <= longestGap, !one.isMoney, !other.isMoney, min(one.degrees, other.degrees) <= 90,
            max(one.degrees, other.degrees) <= 180
        else { return false }
        let words = words(text[gap])
        guard words.allSatisfy(between.contains), !text[gap].contains(where: { "$€£¥".contains($0) }) else {
            return false
        }
        if one.hasDegreeMark && other.hasDegreeMark { return true }
        let (decimals, parts) = (min(one.decimals, other.decimals), min(one.parts, other.parts))
        let isExact = one.decimals + other.decimals > 0 || parts > 1 || one.hasDegreeMark || other.hasDegreeMark
        if let axis = one.axis, let second = other.axis, axis != second { return isExact }
        if decimals >= fewestDecimals { return true }
        let isNamed = before.contains(word(before: one.range.lowerBound, text)) || words.contains(where: axes.contains)
        return isNamed && (decimals > 0 || parts > 1 || words.contains(where: axes.contains))
    }

    /// Whether one angle alone tells on which line one is.
    private static func isHalf(_ angle: WrittenAngle, _ text: [Character]) -> Bool {
        guard angle.degrees <= 180, !angle.isMoney else { return false }
        if angle.hasDegreeMark { return angle.axis != nil || angle.hasMinuteMark }
        if angle.axis != nil, angle.isCompassLarge, angle.parts > 1, !angle.hasColon, angle.degrees >= 10 {
            return angle.decimals > 0 || angle.parts > 2
        }
        return angle.decimals > 0 && axes.contains(word(before: angle.range.lowerBound, text))
    }

    // MARK: Words

    private static func words(_ text: ArraySlice<Character>) -> [String] {
        String(text).replacing("%2C", with: ",").lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// The word that stands right before a place, in small letters, with signs and `is` in between.
    private static func word(before place: Int, _ text: [Character]) -> String {
        words(text[max(0, place - 24)..<place]).last { !["is", "at", "my", "the", "of", "are"].contains($0) } ?? ""
    }
}
