import Ledger

/// A fact as the voice handles it: what a model is told, and what a reader sees in each place that it can stand in.
///
/// It is plain text and sets of names, so that a recorded reply can be read again without the index it came from.
struct OfferedFact: Hashable {
    let key: String
    let form: FactPhrases.Form
    /// What a reader sees right after what it is of.
    let full: String
    /// What a reader sees everywhere else: a clause with what it is of and when.
    let clause: String
    /// The clause after one that said its whole, with `FactPhrases.whole` for that.
    let linked: String?
    /// After `followed by`.
    let named: String?
    /// After another of its kind.
    let listed: String
    /// As something that an amount takes into account; nil of what is neither a payment nor pay.
    let counted: String?
    /// The value alone.
    let short: String
    /// What the model is sent for it: `full`, or that without its figures.
    let sent: String
    /// Its value, to compare parts by; nil of days.
    let amount: Amount?
    /// The day of a payment, the last one that bills are due by, the first of a month or another part by time.
    let day: CivilDate?
    /// The last day whose payments an expected amount takes into account.
    let through: CivilDate?
    /// What it is a part or a change of, and when; the same text for the same thing.
    let anchor: String
    /// What it is about itself, and when: a comparison after it is one of this.
    let about: String
    /// What it is one of, where it may be told in a list: `category`, `stream`; empty where it may not.
    let kind: String
    /// Which words and facts it lets stand beside it.
    let topics: Set<String>
    /// Whether it is what was asked for.
    let isAsked: Bool
    /// Whether it must be said, by code where the words lack it.
    let mustBeSaid: Bool
    /// Whether its clause points at the fact before it with a word such as “that”.
    let goesOn: Bool

    /// A value that can be held against others of its unit.
    struct Amount: Hashable {
        /// Minor units, or hundredths of a percentage or a ratio.
        let number: Int64
        /// The code of a currency, or what is counted.
        let unit: String
    }
}

extension OfferedFact {
    /// - Parameter isRanked: whether all parts are told, so that one can follow another.
    init(_ fact: Fact, _ phrases: FactPhrases, asOf: CivilDate, isBlanked: Bool, isRanked: Bool = true) {
        func line(_ phrase: Phrase) -> String { DataText.line(phrase.text, limit: OfferedFact.longest) }
        key = fact.key
        form = phrases.form(fact)
        full = line(phrases.full(fact))
        clause = line(phrases.clause(fact))
        linked = phrases.linked(fact).map(line)
        named = isRanked ? phrases.named(fact).map(line) : nil
        listed = line(phrases.listed(fact))
        counted = phrases.counted(fact).map(line)
        short = line(phrases.short(fact))
        sent = isBlanked ? DataText.line(phrases.blanked(fact), limit: OfferedFact.longest) : full
        amount = Amount(fact.value)
        day = fact.day
        through = fact.basis.through
        anchor = fact.anchor.text
        // What is pending is not all of what it is of.
        about =
            Fact.Anchor(subject: fact.subject, period: fact.period).text + (fact.role == .pending ? " pending" : "")
        kind = fact.kind
        topics = fact.topics(asOf: asOf)
        isAsked = fact.isAsked
        // A verdict without what decided it is none that can be checked.
        mustBeSaid = fact.mustBeSaid || topics.contains("first")
        goesOn = fact.goesOn
    }

    func has(_ topic: String) -> Bool { topics.contains(topic) }

    /// Characters of a phrase.
    private static let longest = 480
}

extension OfferedFact.Amount {
    fileprivate init?(_ value: FigureValue) {
        switch value {
        case .money(let money): self.init(number: money.minorUnits, unit: money.currency.code)
        case .count(let count): self.init(number: Int64(count), unit: "count")
        case .days(let days): self.init(number: Int64(days), unit: "days")
        case .percent(let percent): self.init(number: Int64((percent * 100).rounded()), unit: "percent")
        case .ratio(let ratio): self.init(number: Int64((ratio * 100).rounded()), unit: "ratio")
        case .date: return nil
        }
    }
}

extension Fact {
    fileprivate var kind: String {
        switch (role, subject) {
        case (.stream, _), (.largestPart, .stream): "stream"
        case (.balance, .account): "account"
        case (.due, _): "due"
        case (.row, .rows(let flow, _)): "row of \(flow.rawValue)"
        case (.part, .rows(_, let filter)), (.largestPart, .rows(_, let filter)), (.smallestPart, .rows(_, let filter)):
            isPartByTime ? "time" : filter.groupKind
        default: ""
        }
    }

    fileprivate var day: CivilDate? {
        switch role {
        case .due, .pay: period?.start
        case .bills: period?.end
        default: isPartByTime ? period?.start : nil
        }
    }
}

extension RowFilter {
    /// What tells a group from its like; of several conditions the last is the group's own.
    fileprivate var groupKind: String {
        switch self {
        case .and(let all): all.last?.groupKind ?? ""
        case .category: "category"
        case .merchant: "merchant"
        case .account: "account"
        case .currency: "currency"
        case .weekdays: "weekday"
        default: "rows"
        }
    }
}

extension Fact.Anchor {
    fileprivate var text: String {
        let days = period.map { " \($0.start.iso)…\($0.end.iso)" } ?? ""
        return subject.text + days
    }
}

extension Fact.Subject {
    /// The same text for the same thing.
    fileprivate var text: String {
        switch self {
        case .rows(let flow, let filter): flow.rawValue + " " + filter.json.text
        case .account(let name): "account " + name
        case .household: "household"
        case .stream(let name): "stream " + name
        case .limit(let category): "limit " + category
        case .purchase(let name): "purchase " + name
        case .goal(let name): "goal " + name
        }
    }
}
