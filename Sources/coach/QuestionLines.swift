import Coaching
import Glibc
import Ledger
import Store
import Terminal

/// The lines of a conversation, from a person at a terminal or from a pipe.
struct QuestionLines {
    private let editor: LineEditor?
    private let prompt: String
    private let continuation: String
    /// The line that was read last from a pipe, from 1 on.
    private(set) var number = 0
    /// Lines of the pipe that were looked at before they are taken.
    private var ahead: [String] = []

    /// Lines of a pipe.
    init() {
        editor = nil
        prompt = ""
        continuation = ""
    }

    /// Lines of a person.
    init(terminal session: Session, index: HouseholdIndex) throws {
        // Without a color of its own what is suggested would look like what was typed.
        let starters =
            session.style.isColored ? try StarterQuestions(index, asOf: session.asOf(index)).questions() : nil
        editor = LineEditor(
            historyPath: session.historyPath, starters: starters, kept: { CardNumber.masked(PositionText.masked($0)) },
            completion: try CompletionWords(index).offer)
        prompt = session.style("›", .accent) + " "
        continuation = session.style("…", .dim) + " "
    }

    /// The first line of a pipe that says something, which is taken later; nil where there is none.
    mutating func first() throws -> String? {
        while let line = try read() {
            ahead.append(line)
            if !line.trimmed.isEmpty, !line.trimmed.hasPrefix("#") { return line }
        }
        return nil
    }

    private func read() throws -> String? {
        if let line = readLine(strippingNewline: true) { return line }
        let reason = errno
        guard TerminalDevice.hasInputFailed else { return nil }
        throw Failure("can't read standard input (\(String(cString: strerror(reason))))")
    }

    /// - Returns: nil at the end of the pipe or when the person has had enough.
    /// - Throws: where the pipe cannot be read.
    mutating func next() throws -> String? {
        guard let editor else {
            number += 1
            return try ahead.isEmpty ? read() : ahead.removeFirst()
        }
        while true {
            switch editor.read(prompt: prompt, continuation: continuation) {
            case .end: return nil
            case .interrupted: continue
            // Several lines between quotes are one question.
            case .text(let text): return text.split(whereSeparator: \.isNewline).joined(separator: " ")
            }
        }
    }
}
