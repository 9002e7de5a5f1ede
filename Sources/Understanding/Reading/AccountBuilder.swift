import Ledger

/// Puts the clauses of one reading together to a question about accounts: what they hold, or will hold.
struct AccountBuilder {
    /// What came of it.
    struct Built {
        var request: Request
        var notes: [String] = []
        /// Clauses that the question does not take into account.
        var unused: [PlacedClause] = []
        /// Whether it was read as going on from the question before.
        var isFollowUp = false
        /// Whether it names an amount of money.
        var namesAmount = false
        /// Tokens that were taken up without a clause.
        var taken: Set<Int> = []
    }

    private let keys: [String]
    private let context: UnderstandingContext
    private let earlier: LineReader.Earlier?
    /// The tokens that no clause holds.
    private let unread: [Int]
    private let list: ClauseList
    private let selection: SelectionBuilder
    private let topics: [BalanceAsk.Topic]
    private var detail: BalanceAsk.Detail?
    private let outlook: ForecastAsk.Topic?
    /// The accounts that are named within a phrase.
    private let within: [String]
    private let amount: AmountExpression?
    /// The places of the clauses that were taken up.
    private var used: Set<Int> = []

    /// - Parameter clauses: all that the line may be made of: phrases about accounts hold names of accounts.
    init(
        _ reading: Cover.Reading, keys: [String], among clauses: [PlacedClause], context: UnderstandingContext,
        earlier: LineReader.Earlier?
    ) {
        self.keys = keys
        self.context = context
        self.earlier = earlier
        unread = reading.unread
        list = ClauseList(reading.clauses, keys: keys)
        selection = SelectionBuilder(list, context: context)
        var (topics, amount): ([BalanceAsk.Topic], AmountExpression?) = ([], nil)
        var outlooks: [ForecastAsk.Topic] = []
        var within: [String] = []
        for item in list.placed {
            if item.clause.isOfOtherRequests {
                within += clauses.filter { item.tokens.contains($0.tokens.lowerBound) }.flatMap { $0.accounts(context) }
            }
            switch item.clause {
            case .balance(let topic, let detail, let bound):
                topics.append(topic ?? .balance)
                self.detail = self.detail ?? detail
                amount = amount ?? bound
            case .forecast(let topic): outlooks.append(topic)
            case .bound(let bound): amount = amount ?? bound
            default: break
            }
        }
        self.within = within
        self.topics = topics
        self.amount = amount
        // `will I` is of whatever else is said: `what is the lowest my balance will get`.
        outlook = outlooks.first { $0 != .balance } ?? outlooks.first
    }

    /// - Parameter known: what the line is known to be about, whatever its clauses say.
    /// - Returns: nil where the clauses are none of such a question.
    mutating func built(as known: Intent? = nil) -> Built? {
        let isOther = list.placed.contains { item in
            switch item.clause {
            case .intent, .stream: true
            default: false
            }
        }
        guard !isOther || known != nil, !isOfRowsShown, !isOfThePast, !isOfFigureShown, !asksChargesSince else {
            return nil
        }
        let says = outlook != nil || !topics.isEmpty
        let isImplied = !says && known == nil && namesOnlyAccounts
        if !says, known == nil, namesDaysToCome {
            return forecast(list.has(.flow(.income)) ? .income : .spending)
        }
        if !says, known == nil, let ask = shownAccounts {
            used.formUnion(list.placed.indices)
            return finished(.balance(ask), true)
        }
        if !says, known == nil, !isImplied { return patched() }
        let isAhead =
            outlook != nil || known == .forecast || isImplied == false && days.map { $0.start > context.asOf } ?? false
        if isAhead || topics.isEmpty && !isImplied && known != .balance && known != .netWorth {
            return forecast(outlook ?? (known == .forecast ? .safe : .balance))
        }
        return balance(known)
    }

