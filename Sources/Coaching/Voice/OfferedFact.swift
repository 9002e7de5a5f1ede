import Ledger

/// A fact as the voice handles it: what a model is told, and what a reader sees in each place that it can stand in.
///
/// It is plain text and sets of names, so that a recorded reply can be read again without the index it came from.
struct OfferedFact: Hashable {
    let key: String
    let form: FactPhrases.Form
    /// What a reader sees right behind what it is of.
    let full: String
    /// What a reader sees everywhere else: a clause with what it is of and when.
    let clause: String
    /// The clause behind one that said its whole, with `FactPhrases.whole` for that.
    let linked: String?
    /// Behind `followed by`.
    let named: String?
    /// Behind another of its kind.
    let listed: String
    /// The value alone.
    let short: String
    /// What the model is told that a reader will see: `full`, or that without its figures.
    let told: String
    /// What it is a part or a change of, and when; the same text for the same thing.
    let anchor: String
    /// What it is about itself, and when: a comparison behind it is one of this.
    let about: String
    /// What it is one of, where it may be told in a list: `category`, `stream`; empty where it may not.
    let kind: String
    /// Which words and facts it lets stand beside it.
    let topics: Set<String>
    /// Whether it is what was asked for.
    let isAsked: Bool
    /// Whether it must be said, by code where the words lack it.
    let isDue: Bool
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
        short = line(phrases.short(fact))
        told = isBlanked ? DataText.line(phrases.blanked(fact), limit: OfferedFact.longest) : full
        anchor = fact.anchor.text
        // What is pending is not all of what it is of.
        about =
            Fact.Anchor(subject: fact.subject, period: fact.period).text + (fact.role == .pending ? " pending" : "")
        kind = fact.kind
        topics = fact.topics(asOf: asOf)
        isAsked = fact.isAsked
        isDue = [.pending, .leftOut, .caution].contains(fact.role)
    }

    func has(_ topic: String) -> Bool { topics.contains(topic) }

    /// Its amount in the smallest units, to compare parts by; nil where its value does not begin with one.
    var amount: Int? {
        guard let digits = full.firstIndex(of: "$").map({ full[$0...].dropFirst() }) else {
            return Int(short.filter(\.isNumber))
        }
        return Int(digits.prefix { $0.isNumber || $0 == "," || $0 == "." }.filter(\.isNumber))
    }

    /// Characters of a phrase.
    private static let longest = 480
}

extension Fact {
    fileprivate var kind: String {
        switch (role, subject) {
        case (.stream, _), (.largestPart, .stream): "stream"
        case (.balance, .account): "account"
        case (.due, _): "due"
        case (.row, .rows(let flow, _)): "row of \(flow)"
        case (.part, .rows(_, let filter)), (.largestPart, .rows(_, let filter)), (.smallestPart, .rows(_, let filter)):
            isPartByTime ? "time" : String("\(filter)".prefix { $0.isLetter })
        default: ""
        }
    }
}

extension Fact.Anchor {
    /// The same text for the same thing: sets are written in their order.
    fileprivate var text: String {
        var text = String(describing: self)
        if case .rows(_, let filter) = subject { text += " " + filter.json.text }
        return text.replacing(#/Set\(\[[^\]]*\]\)/#, with: "")
    }
}
