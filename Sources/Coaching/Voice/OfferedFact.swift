import Ledger

/// A fact as the voice handles it: what a model is told, what a reader sees, and which words may stand beside it.
///
/// It is plain text and sets of names, so that a recorded reply can be read again without the index it came from.
struct OfferedFact: Hashable {
    let key: String
    let form: FactPhrases.Form
    /// What a reader sees in its place.
    let full: String
    /// The same with what it is of and when.
    let bound: String
    /// The same at a second mention.
    let short: String
    /// What the model is told that a reader will see: `full`, or that without its figures.
    let told: String
    /// What it is a part or a change of, and when; the same text for the same thing.
    let anchor: String
    /// What it is about itself, and when: a comparison behind it is one of this.
    let about: String
    /// Whether its phrase is understood only behind another of the same anchor.
    let needsAnchor: Bool
    /// The words that name what it is of: `groceries`, `grocery`.
    let names: Set<String>
    /// The words that name its time: `september`, `last month`.
    let times: Set<String>
    /// Which frames it lets stand beside it.
    let topics: Set<String>
    /// Its day as `2026-11-05`, where it is one that is ahead.
    let day: String?
    /// Whether it is what was asked for.
    let isAsked: Bool
    /// Whether it must be said, by code where the words lack it.
    let isDue: Bool
}

extension OfferedFact {
    init(_ fact: Fact, _ phrases: FactPhrases, asOf: CivilDate, isBlanked: Bool) {
        func line(_ text: String) -> String { DataText.line(text, limit: OfferedFact.longest) }
        key = fact.key
        form = phrases.form(fact)
        full = line(phrases.full(fact).text)
        bound = line(phrases.bound(fact).text)
        short = line(phrases.short(fact).text)
        told = isBlanked ? line(phrases.blanked(fact)) : full
        anchor = fact.anchor.text
        // What is pending is not all of what it is of.
        let isPart = fact.role == .pending
        about = Fact.Anchor(subject: fact.subject, period: fact.period).text + (isPart ? " pending" : "")
        needsAnchor = bound != full
        names = fact.names(phrases, isThing: form == .noun)
        times = fact.period?.names(asOf: asOf) ?? []
        topics = fact.topics(asOf: asOf)
        day = topics.contains("ahead") ? fact.period.map { $0.start.description } : nil
        isAsked = fact.isAsked
        isDue = fact.role == .pending || fact.role == .leftOut
    }

    /// Whether its phrase says enough behind another fact: a comparison only behind what it compares, a part behind its
    /// whole or another part.
    func isUnderstood(after before: OfferedFact?) -> Bool {
        guard let before else { return !needsAnchor }
        // Behind a change, or what is usual, a part or a further change would be said of that.
        let isChange = before.form == .complement || before.topics.contains("change") && topics.contains("part")
        if isChange, form != .complement { return !needsAnchor }
        if isDue { return !needsAnchor || before.topics.contains("sum") && !isPart(before) && before.about == anchor }
        return !needsAnchor || before.about == anchor || form != .complement && before.anchor == anchor
    }

    private func isPart(_ fact: OfferedFact) -> Bool { fact.topics.contains("part") }

    /// Whether it is a payment that is expected on a day: `Netflix is due on November 8, $19.99`.
    var isDuePayment: Bool {
        form == .clause && topics.isSuperset(of: ["ahead", "bills"]) && full.contains(" is due on ")
    }

    /// Its phrase behind another of its like: `Netflix on November 8, $19.99`.
    var listed: String { full.replacing(" is due on ", with: " on ") }

    /// Characters of a phrase.
    private static let longest = 480
}

extension Fact.Anchor {
    /// The same text for the same thing: sets are written in their order.
    fileprivate var text: String {
        var text = String(describing: self)
        if case .rows(_, let filter) = subject { text += " " + filter.json.text }
        return text.replacing(#/Set\(\[[^\]]*\]\)/#, with: "")
    }
}

extension Fact {
    /// What a sentence about it may call what it is of: of a thing that alone, of a clause its whole as well.
    fileprivate func names(_ phrases: FactPhrases, isThing: Bool) -> Set<String> {
        // What is spent or saved beside a purchase is not called by its name, and what an account paid is not its own.
        if case .purchase = subject { return [] }
        if case .rows(let flow, .account) = subject, [.spending, .purchases, .income].contains(flow) { return [] }
        var names: Set<String> = []
        for subject in isThing ? [subject] : [subject, anchor.subject] {
            guard let name = subject.name(phrases.rows) else { continue }
            let words = VoiceWords.words(name)
            names.insert(words.joined(separator: " "))
            if words.count == 1 { names.insert(words[0].singular) }
        }
        return names
    }
}

extension String {
    /// A noun without the ending of several: `groceries` → `grocery`.
    fileprivate var singular: String {
        if hasSuffix("ies") { return dropLast(3) + "y" }
        return hasSuffix("s") && !hasSuffix("ss") && utf8.count > 4 ? String(dropLast()) : self
    }
}

extension Period {
    /// What a sentence may call the days: `september`, `last month`.
    fileprivate func names(asOf: CivilDate) -> Set<String> {
        var names: Set<String> = []
        names.insert(VoiceWords.words(label).joined(separator: " "))
        // A part of a month is not what its name says.
        let isMonth =
            start.day == 1 && start.monthNumber == end.monthNumber && (end == end.endOfMonth || end == asOf)
        if isMonth {
            names.insert(CivilDate.monthNames[start.month - 1].lowercased())
            if start.monthNumber == asOf.monthNumber { names.insert("this month") }
            if start.monthNumber == asOf.monthNumber - 1 { names.insert("last month") }
        }
        if start == start.startOfYear, start.year == end.year, end == end.endOfYear || end == asOf {
            if start.year == asOf.year { names.insert("this year") }
            if start.year == asOf.year - 1 { names.insert("last year") }
        }
        return names
    }
}
