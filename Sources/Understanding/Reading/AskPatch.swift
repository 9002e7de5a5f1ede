import Ledger

/// What a line that goes on changes in the question before it. A field is nil where the line says nothing of it.
public struct AskPatch: Hashable, Sendable {
    /// How names of the line meet those of the question.
    enum NameMode: Hashable, Sendable { case replace, add, narrow }

    /// Whether what came back of purchases is taken off them.
    enum Refunds: Hashable, Sendable { case counted, ignored }

    var flow: Selection.Flow?
    /// What the rows are of: categories, merchants, words.
    var things: RowFilter?
    var accounts: RowFilter?
    var nameMode = NameMode.replace
    var excluded: [RowFilter] = []
    /// Bounds on amounts and weekdays.
    var conditions: [RowFilter] = []
    var span: Selection.Span?
    var measure: Ask.Measure?
    var grouping: Ask.Grouping?
    var condition: Ask.Condition?
    var against: Ask.Against?
    var view: Ask.View?
    var order: Ask.Order?
    var limit: Int?
    /// Whether an amount is asked for, whatever was asked before.
    var asksAmount = false
    /// Whether it asks what was spent in plain words: `how much have I paid them`.
    var asksSpent = false
    /// What is asked to have risen or fallen, of the groups that were shown or of the whole.
    var change: Clause.Direction?
    /// The days that the measure is taken over where none are said.
    var defaultSpan: Selection.Span?
    /// Whether `things` are to be held against what was asked.
    var isHeldAgainst = false
    /// Whether an average was asked for by its name: `the average month`, not `per month`.
    var saysAverage = false
    /// Whether it holds what was held against something against something else: `and to July`.
    var comparesOn = false
    /// Whether the unit of an average was not said.
    var takesNaturalUnit = false
    /// Whether only an order or a number was said, of whatever is on the screen.
    var isOfView = false
    /// Whether the groups stay, measured in another way.
    var keepsGroups = false
    /// Whether what was shown is to be taken apart: `separately`.
    var takesApart = false
    /// Whether what was shown is to be left out: `without it`.
    var excludesShown = false
    /// Whether it is asked where the one row was.
    var asksPlace = false
    /// The place among what was shown of the one that is meant; -1 for the last.
    var place: Int?
    /// Whether a word stands for what was shown: `how many is that`.
    var points = false
    /// Whether it asks which of several it is.
    var asksWhich = false
    /// Whether it names rows: `the biggest purchase`.
    var namesRows = false
    /// Whether it is of one row, and no group: `the biggest single one`.
    var saysSingle = false
    /// Things that are held against one another: `starbucks or peets, which more`.
    var sides: [Ask.NamedFilter] = []
    /// Days to be left out of those asked about: `without the 12th to the 20th`.
    var leftOutDays: [Period] = []
    /// Whether a day is asked for within the days asked about: `when was that`, not `when was I last there`.
    var asksWhen = false
    /// Of how many of the things asked about it is: 2 for `both together`, 3 for `which of the three`.
    var several: Int?
    /// Whether it asks for what is left beside a part: `so the rest was?`.
    var asksRest = false
    /// Whether nothing but the day is asked for: `when?`.
    var isOnlyWhen = false
    /// Whether the same days a year earlier are held against it.
    var comparesYearBefore = false
    /// Whether it asks of what the sum is made.
    var asksParts = false
    /// Whether it asks how it went over time: `chart it`, `is it going up or down`.
    var asksCourse = false
    /// Whether it asks what was paid onto the cards spoken of.
    var paysOff = false
    /// What is taken from what came in: `what's left after rent`.
    var takenFromIncome: RowFilter?
    /// Whether it asks if something rises or falls: `is that up or down`.
    var asksUpOrDown = false
    /// The order in which the one row is the first that is to be left out: `without the biggest one`.
    var excludesFirst: Ask.Order?
    /// Whether it asks what was paid onto a card: `what did I pay on it`.
    var paysOn = false
    /// Whether it wants all there is where nothing else was asked: `all together`.
    var wantsAllTime = false
    /// What the line calls its things, where that is one name.
    var thingsWords: String?
    /// How many of the first of what was shown are meant.
    var places: Int?
    /// Whether its name is one that the answer showed: `the second one`.
    var namesShown = false
    /// Whether it is about several things: `add them up`.
    var saysSeveral = false
    /// Whether it begins with `and`, does nothing but name something, and is no question: `and the bakery`.
    var saysAnd = false
    /// Whether it begins with `or` and does nothing but name something.
    var saysOr = false
    /// Whether it takes something in again.
    var saysAgain = false
    /// Whether it asks what the one row was.
    var asksWhatItWas = false
    /// Whether its days come to those asked about: `add november`.
    var addsDays = false
    /// Whether an order was said for what is shown.
    var sorts = false
    /// How many rows or groups further.
    var skip = 0
    /// Whether it says that all there is of something is meant.
    var saysAll = false
    /// Whether it points at somebody: `what did I send him`.
    var saysPerson = false
    /// Whether it is of as many things as before: `same three in january`.
    var saysSameSeveral = false
    /// Whether it asks what is so usually, whenever that is.
    var saysUsually = false
    /// Whether it leaves out the second of two equal charges.
    var excludesDuplicate = false
    /// Whether it asks for the pay of the other one of two who earn.
    var asksOtherPay = false
    /// Whether it asks if something ever was: `have I been there before`.
    var asksWhetherEver = false
    /// Whether what it says of all there is may be all that was spoken of: `how many in all`.
    var saysInAll = false
    /// Whether it is the first row there ever was.
    var isFirstEver = false
    /// Whether it is of both of the last times asked about: `those two months`.
    var saysBothTimes = false
    /// Whether its days are those before the ones spoken of: `and before that`.
    var saysBefore = false
    /// Whether it is of the same days at another time: `same dates a year earlier`.
    var saysSameDays = false
    /// Whether it compares two: `which was better`, not `which was the best`.
    var saysComparative = false
    /// Whether it asks of all there is, in these words: `overall`.
    var saysOverall = false
    /// Whether it points at whom or what the answer before was of: `there`, `from them`.
    var pointsAtThings = false
    /// Whether it asks how often something was, of whatever days: `how often did we go`.
    var asksHowOften = false
    /// Whether it says that its names are asked about as well, not that they are added up: `spotify too`.
    var saysToo = false
    /// Whether it asks for what else there was: `what else did I buy that day`.
    var asksElse = false
    /// Whether words of rows that were asked for stay where a category is named: `and the hotel` of a trip.
    var keepsWords = true
    /// What came back, counted or not: `before the return`, `with the refund`.
    var refunds: Refunds?
    var continuations: Set<Clause.Continuation> = []

    /// Whether it asks what is spent, and points at nothing that was shown.
    var saysOwnSpending: Bool {
        flow == .spending && !points && accounts == nil && continuations.subtracting([.ask]).isEmpty
    }

    /// Whether it says by itself that money is spent or made: `and how much did we spend`.
    var saysOwnFlow = false

    /// Whether it changes nothing.
    public var isEmpty: Bool { self == AskPatch(nameMode: nameMode, continuations: continuations.intersection([.ask])) }

    init(nameMode: NameMode = .replace, continuations: Set<Clause.Continuation> = []) {
        self.nameMode = nameMode
        self.continuations = continuations
    }
}

/// Why a line that goes on changes nothing.
public enum PatchProblem: Hashable, Sendable {
    /// One figure alone cannot be added up.
    case nothingToAdd
    /// Figures of other things on other days each, with more rows than can be put together one by one.
    case tooManyToAdd
    /// Of several things shown it was not said which one goes.
    case nothingToLeaveOut
    /// The days it names are still to come.
    case isToCome

    /// What is said of it.
    public var text: String {
        switch self {
        case .nothingToAdd: "I can't add that up: there is only one figure so far."
        case .tooManyToAdd:
            "I can't add those up: they're of different things on different days, and too many transactions. Ask for "
                + "one of them."
        case .isToCome: "I can't tell yet: those days are still to come. Ask what is due, or what you will have left."
        case .nothingToLeaveOut: "I can't tell what to leave out. Name it: “without rent”, “not the second one”."
        }
    }
}

