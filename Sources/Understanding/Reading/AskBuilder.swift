import Ledger

/// Puts the clauses of one reading together to a question about rows.
struct AskBuilder {
    /// What came of it.
    struct Built {
        var ask: Ask
        /// What the reply must say.
        var notes: [String] = []
        /// Clauses that the question does not take into account.
        var unused: [PlacedClause] = []
        var unknownAccounts: [String] = []
        /// What speaks against the reading besides words that were passed over.
        var penalty = 0.0
        /// The same as a change of the question before.
        var patch = AskPatch()
        /// Whether a share is of what was shown before, or what was shown is the part.
        var pointer: Pointer?

        enum Pointer { case whole, part }

        /// Whether it says that money went out.
        var saysSpending = false
        /// Whether the line asks if something was, and not how much of it.
        var asksWhether = false
        /// Whether the line names days.
        var saysDays = false
        /// How many of these the line says: what is asked for, which way money went, of what, and when.
        var weightOfSaid = 0
        /// Whether it stands by itself, whatever was asked before.
        var isWhole = true
    }

    private let context: UnderstandingContext
    private var list: ClauseList
    private var selection: SelectionBuilder
    private var days: SpanBuilder

    /// Whether there is a question that the line may go on from.
    private let isFollowUp: Bool

    init(_ reading: Cover.Reading, keys: [String], context: UnderstandingContext, isFollowUp: Bool) {
        self.isFollowUp = isFollowUp
        self.context = context
        list = ClauseList(reading.clauses, keys: keys)
        selection = SelectionBuilder(list, context: context)
        days = SpanBuilder(list, context: context)
        for index in selection.used.union(days.used) { list.use(index) }
    }

    /// - Returns: nil where the clauses are none of a question about rows.
    mutating func built() -> Built? {
        if list.placed.contains(where: { $0.clause.isOfOtherRequests }) || saysNothing {
            return nil
        }
        var draft = Draft()
        takeShare(&draft)
        takeMeasure(&draft)
        switch draft.measure {
        case .longestStreak(withRows: false)?, .countWithout?: selection.includeExcluded()
        default: break
        }
        takeGroups(&draft)
        takeRows(&draft)
        takeFlow(&draft)
        takeAmounts(&draft)
        if list.take(.pending) { draft.filters.append(.status(.pending)) }
        if let currency = list.take({ if case .currency(let currency) = $0 { currency } else { nil } }) {
            draft.filters.append(.currency(currency))
        }
        takeComparison(&draft)
        if let from = draft.leftAccount { selection.drop(from) }
        let names = selection.included.filter { named in
            !draft.sideNames.contains(named.clauses) && !draft.wholeNames.contains(named.clauses)
        }
        for named in selection.included { for index in named.clauses { list.use(index) } }
        var filters = [selection.filter(of: names)] + draft.filters
        takeDaySides(&draft)
        if let weekdays = days.weekdays, draft.daySides.isEmpty, draft.grouping != .weekend {
            filters.append(.weekdays(weekdays))
        }
        if draft.flow == .income, list.says(["paycheck", "paychecks", "payday", "paydays"]), selection.included.isEmpty
        {
            filters.append(.category("salary"))
        }
        let filter = RowFilter.all(filters)
        let (span, against) = days.span(for: draft)
        for index in days.used { list.use(index) }
        var ask = Ask(
            Selection(draft.flow, filter, span), measure: draft.measure ?? .total, by: draft.grouping,
            where: draft.condition, against: draft.against ?? against, view: draft.view, order: draft.order,
            limit: draft.limit, offset: draft.offset)
        ask.completeSides(draft.sides + draft.daySides)
        let periods = days.sides(draft)
        if !periods.isEmpty {
            ask.selection.span = .periods([periods[0].period])
            ask.against = .sides(
                periods.dropFirst().map { Ask.Side($0.name, Selection(draft.flow, filter, .periods([$0.period]))) })
        }
        if !draft.flowSides.isEmpty {
            ask.selection.flow = draft.flowSides[0]
            ask.selection.filter = selection.filter(filter, of: draft.flowSides[0])
            ask.against = .sides(
                draft.flowSides.dropFirst().map {
                    Ask.Side($0.rawValue, Selection($0, selection.filter(filter, of: $0), span))
                })
        }
        ask.completeWhole(draft.wholeFilter, flow: draft.wholeFlow, byCount: draft.isByCount)
        return Built(
            ask: ask, notes: selection.notes + days.notes, unused: list.unused,
            unknownAccounts: selection.unknownAccounts, penalty: draft.penalty,
            patch: patch(draft, names, ask), pointer: pointer, saysSpending: list.says(AskBuilder.spending),
            asksWhether: asksWhether(ask), saysDays: days.isSaid, weightOfSaid: weightOfSaid(draft),
            isWhole: isWhole(draft))
    }

    /// Whether a word outside of times and other phrases stands for what was shown.
    private var pointsBack: Bool {
        if list.has(.pointer) { return true }
        let times = list.placed.compactMap { if case .time = $0.clause { $0.tokens } else { nil } }
        return list.keys.indices.contains { place in
            AskBuilder.pointers.contains(list.keys[place]) && !times.contains { $0.contains(place) }
        }
    }

    /// `chart it`, `over time`, `is it going up or down`: not what of it rose or fell.
    private var asksOfCourse: Bool {
        list.has(.chart) || list.has(.trend) || list.has(.change(.up)) && list.has(.change(.down))
    }

    private var pointer: Built.Pointer? {
        guard let share = list.first({ $0 == .share ? true : nil })?.index else { return nil }
        guard let place = list.first({ $0 == .pointer ? true : nil })?.index else {
            return list.says(["that", "it", "those", "them"]) ? .part : nil
        }
        return place == share + 1 && list.keys[list.placed[share].tokens].last == "of" ? .whole : .part
    }

