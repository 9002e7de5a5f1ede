import Ledger

/// Which way the money of a question flows.
extension AskBuilder {
    mutating func takeFlow(_ draft: inout Draft) {
        if takeDealings(&draft) { return }
        if takesIncomeFromSpending, draft.measure == nil || draft.measure == .total {
            // `what I paid in rent less what Dana gave me`
            for flow in [Selection.Flow.net, .income, .spending] { _ = list.take(.flow(flow)) }
            return
        }
        let isOfPay = list.has(.takeAway) && selection.included.contains { isIncome($0.filter) }
        if selection.takenAway != nil, list.has(.flow(.income)) || isOfPay || takesFromPayers, draft.measure == nil {
            draft.flow = .net
            _ = list.take(.flow(.net))
            _ = list.take(.flow(.income))
            return
        }
        let flows = list.placed.enumerated().compactMap { index, item -> Selection.Flow? in
            guard case .flow(let flow) = item.clause else { return nil }
            // `months I kept groceries under 350`: what stays below an amount is spent.
            let keepsBelow = hasBound && namesUnits && !selection.included.isEmpty
            if flow == .net, keepsBelow, list.keys[item.tokens].allSatisfy({ $0.hasPrefix("ke") }) { return nil }
            // `the week after we got back`: words of an event are none of what is asked.
            return [.refunds, .income].contains(flow) && selection.used.contains(index) ? nil : flow
        }
        if draft.isCovered {
            for flow in [Selection.Flow.income, .spending] { _ = list.take(.flow(flow)) }
            return
        }
        if case .share? = draft.measure {
            if draft.flow != .refunds { takeFlowOfPart(&draft, flows) }
            return
        }
        let spends = list.says(["spend", "spent", "spending", "expenses", "spendings"])
        dropPayDays(spends: spends || list.says(["out"]) && flows.contains(.spending))
        let holdsFlows = (list.has(.versus) || list.has(.compare)) && flows.contains(.spending)
        if draft.flow == .net || flows.contains(.net) {
            describing.formUnion(list.keys.indices.filter { ["left", "leftover"].contains(list.keys[$0]) })
        }
        if draft.flow == .net {
            _ = list.take(.flow(.net))
            return
        } else if flows.contains(.refunds) {
            draft.flow = .refunds
            if draft.view == .figures, !list.has(.howMuch), draft.measure == nil, draft.grouping == nil, !isCompared {
                (draft.view, draft.wantsEverything) = (.rows, true)
            }
        } else if flows.contains(.net), !flows.contains(.income), !spends, isOfSavingsAlone, draft.measure == nil,
            draft.grouping == nil
        {
            // `net into savings this year`: what was put in beside what was taken out.
            (draft.flowSides, draft.view, draft.comparesFlows) = ([.transfersIn, .transfersOut], .figures, true)
        } else if !spends, let ways = waysOfSavings, ways.count == 1 || draft.grouping == nil {
            draft.flow = ways[0]
            for named in selection.included where isOfWithdrawals(named) {
                describing.formUnion(named.clauses.flatMap { list.placed[$0].tokens })
                selection.drop(named.clauses)
            }
            if ways.count > 1 {
                (draft.flowSides, draft.view, draft.comparesFlows) = (ways, .figures, true)
                for clause in AskBuilder.holdingAgainst { _ = list.take(clause) }
            }
            for flow in [Selection.Flow.transfersIn, .transfersOut, .income, .net, .spending, .refunds] {
                while list.take(.flow(flow)) {}
            }
        } else if flows.contains(.net) || flows.contains(.income) && (spends || holdsFlows) {
            draft.flow = .net
            // `income minus spending` takes away nothing else.
            if selection.excluded.isEmpty, list.says(["minus"]) { _ = list.take(.except) }
        } else if selection.included.contains(where: { isIncome($0.filter) }) || areAllIncome {
            draft.flow = .income
        } else if list.says(["transfer", "transfers"]), selection.included.contains(where: { $0.kind == .account }) {
            takeTransfer(&draft)
        } else if paysCard {
            draft.flow = .transfersIn
        } else if selection.included.contains(where: { isTransfer($0.filter) }) {
            draft.flow = .transfers
        } else if flows.contains(.transfersOut),
            list.says(["out"]) && movesToAccount || flows.contains(.transfersIn)
        {
            // `into savings, and what I took back out`
            (draft.flowSides, draft.view, draft.comparesFlows) = ([.transfersIn, .transfersOut], .figures, true)
            for clause in [Clause.versus, .compare, .than, .more, .less, .howMuchMore] { _ = list.take(clause) }
            for flow in [Selection.Flow.transfersIn, .transfersOut] { _ = list.take(.flow(flow)) }
            _ = list.take(.except)
            _ = list.take(.takeAway)
        } else if flows.contains(.transfersOut), selection.included.contains(where: { $0.kind == .account }), !spends {
            takeTransfer(&draft)
        } else if flows.contains(.income), !isMadeOfPurchases {
            draft.flow = .income
        } else if list.says(["deposit", "deposits", "deposited"]), paysInto {
            draft.flow = .income
        } else if movesToAccount || isFollowUp && flows.contains(.transfersIn) {
            draft.flow = .transfersIn
            _ = list.take(.flow(.transfersIn))
        } else if flows.contains(.transfersOut) {
            takeTransfer(&draft)
        } else if draft.view == .rows, list.has(.rowWord) && !list.has(.flow(.spending)), draft.order != .largest {
            draft.flow = .any
        }
        if draft.flow == .spending, draft.measure == nil, draft.grouping == nil, !isCompared,
            selection.included.count == 1, selection.goesBothWays(selection.included[0])
        {
            (draft.flowSides, draft.view) = ([.income, .spending], .figures)
        }
        if draft.flow == .net, draft.view == .rows { (draft.view, draft.wantsEverything) = (.figures, false) }
        for flow in [draft.flow, .net, .income, .refunds, .transfersOut] where draft.flow != .net || flow != .income {
            _ = list.take(.flow(flow))
        }
        if draft.measure == .largest || draft.measure == .smallest, draft.flow == .spending { draft.flow = .purchases }
        if draft.view == .rows, [.largest, .smallest].contains(draft.order), draft.flow == .spending {
            draft.flow = .purchases
        }
        // A refund is no purchase over $50.
        let saysBought = list.says(["order", "orders", "purchase", "purchases"])
        if draft.flow == .spending || draft.flow == .any && saysBought, hasBound,
            draft.view == .rows || draft.measure == .count(.transaction),
            list.has(.purchaseWord) || list.says(AskBuilder.words[.purchase])
        {
            draft.flow = .purchases
        }
    }