    /// `what's in there now` after what was moved into an account: what it holds.
    private var shownAccounts: BalanceAsk? {
        guard isRead, let earlier, selection.included.isEmpty, times.isEmpty, keys.count <= 7,
            keys.contains("now") || keys.contains("left"), keys.contains("there") || keys.contains("it"),
            keys.contains("in"), list.has(.what) || list.has(.breakdown) || keys.contains("whats") || list.has(.howMuch)
        else { return nil }
        let parts = FilterParts(earlier.last.selection.filter)
        let accounts = earlier.ownAccounts
        guard parts.things == nil, !accounts.isEmpty else { return nil }
        return BalanceAsk(.balance, accounts: accounts)
    }

    /// `which was the lowest` after rows is of these, and of no days to come.
    private var isOfRowsShown: Bool {
        guard outlook == .lowest, topics.isEmpty, keys.count < 6, let earlier else { return false }
        return earlier.forecast == nil && earlier.balance == nil
    }

    /// `how low did it get` after what was spent is of that, and of no account.
    private var isOfFigureShown: Bool {
        guard let earlier, topics == [.balance], detail == .lowest || detail == .highest, accounts.isEmpty,
            points || keys.contains("its")
        else { return false }
        return earlier.balance == nil && earlier.forecast == nil && earlier.ownAccounts.isEmpty
    }

    /// `did what I made in July cover what I spent`, `would I have anything left from October's income`: what was is no forecast.
    private var isOfThePast: Bool {
        let words = Set(keys)
        guard outlook != nil, topics.isEmpty, words.isDisjoint(with: ["will", "going", "gonna", "ill", "well"]) else {
            return false
        }
        let opens = keys.first.map { ["did", "does", "has", "have", "was", "were"].contains($0) } ?? false
        // `does the rent we get cover the power and the gas`: two things that are paid, and no account.
        if opens, outlook == .lasting, selection.included.count(where: { $0.kind != .account }) > 1 { return true }
        let isTold =
            opens || !words.isDisjoint(with: ["made", "earned", "spent", "paid"]) || list.has(.flow(.net))
            || list.has(.flow(.income))
        return isTold && !times.isEmpty && times.allSatisfy { $0.whole.end < context.asOf }
    }

    /// `what's on it since May 1`: what was put on a card, not what is owed on it.
    private var asksChargesSince: Bool {
        topics == [.balance] && detail == nil && keys.contains("on")
            && times.contains { keys[$0.tokens].first == "since" }
    }

    // MARK: What accounts hold

    private var topic: BalanceAsk.Topic? {
        // `everything I own less everything I owe`
        if topics.contains(.owed), topics.contains(.assets) || topics.contains(.netWorth) { return .netWorth }
        return topics.first { $0 != .balance } ?? topics.first
    }

    private mutating func balance(_ known: Intent?) -> Built? {
        var ask = BalanceAsk(topic ?? (known == .netWorth ? .netWorth : .balance), detail)
        var isFollowUp = false
        (ask.accounts, ask.without) = (accounts, leftOut)
        if ask.accounts.isEmpty, ask.without.isEmpty, points, let last = earlier?.ownAccounts, !last.isEmpty {
            (ask.accounts, isFollowUp) = (last, true)
        }
        takeDetail(&ask)
        ask.condition = condition
        if detail == .days || asksDays { guard takeCountOfDays(&ask) else { return nil } }
        takeDays(&ask)
        takeEver(&ask)
        return finished(.balance(ask), isFollowUp)
    }

    /// `how many days did checking end below $200`, `did savings ever drop below $500`.
    private var asksDays: Bool {
        guard condition != nil || detail == .overdrawn, detail == nil || detail == .overdrawn else { return false }
        if list.has(.count(.day)) || list.has(.rate(nil)) { return true }
        let isPast = ["did", "has", "have", "was", "were"].contains(keys.first ?? "")
        return asksWhen || isPast && (saysEver || times.contains { $0.period.days > 1 })
    }

    /// `when was checking last below zero`, `how long ago was the overdraft`: of what has been.
    private var asksWhen: Bool {
        detail == .overdrawn && ["when", "whens", "how", "what"].contains(keys.first ?? "")
            && !Set(keys).isDisjoint(with: ["was", "were", "did", "ago"])
    }

