import Glibc

/// Remembers what the cells of a column mean; columns of kinds, categories and accounts repeat a few values.
struct TextCache<Value> {
    private struct Entry {
        var start: Int
        var count: Int
        var value: Value
    }

    private static var slots: Int { 64 }
    private var entries = [Entry?](repeating: nil, count: slots)
    private let text: UnsafeRawBufferPointer

    /// - Parameter text: the text that all cells are part of; it outlives the cache.
    init(text: UnsafeRawBufferPointer) { self.text = text }

    mutating func value(_ start: Int, _ end: Int, make: () -> Value) -> Value {
        let count = max(0, end - start)
        var hash: UInt32 = 2_166_136_261
        for index in start..<start + count { hash = (hash ^ UInt32(text[index])) &* 16_777_619 }
        let slot = Int(hash % UInt32(TextCache.slots))
        if let entry = entries[slot], entry.count == count, isSame(entry.start, start, count) { return entry.value }
        let value = make()
        entries[slot] = Entry(start: start, count: count, value: value)
        return value
    }

    @inline(__always)
    private func isSame(_ a: Int, _ b: Int, _ count: Int) -> Bool {
        guard count > 0, let base = text.baseAddress else { return true }
        return memcmp(base + a, base + b, count) == 0
    }
}