    /// `square and etsy minus highwater`: from what some paid, what was spent elsewhere is taken.
    var takesFromPayers: Bool {
        guard let taken = selection.takenAway, !selection.included.isEmpty else { return false }
        return selection.included.allSatisfy { $0.kind != .account && bringsIn($0.filter) } && !bringsIn(taken.filter)
    }

    /// Whether all that is named are accounts in which money is saved, and both ways of money are asked for.
    private var isOfSavingsAlone: Bool {
        namesSavingsAlone && (list.says(["net"]) || list.says(["in"]) && list.says(["out"]))
    }

    /// Whether all that is named are accounts in which money is saved.
    private var namesSavingsAlone: Bool {
        let named = selection.included.filter { !isOfWithdrawals($0) }
        return !named.isEmpty && named.allSatisfy { isOfSavings($0.filter) }
    }

    /// `withdrawals from savings`: the cash that is meant elsewhere.
    private func isOfWithdrawals(_ named: SelectionBuilder.Named) -> Bool {
        named.kind == .category
            && named.clauses.allSatisfy {
                list.keys[list.placed[$0].tokens].allSatisfy(AskBuilder.words[.outward].contains)
            }
    }

    /// Whether it is of nothing but accounts in which money is saved.
    private func isOfSavings(_ filter: RowFilter) -> Bool {
        let saved = context.names.accounts.filter { $0.type == .savings }.map { RowFilter.account($0.name) }
        return if case .or(let parts) = filter { parts.allSatisfy(saved.contains) } else { saved.contains(filter) }
    }

    /// `savings: what went in`, `total deposits to savings`, `how much did we save by putting it into savings`: which ways money
    /// went, each once, where all that is named is savings; nil where no word says it.
    private var waysOfSavings: [Selection.Flow]? {
        guard namesSavingsAlone else { return nil }
        let ways = waysOfMoney
        if ways.isEmpty, list.has(.flow(.net)), list.says(AskBuilder.words[.moving]) { return [.transfersIn] }
        return ways.isEmpty ? nil : ways
    }

