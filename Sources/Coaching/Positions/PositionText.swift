import Advice
import Ledger
import Store

/// Reads and hides positions that stand in text, in the notations that maps, phones, ships, and hikers use: `30.4021, -97.7254`,
/// `lat 30.4 lon -97.7`, `30°24'8"N 97°43'31"W`, `33 45.92 N 82 12.74 W`, `33 deg 45 min north`, plus codes, grids, geohashes, three
/// words, links to a map, and numbers spelled out. Whatever has the shape of two coordinates is one: `x=30.4021 y=-97.7254`. Amounts,
/// days, times, phone numbers, and plain numbers stay.
public enum PositionText {
    private static let mask = "(a position)"
    /// Decimals from which two numbers beside one another are a position: 100 m.
    private static let fewestDecimals = 3
    /// Decimals from which they are likely one with any words between them: 10 m.
    private static let likelyDecimals = 4
    /// Characters between the two numbers at most; with so many decimals.
    private static let (longestGap, longestLikelyGap) = (18, 60)
    static let axes = PlaceWords.set("axis")
    /// Axes of a plane, which are of a position where both stand there.
    private static let planeAxes = PlaceWords.set("plane-axis")
    private static let easts = PlaceWords.set("east-axis")
    private static let between = axes.union(WrittenAngle.compass.keys).union(["and", "by", "is"])
    private static let before = axes.union(PlaceWords.set("naming"))
    private static let places = PlaceWords.set("place")
    /// Words that say where one is: no amount behind them is below zero.
    private static let theres = PlaceWords.set("there")
    private static let sizeEnds = PlaceWords.set("size-from")
    /// Words that join two angles of three parts.
    private static let joints = PlaceWords.set("angle-joint")

    /// The text with something in a position's place, and in that of what may be one: better a word too many than a position.
    public static func masked(_ text: String) -> String {
        let characters = folded(text)
        let likely = LikelyPlace.all(in: characters).map(\.range) + likelyPairs(characters)
        return replacing(sure(characters) + likely, in: text)
    }

