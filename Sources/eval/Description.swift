import Glibc
import Ledger
import Understanding

/// One understood question in a few lines.
func description(of understood: Understood, question: String) -> String {
    let query = understood.query
    var parts = ["\(understood.intent.rawValue) \(Int(understood.confidence * 100))%"]
    func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { parts.append("\(name)=\(value)") } }
    add("measure", query.measure == .average ? "average/\(query.averageUnit)" : query.measure.rawValue)
    add("period", query.period.map { "\($0) [\($0.label)]" })
    add("assumed", understood.assumedPeriod ? "yes" : nil)
    add("comparison", query.comparison.map { "\($0) [\($0.label)]" })
    add("categories", query.categories.joined(separator: ","))
    add("merchants", query.merchants.joined(separator: ","))
    add("accounts", query.accounts.joined(separator: ","))
    add("without", (query.excludedCategories + query.excludedMerchants).joined(separator: ","))
    add("text", query.text)
    add("min", query.minimum.map { "\($0)" })
    add("max", query.maximum.map { "\($0)" })
    add("direction", query.direction.rawValue)
    add("kinds", query.kinds.map(\.rawValue).sorted().joined(separator: ","))
    add("weekdays", query.weekdays.sorted().map(String.init).joined(separator: ","))
    add("status", query.status?.rawValue)
    add("by", query.grouping?.rawValue)
    add("order", query.order.rawValue)
    add("limit", "\(query.limit)")
    add("unknown", understood.unknownNames.joined(separator: "; "))
    add("threshold", understood.threshold?.text)
    add("usual", understood.comparesWithUsual ? "yes" : nil)
    add("followUp", understood.isFollowUp ? "yes" : nil)
    add("why", understood.asksWhy ? "yes" : nil)
    if understood.intent == .purchase { add("purchase", "\(understood.purchase)") }
    if understood.intent == .budget { add("budget", "\(understood.budget)") }
    if understood.intent == .edit { add("edit", "\(understood.edit)") }
    add("clarify", understood.clarification?.text)
    add("notes", understood.notes.joined(separator: "; "))
    return "\(question)\n    " + parts.joined(separator: " ")
}

/// Prints what a question costs with few and with many merchants.
func measureSpeed(_ understander: Understander, asOf: CivilDate) {
    let questions = [
        "how much did i spend on groceries last month", "show me all transactions over $500 at whole foods in october",
        "what about stabucks", "did i spend more on eating out this month than in september",
        "whre did al my mony go between march and june at zarfenbluk and quibblesnort",
    ]
    let many = SampleNames(
        SampleNames.everyday + (0..<50_000).map { "Merchant \($0 &* 2_654_435_761 % 1_000_003) Shop" })
    for (label, names) in [("65 merchants", SampleNames()), ("50,065 merchants", many)] {
        let fixed = context(asOf: asOf, names: names)
        for question in questions {
            var state = ConversationState()
            _ = understander.understand(question, context: fixed, state: &state)
            let rounds = names.accounts.isEmpty ? 1 : 20
            var begin = timespec()
            clock_gettime(CLOCK_MONOTONIC, &begin)
            for _ in 0..<rounds {
                var state = ConversationState()
                _ = understander.understand(question, context: fixed, state: &state)
            }
            var end = timespec()
            clock_gettime(CLOCK_MONOTONIC, &end)
            let nanoseconds = (end.tv_sec - begin.tv_sec) * 1_000_000_000 + end.tv_nsec - begin.tv_nsec
            print("\(label): \(nanoseconds / rounds / 1000) µs  \(question)")
        }
    }
}
