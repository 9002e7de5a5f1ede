import Ledger

/// Reads what a correction changes and which rows it is about.
struct EditReader {
    let reading: QuestionReading

    private var keys: [String] { reading.keys }

    private func says(_ words: [String]) -> Bool { keys.contains(where: words.contains) }

    /// The category after `as`, `to` or `is` is the new one and restricts no rows; neither does one that is denied.
    func slots(_ query: inout Query) -> EditSlots {
        var slots = EditSlots(isRule: reading.has("edit.always"))
        if reading.has("edit.note") { slots.action = .annotate }
        if reading.has("edit.rename") { slots.action = .rename }
        if reading.has("edit.split") { slots.action = .split }
        if reading.has("edit.exclude") || leavesOut { slots.action = .exclude }
        if asksToUndo { slots.action = .undo }
        if slots.action == .exclude {
            // What is to be left out is what is meant.
            query.merchants += query.excludedMerchants
            query.categories += query.excludedCategories
            (query.excludedMerchants, query.excludedCategories) = ([], [])
        }
        if takesBack { (slots.action, slots.isTakenBack) = (.exclude, true) }
        if slots.action == .categorise {
            slots.kind = kind
            if slots.kind == nil, let (id, ids) = newCategory {
                slots.category = id
                query.categories.removeAll { ids.contains($0) }
            }
            if let denied { query.categories.removeAll { denied.contains($0) } }
            if slots.kind != nil { (query.categories, query.kinds) = ([], []) }
        }
        slots.isOrder = says(Array(EditReader.changing.union(EditReader.links)))
        slots.isLatest = says(["last", "latest", "newest", "recent"])
        slots.isPlainLast = ["last", "latest", "newest", "most recent"].contains { lead in
            EditReader.rowWords.contains { (" " + keys.joined(separator: " ")).contains(" \(lead) \($0)") }
        }
        slots.namesRows =
            slots.isLatest || !reading.amounts.isEmpty || !reading.times.isEmpty || says(EditReader.rowWords)
        slots.pointsBack =
            says(["that", "this", "it", "those", "these", "them", "thats", "its"]) && query.merchants.isEmpty
            && reading.amounts.isEmpty && reading.times.isEmpty && query.text == nil
        if let place = rowPlace {
            (slots.place, slots.pointsBack, slots.namesRows) = (place, true, true)
            slots.isBySize = says(Array(EditReader.sizes.keys))
            (slots.isLatest, slots.isPlainLast) = (false, false)
        }
        return slots
    }

    /// `leave the $64.37 charge out`: `leave rent out` and `leave the biggest one out` go on from a question, and change nothing.
    private var leavesOut: Bool {
        guard !reading.amounts.isEmpty, let leave = keys.firstIndex(where: { $0 != "please" && $0 != "pls" }),
            keys[leave] == "leave", let out = keys[leave...].firstIndex(of: "out")
        else { return false }
        return out > leave && says(EditReader.rowWords.filter { !["that", "this"].contains($0) })
    }

    private static let links: Set<String> = [
        "as", "to", "under", "into", "is", "are", "was", "were", "isnt", "arent", "wasnt", "werent", "not", "be",
        "should",
    ]
    private static let ofLists: Set<String> = [
        "@txn", "@rows", "@spend", "@list", "@show", "@what", "@howmuch", "@usual",
    ]

    private static let asking: Set<String> = [
        "is", "are", "was", "were", "isnt", "arent", "wasnt", "why", "does", "did", "am", "has",
    ]
    private static let changing: Set<String> = [
        "put", "move", "change", "make", "mark", "tag", "label", "file", "set", "fix", "correct", "count", "add",
        "call",
        "switch", "rename", "exclude", "ignore", "hide", "remove", "take", "should", "shouldnt", "shouldve", "ought",
        "belongs", "treat", "list", "note", "split", "recategorise", "recategorize", "reclassify", "classify",
        "categorise",
        "categorize", "relabel", "undo", "revert", "amend", "edit", "assign", "update", "flag", "leave",
    ]

    /// Whether the line says that something is to be changed. `amazon gifts` asks for rows, `why is costco under
    /// groceries` for a reason, and neither may write anything.
    var saysChange: Bool {
        let isQuestion =
            keys.first.map(EditReader.asking.contains) == true && !keys.contains(where: EditReader.changing.contains)
            && !keys.contains(where: [",", ".", ";"].contains)
        guard !isQuestion, !addsUp else { return false }
        return keys.contains(where: EditReader.links.contains)
            || reading.units.contains { $0.slot == nil && EditReader.ofLists.isDisjoint(with: $0.labels) }
    }

    /// `kiana and marisol put together`: what is put together is summed, and nothing is moved.
    private var addsUp: Bool {
        zip(keys, keys.dropFirst()).contains {
            ["put", "take", "taken", "lump", "lumped"].contains($0) && $1 == "together"
        }
    }

    /// `undo that`, `count the $64.37 charge again`.
    var isCertain: Bool { asksToUndo || takesBack && says(EditReader.rowWords) }

