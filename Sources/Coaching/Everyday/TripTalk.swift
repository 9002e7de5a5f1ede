import Ledger
import Retrieval
import Understanding

/// Trips that the data shows, and what is said where it shows none: `which trips did we take this year?`, `what did our last trip cost?`
extension Coach {
    private static let tripTable = PhraseLists("rag-index/intents/tag-talk.tsv")

    func tripTalk(_ line: String) throws -> Answer? {
        let words = SpokenLine(line).words
        guard words.count <= 12 else { return nil }
        if asksForTrips(words) { return try tripList(line) }
        let (journeys, which) = (Coach.tripTable.words("journey"), Coach.tripTable.words("which"))
        guard !journeys.isDisjoint(with: words), !Coach.tripTable.words("costing").isDisjoint(with: words),
            // Whatever else it names is looked for.
            words.allSatisfy({ journeys.contains($0) || which.contains($0) }), context.names.trips.isEmpty
        else { return nil }
        return everyday(line, Coach.noTrip, intent: .help)
    }

    private static let noTrip =
        "I don't see a trip in your data; I look for purchases in towns you're rarely in. Tell me the dates: "
        + "“what did I spend from June 3 to 11?”, or tag them: “tag everything from June 3 to 11 as Portugal”."

    private func asksForTrips(_ words: [String]) -> Bool {
        let (journeys, listed) = (Coach.tripTable.words("journeys"), Coach.tripTable.words("listed"))
        return !journeys.isDisjoint(with: words)
            && LineTimes(words.joined(separator: " "), context).otherWords.allSatisfy {
                journeys.contains($0) || listed.contains($0)
            }
    }

    /// Every trip with its days and what was spent on them, the newest first.
    private func tripList(_ line: String) throws -> Answer {
        let said = LineTimes(line, context).periods
        let trips = context.names.trips.filter { trip in
            said.isEmpty || said.contains { $0.start <= trip.days.end && trip.days.start <= $0.end }
        }
        guard !trips.isEmpty else {
            guard let first = said.first, !context.names.trips.isEmpty else {
                return everyday(line, Coach.noTrip, intent: .help)
            }
            return everyday(line, "I don't see a trip \(phrases.period(first)).", intent: .spending)
        }
        var evidence = Evidence(query: Query(direction: .out))
        evidence.coverage = try index.coverage
        for trip in trips.reversed() {
            let filter: RowFilter = trip.others.isEmpty ? .all : .not(.rows(trip.others))
            let ask = Ask(Selection(.spending, filter, .periods([trip.days])))
            let found = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence
            evidence.matched += found.matched
            evidence.statements += found.statements
            evidence.figures += found.figures.filter { $0.name == "total" }.map { figure in
                Figure(
                    name: "total", label: trip.towns[0], value: figure.value, period: trip.days, rows: found.matched)
            }
        }
        let named = evidence.figures.compactMap { figure -> String? in
            guard let money = figure.value.amount, let days = figure.period else { return nil }
            return "\(figure.label), \(days.name): \(money.text)"
        }
        let reply =
            "I see \(phrases.count(trips.count, "trip")): \(named.joined(separator: "; ")). Those are days with purchases in "
            + "towns you're rarely in, and what you spent on them, without regular payments and purchases at home."
        return Answer(
            question: line, understood: Understood(intent: .spending, confidence: 0.95, query: evidence.query),
            asOf: asOf, evidence: evidence, reply: reply, table: nil)
    }
}
