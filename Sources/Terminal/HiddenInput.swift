import Glibc

/// A line typed at the terminal that does not show.
public enum HiddenInput {
    private static let longest = 16_384
    private static let interrupt: UInt8 = 3
    private static let end: UInt8 = 4

    /// Asks on standard error.
    ///
    /// - Returns: what was typed, to be overwritten by the caller's own means; nil where it was ended by Ctrl-C or Ctrl-D.
    public static func read(prompt: String) -> [UInt8]? {
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
        // As large as it may get from the beginning, so that no copy of it is left behind.
        var line: [UInt8] = []
        line.reserveCapacity(longest)
        var byte: UInt8 = 0
        while line.count < longest {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 || byte == interrupt || byte == end { return nil }
            if byte == 0x0A || byte == 0x0D { return line }
            if byte == 0x7F || byte == 0x08 { line = line.dropLast() + [] } else { line.append(byte) }
        }
        return nil
    }
}
