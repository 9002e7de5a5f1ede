import CReadline
import Glibc

/// What the process reads from and writes to.
public enum TerminalDevice {
    public enum Stream: Int32, Sendable {
        case input, output, error
    }

    public static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    /// Whether standard input ended since it could not be read on, such as a folder.
    public static var hasInputFailed: Bool { creadline_has_input_error() == 1 }

    /// The columns of a terminal, 80 where it does not say; nil for a file or a pipe, which have no width.
    public static func columns(_ stream: Stream) -> Int? {
        guard isTerminal(stream) else { return nil }
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The rows of a terminal that says how many it has.
    public static func rows(_ stream: Stream) -> Int? {
        var size = winsize()
        guard isTerminal(stream), ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else {
            return nil
        }
        return Int(size.ws_row)
    }

    /// Writes all of the text at once, without a buffer.
    ///
    /// - Returns: false when the stream does not take it (a closed pipe, a full disk).
    @discardableResult
    public static func write(_ text: String, to stream: Stream) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let written = Glibc.write(stream.rawValue, rest.baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
            return true
        }
    }
}

/// The value of an environment variable; nil when it is not set.
public func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
