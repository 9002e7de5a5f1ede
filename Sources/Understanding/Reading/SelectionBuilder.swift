import Ledger

/// What the names, amounts and days of a reading select.
struct SelectionBuilder {
    let context: UnderstandingContext
    let list: ClauseList

    /// A name, or several joined by `and`, that stand for one thing.
    struct Named {
        var filter: RowFilter
        /// As the line calls it.
        var words: String
        /// The places of its clauses.
        var clauses: [Int]
        var kind: Kind

        enum Kind { case category, merchant, account, text }

        /// Whether it is a word for a kind of shop that stands for merchants of the household.
        var isOfShops: Bool {
            kind == .category && FilterParts.categories(of: filter).isEmpty
                && !FilterParts.merchants(of: filter).isEmpty
        }
    }

    /// Names to be in, each by itself, and what is to be left out.
    private(set) var included: [Named] = []
    private(set) var excluded: [RowFilter] = []
    /// What rows are to be near, after or before: conditions made of the names behind words such as `on days when I`.
    private(set) var events: [RowFilter] = []
    /// The places of times that say when an event was.
    private(set) var eventTimes: Set<Int> = []
    /// Words that say what a row was that is left out by its amount.
    private(set) var described: Set<Int> = []
    /// Clauses that were taken up.
    private(set) var used: Set<Int> = []
    /// What the reply must say: how a misspelt name was taken.
    private(set) var notes: [String] = []
    /// Words for a part of a category that stand for all of it here, as nothing tells which part that is.
    private(set) var broadened: [String] = []
    /// Whether a name only says whose something is.
    private(set) var namesOwner = false
    /// The places of words for a part of a category in which there is no row.
    private var empty: [Int] = []
    /// Names of which nothing was found where they are said to be.
    private(set) var unmet: [Int] = []
    /// Accounts that are named and do not exist.
    private(set) var unknownAccounts: [String] = []

    init(_ list: ClauseList, context: UnderstandingContext) {
        self.list = list
        self.context = context
        gather()
    }

    private mutating func gather() {
        var isLeavingOut = false
        var isTakingAway = false
        var except: Int?
        var leftOutAmount: Int?
        // After the first thing left out only what is joined to it is left out as well.
        var last: Int?
        var event: Event?
        var skipped = 0
        // What `including` names is part of all.
        var ofAll: Int?
        for (index, item) in list.placed.enumerated() where index >= skipped {
            if let opener = Event(item.clause, at: index) {
                if let explained = explanation(after: index) {
                    // `the week after we got back from Kansas City (March 16 to 22)`: the days say all.
                    for place in index..<explained { used.insert(place) }
                    skipped = explained
                    continue
                }
                finish(&event)
                event = opener
                continue
            }
            if event != nil {
                if case .name(let match) = item.clause, let named = named(match, item, index) {
                    event?.names.append(named)
                    continue
                }
                if event?.holds(item.clause) ?? false || isOfEvent(item.clause, event) {
                    event?.clauses.append(index)
                    continue
                }
                // `since I bought the skis in November`, `the week after my May 15 paycheck`: when that was.
                if case .time(let time) = item.clause, event?.span == nil, event?.isInUnit == false,
                    !time.isWeekdaysOnly,
                    list.placed[index - 1].tokens.upperBound == item.tokens.lowerBound,
                    event?.names.isEmpty == false || isBeforeName(index)
                {
                    event?.span = time.period
                    event?.clauses.append(index)
                    eventTimes.insert(index)
                    continue
                }
                finish(&event)
            }
            if isLeavingOut, let before = last, leftOutAmount != index - 1, !boundsAnything(index),
                !goesOn(before, index)
            {
                isLeavingOut = false
            }
            switch item.clause {
            case .except:
                isLeavingOut = true
                let words = list.keys[item.tokens]
                isTakingAway = ["minus", "less"].contains(words.first) && words.count < 3
                (except, last) = (index, nil)
            case .takeAway:
                (isLeavingOut, isTakingAway) = (true, true)
                (except, last) = (index, nil)
            // `march doesn't count`
            case .exceptAfter where index > 0 && isLeftOutTime(list.placed[index - 1]): used.insert(index)
            case .exceptAfter:
                let left = leftOut(before: index)
                guard !left.isEmpty, takesOut(item) else { break }
                included.removeLast(left.count)
                leavesOutAfter = true
                for named in left {
                    excluded.append(named.filter)
                    used.formUnion(named.clauses)
                    takeAway(named)
                }
                used.insert(index)
            // `not counting the March surgery 1284.60`: the amount tells which row.
            case .bound(let amount) where isLeavingOut && tells(amount, index, leftOutBy: except):
                excluded.append(RowFilter(amount))
                if let except {
                    used.formUnion(except...index)
                    eventTimes.formUnion((except + 1)..<index)
                    described.formUnion(list.placed[except].tokens.upperBound..<item.tokens.lowerBound)
                }
                last = index
            // `without the $385 one`
            case .bound(let amount)
            where isLeavingOut && except == index - 1 && amount.relation == .exactly && !isOrder(index - 1):
                excluded.append(RowFilter(amount))
                used.formUnion([index, index - 1])
                (last, leftOutAmount) = (index, index)
                let next = index + 1 < list.placed.count ? list.placed[index + 1].tokens.lowerBound : list.keys.count
                described.formUnion(item.tokens.upperBound..<next)
            // `excluding Costco and anything over $200`
            case .rows where isLeavingOut && SelectionBuilder.bounded.contains(list.keys[item.tokens.lowerBound]): break
            case .bound(let amount) where isLeavingOut && amount.relation != .exactly && boundsAnything(index):
                excluded.append(RowFilter(amount))
                used.formUnion([index, index - 1] + (except.map { [$0] } ?? []))
                last = index
            // `the $3,299 saw`: what it was is told by what it cost.
            case .name where isLeavingOut && leftOutAmount == index - 1:
                used.insert(index)
                (last, leftOutAmount) = (index, index)
            case .and, .or, .both, .together: break
            // `days without buying gas`
            case .flow(.spending) where isLeavingOut && except == index - 1: break
            case .recurring(let kind):
                if isLeavingOut, let opener = except {
                    excluded.append(.recurring(kind))
                    used.formUnion([index, opener])
                    last = index
                } else {
                    included.append(
                        Named(filter: .recurring(kind), words: words(item), clauses: [index], kind: .category))
                }
            case .name where isPartOfAll(index, after: ofAll):
                if let word = opener(of: index) { described.insert(word) }
                used.insert(index)
                ofAll = index
            case .name(let match):
                if let note = match.note { notes.append(note) }
                if match.isWhole {
                    broadened.append(words(item))
                }
                if match.isEmpty { empty.append(index) }
                guard let named = named(match, item, index) else { continue }
                if isLeavingOut || match.isExcluded {
                    let isOfBills =
                        !isTakingAway && list.keys[item.tokens].allSatisfy { ["bill", "bills"].contains($0) }
                    // `no bills`: whatever is paid again and again, the rent as well.
                    excluded.append(
                        isOfBills
                            ? .any([named.filter, .recurring("bills")])
                            : wholeFamily(of: match, at: item.tokens) ?? named.filter)
                    if isTakingAway { takeAway(named) }
                    used.insert(index)
                    last = index
                    if let except { used.insert(except) }
                } else if let last = included.last, last.kind == .account, last.filter == named.filter,
                    let end = last.clauses.last, list.placed[end].tokens.upperBound == item.tokens.lowerBound
                {
                    // Two words of one account's name.
                    included[included.count - 1].clauses.append(index)
                    included[included.count - 1].words += " " + named.words
                } else {
                    included.append(taken(named, at: index))
                }
            case .time(let time) where time.isLeftOut || isLeavingOut && !time.weekdays.isEmpty:
                if let except { used.insert(except) }
            default: isLeavingOut = false
            }
        }
        finish(&event)
        narrowToHolders()
        dropOwners()
        takePlaces()
        // `dance, soccer and gas`: of what adds nothing to others it is said that it is left out.
        if included.count(where: { $0.kind != .account }) > 1 {
            unmet += empty.filter { place in included.contains { $0.clauses.contains(place) } }
        }
    }

