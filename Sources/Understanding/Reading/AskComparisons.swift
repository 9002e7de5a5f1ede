import Ledger

/// What a question holds its figure against.
extension AskBuilder {
    mutating func takeComparison(_ draft: inout Draft) {
        if draft.isOfSeveral, !days.isOfSeveral { return }
        let change = list.take {
            if case .change(let direction) = $0 { Clause.Direction??.some(direction) } else { nil }
        }
        while list.take({ if case .change = $0 { true } else { nil } }) != nil {}
        if list.take(.takenBack) {
            if draft.flow == .net, list.says(["savings", "save", "saved"]) {
                // `net savings: what I put in minus what I took out`: of the accounts that money is saved in.
                draft.flow = .transfersIn
                let saved = context.names.accounts.filter { $0.type == .savings }.map { RowFilter.account($0.name) }
                if !saved.isEmpty { draft.filters.append(.any(saved)) }
            }
            if draft.flow == .transfersIn { draft.flowSides = [.transfersIn, .transfersOut] }
        }
        takeBothWays(&draft)
        if draft.flow == .net, list.has(.versus) || list.has(.compare),
            list.has(.flow(.income)) || list.has(.flow(.spending))
        {
            // `income vs spending`: both are in the answer already.
            draft.comparesFlows = true
            _ = list.take(.versus)
            _ = list.take(.compare)
        }
        // `have we been to the zoo more this year than last`
        if draft.measure == nil, list.has(.than), list.has(.more) || list.has(.less), !list.has(.howMuch), goesThere {
            draft.measure = .count(.transaction)
        }
        let asksTwice = days.asksTwice && selection.included.count < 2
        let isMore = list.take(.howMuchMore) || list.take(.howMuchLess)
        let holdsAgainst = [list.take(.versus), list.take(.than), list.take(.compare)].contains(true)
        let isComparative =
            [list.take(.more), list.take(.less)].contains(true) || draft.order != nil && draft.limit == nil && !isPlural
            || isMore || change != nil || holdsAgainst
        // `amazon or target for most money`
        let beginsWithNames =
            selection.included.count > 1 && selection.included[0].clauses.first == 0 && list.says(["most", "least"])
            && (draft.measure == .largest || draft.measure == .smallest) && list.has(.or)
        draft.asksWhichIsMore = isComparative || beginsWithNames || list.has(.or) && list.placed.first?.clause == .yesNo
        // `average Uber ride vs average Lyft ride` holds two things against one another.
        if list.take(.usual) {
            if selection.included.count > 1 { takeSides(&draft) } else { draft.against = .usual }
        }
        // `what is normal for gas, and how does April compare`: April beside what is usual.
        if holdsAgainst, draft.against == nil, !list.has(.howMuch), list.says(AskBuilder.words[.habitual]),
            draft.grouping == nil, days.isOfOneMonth, !list.has(.sameDays), list.daysBefore == nil,
            draft.measure == .average(.month)
        {
            (draft.measure, draft.against) = (nil, .usual)
            return
        }
        let isLess = list.says(["less", "fewer"])
        if holdsAgainst, selection.included.count > 1, draft.grouping?.isOfTime == false {
            // `amex vs discover, which card did I use more`: of those that are named.
            draft.grouping = nil
        }
        if holdsAgainst, isComparative, draft.grouping?.isOfTime == false, draft.order == nil, change == nil {
            draft.comparesPeriods = true
            draft.order = isLess ? .fall : .rise
            return
        }
        if isComparative, draft.order == nil, draft.grouping != nil, !holdsAgainst, !isMore {
            draft.order = list.says(["less", "fewer"]) ? .smallest : .largest
        }
        if let change {
            draft.change = change
            draft.asksChange = true
            if draft.grouping?.isOfTime != true {
                draft.comparesPeriods = true
                if draft.grouping != nil {
                    if draft.order == .largest || draft.order == nil { draft.order = change == .down ? .fall : .rise }
                    if draft.order == .smallest { draft.order = change == .down ? .rise : .fall }
                }
            }
        }
        let hasOr = list.has(.or) && draft.asksWhichIsMore && !draft.isCountOnly
        if holdsAgainst, draft.flow == .refunds, list.has(.flow(.spending)) { draft.flowSides = [.refunds, .spending] }
        if holdsAgainst || isMore || hasOr || change == nil && list.has(.compare) {
            takeSides(&draft)
            if draft.sides.isEmpty, draft.against == nil { draft.comparesPeriods = true }
        }
        if isMore || change != nil || asksTwice, draft.against == nil, draft.sides.isEmpty {
            draft.comparesPeriods = true
        }
        if asksOfEachName { takeSides(&draft) }
        takeBase(&draft, isLess: isLess)
        if list.daysBefore != nil || list.has(.yearBefore) || list.has(.daysAfter), draft.sides.isEmpty,
            draft.against == nil
        {
            draft.comparesPeriods = true
        }
        if draft.comparesPeriods {
            _ = list.take(.sameDays)
            _ = list.take { if case .daysBefore = $0 { true } else { nil } }
            _ = list.take(.yearBefore)
            _ = list.take(.daysAfter)
            _ = list.take(.toThisPoint)
        }
    }

