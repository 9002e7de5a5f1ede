import Ledger
import Retrieval
import Store
import Understanding

/// An expense with money that came in for it.
struct Payback: Sendable, Equatable {
    let expense: Transaction
    let back: Transaction
}

/// `the $84 dinner: Ana paid me back 42`, `Ana sent me her half of Luigi's`, `any reimbursements?`
struct PaidBackForm {
    /// Whether what may have come back is to be found.
    var isSearch = false
    /// What the expense was; nil where it was not said.
    var cost: Money?
    /// What came back; nil where it was not said.
    var back: Money?
    /// Whether a half was paid.
    var isHalf = false
    /// Who paid it back.
    var person: String?
    /// The words for the expense.
    var about = ""
    /// Whether they name a shop.
    var isNamed = false
    /// Whether money was given or sent, and nothing says that it came back.
    let isGiven: Bool

    private static let searches = [
        "any reimbursements", "find reimbursements", "show reimbursements", "who paid me back",
        "did anyone pay me back",
        "did anybody pay me back", "find money that was paid back", "what was paid back", "who reimbursed me",
        "find money people paid back", "what did people pay me back", "find shared costs",
    ]
    fileprivate static let asking: Set<String> = [
        "did", "has", "have", "who", "how", "what", "when", "does", "will", "should", "can", "is", "was", "why",
        "which", "last", "first", "latest", "biggest", "largest", "most", "total", "average", "avg", "list", "show",
        "all",
        "every", "whats", "whens",
    ]
    private static let nobody: Set<String> = [
        "she", "he", "they", "someone", "somebody", "it", "friend", "friends", "who", "everyone", "and", "back", "just",
        "dinner", "lunch", "work", "was", "were", "got", "been", "get", "i", "we", "ive", "has", "have", "charge",
        "purchase",
    ]

    init?(_ line: String) {
        let words = SpokenText.words(of: line)
        let text = words.joined(separator: " ")
        if PaidBackForm.searches.contains(where: { text.hasPrefix($0) }) {
            (isSearch, isGiven) = (true, false)
            return
        }
        guard !PaidBackForm.asking.contains(words.first ?? ""), !line.hasSuffix("?"), words.count <= 25,
            let act = PayingBack(words)
        else { return nil }
        isHalf = words.contains("half")
        isGiven = act.isGiven
        self.act = act.verb
        let before = act.verb > 0 ? words[act.verb - 1] : nil
        person = before.flatMap { word in
            PaidBackForm.nobody.contains(word) || word.contains(where: \.isNumber) ? nil : word
        }
        about = words.enumerated().filter { place, word in
            !act.words.contains(place) && !(person != nil && place == act.verb - 1) && word != "half"
        }.map(\.element).joined(separator: " ")
    }

    /// The place of the word that tells of it.
    private var act = 0

    /// Tells apart what it cost and what came back: `the $84 dinner: Ana paid me back 42`, `paid me back 42 for the $84 dinner`.
    mutating func read(_ line: String, home: Currency, _ context: UnderstandingContext) {
        let words = LineTimes(line, context).otherWords
        let spoken = SpokenLine(words.joined(separator: " "))
        let amounts = spoken.amounts(home: home).filter { $0.minorUnits > 0 }
        guard let first = amounts.first else { return }
        let verb = SpokenText.words(of: line)[act]
        let place = words.firstIndex { $0.contains(where: \.isNumber) } ?? 0
        let isBefore = words.firstIndex(of: verb).map { place < $0 } ?? false
        if amounts.count > 1 {
            (cost, back) = isBefore ? (first, amounts[1]) : (amounts[1], first)
        } else {
            // `for the 84 dinner` says what it cost, `paid me back 42` what came back.
            let lead = words[..<place].last { $0 != "$" } ?? ""
            if isBefore || ["the", "that", "my", "our", "of"].contains(lead) { cost = first } else { back = first }
        }
    }

    /// Whether an amount is the one that was said; without cents it stands for all of its cents.
    static func isSaid(_ said: Money?, _ units: Int64) -> Bool {
        guard let said else { return true }
        let major = said.currency.minorPerMajor
        return said.minorUnits % major == 0
            ? units >= said.minorUnits && units < said.minorUnits + major : units == said.minorUnits
    }
}