extension Ask {
    /// The question that a line makes of this one.
    ///
    /// - Parameters:
    ///   - past: the questions before this one, newest first, for lines that take several together.
    ///   - shown: what the answer showed, which the line may point at.
    ///   - pastShown: what the answers to those before showed.
    public func applying(
        _ patch: AskPatch, past: [Ask] = [], shown: ShownAnswer? = nil, pastShown: [ShownAnswer?] = []
    ) -> Ask? {
        if let shown, patch.isOfSingledOut(of: self), case let focus = narrowed(to: shown), focus != self {
            return focus.applying(patch, past: past, shown: nil)
        }
        if patch.comparesOn, case .period? = against, patch.span != nil, !patch.isHeldAgainst {
            var patch = patch
            (patch.comparesOn, patch.isHeldAgainst) = (false, true)
            return applying(patch, past: past, shown: shown, pastShown: pastShown)
        }
        if patch.flow == .net, !patch.excluded.isEmpty, patch.things == nil, patch.measure == nil,
            [.spending, .purchases].contains(selection.flow)
        {
            // `what's left without rent`, of what was spent.
            var patch = patch
            patch.flow = nil
            return applying(patch, past: past, shown: shown, pastShown: pastShown)
        }
        if patch.asksWhetherEver, isOfOneRow, patch.measure == nil, patch.view == nil, patch.flow == nil,
            patch.order == nil
        {
            // `have I been there before`, after one purchase: all of them.
            var (all, patch) = (self, patch)
            all.asksOfSum()
            (all.measure, patch.asksWhetherEver) = (.count(.transaction), false)
            return all.applying(patch, past: past)
        }
        if patch.continuations.contains(.reverse) {
            guard let other = selection.flow.reversed else { return nil }
            var patch = patch
            patch.continuations.remove(.reverse)
            patch.flow = other
            return applying(patch, past: past, shown: shown, pastShown: pastShown)
        }
        if let other = bothTimes(patch, past) { return other }
        if patch.saysAll, isOfOneRow, patch.span == nil, patch.things != nil,
            patch.things == FilterParts(selection.filter).things
        {
            // `all vet visits together` after the last one
            var all = self
            all.asksOfSum()
            all.selection.span = .everything
            return all.applying(patch, past: past)
        }
        if let spent = backToSpending(patch, past) {
            return spent.applying(patch, past: Array(past.dropFirst()), shown: nil)
        }
        if let again = namedAgain(patch) { return again.applying(patch, past: past, shown: shown) }
        if let counted = counting(patch) { return counted.applying(patch.withoutRefunds, past: past, shown: shown) }
        if let held = held(against: patch) { return held }
        if let paid = paid(patch) { return paid.applying(patch, past: past) }
        if patch.place == -1, patch.accounts != nil || patch.span != nil {
            // `the newest one on the visa` is none of those that were shown.
            var patch = patch
            (patch.place, patch.view, patch.order, patch.limit) = (nil, .rows, .newest, 1)
            return applying(patch, past: past, shown: shown, pastShown: pastShown)
        }
        if let place = patch.place {
            let picked = picking(place, of: shown)
            // `how many trips to the second one`
            guard case .sides? = against, let measure = patch.measure else { return picked }
            var ask = picked
            ask?.measure = measure
            return ask
        }
        if let earlier = earlierRow(patch) { return earlier }
        if let taken = takenFromIncome(patch) { return taken }
        if let first = firstOfRanked(patch) { return first }
        if let share = share(patch, of: past.first) ?? shareOfTopic(patch, past) { return share }
        if let change = changeInPercent(patch, from: past.first) { return change }
        if patch.continuations.contains(.next) { return next }
        if patch.isOnlyWhen, view == .rows { return self }
        if let earlier = yearBefore(patch, shown) { return earlier }
        if let earlier = movedToYearBefore(patch) { return earlier }
        if let net = netOfTransfers(patch) ?? netOfBoth(patch, past.first) { return net }
        if let count = patch.limit, count > 1, patch.continuations.contains(.sum), !patch.namesSomething, view == .rows,
            limit ?? count >= count, patch.order == nil || patch.order == order
        {
            // `what do the top 3 come to`
            var patch = patch
            (patch.limit, patch.order, patch.view, patch.places) = (nil, nil, nil, count)
            return applying(patch, past: past, shown: shown, pastShown: pastShown)
        }
        if let places = patch.places {
            var patch = patch
            patch.places = nil
            if patch.continuations.contains(.sum) || patch.measure != nil || patch.asksAmount {
                var first = self
                first.limit = places
                if let shown { first.limit = min(places, max(shown.keys.count, shown.rows.count)) }
                return first.applying(patch, past: past, shown: shown?.first(places), pastShown: pastShown)
            }
            patch.limit = places
            return applying(patch, past: past, shown: shown, pastShown: pastShown)
        }
        if patch.continuations.contains(.difference) {
            return difference(from: past.first, shown, pastShown.first ?? nil)?.inDays(patch.span)
        }
        if patch.continuations.contains(.sum), let several = patch.several, patch.things != nil,
            let all = sumOfSeveral(several, patch, past, shown, pastShown)
        {
            return all
        }
        if patch.continuations.contains(.sum), patch.things == nil, patch.span == nil || patch.saysSeveral,
            !patch.asksCount
        {
            if let all = sumOfThings(patch, past) { return all }
            var ask = sum(
                with: past, shown, pastShown: pastShown, orAll: patch.wantsAllTime && !patch.saysSeveral)
            // `and what has that come to`, of how often it was
            if patch.measure == nil, ask.selection == selection, case .count = measure { ask.measure = .total }
            if let measure = patch.measure { ask.measure = patch.takesNaturalUnit ? ask.meanOfParts : measure }
            if let span = patch.span { ask.selection.span = span }
            return ask
        }
        let asksRest = patch.continuations.contains(.more) && patch.asksRest && view == .figures && grouping == nil
        let wasLeftOut = patch.excludesShown && patch.span != nil && leftOutMore(than: past.first)
        if patch.excludesShown && !wasLeftOut || asksRest, var ask = withoutShown(past, shown) {
            if patch.asksAmount, patch.measure == nil {
                (ask.measure, ask.view, ask.order, ask.limit) = (.total, .figures, nil, nil)
            }
            return ask.applying(patch.afterLeavingOut)
        }
        if asksRest, patch.things == nil, FilterParts(selection.filter).things != nil {
            // `and the rest` of a part that nothing was asked about before: of all that was spent.
            var patch = patch.afterLeavingOut
            patch.excludesShown = true
            return applying(patch)
        }
        if let more = leavingOutAsWell(patch, past) { return more.applying(patch.afterLeavingOut) }
        if let before = before(patch) { return before }
        if let shown, patch.takesShown(of: self), narrowed(to: shown) != self {
            return narrowed(to: shown).applying(patch, past: past)
        }
        if patch.asksCourse, view == .figures, grouping == nil, against == nil || patch.asksParts == false {
            return course(with: past, patch)
        }
        if let beside = besideOthers(patch, past) { return beside }
        var ask = self
        if patch.continuations.contains(.sum), patch.span != nil, patch.measure == nil, isOfOneRow {
            // `july altogether` after the largest one is the sum again.
            ask.asksOfSum()
        }
        if patch.continuations.contains(.more) { ask.offset += ask.limit ?? shown?.listed ?? 10 }
        if !patch.continuations.contains(.more), view == .rows, limit != 1,
            patch.sorts || patch.namesSomething || !patch.conditions.isEmpty
        {
            // Another list begins at its first row.
            ask.offset = 0
        }
        if isOfOneRow, order?.isOfTime == true, patch.things != nil, patch.skip == 0 {
            // After the one before the last of somebody, somebody else's last.
            ask.offset = 0
        }
        if patch.skip == 0, !patch.continuations.contains(.more), patch.order != nil || patch.measure != nil {
            // `the second one`, and then `the biggest`: not the one after it.
            ask.offset = 0
        }
        ask.offset += patch.skip
        let asksOfRow =
            patch.measure == .lastDay && patch.things == nil && patch.accounts == nil && patch.excluded.isEmpty
            || (patch.asksPlace || patch.asksAmount && patch.measure == nil && !patch.continuations.contains(.sum))
                && patch.things == nil && patch.span == nil
                && (patch.flow == nil || patch.flow == .spending)
        if asksOfRow, view == .rows, limit == 1 { return self }
        if patch.measure == .lastDay, let order = patch.order, order == .largest || order == .smallest,
            !patch.namesSomething
        {
            // `the bigger one, when was it`
            ask.asksOfSum()
            (ask.view, ask.order, ask.limit) = (.rows, order, 1)
            return ask
        }
        if patch.isFirstEver {
            ask.asksOfSum()
            (ask.view, ask.order, ask.limit, ask.selection.span) = (.rows, .oldest, 1, .everything)
            return ask
        }
        if let order = measure.orderOfRow, grouping == nil, patch.measure == nil, !patch.namesSomething,
            patch.skip > 0 || order.isOfTime && (asksOfRow && patch.asksAmount || patch.asksWhatItWas)
        {
            // `when did I last …`, then `what did it cost`, `and the second biggest`: of that one row.
            (ask.view, ask.order, ask.limit) = (.rows, order, 1)
            (ask.measure, ask.offset) = (.total, patch.skip)
            return ask
        }
        let asksOfRowShown = asksOfRow || patch.asksWhatItWas || patch.points && patch.grouping == .account
        if asksOfRowShown, grouping == nil, measure == .largest || measure == .smallest {
            // `when was that`, `which card was that on`: the one row says its day and its card.
            (ask.view, ask.order, ask.limit) = (.rows, measure == .largest ? .largest : .smallest, 1)
            ask.measure = .total
            return ask
        }
        if patch.measure == .lastDay, patch.isOnlyWhen, view == .figures, grouping == nil, against == nil,
            measure == .total || measure == .count(.transaction),
            !selection.span.isUnsaid || 2...Ask.mostDaysTold ~= shown?.matched ?? 0
        {
            // `when` after a sum: the days of its rows.
            (ask.view, ask.measure, ask.order, ask.limit, ask.offset) = (.rows, .total, nil, nil, 0)
            return ask
        }
        ask.changeRows(patch)
        ask.changeShape(patch)
        ask.widenDays(patch, from: self)
        ask.joinParts(patch)
        if case .assumed = ask.selection.span, patch.span == nil, patch.things == nil, let shown, shown.matched == 1,
            ask.isOfOneRow || ask.view == .rows && ask.limit ?? 0 > 1
        {
            // `the biggest one`, `the last 3` where the past days had one row only: of all there are.
            ask.selection.span = .everything
        }
        return ask
    }

    /// The days of a month that are carried over to a year are its months: nobody said days for so long a time.
    private mutating func widenDays(_ patch: AskPatch, from before: Ask) {
        guard grouping == .day, before.grouping == .day, patch.grouping == nil, patch.span != nil, order == nil,
            let days = selection.span.days, let few = before.selection.span.days,
            days > Ask.mostDaysCarried, few <= Ask.mostDaysCarried
        else { return }
        grouping = .month
    }

    /// A month that is asked about after a year by month is no list of months.
    private mutating func joinParts(_ patch: AskPatch) {
        guard patch.grouping == nil, patch.span != nil, let grouping, let unit = Unit(rawValue: grouping.rawValue),
            unit.isOfTime, selection.span.isWithin(unit), condition == nil
        else { return }
        (self.grouping, order, limit, offset) = (nil, nil, nil, 0)
    }

    /// A quarter.
    private static let mostDaysCarried = 92
    /// The days of so many rows are told one by one where it is asked when they were.
    private static let mostDaysTold = 6

    /// Asks for what was spent in all, where one row of it was asked for.
    mutating func asksOfSum() {
        (view, measure, grouping, order, limit, offset, condition) = (.figures, .total, nil, nil, nil, 0, nil)
        if selection.flow == .purchases { selection.flow = .spending }
    }

    /// `which was the highest`, `how many at each of the two`: the figures asked for one after the other, side by side.
    private func besideOthers(_ patch: AskPatch, _ past: [Ask]) -> Ask? {
        let isOfUnits = asksWhichOfUnits(patch, past)
        let isOfRun = isLastOfRun(past) && patch.isRank || isOfUnits
        var patch = patch
        // `which of the two got more overall`: in money, whatever was asked of each.
        let isOfTotals = patch.measure == nil && (patch.continuations.contains(.all) || patch.saysOverall)
        if isOfTotals { patch.measure = .total }
        if isOfRun, let order = patch.measure?.rank { (patch.measure, patch.order) = (nil, order) }
        if isOfUnits { patch.grouping = nil }
        let asksWhich = patch.asksWhich && (patch.isOfView || patch.saysSeveral || isOfRun)
        let isOfSeveral = if case .or? = FilterParts(selection.filter).things { true } else { false }
        let isCutUp = grouping != nil || view != .figures
        guard asksWhich || patch.takesApart && !isOfSeveral, patch.things == nil, against == nil,
            !isCutUp || patch.several != nil
        else { return nil }
        let others = past.prefix((patch.several ?? 4) - 1).filter {
            (patch.measure != nil || $0.measure == measure)
                && (patch.several != nil || $0.grouping == nil && $0.view == .figures) && $0.selection != selection
        }
        .filter { other in
            // What one of them is a part of is no third.
            !([self] + past.prefix(3)).map(\.selection).contains {
                $0.span == other.selection.span && $0.filter.isNarrower(than: other.selection.filter)
            }
        }
        guard !others.isEmpty else { return nil }
        var ask = self
        if isCutUp { ask.asksOfSum() }
        if let measure = patch.measure { ask.measure = measure }
        var sides: [Selection] = []
        for other in others.map(\.selection) {
            var other = other
            if let span = patch.span { other.span = span }
            if patch.takesApart { other.flow = patch.flow ?? .spending }
            if patch.measure == .total, other.flow == .refunds { other.flow = .spending }
            if !sides.contains(other) { sides.append(other) }
        }
        if let span = patch.span { ask.selection.span = span }
        if patch.takesApart {
            ask.selection.flow = patch.flow ?? .spending
            // Of each thing once, whatever else was asked of it.
            sides = sides.filter { $0.filter != ask.selection.filter }
            guard !sides.isEmpty else { return nil }
        }
        let words = RequestWords.shared
        ask.against = .sides(sides.map { Side(words.words(Ask($0)), $0) })
        if isOfRun { ask.order = patch.order }
        return ask
    }

