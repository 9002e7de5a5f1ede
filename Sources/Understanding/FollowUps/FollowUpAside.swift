import Ledger

/// What a short line may ask of an answer whatever that was about: `are you sure?`, `where was that`, `which one costs
/// the most`.
enum FollowUpAside: String {
    /// How the answer came to be.
    case why
    /// The rows, where the line has no other word.
    case list
    case place, account, category
    /// Only what was paid by card.
    case cards
    /// All but what the answer was about.
    case without
    /// The other one of two, and the one before it in time.
    case other, previous
    /// Which could be given up.
    case cancel
    /// What remains of a limit, or after a purchase.
    case left
    /// What all of it comes to.
    case total
    /// All of it, whatever was named.
    case overall
    /// Transfers, which no sum of spending holds.
    case transfers
    /// The mean of several sums.
    case mean
    /// A row that was not meant.
    case denied
    /// The first time, and whether the price rose.
    case since, raised
}

extension FollowUp {
    /// The last answer seen from another side; nil where the line asks for nothing of that kind.
    func aside(of state: ConversationState) -> Understood? {
        guard let last = state.last else { return nil }
        if [.purchase, .forecast].contains(last.intent), said.contains("because"), said.count <= 9 {
            var understood = carried(last)
            understood.asksWhy = true
            return understood
        }
        if last.intent == .recurring, let part = partOfIncome(last) ?? dueOfShown(last) { return part }
        if let taken = ofRun(state) ?? visitsCompared(state) ?? whyMost(last) { return taken }
        if let paid = paidInAll(last) ?? endOfPayments(last) ?? putInto(last) { return paid }
        if last.intent == .summary, reading.has("order.largest"), reading.has("follow.list"), !hasSlots {
            return rowsBehind(last)
        }
        if let change = percentChange(of: state) { return change }
        if last.intent == .summary, let held = heldSummary(last) { return held }
        if last.intent == .summary, asksWhatChanged(of: last) { return reasons(after: last) }
        if last.intent == .unusual, let finding = finding(of: last) { return finding }
        guard let command = asked else { return nil }
        if command == .aside(.raised), FollowUp.ofRows.contains(last.intent), let moved = movesOverRun(state) {
            return moved
        }
        if command == .aside(.mean), let mean = mean(of: state) ?? meanOfNames(of: last) { return mean }
        // "am I over budget" asks for the limits, whatever was weighed before.
        let isOfLimits = !Set(["budget", "budgets", "limit", "limits"]).isDisjoint(with: said)
        if command == .aside(.why) || command == .aside(.left) && last.intent == .purchase && !isOfLimits {
            var understood = carried(last)
            understood.asksWhy = true
            return understood
        }
        switch last.intent {
        case .recurring: return ofStreams(command, last)
        case .unusual where [.more(nil), .all, .aside(.list)].contains(command): return carried(last)
        case .summary: return ofSummaries(command, last, before: state.beforeLast)
        case .budget: return ofLimit(command, last)
        case .advice where command == .aside(.list) && last.advice.topic == .reasons: return rowsBehind(last)
        case _ where FollowUp.ofRows.contains(last.intent): return ofRow(command, last)
        default: return nil
        }
    }

    /// The command that the line is, or what it asks for in words of no command.
    private var asked: FollowUpCommand? {
        if let command { return command }
        if onlyShows { return .aside(.list) }
        if asksWhetherItIsMuch { return .usual }
        if asksWhetherItMoves { return .aside(.raised) }
        if asksTogether { return .together }
        if asksForDebt { return .aside(.left) }
        return reading.asksSince && hasPronoun && !hasSlots ? .aside(.since) : nil
    }

    /// `too high?`, `is that ok`: whether a sum is more than usual.
    private var asksWhetherItIsMuch: Bool {
        let beside = ["is", "was", "that", "it", "this", "thats", "too", "a", "so", "and", "really", "still"]
        let judgements = ["high", "much", "ok", "okay", "fine", "normal", "alright", "reasonable", "bad", "lot"]
        let written = reading.tokens.filter { $0.form != .sign }.map(\.key)
        guard let first = written.first, let last = written.last, (2...5).contains(written.count) else { return false }
        return ["is", "was", "thats", "too", "and", "so"].contains(first) && judgements.contains(last)
            && written.dropLast().allSatisfy(beside.contains)
            && (written.contains("too") || written.contains { ["that", "it", "this", "thats"].contains($0) })
    }