    /// `galveston hotel + Moody Gardens`, `the hotel in Boston plus Amtrak`: a place beside the first of two things that are
    /// joined is where that one was, and all that was paid there where nothing of it is filed as the line says.
    private mutating func takePlaces() {
        guard included.count == 3, included[2].kind == .merchant,
            let text = included[..<2].firstIndex(where: { $0.kind == .text }),
            case (let place, let kind) = (included[text], included[1 - text]), kind.kind == .category,
            isJoined(included[1], included[2]) || list.says(["plus", "+"]), !isJoined(included[0], included[1]),
            let end = included[0].clauses.last, included[1].clauses.first == end + 1
        else { return }
        let words = NameReader.words(of: place.words)
        let ids = Set(FilterParts.categories(of: kind.filter).flatMap(context.taxonomy.withDescendants))
        let shops = Set(FilterParts.merchants(of: kind.filter))
        guard !words.isEmpty else { return }
        let isThere = context.names.merchants(wordPrefixes: words, limit: NameReader.mostBegun).contains {
            shops.contains($0) || !context.names.categories(merchant: $0).isDisjoint(with: ids)
        }
        if !isThere { unmet += kind.clauses }
        included[0] = Named(
            filter: isThere ? .all([place.filter, kind.filter]) : place.filter, words: place.words + " " + kind.words,
            clauses: included[0].clauses + included[1].clauses, kind: .category)
        included.remove(at: 1)
    }

    /// A name that words such as `including` join to what stands before it.
    private mutating func taken(_ named: Named, at index: Int) -> Named {
        guard !included.isEmpty, let word = opener(of: index) else { return named }
        described.insert(word)
        includedToo.insert(index)
        return named
    }

    /// The places of names that words such as `including` join to what stands before them.
    private var includedToo: Set<Int> = []

    private func isLeftOutTime(_ item: PlacedClause) -> Bool {
        if case .time(let time) = item.clause { time.isLeftOut } else { false }
    }

    /// `Wren's ortho`: whose it is, is no payment to her. Her name stays unread.
    private mutating func dropOwners() {
        let all = included.count
        included = included.enumerated().filter { place, named in
            guard named.kind == .merchant, named.clauses.count == 1, place + 1 < included.count,
                case let next = included[place + 1], next.kind != .merchant, let behind = next.clauses.first,
                case let tokens = list.placed[named.clauses[0]].tokens, tokens.count == 1,
                case let between = list.keys[
                    tokens.upperBound..<max(tokens.upperBound, list.placed[behind].tokens.lowerBound)],
                between.allSatisfy({ ["card", "account"].contains($0) })
            else { return true }
            let key = list.keys[tokens.lowerBound]
            let merchants = FilterParts.merchants(of: named.filter)
            guard
                merchants.allSatisfy({
                    context.names.categories(merchant: $0).isSubset(of: ["people", "reimbursement"])
                })
            else { return true }
            let own = merchants.flatMap(NameReader.words)
            return !(key.hasSuffix("s") && !own.contains(key) && own.contains(String(key.dropLast())))
        }.map(\.element)
        namesOwner = included.count < all
    }

