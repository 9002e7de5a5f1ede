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

    private func usually(_ months: [Period]) -> String {
        guard let first = months.last, let last = months.first, months.count > 1 else {
            return months.first.map { "In \($0.label)" } ?? "Usually"
        }
        return "In a usual month of the last \(months.count) full ones (\(Period(first.start, last.end).label))"
    }

    // MARK: Where

    func rooms(_ found: Found) -> String {
        guard !found.rooms.isEmpty else {
            return
                ([
                    kept(found.balance),
                    "I see no habit that could give way: what you spend goes to needs and regular "
                        + "payments.",
                ] + [subscriptionsInPassing(found.subscriptions), found.suggestion].compactMap { $0 })
                .joined(separator: " ")
        }
        let named = found.rooms.prefix(SavingReply.namedRooms)
        let words = named.map { "\(phrases.category($0.category)) (\(money($0.usual)))" }
        let saves = named.reduce(0) { $0 + SavingReply.quarter($1.usual) }
        var sentences = [
            "\(usually(found.months)), most of what could give way goes to \(Subject.list(words)).",
            "A quarter less \(named.count == 1 ? "of it" : named.count == 2 ? "of both" : "of each") keeps "
                + "\(money(saves)) a month, \(money(saves * 12)) a year.",
        ]
        if let words = subscriptionsInPassing(found.subscriptions) { sentences.append(words) }
        sentences.append(kept(found.balance))
        if let suggestion = found.suggestion { sentences.append(suggestion) }
        return sentences.joined(separator: " ")
    }

    private func kept(_ balance: AdviceDesk.Balance) -> String {
        if balance.income == 0 { return "I see no income, so I cannot say what you keep." }
        if balance.net < 0 {
            return "A usual month takes \(money(-balance.net)) more than the \(money(balance.income)) that comes in."
        }
        return "A usual month leaves \(money(balance.net)) of \(money(balance.income))."
    }

    private func subscriptionsInPassing(_ streams: [RecurringStream]) -> String? {
        guard let dearest = streams.first else { return nil }
        let total = streams.reduce(0) { $0 + $1.monthlyCost.minorUnits }
        if streams.count == 1 { return "Your one subscription, \(dearest.merchant), costs \(money(total)) a month." }
        return
            "Your \(streams.count) subscriptions come to \(money(total)) a month, the dearest \(dearest.merchant) with "
            + "\(dearest.monthlyCost.text)."
    }

    /// How much to put aside.
    func rate(_ found: Found) -> String {
        let balance = found.balance
        guard balance.income > 0 else {
            return "I see no income, so I cannot say how much could be kept of it."
        }
        let fifth = SavingReply.fifth(balance.income)
        var sentences = [
            kept(balance),
            "A common rule of thumb is to keep 20 % of what comes in, which would be \(money(fifth)) a month",
        ]
        if balance.net >= fifth {
            sentences[1] += "; you keep that."
            return sentences.joined(separator: " ")
        }
        let short = fifth - max(0, balance.net)
        sentences[1] += ", \(money(short)) more than now."
        if balance.net > 0 { sentences.append("What is left now is a sure start: \(money(balance.net)) a month.") }
        sentences.append("Ask “how can I save \(money(short)) a month?” for where it could come from.")
        return sentences.joined(separator: " ")
    }

    // MARK: An amount

    func plan(_ goal: SavingTarget, _ plan: CutPlan?, _ found: Found) -> String {
        var sentences: [String] = []
        if let day = goal.day {
            let months = goal.months == 1 ? "one month" : "\(goal.months) months"
            sentences.append(
                "\(goal.target.text) by \(day.longText) is \(money(goal.monthly)) a month for \(months).")
            sentences.append(kept(found.balance))
            if goal.short == 0 {
                sentences.append("Put that aside as it comes in, and you get there without spending less.")
                return sentences.joined(separator: " ")
            }
            if goal.kept > 0 { sentences.append("\(money(goal.short)) a month is missing.") }
        } else if goal.span == .year {
            sentences.append("\(goal.target.text) a year is \(money(goal.monthly)) a month.")
        }
        guard let plan else {
            sentences.append(
                "All that could give way comes to \(money(found.room)) in a usual month, so \(money(goal.short)) a month "
                    + "is more than spending less on it can bring; rent, bills or income would have to change too.")
            if let words = subscriptionsInPassing(found.subscriptions) { sentences.append(words) }
            return sentences.joined(separator: " ")
        }
        let words = plan.cuts.map { cut in
            "\(phrases.category(cut.room.category)) from \(money(cut.room.usual)) to "
                + "\(money(cut.room.usual - cut.less)) (\(money(cut.less)) less)"
        }
        let lead = "To keep \(money(plan.total)) more a month, bring "
        sentences.append(lead + Subject.list(words) + ".")
        if !plan.isModest {
            sentences.append("That is more than a third of what you are used to, which is hard to hold.")
        }
        if goal.day == nil { sentences.append(kept(found.balance)) }
        if let words = subscriptionsInPassing(found.subscriptions) { sentences.append(words) }
        return sentences.joined(separator: " ")
    }

    // MARK: One thing

    /// - Parameter ticket: what a purchase comes to on average, nil where there was none.
    func category(_ name: String, usual: Int64, ticket: Figure?, places: [Group], in span: Period) -> String {
        guard let each = ticket?.money?.minorUnits, let rows = ticket?.rows else {
            return "You spent nothing on \(name) in the last full months, so there is nothing to save there."
        }
        var sentences = [
            "You usually spend \(money(usual)) a month on \(name) (the median of \(span.label)); the "
                + "\(phrases.count(rows, "purchase")) of that time \(rows == 1 ? "came to" : "were") \(money(each))"
                + "\(rows == 1 ? "" : " each on average")."
        ]
        if let place = places.first, let amount = place.value.amount, amount.currency == currency, places.count > 1 {
            sentences.append(
                "The largest part went to \(place.label): \(amount.text) in \(phrases.count(place.count, "purchase")) "
                    + "\(phrases.period(span)).")
        }
        let tenth = roundedQuotient(usual, by: 10)
        sentences.append(
            "One purchase fewer a month keeps about \(money(each)); a tenth less keeps \(money(tenth)) a month, "
                + "\(money(tenth * 12)) a year.")
        return sentences.joined(separator: " ")
    }

    // MARK: Subscriptions

    func subscriptions(_ found: Found) -> String {
        let streams = found.subscriptions
        guard let dearest = streams.first else { return "I see no subscriptions that are still running." }
        let total = streams.reduce(0) { $0 + $1.monthlyCost.minorUnits }
        if streams.count == 1 {
            return
                "Your one subscription is \(dearest.merchant) at \(dearest.amountWords) \(dearest.cadence.per). Without "
                + "it you keep \(money(dearest.monthlyCost.minorUnits * 12)) a year."
        }
        var sentences = [
            "Your \(streams.count) subscriptions come to \(money(total)) a month, \(money(total * 12)) a year. I cannot see "
                + "which ones you use; each one you give up keeps what it costs."
        ]
        let named = streams.prefix(SavingReply.namedRooms).map { "\($0.merchant) (\($0.monthlyCost.text) a month)" }
        sentences.append("The dearest are \(Subject.list(named)).")
        let raised = streams.filter { if case .raised = $0.state { true } else { false } }
        if !raised.isEmpty {
            sentences.append("\(Subject.list(raised.map(\.merchant))) got dearer within the last year.")
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
                .init(title: "Last full month", isNumber: true), .init(title: "A quarter less keeps", isNumber: true),
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