/// `paid me back 42`, `venmo'd me half`, `I was reimbursed`: the words of a line that tell of money coming back.
struct PayingBack {
    /// The place of the verb.
    let verb: Int
    /// The places of all words of it, amounts apart.
    let words: Set<Int>
    /// Whether it tells that money was given or sent, and not that any came back.
    let isGiven: Bool

    private static let wallets: Set<String> = [
        "venmoed", "venmod", "venmo", "zelled", "cashapped", "paypaled", "paypald", "reimbursed",
    ]
    private static let verbs: Set<String> = wallets.union([
        "paid", "pays", "paying", "gave", "sent", "covered", "returned",
    ])
    private static let paying: Set<String> = wallets.union(["paid", "pays", "paying"])
    private static let parts: Set<String> = ["half", "share", "part", "portion"]
    /// Occasions and other reasons to be given money, none of which is an expense.
    private static let gifts: Set<String> = [
        "birthday", "bday", "christmas", "xmas", "hanukkah", "chanukah", "eid", "diwali", "easter", "thanksgiving",
        "holiday", "holidays", "anniversary", "graduation", "graduating", "wedding", "valentines", "present", "gift",
        "gifts", "presents", "bonus", "tip", "allowance", "opening", "referral", "babysitting", "chores", "luck", "fun",
    ]
    private static let passive: Set<String> = ["was", "were", "got", "been", "get", "getting"]

    init?(_ words: [String]) {
        func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }
        for place in words.indices where PayingBack.verbs.contains(words[place]) {
            let subject = word(place - 1)
            let isPassive = PayingBack.passive.contains(subject)
            let isToMe = ["me", "us"].contains(word(place + 1))
            // `I paid Ana back` went the other way, and `should pay me back` has not been.
            if ["i", "we", "ive", "weve"].contains(subject), !isToMe { continue }
            var next = place + (isToMe ? 2 : 1)
            while word(next).contains(where: \.isNumber) || ["dollars", "bucks"].contains(word(next)) { next += 1 }
            // `sent back the shoes`, `sent half to savings`: neither says that it was money for oneself.
            let isPaid = isToMe || PayingBack.paying.contains(words[place])
            let isBack = word(next) == "back" && isPaid
            let isTheirs = ["her", "his", "their"].contains(word(next)) && PayingBack.parts.contains(word(next + 1))
            if isTheirs { next += 1 }
            let isPart = PayingBack.parts.contains(word(next)) && (isPaid || isTheirs || words[place] == "covered")
            let isReimbursed = words[place] == "reimbursed"
            // `gave me 100 for my birthday` tells of a gift, `gave me 20 for Luigi's` of an expense.
            let isSent = isToMe && (PayingBack.wallets.contains(words[place]) || word(next) == "for")
            let isGift = ["gave", "sent"].contains(words[place]) && !PayingBack.gifts.isDisjoint(with: words)
            if isGift, !isBack, !isPart { continue }
            guard isBack || isPart || isReimbursed || isSent, !isPassive || isReimbursed || isBack else { continue }
            verb = place
            isGiven = ["gave", "sent"].contains(words[place]) && !isBack && !isPart
            let last = isBack || isPart ? next : place + (isToMe ? 1 : 0)
            self.words = Set((place...last).filter { !word($0).contains(where: \.isNumber) })
            return
        }
        guard let place = words.indices.first(where: { word($0) == "chipped" && word($0 + 1) == "in" }) else {
            return nil
        }
        (verb, self.words, isGiven) = (place, [place, place + 1], false)
    }
}

/// `mom gave me 100 for my birthday`: told, and paid back for nothing.
enum GivenTalk {
    static func isOne(_ words: [String]) -> Bool {
        guard words.count <= 20, words.contains(where: { $0.contains(where: \.isNumber) }) else { return false }
        return words.indices.dropLast().contains { place in
            place > 0 && ["gave", "sent"].contains(words[place]) && ["me", "us"].contains(words[place + 1])
                && words.contains("for") && isSum(words.dropFirst(place + 2))
        }
    }

