/// Moments as programs write them: `2026-10-31T09:30:00`, in UTC (RFC 3339).
public enum TimeText {
    /// - Parameter seconds: since 1970-01-01 UTC.
    public static func iso(_ seconds: Int64) -> String {
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        return CivilDate(dayNumber: Int32(clamping: day)).iso + "T" + clock.joined(separator: ":")
    }

    /// The way back, with or without `Z`, an offset, or a fraction of a second.
    ///
    /// - Returns: nil for what is no moment.
    public static func seconds(_ text: String) -> Int64? {
        guard let day = CivilDate(iso: text.prefix(10)) else { return nil }
        var rest = text.dropFirst(10)
        guard let separator = rest.popFirst(), "Tt ".contains(separator) else { return nil }
        let clock = rest.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, clock.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let hour = Int64(clock[0]), let minute = Int64(clock[1]), let second = Int64(clock[2]), hour < 24,
            minute < 60,
            second < 61
        else { return nil }
        rest = rest.dropFirst(8)
        if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        guard let offset = offset(rest) else { return nil }
        return Int64(day.dayNumber) * 86_400 + hour * 3600 + minute * 60 + second - offset
    }

    /// Seconds of `Z`, nothing, or `+02:00`.
    private static func offset(_ text: Substring) -> Int64? {
        if text.isEmpty || text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, "+-".contains(sign) else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = Int64(parts[0]),
            let minutes = Int64(parts[1]), (0..<24).contains(hours), (0..<60).contains(minutes)
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
