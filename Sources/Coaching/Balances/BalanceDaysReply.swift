import Ledger
import Retrieval

/// What accounts held at the ends of the days of a period: the lowest and the highest, and how many days met a condition.
extension BalanceAnswers {
    /// - Returns: nil where nothing is known of these days, or none of it is asked for.
    func overDays(_ ask: BalanceAsk) throws -> Found<BalanceSheet>? {
        let days = try retriever.balanceDays(ask, asOf: asOf)
        guard let first = days.first, let last = days.last, let worst = extreme(ask, days) else { return nil }
        var own = ask
        (own.detail, own.condition, own.day, own.period) = (nil, nil, worst.day, nil)
        var (sheet, evidence) = try retriever.balances(own, asOf: asOf)
        let told = Told(
            ask: ask, accounts: sheet.balances.map(\.account), days: days, worst: worst, currency: worst.sum.currency,
            span: Told.span(ask.period, first.day, last.day), phrases: phrases, asOf: asOf)
        evidence.query.period = told.span
        (evidence.figures, evidence.facts) = (told.figures, [told.fact])
        return Found(
            report: sheet, evidence: evidence, reply: told.reply, table: nil,
            reasons: BalanceReply(phrases: phrases, asOf: asOf, ask: own).reasons(sheet))
    }

    /// The day with the least, or the most; of what is owed the other way around. The first of several.
    private func extreme(_ ask: BalanceAsk, _ days: [(day: CivilDate, sum: Money)]) -> (day: CivilDate, sum: Money)? {
        let wantsMost =
            ask.detail == .days
            ? ask.condition.map { [.more, .atLeast].contains($0.relation) } ?? false : ask.detail == .highest
        let isDebt = days.allSatisfy { $0.sum.minorUnits <= 0 }
        return wantsMost != isDebt
            ? days.max { ($0.sum.minorUnits, $1.day) < ($1.sum.minorUnits, $0.day) }
            : days.min { ($0.sum.minorUnits, $0.day) < ($1.sum.minorUnits, $1.day) }
    }
}

/// The words and figures of an answer about the days of a period.
private struct Told {
    let ask: BalanceAsk
    let accounts: [Account]
    let days: [(day: CivilDate, sum: Money)]
    /// The day that is furthest in the direction asked about.
    let worst: (day: CivilDate, sum: Money)
    let currency: Currency
    let span: Period
    let phrases: Phrases
    let asOf: CivilDate

    /// The period asked about where all of its days are known, else the days that are.
    static func span(_ asked: Period?, _ first: CivilDate, _ last: CivilDate) -> Period {
        if let asked, asked.start == first, asked.end >= last { return asked }
        return Period(first, last)
    }

    private var isDebt: Bool { accounts.allSatisfy(\.type.isLiability) && worst.sum.minorUnits <= 0 }
    private var names: String { Subject.list(accounts.map(\.name)) }
    private var condition: Ask.Condition? { ask.detail == .days ? ask.condition : nil }
    private var name: String {
        let isMost = condition.map { [.more, .atLeast].contains($0.relation) } ?? (ask.detail == .highest)
        return isMost ? "highest" : "lowest"
    }

    /// The days whose balance meets the condition; what is owed is held against it as a positive amount.
    private var met: [CivilDate] {
        guard let condition else { return [] }
        return days.filter {
            condition.relation.holds(isDebt ? -$0.sum.minorUnits : $0.sum.minorUnits, condition.bound)
        }
        .map(\.day)
    }

    var figures: [Figure] {
        var figures = [
            Figure(
                name: name, label: "\(names), \(name) balance", value: .money(isDebt ? worst.sum.magnitude : worst.sum),
                period: span),
            Figure(name: "\(name)_date", label: "Day of it", value: .date(worst.day), period: span),
        ]
        if condition != nil {
            figures.insert(
                Figure(name: "days", label: "\(names), days \(bound)", value: .count(met.count), period: span), at: 0)
        }
        return figures
    }

    var fact: Fact {
        guard condition != nil else {
            return Fact(.statement, extreme, in: span, isAsked: true, key: name)
        }
        let words: Phrase = "\(names) ended \(met.count, "day") \(bound) \(span.phrase)"
        return Fact(.statement, words, in: span, isAsked: true, key: "days")
    }

    private var extreme: Phrase {
        isDebt
            ? "the \(name == "highest" ? "most" : "least") you owed on \(names) was \(worst.sum.magnitude), on \(said(worst.day))"
            : "\(names) \(accounts.count == 1 ? "was at its" : "were at their") \(name) on \(said(worst.day)), at \(worst.sum)"
    }

    /// `below $200.00`
    private var bound: String {
        guard let condition else { return "" }
        let amount = Money(condition.bound, currency).text
        return switch condition.relation {
        case .less: condition.bound == 0 ? "below zero" : "below \(amount)"
        case .atMost: "at \(amount) or less"
        case .more: "above \(amount)"
        case .atLeast: "at \(amount) or more"
        case .equal: "at exactly \(amount)"
        }
    }

    var reply: String {
        let words = extreme.text.capitalizedFirst
        guard condition != nil else {
            return
                "\(words), going by the end of each day from \(said(days[0].day)) to \(said(days[days.count - 1].day))."
        }
        let met = met
        let when = phrases.period(span)
        guard let first = met.first, let last = met.last else {
            return "\(names) never ended a day \(bound) \(when). \(words)."
        }
        let which =
            met.count == 1
            ? ", \(said(first))"
            : met.count == 2
                ? ", \(said(first)) and \(said(last))"
                : ", the first on \(said(first)) and the last on \(said(last))"
        return "\(names) ended \(phrases.count(met.count, "day")) \(bound) \(when)\(which). \(words)."
    }

    private func said(_ day: CivilDate) -> String { day.text(near: asOf) }
}
