import Ledger

/// What a question measures.
extension AskBuilder {
    /// `what share of my income goes to rent`, `what percent of food was restaurants`
    mutating func takeShare(_ draft: inout Draft) {
        if let (relation, percent) = list.take({ clause -> (Ask.Condition.Relation, Int)? in
            if case .shareBound(let relation, let percent) = clause { (relation, percent) } else { nil }
        }) {
            // `is rent more than a third of my income`
            draft.measure = .share(of: Selection(), byCount: false)
            draft.against = .amount(Int64(percent), relation)
            if list.take(.flow(.income)) { draft.wholeFlow = .income }
            if let income = selection.included.firstIndex(where: { isIncome($0.filter) }), selection.included.count > 1
            {
                draft.wholeFlow = .income
                (draft.wholeFilter, draft.wholeNames) = (
                    selection.included[income].filter, [selection.included[income].clauses]
                )
            }
            return
        }
        if list.has(.ofHowMany), hasBound || days.weekdays != nil, !selection.included.isEmpty {
            // `how many trips were over $100, out of how many`
            _ = list.take(.ofHowMany)
            _ = list.take(.count(.transaction))
            (draft.measure, draft.isByCount) = (.share(of: Selection(), byCount: true), true)
            (draft.wholeFilter, draft.flow) = (selection.filter(of: selection.included), .purchases)
            draft.wantsEverything = true
            draft.wholeNames = selection.included.map(\.clauses)
            return
        }
        guard
            let share = list.first({ $0 == .share ? true : nil })
                ?? (namesWholeFirst && selection.included.count > 1
                    ? list.first({ $0 == .howMuch || $0 == .what ? true : nil }) : nil)
        else { return }
        let isHeldAgainst = list.has(.versus) || list.has(.than) || list.has(.compare) || draft.comparesPeriods
        let isOfChange =
            ["in", "as"].contains(list.keys[list.placed[share.index].tokens.lowerBound]) && isHeldAgainst
            || list.has(.change(.up)) || list.has(.change(.down)) || list.has(.change(nil))
        if days.isOfEnds, isOfChange, list.keys[list.placed[share.index].tokens].last != "of" {
            // `this August against last August in percent`, `percent drop from May to June`: what the change comes to.
            while list.take(.share) {}
            return
        }
        while list.take(.share) {}
        list.use(share.index)
        draft.measure = .share(of: Selection(), byCount: false)
        takeHabit(ofShare: share.index)
        if takeShareSentBack(&draft, share.index) { return }
        draft.isByCount = list.take(.byCount)
        takeCovered(&draft)
        if draft.isCovered { return }
        // `what share of purchases is under $10` is of their number.
        let next = share.index + 1
        if !draft.isByCount, list.placed.indices.contains(next), !list.has(.flow(.spending)),
            [.rowWord, .purchaseWord].contains(list.placed[next].clause)
        {
            draft.isByCount = true
        }
        let end = list.placed[share.index].tokens.upperBound
        let saysOf = list.keys[..<end].last == "of" || end < list.keys.count && list.keys[end] == "of"
        if let first = selection.included.first, selection.included.count > 1, first.clauses[0] < share.index,
            namesWholeFirst
        {
            let named = selection.included.filter { $0.clauses[0] < share.index }
            let areJoined = zip(named, named.dropFirst()).allSatisfy { selection.isJoined($0, $1) }
            // `of what went to Costco and the grocery stores, what percent is Costco`
            let whole = areJoined && named.count < selection.included.count ? named : [first]
            (draft.wholeFilter, draft.wholeNames) = (.any(whole.map(\.filter)), whole.map(\.clauses))
        }
        let behind = selection.included.filter { $0.clauses.contains { $0 > share.index } }
        let isNamedBefore = selection.included.contains { $0.clauses[0] < share.index }
        if saysOf, draft.wholeFilter == .all, behind.count > 1, isNamedBefore, list.take(.together) {
            // `the vet as a percent of the vet, the groomer and the food together`: the part is named twice.
            draft.wholeFilter = .any(behind.map(\.filter))
            draft.wholeNames = behind.filter { $0.clauses[0] > share.index }.map(\.clauses)
        }
        if namesWholeFirst, draft.wholeFilter == .all, selection.included.count == 1,
            selection.included[0].clauses[0] < share.index, hasBound || days.weekdays != nil
        {
            // `of all my Amazon orders, how many percent were under $20`
            (draft.wholeFilter, draft.wholeNames) = (selection.included[0].filter, [selection.included[0].clauses])
            draft.isByCount = draft.isByCount || list.has(.purchaseWord)
        }
        if saysOf, draft.wholeFilter == .all,
            let first = selection.included.first(where: { $0.clauses[0] > share.index }),
            selection.included.count > 1,
            list.words(between: share.index, and: first.clauses[0]).allSatisfy({
                !AskBuilder.words[.linking].contains($0)
            }),
            first.kind == .account
                || !list.placed[share.index + 1..<first.clauses[0]].contains(where: {
                    if case .flow = $0.clause { true } else { false }
                })
        {
            draft.wholeFilter = first.filter
            draft.wholeNames = [first.clauses]
        }
        if list.first({ $0 == .flow(.income) ? true : nil }) != nil {
            _ = list.take(.flow(.income))
            draft.wholeFlow = .income
        }
        if list.has(.flow(.net)), draft.wholeFlow == .income {
            (draft.measure, draft.flow, draft.wholeFlow) = (.total, .net, nil)
            return
        }
        if saysOf, draft.wholeFilter == .all, let only = selection.included.first, selection.included.count == 1,
            only.clauses[0] > share.index, hasBound || days.weekdays != nil,
            list.words(between: share.index, and: only.clauses[0]).allSatisfy({
                !AskBuilder.words[.linking].contains($0)
            })
        {
            // `what share of my Amazon purchases is under $20`
            (draft.wholeFilter, draft.wholeNames) = (only.filter, [only.clauses])
            draft.isByCount = draft.isByCount || list.has(.purchaseWord)
        }
        if let income = selection.included.firstIndex(where: { isIncome($0.filter) }), selection.included.count > 1 {
            draft.wholeFlow = .income
            draft.wholeFilter = selection.included[income].filter
            draft.wholeNames = [selection.included[income].clauses]
        }
    }

