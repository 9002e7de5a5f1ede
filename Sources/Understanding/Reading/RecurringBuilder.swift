import Ledger
import Resources

/// Puts the clauses of one reading together to a question about payments that recur.
struct RecurringBuilder {
    /// What came of it.
    struct Built {
        var ask: RecurringAsk
        var notes: [String] = []
        /// Clauses that the question does not take into account.
        var unused: [PlacedClause] = []
        /// Tokens that were taken for a name.
        var named: Set<Int> = []
        /// Words that stand for what is named in the same line: `since Netflix went up how much have I paid them`.
        var described: Set<Int> = []
        /// Whether it is only meant where the name has such a payment: `how much is Netflix` against `how much is gas`.
        var needsStream = false
        /// Whether it was read as going on from the question before.
        var isFollowUp = false
    }

    private let reading: Cover.Reading
    private let keys: [String]
    private let context: UnderstandingContext
    private let earlier: LineReader.Earlier?
    private var list: ClauseList
    private let selection: SelectionBuilder
    private var topic: RecurringAsk.Topic?
    private var detail: RecurringAsk.Detail?
    /// The kind that a phrase names: `my raise` is of pay.
    private var said: String?
    private var (hasPick, hasEvery, isHeldAgainst) = (false, false, false)
    /// What the question before asked for, where the line only names something else.
    private var continued: RecurringAsk.Detail?

    /// - Parameter clauses: all that the line may be made of: phrases about rises hold names of what rose.
    init(
        _ reading: Cover.Reading, keys: [String], among clauses: [PlacedClause], context: UnderstandingContext,
        earlier: LineReader.Earlier?
    ) {
        self.reading = reading
        self.keys = keys
        self.context = context
        self.earlier = earlier
        list = ClauseList(RecurringBuilder.withRisen(reading.clauses, among: clauses, keys: keys), keys: keys)
        var selection = SelectionBuilder(list, context: context)
        // `what would I save without Netflix`
        let saves = list.placed.contains { if case .stream(_, .saved?, _) = $0.clause { true } else { false } }
        if saves { selection.includeExcluded() }
        self.selection = selection
        for case .stream(let topic, let detail, let kind) in list.placed.map(\.clause) {
            said = kind ?? said
            // The more telling word decides: `what subscriptions went up`.
            if self.topic == nil || self.topic == .list || self.topic == .cost { self.topic = topic ?? self.topic }
            self.detail = detail ?? self.detail
        }
    }

    private static let risen: Set<String> = ["rent", "mortgage", "premium"]

