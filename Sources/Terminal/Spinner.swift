import CReadline
import Glibc

/// A sign on the standard error stream that something is being waited for; nothing unless that is a terminal.
public struct Spinner {
    /// A wait shorter than this shows nothing, and the sign moves this often.
    static let interval = Duration.milliseconds(120)
    private static let shapes: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    private let label: String
    private let isVisible: Bool
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var turn = 0
    private var isShown = false

    public init(_ label: String) {
        self.init(
            label, isVisible: TerminalDevice.isTerminal(.error) && environmentVariable("TERM") != "dumb",
            start: ContinuousClock.now)
    }

    init(_ label: String, isVisible: Bool, start: ContinuousClock.Instant) {
        self.label = label
        self.isVisible = isVisible
        self.start = start
        last = start
    }

    /// Draws the sign, if it is time. Call it often while waiting.
    public mutating func turn(at now: ContinuousClock.Instant = .now) {
        guard let text = next(at: now) else { return }
        // A signal between the two finds a sign to erase.
        creadline_set_sign(1)
        TerminalDevice.write(text, to: .error)
    }

    /// Takes the sign away. Call it before anything else is written.
    public mutating func finish() {
        guard isShown else { return }
        isShown = false
        TerminalDevice.write("\r\u{1B}[K\u{1B}[?25h", to: .error)
        creadline_set_sign(0)
    }

    /// - Returns: what to write; nil when it is too early.
    mutating func next(at now: ContinuousClock.Instant) -> String? {
        guard isVisible, now - last >= Self.interval else { return nil }
        last = now
        let seconds = (now - start).components.seconds
        let shape = Self.shapes[turn % Self.shapes.count]
        turn += 1
        let hide = isShown ? "" : "\u{1B}[?25l"
        isShown = true
        return "\(hide)\r\u{1B}[K\(shape) \(label)" + (seconds > 0 ? " \(seconds) s" : "")
    }
}
