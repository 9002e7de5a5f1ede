import CReadline
import Glibc

/// What may stand in the place of the last words of a line.
public enum LineCompletion {
    /// What the end of a line may be completed to.
    public enum Offer: Hashable, Sendable {
        /// Whole words and names; those that the line's last words begin are taken.
        case words([String])
        case files
    }

    /// Gives what may be typed at the end of the line up to the cursor.
    public typealias Source = (_ line: String) -> Offer

    /// What is to stand from the byte `start` of the line on, for each candidate that goes on with the line's last
    /// words. A name of several words is found from any number of them: `whole fo` gives `Foods`.
    static func replacements(_ line: String, from start: Int, candidates: [String]) -> [String] {
        let typed = Array(line.utf8)
        guard start <= typed.count else { return [] }
        let starts = wordStarts(typed[..<start]) + [start]
        var found: [String] = []
        // The longest beginning is the most particular: `whole fo` shall not offer what begins with `fo`.
        for begin in starts.suffix(4) {
            let beginning = String(decoding: typed[begin...], as: UTF8.self).lowercased()
            guard !beginning.isEmpty || begin == start else { continue }
            // A name that is whole is not gone on with by its last word: `Food Family ` is not the family's category.
            if begin < start, beginning.last == " ",
                candidates.contains(where: { $0.lowercased() == beginning.dropLast() })
            {
                return []
            }
            for candidate in candidates where candidate.lowercased().hasPrefix(beginning) {
                let rest = candidate.utf8.dropFirst(start - begin)
                found.append(String(decoding: rest, as: UTF8.self))
            }
            if !found.isEmpty { return found }
        }
        return found
    }

    /// Where words begin, with a single space between two of them.
    private static func wordStarts(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.indices.filter { bytes[$0] != 0x20 && ($0 == 0 || bytes[$0 - 1] == 0x20) }
    }
}

/// Lines from a person at a terminal, edited with GNU readline where it is installed.
public final class LineEditor {
    public enum Line: Hashable, Sendable {
        /// As typed; several lines when they stood between `"""`.
        case text(String)
        /// Ctrl-C: what was typed is given up.
        case interrupted
        /// Ctrl-D, or the terminal went away.
        case end
    }

    private var history: LineHistory
    private let kept: (String) -> String
    private let hasReadline: Bool
    /// Lines that were pasted together or come from the editor: each is one of its own, as in a pipe.
    private var pasted: ArraySlice<String> = []

    /// - Parameters:
    ///   - historyPath: the file of earlier lines; nil keeps none of them for later.
    ///   - starters: lines that may be suggested before any was typed; nil suggests nothing.
    ///   - kept: a line as it may be kept.
    ///   - completion: what may be typed.
    public init(
        historyPath: String?, starters: [String]? = nil, kept: @escaping (String) -> String = { $0 },
        completion: @escaping LineCompletion.Source
    ) {
        history = LineHistory(path: historyPath)
        self.kept = kept
        TerminalGuard.install()
        hasReadline = creadline_open() == 1
        guard hasReadline else { return }
        for line in history.lines { creadline_add_history(line) }
        completionSource = completion
        creadline_set_completer { line, start, _ in
            guard let line, let source = completionSource else { return }
            let text = String(cString: line)
            switch source(text) {
            case .files: creadline_offer_files()
            case .words(let words):
                for word in LineCompletion.replacements(text, from: Int(start), candidates: words) {
                    creadline_offer(word)
                }
            }
        }
        setSuggestions(starters)
        creadline_set_line_editor { line in
            guard let line else { return nil }
            do throws(ExternalEditor.Failure) {
                return strdup(try ExternalEditor.edit(String(cString: line)))
            } catch {
                TerminalDevice.write("\ncoach: \(error.message)\n", to: .error)
                return nil
            }
        }
    }

    /// What Tab offers may hold on to an index, which closes only when nothing does.
    deinit {
        creadline_set_completer(nil)
        creadline_set_suggester(nil)
        creadline_set_searcher(nil)
        completionSource = nil
        suggestions = EarlierLines(lines: [], starters: [])
    }

    private func setSuggestions(_ starters: [String]?) {
        suggestions = EarlierLines(lines: history.lines, starters: starters ?? [])
        if starters != nil {
            creadline_set_suggester { line in
                line.flatMap { suggestions.rest(of: String(cString: $0)) }.flatMap { strdup($0) }
            }
        }
        creadline_set_searcher { query, place in
            guard let query else { return nil }
            let found = suggestions.matches(String(cString: query))
            return found.indices.contains(Int(place)) ? strdup(found[Int(place)]) : nil
        }
    }

    public static var isAvailable: Bool { creadline_is_available() == 1 }