    /// - Returns: whether it is a question about the days of an account: nothing of it is about rows.
    private mutating func takeCountOfDays(_ ask: inout BalanceAsk) -> Bool {
        if detail == .overdrawn {
            ask.condition = Ask.Condition(.total, .less, 0)
            if ask.accounts.isEmpty { ask.type = .checking }
        }
        let isOfRows = list.placed.contains { item in
            switch item.clause {
            case .count(let unit): unit != .day
            case .purchaseWord, .rowWord, .top, .bottom, .average: true
            case .flow(let flow): flow != .net
            default: false
            }
        }
        guard ask.condition != nil, amount?.isBound ?? true, !isOfRows,
            !ask.accounts.isEmpty || selection.included.isEmpty && detail == .overdrawn
        else { return false }
        ask.detail = .days
        for (index, item) in list.placed.enumerated() where [.count(.day), .rate(nil)].contains(item.clause) {
            used.insert(index)
        }
        return true
    }

    private var saysEver: Bool { keys.contains("ever") || list.has(.everything) || asksWhen && times.isEmpty }

    /// `the highest my savings has ever been`: over all days that anything is known of.
    private func takeEver(_ ask: inout BalanceAsk) {
        guard saysEver, times.isEmpty, ask.detail.map({ [.lowest, .highest, .days].contains($0) }) ?? false,
            let coverage = context.names.coverage, coverage.start <= context.asOf
        else { return }
        ask.period = Period(coverage.start, context.asOf)
    }

    /// What other words ask of it: how it moved, by month, the account with the most.
    private mutating func takeDetail(_ ask: inout BalanceAsk) {
        for (index, item) in list.placed.enumerated() {
            switch item.clause {
            case .change, .than, .howMuchMore, .howMuchLess, .compare, .versus:
                ask.detail = ask.detail ?? .change
                if ask.detail == .change { used.insert(index) }
            case .trend, .chart, .by(.month), .each(.month?), .breakdown:
                if ask.detail == nil || ask.detail == .change { ask.detail = .months }
                if ask.detail == .months { used.insert(index) }
            case .top(nil), .top(1), .bottom(nil), .bottom(1):
                let isTop = item.clause == .top(nil) || item.clause == .top(1)
                if asksAccount { ask.detail = isTop ? .most : .least }
                if ask.detail == .most || ask.detail == .least { used.insert(index) }
                if ask.detail == nil, ask.topic == .balance, !asksAccount {
                    ask.detail = isTop ? .highest : .lowest
                    used.insert(index)
                }
            case .more, .less: used.insert(index)
            default: break
            }
        }
    }

    private var asksAccount: Bool {
        list.placed.contains { item in
            switch item.clause {
            case .which(.account), .by(.account): true
            case .groupWord(.account), .whichName: keys.contains { $0.hasPrefix("account") }
            default: false
            }
        }
    }

    private func takeDays(_ ask: inout BalanceAsk) {
        guard let time = times.last else { return }
        if let between = daysBetween(ask) {
            (ask.detail, ask.period) = (.change, between)
            return
        }
        var days = time.period
        if time.isComparison || time.period.end <= context.asOf && list.has(.than) {
            // Since the end of the time that it is held against.
            days = Period(min(time.period.end.adding(days: 1), context.asOf), context.asOf)
            ask.detail = ask.detail ?? .change
        }
        if ask.detail == .change, let count = daysAgo(time) { days = Period(count, context.asOf) }
        if let origin = time.origin, ask.detail == .change, origin.end < context.asOf,
            list.keys[time.tokens].contains("end") || origin.days == 1 && origin.start.day > 1
        {
            // `since the end of June`, `since June 30`: what there was when that day was over.
            days = Period(origin.end.adding(days: 1), context.asOf)
        }
        if ask.topic == .netWorth, ask.detail == nil, time.unit == .month, time.count > 1 { ask.detail = .months }
        if ask.detail == .change || ask.detail == .months || ask.detail == .lowest || ask.detail == .highest
            || ask.detail == .days || ask.topic == .netWorth && days.days > 1
        {
            ask.period = days.end < context.asOf || days.days > 1 ? days : Period(days.start, context.asOf)
        } else if list.keys[time.tokens].contains(where: ["start", "beginning"].contains), days.start <= context.asOf {
            ask.day = days.start
        } else if days.end < context.asOf {
            ask.day = days.end
        }
    }

