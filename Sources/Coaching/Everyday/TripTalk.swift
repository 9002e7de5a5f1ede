import Ledger
import Understanding

/// What a trip cost, where the data shows none: `what did our last trip cost?`
extension Coach {
    static let journeys: Set<String> = ["trip", "vacation", "getaway", "holiday", "travels"]
    private static let costing: Set<String> = ["cost", "spend", "spent", "come", "much"]
    private static let which: Set<String> = [
        "last", "latest", "our", "my", "the", "recent", "most", "newest", "what", "did", "does", "was", "how", "much",
        "i", "we",
        "on", "for", "to", "cost", "spend", "spent", "in", "all", "total", "come", "is", "of", "that", "this",
    ]

    func tripTalk(_ line: String) -> Answer? {
        let words = SpokenLine(line).words
        guard words.count <= 12, !Coach.journeys.isDisjoint(with: words), !Coach.costing.isDisjoint(with: words),
            // Whatever else it names is looked for.
            words.allSatisfy({ Coach.journeys.contains($0) || Coach.which.contains($0) }), context.names.trips.isEmpty
        else { return nil }
        return everyday(
            line,
            "I don't see a trip in your data; I look for purchases in towns you're rarely in. Tell me the dates: "
                + "“what did I spend from June 3 to 11?”, or tag them: “tag everything from June 3 to 11 as Portugal”.",
            intent: .help)
    }
}
