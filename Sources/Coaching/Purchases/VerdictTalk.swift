import Advice
import Ledger
import Understanding

/// Questions about the verdict that was given last.
enum VerdictQuestion: Hashable {
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

    init?(_ words: [String]) {
        guard
            let question = VerdictQuestion.lines[
                words.drop { ["and", "so", "ok", "but", "then", "well", "please"].contains($0) }.joined(separator: " ")]
        else { return nil }
        self = question
    }

    private static let lines: [String: VerdictQuestion] = Dictionary(
        [
            (
                .again,
                [
                    "is it too expensive", "is that too expensive", "is this too expensive", "too expensive",
                    "is it too much", "is that too much", "is it too pricey", "is it worth the money",
                    "is it affordable",
                    "can i afford it then", "so is it a no", "is it a no", "is it a yes", "is that a no",
                    "is that a yes",
                ]
            ),
            (
                .numbers,
                [
                    "show me the numbers", "show the numbers", "what are the numbers", "the numbers",
                    "give me the numbers",
                    "how did you work that out", "how did you work it out", "how did you calculate that",
                    "how did you calculate it", "how did you get that", "how did you get there", "how did you decide",
                    "how did you decide that", "how do you know", "how do you know that", "show me the math",
                    "show your work", "explain that", "explain it", "explain", "explain please",
                ]
            ),
            (
                .most,
                [
                    "how much can i spend on it at most", "how much can i spend on it", "how much could i spend on it",
                    "how much can i pay at most", "how much could i pay at most", "how much could i pay",
                    "whats the most i could pay", "what is the most i could pay", "whats the most i can pay",
                    "what is the most i can pay", "whats the most i could spend", "what is the most i could spend",
                    "whats the most i can spend", "what is the most i can spend", "whats the most i can spend on it",
                    "what price would be ok", "what price would be fine", "how much would be ok",
                    "how much would be fine",
                    "what would be ok", "what could i afford", "what can i afford", "how much can i afford",
                    "how much could i afford", "whats my max", "whats the max", "what is the max", "what price is ok",
                ]
            ),
            (
                .avoidable,
                [
                    "what does avoidable mean", "whats avoidable", "what is avoidable", "what do you mean by avoidable",
                    "avoidable", "what does it mean that it looks avoidable", "why is it avoidable", "why avoidable",
                    "why does it look avoidable", "how avoidable is it", "what makes it avoidable", "is it avoidable",
                ]
            ),
            (
                .subscription,
                [
                    "as a subscription", "what about as a subscription", "what if its a subscription",
                    "what if it was a subscription", "what if it were a subscription", "its a subscription",
                    "and as a subscription", "monthly", "as a monthly payment", "what if i pay monthly",
                ]
            ),
            (
                .currency,
                [
                    "in euros", "in euro", "in eur", "in pounds", "in gbp", "in dollars", "in usd", "in yen",
                    "in francs",
                    "what about in euros", "how much is that in euros", "what is that in euros", "in canadian dollars",
                    "convert it to euros", "in pesos", "in rupees",
                ]
            ),
            (
                .meaning,
                [
                    "what do you mean", "what do you mean by that", "what does that mean", "how do you mean", "what",
                    "huh",
                    "what price", "which price", "the price", "how much is what", "of what", "why do you ask", "why",
                    "do you need the price", "why do you need that", "what do you need",
                ]
            ),
        ].flatMap { question, lines in lines.map { ($0, question) } }, uniquingKeysWith: { first, _ in first })
}

extension Coach {
    /// The answer to a question about the last verdict; nil where the line before was about something else.
    func verdictTalk(_ question: VerdictQuestion, _ line: String, _ understood: Understood) throws -> Answer? {
        if question == .meaning {
            return state.asksForPrice ? plain(line, understood, VerdictWords.asksForPrice) : nil
        }
        guard let advice = last?.advice, last?.understood.intent == .purchase, !state.asksForPrice else { return nil }
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        switch question {
        case .again:
            return plain(line, understood, ([words.headline] + words.reasons.prefix(1)).joined(separator: " "))
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
                line, understood, "What does it take each time? Say it with its rhythm, such as “$12 a month”.")
        case .currency:
            return plain(line, understood, "I do not convert currencies: say the price itself in it, such as “€90”.")
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
        guard GoalEffectQuestion(spoken) != nil, let advice = last?.advice, last?.understood.intent == .purchase else {
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
        "I need its price to hold it against your money: say “$200”, or “$40 a month for 12 months” where it is paid "
        + "in parts. “Never mind” leaves it."
}

extension DecisionWords {
    static let returned =
        "Once the refund is in your data it counts against what you spent. Say “regret it” if you would not buy it "
        + "again, and I learn from it."
}