    /// `because of the rent increase`: what rose, where the line names nothing else.
    private static func withRisen(
        _ read: [PlacedClause], among clauses: [PlacedClause], keys: [String]
    ) -> [PlacedClause] {
        func isName(_ item: PlacedClause) -> Bool { if case .name = item.clause { true } else { false } }
        let phrases = read.filter { if case .stream(.changes?, _, _) = $0.clause { true } else { false } }
        guard !read.contains(where: isName), !phrases.isEmpty else { return read }
        let named = clauses.first { item in
            isName(item) && item.tokens.count == 1 && risen.contains(keys[item.tokens.lowerBound])
                && phrases.contains { $0.tokens.contains(item.tokens.lowerBound) }
        }
        return named.map { (read + [$0]).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound } } ?? read
    }

    /// - Parameter isKnown: whether the line is known to be about payments that recur, whatever its clauses say.
    /// - Returns: nil where the clauses are none of such a question.
    mutating func built(isKnown: Bool = false) -> Built? {
        guard !list.placed.contains(where: { if case .intent = $0.clause { true } else { false } }) else { return nil }
        // Whose price fell is asked of the rows: only rises are known of payments.
        if !hasChange, list.placed.contains(where: { $0.clause == .change(.down) }) { return nil }
        let says = list.placed.contains { if case .stream = $0.clause { true } else { false } }
        if let earlier, earlier.isOfSeveralStreams, selection.included.isEmpty, RecurringBuilder.pointsAtOne(keys) {
            return nil
        }
        // `when did I start paying for Adobe, and how much is it so far` is told by its rows.
        if topic == .new, !selection.included.isEmpty, list.has(.howMuch), list.has(.running) || list.has(.everything) {
            return nil
        }
        let pointed = self.pointed
        var ask = RecurringAsk()
        var built = Built(ask: ask)
        built.needsStream = detail.map(RecurringBuilder.needing.contains) ?? false
        if !says, !isKnown {
            guard let implied = impliedTopic(pointed) else { return nil }
            topic = implied
            built.needsStream = earlier?.recurring == nil || !selection.included.isEmpty
            if implied == earlier?.recurring?.topic, selection.included.count == 1 {
                continued = earlier?.recurring?.detail
                built.needsStream = false
            }
        }
        ask.kind = kind
        // `streaming subscriptions`: those of the category, not these and all the others.
        let kinds = selection.included.compactMap { if case .recurring(let kind) = $0.filter { kind } else { nil } }
        if kinds.count == 1, selection.included.count > 1, reading.unread.isEmpty { ask.kind = ask.kind ?? kinds[0] }
        let things = selection.included.filter { name in
            if case .recurring = name.filter, ask.kind != nil { return false }
            return !isKindWord(name)
        }
        // `total of my bills`: what is paid again and again, not the utilities.
        if ask.kind == nil, things.isEmpty, !selection.included.isEmpty { ask.kind = "bills" }
        ask.filter = selection.filter(of: things).withoutNesting
        ask.kind = ask.kind ?? ask.filter.recurringKind
        if ask.kind != nil { ask.filter = ask.filter.withoutRecurring }
        if ask.filter == .all, let named = unknownName(isKnown || says) {
            (ask.filter, built.named) = (named.filter, named.tokens)
        }
        if ask.kind == "pay" || ask.filter == .category("salary"), let payer {
            (ask.kind, ask.filter, built.named) = ("pay", payer.filter, payer.tokens)
        }
        ask.topic = topic ?? .list
        if topic == .upcoming, list.has(.flow(.income)), selection.included.isEmpty { ask.kind = "pay" }
        if ask.filter == .all, ask.kind == nil, let pointed {
            (ask.filter, ask.kind, built.isFollowUp) = (pointed.filter, pointed.kind, true)
            if topic == nil { ask.topic = pointed.topic }
        }
        if says, built.isFollowUp, earlier?.recurring == nil, detail == nil, topic == .changes || topic == .cost {
            // `was it always that much` is of a price where there is one; of what varies it may be of a sum.
            built.needsStream = true
        }
        if topic == nil && isKnown || topic == .list && says, hasChange { ask.topic = .changes }
        if topic == nil, detail == .before || detail == .step { ask.topic = .changes }
        if ask.topic == .changes, detail == nil, asksBefore { detail = .before }
        // A price change of nothing that was named or pointed at is of all.
        if detail == .before, ask.filter == .all, !built.isFollowUp { return nil }
        ask.detail = detail == .whether && !opensWithVerb ? nil : detail ?? spokenDetail(ask.topic)
        ask.detail = ask.detail ?? continued
        takeRise(&ask)
        ask.per = span ?? (ask.detail == .before && built.isFollowUp ? earlier?.recurring?.per : nil)
        ask.pick = pick(ask, built.isFollowUp)
        if built.isFollowUp, keys.contains("ones"), let every {
            (ask.every, ask.per, ask.topic) = (every, nil, .list)
        }
        if built.isFollowUp { takeSeveral(&ask) }
        if ask.per != nil, ask.topic == .list, ask.pick == nil { ask.topic = .cost }
        // Whoever stopped drinking coffee ended no payment.
        if ask.topic == .ended, says, !keys.contains(where: { $0.hasPrefix("cancel") }),
            selection.included.contains(where: { $0.kind == .category })
        {
            built.needsStream = true
        }
        ask.isBeforePay = list.has(.beforePay)
        takePeriod(&ask, pointed)
        takeThen(&ask)
        takeHad(&ask)
        if [.percent, .extra, .step].contains(ask.detail), ask.topic == .changes, ask.filter == .all, ask.kind == nil,
            !built.isFollowUp,
            !keys.contains(where: RecurringBuilder.risingWords.contains)
        {
            return nil
        }
        built.ask = ask
        (hasPick, hasEvery, isHeldAgainst) = (ask.pick != nil, ask.every != nil, ask.against != nil)
        built.notes = selection.notes
        if earlier == nil, let name = selection.included.first?.clauses.first {
            let start = list.placed[name].tokens.lowerBound
            built.described = Set(
                keys.indices.filter { $0 > start && ["them", "they", "him", "her"].contains(keys[$0]) })
        }
        built.unused = list.placed.filter { !isTaken($0) && built.named.isDisjoint(with: $0.tokens) }
        // `how much did I drop at the vet`
        let saves = !Set(keys).isDisjoint(with: RecurringBuilder.saving)
        if ask.topic == .ended, keys.contains("much"), !(ask.detail == .saved && saves) { return nil }
        if ask.filter == .all, ask.kind == nil, !built.isFollowUp, ask.topic == .changes, !says { return nil }
        return built
    }

    /// What is only asked of payments that recur: other lines say the same of rows.
    private static let needing: Set<RecurringAsk.Detail> = [.percent, .extra, .paid, .saved]
    private static let saving: Set<String> = ["save", "saved", "saves", "saving"]

    /// Words for a rise that is of prices even where nothing is named.
    private static let risingWords: Set<String> = [
        "increase", "increases", "hike", "hikes", "raise", "raises", "price", "prices", "subscriptions", "bills",
    ]

    /// `a month`, `each year`: what they come to in one.
    private var span: Ask.Unit? {
        list.first { clause in
            switch clause {
            case .per(let unit) where RecurringAsk.spans.contains(unit): unit
            case .each(let unit?) where topic == .cost && RecurringAsk.spans.contains(unit): unit
            default: nil
            }
        }?.value
    }

    private static let costing: Set<String> = ["cost", "costs", "costed", "paid", "added"]

    /// How far a price moved, in money or percent, and what that comes to.
    private func takeRise(_ ask: inout RecurringAsk) {
        guard ask.topic == .changes else { return }
        if ask.detail != .extra, !Set(keys).isDisjoint(with: ["percent", "percentage", "%", "pct"]) {
            ask.detail = .percent
            return
        }
        if isSinceRise, ask.detail == nil || ask.detail == .step, !list.has(.howMuchMore),
            Set(keys).isDisjoint(with: RecurringBuilder.more)
        {
            (ask.detail, ask.per) = (.paid, nil)
            return
        }
        // `Netflix went up, how much has that cost me in total`
        let isSum = list.has(.running) || list.has(.everything)
        if isSum, list.has(.howMuch), keys.contains(where: RecurringBuilder.costing.contains) {
            ask.detail = .extra
            return
        }
        let unit = list.has(.each(.month)) ? nil : span
        let asksMore = list.has(.howMuchMore) || list.has(.howMuch) || ask.detail == .step
        if unit != nil, asksMore, ask.detail == nil || ask.detail == .step { ask.detail = .extra }
        let asksStep = list.has(.howMuchMore) || list.has(.howMuch) && keys.contains("by")
        if unit == nil, asksStep, ask.detail == nil { ask.detail = .step }
        // `how much more is the mortgage each month`: what each payment is more.
        if ask.detail == .extra, list.has(.each(.month)) { ask.detail = .step }
    }

    private static let more: Set<String> = ["more", "bigger", "higher", "larger", "extra", "additional", "by"]

    /// `since Netflix went up`, `after the price hike`: from when on, and no question of its own.
    private var isSinceRise: Bool {
        guard !hasNamedTime, let since = keys.lastIndex(where: { $0 == "since" || $0 == "after" }) else { return false }
        return list.placed.contains { item in
            let isRise =
                switch item.clause {
                case .change(.up), .stream(.changes?, nil, _): true
                default: false
                }
            return isRise && item.tokens.upperBound > since && item.tokens.lowerBound - since < 5
        }
    }

    /// `how much more is Netflix now than last fall`, `what does the gym charge now vs in May`: the days that the price is
    /// held against, and those of which it is, where they are other ones than now.
    private func takeThen(_ ask: inout RecurringAsk) {
        guard ask.topic == .changes, ask.against == nil else { return }
        let times = list.placed.compactMap { if case .time(let time) = $0.clause { time } else { nil } }
            .filter { $0.whole.start <= context.asOf }
        let isHeld = asksThenAndNow || times.contains(where: \.isComparison) || keys.contains("than")
        let isSince = times.count == 1 && keys[times[0].tokens].first == "since"
        guard let first = times.first, isHeld && !isSince || isSince && selection.included.count > 1 else { return }
        if times.count > 1, let last = times.dropFirst().first(where: { $0.whole != first.whole }) {
            let (then, now) = first.whole.start < last.whole.start ? (first, last) : (last, first)
            ask.against = then.whole
            ask.period = now.whole.contains(context.asOf) ? nil : now.whole
        } else {
            (ask.against, ask.period) = (first.origin ?? first.whole, nil)
        }
        if ask.detail != .whether { ask.detail = nil }
    }

    private static let pricing: Set<String> = [
        "charge", "charges", "charging", "price", "prices", "rate", "rates", "premium", "fee", "now", "nowadays",
        "today",
        "currently",
    ]

    /// Whether a price is held against what it was at a time that is named.
    private var asksThenAndNow: Bool {
        let compares =
            list.has(.howMuchMore) || list.has(.howMuchLess) || hasChange || list.has(.change(.down))
            || list.has(.versus)
            || list.has(.than) || list.has(.compare) || list.has(.more)
        let isHeld =
            list.has(.versus) || list.has(.than) || list.has(.compare) || keys.contains("than")
            || list.placed.contains { if case .time(let time) = $0.clause { time.isComparison } else { false } }
        guard compares, isHeld, hasNamedTime else { return false }
        let times = list.placed.compactMap { if case .time(let time) = $0.clause { time } else { nil } }
        // `how much more is Kroger in September than the same month last year` is of what was spent in both.
        let isPast = times.count > 1 && times.allSatisfy { $0.whole.end < context.asOf }
        let isPresent =
            !isPast && !Set(keys).isDisjoint(with: ["is", "are", "am", "does", "do", "s"])
            && (!list.has(.versus) || list.has(.howMuchMore) || list.has(.howMuchLess))
        return !Set(keys).isDisjoint(with: RecurringBuilder.pricing) || isPresent || hasChange && list.has(.howMuch)
    }

    /// `subscriptions we had last December` that ended, `that we did not have in 2025` of what began: the days behind it are
    /// held against.
    private func takeHad(_ ask: inout RecurringAsk) {
        guard ask.topic == .ended || ask.topic == .new, let had = list.first({ $0.isOfHad ? true : nil }) else {
            return
        }
        let times = list.placed.enumerated().compactMap { index, item in
            if case .time(let time) = item.clause { (index, time) } else { nil }
        }
        guard let then = times.first(where: { $0.0 > had.index }) ?? times.last else { return }
        ask.against = then.1.whole
        ask.period = times.first { $0.0 != then.0 }?.1.whole
    }

    /// What words without a stream of their own ask of one that is named or pointed at.
    private func impliedTopic(_ pointed: RecurringAsk?) -> RecurringAsk.Topic? {
        let names = selection.included.filter { $0.kind != .account }
        let isOne = names.count == 1 || names.isEmpty && pointed != nil
        // `Netflix, Hulu and Disney: what do they cost me a month`
        let isSeveral =
            names.count > 1 && names.allSatisfy { $0.kind != .category }
            && list.placed.contains { [.per(.month), .per(.year), .each(.month), .each(.year)].contains($0.clause) }
        let isOfList = names.isEmpty && earlier?.streams != nil
        // `both together each month`
        let sums = list.has(.goOn(.sum)) || list.has(.together) || list.has(.both)
        let spends = list.placed.contains { item in
            if case .flow = item.clause {
                !keys[item.tokens].allSatisfy(RecurringBuilder.prices.contains)
            } else {
                false
            }
        }
        // `and money coming in?` after what is due: the pay that is.
        if names.isEmpty, earlier?.recurring?.topic == .upcoming, list.has(.flow(.income)), keys.count <= 7 {
            return .upcoming
        }
        // `what was it before september` after what something costs.
        if names.isEmpty, earlier?.recurring != nil, asksBefore { return .changes }
        let isOfNames = !names.isEmpty && names.allSatisfy { $0.kind != .text }
        let saysSpent = !Set(keys).isDisjoint(with: ["spend", "spent", "spending", "buy", "bought"])
        if isOfNames, asksThenAndNow, !saysSpent,
            !list.placed.contains(where: { RecurringBuilder.isOfOccasions($0.clause) })
        {
            return .changes
        }
        if names.count == 1, isOfNames, isSinceRise { return .changes }
        // `the phone or the internet, which went up more`
        if names.count > 1, names.allSatisfy({ $0.kind == .merchant }), hasChange, !hasNamedTime, !saysSpent {
            return .changes
        }
        // `how much more does the gym charge now`
        if isOfNames, !hasNamedTime, list.has(.howMuchMore), !list.has(.than), !saysSpent,
            !Set(keys).isDisjoint(with: RecurringBuilder.pricing)
        {
            return .changes
        }
        // `and swim lessons, total` is of all that was paid.
        if !names.isEmpty, keys.contains("total") || list.has(.everything) { return nil }
        // `so how much more over a year` after what it was before.
        if names.isEmpty, earlier?.recurring?.topic == .changes, list.has(.howMuchMore), keys.count <= 9, !hasNamedTime
        {
            return .changes
        }
        // `by how much`, `in percent` after what went up.
        if names.isEmpty, earlier?.recurring?.topic == .changes, keys.count <= 7, !hasNamedTime,
            list.has(.share) || list.has(.change(nil)) || list.has(.howMuch) && keys.contains("by")
        {
            return .changes
        }
        // `when did that change` after what one costs.
        if names.isEmpty, let earlier, earlier.recurring != nil, !earlier.isOfSeveralStreams, keys.count <= 7,
            !hasNamedTime,
            list.has(.change(nil)) || keys.contains(where: { $0.hasPrefix("change") })
                || list.has(.goOn(.difference)) && keys.contains("by")
        {
            return .changes
        }
        // `what have we paid them in total` of one is told by its rows.
        if names.isEmpty, let earlier, earlier.recurring != nil, !earlier.isOfSeveralStreams,
            list.has(.goOn(.sum)) || list.has(.everything), !Set(keys).isDisjoint(with: ["paid", "spent"])
        {
            return nil
        }
        // When it began and what it came to is told by its rows.
        let asksStart = list.has(.firstDay) || list.has(.lastDay) && list.has(.begin)
        if asksStart, list.has(.running) || list.has(.everything) { return nil }
        guard isOne || isOfList || isSeveral, !spends,
            !list.placed.contains(where: {
                // `how much did Netflix go up in percent` is no part of anything.
                RecurringBuilder.isOfRows($0.clause) && !(hasChange && $0.clause == .share)
                    && !((isSeveral || sums) && [.each(.month), .each(.year)].contains($0.clause))
            })
        else {
            return nil
        }
        let hasTime = list.placed.contains { if case .time = $0.clause { true } else { false } }
        // A month is held against the one before; a price goes up in the course of a year.
        let isOfMonth = list.placed.contains {
            if case .time(let time) = $0.clause { time.period.days < 60 } else { false }
        }
        if hasChange,
            !hasTime || names.isEmpty && earlier?.recurring != nil
                // `did Netflix go up this year`, `how much did the rent go up in May` is of its price.
                || (opensWithVerb || list.has(.howMuch)) && names.count == 1 && names[0].kind != .text
                    && (!isOfMonth || names[0].kind == .merchant)
        {
            return .changes
        }
        let isPresent = !Set(keys).isDisjoint(with: RecurringBuilder.present)
        let asks = list.has(.howMuch) || list.has(.what)
        // `the first one` of what was shown is a group of rows.
        let isOfShown =
            earlier != nil && earlier?.recurring == nil && !Set(keys).isDisjoint(with: RecurringBuilder.pointers)
        if asks, isPresent, !hasTime, !isOfShown { return .cost }
        if isSeveral { return nil }
        // `when was that` after what went up.
        if names.isEmpty, earlier?.recurring?.topic == .changes, !hasTime, keys.count <= 4,
            keys.contains("when") || keys.contains("whens")
        {
            return .changes
        }
        // `how much` after when it is due.
        let isToCome = keys.contains("will") && keys.count <= 5
        if list.has(.howMuch), earlier?.recurring != nil, names.isEmpty, !hasTime, keys.count <= 3 || isToCome {
            return .cost
        }
        guard let last = earlier?.recurring, !hasTime || names.isEmpty else { return nil }
        if names.isEmpty, list.has(.goOn(.sum)) || list.has(.together) || list.has(.both) { return .cost }
        // `and Spectrum?`, `the cheapest?`, `a year?` after such a question.
        let isShort = keys.count <= (keys.contains("one") && names.count == 1 ? 7 : 5)
        let ranks = list.placed.contains { item in
            switch item.clause {
            case .top, .bottom, .per: true
            case .by: keys.contains("ones")
            default: false
            }
        }
        return isShort && (ranks || names.count == 1) ? last.topic : nil
    }

    /// `the yearly ones`
    private var every: Ask.Unit? {
        list.first { clause in
            switch clause {
            case .per(let unit): unit
            case .by(let grouping): Ask.Unit(rawValue: grouping.rawValue)
            case .average(let unit?): unit
            default: nil
            }
        }?.value
    }

    /// `what was it before september`
    private var asksBefore: Bool {
        (list.has(.whatWasIt) || list.has(.howMuch) || list.has(.what)) && keys.contains("it")
            && list.placed.contains { item in
                if case .time(let time) = item.clause {
                    keys[item.tokens].first == "before" && time.weekdays.isEmpty
                } else {
                    false
                }
            }
    }

    private var hasNamedTime: Bool {
        list.placed.contains { if case .time = $0.clause { true } else { false } }
    }

    private var hasChange: Bool { list.placed.contains { $0.clause == .change(.up) } }

    private static let prices: Set<String> = [
        "cost", "costs", "costing", "price", "prices", "run", "me", "charge", "charges",
    ]
    private static let present: Set<String> = ["is", "are", "does", "do", "s", "whats", "costs", "costing", "now"]

    /// Clauses that only a question about rows has.
    private static func isOfRows(_ clause: Clause) -> Bool {
        switch clause {
        case .count, .rate, .without, .streak, .gap, .median, .share, .rows, .each, .groupWord(.day),
            .groupWord(.month), .groupWord(.week), .versus, .than, .compare, .howMuchMore, .howMuchLess, .bound,
            .except, .exceptAfter, .pending, .posted, .average, .trend, .chart, .breakdown, .last(.some), .atOnce,
            .usual:
            true
        default: false
        }
    }

    /// Clauses of how often or on which days something was, of which prices tell nothing.
    private static func isOfOccasions(_ clause: Clause) -> Bool {
        switch clause {
        case .count, .rate, .without, .streak, .gap, .share, .rows, .bound, .groupWord(.day), .groupWord(.week), .usual,
            .top, .bottom, .last(.some), .except:
            true
        default: false
        }
    }

    /// What a line that names nothing goes on from.
    private var pointed: RecurringAsk? {
        // `what else is due before then` is of the others.
        guard let earlier, selection.included.isEmpty || list.has(.pointer), !keys.contains("else") else { return nil }
        let namesPrice = keys.indices.dropFirst().contains {
            ["the", "new", "current", "todays"].contains(keys[$0 - 1])
                && ["price", "rate", "bill", "premium", "fee", "amount"].contains(keys[$0])
        }
        // `which went up in price` after several were listed is of these.
        let asksWhich = ["which", "whichever"].contains(keys.first ?? "") && earlier.isOfSeveralStreams && kind == nil
        let points =
            asksWhich || list.has(.howMuchMore) && earlier.recurring?.topic == .changes
            || namesPrice && FilterParts(earlier.last.selection.filter).things != nil || list.has(.pointer)
            || list.placed.contains { if case .goOn = $0.clause { true } else { false } }
            || !Set(keys).isDisjoint(with: RecurringBuilder.pointers) || keys.count <= (picksListed ? 7 : 4)
            || keys.first == "and"
        guard points, !(earlier.isOfSeveralStreams && RecurringBuilder.pointsAtOne(keys)) else { return nil }
        if let recurring = earlier.recurring { return recurring }
        let things = FilterParts(earlier.last.selection.filter).things
        guard let things, earlier.last.selection.flow != .net else { return nil }
        return RecurringAsk(.list, filter: things, kind: earlier.last.selection.flow == .income ? "pay" : nil)
    }

    /// Whether one is pointed at, whichever that is: `it`, `that one`.
    static func pointsAtOne(_ keys: [String]) -> Bool {
        keys.contains("it")
            || keys.indices.dropFirst().contains { keys[$0] == "one" && ["that", "this"].contains(keys[$0 - 1]) }
    }

    /// `which is the most expensive` after several payments were told: one of those.
    private var picksListed: Bool {
        earlier?.isOfSeveralStreams ?? false
            && list.placed.contains { [.top(nil), .top(1), .bottom(nil), .bottom(1)].contains($0.clause) }
    }

    private static let pointers: Set<String> = [
        "it", "its", "they", "them", "that", "this", "those", "these", "one", "ones", "then", "either", "both",
    ]

    private var kind: String? {
        said
            ?? StreamKinds.builtIn.kind(in: keys, isBare: selection.included.allSatisfy { $0.kind == .account })
    }

    /// Whether a name is a word for a kind of payments as well: `bills`.
    private func isKindWord(_ name: SelectionBuilder.Named) -> Bool {
        let words = name.words.split(separator: " ")
        return name.kind == .category && words.last == "bills"
            && words.dropLast().allSatisfy {
                ["monthly", "regular", "recurring", "all", "my", "our", "the"].contains($0)
            }
    }

    /// The words that nothing knows before the word for pay: who pays it, in `my county pay`.
    private var payer: (filter: RowFilter, tokens: Set<Int>)? {
        let pay = keys.indices.first {
            keys[$0] == "pay" || StreamKinds.builtIn.kind(in: [keys[$0]], isBare: true) == "pay"
        }
        guard let pay, pay > 0, reading.unread.contains(pay - 1)
        else { return nil }
        let start = reading.unread.contains(pay - 2) ? pay - 2 : pay - 1
        return (.text(keys[start..<pay].joined(separator: " ")), Set(start..<pay))
    }

    /// Words that nothing knows, where the line needs a name: `did I cancel hulu` of one who never had it.
    private func unknownName(_ isSure: Bool) -> (filter: RowFilter, tokens: Set<Int>)? {
        // `max` is a service as well.
        let ranks = list.placed.filter { [.top(nil), .bottom(nil)].contains($0.clause) }.flatMap { Array($0.tokens) }
        let words = (reading.unread + (topic == .active || topic == .ended ? ranks : [])).sorted()
        guard isSure, kind == nil, selection.included.isEmpty, let first = words.first, let last = words.last,
            words.count <= 3, last - first == words.count - 1,
            words.allSatisfy({ !PhraseGrammar.builtIn.knows(keys[$0]) && !Lexicon.builtIn.knows(keys[$0]) })
                || topic == .active || topic == .ended
        else { return nil }
        let known = context.names.merchants(key: words.map { keys[$0] }.joined())
        let text = words.map { keys[$0] }.joined(separator: " ")
        return (known.isEmpty ? .text(text) : .any(known.map { .merchant($0) }), Set(words))
    }

    /// What the opening words ask for.
    private func spokenDetail(_ topic: RecurringAsk.Topic) -> RecurringAsk.Detail? {
        if list.has(.lastDay) || list.has(.firstDay) || keys.contains("when") || keys.contains("whens") { return .day }
        if list.has(.howMuch), topic == .changes { return .step }
        return opensWithVerb ? .whether : nil
    }

    /// Whether the line begins as a question for yes or no.
    private var opensWithVerb: Bool {
        keys.first { !["and", "so", "but", "ok", "hey"].contains($0) }.map(RecurringBuilder.auxiliaries.contains)
            ?? false
    }

    private static let auxiliaries: Set<String> = [
        "did", "do", "does", "have", "has", "is", "are", "am", "was", "were", "any",
    ]

    /// What is asked of several is of those that were listed before one of them was spoken of, or named one by one.
    private func takeSeveral(_ ask: inout RecurringAsk) {
        guard let earlier else { return }
        // `how much is that over a year` after one of them is of that one.
        let pointsAtOne =
            earlier.recurring != nil && !earlier.isOfSeveralStreams && earlier.run.count < 2
            && Set(keys).isDisjoint(with: RecurringBuilder.several)
        let sums = !pointsAtOne && (list.has(.goOn(.sum)) || list.has(.together) || list.has(.both))
        if ask.topic == .new, ask.period == nil, let listed = earlier.streams, !earlier.isOfSeveralStreams {
            // `and which is the newest` after one that stopped: of those that were listed.
            (ask.filter, ask.kind) = (listed.filter, listed.kind)
        }
        if sums, earlier.run.count > 1 {
            (ask.filter, ask.kind, ask.topic, ask.detail) = (.any(earlier.run), nil, .cost, nil)
        } else if ask.pick != nil || ask.every != nil || sums, let listed = earlier.streams {
            (ask.filter, ask.kind, ask.topic) = (listed.filter, listed.kind, sums ? .cost : .list)
        }
    }

    /// Words for more than one.
    private static let several: Set<String> = [
        "all", "both", "together", "altogether", "everything", "those", "these", "combined", "they", "total",
    ]

    private func pick(_ ask: RecurringAsk, _ isFollowUp: Bool) -> RecurringAsk.Pick? {
        guard [.list, .cost, .upcoming].contains(ask.topic) else { return nil }
        let found = list.first { clause -> RecurringAsk.Pick? in
            switch clause {
            case .top(nil), .top(1): .dearest
            case .bottom(nil), .bottom(1): .cheapest
            default: nil
            }
        }
        if let found { return found.value }
        let isNext = keys.contains("next") && (keys.contains("one") || keys.contains("up"))
        let isOfSeveral = isFollowUp && earlier?.isOfSeveralStreams ?? false
        return isNext && (isOfSeveral || ask.filter == .all && ask.kind == nil) && ask.topic == .upcoming ? .next : nil
    }

    private func takePeriod(_ ask: inout RecurringAsk, _ pointed: RecurringAsk?) {
        let times = list.placed.compactMap {
            if case .time(let time) = $0.clause, !time.isComparison { time } else { nil }
        }
        if let time = times.last {
            // `until I get paid` is whenever that is.
            let words = keys[time.tokens]
            if words.contains(where: { ["before", "until", "till", "til"].contains($0) }),
                words.contains(where: { $0 == "paid" || StreamKinds.builtIn.contains($0) })
            {
                ask.isBeforePay = true
                return
            }
            ask.period = time.whole
            if ask.topic == .upcoming, time.whole.end < context.asOf { ask.topic = .list }
            // What a payment costs in days to come is what falls due in them.
            if ask.topic == .cost || ask.topic == .list, time.whole.start > context.asOf { ask.topic = .upcoming }
            return
        }
        if ask.topic == .upcoming, pointed?.topic == .upcoming, list.has(.flow(.income)) {
            ask.period = pointed?.period
        }
        let days = pointed?.topic == .upcoming || pointed?.period == nil ? nil : pointed?.period
        if ask.topic == pointed?.topic, ask.topic != .upcoming { ask.period = days }
        // `what else is due before then`
        if ask.topic == .upcoming, keys.contains("then"), let day = earlier?.shownDay, day > context.asOf {
            ask.period = Period(context.asOf, keys.contains("before") ? day.adding(days: -1) : day)
            ask.filter = .all
        }
    }

    /// Whether what a clause says is in the question.
    private func isTaken(_ item: PlacedClause) -> Bool {
        switch item.clause {
        case .stream, .had, .name, .time, .recurring, .change(.up), .change(nil), .lastDay, .firstDay, .howMuch, .what,
            .yesNo, .beforePay,
            .per(.month), .per(.year), .average, .rows, .everything, .running, .both, .together, .count(.transaction),
            .flow(.spending), .flow(.income), .groupWord(.merchant), .which, .whichName, .usual, .last, .purchaseWord:
            true
        case .top, .bottom: hasPick
        case .by: hasEvery
        case .only: hasEvery || topic == .changes
        case .each(.month), .each(.year): topic == .changes || topic == .cost || hasChange
        case .howMuchMore, .than, .share: topic == .changes || hasChange
        case .versus, .compare, .howMuchLess, .more, .less, .change(.down): isHeldAgainst
        case .each(nil): topic == .changes
        case .except, .flow(.net): detail == .saved || !selection.excluded.isEmpty && item.clause == .except
        case .number: detail == .saved || topic == .cost
        default: !item.clause.isNeeded
        }
    }
}