    /// `dana on the amex`: a person's card of an account that is named as well says it all.
    private mutating func narrowToHolders() {
        let names = context.names.accountNames
        guard !names.holders.isEmpty else { return }
        func account(_ place: Int) -> String? {
            if case .account(let name) = included[place].filter { name } else { nil }
        }
        for place in included.indices.reversed() {
            guard let own = account(place),
                let card = included.indices.filter({ account($0).map { names.isAccount(own, ofCard: $0) } ?? false })
                    .min(by: { abs($0 - place) < abs($1 - place) })
            else { continue }
            included[card].clauses.append(contentsOf: included[place].clauses)
            included.remove(at: place)
        }
    }

    /// Whether an amount says which row is left out, of which more was said before it than a word: when, what it was.
    private func tells(_ amount: AmountExpression, _ index: Int, leftOutBy except: Int?) -> Bool {
        guard let except, except < index, amount.relation == .exactly, amount.isMarked || amount.amount % 100 != 0,
            case let between = list.placed[except].tokens.upperBound..<list.placed[index].tokens.lowerBound,
            (1...4).contains(between.count), !list.keys[between].contains(","), !isOrder(except)
        else { return false }
        return list.placed[(except + 1)..<index].allSatisfy { item in
            switch item.clause {
            case .time(let time): time.tokens.count < 3
            case .filler, .purchaseWord: true
            default: false
            }
        }
    }

    /// Words for any row, which a bound behind them narrows.
    private static let bounded: Set<String> = ["anything", "everything", "any", "all"]

    /// Whether a bound says which rows are left out: `anything over $200`.
    private func boundsAnything(_ index: Int) -> Bool {
        guard index > 0, case .rows = list.placed[index - 1].clause else { return false }
        return SelectionBuilder.bounded.contains(list.keys[list.placed[index - 1].tokens.lowerBound])
    }

    /// The names that words behind them leave out: the last one; two joined by `and`; and all of a list behind `leaving`
    /// or in brackets.
    private func leftOut(before index: Int) -> [Named] {
        guard let last = included.last, last.clauses.last == index - 1 else { return [] }
        var found = [last]
        for named in included.dropLast().reversed() {
            guard named.kind != .account, isJoined(named, found[0]) else { break }
            found.insert(named, at: 0)
        }
        guard found.count > 1, let first = found[0].clauses.first, let before = found[found.count - 2].clauses.last
        else {
            return found
        }
        let start = list.placed[first].tokens.lowerBound
        if start > 0, SelectionBuilder.listOpeners.contains(list.keys[start - 1]) { return found }
        let isPair = list.placed[(before + 1)..<last.clauses[0]].contains { $0.clause == .and }
        return found.suffix(isPair ? 2 : 1)
    }

    /// What stands before a list that is left out as a whole: `leaving rent and gas aside`, `(rent, gas excluded)`.
    private static let listOpeners: Set<String> = ["(", "leaving", "setting", "putting", "keeping", "taking", "with"]

    /// `exclude the $35 charge`: a line that begins so wants a row to count no more.
    private func isOrder(_ place: Int) -> Bool {
        let item = list.placed[place]
        return item.tokens.lowerBound == 0 && ["exclude", "ignore", "leave", "drop"].contains(list.keys[0])
    }

    /// The place of a time in brackets that says when the event told from here on was; nil for none.
    private func explanation(after index: Int) -> Int? {
        if let day = list.placed.indices.dropFirst(index + 1).first(where: { beginsOnDay(index, $0) }) { return day }
        for place in list.placed.indices.dropFirst(index + 1) {
            let start = list.placed[place].tokens.lowerBound
            if case .time = list.placed[place].clause, start > 0, list.keys[start - 1] == "(" { return place }
            switch list.placed[place].clause {
            case .name, .flow, .filler, .purchaseWord: continue
            default: return nil
            }
        }
        return nil
    }

    /// `since the kids got out of school May 22`: the day says from when on, whatever began or ended then.
    private func beginsOnDay(_ opener: Int, _ place: Int) -> Bool {
        guard case .time(let time) = list.placed[place].clause, time.unit == .day || time.unit == .month,
            case (let first, let start) = (list.placed[opener].tokens.lowerBound, list.placed[place].tokens.lowerBound),
            list.keys[first] == "since", start - first < 8
        else { return false }
        return list.keys[first..<start].contains(where: AskBuilder.words[.beginning].contains)
    }

    /// The token of a word that says that a name is in what was said before it: `all of it incl. rent`.
    private func opener(of index: Int) -> Int? {
        let start = list.placed[index].tokens.lowerBound
        let before = list.keys[..<start].lastIndex { !FunctionWords.determiners.contains($0) && $0 != "." }
        guard let before, AskBuilder.words[.including].contains(list.keys[before]),
            before == 0 || list.keys[before - 1] != "not"
        else { return nil }
        return before
    }

    /// Whether a name only says what is in all of it, of which nothing else is named: `everything including rent and gas`.
    private func isPartOfAll(_ index: Int, after last: Int?) -> Bool {
        if let last { return goesOn(last, index) }
        guard let word = opener(of: index), included.allSatisfy({ $0.kind == .account }), !namesTrip else {
            return false
        }
        return list.keys[..<word].contains(where: AskBuilder.words[.whole].contains)
    }

    /// Whether the days are those of a trip, for which something may have been paid before.
    private var namesTrip: Bool {
        list.placed.contains { item in
            if case .time(let time) = item.clause {
                time.isTrip || time.unit == .day && (2...40).contains(time.whole.days)
            } else {
                false
            }
        }
    }

    /// Whether a name follows right behind a clause.
    private func isBeforeName(_ index: Int) -> Bool {
        guard index + 1 < list.placed.count, case .name = list.placed[index + 1].clause else { return false }
        return list.placed[index].tokens.upperBound == list.placed[index + 1].tokens.lowerBound
    }

