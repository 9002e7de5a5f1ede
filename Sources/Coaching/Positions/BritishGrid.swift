/// Finds places of the British grid: `TQ 388 801`, `TQ388801`, `TQ 3887 8012`, and behind a word of places `TQ3880`.
enum BritishGrid {
    /// The squares that have land.
    private static let squares = Set(
        """
        HP HT HU HW HX HY HZ NA NB NC ND NF NG NH NJ NK NL NM NN NO NR NS NT NU NW NX NY NZ OV SC SD SE SH SJ SK SM SN SO SP \
        SR SS ST SU SV SW SX SY SZ TA TF TG TL TM TQ TR TV
        """.split(separator: " ").map(String.init))
    /// Words behind which it is one beyond doubt.
    private static let places = PlaceWords.set("grid-place")

    static func all(in text: [Character]) -> [LikelyPlace.Found] {
        text.indices.compactMap { start in
            let isFirst = start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber)
            guard isFirst, squares.contains(String(text[start...].prefix { $0.isLetter }).uppercased()) else {
                return nil
            }
            let before = String(text[..<start]).lowercased().split { !$0.isLetter }.last.map(String.init) ?? ""
            let isPlace = places.contains(before)
            let isLarge = text[start].isUppercase && text[start + 1].isUppercase
            guard isLarge || isPlace, let end = end(of: text, start + 2, isPlace) else { return nil }
            return LikelyPlace.Found(range: start..<end, isSure: isPlace)
        }
    }

    /// Behind two groups of as many digits, together or apart, and no more of them.
    private static func end(of text: [Character], _ start: Int, _ isPlace: Bool) -> Int? {
        let shortest = isPlace ? 2 : 3
        var groups: [Int] = []
        var (at, end) = (start, start)
        while groups.count < 3 {
            at += text[at...].prefix { $0 == " " }.count
            let run = text[at...].prefix(while: WrittenAngle.isDigit).count
            guard run > 0 else { break }
            at += run
            groups.append(run)
            end = at
        }
        let isClosed = end == text.count || !(text[end].isLetter || text[end].isNumber)
        // A price in cents, and a year, are none.
        let isAmount = end + 1 < text.count && ".,".contains(text[end]) && WrittenAngle.isDigit(text[end + 1])
        guard isClosed, !isAmount else { return nil }
        let isOne = groups.count == 1 && groups[0] % 2 == 0 && (2 * shortest...10).contains(groups[0])
        let isTwo = groups.count == 2 && groups[0] == groups[1] && (3...5).contains(groups[0])
        return isOne || isTwo ? end : nil
    }
}
