import Ledger

/// Forms of words that say which intent a question has where its words are seen in many others.
extension QuestionReading {
    /// - Parameter certainty: how sure the guess is, 0…1.
    /// - Returns: nil to stay with the guess.
    func saidIntent(_ guess: Intent, certainty: Double) -> Intent? {
        if paid != nil { return .recurring }
        if guess == .outOfScope && asksHowMuchIn || [.balance, .spending].contains(guess) && asksHowMuchOn {
            return .spending
        }
        if let told = asksWhatHappened(guess) ?? saidOfSum(guess) { return told }
        if guess == .outOfScope, let own = ownMoney { return own }
        if asksLeftOfPay, [.income, .spending, .balance, .outOfScope].contains(guess) { return .forecast }
        if guess == .edit, !amounts.isEmpty, !names.isEmpty, names.allSatisfy(\.isExcluded), !times.isEmpty {
            return .transactions
        }
        if asksWhoWasSent, [.outOfScope, .transactions, .spending].contains(guess) { return .spending }
        if guess == .outOfScope, asksRateOfDays || ranksRows { return ranksRows ? .transactions : .spending }
        if saysInTheRed,
            [.cashFlow, .spending, .balance, .outOfScope, .transactions, .income, .forecast].contains(guess)
        {
            return .cashFlow
        }
        if asksLeftAfter, [.cashFlow, .forecast, .spending, .balance].contains(guess) { return .cashFlow }
        if saysNetOfRefunds, [.edit, .outOfScope, .cashFlow].contains(guess), namesOutflow { return .spending }
        if [.spending, .transactions, .outOfScope].contains(guess), givesBack { return .income }
        if [.income, .transactions, .outOfScope].contains(guess), getsBack { return .spending }
        if [.balance, .spending, .cashFlow, .income, .outOfScope].contains(guess), asksWhatLasts { return .forecast }
        if namesOutflow, asksIfStillCharged || asksIfStillCosts { return .recurring }
        if namesCharge, guess != .edit || categories().isEmpty { return .transactions }
        if ![.purchase, .budget, .edit].contains(guess), asksForNewPlaces { return .unusual }
        if asksOfOutside || wantsReminder { return .outOfScope }
        if guess == .balance, leavesOutAccount { return .spending }
        guard ![.budget, .purchase, .edit, .summary].contains(guess) else { return nil }
        if guess == .outOfScope, countsIdleDays || comparesTimes { return .spending }
        if guess == .outOfScope, asksForPriceRises { return .recurring }
        if guess == .spending, showsMerchant { return .transactions }
        if certainty < 0.9, namesOutflow, asksForRegularCost || asksWhetherItRose { return .spending }
        if [.spending, .recurring].contains(guess), certainty < 0.9, namesOutflow, asksWhatItWas { return .spending }
        return nil
    }

    /// `am I in the red this month`: whether more went out than came in.
    private var saysInTheRed: Bool {
        !times.isEmpty && names.isEmpty && amounts.isEmpty
            && !keys.contains { ["account", "balance", "card"].contains($0) }
            && keys.indices.dropLast(2).contains { place in
                keys[place] == "in" && keys[place + 1] == "the" && UnknownNameReader.colors.contains(keys[place + 2])
            }
    }

    /// `any new restaurants this month`, `which new coffee shops`: places that were not paid before.
    private var asksForNewPlaces: Bool {
        merchants().isEmpty && amounts.isEmpty
            && keys.indices.dropFirst().contains { place in
                keys[place] == "new" && ["any", "what", "which"].contains(keys[place - 1])
                    && !names.contains { $0.tokens.contains(place) }
                    && keys[(place + 1)...].prefix(3).contains(where: PlaceNouns.all.contains)
            }
    }

    /// `best restaurants near me`, `find me a hotel in dallas`: what the world has to offer.
    private var asksOfOutside: Bool {
        let isNear = keys.indices.dropLast().contains { place in
            keys[place] == "near" && ["me", "us", "here", "by"].contains(keys[place + 1])
        }
        let isSought = keys.count > 3 && keys[0] == "find" && keys[1] == "me" && ["a", "an", "some"].contains(keys[2])
        // `the price of gas in california right now`
        let isMarket =
            !unknown.isEmpty
            && keys.indices.dropLast().contains { place in
                ["price", "prices"].contains(keys[place]) && keys[place + 1] == "of"
            }
        guard isNear || isMarket || isSought && merchants().isEmpty && !categories().isEmpty, amounts.isEmpty else {
            return false
        }
        return !units.contains { unit in
            ["@spend", "@txn", "@rows", "@buy", "@charged", "@cost", "@pay", "@bill", "@howmuch"].contains(
                where: unit.labels.contains)
        }
    }

    /// `remind me to call grandma on sunday`, `set a reminder`; what `remind me about` names is told.
    private var wantsReminder: Bool {
        keys.starts(with: ["remind", "me", "to"])
            || ["set", "create", "make", "add"].contains(keys.first) && keys.prefix(3).last == "reminder"
    }

