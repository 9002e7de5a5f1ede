import Ledger
import Resources

/// What coach says of its commands, said for a program that asks: `coach rules set groceries 600` is `POST /rules` there.
///
/// What has neither an address nor a tool keeps its command, with where that is typed: whoever asks has no shell there.
struct ProgramWords {
    static let http = ProgramWords(column: 1, verb: "send")
    static let tools = ProgramWords(column: 2, verb: "call")

    private static let opening = "`coach "
    private static let place = " on the machine that runs coach"

    /// What is said instead, by the words of the command, those with most words first.
    private let rows: [(command: [Substring], words: String)]
    /// What one does with an address or a tool, instead of running it.
    private let verb: String

    private init(column: Int, verb: String) {
        self.verb = verb
        rows = Resource.named("rag-index/replies/programs.tsv").tableRows.filter { !$0[column].isEmpty }
            .map { ($0[0].split(separator: " ").map { Substring($0) }, $0[column]) }
            .sorted { $0.command.count > $1.command.count }
    }

    /// The text with each command between backquotes replaced. What was said for a program already stays as it is.
    func said(_ text: String) -> String {
        guard ProgramWords.concerns(text.utf8) else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var out = String(parts[0])
        var index = 1
        while index < parts.count {
            // Every other part stands between two backquotes.
            guard index + 1 < parts.count else { return out + "`" + parts[index] }
            let (quoted, after) = (parts[index], parts[index + 1])
            if !quoted.hasPrefix("coach ") || after.hasPrefix(ProgramWords.place) {
                out += "`\(quoted)`\(after)"
            } else if let words = instead(of: quoted) {
                if out.hasSuffix("run ") {
                    out.replaceSubrange(out.index(out.endIndex, offsetBy: -4)..., with: verb + " ")
                }
                out += words + after
            } else {
                out += "`\(quoted)`\(ProgramWords.place)\(after)"
            }
            index += 2
        }
        return out
    }

    private func instead(of line: Substring) -> String? {
        let command = line.split(separator: " ").dropFirst()
        if command.first == "ask" { return "“\(command.dropFirst().joined(separator: " ").filter { $0 != "\"" })”" }
        return rows.first { command.starts(with: $0.command) }?.words
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
    private static func concerns(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "`")) {
            if rest[place...].starts(with: opening.utf8) { return true }
            rest = rest[rest.index(after: place)...]
        }
        return false
    }
}
