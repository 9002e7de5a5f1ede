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
        let rooms: [AdviceDesk.Room]
        let subscriptions: [RecurringStream]
        let balance: AdviceDesk.Balance
        /// A sentence about the last month.
        let suggestion: String?

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

    func rooms(_ found: Found) -> String {
        guard !found.rooms.isEmpty else {
            return
                ([
                    kept(found.balance),
                    "I don't see a habit you could cut: your money goes to needs and regular payments.",
                ] + [subscriptionsInPassing(found.subscriptions), found.suggestion].compactMap { $0 })
                .joined(separator: " ")
        }
        let named = found.rooms.prefix(SavingReply.namedRooms)
        let words = named.map { "\(phrases.category($0.category)) (\(money($0.usual)))" }
        let saves = named.reduce(0) { $0 + SavingReply.quarter($1.usual) }
        let wording = Wording(words.joined())
        let lead = wording.pick(
            "Start with \(Subject.list(words)): that's where you have the most room",
            "You have the most room in \(Subject.list(words)): that's what you spend",
            "The best places to cut are \(Subject.list(words)): that's what you spend")
        var sentences = [
            "\(lead) \(usually(found.months)).",
            "Cutting \(named.count == 1 ? "that" : named.count == 2 ? "both" : "each") by a quarter saves "
                + "\(money(saves)) a month, or \(money(saves * 12)) a year.",
        ]
        if let words = subscriptionsInPassing(found.subscriptions) { sentences.append(words) }
        sentences.append(kept(found.balance))
        if let suggestion = found.suggestion { sentences.append(suggestion) }
        return sentences.joined(separator: " ")
    }

    private func kept(_ balance: AdviceDesk.Balance) -> String {
        if balance.income == 0 { return "I don't see any income, so I can't tell what you keep." }
        if balance.net < 0 {
            return
                "In a usual month you spend \(money(-balance.net)) more than the \(money(balance.income)) you bring in."
        }
        return "You usually keep \(money(balance.net)) of the \(money(balance.income)) you bring in a month."
    }

    private func subscriptionsInPassing(_ streams: [RecurringStream]) -> String? {
        guard let dearest = streams.first else { return nil }
        let total = streams.reduce(0) { $0 + $1.monthlyCost.minorUnits }
        if streams.count == 1 { return "Your one subscription, \(dearest.merchant), costs \(money(total)) a month." }
        return
            "Your \(streams.count) subscriptions come to \(money(total)) a month; the priciest is \(dearest.merchant) at "
            + "\(dearest.monthlyCost.text)."
    }

    /// How much to put aside.
    func rate(_ found: Found) -> String {
        let balance = found.balance
        guard balance.income > 0 else {
            return "I don't see any income, so I can't say how much of it you could keep."
        }
        let fifth = SavingReply.fifth(balance.income)
        var sentences = [
            kept(balance),
            "A common rule of thumb is to save 20% of what you bring in, which would be \(money(fifth)) a month",
        ]
        if balance.net >= fifth {
            sentences[1] += ", and you're already there."
            return sentences.joined(separator: " ")
        }
        let short = fifth - max(0, balance.net)
        sentences[1] += ", \(money(short)) more than you keep now."
        if balance.net > 0 {
            sentences.append("Setting aside the \(money(balance.net)) you have left now is a good start.")
        }
        sentences.append("Ask “how can I save \(money(short)) a month?” to see where it could come from.")
        return sentences.joined(separator: " ")
    }

    // MARK: An amount

    func plan(_ goal: SavingTarget, _ plan: CutPlan?, _ found: Found) -> String {
        var sentences: [String] = []
        if let day = goal.day {
            let months = goal.months == 1 ? "one month" : "\(goal.months) months"
            sentences.append(
                "\(goal.target.text) by \(day.longText) means putting aside \(money(goal.monthly)) a month for \(months)."
            )
            sentences.append(kept(found.balance))
            if goal.short == 0 {
                sentences.append("So you can get there without cutting anything, as long as you set it aside.")
                return sentences.joined(separator: " ")
            }
            if goal.kept > 0 { sentences.append("That leaves you \(money(goal.short)) a month short.") }
        } else if goal.span == .year {
            sentences.append("\(goal.target.text) a year is \(money(goal.monthly)) a month.")
        }
        guard let plan else {
            sentences.append(
                "Everything you could cut adds up to \(money(found.room)) in a usual month, so cutting back won't free up "
                    + "\(money(goal.short)) a month by itself; rent, bills, or income would have to change too.")
            if let words = subscriptionsInPassing(found.subscriptions) { sentences.append(words) }
            return sentences.joined(separator: " ")
        }
        let words = plan.cuts.map { cut in
            "\(phrases.category(cut.room.category)) from \(money(cut.room.usual)) to "
                + "\(money(cut.room.usual - cut.less)) (\(money(cut.less)) less)"
        }
        let lead = "To save \(money(plan.total)) more a month, cut "
        sentences.append(lead + Subject.list(words) + ".")
        if !plan.isModest {
            sentences.append("That's more than a third off what you're used to, which is hard to keep up.")
        }
        if goal.day == nil { sentences.append(kept(found.balance)) }
        if let words = subscriptionsInPassing(found.subscriptions) { sentences.append(words) }
        return sentences.joined(separator: " ")
    }

    // MARK: One thing

    /// - Parameter ticket: what a purchase comes to on average, nil where there was none.
    func category(_ name: String, usual: Int64, ticket: Figure?, places: [Group], in span: Period) -> String {
        guard let each = ticket?.money?.minorUnits, let rows = ticket?.rows else {
            return "You spent nothing on \(name) in the last full months, so there's nothing to save there."
        }
        var sentences = [
            "You usually spend \(money(usual)) a month on \(name) (the median of \(span.label)): "
                + "\(phrases.count(rows, "purchase")) in that time\(rows == 1 ? ", for" : ", averaging") \(money(each))."
        ]
        if let place = places.first, let amount = place.value.amount, amount.currency == currency, places.count > 1 {
            sentences.append(
                "The most went to \(place.label): \(amount.text) in \(phrases.count(place.count, "purchase")) "
                    + "\(phrases.period(span)).")
        }
        let tenth = roundedQuotient(usual, by: 10)
        sentences.append(
            "One purchase less a month saves about \(money(each)); cutting back by a tenth saves \(money(tenth)) a month, "
                + "or \(money(tenth * 12)) a year.")
        return sentences.joined(separator: " ")
    }

    // MARK: Subscriptions

    func subscriptions(_ found: Found) -> String {
        let streams = found.subscriptions
        guard let dearest = streams.first else { return "I don't see any active subscriptions." }
        let total = streams.reduce(0) { $0 + $1.monthlyCost.minorUnits }
        if streams.count == 1 {
            return
                "Your one subscription is \(dearest.merchant) at \(dearest.amountWords) \(dearest.cadence.per). Dropping "
                + "it saves \(money(dearest.monthlyCost.minorUnits * 12)) a year."
        }
        var sentences = [
            "Your \(streams.count) subscriptions come to \(money(total)) a month, or \(money(total * 12)) a year. I can't see "
                + "which ones you use, but each one you drop saves what it costs."
        ]
        let named = streams.prefix(SavingReply.namedRooms).map { "\($0.merchant) (\($0.monthlyCost.text) a month)" }
        sentences.append("The priciest are \(Subject.list(named)).")
        let raised = streams.filter { if case .raised = $0.state { true } else { false } }
        if !raised.isEmpty {
            sentences.append("\(Subject.list(raised.map(\.merchant))) went up within the last year.")
        }
        if let (category, pair) = alike(streams) {
            let cost = pair.reduce(0) { $0 + $1.monthlyCost.minorUnits }
            sentences.append(
                "\(pair.count) of them are \(phrases.category(category)) (\(Subject.list(pair.map(\.merchant)))): "
                    + "\(money(cost)) a month together.")
        }
        return sentences.joined(separator: " ")
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
                [$0.merchant, $0.monthlyCost.text, money($0.monthlyCost.minorUnits * 12)]
            }, omitted: 0)
    }
}
