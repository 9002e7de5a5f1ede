import Glibc
import Ledger

/// Which intent a question has, from the classifier's scores and a few certainties.
struct IntentDecision {
    let intent: Intent
    /// 0…1.
    let confidence: Double
    /// The next likeliest intent that would be answered differently, and its probability.
    let runnerUp: (intent: Intent, confidence: Double)?

    /// What a person chose of two readings.
    init(intent: Intent, confidence: Double) {
        (self.intent, self.confidence, runnerUp) = (intent, confidence, nil)
    }

    init(scores: IntentClassifier.Scores, reading: QuestionReading, asOf: CivilDate) {
        let ranked = scores.ranked
        if let sure = IntentDecision.certain(ranked[0], reading, asOf: asOf) {
            (intent, confidence, runnerUp) = (sure.intent, sure.confidence, nil)
            return
        }
        let best = IntentDecision.weighed(ranked, reading)
        intent = IntentDecision.refined(best.intent, reading)
        // What rows are asked for is for the grammar to tell.
        let alike = FollowUp.ofRows
        confidence = IntentDecision.calibrated(
            alike.contains(best.intent)
                ? min(1, ranked.filter { alike.contains($0.intent) }.reduce(0) { $0 + $1.probability })
                : best.probability)
        runnerUp = ranked.first {
            $0.intent != best.intent && !(alike.contains($0.intent) && alike.contains(best.intent))
        }
        .map { ($0.intent, IntentDecision.calibrated($0.probability)) }
    }

    /// From this probability of being none of coach's on, a purchase without a price is not believed in any more:
    /// `do I need a coat today`. Chosen on sentences that the classifier had not learnt from.
    private static let mostForPurchases = 0.92

    /// What a form of words makes certain; nil where the classifier decides.
    private static func certain(
        _ guess: (intent: Intent, probability: Double), _ reading: QuestionReading, asOf: CivilDate
    ) -> (intent: Intent, confidence: Double)? {
        if reading.units.isEmpty { return (.help, reading.tokens.isEmpty ? 1 : 0.5) }
        if movesMoney(reading) { return (.outOfScope, 0.9) }
        if let said = reading.saidIntent(guess.intent, asOf: asOf) { return (said, 0.9) }
        let isAdvice = AdviceReader(reading: reading).isCertain
        let isEdit = !isAdvice && EditReader(reading: reading).isCertain
        if !isAdvice, !isEdit, let said = formed(guess, reading) {
            return (said, said == guess.intent ? max(0.9, guess.probability) : 0.9)
        }
        return isAdvice ? (.advice, 0.9) : isEdit ? (.edit, 0.9) : nil
    }

    /// The likeliest intent; where that is none of coach's and far from sure although something of the household's is
    /// named, the likeliest of coach's own, which is then asked about.
    private static func weighed(
        _ ranked: [(intent: Intent, probability: Double)], _ reading: QuestionReading
    ) -> (intent: Intent, probability: Double) {
        let best = ranked[0]
        let isNamed = !reading.merchants().isEmpty || !reading.categories().isEmpty || !reading.accounts.isEmpty
        guard best.intent == .outOfScope, isNamed, calibrated(best.probability) < 0.6, reading.asksOfOwn,
            let own = ranked.dropFirst().first(where: { ![.help, .edit].contains($0.intent) }),
            calibrated(own.probability) > 0.3
        else { return best }
        return own
    }

    /// What the form of a line makes of a guess: a purchase, a limit, an investment; nil to stay with it.
    private static func formed(
        _ guess: (intent: Intent, probability: Double), _ reading: QuestionReading
    ) -> Intent? {
        let purchase = PurchaseForm(reading)
        if LimitForm(reading).orders { return .budget }
        let isElsewhere = guess.intent == .outOfScope && guess.probability >= mostForPurchases && !purchase.hasPrice
        return (isElsewhere ? nil : purchase.intent(guess.intent)) ?? LimitForm(reading).intent(guess.intent)
    }

    /// The share of development questions that are right where the classifier says `probability`: its regressions,
    /// normalised, are less sure than they could be. The exponent was fitted on those questions.
    private static func calibrated(_ probability: Double) -> Double {
        let odds = pow(probability / max(1 - probability, 1e-6), 1.5)
        return odds / (1 + odds)
    }
}

extension IntentDecision {
    /// Certainties that a question's form gives and the classifier's sum of words does not see.
    private static func refined(_ guess: Intent, _ reading: QuestionReading) -> Intent {
        switch guess {
        case .outOfScope where asksWhatIf(reading): .purchase
        case .edit where !EditReader(reading: reading).saysChange: .spending
        case .recurring where asksForDebt(reading): .balance
        case .income where reading.asksForPayDay && !reading.asksForPast: .recurring
        case _ where reading.has("budget.room") && reading.amounts.isEmpty: .budget
        default: guess
        }
    }

