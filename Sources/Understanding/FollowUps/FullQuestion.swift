import Ledger

/// Whether a line says all that a question needs, so that it begins afresh whatever was talked about.
extension FollowUp {
    private static let openings: Set<String> = [
        "is", "are", "am", "did", "do", "does", "have", "has", "was", "were", "how", "what", "whats", "when", "whens",
        "where", "which", "who", "if", "can", "show", "list", "find", "search", "look", "give", "tell", "my", "our",
        "the", "last", "latest", "recent", "first", "biggest", "largest", "smallest", "cheapest", "purchases",
        "transactions", "charges", "payments", "cost", "will", "any",
    ]
    private static let owners: Set<String> = ["i", "we", "my", "our", "ive", "weve", "me", "us"]
    private static let searching: Set<String> = ["search", "find", "look", "list", "show"]
    private static let rows: Set<String> = [
        "purchase", "purchases", "transaction", "transactions", "charge", "charges", "payment", "payments", "orders",
    ]
    private static let longest = 7

    /// Another subject said in full: `when is my next paycheck` after a sum, `last 3 purchases at Amazon` after another
    /// shop.
    func isFull(after last: ConversationState.Turn) -> Bool {
        if isFullButForNames { return true }
        guard !hasCue, !corrects, !reading.times.contains(where: \.pointsBack), rate == nil,
            reading.units.contains(where: { $0.slot == nil })
        else { return false }
        if leavesOutOnly || reading.countsToPayDay { return true }
        let refers = hasPronoun && said.count <= FollowUp.longest
        if isOther(than: last), decision.intent == .edit || !refers { return true }
        let namesOwn = !reading.categories().isEmpty || !reading.merchants().isEmpty || reading.freeText != nil
        let isAway = !FollowUp.ofRows.contains(last.intent) && decision.intent != last.intent
        if namesOwn, isAway, decision.confidence > 0.8, ![.outOfScope, .help].contains(decision.intent) { return true }
        guard namesOwn, FollowUp.openings.contains(said.first ?? "") || reading.has("measure.share") else {
            return false
        }
        if FollowUp.searching.contains(said[0]), !said.contains("ones") {
            return !reading.has("follow.list") || said.count > 3
        }
        if refers { return false }
        if reading.has("measure.share") { return shareWhole?.direction == .in && said.count >= 5 }
        let words = Set(said)
        if said.count >= 5, !words.isDisjoint(with: FollowUp.owners) { return true }
        return said.count >= 3 && !words.isDisjoint(with: FollowUp.rows) && !asksQuantity
    }

    /// `how much without the travel card last month`, `everything except rent last month`: a sum and its days, of all that
    /// was paid otherwise.
    private var leavesOutOnly: Bool {
        guard !reading.names.isEmpty, reading.names.allSatisfy(\.isExcluded), !hasPronoun,
            reading.times.contains(where: { !$0.isWeekdaysOnly && !$0.isComparison })
        else { return false }
        let isAccount = reading.names.contains { if case .account = $0.kind { true } else { false } }
        return said.first == "everything"
            || isAccount && reading.names.count == 1 && said.starts(with: ["how", "much"])
    }

    /// `restaurants other than chipotle last month`: what, of what not, and when.
    var isFullButForNames: Bool {
        guard !hasCue, !hasPronoun, !FollowUp.corrections.contains(where: { said.starts(with: $0) }),
            whole.names.contains(where: \.isExcluded),
            !reading.categories().isEmpty || !reading.merchants().isEmpty || reading.freeText != nil
        else { return false }
        return reading.times.contains { !$0.isWeekdaysOnly && !$0.isComparison && !$0.isLeftOut && !$0.pointsBack }
    }

    /// Whether the line is surely about another subject than the last answer.
    private func isOther(than last: ConversationState.Turn) -> Bool {
        guard decision.confidence > 0.9, decision.intent != last.intent, said.count >= 4 else { return false }
        return ![.outOfScope, .help].contains(decision.intent) && !isAlike(last)
    }
}