    /// What the line says itself, for a line that goes on.
    private mutating func patch(_ draft: Draft, _ names: [SelectionBuilder.Named], _ ask: Ask) -> AskPatch {
        var patch = AskPatch(
            continuations: Set(list.placed.compactMap { if case .goOn(let kind) = $0.clause { kind } else { nil } }))
        if list.has(.both) || list.has(.together), names.isEmpty { patch.continuations.insert(.sum) }
        if list.has(.change(nil)), names.isEmpty, !days.isSaid, list.placed.count < 3 {
            patch.continuations.insert(.difference)
        }
        patch.nameMode =
            patch.continuations.contains(.add)
            ? .add
            : patch.continuations.contains(.narrow) || list.has(.only) ? .narrow : .replace
        let things = names.filter { $0.kind != .account }
        let accounts = names.filter { $0.kind == .account }
        if !things.isEmpty { patch.things = FilterParts(selection.filter(of: things)).things }
        if things.count == 1 { patch.thingsWords = things[0].words }
        if !accounts.isEmpty { patch.accounts = .any(accounts.map(\.filter)) }
        patch.excluded = selection.excluded.map { .not($0) }
        patch.excludesShown =
            list.has(.goOn(.without))
            || list.placed.indices.dropLast().contains {
                list.placed[$0].clause == .except && list.placed[$0 + 1].clause == .pointer
            }
        if patch.excludesShown { _ = list.take(.except) }
        patch.asksPlace = draft.grouping == .merchant && list.says(["where"])
        patch.place = list.first { if case .place(let place) = $0 { place } else { nil } }?.value
        patch.points = pointsBack
        patch.asksWhich = list.says(["which"])
        patch.asksParts = list.has(.breakdown)
        patch.asksCourse =
            names.isEmpty && !days.isSaid && draft.condition == nil && asksOfCourse
            && (patch.grouping?.isOfTime ?? true)
        patch.paysOff = list.says(["pay", "paid"]) && list.says(["off"]) && pointsBack
        patch.wantsAllTime = list.says(["altogether", "together"])
        patch.saysAverage = list.placed.contains { if case .average = $0.clause { true } else { false } }
        patch.conditions = draft.filters + (days.weekdays.map { [.weekdays($0)] } ?? [])
        if days.saysOwn {
            patch.span = ask.selection.span
        } else if list.has(.everything), !patch.continuations.contains(.sum) {
            patch.span = .everything
        }
        patch.measure = ask.measure == .total && draft.measure == nil ? nil : ask.measure
        (patch.grouping, patch.condition) = (draft.grouping, draft.condition)
        if asksOfCourse, !list.placed.contains(where: { if case .by = $0.clause { true } else { false } }) {
            // What units show it best is for the days to say.
            patch.grouping = nil
        }
        if case .average(let unit)? = patch.measure, unit == .merchant || unit == .category || unit == .account {
            // `per store`
            (patch.measure, patch.grouping) = (nil, Ask.Grouping(unit: unit))
        }
        if case .sides? = ask.against {} else { patch.against = draft.against ?? (days.isSaid ? ask.against : nil) }
        let namesRows = list.has(.rows) || list.has(.rowWord) || list.has(.purchaseWord)
        patch.namesRows = list.has(.rowWord) || list.has(.purchaseWord)
        if draft.view == .rows, namesRows { patch.view = .rows }
        patch.isOfView = draft.order != nil && !namesRows && draft.grouping == nil && draft.measure == nil
        (patch.order, patch.limit) = (draft.order, draft.limit)
        if draft.offset > 0 {
            patch.skip = 1
            (patch.view, patch.isOfView) = (nil, false)
        }
        if list.has(.whatWasIt), !days.isSaid { patch.view = .rows }
        if list.has(.sortByCount) {
            (patch.measure, patch.order, patch.keepsGroups) = (.count(.transaction), .largest, true)
        }
        patch.defaultSpan = days.isSaid ? nil : ask.selection.span
        patch.isHeldAgainst = list.has(.versus) || list.has(.than) || list.has(.compare)
        patch.takesNaturalUnit =
            list.has(.average(nil)) && !list.placed.contains { if case .per = $0.clause { true } else { false } }
        patch.takesApart = list.has(.each(nil)) && draft.measure == nil && draft.grouping == nil
        if let sort = list.take({ if case .sort(let order) = $0 { order } else { nil } }) { patch.order = sort }
        if let count = list.first({ if case .places(let count) = $0 { count } else { nil } })?.value {
            patch.places = count
        }
        patch.saysSeveral = list.says(AskBuilder.several)
        patch.namesShown = names.contains {
            $0.clauses.contains { place in
                if case .name(let match) = list.placed[place].clause { match.isPointed } else { false }
            }
        }
        patch.saysAgain = list.says(["again", "back"])
        if let limit = list.take({ if case .limit(let count) = $0 { count } else { nil } }) { patch.limit = limit }
        if ask.selection.flow != .spending, ask.selection.flow != .purchases {
            patch.flow = ask.selection.flow
        } else if list.says(["spend", "spent", "spending", "expenses", "purchases", "orders", "bought", "buy"]) {
            patch.flow = .spending
        }
        patch.asksAmount =
            list.has(.howMuch) || list.has(.what) && list.says(AskBuilder.spending)
            || patch.continuations.contains(.sum)
        patch.asksSpent = list.has(.howMuch) && list.says(["spend", "spent", "pay", "paid"])
        patch.change = draft.change
        return patch
    }

