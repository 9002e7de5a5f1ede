import Ledger
import Retrieval

/// The words of advice on spending less. The same findings give the same words.
struct SavingReply {
    let phrases: Phrases
    let currency: Currency

    /// What advice rests on.
    struct Found {
        /// Full months, the newest first.
        let months: [Period]
        /// All of them together.
        let span: Period
        let rooms: [AdviceDesk.Room]
        let subscriptions: [RecurringStream]
        let balance: AdviceDesk.Balance
        /// What the last month points at, and the words before it.
        let suggestion: Fact?
        let suggestionLead: String

        /// All that can give way in a usual month, minor units.
        var room: Int64 { rooms.reduce(0) { $0 + $1.usual } }
    }

    /// Categories in the table, and in a sentence.
    static let mostRooms = 8
    static let namedRooms = 3

    static func quarter(_ units: Int64) -> Int64 { roundedQuotient(units, by: 4) }

    /// The part of what comes in that a common rule of thumb keeps: half for needs, 30 % for wishes, 20 % to save
    /// (Warren and Tyagi, All Your Worth, 2005).
    static func fifth(_ units: Int64) -> Int64 { roundedQuotient(units, by: 5) }

    private func money(_ units: Int64) -> String { Money(units, currency).text }

    /// `in a usual month, going by April–September 2026`.
    private func usually(_ months: [Period]) -> String {
        guard let first = months.last, let last = months.first, months.count > 1 else {
            return months.first.map { "in \($0.label)" } ?? "usually"
        }
        return "in a usual month, going by \(Period(first.start, last.end).label)"
    }

    // MARK: Where

    func rooms(_ found: Found) -> FactReply {
        let facts = facts(found)
        var reply = FactReply()
        guard !found.rooms.isEmpty else {
            kept(found, &reply, isAsked: true)
            reply.say("I don't see a habit you could cut: your money goes to needs and regular payments.")
            reply.tell(facts.subscriptions(found.subscriptions))
            reply.tell(found.suggestion, after: found.suggestionLead)
            return reply
        }
        let named = found.rooms.prefix(SavingReply.namedRooms)
        let rooms = Phrase.list(named.map { "\(phrases.category($0.category)) (\(facts.money($0.usual)))" })
        let subject = AdviceFacts.subject(named.map { .category($0.category) })
        let when = usually(found.months)
        let ways: [Phrase] = [
            "start with \(rooms): that's where you have the most room \(when)",
            "you have the most room in \(rooms): that's what you spend \(when)",
            "the best places to cut are \(rooms): that's what you spend \(when)",
        ]
        reply.tell(
            Fact(
                .suggestion, subject, .money(facts.money(named.reduce(0) { $0 + $1.usual })), in: facts.span,
                per: .month,
                isAsked: true, wording: Wording(rooms.text).pick(ways), key: "room"))
        let which = NumberText.list(named.map { phrases.category($0.category) })
        reply.tell(
            facts.saving(
                subject, named.reduce(0) { $0 + SavingReply.quarter($1.usual) }, percent: 25, isAsked: true,
                "cutting \(which) by a quarter saves "))
        reply.offer(
            named.map {
                let name = phrases.category($0.category)
                return facts.usual(.category($0.category), $0.usual, on: name)
            })
        reply.tell(facts.subscriptions(found.subscriptions))
        kept(found, &reply)
        reply.tell(found.suggestion, after: found.suggestionLead)
        return reply
    }

    private func facts(_ found: Found) -> AdviceFacts {
        AdviceFacts(phrases: phrases, currency: currency, span: found.span)
    }

    private func kept(_ found: Found, _ reply: inout FactReply, isAsked: Bool = false) {
        let fact = facts(found).kept(found.balance, isAsked: isAsked)
        if fact == nil { reply.say("I don't see any income, so I can't tell what you keep.") }
        reply.tell(fact)
    }

    /// How much to put aside.
    func rate(_ found: Found) -> FactReply {
        let balance = found.balance
        var reply = FactReply()
        guard balance.income > 0 else {
            reply.say("I don't see any income, so I can't say how much of it you could keep.")
            return reply
        }
        kept(found, &reply, isAsked: true)
        let money = facts(found).money
        let fifth = SavingReply.fifth(balance.income)
        let short = fifth - max(0, balance.net)
        let rule: Phrase =
            "a common rule of thumb is to save 20% of what you bring in, which would be \(money(fifth)) a month"
        let distance: Phrase =
            short <= 0 ? ", and you're already there" : ", \(money(short)) more than you keep now"
        reply.tell(
            Fact(
                .target, .rows(.net, .all), .money(money(fifth)), per: .month, percent: 20,
                other: .init(subject: .income, value: .money(money(balance.income))), isAsked: true,
                wording: rule + distance, key: "rule"))
        guard short > 0 else { return reply }
        if balance.net > 0 {
            reply.tell(
                Fact(
                    .suggestion, .household, .money(money(balance.net)), per: .month,
                    wording: "setting aside the \(money(balance.net)) you have left now is a good start", key: "start"))
        }
        reply.say("Ask “how can I save \(money(short).text) a month?” to see where it could come from.")
        return reply
    }

