import Ledger
import Understanding

/// Questions about today: `what year is it`, `what's today's date`. Words of time would be read as a period of spending.
enum DayTalk {
    private static let table = LinePatterns("rag-index/intents/day-talk.tsv")

    /// - Returns: what is said; nil for every other line.
    static func reply(to line: SpokenLine, on day: CivilDate) -> String? {
        guard line.words.count <= 8, let row = table.row(of: line.words) else { return nil }
        switch row.name {
        case "year": return "It's \(day.components.year)."
        case "month": return "It's \(Period.month(of: day).label)."
        default: return "It's \(CivilDate.weekdayNames[day.weekday - 1]), \(day.longText)."
        }
    }
}

extension Coach {
    func dayTalk(_ line: String) -> Answer? {
        guard let reply = DayTalk.reply(to: SpokenLine(line), on: day) else { return nil }
        return everyday(line, reply, intent: .help)
    }
}
