import Coaching
import Glibc
import Ledger
import Service
import Store

/// `coach mcp`: the Model Context Protocol over standard input and output, a message a line.
struct MCPCommand {
    let session: Session

    /// Answers messages until standard input ends. Nothing but replies goes to standard output.
    func run() throws -> Int32 {
        let household = Household(session)
        let server = MCPProtocol(
            version: Command.set.version, tools: ToolTable.tools(allowsWrites: session.command[Options.allowWrites]),
            call: household.call)
        var lines = ByteLines()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure("can't read standard input (\(String(cString: strerror(errno))))") }
            for line in count == 0 ? lines.end() : lines.take(chunk[..<count]) {
                let reply = line.isTooLong ? server.tooLong : server.reply(to: line.bytes)
                if let reply { try writeOutput(reply.text + "\n") }
            }
            if count == 0 { return 0 }
        }
    }

    /// The index behind the tools, opened when it is first needed and there.
    private final class Household {
        private let session: Session
        private var desk: ToolDesk?

        init(_ session: Session) { self.session = session }

        func call(_ name: String, _ arguments: JSON) -> ToolResult? {
            do {
                if desk == nil, let index = try session.openExistingIndex() {
                    let session = session
                    desk = ToolDesk(
                        index,
                        settings: ToolDesk.Settings(
                            purchases: try session.purchaseSettings(index),
                            allowsWrites: session.command[Options.allowWrites], target: session.target)
                    ) { try session.asOf(index) }
                }
                return desk.map { $0.call(name, arguments) } ?? ToolDesk.emptyResult(session.target)
            } catch {
                session.warn(Failure(error).message)
                return ToolDesk.failedResult(session.target)
            }
        }
    }
}

/// Cuts what comes in at the ends of lines.
struct ByteLines {
    struct Line {
        var bytes: [UInt8] = []
        /// Whether it was longer than is read; it has no bytes then.
        var isTooLong = false
    }

    private var open = Line()

    /// - Returns: the lines that end within these bytes; empty ones are left out.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Line] {
        var found: [Line] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            add(rest[..<end])
            found += self.end()
            rest = rest[(end + 1)...]
        }
        add(rest)
        return found
    }

    /// What stands behind the last end of a line.
    mutating func end() -> [Line] {
        defer { open = Line() }
        let isEmpty = open.bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        return open.isTooLong || !isEmpty ? [open] : []
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        guard !open.isTooLong else { return }
        open.bytes += bytes
        if open.bytes.count > MCPProtocol.longestMessage { open = Line(isTooLong: true) }
    }
}
