/// Cuts a stream of bytes into lines that end with LF, CR or CRLF.
struct LineSplitter {
    /// A longer line is no part of any protocol here.
    static let longestLine = 1 << 20

    private var pending: [UInt8] = []
    /// A CR ended the last line: an LF right behind it belongs to it.
    private var sawReturn = false

    /// - Parameter body: is given each whole line without its end.
    /// - Returns: false when a line is too long; what comes after is lost.
    mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        var rest = bytes
        if sawReturn, let first = rest.first {
            if first == 0x0A { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst()) }
            sawReturn = false
        }
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            let piece = UnsafeRawBufferPointer(rebasing: rest[..<end])
            guard pending.count + piece.count <= Self.longestLine else { return false }
            if pending.isEmpty {
                body(piece)
            } else {
                pending += piece
                pending.withUnsafeBytes(body)
                pending.removeAll(keepingCapacity: true)
            }
            var next = end + 1
            if rest[end] == 0x0D {
                if next == rest.count { sawReturn = true } else if rest[next] == 0x0A { next += 1 }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[next...])
        }
        pending += rest
        return pending.count <= Self.longestLine
    }

    /// The last line where its end is missing, else nothing.
    mutating func finish() -> [UInt8] {
        defer { pending = [] }
        return pending
    }
}
