import Ledger
import Retrieval

/// Says what is unusual, one sentence for each finding.
public struct UnusualReply {
    let phrases: Phrases
    private let asOf: CivilDate

    /// - Parameter asOf: the day it is said on: days near it are named without their year.
    init(phrases: Phrases, asOf: CivilDate) {
        self.phrases = phrases
        self.asOf = asOf
    }

    public init(taxonomy: Taxonomy, currency: Currency, asOf: CivilDate) {
        self.init(phrases: Phrases(taxonomy: taxonomy, currency: currency), asOf: asOf)
    }

    private func said(_ day: CivilDate) -> String { day.text(near: asOf) }

    public func text(_ answer: UnusualAnswer) -> String {
        guard answer.evidence.coverage != nil else {
            return "You have no transactions yet. Import a bank file with `coach import FILE`."
        }
        let period = phrases.period(answer.period)
        let things = answer.question.rules == ["double_charge"] ? "likely double charge" : "thing"
        if answer.findings.isEmpty, answer.count > 0 {
            let rows = phrases.count(answer.count, things)
            return
                "There \(answer.count == 1 ? "is" : "are") only \(rows) that \(answer.count == 1 ? "stands" : "stand") out "
                + "\(period)."
        }
        guard !answer.findings.isEmpty else { return nothing(answer, period) }
        // One of several was asked for by its place.
        if answer.question.query.limit == 1, answer.count > 1, let finding = answer.findings.first {
            return why(finding)
        }
        let isOfPairs = answer.findings.contains { if case .equalCharges = $0.reason { true } else { false } }
        let span = answer.question.isOfOneDay ? "on the same day" : "within three days"
        // What was looked for first is what was asked: that there is none is the answer, and the last one its context.
        if let empty = answer.empty, let last = answer.findings.first {
            let others = answer.findings.dropFirst().map(why)
            return
                (["I see no \(things) \(phrases.period(empty)). The last one was earlier: \(why(last))"]
                + (others.isEmpty ? [] : ["Before that:"] + others)).joined(separator: " ")
        }
        var head =
            isOfPairs
            ? "\(phrases.count(answer.count, "pair")) of equal charges \(span) \(period)"
            : "\(phrases.count(answer.count, things)) \(answer.count == 1 ? "stands" : "stand") out \(period)"
        head += answer.count > answer.findings.count ? "; the \(answer.findings.count) that matter most:" : ":"
        return ([head] + answer.findings.map(why)).joined(separator: " ")
    }

    private func nothing(_ answer: UnusualAnswer, _ period: String) -> String {
        let query = answer.question.query
        let names = query.merchants + query.categories.map(phrases.category)
        let about = names.isEmpty ? "" : " about " + Subject.list(names)
        let base =
            answer.question.rules == ["double_charge"]
            ? "I don't see any charge\(names.isEmpty ? "" : " from " + Subject.list(names)) that came twice "
                + "\(answer.question.isOfOneDay ? "on the same day" : "within three days") \(period)"
                + "\(answer.question.asksForPairs ? "" : ", except where that's usual")."
            : answer.question.rules.isEmpty
                ? "Nothing\(about) stands out \(period)."
                : "Nothing\(about) like that stands out \(period). \(looked(answer.question.rules))."
        guard let habit = answer.habit else { return base }
        return base
            + " The last charge from \(habit.last.merchant) was \(habit.last.amount.magnitude.text) on \(said(habit.last.date)); "
            + "it's usually about \(habit.usual.text)."
    }

    /// What was looked for, so that a shop without a large first payment is not taken for one that was known before.
    private func looked(_ rules: Set<String>) -> String {
        var kinds: [String] = []
        if rules.contains("new_merchant") {
            kinds.append("first payments to a merchant that are bigger than nearly anything you buy")
        }
        if rules.contains("new_stream") { kinds.append("payments that started repeating") }
        if rules.contains("fee") { kinds.append("fees and interest") }
        if rules.contains("foreign_currency") { kinds.append("charges in a foreign currency") }
        return "I looked for " + Subject.list(kinds)
    }

    /// One sentence.
    public func why(_ finding: UnusualFinding) -> String { phrase(finding).text.capitalizedFirst + "." }

    /// The same as a clause.
    func phrase(_ finding: UnusualFinding) -> Phrase {
        let row = finding.row
        let amount = row.amount.magnitude
        let day = said(row.date)
        switch finding.reason {
        case .doubleCharge(let first):
            return "\(row.merchant) charged \(amount) \(days(first, row)), which looks like a double charge"
        case .equalCharges(let first, let refundedOn):
            let back: String = refundedOn.map { ", and refunded \(amount.text) on \(said($0))" } ?? ""
            return "\(row.merchant) charged \(amount) \(days(first, row))\(back)"
        case .farFromHabit(let usual, let times):
            return "\(amount) at \(row.merchant) on \(day) is \(number: times) times your usual \(usual) there"
        case .newMerchant:
            return
                "\(amount) on \(day) was your first payment to \(row.merchant), and bigger than nearly anything you buy"
        case .pace(let spent, let usual, let through):
            let days = phrases.period(Period(through.startOfMonth, through))
            return "\(phrases.category(row.category)) came to \(spent) \(days), when \(usual) is usual"
        case .fee(let count, let total):
            let name = phrases.category(row.category)
            return count == 1
                ? "\(name): \(amount) on \(day) (\(row.account))"
                : "\(name): \(number: Double(count)) times, \(total) in all, last on \(day) (\(row.account))"
        case .foreignCurrency(let currency):
            return "you paid \(row.merchant) in \(currency.code) on \(day): \(amount)"
        case .cameBack(let before):
            return "\(row.merchant) charged \(amount) on \(day), the first time since \(said(before))"
        case .raised(let from):
            return "\(row.merchant) went up from \(from.magnitude) to \(amount) on \(day)"
        case .newStream(let cadence):
            return "\(row.merchant) started on \(day): \(amount) \(cadence.per)"
        }
    }

    private func days(_ first: RecurringRow, _ second: RecurringRow) -> String {
        first.date == second.date
            ? "twice on \(said(second.date))" : "on \(said(first.date)) and again on \(said(second.date))"
    }

    /// How the findings were made, for “why?”.
    static func explanation(_ answer: Answer, _ phrases: Phrases) -> String {
        "I compared your transactions \(phrases.period(answer.evidence?.query.period)) with the 24 months before. I look for "
            + "equal charges from one merchant within three days, amounts far from what's usual there, new merchants, "
            + "categories running high, fees, other currencies, and subscriptions that changed. Once you confirm one with "
            + "`coach unusual --confirm ID`, it won't come up again."
    }
}

extension UnusualFinding {
    /// `transaction` is the row's number; `rows` has the earlier charge of a double one too.
    public func json(_ reply: UnusualReply, _ transaction: Transaction?) -> JSON {
        .object([
            ("transaction", .optional(transaction, \.json)), ("why", .string(reply.why(self))),
            ("rule", .string(reason.rule)), ("rows", .array(rowIDs.map(JSON.integer))),
            ("stake_cents", .integer(stake.minorUnits)), ("currency", .string(stake.currency.code)),
        ])
    }
}
