/// Finds what is most likely a place: bare codes of maps, which other words may look like, and positions that are spelled out.
enum LikelyPlace {
    struct Found {
        let range: Range<Int>
        /// Whether it's one beyond doubt, by the words around it.
        let isSure: Bool
        /// What it says, where that is read.
        var area: AreaCode?
    }

    static func all(in text: [Character]) -> [Found] {
        codes(text) + BritishGrid.all(in: text) + SwissGrid.all(in: text)
            + named(text).map { Found(range: $0, isSure: true) }
            + SpelledAngle.positions(in: text).map { Found(range: $0, isSure: true) }
    }

    /// Words behind which a code is a place.
    private static let places: Set<String> = [
        "at", "near", "from", "here", "position", "location", "coordinates", "coords", "locator", "grid", "square",
        "qth",
        "code", "place", "geohash", "maidenhead", "pluscode", "what3words", "w3w",
    ]
    /// Those that a short code of a grid stands behind.
    private static let grids: Set<String> = ["locator", "grid", "square", "qth", "maidenhead"]
    /// Words that say nothing between such a word and the code.
    private static let small: Set<String> = ["is", "the", "my", "in", "of"]
    private static let threeWordSystems: Set<String> = ["what3words", "w3w"]
    /// The ends of addresses that aren't three words of a place.
    private static let domains: Set<String> = [
        "com", "org", "net", "edu", "gov", "info", "biz", "app", "dev", "shop", "store",
    ]

    // MARK: Codes

    /// Characters of a geohash that is taken for a position where nothing calls it one.
    private static let shortestRead = 7

    private static func codes(_ text: [Character]) -> [Found] {
        let words = PlaceCode.words(text)
        return words.indices.compactMap { index in
            let whole = words[index]
            guard let first = whole.first(where: { isPart(text[$0]) }),
                let last = whole.last(where: { isPart(text[$0]) })
            else { return nil }
            let range = first..<last + 1
            let before = wordBefore(index, words, text)
            let word = text[range]
            let isLikely =
                isMaidenhead(word, isOfGrid: grids.contains(before)) || isGeohash(word) || isThreeWords(word)
                || isPlusOfDigits(word) || isHexagon(word)
            guard isLikely else { return nil }
            let isSure = places.contains(before) && !isOneTurn(word)
            let isRead = isSure && word.count >= shortestRead && !isMaidenhead(word, isOfGrid: grids.contains(before))
            return Found(range: range, isSure: isSure, area: isRead ? AreaCode(geohash: String(word)) : nil)
        }
    }

    private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func wordBefore(_ index: Int, _ words: [Range<Int>], _ text: [Character]) -> String {
        words[..<index].reversed().prefix(3).lazy.map { String(text[$0].filter(isPart)).lowercased() }
            .first { !small.contains($0) } ?? ""
    }

    /// `EM10dj`, `EM10dj42`, and behind its word `EM10`.
    private static func isMaidenhead(_ word: ArraySlice<Character>, isOfGrid: Bool) -> Bool {
        guard [4, 6, 8, 10].contains(word.count), word.count > 4 || isOfGrid else { return false }
        return word.enumerated().allSatisfy { place, character in
            guard place / 2 % 2 == 0 else { return WrittenAngle.isDigit(character) }
            guard let letter = character.uppercased().first, character.isASCII else { return false }
            return ("A"..."X").contains(letter) && (place > 1 || letter <= "R")
        }
    }

    /// `9v6kpvf1x`: letters and digits in turns, unlike a product's name, or many of them.
    private static func isGeohash(_ word: ArraySlice<Character>) -> Bool {
        guard (5...12).contains(word.count),
            word.allSatisfy({ $0.lowercased().first.map(geohashAlphabet.contains) ?? false })
        else { return false }
        guard !isMeasure(word) else { return false }
        // `4x100` is none.
        return turns(word) > (word.count > 5 ? 1 : 2) || word.count > 7 && turns(word) == 1
    }