    /// What could be read as going on from the last answer: `that was a gift`.
    var correctsLast: Bool {
        if rowPlace != nil { return kind != nil || newCategory != nil }
        let openers = ["that", "this", "thats", "its", "it"]
        guard let first = keys.first, openers.contains(first), keys.count <= 8, !keys.contains("?") else {
            return false
        }
        let isStated =
            ["thats", "its"].contains(first) || keys.count > 1 && ["is", "was", "should", "belongs"].contains(keys[1])
        return isStated && (kind != nil || newCategory != nil) && reading.times.isEmpty
    }

    /// `the second one was a gift`, `put the second one under gifts`: a place among the rows of the last answer.
    private var rowPlace: Int? {
        let words = reading.tokens.filter { $0.form != .sign }.map(\.key)
        let isOrder = words.contains(where: EditReader.changing.subtracting(["last"]).contains)
        var rest = words.drop {
            ["no", "and", "oh", "also", "the", "actually", "please", "ok", "now"].contains($0)
                || EditReader.changing.contains($0)
        }
        guard let first = rest.first, words.count <= 9, !keys.contains("?") else { return nil }
        let place =
            first == "first" || first == "1st"
            ? 1 : first == "last" ? -1 : NamePointer.ordinals[first] ?? EditReader.sizes[first]
        let noun = rest.dropFirst().prefix { EditReader.rowWords.contains($0) && $0 != "that" && $0 != "this" }
        rest = rest.dropFirst().drop { EditReader.rowWords.contains($0) && $0 != "that" && $0 != "this" }
        // `my last order at the bakery` is the newest one, whatever was shown.
        guard let place, place > 0 || noun == ["one"] || !isOrder else { return nil }
        let link = rest.first ?? ""
        if ["is", "was", "should", "belongs"].contains(link) { return place }
        let takesOver = ["under", "in", "into", "to", "as", "out", ""].contains(link)
        return isOrder && takesOver && (!noun.isEmpty || !link.isEmpty) ? place : nil
    }

    private static let sizes = [
        "biggest": 1, "largest": 1, "priciest": 1, "highest": 1, "smallest": -1, "cheapest": -1, "lowest": -1,
    ]

    private static let beforeUndoing: Set<String> = [
        "please", "can", "you", "no", "wait", "actually", "oh", "oops", "sorry", "and", "ok", "okay", "hmm", "hm", "i",
        "want", "to", "lets", "could", "just", "then", "well", "my", "bad", "now", "so", "hey",
        "thats", "was", "is", "wrong", "not", "right", "nope", "nah", "mistake", "a", ",", ".", "!",
    ]

    private var asksToUndo: Bool {
        guard let first = keys.first(where: { !EditReader.beforeUndoing.contains($0) }) else { return false }
        let takesBack =
            ["take", "put"].contains(first) && keys.contains("back") && says(["it", "that", "this"])
            && reading.names.isEmpty && reading.times.isEmpty && keys.count <= 6
        return (["undo", "revert"].contains(first) || takesBack) && keys.count <= 7
    }

    private static let rowWords = [
        "charge", "charges", "transaction", "purchase", "payment", "row", "one", "order", "bill", "visit", "that",
        "this",
    ]

    private var takesBack: Bool {
        says(["unhide", "unexclude", "reinclude"])
            || says(["include", "count"]) && says(["again"]) && !says(["dont", "not"])
    }

    /// `that was a transfer`, `mark it as a refund`.
    private var kind: TransactionKind? {
        for (index, key) in keys.enumerated().reversed() where index > 0 {
            let before = keys[index - 1]
            guard ["a", "as", "is", "was", "an"].contains(before) else { continue }
            switch key {
            case "transfer": return .transfer
            case "refund": return .refund
            case "income", "deposit", "pay": return .income
            case "expense": return .expense
            default: continue
            }
        }
        return nil
    }

    private static let openers: Set<String> = [
        "as", "to", "under", "in", "into", "is", "was", "be", "actually", "really", "its", "thats", "for", "belongs",
    ]

    /// The last category that stands behind `as`, `to`, `is`; else the last one. With all that its word means.
    private var newCategory: (id: String, ids: [String])? {
        let matches = reading.names.compactMap { name -> (start: Int, ids: [String])? in
            guard case .category(let ids) = name.kind, !ids.isEmpty, !isDenied(name.tokens) else { return nil }
            return (name.tokens.lowerBound, ids)
        }
        let opened = matches.last { match in
            var before = match.start - 1
            while before >= 0, FunctionWords.determiners.contains(keys[before]) { before -= 1 }
            return before >= 0 && EditReader.openers.contains(keys[before])
        }
        return (opened ?? matches.last).flatMap { match in match.ids.first.map { ($0, match.ids) } }
    }

    private var denied: [String]? {
        let ids = reading.names.flatMap { name -> [String] in
            if case .category(let ids) = name.kind, isDenied(name.tokens) { ids } else { [] }
        }
        return ids.isEmpty ? nil : ids
    }

    private func isDenied(_ tokens: Range<Int>) -> Bool {
        var before = tokens.lowerBound - 1
        while before >= 0, FunctionWords.determiners.contains(keys[before]) { before -= 1 }
        return before >= 0
            && (["not", "isnt", "wasnt", "from"].contains(keys[before])
                || before > 0 && keys[before] == "of" && keys[before - 1] == "instead")
    }
}
