import Ledger

/// Reads a line to a request: every reading is a candidate, and the best one that leaves the least unread wins.
public struct LineReader {
    /// One way to understand a line.
    public struct Candidate: Sendable {
        public var request: Request
        /// Content words that the request does not take into account.
        public var unread: [String] = []
        public var notes: [String] = []
        /// What it names and is answered without, as nothing has it together with the rest.
        public var dropped: [Dropped] = []
        /// Words for a part of a category that stand for all of it here: the data does not tell that part apart.
        public var broadened: [String] = []
        /// How many words of the line say something, read or not.
        public var contentWords = 0
        /// How many of these the line says: what is asked for, which way money went, of what, and when.
        public var weightOfSaid = 0
        /// Whether the line stands by itself, whatever was asked before.
        public var isWhole = true
        /// Whether nothing in it could have been put together wrongly.
        public var isPlain = true
        /// Whether the line asks if something was, and not how much of it.
        public var asksWhether = false
        /// Whether it names days.
        public var saysDays = false
        /// Whether it names days, or what rows are to be of.
        public var namesSomething = false
        /// Whether it goes back to what was spoken of before something else.
        public var goesBack = false
        /// Whether it names an account: `on the visa`.
        public var namesAccount = false
        /// Whether it only picks one thing of what was asked for.
        public var isAside = false
        /// Whether it bounds amounts or weekdays.
        public var namesAmount = false
        /// Whether it says which way money flowed.
        public var saysFlow = false
        /// Whether it leaves something out of what was asked for.
        public var leavesOut = false
        /// Whether it puts right, adds to, or narrows what was asked for, and says so.
        public var continues = false
        /// Whether it goes on to ask of what the sum is made.
        public var asksParts = false
        /// Whether it asks what something is.
        public var asksWhat = false
        /// Whether the line begins as an order to do something: `pay my bill`.
        public var isOrder = false
        /// Whether it was read as going on from the question before.
        public var isFollowUp = false
        /// Whether it looks for words that no row holds and no merchant is called by.
        public var searchesInVain = false
        /// Whether it is only meant where the payments it is about do recur.
        public var needsStream = false
        public var score = 0.0
        var isAsk: Bool { if case .ask = request { true } else { false } }
        /// By how much its score is above that of the next reading of the line that takes up as much of it.
        public var lead = Double.infinity

        /// Its lead over the others, worst last.
        public func lead(over others: some Sequence<Candidate>) -> Double {
            let rival = others.first { $0.unread.count <= unread.count && $0.weightOfSaid >= weightOfSaid }
            return rival.map { score - $0.score } ?? .infinity
        }
        /// Why the line leaves the question before it as it was.
        public var problem: PatchProblem?
        /// The question without what the line was taken to narrow, for where that leaves no row.
        public var otherwise: Ask?
        /// Whether names only say which days are meant, or whose something is.
        var leavesNames = false
        /// What the line says is to be left out.
        public var leftOut: [RowFilter] = []
        /// What asks for the one row that is to be left out: `without the biggest one`.
        public var withoutRow: Ask?
        /// The rows that are added up, where they differ in more than one thing: the hotel of a trip and gas in May.
        public var together: [Selection] = []
        /// The clauses it was made of, and the words of the line, for `trace`.
        var clauses: [PlacedClause] = []
        var keys: [String] = []
        /// The words of the line.
        var words: [String] { keys }
        /// The clauses it was made of, for `--explain`.
        public var trace: [String] { clauses.map { $0.description(of: keys) } }

        /// A request that needs no reading.
        public init(request: Request) { self.request = request }
    }

    /// A condition of a line that is left out of its answer.
    public struct Dropped: Hashable, Sendable {
        /// What it is called.
        public let name: String
        /// What is said of that.
        public let sentence: String

        public init(_ name: String, _ sentence: String) { (self.name, self.sentence) = (name, sentence) }
    }

    /// What was asked before, for lines that go on.
    public struct Earlier: Sendable {
        public var last: Ask
        /// The questions before the last one, newest first.
        public var past: [Ask]
        /// What was asked about payments that recur, where the last question was of these; `last` is then of their rows.
        public var recurring: RecurringAsk?
        /// What was asked about accounts or the days to come, where the last question was of these; `last` is then of what
        /// was spent with the accounts.
        public var balance: BalanceAsk?
        public var forecast: ForecastAsk?
        /// The accounts asked about one after the other, oldest first.
        public var accounts: [String] = []
        /// The last two days for which what these hold was asked.
        public var balanceDays: [CivilDate] = []
        /// The last question about payments that recur that was of several of them.
        public var streams: RecurringAsk?
        /// The payments asked about one after the other, oldest first.
        public var run: [RowFilter] = []
        /// The day to come that the last answer named.
        public var shownDay: CivilDate?
        /// What the last answer showed.
        public var shown: ShownAnswer?
        /// The row that the last answer gave as the reason for what a sum came to.
        public var reason: Int64?
        /// The second of two equal charges that were spoken of.
        public var duplicate: Int64?
        /// The same of the questions before it.
        public private(set) var pastShown: [ShownAnswer?] = []
        /// What was asked for before the last line only picked one thing of it.
        public private(set) var base: Ask?
        /// What the answer to that showed.
        public private(set) var baseShown: ShownAnswer?