    private static let units: Set<String> = [
        "mm", "cm", "m", "km", "in", "ft", "yd", "mi", "mg", "g", "kg", "oz", "lb", "lbs", "ml", "l", "kb", "mb", "gb",
        "tb",
        "hz", "khz", "mhz", "ghz", "fps", "v", "w", "kw", "k", "p", "d", "h", "hr", "hrs", "min", "s", "sec", "pc",
        "pcs",
        "pk", "ct",
    ]
    /// Those that go together with another number: `1080p60fps`, `4k60hz`.
    private static let resolutions: Set<String> = ["k", "p"]

    /// `2x10ft`, `10x15cm`, `1080p60fps`: numbers by one another, or each with a unit.
    private static func isMeasure(_ word: ArraySlice<Character>) -> Bool {
        guard word.first?.isNumber == true else { return false }
        let tails = word.split(whereSeparator: \.isNumber).map { String($0).lowercased() }
        let last = word.last?.isNumber == true ? nil : tails.last
        let between = last == nil ? tails : tails.dropLast()
        let isBy = between.allSatisfy { $0.last == "x" && ($0.count == 1 || units.contains(String($0.dropLast()))) }
        if isBy, !between.isEmpty { return last.map(units.contains) ?? true }
        return last.map { $0.count > 1 } ?? false
            && tails.allSatisfy { units.contains($0) && ($0.count > 1 || resolutions.contains($0)) }
    }

    /// `5guys`, which is a name.
    private static func isOneTurn(_ word: ArraySlice<Character>) -> Bool { turns(word) == 1 }

    /// How often letters and digits take turns.
    private static func turns(_ word: ArraySlice<Character>) -> Int {
        zip(word, word.dropFirst()).count { $0.isNumber != $1.isNumber }
    }

    private static let geohashAlphabet = Set("0123456789bcdefghjkmnpqrstuvwxyz")

    /// `8928308280fffff`, a cell of H3: an eight, its size, and hexadecimal digits.
    private static func isHexagon(_ word: ArraySlice<Character>) -> Bool {
        word.count == 15 && word.first == "8" && word.allSatisfy { $0.isASCII && $0.isHexDigit }
            && word.contains(where: \.isLetter)
    }

    /// `filled.count.soap`
    private static func isThreeWords(_ word: ArraySlice<Character>) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.count > 2 && $0.allSatisfy(\.isLetter) }) else { return false }
        return String(parts[0]).lowercased() != "www" && !domains.contains(String(parts[2]).lowercased())
    }

    /// `86552258+29`, which could be a sum.
    private static func isPlusOfDigits(_ word: ArraySlice<Character>) -> Bool {
        let parts = word.split(separator: "+", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count == 8 && (2...7).contains(parts[1].count)
            && parts.allSatisfy { $0.allSatisfy("23456789".contains) }
    }

    /// `what3words filled count soap`
    private static func named(_ text: [Character]) -> [Range<Int>] {
        let words = PlaceCode.words(text)
        return words.indices.compactMap { index in
            let name = String(text[words[index]].filter(isPart)).lowercased()
            guard threeWordSystems.contains(name), index + 3 < words.count,
                (1...3).allSatisfy({ text[words[index + $0]].allSatisfy { $0.isLetter || ",.;".contains($0) } })
            else { return nil }
            let last = words[index + 3]
            return words[index].lowerBound..<last.lowerBound + text[last].prefix { $0.isLetter }.count
        }
    }
}

/// One of a position's two numbers in words: `thirty point four zero two one north`, `ninety seven degrees forty minutes west`.
private struct SpelledAngle {
    /// In the tokens.
    let range: Range<Int>
    let hasWord: Bool
    /// Digits behind its points, of the one that has the most.
    let decimals: Int
    let points: Int
    let hasDegrees: Bool
    let hasMinutes: Bool
    let hasCompass: Bool
    /// Whether a word such as `latitude` stands before it.
    let isNamed: Bool

    private struct Token {
        let range: Range<Int>
        let word: String
        var isDigits: Bool { word.allSatisfy(WrittenAngle.isDigit) }
        /// How many digits it is behind a point; 0 for what is no number.
        var digits: Int {
            if isDigits { return word.count }
            return SpelledAngle.ones.contains(word) ? 1 : SpelledAngle.larger.contains(word) ? 2 : 0
        }
    }

