import Glibc

/// A line typed at the terminal that does not show.
public enum HiddenInput {
    private static let interrupt: UInt8 = 3
    private static let end: UInt8 = 4

    /// Asks on standard error.
    ///
    /// - Parameter line: takes what is typed, and nothing else does.
    /// - Returns: how many bytes it was; nil where it was ended by Ctrl-C or Ctrl-D, or is too long.
    public static func read(prompt: String, into line: UnsafeMutableRawBufferPointer) -> Int? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var hidden = before
        // Without signals too: a process that ends here would leave the terminal mute.
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON | ISIG)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { return nil }
        TerminalDevice.write(prompt, to: .error)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            TerminalDevice.write("\n", to: .error)
        }
        var length = 0
        var byte: UInt8 = 0
        while length < line.count {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 || byte == interrupt || byte == end { return nil }
            if byte == 0x0A || byte == 0x0D { return length }
            if byte == 0x7F || byte == 0x08 {
                length = max(0, length - 1)
            } else {
                line[length] = byte
                length += 1
            }
        }
        return nil
    }
}
