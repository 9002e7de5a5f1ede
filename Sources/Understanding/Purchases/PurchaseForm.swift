import Ledger

/// Lines that ask whether to buy something by their form: what a sum of words cannot see.
///
/// A line that names a thing and what it costs is one, with or without a verb that asks, unless it asks about rows, sets a
/// limit, tells of what has been, or is an order.
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

    private func says(_ row: String) -> Bool { PurchaseTable.phrases("form." + row).contains(where: text.says) }
    private func has(_ row: String) -> Bool { !PurchaseTable.words("form." + row).isDisjoint(with: keys) }
    private func begins(_ row: String) -> Bool { PurchaseTable.words("form." + row).contains(keys.first ?? "") }

    /// Whether a thing that people buy is named. Asked last: looking it up takes longer than the other conditions.
    private var isThing: Bool {
        let line = keys.joined(separator: " ")
        return PurchaseItems.category(of: line) != nil || PurchaseNeeds.isNeed(line) != nil
    }

    private var amounts: [AmountExpression] { reading.amounts + reading.bareAmounts }
    var hasPrice: Bool { !amounts.isEmpty }

    /// What the form makes of a classifier's guess; nil to stay with it.
    func intent(_ guess: Intent) -> Intent? {
        if asksHowMuch { return .forecast }
        if paysBill { return .outOfScope }
        if hasPrice, LimitPairs(reading) != nil, !amounts.contains(where: isMeasured), !has("verbs"), !has("prices"),
            !isAboutElse, guess != .edit
        {
            return .budget
        }
        if hasPrice, PurchaseAsk(reading).says("reassures") { return .purchase }
        // `the first time the gym was 45`
        if says("firsts"), !asks, guess == .purchase { return .spending }
        if isJudged(guess) || isOffered(guess) { return .purchase }
        if asksWhatToBuy, keys.contains("buy"), Set(["did", "was", "were"]).isDisjoint(with: keys) {
            return .outOfScope
        }
        let isLent = PurchaseWords(reading: reading).isLent
        guard guess == .purchase || asks || judgesPast || isLent else {
            return Investment.isBought(in: reading, asks: false) && guess == .purchase ? .outOfScope : nil
        }
        if Investment.isBought(in: reading, asks: true) { return .outOfScope }
        if filtersRows { return .spending }
        if judgesPast || asksOutright && isLent, hasPrice { return .purchase }
        switch guess {
        case .purchase: return asksWhatToBuy && amounts.allSatisfy(isBound) ? .outOfScope : hasPrice ? .purchase : nil
        case .outOfScope, .help, .advice: return .purchase
        case .budget where !LimitForm(reading).saysLimit && hasPrice: return .purchase
        case .spending, .transactions, .budget, .recurring, .unusual, .edit:
            return (asksOutright || says("supposing")) && hasPrice && !says("limits") ? .purchase : nil
        case .forecast, .summary, .balance: return asksOutright && isThing && hasPrice ? .purchase : nil
        default: return nil
        }
    }

    // MARK: A thing and its price

    /// `the sofa is 2100 all in, would that be stupid`: a price that a judgement is asked of.
    private func isJudged(_ guess: Intent) -> Bool {
        let ask = PurchaseAsk(reading)
        if ask.question == .toReturn || ask.question == .against, amounts.contains(where: { !isBound($0) }),
            !has("whwords")
        {
            return true
        }
        guard hasPrice, keys.first != "pay", ![.edit, .transactions, .unusual, .income, .netWorth].contains(guess),
            !says("told"), !says("limits"),
            !keys.contains(where: ["spent", "spending", "save", "saving", "saved"].contains)
        else { return false }
        if ask.question == .against || ask.asksToJudge {
            return !reading.amounts.allSatisfy(isBound) || !reading.bareAmounts.isEmpty || text.says("went up to")
                || text.says("goes up to")
        }
        if ask.says("wishes"), reading.amounts.isEmpty || !reading.amounts.allSatisfy(isBound) { return true }
        return ["i need", "we need", "our", "my"].contains(where: text.says) && ask.says("needs") && isThing
    }

    /// `new tires, 540 installed`, `2 tickets at 85 each`, `my kid wants a $70 kite`.
    private func isOffered(_ guess: Intent) -> Bool {
        guard keys.count <= 22,
            let price = amounts.last(where: isRepeatedPrice) ?? amounts.last(where: isPrice), !isAboutElse,
            !says("limits"),
            !says("told"), !says("rows"), !isOver || isMended, ![.income, .netWorth].contains(guess),
            guess != .edit || isThing || isRepeatedPrice(price) && PurchaseAsk(reading).replaces,
            !Investment.isBought(in: reading, asks: true)
        else { return false }
        let ask = PurchaseAsk(reading)
        if ask.replaces || amounts.contains(where: ask.isReplaced), isThing || guess != .transactions { return true }
        if isOrder { return false }
        if ask.says("cancels"), reading.amounts.contains(price) || isPaidAgain(price) { return true }
        // "floor seats 142 each", "the upgrade is 65 more a year"
        let isOfThings = amounts.contains { ask.isOnTop($0) || ["each", "apiece"].contains(key($0.tokens.upperBound)) }
        if isOfThings, !begins("whwords"), guess != .transactions { return true }
        if amounts.contains(where: isTold), !has("whwords") { return true }
        // Rows of a merchant or an account come to just so much.
        let ofRows = FollowUp.ofRows.contains(guess) || guess == .recurring || guess == .budget
        if ofRows, !reading.amounts.contains(price), namesOtherDays { return false }
        if isThing { return !(ofRows && isBareName) && (!ofRows || reading.accounts.isEmpty) }
        guard !ofRows || reading.amounts.contains(price) && isPaidAgain(price), guess != .balance, guess != .forecast
        else { return asks }
        // What would not be understood otherwise is told with its price.
        if guess == .outOfScope, keys.count > 4, !has("whwords"), !has("strangers"), reading.currency == nil,
            names(besides: price),
            reading.amounts.contains(price) || price.amount >= 20 * price.currency.minorPerMajor
        {
            return true
        }
        if guess == .outOfScope, isCounted(price), names(besides: price), !has("whwords") { return true }
        // What nobody knows is a thing where the line is a noun with its price, and no sentence.
        guard !has("subjects"), !has("whwords"), reading.currency == nil,
            reading.amounts.contains(price) || price.amount >= 20 * price.currency.minorPerMajor
        else { return asks }
        return names(besides: price)
            && (reading.amounts.contains(price) || isPaidAgain(price) || isLast(price) || isBeforePlace(price)
                || areAdded)
    }

    /// `the fridge stopped cooling last night, a new one is 1,149`: the day is that on which it broke.
    private var isMended: Bool { PurchaseWords(reading: reading).replacesBroken && isThing }

    /// Whether an amount may be what a thing costs: money, or a number where a price stands.
    private func isPrice(_ amount: AmountExpression) -> Bool {
        let terms = PurchaseTerms(reading)
        guard !isBound(amount) || terms.plan != nil else { return false }
        if reading.amounts.contains(amount) || isPaidAgain(amount) { return true }
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        let major = amount.amount / amount.currency.minorPerMajor
        if isCounted(amount) { return true }
        guard major >= 10, PurchaseReader.unit(key(end)) == nil, !PurchaseReader.measures.contains(key(end)),
            !["payments", "payment", "installments"].contains(key(end))
        else { return false }
        if isLast(amount) || ["plus", "minus", "less"].contains(key(end)) || PurchaseReader.closing.contains(key(end))
            || ["for", "at", "is", "costs", ",", "of", "quoted", "-", ":"].contains(key(start - 1))
        {
            return true
        }
        // `car battery 189 autozone`, but not `20 shirts` nor `a 2019 van`.
        let isCounted = key(end).hasSuffix("s") && !key(end).hasSuffix("ss")
        return major >= 20 && start > 0 && !isCounted && !PurchaseReader.modelYears.contains(Int(major))
    }

    /// `4 boxes of cookies at 6`.
    private func isCounted(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        return ["at", "@"].contains(key(start - 1))
            && reading.keys[max(0, start - 7)..<start].contains { AmountWords.count($0).map { $0 > 1 } ?? false }
    }

    /// `it comes to 29 with the fees`, `figure 47 for me`, `415 due the 1st`: a number that is said to be what it costs.
    private func isTold(_ amount: AmountExpression) -> Bool {
        guard !isBound(amount), !PurchaseReader.measures.contains(key(amount.tokens.upperBound)) else { return false }
        let before = reading.keys[..<amount.tokens.lowerBound].suffix(4)
            .filter { !["about", "around", "like", "maybe", "roughly", "$", "out", "only"].contains($0) }
        return PurchaseTable.words("form.telling").contains(before.last ?? "")
            || before.suffix(2).elementsEqual(["comes", "to"]) || before.suffix(2).elementsEqual(["come", "to"])
            || key(amount.tokens.upperBound) == "due" && amount.amount >= 20 * amount.currency.minorPerMajor
    }

    /// Whether nothing but `each`, `total`, `yay or nay` follows an amount.
    private func isLast(_ amount: AmountExpression) -> Bool {
        reading.tokens[amount.tokens.upperBound...].filter { $0.form != .sign }.map(\.key)
            .allSatisfy(PurchaseTable.words("form.tails").contains)
    }

    /// `139 at REI`, `85 plus tip`: a place or what comes on top follows an amount, and nothing else.
    private func isBeforePlace(_ amount: AmountExpression) -> Bool {
        let rest = Array(reading.keys[amount.tokens.upperBound...])
        if ["plus", "+", "before", "with"].contains(rest.first) {
            return rest.count <= 4
                && rest.contains(where: ["tip", "tax", "taxes", "shipping", "fees", "fee", "delivery"].contains)
        }
        return ["at", "from"].contains(rest.first) && (2...5).contains(rest.count)
            && reading.names.contains { $0.tokens.lowerBound == amount.tokens.upperBound + 1 }
    }

    /// `1,100 league plus 600 gear`: prices that are added.
    private var areAdded: Bool {
        amounts.count > 1 && amounts.allSatisfy { $0.amount >= 20 * $0.currency.minorPerMajor }
            && Set(["plus", "+"]).isDisjoint(with: reading.keys) == false
    }

    /// `400 a month`, `6 payments of 50`, `coffee $6 every day`.
    private func isPaidAgain(_ price: AmountExpression) -> Bool {
        let (start, end) = (price.tokens.lowerBound, price.tokens.upperBound)
        return ["a", "per", "/", "every", "each"].contains(key(end))
            && PurchaseReader.rhythm(key(end + 1) == "other" ? key(end + 2) : key(end + 1)) != nil
            || key(start - 1) == "of" && key(start - 2).hasPrefix("payment")
    }

    private func isRepeatedPrice(_ amount: AmountExpression) -> Bool { isPaidAgain(amount) && !isBound(amount) }

    private func key(_ place: Int) -> String { reading.keys.indices.contains(place) ? reading.keys[place] : "" }

    /// Whether some word besides the price, times and small words may be what is bought.
    private func names(besides price: AmountExpression) -> Bool {
        reading.tokens.indices.contains { place in
            let token = reading.tokens[place]
            return token.form == .word && token.key.utf8.count > 2 && !FunctionWords.all.contains(token.key)
                && !PurchaseTable.words("form.tails").contains(token.key)
                && !amounts.contains { $0.tokens.contains(place) }
                && !reading.times.contains { $0.tokens.contains(place) }
        }
    }

    /// `chili's 19.40`: nothing but the name of a merchant of one's own, or of a card, beside an amount.
    private var isBareName: Bool {
        reading.tokens.indices.allSatisfy { place in
            reading.tokens[place].form != .word || FunctionWords.all.contains(reading.keys[place])
                || amounts.contains { $0.tokens.contains(place) }
                || reading.names.contains { name in
                    if case .category = name.kind { false } else { name.tokens.contains(place) }
                }
        } && !["a", "an", "another", "new"].contains(keys.first ?? "")
    }

    /// Whether days are named that are not today or just ahead: `restaurants in winter 2025/26`.
    private var namesOtherDays: Bool {
        let near: Set = ["today", "tonight", "tomorrow", "next", "weekend", "every", "each", "a", "per"]
        return reading.times.contains { $0.holiday == nil && !reading.keys[$0.tokens].contains(where: near.contains) }
    }

    /// Whether days that are over are named, or such as have begun and are asked about: `tools in 2026 without the $900 saw`.
    private var isOver: Bool {
        reading.times.contains { time in
            !time.isComparison
                && reading.keys[time.tokens].contains { ["last", "past", "ago", "yesterday", "previous"].contains($0) }
        }
            || namesOtherDays && !text.says("would")
                && keys.indices.contains { FunctionWords.exclusions.longest(in: keys, at: $0) != nil }
    }

    /// `pay my $60 phone bill`, `send mom 40`: something is to be done.
    private var isOrder: Bool {
        let first = keys.first { !PurchaseTable.words("form.polite").contains($0) } ?? ""
        return PurchaseTable.words("form.orders").contains(first) && !text.says("what about") && !text.says("how about")
            && PurchaseTerms(reading).partDown == nil && !text.says("move to") && !text.says("move into")
    }

    /// `pay my $60 phone bill`: a bill that is due is no choice.
    private var paysBill: Bool {
        keys.first == "pay" && hasPrice
            && keys.contains(where: ["bill", "bills", "rent", "mortgage", "card", "loan"].contains)
    }

    // MARK: Asking

    /// `what's the best tv to buy under 500`, `where should I buy a bed`: what goods there are is not known.
    private var asksWhatToBuy: Bool {
        ["where", "which", "who", "whos"].contains(keys.first ?? "")
            || (text.says("best") || text.says("cheapest")) && ["what", "whats"].contains(keys.first ?? "")
    }

    /// `I bought shoes for 90 yesterday, was that ok`: a purchase that is made is judged as of its day.
    private var judgesPast: Bool { hasPrice && says("pastasks") && says("pastverbs") && says("pastjudges") }

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
            && !text.says("my budget") && !has("verbs") && !["a", "an", "new", "another"].contains(keys[0])
    }

    /// `14 years old`, `11 people`: a number of something.
    private func isMeasured(_ amount: AmountExpression) -> Bool {
        let next = key(amount.tokens.upperBound)
        return !amount.isMarked && (PurchaseReader.measures.contains(next) || PurchaseReader.unit(next) != nil)
    }

    /// `$30-40` may be what a thing costs.
    private func isBound(_ amount: AmountExpression) -> Bool {
        switch amount.relation {
        // "$310 plus whatever", "adds up to $173"
        case .atLeast: !["plus", "+"].contains(key(amount.tokens.upperBound - 1))
        case .atMost:
            Set(["adds", "add", "added", "adding", "comes"]).isDisjoint(
                with: reading.keys[max(0, amount.tokens.lowerBound - 2)...amount.tokens.lowerBound])
        case .over, .under: true
        case .between: reading.keys[amount.tokens.lowerBound] == "between"
        case .exactly, .around: false
        }
    }

    /// `plus tip` is of the price.
    private var isAboutElse: Bool {
        let others = PurchaseTable.words("form.others")
        let tokens = reading.tokens.filter { $0.form != .sign }
        return keys.indices.contains { place in
            // "we're" is no "were"; "savings or a loan" asks how to pay.
            if tokens[place].text.contains(where: { $0 == "'" || $0 == "’" }) { return false }
            if place > 1, keys[place - 1] == "a", ["or", "on", "with"].contains(keys[place - 2]) { return false }
            return others.contains(keys[place]) && !(place > 1 && ["who", "whos", "where"].contains(keys[place]))
                && !(place > 0 && ["plus", "with", "w", "incl", "including", "before"].contains(keys[place - 1]))
        }
    }

    /// `should I get`, `is it dumb to spend`: buying is asked about in so many words.
    private var asksOutright: Bool {
        if begins("whwords") { return false }
        let (modals, verbs) = (PurchaseTable.words("form.modals"), PurchaseTable.words("form.verbs"))
        for (index, key) in keys.enumerated() where modals.contains(key) {
            // "can you book it" is an errand.
            let subjects: Set = key == "would" || key == "should" ? ["i", "we", "you", "my"] : ["i", "we", "my"]
            guard index + 1 < keys.count, subjects.contains(keys[index + 1]) else { continue }
            let next = keys[(index + 2)...].prefix(3)
            if next.contains(where: verbs.contains) { return true }
            if hasPrice, next.contains(where: ["have", "grab", "eat"].contains) { return true }
        }
        let judgements = PurchaseTable.words("form.judgements")
        guard let place = keys.firstIndex(where: judgements.contains), place + 1 < keys.count,
            ["to", "for"].contains(keys[place + 1]) || keys[place + 1] == "idea"
        else { return false }
        return keys[place...].prefix(6).contains(where: verbs.contains)
    }

    private var asks: Bool {
        guard !isAboutElse, !["give up", "put aside", "set aside"].contains(where: text.says) else { return false }
        if asksOutright { return hasPrice && (isThing || !keys.contains("pay")) || isThing && hasDeterminer }
        if says("wishing") || says("weighing") { return hasPrice || isThing && says("wishing") }
        return says("supposing") && hasPrice
    }

    /// A thing is named after an article: `get a tv`, not `get gas prices`.
    private var hasDeterminer: Bool {
        keys.indices.dropLast().contains { index in
            ["a", "an", "the", "new", "this", "these", "that", "another", "myself", "some"].contains(keys[index])
                && PurchaseItems.category(of: keys[(index + 1)...].prefix(4).joined(separator: " ")) != nil
        }
    }
}
