import Ledger

/// Offered facts as JSON, for `coach privacy --json` and for recorded replies, which are read again without their index.
extension OfferedFact {
    var json: JSON {
        .object([
            ("key", .string(key)), ("form", .string(form.rawValue)), ("full", .string(full)),
            ("clause", .string(clause)), ("linked", .optional(linked, JSON.string)),
            ("named", .optional(named, JSON.string)), ("listed", .string(listed)), ("short", .string(short)),
            ("counted", .optional(counted, JSON.string)), ("sent", .string(sent)),
            ("amount", .optional(amount) { .object([("number", .integer($0.number)), ("unit", .string($0.unit))]) }),
            ("day", .optional(day) { .string($0.iso) }), ("through", .optional(through) { .string($0.iso) }),
            ("anchor", .string(anchor)), ("about", .string(about)),
            ("kind", .string(kind)), ("topics", .strings(topics.sorted())), ("asked", .bool(isAsked)),
            ("must_be_said", .bool(mustBeSaid)), ("goes_on", .bool(goesOn)),
        ])
    }

    /// nil where it is not a fact.
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
        counted = json["counted"]?.string
        sent = json["sent"]?.string ?? full
        amount = json["amount"].flatMap { json in
            json["number"]?.int64.flatMap { number in json["unit"]?.string.map { Amount(number: number, unit: $0) } }
        }
        day = json["day"]?.string.flatMap(CivilDate.init(iso:))
        through = json["through"]?.string.flatMap(CivilDate.init(iso:))
        anchor = json["anchor"]?.string ?? ""
        about = json["about"]?.string ?? anchor
        kind = json["kind"]?.string ?? ""
        topics = Set(json["topics"]?.array?.compactMap(\.string) ?? [])
        isAsked = json["asked"]?.bool ?? false
        mustBeSaid = json["must_be_said"]?.bool ?? false
        goesOn = json["goes_on"]?.bool ?? false
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