    /// Whether it asks which of the months, weeks or years that were asked about one after the other it was.
    private func asksWhichOfUnits(_ patch: AskPatch, _ past: [Ask]) -> Bool {
        guard patch.asksWhich, patch.things == nil, patch.span == nil, patch.order != nil, let before = past.first,
            let unit = patch.grouping.flatMap({ Unit(rawValue: $0.rawValue) }), unit.isOfTime,
            view == .figures, grouping == nil, against == nil, before.view == .figures, before.grouping == nil
        else { return false }
        // Of two `which was the better one` is asked; `the highest` may be any there was.
        guard patch.saysComparative || past.count > 1 && past[1].selection.filter == selection.filter else {
            return false
        }
        return before.measure == measure && before.selection.filter == selection.filter
            && before.selection.flow == selection.flow && before.selection.span != selection.span
            && selection.span.isWithin(unit) && before.selection.span.isWithin(unit)
    }

    /// Whether the two questions before it asked the same of other times: three figures in a row are what is ranked, of two
    /// it may as well be the purchases of the last.
    private func isLastOfRun(_ past: [Ask]) -> Bool {
        let run = past.prefix(2)
        guard run.count == 2, measure == .total, view == .figures, grouping == nil, against == nil else { return false }
        var spans: Set = [selection.span]
        return run.allSatisfy { before in
            before.measure == measure && before.view == view && before.grouping == nil && before.against == nil
                && before.selection.flow == selection.flow && before.selection.filter == selection.filter
                && spans.insert(before.selection.span).inserted
        }
    }

    /// `compared to the same month a year before`: of the one month that was shown, or of the days asked about.
    private func yearBefore(_ patch: AskPatch, _ shown: ShownAnswer?) -> Ask? {
        guard patch.comparesYearBefore, !patch.namesRowsOfItsOwn, patch.measure == nil, let shown, limit == 1,
            grouping?.isOfTime == true
        else { return nil }
        var ask = narrowed(to: shown)
        guard let days = ask.selection.span.sole, ask.selection != selection else { return nil }
        if case .average = ask.measure { ask.measure = .total }
        ask.against = .period(days.moved(by: -1, .year))
        return ask
    }

    /// `same dates a year earlier`: the sum of these days, whatever was picked out of them.
    private func movedToYearBefore(_ patch: AskPatch) -> Ask? {
        guard patch.comparesYearBefore, !patch.isHeldAgainst, patch.against == nil || isOfOneRow,
            !patch.namesRowsOfItsOwn, patch.measure == nil, isOfOneRow, let days = selection.span.sole
        else { return nil }
        var ask = self
        ask.asksOfSum()
        ask.selection.span = .periods([days.moved(by: -1, .year)])
        ask.against = nil
        return ask
    }

    /// `and income those two months`: of the days asked about last and of those before them, side by side.
    private func bothTimes(_ patch: AskPatch, _ past: [Ask]) -> Ask? {
        // `leave rent out of both` after a month and another one
        let leavesOutOfBoth = patch.several == 2 && !patch.excluded.isEmpty && patch.measure == nil
        guard patch.saysBothTimes || leavesOutOfBoth, patch.span == nil,
            patch.things != nil || leavesOutOfBoth || (patch.flow ?? selection.flow) != selection.flow,
            let own = selection.span.sole,
            let other = past.lazy.compactMap(\.selection.span.sole).first(where: { $0 != own })
        else { return nil }
        var patch = patch
        (patch.saysBothTimes, patch.several, patch.saysSeveral, patch.asksWhich) = (false, nil, false, false)
        patch.continuations.remove(.sum)
        var ask = applying(patch, past: past) ?? self
        guard ask.view == .figures, ask.grouping == nil else { return nil }
        let (later, earlier) = own.start > other.start ? (own, other) : (other, own)
        ask.selection.span = .periods([later])
        ask.against = .period(earlier)
        return ask
    }

    /// `and this november` after `did they refund anything`, which was asked in between: of what was spent.
    private func backToSpending(_ patch: AskPatch, _ past: [Ask]) -> Ask? {
        guard selection.flow == .refunds, view == .rows, limit == nil, patch.flow == nil, patch.refunds == nil,
            patch.span != nil, patch.things == nil, patch.view == nil, patch.order == nil, !patch.points,
            patch.conditions.isEmpty, patch.measure != .lastDay
        else { return nil }
        let things = FilterParts(selection.filter).things
        return past.first {
            [.spending, .purchases].contains($0.selection.flow) && !$0.isOfOneRow && $0.view == .figures
                && FilterParts($0.selection.filter).things == things
        }
    }

    /// `target all year` after what came back from it: what is named again is asked about as at first.
    private func namedAgain(_ patch: AskPatch) -> Ask? {
        guard selection.flow == .refunds, patch.flow == nil, patch.refunds == nil, patch.continuations.isEmpty,
            let things = patch.things, FilterParts(selection.filter).things == things
        else { return nil }
        var ask = self
        ask.asksOfSum()
        ask.selection.flow = .spending
        return ask
    }

    /// `before the return`, `with the refund`: what was spent, with or without what came back of it.
    private func counting(_ patch: AskPatch) -> Ask? {
        guard let refunds = patch.refunds, [.spending, .purchases, .refunds].contains(selection.flow) else {
            return nil
        }
        var ask = self
        let wasOfRefunds = selection.flow == .refunds
        ask.selection.flow = refunds == .ignored ? .purchases : .spending
        guard wasOfRefunds || view == .rows else { return ask }
        (ask.view, ask.measure, ask.order, ask.limit, ask.offset) = (.figures, .total, nil, nil, 0)
        return ask
    }

    /// `what did we pay there` after what came back: of what was spent.
    private func paid(_ patch: AskPatch) -> Ask? {
        guard selection.flow == .refunds, patch.flow == nil, patch.asksSpent else { return nil }
        var ask = self
        ask.selection.flow = .spending
        (ask.view, ask.measure, ask.order, ask.limit, ask.offset) = (.figures, .total, nil, nil, 0)
        return ask
    }

    /// `compare that to last year`: against the same days of it.
    private func held(against patch: AskPatch) -> Ask? {
        guard patch.isHeldAgainst, !patch.namesRowsOfItsOwn, patch.measure == nil, patch.grouping == nil,
            patch.place == nil, let other = patch.span.map({ $0.united(with: $0) })?.sole,
            let own = selection.span.sole, other != own,
            measure != .largest, measure != .smallest
        else { return nil }
        var ask = self
        // `against all of last year` is no part of it.
        ask.against = .period(patch.saysAll ? other : own.sameDays(in: other))
        if view == .rows || grouping?.isOfTime == true {
            (ask.view, ask.grouping, ask.order) = (.figures, nil, nil)
            (ask.limit, ask.offset, ask.condition) = (nil, 0, nil)
        }
        return ask
    }

    /// `what's the net` after what was moved into an account, or out of it: the one held against the other.
    private func netOfTransfers(_ patch: AskPatch) -> Ask? {
        guard patch.flow == .net, [.transfersIn, .transfersOut].contains(selection.flow),
            FilterParts(selection.filter).accounts != nil
        else { return nil }
        var ask = Ask(Selection(.transfersIn, selection.filter, patch.span ?? selection.span))
        ask.against = .sides([
            Side(Selection.Flow.transfersOut.rawValue, Selection(.transfersOut, selection.filter, ask.selection.span))
        ])
        return ask
    }

    /// `so net` after what somebody was sent and what came back: the two held against one another.
    private func netOfBoth(_ patch: AskPatch, _ before: Ask?) -> Ask? {
        guard patch.flow == .net, !patch.namesSomething, patch.measure == nil, patch.grouping == nil, let before,
            before.measure == measure, before.selection.span == selection.span,
            Set([before.selection.flow, selection.flow]) == [.income, .spending],
            selection.filter != .all, before.selection.filter != .all
        else { return nil }
        return difference(from: before)
    }

    /// `and before that` after the last time, or the one before it.
    private func earlierRow(_ patch: AskPatch) -> Ask? {
        let isOfTime = view == .rows ? order?.isOfTime ?? false : measure == .lastDay
        let things = FilterParts(selection.filter).things
        guard patch.saysBefore, isOfOneRow, isOfTime, patch.measure == nil || patch.measure == .lastDay,
            patch.things == nil || patch.things == things, patch.accounts == nil, patch.excluded.isEmpty,
            patch.grouping == nil, patch.flow == nil || patch.flow == selection.flow
        else { return nil }
        return next
    }

    /// `minus the mortgage` after what came in, `and the car loan` after that: what was spent is taken from it.
    private func takenFromIncome(_ patch: AskPatch) -> Ask? {
        let flow = patch.takenFromIncome == nil ? patch.flow : nil
        guard selection.flow == .income, view == .figures, grouping == nil, measure == .total, patch.measure == nil,
            patch.span == nil, patch.accounts == nil, flow == nil, patch.grouping == nil,
            patch.view == nil, case .periods = selection.span
        else { return nil }
        var taken = patch.excluded.compactMap { if case .not(let left) = $0 { left } else { nil } }
        if let said = patch.takenFromIncome { taken.append(said) }
        var side: Side?
        if case .sides(let sides)? = against {
            guard sides.count == 1, sides[0].selection.flow == .spending else { return nil }
            side = sides[0]
            if let things = patch.things { taken.append(things) }
        } else if patch.things != nil || against != nil && against != .usual {
            return nil
        }
        guard !taken.isEmpty, taken.allSatisfy({ isOnly(of: .spending, $0, unlike: .income) }) else { return nil }
        let before: [RowFilter] =
            switch side?.selection.filter {
            case .or(let parts)?: parts
            case let one?: [one]
            case nil: []
            }
        let all = RowFilter.any(before + taken)
        var ask = self
        ask.against = .sides([
            Side(RequestWords.shared.words(all), Selection(.spending, all, selection.span))
        ])
        return ask
    }

    /// `in percent` after a part of what was asked for before: its share of that.
    private func share(_ patch: AskPatch, of before: Ask?) -> Ask? {
        guard case .share(let said, let byCount)? = patch.measure, said.filter == .all, said.flow != .income,
            !patch.namesRowsOfItsOwn, patch.span == nil, let whole = before?.selection, whole.span == selection.span,
            whole.flow == selection.flow, selection.filter.isNarrower(than: whole.filter)
        else { return nil }
        var ask = self
        ask.measure = .share(of: whole, byCount: byCount)
        (ask.view, ask.grouping, ask.order, ask.limit, ask.against, ask.also) = (.figures, nil, nil, nil, nil, [])
        return ask
    }

    /// `what percent was the vet` after pets, then a part of them: of what it is a part of.
    private func shareOfTopic(_ patch: AskPatch, _ past: [Ask]) -> Ask? {
        guard case .share(let said, let byCount)? = patch.measure, said.filter == .all, said.flow != .income,
            let things = patch.things, patch.span == nil, patch.flow == nil
        else { return nil }
        if FilterParts.categories(of: things).isEmpty, FilterParts(selection.filter).things?.categories != nil,
            measure == .total, view == .figures, grouping == nil
        {
            // `what part was the bakery` after groceries: of these.
            var part = self
            part.selection.filter = .all([selection.filter, things])
            part.measure = .share(of: selection, byCount: byCount)
            part.against = nil
            return part
        }
        let topic = past.first {
            things.isWithin(FilterParts($0.selection.filter).things) && $0.selection.span == selection.span
        }
        guard let topic else { return nil }
        var ask = topic
        var parts = FilterParts(topic.selection.filter)
        parts.things = things
        ask.asksOfSum()
        ask.selection.filter = parts.filter
        ask.measure = .share(of: topic.selection, byCount: byCount)
        return ask
    }

