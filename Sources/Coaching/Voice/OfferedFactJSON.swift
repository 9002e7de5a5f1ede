import Ledger

/// Offered facts as JSON, for `coach privacy --json` and for recorded replies, which are read again without their index.
extension OfferedFact {
    var json: JSON {
        .object([
            ("key", .string(key)), ("form", .string(form.rawValue)), ("full", .string(full)), ("bound", .string(bound)),
            ("short", .string(short)), ("told", .string(told)), ("anchor", .string(anchor)), ("about", .string(about)),
            ("names", .strings(names.sorted())), ("times", .strings(times.sorted())),
            ("topics", .strings(topics.sorted())), ("asked", .bool(isAsked)), ("due", .bool(isDue)),
            ("day", .optional(day, JSON.string)),
        ])
    }

    /// nil of what is none.
    init?(_ json: JSON) {
        func texts(_ name: String) -> [String] { json[name]?.array?.compactMap(\.string) ?? [] }
        guard let key = json["key"]?.string, let full = json["full"]?.string,
            let form = json["form"]?.string.flatMap(FactPhrases.Form.init)
        else { return nil }
        self.key = key
        self.form = form
        self.full = full
        bound = json["bound"]?.string ?? full
        short = json["short"]?.string ?? full
        told = json["told"]?.string ?? full
        anchor = json["anchor"]?.string ?? ""
        about = json["about"]?.string ?? anchor
        needsAnchor = bound != full
        names = Set(texts("names"))
        times = Set(texts("times"))
        topics = Set(texts("topics"))
        isAsked = json["asked"]?.bool ?? false
        isDue = json["due"]?.bool ?? false
        day = json["day"]?.string
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