    /// `leave rent out`, where `coffee out` is drunk in a cafe.
    private func takesOut(_ item: PlacedClause) -> Bool {
        let words = list.keys[item.tokens]
        guard words.elementsEqual(["out"]) || words.elementsEqual(["off"]) else { return true }
        return list.keys[..<item.tokens.lowerBound].suffix(6).contains(where: SelectionBuilder.takingOut.contains)
    }

    private static let takingOut: Set<String> = [
        "leave", "leaving", "take", "taking", "taken", "keep", "keeping", "cut", "cutting", "drop",
    ]

    /// Words that say what rows are near to, while what happened is gathered.
    private struct Event {
        var clauses: [Int]
        var names: [Named] = []
        /// When it was, where the line says so.
        var span: Period?
        /// Whether it is in the same unit as the rows, so that days behind it are those of the question.
        let isInUnit: Bool
        let condition: (Selection) -> RowFilter

        init?(_ clause: Clause, at index: Int) {
            switch clause {
            case .near(let unit, let after): condition = { .near(unit, after, $0) }
            case .apart(let unit): condition = { .not(.near(unit, 0...0, $0)) }
            case .after(let edge): condition = { .after(edge, $0) }
            case .before(let edge): condition = { .before(edge, $0) }
            default: return nil
            }
            switch clause {
            case .apart, .near(_, 0...0): isInUnit = true
            default: isInUnit = false
            }
            clauses = [index]
        }

        /// Whether a clause may stand between the words and the name: a verb, a noun, a small word.
        func holds(_ clause: Clause) -> Bool {
            switch clause {
            case .flow, .filler, .what: names.isEmpty
            case .purchaseWord, .rowWord: true
            case .and, .or: !names.isEmpty
            default: false
            }
        }
    }

    /// `what did I spend in the week after the refund came in`: what is asked was said before.
    private func isOfEvent(_ clause: Clause, _ event: Event?) -> Bool {
        guard let event, !event.names.isEmpty, clause == .flow(.income), let start = event.clauses.first else {
            return false
        }
        return list.placed[..<start].contains { $0.clause == .flow(.spending) }
    }

    /// Makes a condition of an event; without a name it is none, and its words stay unread.
    private mutating func finish(_ event: inout Event?) {
        guard var found = event else { return }
        event = nil
        guard !found.names.isEmpty else { return }
        // What was bought is told by where: a word that is in no name stays unread beside one.
        if found.names.contains(where: { $0.kind != .text }) { found.names.removeAll { $0.kind == .text } }
        // Names beside one another that are not joined narrow: `the bed from IKEA`.
        let filter = RowFilter.all(
            found.names.dropFirst().reduce(into: [[found.names[0]]]) { groups, name in
                if let last = groups.last?.last, isJoined(last, name) || last.kind == name.kind {
                    groups[groups.count - 1].append(name)
                } else {
                    groups.append([name])
                }
            }.map { .any($0.map(\.filter)) })
        let isPay = found.names.allSatisfy { isIncome($0.filter) }
        let span = found.span.map { Selection.Span.periods([$0]) } ?? .everything
        events.append(found.condition(Selection(isPay ? .income : .purchases, filter, span)))
        used.formUnion(found.clauses + found.names.flatMap(\.clauses))
    }

    /// Whether a name is of money that comes in.
    /// Whether all that it names only ever pays: `the best month for my Etsy payouts`.
    var isOfPayers: Bool { !included.isEmpty && included.allSatisfy { isIncome($0.filter) } }

    private func isIncome(_ filter: RowFilter) -> Bool {
        switch filter {
        case .category(let id): context.taxonomy[id]?.flow == .in
        case .or(let parts): !parts.isEmpty && parts.allSatisfy(isIncome)
        case .merchant(let name):
            !context.names.categories(merchant: name).isEmpty
                && context.names.categories(merchant: name).allSatisfy { context.taxonomy[$0]?.flow == .in }
        default: false
        }
    }

    /// `anything from Costco`: Costco Gas as well.
    private func wholeFamily(of match: NameMatch, at tokens: Range<Int>) -> RowFilter? {
        guard case .merchant(let names) = match.kind, names.count == 1,
            list.keys[..<tokens.lowerBound].suffix(3).contains(where: {
                ["anything", "everything", "all"].contains($0)
            })
        else { return nil }
        let family = NameReader.begun(with: NameKey.key(of: names[0]), in: context.names)
        return family.count > 1 ? .any(family.map { .merchant($0) }) : nil
    }

    /// Whether two clauses stand side by side but for a comma, `and`, `or` or a small word.
    private func goesOn(_ first: Int, _ second: Int) -> Bool {
        let between = list.placed[(first + 1)..<second].map(\.clause)
        let words = list.words(between: first, and: second)
        return between.allSatisfy { [.and, .or].contains($0) }
            && (!between.isEmpty || words.contains { [",", "/", "&", "and", "or"].contains($0) }
                || list.placed[second].clause == .and || list.placed[second].clause == .or)
            && words.allSatisfy { !["on", "in", "at", "for", "from"].contains($0) }
    }

