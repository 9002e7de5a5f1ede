import Ledger
import Understanding

/// What an amount is among a person's money. An amount that is right and called by another of these is wrong.
enum MoneyKind: Hashable, Sendable {
    case spending, income, net, refund, balance, assets, liabilities, netWorth, safe, limit, remaining, bills,
        transfer, cash, loss
}

/// Words of a sentence that call an amount something.
struct SaidKind: Sendable {
    let kinds: Set<MoneyKind>
    let tokens: Range<Int>
}

/// Finds the words that call an amount something: `your income was`, `you still owe`, `$20 back`.
struct SaidKindReader {
    let tokens: [Token]
    let claims: [Claim]

    private static let phrases: [String: [(words: [String], kinds: Set<MoneyKind>)]] = {
        let table: [(Set<MoneyKind>, String)] = [
            (
                [.income],
                """
                income, earned, earn, earnings, earning, brought home, bring home, took home, take home, take - home, paycheck, \
                paychecks, salary, wages, deposited, deposits, got paid, get paid, were paid, was paid, paid you, your pay, youll be paid, you will be paid, pays you
                """
            ),
            (
                [.income, .refund],
                "came in, come in, coming in, bring in, brings in, bringing in, brought in, took in, received, receive, inflow, inflows, money in"
            ),
            (
                [.spending],
                """
                spent, spends, spending, expenses, expense, expenditure, expenditures, went out, going out, outflow, \
                outflows, outgoings, outlay, outlays, money out, paid, set you back, purchases, bought, charged, \
                laid out, paid out, parted with, shelled out, went through
                """
            ),
            ([.spending, .bills, .limit, .safe, .remaining], "spend, pay"),
            ([.spending, .bills], "cost, costs, costing, bill, bills"),
            (
                [.net],
                """
                saved, left over, leftover, surplus, pocketed, put away, set aside, in the black, into savings, \
                your savings, savings of, savings were, savings came, net, kept, left you with, leaves you with, leaves you, \
                socked away, invested, save, saves
                """
            ),
            ([.net, .balance, .safe, .remaining], "keep, keeps, stayed, remained, left with"),
            ([.net, .income], "savings rate, saving rate"),
            ([.refund], "refund, refunds, refunded, got back, get back, gotten back, came back, reimbursed"),
            ([.balance, .assets], "balance, balances, holds, in the bank, in your account, on hand, sitting in"),
            ([.balance, .safe, .remaining], "available"),
            ([.liabilities, .bills], "owe, owes, owed, owing, debt, debts, outstanding"),
            ([.loss], "lost, lose, loss of, loss was, short by"),
            (
                [.balance, .assets],
                "savings balance, your savings balance, in savings, in your savings, in checking, in your checking, in your accounts"
            ),
            ([.transfer], "paid off, pay off, paid down, pay down"),
            ([.liabilities], "liabilities, borrowed"), ([.assets], "assets"), ([.netWorth], "net worth"),
            (
                [.safe, .remaining],
                "safely spend, safe to spend, can spend, could spend, free to spend, left to spend"
            ),
            ([.safe, .remaining, .net], "to spare"),
            ([.limit], "limit, budget, spending limit, spending cap, budgeted, allowance, spending budget"),
        ]
        var phrases: [String: [(words: [String], kinds: Set<MoneyKind>)]] = [:]
        for (kinds, list) in table {
            for phrase in list.split(separator: ",") {
                let words = phrase.split(separator: " ").map(String.init)
                phrases[words[0], default: []].append((words, kinds))
            }
        }
        return phrases
    }()

