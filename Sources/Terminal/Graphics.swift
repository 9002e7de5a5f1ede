import Glibc

/// How a chart is drawn.
public enum Graphics: Hashable, Sendable {
    /// With block characters, which every terminal and every file has.
    case blocks
    /// As a picture; with the size of a cell in pixels.
    case sixel(cell: CellSize)
    /// As a picture by kitty's protocol.
    case kitty

    public struct CellSize: Hashable, Sendable {
        public let width: Int
        public let height: Int

        public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

        /// Of the VT340, for terminals that don't say.
        public static let usual = CellSize(width: 10, height: 20)
    }

    /// What may be set.
    public enum Choice: String, CaseIterable, Sendable {
        case auto, sixel, kitty, blocks
    }

    /// - Parameters:
    ///   - choice: `auto` goes by what the terminal says of itself.
    ///   - ask: asks the terminal; nil where it doesn't answer.
    public init(_ choice: Choice, _ environment: (String) -> String?, ask: () -> TerminalAnswer?) {
        func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
        switch choice {
        case .blocks: self = .blocks
        case .kitty: self = .kitty
        case .sixel: self = .sixel(cell: ask()?.cell ?? .usual)
        case .auto:
            let term = environment("TERM") ?? ""
            let isWithin = isSet("TMUX") || isSet("STY")
            let names = ["kitty", "ghostty"]
            let isNamed = names.contains(where: term.contains) || names.contains(environment("TERM_PROGRAM") ?? "")
            if !isWithin, isNamed || isSet("KITTY_WINDOW_ID") {
                self = .kitty
            } else if term != "dumb", let answer = ask(), answer.hasSixel {
                self = .sixel(cell: answer.cell ?? .usual)
            } else {
                self = .blocks
            }
        }
    }
}

/// What a terminal answers to who asks what it is (ECMA-48 DA) and how large its cells are (xterm's window operations).
public struct TerminalAnswer: Hashable, Sendable {
    public let hasSixel: Bool
    /// nil where it doesn't say.
    public let cell: Graphics.CellSize?

    static let question = "\u{1B}[16t\u{1B}[c"

    /// - Parameter text: `ESC[6;20;10t ESC[?62;4;22c`, with whatever was typed between.
    public init?(_ text: String) {
        let parts = text.split(separator: "\u{1B}[")
        guard let attributes = parts.first(where: { $0.hasPrefix("?") && $0.contains("c") }) else { return nil }
        hasSixel = attributes.dropFirst().prefix { $0 != "c" }.split(separator: ";").dropFirst().contains("4")
        let sizes = parts.first { $0.hasPrefix("6;") && $0.contains("t") }.map { size in
            size.prefix { $0 != "t" }.split(separator: ";").compactMap { Int($0) }
        }
        if let sizes, sizes.count == 3, (1...200).contains(sizes[1]), (1...200).contains(sizes[2]) {
            cell = Graphics.CellSize(width: sizes[2], height: sizes[1])
        } else {
            cell = nil
        }
    }

    /// Milliseconds that are waited for an answer; every terminal has one to the last part of the question.
    private static let patience: Int32 = 1000

    /// Asks the terminal of standard input and output.
    ///
    /// - Returns: nil where there is none, or it doesn't answer.
    public static func ask() -> TerminalAnswer? {
        var before = termios()
        guard TerminalDevice.isTerminal(.output), tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
        TerminalDevice.write(question, to: .output)
        var bytes: [UInt8] = []
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while bytes.count < 256, poll(&waiting, 1, patience) == 1 {
            var byte: UInt8 = 0
            guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
            bytes.append(byte)
            if byte == UInt8(ascii: "c"), let answer = TerminalAnswer(String(decoding: bytes, as: UTF8.self)) {
                return answer
            }
        }
        return nil
    }
}
