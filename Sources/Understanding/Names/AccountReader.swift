import Ledger

/// Finds accounts by name, bank, kind or the last digits: `amex`, `the sapphire card`, `my checking`,
/// `card ending in 4821`, `credit cards`.
struct AccountReader {
    private let keys: [String]
    private let taken: [Bool]
    private let names: AccountNames
    private let isMerchant: (String) -> Bool
    private let isCommon: (String) -> Bool

    init(
        keys: [String], taken: [Bool], accounts: AccountNames, isMerchant: @escaping (String) -> Bool,
        isCommon: @escaping (String) -> Bool
    ) {
        self.keys = keys
        self.taken = taken
        names = accounts
        self.isMerchant = isMerchant
        self.isCommon = isCommon
    }

    static let nouns: Set<String> = [
        "card", "cards", "account", "accounts", "acct", "accts", "acc", "accnt", "checking", "chequing", "savings",
        "saving", "visa", "mastercard", "credit", "debit", "bank",
    ]

    private static let types: [(phrase: [String], type: AccountType)] = [
        (["credit", "card"], .creditCard), (["credit", "cards"], .creditCard), (["cc"], .creditCard),
        (["charge", "card"], .creditCard), (["cards"], .creditCard), (["debit", "card"], .checking),
        (["debit"], .checking),
        (["checking"], .checking), (["chequing"], .checking), (["current", "account"], .checking),
        (["current", "accounts"], .checking), (["savings"], .savings), (["saving"], .savings),
        (["money", "market"], .savings), (["brokerage"], .investment), (["investment", "account"], .investment),
        (["investment", "accounts"], .investment), (["401k"], .retirement), (["ira"], .retirement),
        (["retirement", "account"], .retirement),
    ]

    /// Other words for a bank or card brand.
    private static let aliases: [[String]: String] = [
        ["amex"]: "americanexpress", ["american", "express"]: "amex", ["boa"]: "bankofamerica",
        ["bofa"]: "bankofamerica", ["b", "of", "a"]: "bankofamerica", ["bank", "of", "america"]: "bofa",
        ["cap", "one"]: "capitalone", ["citi"]: "citibank", ["citibank"]: "citi", ["wells"]: "wellsfargo",
        ["mc"]: "mastercard", ["disco"]: "discover",
    ]

    private static let brands: Set<String> = [
        "visa", "mastercard", "amex", "americanexpress", "discover", "mc", "citicard", "citi",
    ]

    /// Those that issue cards under the names of others.
    static let issuers: Set<String> = brands.union(aliases.values).union(GrammarWords.builtIn[.issuer])

    func matches() -> [NameMatch] {
        var found: [NameMatch] = []
        var index = 0
        while index < keys.count {
            guard let match = match(at: index) else {
                index += 1
                continue
            }
            found.append(match)
            index = match.tokens.upperBound
        }
        return found
    }

    private func match(at start: Int) -> NameMatch? {
        guard !taken[start], !FunctionWords.all.contains(keys[start]) else { return nil }
        return named(at: start) ?? owned(at: start) ?? ending(at: start) ?? typed(at: start) ?? unknown(at: start)
    }

    private func free(_ range: Range<Int>) -> Bool {
        range.upperBound <= keys.count && !range.contains { taken[$0] }
    }

    /// An account whose name, bank or a telling word of them is written here.
    private func named(at start: Int) -> NameMatch? {
        for length in stride(from: 5, through: 1, by: -1) {
            let range = start..<start + length
            guard free(range) else { continue }
            let key = keys[range].joined()
            guard key.utf8.count >= 2 else { continue }
            let alias = AccountReader.aliases[Array(keys[range])]
            var places = Set(names.called[key] ?? []).union(alias.flatMap { names.called[$0] } ?? [])
            if places.isEmpty { places = Set(names.issued(by: key) + (alias.map(names.issued) ?? [])) }
            guard !places.isEmpty, !AccountReader.isPaid(keys, before: start) || !names.holders.contains(key) else {
                continue
            }
            let called = places.sorted().map { names.withCards[$0] }
            let end = endOfNouns(after: range.upperBound)
            let exact = called.filter { NameKey.key(of: $0.name) == key }
            let isOrdinary =
                isMerchant(key) || isCommon(key) && !AccountReader.brands.contains(key)
            // `in cash` is a way to pay, also where an account for it is called so.
            let isWayToPay = exact.contains { $0.type == .cash } && isCommon(key)
            if end == range.upperBound, exact.isEmpty && isOrdinary || isWayToPay, !hasNounBefore(start) { continue }
            // The whole name of one account is that one alone, beside another that has the word in its name.
            let hits = exact.isEmpty || end > range.upperBound && !isWayToPay ? called : exact
            let all = Array(keys[start..<end])
            return NameMatch(kind: .account(narrowed(hits, by: all).map(\.name)), tokens: start..<end)
        }
        return nil
    }