    /// `did the salon pay me`, `our pay from the school`: where money came in, a word for a kind of shop is who paid it,
    /// if somebody who pays is called so.
    ///
    /// - Parameter goesOnFromPay: whether the line goes on from what came in.
    mutating func takePayers(isOfIncome: Bool, goesOnFromPay: Bool = false) {
        func isIncome(_ filter: RowFilter) -> Bool {
            FilterParts.categories(of: filter).contains { context.taxonomy[$0]?.flow == .in }
        }
        dropPaid()
        dropPayVerbs()
        dropPayNouns(isAfterPay: goesOnFromPay && !list.says(SelectionBuilder.writing))
        guard isOfIncome || included.contains(where: { isIncome($0.filter) }) else { return }
        // `my hospital paycheck`, where nobody who pays is called so: the word stays unread.
        var strangers: [Int] = []
        for index in included.indices where included[index].kind == .category && !isIncome(included[index].filter) {
            let words = Set(Lexicon.keys(of: included[index].words))
            let income = context.taxonomy.categories.filter { $0.flow == .in }.map(\.id)
            let all = context.names.merchants(categories: income)
            var payers = all.filter { !words.isDisjoint(with: NameReader.words(of: $0)) }
            if payers.isEmpty {
                // `the school paid me`: one of those that pay is called as such places are.
                payers = all.filter { name in words.contains { MerchantKinds.builtIn.isPlace($0, name) } }
                if payers.count > 1 { payers = [] }
            }
            guard !payers.isEmpty, payers.count <= SelectionBuilder.mostPayers else {
                if included.contains(where: { isIncome($0.filter) && isBeside($0, included[index]) }) {
                    strangers.append(index)
                }
                continue
            }
            included[index].filter = .any(payers.map { .merchant($0) })
            included[index].kind = .merchant
        }
        for index in strangers.reversed() { included.remove(at: index) }
        takePeople()
        guard isOfIncome else { return }
        for index in included.indices where included[index].kind == .merchant {
            // `paid by kiokee`: of all that are called so those that pay.
            let all = FilterParts.merchants(of: included[index].filter)
            let payers = all.filter(isPaying)
            if !payers.isEmpty, payers.count < all.count { included[index].filter = .any(payers.map { .merchant($0) }) }
        }
    }

    /// Whether one name stands right beside another, or belongs to it: `hotel pay`, `pay from the hotel`.
    private func isBeside(_ first: Named, _ second: Named) -> Bool {
        guard let own = first.clauses.first, let other = second.clauses.first, abs(own - other) == 1 else {
            return false
        }
        return list.words(between: min(own, other), and: max(own, other)).allSatisfy {
            ["from", "at", "the", "my", "our", "of", "by"].contains($0)
        }
    }

    /// `has rent been paid`, `did verizon get paid`: what stands before it is paid, and nobody's pay is asked about.
    private mutating func dropPaid() {
        let paid = included.firstIndex { named in
            guard named.filter == .category("salary"), let clause = named.clauses.first else { return false }
            let tokens = list.placed[clause].tokens
            return list.keys[tokens].contains("paid") && tokens.lowerBound > 0
                && !SelectionBuilder.persons.contains(list.keys[tokens.lowerBound - 1])
        }
        guard let paid else { return }
        let isOfBills = included.contains { named in
            switch named.kind {
            case .merchant: !FilterParts.merchants(of: named.filter).contains(where: isPaying)
            case .category: FilterParts.categories(of: named.filter).allSatisfy { context.taxonomy[$0]?.flow == .out }
            case .account, .text: false
            }
        }
        if isOfBills { included.remove(at: paid) }
    }

    /// Words of checks that were written.
    private static let writing: Set<String> = ["write", "wrote", "written", "writing", "number", "cashed", "bounced"]

    /// `the Acme check`, `the smallest check from Acme`, `her biggest check` after what she was paid: what somebody pays, and
    /// no check that was written.
    private mutating func dropPayNouns(isAfterPay: Bool) {
        for index in included.indices.reversed() {
            let noun = included[index]
            guard noun.kind == .category, noun.clauses.count == 1,
                list.keys[list.placed[noun.clauses[0]].tokens].allSatisfy({ ["check", "checks"].contains($0) }),
                isAfterPay && included.count == 1
                    || included.contains(where: { payer in
                        payer.kind == .merchant && FilterParts.merchants(of: payer.filter).contains(where: isPaying)
                            && !joins(payer, noun)
                    })
            else { continue }
            used.insert(noun.clauses[0])
            included.remove(at: index)
        }
    }

    /// Whether a word such as `and` or `vs` stands between two names, whichever comes first.
    private func joins(_ one: Named, _ other: Named) -> Bool {
        let clauses = [one, other].sorted { ($0.clauses.first ?? 0) < ($1.clauses.first ?? 0) }
        guard let end = clauses[0].clauses.last, let start = clauses[1].clauses.first, end < start else { return false }
        return list.placed[(end + 1)..<start].contains { [.and, .or, .versus, .than].contains($0.clause) }
    }

    /// `did marisol pay her rent`: what somebody did who never paid any wages is nobody's pay.
    private mutating func dropPayVerbs() {
        guard
            let verb = included.firstIndex(where: { named in
                guard named.filter == .category("salary"), let clause = named.clauses.first,
                    case let tokens = list.placed[clause].tokens,
                    list.keys[tokens].elementsEqual(["pay"]) || list.keys[tokens].elementsEqual(["pays"])
                else { return false }
                if isWhatSomebodyPays(clause) { return true }
                return included.contains { other in
                    guard other.kind == .merchant, let end = other.clauses.last, let start = other.clauses.first else {
                        return false
                    }
                    return FilterParts.merchants(of: other.filter).allSatisfy {
                        !context.names.categories(merchant: $0).contains("salary")
                    }
                        && list.placed[end].tokens.upperBound == tokens.lowerBound
                        && list.keys[..<list.placed[start].tokens.lowerBound].suffix(2).contains {
                            ["did", "does", "didnt", "doesnt"].contains($0)
                        }
                }
            })
        else { return }
        used.formUnion(included[verb].clauses)
        included.remove(at: verb)
    }

    /// `rent minus what marisol pays`: of somebody whose money is no wages.
    private func isWhatSomebodyPays(_ verb: Int) -> Bool {
        guard verb > 0, case .name(let match) = list.placed[verb - 1].clause, case .merchant(let names) = match.kind,
            case let tokens = list.placed[verb - 1].tokens,
            tokens.upperBound == list.placed[verb].tokens.lowerBound
        else { return false }
        return list.keys[..<tokens.lowerBound].suffix(2).contains { ["what", "whatever"].contains($0) }
            && names.allSatisfy { !context.names.categories(merchant: $0).contains("salary") }
    }