    /// `than a year ago`, `than 3 months ago`: the day after the one that lies so far back.
    private func daysAgo(_ time: TimeExpression) -> CivilDate? {
        let words = list.keys[time.tokens]
        guard words.last == "ago" else { return nil }
        let months = words.contains { $0.hasPrefix("year") } ? 12 : words.contains { $0.hasPrefix("month") } ? 1 : 0
        guard months > 0 else { return nil }
        let number = words.compactMap { Int($0) }.first ?? (words.contains("a") || words.contains("one") ? 1 : 0)
        return number > 0 ? context.asOf.adding(months: -number * months).adding(days: 1) : nil
    }

    /// `the end of June compared with the end of August`: from what there was after the first to what there was after the second.
    private func daysBetween(_ ask: BalanceAsk) -> Period? {
        var ends = times.map(\.period.end).sorted()
        if ends.count == 1, list.says(["now", "today", "currently"]), list.has(.versus) || list.has(.compare) {
            ends.append(context.asOf)
        }
        guard ends.count == 2, ends[0] < ends[1], ends[1] <= context.asOf, ask.detail == nil || ask.detail == .change,
            times.contains(where: \.isComparison) || list.has(.versus) || list.has(.compare) || ask.detail == .change
        else { return nil }
        return Period(ends[0].adding(days: 1), ends[1])
    }

    // MARK: The days to come

    private mutating func forecast(_ said: ForecastAsk.Topic) -> Built? {
        // `how much will I earn next month`
        let topic = said == .balance && list.has(.flow(.income)) ? .income : said
        var ask = ForecastAsk(topic, accounts: accounts)
        var isFollowUp = false
        if ask.accounts.isEmpty, points, let last = earlier?.forecast?.accounts { ask.accounts = last }
        takeUntil(&ask)
        if topic == .spending || topic == .income {
            let names = selection.included.filter { $0.kind != .account }
            (ask.period, ask.until, ask.filter) = (times.last?.whole, nil, selection.filter(of: names))
            for index in names.flatMap(\.clauses) { used.insert(index) }
        }
        if let condition, [.balance, .lowest, .shortfall].contains(topic) {
            ask.condition = condition
            let falls = !Set(keys).isDisjoint(with: AccountBuilder.falling) && condition.relation != .more
            if topic == .shortfall || falls { ask.topic = .lowest }
        }
        // `what's the lowest point?` is of the days asked about before.
        if ask.until == nil, !ask.isBeforePay, times.isEmpty, keys.count <= 6, let last = earlier?.forecast {
            (ask.until, ask.isBeforePay, isFollowUp) = (last.until, last.isBeforePay, true)
        }
        if topic == .safe || topic == .balance {
            ask.per =
                list.first { if case .per(let unit) = $0, ForecastAsk.spans.contains(unit) { unit } else { nil } }?
                .value
            if ask.per != nil { ask.topic = .safe }
        }
        if ask.until == nil, !ask.isBeforePay, keys.contains("then"), let day = earlier?.shownDay, day > context.asOf {
            (ask.until, isFollowUp) = (day, true)
        }
        return finished(.forecast(ask), isFollowUp)
    }