    /// `is it going up`, `are they rising`.
    private var asksWhetherItMoves: Bool {
        let beside = [
            "is", "are", "was", "were", "has", "have", "it", "that", "they", "this", "those", "going", "gone", "been",
            "getting", "trending", "so", "and", "or", "up", "down", "more", "expensive", "higher", "lower",
            "rising", "falling", "increasing", "decreasing", "growing", "climbing", "worse", "better", "over", "time",
            "did", "go", "grow", "rise", "fall", "increase", "decrease", "drop", "risen", "fallen", "grown",
        ]
        let moves = [
            "up", "down", "rising", "falling", "increasing", "decreasing", "growing", "climbing", "expensive", "grow",
            "rise", "fall", "increase", "decrease", "drop", "risen", "fallen", "grown",
        ]
        let goes = ["going", "gone", "trending", "getting", "been", "go"]
        let written = reading.tokens.filter { $0.form != .sign }.map(\.key)
        guard ["is", "are", "has", "have", "did"].contains(written.first { !["and", "so"].contains($0) } ?? ""),
            written.count <= 7,
            written.allSatisfy(beside.contains)
        else { return false }
        let words = Set(written)
        return !words.isDisjoint(with: ["it", "that", "they", "this", "those"]) && !words.isDisjoint(with: moves)
            && (!words.isDisjoint(with: goes) || words.isDisjoint(with: ["up", "down", "expensive"]))
    }

    private static let showing: Set<String> = ["show", "list", "see", "display", "print"]
    private static let besideShowing: Set<String> = [
        "me", "us", "them", "it", "those", "these", "that", "all", "the", "and", "please", "ok", "can", "could", "you",
        "i", "to", "let", "lets", "want", "now", "rows", "row", "transactions", "transaction", "ones", "one", "details",
        "detail", "again", "yes", "so",
    ]
    private static let plurals: Set<String> = ["them", "those", "these", "all", "ones"]

    /// `show me`, `let me see them`: nothing but a verb of showing and words that stand for the rows.
    private var onlyShows: Bool {
        !FollowUp.showing.isDisjoint(with: said)
            && said.allSatisfy { FollowUp.showing.contains($0) || FollowUp.besideShowing.contains($0) }
    }

    // MARK: Rows

    private func ofRow(_ command: FollowUpCommand, _ last: ConversationState.Turn) -> Understood? {
        let isOne = last.query.grouping == nil && (last.query.limit == 1 || last.query.measure.isOfOneRow)
        var understood = carried(last)
        switch command {
        // "list them" after one row wants the others too.
        case .aside(.list) where isOne && !FollowUp.plurals.isDisjoint(with: said):
            return nil
        case .aside(.list) where last.query.grouping == nil && last.query.sides.isEmpty:
            listRows(&understood)
            if isOne { (understood.query.limit, understood.query.offset) = (1, last.query.offset) }
        case .aside(.place) where isOne, .aside(.account) where isOne, .aside(.category) where isOne:
            understood.query.limit = 1
            listRows(&understood)
            (understood.query.limit, understood.query.offset) = (1, last.query.offset)
            understood.lead = command == .aside(.category) ? .category : nil
        case .aside(.place) where !asksForGroups, .aside(.account) where !asksForGroups:
            listToSum(&understood)
            understood.query.grouping = command == .aside(.place) ? .merchant : .account
            understood.query.order = .largest
        case .aside(.cards):
            let cards = context.names.accounts.filter { $0.type == .creditCard }.map(\.name)
            guard !cards.isEmpty else { return nil }
            understood.query.accounts = cards
        case .aside(.other) where isOne, .otherAccounts(isCard: false) where isOne && said.contains("one"):
            listRows(&understood)
            (understood.query.limit, understood.query.offset) = (1, last.query.offset == 0 ? 1 : last.query.offset - 1)
        case .aside(.since) where last.query.isPart: listFirst(&understood)
        case .aside(.raised) where last.query.merchants.count == 1:
            understood.intent = .recurring
            understood.query = Query(merchants: last.query.merchants)
        case .usual where isOne && context.shown.merchant != nil:
            understood.query = Query(
                period: last.query.period, merchants: [context.shown.merchant].compactMap { $0 }, direction: .out)
            understood.intent = .spending
            compareWithUsual(&understood)
        case .usual where last.intent == .spending: compareWithUsual(&understood)
        case .aside(.raised) where !isOne && last.query.measure == .total && last.query.sides.isEmpty:
            let period = last.query.period ?? Period.past(days: 30, endingOn: context.asOf)
            understood.query.period = period
            if last.query.comparison == nil { understood.query.comparison = PeriodComparison.preceding(period) }
            understood.query.otherPeriods = []
            understood.query.grouping = nil
            sumUp(&understood)
        case .aside(.without) where !isOne:
            let asked = last.query
            let names =
                asked.categories + asked.merchants + asked.excludedCategories + asked.excludedMerchants
            guard !names.isEmpty, asked.text == nil, asked.sides.isEmpty else { return nil }
            turnToRest(&understood)
        case .aside(.left) where said.contains("net") && last.query.isPart:
            (understood.intent, understood.query.kinds, understood.query.direction) = (.spending, [], .out)
            understood.query.grouping = nil
            sumUp(&understood)
        case .aside(.left), .more(Query.mostListed):
            let saysLeft = !Set(["left", "over", "remained", "stayed", "kept", "saved", "net", "leftover"]).isDisjoint(
                with: said)
            guard saysLeft, turnToFlow(&understood, of: last) else { return nil }
        case .aside(.overall), .aside(.total):
            if said.contains("overall") || command == .aside(.overall) {
                liftNames(&understood)
            } else if last.query.grouping != nil {
                understood.query.grouping = nil
                sumUp(&understood)
            } else {
                return nil
            }
        case .aside(.transfers):
            guard last.intent == .spending else { return nil }
            understood.notes.append(
                "transfers and card payments between your own accounts are never spending; ask for them by themselves, "
                    + "such as “transfers last month”")
        case .aside(.denied) where isOne:
            listRows(&understood)
            (understood.query.limit, understood.query.offset) = (1, last.query.offset + 1)
        case .aside(.previous) where isOne, .aside(.without) where isOne:
            listRows(&understood)
            (understood.query.limit, understood.query.offset) = (1, last.query.offset + 1)
        case .aside(.other), .aside(.denied):
            understood.clarification = Clarification(
                need: .choice,
                text: "Which one do you mean? Say its number, such as “the second one”, or a day or merchant."
            )
        default: return nil
        }
        return understood
    }

