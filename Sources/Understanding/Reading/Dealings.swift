import Ledger

/// Money between the user and a person, told by its verbs: `what I sent Dana minus what she sent back`. Whoever stands before a verb
/// gives, and whoever stands behind it gets.
struct Dealings {
    /// Which ways the money went, each once, in the order of the line.
    private(set) var ways: [Selection.Flow] = []
    /// The words that say so, and the verbs among them.
    private(set) var tokens: Set<Int> = []
    private(set) var verbs: Set<String> = []

    private enum Side { case user, other }

    /// - Parameters:
    ///   - person: the tokens of the person's name.
    ///   - again: those where it is said once more.
    init(_ keys: [String], person: Range<Int>?, again: [Range<Int>] = []) {
        let words = AskBuilder.words
        func side(_ place: Int) -> Side? {
            guard keys.indices.contains(place) else { return nil }
            if let person, person.contains(place) || again.contains(where: { $0.contains(place) }) { return .other }
            let key = keys[place].filter { $0 != "'" && $0 != "’" }
            return words[.oneself].contains(key) ? .user : words[.somebody].contains(key) ? .other : nil
        }
        for verb in keys.indices where person?.contains(verb) != true && !again.contains(where: { $0.contains(verb) }) {
            let isGetting = words[.getting].contains(keys[verb])
            guard isGetting || words[.giving].contains(keys[verb]) else { continue }
            var before = verb - 1
            while before >= 0, words[.auxiliary].contains(keys[before]) { before -= 1 }
            var behind = verb + 1
            while behind < keys.count, behind - verb < 4, words[.handing].contains(keys[behind]) { behind += 1 }
            let isBack = keys[verb..<behind].contains("back")
            // `has Dana been paid`: who stands before the verb gets it.
            let isPassive = keys[max(0, before + 1)..<verb].contains("been")
            let way: Selection.Flow? =
                switch (isGetting != isPassive, side(before), side(behind)) {
                case (true, .other?, .user?), (false, .user?, .other?), (false, .user?, nil), (false, nil, .other?):
                    .spending
                case (false, .other?, .user?), (false, .other?, nil), (false, nil, .user?): .income
                case (true, .user?, .other?), (true, nil, .other?): .income
                case (true, .other?, nil): isPassive ? .spending : nil
                case (true, .user?, nil): isBack || isPassive ? .income : nil
                case (true, nil, nil): isBack ? .income : nil
                default: nil
                }
            guard let way else { continue }
            if !ways.contains(way) { ways.append(way) }
            verbs.insert(keys[verb])
            let first = side(before) == nil ? verb : before
            tokens.formUnion(first..<(side(behind) == nil ? behind : behind + 1))
        }
    }
}

extension AskBuilder {
    /// `what I sent Dana`, `did we send Dana more than she sent us`: which way money went, or both ways held against one another.
    ///
    /// - Returns: whether the line is about these.
    mutating func takeDealings(_ draft: inout Draft) -> Bool {
        if case .share? = draft.measure { return false }
        var again: [Range<Int>] = []
        if selection.included.count == 2, selection.included[0].filter == selection.included[1].filter,
            isPerson(selection.included[0])
        {
            // `sent dana vs got from dana`
            for index in selection.included[1].clauses { list.use(index) }
            again = selection.included[1].clauses.map { list.placed[$0].tokens }
            selection.drop(selection.included[1].clauses)
        }
        guard selection.included.count < 2 else { return false }
        let person = selection.included.first
        guard let person, isPerson(person), let first = person.clauses.first, let last = person.clauses.last else {
            return takeDealingsWithAll(&draft)
        }
        guard draft.grouping == nil else { return false }
        let tokens = list.placed[first].tokens.lowerBound..<list.placed[last].tokens.upperBound
        let dealings = Dealings(list.keys, person: tokens, again: again)
        guard take(dealings, &draft) else { return false }
        selection.widen(0, to: allNames(of: person))
        guard dealings.ways.count == 2, draft.measure == nil || draft.measure == .total else { return true }
        (draft.flowSides, draft.view, draft.comparesFlows) = (dealings.ways, .figures, true)
        for clause in AskBuilder.holdingAgainst { _ = list.take(clause) }
        return true
    }

    /// `who zelled us the most`, `who do I send the most money to`: of all people.
    private mutating func takeDealingsWithAll(_ draft: inout Draft) -> Bool {
        let service = selection.included.first
        guard draft.grouping == .merchant, service.map({ $0.kind == .text && isService($0) }) ?? true else {
            return false
        }
        let dealings = Dealings(list.keys, person: nil)
        guard dealings.ways.count == 1, !dealings.verbs.isDisjoint(with: AskBuilder.words[.sending]),
            take(dealings, &draft)
        else { return false }
        if service == nil, draft.flow == .spending { draft.filters.append(.category("people")) }
        return true
    }

    private mutating func take(_ dealings: Dealings, _ draft: inout Draft) -> Bool {
        guard let way = dealings.ways.first else { return false }
        describing.formUnion(dealings.tokens)
        (draft.flow, draft.wantsEverything) = (way, true)
        for flow in [Selection.Flow.income, .spending, .net, .refunds] { _ = list.take(.flow(flow)) }
        return true
    }

    private func isService(_ named: SelectionBuilder.Named) -> Bool {
        named.clauses.allSatisfy { list.keys[list.placed[$0].tokens].allSatisfy(AskBuilder.words[.sending].contains) }
    }

    static let holdingAgainst: [Clause] = [
        .takeAway, .except, .exceptAfter, .versus, .compare, .than, .more, .less, .howMuchMore, .howMuchLess,
    ]

    /// Whether money goes to, or comes from, somebody as from one person to another.
    private func isPerson(_ named: SelectionBuilder.Named) -> Bool {
        let merchants = FilterParts.merchants(of: named.filter)
        return !merchants.isEmpty
            && merchants.allSatisfy { name in
                if let service = NameReader.words(of: name).first, AskBuilder.words[.wallet].contains(service) {
                    return true
                }
                let filed = context.names.categories(merchant: name)
                return !filed.isEmpty && filed.isSubset(of: AskBuilder.ofPeople)
            }
    }

    /// `kayla` of a bank that writes `Zelle from Kayla Brandt` for what comes in, and `Kayla Brandt` for what goes out: all names
    /// of one person.
    private func allNames(of person: SelectionBuilder.Named) -> RowFilter {
        let own = FilterParts.merchants(of: person.filter)
        let linking = AskBuilder.words[.wallet].union(["to", "from", "payment"])
        let words = own.map { Set(NameReader.words(of: $0)).subtracting(linking) }
        guard let first = words.first, first.count > 1, words.allSatisfy({ $0 == first }) else { return person.filter }
        let others = context.names.merchants(wordPrefixes: first.sorted(), limit: NameReader.mostBegun).filter { name in
            Set(NameReader.words(of: name)).subtracting(linking) == first
                && context.names.categories(merchant: name).isSubset(of: AskBuilder.ofPeople)
        }
        return .any((own + others.sorted()).map { .merchant($0) })
    }

    private static let ofPeople: Set = ["people", "reimbursement"]
}
