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
        // Totals and lists are two views of the same rows: either answers the other's question.
        let alike: [Intent] = [.spending, .transactions]
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
    private static let mostForPurchases = 0.85

    /// What a form of words makes certain; nil where the classifier decides.
    private static func certain(
        _ guess: (intent: Intent, probability: Double), _ reading: QuestionReading, asOf: CivilDate
    ) -> (intent: Intent, confidence: Double)? {
        if reading.units.isEmpty { return (.help, reading.tokens.isEmpty ? 1 : 0.5) }
        if movesMoney(reading) { return (.outOfScope, 0.9) }
        if reading.has("net.rank") { return (.cashFlow, 0.9) }
        if reading.asksWhatFallsDue(guess.intent, asOf: asOf) { return (.recurring, 0.9) }
        if let said = reading.saidIntent(guess.intent, certainty: guess.probability) { return (said, 0.9) }
        if let plain = plain(guess.intent, reading) { return (plain, 0.9) }
        let isAdvice = AdviceReader(reading: reading).isCertain
        let isEdit = !isAdvice && EditReader(reading: reading).isCertain
        if !isAdvice, !isEdit, let said = formed(guess, reading) {
            return (said, said == guess.intent ? max(0.9, guess.probability) : 0.9)
        }
        if let plain = PlainQuestion(reading, asOf: asOf).intent(guess.intent, certainty: guess.probability) {
            return (plain, 0.9)
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

    /// What names alone make certain where words of the question are seen in many others.
    private static func plain(_ guess: Intent, _ reading: QuestionReading) -> Intent? {
        if reading.asksSince, !reading.merchants().isEmpty || !reading.categories().isEmpty { return .transactions }
        if reading.asksElapsed { return reading.asksElapsedPay ? .income : .transactions }
        if [.spending, .cashFlow].contains(guess), reading.move != nil { return guess }
        if [.spending, .transactions, .recurring, .outOfScope].contains(guess), reading.oneRow != nil {
            return .transactions
        }
        if asksForNewStreams(reading) || [.spending, .recurring].contains(guess) && asksForSubscriptions(reading) {
            return .recurring
        }
        if [.recurring, .outOfScope].contains(guess), comparesMerchants(reading) { return .spending }
        if [.transactions, .spending].contains(guess), reading.asksPayees { return .spending }
        if [.spending, .transactions].contains(guess), reading.has("measure.count"), reading.asksForDeposits {
            return .income
        }
        if [.spending, .outOfScope].contains(guess), reading.ranksGroups, reading.namesOwn { return .spending }
        guard guess == .outOfScope else { return nil }
        if isMoneyFrom(reading) { return .income }
        if reading.countsToPayDay { return .recurring }
        if isPartOfWhole(reading) || isPartOfIncome(reading) { return .spending }
        if reading.asksWhatOwnCost { return .spending }
        // `per cup at starbucks`
        if reading.has("measure.average"), !reading.merchants().isEmpty, reading.units.count <= 5 { return .spending }
        return nil
    }

    /// `money from jo this year`: what somebody who is named sent.
    private static func isMoneyFrom(_ reading: QuestionReading) -> Bool {
        guard reading.keys.starts(with: ["money", "from"]) else { return false }
        return reading.names.contains { $0.tokens.lowerBound == 2 }
            && reading.units.filter { $0.slot == nil }.count <= 2
    }

    /// `rent as % of income`: a part that is named first, and its whole.
    private static func isPartOfWhole(_ reading: QuestionReading) -> Bool {
        guard let first = reading.names.first(where: { !$0.isExcluded }), first.tokens.lowerBound == 0,
            !reading.categories().isEmpty || !reading.merchants().isEmpty
        else { return false }
        let rest = reading.keys[first.tokens.upperBound...]
        return rest.first == "as" && rest.contains("of") && reading.has("measure.share") && rest.count <= 8
    }

    /// What the form of a line makes of a guess: a purchase, a limit, an investment; nil to stay with it.
    private static func formed(
        _ guess: (intent: Intent, probability: Double), _ reading: QuestionReading
    ) -> Intent? {
        let purchase = PurchaseForm(reading)
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
        case .spending where asksWhatWasPaid(reading) || YesNoQuestion(reading).asksForRow: .transactions
        case .outOfScope where asksWhatIf(reading): .purchase
        case .edit where !EditReader(reading: reading).saysChange:
            reading.asksWhereItIsFiled ? .transactions : .spending
        case .recurring where YesNoQuestion(reading).asksForCharge: .transactions
        case .unusual
        where YesNoQuestion(reading).asksForCharge && !says("@unusual", reading) && !says("@double", reading):
            .transactions
        case .spending where asksForRise(reading): .recurring
        case .outOfScope where asksForRise(reading): .recurring
        case .outOfScope where asksWhetherIPaid(reading): .transactions
        case .outOfScope where asksForPrice(reading): .spending
        case .transactions where asksWhatWasPaid(reading): .transactions
        case .recurring where asksWhatWasSpent(reading): .spending
        case .unusual where asksWhatWasPaid(reading) && !says("@unusual", reading) && !says("@double", reading):
            .transactions
        case .spending where asksForStreams(reading): .recurring
        case .transactions where wantsSum(reading) || wantsGroups(reading) || wantsFigure(reading): .spending
        case .transactions where reading.ranksGroups: .spending
        case .spending where reading.rank != nil && !reading.ranksGroups: .transactions
        case .spending where wantsRows(reading): .transactions
        case .income where isPartOfIncome(reading): .spending
        case .recurring where isPartOfIncome(reading): .spending
        case .income where reading.asksForPayDay && !reading.asksForPast: .recurring
        case _ where reading.has("budget.room") && reading.amounts.isEmpty: .budget
        default: guess
        }
    }

    /// `have I paid the water bill`
    private static func asksWhetherIPaid(_ reading: QuestionReading) -> Bool {
        ["have", "did"].contains(reading.keys[0]) && reading.keys.count > 3 && ["i", "we"].contains(reading.keys[1])
            && ["pay", "paid"].contains(reading.keys[2]) && YesNoQuestion(reading).asksForCharge
    }

    private static func says(_ concept: String, _ reading: QuestionReading) -> Bool {
        reading.units.contains { $0.labels.contains(concept) }
    }

    /// `what share of my money goes to subscriptions`: nothing else is named, and subscriptions are no category.
    private static func asksForStreams(_ reading: QuestionReading) -> Bool {
        says("@subs", reading) && reading.names.isEmpty && reading.has("measure.share")
    }

    /// `spent on subscriptions last month`: subscriptions are no category, and what they took is told with what recurs.
    private static func asksForSubscriptions(_ reading: QuestionReading) -> Bool {
        let words = ["subscription", "subscriptions", "subs", "membership", "memberships"]
        guard reading.names.isEmpty, reading.amounts.isEmpty, let place = reading.keys.firstIndex(where: words.contains)
        else { return false }
        let isHeldAgainst = reading.keys[..<place].contains { ["than", "from", "besides", "no"].contains($0) }
        return !isHeldAgainst && !reading.leavesOutSubscriptions
            && !reading.readings.contains { $0.hasPrefix("group.") }
    }

    /// Whether counts, rankings or things held against one another are asked for, which no list of rows answers.
    private static func wantsFigure(_ reading: QuestionReading) -> Bool {
        ["measure.count", "measure.share", "pick.rise", "pick.fall"].contains(where: reading.has)
            || reading.holdsAgainst || RankedPlaces(reading) != nil
    }

    /// `what did I spend $612.88 on`: the amount of a row, and what is to be found is the row.
    private static func asksWhatWasPaid(_ reading: QuestionReading) -> Bool {
        let openers = ["what", "whatd", "where", "when", "who", "which", "whats"]
        return reading.amounts.first?.relation == .exactly && reading.keys.first.map(openers.contains) == true
            && !reading.readings.contains { $0.hasPrefix("measure.") || $0.hasPrefix("group.month") }
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

    /// `is amazon more than target`: of two merchants of the household's.
    private static func comparesMerchants(_ reading: QuestionReading) -> Bool {
        !reading.keys.contains(where: ["better", "best", "good"].contains) && reading.merchants().count > 1
            && reading.holdsAgainst && !Investment.isBought(in: reading, asks: true)
    }

    /// `how much does netflix cost`: of a merchant that the household pays.
    private static func asksForPrice(_ reading: QuestionReading) -> Bool {
        let isOwn = !reading.categories().isEmpty && reading.keys.contains("my")
        return (reading.merchants().count == 1 || isOwn) && reading.unknown.isEmpty && reading.units.count <= 5
            && (reading.keys.contains(where: ["cost", "costs", "costing", "price"].contains)
                || reading.keys.starts(with: ["how", "much", "is"]))
    }

    /// `does netflix cost more now`: whether a price was raised.
    private static func asksForRise(_ reading: QuestionReading) -> Bool {
        asksForPrice(reading) && !says("@howmuch", reading) && reading.times.isEmpty
            && reading.tokens.first.map { ["does", "did", "has", "is", "do", "will"].contains($0.key) } == true
            && reading.keys.contains(where: ["more", "up", "risen", "raised", "increased", "higher"].contains)
    }

    /// `anything new I'm paying for`: what is paid again and again and was not before.
    private static func asksForNewStreams(_ reading: QuestionReading) -> Bool {
        let keys = reading.keys
        let asks = ["anything", "any", "something", "which", "what"]
        let isNew = keys.contains("new") && asks.contains(where: keys.contains)
        return isNew && reading.amounts.isEmpty && !says("@unusual", reading)
            && (says("@subs", reading) || keys.contains("recurring") || keys.contains("bills")
                || keys.contains("paying") && !keys.contains("should"))
    }

    /// `how much did I pay for the gym membership last month`: a sum of days gone by, of something that is named.
    private static func asksWhatWasSpent(_ reading: QuestionReading) -> Bool {
        let isNamed = !reading.merchants().isEmpty || !reading.categories().isEmpty || reading.freeText != nil
        return isNamed && says("@howmuch", reading)
            && reading.keys.contains(where: ["pay", "paid", "spend", "spent", "payed", "charged"].contains)
            && reading.keys.contains(where: ["did", "have", "ive", "was"].contains)
            && reading.times.contains { !$0.isComparison && !$0.isWeekdaysOnly }
            && !says("@due", reading) && !says("@upcoming", reading)
    }

    /// `what percent of my income goes to rent` is about what was spent.
    private static func isPartOfIncome(_ reading: QuestionReading) -> Bool {
        reading.has("measure.share") && reading.amounts.isEmpty
            && reading.units.contains { $0.slot == .category || $0.slot == .merchant }
            && reading.categories().contains { Taxonomy.builtIn[$0]?.flow == .out }
    }

    private static let pots: Set<String> = [
        "pot", "fund", "jar", "savings", "account", "pension", "isa", "ira", "401k", "stash", "wallet", "envelope",
    ]

    /// Whether an amount is to be sent somewhere: a correction of a row names no amount to move.
    private static func movesMoney(_ reading: QuestionReading) -> Bool {
        guard let amount = reading.amounts.first, let first = reading.tokens.first?.key else { return false }
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

    /// Whether `how much` was spent is asked, not which rows: those are listed with what came in.
    private static func wantsSum(_ reading: QuestionReading) -> Bool {
        func says(_ concept: String) -> Bool {
            reading.units.contains { $0.slot == nil && $0.labels.contains(concept) }
        }
        return (says("@howmuch") || says("@what")) && says("@spend")
            && !["last.one", "order.largest", "order.smallest", "order.oldest"].contains(where: reading.has)
    }

    /// Whether groups are asked for: `my transactions by merchant`.
    private static func wantsGroups(_ reading: QuestionReading) -> Bool {
        reading.keys.contains("by") && reading.readings.contains { $0.hasPrefix("group.") }
    }

    /// Whether so many of the largest or smallest rows are asked for, not groups.
    private static func wantsRows(_ reading: QuestionReading) -> Bool {
        // `my biggest expenses last month`: a sum would name none of them.
        let isPlural = ["expenses", "purchases", "charges", "transactions", "payments"].contains(
            where: reading.keys.contains)
        if isPlural, reading.has("order.largest") || reading.has("order.smallest"), !says("@howmuch", reading),
            reading.units.count > 1,
            !reading.readings.contains(where: { $0.hasPrefix("group.") || $0.hasPrefix("measure.") })
        {
            return true
        }
        // `top 5` alone goes on with whatever was ranked before.
        return reading.limit != nil && reading.units.count > 2
            && (reading.has("order.largest") || reading.has("order.smallest"))
            && !reading.readings.contains { $0.hasPrefix("group.") } && RankedPlaces(reading) == nil
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
        // A yes or no is told from the rows.
        switch understood.lead {
        case .happened, .elapsed: return nil
        default: break
        }
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