    /// `what share of income goes to rent in a typical month`, `what percent came from the cafe`: words that change no share.
    private mutating func takeHabit(ofShare share: Int) {
        for (index, item) in list.placed.enumerated() {
            guard case .per = item.clause, list.keys[item.tokens].contains(where: AskBuilder.words[.habitual].contains)
            else { continue }
            list.use(index)
        }
        let start = list.placed[share].tokens.upperBound
        let coming = list.keys.indices.filter { $0 >= start && ["came", "comes", "come"].contains(list.keys[$0]) }
        describing.formUnion(coming)
    }

    /// `what share of what we bought at REI did we send back`: of what was paid there, what came back.
    private mutating func takeShareSentBack(_ draft: inout Draft, _ share: Int) -> Bool {
        guard list.has(.flow(.refunds)), !list.has(.flow(.income)), !selection.included.isEmpty,
            list.has(.flow(.spending)) || list.has(.what) || list.has(.purchaseWord),
            !(share + 1 < list.placed.count && list.placed[share + 1].clause == .flow(.refunds))
        else { return false }
        for flow in [Selection.Flow.refunds, .spending] { while list.take(.flow(flow)) {} }
        (draft.flow, draft.wholeFlow) = (.refunds, .purchases)
        draft.wholeFilter = selection.filter(of: selection.included)
        return true
    }

    /// `how much of the rent has Devin covered`: what came in from one as a part of what was spent on another. Where that isn't told
    /// by the names, the verb stays unread.
    private mutating func takeCovered(_ draft: inout Draft) {
        guard
            let cover = list.placed.firstIndex(where: { item in
                item.clause == .versus && list.keys[item.tokens].contains { $0.hasPrefix("cover") }
            })
        else { return }
        let names = selection.included.filter { $0.kind != .account }
        guard draft.wholeFilter == .all, names.count == 2, let part = names.first(where: { bringsIn($0.filter) }),
            let whole = names.first(where: { !bringsIn($0.filter) })
        else { return list.demand(cover) }
        list.use(cover)
        (draft.wholeFilter, draft.wholeNames, draft.wholeFlow) = (whole.filter, [whole.clauses], .spending)
        (draft.flow, draft.isCovered) = (.income, true)
        selection.drop(whole.clauses)
        for index in whole.clauses + part.clauses { list.use(index) }
    }

