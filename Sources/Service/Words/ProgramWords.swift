import Ledger
import Resources

/// What coach says of its commands, said for a program that asks: `coach rules set groceries 600` is `POST /rules` there.
///
/// What has neither an address nor a tool keeps its command, with where that is typed: whoever asks has no shell there. Typed
/// there as it stands it would be about another index, where somebody else asks, or where another file is served: so it is said
/// with what is missing.
public struct ProgramWords: Sendable {
    static let http = ProgramWords(column: 1, verb: "send")
    static let tools = ProgramWords(column: 2, verb: "call")

    /// What a command needs besides itself to be about the index that is answered from.
    public struct Target: Sendable, Equatable {
        /// Options that are added, as they are typed.
        public var options: [String]
        /// What follows where it's typed: which index, where its path isn't told.
        public var note: String

        public init(options: [String] = [], note: String = "") { (self.options, self.note) = (options, note) }

        /// The text with the options added to every command between backquotes, for whoever reads it at the machine.
        public func typed(in text: String) -> String {
            guard !options.isEmpty, ProgramWords.concerns(text.utf8) else { return text }
            let parts = text.split(separator: "`", omittingEmptySubsequences: false)
            return parts.indices.map { index in
                // Every other part stands between two backquotes.
                let isQuoted = index % 2 == 1 && index + 1 < parts.count && parts[index].hasPrefix("coach ")
                return isQuoted ? completed(parts[index]) : String(parts[index])
            }.joined(separator: "`")
        }

        /// Commands that are about no index, or about everybody's.
        private static let general: Set<Substring> = ["demo", "serve", "config"]

        /// A command with the options that it lacks.
        fileprivate func completed(_ line: Substring) -> String {
            guard line.split(separator: " ").dropFirst().first.map(Target.general.contains) != true else {
                return String(line)
            }
            return line + options.filter { !line.contains(" \($0)") }.map { " " + $0 }.joined()
        }
    }

    private static let opening = "`coach "
    private static let place = " on the machine that runs coach"

    /// What is said instead, by the words of the command, those with most words first. A star stands for what comes after them,
    /// and in the words for the same as JSON.
    private let rows: [(command: [Substring], words: String)]
    /// What one does with an address or a tool, instead of running it.
    private let verb: String
    private var target = Target()

    private init(column: Int, verb: String) {
        self.verb = verb
        rows = Resource.named("rag-index/replies/programs.tsv").tableRows.filter { !$0[column].isEmpty }
            .map { ($0[0].split(separator: " ").map { Substring($0) }, $0[column]) }
            .sorted { $0.command.count > $1.command.count }
    }

    /// The same, about somebody's index.
    func about(_ target: Target) -> ProgramWords {
        var words = self
        words.target = target
        return words
    }

    /// The text with each command between backquotes replaced. What was said for a program already stays as it is.
    func said(_ text: String) -> String {
        guard ProgramWords.concerns(text.utf8) else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var out = String(parts[0])
        var index = 1
        // Where commands are typed is told with the first.
        var isPlaced = false
        while index < parts.count {
            // Every other part stands between two backquotes.
            guard index + 1 < parts.count else { return out + "`" + parts[index] }
            let (quoted, after) = (parts[index], parts[index + 1])
            if !quoted.hasPrefix("coach ") {
                out += "`\(quoted)`\(after)"
            } else if after.hasPrefix(ProgramWords.place) {
                let rest = after.dropFirst(ProgramWords.place.count).trimmingPrefix(target.note)
                out += typed(quoted, &isPlaced, before: rest.first == "," ? rest.dropFirst() : rest)
            } else if let words = instead(of: quoted) {
                if out.hasSuffix("run ") {
                    out.replaceSubrange(out.index(out.endIndex, offsetBy: -4)..., with: verb + " ")
                }
                out += words + after
            } else {
                out += typed(quoted, &isPlaced, before: after)
            }
            index += 2
        }
        return out
    }

    /// A command as it's typed on the machine, and where, with what follows it.
    private func typed(_ line: Substring, _ isPlaced: inout Bool, before rest: Substring) -> String {
        let command = "`\(target.completed(line))`"
        guard !isPlaced else { return command + rest }
        isPlaced = true
        let isGoingOn = rest.first == " " && !target.note.isEmpty
        return command + ProgramWords.place + target.note + (isGoingOn ? "," : "") + rest
    }

    private func instead(of line: Substring) -> String? {
        let command = line.split(separator: " ").dropFirst()
        func rest(_ count: Int) -> String {
            command.dropFirst(count).joined(separator: " ").filter { $0 != "\"" && $0 != "\\" }
        }
        if command.first == "ask" { return "“\(rest(1))”" }
        for row in rows {
            guard row.command.last == "*" else {
                guard command.starts(with: row.command) else { continue }
                return row.words
            }
            let words = row.command.dropLast()
            guard command.starts(with: words), command.count > words.count else { continue }
            return row.words.split(separator: "*", omittingEmptySubsequences: false)
                .joined(separator: JSON.string(rest(words.count)).text)
        }
        return nil
    }

    /// The value with all its texts said for a program.
    func said(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(said(text))
        case .array(let values): .array(values.map(said))
        case .object(let members): .object(members.map { ($0, said($1)) })
        case .null, .bool, .integer, .number, .exact: value
        }
    }

    /// The answer said for a program.
    func said(_ response: HTTPResponse) -> HTTPResponse {
        guard response.header("Content-Type") == "application/json", ProgramWords.concerns(response.body),
            let json = try? JSON.parse(response.body)
        else { return response }
        var response = response
        response.body = Array(said(json).text.utf8) + [0x0A]
        return response
    }

    /// Whether there is any command in a text; there nearly never is.
    fileprivate static func concerns(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "`")) {
            if rest[place...].starts(with: opening.utf8) { return true }
            rest = rest[rest.index(after: place)...]
        }
        return false
    }
}