    /// `zelle out vs zelle in`: one name twice, told apart by which way the money went.
    private mutating func takeBothWays(_ draft: inout Draft) {
        guard list.has(.versus), selection.included.count == 2, draft.flowSides.isEmpty,
            selection.included[0].filter == selection.included[1].filter
        else { return }
        let ways = selection.included.compactMap { named -> Selection.Flow? in
            guard let place = named.clauses.last, case let end = list.placed[place].tokens.upperBound,
                end < list.keys.count
            else { return nil }
            return AskBuilder.words[.goingOut].contains(list.keys[end])
                ? .spending : AskBuilder.words[.comingIn].contains(list.keys[end]) ? .income : nil
        }
        guard ways.count == 2, ways[0] != ways[1] else { return }
        for index in selection.included[1].clauses { list.use(index) }
        selection.drop(selection.included[1].clauses)
        (draft.flow, draft.flowSides, draft.comparesFlows) = (.spending, ways, true)
        _ = list.take(.versus)
    }

    /// Whether somebody goes somewhere: `been to`, `went to`.
    private var goesThere: Bool {
        zip(list.keys, list.keys.dropFirst()).contains { ["been", "go", "gone", "went"].contains($0) && $1 == "to" }
    }

    /// `months where I spent more on takeout than on groceries`: not two figures, but which units hold more of the first.
    mutating func takeBase(_ draft: inout Draft, isLess: Bool) {
        let isOfUnits: Bool =
            switch draft.measure {
            case .count(let unit)?: unit.isOfTime
            case .longestStreak?: true
            case nil, .total?: draft.grouping?.isOfTime ?? false
            default: false
            }
        guard isOfUnits, draft.sides.count == 2, draft.condition == nil else { return }
        let isOfCount = list.says(AskBuilder.words[.oftener]) || list.says(AskBuilder.words[.going])
        draft.base = (
            isOfCount ? .count : .total, isLess ? .less : .more, draft.sides[0].filter, draft.sides[1].filter
        )
        draft.sides = []
        draft.comparesPeriods = false
        (draft.order, draft.limit) = (nil, nil)
        draft.wantsEverything = true
    }

    /// `how much on gas and how much on groceries`: each is asked about.
    var asksOfEachName: Bool {
        let names = selection.included.filter { $0.kind != .account }
        return zip(names, names.dropFirst()).contains { first, second in
            list.words(between: first.clauses.last ?? 0, and: second.clauses[0]).contains("and")
                && list.placed[(first.clauses.last ?? 0)...second.clauses[0]].contains {
                    $0.clause == .howMuch || $0.clause == .what
                }
        }
    }