    /// `how many percent more is that`, `in percent` after two figures of a kind: the change says its percent.
    private func changeInPercent(_ patch: AskPatch, from before: Ask?) -> Ask? {
        guard case .share(let said, _)? = patch.measure, said.filter == .all, said.flow != .income,
            !patch.namesRowsOfItsOwn, patch.span == nil, patch.grouping == nil, view == .figures, grouping == nil
        else { return nil }
        if case .share = measure { return nil }
        return difference(from: before)
    }

    /// The row or group after the one that was shown: the next largest, the time before.
    ///
    /// - Returns: nil where more than one was shown.
    private var next: Ask? {
        var ask = self
        if view == .rows || grouping != nil {
            guard limit == 1 else { return nil }
            ask.offset += 1
            return ask
        }
        switch measure {
        case .largest: ask.order = .largest
        case .smallest: ask.order = .smallest
        case .lastDay: ask.order = .newest
        case .firstDay: ask.order = .oldest
        default: return nil
        }
        (ask.view, ask.measure, ask.limit, ask.offset) = (.rows, .total, 1, 1)
        return ask
    }

    /// `and the first`, after the second largest was picked: of the same order.
    private func firstOfRanked(_ patch: AskPatch) -> Ask? {
        guard view == .rows, limit == 1, offset > 0, let order, !order.isOfTime, patch.order == .oldest,
            patch.limit == 1, patch.isOfView, !patch.namesSomething
        else { return nil }
        var ask = self
        ask.offset = 0
        return ask
    }

    /// Whether the answer is one row.
    var isOfOneRow: Bool {
        grouping == nil
            && (view == .rows ? limit == 1 : [.largest, .smallest, .lastDay, .firstDay].contains(measure))
    }

    /// Whether the answer is the largest or the smallest row, or one after it.
    var isRanked: Bool {
        guard isOfOneRow else { return false }
        return view == .rows ? order == .largest || order == .smallest : measure == .largest || measure == .smallest
    }

    /// Why a line that goes on leaves this question as it was; nil where it does not, or may.
    func problem(with patch: AskPatch) -> PatchProblem? {
        let isOfSeveral = if case .or? = FilterParts(selection.filter).things { true } else { false }
        if patch.continuations.contains(.sum), patch.saysSeveral, !patch.asksSpent, !isOfSeveral, grouping == nil,
            view == .figures,
            against == nil,
            patch.things == nil, patch.span == nil
        {
            return .nothingToAdd
        }
        return patch.excludesShown ? .nothingToLeaveOut : nil
    }

    /// One figure for everything shown: the sides together, the rows or groups, else this answer and those before it.
    private func sum(
        with past: [Ask], _ shown: ShownAnswer?, pastShown: [ShownAnswer?], orAll: Bool
    ) -> Ask {
        if grouping != nil, case .sides? = against {
            // `as a total` of sides month by month: the sides again.
            var ask = self
            (ask.grouping, ask.order, ask.limit, ask.offset, ask.condition) = (nil, nil, nil, 0, nil)
            return ask
        }
        if view == .rows, limit == 1,
            let list = past.firstIndex(where: { $0.view == .rows && $0.limit != 1 && $0.selection == selection })
        {
            // After one of a list the sum is of the list.
            return past[list].sum(with: [], list < pastShown.count ? pastShown[list] : nil, pastShown: [], orAll: false)
        }
        var ask = shown.map(narrowed) ?? self
        if isOfOneRow, let own = shown?.rows.first {
            // The rows shown one after the other.
            let before = zip(past, pastShown).prefix { $0.0.isOfOneRow && $0.0.selection.flow == selection.flow }
                .compactMap { $0.1?.rows.first }
            if before.contains(where: { $0 != own }) {
                // Each was picked out of rows of its own.
                let spans = past.prefix(before.count).map(\.selection.span)
                ask.selection.filter = .rows(Array(Set([own] + before)).sorted())
                ask.selection.span = spans.reduce(selection.span) { $0 == $1 ? $0 : .everything }
            }
        }
        switch ask.measure {
        case .count(.transaction), .count(.merchant), .total: break
        default: ask.measure = .total
        }
        if case .period(let other)? = against, grouping == nil {
            ask.selection.span = selection.span.united(with: .periods([other]))
        } else if case .sides(let sides)? = against {
            ask.selection.filter = .any(sideFilters)
            if sides.allSatisfy({ $0.selection.filter == selection.filter && $0.selection.flow == selection.flow }) {
                // One thing on several days.
                ask.selection = sides.reduce(into: selection) { $0.span = $1.selection.span.united(with: $0.span) }
            }
        } else if view == .figures, grouping == nil || isCutByTime {
            // Of what was told month by month, what was told so before it is a part as well.
            for before in past.prefix(3)
            where before.grouping == grouping && before.limit == limit && before.view == .figures {
                guard ask.take(before) else { break }
            }
            let isOfSeveral = if case .or? = FilterParts(selection.filter).things { true } else { false }
            if orAll, ask.selection == selection, measure == .total, !isOfSeveral { ask.selection.span = .everything }
        }
        if view == .rows || grouping != nil { ask.measure = .total }
        (ask.view, ask.grouping, ask.order, ask.limit, ask.offset) = (.figures, nil, nil, nil, 0)
        (ask.against, ask.condition) = (nil, nil)
        return ask
    }

    /// Whether it is all of its days, weeks, or months one after the other.
    private var isCutByTime: Bool { grouping?.isOfTime == true && limit == nil && condition == nil && order == nil }

    /// How it went: by the months, weeks or days of all the days asked for one after the other.
    private func course(with past: [Ask], _ patch: AskPatch) -> Ask {
        var ask = self
        if case .period(let other)? = against {
            ask.selection.span = selection.span.united(with: .periods([other]))
            ask.against = nil
        }
        for before in past.prefix(4) {
            guard before.measure == measure, before.grouping == nil, before.view == .figures,
                before.selection.filter == selection.filter, before.selection.flow == selection.flow,
                before.selection.span != .everything
            else { break }
            ask.selection.span = before.selection.span.united(with: ask.selection.span)
        }
        if patch.asksUpOrDown, patch.grouping == nil, ask.selection.span == selection.span,
            against == nil || against == .usual, let days = selection.span.sole, days.days <= 31, measure == .total
        {
            // Of one month or week it is held against the one before.
            ask.against = .period(PeriodComparison.preceding(days))
            return ask
        }
        ask.grouping = patch.grouping ?? ask.selection.span.course
        if case .average = measure { ask.measure = .total }
        if patch.measure != nil, patch.grouping == nil { ask.measure = patch.measure ?? measure }
        return ask
    }

    /// The things asked about one after the other, newest first, each once, whatever was asked of them.
    private func thingsAskedAbout(_ past: [Ask]) -> [(things: RowFilter, ask: Ask)] {
        ([self] + past).reduce(into: []) { found, ask in
            guard let things = FilterParts(ask.selection.filter).things, !things.holdsRows,
                !found.contains(where: { $0.things == things })
            else { return }
            found.append((things, ask))
        }
    }

    /// `both together`, `all three added up`: one figure for as many things as the line says, the last ones asked about.
    ///
    /// - Returns: nil where fewer were, or where they are no things of one kind.
    private func ofSeveral(_ count: Int, _ past: [Ask]) -> Ask? {
        guard view == .rows || grouping == nil, against == nil else { return nil }
        if case .or? = FilterParts(selection.filter).things { return nil }
        let found = thingsAskedAbout(past).prefix(count)
        guard found.count == count, found[0].things == FilterParts(selection.filter).things,
            Set(found.map { $0.things.categories == nil }).count == 1
        else { return nil }
        var parts = FilterParts(selection.filter)
        parts.things = .any(found.map(\.things))
        var ask = self
        ask.selection.filter = parts.filter
        if ask.selection.flow == .refunds { ask.selection.flow = .spending }
        ask.asksOfSum()
        return ask
    }

    /// `both together`: of the last two things asked about, whatever was asked of them.
    func sumOfThings(_ patch: AskPatch, _ past: [Ask]) -> Ask? {
        guard patch.continuations.contains(.sum), patch.things == nil, !patch.asksCount, let count = patch.several,
            var all = ofSeveral(count, past)
        else { return nil }
        if let span = patch.span { all.selection.span = span }
        if let measure = patch.measure { all.measure = patch.takesNaturalUnit ? all.meanOfParts : measure }
        return all
    }

    /// `average of the three`: the mean of the things, or of the days, that were added up.
    private var meanOfParts: Measure {
        if case .or(let parts)? = FilterParts(selection.filter).things, parts.count > 1 {
            return .average(selection.filter.parts == .category ? .category : .merchant)
        }
        guard case .periods(let periods) = selection.span, let first = periods.first else { return .average(.month) }
        let days = first.days
        return .average(days == 1 ? .day : days == 7 ? .week : days > 300 ? .year : .month)
    }

    /// `plus universal cycles, all three together`: with what the line names, as many as it says.
    private func sumOfSeveral(
        _ count: Int, _ patch: AskPatch, _ past: [Ask], _ shown: ShownAnswer?, _ pastShown: [ShownAnswer?]
    ) -> Ask? {
        var named = patch
        (named.continuations, named.several, named.nameMode) = ([], nil, .replace)
        if let things = patch.things, case .category = things {
            // `both bars together` after one bar and another
            let before = thingsAskedAbout(past).prefix(count)
            if before.count == count, before.allSatisfy({ $0.things.categories == nil }) {
                named.things = nil
                return ofSeveral(count, past).flatMap { named.isEmpty ? $0 : $0.applying(named) }
            }
        }
        guard case .or? = patch.things else {
            return applying(named, past: past, shown: shown)?.ofSeveral(count, [self] + past)
        }
        return nil
    }

    /// Whether more is left out than before.
    private func leftOutMore(than before: Ask?) -> Bool {
        guard let before else { return false }
        return FilterParts(selection.filter).excluded.count > FilterParts(before.selection.filter).excluded.count
    }

    /// `and the car repair` after `without rent`: that is left out as well.
    private func leavingOutAsWell(_ patch: AskPatch, _ past: [Ask]) -> Ask? {
        guard patch.nameMode == .add || patch.saysAnd || patch.saysOr, let things = patch.things,
            patch.flow ?? selection.flow == selection.flow,
            patch.measure == nil,
            FilterParts(selection.filter).things == nil, leftOutMore(than: past.first)
        else { return nil }
        var parts = FilterParts(selection.filter)
        guard !parts.excluded.contains(.not(things)) else { return nil }
        parts.excluded.append(.not(things))
        var ask = self
        ask.selection.filter = parts.filter
        return ask
    }

    /// `before that, when was the last visit`: in all the time before the days spoken of.
    private func before(_ patch: AskPatch) -> Ask? {
        guard patch.saysBefore, patch.measure == .lastDay || patch.view == .rows, let days = patch.span?.sole,
            let own = selection.span.sole, days.end < own.start
        else { return nil }
        var earlier = patch
        earlier.saysBefore = false
        earlier.span = .periods([Period(CivilDate(dayNumber: 0), own.start.adding(days: -1))])
        return applying(earlier)
    }

