import Ledger

/// Lines that ask whether to buy something by their form: what a sum of words cannot see.
struct PurchaseForm {
    private let reading: QuestionReading
    /// The words as they were written, without signs, each between spaces.
    private let text: SpokenText
    private let keys: [String]

    init(_ reading: QuestionReading) {
        self.reading = reading
        keys = reading.tokens.filter { $0.form != .sign }.map(\.key)
        text = SpokenText(keys)
    }

    /// Whether a thing that people buy is named. Asked last: looking it up takes longer than the other conditions.
    private var isThing: Bool { PurchaseItems.category(of: keys.joined(separator: " ")) != nil }

    /// What the form makes of a classifier's guess; nil to stay with it.
    func intent(_ guess: Intent) -> Intent? {
        if asksHowMuch { return .forecast }
        if isJudged(guess) || isPricedThing(guess) { return .purchase }
        if asksWhatToBuy, keys.contains("buy"), Set(["did", "was", "were"]).isDisjoint(with: keys) {
            return .outOfScope
        }
        guard guess == .purchase || asksAtAll || judgesPast || PurchaseWords(reading: reading).isLent else {
            return Investment.isBought(in: reading, asks: false) && guess == .purchase ? .outOfScope : nil
        }
        if Investment.isBought(in: reading, asks: true) { return .outOfScope }
        if filtersRows { return .spending }
        if judgesPast || asksOutright && PurchaseWords(reading: reading).isLent, hasPrice { return .purchase }
        switch guess {
        case .purchase: return asksWhatToBuy ? .outOfScope : hasPrice ? .purchase : nil
        case .outOfScope, .help, .advice:
            return .purchase
        case .budget where !LimitForm(reading).saysLimit && hasPrice: return .purchase
        case .spending, .transactions, .budget, .recurring, .unusual, .edit:
            let supposes = (asksOutright || says(PurchaseForm.supposing)) && hasPrice && !says(PurchaseForm.limits)
            return supposes || isPlan ? .purchase : nil
        case .forecast, .summary, .balance: return asksOutright && isThing && hasPrice || isPlan ? .purchase : nil
        default: return nil
        }
    }

    /// `the sofa is 2100 all in, would that be stupid`, `we need two brake pads at $95 each`: a price that a judgement is asked of.
    private func isJudged(_ guess: Intent) -> Bool {
        let ask = PurchaseAsk(reading)
        guard hasPrice, keys.first != "pay", ![.edit, .transactions, .unusual, .income, .netWorth].contains(guess),
            !says(PurchaseForm.told),
            !says(PurchaseForm.limits),
            !keys.contains(where: ["spent", "spending", "save", "saving", "saved"].contains)
        else { return false }
        if ask.question == .against || ask.asksToJudge {
            return !reading.amounts.allSatisfy(isBound) || !reading.bareAmounts.isEmpty
                || says(["went up to", "goes up to"])
        }
        if ask.says("wishes"), reading.amounts.isEmpty || !reading.amounts.allSatisfy(isBound) { return true }
        return says(["i need", "we need", "our", "my"]) && ask.says("needs") && isThing
    }

    /// `a kettle, 45 at the mall`, `six wine glasses at 8 each`: a thing and its price, of which nothing else is
    /// asked that coach knows.
    private func isPricedThing(_ guess: Intent) -> Bool {
        guard guess == .outOfScope, hasPrice, !says(PurchaseForm.told), !says(PurchaseForm.limits), !isAboutElse,
            !PurchaseForm.orders.contains(keys.first ?? "")
        else { return false }
        return isThing && !Investment.isBought(in: reading, asks: true)
    }

    /// `what's the best tv to buy under 500`, `where should I buy a bed`: what goods there are is not known.
    private var asksWhatToBuy: Bool {
        ["where", "which", "who", "whos"].contains(keys.first ?? "")
            || says(["best", "cheapest"]) && ["what", "whats"].contains(keys.first ?? "")
    }