    /// `of my food money, what percent was delivery`: the line begins with what the share is of.
    var namesWholeFirst: Bool {
        list.keys.first == "of" || list.keys.starts(with: ["out", "of"])
    }

    /// `how often did I go over $150 a day`: which days come to more, and no single purchases.
    private mutating func takeBoundOfUnit(_ draft: inout Draft) {
        guard draft.measure == nil,
            let place = list.placed.indices.dropLast().first(where: { index in
                guard case .bound = list.placed[index].clause, case .per(let unit) = list.placed[index + 1].clause
                else {
                    return false
                }
                return unit.isOfTime && list.placed[index].tokens.upperBound == list.placed[index + 1].tokens.lowerBound
            }), case .per(let unit) = list.placed[place + 1].clause
        else { return }
        let counts = list.placed.contains {
            switch $0.clause {
            case .rate, .count(.transaction): true
            default: false
            }
        }
        guard counts else { return }
        while list.take({ if case .rate = $0 { true } else { nil } }) != nil {}
        _ = list.take(.count(.transaction))
        list.use(place + 1)
        draft.measure = .count(unit)
    }

    /// `how many were there and what is the average`, `the largest against a typical one`: several measures of the same rows.
    mutating func takeSeveral(_ draft: inout Draft) {
        if takePlaceAndTimes(&draft) { return }
        guard draft.measure == nil, namesOneThing, !namesUnits,
            !list.placed.contains(where: { if case .which = $0.clause { true } else { false } })
        else { return }
        // Beside a count, or the largest, what is usual is of the same things: `how many were there and what's the average one`.
        let isOfSingle =
            list.has(.purchaseWord) || list.has(.per(.transaction)) || list.has(.count(.transaction))
            || list.has(.top(nil))
            || list.has(.bottom(nil)) || list.has(.rate(nil))
        if takeFirstAndLast(&draft) || takeSumAndDay(&draft) { return }
        let isOfDay = list.has(.firstDay)
        // `how many checks and how much each`, `how often do I go and how much each time`
        let ofEach: Set<Clause> = [.each(nil), .each(.transaction), .per(.transaction)]
        let each = list.placed.indices.first { ofEach.contains(list.placed[$0].clause) }
        let asksHowMuchEach =
            each.map { place in
                place > 0 && [.howMuch, .average(nil), .usual].contains(list.placed[place - 1].clause)
            } ?? false
        let asksEachBesideCount =
            (list.has(.count(.transaction)) || list.has(.rate(nil))) && list.has(.and)
            && (asksHowMuchEach || !list.has(.howMuch) && (list.has(.what) || list.has(.whichName)))
        // `the smallest check, and when was it`: the day of that one.
        let isOfRank =
            (list.has(.top(nil)) || list.has(.bottom(nil)))
            && !list.placed.contains { item in
                item.clause == .lastDay && list.keys[item.tokens].contains(where: AskBuilder.words[.newest].contains)
            }
        func measure(_ clause: Clause) -> Ask.Measure? {
            switch clause {
            case .average(nil) where asksEachBesideCount && asksHowMuchEach: nil
            case .average(let unit): .average(unit ?? (isOfSingle ? .transaction : .month))
            case .median(let unit): .median(unit ?? .transaction)
            case .top(nil): .largest
            case .bottom(nil): .smallest
            case .count(.transaction): .count(.transaction)
            case .gap(nil): .gap
            case .rate(nil): .rate(.month)
            // `when did it start`
            case .lastDay where isOfRank: nil
            case .lastDay: list.has(.begin) ? .firstDay : .lastDay
            case .firstDay: .firstDay
            case .howMuch where asksEachBesideCount && asksHowMuchEach: nil
            case .howMuch where list.has(.per(.transaction)) && list.has(.count(.transaction)): .average(.transaction)
            // `how many times and what was it each time`
            case .per(.transaction) where asksEachBesideCount, .each(.transaction) where asksEachBesideCount,
                .each(nil) where asksEachBesideCount:
                .average(.transaction)
            case .flow(.spending) where list.has(.running) && list.says(["cost", "costs", "costed"]): .total
            // `how often and how much`, `when did it start and what has it cost so far`
            case .howMuch
            where list.has(.running) || list.has(.everything) || list.has(.rate(nil)) || list.has(.count(.transaction)):
                .total
            // `when did I first go there and what have I spent there since`
            case .howMuch where isOfDay, .what where isOfDay && list.says(["spend", "spent", "pay", "paid", "cost"]):
                .total
            case .everything where isOfDay && list.says(["spent", "paid"]): .total
            case .usual where list.says(["average", "mean", "avg"]): .average(.transaction)
            default: nil
            }
        }
        let all = list.placed.indices.compactMap { index in measure(list.placed[index].clause).map { (index, $0) } }
        // `how much has it cost`, `what did one cost on average` say one thing in two words.
        let said = all.enumerated().filter { place, item in
            guard item.1 == .total else { return true }
            if place > 0, all[place - 1].1 == .total { return false }
            guard place + 1 < all.count, case .average = all[place + 1].1 else { return true }
            return list.placed[item.0...all[place + 1].0].contains { [.and, .or, .versus].contains($0.clause) }
        }.map(\.element)
        let isJoined = zip(said, said.dropFirst()).allSatisfy { first, second in
            let words = list.keys[list.placed[first.0].tokens.lowerBound..<list.placed[second.0].tokens.upperBound]
            return list.placed[first.0...second.0].contains { [.and, .versus, .or, .usual].contains($0.clause) }
                || words.contains { ["and", "&", "vs", "versus", "or"].contains($0) }
                || words.contains(",") && Set([first.1, second.1]) == [.largest, .smallest]
        }
        guard said.count > 1, isJoined, Set(said.map(\.1)).count == said.count else { return }
        // `how many times a week, on average` is one.
        if said.contains(where: { $0.1 == .rate(.month) }), said.contains(where: { $0.1 == .count(.transaction) }) {
            return
        }
        draft.measure = said[0].1
        draft.also = said.dropFirst().map(\.1)
        _ = list.take(.per(.transaction))
        for (index, _) in all { list.use(index) }
        if draft.measure == .firstDay { _ = list.take(.begin) }
        let range = said[0].0...said[said.count - 1].0
        for index in range where list.placed[index].clause == .versus { list.use(index) }
    }

