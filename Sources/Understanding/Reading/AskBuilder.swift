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
        /// Words for a part of a category that stand for all of it.
        var broadened: [String] = []
        /// Tokens that say again what another clause says.
        var described: Set<Int> = []
        /// Whether names only say which days are meant, or whose something is.
        var leavesNames = false
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
        /// Whether it says which way money flowed.
        var saysFlow = false
        /// How many of these the line says: what is asked for, which way money went, of what, and when.
        var weightOfSaid = 0
        /// Whether it stands by itself, whatever was asked before.
        var isWhole = true
    }

    static let words = GrammarWords.builtIn

    let context: UnderstandingContext
    var list: ClauseList
    var selection: SelectionBuilder
    var days: SpanBuilder

    /// Whether there is a question that the line may go on from.
    let isFollowUp: Bool

    /// Whether the best is the most: of what came in, or was left.
    private let moreIsBetter: Bool

    /// Whether the line says that purchases count as they were paid.
    private var saysGross = false

    /// Whether names were left to the days that they tell.
    private var namesDays = false
    /// Tokens that say again what another clause says.
    var describing: Set<Int> = []

    /// What the question before was of; nil where none was asked.
    let before: Selection?

    /// - Parameter before: what the question before was of.
    init(
        _ reading: Cover.Reading, keys: [String], context: UnderstandingContext, isFollowUp: Bool,
        after before: Selection? = nil
    ) {
        self.isFollowUp = isFollowUp
        self.before = before
        let goesOnFromIncome = before?.flow == .income
        self.context = context
        list = ClauseList(AskBuilder.asking(reading.clauses, keys), keys: keys)
        selection = SelectionBuilder(list, context: context)
        let saysFlow = list.placed.contains { if case .flow = $0.clause { true } else { false } }
        let isOfIncome =
            list.has(.flow(.income)) && !list.has(.flow(.spending)) || goesOnFromIncome && !saysFlow
            || list.has(.negative) || list.has(.positive)
        selection.takePayers(isOfIncome: isOfIncome, goesOnFromPay: goesOnFromIncome)
        moreIsBetter =
            isOfIncome || list.has(.flow(.net)) || list.has(.flow(.income)) || selection.isOfPayers
        days = SpanBuilder(list, context: context, without: selection.eventTimes)
        for index in selection.used.union(days.used) { list.use(index) }
        takeBeginnings()
        describePointers()
    }

    /// `since Netflix went up how much have I paid them`: what a line names itself is what a word behind it points at.
    private mutating func describePointers() {
        guard !isFollowUp, let first = selection.included.first, first.kind != .account,
            let clause = first.clauses.first
        else { return }
        let start = list.placed[clause].tokens.lowerBound
        describing.formUnion(list.keys.indices.filter { $0 > start && AskBuilder.pointersBack.contains(list.keys[$0]) })
    }

    private static let pointersBack: Set<String> = ["them", "they", "him", "her", "she", "he"]

    /// `since school started September 1`: what began is none of what is asked about.
    private mutating func takeBeginnings() {
        guard !days.beginnings.isEmpty else { return }
        describing.formUnion(days.beginnings)
        for (place, item) in list.placed.enumerated() where item.tokens.allSatisfy(days.beginnings.contains) {
            list.use(place)
        }
        for named in selection.included
        where named.clauses.allSatisfy({ list.placed[$0].tokens.allSatisfy(days.beginnings.contains) }) {
            leaveToDays(named)
        }
    }

    /// `have I paid the rent yet` asks whether; within a line, `have I paid` is of all there is.
    private static func asking(_ clauses: [PlacedClause], _ keys: [String]) -> [PlacedClause] {
        guard let first = clauses.first, first.clause == .everything, first.tokens.lowerBound == 0, keys[0] == "have",
            words[.occurring].contains(keys[first.tokens.upperBound - 1])
        else { return clauses }
        return [PlacedClause(clause: .yesNo, tokens: first.tokens, weight: first.weight)] + clauses.dropFirst()
    }

    /// - Returns: nil where the clauses are none of a question about rows.
    mutating func built() -> Built? {
        if list.placed.contains(where: { $0.clause.isOfOtherRequests }) || saysNothing { return nil }
        // Whether somebody overspends is judged; in how many months is counted.
        if list.has(.overspent), !namesUnits { return nil }
        var draft = Draft()
        takeShare(&draft)
        takeSeveral(&draft)
        takeMeasure(&draft)
        switch draft.measure {
        case .longestStreak(_, withRows: false)?, .countWithout?: selection.includeExcluded()
        default: break
        }
        takeUnitsAsked(&draft)
        takeGroups(&draft)
        takeRows(&draft)
        takeFlow(&draft)
        takePayNouns(draft)
        dropHolders(draft)
        takeAmounts(&draft)
        draft.filters += selection.events
        takeSameUnit(&draft)
        takePayDays(&draft)
        saysGross = list.take(.gross)
        if saysGross, draft.flow == .spending || draft.flow == .refunds { draft.flow = .purchases }
        if list.take(.pending) { draft.filters.append(.status(.pending)) }
        if let days = list.take({ if case .daysOfMonth(let days) = $0 { days } else { nil } }) {
            draft.filters.append(.daysOfMonth(days))
        }
        if let currency = list.take({ if case .currency(let currency) = $0 { currency } else { nil } }) {
            draft.filters.append(.currency(currency))
        }
        takeComparison(&draft)
        if draft.flow == .spending, takesIncomeFromSpending, let taken = selection.takenAway {
            draft.takenFromSpending = (taken.words, taken.filter)
            selection.drop(taken)
        }
        // `what's left if rent is out`, of what was spent: without it.
        let isRestOfSpending =
            (before?.flow == .spending || before?.flow == .purchases) && !list.has(.flow(.income))
            && !list.has(.takeAway)
            && !takesFromPayers
        if draft.flow == .net, !isRestOfSpending,
            list.has(.flow(.income)) || list.has(.flow(.net)) || list.has(.takeAway) || takesFromPayers,
            draft.grouping == nil,
            !list.says(["spend", "spent", "spending"]), let taken = selection.takenAway
        {
            draft.takenFromIncome = (taken.words, taken.filter)
            selection.drop(taken)
            _ = list.take(.takeAway)
            _ = list.take(.exceptAfter)
            _ = list.take(.countBound(.equal, 1))
        }
        if draft.flow == .net, draft.takenFromIncome == nil, draft.grouping == nil, draft.condition == nil,
            draft.measure == nil || draft.measure == .total, selection.excluded.isEmpty, isOfPayersAlone
        {
            // `what was left of my pay after everything I spent`: whatever it was spent on.
            draft.takenFromIncome = ("spending", .all)
            for clause in AskBuilder.spendingWhole { _ = list.take(clause) }
        }
        if let from = draft.leftAccount { selection.drop(from) }
        dropTrip()
        takeTripExtras(&draft)
        takeCountsAndSums(&draft)
        let names = selection.included.filter { named in
            !draft.sideNames.contains(named.clauses) && !draft.wholeNames.contains(named.clauses)
        }
        for named in selection.included { for index in named.clauses { list.use(index) } }
        for index in selection.unmet { list.demand(index) }
        var filters = [selection.filter(of: names)] + draft.filters
        takeDaySides(&draft)
        if let weekdays = days.weekdays, draft.daySides.isEmpty, draft.grouping != .weekend,
            draft.measure != .countWithout(.weekend)
        {
            filters.append(.weekdays(weekdays))
        }
        if draft.flow == .income, list.says(["paycheck", "paychecks", "payday", "paydays"]), selection.included.isEmpty,
            selection.excluded.isEmpty
        {
            filters.append(.category("salary"))
        }
        takeEach(&draft)
        takeApart(&draft, names.map(\.filter))
        demandGroups(draft)
        // `what went out after the rent`: without it.
        let leavesOut = draft.flow == .spending && selection.takenAway != nil
        if draft.takenFromIncome == nil, draft.takenFromSpending == nil, !leavesOut,
            let index = list.first({ $0 == .takeAway ? true : nil })?.index
        {
            list.demand(index)
        }
        filters += leftOutApart(draft) + leftAtHome(draft)
        let filter = RowFilter.all(filters)
        var (span, against) = days.span(for: draft)
        if isFollowUp, saysBeforeThat, draft.measure == .lastDay, let days = span.sole {
            // `when was I there before that`: in all the time before it.
            let label = "before \(days.end.adding(days: 1).longText)"
            span = .periods([Period(CivilDate(dayNumber: 0), days.end, label: label)])
        }
        for index in days.used { list.use(index) }
        let (whole, running) = withoutRunning(span, draft)
        var ask = Ask(
            Selection(draft.flow, filter, whole), measure: draft.measure ?? .total, by: draft.grouping,
            where: draft.condition, against: draft.against ?? against, view: draft.view, order: draft.order,
            limit: draft.limit, offset: draft.offset, each: draft.each,
            also: draft.also.filter { $0 != draft.measure })
        ask.makeFair(list.daysBefore?.number != nil)
        takeNew(&ask)
        takeWithinUnit(&ask, draft)
        if let base = draft.base {
            ask.condition = Ask.Condition(
                base.quantity, base.relation, 0, above: Selection(draft.flow, .all([base.filter, filter]), span))
            ask.selection.filter = .all([base.own, filter])
        }
        ask.completeSides(draft.sides + draft.daySides)
        takeChangesOfSides(&ask, draft)
        let periods = days.sides(draft)
        if !periods.isEmpty {
            if let said = days.turningPoint?.tokens { describing.formUnion(said) }
            _ = list.take(.beforeAndAfter)
            ask.selection.span = .periods(periods[0].periods)
            ask.against = .sides(
                periods.dropFirst().map { Ask.Side($0.name, Selection(draft.flow, filter, .periods($0.periods))) })
        }
        if !draft.flowSides.isEmpty {
            ask.selection.flow = draft.flowSides[0]
            ask.selection.filter = selection.filter(filter, of: draft.flowSides[0])
            ask.against = .sides(
                draft.flowSides.dropFirst().map {
                    Ask.Side($0.rawValue, Selection($0, selection.filter(filter, of: $0), span))
                })
        }
        if let taken = draft.takenFromSpending {
            ask.against = .sides([Ask.Side(taken.words, Selection(.income, .all([taken.filter] + draft.filters), span))]
            )
        }
        if let taken = draft.takenFromIncome {
            ask.selection.flow = .income
            // What came in is named by what pays it, what is taken from it is not.
            let isOfPayers = takesFromPayers || selection.included.contains { isIncome($0.filter) } || isOfPayersAlone
            let rest = isOfPayers ? draft.filters : [filter]
            ask.against = .sides([Ask.Side(taken.words, Selection(.spending, .all([taken.filter] + rest), span))])
        }
        ask.completeWhole(draft.wholeFilter, flow: draft.wholeFlow, byCount: draft.isByCount)
        // What only a line that goes on can mean is taken up by its patch.
        let patch = patch(draft, names, ask)
        return Built(
            ask: ask, notes: selection.notes + days.notes + running, unused: list.unused,
            unknownAccounts: selection.unknownAccounts, broadened: selection.broadened,
            described: selection.described.union(describing), leavesNames: namesDays || selection.namesOwner,
            penalty: draft.penalty,
            patch: patch, pointer: pointer, saysSpending: list.says(AskBuilder.words[.spending]),
            asksWhether: asksWhether(ask), saysDays: days.isSaid, saysFlow: saysFlow, weightOfSaid: weightOfSaid(draft),
            isWhole: isWhole(draft))
    }

    /// `before that`, `before then`
    var saysBeforeThat: Bool {
        list.placed.contains { item in
            guard case .time = item.clause else { return false }
            let words = list.keys[item.tokens]
            return words.contains("before") && words.contains { ["that", "then", "it"].contains($0) }
        }
    }

    /// Whether a word outside of times and other phrases stands for what was shown.
    private var pointsBack: Bool {
        if list.has(.pointer) { return true }
        let times = list.placed.compactMap { if case .time = $0.clause { $0.tokens } else { nil } }
        return list.keys.indices.contains { place in
            AskBuilder.pointers.contains(list.keys[place]) && !times.contains { $0.contains(place) }
        }
    }

    /// `there`, `from them`, `on it`: not `in that time`, nor `is that a lot`.
    private var pointsAtThings: Bool {
        let times = list.placed.compactMap { if case .time = $0.clause { $0.tokens } else { nil } }
        return list.keys.indices.contains { place in
            let isPlain = ["there", "them", "they"].contains(list.keys[place])
            let isBehind =
                place > 0 && ["it", "that", "those", "these"].contains(list.keys[place])
                && AskBuilder.words[.towards].contains(list.keys[place - 1])
            return (isPlain || isBehind) && !times.contains { $0.contains(place) }
        }
    }

    /// `chart it`, `over time`, `is it going up or down`: not what of it rose or fell.
    private var asksOfCourse: Bool {
        list.has(.chart) || list.has(.trend) || list.has(.change(.up)) && list.has(.change(.down))
    }

    var pointer: Built.Pointer? {
        // `how much more is it now, in percent` is a change, no part.
        let asksChange = list.placed.contains { item in
            switch item.clause {
            case .more, .less, .howMuchMore, .howMuchLess, .change, .goOn(.difference): true
            default: false
            }
        }
        if asksChange { return nil }
        guard let share = list.first({ $0 == .share ? true : nil })?.index else { return nil }
        if isShareOfName(share) { return .part }
        guard let place = list.first({ $0 == .pointer ? true : nil })?.index else {
            return list.says(["that", "it", "those", "them"]) ? .part : nil
        }
        return place == share + 1 && list.keys[list.placed[share].tokens].last == "of" ? .whole : .part
    }

    /// `as a share of coffee`: what was asked about before, of what the line names.
    private func isShareOfName(_ share: Int) -> Bool {
        guard isFollowUp, selection.included.count == 1, let name = selection.included[0].clauses.first,
            name == share + 1, !list.has(.what), !list.has(.howMuch)
        else { return false }
        let tokens = list.placed[share].tokens
        return list.keys[tokens].last == "of"
            && ["as", "share", "percent", "percentage"].contains(list.keys[tokens.lowerBound])
    }

    /// `cheaper`, `more expensive`
    private var isComparative: Bool {
        list.has(.more) || list.has(.less) || list.has(.change(.up)) || list.has(.change(.down))
    }

    /// How the line goes on. `plus` between two names joins these and adds nothing to what was asked before.
    private var continuations: Set<Clause.Continuation> {
        func isName(_ item: PlacedClause) -> Bool { if case .name = item.clause { true } else { false } }
        // `more` by itself compares nothing.
        if list.says(["more"]), list.placed.allSatisfy({ [.more, .filler].contains($0.clause) }) { return [.more] }
        return Set(
            list.placed.indices.compactMap { place in
                guard case .goOn(let kind) = list.placed[place].clause else { return nil }
                let joins =
                    kind == .add && place > 0 && isName(list.placed[place - 1]) && place + 1 < list.placed.count
                    && isName(list.placed[place + 1])
                return joins ? nil : kind
            })
    }

    /// `our Gatlinburg trip, July 11 to 16`, `June 13 through June 20, the Tennessee week`: the days say what is meant, and the
    /// place only what they are called.
    private mutating func dropTrip() {
        guard days.saysRunOfDays else { return }
        let words = AskBuilder.words[.journey]
        for named in selection.included where named.kind != .account {
            guard let first = named.clauses.first, let last = named.clauses.last else { continue }
            let tokens = list.placed[first].tokens.lowerBound..<list.placed[last].tokens.upperBound
            let isCalled = tokens.upperBound < list.keys.count && words.contains(list.keys[tokens.upperBound])
            let isTold =
                tokens.lowerBound > 1 && ["to", "in", "at"].contains(list.keys[tokens.lowerBound - 1])
                && words.contains(list.keys[tokens.lowerBound - 2])
            guard isCalled || isTold || list.keys[tokens].allSatisfy(words.contains) else { continue }
            leaveToDays(named)
            if isCalled { describing.insert(tokens.upperBound) }
        }
    }

    /// A name that only says which days are meant.
    mutating func leaveToDays(_ named: SelectionBuilder.Named) {
        for index in named.clauses { list.use(index) }
        selection.drop(named.clauses)
        namesDays = true
    }

    /// What the line says itself, for a line that goes on.
    mutating func patch(_ draft: Draft, _ names: [SelectionBuilder.Named], _ ask: Ask) -> AskPatch {
        var patch = AskPatch(continuations: continuations)
        // `which of those two` asks for one of them.
        if list.has(.both) || list.has(.together), names.isEmpty, !list.says(["which"]) {
            patch.continuations.insert(.sum)
        }
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
        patch.saysOr = list.keys.first == "or" && !things.isEmpty && !days.isSaid && draft.measure == nil
        patch.saysAnd =
            list.keys.first == "and" && list.keys.last != "?" && !things.isEmpty && accounts.isEmpty && !days.isSaid
            && draft.measure == nil
            && draft.grouping == nil && selection.excluded.isEmpty
        if !accounts.isEmpty { patch.accounts = .any(accounts.map(\.filter)) }
        patch.excluded = selection.excluded.map { .not($0) }
        patch.excludesShown =
            list.has(.goOn(.without))
            || list.placed.indices.dropLast().contains {
                list.placed[$0].clause == .except && list.placed[$0 + 1].clause == .pointer
            }
        if patch.excludesShown { _ = list.take(.except) }
        patch.asksPlace =
            draft.grouping == .merchant && (list.says(["where"]) || list.says(["who", "whom"]) && pointsBack)
        patch.place = list.first { if case .place(let place) = $0 { place } else { nil } }?.value
        if patch.place == 1, list.has(.everything) || list.says(["ever"]) {
            // `the first one ever`
            (patch.place, patch.view, patch.order, patch.limit, patch.span) = (nil, .rows, .oldest, 1, .everything)
            patch.isFirstEver = true
        }
        patch.points = pointsBack
        if list.says(["which"]) { patch.continuations.remove(.sum) }
        patch.asksWhich = list.says(["which"]) || list.says(["who", "whos"]) && isComparative
        patch.several = list.says(["three"]) ? 3 : list.has(.both) || list.says(["both", "two"]) ? 2 : nil
        if patch.several == nil, isComparative, list.says(["who", "whos"]), names.isEmpty {
            // `who was cheaper per trip`
            (patch.several, patch.isOfView) = (2, false)
        }
        // `which one got more of our money`, whatever was counted before
        if patch.asksWhich, isComparative, names.isEmpty, list.says(["money"]), draft.measure == nil {
            patch.measure = .total
        }
        // `which had more trips`: of the ones that were asked about.
        if patch.asksWhich, list.has(.more) || list.has(.less) || patch.several != nil || list.says(["who"]),
            !list.has(.than), names.isEmpty, !days.isSaid || isComparative
        {
            patch.saysSeveral = true
        }
        patch.asksParts = list.has(.breakdown)
        patch.asksCourse =
            names.isEmpty && !days.isSaid && draft.condition == nil && asksOfCourse
            && (patch.grouping?.isOfTime ?? true)
        patch.paysOff = list.says(["pay", "paid"]) && list.says(["off"]) && pointsBack
        patch.paysOn = names.isEmpty && paysOnCards
        patch.takenFromIncome = before?.flow == .income ? draft.takenFromIncome?.filter : nil
        patch.asksUpOrDown = list.says(["up", "higher", "rising"]) && list.says(["down", "lower", "falling"])
        patch.excludesFirst = orderLeftOut
        patch.wantsAllTime = list.says(["altogether", "together"])
        patch.saysAverage = list.placed.contains { if case .average = $0.clause { true } else { false } }
        patch.conditions = draft.filters + leftAtHome(draft) + (days.weekdays.map { [.weekdays($0)] } ?? [])
        if days.saysOwn {
            patch.span = ask.selection.span
        } else if list.has(.everything) || hasBeenThere, !patch.continuations.contains(.sum) {
            patch.span = .everything
        }
        if patch.measure == nil {
            patch.measure = ask.measure == .total && draft.measure == nil ? nil : ask.measure
        }
        if patch.asksWhich, patch.saysSeveral, patch.measure == nil, list.has(.purchaseWord), isPlural {
            patch.measure = .count(.transaction)
        }
        (patch.grouping, patch.condition) = (draft.grouping, draft.condition)
        if asksOfCourse, !list.placed.contains(where: { if case .by = $0.clause { true } else { false } }) {
            // What units show it best is for the days to say.
            patch.grouping = nil
        }
        if case .average(let unit)? = patch.measure, unit == .merchant || unit == .category || unit == .account {
            // `per store`
            (patch.measure, patch.grouping) = (nil, Ask.Grouping(unit: unit))
        }
        if case .sides? = ask.against {
            patch.sides = draft.sides.map { Ask.NamedFilter(name: $0.name, filter: $0.filter) }
        } else {
            patch.against = draft.against ?? (days.isSaid ? ask.against : nil)
        }
        let namesRows = list.has(.rows) || list.has(.rowWord) || list.has(.purchaseWord)
        patch.saysSingle = list.has(.rows) && list.says(["single", "individual"])
        patch.namesRows = list.has(.rowWord) || list.has(.purchaseWord)
        if draft.view == .rows && namesRows || namesOneAmount && draft.measure == nil && draft.grouping == nil {
            patch.view = .rows
        }
        patch.isOfView = draft.order != nil && !namesRows && draft.grouping == nil && draft.measure == nil
        (patch.order, patch.limit) = (draft.order, draft.limit)
        if draft.offset > 0 {
            patch.skip = draft.offset
            (patch.view, patch.isOfView) = (nil, false)
        }
        if list.has(.whatWasIt), !days.isSaid { (patch.view, patch.asksWhatItWas) = (.rows, true) }
        if list.has(.sortByCount) {
            (patch.measure, patch.order, patch.keepsGroups) = (.count(.transaction), .largest, true)
        }
        patch.defaultSpan = days.isSaid ? nil : ask.selection.span
        patch.isHeldAgainst = list.has(.versus) || list.has(.than) || list.has(.compare)
        patch.comparesOn = list.keys.count > 2 && list.keys[0] == "and" && ["to", "with"].contains(list.keys[1])
        patch.takesNaturalUnit =
            list.has(.average(nil)) && !list.placed.contains { if case .per = $0.clause { true } else { false } }
        patch.takesApart =
            list.has(.each(nil)) && draft.measure.map(\.isOfEachGroup) ?? true && draft.grouping == nil
        if patch.takesApart { patch.keepsGroups = true }
        patch.leftOutDays = days.leftOut
        patch.comparesYearBefore = list.has(.yearBefore)
        patch.asksRest = list.says(["rest"])
        // `without the Chicago ones, July 16 to 20`: the days of a trip say what goes.
        if patch.span != nil, !patch.excluded.isEmpty, patch.excluded.allSatisfy(\.isOfTrip), names.isEmpty,
            draft.measure == nil, !list.has(.howMuch), case .periods(let gone) = ask.selection.span
        {
            (patch.leftOutDays, patch.excluded, patch.span) = (gone, [], nil)
        }
        if patch.measure == .lastDay {
            patch.asksWhen = !list.says(["last", "latest", "recent", "recently", "ago", "since"])
            patch.isOnlyWhen = list.keys.allSatisfy { ["when", "and", "so", "ok", "?"].contains($0) }
        }
        if let sort = list.take({ if case .sort(let order) = $0 { order } else { nil } }) {
            (patch.order, patch.sorts) = (sort, true)
        }
        if let count = list.first({ if case .places(let count) = $0 { count } else { nil } })?.value {
            patch.places = count
        }
        patch.saysSeveral = patch.saysSeveral || list.says(AskBuilder.several)
        patch.namesShown = names.contains {
            $0.clauses.contains { place in
                if case .name(let match) = list.placed[place].clause { match.isPointed } else { false }
            }
        }
        patch.addsDays =
            list.says(["add", "include", "including"]) && names.isEmpty && patch.continuations.contains(.add)
        patch.saysAgain = list.says(["again", "back"])
        if let limit = list.take({ if case .limit(let count) = $0 { count } else { nil } }) { patch.limit = limit }
        if ask.selection.flow != .spending, ask.selection.flow != .purchases {
            patch.flow = movesWithinSavings ?? ask.selection.flow
            takeWay(of: things, &patch)
        } else if list.has(.flow(.spending)) && list.says(["send", "give"]) {
            // `what did I send him`
            patch.flow = .spending
        } else if list.has(.flow(.spending)) && list.says(["out"])
            || list.says([
                "spend", "spent", "spending", "expenses", "purchase", "purchases", "order", "orders", "bought", "buy",
            ])
        {
            patch.flow = .spending
        }
        patch.asksAmount =
            list.has(.howMuch) || list.has(.what) && list.says(AskBuilder.words[.spending])
            || patch.continuations.contains(.sum)
        patch.asksSpent =
            (list.has(.howMuch) || list.keys.contains("what")) && list.says(["spend", "spent", "pay", "paid"])
        patch.change = list.says(["who", "whos"]) && isComparative ? nil : draft.change
        patch.saysBefore = list.has(.daysBefore(nil, nil)) || saysBeforeThat
        patch.saysAll = list.says(["all", "every"])
        patch.saysPerson = list.says(["him", "her", "she", "he"])
        patch.saysSameSeveral = list.says(["same"]) && list.says(["two", "three", "four", "five"]) && names.isEmpty
        patch.saysUsually = list.says(["usually", "normally", "typically"])
        patch.excludesDuplicate = list.take(.goOn(.single))
        patch.asksOtherPay = list.take(.otherPay)
        patch.asksWhetherEver =
            patch.span == .everything && ["have", "had"].contains(list.keys.first) && pointsAtThings
        if let place = list.placed.firstIndex(where: saysBothTimes) {
            (patch.saysBothTimes, patch.span) = (true, nil)
            list.use(place)
        }
        if list.placed.indices.dropFirst().contains(where: { place in
            // `vs publix in the same time` is held against the shop, and no other days.
            if case .name = list.placed[place].clause { list.placed[place - 1].clause == .versus } else { false }
        }) {
            patch.against = nil
        }
        patch.refunds = saysGross ? .ignored : list.has(.netOfRefunds) ? .counted : nil
        patch.saysSameDays = list.says(["same"]) && days.isSaid && names.isEmpty
        patch.saysComparative = list.says(AskBuilder.words[.comparative])
        patch.saysOverall =
            list.has(.everything)
            && list.placed.allSatisfy { item in
                item.clause != .everything || AskBuilder.words[.inAll].isSuperset(of: list.keys[item.tokens])
            }
        patch.saysInAll = patch.saysOverall && !days.isSaid && names.isEmpty
        patch.pointsAtThings = patch.saysPerson || pointsAtThings
        patch.saysOwnFlow = names.isEmpty && list.says(["spend", "spent", "spending", "expenses"])
        patch.asksHowOften =
            list.has(.rate(nil)) && !list.placed.contains { if case .per = $0.clause { true } else { false } }
        patch.saysToo =
            patch.nameMode == .add && !list.says(["add", "plus", "include", "including", "throw"])
            && list.says(["too", "also", "as"])
        patch.asksElse =
            list.says(["else"]) && list.placed.contains { if case .time = $0.clause { true } else { false } }
        if patch.asksElse { (patch.view, patch.points) = (.rows, false) }
        return patch
    }

    /// `what did I pay on it` after what was charged to a card.
    private var paysOnCards: Bool {
        guard let before, list.says(["pay", "paid", "payments", "paying"]), !list.says(["off", "interest"]) else {
            return false
        }
        let cards = FilterParts(before.filter).accounts.map(FilterParts.accounts) ?? []
        let isBehind = list.keys.indices.dropFirst().contains { place in
            ["it", "them", "that", "those", "both"].contains(list.keys[place])
                && ["on", "to", "toward", "towards", "onto"].contains(list.keys[place - 1])
        }
        return isBehind && !cards.isEmpty
            && cards.allSatisfy { name in
                context.names.accounts.contains { $0.name == name && $0.type.isLiability }
            }
    }

    /// `the 36 one`
    private var namesOneAmount: Bool {
        list.placed.contains { item in
            if case .bound(let amount) = item.clause {
                amount.relation == .exactly && ["one", "ones"].contains(list.keys[item.tokens].last ?? "")
            } else {
                false
            }
        }
    }

    /// `how often have we been there`, whenever that was.
    private var hasBeenThere: Bool {
        guard let place = list.keys.firstIndex(of: "there"), place > 0, ["been", "gone"].contains(list.keys[place - 1])
        else { return false }
        return list.says(["have", "has", "ive", "weve"])
    }

    /// `without the biggest one`, `take out the big one`: the order in which that is the first.
    private var orderLeftOut: Ask.Order? {
        for place in list.placed.indices.dropLast() where list.placed[place].clause == .except {
            switch list.placed[place + 1].clause {
            case .top(nil), .top(1): return .largest
            case .bottom(nil), .bottom(1): return .smallest
            default: continue
            }
        }
        return nil
    }

    /// `interest` after what was spent is what was charged, after an income what was earned: money both ways goes as it went
    /// before, where no account says it.
    private func takeWay(of things: [SelectionBuilder.Named], _ patch: inout AskPatch) {
        guard let before, patch.accounts == nil, FilterParts(before.filter).accounts == nil, !saysFlow,
            [.spending, .purchases, .refunds, .income].contains(before.flow),
            things.contains(where: selection.goesBothWays), let both = patch.things
        else { return }
        patch.things = selection.filter(both, of: before.flow)
        (patch.flow, patch.sides) = (before.flow == .refunds ? .spending : nil, [])
    }

    /// `did I pay the water bill`, `was there a refund`
    func asksWhether(_ ask: Ask) -> Bool {
        let begins =
            list.placed.first.map { $0.clause == .yesNo || $0.clause == .rows && list.keys.first != "show" } ?? false
        let words: Set = ["did", "do", "does", "have", "has", "was", "were", "is", "are", "am"]
        return begins && words.contains(list.keys[0]) && ask.against == nil && ask.grouping == nil
            && ask.measure == .total
    }

    /// Whether it says which way money flowed.
    private var saysFlow: Bool {
        list.placed.contains { if case .flow = $0.clause { $0.weight >= 0 } else { false } }
    }

    func weightOfSaid(_ draft: Draft) -> Int {
        let asksWhatIsLeft =
            draft.flow == .net && list.keys.contains { AskBuilder.words[.questioning].contains($0) }
        let hasHead =
            draft.measure != nil || draft.grouping != nil || draft.view == .rows || list.has(.howMuch)
            || list.has(.what) || asksWhatIsLeft
        // Runs of one's own days are asked of nobody else.
        let isOfHabits =
            switch draft.measure {
            case .longestStreak?, .countWithout?, .spread?, .reachedDay?, .gap?: true
            case .count(let unit)? where unit.isOfTime: draft.condition != nil || draft.base != nil
            default: draft.grouping != nil && draft.condition != nil || draft.takenFromIncome != nil
            }
        let hasName =
            !selection.included.isEmpty || !selection.excluded.isEmpty || draft.takenFromIncome != nil
        return [hasHead, isOfHabits, saysFlow, hasName, days.isSaid].count { $0 }
    }

    /// Whether the line says what is asked for and of what, and points at nothing.
    func isWhole(_ draft: Draft) -> Bool {
        let goesOn = list.placed.contains { item in
            switch item.clause {
            case .goOn(let kind): kind != .narrow && kind != .sum || item.tokens.lowerBound == 0
            case .pointer, .place, .places, .sort, .limit, .sortByCount, .whatWasIt, .both, .each(nil): true
            case .and, .or, .except, .only, .versus: item.tokens.lowerBound == 0
            default: false
            }
        }
        if !goesOn, groupsAllSpending(draft) || asksOfTrip { return true }
        // `how many times have we been`: somewhere that was spoken of.
        let goesSomewhere =
            isFollowUp && selection.included.isEmpty && draft.condition == nil && draft.filters.isEmpty
            && list.says(["been", "go", "gone", "went", "visit"])
            && !list.placed.contains { if case .flow = $0.clause { $0.weight >= 0 } else { false } }
        if goesSomewhere || isFollowUp && namesOneShown { return false }
        // `what percent of my income is that`
        if isFollowUp, list.has(.share), pointsBack { return false }
        // `over the whole year, which store got more`: of those that were asked about.
        if isFollowUp, list.says(["which", "who"]), isComparative, !list.has(.than), selection.included.isEmpty {
            return false
        }
        let saysPerson = selection.included.isEmpty && list.says(["him", "she", "he"])
        guard !goesOn, !saysPerson, !list.says(["it", "them", "there", "those"]),
            !pointsAtDays || !selection.included.isEmpty
        else {
            return false
        }
        let hasHead =
            list.has(.what) || draft.measure != nil || draft.grouping != nil || draft.view == .rows
            || list.has(.howMuch)
        let hasVerb = list.placed.contains { if case .flow = $0.clause { true } else { false } }
        let hasTopic = !selection.included.isEmpty || days.isSaid || draft.flow != .spending && !isFollowUp
        let isLong = list.keys.count - days.beginnings.count >= 8
        // `my last 3 purchases at Amazon`, `what is my biggest purchase in August`
        let namesOwnRows =
            list.says(["my", "our"]) && (list.has(.purchaseWord) || list.has(.rowWord))
            && (draft.order != nil || draft.measure == .largest || draft.measure == .smallest)
        if namesOwnRows, hasTopic { return true }
        // `the difference between May and June, all told`
        if !isFollowUp, list.has(.compare), days.isOfSeveral { return true }
        return hasHead && hasTopic && (hasVerb || !selection.included.isEmpty && days.isSaid)
            || isLong && hasTopic && hasHead
    }

    /// What is paid on a trip's days wherever one is is no cost of the trip.
    private func leftAtHome(_ draft: Draft) -> [RowFilter] {
        let rows = days.notOfTrip
        return rows.isEmpty || ![.spending, .purchases].contains(draft.flow) ? [] : [.not(.rows(rows))]
    }

    /// `what did San Diego cost`, `how much did we spend on the last trip`: a trip is what is asked of, whatever was spoken of.
    private var asksOfTrip: Bool {
        guard selection.included.isEmpty, !pointsBack, AskBuilder.words[.asking].contains(list.keys.first ?? "") else {
            return false
        }
        return list.placed.contains { item in
            if case .time(let time) = item.clause { time.isTrip && !time.isLeftOut } else { false }
        }
    }

    /// `spending by month`, `where did my money go`: all that was spent, whatever was spoken of. `by month` alone goes on.
    private func groupsAllSpending(_ draft: Draft) -> Bool {
        guard draft.grouping != nil, selection.included.isEmpty, selection.excluded.isEmpty, draft.filters.isEmpty,
            draft.condition == nil, !list.has(.howMuch), !isComparative, !pointsAtDays, !pointsBack
        else { return false }
        return list.keys.contains { AskBuilder.words[.allSpending].contains($0) }
            && !list.says(["it", "them", "there", "those"])
    }

    /// `the second one`, `the Visa one`: one of what was shown.
    private var namesOneShown: Bool {
        selection.included.contains { named in
            named.clauses.contains { place in
                guard case .name(let match) = list.placed[place].clause else { return false }
                let next = list.placed[place].tokens.upperBound
                return match.isPointed || next < list.keys.count && ["one", "ones"].contains(list.keys[next])
            }
        }
    }

    /// `those two months`, `both weeks`
    private func saysBothTimes(_ item: PlacedClause) -> Bool {
        switch item.clause {
        case .time(let time): time.pointsBack && list.keys[item.tokens].contains { ["two", "both"].contains($0) }
        case .groupWord(let unit): unit.isOfTime && list.has(.both)
        default: false
        }
    }

    /// `where did we spend the most that month`
    private var pointsAtDays: Bool {
        list.placed.contains { item in
            if case .time = item.clause {
                list.keys[item.tokens].contains { ["that", "those", "then"].contains($0) }
            } else {
                false
            }
        }
    }

    /// Whether no clause says what is wanted: a greeting, thanks.
    var saysNothing: Bool {
        list.placed.allSatisfy {
            switch $0.clause {
            case .filler, .yesNo, .and, .or, .pointer, .goOn(.ask), .goOn(.correct), .what, .whichName, .purchaseWord,
                .groupWord, .running, .only, .number:
                true
            case .bound(let amount):
                // `17.99` is money, `17` may be anything.
                !amount.isMarked && amount.relation == .exactly && amount.amount % amount.currency.minorPerMajor == 0
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
        /// Whether it says that something changed, whichever way.
        var asksChange = false
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
        /// What is taken from an income: `income minus the mortgage`.
        var takenFromIncome: (words: String, filter: RowFilter)?
        /// What came back and is taken from what was spent: `rent minus what Devin sent`.
        var takenFromSpending: (words: String, filter: RowFilter)?
        var wholeFilter: RowFilter = .all
        var wholeNames: [[Int]] = []
        var wholeFlow: Selection.Flow?
        var isByCount = false
        var wantsEverything = false
        /// How many of the last days, weeks, months or years are looked at, where the groups say which.
        var recentGroups: Int?
        /// Whether what is ranked are groups, even where no word says which.
        var isOfGroups = false
        /// Whether things named with `or` are to be held against one another.
        var asksWhichIsMore = false
        var penalty = 0.0
        /// What else is asked for of the same rows.
        var also: [Ask.Measure] = []
        var isOfSeveral: Bool { !also.isEmpty }
        /// What the question is asked of one after the other.
        var each: Ask.Grouping?
        /// What each unit or group of `own` is held against: `months where I spent more on this than on that`.
        var base:
            (quantity: Ask.Condition.Quantity, relation: Ask.Condition.Relation, own: RowFilter, filter: RowFilter)?
        /// Whether it is of what came in as a part of what was spent on something.
        var isCovered = false
        /// The days of a trip with those before it on which something was paid for it.
        var tripSpan: Period?
        /// Whether a habit is asked about, of whole months: `am I spending more than I make`.
        var isOfHabit = false
    }

    // MARK: Several things in one unit, and one after the other

    /// `both coffee and a bagel on the same day`: rows of the first in units that hold the others as well.
    mutating func takeSameUnit(_ draft: inout Draft) {
        let said = list.take { if case .sameUnit(let unit) = $0 { unit } else { nil } }
        var unit = said
        if unit == nil, list.has(.both) || list.says(AskBuilder.words[.asWell]) {
            switch draft.measure {
            case .count(let counted)? where counted.isOfTime: unit = counted
            case .longestStreak(let counted, _)?: unit = counted
            default: if let group = draft.grouping, group.isOfTime { unit = Ask.Unit(rawValue: group.rawValue) }
            }
        }
        let names = selection.included.filter { $0.kind != .account }
        guard let unit, names.count > 1 else {
            // `three purchases in the same week`
            if let said, let group = Ask.Grouping(unit: said), draft.grouping == nil { draft.grouping = group }
            return
        }
        _ = list.take(.both)
        for other in names.dropFirst() {
            draft.filters.append(.near(unit, 0...0, Selection(draft.flow, other.filter)))
            selection.drop(other.clauses)
            for index in other.clauses { list.use(index) }
        }
        if draft.measure == nil, draft.grouping == nil { draft.measure = .count(unit) }
    }

    /// `the largest purchase each month`, `top category per quarter`: one answer for each unit.
    mutating func takeEach(_ draft: inout Draft) {
        let isRow = draft.measure == .largest || draft.measure == .smallest || draft.view == .rows && draft.order != nil
        let isRanked = draft.order == .largest || draft.order == .smallest
        guard draft.each == nil, draft.against == nil, !draft.comparesPeriods, isRow || isRanked else { return }
        let nouns = Set([Ask.Unit.merchant, .category, .account].filter(saysNoun))
        func unit(_ clause: Clause) -> Ask.Grouping? {
            switch clause {
            case .each(let unit?), .average(let unit?): Ask.Grouping(unit: unit)
            case .per(let unit) where !nouns.contains(unit): Ask.Grouping(unit: unit)
            case .by(let group): group
            default: nil
            }
        }
        if isRow, draft.grouping == nil {
            draft.each = list.take(unit)
            if draft.each != nil, draft.view == .rows, draft.limit == nil { draft.limit = 1 }
            return
        }
        guard let grouping = draft.grouping else { return }
        if grouping.isOfTime {
            // `top category each month`: the rank is of the category.
            let noun = list.take { clause -> Ask.Grouping? in
                if case .groupWord(let group) = clause, [.category, .merchant, .account].contains(group) {
                    group
                } else {
                    nil
                }
            }
            guard let noun else { return }
            (draft.grouping, draft.each) = (noun, grouping)
            draft.limit = draft.limit ?? 1
        } else if let each = list.take(unit), each != grouping {
            draft.each = each
            draft.limit = draft.limit ?? 1
        }
    }

    /// `Publix, Kroger and Costco: how much at each`; `for March, April and May, each`
    private mutating func takeApart(_ draft: inout Draft, _ names: [RowFilter]) {
        if names.count < 2, draft.grouping == nil, draft.each == nil, draft.against == nil, draft.order == nil,
            draft.view == .figures, draft.measure == nil, let unit = days.unitOfSeveral, list.take(.each(nil))
        {
            draft.grouping = unit
            return
        }
        guard names.count > 1, draft.grouping == nil, draft.each == nil, draft.against == nil, draft.order == nil,
            draft.sides.isEmpty, draft.view == .figures, draft.measure.map(\.isOfEachGroup) ?? true,
            list.take(.each(nil))
        else { return }
        draft.grouping = RowFilter.or(names).parts
    }

    /// `a refund from a store` is of no unit.
    func saysNoun(_ unit: Ask.Unit) -> Bool {
        list.placed.contains { item in
            item.clause == .per(unit) && list.keys[item.tokens].first.map { ["a", "an"].contains($0) } ?? false
        }
    }

    /// `Publix vs Kroger: how many visits and how much at each`: the visits of each name, which say what they come to.
    private mutating func takeCountsAndSums(_ draft: inout Draft) {
        guard draft.measure == .count(.transaction), draft.sides.count > 1, draft.grouping == nil,
            list.has(.and) || list.has(.or), list.has(.howMuch) || list.says(["cost", "costs", "dollars"]),
            selection.included.filter({ $0.kind != .account }).allSatisfy({ $0.kind == .merchant })
        else { return }
        (draft.sides, draft.sideNames, draft.grouping) = ([], [], .merchant)
        (draft.order, draft.comparesPeriods, draft.asksWhichIsMore) = (nil, false, false)
        _ = list.take(.howMuch)
        _ = list.take(.each(nil))
    }

    /// Of the least of several months or weeks the running one is none: it is not over.
    ///
    /// - Returns: the days without it, and what the reply says of that.
    func withoutRunning(_ span: Selection.Span, _ draft: Draft) -> (Selection.Span, [String]) {
        let today = context.asOf
        let start: CivilDate
        switch draft.grouping {
        case .week?: start = today.startOfWeek
        case .month?: start = today.startOfMonth
        case .quarter?: start = today.startOfQuarter
        default: return (span, [])
        }
        guard draft.order == .smallest, draft.measure == nil || draft.measure == .count(.transaction),
            draft.base == nil,
            let coverage = context.names.coverage, draft.grouping != .month || today < today.endOfMonth
        else { return (span, []) }
        let own: Period
        switch span {
        case .everything: own = Period(coverage.start, today)
        case .periods(let all) where all.count == 1: own = all[0]
        default: return (span, [])
        }
        // A month that the days asked about, or the data, have only the end of is no month to compare.
        var first = max(own.start, coverage.start)
        if draft.grouping == .month, first.day > 5, first.endOfMonth < start {
            first = first.endOfMonth.adding(days: 1)
        }
        let isRunning = own.end >= today && own.start.adding(days: 13) < start
        let last = isRunning ? start.adding(days: -1) : own.end
        guard first < last, isRunning || first > max(own.start, coverage.start) else { return (span, []) }
        guard isRunning else { return (.periods([Period(first, last)]), []) }
        let running = Period(start, today)
        return (
            .periods([Period(max(own.start, first), last)]),
            ["left out \(draft.grouping == .month ? Period.month(of: start).label : running.label), which is not over"]
        )
    }

    /// `which jumped more from May to June, gas or groceries`: each of them in both.
    private mutating func takeChangesOfSides(_ ask: inout Ask, _ draft: Draft) {
        guard draft.change != nil, draft.sides.count > 1, draft.daySides.isEmpty, ask.measure == .total,
            case .sides(let others)? = ask.against
        else { return }
        var whole = draft
        (whole.sides, whole.comparesPeriods) = ([], true)
        guard case (.periods(let own), .period(let before)?) = days.span(for: whole), own.count == 1, days.isOfEnds
        else {
            return
        }
        ask.selection.span = .periods(own)
        let all = [(draft.sides[0].name, ask.selection)] + others.map { ($0.name, $0.selection) }
        let sides = all.flatMap { name, selection in
            [own[0], before].map { period in
                Ask.Side("\(name) \(period.phrase)", Selection(selection.flow, selection.filter, .periods([period])))
            }
        }
        ask.against = .sides(Array(sides.dropFirst()))
    }

    /// `how often did I go in September`: in one month there is no number of times a month, but how many times. What an average
    /// is of that is said of nothing is told of a month and of a purchase, of a month alone of a purchase.
    private func takeWithinUnit(_ ask: inout Ask, _ draft: Draft) {
        let isOne = ask.selection.span.isWithin(.month)
        if case .rate(.month) = ask.measure, isOne, !list.says(["month", "monthly"]) {
            ask.measure = .count(.transaction)
        }
        guard ask.measure == .average(.month), ask.also.isEmpty, ask.against == nil, ask.grouping == nil,
            list.has(.average(nil)), !list.says(["month", "monthly"]), !selection.included.isEmpty,
            ask.selection.flow == .spending
        else { return }
        if isOne {
            ask.measure = .average(.transaction)
        } else if case .assumed = ask.selection.span {
            ask.also = [.average(.transaction)]
        }
    }

    /// `shops of last year, but not this year`: of days that lie apart from those asked about, the same names are left out.
    mutating func leftOutApart(_ draft: Draft) -> [RowFilter] {
        guard let grouping = draft.grouping, let unit = Ask.Unit(rawValue: grouping.rawValue), !grouping.isOfTime else {
            return []
        }
        let apart = days.leftOutApart
        guard !apart.isEmpty else { return [] }
        for item in apart { list.use(item.index) }
        return [.not(.near(unit, 0...0, Selection(draft.flow, .all, .periods(apart.map(\.period)))))]
    }

    /// `how many paydays in October`: a word that is a unit to count says what came in as well.
    private mutating func takePayDays(_ draft: inout Draft) {
        guard draft.measure == .count(.transaction), draft.flow == .spending, !saysFlow, selection.included.isEmpty,
            selection.excluded.isEmpty, list.says(["payday", "paydays"])
        else { return }
        draft.flow = .income
    }

    /// `stores we went to for the first time this summer`: without those that had rows before.
    private mutating func takeNew(_ ask: inout Ask) {
        guard list.has(.newTo), let unit = ask.grouping.flatMap({ Ask.Unit(rawValue: $0.rawValue) }), !unit.isOfTime,
            case .periods(let own) = ask.selection.span, let first = own.first,
            let begin = context.names.coverage?.start, begin < first.start
        else { return }
        _ = list.take(.newTo)
        let before = Selection(ask.selection.flow, .all, .periods([Period(begin, first.start.adding(days: -1))]))
        ask.selection.filter = .all([ask.selection.filter, .not(.near(unit, 0...0, before))])
    }

    /// `how many months without coffee, and which ones`, `months when we paid the dentist`: the units themselves.
    private mutating func takeUnitsAsked(_ draft: inout Draft) {
        guard draft.grouping == nil, draft.order == nil, draft.also.isEmpty else { return }
        if let last = list.placed.last, last.clause == .rows, list.keys[last.tokens].contains(where: { $0 == "which" })
        {
            switch draft.measure {
            case .countWithout(let unit)?:
                guard let group = Ask.Grouping(unit: unit) else { return }
                (draft.measure, draft.grouping) = (nil, group)
                draft.condition = Ask.Condition(.count, .equal, 0)
            case .count(let unit)? where unit.isOfTime:
                guard let group = Ask.Grouping(unit: unit) else { return }
                (draft.measure, draft.grouping) = (nil, group)
                if !hasBound, !hasCountBound { draft.condition = Ask.Condition(.count, .atLeast, 1) }
            default: break
            }
            return
        }
        let others: Set<Clause> = [.howMuch, .top(nil), .bottom(nil), .share, .more, .less]
        guard draft.measure == nil, draft.condition == nil, case .groupWord(let group)? = list.placed.first?.clause,
            group.isOfTime, group != .weekday, list.placed[0].tokens.lowerBound == 0,
            list.keys[0].hasSuffix("s"), !selection.included.isEmpty, !hasBound, !hasCountBound, !isCompared,
            !list.placed.contains(where: { others.contains($0.clause) })
        else { return }
        list.use(0)
        (draft.grouping, draft.condition) = (group, Ask.Condition(.count, .atLeast, 1))
        draft.wantsEverything = true
    }

    private var hasCountBound: Bool {
        list.placed.contains { if case .countBound = $0.clause { true } else { false } }
    }

    // MARK: Groups and ranks

    mutating func takeGroups(_ draft: inout Draft) {
        takeRank(&draft)
        let isRising = list.placed.contains { if case .change = $0.clause { true } else { false } }
        let isGoing = list.says(AskBuilder.words[.going]) && !list.says(AskBuilder.words[.spending]) && !isRising
        var which: Ask.Grouping? = list.take { if case .which(let group) = $0 { group } else { nil } }
        // `months where I spent more than I made`, `cheapest fill up and where`: no places are asked for.
        let isAside = draft.condition != nil && draft.grouping != nil || asksWhereAsWell
        if isAside { which = nil }
        if which == .merchant, let noun = groupWordBeforeWhere { which = noun }
        // `where was the priciest` after rows is of one of these.
        let asksPlaceOfRow =
            isFollowUp && draft.order != nil && draft.limit == nil && !hasGroupWord && !saysFlow && list.says(["where"])
            && selection.included.isEmpty && !list.says(["did", "do", "does"])
        if asksPlaceOfRow {
            which = nil
            _ = list.take { if case .by = $0 { true } else { nil } }
        }
        if which == nil, let bare = list.first({ $0 == .whichName ? true : nil })?.index,
            !isFollowUp || namesPlaces || ["which", "what"].contains(list.keys[list.placed[bare].tokens].last ?? ""),
            bare + 1 < list.placed.count, case .name(let name) = list.placed[bare + 1].clause,
            case .category = name.kind
        {
            which = .merchant
            _ = list.take(.groupWord(.merchant))
        }
        if which == nil { which = takeUnitChosenFrom() }
        var grouping = which ?? list.take { if case .by(let group) = $0 { group } else { nil } }
        if isAside { grouping = nil }
        if grouping == nil, list.has(.breakdown) { grouping = .category }
        // `top restaurants`, `most visited coffee shop`: which of them.
        if grouping == nil, draft.order != nil, draft.limit != nil || draft.isOfGroups || draft.isAveraged, namesPlaces,
            !list.has(.purchaseWord), !list.has(.rowWord), !hasTimeWord
        {
            grouping = .merchant
        }
        let isRanked = draft.order == .largest || draft.order == .smallest
        let isHeld = (list.has(.more) || list.has(.less)) && list.has(.than)
        if draft.measure == nil, isGoing, isRanked, which == .merchant || list.has(.groupWord(.merchant)) {
            draft.measure = .count(.transaction)
        }
        if which == .weekday, draft.measure == .average(.month), !list.says(AskBuilder.words[.spending]) {
            (draft.measure, draft.order, draft.limit) = (.count(.transaction), .largest, 1)
        }
        let isOverUnit = hasBound && !list.has(.purchaseWord) && !list.has(.rowWord)
        let asksWithin =
            isHeld || isOverUnit || isRanked || draft.isOfGroups || list.has(.change(.up)) || list.has(.change(.down))
            || !days.leftOutApart.isEmpty
        let measure = draft.measure
        if grouping == nil, asksWithin, draft.measure == nil || draft.order != nil {
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
            if let group = Ask.Grouping(unit: each), list.says(AskBuilder.words[.past]) || days.isSaid {
                grouping = group
            } else if draft.measure == nil {
                draft.measure = .average(each)
            }
        }
        let isRankOfRows = draft.order != nil && list.has(.purchaseWord) && !isPlural
        // `the most I spent in one month`
        if grouping == nil, draft.measure == nil, draft.order != nil, !isRankOfRows, let unit = takeUnitWithin() {
            grouping = unit
        }
        if grouping == nil, draft.measure == nil, !isRankOfRows, let per = takePer() {
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
        let asksWhatMoved =
            list.has(.what)
            || list.placed.first?.clause == .whichName && list.placed.count > 1
                && [.change(.up), .change(.down)].contains(list.placed[1].clause) && draft.order == nil
        if grouping == nil, asksWhatMoved, selection.included.isEmpty, isRising { grouping = .category }
        // `what did I spend the most on`
        if grouping == nil, draft.order != nil, list.has(.what) || list.has(.whichName),
            list.says(AskBuilder.words[.spending]),
            !list.has(.purchaseWord),
            list.keys.last == "on" || list.words(after: .top(nil)).first == "on"
        {
            grouping = .category
        }
        if grouping == nil, draft.isOfGroups, draft.order != nil, !list.has(.or) { grouping = .merchant }
        if grouping == nil, list.has(.newTo), draft.measure == nil { grouping = .merchant }
        if grouping == nil, isRanked, list.has(.change(.up)) || list.has(.change(.down)) { grouping = .merchant }
        // `of Target and Amazon, where did most go`: of those that are named.
        if grouping == .category, isRanked, selection.included.count(where: { $0.kind == .merchant }) > 1,
            selection.included.allSatisfy({ $0.kind != .category })
        {
            grouping = .merchant
        }
        if let grouping = grouping ?? draft.grouping {
            draft.grouping = grouping
            // A place where something was bought is no answer to where most was spent.
            if which != nil, draft.order != nil, draft.limit == nil { draft.limit = 1 }
            if which == nil, isRanked, draft.limit == nil, grouping.isOfTime { draft.limit = 1 }
            _ = list.take(.groupWord(grouping))
        }
        takeCards(&draft)
    }

    /// `which card do I use the most`: of cards alone, and how often, where nothing is said of money.
    private mutating func takeCards(_ draft: inout Draft) {
        let isOfUse = list.says(["use", "used", "using"])
        guard draft.grouping == .account, list.says(["card", "cards"]),
            isOfUse || list.says(AskBuilder.words[.spending]),
            !selection.included.contains(where: { $0.kind == .account })
        else { return }
        let cards = context.names.accounts.filter { $0.type == .creditCard }
        if cards.count > 1 { draft.filters.append(.any(cards.map { .account($0.name) })) }
        if draft.measure == nil, isOfUse, !list.says(AskBuilder.words[.spending]) {
            draft.measure = .count(.transaction)
        }
    }

    /// `in one month`, behind a rank.
    private mutating func takeUnitWithin() -> Ask.Grouping? {
        let found = list.first { clause -> Ask.Grouping? in
            if case .per(let unit) = clause, unit.isOfTime { Ask.Grouping(unit: unit) } else { nil }
        }
        guard let found, list.keys[list.placed[found.index].tokens].first == "in" else { return nil }
        list.use(found.index)
        return found.value
    }

    /// `which of the last twelve months had …`: the unit that the days named are made of.
    private mutating func takeUnitChosenFrom() -> Ask.Grouping? {
        guard let which = list.first({ $0 == .whichName ? true : nil })?.index, which + 1 < list.placed.count,
            list.keys[list.placed[which].tokens].last == "which", case .time = list.placed[which + 1].clause
        else { return nil }
        let words = list.keys[list.placed[which + 1].tokens]
        guard words.first == "of", let unit = words.last.flatMap(AskBuilder.groupings) else { return nil }
        list.use(which)
        return unit
    }

    /// The unit of time that several of are called by a word: `months`.
    private static func groupings(_ word: String) -> Ask.Grouping? {
        Ask.Grouping.allCases.first { $0.isOfTime && word == $0.rawValue + "s" }
    }

    /// Whether units of time are counted or asked for: `how many months`, `which weeks`.
    var namesUnits: Bool {
        list.placed.contains { item in
            switch item.clause {
            case .count(let unit): unit != .transaction
            case .which(let group), .groupWord(let group): group.isOfTime
            default: false
            }
        }
    }

    private static let several: Set<String> = [
        "them", "those", "these", "all", "both", "two", "three", "four", "five", "everything",
    ]
    private static let pointers: Set<String> = [
        "it", "that", "those", "them", "these", "there", "they", "him", "her", "she", "he",
    ]

    /// `months where I spent more`: `where` asks for no place after a noun.
    var groupWordBeforeWhere: Ask.Grouping? {
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

    /// `the two months with …`: a unit of time is named that groups could be of.
    var hasTimeWord: Bool {
        list.placed.contains { if case .groupWord(let group) = $0.clause { group.isOfTime } else { false } }
    }

    /// `largest fill-up in May and where`: the place of one row.
    var asksWhereAsWell: Bool {
        guard let last = list.placed.indices.last, last > 0, list.placed[last - 1].clause == .and,
            list.keys[list.placed[last].tokens].first == "where"
        else { return false }
        return averagesOccasions || list.has(.purchaseWord) || list.has(.rowWord)
            || list.has(.top(nil)) && !selection.included.isEmpty && !hasGroupWord
    }

    /// Whether a noun names what could be told apart: `which store`.
    private var hasGroupWord: Bool {
        list.placed.contains { if case .groupWord = $0.clause { true } else { false } }
    }

    /// Whether a category is called by the kind of place: `restaurants`.
    var namesPlaces: Bool {
        list.placed.contains { item in
            if case .name = item.clause { PhraseGrammar.builtIn.namesPlace(list.keys[item.tokens]) } else { false }
        }
    }

    mutating func takeRank(_ draft: inout Draft) {
        if draft.isOfSeveral { return }
        if case .spread? = draft.measure { return }
        if let place = list.take({ if case .nth(let place) = $0 { place } else { nil } }) {
            (draft.order, draft.limit, draft.offset) = (.largest, 1, place - 1)
            _ = list.take { if case .top = $0 { true } else { nil } }
            return
        }
        if list.take(.rank) {
            (draft.order, draft.isOfGroups) = (.largest, true)
            return
        }
        if list.take(.oftenest) {
            draft.order = .largest
            if draft.measure == nil { draft.measure = .count(.transaction) }
            draft.isOfGroups = true
            _ = list.take { if case .top = $0 { true } else { nil } }
            draft.limit = list.take { if case .number(let count) = $0 { count } else { nil } }
            return
        }
        if list.take(.rarest) {
            draft.order = .smallest
            if draft.measure == nil { draft.measure = .count(.transaction) }
            draft.isOfGroups = true
            return
        }
        if case .count(let unit)? = draft.measure, unit.isOfTime, let sum = takeSumTopped() {
            draft.condition = sum
            return
        }
        if let top = list.take({ if case .top(let count) = $0 { Int??.some(count) } else { nil } }) {
            // The worst month of what came in or was left is the one with the least.
            draft.order = moreIsBetter && list.says(["worst"]) ? .smallest : .largest
            draft.limit = top
        } else if let bottom = list.take({ if case .bottom(let count) = $0 { Int??.some(count) } else { nil } }) {
            draft.order = moreIsBetter && list.says(["best"]) ? .largest : .smallest
            draft.limit = bottom
        }
        if draft.order != nil, draft.limit == nil {
            draft.limit = list.take { if case .number(let count) = $0 { count } else { nil } }
        }
        // `the two months with the highest …`
        if draft.order != nil, draft.limit == nil, list.has(.both), list.says(["two"]) { draft.limit = 2 }
        while let more = list.take({ if case .top(let count) = $0 { Int??.some(count) } else { nil } }) {
            if let more { draft.limit = more }
        }
    }

    /// `how many weeks did groceries top 200`: nobody counts the weeks of the 200 largest.
    private mutating func takeSumTopped() -> Ask.Condition? {
        let sum = list.take { clause -> Int? in
            guard case .top(let sum?) = clause, sum >= AskBuilder.leastSumTopped else { return nil }
            return sum
        }
        return sum.map { Ask.Condition(.total, .more, Int64($0) * context.homeCurrency.minorPerMajor) }
    }

    private static let leastSumTopped = 20

    // MARK: Rows

    /// `which month in the last 6`
    private mutating func takeRecentGroups(_ draft: inout Draft) {
        guard draft.grouping?.isOfTime == true,
            let place = list.placed.firstIndex(where: { if case .last(.some) = $0.clause { true } else { false } }),
            case .last(let count?) = list.placed[place].clause
        else { return }
        let start = list.placed[place].tokens.lowerBound
        guard start > 1,
            ["in", "of", "over", "out"].contains(list.keys[list.keys[start - 1] == "the" ? start - 2 : start - 1])
        else { return }
        if place + 1 < list.placed.count {
            switch list.placed[place + 1].clause {
            case .purchaseWord, .rowWord, .name: return
            default: break
            }
        }
        draft.recentGroups = count
        _ = list.take(.last(count))
    }

    mutating func takeRows(_ draft: inout Draft) {
        // `my last flight and my last hotel`: the last of each.
        let names = selection.included.filter { $0.kind != .account }
        if list.placed.count(where: { $0.clause == .last(nil) }) > 1, names.count > 1, draft.grouping == nil,
            draft.measure == nil, Set(names.map(\.kind)).count == 1
        {
            _ = list.take(.last(nil))
            (draft.view, draft.order, draft.limit, draft.wantsEverything) = (.rows, .newest, 1, true)
            draft.each = names[0].kind == .category ? .category : .merchant
            return
        }
        takeRecentGroups(&draft)
        if let last = list.take({ if case .last(let count) = $0 { Int??.some(count) } else { nil } }),
            draft.grouping == nil, draft.measure == nil || last != nil
        {
            let isSum = list.has(.howMuch) || list.has(.together) || list.keys.suffix(2).elementsEqual(["added", "up"])
            if let last, draft.isAveraged || draft.isMedian || isSum {
                // `average of my last 5 trips`
                if draft.isAveraged { draft.measure = .average(.transaction) }
                if draft.isMedian { draft.measure = .median(.transaction) }
                (draft.order, draft.limit, draft.wantsEverything) = (.newest, last, true)
                _ = list.take(.howMuch)
                return
            }
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
        guard draft.measure == nil, draft.grouping == nil, draft.against == nil, draft.view == .figures else { return }
        let asksForSum = list.has(.howMuch) || list.has(.together)
        let isRanked = draft.order != nil
        if isRanked {
            if draft.limit ?? 1 > 1, draft.offset == 0, asksForSum {
                // `what did my three biggest purchases add up to`
            } else if draft.limit != nil && draft.offset == 0 || isPlural && !asksForSum || list.has(.rows) && isPlural
            {
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
    var asksIfThere: Bool {
        guard list.placed.first?.clause == .yesNo, let first = list.keys.first else { return false }
        let isPast = ["did", "have", "has", "was", "were", "is", "are"].contains(first)
        let compares = [.more, .less, .than, .usual, .or, .versus].contains { list.has($0) }
        let isNet = list.has(.flow(.net)) || list.has(.negative) || list.has(.positive)
        return isPast && !compares && !hasBound && !isNet && !selection.included.isEmpty
    }

    var hasBound: Bool { list.first { if case .bound = $0 { true } else { nil } } != nil }
    var isCompared: Bool {
        list.has(.versus) || list.has(.compare) || list.has(.change(nil)) || list.has(.change(.up))
            || list.has(.change(.down))
    }

    /// `biggest purchase each month`, `top 2 categories per month`: two ways to cut rows up are more than a question
    /// holds, so the second is not understood.
    mutating func demandGroups(_ draft: Draft) {
        guard let grouping = draft.grouping else { return }
        for (index, item) in list.placed.enumerated() where !list.used.contains(index) {
            guard case .groupWord(let group) = item.clause, group != grouping,
                [.category, .merchant, .account].contains(group), grouping.isOfTime, draft.order != nil
            else { continue }
            list.demand(index)
        }
        let each = list.placed.indices.dropLast().first { index in
            guard list.placed[index].clause == .each(nil) else { return false }
            if case .groupWord = list.placed[index + 1].clause { return true }
            return false
        }
        if let each, draft.order != nil { list.demand(each) }
    }

    /// Whether the noun of the rows asked for is in the plural.
    var isPlural: Bool {
        list.placed.contains { item in
            guard item.clause == .purchaseWord || item.clause == .rowWord, let last = list.keys[item.tokens].last else {
                return false
            }
            return last.hasSuffix("s") || last == "stuff"
        }
    }

    // MARK: Amounts

    mutating func takeAmounts(_ draft: inout Draft) {
        // `I paid them 3 times`: of no group, it only tells.
        let isTold =
            !namesUnits && draft.grouping == nil && !asksYesOrNo
            && list.placed.contains { item in
                if case .countBound(.equal, _) = item.clause {
                    item.weight < 0 && ["times", "x"].contains(list.keys[item.tokens].last ?? "")
                } else {
                    false
                }
            }
        if !isTold,
            let (relation, count) = list.take({ clause -> (Ask.Condition.Relation, Int)? in
                if case .countBound(let relation, let count) = clause { (relation, count) } else { nil }
            })
        {
            if draft.grouping == nil, draft.measure == nil || draft.measure == .count(.transaction) {
                draft.grouping = list.take { if case .groupWord(let group) = $0 { group } else { nil } } ?? .merchant
            }
            draft.condition = Ask.Condition(.count, relation, Int64(count))
            if case .count(let unit)? = draft.measure, let same = Ask.Grouping(unit: unit) {
                _ = list.take(.groupWord(same))
            }
            if draft.measure == .count(.transaction),
                let unit = draft.grouping.flatMap({ Ask.Unit(rawValue: $0.rawValue) }),
                draft.grouping?.isOfTime == true
            {
                (draft.measure, draft.grouping) = (.count(unit), nil)
            }
        }
        if let (relation, percent) = list.take({ clause -> (Ask.Condition.Relation, Int)? in
            if case .changeBound(let relation, let percent) = clause { (relation, percent) } else { nil }
        }) {
            draft.condition = changed(.changePercent, relation, Int64(percent))
            _ = list.take(.share)
        }
        if let reached = reachedSum() {
            draft.condition = reached
            (draft.measure, draft.grouping, draft.view) = (.reachedDay, nil, .figures)
            (draft.order, draft.limit) = (nil, nil)
        }
        for (index, item) in list.placed.enumerated() {
            guard case .bound(let amount) = item.clause, !list.used.contains(index) else { continue }
            list.use(index)
            if amount.relation == .exactly, draft.measure == nil, !selection.included.isEmpty,
                let relation = list.take({ if case .size(let relation) = $0 { relation } else { nil } })
            {
                // `is $250 a lot for electricity`: a month of it usually comes to less.
                (draft.measure, draft.against) = (.median(.month), .amount(amount.amount, relation))
                continue
            }
            if draft.condition == nil, let condition = countCondition(amount, at: index) {
                draft.condition = condition
                continue
            }
            let before = index > 0 ? list.placed[index - 1].clause : nil
            // `which trips were more than $150`
            let asksWhichRows =
                draft.measure == nil && list.has(.purchaseWord) && list.placed.first?.clause == .whichName
                && list.keys.first == "which"
            let isOfRows =
                list.has(.atOnce) || before == .purchaseWord || before == .rowWord || draft.view == .rows
                || asksWhichRows
            let isOfUnits: Bool =
                switch draft.measure {
                case .count(let unit)?: unit != .transaction
                case .longestStreak?: true
                default: draft.grouping != nil
                }
            if !isOfRows, isOfUnits, draft.condition != nil {
                list.unuse(index)
            } else if !isOfRows, isOfUnits, let condition = Ask.Condition(total: amount) {
                // `categories that rose by more than $50`
                let isOfChange =
                    draft.grouping != nil
                    && list.placed.contains { item in
                        if case .change = item.clause {
                            item.tokens.upperBound <= list.placed[index].tokens.lowerBound
                        } else {
                            false
                        }
                    }
                draft.condition = isOfChange ? changed(.change, condition.relation, condition.bound) : condition
            } else if !isOfRows, draft.measure == nil || draft.isAveraged, asksYesOrNo, !list.has(.howMuch),
                !list.says(["ever"]) || hasGroupWord, draft.against == nil,
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

    /// `are we under 500`, not `everything that was under 500`.
    private var asksYesOrNo: Bool {
        list.placed.contains { item in
            let start = item.tokens.lowerBound
            return item.clause == .yesNo && (start == 0 || !["that", "which"].contains(list.keys[start - 1]))
        }
    }

    /// What groups are to have changed by; downwards where the line says so.
    private func changed(
        _ quantity: Ask.Condition.Quantity, _ relation: Ask.Condition.Relation, _ bound: Int64
    ) -> Ask.Condition {
        guard list.has(.change(.down)), !list.has(.change(.up)) else { return Ask.Condition(quantity, relation, bound) }
        let turned: [Ask.Condition.Relation: Ask.Condition.Relation] = [
            .more: .less, .atLeast: .atMost, .less: .more, .atMost: .atLeast,
        ]
        return Ask.Condition(quantity, turned[relation] ?? relation, -bound)
    }

    /// `when did my Amazon spending pass $1,000`: the sum that a running total is to come to, where a day is asked for.
    private mutating func reachedSum() -> Ask.Condition? {
        let asksDay =
            list.keys.first.map { ["when", "whens"].contains($0) } ?? false
            || list.placed.contains { [.which(.day), .by(.day), .groupWord(.day), .lastDay].contains($0.clause) }
            || asksMonthOfSum
        guard asksDay else { return nil }
        for (index, item) in list.placed.enumerated() {
            guard case .bound(let amount) = item.clause else { continue }
            // `pass $1,000` is one clause or two.
            let grows =
                AskBuilder.words[.reaching].contains(list.keys[item.tokens.lowerBound])
                || index > 0 && list.placed[index - 1].clause == .reach
            guard grows else { continue }
            // `the last time a bill topped $200`: of a single one.
            if list.has(.lastDay), list.says(["last", "latest", "recent"]), index > 0,
                list.placed[..<index].contains(where: { $0.clause == .purchaseWord }) || saysOccasion
            {
                return nil
            }
            list.use(index)
            _ = list.take(.reach)
            _ = list.take(.lastDay)
            _ = list.take(.whole)
            for unit in [Ask.Grouping.day, .month] { _ = list.take(.groupWord(unit)) }
            _ = list.take(.which(.month))
            return Ask.Condition(.total, .atLeast, amount.amount)
        }
        return nil
    }

    /// `what month did gas pass $2,000 for the year`: the one in which the sum of the year came to that.
    private var asksMonthOfSum: Bool {
        guard list.placed.contains(where: { [.which(.month), .by(.month), .groupWord(.month)].contains($0.clause) }),
            !list.says(["months"])
        else { return false }
        return list.says(["ytd", "cumulative", "cumulatively"])
            || list.keys.indices.dropLast(2).contains { place in
                list.keys[place] == "for" && ["the", "this"].contains(list.keys[place + 1])
                    && ["year", "yr"].contains(list.keys[place + 2])
            }
    }

    /// `a grocery run`, `a haircut`: whether a name is of single visits.
    private var saysOccasion: Bool { list.says(["a", "an"]) && (averagesOccasions || list.has(.purchaseWord)) }

    /// `two or more coffee orders`: a bare number before the noun of what is bought is how many.
    func countCondition(_ amount: AmountExpression, at index: Int) -> Ask.Condition? {
        guard !amount.isMarked, amount.amount % 100 == 0, amount.amount < 100_00,
            let bound = Ask.Condition(total: amount)
        else { return nil }
        let next = list.placed[(index + 1)...].drop { if case .name = $0.clause { true } else { false } }.first
        guard let next,
            next.clause == .purchaseWord || AskBuilder.words[.purchase].contains(list.keys[next.tokens.lowerBound])
        else { return nil }
        return Ask.Condition(.count, bound.relation, bound.bound / 100)
    }
}

extension RowFilter {
    /// Whether it leaves out a trip, or words that no name is: what is told by its days.
    fileprivate var isOfTrip: Bool {
        switch self {
        case .not(.text), .not(.category("travel")): true
        default: false
        }
    }
}

extension AskBuilder.Draft {
    var isMedian: Bool { if case .median? = measure { true } else { false } }
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
    /// A sum of one month beside one of several is held against their mean: per month.
    mutating func makeFair(_ saysNumber: Bool) {
        func months(_ period: Period) -> Int? {
            guard period.start.day == 1, period.end == period.end.endOfMonth else { return nil }
            return period.end.monthNumber - period.start.monthNumber + 1
        }
        guard saysNumber, measure == .total, grouping == nil, case .period(let other)? = against,
            case .periods(let own) = selection.span, own.count == 1, let length = months(own[0]),
            let otherLength = months(other), length != otherLength
        else { return }
        measure = .average(.month)
    }

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
        let parts = FilterParts(selection.filter)
        // `what share of what we put on the Visa was groceries`: the card is of both.
        let filter = filter == .all && flow == nil && parts.things != nil ? parts.accounts ?? filter : filter
        measure = .share(of: Selection(flow ?? selection.flow, filter, selection.span), byCount: byCount)
        let isSaid = FilterParts(selection.filter).accounts == filter
        if filter != .all, flow == nil, !isSaid { selection.filter = .all([filter, selection.filter]) }
    }
}

extension Ask.Measure {
    /// Whether it can be said of each of several groups one after the other.
    fileprivate var isOfEachGroup: Bool {
        switch self {
        case .total, .count(.transaction), .average, .median, .rate: true
        default: false
        }
    }
}