    private static let persons: Set<String> = [
        "i", "we", "he", "she", "they", "ive", "weve", "ever", "already", "just",
    ]

    /// `when was curtis paid`: a bank writes whose pay it is in some rows and leaves it out in others, so that a name in the
    /// texts of payers means those; beside one that is named as well it says nothing more.
    private mutating func takePeople() {
        for index in included.indices.reversed() where included[index].kind == .text {
            let words = Lexicon.keys(of: included[index].words)
            guard !words.isEmpty, words.allSatisfy({ $0.utf8.count > 2 && $0.allSatisfy(\.isLetter) }) else { continue }
            let payers = context.names.merchants(wordPrefixes: words, limit: NameReader.mostBegun)
                .filter { isPaying($0) }
            guard !payers.isEmpty, payers.count <= SelectionBuilder.mostPayers else { continue }
            let named = included.indices.first { other in
                included[other].kind == .merchant
                    && FilterParts.merchants(of: included[other].filter).contains(where: payers.contains)
            }
            if let named {
                included[named].clauses += included[index].clauses
                included.remove(at: index)
            } else {
                included[index].filter = .any(payers.map { .merchant($0) })
                included[index].kind = .merchant
            }
        }
    }

    /// Whether all of a merchant's rows bring in money that is earned or due, and none that a person sends back.
    private func isPaying(_ merchant: String) -> Bool {
        let own = context.names.categories(merchant: merchant)
        return !own.isEmpty && own.allSatisfy { context.taxonomy[$0]?.flow == .in && $0 != "reimbursement" }
    }

    private static let mostPayers = 3

    /// Whether words behind a name leave it out: `gas doesn't count`.
    private var leavesOutAfter = false

    /// What is left out is what is asked about: `days without coffee`, not `no-spend days, gas doesn't count`.
    mutating func includeExcluded() {
        guard included.isEmpty, !excluded.isEmpty, !leavesOutAfter else { return }
        included = [Named(filter: .any(excluded), words: "", clauses: [], kind: .category)]
        excluded = []
    }

    /// What is taken away as one thing: `income minus the mortgage and the insurance`.
    private(set) var takenAway: Named?

    private mutating func takeAway(_ named: Named) {
        guard var all = takenAway else {
            takenAway = named
            return
        }
        all.filter = .any(all.filter.alternatives + [named.filter])
        all.words += " and " + named.words
        all.clauses += named.clauses
        takenAway = all
    }

    /// Leaves out no longer what is taken away.
    mutating func drop(_ taken: Named) {
        let parts = taken.filter.alternatives
        excluded.removeAll { $0 == taken.filter || $0.alternatives.allSatisfy(parts.contains) }
    }

    /// Gives a name a wider meaning.
    mutating func widen(_ place: Int, to filter: RowFilter) { included[place].filter = filter }

    /// Takes a name out of those meant.
    mutating func drop(_ clauses: [Int]) { included.removeAll { $0.clauses == clauses } }

    private func words(_ item: PlacedClause) -> String { list.keys[item.tokens].joined(separator: " ") }

    private mutating func named(_ match: NameMatch, _ item: PlacedClause, _ index: Int) -> Named? {
        switch match.kind {
        case .category(["savings_transfer"]) where context.names.accounts.contains { $0.type == .savings }:
            // `put into savings`: the accounts, where there are any.
            let accounts = context.names.accounts.filter { $0.type == .savings }
            return Named(
                filter: .any(accounts.map { .account($0.name) }), words: words(item), clauses: [index], kind: .account)
        case .category where !match.merchants.isEmpty:
            return Named(
                filter: .any(match.merchants.map { .merchant($0) }), words: words(item), clauses: [index],
                kind: .category)
        case .category(let all):
            let ids = goingOneWay(all)
            let wanted = ids.filter { !$0.hasPrefix("-") }.map { RowFilter.category($0) }
            let left =
                ids.filter { $0.hasPrefix("-") }.map { RowFilter.not(.category(String($0.dropFirst()))) }
                + match.without.map { .not(.merchant($0)) }
            let any = RowFilter.any(wanted + match.beside.map { .merchant($0) } + cashAccounts(all, item))
            return Named(
                filter: RowFilter.all([any] + left), words: words(item), clauses: [index], kind: .category)
        case .merchant(let names):
            return Named(
                filter: .any(names.map { .merchant($0) }), words: words(item), clauses: [index], kind: .merchant)
        case .account(let names):
            return Named(filter: .any(names.map { .account($0) }), words: words(item), clauses: [index], kind: .account)
        case .unknown(let text):
            return Named(filter: .text(text), words: text, clauses: [index], kind: .text)
        case .unknownAccount(let text):
            unknownAccounts.append(text)
            return nil
        }
    }

    /// `what did I spend in cash`: what was told of cash as well, as a bank knows only what was taken out.
    private func cashAccounts(_ ids: [String], _ item: PlacedClause) -> [RowFilter] {
        let (start, end) = (item.tokens.lowerBound, item.tokens.upperBound)
        guard ids == ["cash"], list.keys[item.tokens].last == "cash", list.says(SelectionBuilder.payingCash) else {
            return []
        }
        let isBehind = list.keys[max(0, start - 1)..<end].contains { ["in", "with", "by", "using"].contains($0) }
        let isBefore = end < list.keys.count && ["spending", "purchases", "expenses"].contains(list.keys[end])
        guard isBehind || isBefore else { return [] }
        return context.names.accounts.filter { $0.type == .cash }.map { .account($0.name) }
    }

    private static let payingCash: Set<String> = [
        "pay", "paid", "paying", "spend", "spent", "spending", "buy", "bought", "purchases", "expenses",
    ]