    /// The ways in which a line says that money was moved: `went in`, `took some back out`, `deposits`.
    private var waysOfMoney: [Selection.Flow] {
        let words = AskBuilder.words
        return list.keys.indices.reduce(into: []) { ways, place in
            let key = list.keys[place]
            let isMoved =
                list.keys[..<place].last { !words[.movedThing].contains($0) }
                .map { words[.moving].contains($0) || words[.pulling].contains($0) } ?? false
            let way: Selection.Flow? =
                switch key {
                case "into": .transfersIn
                case "in": isMoved ? .transfersIn : nil
                case "out": isMoved ? .transfersOut : nil
                default:
                    words[.inward].contains(key) ? .transfersIn : words[.outward].contains(key) ? .transfersOut : nil
                }
            if let way, !ways.contains(way) { ways.append(way) }
        }
    }

    /// `in 2026 total deposits` after a question about savings: what was moved there.
    var movesWithinSavings: Selection.Flow? {
        guard selection.included.isEmpty, let before, let accounts = FilterParts(before.filter).accounts,
            isOfSavings(accounts)
        else { return nil }
        return waysOfMoney.count == 1 ? waysOfMoney[0] : nil
    }

    /// Whether all that is named pays the user.
    var isOfPayersAlone: Bool {
        !selection.included.isEmpty && selection.included.allSatisfy { $0.kind != .account && bringsIn($0.filter) }
    }

    static let spendingWhole: [Clause] = [
        .negative, .positive, .flow(.net), .flow(.income), .flow(.spending), .takeAway,
    ]

    /// Whether a name is of money that comes in, or of those that pay it.
    func bringsIn(_ filter: RowFilter) -> Bool {
        let merchants = FilterParts.merchants(of: filter)
        return isIncome(filter)
            || !merchants.isEmpty
                && merchants.allSatisfy { name in
                    let own = context.names.categories(merchant: name)
                    return !own.isEmpty && own.allSatisfy { context.taxonomy[$0]?.flow == .in }
                }
    }

    /// `rent minus what lorraine sent`: from what was spent, what came back is taken.
    var takesIncomeFromSpending: Bool {
        guard let taken = selection.takenAway, !selection.included.isEmpty else { return false }
        return bringsIn(taken.filter) && !selection.included.contains { $0.kind == .account || bringsIn($0.filter) }
    }

    /// `what went out between the March 20 paycheck and the one on April 20`: pay that only says which days are meant.
    private mutating func dropPayDays(spends: Bool) {
        let isOfPay = AskBuilder.words[.pay]
        guard spends || days.isBetweenDays, days.isSaid, !list.has(.flow(.income)), !list.has(.flow(.net)),
            !list.has(.versus), !selection.included.isEmpty,
            selection.included.allSatisfy({ named in
                named.kind != .account && (days.isBetweenDays ? bringsIn(named.filter) : isIncome(named.filter))
                    || named.clauses.allSatisfy { list.keys[list.placed[$0].tokens].allSatisfy(isOfPay.contains) }
            }),
            list.says(isOfPay)
        else { return }
        for named in selection.included {
            leaveToDays(named)
        }
    }

    /// `how many purchases did I make`: nothing is earned by them.
    var isMadeOfPurchases: Bool {
        list.says(["make", "made"]) && !list.says(["earn", "earned", "income"])
            && (list.says(AskBuilder.words[.purchase]) || list.has(.purchaseWord))
    }

    /// `the gap between the studio's checks`: what those who pay send, and no checks that were written.
    mutating func takePayNouns(_ draft: Draft) {
        guard draft.flow == .income, !selection.included.isEmpty,
            selection.included.allSatisfy({ $0.kind == .account || bringsIn($0.filter) })
        else { return }
        describing.formUnion(list.keys.indices.filter { ["check", "checks"].contains(list.keys[$0]) })
    }

    /// `how much did Dana bring in` of somebody who holds a card: banks don't tell whose income it is, so that the name stays unread.
    mutating func dropHolders(_ draft: Draft) {
        guard draft.flow == .income else { return }
        let names = context.names.accountNames
        for named in selection.included where named.kind == .text && names.isHolder(named.words) {
            for clause in named.clauses { list.demand(clause) }
            selection.drop(named.clauses)
        }
    }

    /// `put into savings`: what arrives in an account of one's own.
    var movesToAccount: Bool {
        guard let account = selection.included.first(where: { $0.kind == .account }),
            list.says(AskBuilder.words[.moving]) || isAfter(["into"], account)
        else {
            return false
        }
        let tokens = list.placed[account.clauses[0]].tokens
        return list.keys[max(0, tokens.lowerBound - 2)..<tokens.upperBound].contains {
            ["in", "into", "to"].contains($0)
        }
            && context.names.accounts.contains { $0.type == .savings && account.filter == .account($0.name) }
    }