    /// `ben's checking`: the accounts of that kind with a name in theirs that is said as whose they are.
    private func owned(at start: Int) -> NameMatch? {
        guard keys[start].hasSuffix("s"), let places = names.called[String(keys[start].dropLast())], !places.isEmpty,
            !names.holders.contains(String(keys[start].dropLast())) || !AccountReader.isPaid(keys, before: start)
        else { return nil }
        // `ben's chase`: another word of the same account's name.
        let next = start + 1
        if free(next..<next + 1), let others = names.called[keys[next]], !Set(others).isDisjoint(with: places) {
            let both = Set(others).intersection(places).sorted().map { names.withCards[$0].name }
            return NameMatch(kind: .account(both), tokens: start..<endOfNouns(after: next + 1))
        }
        let end = endOfNouns(after: start + 1)
        guard end > start + 1 || names.holders.contains(String(keys[start].dropLast())) else { return nil }
        let hits = Set(places).sorted().map { names.withCards[$0] }
        return NameMatch(
            kind: .account(narrowed(hits, by: Array(keys[start + 1..<end])).map(\.name)), tokens: start..<end)
    }

    /// `zelle dana`, `what did we send to dana`, `dana's paychecks`, `how much did dana bring in`: money goes to the person or
    /// comes from them, by no card.
    static func isPaid(_ keys: [String], before start: Int) -> Bool {
        !GrammarWords.builtIn[.givingTo].isDisjoint(with: keys[..<start].suffix(2))
            || !GrammarWords.builtIn[.pay].isDisjoint(with: keys)
            || !GrammarWords.builtIn[.earning].isDisjoint(with: keys)
            || start + 1 < keys.count && ["make", "makes", "made"].contains(keys[start + 1])
                && GrammarWords.builtIn[.purchase].isDisjoint(with: keys)
    }

    /// The keys that call an account: its name and its bank, whole, without `card` and `account`, and every telling
    /// word of them.
    static func names(of account: Account) -> Set<String> {
        var names: Set<String> = []
        for name in [account.name, account.institution ?? ""] {
            let words = Lexicon.keys(of: name)
            let telling = words.filter { !AccountReader.nouns.contains($0) && $0.utf8.count >= 3 }
            // `oil` is no Oil Fund, and `td` is TD Checking.
            let isFund = words.count == 2 && words[1] == "fund" && Lexicon.builtIn.knows(words[0])
            names.formUnion(isFund ? telling.filter { $0 != words[0] } : telling)
            if let first = words.first, words.count > 1, first.utf8.count == 2, first.allSatisfy(\.isLetter),
                !FunctionWords.all.contains(first)
            {
                names.insert(first)
            }
            names.formUnion(words.filter(AccountReader.brands.contains))
            names.insert(words.joined())
            names.insert(telling.joined())
            // `capital one` of Capital One Quicksilver
            for count in 2..<max(2, telling.count) { names.insert(telling.prefix(count).joined()) }
        }
        names.remove("")
        return names
    }

    /// The keys that call one of several cards: its digits, and words of its account with them. Digits that may be a year need a
    /// word.
    static func names(ofCard card: Account) -> Set<String> {
        guard let mask = card.mask else { return [] }
        let words = Lexicon.keys(of: card.name).filter { $0 != mask }
        let telling = words.filter { !nouns.contains($0) && $0.utf8.count >= 3 }
        let names = telling + [words.joined(), telling.joined(), "card", "ending", "endingin", "cardending", "number"]
        let isYear = mask.utf8.count == 4 && (mask.hasPrefix("19") || mask.hasPrefix("20"))
        return Set(names.filter { !$0.isEmpty }.map { $0 + mask } + (isYear ? [] : [mask]))
    }