        public init(last: Ask, past: [Ask] = []) {
            self.last = last
            self.past = past
        }

        /// Whether the last answer was of several payments, any of which `it` may be.
        var isOfSeveralStreams: Bool { recurring != nil && recurring == streams }

        /// How many questions can be gone back to.
        private static let most = 12

        /// The conversation as it was when a question was asked that a line goes back to.
        ///
        /// - Returns: nil where nothing of what it names was asked before.
        func returning(to patch: AskPatch) -> Earlier? {
            let all = [last] + past
            func isMeant(_ ask: Ask) -> Bool {
                let parts = FilterParts(ask.selection.filter)
                if let things = patch.things { return parts.things == things }
                if let accounts = patch.accounts { return parts.accounts == accounts }
                return patch.span.map { ask.selection.span == $0 } ?? false
            }
            let place =
                all.firstIndex { $0.selection.filter == patch.things }
                ?? all.indices.first { isMeant(all[$0]) && (all[$0] != last || patch.things == nil) }
            guard let place else { return nil }
            var earlier = Earlier(last: all[place], past: Array(all.dropFirst(place + 1)))
            earlier.pastShown = Array(pastShown.dropFirst(place))
            earlier.shown = place == 0 ? shown : pastShown.indices.contains(place - 1) ? pastShown[place - 1] : nil
            return earlier
        }

        /// What is remembered once a further question was answered.
        ///
        /// - Parameter isAside: whether it only picked one thing of what was asked for.
        public func followed(by ask: Ask, isAside: Bool = false) -> Earlier {
            var next = Earlier(last: ask, past: Array(([last] + past).prefix(Earlier.most)))
            next.pastShown = Array(([shown] + pastShown).prefix(Earlier.most))
            next.duplicate = duplicate
            if ask == last {
                (next.base, next.baseShown) = (base, baseShown)
            } else if isAside || base != nil && ask.selection.filter.holdsRows {
                (next.base, next.baseShown) = base.map { ($0, baseShown) } ?? (last, shown)
            }
            return next
        }
    }

    let context: UnderstandingContext
    private let earlier: Earlier?
    private let topic: RowFilter?

    /// - Parameters:
    ///   - state: what the last answer showed, for words that point at it.
    ///   - context: names, days and currency to read against.
    ///   - earlier: what the conversation was about; nil where the line begins one.
    ///   - topic: what the last answer was of where that was none about rows: a limit's category, a subscription's
    ///     merchant. Words that point are about it.
    public init(
        _ context: UnderstandingContext, after earlier: Earlier? = nil, in state: ConversationState? = nil,
        about topic: RowFilter? = nil
    ) {
        self.topic = topic
        var context = context
        if let state { context.shown = state.shown }
        // The days of the one month or week that was singled out, else those asked about.
        let asked = earlier.map { $0.last.limit == 1 ? $0.shown.map($0.last.narrowed) ?? $0.last : $0.last }
        if let span = asked?.selection.span {
            switch span {
            case .periods(let periods): context.anchor = periods.last
            case .assumed(let period): context.anchor = period
            case .everything: break
            }
        }
        // `a month later` than the day for which a balance was asked.
        if let day = earlier?.balance?.day { context.anchor = Period(day, day) }
        self.context = context
        self.earlier = earlier
    }

    /// Whether lines may go on from what was said before.
    var goesOn: Bool { earlier != nil || topic != nil }

    /// All that a line may be made of.
    func clauses(of line: String) -> LineClauses {
        guard earlier != nil || topic != nil else { return context.clauses.clauses(of: line, context: context) }
        return LineClauses(
            line, context: context, isFollowUp: true, after: earlier?.last.selection.filter ?? .all)
    }

    /// The ways to read a line, best first, each with another request.
    ///
    /// - Parameter showsAll: whether those are wanted as well that cannot count beside the best one.
    public func candidates(_ line: String, showsAll: Bool = false) -> [Candidate] {
        let (found, read, _) = grammatical(line, showsAll: showsAll)
        if goesOn,
            read.clauses.contains(where: { $0.clause == .goOn(.afresh) && $0.tokens.lowerBound == 0 })
        {
            // Nothing of what was said before counts for the rest of the line.
            return LineReader(context.withoutShown, after: nil).candidates(line, showsAll: showsAll)
        }
        // What few lines ask, and a phrase says outright, goes before what takes up as much of the line.
        guard !goesOn, let best = found.first?.score,
            let rare = found.firstIndex(where: { $0.isOfRareMeasure && $0.score >= best - 0.01 })
        else { return found }
        return [found[rare]] + found[..<rare] + found[(rare + 1)...]
    }