    /// What each side is of, the ask's own first.
    private var sideFilters: [RowFilter] {
        guard case .sides(let sides)? = against else { return [selection.filter] }
        return [selection.filter] + sides.map(\.selection.filter)
    }

    /// What was asked before without what was shown of it: `leave those out` after the rows of a part, or after a part
    /// of a sum.
    private func withoutShown(_ past: [Ask], _ shown: ShownAnswer?) -> Ask? {
        let parts = FilterParts(selection.filter)
        for before in past.prefix(3) {
            guard before.selection.span == selection.span, before.view == .figures, let things = parts.things,
                before.selection.filter != selection.filter
            else { continue }
            if case .share = before.measure { continue }
            var whole = FilterParts(before.selection.filter)
            let part: RowFilter? =
                switch things {
                case .and(let all): all.count == 2 && all[0] == whole.things ? all[1] : nil
                default: whole.things == nil || whole.holds(things) || things.isWithin(whole.things) ? things : nil
                }
            if let part {
                whole.excluded.append(.not(part))
                var ask = before
                ask.selection.filter = whole.filter
                return ask
            }
        }
        guard let shown, grouping != nil, limit == 1 || parts.things == nil else {
            guard let shown, isOfOneRow, shown.rows.count == 1 else { return nil }
            // `without it` after the largest of a sum is the sum without it.
            let whole = past.first {
                $0.selection.filter == selection.filter && $0.selection.span == selection.span && $0.view == .figures
                    && $0.measure == .total && $0.grouping == nil
            }
            var ask = whole ?? self
            var left = FilterParts(ask.selection.filter)
            left.excluded.append(.not(.rows(shown.rows)))
            ask.selection.filter = left.filter
            ask.offset = 0
            return ask
        }
        guard let key = shown.keys.first, grouping == shown.grouping, shown.grouping?.isOfTime == false,
            let first = shown.selection([key], of: Selection())
        else { return nil }
        var left = parts
        left.excluded.append(.not(first.filter))
        var ask = self
        // The sum of the others, which says what most of it went to.
        if limit == 1, measure == .total { ask.asksOfSum() }
        ask.selection.filter = left.filter
        return ask
    }

    /// What it is of, each by itself.
    private var things: Set<RowFilter> {
        switch FilterParts(selection.filter).things {
        case .or(let parts)?: Set(parts)
        case let one?: [one]
        case nil: []
        }
    }

    /// Whether something is part of what it is of already.
    func holds(_ named: RowFilter) -> Bool { things.contains { named.isWithin($0) } }

    /// Whether it came of the question before it by adding something: `add starbucks`. What comes next with `and` is added
    /// as well.
    func adds(to before: Ask) -> Bool {
        let (old, new) = (before.things, things)
        return !old.isEmpty && new.isStrictSuperset(of: old) && selection.span == before.selection.span
            && selection.flow == before.selection.flow
    }

    /// Whether it is of several things together.
    var isOfSeveralThings: Bool { things.count > 1 }

    /// Whether it asks the same of something else as the question before it.
    func replaces(_ before: Ask) -> Bool {
        guard let own = FilterParts(selection.filter).things, let old = FilterParts(before.selection.filter).things
        else { return false }
        return own != old && measure == before.measure && view == before.view && grouping == nil && against == nil
            && selection.flow == before.selection.flow && selection.span == before.selection.span
            && things.isDisjoint(with: before.things)
    }

    /// Takes in the rows of an earlier question where both differ in one thing.
    private mutating func take(_ before: Ask) -> Bool {
        let other = before.selection
        guard other.flow == selection.flow else { return false }
        if other == selection, before.against == nil { return true }
        if other.span == selection.span {
            for filter in before.sideFilters {
                let (mine, theirs) = (FilterParts(selection.filter), FilterParts(filter))
                if mine.things == theirs.things, mine.accounts != nil, theirs.accounts != nil {
                    selection.filter = .any([filter, selection.filter])
                } else if mine.things != nil, let other = theirs.things, !mine.holds(other) {
                    // Of groceries only one shop was kept, and another one added.
                    let isWhole =
                        if case .or(let parts) = other { things.contains(where: parts.contains) } else { false }
                    if isWhole || things.contains(where: { $0.isNarrower(than: other) }) { return false }
                    selection.filter = mine.united(with: theirs).filter
                } else if mine.things == nil || theirs.things == nil {
                    return false
                }
            }
            return true
        }
        guard other.filter == selection.filter, before.against == nil else { return false }
        selection.span = other.span.united(with: selection.span)
        return true
    }

    /// Whether all that is named is a category of one flow, and the flow now asked about is the other one.
    private func isOnly(of flow: Selection.Flow, _ things: RowFilter, unlike other: Selection.Flow) -> Bool {
        guard (flow == .income) != (other == .income), flow == .income || other != .net else { return false }
        switch things {
        case .category(let id): return (Taxonomy.builtIn[id]?.flow == .in) == (flow == .income)
        case .or(let filters), .and(let filters): return filters.allSatisfy { isOnly(of: flow, $0, unlike: other) }
        default: return false
        }
    }

    /// Which way money goes in categories, where it is the same in all.
    private static func flow(of things: RowFilter) -> Selection.Flow? {
        switch things {
        case .category(let id):
            switch Taxonomy.builtIn[id]?.flow {
            case .in: return .income
            case .out: return .spending
            default: return nil
            }
        case .or(let filters):
            let flows = Set(filters.map(flow))
            return flows.count == 1 ? flows.first ?? nil : nil
        default: return nil
        }
    }

    /// The same sides in other days.
    private func inDays(_ span: Selection.Span?) -> Ask {
        guard let span, case .sides(let sides)? = against else { return self }
        var ask = self
        ask.selection.span = span
        ask.against = .sides(
            sides.map { side in
                var side = side
                side.selection.span = span
                return side
            })
        return ask
    }

    /// `difference?` after one row and another: what each came to.
    private func differenceOfRows(from before: Ask?, _ shown: ShownAnswer?, _ beforeShown: ShownAnswer?) -> Ask? {
        guard let before, isOfOneRow || view == .rows, before.isOfOneRow || before.view == .rows,
            let own = shown?.rows, let other = beforeShown?.rows, own.count == 1, other.count == 1, own != other
        else { return nil }
        func sum(_ ask: Ask, _ row: Int64) -> Selection {
            Selection(ask.selection.flow, .all([FilterParts(ask.selection.filter).things ?? .all, .rows([row])]))
        }
        var ask = self
        ask.asksOfSum()
        ask.selection = sum(self, own[0])
        ask.against = .sides([Side("the other one", sum(before, other[0]))])
        return ask
    }

    /// This answer held against the one before it.
    private func difference(
        from before: Ask?, _ shown: ShownAnswer? = nil, _ beforeShown: ShownAnswer? = nil
    ) -> Ask? {
        if against == .usual {
            // What is usual was an aside; the figures stand beside one another.
            var (own, other) = (self, before)
            own.against = nil
            other?.against = nil
            return own.difference(from: other)
        }
        if grouping?.isOfTime == true, let shown, shown.keys.count == 2, shown.grouping == grouping,
            let days = shown.selection(shown.keys, of: selection)?.span, case .periods(let both) = days, both.count == 2
        {
            // `whats the increase` after two years, or two months.
            var ask = self
            (ask.grouping, ask.order, ask.limit, ask.condition) = (nil, nil, nil, nil)
            (ask.selection.span, ask.against) = (.periods([both[1]]), .period(both[0]))
            return ask
        }
        // What is held against something already has said it.
        if against != nil { return self }
        if let rows = differenceOfRows(from: before, shown, beforeShown) { return rows }
        guard let before, before.selection != selection, before.measure == measure else { return nil }
        var ask = self
        if before.selection.filter == selection.filter, before.selection.flow == selection.flow,
            case .periods(let days) = before.selection.span, days.count == 1,
            case .periods(let own) = selection.span, own.count == 1
        {
            // The later days are held against the earlier ones.
            let (later, earlier) = own[0].start > days[0].start ? (own[0], days[0]) : (days[0], own[0])
            ask.selection.span = .periods([later])
            ask.against = .period(earlier)
        } else if before.selection.filter == selection.filter, before.selection.span == selection.span,
            Set([before.selection.flow, selection.flow]) == [.income, .spending]
        {
            // What came in against what went out.
            ask.selection.flow = .net
        } else {
            let words = RequestWords.shared
            ask.against = .sides([Side(words.subject(before.selection), before.selection)])
        }
        return ask
    }