    /// The keys that call a person who holds a card: the first name, and all of them.
    static func names(ofHolder holder: String) -> Set<String> {
        let words = Lexicon.keys(of: holder)
        return Set([words.first, words.joined()].compactMap { $0 }.filter { $0.utf8.count > 1 })
    }

    /// `card ending in 4821`, `the 4821 card`.
    private func ending(at start: Int) -> NameMatch? {
        var index = start
        if ["card", "account", "acct"].contains(keys[index]) { index += 1 }
        while index < keys.count, index < start + 4, ["ending", "ends", "in", "with", "number"].contains(keys[index]) {
            index += 1
        }
        guard index < keys.count, keys[index].utf8.count >= 3, Int(keys[index]) != nil else { return nil }
        let hits = names.withCards.filter { $0.mask == keys[index] }
        guard !hits.isEmpty else { return nil }
        return NameMatch(kind: .account(hits.map(\.name)), tokens: start..<endOfNouns(after: index + 1))
    }

    /// All accounts of a kind that is named: `my credit cards`, `savings account`.
    private func typed(at start: Int) -> NameMatch? {
        for (phrase, type) in AccountReader.types {
            let range = start..<start + phrase.count
            guard free(range), keys[range] == phrase[...] else { continue }
            if phrase == ["cards"], !isBesideAccount(start) { return nil }
            let end = endOfNouns(after: range.upperBound)
            if phrase == ["savings"] || phrase == ["saving"] {
                guard end > range.upperBound || isAccountPlace(start, next: end) else { return nil }
            }
            let hits = names.all.filter { $0.type == type }
            let words = keys[start..<end].joined(separator: " ")
            if hits.isEmpty { return NameMatch(kind: .unknownAccount(words), tokens: start..<end) }
            return NameMatch(kind: .account(hits.map(\.name)), tokens: start..<end)
        }
        return nil
    }

    /// `cards vs checking`: all of them, where another account is named across from them.
    private func isBesideAccount(_ index: Int) -> Bool {
        let joints = ["vs", "versus", "or", "and", "than", "against", "with", "to"]
        func isJoint(_ place: Int) -> Bool { keys.indices.contains(place) && joints.contains(keys[place]) }
        return (isJoint(index + 1) || isJoint(index - 1) || isJoint(index - 2))
            && !Set(["checking", "chequing", "savings", "debit", "current"]).isDisjoint(with: keys)
    }

    /// A card brand that no account bears.
    private func unknown(at start: Int) -> NameMatch? {
        guard AccountReader.brands.contains(keys[start]) else { return nil }
        let end = endOfNouns(after: start + 1)
        return NameMatch(kind: .unknownAccount(keys[start]), tokens: start..<end)
    }

    private func endOfNouns(after index: Int) -> Int {
        var end = index
        while end < keys.count, !taken[end], AccountReader.nouns.contains(keys[end]) { end += 1 }
        return end
    }

    private func hasNounBefore(_ index: Int) -> Bool { index > 0 && AccountReader.nouns.contains(keys[index - 1]) }

    /// `savings` alone is an account only where one stands: `in savings`, `my savings balance`.
    private func isAccountPlace(_ index: Int, next: Int) -> Bool {
        if next < keys.count, ["balance", "balances"].contains(keys[next]) { return true }
        var before = index - 1
        while before >= 0, FunctionWords.determiners.contains(keys[before]) { before -= 1 }
        // `balance of savings`
        if before > 0, keys[before] == "of" { before -= 1 }
        if before >= 0, ["in", "from", "to", "into", "on", "have", "balance"].contains(keys[before]) { return true }
        // `balance without savings`
        if before > 0, FunctionWords.exclusions.contains(keys[before]), keys[..<before].contains("balance") {
            return true
        }
        // `and savings?` right after a balance: nothing else is said.
        return keys.indices.allSatisfy {
            $0 == index || FunctionWords.all.contains(keys[$0]) || keys[$0].utf8.count < 2
        }
    }

    /// Of several accounts of one bank those of the kind that is said beside it.
    private func narrowed(_ hits: [Account], by words: [String]) -> [Account] {
        guard hits.count > 1 else { return hits }
        let wanted: AccountType? =
            words.contains("checking") || words.contains("debit")
            ? .checking
            : words.contains("savings") || words.contains("saving")
                ? .savings : words.contains("card") || words.contains("visa") ? .creditCard : nil
        let narrowed = hits.filter { $0.type == wanted }
        return narrowed.isEmpty ? hits : narrowed
    }
}