    // MARK: An amount

    func plan(_ goal: SavingTarget, _ plan: CutPlan?, _ found: Found) -> FactReply {
        let facts = facts(found)
        let money = facts.money
        var reply = FactReply()
        func target(_ words: Phrase) -> Fact {
            Fact(
                .target, .household, .money(money(goal.monthly)), in: goal.day.map { Period($0, $0) }, per: .month,
                other: .init(value: .money(goal.target)), isAsked: true, wording: words, key: "target")
        }
        if let day = goal.day {
            let months: Phrase = goal.months == 1 ? "one month" : "\(Int(goal.months), "month")"
            let aside: Phrase = "putting aside \(money(goal.monthly)) a month for \(months)"
            reply.tell(target("\(goal.target) by \(day.longText) means \(aside)"))
            kept(found, &reply)
            if goal.short == 0 {
                reply.say("So you can get there without cutting anything, as long as you set it aside.")
                return reply
            }
            if goal.kept > 0 {
                reply.tell(
                    Fact(
                        .distance, .household, .money(money(goal.short)), per: .month,
                        other: .init(value: .money(money(goal.monthly))),
                        wording: "that leaves you \(money(goal.short)) a month short", key: "short"
                    ).goingOn())
            }
        } else if goal.span == .year {
            reply.tell(target("\(goal.target) a year is \(money(goal.monthly)) a month"))
        }
        guard let plan else {
            let room: Phrase = "everything you could cut adds up to \(money(found.room)) in a usual month"
            reply.tell(
                Fact(
                    .suggestion, AdviceFacts.subject(found.rooms.map { .category($0.category) }),
                    .money(money(found.room)), in: facts.span, per: .month,
                    other: .init(value: .money(money(goal.short))), isAsked: true,
                    wording: room
                        + ", so cutting back won't free up \(money(goal.short)) a month by itself; rent, bills, or income would have to change too",
                    key: "room"))
            reply.tell(facts.subscriptions(found.subscriptions))
            return reply
        }
        let cuts: [Phrase] = plan.cuts.map { cut in
            let rest = money(cut.room.usual - cut.less)
            return
                "\(phrases.category(cut.room.category)) from \(money(cut.room.usual)) to \(rest) (\(money(cut.less)) less)"
        }
        reply.tell(
            Fact(
                .saving, AdviceFacts.subject(plan.cuts.map { .category($0.room.category) }), .money(money(plan.total)),
                per: .month, isAsked: true,
                wording: "to save \(money(plan.total)) more a month, cut \(Phrase.list(cuts))", key: "plan"))
        if !plan.isModest {
            reply.say("That's more than a third off what you're used to, which is hard to keep up.")
        }
        if goal.day == nil { kept(found, &reply) }
        reply.tell(facts.subscriptions(found.subscriptions))
        return reply
    }

    // MARK: One thing

    /// - Parameter ticket: what a purchase comes to on average, nil where there was none.
    func category(
        _ name: String, _ subject: Fact.Subject, usual: Int64, alone: String?, ticket: Figure?, places: [Group],
        _ found: Found
    ) -> FactReply {
        var reply = FactReply()
        let facts = facts(found)
        let span = facts.span
        guard let each = ticket?.money, let rows = ticket?.rows else {
            reply.say("You spent nothing on \(name) in the last full months, so there's nothing to save there.")
            return reply
        }
        reply.tell(facts.usual(subject, usual, on: name, "the average of \(span.label)"))
        reply.say(alone)
        reply.tell(
            Fact(
                .average, subject, .money(each), in: span, per: .transaction, basis: .init(rows: rows),
                wording:
                    "that's \(rows, "purchase") over those months\(rows == 1 ? ", at" : ", averaging") \(each)\(rows == 1 ? "" : " each")",
                key: "each"
            ).goingOn())
        if let place = places.first, let amount = place.value.amount, amount.currency == currency, places.count > 1 {
            let count: Phrase = "\(place.count, "purchase")"
            reply.tell(
                Fact(
                    .largestPart, .merchant(place.label), .money(amount), in: span, other: .init(subject: subject),
                    basis: .init(rows: place.count),
                    wording: "the most went to \(place.label): \(amount) in \(count) \(phrases.period(span))",
                    key: "top")
            )
        }
        reply.tell(
            Fact(
                .saving, subject, .money(each), per: .month, isAsked: true,
                wording: "one purchase less a month saves about \(each)", key: "one.less"))
        reply.tell(
            facts.saving(
                subject, roundedQuotient(usual, by: 10), percent: 10, isAsked: true, "cutting back by a tenth saves "
            ).goingOn())
        return reply
    }