    private mutating func changeRows(_ patch: AskPatch) {
        let flowBefore = selection.flow
        var parts = FilterParts(selection.filter)
        if let flow = patch.flow, flow != selection.flow, flow != .spending || selection.flow != .purchases,
            patch.conditions.isEmpty
        {
            // `what did they refund us` after the ones over $50: of another kind of rows, whatever they came to.
            parts.conditions.removeAll(where: \.isOfAmount)
        }
        if let flow = patch.flow, patch.things == nil, (flow == .income) != (selection.flow == .income) {
            // Whoever is sent money by one name sends it by another.
            parts.things = parts.things?.otherWay
        }
        if patch.namesShown, patch.span != nil {
            // `how often were we there this year` after the largest over $50
            parts.conditions.removeAll { $0.holdsRows || $0.isOfAmount && patch.conditions.isEmpty }
        }
        if [.transfersIn, .transfersOut, .transfers].contains(selection.flow), patch.flow == nil, patch.accounts == nil,
            let things = patch.things, things != .category("cash")
        {
            // `what did Lowe's cost that month` after what was taken out of savings: nothing is bought by moving money.
            if isOnly(of: .income, things, unlike: .spending) {
                selection.flow = .income
            } else if things == .category("interest_charge") {
                // Which side it is of is for the account to tell.
                selection.flow = .spending
            } else if !things.holdsWords {
                (selection.flow, parts.accounts) = (.spending, nil)
            }
        }
        if let flow = patch.flow, [.transfersIn, .transfersOut].contains(flow), patch.accounts != nil,
            patch.things == nil
        {
            // `did we take money from savings that month` after a bill: what is moved is of no shop.
            (parts.things, parts.excluded) = (nil, [])
        }
        if patch.saysAll, !patch.saysOverall, !patch.asksAmount, patch.view == .rows, patch.flow == .refunds,
            selection.flow == .refunds, patch.things == nil
        {
            // `show me all refunds` after those of one shop.
            (parts.things, parts.excluded) = (nil, [])
        }
        if patch.things != nil, patch.span != nil, patch.nameMode == .replace, patch.conditions.isEmpty {
            // `kroger in May` after what is pending: that was of other days.
            parts.conditions.removeAll { $0 == .status(.pending) }
        }
        if patch.asksElse, patch.things == nil {
            // `what else did I buy that day`: of all that was bought then.
            (parts.things, parts.excluded) = (nil, [])
            parts.conditions.removeAll { $0.isOfAmount || $0.holdsRows }
            if patch.flow == nil { selection.flow = .spending }
        }
        if patch.asksSpent, patch.span != nil, patch.conditions.isEmpty {
            // `and what did we spend there in May` after the ones over $50 is of all.
            parts.conditions.removeAll(where: \.isOfAmount)
        }
        if patch.continuations.contains(.all), case .and(let all)? = parts.things, patch.things == nil {
            // `back to all the stores`
            let kinds = all.filter { FilterParts.merchants(of: $0).isEmpty }
            if !kinds.isEmpty { parts.things = .all(kinds) }
        }
        if patch.continuations.contains(.all) {
            if parts.accounts == nil, parts.excluded.isEmpty {
                parts.conditions.removeAll { $0.isOfWeekdays || $0.isOfAmount }
            }
            (parts.accounts, parts.excluded) = (nil, [])
        }
        if patch.excludesShown, parts.excluded.isEmpty, let things = parts.things {
            parts.excluded.append(.not(things))
            parts.things = nil
        }
        if let things = patch.things, parts.excluded.contains(.not(things)),
            patch.nameMode != .replace || parts.things != nil || patch.saysAgain
        {
            // `with rent again`
            parts.excluded.removeAll { $0 == .not(things) }
        } else if let things = patch.things {
            parts.takeIn(things)
            let words = RequestWords.shared
            if case .sides(let sides)? = against, patch.nameMode == .add || patch.isHeldAgainst {
                var common = parts
                common.things = things
                let side = Selection(selection.flow, common.filter, selection.span)
                against = .sides(sides + [Side(words.words(things), side)])
            } else if patch.isHeldAgainst, parts.things != nil {
                var other = parts
                other.things = things
                against = .sides([
                    Side(words.words(things), Selection(selection.flow, other.filter, selection.span))
                ])
            } else {
                switch (patch.nameMode, parts.things) {
                case (.add, let old?): parts.things = .any([old, things])
                case (.narrow, .or(let joined)?) where joined.contains(things): parts.things = things
                case (.narrow, let old?) where !FilterParts.isSameKind(old, things): parts.things = .all([old, things])
                // `how much was food`, `and the hotel` of the rows that say Tucson
                case (.replace, let old?)
                where things.categories != nil && patch.keepsWords && patch.span == nil && old.words != nil:
                    parts.things = .all([old.words ?? .all, things])
                default: parts.things = things
                }
                parts.excluded.removeAll { $0 == .not(things) }
                if case .sides? = against { against = nil }
                // Nobody is paid by what is bought.
                if patch.flow == nil, selection.flow == .income, isOnly(of: .spending, things, unlike: .income) {
                    selection.flow = .spending
                }
            }
        }
        if let accounts = patch.accounts {
            parts.accounts =
                patch.nameMode == .add ? parts.accounts.map { .any([$0, accounts]) } ?? accounts : accounts
        }
        if case .sides(let sides)? = against {
            // `without Target again`: a side goes.
            func isLeft(_ filter: RowFilter) -> Bool {
                !patch.excluded.contains(.not(FilterParts(filter).things ?? .all))
            }
            let left = sides.filter { isLeft($0.selection.filter) }
            if !isLeft(parts.filter), let first = left.first {
                parts = FilterParts(first.selection.filter)
                against = left.count > 1 ? .sides(Array(left.dropFirst())) : nil
            } else {
                against = left.isEmpty ? nil : .sides(left)
            }
        }
        // Pay is nothing that can be spent on: what was asked of income by its kind is asked of all spending. Who pays is
        // paid nothing: `and how much did we spend` is of all, unless it points.
        if let flow = patch.flow, patch.things == nil,
            parts.things.map({ isOnly(of: selection.flow, $0, unlike: flow) }) == true
                || !patch.pointsAtThings && patch.saysOwnFlow && [selection.flow, flow] == [.income, .spending]
        {
            parts.things = nil
        }
        parts.drop(patch.excluded)
        for filter in patch.excluded where !parts.excluded.contains(filter) { parts.excluded.append(filter) }
        parts.narrow(to: patch.conditions)
        if case .periods(let days)? = patch.span, days.count == 1, days[0].days == 1 {
            // A single day is of no other weekday.
            parts.conditions.removeAll(where: \.isOfWeekdays)
        }
        if !patch.sides.isEmpty {
            var common = parts
            let sides = patch.sides.map { side -> Side in
                common.things = side.filter
                return Side(side.name, Selection(selection.flow, common.filter, selection.span))
            }
            parts.things = patch.sides[0].filter
            against = .sides(Array(sides.dropFirst()))
            (grouping, order, limit) = (nil, nil, nil)
        }
        selection.filter = parts.filter
        if let flow = patch.flow {
            if flow != selection.flow, view == .rows, patch.view == nil, patch.asksSpent || flow == .net {
                (view, order, limit, offset) = (.figures, nil, nil, 0)
            }
            selection.flow = flow
        } else if selection.flow == .refunds, patch.namesRows, patch.view == .rows {
            selection.flow = .spending
        } else if selection.flow == .net, let things = patch.things, things == selection.filter,
            let flow = Ask.flow(of: things)
        {
            // `groceries` after what was saved: nothing comes in under them.
            selection.flow = flow
        }
        if patch.paysOff, parts.accounts != nil {
            selection.flow = .transfersIn
            if case .share = measure { measure = .total }
        }
        if patch.paysOn, let accounts = parts.accounts {
            // What was paid onto a card is no part of what was bought with it.
            asksOfSum()
            against = nil
            (selection.flow, selection.filter) = (.transfersIn, accounts)
        }
        if patch.asksAmount, patch.measure == nil, patch.things != nil || patch.accounts != nil, isOfOneRow {
            // `how much was groceries` after the largest one
            asksOfSum()
        }
        if let span = patch.span {
            selection.span = patch.addsDays ? selection.span.united(with: span) : span
            if case .period? = against, patch.against == nil {
                against = nil
                // What rose or fell goes on being held against the days before.
                if order == .rise || order == .fall, case .periods(let days) = span, days.count == 1 {
                    against = .period(PeriodComparison.preceding(days[0]))
                }
            }
        }
        for days in patch.leftOutDays { selection.span = selection.span.subtracting(days) }
        if case .sides(let sides)? = against {
            against = .sides(
                sides.map { side in
                    var side = side
                    side.selection.span = selection.span
                    // What is taken from what came in goes on being spent.
                    if side.selection.flow == flowBefore { side.selection.flow = selection.flow }
                    return side
                })
        }
        if case .share(let whole, let byCount) = measure {
            var whole = whole
            whole.span = selection.span
            var own = FilterParts(whole.filter)
            if let accounts = patch.accounts, own.accounts != nil {
                own.accounts = accounts
                whole.filter = own.filter
            }
            measure = .share(of: whole, byCount: byCount)
        }
    }

    private mutating func changeShape(_ patch: AskPatch) {
        if condition == Ask.Condition(.count, .equal, 0), patch.condition == nil,
            patch.asksAmount || patch.things != nil || patch.grouping != nil || patch.measure != nil
        {
            // After the months that had none it is of all again.
            (grouping, condition, order, limit) = (nil, nil, nil, nil)
        }
        if let flow = patch.flow, flow == .income, order == .rise || order == .fall, patch.change == nil,
            patch.order == nil,
            patch.grouping == nil
        {
            // `and income?` after what rose or fell is of its sum.
            (grouping, order, limit) = (nil, nil, nil)
        }
        if patch.asksAmount || patch.namesShown, patch.things != nil, let grouping,
            !grouping.isOfTime || limit == 1 || patch.continuations.contains(.sum)
        {
            // `how much is the first one`, `I meant uber, the total` after the month with the most
            (self.grouping, order, limit, condition) = (nil, nil, nil, nil)
        }
        if patch.measure == .average(.year), !patch.saysAverage, patch.grouping == nil, grouping == nil, against == nil,
            measure == .total, patch.span == nil, selection.span.isUnsaid
        {
            // `per year`: there are too few to take the mean of.
            (grouping, order, limit) = (.year, nil, nil)
            selection.span = .everything
            return
        }
        if case .average(let unit)? = patch.measure, !patch.saysAverage, grouping?.isOfTime == true,
            let group = Grouping(unit: unit), patch.grouping == nil
        {
            // `by week` and then `daily`
            (self.grouping, order, limit) = (group, nil, nil)
            return
        }
        if patch.asksAmount, patch.measure == nil,
            view == .rows || !measure.isOfMoney || patch.asksSpent && measure != .total
        {
            (measure, view, grouping, order, limit, condition) = (.total, .figures, nil, nil, nil, nil)
        }
        var patch = patch
        patch.measure = patch.measure.flatMap { patch.naturalMeasure($0, after: self) }
        if case .share(let whole, let byCount)? = patch.measure {
            patch.measure = .share(of: Selection(whole.flow, whole.filter, selection.span), byCount: byCount)
        }
        if patch.isOfView {
            if case .average(let unit) = measure, grouping == nil, let group = Grouping(unit: unit) {
                (measure, grouping) = (.total, group)
            }
            if grouping == nil { (view, measure) = (.rows, .total) }
        }
        if patch.takesApart, against == nil {
            let isOfSeveral = if case .or? = FilterParts(selection.filter).things { true } else { false }
            grouping = isOfSeveral ? selection.filter.parts : selection.span.months ?? selection.filter.parts
        }
        if patch.against == .usual, patch.measure == nil, patch.grouping == nil, view == .rows || grouping != nil {
            // What is usual is known of the sum.
            (view, grouping, order, limit, offset, condition) = (.figures, nil, nil, nil, 0, nil)
        }
        if patch.sorts, view == .figures, grouping == nil {
            // Rows have an order; of their sum it is asked to see them.
            (view, measure, against) = (.rows, .total, nil)
        }
        if let measure = patch.measure, let span = patch.defaultSpan, patch.span == nil {
            if case .assumed = selection.span { selection.span = span }
            if patch.saysUsually, selection.span == .everything { selection.span = span }
            // A month is no mean of months.
            if case .average(let unit) = measure, patch.saysAverage, selection.span.isWithin(unit) {
                selection.span = span
            }
            if case .rate(let unit) = measure, selection.span.isWithin(unit), !patch.asksHowOften {
                selection.span = span
            }
        }
        if patch.measure == .largest || patch.measure == .smallest, selection.flow == .spending,
            grouping == nil || view == .rows
        {
            selection.flow = .purchases
        }
        if let measure = patch.measure, patch.saysSingle, measure == .largest || measure == .smallest {
            (self.measure, view, grouping, order, limit, condition) = (measure, .figures, nil, nil, nil, nil)
        } else if let measure = patch.measure, grouping != nil, view == .figures,
            measure == .largest || measure == .smallest
        {
            // Of groups that were shown the largest, not a single row.
            (order, limit) = (measure == .largest ? .largest : .smallest, 1)
        } else if let measure = patch.measure {
            self.measure = measure
            switch against {
            case .period? where !measure.isOfMoney && patch.against == nil && !patch.takesApart, .amount?: against = nil
            case .usual?
            where patch.against == nil && (!measure.isOfMoney || measure == .largest || measure == .smallest):
                against = nil
            default: break
            }
            if patch.span == nil, measure.isOfAllTime, !patch.asksWhen { selection.span = .everything }
            view = .figures
            if patch.grouping == nil, !patch.keepsGroups { (grouping, order, limit, condition) = (nil, nil, nil, nil) }
        }
        if let grouping = patch.grouping {
            if patch.span == nil, grouping.isOfTime, let unit = Unit(rawValue: grouping.rawValue),
                selection.span.isWithin(unit)
            {
                // `which month was the highest` after one month: of all there are.
                selection.span = .everything
            }
            if patch.order != nil, !patch.saysAverage, measure == .average(.transaction) { measure = .total }
            self.grouping = grouping
            (view, order, limit, offset) = (.figures, nil, nil, 0)
            if case .amount? = against { against = nil }
            switch measure {
            case .lastDay, .firstDay, .gap, .longestStreak, .largest, .smallest: measure = .total
            default: break
            }
        }
        if let view = patch.view {
            let wasList = self.view == .rows && limit != 1
            self.view = view
            if view == .rows {
                (grouping, against, condition) = (nil, nil, nil)
                measure = .total
                // `same list for march` is as long and in the same order.
                if !wasList || !patch.continuations.contains(.ask) { (order, limit) = (nil, nil) }
                offset = 0
            }
        }
        if let unit = grouping.flatMap({ Unit(rawValue: $0.rawValue) }), condition != nil, unit.isOfTime,
            patch.condition == nil, patch.grouping == nil, patch.span != nil, selection.span.isWithin(unit)
        {
            // `what happened in august` after the months that met a condition
            (grouping, condition, order, limit) = (nil, nil, nil, nil)
        }
        if let condition = patch.condition { self.condition = condition }
        if let against = patch.against { self.against = against }
        if let change = patch.change, grouping?.isOfTime == false { order = change == .up ? .rise : .fall }
        if let order = patch.order { self.order = order }
        if let limit = patch.limit { self.limit = limit }
        if order == .rise || order == .fall, grouping?.isOfTime == false, against == nil || against == .usual,
            let days = selection.span.sole
        {
            // `what went down the most` after a breakdown: against the days before.
            against = .period(PeriodComparison.preceding(days))
        }
    }
}