    /// `I bought shoes for 90 yesterday, was that ok`: a purchase that is made is judged as of its day.
    private var judgesPast: Bool {
        hasPrice && says(["was that", "was it", "should i have", "did i do right", "good call"])
            && says([
                "bought", "buy", "spent", "paid", "ordered", "got", "splurged", "blew", "have gotten", "have spent",
            ])
            && says([
                "ok", "okay", "fine", "smart", "dumb", "stupid", "wise", "mistake", "good idea", "bad idea", "too much",
                "sensible", "reasonable", "crazy", "right", "should i have", "good call", "reckless", "irresponsible",
            ])
    }

    /// `how much can I spend on a laptop`: what is safe to spend.
    private var asksHowMuch: Bool {
        keys.starts(with: ["how", "much"]) && keys.count > 4 && ["can", "could", "should"].contains(keys[2])
            && ["i", "we"].contains(keys[3]) && ["spend", "afford"].contains(keys[4]) && reading.amounts.isEmpty
            && reading.accounts.isEmpty && hasDeterminer
            && !keys.contains(where: ["card", "visa", "credit", "debit"].contains)
    }

    /// `coffee over 6 dollars`: rows of so much; it is no price, unless buying is asked about.
    private var filtersRows: Bool {
        let amounts = reading.amounts + reading.bareAmounts.filter { $0.relation != .exactly }
        let isNamed = reading.names.contains { !$0.isExcluded } || !reading.times.isEmpty
        return isNamed && !amounts.isEmpty && amounts.allSatisfy(isBound) && !asks && !judgesPast
            && !says(["my budget"])
            && PurchaseForm.verbs.isDisjoint(with: keys) && !["a", "an", "new", "another"].contains(keys[0])
    }

    /// `$30-40` may be what a thing costs.
    private func isBound(_ amount: AmountExpression) -> Bool {
        switch amount.relation {
        case .over, .atLeast, .under, .atMost: true
        case .between: reading.keys[amount.tokens.lowerBound] == "between"
        case .exactly, .around: false
        }
    }

    // MARK: Parts

    private func says(_ phrases: [String]) -> Bool { phrases.contains(where: text.says) }

    var hasPrice: Bool { !reading.amounts.isEmpty || !reading.bareAmounts.isEmpty }

    /// Words of what has been, of rows, and of what other questions ask.
    private static let others = PurchaseTable.words("form.others")

    private static let limits = PurchaseTable.phrases("form.limits")

    /// What a line begins with that is an order or another question: `pay my phone bill of $60`, `convert 100 dollars`.
    private static let orders = PurchaseTable.words("form.orders")

    /// What is told of days gone by, or asked of how something is done: `is it true I spent $90 on apps`, `how do I appeal`.
    private static let told = PurchaseTable.phrases("form.told")

    private var isAboutElse: Bool { !PurchaseForm.others.isDisjoint(with: keys) }

    private var asksAtAll: Bool { asks || offers || tells }

    /// `my kid wants a $70 kite`, `does a $350 blender make sense`: a thing and its price in a sentence of any form.
    private var tells: Bool {
        guard !isAboutElse, keys.count <= 16, !(reading.amounts + reading.bareAmounts).isEmpty,
            !says(PurchaseForm.limits), !says(PurchaseForm.told),
            !["how", "where", "when", "who", "why", "which", "set", "cap", "limit"].contains(keys.first ?? "")
                || keys.starts(with: ["how", "about"]), isThing
        else { return false }
        return reading.amounts.contains { $0.isMarked && [.exactly, .around].contains($0.relation) }
            || reading.bareAmounts.contains(where: isPaidAgain)
            || reading.bareAmounts.contains { price in
                let start = price.tokens.lowerBound
                return start > 0 && ["for", "at", "is", "costs", ",", "of"].contains(reading.keys[start - 1])
                    && price.amount >= 10 * price.currency.minorPerMajor
                    && (price.tokens.upperBound == reading.keys.count || PurchaseTerms(reading).plan != nil)
            }
    }

    // MARK: Forms