    /// The ways in which the grammar reads a line, best first.
    func grammatical(_ line: String, showsAll: Bool = false) -> (
        found: [Candidate], read: LineClauses, readings: [Cover.Reading]
    ) {
        let read = clauses(of: line)
        let cover = Cover(tokens: read.tokens, keys: read.keys, clauses: read.clauses)
        var found: [Candidate] = []
        let readings = cover.readings()
        for reading in readings {
            if !showsAll, LineReader.isSettled(found, before: reading) { break }
            if let recurring = recurring(reading, read) { LineReader.add(recurring, to: &found) }
            if let accounts = accounts(reading, read) { LineReader.add(accounts, to: &found) }
            var builder = AskBuilder(
                reading, keys: read.keys, context: context, isFollowUp: earlier != nil,
                after: earlier?.last.selection)
            guard let built = builder.built() else {
                if let other = LineReader.other(reading, read) { LineReader.add(other, to: &found) }
                continue
            }
            if let candidate = candidate(built, reading, read) { LineReader.add(candidate, to: &found) }
        }
        found.sort { $0.score > $1.score }
        return (found, read, readings)
    }

    /// The word of a line that points at what was said before, where it says nothing else of what it is about: `how much did
    /// it cost`, `compare the two`. Where nothing was said before, nothing can be meant.
    public func danglingWord(in line: String) -> String? {
        let read = clauses(of: line)
        let points = read.keys.indices.first { place in
            let key = read.keys[place]
            return LineReader.pointing.contains(key)
                || LineReader.pointed.contains(key) && place > 0 && LineReader.before.contains(read.keys[place - 1])
        }
        guard let points, read.contentWords <= 5, !read.clauses.contains(where: \.clause.saysSubject),
            read.clauses.contains(where: \.clause.asksOfSomething)
        else { return nil }
        let word = read.tokens[points].text
        return LineReader.pointed.contains(read.keys[points]) ? read.tokens[points - 1].text + " " + word : word
    }

    private static let pointing: Set<String> = ["it", "that", "those", "them", "these", "they"]
    /// Words that point behind one of `before`.
    private static let pointed: Set<String> = ["one", "two", "ones", "three", "guy", "place", "thing"]
    private static let before: Set<String> = ["that", "this", "the", "those", "these", "other"]

    /// Makes ready what every line is read with, so that the first one need not wait for it.
    public static func prepare() { _ = PhraseGrammar.builtIn }

    /// By how much the best reading has to be ahead of one for that to be no rival.
    public static let clearLead = 1.0
    /// What a candidate's score can be above that of the reading it is made of.
    private static let bonus = 0.5

    /// Whether neither this reading nor those after it, which have lower scores, can count beside what was found.
    private static func isSettled(_ found: [Candidate], before reading: Cover.Reading) -> Bool {
        guard let best = found.max(by: { $0.score < $1.score }), case .ask = best.request else { return false }
        return best.score - reading.score >= clearLead + bonus && best.unread.isEmpty && best.searched.isEmpty
            && best.weightOfSaid > 2
    }

    /// Something that a line names.
    public struct Named: Hashable, Sendable {
        public enum What: Hashable, Sendable {
            case categories([String])
            case merchants([String])
            case accounts([String])
            case days(Period)
        }

        /// The words of the line.
        public let words: String
        public let what: What
    }

    /// Whether a line speaks of money in some way: names something, days, a measure, or a part.
    public func speaksOfMoney(in line: String) -> Bool {
        LineClauses(line, context: context, isFollowUp: earlier != nil || topic != nil).clauses.contains { item in
            switch item.clause {
            case .name, .time, .howMuch, .count, .rate, .average, .share, .flow, .except, .only, .versus, .than, .top,
                .bottom, .bound, .stream, .balance:
                true
            default: false
            }
        }
    }

    /// Whether a line asks for the most or the least of something.
    public func ranks(in line: String) -> Bool {
        clauses(of: line).clauses.contains { item in
            switch item.clause {
            case .top, .bottom: true
            default: false
            }
        }
    }

    /// Whether a word of a line stands for what was said before it.
    public func pointsBack(in line: String) -> Bool {
        clauses(of: line).keys.contains { LineReader.pointing.contains($0) || $0 == "there" }
    }

    /// The names and days of a line, whatever it asks of them.
    public func named(in line: String) -> [Named] {
        let read = LineClauses(line, context: context, isFollowUp: earlier != nil || topic != nil)
        let reading = Cover(tokens: read.tokens, keys: read.keys, clauses: read.clauses).readings().first
        return (reading?.clauses ?? []).compactMap { item in
            let what: Named.What? =
                switch item.clause {
                case .name(let match):
                    switch match.kind {
                    case .category(let ids): .categories(ids)
                    case .merchant(let names): .merchants(names)
                    case .account(let names): .accounts(names)
                    default: nil
                    }
                case .time(let time): .days(time.period)
                default: nil
                }
            return what.map { Named(words: read.tokens[item.tokens].map(\.text).joined(separator: " "), what: $0) }
        }
    }

    /// The line as a question about payments that recur, accounts or the days to come, which it is known to be.
    ///
    /// - Returns: nil for a question of another intent.
    public func known(_ line: String, as intent: Intent) -> Candidate? {
        guard [.recurring, .balance, .netWorth, .forecast].contains(intent) else { return nil }
        let read = LineClauses(line, context: context, isFollowUp: earlier != nil)
        let readings = Cover(tokens: read.tokens, keys: read.keys, clauses: read.clauses).readings()
        return readings.lazy.compactMap {
            intent == .recurring ? recurring($0, read, isKnown: true) : accounts($0, read, as: intent)
        }.max { $0.score < $1.score }
    }