    mutating func takeFlowOfPart(_ draft: inout Draft, _ flows: [Selection.Flow]) {
        if draft.wholeFlow == .income, draft.wholeFilter == .all, !selection.included.isEmpty,
            selection.included.allSatisfy({ isIncome($0.filter) }) || areAllIncome
        {
            draft.flow = .income
        }
        if draft.wholeFlow == nil, flows.contains(.net) { draft.penalty += 1 }
        if draft.wholeFlow == nil, selection.included.contains(where: { isIncome($0.filter) }) { draft.flow = .income }
        _ = list.take(.flow(.spending))
    }

    /// `moved to savings`: what arrived there; else what left.
    mutating func takeTransfer(_ draft: inout Draft) {
        let accounts = selection.included.filter { $0.kind == .account }
        // `cash we pulled out of the ATM` is spent.
        if accounts.isEmpty, selection.included.contains(where: { $0.kind == .category && isOf(.out, $0.filter) }) {
            return
        }
        // `from checking to savings`: what arrived in the second.
        if accounts.count == 2, let to = accounts.last, isAfter(["to", "into"], to), isAfter(["from"], accounts[0]) {
            (draft.flow, draft.leftAccount) = (.transfersIn, accounts[0].clauses)
            return
        }
        let account = accounts.first
        guard let account, let start = list.placed[account.clauses[0]].tokens.first else {
            draft.flow =
                list.says(["out"])
                ? .transfersOut : list.says(["transfer", "transfers", "transferred"]) ? .transfers : .spending
            return
        }
        let before = list.keys[max(0, start - 2)..<list.placed[account.clauses[0]].tokens.upperBound]
        draft.flow =
            before.contains("to") || before.contains("in") || before.contains("into") ? .transfersIn : .transfersOut
    }

    /// Whether the merchants named only ever pay the user.
    var areAllIncome: Bool {
        let names = selection.included.filter { $0.kind == .merchant }
        guard !names.isEmpty, names.count == selection.included.count else { return false }
        return names.allSatisfy { named in
            let categories = FilterParts.merchants(of: named.filter).reduce(into: Set<String>()) {
                $0.formUnion(context.names.categories(merchant: $1))
            }
            return !categories.isEmpty && categories.allSatisfy { context.taxonomy[$0]?.flow == .in }
        }
    }

    /// `deposits into checking`: what comes in there, unless it is where money is saved.
    private var paysInto: Bool {
        guard selection.included.count == 1, let account = selection.included.first, account.kind == .account else {
            return false
        }
        return context.names.accounts.contains { $0.type == .checking && account.filter == .account($0.name) }
    }

    /// `my last payment to amex`: what was paid onto a card.
    var paysCard: Bool {
        guard list.says(["payment", "payments", "pay", "paid"]),
            let card = selection.included.first(where: { $0.kind == .account }), let place = card.clauses.last
        else { return false }
        let end = list.placed[place].tokens.upperBound
        let isNoun = end < list.keys.count && ["payment", "payments"].contains(list.keys[end])
        // `last time we paid the Chase card`: the card itself, and nothing with it.
        let isObject =
            isAfter(["pay", "paid", "paying"], card) && selection.included.allSatisfy { $0.kind == .account }
        guard isNoun || isObject || isAfter(["to", "toward", "towards", "off", "on"], card) else { return false }
        let cards = context.names.accounts.filter { $0.type == .creditCard }.map { RowFilter.account($0.name) }
        if case .or(let parts) = card.filter { return parts.allSatisfy(cards.contains) }
        return cards.contains(card.filter)
    }

    func isAfter(_ words: Set<String>, _ named: SelectionBuilder.Named) -> Bool {
        let start = list.placed[named.clauses[0]].tokens.lowerBound
        return list.keys[max(0, start - 2)..<start].contains { words.contains($0) }
    }

    func isIncome(_ filter: RowFilter) -> Bool { isOf(.in, filter) }
    func isTransfer(_ filter: RowFilter) -> Bool { isOf(.transfer, filter) }

    func isOf(_ flow: Category.Flow, _ filter: RowFilter) -> Bool {
        switch filter {
        case .category(let id): context.taxonomy[id]?.flow == flow
        case .or(let parts): !parts.isEmpty && parts.allSatisfy { isOf(flow, $0) }
        case .and(let parts): parts.contains { isOf(flow, $0) }
        default: false
        }
    }
}
