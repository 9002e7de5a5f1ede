import Ledger

/// Offered facts as JSON, for `coach privacy --json` and for recorded replies, which are read again without their index.
extension OfferedFact {
    var json: JSON {
        .object([
            ("key", .string(key)), ("form", .string(form.rawValue)), ("full", .string(full)),
            ("clause", .string(clause)), ("linked", .optional(linked, JSON.string)),
            ("named", .optional(named, JSON.string)), ("listed", .string(listed)), ("short", .string(short)),
            ("told", .string(told)), ("anchor", .string(anchor)), ("about", .string(about)),
            ("kind", .string(kind)), ("topics", .strings(topics.sorted())), ("asked", .bool(isAsked)),
            ("due", .bool(isDue)),
        ])
    }

    /// nil of what is none.
    init?(_ json: JSON) {
        guard let key = json["key"]?.string, let full = json["full"]?.string,
            let form = json["form"]?.string.flatMap(FactPhrases.Form.init)
        else { return nil }
        self.key = key
        self.form = form
        self.full = full
        clause = json["clause"]?.string ?? full
        linked = json["linked"]?.string
        named = json["named"]?.string
        listed = json["listed"]?.string ?? full
        short = json["short"]?.string ?? full
        told = json["told"]?.string ?? full
        anchor = json["anchor"]?.string ?? ""
        about = json["about"]?.string ?? anchor
        kind = json["kind"]?.string ?? ""
        topics = Set(json["topics"]?.array?.compactMap(\.string) ?? [])
        isAsked = json["asked"]?.bool ?? false
        isDue = json["due"]?.bool ?? false
    }
}

extension FactSheet {
    var json: JSON {
        .object([("answers_yes", .optional(answersYes, JSON.bool)), ("facts", .array(facts.map(\.json)))])
    }

    init?(_ json: JSON) {
        guard let facts = json["facts"]?.array else { return nil }
        self.init(facts.compactMap(OfferedFact.init), answersYes: json["answers_yes"]?.bool)
    }
}

extension Phraser {
    /// What the voice knows of the facts that would be sent for an answer, for recordings.
    public func offeredJSON(_ answer: Answer) -> JSON { disclosed(answer).sheet.json }
}