    private func accounts(_ reading: Cover.Reading, _ read: LineClauses, as known: Intent? = nil) -> Candidate? {
        var builder = AccountBuilder(
            reading, keys: read.keys, among: read.clauses, context: context, earlier: earlier)
        guard let built = builder.built(as: known) else { return nil }
        var candidate = Candidate(request: built.request)
        let passed = reading.unread + built.unused.flatMap { Array($0.tokens) }
        candidate.unread = Set(passed).subtracting(built.taken).sorted().map { read.tokens[$0].text }
        candidate.notes = built.notes
        candidate.contentWords = read.contentWords
        (candidate.isFollowUp, candidate.isWhole) = (built.isFollowUp, !built.isFollowUp)
        candidate.isOrder = read.keys.first.map(LineReader.orders.contains) ?? false
        candidate.namesAmount = built.namesAmount
        candidate.score = reading.score - 2 * Double(built.unused.count) + LineReader.bonus
        candidate.isPlain = reading.isPlain
        (candidate.clauses, candidate.keys) = (reading.clauses, read.keys)
        return candidate
    }

    private func recurring(_ reading: Cover.Reading, _ read: LineClauses, isKnown: Bool = false) -> Candidate? {
        var builder = RecurringBuilder(
            reading, keys: read.keys, among: read.clauses, context: context, earlier: earlier)
        guard let built = builder.built(isKnown: isKnown) else { return nil }
        let passed =
            reading.unread.filter {
                !built.named.contains($0) && !built.described.contains($0)
                    && !StreamKinds.builtIn.contains(read.keys[$0])
            }
            + built.unused.flatMap { Array($0.tokens) }
        var candidate = Candidate(request: .recurring(built.ask))
        candidate.unread = Set(passed).sorted().map { read.tokens[$0].text }
        candidate.notes = built.notes
        candidate.contentWords = read.contentWords
        (candidate.isFollowUp, candidate.isWhole) = (built.isFollowUp, !built.isFollowUp)
        candidate.needsStream = built.needsStream
        candidate.isOrder = read.keys.first.map(LineReader.orders.contains) ?? false
        candidate.score = reading.score - 2 * Double(built.unused.count) + LineReader.bonus
        candidate.isPlain = reading.isPlain
        (candidate.clauses, candidate.keys) = (reading.clauses, read.keys)
        return candidate
    }