    /// `weekends or weekdays`, `fridays vs saturdays`.
    mutating func takeDaySides(_ draft: inout Draft) {
        let isOfWorkdays = list.has(.groupWord(.weekday)) || days.weekdaySets == [[1, 2, 3, 4, 5]]
        if draft.sides.isEmpty, draft.comparesPeriods, list.has(.groupWord(.weekend)), isOfWorkdays {
            (draft.grouping, draft.order, draft.limit, draft.comparesPeriods) = (.weekend, nil, nil, false)
            _ = list.take(.groupWord(.weekend))
            _ = list.take(.groupWord(.weekday))
            return
        }
        if draft.sides.isEmpty, days.weekdaySets == [[6, 7]], list.has(.yesNo), list.has(.more) || list.has(.less),
            !list.has(.than), !days.isSaid
        {
            // `do I spend more on weekends`
            (draft.grouping, draft.order, draft.limit) = (.weekend, nil, nil)
            _ = list.take(.more)
            _ = list.take(.less)
            return
        }
        guard days.weekdaySets.count > 1, draft.sides.isEmpty, draft.asksWhichIsMore || draft.comparesPeriods else {
            return
        }
        draft.comparesPeriods = false
        if Set(days.weekdaySets) == [[6, 7], [1, 2, 3, 4, 5]] {
            (draft.grouping, draft.order, draft.limit) = (.weekend, nil, nil)
        } else {
            draft.daySides = days.weekdaySets.map { (RequestWords.weekdays($0), .weekdays($0)) }
        }
    }

    /// Two or more names of one kind, each to be held against the others.
    mutating func takeSides(_ draft: inout Draft) {
        guard draft.against == nil, !linksTimes else { return }
        if takeRest(&draft) { return }
        for kinds: Set<SelectionBuilder.Named.Kind> in [[.category, .merchant, .text], [.account]] {
            let names = selection.included.filter {
                kinds.contains($0.kind) && !draft.wholeNames.contains($0.clauses)
            }
            guard names.count > 1 else { continue }
            // `groceries at aldi vs kroger`: of one kind where there are two of it.
            // `toys at Chewy vs the groomer`: a kind of which the merchants are known is one of them.
            let hasShop = names.count == 3 && names.count { $0.kind == .merchant } == 1
            let groups = Dictionary(
                grouping: names, by: { $0.kind == .text || hasShop && $0.isOfShops ? .merchant : $0.kind }
            ).values.filter { $0.count > 1 }
            let sides =
                groups.count == 1 && groups.first!.count < names.count && !areAllJoined(names)
                ? groups.first! : names
            var joined = join(sides)
            if joined.count > 2, let pair = aroundLink(joined) { joined = pair }
            // The same thing named on either side: its times are held against one another.
            if let first = joined.first, joined.allSatisfy({ $0.filter == first.filter }) { continue }
            guard joined.count > 1 else { continue }
            draft.sides = joined.map { ($0.words, $0.filter) }
            draft.sideNames = sides.map(\.clauses).filter { own in
                joined.contains { $0.clauses.contains(own.first ?? -1) }
            }
            if draft.grouping == .account || draft.grouping == .merchant || draft.grouping == .category {
                draft.grouping = nil
            }
            (draft.order, draft.limit) = (nil, nil)
            if case .largest? = draft.measure { draft.measure = nil }
            return
        }
    }