    /// The text without positions and what leads up to them: `I'm at 30.4021, -97.7254, should I buy it` is the question alone.
    static func removed(_ text: String) -> String {
        let characters = folded(text)
        let likely = LikelyPlace.all(in: characters).filter(\.isSure).map(\.range)
        let parts = replacing(sure(characters) + likely, in: text).split(
            separator: mask, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        let kept = parts.enumerated().map { place, part in
            var words = part.split(separator: " ")
            if place > 0, let first = words.first, first.allSatisfy({ ",;.)]?".contains($0) }) { words.removeFirst() }
            guard place + 1 < parts.count else { return words.joined(separator: " ") }
            while let last = words.last, leads.contains(key(last)),
                key(last) != "here" || words.count < 2 || leads.contains(key(words[words.count - 2]))
            {
                // What stands before a comma is another clause.
                if words.count < part.split(separator: " ").count, last.last?.isPunctuation ?? false { break }
                words.removeLast()
            }
            if let last = words.last, ["i", "we"].contains(key(last)), words.count == 1 { words.removeLast() }
            return words.joined(separator: " ")
        }
        return kept.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The text without positions, all other words as they are.
    static func cut(_ text: String) -> String {
        let parts = replacing(sure(folded(text)), in: text).split(separator: mask, omittingEmptySubsequences: false)
        return parts.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    /// The text with “here” in a position's place, and in that of the words that lead to it: `block payments at 30.4021, -97.7254`
    /// is `block payments here`; nil without one.
    ///
    /// - Returns: with whether a word of places leads to it.
    static func here(in text: String) -> (text: String, isLed: Bool)? {
        let parts = replacing(sure(folded(text)), in: text).split(separator: mask, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        var words = parts[0].split(separator: " ")
        var isLed = false
        while let last = words.last, before.contains(key(last)) || places.contains(key(last)) {
            isLed = isLed || places.contains(key(last))
            words.removeLast()
        }
        let rest = parts[1].split(separator: " ").filter { $0.contains { $0.isLetter || $0.isNumber } }
        return ((words + ["here"] + rest).joined(separator: " "), isLed)
    }

    /// Whether anything in the text is, or may be, a position: most lines hold none, and need no closer look.
    static func mayHold(_ text: String) -> Bool {
        let characters = folded(text)
        return !sure(characters).isEmpty || text.contains("%2") || !LikelyPlace.all(in: characters).isEmpty
    }

    /// Whether one is in the text beyond doubt, in whatever notation.
    static func holdsPosition(_ text: String) -> Bool { removed(text) != text }

    private static func key(_ word: Substring) -> String { word.lowercased().filter(\.isLetter) }

    /// Words that say nothing without the position behind them.
    private static let leads = before.union(planeAxes).union(PlaceWords.set("lead"))

    private static func sure(_ text: [Character]) -> [Range<Int>] {
        guard text.contains(where: { $0.isNumber || $0 == "/" || $0 == "+" }) else { return [] }
        return PlaceCode.all(in: text) + pairs(text)
    }

    private static func replacing(_ ranges: [Range<Int>], in text: String) -> String {
        if ranges.isEmpty { return text }
        let characters = Array(text)
        var out = ""
        var at = 0
        for range in joined(ranges) {
            out += String(characters[at..<range.lowerBound]) + mask
            at = range.upperBound
        }
        return out + String(characters[at...])
    }

    /// The characters of a text, each in its place, with digits and marks as ASCII has them: `３０．４０２１`, `30·4021`.
    private static func folded(_ text: String) -> [Character] {
        let characters = Array(text)
        if characters.allSatisfy(\.isASCII) { return characters }
        func isDigit(_ place: Int) -> Bool {
            characters.indices.contains(place) && characters[place].isDecimalDigit
        }
        return characters.indices.map { place in
            let character = characters[place]
            if character.isDecimalDigit, let value = character.wholeNumberValue { return Character(String(value)) }
            if character == "·", isDigit(place - 1), isDigit(place + 1) { return "." }
            return marks[character] ?? character
        }
    }

    /// Marks of other widths and scripts, and what they are in ASCII.
    private static let marks: [Character: Character] = ["．": ".", "，": ",", "－": "-", "＋": "+", "٫": "."]

    /// In order, each place once.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { out, range in
            guard let last = out.last, last.upperBound > range.lowerBound else { return out.append(range) }
            out[out.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
    }

    // MARK: Reading

    /// A position that is read.
    public struct Place {
        public let point: GeoPoint
        /// Meters from it within which one is, by what is written; 0 where that is taken as exact.
        public let reach: Double

        init(_ point: GeoPoint) { (self.point, reach) = (point, 0) }

        fileprivate init(_ point: GeoPoint, _ one: WrittenAngle, _ other: WrittenAngle) {
            self.point = point
            // Of the exacter one: zeros at the end are left out.
            reach = min(one.doubt, other.doubt) * 2.0.squareRoot() * GeoPoint.earthRadius * Double.pi / 180
        }

        /// - Returns: nil for what is too large to say where one is.
        init?(_ area: AreaCode) {
            guard area.reach <= LocationGuard.worstAccuracy else { return nil }
            (point, reach) = (area.center, area.reach)
        }

        /// - Parameter accuracy: as far as a phone knows it.
        public func fix(accuracy: Double = LocationGuard.usualAccuracy, at time: Int64) -> LocationFix {
            LocationFix(point, accuracy: max(accuracy, reach), time: time)
        }
    }

    /// The first position that stands in a line in numbers, else the first in a code; nil for none.
    static func place(in line: String) -> Place? {
        let text = folded(line)
        let angles = angles(text)
        for (one, other) in zip(angles, angles.dropFirst()) where isPosition(one, other, text) {
            if let point = point(one, other, text) { return Place(point, one, other) }
        }
        let codes = PlaceCode.all(in: text)
        let likely = LikelyPlace.all(in: text).filter { found in !codes.contains { $0.overlaps(found.range) } }
        return (PlaceCode.areas(in: text) + likely.compactMap(\.area)).lazy.compactMap(Place.init).first
    }

    /// A text that is nothing but a position, in any notation of numbers, a plus code, or a geohash: `30.4021 -97.7254`,
    /// `30.4021N 97.7254W`, `30°24'8"N, 97°43'31"W`, `geo:30.4021,-97.7254`, `862487GF+JQ`, `9v6kpvf1x`.
    public static func place(of text: String) -> Place? {
        if let point = point(of: text) { return Place(point) }
        let word = text.split(whereSeparator: \.isWhitespace)
        guard word.count == 1 else { return nil }
        return (AreaCode(plusCode: word[0]) ?? AreaCode(geohash: word[0])).flatMap(Place.init)
    }

    static func point(of text: String) -> GeoPoint? {
        let scheme = "geo:"
        let isURI = text.lowercased().hasPrefix(scheme)
        let core = isURI ? text.dropFirst(scheme.count).prefix { $0 != ";" && $0 != "?" } : text[...]
        let characters = Array(core)
        let plain = core.split { " ,\t".contains($0) }.map { Double($0) }
        if plain.count == 2, let north = plain[0], let east = plain[1] {
            return GeoPoint(latitude: north, longitude: east)
        }
        let found = angles(characters)
        guard found.count == 2 else { return nil }
        let rest = characters.indices.filter { place in !found.contains { $0.range.contains(place) } }
        let words = words(rest.map { characters[$0] }[...])
        guard words.allSatisfy({ before.contains($0) || between.contains($0) }),
            rest.allSatisfy({ characters[$0].isLetter || " ,;:/()@=\t".contains(characters[$0]) })
        else { return nil }
        return point(found[0], found[1], characters)
    }

    private static func point(_ one: WrittenAngle, _ other: WrittenAngle, _ text: [Character]) -> GeoPoint? {
        guard !one.isMoney, !other.isMoney, (one.axis == nil) == (other.axis == nil),
            one.axis == nil || one.axis != other.axis
        else { return nil }
        let name = word(before: one.range.lowerBound, text)
        // Of a plane's axes either may be the one to the north, unless a number is too large for it.
        let isOfPlane = planeAxes.contains(name) && planeAxes.contains(word(before: other.range.lowerBound, text))
        if isOfPlane, max(one.degrees, other.degrees) <= 90 { return nil }
        let isTurned = one.axis == .east || easts.contains(name) || isOfPlane && one.degrees > 90
        let (one, other) = isTurned ? (other, one) : (one, other)
        guard let north = one.value, let east = other.value
        else { return nil }
        return GeoPoint(latitude: north, longitude: east)
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

    /// Two numbers that are exact enough, with other words between them, and such as three groups of digits each.
    private static func likelyPairs(_ text: [Character]) -> [Range<Int>] {
        let all = angles(text)
        let grouped = zip(all, all.dropFirst()).filter { areSexagesimal($0, $1, text) }.flatMap {
            [$0.range, $1.range]
        }
        let angles = all.filter { angle in
            let isPercent = text[angle.range.upperBound...].first == "%"
            return angle.decimals >= likelyDecimals && angle.degrees <= 180 && !angle.isMoney && !isPercent
        }
        return zip(angles, angles.dropFirst()).filter { one, other in
            min(one.degrees, other.degrees) <= 90
                && other.range.lowerBound - one.range.upperBound <= longestLikelyGap
        }.flatMap { [$0.range, $1.range] } + grouped
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
        // A letter alone is no word of a sentence, but may part a number from its price.
        guard words.allSatisfy({ between.contains($0) || $0.count == 1 }),
            !text[gap].contains(where: { "$€£¥".contains($0) })
        else { return false }
        if isSexagesimal(one, other, text) { return true }
        if one.hasHyphen || other.hasHyphen {
            return one.hasHyphen && other.hasHyphen && words.contains(where: axes.contains)
        }
        let (isLettered, hasMinus) = (!words.allSatisfy(between.contains), one.isMinus || other.isMinus)
        if one.hasDegreeMark, other.hasDegreeMark, !isLettered { return true }
        let (decimals, parts) = (min(one.decimals, other.decimals), min(one.parts, other.parts))
        let isExact = one.decimals + other.decimals > 0 || parts > 1 || one.hasDegreeMark || other.hasDegreeMark
        if let axis = one.axis, let second = other.axis, axis != second, !isLettered { return isExact }
        if decimals >= (isLettered && !hasMinus ? likelyDecimals : fewestDecimals) { return true }
        if isMeasured(one.range.lowerBound, text), other.isMinus || isExact || text[gap].contains(",") { return true }
        let name = word(before: one.range.lowerBound, text)
        let isNamed =
            before.contains(name) || words.contains(where: axes.contains)
            || hasMinus && planeAxes.contains(name) && words.contains(where: planeAxes.contains)
            || hasMinus && decimals > 0 && (one.isMinus || !gap.isEmpty) && isThere(one.range.lowerBound, text)
        return isNamed && (decimals > 0 || parts > 1 || words.contains(where: axes.contains))
    }

    /// Whether both are degrees, minutes, and seconds beyond doubt: with blanks where a sign or a word before them says so, with colons
    /// where no hour is as large: `30 24 07, -97 43 31`, `30:24:07 -97:43:31`.
    private static func isSexagesimal(_ one: WrittenAngle, _ other: WrittenAngle, _ text: [Character]) -> Bool {
        guard areSexagesimal(one, other, text), !one.hasHyphen else { return false }
        if one.hasColon { return max(one.degrees, other.degrees) > hours }
        return one.isMinus || other.isMinus || isThere(one.range.lowerBound, text)
            || before.contains(word(before: one.range.lowerBound, text))
    }

    /// Whether both are of three parts, or with colons of degrees and minutes, with only a mark between them, or with colons or a sign
    /// a word: `30:24:07 and -97:43:31`. What may be two times, two days, or two sizes isn't.
    private static func areSexagesimal(_ one: WrittenAngle, _ other: WrittenAngle, _ text: [Character]) -> Bool {
        guard one.parts == other.parts, one.hasColon == other.hasColon, one.hasHyphen == other.hasHyphen, !one.isMoney,
            !other.isMoney, min(one.degrees, other.degrees) <= 90, max(one.degrees, other.degrees) <= 180,
            one.range.upperBound <= other.range.lowerBound
        else { return false }
        let gap = text[one.range.upperBound..<other.range.lowerBound]
        let isJoined = !one.hasHyphen && (one.hasColon || one.isMinus || other.isMinus) && areJoints(gap)
        guard gap.count < (isJoined ? 8 : 4), gap.allSatisfy({ " ,;/|&".contains($0) || isJoined && $0.isLetter })
        else { return false }
        let (isParted, largest) = (other.isMinus || gap.contains { $0 != " " }, max(one.degrees, other.degrees))
        if one.hasHyphen {
            return isParted && !(one.isDay && other.isDay)
                && (largest > daysOfMonth || isThere(one.range.lowerBound, text))
        }
        guard one.hasColon else { return one.parts == 3 && isParted }
        let isSigned = one.isMinus || other.isMinus && !gap.isEmpty
        if one.parts != 3 { return one.parts == 2 && isSigned && one.decimals > 0 }
        // `9:30:00 -10:15:00` is from one time to another, unless a word says that one is there.
        let isSpan = largest < hours && !one.isMinus && gap.allSatisfy { $0 == " " }
        return largest > hours || isSigned && (!isSpan || isThere(one.range.lowerBound, text))
    }

    /// Whether there are words, and they do no more than join.
    private static func areJoints(_ gap: ArraySlice<Character>) -> Bool {
        let found = words(gap)
        return !found.isEmpty && found.allSatisfy(joints.contains)
    }

    /// The largest hour of a time, and day of a month.
    private static let (hours, daysOfMonth) = (24.0, 31.0)

    /// Whether a word stands right before that says where one is: `here 30.4, -97.7`, where no amount is below zero.
    private static func isThere(_ place: Int, _ text: [Character]) -> Bool {
        words(text[max(0, place - 12)..<place]).last.map(theres.contains) ?? false
    }

    /// Whether a distance leads to it: `within 300 m of 30, -97`.
    private static func isMeasured(_ place: Int, _ text: [Character]) -> Bool {
        let words = words(text[max(0, place - 24)..<place]).suffix(2)
        return words.count == 2 && sizeEnds.contains(words.last ?? "")
            && (GeofenceRadius.isUnit(words.first ?? "") || words.first == "radius")
    }

    /// Whether one angle alone tells on which line one is.
    private static func isHalf(_ angle: WrittenAngle, _ text: [Character]) -> Bool {
        guard angle.degrees <= 180, !angle.isMoney else { return false }
        if angle.hasDegreeMark {
            return angle.axis != nil || angle.hasMinuteMark || angle.decimals >= fewestDecimals
        }
        if angle.axis != nil, angle.parts == 1, angle.degrees >= 10 || angle.isCompassLarge,
            angle.decimals >= (angle.degrees >= 10 && angle.isCompassLarge ? fewestDecimals : likelyDecimals),
            !(text[angle.range.upperBound...].first?.isNumber ?? false)
        {
            return true
        }
        if angle.axis != nil, angle.hasColon, isHalfWithColons(angle, text) { return true }
        if angle.axis != nil, angle.isCompassLarge, angle.parts > 1, !angle.hasColon, angle.degrees >= 10 {
            return (angle.decimals > 0 || angle.parts > 2) && (!angle.isDay || isClosed(angle, text))
        }
        return angle.decimals > 0 && axes.contains(word(before: angle.range.lowerBound, text))
    }

    /// Whether one with colons and its compass letter is more than a time: `30:24:07 N`, `97:43:31 W`, `0:07:39W`.
    private static func isHalfWithColons(_ angle: WrittenAngle, _ text: [Character]) -> Bool {
        guard angle.parts > 2 else { return angle.isCompassLarge && angle.decimals > 1 && angle.degrees > hours }
        // A small `s` is one of seconds.
        if angle.degrees > hours { return angle.isCompassLarge || text[angle.range].last != "s" }
        return angle.isCompassLarge && isClosed(angle, text)
    }

    /// Whether a compass letter belongs to its digits, as no street's does: right beside them, or with no word behind.
    private static func isClosed(_ angle: WrittenAngle, _ text: [Character]) -> Bool {
        guard text[angle.range].contains(" "),
            let next = text[angle.range.upperBound...].first(where: { !" .".contains($0) })
        else { return true }
        return !next.isLetter && !next.isNumber
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

extension Character {
    /// A digit from 0 to 9 of whatever script.
    fileprivate var isDecimalDigit: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }
}
