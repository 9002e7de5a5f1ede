/// Hides positions that stand in text: `30.4021, -97.7254`, `30.4021° N 97.7254° W`, `lat 30.4 lon -97.7`, `30°24'8"N 97°43'31"W`,
/// also in the address of a map. Amounts, which have two decimals at most, and plain numbers stay.
enum PositionText {
    private static let mask = "(a position)"
    /// Decimals from which two numbers beside one another are a position: 100 m.
    private static let fewestDecimals = 3
    /// Characters between the two numbers at most.
    private static let longestGap = 18
    private static let compass: Set<String> = ["n", "s", "e", "w", "north", "south", "east", "west"]
    private static let axes: Set<String> = ["lat", "latitude", "lon", "lng", "long", "longitude"]
    private static let between = compass.union(axes).union(["deg", "degrees", "degree", "and", "by", "is"])
    private static let before = axes.union(["position", "coordinates", "coords", "gps", "geo", "location"])

    /// A number with its sign, and a degree's sign and minutes, seconds, and compass letter behind it.
    private struct Number {
        var range: Range<Int>
        let value: Double
        let decimals: Int
        var isDegree = false
    }

    /// The text with something in a position's place.
    static func masked(_ text: String) -> String { replacing(text, with: mask) }

    /// The text without positions and the word before them.
    static func removed(_ text: String) -> String {
        let masked = replacing(text, with: mask)
        guard masked != text else { return text }
        var out = masked
        for word in ["at ", "near ", "from ", "here: ", ""] {
            out = out.replacing(word + mask + ",", with: "").replacing(word + mask, with: "")
        }
        return out.split(separator: " ").joined(separator: " ")
    }

    private static func replacing(_ text: String, with mask: String) -> String {
        let characters = Array(text)
        guard characters.contains(where: \.isNumber) else { return text }
        var hidden: [Range<Int>] = []
        let numbers = numbers(characters)
        var index = 0
        while index < numbers.count {
            let first = numbers[index]
            if index + 1 < numbers.count, isPosition(first, numbers[index + 1], characters) {
                hidden.append(first.range.lowerBound..<numbers[index + 1].range.upperBound)
                index += 2
                continue
            }
            let word = word(before: first.range.lowerBound, characters)
            if first.isDegree || first.decimals > 0 && axes.contains(word) { hidden.append(first.range) }
            index += 1
        }
        guard !hidden.isEmpty else { return text }
        var out = ""
        var at = 0
        for range in hidden {
            out += String(characters[at..<range.lowerBound]) + mask
            at = range.upperBound
        }
        return out + String(characters[at...])
    }

    private static func isPosition(_ one: Number, _ other: Number, _ characters: [Character]) -> Bool {
        let gap = one.range.upperBound..<max(one.range.upperBound, other.range.lowerBound)
        guard gap.count <= longestGap, min(abs(one.value), abs(other.value)) <= 90,
            max(abs(one.value), abs(other.value)) <= 180
        else { return false }
        let words = String(characters[gap]).lowercased().split { !$0.isLetter }.map(String.init)
        guard words.allSatisfy(between.contains), !characters[gap].contains(where: { "$€£¥".contains($0) }) else {
            return false
        }
        if one.isDegree && other.isDegree { return true }
        if min(one.decimals, other.decimals) >= fewestDecimals { return true }
        let isNamed =
            before.contains(word(before: one.range.lowerBound, characters)) || words.contains(where: axes.contains)
        return isNamed && min(one.decimals, other.decimals) > 0
    }

    // MARK: Numbers

    private static func numbers(_ characters: [Character]) -> [Number] {
        var found: [Number] = []
        var index = 0
        while index < characters.count {
            guard isDigit(characters[index]),
                index == 0 || !characters[index - 1].isLetter || isHead(characters, index),
                let number = number(characters, index)
            else {
                index += 1
                continue
            }
            found.append(number)
            index = number.range.upperBound
        }
        return found
    }

    /// Whether a letter before a number is a compass's or a mark's: `N30.4021`, `@30.4021`.
    private static func isHead(_ characters: [Character], _ index: Int) -> Bool {
        compass.contains(characters[index - 1].lowercased()) && (index < 2 || !characters[index - 2].isLetter)
    }

    private static func number(_ characters: [Character], _ start: Int) -> Number? {
        var end = start
        while end < characters.count, isDigit(characters[end]) { end += 1 }
        var decimals = 0
        if end + 1 < characters.count, characters[end] == ".", isDigit(characters[end + 1]) {
            let point = end
            end += 1
            while end < characters.count, isDigit(characters[end]) { end += 1 }
            decimals = end - point - 1
        }
        guard let value = Double(String(characters[start..<end])) else { return nil }
        let isSigned = start > 0 && ["-", "+", "−"].contains(characters[start - 1])
        var number = Number(
            range: (isSigned ? start - 1 : start)..<end, value: value, decimals: decimals)
        if let last = degreeEnd(characters, end) {
            number.range = number.range.lowerBound..<last
            number.isDegree = true
        }
        return number
    }

    /// Where `° N`, `°24'8"N` ends; nil where no compass letter comes of it.
    private static func degreeEnd(_ characters: [Character], _ start: Int) -> Int? {
        var end = start
        guard end < characters.count, ["°", "º"].contains(characters[end]) else { return nil }
        while end < characters.count, end - start < longestGap,
            isDigit(characters[end]) || " .°º'′’\"″”".contains(characters[end])
        {
            end += 1
        }
        guard end < characters.count, ["n", "s", "e", "w"].contains(characters[end].lowercased()),
            end + 1 == characters.count || !characters[end + 1].isLetter
        else { return nil }
        return end + 1
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// The word that stands right before a place, in small letters, with signs and `is` in between.
    private static func word(before place: Int, _ characters: [Character]) -> String {
        let words = String(characters[max(0, place - 24)..<place]).lowercased().split { !$0.isLetter }.map(String.init)
        return words.last { !["is", "at", "my", "the", "of"].contains($0) } ?? ""
    }
}
