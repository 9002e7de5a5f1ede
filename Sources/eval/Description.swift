import Glibc
import Ledger
import Understanding

/// One understood question with its confidence and notes.
func description(of understood: Understood, question: String) -> String {
    let notes = understood.notes.isEmpty ? "" : " (" + understood.notes.joined(separator: "; ") + ")"
    return "\(question)\t\(understood) \(Int(understood.confidence * 100))%\(notes)"
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