    /// - Returns: nil for a line that only goes on and changes nothing: it must not become a question of its own.
    private func candidate(_ built: AskBuilder.Built, _ reading: Cover.Reading, _ read: LineClauses) -> Candidate? {
        var ask = built.ask
        var isWhole = built.isWhole
        var earlier = earlier
        // `back to groceries` after a balance: the question about rows before it.
        if built.patch.continuations.contains(.back), earlier?.balance != nil || earlier?.forecast != nil,
            let before = earlier?.past.first
        {
            earlier = Earlier(last: before, past: Array(earlier?.past.dropFirst() ?? []))
        }
        var patch = built.patch
        if patch.continuations.contains(.back), let then = earlier?.returning(to: patch) {
            earlier = then
            (patch.things, patch.accounts) = (nil, nil)
            if patch.span == then.last.selection.span { patch.span = nil }
        }
        let isOfBalances = earlier?.balance != nil || earlier?.forecast != nil
        if isOfBalances, !isWhole, patch.saysOwnSpending {
            // What an account holds is one thing, what is spent in a month is another, whatever it is paid from.
            isWhole = true
        } else if isOfBalances, ask.selection.flow.isOfTransfers, ask.selection.filter == .all,
            let accounts = earlier?.ownAccounts,
            !accounts.isEmpty
        {
            // `how much did we take out`, of the account whose balance was asked for.
            ask.selection.filter = .any(accounts.map { .account($0) })
            isWhole = true
        }
        // A word that points at a balance or at what recurs is about no row.
        if !isWhole, let earlier, earlier.balance != nil || earlier.forecast != nil || earlier.recurring != nil,
            !patch.asksForRows, earlier.recurring == nil || patch.excludesShown || patch.against == .usual
        {
            return nil
        }
        // What a shop or category of certain days came to is another question than what one charge was.
        if let earlier, earlier.last.selection.filter.hasExactAmount, patch.things != nil, patch.span != nil,
            patch.conditions.isEmpty
        {
            isWhole = true
        }
        // Where none of what was spoken of came to just so much, that charge may be any.
        var anyCharge: Ask?
        if earlier != nil, ask.selection.filter.hasExactAmount, patch.things == nil, patch.span == nil {
            anyCharge = ask
            anyCharge?.selection.span = .everything
        }
        // `last October` in November, where this year's had nothing: that of the year before.
        var yearBefore: Ask?
        if ask.against == nil, let before = oneBefore(ask.selection.span, reading, read.keys) {
            yearBefore = ask
            yearBefore?.move(to: .periods([before]))
        }
        if let earlier, isWhole, !built.saysDays, !ask.selection.filter.hasExactAmount,
            case .assumed = ask.selection.span, ask.against == nil,
            case .periods(let days) = earlier.last.selection.span,
            days.allSatisfy({ $0.start.dayNumber > 0 && $0.start <= context.asOf })
        {
            // The days that were spoken of stay where a new question says none.
            ask.move(to: earlier.last.selection.span)
        }
        var problem: PatchProblem?
        var otherwise: Ask?
        var isFollowUp = false
        var isAside = false
        var unused = built.unused
        if let topic, built.patch.takesUp {
            ask.selection.filter = .all([topic, ask.selection.filter])
            isWhole = true
        } else if let earlier, !isWhole, !built.patch.isEmpty || built.patch.continuations.contains(.ask),
            let changed = changed(patch, earlier)
        {
            // Of the one month or shop that was singled out.
            let last = earlier.last.limit == 1 ? earlier.shown.map(earlier.last.narrowed) ?? earlier.last : earlier.last
            let share = share(built, of: last)
            (ask, isFollowUp) = (share ?? changed, true)
            if built.patch.measure != nil || built.patch.grouping != nil { (ask.also, ask.each) = ([], nil) }
            isAside = share != nil || patch.isAside(after: earlier.last, to: ask)
            if ask.selection == earlier.last.selection, ask.measure == earlier.last.measure {
                problem = earlier.last.problem(with: patch)
            }
            if patch.span != nil, ask.selection.span != earlier.last.selection.span,
                case .periods(let days) = ask.selection.span, days.allSatisfy({ $0.start > context.asOf })
            {
                problem = .isToCome
            }
            let isNarrowed =
                patch.nameMode == .narrow
                || patch.nameMode == .replace && FilterParts(earlier.last.selection.filter).things?.words != nil
            if isNarrowed, FilterParts(earlier.last.selection.filter).things != nil {
                var replacing = patch
                replacing.nameMode = .replace
                replacing.continuations.insert(.ask)
                replacing.keepsWords = false
                otherwise = self.changed(replacing, earlier).flatMap { $0 == ask ? nil : $0 }
            }
            if patch.span == nil, patch.conditions.contains(.status(.pending)) {
                // What is pending is so now, where none of it is of the days asked about.
                var now = ask
                now.selection.span = .everything
                otherwise = now
            }
            if otherwise == nil, patch.things != nil, patch.span == nil, patch.nameMode == .replace, !patch.asksElse,
                let days = ask.selection.span.sole, ask.selection.span == earlier.last.selection.span,
                ask.measure == .total,
                ask.grouping == nil, TimeParser.isRunOfDays(days, asOf: context.asOf)
            {
                // What a journey cost was often paid on other days.
                var ever = ask
                ever.selection.span = .everything
                otherwise = ever
            }
            // `which is bigger`, `more or less`: words of the question that is already there.
            unused.removeAll { [.than, .versus, .less, .more].contains($0.clause) }
        }
        if earlier != nil, !isFollowUp, !isWhole, built.weightOfSaid < 2 { return nil }
        // `how much was it` points at nothing where nothing was said before.
        if let earlier, earlier.isOfSeveralStreams, RecurringBuilder.pointsAtOne(read.keys) { return nil }
        if earlier == nil, topic == nil, built.patch.points, built.patch.conditions.isEmpty, built.weightOfSaid < 2 {
            return nil
        }
        // Whether somebody will pay is told by no row.
        if read.keys.first == "will", read.keys.dropFirst().first != "you" { return nil }
        // What nobody has spent yet is no question about rows.
        if !isFollowUp || !reading.unread.isEmpty || earlier?.recurring != nil,
            case .periods(let days) = ask.selection.span,
            days.allSatisfy({ $0.start > context.asOf || $0.start == context.asOf && $0.end > context.asOf })
        {
            return nil
        }
        let passed = (reading.unread + unused.flatMap { Array($0.tokens) }).filter { !built.described.contains($0) }
        var candidate = Candidate(request: .ask(ask))
        let lost = isFollowUp && losesNames(built.patch, ask, after: earlier?.last) ? Self.names(in: reading) : []
        candidate.unread = Set(passed + lost).sorted().map { read.tokens[$0].text }
        (candidate.notes, candidate.broadened) = (built.notes, built.broadened)
        let excluded = FilterParts(ask.selection.filter).excluded
        candidate.leftOut = built.patch.excluded.compactMap { part in
            // What is taken from what came in is left out of nothing.
            if case .not(let left) = part, !isFollowUp || ask.selection.flow != .income || excluded.contains(part) {
                left
            } else {
                nil
            }
        }
        (candidate.contentWords, candidate.leavesNames) = (read.contentWords, built.leavesNames)
        (candidate.weightOfSaid, candidate.isWhole, candidate.isFollowUp) = (
            built.weightOfSaid, isWhole, isFollowUp
        )
        (candidate.saysDays, candidate.saysFlow) = (built.saysDays, built.saysFlow)
        candidate.isAside = isAside
        candidate.asksWhat = read.keys.first.map { ["what", "whats", "who", "whos"].contains($0) } ?? false
        candidate.namesAmount = !built.patch.conditions.isEmpty
        candidate.goesBack = built.patch.continuations.contains(.back)
        candidate.leavesOut =
            !built.patch.excluded.isEmpty || built.patch.excludesShown || !built.patch.leftOutDays.isEmpty
        candidate.namesSomething = built.patch.namesSomething
        candidate.namesAccount = built.patch.accounts != nil
        candidate.continues = !built.patch.continuations.isDisjoint(with: [.correct, .add, .narrow, .all, .back, .sum])
        candidate.asksParts = isFollowUp && built.patch.asksParts
        candidate.asksWhether = built.asksWhether
        candidate.isOrder = read.keys.first.map(LineReader.orders.contains) ?? false
        candidate.score = reading.score - 2 * Double(unused.count) - built.penalty
        candidate.isPlain = reading.isPlain
        (candidate.problem, candidate.otherwise) = (problem, otherwise ?? anyCharge ?? yearBefore)
        if isFollowUp, let earlier {
            candidate.together = patch.unlikeFigures([earlier.last] + earlier.past)
            if !candidate.together.isEmpty { candidate.problem = nil }
            if let order = patch.excludesFirst, patch.excluded.isEmpty, !patch.namesSomething {
                var whole = earlier.last.isOfOneRow ? earlier.base ?? earlier.last : earlier.last
                (whole.against, whole.also, whole.each) = (nil, [], nil)
                if whole.isOfOneRow { whole.asksOfSum() }
                candidate.request = .ask(whole)
                candidate.withoutRow = Ask(whole.selection, view: .rows, order: order, limit: 1)
                (candidate.isAside, candidate.leavesOut, candidate.problem) = (false, true, nil)
                let first = reading.clauses.first {
                    [.top(nil), .top(1), .bottom(nil), .bottom(1)].contains($0.clause)
                }
                let said = read.tokens[..<(first?.tokens.lowerBound ?? 0)].suffix(3).map(\.text)
                candidate.unread.removeAll(where: said.contains)
            }
        }
        if !isFollowUp, let order = built.patch.excludesFirst, built.patch.excluded.isEmpty, built.patch.things != nil,
            ask.isOfOneRow
        {
            // `groceries in October without the biggest trip`
            var whole = ask
            whole.asksOfSum()
            candidate.request = .ask(whole)
            candidate.withoutRow = Ask(whole.selection, view: .rows, order: order, limit: 1)
            candidate.leavesOut = true
            let first = reading.clauses.first { [.top(nil), .top(1), .bottom(nil), .bottom(1)].contains($0.clause) }
            let said = read.tokens[..<(first?.tokens.lowerBound ?? 0)].suffix(3).map(\.text)
            candidate.unread.removeAll(where: said.contains)
        }
        (candidate.clauses, candidate.keys) = (reading.clauses, read.keys)
        return candidate
    }