    /// The last day: the end of what is named, or the day before the next pay.
    private func takeUntil(_ ask: inout ForecastAsk) {
        if list.has(.beforePay) { ask.isBeforePay = true }
        guard let time = times.last else { return }
        let words = keys[time.tokens]
        if words.contains(where: AccountBuilder.bounds.contains),
            words.contains(where: { $0 == "paid" || $0 == "pay" || StreamKinds.builtIn.contains($0) })
        {
            ask.isBeforePay = true
        } else if time.whole.end >= context.asOf {
            ask.until = time.whole.end
        } else if !words.contains("last"), !words.contains(where: { Int($0) ?? 0 > 1900 }) {
            // `on the 23rd` of days to come is the next one.
            let end = time.whole.end
            let next =
                switch time.cycle {
                case .week?: end.adding(days: 7)
                case .month?: end.adding(months: 1)
                case .year?, nil: end.adding(months: 12)
                }
            if next >= context.asOf { ask.until = next }
        }
    }

    private var condition: Ask.Condition? {
        guard var amount, !isSpent(amount) else { return nil }
        // `do I have 500 in checking`
        if amount.relation == .exactly || amount.relation == .around { amount.relation = .atLeast }
        return Ask.Condition(total: amount)
    }

    /// `if I spend $500`, `after I buy a $40 lamp`: what is thought of as spent bounds nothing.
    private func isSpent(_ amount: AmountExpression) -> Bool {
        !AccountBuilder.spending.isDisjoint(with: keys[..<amount.tokens.lowerBound].suffix(3))
    }

    private static let spending: Set<String> = ["spend", "spent", "spending", "buy", "bought", "buying", "pay", "paid"]

    private static let falling: Set<String> = ["drop", "below", "under", "fall", "dip", "sink", "low", "lowest"]

    private static let bounds: Set<String> = ["before", "until", "till", "til"]

    // MARK: Going on

    /// `and Maria's` after what an account holds: the ones that begin with the name, where nothing else is said.
    private var ownersAccount: [String]? {
        guard isRead || unread.count == 1, keys.count <= 5, times.isEmpty, earlier?.balance != nil,
            selection.included.allSatisfy({ $0.kind != .category }), selection.included.count <= 1
        else { return nil }
        let words = keys.filter { !AccountBuilder.small.contains($0) }
        guard let name = words.first, words.count == 1, name.count > 2 else { return nil }
        let found = context.names.accounts.map(\.name).filter { account in
            guard let first = account.lowercased().split(separator: " ").first else { return false }
            return first == name || first + "s" == name
        }
        return found.isEmpty ? nil : found
    }

    private static let small: Set<String> = ["and", "what", "about", "how", "the", "s", "?", "in", "of", "so", "ok"]

    /// `and savings?`, `at the end of next month`, `without the card` after such a question; nil for what says more.
    private mutating func patched() -> Built? {
        if let owned = ownersAccount, var ask = earlier?.balance {
            ask.accounts = owned
            used.formUnion(list.placed.indices)
            return finished(.balance(ask), true)
        }
        guard isRead || saysOther, let earlier, earlier.balance != nil || earlier.forecast != nil,
            list.placed.allSatisfy({ isOfPatch($0.clause) }), selection.included.allSatisfy({ $0.kind == .account })
        else { return nil }
        if var ask = earlier.forecast {
            let before = ask
            if !accounts.isEmpty { ask.accounts = accounts }
            takeUntil(&ask)
            if ask.until != before.until { ask.isBeforePay = false }
            if ask.isBeforePay, !before.isBeforePay { ask.until = nil }
            if ask.topic == .spending, let time = times.last { (ask.period, ask.until) = (time.whole, nil) }
            return ask == before ? nil : finished(.forecast(ask), true)
        }
        // `spending by month` after a net worth by month is of another kind.
        guard var ask = earlier.balance, !list.says(AccountBuilder.ofSpending) else { return nil }
        let before = ask
        let sums = list.has(.goOn(.sum)) || list.has(.both) || list.has(.together)
        if !accounts.isEmpty {
            let adds = list.has(.goOn(.add))
            ask.accounts = adds ? ask.accounts + accounts.filter { !ask.accounts.contains($0) } : accounts
            (ask.without, ask.type) = ([], nil)
        } else if sums {
            ask.accounts = earlier.accounts.count > 1 ? earlier.accounts : []
        } else if saysAllAccounts {
            ask.accounts = []
        } else if saysOther {
            ask.accounts = others(than: ask.accounts)
        }
        ask.without += leftOut.filter { !ask.without.contains($0) }
        ask.accounts.removeAll(where: ask.without.contains)
        if let time = times.last, time.period.start > context.asOf {
            return finished(.forecast(ForecastAsk(.balance, accounts: ask.accounts, until: time.whole.end)), true)
        }
        takeDetail(&ask)
        takeDays(&ask)
        if asksDifference, times.isEmpty, earlier.balanceDays.count == 2 {
            // `the difference` after what there was on two days
            let days = earlier.balanceDays.sorted()
            (ask.detail, ask.day, ask.period) = (.change, nil, Period(days[0].adding(days: 1), days[1]))
        }
        if ask.detail == .change, times.isEmpty, let day = ask.day, day < context.asOf {
            (ask.day, ask.period) = (nil, Period(day.adding(days: 1), context.asOf))
        }
        return ask == before ? nil : finished(.balance(ask), true)
    }

