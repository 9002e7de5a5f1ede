import Ledger

/// A line of the access log. It says who asked where and what came of it, and nothing of what a client wrote: of a method and an
/// address only what the table of routes knows, since anything may stand there, a token or a merchant as well.
public struct LogEntry: Equatable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    public let time: Int64
    /// The address of the other side; `-` for the owner of a Unix socket.
    public let peer: String
    /// `-` for one that HTTP doesn't have, or that wasn't read.
    public let method: String
    /// The route's template, such as `/api/transactions/{id}`; where there is none, `*` for each part that no address has. `-` where
    /// no address was read.
    public let path: String
    public let status: Int
    /// The token's name, with whose it is unless it's the owner's; `-` where none was taken.
    public let device: String
    /// As in the answer.
    public let trace: String

    /// - Parameter template: of the route that was found; nil looks for one.
    init(
        _ method: String, _ path: [String], template: String? = nil, peer: String?, status: Int, device: String = "-",
        trace: String = "-", at time: Int64
    ) {
        (self.time, self.peer, self.status, self.device, self.trace) = (time, peer ?? "-", status, device, trace)
        self.method = LogEntry.methods.contains(method) ? method : "-"
        self.path = template ?? (method.isEmpty && path.isEmpty ? "-" : LogEntry.known(path))
    }

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE",
    ]

    /// All that stands between slashes in any address.
    private static let parts = Set(Routes.all.flatMap { $0.template.split(separator: "/").map(String.init) })

    private static func known(_ path: [String]) -> String {
        let matching = Routes.all.filter { $0.match(path) != nil }.map(\.template)
        // As in finding a route, one that is written out goes first.
        if let template = matching.first(where: { !$0.contains("{") }) ?? matching.first { return template }
        let shown = path.prefix(8).map { parts.contains($0) ? $0 : "*" }
        return "/" + shown.joined(separator: "/")
    }

    /// `2026-10-31T09:30:00Z 127.0.0.1 GET /api/accounts 200 phone 5f0c2a`
    public var text: String {
        let (day, second) = (time / 86_400, time % 86_400)
        let clock = [second / 3_600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return
            "\(CivilDate(dayNumber: Int32(day)).iso)T\(clock)Z \(peer) \(method) \(path) \(status) \(device) \(trace)"
    }
}
