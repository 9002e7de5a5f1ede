/// A set of row numbers, a bit for each: a file of a million rows takes 128 KB.
struct RowSet {
    private var words: [UInt64] = []

    mutating func insert(_ id: Int64) {
        let (word, bit) = RowSet.place(id)
        if word >= words.count { words += Array(repeating: 0, count: max(word + 1 - words.count, words.count)) }
        words[word] |= 1 << bit
    }

    func contains(_ id: Int64) -> Bool {
        let (word, bit) = RowSet.place(id)
        return word < words.count && words[word] >> bit & 1 == 1
    }

    private static func place(_ id: Int64) -> (word: Int, bit: Int) { (Int(id / 64), Int(id % 64)) }
}
