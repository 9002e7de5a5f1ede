/// Numbers by 64-bit hashes that are well mixed already: open addressing without hashing them again, at a third of the
/// cost of a `Dictionary`. For the millions of look-ups of an import.
struct HashTable {
    private var keys: [Int64]
    private var values: [Int64]
    private(set) var count = 0
    /// A key that no entry has; the hash with this value is counted as its neighbour.
    private static let vacant: Int64 = 0

    init(minimumCapacity: Int = 1024) {
        var size = 1024
        while size < minimumCapacity * 2 { size *= 2 }
        keys = Array(repeating: HashTable.vacant, count: size)
        values = Array(repeating: 0, count: size)
    }

    subscript(hash: Int64) -> Int64? {
        let slot = slot(of: hash == HashTable.vacant ? 1 : hash)
        return keys[slot] == HashTable.vacant ? nil : values[slot]
    }

    mutating func set(_ hash: Int64, to value: Int64) {
        let key = hash == HashTable.vacant ? 1 : hash
        let slot = slot(of: key)
        if keys[slot] == HashTable.vacant {
            keys[slot] = key
            count += 1
        }
        values[slot] = value
        if count * 2 > keys.count { grow() }
    }

    /// Counts the hash once more.
    ///
    /// - Returns: how often it was counted before.
    mutating func increment(_ hash: Int64) -> Int64 {
        let before = self[hash] ?? 0
        set(hash, to: before + 1)
        return before
    }

    mutating func removeAll() { self = HashTable() }

    @inline(__always)
    private func slot(of key: Int64) -> Int {
        let mask = keys.count - 1
        var slot = Int(truncatingIfNeeded: key) & mask
        while keys[slot] != key, keys[slot] != HashTable.vacant { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        var larger = HashTable(minimumCapacity: keys.count)
        for (slot, key) in keys.enumerated() where key != HashTable.vacant { larger.set(key, to: values[slot]) }
        self = larger
    }
}