    /// `what gas station do we use most and how many times`: the one of most visits, with their number.
    private mutating func takePlaceAndTimes(_ draft: inout Draft) -> Bool {
        let rank = list.placed.firstIndex { [.top(nil), .oftenest].contains($0.clause) }
        let count = list.placed.lastIndex { $0.clause == .count(.transaction) }
        let saysPlace = list.placed.contains { [.which(.merchant), .groupWord(.merchant)].contains($0.clause) }
        guard draft.measure == nil, let rank, let count, rank < count,
            list.placed[rank..<count].contains(where: { $0.clause == .and }), namesPlaces || saysPlace,
            list.says(AskBuilder.words[.going]) || list.placed[rank].clause == .oftenest
        else { return false }
        for index in [rank, count] { list.use(index) }
        _ = list.take(.which(.merchant))
        _ = list.take(.groupWord(.merchant))
        (draft.measure, draft.grouping, draft.order, draft.limit) = (.count(.transaction), .merchant, .largest, 1)
        draft.wantsEverything = true
        return true
    }

    /// Whether all that is named is one thing: one name, or a kind of thing at a merchant.
    private var namesOneThing: Bool {
        let things = selection.included.filter { $0.kind != .account }
        return things.count < 2
            || things.count == 2 && Set(things.map(\.kind)).isSuperset(of: [.category, .merchant])
                && !selection.isJoined(things[0], things[1])
    }

