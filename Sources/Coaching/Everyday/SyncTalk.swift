import Ledger
import Understanding

/// Questions about when banks were asked: `when did you last sync`, `are my accounts up to date`.
extension Coach {
    private static let syncTable = LinePatterns("rag-index/intents/sync-talk.tsv")

    func syncTalk(_ line: String) throws -> Answer? {
        let words = SpokenLine(line).words
        guard words.count <= 12, Coach.syncTable.row(of: words) != nil else { return nil }
        let links = try AccountLinks(index)
        guard links.isEmpty else {
            let hint = links.problems.isEmpty ? " `coach sync` brings what's new." : ""
            return everyday(line, links.news(on: day) + hint, intent: .help)
        }
        let files = try index.coverage.map { ", and they go up to \($0.end.text(near: day))" } ?? ""
        return everyday(
            line,
            "No bank is connected: your transactions come from files\(files). `coach connect simplefin` connects one.",
            intent: .help)
    }
}