extension Selection.Flow {
    /// The other direction; nil where there is none.
    fileprivate var reversed: Selection.Flow? {
        switch self {
        case .spending, .purchases: .income
        case .income: .spending
        case .transfersIn: .transfersOut
        case .transfersOut: .transfersIn
        case .refunds, .transfers, .net, .any: nil
        }
    }
}

extension Ask.Measure {
    /// Whether its value is an amount of money.
    var isOfMoney: Bool {
        switch self {
        case .total, .average, .median, .largest, .smallest, .spread: true
        case .count, .rate, .share, .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .reachedDay: false
        }
    }
}

extension Ask.Measure {
    /// In which order the one row that answers it is the first; nil where no single row does.
    fileprivate var orderOfRow: Ask.Order? {
        switch self {
        case .largest: .largest
        case .smallest: .smallest
        case .lastDay: .newest
        case .firstDay: .oldest
        default: nil
        }
    }
}

extension Ask.Measure {
    /// The order in which the largest or the smallest is the first; nil for other measures.
    fileprivate var rank: Ask.Order? {
        switch self {
        case .largest: .largest
        case .smallest: .smallest
        default: nil
        }
    }
}

extension Ask.Order {
    fileprivate var isOfTime: Bool { self == .newest || self == .oldest }
}

extension Ask.Measure {
    /// Whether it looks for something in all the time there is, where no days are said.
    var isOfAllTime: Bool {
        switch self {
        case .lastDay, .firstDay, .gap, .longestStreak: true
        default: false
        }
    }
}

extension Selection.Span {
    /// Whether no days were said.
    fileprivate var isUnsaid: Bool {
        switch self {
        case .everything, .assumed: true
        default: false
        }
    }
}

extension Ask {
    /// Something that is named, and the rows of it.
    struct NamedFilter: Hashable, Sendable {
        let name: String
        let filter: RowFilter
    }
}

extension AskPatch {
    /// The same, once it was settled whether what came back counts.
    fileprivate var withoutRefunds: AskPatch {
        var patch = self
        (patch.refunds, patch.flow) = (nil, nil)
        return patch
    }

    /// Whether it asks something of the one group that an answer singled out: `compare it to july`, `and without rent
    /// that month`.
    fileprivate func isOfSingledOut(of ask: Ask) -> Bool {
        guard ask.limit == 1, ask.grouping != nil, ask.view == .figures,
            !comparesYearBefore, !continuations.contains(.next), place == nil
        else { return false }
        if saysPerson { return true }
        guard ask.grouping?.isOfTime == true, order == nil, grouping == nil else { return false }
        return isHeldAgainst && span != nil || points && (things != nil || !excluded.isEmpty)
    }

    /// The rest of it, once what was shown or named is left out.
    fileprivate var afterLeavingOut: AskPatch {
        var patch = self
        (patch.excludesShown, patch.things, patch.nameMode, patch.asksAmount) = (false, nil, .replace, false)
        (patch.asksRest, patch.points) = (false, false)
        patch.continuations = []
        return patch
    }

    /// Whether it asks for nothing but the first or the last by its figure: `which was the highest`.
    fileprivate var isRank: Bool {
        asksWhich && !namesRows && !namesSomething && grouping == nil
            && (measure?.rank != nil || order != nil && measure == nil)
    }

    /// Whether it asks something of rows one by one: how many, the largest, the mean of them.
    var asksOfEach: Bool {
        switch measure {
        case .count?, .largest?, .smallest?, .average(.transaction)?: true
        default: false
        }
    }

    /// Whether it counts.
    var asksCount: Bool { if case .count? = measure { true } else { false } }

    /// What `all of that together` adds up where it was asked of other things on other days each: what is of one thing, or of
    /// the same days, is one question.
    ///
    /// - Parameter asks: what was asked one after the other, newest first.
    /// - Returns: empty where the line adds up nothing, or what differs in one thing only.
    func unlikeFigures(_ asks: [Ask]) -> [Selection] {
        guard continuations.contains(.sum), !namesSomething, flow == nil, conditions.isEmpty, measure == nil,
            grouping == nil, view == nil, place == nil, places == nil, !excludesShown, !asksSpent, let last = asks.first
        else { return [] }
        let count = several ?? (saysAll ? AskPatch.mostAdded : 2)
        var found: [Selection] = []
        for ask in asks {
            guard ask.view == .figures, ask.grouping == nil, ask.condition == nil, ask.selection.filter != .all,
                ask.measure == .total || ask.measure == .count(.transaction),
                ask.against == nil || ask.against == .usual, ask.selection.flow == last.selection.flow
            else { break }
            let isWider = found.contains {
                $0.span == ask.selection.span && $0.filter.isNarrower(than: ask.selection.filter)
            }
            if isWider { break }
            if !found.contains(ask.selection) { found.append(ask.selection) }
            if found.count == count { break }
        }
        guard found.count > 1, several.map({ $0 == found.count }) ?? true,
            Set(found.map(\.span)).count > 1, Set(found.map(\.filter)).count > 1
        else { return [] }
        return found
    }

    private static let mostAdded = 4

    /// Whether it asks a question of its own about what a word points at: `what did I spend on it last month`.
    var takesUp: Bool {
        points && things == nil && accounts == nil && place == nil && continuations.isEmpty
            && (measure != nil || asksAmount || view == .rows || flow != nil)
    }

    /// Whether it is about all that was asked for before one thing of it was picked: `without rent` after `the second one`.
    func isOfBase(after last: Ask, base: Ask) -> Bool {
        let isOfRows = base.view == .rows || base.grouping == nil && base.against == nil
        if let place, place > 1 || place == 1 && last.offset > 0, last.isRanked, isOfRows, base.order == nil {
            // `and the second one` after the largest of a list, or of a sum, is the second largest.
            return false
        }
        if case .share = last.measure {
            // `in percent` of what is a share already
            if case .share? = measure { return false }
            // `what did we spend that month` after a part of what came in is of all that was spent then.
            return things == nil && accounts == nil && (span == nil || saysOwnFlow)
        }
        if saysSameSeveral { return true }
        // Rows that were pointed at are of their own days only.
        if last.selection.filter.holdsRows, namesSomething, !points || span != nil && !conditions.isEmpty {
            return true
        }
        if place != nil || places != nil || continuations.contains(.sum) && saysSeveral { return true }
        // `and in august` goes on from `how often did I go there`, but not from one row of a list.
        guard !points, measure == nil, !continuations.contains(.sum), !excludesShown else { return false }
        // `and in august` after the largest one is of the largest one there; another shop is asked about as the first was.
        let isExtreme = last.view == .figures || last.offset == 0 && (last.order == .largest || last.order == .smallest)
        if last.isOfOneRow, isExtreme {
            return things != nil || accounts != nil || !excluded.isEmpty || !leftOutDays.isEmpty || grouping != nil
                // After the largest of a day another day is summed again.
                || span != nil && base.view == .figures && base.measure == .total && base.selection.filter == .all
                    && base.selection.span.sole?.days == 1
                || span != nil && saysSameDays && base.view == .figures && base.measure == .total
        }
        return last.view == .rows ? namesSomething || grouping != nil || !conditions.isEmpty : !excluded.isEmpty
    }

    /// Whether it only points at one thing of what was asked.
    func isAside(after last: Ask, to ask: Ask) -> Bool {
        place != nil || places != nil || namesShown && span == nil || takesShown(of: last) && last.grouping != nil
            || ask.isOfOneRow && !last.isOfOneRow && ask.selection.filter == last.selection.filter
            || ask.selection.filter.holdsRows && !last.selection.filter.holdsRows
    }

    /// Whether it points at one row that was named as the reason of something: `when was that`, `without it`.
    var pointsAtReason: Bool {
        !namesRowsOfItsOwn && span == nil && grouping == nil
            && (excludesShown || asksWhatItWas || points && (measure == .lastDay || asksPlace))
    }

    /// Whether it names what the rows are to be of.
    var namesRowsOfItsOwn: Bool { things != nil || accounts != nil || flow != nil || !excluded.isEmpty }

    /// Whether it asks for rows by itself, and does not only point at a figure.
    var asksForRows: Bool { namesSomething || flow != nil || view == .rows || namesRows || asksSpent || asksPlace }

    /// Whether it names days, or what rows are to be of.
    var namesSomething: Bool { things != nil || accounts != nil || span != nil || !excluded.isEmpty }

    /// Whether it is asked of what was shown alone, not of the whole question again.
    func takesShown(of ask: Ask) -> Bool {
        guard things == nil, span == nil, grouping == nil, flow == nil || flow == ask.selection.flow,
            order == nil || namesRows
        else { return false }
        let isOne = ask.limit == 1 && ask.grouping != nil
        switch measure {
        case nil: return view == .rows || points && (asksAmount || isOne && against == .usual)
        case .average(let unit)?:
            // The mean of the months is none of the one that had the most.
            if ask.grouping != nil, ask.grouping == Ask.Grouping(unit: unit) { return false }
            return points || isOne && Ask.Grouping(unit: unit) == nil
        // `which is the highest` of three that are listed
        case .largest?, .smallest?:
            return points || isOne && namesRows || asksWhich && ask.view == .rows && (2...10).contains(ask.limit ?? 0)
        default: return points || isOne
        }
    }

    /// The measure as it is meant after another question: `per week` after a number of visits is a number of visits.
    func naturalMeasure(_ measure: Ask.Measure, after ask: Ask) -> Ask.Measure {
        // How often in a month that was asked about is a number of times.
        if case .rate(let unit) = measure, asksHowOften, ask.selection.span.isWithin(unit) {
            return .count(.transaction)
        }
        guard case .average(let unit) = measure else { return measure }
        switch ask.measure {
        case .count, .rate:
            if takesNaturalUnit { return .average(.transaction) }
            return unit == .transaction ? measure : .rate(unit)
        case .largest, .smallest: return takesNaturalUnit ? .average(.transaction) : measure
        default: return takesNaturalUnit && ask.view == .rows ? .average(.transaction) : measure
        }
    }
}