    /// The first of all the rows there are.
    private func listFirst(_ understood: inout Understood) {
        listRows(&understood)
        (understood.query.order, understood.query.limit) = (.oldest, 1)
        (understood.query.period, understood.query.otherPeriods, understood.assumedPeriod) = (nil, [], false)
    }

    private func listToSum(_ understood: inout Understood) {
        if understood.intent == .transactions { sumUp(&understood) }
        understood.query.limit = 10
    }

    // MARK: What recurs

    private func ofStreams(_ command: FollowUpCommand, _ last: ConversationState.Turn) -> Understood? {
        var understood = carried(last)
        switch command {
        case .aside(.since) where last.query.isPart: listFirst(&understood)
        case .aside(.since):
            understood.isUnread = true
            understood.clarification = Clarification(
                need: .choice, text: "Which one do you mean? Name it, and I'll look up when it started.")
        case .aside(.left), .more(Query.mostListed):
            guard last.query.isPart || context.shown.isRepeated, asksForDebt else { return nil }
            understood.isUnread = true
            understood.clarification = Clarification(
                need: .choice,
                text:
                    "Your bank's data doesn't say how much is left to pay on it. I can tell you what you've paid: "
                    + "ask “how much did I pay this year?”")
        case .aside(.cancel) where understood.query.direction != .in:
            understood.intent = .advice
            understood.advice = AdviceSlots(topic: .subscriptions)
            understood.query = Query(direction: .out)
        default: return nil
        }
        return understood
    }

    /// `as a share of income` after payments that were asked for by name: what they took of it in the usual months.
    private func partOfIncome(_ last: ConversationState.Turn) -> Understood? {
        guard reading.has("measure.share"), last.query.isPart, last.query.direction != .in, reading.units.count <= 7,
            let whole = shareWhole, whole.direction == .in
        else { return nil }
        var understood = carried(last)
        understood.intent = .spending
        understood.query = Query(
            measure: .share, whole: whole, period: TimeParser.habitualPeriod(asOf: context.asOf),
            categories: last.query.categories, merchants: last.query.merchants, direction: .out)
        understood.assumedPeriod = true
        return understood
    }

    // MARK: Summaries

    /// Two months that were told about are held against one another by what was spent in them.
    private func ofSummaries(
        _ command: FollowUpCommand, _ last: ConversationState.Turn, before: ConversationState.Turn?
    ) -> Understood? {
        if command == .aside(.list) { return rowsBehind(last) }
        guard command == .difference, let before, before.intent == .summary, let one = last.query.period,
            let other = before.query.period, one.start != other.start
        else { return nil }
        var understood = carried(last)
        understood.intent = .spending
        let (later, earlier) = one.start > other.start ? (one, other) : (other, one)
        understood.query = Query(period: later, comparison: earlier, direction: .out)
        return understood
    }

    /// `compared to last year` after what was told of a month: what was spent in both.
    private func heldSummary(_ last: ConversationState.Turn) -> Understood? {
        guard compares, !reading.times.isEmpty, reading.names.isEmpty, reading.amounts.isEmpty, said.count <= 8,
            let period = last.query.period
        else { return nil }
        var understood = carried(last)
        understood.intent = .spending
        understood.query = Query(period: period, direction: .out)
        changePeriod(&understood)
        return understood.query.comparison == nil ? nil : understood
    }

    /// The rows of the days that were explained, the largest first.
    private func rowsBehind(_ last: ConversationState.Turn) -> Understood {
        var understood = carried(last)
        understood.intent = .transactions
        understood.query.comparison = nil
        understood.query.grouping = nil
        understood.query.direction = .out
        (understood.query.order, understood.query.limit) = (.largest, 10)
        return understood
    }

    // MARK: Limits

    /// `how much is left` after a limit: of that limit.
    private func ofLimit(_ command: FollowUpCommand, _ last: ConversationState.Turn) -> Understood? {
        let asksForRest =
            command == .aside(.left) || command == .more(Query.mostListed) && said.contains { $0 == "left" }
        guard asksForRest else { return nil }
        var understood = carried(last)
        understood.budget = BudgetSlots(category: last.budget.category)
        return understood
    }
}