    /// `rent vs everything else`, `Shell compared to all the other gas stations`: one thing beside the rest.
    private mutating func takeRest(_ draft: inout Draft) -> Bool {
        let names = selection.included.filter { $0.kind != .account && !draft.wholeNames.contains($0.clauses) }
        guard let first = names.first, let end = first.clauses.last,
            let link = list.placed.indices.first(where: {
                $0 > end && [.versus, .than].contains(list.placed[$0].clause)
            })
        else { return false }
        let behind = list.keys[list.placed[link].tokens.upperBound...]
        let rest = behind.drop { ["the", "all", "of", "my", "our", "any"].contains($0) }
        if names.count == 1, rest.first == "everything" && rest.dropFirst().first == "else" || rest.first == "rest" {
            describing.formUnion(rest.startIndex..<min(rest.startIndex + 2, list.keys.count))
            describing.formUnion(list.keys.indices.filter { list.keys[$0] == "else" })
            _ = list.take(.goOn(.all))
            draft.sides = [(first.words, first.filter), ("everything else", .not(first.filter))]
            draft.sideNames = [first.clauses]
            return true
        }
        guard names.count == 2, rest.first == "other", let other = names.last, let start = other.clauses.first,
            list.placed[start].tokens.lowerBound == rest.startIndex + 1
        else { return false }
        describing.insert(rest.startIndex)
        draft.sides = [
            (first.words, first.filter), ("other " + other.words, .all([other.filter, .not(first.filter)])),
        ]
        draft.sideNames = [first.clauses, other.clauses]
        return true
    }

    /// `rent plus utilities in august vs july`: after the link stands a time and no name.
    var linksTimes: Bool {
        guard let link = list.placed.firstIndex(where: { $0.clause == .versus || $0.clause == .than }) else {
            return false
        }
        func isTime(_ item: PlacedClause) -> Bool {
            if case .time(let time) = item.clause { !time.isLeftOut && !time.isWeekdaysOnly } else { false }
        }
        func isName(_ item: PlacedClause) -> Bool { if case .name = item.clause { true } else { false } }
        let later = list.placed[(link + 1)...]
        return later.contains(where: isTime) && !later.contains(where: isName)
            && list.placed[..<link].contains(where: isTime)
    }

    /// `how much more rent does Ann pay than Bob`: of three names those on either side of the one link; the rest is
    /// common to both.
    func aroundLink(_ names: [SelectionBuilder.Named]) -> [SelectionBuilder.Named]? {
        let links = list.placed.indices.filter { [.than, .versus].contains(list.placed[$0].clause) }
        guard links.count == 1, let link = links.first, !areAllJoined(names),
            let before = names.last(where: { ($0.clauses.last ?? 0) < link }),
            let after = names.first(where: { $0.clauses[0] > link }), before.kind == after.kind
        else { return nil }
        return [before, after]
    }

    func areAllJoined(_ names: [SelectionBuilder.Named]) -> Bool {
        zip(names, names.dropFirst()).allSatisfy { selection.isJoined($0, $1) }
    }

    /// `a and b vs c`: what `and` joins is one side where something else stands between the sides.
    func join(_ names: [SelectionBuilder.Named]) -> [SelectionBuilder.Named] {
        func links(_ first: SelectionBuilder.Named, _ second: SelectionBuilder.Named) -> Set<Clause> {
            Set(list.placed[(first.clauses.last! + 1)..<second.clauses[0]].map(\.clause))
        }
        let pairs = zip(names, names.dropFirst()).map(links)
        let hasStrong = pairs.contains { !$0.isDisjoint(with: [.versus, .than, .or]) }
        guard hasStrong else { return names }
        var out = [names[0]]
        // `the gym than Netflix, Spotify and Hulu`: a list that ends in `and` is one side where one link stands before it.
        let strong = pairs.indices.filter { !pairs[$0].isDisjoint(with: [.versus, .than]) }
        func isOfList(_ place: Int) -> Bool {
            guard strong.count == 1, pairs[place].isEmpty, selection.isJoined(names[place], names[place + 1]) else {
                return false
            }
            let end = pairs[(place + 1)...].firstIndex { !$0.isEmpty }
            return end.map { pairs[$0] == [.and] } ?? false
        }
        for (place, (name, link)) in zip(names.dropFirst(), pairs).enumerated() {
            if link == [.and] || isOfList(place) {
                out[out.count - 1].filter = .any([out[out.count - 1].filter, name.filter])
                out[out.count - 1].words += " and " + name.words
                out[out.count - 1].clauses += name.clauses
            } else {
                out.append(name)
            }
        }
        return out
    }
}
