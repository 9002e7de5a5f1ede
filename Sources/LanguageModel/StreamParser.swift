import Ledger

/// Reads the body of an answer as it arrives: bytes in, words out, with no input or output of its own.
///
/// An answer is an event stream, a JSON object on each line (Ollama), or one JSON object, whatever was asked for: its
/// first byte tells.
package struct StreamParser {
    /// An answer that is one object is bounded by this many bytes.
    static let largestObject = 8 << 20

    enum Fault: Hashable {
        /// A page for people.
        case html
        /// Neither events nor JSON, or JSON of something else.
        case noJSON
        case tooLarge
    }

    private enum Form {
        case unknown, events, lines, object
    }

    private let format: any ChatFormat.Type
    private let hasLines: Bool
    private var form = Form.unknown
    private var lines = LineSplitter()
    private var events = ServerSentEvents()
    private var object: [UInt8] = []
    private(set) var reply = PartialReply()
    private(set) var fault: Fault?
    /// Words or thoughts that came so far.
    private(set) var signsOfLife = 0
    private(set) var isEmpty = true

    package init(_ provider: ModelProvider, isStreaming: Bool = true) {
        format = provider.format
        hasLines = provider == .ollama && isStreaming
    }

    /// Nothing that comes behind can change the reply.
    var isOver: Bool { fault != nil || reply.error != nil || reply.isEnded }

    /// - Returns: the words that the bytes brought.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) -> String {
        guard !isOver, !bytes.isEmpty else { return "" }
        let before = reply.text.utf8.count
        var bytes = bytes
        if form == .unknown {
            guard let first = bytes.firstIndex(where: { !Self.isPadding($0) }) else { return "" }
            isEmpty = false
            bytes = UnsafeRawBufferPointer(rebasing: bytes[first...])
            begin(with: bytes[0])
        }
        switch form {
        case .unknown: break
        case .events, .lines: addLines(bytes)
        case .object:
            object += bytes
            if object.count > Self.largestObject { fault = .tooLarge }
        }
        return words(from: before)
    }

    /// The end of the body.
    ///
    /// - Returns: the words that only now are known.
    package mutating func finish() -> String {
        guard !isOver else { return "" }
        let before = reply.text.utf8.count
        switch form {
        case .unknown: break
        case .events:
            let last = lines.finish()
            if !last.isEmpty { _ = last.withUnsafeBytes { events.add(line: $0) } }
            if let rest = events.dispatch() {
                takeLast(rest.data, named: rest.name)
            } else if !events.isOne {
                fault = .noJSON
            }
            if reply.isRuined { fault = fault ?? .noJSON }
        case .lines:
            let last = lines.finish()
            if !last.isEmpty { takeLast(last, named: "") }
            if reply.isRuined { fault = fault ?? .noJSON }
        case .object:
            if let whole = try? JSON.parse(object) {
                format.read(whole: whole, into: &reply)
                if reply.isForeign { fault = .noJSON }
            } else {
                fault = .noJSON
            }
        }
        return words(from: before)
    }

    private mutating func words(from before: Int) -> String {
        if reply.isTooLarge { fault = fault ?? .tooLarge }
        guard reply.text.utf8.count > before else { return "" }
        return String(reply.text.utf8.suffix(reply.text.utf8.count - before)) ?? ""
    }

    /// Space, and the bytes of a byte order mark.
    private static func isPadding(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte)
    }

    private mutating func begin(with byte: UInt8) {
        switch byte {
        case UInt8(ascii: "<"): fault = .html
        case UInt8(ascii: "{"), UInt8(ascii: "["): form = hasLines ? .lines : .object
        default: form = .events
        }
    }

    private mutating func addLines(_ bytes: UnsafeRawBufferPointer) {
        var found: [ServerSentEvents.Event] = []
        // Moved, not copied: a copy of its buffer for every piece would be made.
        var events = ServerSentEvents()
        swap(&events, &self.events)
        let isEvents = form == .events
        let isBounded = lines.add(bytes) { line in
            if isEvents {
                if let event = events.add(line: line) { found.append(event) }
            } else if !line.allSatisfy(Self.isPadding) {
                found.append(ServerSentEvents.Event(name: "", data: Array(line)))
            }
        }
        swap(&events, &self.events)
        for event in found { take(event.data, named: event.name) }
        if !isBounded {
            if reply.isComplete { reply.isEnded = true } else { fault = fault ?? .tooLarge }
        }
    }

    /// An event whose end is missing: where it is cut, the end of the reply is missing too, which is for others to tell.
    private mutating func takeLast(_ data: [UInt8], named name: String) {
        if Self.isEnd(data) || (try? JSON.parse(data)) != nil { take(data, named: name) }
    }

    /// OpenAI's mark behind the last event.
    private static func isEnd(_ data: [UInt8]) -> Bool {
        data.count < 32 && data.filter { !isPadding($0) }.elementsEqual("[DONE]".utf8)
    }

    private mutating func take(_ data: [UInt8], named name: String) {
        guard !isOver else { return }
        if Self.isEnd(data) {
            reply.isEnded = true
            if reply.isRuined { fault = .noJSON }
            return
        }
        // Behind the last words a count of tokens may follow; what is wrong there does not make the reply less whole.
        let wasComplete = reply.isComplete
        guard let event = try? JSON.parse(data) else {
            guard !wasComplete else { return }
            if Self.mayHoldWords(data) { reply.addGap() } else { reply.hasStray = true }
            return
        }
        if format.read(event: event, named: name, into: &reply) { signsOfLife += 1 }
        if wasComplete { reply.error = nil }
        if reply.isComplete, reply.isRuined { fault = .noJSON }
    }

    /// Names that stand before words, or before what holds them.
    private static let namesBeforeWords = [
        "content", "text", "tool", "refusal", "partial_json", "delta", "message", "error",
    ]

    /// Whether words may have been lost with an event that is no JSON. A stray line such as `ping` held
    /// none, nor did an object that has both its ends and none of the names that stand before words.
    private static func mayHoldWords(_ data: [UInt8]) -> Bool {
        let text = String(decoding: data, as: UTF8.self)
        guard text.contains(where: { "{}\"".contains($0) }) else { return false }
        let bare = data.filter { !isPadding($0) }
        return bare.first != UInt8(ascii: "{") || bare.last != UInt8(ascii: "}")
            || namesBeforeWords.contains(where: text.contains)
    }
}