    /// `did I pay the water bill`, `was there a refund`
    private func asksWhether(_ ask: Ask) -> Bool {
        let begins =
            list.placed.first.map { $0.clause == .yesNo || $0.clause == .rows && list.keys.first != "show" } ?? false
        let words: Set = ["did", "do", "does", "have", "has", "was", "were", "is", "are", "am"]
        return begins && words.contains(list.keys[0]) && ask.against == nil && ask.grouping == nil
            && ask.measure == .total
    }

    private func weightOfSaid(_ draft: Draft) -> Int {
        let hasHead =
            draft.measure != nil || draft.grouping != nil || draft.view == .rows || list.has(.howMuch)
            || list.has(.what)
        let hasFlow = list.placed.contains { if case .flow = $0.clause { $0.weight >= 0 } else { false } }
        return [hasHead, hasFlow, !selection.included.isEmpty || !selection.excluded.isEmpty, days.isSaid].count { $0 }
    }

    /// Whether the line says what is asked for and of what, and points at nothing.
    private func isWhole(_ draft: Draft) -> Bool {
        let goesOn = list.placed.contains { item in
            switch item.clause {
            case .goOn(let kind): kind != .narrow && kind != .sum || item.tokens.lowerBound == 0
            case .pointer, .place, .places, .sort, .limit, .sortByCount, .whatWasIt, .both, .each(nil): true
            case .and, .or, .except, .only, .versus: item.tokens.lowerBound == 0
            default: false
            }
        }
        guard !goesOn, !list.says(["it", "them", "there", "those"]) else { return false }
        let hasHead =
            list.has(.what) || draft.measure != nil || draft.grouping != nil || draft.view == .rows
            || list.has(.howMuch)
        let hasVerb = list.placed.contains { if case .flow = $0.clause { true } else { false } }
        let hasTopic = !selection.included.isEmpty || days.isSaid || draft.flow != .spending && !isFollowUp
        let isLong = list.keys.count >= 8
        return hasHead && hasTopic && (hasVerb || !selection.included.isEmpty && days.isSaid)
            || isLong && hasTopic && hasHead
    }

    /// Whether no clause says what is wanted: a greeting, thanks.
    private var saysNothing: Bool {
        list.placed.allSatisfy {
            switch $0.clause {
            case .filler, .yesNo, .and, .or, .pointer, .goOn(.ask), .goOn(.correct), .what, .whichName, .purchaseWord,
                .groupWord, .running, .only, .number:
                true
            case .bound(let amount): !amount.isMarked && amount.relation == .exactly
            default: false
            }
        }
    }

    /// What is known of the question while its clauses are taken up.
    struct Draft {
        var measure: Ask.Measure?
        var grouping: Ask.Grouping?
        var condition: Ask.Condition?
        var against: Ask.Against?
        var view = Ask.View.figures
        var order: Ask.Order?
        var limit: Int?
        var offset = 0
        var flow = Selection.Flow.spending
        var filters: [RowFilter] = []
        /// Whether `against` is another period that the days give.
        var comparesPeriods = false
        var change: Clause.Direction?
        /// Names that are held against one another.
        var sides: [(name: String, filter: RowFilter)] = []
        var sideNames: [[Int]] = []
        /// Kinds of days that are held against one another.
        var daySides: [(name: String, filter: RowFilter)] = []
        /// Whether it is money's ways that are held against one another, and no days.
        var comparesFlows = false
        /// The account that money went from, where the one it went to is asked about.
        var leftAccount: [Int]?
        var flowSides: [Selection.Flow] = []
        var wholeFilter: RowFilter = .all
        var wholeNames: [[Int]] = []
        var wholeFlow: Selection.Flow?
        var isByCount = false
        var wantsEverything = false
        /// Whether what is ranked are groups, even where no word says which.
        var isOfGroups = false
        /// Whether things named with `or` are to be held against one another.
        var asksWhichIsMore = false
        var penalty = 0.0
    }

    // MARK: Measures

