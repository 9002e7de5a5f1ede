import Ledger

/// A part of something that a limit shall be: `20% of my income`, `ten percent`.
public struct LimitShare: Hashable, Sendable {
    public let percent: Int
    /// Whether income is what it is a part of; false where that was not said.
    public let isOfIncome: Bool

    /// - Parameter asked: the part that a question back was about, which `of my income` completes.
    init?(_ reading: QuestionReading, after asked: LimitShare? = nil) {
        let keys = reading.tokens.map(\.key)
        guard keys.count <= LimitShare.longest else { return nil }
        let number = keys.indices.dropFirst().first { LimitShare.signs.contains(keys[$0]) }
            .flatMap { AmountWords.count(keys[$0 - 1]) }
        let saysIncome =
            !LimitShare.incomes.isDisjoint(with: keys)
            || ["i make", "we make", "i earn", "we earn"].contains(where: SpokenText(keys).says)
        if let number, (1...1000).contains(number) {
            (percent, isOfIncome) = (number, saysIncome)
        } else if let asked, saysIncome, keys.count <= 6 {
            (percent, isOfIncome) = (asked.percent, true)
        } else {
            return nil
        }
    }

    /// What has to be asked back: a part of income can be reckoned, any other cannot.
    var question: Clarification? {
        isOfIncome
            ? nil
            : Clarification(
                need: .amount, text: "\(percent)% of what? Say “of my income”, or give an amount a month.")
    }

    private static let longest = 20
    private static let signs: Set<String> = ["%", "percent", "pct"]
    private static let incomes: Set<String> = [
        "income", "pay", "salary", "wage", "wages", "paycheck", "paychecks", "paycheque", "earnings", "takehome",
    ]
}