    /// `what did we spend there and when was it`: the sum, and the day of the last one.
    private mutating func takeSumAndDay(_ draft: inout Draft) -> Bool {
        let spends = list.placed.firstIndex { $0.clause == .flow(.spending) || $0.clause == .howMuch }
        guard let spends, let last = list.first({ $0 == .lastDay ? true : nil })?.index, spends < last,
            list.placed[..<last].contains(where: { $0.clause == .and }),
            list.has(.howMuch) || list.placed[0].clause == .whichName || list.placed[0].clause == .what,
            !list.keys[list.placed[last].tokens].contains("last") || saysSoFar(list.placed[spends])
        else { return false }
        list.use(last)
        _ = list.take(.howMuch)
        (draft.measure, draft.also, draft.wantsEverything) = (.total, [.lastDay], true)
        return true
    }

    /// `how much has she got`: all of it up to now.
    private func saysSoFar(_ item: PlacedClause) -> Bool {
        let next = list.keys[item.tokens.upperBound...].first ?? ""
        return item.clause == .howMuch && ["has", "have"].contains(next)
    }

    /// `first and last time we were there`
    private mutating func takeFirstAndLast(_ draft: inout Draft) -> Bool {
        guard draft.measure == nil,
            let place = list.placed.firstIndex(where: { item in
                item.clause == .firstDay && list.keys[item.tokens].contains("last")
            })
        else { return false }
        list.use(place)
        (draft.measure, draft.also) = (.firstDay, [.lastDay])
        return true
    }

    /// `did we miss a car payment`, `has Dana paid every month`: the months in which there was none.
    private mutating func takeMissed(_ draft: inout Draft) -> Bool {
        guard let first = list.placed.first, [.yesNo, .rows].contains(first.clause) || list.keys.first == "which",
            !list.has(.howMuch), !hasBound, !isCompared,
            !list.placed.contains(where: { if case .count = $0.clause { true } else { false } })
        else { return false }
        let skips = list.says(AskBuilder.words[.skipping])
        let isEach =
            list.has(.each(.month)) && list.says(["every"])
            && list.says(["paid", "pay", "sent", "come", "came", "charged"])
        guard skips || isEach else { return false }
        let unit = list.take { clause -> Ask.Unit? in
            if case .without(let unit) = clause, unit != .day { unit } else { nil }
        }
        if skips, selection.included.isEmpty {
            selection.includeExcluded()
            _ = list.take(.except)
        }
        guard selection.included.count(where: { $0.kind != .account }) == 1 else { return false }
        for (place, key) in list.keys.enumerated() where AskBuilder.words[.skipping].contains(key) {
            describing.insert(place)
        }
        if isEach { _ = list.take(.each(.month)) }
        _ = list.take(.groupWord(.month))
        _ = list.take(.yesNo)
        draft.grouping = unit.flatMap { Ask.Grouping(unit: $0) } ?? .month
        (draft.condition, draft.wantsEverything) = (Ask.Condition(.count, .equal, 0), true)
        return true
    }

