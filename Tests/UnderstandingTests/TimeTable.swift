import Ledger

@testable import Understanding

/// A question with the times that it names, worked out by hand.
///
/// Times are written `start..end`, a single day once, `vs` before what is compared to, weekdays in brackets,
/// `only` before weekdays without a period of their own, `-` for no time at all; several are joined by `;`.
struct TimeRow: CustomStringConvertible, Sendable {
    let asOf: String
    let question: String
    let expected: String

    init(_ asOf: String, _ question: String, _ expected: String) {
        self.asOf = asOf
        self.question = question
        self.expected = expected
    }

    var description: String { "\(asOf) “\(question)”" }
}

/// `rows` in the form of one `question | times` a line.
func timeRows(_ asOf: String, _ rows: String) -> [TimeRow] {
    rows.split(separator: "\n").map { line in
        let parts = line.split(separator: "|").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return TimeRow(asOf, parts[0], parts[1])
    }
}

func day(_ iso: String) -> CivilDate {
    guard let date = CivilDate(iso: iso) else { preconditionFailure("no date: \(iso)") }
    return date
}

func written(_ period: Period) -> String {
    period.start == period.end ? period.start.iso : "\(period.start)..\(period.end)"
}

func written(_ expressions: [TimeExpression]) -> String {
    if expressions.isEmpty { return "-" }
    return expressions.map { expression in
        var text = expression.isWeekdaysOnly ? "only" : written(expression.period)
        if expression.isComparison { text = "vs \(text)" }
        if !expression.weekdays.isEmpty { text += " \(expression.weekdays.sorted())" }
        return text
    }.joined(separator: "; ")
}