    /// `everything`, `in total`: not `how much has it grown`, which is of all the time there is.
    private var saysAllAccounts: Bool {
        list.has(.goOn(.all))
            || list.placed.contains { item in
                item.clause == .everything && Set(keys[item.tokens]).isDisjoint(with: ["has", "have", "ever"])
            }
    }

    private var asksDifference: Bool {
        list.has(.goOn(.difference)) || list.has(.compare) || list.has(.change(nil))
    }

    private var isRead: Bool { unread.isEmpty }

    /// `the other one`
    private var saysOther: Bool { !unread.isEmpty && unread.allSatisfy { ["other", "others"].contains(keys[$0]) } }

    /// The accounts of the same side, money or debt, that were not asked about.
    private func others(than accounts: [String]) -> [String] {
        let all = context.names.accounts
        let sides = Set(all.filter { accounts.contains($0.name) }.map(\.type.isLiability))
        return all.filter { !accounts.contains($0.name) && sides.contains($0.type.isLiability) }.map(\.name)
    }

    private func isOfPatch(_ clause: Clause) -> Bool {
        switch clause {
        case .name, .groupWord(.account), .except, .goOn(.ask), .goOn(.add), .goOn(.sum), .goOn(.all), .goOn(.narrow),
            .goOn(.correct), .goOn(.difference), .compare, .both,
            .together, .and, .or, .only, .everything, .pointer, .filler, .beforePay, .change, .than, .trend, .running,
            .what, .howMuch, .yesNo, .whatWasIt, .more, .less, .howMuchMore, .howMuchLess, .by(.month), .each(.month?):
            true
        case .time(let time): time.weekdays.isEmpty
        // `lowest this year` of the one account whose balance was told.
        case .top(nil), .bottom(nil): earlier?.balance?.accounts.count == 1
        default: false
        }
    }

    // MARK: Parts

    /// `checking how much`, `what's in my savings`: accounts, and nothing that says money moved.
    private var namesOnlyAccounts: Bool {
        guard isRead, !selection.included.isEmpty, selection.included.allSatisfy({ $0.kind == .account }),
            times.isEmpty,
            Set(keys).isDisjoint(with: AccountBuilder.movements)
        else { return false }
        let asks = list.has(.howMuch) || list.has(.what) || keys.contains("whats")
        return asks
            && list.placed.allSatisfy { item in
                switch item.clause {
                case .name, .howMuch, .what, .running, .filler: true
                default: false
                }
            }
    }

    /// `groceries this November`: what is spent on in days that are all to come.
    private var namesDaysToCome: Bool {
        guard isRead, times.count == 1, let days, days.start > context.asOf, days.days > 6,
            selection.included.allSatisfy({ $0.kind == .category || $0.kind == .merchant })
        else { return false }
        if selection.included.isEmpty, !list.has(.flow(.spending)), !list.has(.flow(.income)) { return false }
        return list.placed.allSatisfy { item in
            switch item.clause {
            case .name, .time, .howMuch, .what, .flow(.spending), .flow(.income), .whole, .purchaseWord, .filler: true
            default: false
            }
        }
    }

