import Ledger
import Understanding

/// Lines that are written like commands: `rule set groceries 600`, `wish: $45 book`. The words are those of
/// `rag-index/intents/said-commands.tsv`.
enum SpokenCommand {
    private static let table = PhraseLists("rag-index/intents/said-commands.tsv")
    private static let longest = 12

    /// The same in plain words; nil for every other line.
    static func sentence(_ line: String) -> String? {
        if let colon = line.firstIndex(of: ":"), table.words("wish").contains(line[..<colon].lowercased().plainSpaces) {
            let thing = String(line[line.index(after: colon)...]).plainSpaces
            return thing.contains(where: \.isNumber) ? "I want a \(thing), let me sleep on it" : nil
        }
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count <= longest, !line.hasSuffix("?"), line.contains(where: \.isNumber) else { return nil }
        let said = words.map { $0.lowercased() }.joined(separator: " ")
        guard let opening = table["limit"].filter({ said.hasPrefix($0 + " ") }).max(by: { $0.count < $1.count }) else {
            return nil
        }
        var rest = words.dropFirst(opening.split(separator: " ").count)
        if let first = rest.first?.lowercased(), ["for", "on"].contains(first) { rest = rest.dropFirst() }
        return "set a limit on " + rest.joined(separator: " ")
    }

    /// What one asks whether one is near it, as it was written: `am I near Costco`.
    static func nearby(_ line: String) -> String? {
        let words = SpokenText.words(of: line)
        let said = words.joined(separator: " ")
        guard words.count <= longest, !line.contains(where: \.isNumber),
            let opening = table["near"].first(where: { said.hasPrefix($0 + " ") }),
            table.words("elsewhere").isDisjoint(with: words)
        else { return nil }
        let isSign: (Character) -> Bool = { $0.isPunctuation || $0.isWhitespace }
        let name = line.split(whereSeparator: \.isWhitespace).dropFirst(opening.split(separator: " ").count)
            .joined(separator: " ")
        let bare = String(name.reversed().drop(while: isSign).reversed())
        return bare.isEmpty ? nil : bare
    }
}

extension Coach {
    /// `am I near Costco`, where that is none of the places that are known.
    func nearTalk(_ line: String) -> Answer? {
        guard let name = SpokenCommand.nearby(line) else { return nil }
        return everyday(
            line,
            "I only know places by their positions, and you have no geofence called “\(name)”. `coach places` lists the shops "
                + "you go to most, with the command that makes one a geofence.", intent: .help)
    }
}
