import Glibc

/// One of a position's two numbers as people write it: `30.4021`, `30° 24.13'`, `33 45 55 N`, `33 deg 45.92 min north`,
/// `N33:45.92`, `33.45.55N`.
struct WrittenAngle {
    enum Axis { case north, east }

    private(set) var range: Range<Int>
    /// Degrees, without minutes and sign.
    private(set) var degrees: Double
    /// Degrees, minutes, seconds: how many of them are written.
    private(set) var parts = 1
    /// Of the last part.
    private(set) var decimals: Int
    /// `33°`, `33 deg`.
    private(set) var hasDegreeMark = false
    /// `45'`, `45 min`.
    private(set) var hasMinuteMark = false
    /// `33:45`
    private(set) var hasColon = false
    /// `33-45-07` without a compass's letter, which may be a day, too.
    private(set) var hasHyphen = false
    /// Whether it may be a day, with hyphens or points.
    private(set) var isDay = false
    private(set) var axis: Axis?
    /// Whether its letter is a large one, which no word of a sentence is.
    private(set) var isCompassLarge = false
    /// `$33`
    private(set) var isMoney: Bool
    /// Minutes and seconds, in degrees.
    private var fraction = 0.0
    private(set) var isMinus: Bool
    /// Whether its compass letter is one of south or west; nil where languages differ.
    private var isSouthOrWest: Bool? = false
    /// Degrees north or east; nil where that can't be told.
    var value: Double? {
        guard let isSouthOrWest, !(isMinus && axis != nil && isSouthOrWest) else { return nil }
        return isMinus || isSouthOrWest ? -(degrees + fraction) : degrees + fraction
    }

    /// Degrees that it may be off by, as it is written.
    var doubt: Double { 0.5 * pow(10, -Double(decimals)) / pow(60, Double(parts - 1)) }

    /// - Parameters:
    ///   - start: where its first digit stands.
    ///   - taken: where the angle before it ends.
    init?(in text: [Character], at start: Int, after taken: Int) {
        guard let number = WrittenAngle.number(text, start) else { return nil }
        (degrees, decimals) = (number.value, number.decimals)
        let before = start > 0 ? text[start - 1] : " "
        let isSigned = "-+−–".contains(before)
        isMinus = "-−–".contains(before)
        let head = isSigned ? start - 1 : start
        let sign = head > 0 ? text[head - 1] : " "
        isMoney = "$€£¥".contains(sign) || "$€£¥".contains(before)
        range = head..<number.end
        let isAhead = takeCompassBefore(text, after: taken)
        // `lat30.4021`, `x30.4021`; `v30` is a name. The letter in `30.4021N97.7254W` is of the angle before.
        let name = String(text[min(taken, start)..<start].reversed().prefix { $0.isLetter }.reversed()).lowercased()
        let isBehindNumber = start > name.count && text[start - name.count - 1].isNumber
        let isAxis = PositionText.axes.contains(name) || name.count == 1 && !isBehindNumber && decimals > 2
        if !isAhead, !name.isEmpty, !isAxis { return nil }
        let bare = self
        if let other = pointed(text, at: start, isAhead: isAhead) {
            self = other
            return
        }
        takeParts(text)
        if !isAhead { takeCompassAfter(text) }
        // `30-24-07.6 N`: only a compass's letter makes parts of what could be a day.
        guard parts == 1, range.upperBound < text.count, text[range.upperBound] == "-" else { return }
        var other = bare
        other.takeParts(text, parting: "-")
        if !isAhead { other.takeCompassAfter(text) }
        if other.axis != nil, other.parts > 1 {
            self = other
        } else if other.takeHyphens(text) {
            self = other
        }
    }

    /// `30.24.07N`, as on charts: points part degrees, minutes, and seconds only beside a compass's letter.
    ///
    /// - Parameter isAhead: whether that stands before it.
    private func pointed(_ text: [Character], at start: Int, isAhead: Bool) -> WrittenAngle? {
        var run = text[start...].prefix { WrittenAngle.isDigit($0) || $0 == "." }
        if run.last == "." { run.removeLast() }
        let groups = run.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard (3...4).contains(groups.count), start == 0 || text[start - 1] != ".", groups[1].count == 2,
            groups[2].count == 2, let whole = Int(groups[0]), whole <= 180, let minutes = Int(groups[1]), minutes < 60,
            let seconds = Double(groups.dropFirst(2).joined(separator: ".")), seconds < 60
        else { return nil }
        var other = self
        (other.degrees, other.parts, other.decimals) = (Double(whole), 3, groups.count > 3 ? groups[3].count : 0)
        other.fraction = Double(minutes) / 60 + seconds / 3_600
        other.range = range.lowerBound..<run.endIndex
        other.isDay = minutes <= 12 && whole <= 31 || whole <= 12 && minutes <= 31
        if !isAhead { other.takeCompassAfter(text) }
        return other.axis == nil ? nil : other
    }