    /// `interest` is earned or charged: what the rest of the line says, where it says either.
    private func goingOneWay(_ ids: [String]) -> [String] {
        let flows = Set(ids.compactMap { context.taxonomy[$0]?.flow })
        guard flows.isSuperset(of: [.in, .out]) else { return ids }
        let types = list.placed.flatMap { item -> [AccountType] in
            guard case .name(let name) = item.clause, case .account(let names) = name.kind else { return [] }
            return context.names.accounts.filter { names.contains($0.name) }.map(\.type)
        }
        var isIn = types.contains { !$0.isLiability }
        var isOut = types.contains(where: \.isLiability)
        if isIn == isOut {
            isIn = list.has(.flow(.income)) || list.says(SelectionBuilder.earning)
            isOut = list.says(SelectionBuilder.charging)
        }
        guard isIn != isOut else { return ids }
        return ids.filter { context.taxonomy[$0]?.flow == (isIn ? .in : .out) }
    }

    private static let earning: Set<String> = ["earn", "earned", "earning", "received", "income", "got", "savings"]
    private static let charging: Set<String> = [
        "charge", "charged", "charges", "owe", "owed", "paid", "pay", "paying", "spend", "spent", "cost", "card",
        "cards",
        "fees", "loan", "loans",
    ]

    /// Whether a name is of money both ways, and the line does not say which.
    func goesBothWays(_ named: Named) -> Bool {
        guard case .or(let parts) = named.filter else { return false }
        let flows = parts.compactMap { if case .category(let id) = $0 { context.taxonomy[id]?.flow } else { nil } }
        return Set(flows).isSuperset(of: [.in, .out])
    }

    /// Of categories of money both ways those of one way.
    func filter(_ filter: RowFilter, of flow: Selection.Flow) -> RowFilter {
        let way: Category.Flow = flow == .income ? .in : .out
        switch filter {
        case .or(let parts):
            let left = parts.filter {
                if case .category(let id) = $0 { context.taxonomy[id]?.flow == way } else { true }
            }
            return left.isEmpty ? filter : .any(left)
        case .and(let parts): return .all(parts.map { self.filter($0, of: flow) })
        default: return filter
        }
    }

    /// All names together: accounts narrow, things of one kind or joined by `and` add up, a category at a merchant is
    /// both.
    func filter(of names: [Named]) -> RowFilter {
        let accounts = names.filter { $0.kind == .account }
        var things = names.filter { $0.kind != .account }
        // `books and outings: Barnes & Noble and the aquarium`: what is listed after a colon is what the words before it mean.
        if let colon = list.keys.firstIndex(of: ":") {
            let listed = things.filter {
                $0.kind == .merchant && ($0.clauses.first.map { list.placed[$0].tokens.lowerBound > colon } ?? false)
            }
            if listed.count > 1 {
                things.removeAll { named in
                    named.kind == .category
                        && (named.clauses.last.map { list.placed[$0].tokens.upperBound <= colon } ?? false)
                }
            }
        }
        var parts: [[Named]] = []
        let listed = withoutWider(withoutRepeated(things))
        let isList = areListed(listed)
        for (place, name) in listed.enumerated() {
            if let last = parts.last?.last,
                isList || isJoined(last, name) || last.kind == name.kind && name.kind != .text
                    || isListed(last, name, before: listed[(place + 1)...].first)
            {
                parts[parts.count - 1].append(name)
            } else {
                parts.append([name])
            }
        }
        if let first = parts.first, first.count == 1, parts.count == 2, details(first[0], parts[1]) {
            parts.removeFirst()
        }
        parts = described(parts)
        let filters = parts.map { RowFilter.any($0.map(\.filter)) }
        let own = accounts.isEmpty ? [] : [RowFilter.any(accounts.map(\.filter))]
        return RowFilter.all(filters + own + excluded.map { .not($0) })
    }

    /// `rent gas nelnet phone`: three things or more with nothing but joints between them, the shops of which sell none of the
    /// kinds, are a list.
    private func areListed(_ names: [Named]) -> Bool {
        guard names.count > 2, names.contains(where: { $0.kind == .category }),
            names.contains(where: { $0.kind == .merchant }),
            names.allSatisfy({ $0.kind == .category || $0.kind == .merchant })
        else { return false }
        let kinds = names.filter { $0.kind == .category }
        return names.allSatisfy { named in named.kind != .merchant || kinds.allSatisfy { sellsNone(named, of: $0) } }
            && zip(names, names.dropFirst()).allSatisfy { first, second in
                guard let end = first.clauses.last, let start = second.clauses.first, end < start else { return false }
                return list.placed[(end + 1)..<start].allSatisfy { [.and, .or].contains($0.clause) }
                    && list.words(between: end, and: start).allSatisfy {
                        [",", "/", "&", "and", "or", "plus", "+", "n", "nd"].contains($0)
                    }
            }
    }

    /// `the vet chewy and petsmart`: a kind of thing right before a list of shops, the first of which sells nothing of the
    /// kind, is one more of the list.
    private func isListed(_ first: Named, _ second: Named, before third: Named?) -> Bool {
        guard first.kind == .category, second.kind == .merchant, let third, isJoined(second, third),
            let end = first.clauses.last, let start = second.clauses.first, end + 1 == start,
            list.words(between: end, and: start).isEmpty
        else { return false }
        return sellsNone(second, of: first)
    }

    /// `zelle to rosa`: a word that the name beside it holds says nothing more.
    private func withoutRepeated(_ names: [Named]) -> [Named] {
        names.filter { text in
            guard text.kind == .text else { return true }
            let words = Lexicon.keys(of: text.words)
            return !names.contains { other in
                let merchants = other.kind == .merchant ? FilterParts.merchants(of: other.filter) : []
                return !merchants.isEmpty && !isJoined(text, other) && !isJoined(other, text)
                    && merchants.allSatisfy { name in Set(words).isSubset(of: NameReader.words(of: name)) }
            }
        }
    }

