/// Reads `text/event-stream` (the WHATWG's server-sent events) from bytes as they arrive.
///
/// Comments, ids and retry times are passed over: none of the protocols here uses them.
struct ServerSentEvents {
    struct Event: Hashable {
        /// What the `event:` line says; `message` without one.
        var name: String
        /// The `data:` lines, joined by LF.
        var data: [UInt8]
    }

    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    /// Something came that such a stream is made of, if only a comment.
    private(set) var isOne = false

    /// One line without its end.
    ///
    /// - Returns: the event that an empty line ends.
    mutating func add(line: UnsafeRawBufferPointer) -> Event? {
        if line.isEmpty { return dispatch() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            add(field: line, value: line[line.endIndex...])
            return nil
        }
        if colon == line.startIndex { isOne = true }
        var value = line[(colon + 1)...]
        if value.first == 0x20 { value = value.dropFirst() }
        add(field: UnsafeRawBufferPointer(rebasing: line[..<colon]), value: value)
        return nil
    }

    private mutating func add(field: UnsafeRawBufferPointer, value: Slice<UnsafeRawBufferPointer>) {
        // Older versions of llama.cpp have the error itself in a field of this name.
        let isError = field.elementsEqual("error".utf8)
        if isError { name = "error" }
        if isError || field.elementsEqual("data".utf8) {
            if hasData { data.append(0x0A) }
            // Several lines of one event are bounded as one line is; what is cut is no JSON any more.
            if data.count + value.count <= LineSplitter.longestLine { data += value }
            hasData = true
            isOne = true
        } else if field.elementsEqual("event".utf8) {
            name = String(decoding: value, as: UTF8.self)
            isOne = true
        }
    }

    /// Ends the event that has begun: at an empty line, and leniently at the end of the stream. Without data it is none,
    /// as the WHATWG has it; some servers send such ones to keep the connection open.
    mutating func dispatch() -> Event? {
        defer {
            name = ""
            data.removeAll(keepingCapacity: true)
            hasData = false
        }
        return data.contains { $0 != 0x0A } ? Event(name: name.isEmpty ? "message" : name, data: data) : nil
    }
}
