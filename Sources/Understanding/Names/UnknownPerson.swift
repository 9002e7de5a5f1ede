import Ledger

/// Somebody whose spending is asked about: the data knows accounts, not people, so that the whole household's figure
/// must not stand for one person's.
enum UnknownPerson {
    static let people: Set = [
        "wife", "husband", "partner", "spouse", "girlfriend", "boyfriend", "fiance", "fiancee", "son", "daughter",
        "mom", "mum", "mother", "dad", "father", "brother", "sister", "roommate", "roommates", "flatmate", "kids",
        "kid", "children", "child", "wifes", "husbands", "partners", "daughters", "sons", "hubby", "missus", "parents",
    ]
    private static let auxiliaries: Set = ["did", "does", "do", "has", "have", "is", "was", "will", "are", "can"]
    private static let verbs: Set = [
        "spend", "spent", "spends", "spending", "buy", "bought", "pay", "paid", "blow", "charge", "charged",
        "order", "ordered", "drop", "use", "used", "purchase", "purchased", "earn", "earned", "make",
    ]

    /// What is one's own and spends money, and is nobody else.
    private static let ours: Set = [
        "family", "household", "account", "card", "cards", "accounts", "business", "self", "savings", "checking",
        "bank", "money", "fund", "funds", "investments", "portfolio", "stocks",
    ]

    /// `what did my neighbor spend`: whoever is said to do so after `did my`.
    private static func isSomebody(_ place: Int, _ keys: [String]) -> Bool {
        place > 1 && ["my", "our", "his", "her", "their"].contains(keys[place - 1])
            && ["did", "does", "has", "have", "will"].contains(keys[place - 2]) && !ours.contains(keys[place])
            && place + 1 < keys.count
            && ["spend", "spent", "buy", "bought", "earn", "earned"].contains(keys[place + 1])
    }

    /// `kids spending this year`: a category, and no one who spends.
    private static func isSpentOn(_ place: Int, in reading: QuestionReading) -> Bool {
        reading.keys[place + 1] == "spending"
            && reading.names.contains { name in
                if case .category = name.kind { name.tokens.contains(place) } else { false }
            }
    }

    /// - Returns: the person as written, where they spend: `how much did my wife spend`, `my husband's spending`. nil
    ///   where an account is named, which bears the answer, and where money was spent on them.
    static func name(in reading: QuestionReading) -> String? {
        guard reading.accounts.isEmpty else { return nil }
        let keys = reading.keys
        for place in keys.indices where people.contains(keys[place]) || isSomebody(place, keys) {
            let isNamed = reading.names.contains { name in
                if case .category = name.kind { return false }
                return name.tokens.contains(place)
            }
            guard !isNamed, place + 1 < keys.count, verbs.contains(keys[place + 1]) else { continue }
            var before = place - 1
            while before >= 0, FunctionWords.determiners.contains(keys[before]) || keys[before] == "and" { before -= 1 }
            let isSubject = (before < 0 || auxiliaries.contains(keys[before])) && !isSpentOn(place, in: reading)
            let isOwner = reading.tokens[place].text.contains(where: { $0 == "'" || $0 == "’" })
            guard isSubject || isOwner else { continue }
            // `my wife and I` are the household.
            if before >= 0, ["i", "we"].contains(keys[before]) { continue }
            return reading.tokens[place].text.split(whereSeparator: { $0 == "'" || $0 == "’" }).first.map(String.init)
        }
        return nil
    }
}

/// What is asked for often and stands in no bank's data.
enum Unrecorded {
    private static let tips: Set = ["tip", "tips", "tipped", "tipping", "gratuity", "gratuities"]

    /// - Returns: what to say instead of a figure for something else; nil when the question names rows otherwise.
    static func clarification(for reading: QuestionReading) -> Clarification? {
        if let place = placeLeftOut(in: reading) {
            return Clarification(
                need: .choice,
                text:
                    "I can't leave out a place, since your bank only gives one for some transactions. I can look for one: "
                    + "“how much did I spend in \(place)?”.")
        }
        if let own = UnansweredForm.clarification(for: reading) { return own }
        let said = reading.keys.first(where: tips.contains)
        guard said != nil, reading.merchants().isEmpty, !namesBesideTips(reading) else { return nil }
        return Clarification(
            need: .choice,
            text: "Your bank's data has each bill with the tip included, so I can't separate tips. "
                + "I can tell you what the bills came to: “how much did I spend on restaurants last month?”.")
    }

    /// `tips and parking`: what else is asked about in the same list can be told.
    private static func namesBesideTips(_ reading: QuestionReading) -> Bool {
        let joiners = ["and", "or", "&", "+", "plus", ","]
        return reading.keys.indices.contains { place in
            guard tips.contains(reading.keys[place]) else { return false }
            return reading.names.contains { name in
                !name.isExcluded
                    && (name.tokens.lowerBound == place + 2 && joiners.contains(reading.keys[place + 1])
                        || name.tokens.upperBound == place - 1 && joiners.contains(reading.keys[place - 1]))
            }
        }
    }

    private static let lands: Set = ["us", "usa", "states", "country", "state", "uk", "eu", "city"]

    /// `spending outside austin`: the words after `outside`, where they are no merchant and no category.
    private static func placeLeftOut(in reading: QuestionReading) -> String? {
        let keys = reading.keys
        guard let outside = keys.firstIndex(of: "outside") else { return nil }
        var start = outside + 1
        while start < keys.count, ["of", "the"].contains(keys[start]) { start += 1 }
        guard start < keys.count else { return nil }
        if keys[start - 1] == "the", lands.contains(keys[start]) { return "the " + reading.tokens[start].text }
        guard reading.tokens[start].form == .word, !FunctionWords.all.contains(keys[start]),
            !reading.times.contains(where: { $0.tokens.contains(start) })
        else { return nil }
        guard let name = reading.names.first(where: { $0.tokens.contains(start) }) else {
            return Lexicon.builtIn.knows(keys[start]) ? nil : reading.tokens[start].text
        }
        let written = reading.text(of: name.tokens)
        switch name.kind {
        case .unknown: return written
        // Names that only begin so are called after the place (Austin Energy); `outside of whole foods` leaves one out.
        case .merchant(let found):
            if name.isExcluded, found.count == 1 || name.tokens.count > 1 { return nil }
            return found.contains { NameKey.key(of: $0) == NameKey.key(of: written) } ? nil : written
        default: return nil
        }
    }
}