    /// `storage at proctor and northland rv`: a kind of thing beside merchants describes those that are of it, and narrows
    /// only what has rows of it. Of one word that calls several the merchants of the kind are meant: `unm tuition`.
    private func described(_ parts: [[Named]]) -> [[Named]] {
        guard parts.count == 2,
            let kind = parts.first(where: { $0.count == 1 && $0[0].kind == .category })?[0],
            let shops = parts.first(where: { $0.allSatisfy { $0.kind == .merchant } })
        else { return parts }
        let ids = Set(FilterParts.categories(of: kind.filter).flatMap(context.taxonomy.withDescendants))
        guard !ids.isEmpty else { return parts }
        func own(_ name: String) -> Set<String> { context.names.categories(merchant: name) }
        var narrowed: [Named] = []
        var fitting = 0
        for shop in shops {
            let all = FilterParts.merchants(of: shop.filter)
            let of = all.filter { !own($0).isDisjoint(with: ids) }
            var shop = shop
            if !of.isEmpty {
                fitting += 1
                let filter = RowFilter.any(of.map { .merchant($0) })
                shop.filter = of.allSatisfy { own($0).isSubset(of: ids) } ? filter : .all([filter, kind.filter])
            }
            narrowed.append(shop)
        }
        return fitting > 0 ? [narrowed] : parts
    }

    /// `gas for the car`: of two kinds of things that nothing joins, one of which holds the other, the narrower is meant.
    private func withoutWider(_ names: [Named]) -> [Named] {
        guard names.count == 2 else { return names }
        func ids(_ named: Named) -> Set<String> {
            named.kind == .category
                ? Set(FilterParts.categories(of: named.filter).flatMap(context.taxonomy.withDescendants)) : []
        }
        // `car insurance premium`: a narrower kind is of some of the household's merchants.
        func shops(_ named: Named) -> Set<String> {
            named.kind == .category
                ? Set(FilterParts.merchants(of: named.filter).flatMap(context.names.categories(merchant:))) : []
        }
        let wider = zip(names, names.dropFirst()).compactMap { first, second -> [Int]? in
            let (one, other) = (ids(first), ids(second))
            guard !isJoined(first, second) else { return nil }
            if one.isEmpty != other.isEmpty {
                let (shops, wide) = one.isEmpty ? (shops(first), other) : (shops(second), one)
                return !shops.isEmpty && shops.isSubset(of: wide) ? (one.isEmpty ? second : first).clauses : nil
            }
            guard !one.isEmpty else { return nil }
            return one.isStrictSubset(of: other) ? second.clauses : other.isStrictSubset(of: one) ? first.clauses : nil
        }
        return names.filter { !wider.contains($0.clauses) }
    }

    /// `my cat: chewy, petsmart and the vet`: a list of what the name before it means.
    private func details(_ whole: Named, _ list: [Named]) -> Bool {
        guard whole.kind == .category, list.count > 1 else { return false }
        let ids = Set(FilterParts.categories(of: whole.filter).flatMap(context.taxonomy.withDescendants))
        return list.contains { named in
            FilterParts.merchants(of: named.filter).contains {
                !context.names.categories(merchant: $0).isDisjoint(with: ids)
            }
        }
    }

    private static let betweenNames: Set<Clause> = [.and, .or, .both, .together, .versus, .than, .only]
    private static let betweenTerms = betweenNames.union([.purchaseWord, .rowWord, .filler])

    private func sellsNone(_ shop: Named, of kind: Named) -> Bool {
        let ids = Set(FilterParts.categories(of: kind.filter).flatMap(context.taxonomy.withDescendants))
        return FilterParts.merchants(of: shop.filter).allSatisfy {
            context.names.categories(merchant: $0).isDisjoint(with: ids)
        }
    }

    /// Whether the line says that what it names is added up.
    private var addsUp: Bool { list.has(.together) || list.says(["plus", "+", "added"]) }

    /// Whether `and`, `or` or a comma stands between two names and nothing else.
    func isJoined(_ first: Named, _ second: Named) -> Bool {
        guard let end = first.clauses.last, let start = second.clauses.first, end < start else { return false }
        if includedToo.contains(start), first.kind != .account, second.kind != .account { return true }
        // `Delta, the Marriott and everything in Tampa`
        let said = list.keys[list.placed[end].tokens.upperBound..<list.placed[start].tokens.lowerBound]
        if let joint = said.first, [",", "and", "&", "n", "plus", "+"].contains(joint), said.contains("everything"),
            first.kind != .account, second.kind == .text || second.kind == .merchant
        {
            return true
        }
        let between = list.placed[(end + 1)..<start].map(\.clause)
        let isLinked = between.contains { [.and, .or, .versus, .than].contains($0) }
        let words = list.words(between: end, and: start)
        // `netflix spotify and hulu`; `gas netflix and hulu together`
        if between.isEmpty, words.isEmpty, first.kind != .text, second.kind != .text,
            second.kind == .merchant && (first.kind == .merchant || first.kind == .category && addsUp)
                || second.kind == .category && first.kind == .merchant && addsUp && sellsNone(first, of: second)
        {
            return true
        }
        // `the netflix bill + gas`: what stands before a sign is said to its end.
        let mayStand = list.says(["plus", "+"]) ? SelectionBuilder.betweenTerms : SelectionBuilder.betweenNames
        return between.allSatisfy(mayStand.contains)
            && (isLinked || words.contains { [",", "/", "&", "and", "or", "plus"].contains($0) })
    }
}

extension RowFilter {
    /// The conditions of which one has to hold.
    fileprivate var alternatives: [RowFilter] {
        if case .or(let parts) = self { parts.flatMap(\.alternatives) } else { [self] }
    }
}
