import Ledger

/// Short questions about the household's own rows whose words are seen in many questions that are not.
extension QuestionReading {
    /// What such a question asks for; nil where it is none.
    var ownMoney: Intent? {
        if asksWhatIsPaidFor { return .recurring }
        if asksInterestPaid || asksMeanOfTimes { return .spending }
        if countsOwnAccounts { return .balance }
        if countsOwnRows { return .spending }
        return asksWhoIs ? .transactions : nil
    }

    private var written: [String] { zip(tokens, keys).filter { token, _ in token.form != .sign }.map { _, key in key } }

    /// `what do I pay for car insurance a year`: of things that are paid, of no one else's.
    private var asksWhatIsPaidFor: Bool {
        let words = written
        guard words.first == "what" || words.starts(with: ["how", "much"]) else { return false }
        let rest = words.drop { ["what", "how", "much", "do", "am"].contains($0) }
        return rest.starts(with: ["i", "pay", "for"]) || rest.starts(with: ["we", "pay", "for"])
            || rest.starts(with: ["i", "paying", "for"])
            ? unknown.isEmpty && amounts.isEmpty && times.isEmpty && namesOnlyOutflow : false
    }

    private var namesOnlyOutflow: Bool {
        (!merchants().isEmpty || !categories().isEmpty)
            && categories().allSatisfy { Taxonomy.builtIn[$0]?.flow == .out }
    }

    /// `how much interest have I been charged`, `interest charged on my card`.
    private var asksInterestPaid: Bool {
        let words = Set(written)
        return words.contains("interest") && !words.isDisjoint(with: ["charged", "charges", "paid"]) && amounts.isEmpty
            && (asksOfOwn || written.first == "interest") && unknown.isEmpty && units.count <= 7
            && words.isDisjoint(with: ["rate", "rates", "would", "will", "earned", "should"])
    }

    /// `average of july august and september`: months gone by and nothing else.
    private var asksMeanOfTimes: Bool {
        has("measure.average") && names.isEmpty && amounts.isEmpty && unknown.isEmpty && !times.isEmpty
            && written.first.map(["average", "mean", "avg", "the"].contains) == true
            && units.allSatisfy { $0.slot == .time || $0.labels.contains("@average") || $0.slot == nil }
            && units.count <= times.count + 4
    }

    private static let besideCounts: Set<String> = [
        "how", "many", "do", "i", "we", "have", "are", "there", "in", "my", "our", "all", "total", "bank", "data", "of",
        "got", "connected", "here",
    ]

    private func counts(_ nouns: Set<String>) -> Bool {
        let words = written
        return words.starts(with: ["how", "many"]) && !nouns.isDisjoint(with: words)
            && words.allSatisfy { nouns.contains($0) || QuestionReading.besideCounts.contains($0) }
    }

    private var countsOwnAccounts: Bool { counts(["accounts", "cards", "account"]) }
    private var countsOwnRows: Bool { counts(["transactions", "purchases", "charges", "payments", "rows"]) }

    /// `who is cedar bend apts`: a name of the household's rows and nothing else.
    private var asksWhoIs: Bool {
        let words = written
        guard ["who", "whos", "what", "whats"].contains(words.first ?? ""), merchants().count == 1, times.isEmpty,
            amounts.isEmpty, unknown.isEmpty, let name = names.first, names.count == 1
        else { return false }
        let rest = tokens.indices.filter { tokens[$0].form != .sign && !name.tokens.contains($0) }.map { keys[$0] }
        return rest.allSatisfy { ["who", "whos", "what", "whats", "is", "the", "this"].contains($0) }
            && rest.first.map { $0.hasPrefix("who") } == true
    }
}
