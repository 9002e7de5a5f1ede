import Coaching
import Ledger

/// One line of `questions.tsv`: a question and what the answer to it must hold. Empty cells are not checked.
struct AnswerCase {
    enum ExpectedPeriod: Equatable {
        case unchecked, everything
        case days(Period)
    }

    struct ExpectedGroups {
        /// Whether there may be more than those named.
        let mayHaveMore: Bool
        /// `key=value unit`, in order.
        let words: [String]
    }

    /// Whether it goes on with the conversation of the line before.
    let goesOn: Bool
    let question: String
    let intents: Set<String>
    let period: ExpectedPeriod
    let matched: Int?
    /// By name and unit, so that figures of several currencies stand side by side.
    let figures: [String]
    let groups: ExpectedGroups?
    /// Day, amount and currency of the first row listed.
    let first: String

    init(_ cells: [String]) throws {
        guard cells.count == 8 else { throw Household.BadFixture(description: "\(cells.count) cells: \(cells)") }
        goesOn = cells[0] == "+"
        question = cells[1]
        intents = Set(cells[2].split(separator: ",").map(String.init))
        let ends = cells[3].split(separator: ".", omittingEmptySubsequences: true).compactMap {
            CivilDate(iso: String($0))
        }
        period = ends.count == 2 ? .days(Period(ends[0], ends[1])) : cells[3] == "all" ? .everything : .unchecked
        matched = Int(cells[4])
        figures = AnswerCase.list(cells[5])
        if let colon = cells[6].firstIndex(of: ":") {
            groups = ExpectedGroups(
                mayHaveMore: cells[6][..<colon].hasSuffix("+"),
                words: AnswerCase.list(String(cells[6][cells[6].index(after: colon)...])))
        } else {
            groups = nil
        }
        first = cells[7]
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ";").map { part in String(part.drop { $0 == " " }) }
    }

    /// What is wrong with an answer; empty when it holds all that is expected.
    func faults(of answer: Answer) -> [String] {
        var faults: [String] = []
        if !intents.contains(answer.understood.intent.rawValue) {
            faults.append(
                "intent \(answer.understood.intent.rawValue), expected \(intents.sorted().joined(separator: " or "))")
        }
        guard let evidence = answer.evidence else { return faults + ["nothing was looked up: \(answer.reply)"] }
        switch period {
        case .unchecked: break
        case .everything where evidence.query.period != nil, .days where evidence.query.period == nil:
            faults.append("period \(AnswerCase.words(evidence.query.period)), expected \(period)")
        case .days(let days) where evidence.query.period != days:
            faults.append("period \(AnswerCase.words(evidence.query.period)), expected \(days)")
        default: break
        }
        if let matched, evidence.matched != matched { faults.append("\(evidence.matched) rows, expected \(matched)") }
        faults += figureFaults(evidence) + groupFaults(evidence)
        if !first.isEmpty {
            let row = evidence.transactions.first.map {
                "\($0.date) \($0.amount.minorUnits) \($0.amount.currency.code)"
            }
            if row != first { faults.append("first row \(row ?? "none"), expected \(first)") }
        }
        return faults
    }

    private func figureFaults(_ evidence: Evidence) -> [String] {
        let found = evidence.figures.map { "\($0.name)=\(AnswerCase.words($0.value))" }
        var faults = figures.filter { !found.contains($0) }.map { "no \($0)" }
        // A sum in a currency that nothing was expected in is as wrong as a missing one.
        for figure in evidence.figures where figure.name == "total" || figure.name == "spending" {
            let words = "\(figure.name)=\(AnswerCase.words(figure.value))"
            let isAsked = figures.contains { $0.hasPrefix(figure.name + "=") }
            if isAsked, !figures.contains(words), !words.contains("=0 ") { faults.append("unexpected \(words)") }
        }
        return faults.isEmpty ? [] : faults + ["found \(found.joined(separator: "; "))"]
    }

    private func groupFaults(_ evidence: Evidence) -> [String] {
        guard let groups else { return [] }
        let found = evidence.groups.map { "\($0.key)=\(AnswerCase.words($0.value))" }
        let isRight = groups.mayHaveMore ? found.starts(with: groups.words) : found == groups.words
        return isRight
            ? [] : ["groups \(found.joined(separator: "; ")), expected \(groups.words.joined(separator: "; "))"]
    }

    private static func words(_ period: Period?) -> String { period.map(\.description) ?? "all" }

    private static func words(_ value: FigureValue) -> String {
        switch value {
        case .money(let money): "\(money.minorUnits) \(money.currency.code)"
        case .count(let count): "\(count) count"
        case .percent(let percent): "\(percent) percent"
        case .ratio(let ratio): "\(ratio) ratio"
        case .days(let days): "\(days) days"
        case .date(let date): date.iso
        }
    }
}
