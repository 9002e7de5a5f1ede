import Ledger

/// Questions for the day on which pay comes or came.
extension QuestionReading {
    static let payWords: Set<String> = [
        "paid", "paycheck", "paychecks", "paycheque", "payday", "salary", "wages", "payroll", "paydate",
    ]

    /// `when do I get paid`, `next paycheck`, `when was my last payday`: a day is wanted, not an amount.
    var asksForPayDay: Bool {
        let words = Set(keys)
        guard !words.isDisjoint(with: QuestionReading.payWords), merchants().isEmpty,
            categories().allSatisfy({ $0 == "salary" }), amounts.isEmpty
        else { return false }
        if !words.isDisjoint(with: ["much", "total", "bill", "bills", "since", "spend", "due"]) { return false }
        // `how long until payday` asks for the day; `can I last until payday` for something else.
        if !words.isDisjoint(with: ["before", "until", "till", "til"]) {
            return words.contains("how") && !words.isDisjoint(with: ["days", "long", "weeks"])
                && words.isDisjoint(with: ["will", "last", "money", "make", "go", "can"])
        }
        let isWhen =
            !words.isDisjoint(with: ["when", "whens"]) || words.isSuperset(of: ["what", "day"])
            || words.isSuperset(of: ["what", "date"])
        return isWhen || words.contains("next")
    }

    var asksForPast: Bool { keys.contains(where: ["last", "did", "was", "latest", "were", "previous"].contains) }
}