    /// `how much not on the travel card in september`: of days, without a word of what is in an account.
    private var leavesOutAccount: Bool {
        !times.isEmpty && !keys.contains { ["balance", "balances", "have", "left", "worth", "owe"].contains($0) }
            && names.contains { if case .account = $0.kind { $0.isExcluded } else { false } }
    }

    /// `bills before the 15th`, `bills till payday`: what is due in days to come.
    func asksWhatFallsDue(_ guess: Intent, asOf: CivilDate) -> Bool {
        [.spending, .transactions, .outOfScope, .recurring, .forecast].contains(guess)
            && keys.contains { $0 == "bill" || $0 == "bills" }
            && amounts.isEmpty && times.count == 1 && times[0].whole.start >= asOf && times[0].whole.end > asOf
            && !readings.contains { $0.hasPrefix("compare.") || $0.hasPrefix("measure.") }
    }

    private var namesOutflow: Bool {
        !merchants().isEmpty || categories().contains { Taxonomy.builtIn[$0]?.flow == .out }
    }

    /// Words of days, amounts and limits make it another question.
    private var isOfOneName: Bool {
        merchants().count + categories().count == 1 && times.isEmpty && amounts.isEmpty && unknown.isEmpty
    }

    /// `how much was left after rent in October`: income without what was paid for it, in days that have begun.
    var asksLeftAfter: Bool {
        guard let after = keys.firstIndex(of: "after"), after > 0,
            keys[..<after].contains(where: ["left", "remaining", "leftover", "remained"].contains),
            !times.isEmpty, times.allSatisfy({ $0.tokens.lowerBound > after && !$0.isOpenStart })
        else { return false }
        return names.contains { $0.tokens.lowerBound > after && !$0.isExcluded }
    }

    /// `how much did jo pay me back`: somebody who is named sends money here.
    private var givesBack: Bool {
        let verbs = [
            "pay", "paid", "send", "sent", "give", "gave", "venmo", "venmoed", "zelle", "zelled", "repay",
        ]
        return keys.indices.dropLast().contains { place in
            verbs.contains(keys[place]) && ["me", "us"].contains(keys[place + 1])
                && names.contains { name in
                    if case .category = name.kind { return false }
                    return name.tokens.upperBound == place
                }
        }
    }

    /// `how much did I get back from amazon`: refunds of a place that money is spent at.
    private var getsBack: Bool {
        let asksSum = keys.starts(with: ["how", "much"])
        return asksSum && has("kind.refund") && namesOutflow && keys.contains("back")
            && keys.contains { ["get", "got", "gotten", "receive", "received"].contains($0) }
    }

    /// `what do I have until payday`: what is there to live on, of days to come.
    private var asksWhatLasts: Bool {
        guard let bound = keys.firstIndex(where: ["until", "till", "til", "before"].contains), names.isEmpty,
            amounts.isEmpty
        else { return false }
        let pay = ["payday", "paycheck", "paid", "pay", "salary", "wages"]
        return keys[bound...].contains(where: pay.contains)
            && (keys[..<bound].contains { ["have", "left", "got"].contains($0) } || keys[..<bound] == ["how", "much"])
            && !keys.contains {
                ["did", "spent", "earn", "earned", "bills", "account", "accounts", "balance"].contains($0)
            }
    }

    /// `is netflix still charging me`.
    private var asksIfStillCharged: Bool {
        guard let still = keys.firstIndex(of: "still"), times.isEmpty else { return false }
        return keys[still...].contains(where: ["charging", "billing", "charge", "bill", "taking", "debiting"].contains)
            && !keys.contains("why") && !has("status.pending")
    }

    /// `is spotify still 16.99`.
    private var asksIfStillCosts: Bool {
        ["is", "are"].contains(keys[0]) && keys.contains("still") && times.isEmpty && amounts.count == 1
            && merchants().count == 1 && units.count <= 6
    }

    /// `how much in dallas`: of a place that nothing knows.
    private var asksHowMuchIn: Bool {
        keys.starts(with: ["how", "much"]) && keys.count > 3 && ["in", "at"].contains(keys[2]) && freeText != nil
            && names.contains { $0.tokens.lowerBound == 3 } && units.count <= 4
    }

    /// `how much on the travel card in september`: of days, what went onto an account.
    private var asksHowMuchOn: Bool {
        keys.starts(with: ["how", "much", "on"]) && times.contains { $0.period.days > 1 } && amounts.isEmpty
            && names.contains { if case .account = $0.kind { true } else { false } }
    }

    /// `what happened on october 9`: the rows of some days, or what there is to tell of more.
    private func asksWhatHappened(_ guess: Intent) -> Intent? {
        let words = keys.indices.filter { place in
            tokens[place].form != .sign && !times.contains { $0.tokens.contains(place) }
        }.map { keys[$0] }
        guard guess != .unusual, words.starts(with: ["what", "happened"]), times.count == 1,
            names.isEmpty,
            units.count <= 3
        else { return nil }
        return times[0].period.days > 7 ? .summary : .transactions
    }