    /// Whether an amount is what was given, and no number of things: `gave me 3 photos`.
    private static func isSum(_ words: ArraySlice<String>) -> Bool {
        guard let number = words.first(where: { $0.contains(where: \.isNumber) }) else { return false }
        let next = words.drop { $0 != number }.dropFirst().first ?? ""
        return number.contains { "$€£".contains($0) }
            || ["", "for", "dollars", "bucks", "in", "cash", "as", "back", "yesterday", "today"].contains(next)
    }

    static let reply =
        "Money that reaches your bank shows up on its own, so there's nothing to add. If it was cash, say what it was: "
        + "“add income 100 from a gift”."
}

/// `Ana owes me 42 for dinner`, `I lent Ana 50`: told, and nothing that coach keeps.
enum OwedTalk {
    static func isOne(_ words: [String]) -> Bool {
        guard words.count <= 20 else { return false }
        let text = SpokenText(words)
        if words.contains("borrowed"), text.says("from me") || text.says("from us") { return true }
        let hasAmount = words.contains { $0.contains(where: \.isNumber) }
        // `venmoed Ana 20 for gas`
        if hasAmount, OwedTalk.sending.contains(words[0]) { return true }
        return words.indices.dropFirst().contains { place in
            let next = words.indices.contains(place + 1) ? words[place + 1] : ""
            let isMine = ["i", "we", "ive", "weve"].contains(words[place - 1])
            switch words[place] {
            case "owes": return ["me", "us"].contains(next)
            case "owe": return ["me", "us"].contains(next) || isMine && hasAmount
            case "lent", "loaned": return hasAmount
            case "borrowed": return isMine && hasAmount
            case "refunded": return ["me", "us"].contains(next) && hasAmount
            case let verb: return isMine && hasAmount && OwedTalk.sending.contains(verb)
            }
        }
    }

    /// Words of a question that such a line only leads up to, and of debts that have an account.
    static let otherwise: Set<String> = [
        "should", "can", "could", "afford", "buy", "worth", "want", "card", "loan", "mortgage", "taxes", "irs",
        "balance",
    ]

    /// Begin what is asked or ordered, and told by nobody: `show all I venmoed Ana in 2025`.
    static let asking: Set<String> = PaidBackForm.asking.union([
        "do", "where", "when", "everything", "sum", "find", "tell", "compare", "summarize", "search", "give", "add",
        "count",
        "remind", "biggest", "smallest", "any", "anything",
    ])

    /// Verbs with which money is moved to people.
    private static let sending: Set<String> = [
        "lent", "loaned", "borrowed", "venmoed", "venmod", "zelled", "cashapped", "paypaled", "paypald", "paypalled",
    ]

    static let reply =
        "I keep no list of who owes you what. Once it's been paid back, tell me, and it counts against the expense: "
        + "“the $84 dinner: Ana paid me back 42”."
}

extension Coach {
    /// How far back an expense is looked for, and how long after it money may come back.
    private static let daysBack = 120
    private static let daysLater = 45
    /// How long after it where nobody said that something came back.
    private static let daysSoon = 14
    private static let mostListed = 5

    mutating func paidBackTalk(_ line: String) throws -> Answer? {
        guard var form = PaidBackForm(line) else {
            let words = SpokenText.words(of: line)
            guard let first = words.first, !line.hasSuffix("?"), !OwedTalk.asking.contains(first),
                OwedTalk.otherwise.isDisjoint(with: words)
            else { return nil }
            if GivenTalk.isOne(words) { return everyday(line, GivenTalk.reply, intent: .help) }
            return OwedTalk.isOne(words) ? everyday(line, OwedTalk.reply, intent: .help) : nil
        }
        if form.isSearch { return try paybackSearch(line) }
        form.read(line, home: currency, context)
        form.isNamed = reader.named(in: form.about).contains { named in
            if case .merchants = named.what { true } else { false }
        }
        // What was given or sent for something is a reimbursement only where that something is an expense.
        if form.isGiven, form.cost == nil, !namesExpense(form.about) {
            return everyday(line, GivenTalk.reply, intent: .help)
        }
        let expenses = try expenses(of: form)
        guard !expenses.isEmpty else {
            let what = form.cost.map { " of \($0.text)" } ?? ""
            return everyday(
                line,
                "I don't see the expense\(what) in the last four months. Say what it was: "
                    + "“the $84 dinner: Ana paid me back 42”.")
        }
        let pairs = try paybacks(expenses, form)
        guard let first = pairs.first else {
            let paid = expenses[0]
            let amount = form.back.map { "no \($0.text)" } ?? "no money"
            if let back = form.back, expenses.count == 1, back.minorUnits > -paid.amount.minorUnits {
                return everyday(
                    line,
                    "I see \(said(paid)): \(back.text) is more than that, so it can't be repayment for that purchase "
                        + "alone.")
            }
            return everyday(
                line, "I see \(said(paid)), but \(amount) that came in after it. Once it's in your data, tell me again."
            )
        }
        // A word for many purchases may mean another one than that which fits.
        let isCertain = form.cost != nil || form.isNamed || expenses.count == 1
        return pairs.count == 1 && isCertain ? try link(first, line) : choose(among: pairs, line)
    }

