import Ledger

/// Forms of words that say which intent a question has where its words are seen in many others. Which rows are asked for,
/// and what of them, is for the grammar to tell.
extension QuestionReading {
    /// - Returns: nil to stay with the guess.
    func saidIntent(_ guess: Intent, asOf: CivilDate) -> Intent? {
        if units.count == 1, units[0].slot == .account, unknownAccount == nil, guess == .outOfScope { return .balance }
        // What is spent on it, where a category is all that is said.
        if units.count == 1, units[0].slot == .category, guess == .recurring { return .spending }
        if guess == .outOfScope, countsOwnAccounts { return .balance }
        if FollowUp.ofRows.contains(guess) || guess == .outOfScope, namesBills(dueAfter: asOf) { return .recurring }
        if asksWhatHappened, guess != .unusual { return times[0].period.days > 7 ? .summary : .transactions }
        if asksLeftOfPay, [.income, .spending, .balance, .outOfScope].contains(guess) { return .forecast }
        if [.balance, .spending, .cashFlow, .income, .outOfScope].contains(guess), asksWhatLasts { return .forecast }
        if guess == .edit, !amounts.isEmpty, !names.isEmpty, names.allSatisfy(\.isExcluded), !times.isEmpty {
            return .transactions
        }
        if namesCharge, guess != .edit || categories().isEmpty { return .transactions }
        if ![.purchase, .budget, .edit].contains(guess), asksForNewPlaces || asksForTwice { return .unusual }
        if asksOfOutside || wantsReminder { return .outOfScope }
        if guess == .balance, leavesOutAccount { return .spending }
        return nil
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

    /// `did they charge us twice`: whether, and not in which months or how often.
    private var asksForTwice: Bool {
        let asksWhether = ["did", "was", "were", "have", "has", "am", "are", "is"]
        guard let first = keys.first, asksWhether.contains(first), !keys.contains("times") else { return false }
        return keys.indices.dropFirst(2).contains { place in
            keys[place] == "twice"
                && keys[max(0, place - 2)..<place].contains { $0.hasPrefix("charg") || $0.hasPrefix("bill") }
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

    /// `bills before the 15th`: what is due in days to come.
    private func namesBills(dueAfter asOf: CivilDate) -> Bool {
        keys.contains { $0 == "bill" || $0 == "bills" } && amounts.isEmpty && times.count == 1
            && times[0].whole.start >= asOf && times[0].whole.end > asOf
    }

    /// `what happened on october 9`: the rows of some days, or what there is to tell of more.
    private var asksWhatHappened: Bool {
        let words = keys.indices.filter { place in
            tokens[place].form != .sign && !times.contains { $0.tokens.contains(place) }
        }.map { keys[$0] }
        return words.starts(with: ["what", "happened"]) && times.count == 1 && names.isEmpty && units.count <= 3
    }

    /// `what's left of my paycheck`.
    private var asksLeftOfPay: Bool {
        guard let left = keys.firstIndex(of: "left"), left + 1 < keys.count, ["of", "from"].contains(keys[left + 1]),
            times.isEmpty, merchants().isEmpty
        else { return false }
        return keys[(left + 2)...].contains { ["paycheck", "paycheque", "pay", "salary", "wages"].contains($0) }
    }

    private static let besideCounts: Set<String> = [
        "how", "many", "do", "i", "we", "have", "are", "there", "in", "my", "our", "all", "total", "bank", "data", "of",
        "got", "connected", "here", "accounts", "cards", "account",
    ]

    /// `how many accounts do I have`.
    private var countsOwnAccounts: Bool {
        let words = tokens.indices.filter { tokens[$0].form != .sign }.map { keys[$0] }
        return words.starts(with: ["how", "many"]) && words.allSatisfy(QuestionReading.besideCounts.contains)
            && words.contains { ["accounts", "cards", "account"].contains($0) }
    }

    /// `do I`, `my`.
    var asksOfOwn: Bool { keys.contains(where: ["i", "we", "my", "our", "me", "us", "ive", "weve"].contains) }

    /// Whether it asks for parts: by month, by shop.
    var asksForGroups: Bool { readings.contains { $0.hasPrefix("group.") } }
}