/// Words for the kinds of payments that recur.
struct StreamKinds: Sendable {
    static let builtIn = StreamKinds()

    private let kinds: [(name: String, words: Set<String>)]

    private init() {
        kinds = Resource.named("rag-index/grammar/words.tsv").tableRows.filter { $0[0] == "stream" }.map {
            ($0[1], Set($0[2].split(separator: "|").map(String.init)))
        }
    }

    /// The one kind that the words name; nil for none or several.
    func kind(in keys: [String], isBare: Bool) -> String? {
        let found = kinds.filter { kind in keys.contains(where: kind.words.contains) && (isBare || kind.name == "pay") }
        return found.count == 1 ? found[0].name : nil
    }

    func contains(_ word: String) -> Bool { kinds.contains { $0.words.contains(word) } }
}

extension RowFilter {
    /// Alternatives of alternatives as one list of them.
    fileprivate var withoutNesting: RowFilter {
        guard case .or(let parts) = self else { return self }
        return .any(parts.flatMap { if case .or(let inner) = $0.withoutNesting { inner } else { [$0] } })
    }

    /// The one kind of payments that repeat it is of: `subscriptions` of `subscriptions on my blue card`.
    fileprivate var recurringKind: String? {
        switch self {
        case .recurring(let kind): kind
        case .and(let parts): parts.compactMap(\.recurringKind).first
        default: nil
        }
    }

    /// Without conditions on payments that repeat.
    fileprivate var withoutRecurring: RowFilter {
        func isKept(_ part: RowFilter) -> Bool { if case .recurring = part { false } else { true } }
        return switch self {
        case .recurring: .all
        case .and(let parts): .all(parts.filter(isKept))
        case .or(let parts): .any(parts.filter(isKept))
        default: self
        }
    }
}