    // MARK: Subscriptions

    func subscriptions(_ found: Found) -> FactReply {
        let streams = found.subscriptions
        let facts = facts(found)
        var reply = FactReply()
        guard let dearest = streams.first else {
            reply.say("I don't see any active subscriptions.")
            return reply
        }
        let total = streams.reduce(0) { $0 + $1.monthlyCost.minorUnits }
        let yearly = facts.money(streams.reduce(0) { $0 + $1.yearlyCost.minorUnits })
        if streams.count == 1 {
            reply.tell(facts.subscriptions(streams, isAsked: true))
            reply.tell(
                Fact(
                    .saving, .stream(dearest.merchant), .money(yearly), per: .year,
                    wording: "dropping it saves \(yearly) a year", key: "saving"))
            return reply
        }
        let sum: Phrase = "\(facts.money(total)) a month, or \(yearly) a year"
        reply.tell(
            Fact(
                .streams, .rows(.spending, .recurring("subscriptions")), .count(streams.count),
                other: .init(value: .money(facts.money(total))), isAsked: true,
                wording: "your \(streams.count, "subscription") come to \(sum)", key: "subscriptions"))
        reply.say("I can't see which ones you use, but each one you drop saves what it costs.")
        let dear = streams.prefix(SavingReply.namedRooms)
        let named: [Phrase] = dear.map { "\($0.merchant) (\($0.monthlyCost) a month)" }
        reply.tell(
            Fact(
                .largestPart, .stream(dearest.merchant), .money(dearest.monthlyCost), per: .month, isAsked: true,
                wording: "the priciest are \(Phrase.list(named))", key: "priciest"))
        reply.offer(dear.map(facts.stream))
        let raised = streams.filter { if case .raised = $0.state { true } else { false } }
        if !raised.isEmpty {
            reply.say("\(Subject.list(raised.map(\.merchant))) went up within the last year.")
        }
        if let (category, pair) = alike(streams) {
            let cost = facts.money(pair.reduce(0) { $0 + $1.monthlyCost.minorUnits })
            let names = Subject.list(pair.map(\.merchant))
            reply.tell(
                Fact(
                    .monthlyCost, .category(category), .money(cost), per: .month,
                    wording:
                        "\(number: Double(pair.count)) of them are \(phrases.category(category)) (\(names)): \(cost) a month together",
                    key: "alike"))
        }
        return reply
    }

    /// The category with the most subscriptions, where it has several.
    private func alike(_ streams: [RecurringStream]) -> (String, [RecurringStream])? {
        let groups = Dictionary(grouping: streams, by: \.category).filter { $0.value.count > 1 }
        let most = groups.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        return most.map { ($0.key, $0.value) }
    }

    // MARK: Tables

    func table(_ rooms: [AdviceDesk.Room]) -> AnswerTable? {
        guard rooms.count > 1 else { return nil }
        let shown = rooms.prefix(SavingReply.mostRooms)
        return AnswerTable(
            columns: [
                .init(title: "Category", isNumber: false), .init(title: "Usual month", isNumber: true),
                .init(title: "Last full month", isNumber: true), .init(title: "A quarter less saves", isNumber: true),
            ],
            rows: shown.map {
                [
                    phrases.taxonomy.displayName($0.category), money($0.usual), money($0.latest),
                    money(SavingReply.quarter($0.usual)),
                ]
            }, omitted: rooms.count - shown.count)
    }

    func table(_ plan: CutPlan) -> AnswerTable {
        AnswerTable(
            columns: [
                .init(title: "Category", isNumber: false), .init(title: "Usual month", isNumber: true),
                .init(title: "From now on", isNumber: true), .init(title: "Less", isNumber: true),
            ],
            rows: plan.cuts.map { cut in
                [
                    phrases.taxonomy.displayName(cut.room.category), money(cut.room.usual),
                    money(cut.room.usual - cut.less), money(cut.less),
                ]
            }, omitted: 0)
    }

    func table(_ streams: [RecurringStream]) -> AnswerTable? {
        guard streams.count > 1 else { return nil }
        return AnswerTable(
            columns: [
                .init(title: "Subscription", isNumber: false), .init(title: "A month", isNumber: true),
                .init(title: "A year", isNumber: true),
            ],
            rows: streams.map {
                [$0.merchant, $0.monthlyCost.text, $0.yearlyCost.text]
            }, omitted: 0)
    }
}