    /// Whether nothing of what a line that goes on names is in what it was read to: a name never goes without a word.
    private func losesNames(_ patch: AskPatch, _ ask: Ask, after last: Ask?) -> Bool {
        guard let last, let named = patch.things?.names, !named.isEmpty else { return false }
        let kept = ask.names
        return kept.isDisjoint(with: named) && kept.isSubset(of: last.names)
    }

    /// The tokens of the names of shops and categories.
    private static func names(in reading: Cover.Reading) -> [Int] {
        reading.clauses.flatMap { item -> [Int] in
            guard case .name(let match) = item.clause else { return [] }
            switch match.kind {
            case .category, .merchant: return Array(item.tokens)
            default: return []
            }
        }
    }

    /// The month or season of the year before, where the days asked about are the last one of that name, of this year.
    private func oneBefore(_ span: Selection.Span, _ reading: Cover.Reading, _ keys: [String]) -> Period? {
        guard let days = span.sole, days.start.year == context.asOf.year else { return nil }
        for item in reading.clauses {
            guard case .time(let time) = item.clause, time.period == days, time.cycle == .year,
                keys[time.tokens].contains("last"), (20...100).contains(time.whole.days),
                time.whole.end < context.asOf
            else { continue }
            return time.before
        }
        return nil
    }

    /// What a line makes of the question before it, or of the one that was asked before one thing of it was picked.
    private func changed(_ patch: AskPatch, _ earlier: Earlier) -> Ask? {
        var patch = patch
        if patch.saysAnd, patch.nameMode == .replace, let things = patch.things, let before = earlier.past.first,
            earlier.last.adds(to: before), !earlier.last.holds(things)
        {
            patch.nameMode = .add
        }
        if patch.saysInAll, case .periods = earlier.last.selection.span {
            // `how many in all` is of all in the days that were spoken of.
            patch.span = nil
        }
        if patch.saysToo, let before = earlier.past.first, earlier.last.replaces(before),
            !earlier.past.prefix(3).contains(where: \.isOfSeveralThings)
        {
            // `spotify too` after one and another: the same is asked of it.
            patch.nameMode = .replace
        }
        if earlier.last.isOfOneRow, patch.span == nil, patch.asksAmount, !patch.continuations.contains(.sum),
            patch.things != nil,
            patch.things == FilterParts(earlier.last.selection.filter).things
        {
            // `the paycheck, how much was it`: what is named again is that one row's.
            patch.things = nil
        }
        if patch.nameMode == .replace, patch.span == nil, patch.asksOfEach, let things = patch.things,
            describes(things, FilterParts(earlier.last.selection.filter).things)
        {
            // `costco gas`, then `how many fill-ups`: the noun of what was asked about.
            patch.things = nil
        }
        if patch.asksOtherPay {
            guard let others = otherPayers(than: earlier.last.selection) else { return nil }
            (patch.asksOtherPay, patch.things) = (false, others)
        }
        if let all = earlier.last.sumOfThings(patch, earlier.past) { return all }
        if let duplicate = earlier.duplicate, patch.excludesDuplicate {
            var ask = earlier.last
            ask.selection.filter = .all([ask.selection.filter, .not(.rows([duplicate]))])
            return ask
        }
        if let reason = earlier.reason, patch.pointsAtReason {
            let row = Ask(earlier.last.selection, view: .rows, order: .largest, limit: 1)
            return row.applying(
                patch, past: [earlier.last] + earlier.past, shown: ShownAnswer(rows: [reason]),
                pastShown: [earlier.shown] + earlier.pastShown)
        }
        if let base = earlier.base, patch.isOfBase(after: earlier.last, base: base) {
            return base.applying(narrowing(patch, within: base), past: [], shown: earlier.baseShown)
        }
        return earlier.last.applying(
            narrowing(patch, within: earlier.last), past: earlier.past, shown: earlier.shown,
            pastShown: earlier.pastShown)
    }