    /// - Returns: whether it is of three parts with hyphens and of no longer number.
    private mutating func takeHyphens(_ text: [Character]) -> Bool {
        let (start, end) = (range.lowerBound, range.upperBound)
        let isBehindNumber = isMinus && start > 0 && text[start - 1].isNumber
        let isCut = end < text.count && (text[end] == "-" || text[end].isNumber || text[end].isLetter)
        let numbers: [String] = text[range].split(separator: "-").map { String($0) }
        guard numbers.count == 3, axis == nil, !hasDegreeMark, !hasMinuteMark, decimals == 0, !isBehindNumber, !isCut,
            numbers.dropFirst().allSatisfy({ $0.count == 2 }), let minutes = Int(numbers[1]),
            let seconds = Int(numbers[2])
        else { return false }
        (hasHyphen, hasColon) = (true, false)
        isDay = minutes <= 12 && (degrees <= 31 || seconds <= 31) || degrees <= 12 && minutes <= 31
        return true
    }

    // MARK: Parts

    /// - Parameter parting: what stands between parts besides their marks and blanks.
    private mutating func takeParts(_ text: [Character], parting: Character = ":") {
        var end = range.upperBound
        if let mark = WrittenAngle.mark(text, end, ["°", "º", "˚"], ["deg", "degs", "degree", "degrees"]) {
            (hasDegreeMark, end) = (true, mark)
            range = range.lowerBound..<end
        } else if end + 1 < text.count, "d*".contains(text[end]), text[end + 1].isNumber {
            // `33d45m`, `33*45'`: a mark only with a compass's letter behind it.
            end += 1
        }
        guard decimals == 0, let minutes = part(text, end, parting) else { return }
        take(minutes, text, WrittenAngle.minuteSigns, ["min", "mins", "minute", "minutes", "m"])
        guard decimals == 0, let seconds = part(text, range.upperBound, parting) else { return }
        take(seconds, text, WrittenAngle.secondSigns, ["sec", "secs", "second", "seconds", "s"])
    }

    private static let minuteSigns: Set<Character> = ["'", "′", "’", "´", "`"]
    private static let secondSigns = minuteSigns.union(["\"", "″", "”", "“"])

    /// A number below 60 behind a space, a colon, or the mark of the part before it.
    private mutating func part(
        _ text: [Character], _ end: Int, _ parting: Character
    ) -> (value: Double, decimals: Int, end: Int)? {
        var start = end
        let isColon = start < text.count && text[start] == parting
        if isColon { start += 1 }
        while !isColon, start < text.count, start - end < 2, text[start] == " " { start += 1 }
        let isMarked = end > 0 && !WrittenAngle.isDigit(text[end - 1])
        guard start > end || isMarked, start < text.count, let found = WrittenAngle.number(text, start),
            found.value < 60, found.digits <= 2
        else { return nil }
        if isColon { hasColon = true }
        return (found.value, found.decimals, found.end)
    }

    private mutating func take(
        _ part: (value: Double, decimals: Int, end: Int), _ text: [Character], _ signs: Set<Character>,
        _ words: Set<String>
    ) {
        (parts, decimals) = (parts + 1, part.decimals)
        fraction += part.value / (parts == 2 ? 60 : 3_600)
        var end = part.end
        if var mark = WrittenAngle.mark(text, end, signs, words) {
            // Two strokes are seconds.
            if parts == 3, mark < text.count, text[mark - 1] == text[mark], signs.contains(text[mark]) { mark += 1 }
            hasMinuteMark = true
            end = mark
        }
        range = range.lowerBound..<end
    }

