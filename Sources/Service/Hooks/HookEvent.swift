import Ledger
import Store

/// Something that addresses are told of, once.
public struct HookEvent: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// A bank couldn't be read.
        case syncFailed = "sync_failed"
        /// A month's spending went beyond its limit.
        case limitPassed = "limit_passed"
        /// A charge is large for where it was made, doubled, or odd in another way.
        case unusualCharge = "unusual_charge"
        /// A subscription costs more than before.
        case priceRose = "price_rose"
        /// A month is over and all of it is there, or its summary was made.
        case summaryReady = "summary_ready"
    }

    public let kind: Kind
    /// What it is of: nobody is told of the same twice.
    public let key: String
    /// What receivers get.
    public private(set) var data: [(String, JSON)]
    /// Seconds since 1970-01-01 UTC: addresses that were added later aren't told; nil where all are.
    let over: Int64?

    init(_ kind: Kind, _ key: String, _ data: [(String, JSON)], over: Int64? = nil) {
        (self.kind, self.data, self.over) = (kind, data, over)
        self.key = "\(kind.rawValue)/\(key)"
    }

    /// - Parameters:
    ///   - reason: a sentence for people, without amounts of rows.
    ///   - day: once a day is enough.
    public static func syncFailed(connection: String, reason: String, on day: CivilDate) -> HookEvent {
        HookEvent(
            .syncFailed, "\(connection)/\(day.iso)", [("connection", .string(connection)), ("reason", .string(reason))])
    }

    /// - Parameter over: when the month ended; nil for a summary that was just made, which is news for everybody.
    public static func summaryReady(_ month: CivilDate, over: Int64? = nil) -> HookEvent {
        let name = String(month.iso.prefix(7))
        return HookEvent(.summaryReady, name, [("month", .string(name))], over: over)
    }

    /// The same, with commands that are about somebody's index.
    public func about(_ target: ProgramWords.Target) -> HookEvent {
        var copy = self
        copy.data = data.map { name, value in (name, value.string.map { .string(target.typed(in: $0)) } ?? value) }
        return copy
    }

    /// Whether an address wants to hear of it, and was there before it was over.
    func isNews(for hook: Hook) -> Bool {
        hook.events.contains(kind.rawValue) && over.map { hook.madeAt < $0 } ?? true
    }

    /// The message as it is sent.
    ///
    /// - Parameter time: seconds since 1970-01-01 UTC.
    func body(id: String, at time: Int64) -> String {
        JSON.object([
            ("id", .string(id)), ("type", .string(kind.rawValue)), ("timestamp", .integer(time)),
            ("data", .object(data)),
        ]).text
    }
}
