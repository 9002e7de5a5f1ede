import Ledger
import Understanding

/// What a trip cost, where the data shows none: `what did our last trip cost?`
extension Coach {
    private static let tripTable = PhraseLists("rag-index/intents/tag-talk.tsv")

    func tripTalk(_ line: String) -> Answer? {
        let words = SpokenLine(line).words
        let (journeys, which) = (Coach.tripTable.words("journey"), Coach.tripTable.words("which"))
        guard words.count <= 12, !journeys.isDisjoint(with: words),
            !Coach.tripTable.words("costing").isDisjoint(with: words),
            // Whatever else it names is looked for.
            words.allSatisfy({ journeys.contains($0) || which.contains($0) }), context.names.trips.isEmpty
        else { return nil }
        return everyday(
            line,
            "I don't see a trip in your data; I look for purchases in towns you're rarely in. Tell me the dates: "
                + "“what did I spend from June 3 to 11?”, or tag them: “tag everything from June 3 to 11 as Portugal”.",
            intent: .help)
    }
}
