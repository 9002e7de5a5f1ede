/// The progress of long work on one line of the standard error stream. Nothing is written unless that is a terminal.
public struct Progress {
    private var line: ProgressLine
    private let isVisible: Bool

    public init() {
        let columns = TerminalDevice.columns(.error)
        isVisible = columns != nil && environmentVariable("TERM") != "dumb"
        line = ProgressLine(columns: columns ?? 0, start: ContinuousClock.now)
    }

    /// Shows how far the work is, at most ten times a second.
    ///
    /// - Parameter fraction: 0...1; nil where nobody knows how much there is to do.
    public mutating func update(_ fraction: Double?, label: String) {
        guard isVisible, let text = line.update(fraction, label: label, at: ContinuousClock.now) else { return }
        TerminalDevice.write(text, to: .error)
    }

    /// Erases the line. Call it before anything else is written, also when the work failed.
    public mutating func finish() {
        guard isVisible, let text = line.finish() else { return }
        TerminalDevice.write(text, to: .error)
    }
}

/// When the progress line is drawn and with what.
struct ProgressLine {
    static let interval = Duration.milliseconds(100)

    let columns: Int
    private var last: ContinuousClock.Instant
    private var isShown = false

    /// Work that ends within the first interval shows nothing.
    init(columns: Int, start: ContinuousClock.Instant) {
        self.columns = columns
        last = start
    }

    /// - Returns: what to write to the terminal; nil when the last drawing was less than an interval ago.
    mutating func update(_ fraction: Double?, label: String, at now: ContinuousClock.Instant) -> String? {
        guard now - last >= Self.interval else { return nil }
        last = now
        isShown = true
        let amount = fraction.map { fraction in
            // Written so that 0/0, the progress of an empty file, counts as nothing done.
            let percent = String(fraction > 0 ? Int(min(1, fraction) * 100) : 0)
            return DisplayWidth.padded(percent, to: 3, alignment: .right) + "%"
        }
        // The last column stays free: some terminals break the line when it is filled.
        let label = DisplayWidth.truncated(SafeText.line(label), to: max(0, columns - (amount?.utf8.count ?? 0) - 3))
        return "\r\u{1B}[K\(label)" + (amount.map { "  " + $0 } ?? "…")
    }

    mutating func finish() -> String? {
        guard isShown else { return nil }
        isShown = false
        return "\r\u{1B}[K"
    }
}