    /// Who else pays wages than the one whose pay was asked about, where it is one: `mine` after what somebody else earned.
    private func otherPayers(than asked: Selection) -> RowFilter? {
        let payers = FilterParts(asked.filter).things.map(FilterParts.merchants) ?? []
        let all = context.names.merchants(categories: ["salary"])
        guard asked.flow == .income, !payers.isEmpty, payers.allSatisfy(all.contains) else { return nil }
        func isOne(_ name: String, _ other: String) -> Bool {
            !Set(NameReader.words(of: name)).isDisjoint(with: NameReader.words(of: other))
        }
        let others = all.filter { name in !payers.contains { isOne($0, name) } }
        guard let first = others.first, others.allSatisfy({ isOne($0, first) }) else { return nil }
        return .any(others.map { .merchant($0) })
    }

    /// Whether a category is only what the merchants asked about are of.
    private func describes(_ things: RowFilter, _ asked: RowFilter?) -> Bool {
        guard case .category(let id) = things else { return false }
        switch asked {
        case .and(let parts)?: return parts.contains(things)
        case .merchant(let name)?:
            return !context.names.categories(merchant: name).isDisjoint(with: context.taxonomy.withDescendants(id))
        default: return false
        }
    }

    /// `just the gas` of utilities is what is called so among them, not what is filled up at a station: a category that
    /// has nothing in common with the one asked about is a word in the names of its rows.
    private func narrowing(_ patch: AskPatch, within ask: Ask) -> AskPatch {
        guard patch.nameMode == .narrow, case .category(let id)? = patch.things, let words = patch.thingsWords,
            let old = FilterParts(ask.selection.filter).things, let wider = old.categories, !wider.isEmpty,
            !wider.contains(where: {
                $0 == id || context.taxonomy[id]?.parent == $0 || context.taxonomy[$0]?.parent == id
            })
        else { return patch }
        var patch = patch
        patch.things = .text(words)
        return patch
    }

    /// `what part of my income is that`, `how much of it did I spend`: the share that what was shown is, or what is of it.
    private func share(_ built: AskBuilder.Built, of last: Ask) -> Ask? {
        guard case .share(let whole, let byCount) = built.ask.measure, let place = built.pointer else { return nil }
        var ask = built.ask
        if place == .whole {
            ask.selection.span = last.selection.span
            ask.measure = .share(of: last.selection, byCount: byCount)
            if last.selection.flow == .income, ask.selection.flow == .spending, !built.saysSpending {
                ask.selection.flow = .income
            }
            if last.selection.flow != .income {
                var parts = FilterParts(last.selection.filter)
                if let old = parts.things, let part = FilterParts(ask.selection.filter).things,
                    FilterParts.isSameKind(old, part)
                {
                    // `how much of that is the vet`: no row of pet supplies is a vet's.
                    parts.things = part
                    ask.selection.filter = parts.filter
                } else {
                    ask.selection.filter = .all([last.selection.filter, ask.selection.filter])
                }
            }
        } else {
            var all = Selection(whole.flow, built.ask.selection.filter, last.selection.span)
            if built.ask.selection.flow == .income { all.flow = .income }
            ask.selection = last.selection
            ask.measure = .share(of: all, byCount: byCount)
        }
        return ask
    }

    private static let orders: Set<String> = [
        "pay", "transfer", "book", "send", "buy", "cancel", "open", "call", "remind", "order", "wire", "deposit",
        "close",
    ]

    private static func add(_ candidate: Candidate, to found: inout [Candidate]) {
        if let same = found.firstIndex(where: { $0.request == candidate.request }) {
            if found[same].score < candidate.score { found[same] = candidate }
        } else {
            found.append(candidate)
        }
    }

    /// What is no question about rows, by the longest phrase that says so.
    private static func other(_ reading: Cover.Reading, _ read: LineClauses) -> Candidate? {
        let said = reading.clauses.compactMap { item in
            if case .intent(let intent) = item.clause { (intent, item.tokens.count) } else { nil }
        }
        guard let intent = said.max(by: { $0.1 < $1.1 })?.0 else { return nil }
        var candidate = Candidate(request: .other(intent))
        candidate.unread = reading.unread.map { read.tokens[$0].text }
        candidate.score = reading.score
        candidate.isPlain = reading.isPlain
        (candidate.clauses, candidate.keys) = (reading.clauses, read.keys)
        return candidate
    }
}

