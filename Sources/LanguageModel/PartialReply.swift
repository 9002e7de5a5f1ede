import Ledger

/// An error as an endpoint words it.
struct EndpointError: Hashable {
    /// Of HTTP, or where the error itself names one.
    var status: Int?
    /// `type` and `code` of the error object, as far as they are there.
    var kinds: [String] = []
    var message = ""

    init(status: Int? = nil, message: String = "") {
        self.status = status
        self.message = message
    }

    /// - Parameter json: the value of `error`, an object or a text; or an object that is the error itself.
    init(_ json: JSON, status: Int? = nil) {
        self.status = status
        let detail = json["detail"]
        message =
            json.string ?? json["message"]?.string ?? json["error"]?.string ?? detail?.string
            ?? detail?.array?.first?["msg"]?.string ?? ""
        for field in [json["type"], json["code"]] {
            if let text = field?.string {
                kinds.append(text)
                if let number = Int(text), self.status == nil { self.status = number }
            } else if let number = field?.int, self.status == nil {
                self.status = number
            }
        }
    }
}

/// What is known of a reply while it arrives.
struct PartialReply {
    /// More than any reply to a question about money.
    static let longestText = 1 << 20

    private(set) var text = ""
    private var counted = TokenUsage(prompt: 0, completion: 0)
    /// Why the model stopped, where it said so.
    var finish: ChatReply.Finish?
    /// The endpoint's own mark for the end came.
    var isEnded = false
    var error: EndpointError?
    /// The endpoint kept the rest back.
    var isWithheld = false
    private(set) var isTooLarge = false
    /// An event that may have held words could not be read.
    private(set) var hasGap = false
    /// Something came that is no event.
    var hasStray = false
    /// It is JSON, but no reply of this protocol.
    var isForeign = false

    /// The reply is whole, whatever happens to the connection.
    var isComplete: Bool { error == nil && (finish != nil || isEnded) }
    var isEmpty: Bool { text.isEmpty }

    mutating func add(text piece: String) {
        text += piece
        if text.utf8.count > Self.longestText { isTooLarge = true }
    }

    /// Marks the place of what could not be read.
    mutating func addGap() {
        hasGap = true
        if text.unicodeScalars.last != ChatReply.gap { add(text: String(ChatReply.gap)) }
    }

    /// Whether what could not be read leaves no words at all.
    var isRuined: Bool {
        (hasGap || hasStray) && text.unicodeScalars.allSatisfy { $0 == ChatReply.gap || $0.properties.isWhitespace }
    }

    /// Each number keeps its highest value: some endpoints count at the start, some at the end, some both.
    mutating func addUsage(prompt: Int?, completion: Int?) {
        counted = TokenUsage(
            prompt: max(counted.prompt, prompt ?? 0), completion: max(counted.completion, completion ?? 0))
    }

    /// nil where the endpoint did not count what it read: no prompt is empty.
    var usage: TokenUsage? { counted.prompt > 0 ? counted : nil }

    /// - Parameter isCancelled: the receiver wanted no more.
    func reply(isCancelled: Bool, millisecondsToFirstToken: Int?) -> ChatReply {
        ChatReply(
            text: text, usage: usage, finish: isCancelled ? .cancelled : finish ?? .stop,
            millisecondsToFirstToken: millisecondsToFirstToken)
    }
}