    /// Reads a line, or all the lines between two `"""`.
    public func read(prompt: String, continuation: String) -> Line {
        let first: String
        switch line(prompt) {
        case .success(let typed): first = typed
        case .failure(let end): return end.line
        }
        guard var text = Self.afterQuotes(first) else {
            remember(first, startsWithSpace: first.first == " ")
            return .text(first)
        }
        while !Self.endsInQuotes(text) {
            switch line(continuation) {
            case .success(let typed): text += "\n" + typed
            // Ctrl-D ends what was begun, as it does for a shell, and nothing that was typed is lost.
            case .failure(.noMore): text += "\n" + Self.quotes
            case .failure(.interrupted):
                pasted = []
                return .interrupted
            }
        }
        let question = Self.withoutBlanks(String(Self.withoutBlanks(text).dropLast(Self.quotes.count)))
        remember(question, startsWithSpace: first.first == " ")
        return .text((first.first == " " ? " " : "") + question)
    }

    /// How reading ended without a line.
    private enum End: Error {
        case interrupted, noMore

        var line: Line { self == .interrupted ? .interrupted : .end }
    }

    static let quotes = "\"\"\""

    private static func endsInQuotes(_ text: String) -> Bool { withoutBlanks(text).hasSuffix(quotes) }

    /// Without white space at both ends.
    private static func withoutBlanks(_ text: String) -> String {
        let front = text.drop { $0.isWhitespace }
        return String(front[..<(front.lastIndex { !$0.isWhitespace }.map(front.index(after:)) ?? front.startIndex)])
    }

    /// What follows the quotes that open several lines; nil without them.
    static func afterQuotes(_ line: String) -> String? {
        let text = line.drop { $0 == " " }
        return text.hasPrefix(quotes) ? String(text.dropFirst(quotes.count)) : nil
    }

    /// A line that was typed, or the next one that was pasted.
    private func line(_ prompt: String) -> Result<String, End> {
        if let next = pasted.popFirst() { return .success(next) }
        let typed = typedLine(prompt)
        guard case .success(let text) = typed else { return typed }
        pasted = text.split(whereSeparator: \.isNewline).map(String.init)[...]
        return .success(pasted.popFirst() ?? "")
    }

    private func typedLine(_ prompt: String) -> Result<String, End> {
        guard hasReadline else { return Self.plainLine(prompt) }
        var typed: UnsafeMutablePointer<CChar>?
        defer { free(typed) }
        switch creadline_read(Self.marked(prompt), &typed) {
        case CREADLINE_LINE: return .success(typed.map { String(cString: $0) } ?? "")
        case CREADLINE_INTERRUPTED: return .failure(.interrupted)
        default: return .failure(.noMore)
        }
    }

    /// Reads a line that is no question: without history, completion and `"""`.
    ///
    /// - Returns: `.interrupted` only once `TerminalGuard` is installed; without it Ctrl-C ends the program.
    public static func readAnswer(prompt: String) -> Line {
        switch plainLine(prompt) {
        case .success(let typed): .text(typed)
        case .failure(let end): end.line
        }
    }

    /// The terminal's own line discipline does what it can.
    private static func plainLine(_ prompt: String) -> Result<String, End> {
        var typed: UnsafeMutablePointer<CChar>?
        defer { free(typed) }
        switch creadline_read_plain(prompt, &typed) {
        case CREADLINE_LINE:
            var line = typed.map { String(cString: $0) } ?? ""
            if line.last?.isNewline == true { line.removeLast() }
            return .success(line)
        case CREADLINE_INTERRUPTED: return .failure(.interrupted)
        default: return .failure(.noMore)
        }
    }

    private func remember(_ text: String, startsWithSpace: Bool) {
        guard !startsWithSpace, let kept = history.add(kept(text)), hasReadline else { return }
        creadline_forget_history(kept)
        creadline_add_history(kept)
        suggestions = EarlierLines(lines: history.lines, starters: suggestions.starters)
    }

    /// The prompt with its escape sequences marked as taking no column.
    static func marked(_ prompt: String) -> String {
        var out = ""
        var isInSequence = false
        for character in prompt {
            if character == "\u{1B}" {
                out += "\u{1}"
                isInSequence = true
            }
            out.append(character)
            if isInSequence, character.isLetter {
                out += "\u{2}"
                isInSequence = false
            }
        }
        return out
    }
}

/// What Tab may offer. A callback of C carries no context, and there is one terminal and one thread that reads it.
nonisolated(unsafe) private var completionSource: LineCompletion.Source?
/// The same for what is suggested and searched.
nonisolated(unsafe) private var suggestions = EarlierLines(lines: [], starters: [])

/// The terminal put back as it was however the process ends, and Ctrl-C as a mark instead of an end.
public enum TerminalGuard {
    public static func install() { creadline_guard_terminal() }

    /// Until `endReply`, what is typed ahead is kept for the next line without being shown, and a signal that stops or
    /// ends the program leaves no sign of waiting behind.
    public static func beginReply() { creadline_begin_reply() }
    public static func endReply() { creadline_end_reply() }

    /// Whether Ctrl-C was pressed since it was last asked.
    public static func takeInterrupt() -> Bool { creadline_take_interrupt() == 1 }

    /// Whether Ctrl-C was pressed, for work that wants to end early.
    public static var isInterrupted: Bool { creadline_is_interrupted() == 1 }
}