    private static let ones: Set<String> = [
        "zero", "oh", "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ]
    private static let larger: Set<String> = [
        "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred",
    ]
    private static let points: Set<String> = ["point", "dot", "decimal"]
    private static let degrees: Set<String> = ["degree", "degrees", "deg"]
    private static let parts: Set<String> = ["minute", "minutes", "second", "seconds"]
    private static let signs: Set<String> = ["minus", "negative"]
    private static let axes: Set<String> = [
        "lat", "latitude", "lon", "lng", "long", "longitude", "coordinates", "coords", "position", "gps",
    ]
    private static let small: Set<String> = ["is", "are", "of", "at", "about"]

    static func positions(in text: [Character]) -> [Range<Int>] {
        let tokens = tokens(text)
        guard tokens.contains(where: { ones.contains($0.word) || larger.contains($0.word) || points.contains($0.word) })
        else { return [] }
        let angles = angles(tokens)
        return angles.indices.filter { index in
            let angle = angles[index]
            let isBeside = [index - 1, index + 1].contains { other in
                angles.indices.contains(other) && angles[other].hasCompass
                    && abs(angles[other].range.lowerBound - angle.range.lowerBound) <= 12
            }
            return angle.isPosition || angle.hasWord && angle.hasCompass && isBeside
        }.map {
            tokens[angles[$0].range.lowerBound].range
                .lowerBound..<tokens[angles[$0].range.upperBound - 1].range.upperBound
        }
    }

    private var isPosition: Bool {
        guard hasWord else { return false }
        return decimals > 2 || points > 1 || hasDegrees && (hasCompass || hasMinutes) || points > 0 && hasCompass
            || isNamed
    }

    private static func tokens(_ text: [Character]) -> [Token] {
        var found: [Token] = []
        var start: Int?
        for index in 0...text.count {
            if index < text.count, text[index].isLetter || text[index].isNumber {
                start = start ?? index
            } else if let begun = start {
                found.append(Token(range: begun..<index, word: String(text[begun..<index]).lowercased()))
                start = nil
            }
        }
        return found
    }

    private static func angles(_ tokens: [Token]) -> [SpelledAngle] {
        var found: [SpelledAngle] = []
        var index = 0
        while index < tokens.count {
            guard tokens[index].digits > 0 || signs.contains(tokens[index].word) else {
                index += 1
                continue
            }
            var end = index + 1
            while end < tokens.count, isInside(tokens[end]) { end += 1 }
            while end > index + 1, tokens[end - 1].word == "and" { end -= 1 }
            let angle = SpelledAngle(tokens, index..<end)
            found.append(angle)
            index = angle.range.upperBound
        }
        return found
    }

    private static func isInside(_ token: Token) -> Bool {
        token.digits > 0 || points.contains(token.word) || degrees.contains(token.word) || parts.contains(token.word)
            || signs.contains(token.word) || token.word == "and"
    }

    private init(_ tokens: [Token], _ run: Range<Int>) {
        let words = tokens[run].map(\.word)
        hasWord = tokens[run].contains { $0.digits > 0 && !$0.isDigits } || words.contains(where: Self.points.contains)
        hasDegrees = words.contains(where: Self.degrees.contains)
        hasMinutes = words.contains(where: Self.parts.contains)
        let places = run.filter { Self.points.contains(tokens[$0].word) }
        points = places.count
        decimals =
            places.map { place in
                tokens[(place + 1)..<run.upperBound].prefix { $0.digits > 0 }.reduce(0) { $0 + $1.digits }
            }.max() ?? 0
        let isFollowed = run.upperBound < tokens.count && WrittenAngle.compass[tokens[run.upperBound].word] != nil
        hasCompass = isFollowed
        range = run.lowerBound..<run.upperBound + (isFollowed ? 1 : 0)
        let before = tokens[..<run.lowerBound].last { !Self.small.contains($0.word) }
        isNamed = before.map { Self.axes.contains($0.word) } ?? false
    }
}