    private static let movements: Set<String> = ["on", "with", "from", "to", "into", "at", "for", "did", "was", "were"]
    private static let ofSpending: Set<String> = ["spend", "spent", "spending", "expenses", "purchases", "bought"]
    private static let pointers: Set<String> = ["it", "that", "them", "those", "there", "they", "both"]

    private var points: Bool { list.has(.pointer) || !Set(keys).isDisjoint(with: AccountBuilder.pointers) }

    private var times: [TimeExpression] {
        list.placed.compactMap { if case .time(let time) = $0.clause, time.weekdays.isEmpty { time } else { nil } }
    }

    private var days: Period? { times.last { !$0.isComparison }?.whole }

    private var accounts: [String] {
        let named = selection.included.filter { $0.kind == .account }.flatMap { AccountBuilder.accounts(of: $0.filter) }
        return (within + named + selection.unknownAccounts).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private var leftOut: [String] { selection.excluded.flatMap(AccountBuilder.accounts) }

    fileprivate static func accounts(of filter: RowFilter) -> [String] {
        switch filter {
        case .account(let name): [name]
        case .or(let parts): parts.flatMap(accounts)
        default: []
        }
    }

    private func finished(_ request: Request, _ isFollowUp: Bool) -> Built {
        var built = Built(request: request, notes: selection.notes, isFollowUp: isFollowUp, namesAmount: amount != nil)
        if isFollowUp, saysOther { built.taken = Set(unread) }
        built.unused = list.placed.enumerated().filter { !isTaken($0.element, at: $0.offset, in: request) }.map(
            \.element)
        return built
    }

    /// Whether what a clause says is in the question.
    private func isTaken(_ item: PlacedClause, at index: Int, in request: Request) -> Bool {
        if used.contains(index) { return true }
        switch (item.clause, request) {
        case (.balance, _), (.forecast, _), (.time, _), (.beforePay, _), (.flow(.net), _), (.which(.account), _),
            (.groupWord(.account), _):
            return true
        // `the joint account` of one who has none is no place to shop.
        case (.groupWord(.merchant), .balance): return false
        case (.lastDay, .balance(let ask)), (.whatWasIt, .balance(let ask)), (.groupWord(.day), .balance(let ask)):
            return [.lowest, .highest, .days].contains(ask.detail)
        case (.name(let name), _):
            if case .account = name.kind { return true }
            if case .unknownAccount = name.kind { return true }
            return selection.included.contains { $0.kind == .account && $0.clauses.contains(index) }
                || selection.used.contains(index)
        case (.except, _): return !leftOut.isEmpty
        case (.bound, .balance(let ask)): return ask.condition != nil
        case (.bound, .forecast(let ask)): return ask.condition != nil
        case (.per(let unit), .forecast(let ask)): return ask.per == unit
        case (.bottom(nil), .forecast(let ask)): return ask.topic == .lowest
        case (.change, .forecast), (.average, .forecast), (.more, .forecast), (.less, .forecast),
            (.last(nil), .forecast),
            (.recurring, .forecast), (.flow, .forecast), (.lastDay, .forecast):
            return true
        default: return !item.clause.isNeeded
        }
    }
}

extension AmountExpression {
    /// Whether it is a bound and no sum that was paid: `below $200`.
    fileprivate var isBound: Bool { relation != .exactly && relation != .around }
}

extension PlacedClause {
    /// The accounts that it names.
    fileprivate func accounts(_ context: UnderstandingContext) -> [String] {
        guard case .name(let name) = clause else { return [] }
        switch name.kind {
        case .account(let names): return names
        case .category(["savings_transfer"]): return context.names.accounts.filter { $0.type == .savings }.map(\.name)
        default: return []
        }
    }
}

extension LineReader.Earlier {
    /// The accounts that the last question was of.
    public var ownAccounts: [String] {
        if let balance { return balance.accounts }
        if let forecast { return forecast.accounts }
        return FilterParts(last.selection.filter).accounts.map(AccountBuilder.accounts) ?? []
    }
}
