/// How far one spelling is from another.
enum EditDistance {
    /// The optimal string alignment distance (insertions, deletions, substitutions and swaps of neighbours) up to
    /// `limit`.
    ///
    /// - Returns: nil when it is greater than `limit`.
    static func between(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit else { return nil }
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for i in 1...a.count {
            row[0] = i
            var best = i
            for j in 1...b.count {
                let substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                var value = min(substitution, last[j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    value = min(value, beforeLast[j - 2] + 1)
                }
                row[j] = value
                best = min(best, value)
            }
            if best > limit { return nil }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }

    /// How many slips a word of this many letters may have and still be recognised: none below 4, one up to 7,
    /// two from 8.
    static func tolerance(letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }
}