    /// `what's left of my paycheck`.
    private var asksLeftOfPay: Bool {
        guard let left = keys.firstIndex(of: "left"), left + 1 < keys.count, ["of", "from"].contains(keys[left + 1]),
            times.isEmpty, merchants().isEmpty
        else { return false }
        return keys[(left + 2)...].contains { ["paycheck", "paycheque", "pay", "salary", "wages"].contains($0) }
    }

    /// `who did I zelle`, `who have I venmoed`: whom money went to.
    private var asksWhoWasSent: Bool {
        ["who", "whom"].contains(keys[0]) && has("who.paid")
    }

    /// `how much a day in august`: a rate of days or of something named, and nothing else.
    private var asksRateOfDays: Bool {
        guard keys.starts(with: ["how", "much"]), keys.count > 4, ["a", "per", "each", "every"].contains(keys[2]),
            ["day", "week", "month", "year"].contains(keys[3])
        else { return false }
        return unknown.isEmpty && (!times.isEmpty || namesOutflow) && units.count <= 6
    }

    /// `biggest 5 this year`: of rows, of which alone a number is the largest.
    var ranksRows: Bool {
        limit != nil && (has("order.largest") || has("measure.largest") || has("order.smallest")) && names.isEmpty
            && unknown.isEmpty && !times.isEmpty && units.count <= 5 && !asksForGroups
            && QuestionReading.rowNouns.isDisjoint(with: keys)
    }

    /// `days I spent nothing in October`.
    private var countsIdleDays: Bool {
        has("measure.count") && keys.contains("days")
            && keys.contains(where: ["spend", "spent", "bought", "buy", "spending"].contains)
    }

    /// `which was pricier july or june`.
    private var comparesTimes: Bool {
        let words = [
            "pricier", "dearer", "costlier", "cheaper", "expensive", "higher", "lower", "worse", "better", "more",
            "less",
        ]
        return times.count == 2 && unknown.isEmpty
            && keys.first.map { ["which", "was", "what", "were"].contains($0) } == true
            && keys.contains(where: words.contains) && units.count <= 8
    }

    /// `any price hikes`: of what is paid again and again.
    private var asksForPriceRises: Bool {
        let rises = ["hike", "hikes", "increase", "increases", "rise", "rises", "raises", "bumps"]
        return keys.indices.dropLast().contains { place in
            ["price", "prices"].contains(keys[place]) && rises.contains(keys[place + 1])
        } && units.count <= 6
    }

    /// `show me hyatt`: its rows.
    private var showsMerchant: Bool {
        keys.first.map { ["show", "list", "find"].contains($0) } == true && merchants().count == 1
            && categories().isEmpty && keys.count <= 5
            && !keys.contains(where: ["spending", "spend", "total"].contains)
            && !readings.contains { $0.hasPrefix("measure.") || $0.hasPrefix("group.") || $0.hasPrefix("compare.") }
    }

    /// `how much a year is netflix`: what one thing takes in a year or a month.
    private var asksForRegularCost: Bool {
        guard isOfOneName, keys.starts(with: ["how", "much"]) || keys.first.map(["what", "whats"].contains) == true
        else {
            return false
        }
        let isRegular = keys.indices.dropFirst().contains { place in
            ["year", "month"].contains(keys[place]) && ["a", "per", "each", "every"].contains(keys[place - 1])
                || ["yearly", "annually"].contains(keys[place])
        }
        return isRegular && keys.contains { ["is", "are", "does", "cost", "costs"].contains($0) }
    }

    /// `has rent gone up`, `did groceries go up`: of one thing, and nothing it is held against.
    private var asksWhetherItRose: Bool {
        let isOfOne = merchants().count + categories().count == 1 && amounts.isEmpty && unknown.isEmpty
        guard isOfOne, times.count < 2, keys.count <= 10,
            keys.first.map(["has", "have", "did", "is", "are", "does"].contains) == true
        else { return false }
        let moves = ["go", "gone", "going", "went", "goes", "been", "is", "are"]
        return keys.indices.dropFirst(2).contains { place in
            ["up", "down"].contains(keys[place]) && moves.contains(keys[place - 1])
                || ["increased", "increase", "increasing", "risen", "rise", "rising", "dropped", "fallen"].contains(
                    keys[place])
        } || keys.last.map { ["up", "down"].contains($0) } == true && ["is", "are"].contains(keys[0])
    }

    /// `how much were utilities last winter`: a sum of days gone by.
    private var asksWhatItWas: Bool {
        let isPast =
            keys.starts(with: ["how", "much"]) && keys.dropFirst(2).first.map(["was", "were"].contains) == true
        return (isPast || keys.contains("paid") && keys.contains("total"))
            && times.contains { !$0.isComparison && !$0.isWeekdaysOnly }
    }
}
