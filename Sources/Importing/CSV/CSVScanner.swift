import Ledger

/// A cell of a row: where its text stands in the file, without quotes and the white space around it.
struct CSVField: Equatable {
    var start: Int32
    var end: Int32
    /// Holds doubled or escaped quotes.
    var isEscaped: Bool

    var isEmpty: Bool { start >= end }
}

/// Cuts UTF-8 text into rows and cells (RFC 4180), and forgives what real exports do to it: stray quotes, any line end,
/// text behind a closing quote, `="…"`, rows of any length.
struct CSVScanner {
    /// A quoted cell longer than this, or one without an end, is a stray quote.
    private static let longestQuoted = 1 << 15
    /// Cells of one row beyond this are dropped: no statement has as many columns.
    private static let mostFields = 1 << 12

    let text: UnsafeRawBufferPointer
    let delimiter: UInt8
    private(set) var position: Int
    /// The line at `position`, counted from 1.
    private(set) var line: Int
    /// The cells of the row read last.
    private(set) var fields: ContiguousArray<CSVField> = []
    /// Where that row begins.
    private(set) var rowLine = 0
    private(set) var rowStart = 0

    init(text: UnsafeRawBufferPointer, delimiter: UInt8, position: Int = 0, line: Int = 1) {
        self.text = text
        self.delimiter = delimiter
        self.position = position
        self.line = line
        fields.reserveCapacity(64)
    }

    /// Makes one cell of a cell and those behind it: a text with delimiters in it that nobody quoted.
    ///
    /// - Precondition: the row has all of these cells.
    mutating func join(at column: Int, count: Int) {
        fields[column].end = fields[column + count].end
        fields.removeSubrange(column + 1...column + count)
    }

