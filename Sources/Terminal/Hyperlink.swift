import Glibc

/// Words that a terminal opens a page for, as OSC 8 has them: an escape sequence before them and one behind.
public enum Hyperlink {
    /// Whether the terminal is one that is known to have links; others would show nothing of them, or the sequence.
    ///
    /// `FORCE_HYPERLINK` decides, as in other programs; else what terminals say of themselves.
    public static func isSupported(_ environment: (String) -> String?) -> Bool {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let forced = value("FORCE_HYPERLINK") { return forced != "0" }
        let term = value("TERM") ?? ""
        guard term != "dumb", value("NO_COLOR") == nil else { return false }
        if let version = value("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5000 }
        if ["WT_SESSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID"].contains(where: { value($0) != nil }) { return true }
        if programs.contains(value("TERM_PROGRAM") ?? "") { return true }
        return ["kitty", "alacritty", "foot", "ghostty", "wezterm"].contains(where: term.contains)
    }

    private static let programs: Set<String> = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby"]

    /// - Parameters:
    ///   - words: what is seen, on one line and safe.
    ///   - address: where it leads.
    public static func text(_ words: String, to address: String) -> String {
        "\u{1B}]8;;\(encoded(address))\u{1B}\\\(words)\u{1B}]8;;\u{1B}\\"
    }

    /// The address of a file of this machine, by whose name a terminal knows that it can be opened there.
    public static func address(ofFile path: String) -> String {
        let name = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            let isNamed = buffer.withMemoryRebound(to: CChar.self) { gethostname($0.baseAddress!, $0.count) == 0 }
            count = isNamed ? buffer.firstIndex(of: 0) ?? buffer.count : 0
        }
        let host = String(decoding: name, as: UTF8.self)
        return "file://" + encoded(host) + encodedPath(absolute(path))
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// Nothing but printable ASCII may stand in the sequence.
    private static func encoded(_ text: String) -> String { percent(text) { $0 > 0x20 && $0 < 0x7F } }

    private static func encodedPath(_ path: String) -> String {
        let plain = Set("/-._~".utf8)
        return percent(path) { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: plain.contains(byte)
            }
        }
    }

    private static func percent(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var out = String.UnicodeScalarView()
        for byte in text.utf8 {
            if isKept(byte) {
                out.append(Unicode.Scalar(byte))
            } else {
                out.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(out)
    }
}
