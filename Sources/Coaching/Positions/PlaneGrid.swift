/// Finds eastings with northings (UTM), in whatever order, with or without their zone: `14R 623456 3363789`,
/// `zone 14R, 623456 mE, 3363789 mN`, `easting 623456 northing 3363789 zone 14`, `N 3363789 E 623456`; the same of the Dutch and the
/// German grid: `RD 121000, 487000`, `Rechtswert 4591234 Hochwert 5820456`.
enum PlaneGrid {
    /// A run of letters, or of digits with decimals.
    private struct Token {
        let range: Range<Int>
        let word: String
        let isNumber: Bool
        /// Digits before a point.
        let digits: Int

        /// `R` of `14R`.
        var isBand: Bool { word.count == 1 && "cdefghjklmnpqrstuvwx".contains(word) }
        /// `622345`, and `0622345` as hikers' devices show it.
        var isEasting: Bool { digits == PlaneGrid.easting || digits == PlaneGrid.easting + 1 && word.hasPrefix("0") }
        var isZone: Bool { isNumber && Int(word).map { (1...60).contains($0) } ?? false }
    }

    private static let easts = PlaceWords.set("easting")
    private static let norths = PlaceWords.set("northing")
    private static let zones = PlaceWords.set("zone")
    private static let systems = PlaceWords.set("system")
    private static let leads = PlaceWords.set("grid-lead")
    private static let beside = easts.union(norths).union(zones).union(systems).union(PlaceWords.set("meter"))
    /// Meters that an easting and a northing have, in digits.
    private static let (easting, northing) = (6, 6...7)

    static func all(in text: [Character]) -> [Range<Int>] {
        guard text.count(where: WrittenAngle.isDigit) >= 2 * easting else { return [] }
        let tokens = tokens(text)
        let numbers = tokens.indices.filter { tokens[$0].isNumber && northing.contains(tokens[$0].digits) }
        guard numbers.count > 1 else { return [] }
        return zip(numbers, numbers.dropFirst()).compactMap { one, other in
            let between = tokens[one + 1..<other]
            guard between.allSatisfy({ beside.contains($0.word) || $0.word == "and" }) else { return nil }
            if isLed(one, other, tokens) {
                let isZoned = one > 0 && tokens[one - 1].isZone
                return tokens[isZoned ? one - 1 : one].range.lowerBound..<tokens[other].range.upperBound
            }
            let (first, last) = (start(before: one, tokens), end(behind: other, tokens))
            let words = Set(tokens[first...last].map(\.word))
            let isNamed = !words.isDisjoint(with: easts) && !words.isDisjoint(with: norths)
            let isZoned = tokens[first...last].contains { $0.isZone }
            let isOfSix = tokens[one].isEasting || tokens[other].isEasting
            guard isNamed || isOfSix && isZoned || !words.isDisjoint(with: systems) else { return nil }
            return tokens[first].range.lowerBound..<tokens[last].range.upperBound
        }
    }

    /// Whether a word that says where one is leads to an easting with its northing, or to the zone's number before them:
    /// `at 622345, 3363789`, `at 14 622345 3363789`.
    private static func isLed(_ one: Int, _ other: Int, _ tokens: [Token]) -> Bool {
        guard other == one + 1, tokens[one].isEasting, tokens[other].digits > easting,
            tokens[other].range.lowerBound - tokens[one].range.upperBound < 4
        else { return false }
        let lead = one > 0 && tokens[one - 1].isZone ? one - 2 : one - 1
        return lead >= 0 && leads.contains(tokens[lead].word)
    }

    /// The first of the words and zone that lead to a number.
    private static func start(before place: Int, _ tokens: [Token]) -> Int {
        var first = place
        while first > 0 {
            let token = tokens[first - 1]
            if first > 1, token.isBand, tokens[first - 2].isZone {
                first -= 2
            } else if beside.contains(token.word) || first > 1 && token.isZone && zones.contains(tokens[first - 2].word)
            {
                first -= 1
            } else {
                break
            }
        }
        return first
    }

    /// The last of those behind one.
    private static func end(behind place: Int, _ tokens: [Token]) -> Int {
        var last = place
        while last + 1 < tokens.count {
            let token = tokens[last + 1]
            if last + 2 < tokens.count, token.isZone, tokens[last + 2].isBand,
                zones.contains(tokens[last].word) || token.range.upperBound == tokens[last + 2].range.lowerBound
            {
                last += 2
            } else if beside.contains(token.word) || token.isZone && zones.contains(tokens[last].word) {
                last += 1
            } else {
                break
            }
        }
        return last
    }

    private static func tokens(_ text: [Character]) -> [Token] {
        var found: [Token] = []
        var at = 0
        while at < text.count {
            let start = at
            if WrittenAngle.isDigit(text[at]) {
                at += text[at...].prefix(while: WrittenAngle.isDigit).count
                let digits = at - start
                if at + 1 < text.count, text[at] == ".", WrittenAngle.isDigit(text[at + 1]) {
                    at += 1 + text[(at + 1)...].prefix(while: WrittenAngle.isDigit).count
                }
                found.append(Token(range: start..<at, word: String(text[start..<at]), isNumber: true, digits: digits))
            } else if text[at].isLetter {
                at += text[at...].prefix { $0.isLetter }.count
                let word = String(text[start..<at]).lowercased()
                found.append(Token(range: start..<at, word: word, isNumber: false, digits: 0))
            } else {
                at += 1
            }
        }
        return found
    }
}
