import Advice
import Ledger
import Understanding

/// Questions about the verdict that was given last, as `purchase-talk.tsv` names them.
enum VerdictQuestion: String {
    /// `is it too expensive?`
    case again
    /// `show me the numbers`
    case numbers
    /// `what's the most I could pay?`
    case most
    /// `what does avoidable mean?`
    case avoidable
    /// `as a subscription?`, which says no price a month.
    case subscription
    /// `in euros`, which is no price in euros.
    case currency
    /// `what do you mean?`, where a price was asked for.
    case meaning
}

extension Coach {
    /// The answer to a question about the last verdict; nil where the line before was about something else.
    func verdictTalk(_ question: VerdictQuestion, _ line: String, _ understood: Understood) throws -> Answer? {
        if question == .meaning {
            return talk.state.asksForPrice ? plain(line, understood, VerdictWords.asksForPrice) : nil
        }
        guard let advice = talk.last?.advice, talk.last?.understood.intent == .purchase, !talk.state.asksForPrice else {
            return nil
        }
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        switch question {
        case .again:
            return plain(
                line, understood, ([words.headline] + words.reasons.prefix(1).map(\.sentence)).joined(separator: " "))
        case .numbers:
            var answer = plain(line, understood, words.explanation)
            answer.advice = advice
            return answer
        case .most:
            guard advice.purchase.instalments == nil, !advice.knowsTooLittle, advice.purchase.nextPayment == nil else {
                return plain(line, understood, words.change)
            }
            return try most(of: advice.purchase, line, understood)
        case .avoidable: return plain(line, understood, words.avoidable)
        case .subscription:
            return plain(
                line, understood, "How much is it each time? Tell me how often too, such as “$12 a month”.")
        case .currency:
            return plain(line, understood, "I don't convert currencies. Tell me the price in that one, such as “€90”.")
        case .meaning: return nil
        }
    }
}

/// `will it delay my vacation goal?`: a goal and the purchase spoken of last.
struct GoalEffectQuestion: Hashable {
    init?(_ line: SpokenLine) {
        let words = line.words
        guard (3...12).contains(words.count), words.contains("goal") || words.contains("goals"),
            ["it", "that", "this", "buying", "purchase"].contains(where: words.contains),
            words.contains(
                where: ["delay", "affect", "hurt", "endanger", "slow", "impact", "delays", "affects"].contains)
        else { return nil }
    }
}

extension Coach {
    /// What the purchase spoken of last does to the saving goals; nil for other lines.
    func goalEffectTalk(_ spoken: SpokenLine) -> Answer? {
        guard GoalEffectQuestion(spoken) != nil, let advice = talk.last?.advice,
            talk.last?.understood.intent == .purchase
        else {
            return nil
        }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        var answer = plain(spoken.text, understood, VerdictWords(advice, taxonomy: index.taxonomy).goalEffect)
        answer.advice = advice
        return answer
    }
}

extension VerdictWords {
    static let asksForPrice =
        "I need the price to compare it with your money: say “$200”, or “$40 a month for 12 months” if you'd pay in "
        + "installments. Say “never mind” to drop it."
}

extension DecisionWords {
    static let returned =
        "Once the refund is in your data, it comes off what you spent. Say “regret it” if you wouldn't buy it again, and "
        + "I'll learn from it."
}