    /// `what would happen if I spent 4000 tomorrow`: a purchase that is only thought of.
    private static func asksWhatIf(_ reading: QuestionReading) -> Bool {
        let verbs: Set = ["spend", "spent", "buy", "bought", "pay", "paid", "get", "got", "drop", "blow", "order"]
        guard let place = reading.keys.firstIndex(of: "if"), place + 2 < reading.keys.count,
            ["i", "we"].contains(reading.keys[place + 1])
        else { return false }
        return !verbs.isDisjoint(with: reading.keys[(place + 2)...].prefix(3))
            && !(reading.amounts + reading.bareAmounts).isEmpty
    }

    /// `how much do I owe`, without a bill or a day on which it is due.
    private static func asksForDebt(_ reading: QuestionReading) -> Bool {
        reading.keys.contains(where: ["owe", "owed", "owing"].contains) && reading.times.isEmpty
            && reading.merchants().isEmpty && reading.categories().isEmpty && reading.unknown.isEmpty
            && !reading.units.contains { $0.labels.contains("@bill") } && reading.units.count <= 6
    }

    private static let pots: Set<String> = [
        "pot", "fund", "jar", "savings", "account", "pension", "isa", "ira", "401k", "stash", "wallet", "envelope",
    ]

    /// Whether an amount is to be sent somewhere: a correction of a row names no amount to move.
    private static func movesMoney(_ reading: QuestionReading) -> Bool {
        guard let amount = reading.amounts.first, let first = reading.tokens.first?.key else { return false }
        // `move to a $1,500 apartment`
        if reading.keys.starts(with: ["move", "to"]) { return false }
        if ["transfer", "send", "wire", "move", "request"].contains(first) {
            let rows: Set = ["charge", "transaction", "purchase", "payment", "order"]
            return rows.isDisjoint(with: reading.keys)
        }
        // `put 20 quid in the holiday pot`; `put the $20 under gifts` is a correction.
        let rest = reading.keys[amount.tokens.upperBound...]
        return ["put", "stash", "pop", "stick", "throw", "add", "drop", "sweep"].contains(first)
            && amount.tokens.lowerBound == 1
            && rest.first.map { ["in", "into", "to", "towards", "toward"].contains($0) } == true
            && !pots.isDisjoint(with: rest)
    }
}

/// Decides whether coach should ask back before it answers.
struct Clarifier {
    let understood: Understood
    let decision: IntentDecision

    var clarification: Clarification? { missing ?? choice }

    /// Below this confidence, and with the next reading nearer than `distance`, coach asks back. Of the development
    /// questions it then asks about a third of those that are misread, and 2 in 100 of the others.
    private static let doubt = 0.6
    private static let distance = 0.3

    /// A summary tells what was spent as well, so that little is lost by either reading.
    private func isDoubtful(_ other: Intent) -> Bool {
        let isAlike = Set([understood.intent, other]) == [.spending, .summary]
        // What is wrong is put right by one word, and taken back by another.
        let isEdit = understood.intent == .edit
        return understood.confidence < (isAlike ? 0.4 : isEdit ? 0.5 : Clarifier.doubt)
    }

    private var missing: Clarification? {
        switch understood.intent {
        case .purchase where understood.purchase.amount == nil:
            return Clarification(need: .amount, text: understood.purchase.priceQuestion)
        case .budget where understood.budget.action == .set && understood.budget.category == nil:
            return Clarification(need: .category, text: understood.budget.whichCategory)
        case .budget
        where understood.budget.action == .set && understood.budget.amount == nil
            && understood.budget.percent == nil:
            guard let share = understood.budget.share else {
                return Clarification(need: .amount, text: "How much a month?")
            }
            return share.question
        case .edit
        where understood.edit.action == .categorise && understood.edit.category == nil
            && understood.edit.kind == nil:
            return Clarification(need: .category, text: "Which category should it be in?")
        default: return nil
        }
    }

    /// Two readings about as likely, both in scope.
    private var choice: Clarification? {
        guard let other = decision.runnerUp, other.intent != understood.intent, isDoubtful(other.intent),
            understood.confidence - other.confidence < Clarifier.distance,
            let first = Clarifier.words[understood.intent], let second = Clarifier.words[other.intent]
        else { return nil }
        return Clarification(
            need: .choice, text: "Do you mean \(first), or \(second)?",
            readings: [.init(text: first, intent: understood.intent), .init(text: second, intent: other.intent)])
    }

    private static let words: [Intent: String] = [
        .spending: "how much you spent", .transactions: "the list of transactions",
        .purchase: "whether to buy something",
        .budget: "your limits and how far they are used", .balance: "what is in your accounts",
        .netWorth: "your net worth", .income: "what you earned", .cashFlow: "what came in against what went out",
        .recurring: "your bills and subscriptions", .summary: "a summary of the month",
        .advice: "where you could spend less", .unusual: "charges that look odd",
        .forecast: "what will be left before the next pay", .edit: "correcting a transaction",
    ]
}