    mutating func takeMeasure(_ draft: inout Draft) {
        takeBoundOfUnit(&draft)
        if list.take(.savingsRate) {
            draft.flow = .net
            draft.measure = .total
            _ = list.take(.flow(.net))
            return
        }
        guard draft.measure == nil else { return }
        if takeMissed(&draft) { return }
        if list.take(.spread) {
            let unit = list.take { clause -> Ask.Unit? in
                switch clause {
                case .groupWord(let group): Ask.Unit(rawValue: group.rawValue)
                case .by(let group) where group.isOfTime: Ask.Unit(rawValue: group.rawValue)
                case .average(let unit?): unit
                default: nil
                }
            }
            draft.measure = .spread(unit ?? .transaction)
            return
        }
        let isPositive = list.take(.positive)
        if isPositive || list.take(.negative) || list.take(.overspent) {
            draft.flow = .net
            draft.isOfHabit = true
            // Of which units: without one it is asked of the whole.
            if let unit = list.take({ if case .groupWord(let group) = $0 { group } else { nil } }), unit.isOfTime {
                draft.condition = Ask.Condition(.total, isPositive ? .more : .less, 0)
                if list.take(.count(.transaction)), let counted = Ask.Unit(rawValue: unit.rawValue) {
                    draft.measure = .count(counted)
                } else {
                    draft.grouping = unit
                }
                return
            }
            if list.placed.contains(where: { if case .which = $0.clause { true } else { false } })
                || list.placed.contains(where: {
                    if case .count(let unit) = $0.clause { unit != .transaction } else { false }
                })
            {
                draft.condition = Ask.Condition(.total, isPositive ? .more : .less, 0)
            }
        }
        let unit: Ask.Unit? = list.first { if case .per(let unit) = $0 { unit } else { nil } }?.value
        let ofGaps: Ask.Order? = list.first { if case .gap(let order?) = $0 { order } else { nil } }?.value
        let measure: Ask.Measure? = list.take { clause in
            switch clause {
            case .without(let unit): .countWithout(unit)
            case .streak(let unit, let withRows): .longestStreak(unit, withRows: withRows)
            case .gap: .gap
            case .rate(let own): .rate(own ?? .month)
            default: nil
            }
        }
        if case .countWithout(let unit)? = measure, let group = Ask.Grouping(unit: unit), unit != .day,
            !list.says(["many", "number", "count"]), list.says(AskBuilder.words[.skipping])
        {
            // `did Marta skip any month`: which ones.
            (draft.grouping, draft.condition) = (group, Ask.Condition(.count, .equal, 0))
            return
        }
        if let measure {
            draft.measure = measure
            if measure == .gap { takeGap(ofGaps, &draft) }
            if measure == .gap, let last = list.take({ if case .last(let count?) = $0 { count } else { nil } }) {
                // `between the last two visits`: of these alone.
                (draft.order, draft.limit, draft.wantsEverything) = (.newest, last, true)
            }
            if case .rate = measure, let unit = takePer() { draft.measure = .rate(unit) }
            if case .longestStreak(let unit, let withRows) = measure {
                takeStreak(unit, withRows, &draft)
            }
            return
        }
        if let unit = unitWithout {
            selection.includeExcluded()
            _ = list.take(.except)
            _ = list.take(.absent)
            while list.take({ clause -> Bool? in
                switch clause {
                case .groupWord, .which: true
                default: nil
                }
            }) != nil {}
            let counts = list.take({ if case .count = $0 { true } else { nil } }) != nil
            if !counts, let group = Ask.Grouping(unit: unit) {
                (draft.grouping, draft.condition) = (group, Ask.Condition(.count, .equal, 0))
            } else {
                draft.measure = .countWithout(unit)
            }
            return
        }
        if let place = list.first({ if case .count(.transaction) = $0 { true } else { nil } })?.index,
            place + 1 < list.placed.count, case .time(let time) = list.placed[place + 1].clause, time.isWeekdaysOnly
        {
            // `how many Sundays`
            list.use(place)
            draft.measure = .count(.day)
            return
        }
        if let counted = list.take({ if case .count(let unit) = $0 { unit } else { nil } }) {
            // `how many times did I go to the Corner Cafe`: times are counted, whatever place is named.
            let isOfPlaces =
                counted == .transaction && namesPlaces && list.says(AskBuilder.words[.going])
                && !list.says(AskBuilder.words[.oftener])
            draft.measure =
                isOfPlaces ? .count(.merchant) : list.take(.absent) ? .countWithout(counted) : .count(counted)
            if counted == .transaction, let unit, unit != .transaction, let per = takePer() {
                draft.measure = .rate(per)
            }
            if counted == .transaction, list.has(.average(nil)), draft.measure == .count(.transaction) {
                _ = list.take(.average(nil))
                let per = takePer()
                // `how many visits, and what's a visit on average`
                if per == .transaction {
                    draft.also = [.average(.transaction)]
                } else {
                    draft.measure = .rate(per ?? .month)
                }
            }
            return
        }
        if let median = list.take({ if case .median(let unit) = $0 { Ask.Unit??.some(unit) } else { nil } }) {
            draft.measure = .median(median ?? takePer() ?? .transaction)
            return
        }
        // `is my grocery spending normal`: held against the usual, and no average.
        let isAskedWhether = list.placed.first?.clause == .yesNo && !list.has(.howMuch) && !hasBound
        if isAskedWhether, unit == nil, list.take(.average(nil)) {
            draft.against = .usual
            return
        }
        if let average = list.take({ if case .average(let unit) = $0 { Ask.Unit??.some(unit) } else { nil } }) {
            let per = takePer()
            while list.take({ if case .average = $0 { true } else { nil } }) != nil {}
            let isOfPay =
                list.says(AskBuilder.words[.pay]) && selection.included.contains { isIncome($0.filter) || areAllIncome }
            let isOfEach =
                list.has(.each(nil)) || list.has(.each(.transaction)) || averagesOccasions || isOfPay && per == nil
            let ranks = list.placed.contains { [.top(nil), .bottom(nil)].contains($0.clause) }
            let weekdayUnit: Ask.Unit? = days.weekdays.map { $0 == [6, 7] ? .weekend : .day }
            draft.measure = .average(
                average ?? per ?? (isOfEach || namesPlaces && ranks ? .transaction : nil)
                    ?? (list.has(.purchaseWord) ? nil : weekdayUnit)
                    ?? (list.has(.purchaseWord) ? .transaction : .month))
            if average == .transaction, let per, per != .transaction { draft.measure = .average(per) }
            return
        }
        if let per = unit, per != .transaction, isPlural, !list.has(.howMuch) {
            _ = takePer()
            draft.measure = .rate(per)
            return
        }
        // `priciest meal per week`: one of each, not a mean.
        let isOneOfEach =
            list.has(.purchaseWord) && !isPlural
            && list.placed.contains {
                switch $0.clause {
                case .top, .bottom: true
                default: false
                }
            }
        if isOneOfEach, let unit, unit.isOfTime { return }
        // `which coffee place costs the most per visit`
        if unit == .transaction, takePer() == .transaction {
            draft.measure = .average(.transaction)
            return
        }
        if let last = list.first({ $0 == .lastDay ? true : nil })?.index {
            _ = list.take(.lastDay)
            if list.take(.begin) {
                draft.measure = .firstDay
                return
            }
            // `when was my biggest purchase` is of that row.
            let isOfOne = list.keys[list.placed[last].tokens].contains(where: AskBuilder.words[.newest].contains)
            let isRanked = list.placed.contains { [.top(nil), .bottom(nil)].contains($0.clause) }
            let rank = list.placed.firstIndex { [.top(nil), .bottom(nil)].contains($0.clause) } ?? last
            let isAside = rank < last && last == list.placed.count - 1
            if !isOfOne, isRanked, list.has(.purchaseWord) && !isPlural || hasTimeWord || isAside { return }
            // `when did I get paid in May`: each time, not the last one.
            if !isOfOne, days.isSaid, !list.has(.reach), !hasBound, !saysBeforeThat {
                (draft.view, draft.order, draft.wantsEverything) = (.rows, .oldest, true)
            } else {
                draft.measure = .lastDay
            }
            return
        }
        if list.take(.firstDay) {
            draft.measure = .firstDay
            return
        }
    }

