/// Puts emphasis on text with the terminal's own sixteen colours, which suit a light and a dark background alike,
/// or leaves it as it is.
public struct Style: Hashable, Sendable {
    public enum Emphasis: Hashable, Sendable {
        case bold, dim, underline
        /// Where something can be typed: the only color that means nothing else.
        case accent
        /// Money in, a limit kept.
        case good
        /// A limit nearly reached, a doubt.
        case warning
        /// A limit exceeded, a failure.
        case bad

        /// The SGR parameter of ECMA-48.
        fileprivate var code: Int {
            switch self {
            case .bold: 1
            case .dim: 2
            case .underline: 4
            case .accent: 36
            case .good: 32
            case .warning: 33
            case .bad: 31
            }
        }
    }

    /// No escape sequence is ever written.
    public static let plain = Style(isColored: false)

    public let isColored: Bool

    public init(isColored: Bool) { self.isColored = isColored }

    /// - Parameter text: for text from outside, what `SafeText` made of it.
    public func callAsFunction(_ text: String, _ emphasis: Emphasis?) -> String {
        guard isColored, let emphasis, !text.isEmpty else { return text }
        return "\u{1B}[\(emphasis.code)m\(text)\u{1B}[0m"
    }

    /// Decides by the conventions of no-color.org and bixense.com/clicolors, the first that applies:
    /// `--no-color`, `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, `CLICOLOR=0`, and whether the output is a terminal.
    public init(isTerminal: Bool, noColorOption: Bool, environment: (String) -> String?) {
        func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
        if noColorOption || isSet("NO_COLOR") {
            isColored = false
        } else if isSet("CLICOLOR_FORCE"), environment("CLICOLOR_FORCE") != "0" {
            isColored = true
        } else {
            isColored = isTerminal && environment("TERM") != "dumb" && environment("CLICOLOR") != "0"
        }
    }
}
