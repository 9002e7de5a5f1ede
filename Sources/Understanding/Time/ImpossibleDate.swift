import Ledger

/// A day that no calendar has, such as 30 February: what was said of it must not be read as the month or the year.
enum ImpossibleDate {
    /// - Returns: the day as it was written; nil when there is none.
    static func written(in tokens: [Token]) -> String? {
        for position in tokens.indices {
            if let iso = iso(tokens, at: position) { return iso }
            if let named = named(tokens, at: position) { return named }
        }
        return nil
    }

    /// `2026-02-30`
    private static func iso(_ tokens: [Token], at position: Int) -> String? {
        guard position + 4 < tokens.count, tokens[position + 1].key == "-", tokens[position + 3].key == "-",
            tokens[position].key.utf8.count == 4, let year = tokens[position].integer,
            let month = tokens[position + 2].integer, let day = tokens[position + 4].integer,
            !tokens[position + 1].hasSpaceBefore, !tokens[position + 3].hasSpaceBefore, (1000...9999).contains(year),
            CivilDate(year: year, month: month, day: day) == nil
        else { return nil }
        return tokens[position...position + 4].map(\.text).joined()
    }

    private static let months = CivilDate.monthNames.map { $0.lowercased() }

    /// `31 september`, `february 30 2026`, `Nov 31st`; 29 February only of a year that is no leap year.
    private static func named(_ tokens: [Token], at position: Int) -> String? {
        guard tokens[position].form == .word,
            let month = months.firstIndex(where: { isName(tokens[position].key, of: $0) })
        else { return nil }
        for neighbour in [position - 1, position + 1] where tokens.indices.contains(neighbour) {
            guard let day = day(tokens[neighbour].key), (29...31).contains(day) else { continue }
            let after = max(position, neighbour) + 1
            let year = tokens.indices.contains(after) ? tokens[after].integer.flatMap { $0 > 1900 ? $0 : nil } : nil
            // A leap year allows the most days.
            if CivilDate(year: year ?? 2028, month: month + 1, day: day) == nil {
                let words = [min(position, neighbour), max(position, neighbour)].map { tokens[$0].text }
                return (words + (year.map { [String($0)] } ?? [])).joined(separator: " ")
            }
        }
        return nil
    }

    /// `nov`, `sept`.
    private static func isName(_ key: String, of month: String) -> Bool {
        key == month || key.utf8.count == 3 && month.hasPrefix(key) || key == "sept" && month == "september"
    }

    /// `30`, `30th`, `31st`.
    private static func day(_ key: String) -> Int? { Int(key) ?? (key.utf8.count == 4 ? Int(key.dropLast(2)) : nil) }
}