    /// `on average how many days between visits`: a time between is a mean, unless the longest or the shortest is asked for.
    private mutating func takeGap(_ order: Ask.Order?, _ draft: inout Draft) {
        if let order { (draft.order, draft.wantsEverything) = (order, true) }
        while list.take({ if case .average(nil) = $0 { true } else { nil } }) != nil {}
        _ = list.take(.lastDay)
    }

    /// `how many months in a row`, `longest streak of days without`: of which unit, and with or without.
    mutating func takeStreak(_ unit: Ask.Unit, _ withRows: Bool, _ draft: inout Draft) {
        var (unit, isWithout) = (unit, !withRows || list.take(.absent))
        while let more = list.take({ clause -> (Ask.Unit, Bool)? in
            switch clause {
            case .streak(let unit, let withRows): (unit, withRows)
            case .count(let unit) where unit != .transaction: (unit, true)
            case .without(let unit): (unit, false)
            default: nil
            }
        }) {
            if unit == .day { unit = more.0 }
            if !more.1 { isWithout = true }
        }
        if unit == .day, let said = list.take({ if case .groupWord(let group) = $0 { group } else { nil } }),
            said.isOfTime
        {
            unit = Ask.Unit(rawValue: said.rawValue) ?? unit
        }
        // `days in a row without buying gas`: what is left out is what is asked about.
        if selection.included.isEmpty, !selection.excluded.isEmpty {
            _ = list.take(.except)
            isWithout = true
        }
        draft.measure = .longestStreak(unit, withRows: !isWithout)
    }