    /// The number of the pair that is meant, after some were listed.
    mutating func paybackGoesOn(_ line: String, _ before: EverydayMemory) throws -> Answer? {
        guard !before.paybacks.isEmpty else { return nil }
        let words = SpokenLine(line).words
        if case .no? = YesOrNo(line) { return everyday(line, "Okay, I didn't change anything.") }
        if before.paybacks.count == 1, case .yes? = YesOrNo(line) { return try link(before.paybacks[0], line) }
        let places = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5]
        let said = words.filter { !["the", "number", "one", "link", "please", "yes"].contains($0) }
        guard said.count == 1, let place = Int(said[0]) ?? places[said[0]], before.paybacks.indices.contains(place - 1)
        else { return nil }
        return try link(before.paybacks[place - 1], line)
    }

    // MARK: What is meant

    /// Whether words name a shop or something that is paid for; a day alone is neither.
    private func namesExpense(_ text: String) -> Bool {
        if SpokenText.words(of: text).contains(where: { ["it", "that", "this"].contains($0) }) { return true }
        return reader.named(in: text).contains { named in
            switch named.what {
            case .categories(let ids): ids.contains { index.taxonomy[$0]?.flow == .out }
            case .merchants: true
            default: false
            }
        }
    }

    private func expenses(of form: PaidBackForm) throws -> [Transaction] {
        var (categories, merchants): ([RowFilter], [RowFilter]) = ([], [])
        var days = Period(asOf.adding(days: -Coach.daysBack), asOf)
        for named in reader.named(in: form.about) {
            switch named.what {
            case .categories(let ids) where ids.contains { index.taxonomy[$0]?.flow == .out }:
                categories.append(.or(ids.map(RowFilter.category)))
            case .merchants(let names): merchants += names.map(RowFilter.merchant)
            case .days(let period): days = period
            default: break
            }
        }
        // Of several shops one is who paid it back: `the Venmo cashout was Ana paying me back for IKEA`.
        let filters = merchants.isEmpty ? categories : [RowFilter.or(merchants)]
        let isPointed = filters.isEmpty && form.cost == nil
        if isPointed, let rows = talk.last?.evidence?.transactions, rows.count == 1 { return rows }
        let filter = RowFilter.all(filters)
        let all = try rows(Selection(.purchases, filter, .periods([days])), limit: 2_000)
        let fitting = all.filter {
            $0.amount.currency == currency && PaidBackForm.isSaid(form.cost, -$0.amount.minorUnits)
                && !["rent", "mortgage", "cash"].contains($0.category)
        }
        // A word for it may be another than the category's: the amount tells.
        if fitting.isEmpty, form.cost != nil, !filters.isEmpty {
            return try rows(Selection(.purchases, .all, .periods([days])), limit: 2_000).filter {
                $0.amount.currency == currency && PaidBackForm.isSaid(form.cost, -$0.amount.minorUnits)
            }
        }
        return fitting
    }

    private func paybacks(_ expenses: [Transaction], _ form: PaidBackForm) throws -> [Payback] {
        guard let first = expenses.map(\.date).min() else { return [] }
        let money = try moneyBack(from: first, form.person)
        var pairs: [Payback] = []
        for paid in expenses {
            let cost = -paid.amount.minorUnits
            let fitting = money.filter { back in
                let amount = back.amount.minorUnits
                guard back.amount.currency == paid.amount.currency, amount <= cost,
                    (-1...Coach.daysLater).contains(back.date.days(since: paid.date))
                else { return false }
                if form.back != nil { return PaidBackForm.isSaid(form.back, amount) }
                return form.isHalf ? abs(2 * amount - cost) <= 1 : amount == cost || abs(2 * amount - cost) <= 1
            }
            // Of several the one that came first is its own.
            pairs += fitting.prefix(form.cost == nil ? 1 : fitting.count).map { Payback(expense: paid, back: $0) }
        }
        return Array(pairs.prefix(Coach.mostListed))
    }

    /// - Parameter person: who sent it; where a row names them, only theirs count.
    private func moneyBack(from day: CivilDate, _ person: String?) throws -> [Transaction] {
        let all = try index.moneyBack(from: day.adding(days: -1), through: asOf)
        guard let person else { return all }
        let theirs = all.filter { SpokenText.words(of: $0.merchant + " " + $0.rawDescription).contains(person) }
        // A wallet's payout names nobody.
        return theirs.isEmpty ? all.filter { $0.category == "reimbursement" } : theirs
    }

    /// Money from people that is as much as an expense of the days before, or half of it.
    private mutating func paybackSearch(_ line: String) throws -> Answer {
        let start = asOf.adding(days: -Coach.daysBack)
        let expenses = try rows(Selection(.purchases, .all, .periods([Period(start, asOf)])), limit: 5_000).filter {
            $0.amount.currency == currency && -$0.amount.minorUnits >= 10 * currency.minorPerMajor
                && !["people", "cash", "checks", "rent", "mortgage"].contains($0.category)
        }
        let money = try index.moneyBack(from: start, through: asOf).filter { $0.category == "reimbursement" }
        let pairs = money.compactMap { back -> Payback? in
            let amount = back.amount.minorUnits
            let paid = expenses.first { paid in
                let cost = -paid.amount.minorUnits
                return (0...Coach.daysSoon).contains(back.date.days(since: paid.date))
                    && (amount == cost || abs(2 * amount - cost) <= 1)
            }
            return paid.map { Payback(expense: $0, back: back) }
        }
        guard !pairs.isEmpty else {
            return everyday(
                line,
                "I found no money that came back for an expense in the last four months: nothing from people is as much "
                    + "as an expense of the two weeks before, or half of it.")
        }
        return choose(among: Array(pairs.suffix(Coach.mostListed)), line)
    }

    // MARK: Doing it

    private mutating func choose(among pairs: [Payback], _ line: String) -> Answer {
        talk.everyday.paybacks = pairs
        let lines = pairs.enumerated().map { place, pair in
            "\(place + 1). \(pair.back.amount.text) from \(pair.back.merchant), \(pair.back.date.text(near: asOf)), for "
                + said(pair.expense)
        }
        let question =
            pairs.count == 1
            ? "Does this belong together? Say “yes” or “no”." : "Which belongs together? Say its number, or “none”."
        return everyday(line, question + " " + lines.joined(separator: "; ") + ".")
    }

    private mutating func link(_ pair: Payback, _ line: String) throws -> Answer {
        do {
            _ = try index.repay(pair.expense.id, by: pair.back.id)
        } catch let error as SplitError {
            return everyday(line, error.message.prefix(1).uppercased() + error.message.dropFirst() + ".")
        }
        try renewNames()
        let rest = -pair.expense.amount.minorUnits - pair.back.amount.minorUnits
        let left = rest > 0 ? "; that leaves \(Money(rest, currency).text) of your own" : ""
        return everyday(
            line,
            "Done: \(pair.back.amount.text) from \(pair.back.merchant) (\(pair.back.date.text(near: asOf))) now counts "
                + "against \(said(pair.expense))\(left).\(undoHint)")
    }

    /// `$84.00 at Luigi's on June 3`.
    private func said(_ row: Transaction) -> String {
        "\(row.amount.magnitude.text) at \(row.merchant) on \(row.date.text(near: asOf))"
    }
}