extension LineReader.Candidate {
    /// Whether it measures what only a phrase of its own can mean: a spread, a streak, a gap.
    fileprivate var isOfRareMeasure: Bool {
        guard case .ask(let ask) = request else { return false }
        switch ask.measure {
        case .spread, .longestStreak, .gap, .reachedDay: return true
        default: return isOutright
        }
    }

    /// Whether a phrase says what no line taught: the longest time between, so many out of how many.
    fileprivate var isOutright: Bool {
        guard case .ask(let ask) = request else { return false }
        if ask.isOfOneGap { return true }
        if case .share(_, byCount: true) = ask.measure { return clauses.contains { $0.clause == .ofHowMany } }
        guard ask.grouping?.isOfTime == true, ask.condition?.quantity == .count else { return false }
        // `months we paid the dentist`, `how many weeks without coffee, and which ones`
        if case .groupWord? = clauses.first?.clause { return ask.condition?.relation == .atLeast }
        return clauses.last.map { $0.clause == .rows && keys[$0.tokens].contains("which") } ?? false
    }

    /// Whether it goes on from another question and names nothing itself: `and in May?`, `how much together`.
    public var isFragment: Bool {
        let names = clauses.contains { if case .name = $0.clause { true } else { false } }
        return !names && weightOfSaid < 3 && (isFollowUp || !isWhole)
    }

    /// Whether it is of payments that recur as such: `is netflix recurring`.
    var saysStreams: Bool {
        func holds(_ filter: RowFilter) -> Bool {
            switch filter {
            case .recurring: true
            case .and(let parts), .or(let parts): parts.contains(where: holds)
            default: false
            }
        }
        guard case .ask(let ask) = request else { return false }
        return holds(ask.selection.filter)
    }

    /// Whether it is of a merchant that the household has paid.
    public var namesOwnMerchant: Bool {
        func holds(_ filter: RowFilter) -> Bool {
            switch filter {
            case .merchant: true
            case .and(let parts), .or(let parts): parts.contains(where: holds)
            case .not(let part): holds(part)
            default: false
            }
        }
        guard case .ask(let ask) = request else { return false }
        return holds(ask.selection.filter)
    }

    /// The words that it looks for in texts, because they name nothing in the index.
    public var searched: [String] {
        func words(_ filter: RowFilter) -> [String] {
            switch filter {
            case .text(let words): [words]
            case .and(let parts), .or(let parts): parts.flatMap(words)
            case .not(let part): words(part)
            default: []
            }
        }
        guard case .ask(let ask) = request else { return [] }
        return words(ask.selection.filter)
    }
}

extension Clause {
    /// Whether it says what a question is about, or when.
    fileprivate var saysSubject: Bool {
        switch self {
        case .name, .time, .stream, .balance, .forecast, .recurring, .currency, .daysOfMonth, .near, .apart, .after,
            .before, .pending,
            .savingsRate, .beforePay, .had, .negative, .positive, .overspent, .flow(.income), .flow(.net),
            .flow(.refunds):
            true
        case .bound(let amount): amount.isMarked || amount.amount >= 10_00
        case .intent(let intent): ![.advice, .unusual, .summary, .help].contains(intent)
        default: false
        }
    }

    /// Whether it asks something of what a line is about.
    fileprivate var asksOfSomething: Bool {
        switch self {
        case .howMuch, .whatWasIt, .compare, .usual, .more, .less, .change, .count, .average, .together, .size,
            .howMuchMore, .howMuchLess, .goOn(.sum), .goOn(.difference), .goOn(.ask), .lastDay, .firstDay, .rate,
            .intent(.advice):
            true
        default: false
        }
    }
}

extension Selection.Flow {
    /// Whether it is between the user's own accounts.
    fileprivate var isOfTransfers: Bool { [.transfersIn, .transfersOut, .transfers].contains(self) }
}

extension RowFilter {
    /// The categories, shops, and words that it is made of.
    fileprivate var names: Set<RowFilter> {
        switch self {
        case .category, .merchant, .text: [self]
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.names) }
        case .not(let part): part.names
        default: []
        }
    }
}

extension Ask {
    /// The categories, shops, and words that it is of, and that it is held against.
    fileprivate var names: Set<RowFilter> {
        var names = selection.filter.names
        if case .sides(let sides)? = against { for side in sides { names.formUnion(side.selection.filter.names) } }
        if case .share(let whole, _) = measure { names.formUnion(whole.filter.names) }
        return names
    }

    /// Asks the same of other days; what it is a share of moves with it where that was of its own days.
    fileprivate mutating func move(to span: Selection.Span) {
        if case .share(var whole, let byCount) = measure, whole.span == selection.span {
            whole.span = span
            measure = .share(of: whole, byCount: byCount)
        }
        selection.span = span
    }
}

extension RowFilter {
    /// Whether it means rows of one amount, or of one but for the cents.
    fileprivate var hasExactAmount: Bool {
        switch self {
        case .amount(let least?, let most?): most - least < 100
        case .and(let parts): parts.contains(where: \.hasExactAmount)
        default: false
        }
    }
}