    /// `weekends with no delivery`, `months we didn't order pizza`: the unit of time that is to be without a row.
    var unitWithout: Ask.Unit? {
        guard !list.has(.lastDay), !list.has(.firstDay), !list.has(.howMuch), !list.has(.what) else { return nil }
        let place = list.placed.firstIndex { item in
            switch item.clause {
            case .groupWord(let group), .which(let group): group.isOfTime && group != .weekday
            case .count(let unit), .without(let unit): Ask.Grouping(unit: unit)?.isOfTime ?? (unit == .weekend)
            case .time(let time): time.weekdays == [6, 7] && list.says(["weekends"])
            // `did we have a week without eating out`
            case .per(let unit): isOneWithout(unit, item)
            default: false
            }
        }
        guard let place else { return nil }
        // `days I didn't spend anything`: of all spending.
        let isAbsent = list.placed[(place + 1)...].contains { item in
            item.clause == .absent
                && (!selection.included.isEmpty || isFollowUp
                    || list.keys[item.tokens].contains(where: AskBuilder.words[.spending].contains))
        }
        // `which month was the dearest without rent` is of months with something else; `was there any month with nothing spent on
        // coffee` asks for those without.
        let isPicked =
            if case .which = list.placed[place].clause {
                list.placed.contains { item in
                    switch item.clause {
                    case .top, .bottom, .nth, .rank, .average, .bound: true
                    default: false
                    }
                }
            } else {
                false
            }
        let isLeftOut =
            !isPicked && selection.included.isEmpty && selection.excluded.count == 1
            && list.placed[(place + 1)...].contains {
                $0.clause == .except && list.keys[$0.tokens].contains(where: AskBuilder.words[.none].contains)
            }
        guard isAbsent || isLeftOut else { return nil }
        return switch list.placed[place].clause {
        case .groupWord(let group), .which(let group): Ask.Unit(rawValue: group.rawValue)
        case .count(let unit), .per(let unit): unit
        case .time: .weekend
        default: nil
        }
    }

    /// `a week without`: one of them, where nothing is asked of each.
    private func isOneWithout(_ unit: Ask.Unit, _ item: PlacedClause) -> Bool {
        let end = item.tokens.upperBound
        return unit.isOfTime && ["a", "one"].contains(list.keys[item.tokens.lowerBound]) && end < list.keys.count
            && ["without", "with"].contains(list.keys[end])
            && !list.placed.contains {
                switch $0.clause {
                case .flow(let flow): flow != .spending
                case .average, .rate, .count, .usual: true
                default: false
                }
            }
            && !list.says(["spend", "spending", "cost", "pay"])
    }

    /// `average lunch`, `average haircut`: each one, not those of a month.
    var averagesOccasions: Bool {
        list.placed.contains { item in
            guard case .name = item.clause else { return false }
            return PhraseGrammar.builtIn.namesOccasion(list.keys[item.tokens].suffix(1))
                || PhraseGrammar.builtIn.namesOccasion(list.keys[item.tokens])
        }
    }

    mutating func takePer() -> Ask.Unit? {
        let said = list.first { if case .per(let unit) = $0 { unit } else { nil } }
        guard let said else { return nil }
        if !said.value.isOfTime, said.value != .transaction, saysNoun(said.value) { return nil }
        list.use(said.index)
        return said.value
    }
}
