import Ledger

/// Server-sent events: each is sent when it is made, and all of them are kept as what was answered.
final class EventStream {
    static let type = "text/event-stream"

    private let stream: HTTPStream?
    private let headers: [(name: String, value: String)]
    /// What else is said of this answer alone.
    var marks: [(String, String)] = []
    private var body: [UInt8] = []
    /// How commands are said to whoever asks.
    var words = ProgramWords.http

    /// - Parameters:
    ///   - stream: nil where all is sent at the end.
    ///   - headers: beside the content's type.
    init(_ stream: HTTPStream?, _ headers: [(name: String, value: String)]) {
        (self.stream, self.headers) = (stream, headers)
    }

    var hasBegun: Bool { !body.isEmpty }

    /// - Returns: false where nobody takes any more.
    @discardableResult
    func send(_ name: String, _ data: JSON) -> Bool {
        if !hasBegun { stream?.begin(200, response.headers + headers) }
        let bytes = Array("event: \(name)\ndata: \(words.said(data).text)\n\n".utf8)
        body += bytes
        return stream?.write(bytes) ?? true
    }

    /// All that was sent.
    var response: HTTPResponse { HTTPResponse(200, headers: [("Content-Type", EventStream.type)] + marks, body: body) }
}
