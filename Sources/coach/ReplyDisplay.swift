import Coaching
import LanguageModel
import Synchronization
import Terminal

/// Words of a reply on their way to the reader: Markdown made visible on a terminal, made safe and left as they are in
/// a pipe.
struct ReplyDisplay {
    private var markdown: MarkdownStream?
    private(set) var isEmpty = true
    /// What was asked, where sums are told in whole dollars; else nil.
    private let asked: String?

    init(_ session: Session, _ answer: Answer) {
        markdown = session.width.map { MarkdownStream(width: $0, style: session.style) }
        asked = answer.tellsSums && session.width != nil ? answer.question : nil
    }

    /// - Returns: what can be written now.
    mutating func add(_ words: String) -> String {
        // The pieces are whole sentences, so that no amount is cut.
        let words = asked.map { WholeAmounts.shown(words, asked: $0) } ?? words
        let out =
            markdown?.add(words)
            ?? words.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line(String($0)) }
            .joined(separator: "\n")
        isEmpty = isEmpty && out.isEmpty
        return out
    }

    /// - Returns: the rest, and the end of the last line.
    mutating func finish() -> String {
        let rest = markdown?.finish() ?? ""
        isEmpty = isEmpty && rest.isEmpty
        return isEmpty ? "" : rest + "\n"
    }
}

extension TerminalGuard {
    /// For a command that waits for one reply: Ctrl-C at a terminal ends the wait and leaves no sign of it behind.
    static func installForReply() {
        if [.input, .output, .error].contains(where: TerminalDevice.isTerminal) { install() }
    }
}

/// Waiting for a model: a sign of it on a terminal, and Ctrl-C ends it.
final class ModelWait: Sendable {
    private let spinner = Mutex<Spinner?>(nil)

    func begin() {
        _ = TerminalGuard.takeInterrupt()
        spinner.withLock { $0 = Spinner("thinking") }
    }

    /// Takes the sign away, before words are written.
    func end() {
        spinner.withLock { spinner in
            spinner?.finish()
            spinner = nil
        }
    }

    /// Called again and again while the model is silent.
    var cancellation: Cancellation {
        Cancellation { [self] in
            spinner.withLock { $0?.turn() }
            return TerminalGuard.isInterrupted
        }
    }
}
