import Ledger

/// Headers of a reply.
struct ResponseHead {
    private var fields: [(name: String, value: String)] = []

    /// - Parameter text: the lines of a head, as they came.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].drop { $0 == " " || $0 == "\t" }
            fields.append((parts[0].lowercased(), String(value)))
        }
    }

    subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

    var isHTML: Bool { self["content-type"]?.lowercased().hasPrefix("text/html") == true }

    /// Seconds to wait, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), which is held against the
    /// reply's own `Date`, so that a wrong clock here does no harm.
    var retryAfter: Double? {
        guard let value = self["retry-after"] ?? self["llm_provider-retry-after"] else { return nil }
        if let seconds = Double(value), seconds.isFinite, seconds >= 0 { return seconds }
        guard let then = Self.seconds(ofDate: value), let now = self["date"].flatMap(Self.seconds) else { return nil }
        return Double(max(0, then - now))
    }

    /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate).
    static func seconds(ofDate text: String) -> Int? {
        let parts = text.split { $0 == " " || $0 == "," }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])),
            let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":").map { Int($0) ?? -1 }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        return Int(date.dayNumber) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }
}