    /// `what share of my income goes to rent`, `what percent of food was restaurants`
    private mutating func takeShare(_ draft: inout Draft) {
        guard let share = list.first({ $0 == .share ? true : nil }) else { return }
        list.use(share.index)
        draft.measure = .share(of: Selection(), byCount: false)
        draft.isByCount = list.take(.byCount)
        let saysOf = list.keys[list.placed[share.index].tokens].last == "of"
        if saysOf, let first = selection.included.first(where: { $0.clauses[0] > share.index }),
            selection.included.count > 1,
            list.words(between: share.index, and: first.clauses[0]).allSatisfy({ !AskBuilder.verbs.contains($0) }),
            !list.placed[share.index + 1..<first.clauses[0]].contains(where: {
                if case .flow = $0.clause { true } else { false }
            })
        {
            draft.wholeFilter = first.filter
            draft.wholeNames = [first.clauses]
        }
        if draft.wholeFilter == .all, selection.included.count > 1,
            let whole = selection.included.first(where: isNamedAfterOf),
            whole.clauses != selection.included.last?.clauses
        {
            // `of all I spent eating out, what percent was delivery`
            (draft.wholeFilter, draft.wholeNames) = (whole.filter, [whole.clauses])
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
            list.words(between: share.index, and: only.clauses[0]).allSatisfy({ !AskBuilder.verbs.contains($0) })
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

    private func isNamedAfterOf(_ named: SelectionBuilder.Named) -> Bool {
        let start = list.placed[named.clauses[0]].tokens.lowerBound
        let before = list.keys[max(0, start - 5)..<start]
        guard named.kind == .category, let of = before.lastIndex(of: "of") else { return false }
        return before[of...].allSatisfy { !AskBuilder.goings.contains($0) }
    }

    private static let goings: Set<String> = [
        "is", "was", "are", "were", "went", "goes", "go", "going", "gone", "to", "did", "does",
    ]

    private static let verbs: Set<String> = [
        "is", "was", "are", "were", "went", "goes", "go", "going", "gone", "comes", "came", "do", "did", "does", "on",
        "at", "spend", "spent", "happened", "happens",
    ]

    private mutating func takeMeasure(_ draft: inout Draft) {
        if list.take(.savingsRate) {
            draft.flow = .net
            draft.measure = .total
            _ = list.take(.flow(.net))
            return
        }
        guard draft.measure == nil else { return }
        if list.take(.negative) {
            draft.flow = .net
            // Of which units: without one it is asked of the whole.
            if let unit = list.take({ if case .groupWord(let group) = $0 { group } else { nil } }), unit.isOfTime {
                draft.condition = Ask.Condition(.total, .less, 0)
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
                draft.condition = Ask.Condition(.total, .less, 0)
            }
        }
        let unit: Ask.Unit? = list.first { if case .per(let unit) = $0 { unit } else { nil } }?.value
        let measure: Ask.Measure? = list.take { clause in
            switch clause {
            case .without(let unit): .countWithout(unit)
            case .streak(let withRows): .longestStreak(withRows: withRows)
            case .gap: .gap
            case .rate(let own): .rate(own ?? .month)
            default: nil
            }
        }
        if let measure {
            draft.measure = measure
            if case .rate = measure, let unit = takePer() { draft.measure = .rate(unit) }
            if case .longestStreak = measure { _ = list.take { if case .streak = $0 { true } else { nil } } }
            return
        }
        if let counted = list.take({ if case .count(let unit) = $0 { unit } else { nil } }) {
            let isOfPlaces = counted == .transaction && namesPlaces && list.says(AskBuilder.going)
            draft.measure =
                isOfPlaces ? .count(.merchant) : list.take(.absent) ? .countWithout(counted) : .count(counted)
            if counted == .transaction, let unit, unit != .transaction, let per = takePer() {
                draft.measure = .rate(per)
            }
            if counted == .transaction, list.has(.average(nil)), draft.measure == .count(.transaction) {
                _ = list.take(.average(nil))
                draft.measure = .rate(takePer() ?? .month)
            }
            return
        }
        if let median = list.take({ if case .median(let unit) = $0 { Ask.Unit??.some(unit) } else { nil } }) {
            draft.measure = .median(median ?? takePer() ?? .transaction)
            return
        }
        if let average = list.take({ if case .average(let unit) = $0 { Ask.Unit??.some(unit) } else { nil } }) {
            let per = takePer()
            while list.take({ if case .average = $0 { true } else { nil } }) != nil {}
            let isOfEach = list.has(.each(nil)) || averagesOccasions
            let weekdayUnit: Ask.Unit? = days.weekdays.map { $0 == [6, 7] ? .weekend : .day }
            draft.measure = .average(
                average ?? per ?? (isOfEach ? .transaction : nil) ?? (list.has(.purchaseWord) ? nil : weekdayUnit)
                    ?? (list.has(.purchaseWord) ? .transaction : .month))
            if average == .transaction, let per, per != .transaction { draft.measure = .average(per) }
            return
        }
        if let per = unit, per != .transaction, isPlural, !list.has(.howMuch) {
            _ = takePer()
            draft.measure = .rate(per)
            return
        }
        if list.take(.lastDay) {
            draft.measure = .lastDay
            return
        }
        if list.take(.firstDay) {
            draft.measure = .firstDay
            return
        }
    }

    /// `average lunch`, `average haircut`: each one, not those of a month.
    private var averagesOccasions: Bool {
        list.placed.contains { item in
            guard case .name = item.clause else { return false }
            return PhraseGrammar.builtIn.namesOccasion(list.keys[item.tokens])
        }
    }

    private mutating func takePer() -> Ask.Unit? { list.take { if case .per(let unit) = $0 { unit } else { nil } } }

    // MARK: Groups and ranks

    private mutating func takeGroups(_ draft: inout Draft) {
        takeRank(&draft)
        let isRising = list.placed.contains { if case .change = $0.clause { true } else { false } }
        let isGoing = list.says(AskBuilder.going) && !list.says(AskBuilder.spending) && !isRising
        var which: Ask.Grouping? = list.take { if case .which(let group) = $0 { group } else { nil } }
        if which == .merchant, let noun = groupWordBeforeWhere { which = noun }
        if which == nil, let bare = list.first({ $0 == .whichName ? true : nil })?.index,
            bare + 1 < list.placed.count, case .name(let name) = list.placed[bare + 1].clause,
            case .category = name.kind
        {
            which = .merchant
        }
        var grouping = which ?? list.take { if case .by(let group) = $0 { group } else { nil } }
        if grouping == nil, list.has(.breakdown) { grouping = .category }
        // `top restaurants`, `most visited coffee shop`: which of them.
        if grouping == nil, draft.order != nil, draft.limit != nil || draft.isOfGroups, namesPlaces {
            grouping = .merchant
        }
        let isRanked = draft.order == .largest || draft.order == .smallest
        let isHeld = (list.has(.more) || list.has(.less)) && list.has(.than)
        if draft.measure == nil, isGoing, isRanked, which == .merchant || list.has(.groupWord(.merchant)) {
            draft.measure = .count(.transaction)
        }
        if which == .weekday, draft.measure == .average(.month), !list.says(AskBuilder.spending) {
            (draft.measure, draft.order, draft.limit) = (.count(.transaction), .largest, 1)
        }
        let isOverUnit = hasBound && !list.has(.purchaseWord) && !list.has(.rowWord)
        let asksWithin =
            isHeld || isOverUnit || isRanked || draft.isOfGroups || list.has(.change(.up)) || list.has(.change(.down))
        let measure = draft.measure
        if grouping == nil, asksWithin, !isMeasureOfRows(draft) || draft.order != nil {
            let isOfRows = list.has(.purchaseWord) || list.has(.rowWord)
            grouping = list.take { clause in
                guard case .groupWord(let group) = clause else { return nil }
                if case .longestStreak? = measure, group != .day { return nil }
                return isOfRows && group == .merchant ? nil : group
            }
        }
        // `each month` beside a rank or another group says more than one grouping can: it stays unread.
        let asksAmount = list.has(.howMuch)
        if grouping == nil, draft.order == nil, draft.grouping == nil,
            let each = list.take({ clause -> Ask.Unit? in
                if case .each(let unit?) = clause, unit != .transaction || asksAmount { unit } else { nil }
            })
        {
            if let group = Ask.Grouping(unit: each), list.says(AskBuilder.past) || days.isSaid {
                grouping = group
            } else if draft.measure == nil {
                draft.measure = .average(each)
            }
        }
        if grouping == nil, draft.measure == nil, let per = takePer() {
            if list.has(.rows) || list.has(.trend), let group = Ask.Grouping(unit: per) {
                grouping = group
            } else {
                draft.measure = .average(per)
            }
        }
        if grouping == nil, draft.measure == nil, list.has(.trend) || list.has(.chart) { grouping = .month }
        if grouping != nil || draft.measure == .rate(.month) {
            _ = list.take(.trend)
            _ = list.take(.chart)
        }
        if grouping == .weekend, !list.says(["weekday", "weekdays"]), draft.order != nil || which != nil {
            grouping = .week
            draft.filters.append(.weekdays([6, 7]))
            _ = list.take(.groupWord(.weekend))
        }
        // `what increased from August to September`
        if grouping == nil, list.has(.what), selection.included.isEmpty, isRising { grouping = .category }
        // `what did I spend the most on`
        if grouping == nil, draft.order != nil, list.has(.what), list.says(AskBuilder.spending),
            !list.has(.purchaseWord),
            list.keys.last == "on" || list.words(after: .top(nil)).first == "on"
        {
            grouping = .category
        }
        if grouping == nil, draft.isOfGroups, draft.order != nil, !list.has(.or) { grouping = .merchant }
        if grouping == nil, isRanked, list.has(.change(.up)) || list.has(.change(.down)) { grouping = .merchant }
        if let grouping = grouping ?? draft.grouping {
            draft.grouping = grouping
            // A place where something was bought is no answer to where most was spent.
            if which != nil, draft.order != nil, draft.limit == nil { draft.limit = 1 }
            if which == nil, isRanked, draft.limit == nil, grouping.isOfTime { draft.limit = 1 }
            _ = list.take(.groupWord(grouping))
        }
    }

    private static let going: Set<String> = [
        "go", "went", "gone", "going", "visit", "visited", "shop", "shopped", "been", "eat", "ate", "order", "ordered",
    ]
    private static let spending: Set<String> = ["spend", "spent", "spending", "money", "cost", "pay", "paid"]
    private static let several: Set<String> = [
        "them", "those", "these", "all", "both", "two", "three", "four", "five", "everything",
    ]
    private static let pointers: Set<String> = ["it", "that", "those", "them", "these", "there", "they"]
    private static let past: Set<String> = ["did", "spent", "paid", "made", "earned", "was", "were"]

    /// `months where I spent more`: `where` asks for no place after a noun.
    private var groupWordBeforeWhere: Ask.Grouping? {
        for (index, item) in list.placed.enumerated() {
            let later = list.placed[(index + 1)...]
            if case .groupWord(let group) = item.clause,
                later.contains(where: { $0.clause == .which(.merchant) && list.keys[$0.tokens].first == "where" })
            {
                return group
            }
        }
        return nil
    }

    /// Whether a category is called by the kind of place: `restaurants`.
    private var namesPlaces: Bool {
        list.placed.contains { item in
            if case .name = item.clause { PhraseGrammar.builtIn.namesPlace(list.keys[item.tokens]) } else { false }
        }
    }

    private func isMeasureOfRows(_ draft: Draft) -> Bool { draft.measure != nil }

    private mutating func takeRank(_ draft: inout Draft) {
        if let place = list.take({ if case .nth(let place) = $0 { place } else { nil } }) {
            (draft.order, draft.limit, draft.offset) = (.largest, 1, place - 1)
            _ = list.take { if case .top = $0 { true } else { nil } }
            return
        }
        if list.take(.oftenest) {
            draft.order = .largest
            if draft.measure == nil { draft.measure = .count(.transaction) }
            draft.isOfGroups = true
            _ = list.take { if case .top = $0 { true } else { nil } }
            return
        }
        if list.take(.rarest) {
            draft.order = .smallest
            if draft.measure == nil { draft.measure = .count(.transaction) }
            draft.isOfGroups = true
            return
        }
        if let top = list.take({ if case .top(let count) = $0 { Int??.some(count) } else { nil } }) {
            draft.order = .largest
            draft.limit = top
        } else if let bottom = list.take({ if case .bottom(let count) = $0 { Int??.some(count) } else { nil } }) {
            // The best month for saving is the one with the most.
            let isGood =
                list.says(["best"]) && list.placed.contains { $0.clause == .flow(.net) || $0.clause == .flow(.income) }
            draft.order = isGood ? .largest : .smallest
            draft.limit = bottom
        }
        if draft.order != nil, draft.limit == nil {
            draft.limit = list.take { if case .number(let count) = $0 { count } else { nil } }
        }
        while let more = list.take({ if case .top(let count) = $0 { Int??.some(count) } else { nil } }) {
            if let more { draft.limit = more }
        }
    }

    // MARK: Rows

    private mutating func takeRows(_ draft: inout Draft) {
        if let last = list.take({ if case .last(let count) = $0 { Int??.some(count) } else { nil } }),
            draft.grouping == nil, draft.measure == nil || last != nil
        {
            (draft.view, draft.order, draft.limit) = (.rows, .newest, last ?? (isPlural ? nil : 1))
            draft.measure = nil
            draft.wantsEverything = true
            return
        }
        if let first = list.take({ if case .first(let count) = $0 { Int??.some(count) } else { nil } }),
            draft.grouping == nil, draft.measure == nil
        {
            (draft.view, draft.order, draft.limit) = (.rows, .oldest, first ?? (isPlural ? nil : 1))
            draft.wantsEverything = true
            return
        }
        guard draft.measure == nil, draft.grouping == nil else { return }
        let asksForSum = list.has(.howMuch) || list.has(.together)
        let isRanked = draft.order != nil
        if isRanked {
            if draft.limit != nil && draft.offset == 0 || isPlural && !asksForSum || list.has(.rows) && isPlural {
                draft.view = .rows
            } else if draft.offset > 0 {
                draft.view = .rows
            } else {
                draft.measure = draft.order == .largest ? .largest : .smallest
                draft.order = nil
                draft.limit = nil
            }
            draft.wantsEverything = true
            return
        }
        let isList =
            list.has(.rows) || list.has(.rowWord)
            || list.has(.purchaseWord) && (hasBound || isPlural) && !list.has(.yesNo)
        if asksIfThere || isList, !asksForSum, !isCompared {
            draft.view = .rows
            draft.wantsEverything = true
        }
    }

    /// `did I pay the rent`, `has Netflix posted`: the rows that were.
    private var asksIfThere: Bool {
        guard list.placed.first?.clause == .yesNo, let first = list.keys.first else { return false }
        let isPast = ["did", "have", "has", "was", "were", "is", "are"].contains(first)
        let compares = [.more, .less, .than, .usual, .or, .versus].contains { list.has($0) }
        let isNet = list.has(.flow(.net))
        return isPast && !compares && !hasBound && !isNet && !selection.included.isEmpty
    }

    private var hasBound: Bool { list.first { if case .bound = $0 { true } else { nil } } != nil }
    private var isCompared: Bool {
        list.has(.versus) || list.has(.compare) || list.has(.change(nil)) || list.has(.change(.up))
            || list.has(.change(.down))
    }

    /// Whether the noun of the rows asked for is in the plural.
    private var isPlural: Bool {
        list.placed.contains { item in
            guard item.clause == .purchaseWord || item.clause == .rowWord, let last = list.keys[item.tokens].last else {
                return false
            }
            return last.hasSuffix("s") || last == "stuff"
        }
    }

    // MARK: Money's way

    private mutating func takeFlow(_ draft: inout Draft) {
        let flows = list.placed.compactMap { if case .flow(let flow) = $0.clause { flow } else { nil } }
        if case .share? = draft.measure { return takeFlowOfPart(&draft, flows) }
        let spends = list.says(["spend", "spent", "spending", "expenses", "spendings"])
        let holdsFlows = (list.has(.versus) || list.has(.compare)) && flows.contains(.spending)
        if draft.flow == .net {
            _ = list.take(.flow(.net))
            return
        } else if flows.contains(.refunds) {
            draft.flow = .refunds
            if draft.view == .figures, !list.has(.howMuch), draft.measure == nil, draft.grouping == nil, !isCompared {
                (draft.view, draft.wantsEverything) = (.rows, true)
            }
        } else if flows.contains(.net) || flows.contains(.income) && (spends || holdsFlows) {
            draft.flow = .net
        } else if selection.included.contains(where: { isIncome($0.filter) }) || areAllIncome {
            draft.flow = .income
        } else if paysCard {
            draft.flow = .transfersIn
        } else if selection.included.contains(where: { isTransfer($0.filter) }) {
            draft.flow = .transfers
        } else if flows.contains(.transfersOut), selection.included.contains(where: { $0.kind == .account }), !spends {
            takeTransfer(&draft)
        } else if flows.contains(.income), !isMadeOfPurchases {
            draft.flow = .income
        } else if movesToAccount {
            draft.flow = .transfersIn
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
    }

    /// `how many purchases did I make`: nothing is earned by them.
    private var isMadeOfPurchases: Bool {
        list.says(["make", "made"]) && !list.says(["earn", "earned", "income"])
            && list.says(AskBuilder.purchases)
    }

    private static let purchases: Set<String> = [
        "purchase", "purchases", "transaction", "transactions", "payment", "payments", "charge", "charges", "order",
        "orders",
    ]

    /// `put into savings`: what arrives in an account of one's own.
    private var movesToAccount: Bool {
        guard list.says(AskBuilder.moving), let account = selection.included.first(where: { $0.kind == .account })
        else {
            return false
        }
        let tokens = list.placed[account.clauses[0]].tokens
        return list.keys[max(0, tokens.lowerBound - 2)..<tokens.upperBound].contains {
            ["in", "into", "to"].contains($0)
        }
            && context.names.accounts.contains { $0.type == .savings && account.filter == .account($0.name) }
    }

    private static let moving: Set<String> = [
        "put", "move", "moved", "moving", "transfer", "transferred", "send", "sent", "stash", "stashed", "add", "added",
        "contribute", "contributed",
    ]

    private mutating func takeFlowOfPart(_ draft: inout Draft, _ flows: [Selection.Flow]) {
        if draft.wholeFlow == nil, flows.contains(.net) { draft.penalty += 1 }
        if draft.wholeFlow == nil, selection.included.contains(where: { isIncome($0.filter) }) { draft.flow = .income }
        _ = list.take(.flow(.spending))
    }

    /// `moved to savings`: what arrived there; else what left.
    private mutating func takeTransfer(_ draft: inout Draft) {
        let accounts = selection.included.filter { $0.kind == .account }
        // `from checking to savings`: what arrived in the second.
        if accounts.count == 2, let to = accounts.last, isAfter(["to", "into"], to), isAfter(["from"], accounts[0]) {
            (draft.flow, draft.leftAccount) = (.transfersIn, accounts[0].clauses)
            return
        }
        let account = accounts.first
        guard let account, let start = list.placed[account.clauses[0]].tokens.first else {
            draft.flow = list.says(["transfer", "transfers", "transferred"]) ? .transfers : .spending
            return
        }
        let before = list.keys[max(0, start - 2)..<list.placed[account.clauses[0]].tokens.upperBound]
        draft.flow =
            before.contains("to") || before.contains("in") || before.contains("into") ? .transfersIn : .transfersOut
    }

    /// Whether the merchants named only ever pay the user.
    private var areAllIncome: Bool {
        let names = selection.included.filter { $0.kind == .merchant }
        guard !names.isEmpty, names.count == selection.included.count else { return false }
        return names.allSatisfy { named in
            let categories = FilterParts.merchants(of: named.filter).reduce(into: Set<String>()) {
                $0.formUnion(context.names.categories(merchant: $1))
            }
            return !categories.isEmpty && categories.allSatisfy { context.taxonomy[$0]?.flow == .in }
        }
    }

    /// `my last payment to amex`: what was paid onto a card.
    private var paysCard: Bool {
        guard list.says(["payment", "payments", "pay", "paid"]),
            let card = selection.included.first(where: { $0.kind == .account }),
            isAfter(["to", "toward", "towards", "off", "on"], card)
        else { return false }
        return context.names.accounts.contains { $0.type == .creditCard && card.filter == .account($0.name) }
    }

    private func isAfter(_ words: Set<String>, _ named: SelectionBuilder.Named) -> Bool {
        let start = list.placed[named.clauses[0]].tokens.lowerBound
        return list.keys[max(0, start - 2)..<start].contains { words.contains($0) }
    }

    private func isIncome(_ filter: RowFilter) -> Bool { isOf(.in, filter) }
    private func isTransfer(_ filter: RowFilter) -> Bool { isOf(.transfer, filter) }

    private func isOf(_ flow: Category.Flow, _ filter: RowFilter) -> Bool {
        switch filter {
        case .category(let id): context.taxonomy[id]?.flow == flow
        case .or(let parts): !parts.isEmpty && parts.allSatisfy { isOf(flow, $0) }
        case .and(let parts): parts.contains { isOf(flow, $0) }
        default: false
        }
    }

    // MARK: Amounts

    private mutating func takeAmounts(_ draft: inout Draft) {
        if let (relation, count) = list.take({ clause -> (Ask.Condition.Relation, Int)? in
            if case .countBound(let relation, let count) = clause { (relation, count) } else { nil }
        }) {
            if draft.grouping == nil, draft.measure == nil || draft.measure == .count(.transaction) {
                draft.grouping = list.take { if case .groupWord(let group) = $0 { group } else { nil } } ?? .merchant
            }
            draft.condition = Ask.Condition(.count, relation, Int64(count))
            if draft.measure == .count(.transaction),
                let unit = draft.grouping.flatMap({ Ask.Unit(rawValue: $0.rawValue) }),
                draft.grouping?.isOfTime == true
            {
                (draft.measure, draft.grouping) = (.count(unit), nil)
            }
        }
        for (index, item) in list.placed.enumerated() {
            guard case .bound(let amount) = item.clause, !list.used.contains(index) else { continue }
            list.use(index)
            let before = index > 0 ? list.placed[index - 1].clause : nil
            let isOfRows = list.has(.atOnce) || before == .purchaseWord || before == .rowWord || draft.view == .rows
            let isOfUnits: Bool =
                switch draft.measure {
                case .count(let unit)?: unit != .transaction
                default: draft.grouping != nil
                }
            if !isOfRows, isOfUnits, draft.condition != nil {
                list.unuse(index)
            } else if !isOfRows, isOfUnits, let condition = Ask.Condition(total: amount) {
                draft.condition = condition
            } else if !isOfRows, draft.measure == nil || draft.isAveraged, list.has(.yesNo), draft.against == nil,
                let condition = Ask.Condition(total: amount)
            {
                if let unit = list.take({ if case .groupWord(let group) = $0 { group } else { nil } }) {
                    (draft.grouping, draft.condition) = (unit, condition)
                    draft.wantsEverything = true
                } else {
                    draft.against = .amount(condition.bound, condition.relation)
                }
            } else {
                let isExact = amount.relation == .exactly && list.says(["exactly", "exact"])
                draft.filters.append(isExact ? .amount(amount.amount, amount.amount) : RowFilter(amount))
                if amount.saysCurrency, amount.currency != context.homeCurrency {
                    draft.filters.append(.currency(amount.currency))
                }
                let names = amount.relation == .exactly
                if draft.measure == nil, draft.view == .figures, names || !list.has(.howMuch) {
                    draft.view = .rows
                    draft.wantsEverything = true
                }
            }
        }
    }

    // MARK: Comparisons

    private mutating func takeComparison(_ draft: inout Draft) {
        let change = list.take {
            if case .change(let direction) = $0 { Clause.Direction??.some(direction) } else { nil }
        }
        while list.take({ if case .change = $0 { true } else { nil } }) != nil {}
        if draft.flow == .net, list.has(.versus) || list.has(.compare),
            list.has(.flow(.income)) || list.has(.flow(.spending))
        {
            // `income vs spending`: both are in the answer already.
            draft.comparesFlows = true
            _ = list.take(.versus)
            _ = list.take(.compare)
        }
        let isMore = list.take(.howMuchMore) || list.take(.howMuchLess)
        let holdsAgainst = [list.take(.versus), list.take(.than), list.take(.compare)].contains(true)
        let isComparative =
            [list.take(.more), list.take(.less)].contains(true) || draft.order != nil && draft.limit == nil && !isPlural
            || isMore || change != nil || holdsAgainst
        draft.asksWhichIsMore = isComparative || list.has(.or) && list.has(.yesNo)
        // `average Uber ride vs average Lyft ride` holds two things against one another.
        if list.take(.usual) {
            if selection.included.count > 1 { takeSides(&draft) } else { draft.against = .usual }
        }
        let isLess = list.says(["less", "fewer"])
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
        if isMore || change != nil, draft.against == nil, draft.sides.isEmpty { draft.comparesPeriods = true }
    }

    /// `weekends or weekdays`, `fridays vs saturdays`.
    private mutating func takeDaySides(_ draft: inout Draft) {
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
    private mutating func takeSides(_ draft: inout Draft) {
        guard draft.against == nil else { return }
        for kinds: Set<SelectionBuilder.Named.Kind> in [[.category, .merchant, .text], [.account]] {
            let names = selection.included.filter {
                kinds.contains($0.kind) && !draft.wholeNames.contains($0.clauses)
            }
            guard names.count > 1 else { continue }
            // `groceries at aldi vs kroger`: of one kind where there are two of it.
            let groups = Dictionary(grouping: names, by: { $0.kind == .text ? .merchant : $0.kind }).values.filter {
                $0.count > 1
            }
            let sides =
                groups.count == 1 && groups.first!.count < names.count && !areAllJoined(names)
                ? groups.first! : names
            let joined = join(sides)
            guard joined.count > 1 else { continue }
            draft.sides = joined.map { ($0.words, $0.filter) }
            draft.sideNames = sides.map(\.clauses)
            if draft.grouping == .account || draft.grouping == .merchant || draft.grouping == .category {
                draft.grouping = nil
            }
            (draft.order, draft.limit) = (nil, nil)
            if case .largest? = draft.measure { draft.measure = nil }
            return
        }
    }

    private func areAllJoined(_ names: [SelectionBuilder.Named]) -> Bool {
        zip(names, names.dropFirst()).allSatisfy { selection.isJoined($0, $1) }
    }

    /// `a and b vs c`: what `and` joins is one side where something else stands between the sides.
    private func join(_ names: [SelectionBuilder.Named]) -> [SelectionBuilder.Named] {
        func links(_ first: SelectionBuilder.Named, _ second: SelectionBuilder.Named) -> Set<Clause> {
            Set(list.placed[(first.clauses.last! + 1)..<second.clauses[0]].map(\.clause))
        }
        let pairs = zip(names, names.dropFirst()).map(links)
        let hasStrong = pairs.contains { !$0.isDisjoint(with: [.versus, .than, .or]) }
        guard hasStrong else { return names }
        var out = [names[0]]
        for (name, link) in zip(names.dropFirst(), pairs) {
            if link == [.and] {
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

extension AskBuilder.Draft {
    var isAveraged: Bool { if case .average? = measure { true } else { false } }

    /// Whether it only counts, without asking of what there is more.
    var isCountOnly: Bool { if case .count? = measure, order == nil, against == nil { true } else { false } }
}

extension Ask.Grouping {
    init?(unit: Ask.Unit) {
        switch unit {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .quarter: self = .quarter
        case .year: self = .year
        case .merchant: self = .merchant
        case .category: self = .category
        case .account: self = .account
        case .transaction, .weekend: return nil
        }
    }

    /// Whether the groups follow one another in time.
    var isOfTime: Bool {
        switch self {
        case .day, .week, .month, .quarter, .year, .weekday, .weekend: true
        case .category, .merchant, .account, .currency: false
        }
    }
}

extension Ask.Condition {
    /// What the sum of a group must be; nil for a range.
    init?(total amount: AmountExpression) {
        switch amount.relation {
        case .over: self.init(.total, .more, amount.amount)
        case .atLeast: self.init(.total, .atLeast, amount.amount)
        case .under: self.init(.total, .less, amount.amount)
        case .atMost: self.init(.total, .atMost, amount.amount)
        case .exactly, .around, .between: return nil
        }
    }
}

extension RowFilter {
    /// What a single row must come to. “About” reaches a tenth either way.
    init(_ amount: AmountExpression) {
        switch amount.relation {
        // `that $639 charge`: without cents any amount of as many dollars.
        case .exactly: self = .amount(amount.amount, amount.amount + (amount.amount % 100 == 0 ? 99 : 0))
        case .over: self = .amount(amount.amount + 1, nil)
        case .atLeast: self = .amount(amount.amount, nil)
        case .under: self = .amount(nil, amount.amount - 1)
        case .atMost: self = .amount(nil, amount.amount)
        case .around: self = .amount(amount.amount - amount.amount / 10, amount.amount + amount.amount / 10)
        case .between: self = .amount(amount.amount, amount.upper ?? amount.amount)
        }
    }
}

extension Ask {
    /// Gives each side the rest of the selection.
    mutating func completeSides(_ sides: [(name: String, filter: RowFilter)]) {
        guard let first = sides.first else { return }
        let common = selection
        against = .sides(
            sides.dropFirst().map { side in
                Side(side.name, Selection(common.flow, .all([side.filter, common.filter]), common.span))
            })
        selection.filter = .all([first.filter, common.filter])
    }

    /// Gives the whole of a share the days of the part.
    mutating func completeWhole(_ filter: RowFilter, flow: Selection.Flow?, byCount: Bool) {
        guard case .share = measure else { return }
        measure = .share(of: Selection(flow ?? selection.flow, filter, selection.span), byCount: byCount)
        if filter != .all, flow == nil { selection.filter = .all([filter, selection.filter]) }
    }
}
