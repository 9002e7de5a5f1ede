import Ledger
import Retrieval

/// Says how an answer was computed: what was understood, which rows were counted, what was left out.
struct Explanation {
    let phrases: Phrases

    func text(_ answer: Answer) -> String {
        guard let evidence = answer.evidence else { return "That answer rests on no data." }
        let query = evidence.query
        var sentences = ["I read “\(answer.question)” as \(reading(answer)) \(phrases.period(of: query))."]
        sentences.append(counted(query, evidence))
        if let figure = evidence.figures.first, let period = figure.period {
            let spans = Subject.list(([period] + query.otherPeriods).map(phrases.span))
            sentences.append("The days counted are \(spans), both included.")
        }
        if let other = query.comparison, query.sides.isEmpty {
            sentences.append(
                answer.understood.comparesWithUsual
                    ? "Usual is the average of the months \(phrases.span(other))."
                    : "They are held against \(phrases.span(other)).")
        }
        if !evidence.pending.isEmpty { sentences.append("Pending rows are in it: \(phrases.money(evidence.pending)).") }
        return sentences.joined(separator: " ")
    }

    private func reading(_ answer: Answer) -> String {
        let query = answer.understood.query
        let subject = Subject.words(query, taxonomy: phrases.taxonomy)
        switch answer.understood.intent {
        case .transactions: return "a list of rows: \(subject)\(phrases.limits(query)),"
        case .cashFlow: return "money in and out"
        case _ where !query.sides.isEmpty:
            let names = query.sides.map { Retriever.name(of: $0, taxonomy: phrases.taxonomy) }
            return "the \(query.measure.rawValue) of each of \(Subject.list(names)), held against one another,"
        default: return "the \(query.measure.rawValue) of \(subject)\(phrases.limits(query))"
        }
    }

    private func counted(_ query: Query, _ evidence: Evidence) -> String {
        let rows = phrases.count(evidence.matched)
        switch (query.direction, query.kinds) {
        case (.out, []):
            return
                "\(rows) counted: purchases less refunds. Transfers between your accounts, card payments and rows you "
                + "excluded are left out."
        case (.in, []):
            return
                "\(rows) counted: income only. Refunds, transfers between your accounts and rows you excluded are left out."
        default: return "\(rows) counted; rows you excluded are left out of the sums."
        }
    }
}
