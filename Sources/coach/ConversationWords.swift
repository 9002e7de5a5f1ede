import Coaching
import Glibc
import Ledger
import Retrieval
import Store
import Terminal

/// What a conversation says of itself.
enum ConversationWords {
    static func greeting(_ index: HouseholdIndex, _ session: Session) throws -> String {
        guard let coverage = try index.coverage else { return waysToStart(session) + "\n" }
        let accounts = Subject.list(try index.accounts.map(\.name))
        return session.prose(
            "I have \(accounts), from \(coverage.ends). "
                + "Ask me about your money. /help shows what I can do; Ctrl-D quits.") + "\n\n"
    }

    /// For who has nothing here yet, and no bank file where one is looked for.
    static func waysToStart(_ session: Session) -> String {
        let ways = [
            ("import my bank", "find bank files in your Downloads folder, or learn how to get one"),
            ("import FILE", "import a CSV, OFX, or QFX file; you can drop it onto this window, too"),
            ("connect simplefin", "connect your banks"),
        ]
        let lines = ways.map { Wrapping.entry($0.0, $0.1, column: 21, width: session.width) + "\n" }
        let demo = session.prose("To look around first, leave with /quit and run `coach demo`.") + "\n"
        return session.prose("There's nothing here yet. Three ways to start, right here:") + "\n" + lines.joined()
            + demo
    }

    /// What a conversation that isn't kept still keeps.
    static let isPrivate =
        "This conversation won't be saved. What you change in it stays: limits, goals, corrections, and the purchases you ask about."

    /// What a conversation was about, for who comes back to it.
    static func goingOn(_ record: ConversationRecord, _ transcript: Transcript, _ session: Session) -> String {
        let questions = "\(transcript.count) question\(transcript.count == 1 ? "" : "s")"
        var out = session.style(session.prose("Continuing “\(record.title)”, \(questions)."), .dim) + "\n"
        if let last = transcript.turns.last {
            out += session.prose("› " + last.question) + "\n" + session.prose(last.reply) + "\n\n"
        }
        return out
    }

    static func why(_ report: WhyReport, _ session: Session) -> String {
        let column = (report.lines.map { DisplayWidth.of($0.label) }.max() ?? 0) + 2
        var out = ""
        for line in report.lines {
            let label = session.style(DisplayWidth.padded(line.label, to: column), .bold)
            let text = Wrapping.wrap(SafeText.line(line.text), width: session.width.map { max(20, $0 - column) })
            let rest = text.split(separator: "\n").map(String.init)
            out += label + rest.joined(separator: "\n" + String(repeating: " ", count: column)) + "\n"
        }
        if !report.statements.isEmpty { out += "\n" + session.style("SQL", .bold) + "\n" }
        for statement in report.statements {
            out += Wrapping.wrap("  " + SafeText.line(oneLine(statement)), width: session.width) + "\n"
        }
        return out
    }

    private static func oneLine(_ statement: String) -> String {
        statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func list(_ records: [ConversationRecord], _ session: Session) -> String {
        var table = Table([
            Table.Column("Id", .right), Table.Column("Last used"), Table.Column("Questions", .right),
            Table.Column("Title"),
        ])
        for record in records {
            table.add([String(record.id), localTime(record.used), groupedThousands(record.turns), record.title])
        }
        return table.text(width: session.width, style: session.style)
    }

    static func json(_ record: ConversationRecord) -> [(String, JSON)] {
        [
            ("id", .integer(record.id)), ("title", .string(record.title)),
            ("started", .string(universalTime(record.started))), ("used", .string(universalTime(record.used))),
            ("questions", .int(record.turns)),
        ]
    }

    /// `2026-10-31 14:03`, by the local clock.
    private static func localTime(_ seconds: Int64) -> String {
        var (time, parts) = (time_t(seconds), tm())
        localtime_r(&time, &parts)
        return format("%Y-%m-%d %H:%M", &parts)
    }

    /// `2026-10-31T13:03:00Z`.
    private static func universalTime(_ seconds: Int64) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        return format("%Y-%m-%dT%H:%M:%SZ", &parts)
    }

    private static func format(_ pattern: String, _ parts: inout tm) -> String {
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, pattern, &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