    /// `should I get`, `is it dumb to spend`: buying is asked about in so many words.
    private var asksOutright: Bool {
        if ["how", "what", "which", "where", "who", "when", "why"].contains(keys.first ?? "") { return false }
        for (index, key) in keys.enumerated() where PurchaseForm.modals.contains(key) {
            // "can you book it" is an errand.
            let subjects: Set = key == "would" || key == "should" ? ["i", "we", "you", "my"] : ["i", "we", "my"]
            guard index + 1 < keys.count, subjects.contains(keys[index + 1]) else { continue }
            let next = keys[(index + 2)...].prefix(3)
            if next.contains(where: PurchaseForm.verbs.contains) { return true }
            if hasPrice, next.contains(where: ["have", "grab", "eat"].contains) { return true }
        }
        guard let place = keys.firstIndex(where: PurchaseForm.judgements.contains) else { return false }
        guard place + 1 < keys.count, ["to", "for"].contains(keys[place + 1]) || keys[place + 1] == "idea" else {
            return false
        }
        return keys[place...].prefix(6).contains(where: PurchaseForm.verbs.contains)
    }

    private static let modals = PurchaseTable.words("form.modals")

    private static let verbs = PurchaseTable.words("form.verbs")

    private static let judgements = PurchaseTable.words("form.judgements")

    private var asks: Bool {
        guard !isAboutElse else { return false }
        if says(["give up", "put aside", "set aside"]) { return false }
        if asksOutright { return hasPrice && (isThing || !keys.contains("pay")) || isThing && hasDeterminer }
        if says(PurchaseForm.weighing) { return hasPrice || isThing && says(PurchaseForm.wishing) }
        return says(PurchaseForm.supposing) && hasPrice
    }

    /// A thing is named after an article: `get a tv`, not `get gas prices`.
    private var hasDeterminer: Bool {
        keys.indices.dropLast().contains { index in
            ["a", "an", "the", "new", "this", "these", "that", "another", "myself", "some"].contains(keys[index])
                && PurchaseItems.category(of: keys[(index + 1)...].prefix(4).joined(separator: " ")) != nil
        }
    }

    private static let wishing = PurchaseTable.phrases("form.wishing")

    private static let weighing =
        wishing + [
            "thinking about", "thinking of", "tempted to", "considering", "convince me", "yay or nay", "buy or not",
            "buy or wait", "buy or pass", "yes or no", "worth it", "worth buying", "worth getting", "good buy",
            "good deal", "too much for", "do i really need", "i want a", "i want to get", "i want the",
            "id like to buy", "id love a", "how about a", "what about a", "be ok", "be okay", "thoughts", "good idea",
            "bad idea", "my eye on", "should i", "should we", "worth the money", "pull the trigger", "go for it",
            "yes no", "worth paying", "budget handle", "wallet handle", "make sense", "get it or not", "skip or buy",
            "wait or buy", "smash or pass", "is it worth",
        ]

    private static let supposing = PurchaseTable.phrases("form.supposing")

    /// `6 payments of 50 for a vacuum`: a thing and how it is paid.
    private var isPlan: Bool {
        tells && !PurchaseForm.openers.contains(keys[0])
            && (reading.bareAmounts.contains(where: isPaidAgain) || PurchaseTerms(reading).plan != nil)
    }

    /// `400 a month`, `6 payments of 50`.
    private func isPaidAgain(_ price: AmountExpression) -> Bool {
        func key(_ place: Int) -> String { reading.keys.indices.contains(place) ? reading.keys[place] : "" }
        let (start, end) = (price.tokens.lowerBound, price.tokens.upperBound)
        return ["a", "per", "/"].contains(key(end)) && PurchaseReader.unit(key(end + 1)) != nil
            || key(start - 1) == "of" && key(start - 2).hasPrefix("payment")
    }

    /// `a pair of boots 120`, `2 tickets at 85 each`: nothing but a thing and its price.
    private var offers: Bool {
        guard !isAboutElse, keys.count <= 9, let price = (reading.amounts + reading.bareAmounts).last,
            price.relation == .exactly || price.relation == .around, !PurchaseForm.openers.contains(keys[0]),
            PurchaseForm.questions.isDisjoint(with: keys), reading.accounts.isEmpty,
            isThing || price.isMarked && ["new", "another"].contains(keys[0])
        else { return false }
        let rest = reading.tokens[price.tokens.upperBound...].filter { $0.form != .sign }.map(\.key)
        return rest.allSatisfy(PurchaseForm.tails.contains)
    }

    private static let openers = PurchaseTable.words("form.openers")

    private static let questions = PurchaseTable.words("form.questions")

    private static let tails = PurchaseTable.words("form.tails")
}
