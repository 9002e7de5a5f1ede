import Ledger

/// A list of which as much is given as a client can take: how many there are, how many are here, where it goes on.
struct ToolList {
    let total: Int
    let offset: Int
    let items: [JSON]

    /// Bytes of JSON that one list may have. A result holds its content twice, as text and as structure: two lists with the
    /// rest of an answer come to 50,000 bytes then, which is below 20,000 tokens at two and a half bytes each.
    static let mostBytes = 10_000

    /// - Parameters:
    ///   - items: those from `offset` on.
    ///   - total: how many there are in all; nil where `items` go to the end.
    ///   - offset: how many were passed over.
    ///   - bytes: how much of the list is given.
    init(_ items: [JSON], total: Int? = nil, offset: Int = 0, bytes: Int = mostBytes) {
        self.total = total ?? (offset + items.count)
        self.offset = offset
        var (kept, left) = ([JSON](), bytes)
        for item in items {
            left -= item.text.utf8.count
            // One item is always given, so that a client that follows the cursors comes to the end.
            guard left >= 0 || kept.isEmpty else { break }
            kept.append(item)
        }
        self.items = kept
    }

    var json: JSON {
        let end = offset + items.count
        let goesOn = !items.isEmpty && end < total
        return .object([
            ("total", .int(total)), ("returned", .int(items.count)), ("truncated", .bool(goesOn)),
            ("next", goesOn ? .string(String(end)) : .null), ("items", .array(items)),
        ])
    }
}