    @inline(__always)
    func bytes(_ field: CSVField) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text[Int(field.start)..<max(Int(field.start), Int(field.end))])
    }

    /// Takes the row that was read last as ended before `position`, where the next one begins.
    mutating func end(before position: Int, line: Int) {
        self.position = position
        self.line = line
    }

    /// Reads the next row into `fields`; a blank line is a row of one empty cell.
    ///
    /// - Returns: false at the end of the text.
    mutating func next() -> Bool {
        guard position < text.count, let base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return false
        }
        fields.removeAll(keepingCapacity: true)
        rowLine = line
        rowStart = position
        let end = text.count
        while true {
            skipBlanks(base, end)
            let begin = position
            let quote = base[position, below: end] == 0x3D ? position + 1 : position
            if base[quote, below: end] == 0x22, quotedField(base, end, open: quote) {
                // The cell is in `fields`; `position` stands on what follows it.
            } else {
                position = begin
                plainField(base, end)
            }
            guard position < end else { return true }
            let byte = base[position]
            position += 1
            if byte == delimiter { continue }
            if byte == 0x0D, position < end, base[position] == 0x0A { position += 1 }
            line += 1
            return true
        }
    }

    @inline(__always)
    private mutating func skipBlanks(_ base: UnsafePointer<UInt8>, _ end: Int) {
        while position < end, base[position] == 0x20 || (base[position] == 0x09 && delimiter != 0x09) { position += 1 }
    }

    @inline(__always)
    private mutating func plainField(_ base: UnsafePointer<UInt8>, _ end: Int) {
        let start = position
        var index = position
        let delimiter = delimiter
        while index < end {
            let byte = base[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
            index += 1
        }
        position = index
        while index > start, base[index - 1] == 0x20 || base[index - 1] == 0x09 { index -= 1 }
        append(CSVField(start: Int32(start), end: Int32(index), isEscaped: false))
    }

    @inline(__always)
    private mutating func append(_ field: CSVField) {
        if fields.count < CSVScanner.mostFields { fields.append(field) }
    }

    /// - Returns: false, with nothing changed, where the quote has no end.
    private mutating func quotedField(_ base: UnsafePointer<UInt8>, _ end: Int, open: Int) -> Bool {
        var index = open + 1
        var isEscaped = false
        var hasStray = false
        var breaks = 0
        let limit = min(end, open + CSVScanner.longestQuoted)
        while index < limit {
            let byte = base[index]
            if byte == 0x22 {
                let isDoubled = base[index + 1, below: end] == 0x22
                if let next = fieldEnd(base, end, after: isDoubled ? index + 2 : index + 1), !isDoubled || hasStray {
                    // Where quotes inside were not doubled, two at the end are one of the text and the closing one.
                    return close(base, open: open, textEnd: isDoubled ? index + 1 : index, next, breaks, isEscaped)
                }
                if isDoubled {
                    isEscaped = true
                    index += 1
                } else {
                    // The quote of a later line that closes nothing opens a cell of its own: the first one has no end.
                    if breaks > 0 { return false }
                    hasStray = true
                }
            } else if byte == 0x0A || (byte == 0x0D && base[index + 1, below: end] != 0x0A) {
                // A quote that neither closes nor is doubled, then a line break: the first one was stray as well.
                if hasStray { return false }
                breaks += 1
            }
            index += 1
        }
        return false
    }

    private mutating func close(
        _ base: UnsafePointer<UInt8>, open: Int, textEnd: Int, _ next: Int, _ breaks: Int, _ isEscaped: Bool
    ) -> Bool {
        var start = open + 1
        var end = textEnd
        while start < end, base[start] <= 0x20 { start += 1 }
        while end > start, base[end - 1] <= 0x20 { end -= 1 }
        append(CSVField(start: Int32(start), end: Int32(end), isEscaped: isEscaped))
        line += breaks
        position = next
        return true
    }

    /// Where the cell ends when only blanks stand between `index` and the next delimiter, line end or end of the text.
    @inline(__always)
    private func fieldEnd(_ base: UnsafePointer<UInt8>, _ end: Int, after index: Int) -> Int? {
        var index = index
        while index < end {
            let byte = base[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { return index }
            guard byte == 0x20 || byte == 0x09 else { return nil }
            index += 1
        }
        return index <= end ? index : nil
    }
}

extension UnsafePointer where Pointee == UInt8 {
    /// The byte at `index`, 0 behind the end.
    @inline(__always)
    fileprivate subscript(index: Int, below end: Int) -> UInt8 { index < end ? self[index] : 0 }
}

extension CSVScanner {
    /// A cell as a person reads it: quotes undone, white space and line breaks as single spaces.
    func string(_ field: CSVField) -> String {
        var field = field
        var bytes = bytes(field)
        // Some banks put texts in single quotes.
        if bytes.count > 2, bytes[0] == 0x27, bytes[bytes.count - 1] == 0x27 {
            field.start += 1
            field.end -= 1
            bytes = self.bytes(field)
        }
        if !field.isEscaped, !CSVScanner.needsCleaning(bytes) { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        append(field, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the cleaned text of a cell, behind a space where something stands before it.
    func append(_ field: CSVField, to out: inout [UInt8]) {
        var needsSpace = !out.isEmpty
        let bytes = bytes(field)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B {
                let length = EscapeSequence.length(at: index, count: bytes.count) { (at: Int) in
                    bytes[at] < 0x80 ? UInt32(bytes[at]) : .max
                }
                index += length
                if length > 0 { continue }
            }
            index += 1
            // C2 A0 is a no-break space.
            if byte <= 0x20 || byte == 0x7F || (byte == 0xC2 && index < bytes.count && bytes[index] == 0xA0) {
                if byte == 0xC2 { index += 1 }
                needsSpace = !out.isEmpty
                continue
            }
            if needsSpace {
                out.append(0x20)
                needsSpace = false
            }
            out.append(byte)
            if byte == 0x22, field.isEscaped, index < bytes.count, bytes[index] == 0x22 { index += 1 }
        }
    }

    /// Two spaces in a row, a control character or a byte that may begin a no-break space.
    @inline(__always)
    private static func needsCleaning(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var previous: UInt8 = 0x20
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || byte == 0xC2 || (byte == 0x20 && previous == 0x20) { return true }
            previous = byte
        }
        return false
    }
}