extension RowFilter {
    /// Whether it bounds amounts.
    fileprivate var isOfAmount: Bool { if case .amount = self { true } else { false } }

    /// Whether it asks for weekdays.
    fileprivate var isOfWeekdays: Bool { if case .weekdays = self { true } else { false } }

    /// Payments to somebody for those from them, and the other way around: `Zelle to Ann`, `Zelle from Ann`.
    fileprivate var otherWay: RowFilter {
        if case .and(let parts) = self { return .and(parts.map(\.otherWay)) }
        guard case .merchant(let name) = self else { return self }
        for (way, other) in [(" to ", " from "), (" from ", " to ")] {
            guard let place = name.firstRange(of: way) else { continue }
            return .merchant(name[..<place.lowerBound] + other + name[place.upperBound...])
        }
        return self
    }

    /// The words that its rows have to hold, of which a category may be asked for: a place, an event.
    var words: RowFilter? {
        switch self {
        case .text: self
        case .and(let parts): parts.first { if case .text = $0 { true } else { false } }
        default: nil
        }
    }

    /// Whether it asks for words in the texts of rows.
    fileprivate var holdsWords: Bool {
        switch self {
        case .text: true
        case .and(let parts), .or(let parts): parts.contains(where: \.holdsWords)
        default: false
        }
    }

    /// Whether it asks for rows by their ids.
    var holdsRows: Bool {
        switch self {
        case .rows: true
        case .and(let parts), .or(let parts): parts.contains(where: \.holdsRows)
        default: false
        }
    }

    /// Whether it is a category beneath another.
    func isWithin(_ other: RowFilter?) -> Bool {
        guard case .category(let id) = self, let wider = other?.categories else { return false }
        return wider.contains { Taxonomy.builtIn[id]?.parent == $0 }
    }

    /// The categories that it asks for, and nothing else; nil for anything else.
    var categories: [String]? {
        switch self {
        case .category(let id): return [id]
        case .or(let parts):
            let all = parts.map(\.categories)
            return all.contains { $0 == nil } ? nil : all.compactMap { $0 }.flatMap { $0 }
        default: return nil
        }
    }

    /// What tells apart the things it is of.
    var parts: Ask.Grouping {
        func holdsCategories(_ filter: RowFilter) -> Bool {
            switch filter {
            case .category: true
            case .or(let parts): parts.count > 1 && parts.allSatisfy(holdsCategories)
            case .and(let parts): parts.contains { if case .or = $0 { holdsCategories($0) } else { false } }
            default: false
            }
        }
        if case .or = self, holdsCategories(self) { return .category }
        if case .and = self, holdsCategories(self) { return .category }
        return .merchant
    }
}

/// The parts of a filter that a line can change each by itself.
struct FilterParts: Hashable {
    var things: RowFilter?
    var accounts: RowFilter?
    var excluded: [RowFilter] = []
    var conditions: [RowFilter] = []

    init(_ filter: RowFilter) {
        let parts: [RowFilter] =
            if case .and(let parts) = filter { parts } else if filter == .all { [] } else { [filter] }
        for part in parts {
            switch FilterParts.kind(of: part) {
            case .thing: things = things.map { .all([$0, part]) } ?? part
            case .account: accounts = part
            case .excluded: excluded.append(part)
            case .condition: conditions.append(part)
            }
        }
    }

    /// What is named again is no longer left out: all of it, one of several, or a part of it.
    mutating func takeIn(_ named: RowFilter) {
        let all: [RowFilter] = if case .or(let joined) = named { joined } else { [named] }
        excluded.removeAll { filter in
            guard case .not(let out) = filter, things != nil || all.contains(out) || out == named else { return false }
            let parts: [RowFilter] = if case .or(let joined) = out { joined } else { [out] }
            return all.contains { one in parts.contains { $0 == one || one.isWithin($0) } }
        }
    }

    /// Takes things out of those that are joined. Where none is left, all but them is meant.
    mutating func drop(_ excluded: [RowFilter]) {
        let left = joinedThings.filter { !excluded.contains(.not($0)) }
        if left.count < joinedThings.count { things = left.isEmpty ? nil : .any(left) }
    }

    private var joinedThings: [RowFilter] {
        if case .or(let joined)? = things { joined } else { things.map { [$0] } ?? [] }
    }

    /// A bound joins one in the other direction and takes the place of one in its own.
    mutating func narrow(to new: [RowFilter]) {
        for filter in new {
            guard case .amount(let low, let high) = filter else {
                if case .weekdays = filter { conditions.removeAll { if case .weekdays = $0 { true } else { false } } }
                conditions.append(filter)
                continue
            }
            var bounds = (low, high)
            if let place = conditions.firstIndex(where: { if case .amount = $0 { true } else { false } }),
                case .amount(let oldLow, let oldHigh) = conditions[place]
            {
                if low == nil, let oldLow, oldLow <= high ?? .max { bounds.0 = oldLow }
                if high == nil, let oldHigh, oldHigh >= low ?? .min { bounds.1 = oldHigh }
                conditions.remove(at: place)
            }
            conditions.append(.amount(bounds.0, bounds.1))
        }
    }

    /// The ids of the categories that a filter names.
    static func categories(of filter: RowFilter) -> [String] {
        switch filter {
        case .category(let id): [id]
        case .and(let parts), .or(let parts): parts.flatMap(categories)
        default: []
        }
    }

    /// The merchants that a filter names.
    static func merchants(of filter: RowFilter) -> [String] {
        switch filter {
        case .merchant(let name): [name]
        case .and(let parts), .or(let parts): parts.flatMap(merchants)
        default: []
        }
    }

    /// The accounts that a filter names.
    static func accounts(of filter: RowFilter) -> [String] {
        switch filter {
        case .account(let name): [name]
        case .and(let parts), .or(let parts): parts.flatMap(accounts)
        default: []
        }
    }

    var filter: RowFilter { .all([things, accounts].compactMap { $0 } + excluded + conditions) }

    /// Whether the things are among those that are joined.
    func holds(_ other: RowFilter) -> Bool {
        if case .or(let joined)? = things { joined.contains(other) } else { things == other }
    }

    /// The rows of both.
    func united(with other: FilterParts) -> FilterParts {
        var parts = self
        parts.things = things.flatMap { mine in other.things.map { .any([mine, $0]) } }
        return parts
    }

    private enum Kind { case thing, account, excluded, condition }

    private static func kind(of filter: RowFilter) -> Kind {
        switch filter {
        case .account: .account
        case .not: .excluded
        case .amount, .weekdays, .daysOfMonth, .status, .currency, .rows, .near, .after, .before: .condition
        case .or(let parts): parts.allSatisfy { kind(of: $0) == .account } ? .account : .thing
        case .and, .category, .merchant, .text, .recurring, .all: .thing
        }
    }

    /// Whether both are categories, or both merchants: then one takes the other's place.
    static func isSameKind(_ a: RowFilter, _ b: RowFilter) -> Bool {
        func isCategory(_ filter: RowFilter) -> Bool {
            switch filter {
            case .category: true
            case .or(let parts), .and(let parts): parts.contains(where: isCategory)
            default: false
            }
        }
        return isCategory(a) == isCategory(b)
    }
}

extension Period {
    /// As many days of a longer time, at the same place of its year or month; else all of it.
    func sameDays(in other: Period) -> Period {
        guard other.days > days + 3 else { return other }
        let isYear = other.days > 360
        let months =
            isYear
            ? 12 * (start.year - other.start.year) : start.monthNumber - other.start.monthNumber
        let first = start.adding(months: -months)
        let isWholeMonths = start.day == 1 && end == end.endOfMonth
        let last = isWholeMonths ? end.adding(months: -months).endOfMonth : end.adding(months: -months)
        return other.start <= first && last <= other.end ? Period(first, last) : other
    }
}

extension Selection.Span {
    /// Its days, where they are one period.
    public var sole: Period? {
        switch self {
        case .periods(let periods): periods.count == 1 ? periods[0] : nil
        case .assumed(let period): period
        case .everything: nil
        }
    }

    /// Whether its days are of one unit alone.
    func isWithin(_ unit: Ask.Unit) -> Bool {
        guard case .periods(let periods) = self, let first = periods.first, let last = periods.last else {
            return false
        }
        return switch unit {
        case .week: last.end.days(since: first.start) < 7
        case .month: last.end <= first.start.endOfMonth
        case .quarter: last.end.days(since: first.start) < 92 && last.end <= first.start.adding(months: 3)
        case .year: last.end <= first.start.endOfYear
        default: false
        }
    }

    /// Months, where these days are several whole ones; nil for others.
    fileprivate var months: Ask.Grouping? {
        guard case .periods(let periods) = self, periods.allSatisfy({ $0.start.day == 1 && $0.days > 27 }),
            let first = periods.first, let last = periods.last, first.start.monthNumber != last.end.monthNumber,
            last.end.monthNumber - first.start.monthNumber < 12
        else { return nil }
        return .month
    }

    /// The units that show how it went in these days.
    fileprivate var course: Ask.Grouping {
        guard case .periods(let periods) = self, let first = periods.first, let last = periods.last else {
            return .month
        }
        let days = last.end.days(since: first.start) + 1
        return days > 800 ? .year : days > 45 ? .month : days > 16 ? .week : .day
    }

    /// Its days without those of a period; the same where the period is in none of them, or nothing would be left.
    func subtracting(_ period: Period) -> Selection.Span {
        let all: [Period]
        switch self {
        case .everything: return self
        case .assumed(let one): all = [one]
        case .periods(let periods): all = periods
        }
        let left = all.flatMap { $0.subtracting(period) }
        return left.isEmpty || left == all ? self : .periods(left)
    }

    /// The days of both.
    func united(with other: Selection.Span) -> Selection.Span {
        func days(_ span: Selection.Span) -> [Period]? {
            switch span {
            case .everything: nil
            case .assumed(let period): [period]
            case .periods(let periods): periods
            }
        }
        guard let mine = days(self), let others = days(other) else { return .everything }
        let all = (mine + others).sorted { $0.start < $1.start }
        return .periods(
            all.reduce(into: []) { joined, next in
                if let last = joined.last, next.start <= last.end.adding(days: 1) {
                    joined[joined.count - 1] = next.end <= last.end ? last : Period(last.start, next.end)
                } else {
                    joined.append(next)
                }
            })
    }
}

extension RequestWords {
    static var shared: RequestWords { RequestWords(.builtIn) }

    /// What a question is of and when, in a few words.
    func words(_ ask: Ask) -> String { text(.ask(Ask(ask.selection))) }

    /// What a filter is of, in a few words.
    func words(_ filter: RowFilter) -> String { subject(Selection(.spending, filter)) }
}

extension RowFilter {
    /// Whether it holds all the conditions of another one, and more.
    func isNarrower(than other: RowFilter) -> Bool {
        let (own, all) = (conditions, other.conditions)
        return own.isSuperset(of: all) && own.count > all.count
    }

    private var conditions: Set<RowFilter> {
        switch self {
        case .all: []
        case .and(let parts): Set(parts)
        default: [self]
        }
    }
}
