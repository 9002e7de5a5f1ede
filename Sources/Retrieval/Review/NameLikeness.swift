/// The words by which names of merchants are held against one another, as two exports write them.
///
/// Numbers and words of two letters, which change from one export to the next, do not count.
struct NameLikeness: Hashable {
    let words: [String]
    /// A name without such words is like itself only.
    private let merchantID: Int64?

    init(_ name: String, merchantID: Int64) {
        let parts: [Substring] = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        words = parts.filter { $0.count > 2 && !$0.contains(where: \.isNumber) }.map(String.init)
        self.merchantID = words.isEmpty ? merchantID : nil
    }

    /// Whether they may be one merchant: the first word of one is in the other, and so is half of the shorter one.
    func isLike(_ other: NameLikeness) -> Bool {
        if self == other { return true }
        guard let first = words.first, let second = other.words.first,
            other.words.contains(first) || words.contains(second)
        else { return false }
        return Set(words).intersection(other.words).count * 2 >= min(words.count, other.words.count)
    }
}

/// Which names are like which, each pair of them looked at once.
struct NameTable {
    private var numbers: [NameLikeness: Int] = [:]
    private var names: [NameLikeness] = []
    private var likes: [Int: [Int: Bool]] = [:]

    /// A number for the name, the same for equal ones.
    mutating func number(of name: NameLikeness) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    mutating func areAlike(_ one: Int, _ other: Int) -> Bool {
        if one == other { return true }
        let (low, high) = one < other ? (one, other) : (other, one)
        if let known = likes[low]?[high] { return known }
        let isLike = names[low].isLike(names[high])
        likes[low, default: [:]][high] = isLike
        return isLike
    }
}

/// Rows that are as good as one another for a pair, in the order of their numbers; those that are taken are passed over.
struct RowQueue {
    private let rows: [ReviewRow]
    private var next = 0

    /// - Parameter rows: in the order of their numbers.
    init(_ rows: [ReviewRow]) { self.rows = rows }

    var fileID: Int64 { rows[0].fileID }

    /// The first row that is free and may be taken.
    mutating func first(besides used: Set<Int64>, where mayBe: (ReviewRow) throws -> Bool) rethrows -> ReviewRow? {
        while next < rows.count, used.contains(rows[next].id) { next += 1 }
        return try rows[next...].first { try !used.contains($0.id) && mayBe($0) }
    }
}