    /// - Returns: where the mark behind a number ends; nil where none is.
    private static func mark(_ text: [Character], _ start: Int, _ signs: Set<Character>, _ words: Set<String>) -> Int? {
        var at = start
        while at < text.count, at - start < 2, text[at] == " " { at += 1 }
        guard at < text.count else { return nil }
        if signs.contains(text[at]) { return at + 1 }
        let word = text[at...].prefix { $0.isLetter }
        guard words.contains(String(word).lowercased()) else { return nil }
        let end = at + word.count
        if word.count == 1 {
            // A letter is a mark right behind its number, and `s` one of seconds where south or north comes behind it.
            let next = text[end...].drop { $0 == " " }.prefix { $0.isLetter }
            guard at == start, word.first != "s" || compass[String(next).lowercased()] != nil else { return nil }
        }
        return end < text.count && text[end] == "." && word.count > 1 ? end + 1 : end
    }

    // MARK: Compass

    static let compass: [String: Axis] = [
        "n": .north, "s": .north, "north": .north, "south": .north, "e": .east, "w": .east, "east": .east,
        "west": .east,
    ]

    private mutating func takeCompassBefore(_ text: [Character], after taken: Int) -> Bool {
        var end = range.lowerBound
        while end > taken, range.lowerBound - end < 2, " :".contains(text[end - 1]) { end -= 1 }
        var start = end
        while start > taken, end - start < 6, text[start - 1].isLetter { start -= 1 }
        guard start < end, start == taken || !text[start - 1].isLetter && !text[start - 1].isNumber,
            take(String(text[start..<end]))
        else { return false }
        range = start..<range.upperBound
        return true
    }

    private mutating func takeCompassAfter(_ text: [Character]) {
        var start = range.upperBound
        while start < text.count, start - range.upperBound < 2, text[start] == " " { start += 1 }
        let word = text[min(start, text.count)...].prefix { $0.isLetter }
        let end = start + word.count
        // `w/ card` is no west.
        guard (1...5).contains(word.count), end == text.count || text[end] != "/", take(String(word)) else {
            // The west of Spanish and French, and the east of German, has its letter only behind a degree's mark or decimals.
            guard word == ["O"], hasDegreeMark || decimals > 1 else { return }
            (axis, isCompassLarge, isSouthOrWest) = (.east, true, nil)
            range = range.lowerBound..<end
            return
        }
        range = range.lowerBound..<end
    }

    private mutating func take(_ word: String) -> Bool {
        guard let found = WrittenAngle.compass[word.lowercased()] else { return false }
        (axis, isCompassLarge) = (found, word.first?.isUppercase ?? false)
        isSouthOrWest = ["s", "w"].contains(word.lowercased().prefix(1))
        return true
    }

    // MARK: Digits

    static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func number(
        _ text: [Character], _ start: Int
    ) -> (value: Double, digits: Int, decimals: Int, end: Int)? {
        var end = start
        while end < text.count, isDigit(text[end]) { end += 1 }
        guard end > start, end - start <= 9 else { return nil }
        var (whole, digits, decimals) = (String(text[start..<end]), end - start, 0)
        if end + 1 < text.count, ".,".contains(text[end]), isDigit(text[end + 1]) {
            let fraction = text[(end + 1)...].prefix(while: isDigit)
            // Three digits behind a comma are thousands, one or two an amount's or a list's, unless a compass's letter follows.
            if text[end] == "." || fraction.count > 3 || isCompassLetter(text, fraction.endIndex) {
                whole += "." + String(fraction)
                decimals = fraction.count
                end += 1 + fraction.count
            }
        }
        // A phone's keyboard puts a blank behind a point, or before it: `30. 4021`, `30 .4021`.
        if decimals == 0, end + 2 < text.count,
            text[end] == "." && text[end + 1] == " " || text[end] == " " && text[end + 1] == "."
        {
            let fraction = text[(end + 2)...].prefix(while: isDigit)
            if fraction.count > 2 {
                whole += "." + String(fraction)
                decimals = fraction.count
                end += 2 + fraction.count
            }
        }
        guard let value = Double(whole) else { return nil }
        digits = min(digits, 9)
        return (value, digits, decimals, end)
    }

    /// Whether a large letter of a compass, in whatever language, stands there alone, behind a blank or none.
    private static func isCompassLetter(_ text: [Character], _ place: Int) -> Bool {
        let rest = text[place...]
        let letters = (rest.first == " " ? rest.dropFirst() : rest).prefix { $0.isLetter || $0.isNumber }
        return letters.count == 1 && letters.allSatisfy("NSEWO".contains)
    }
}
