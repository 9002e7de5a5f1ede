/// Finds the name that was probably meant.
public enum Suggestion {
    /// - Returns: the one name that `word` begins, else the nearest one within a third of its letters; the first
    ///   of equally near ones; nil when none is near.
    public static func nearest(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        let longer = names.filter { $0.hasPrefix(word) }
        if word.utf8.count >= 2, longer.count == 1 { return longer[0] }
        var best: (name: String, distance: Int)?
        for name in names where !name.isEmpty {
            let allowed = max(1, min(word.utf8.count, name.utf8.count) / 3)
            guard abs(word.utf8.count - name.utf8.count) <= allowed else { continue }
            let distance = distance(Array(word.utf8), Array(name.utf8))
            if distance <= allowed, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// - Returns: the first name that one wrong, missing, or extra letter, or two exchanged ones, make of a word.
    public static func oneLetterOff(_ word: String, among names: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        return names.first { abs(letters.count - $0.utf8.count) < 2 && distance(letters, Array($0.utf8)) == 1 }
    }

    /// Insertions, deletions, replacements and exchanges of neighbours that lead from `a` to `b`
    /// (optimal string alignment).
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