    private func key(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].key : "" }

    func kinds() -> [SaidKind] {
        var found: [SaidKind] = []
        var index = 0
        while index < tokens.count {
            if let said = phrase(at: index) ?? beside(index), !isAside(said.tokens),
                !SentenceReading.introduces(tokens, index)
            {
                found.append(said)
                index = said.tokens.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    /// For each claim which of the words that call amounts something call it so.
    func bound(_ words: [Range<Int>]) -> [[Int]] {
        let figures = claims.map { (tokens: $0.tokens, kind: $0.kind) }
        return ClaimBinding.bind(tokens, claims: figures, mentions: words).enumerated().map { position, said in
            let claim = claims[position]
            // `$1,014.19 was left over`, `the $7,473.37 that came in`
            if !isWhole(claim),
                let behind = words.indices.first(where: {
                    isNamedBy(words[$0], claim) || isBehind(words[$0], claim) && !isBefore(words[$0])
                })
            {
                return [behind]
            }
            // `$9,273.23 in checking and can safely spend $6,447.91`: what stands right before a figure is of that one.
            return said.filter { claim.tokens.lowerBound > words[$0].lowerBound || !isBefore(words[$0]) }
        }
    }

    /// `$81,501.91 of income`, `$6,459.18 in spending`
    private func isNamedBy(_ words: Range<Int>, _ claim: Claim) -> Bool {
        words.lowerBound == claim.tokens.upperBound + 1 && ["of", "in"].contains(key(claim.tokens.upperBound))
    }

    private static let links: Set<String> = [
        "was", "were", "is", "has", "had", "that", "you", "which", "have", "youve",
    ]

    /// `$451.89 of the $7,568.29 stayed`: what is said of a part is not said of its whole.
    private func isWhole(_ claim: Claim) -> Bool {
        let start = claim.tokens.lowerBound
        let before = ["the", "your"].contains(key(start - 1)) ? start - 2 : start - 1
        return key(before) == "of" && claims.contains { $0.isMoney && $0.tokens.upperBound == before }
    }

    private func isBehind(_ words: Range<Int>, _ claim: Claim) -> Bool {
        (0...2).contains(words.lowerBound - claim.tokens.upperBound)
            && (claim.tokens.upperBound..<words.lowerBound).allSatisfy { SaidKindReader.links.contains(key($0)) }
    }

    private func isBefore(_ words: Range<Int>) -> Bool {
        claims.contains { claim in
            claim.isMoney && (0...2).contains(claim.tokens.lowerBound - words.upperBound)
                && tokens[words.upperBound..<claim.tokens.lowerBound].allSatisfy {
                    $0.form == .word && !["against", "versus", "vs", "and"].contains($0.key)
                }
        }
    }

    private func phrase(at index: Int) -> SaidKind? {
        let matches = (SaidKindReader.phrases[tokens[index].key] ?? []).filter { phrase in
            phrase.words.indices.allSatisfy { key(index + $0) == phrase.words[$0] }
        }
        guard let longest = matches.max(by: { $0.words.count < $1.words.count }) else { return nil }
        let range = index..<index + longest.words.count
        return SaidKind(kinds: isPaidByOthers(range) ? longest.kinds : [.spending, .bills, .transfer], tokens: range)
    }

    /// `you were paid $40`, but `the bill was paid in October`.
    private func isPaidByOthers(_ range: Range<Int>) -> Bool {
        guard key(range.upperBound - 1) == "paid", ["was", "were", "get", "got"].contains(key(range.lowerBound)) else {
            return true
        }
        return ["you", "i", "we", "youve", "your", "when", "", "not", "never"].contains(key(range.lowerBound - 1))
    }

    /// Words that call an amount something only where they stand beside it.
    private func beside(_ index: Int) -> SaidKind? {
        let before = claims.last { $0.isMoney && $0.tokens.upperBound == index }
        let after = claims.first { $0.isMoney && first(of: $0) == index + 1 }
        switch key(index) {
        case "back" where before != nil: return SaidKind(kinds: [.refund], tokens: index..<index + 1)
        case "left" where before.map(isAlone) == true && !["your", "the", "my", "our"].contains(key(index + 1)),
            "remaining" where before.map(isAlone) == true:
            return SaidKind(kinds: [.remaining, .net, .safe, .balance], tokens: index..<index + 1)
        case "made", "got", "gotten":
            let isYours = (index - 3..<index).contains { ["you", "youve", "i", "we", "ive"].contains(key($0)) }
            guard let after, isYours, !isOfRows(after.tokens.upperBound), key(after.tokens.upperBound) != "back" else {
                return nil
            }
            return SaidKind(kinds: [.income, .refund], tokens: index..<index + 1)
        default: return nil
        }
    }

    /// `$1,014.19 of your $7,473.37 left` says that the first of them is left.
    private func isAlone(_ claim: Claim) -> Bool {
        !(claim.tokens.lowerBound - 2..<claim.tokens.lowerBound).contains { key($0) == "of" }
    }

    private func first(of claim: Claim) -> Int {
        claim.relationWords.isEmpty ? claim.tokens.lowerBound : claim.relationWords.lowerBound
    }

    /// `made $6,459.18 in purchases`, `$40 worth of purchases`.
    private func isOfRows(_ index: Int) -> Bool {
        ["in", "worth", "of"].contains(key(index))
            && (index + 1...index + 3).contains { CountNouns.noun(key($0)) == .rows }
    }

    private static let cameTo: Set<String> = [
        "at", "around", "under", "over", "just", "right", "well", "slightly", "above", "below", "roughly", "about",
        "nearly", "almost", "exactly", "with",
    ]
    private static let places: Set<String> = [
        "first", "second", "third", "fourth", "fifth", "sixth", "last", "next", "close", "behind", "lower", "higher",
    ]

    /// What stands behind `stayed` and `remained` where they say what something was and not what was left.
    static let copular: Set<String> = [
        "the", "a", "an", "your", "at", "above", "below", "under", "near", "close", "around", "about", "within", "well",
        "flat", "steady", "stable", "unchanged", "high", "low", "largest", "on",
    ]

    private func isOfAnother(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), index > 0 else { return false }
        return tokens[index].text.first?.isUppercase == true && !["i", "ive"].contains(tokens[index].key)
    }

    /// Uses that call no amount anything: `before your next paycheck`, `after refunds`, `a spending habit`.
    private func isAside(_ range: Range<Int>) -> Bool {
        let (before, after) = (key(range.lowerBound - 1), key(range.upperBound))
        switch key(range.lowerBound) {
        // `your savings account is ahead`: an account, and nothing that was saved.
        case "your" where key(range.upperBound - 1) == "savings" && ["account", "accounts"].contains(after): return true
        case "paycheck", "paychecks", "salary", "your":
            return (range.lowerBound - 3..<range.lowerBound).contains {
                ["before", "until", "till", "after", "to"].contains(key($0))
            }
        case "refund", "refunds":
            return (range.lowerBound - 2..<range.lowerBound).contains {
                [
                    "after", "of", "less", "minus", "including", "excluding", "without", "with", "no", "counting",
                    "before", "once",
                ]
                .contains(
                    key($0))
            }
        // `stayed the largest`, `stayed at $40`: what it was all along.
        case "stayed", "remained": return SaidKindReader.copular.contains(after)
        // `September came in at $6,459`: what it came to.
        case "came", "come", "coming":
            let isBefore = claims.contains { [range.upperBound, range.upperBound + 1].contains($0.tokens.lowerBound) }
            // `came in $657.22 above September`
            let isCompared = claims.contains {
                first(of: $0) == range.upperBound
                    && ["above", "below", "over", "under", "higher", "lower", "more", "less"].contains(
                        key($0.tokens.upperBound))
            }
            let isMonth = CivilDate.monthNames.contains { $0.lowercased() == after }
            return key(range.upperBound - 1) == "in"
                && (isCompared || isMonth || SaidKindReader.places.contains(after)
                    || isBefore && SaidKindReader.cameTo.contains(after))
        // `Starbucks has received $106.80 from you`
        case "received", "receive": return before == "has" || isOfAnother(range.lowerBound - 1)
        case "money":
            return !["", ":", "was", "is", "and", "came", "("].contains(after) && !key(range.upperBound).isEmpty
        case "spending" where before == "no": return true
        case "spending": return ["habit", "habits", "money", "rate", "power", "pattern", "patterns"].contains(after)
        // `$232.36 net`: what is left of the purchases less the refunds.
        // `your last pay`
        case "pay": return !["you", "to", "will", "youll", "ill", "i", "we", "must", "can", "and"].contains(before)
        case "net":
            return ["of", "-", "amount"].contains(after) || claims.contains { $0.tokens.upperBound == range.lowerBound }
        case "owe", "owes": return ["nothing", "no"].contains(after)
        case "debt", "debts": return before == "no"
        case "save", "saves": return !["you", "which", "that", "this", "it"].contains(before)
        case "saved", "kept", "keep":
            return (range.lowerBound - 3..<range.lowerBound).contains { ["could", "would"].contains(key($0)) }
        case "purchases", "deposits", "paid", "cost", "charged", "costs": return before == "without"
        default: return false
        }
    }
}

extension Verdict {
    /// Whether what the sentence calls a claim is what the fact is.
    func isCalledRight(_ fact: Fact, _ position: Int) -> Bool {
        let claim = reading.claims[position]
        guard !fact.kinds.isEmpty else { return true }
        if !claim.flow.isEmpty, claim.flow.isDisjoint(with: fact.kinds) { return false }
        guard claim.isMoney || claim.measure == .percent else { return true }
        // `thousands more` is a distance, which no total is.
        if claim.number.isVague, isDifference(position), [.total, .previous, .group].contains(fact.role) {
            return false
        }
        // What was spent is said without a minus.
        let isAmount = ["spent", "paid", "cost", "earned", "received"].contains(
            reading.key(claim.tokens.lowerBound - 1))
        if claim.sign < 0, isAmount, fact.role != .change { return false }
        let said = callings(position)
        guard !said.isEmpty else { return true }
        if isKeptOfLoss(fact, position) { return false }
        // Spending less than before is money saved.
        if fact.role == .change, fact.kinds.contains(.spending), said.contains([.net]) { return !fact.isRise }
        // `one purchase fewer keeps about $6.38`
        let isOfOneTime = fact.role == .average && fact.per == .transaction
        if isOfOneTime, reading.has(["fewer", "skip", "skipping", "one", "each"]),
            said.contains(where: { $0.contains(.net) })
        {
            return true
        }
        // `if it is refunded, you get $64.37 back`
        let isOpen = reading.has([
            "if", "would", "could", "should", "ask", "once", "when", "claim", "request", "dispute",
        ])
        if isOpen, fact.labels.contains("r:amount"), said.allSatisfy({ $0.contains(.refund) }) { return true }
        // `$463.32 more than came in` is what was left, with its sign turned.
        if isDifference(position), fact.kinds.contains(.net) || said.contains([.income]) && said.contains([.spending]) {
            return true
        }
        return said.contains { !$0.isDisjoint(with: fact.kinds) }
    }

    /// What the words around a claim call it.
    private func callings(_ position: Int) -> [Set<MoneyKind>] {
        let claim = reading.claims[position]
        if isDifference(position) { return reading.kinds.map(\.kinds) }
        guard claim.isOfRound else { return reading.claimKinds[position].map { reading.kinds[$0].kinds } }
        // `82 cents of every dollar that came in`: the words behind it tell of the whole.
        let end = claim.tokens.upperBound
        let hasWhole = claim.tokens.contains { ["every", "each"].contains(reading.key($0)) }
        let whole = end..<(hasWhole ? end + 5 : end)
        return reading.kinds.filter { !whole.contains($0.tokens.lowerBound) }.map(\.kinds)
    }
}

extension Verdict {
    private static let keeping: Set<String> = ["kept", "saved", "pocketed", "surplus", "leftover", "left"]
    private static let losing: Set<String> = [
        "short", "red", "negative", "minus", "lost", "loss", "overspent", "deficit", "less", "more", "not", "no",
        "nothing", "shortfall", "below", "drew", "drawn",
    ]

    /// `you kept $1,030.11`, where so much more went out than came in.
    private func isKeptOfLoss(_ fact: Fact, _ position: Int) -> Bool {
        let claim = reading.claims[position]
        guard let money = fact.money, money.minorUnits < 0, fact.kinds.contains(.loss), fact.role != .change,
            claim.sign == 0, !reading.has(Verdict.losing)
        else { return false }
        return reading.claimKinds[position].contains { kind in
            reading.kinds[kind].tokens.contains { Verdict.keeping.contains(reading.key($0)) }
        }
    }
}

extension Fact {
    /// A change to more.
    fileprivate var isRise: Bool {
        switch value {
        case .money(let money): money.minorUnits > 0
        case .percent(let percent): percent > 0
        default: false
        }
    }
}
