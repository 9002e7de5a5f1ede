import Advice
import Ledger
import Retrieval

/// The facts that advice on spending is made of, each with its whole phrase.
struct AdviceFacts {
    let phrases: Phrases
    let currency: Currency
    /// The months that what is usual is taken over.
    let span: Period

    func money(_ units: Int64) -> Money { Money(units, currency) }

    private func value(_ units: Int64) -> FigureValue { .money(money(units)) }

    /// The rows of one thing, or of several together.
    static func subject(_ filters: [RowFilter]) -> Fact.Subject {
        .rows(.spending, .any(filters))
    }

    static func subject(_ query: Query) -> Fact.Subject {
        subject(query.merchants.map(RowFilter.merchant) + query.categories.map(RowFilter.category))
    }

    // MARK: A usual month

    /// What a usual month leaves of what comes in; nil where nothing does.
    ///
    /// - Parameter saysShare: whether the part of the income is said with it.
    func kept(_ balance: AdviceDesk.Balance, isAsked: Bool = false, saysShare: Bool = false) -> Fact? {
        guard balance.income > 0 else { return nil }
        let rate = Double(roundedQuotient(balance.net, times: 1000, by: balance.income)) / 10
        let share: Phrase = saysShare ? " (\(percent: rate))" : ""
        let words: Phrase =
            balance.net < 0
            ? "in a usual month you spend \(money(-balance.net)) more than the \(money(balance.income)) you bring in"
            : "you usually keep \(money(balance.net)) of the \(money(balance.income)) you bring in a month\(share)"
        return Fact(
            .net, .rows(.net, .all), value(balance.net), in: balance.span, per: .month, percent: rate,
            other: .init(subject: .income, value: value(balance.income)), isAsked: isAsked, wording: words, key: "kept")
    }

    /// In how many of the months more went out than came in.
    func overspent(_ balance: AdviceDesk.Balance, isAsked: Bool = false) -> Fact {
        let last: Phrase = balance.months == 1 ? "the last full month" : "the last \(balance.months, "full month")"
        let words: Phrase =
            balance.overspent == 0
            ? "you didn't spend more than you brought in during \(balance.months == 1 ? "" : "any of ")\(last)"
            : "you spent more than you brought in during \(number: Double(balance.overspent)) of \(last)"
        return Fact(
            .count, .rows(.net, .all), .count(balance.overspent), in: span, per: .month,
            other: .init(value: .count(balance.months)), isAsked: isAsked, wording: words, key: "overspent")
    }

    /// What usually goes to one thing in a month.
    ///
    /// - Parameter months: the days that it is the average of, in words.
    func usual(
        _ subject: Fact.Subject, _ units: Int64, on name: String, _ months: String? = nil, isAsked: Bool = false
    ) -> Fact {
        Fact(
            .usual, subject, value(units), in: span, per: .month, isAsked: isAsked,
            wording: "you usually spend \(money(units)) a month on \(name)\(months.map { " (\($0))" } ?? "")",
            key: Fact.key(name) + ".usual")
    }

    // MARK: Less

    /// What less of one thing would keep.
    ///
    /// - Parameters:
    ///   - rest: what it would still take a month.
    ///   - lead: the words before `saves`.
    func saving(
        _ subject: Fact.Subject, _ less: Int64, rest: Int64? = nil, percent: Double? = nil, isAsked: Bool = false,
        _ lead: Phrase, key: String = "saving"
    ) -> Fact {
        Fact(
            .saving, subject, value(less), per: .month, percent: percent,
            other: rest.map { .init(value: value($0)) }, isAsked: isAsked,
            wording: "\(lead)\(money(less)) a month, or \(money(less * 12)) a year", key: key)
    }

    // MARK: Subscriptions

    /// What all subscriptions come to; nil without one.
    func subscriptions(_ streams: [RecurringStream], isAsked: Bool = false) -> Fact? {
        guard let dearest = streams.first else { return nil }
        let total = money(streams.reduce(0) { $0 + $1.monthlyCost.minorUnits })
        let words: Phrase
        if streams.count == 1 {
            words = "your one subscription, \(dearest.merchant), costs \(total) a month"
        } else {
            let most: Phrase = "the priciest is \(dearest.merchant) at \(dearest.monthlyCost)"
            words = "your \(streams.count, "subscription") come to \(total) a month; \(most)"
        }
        return Fact(
            .streams, .rows(.spending, .recurring("subscriptions")), .count(streams.count),
            other: .init(value: .money(total)), isAsked: isAsked, wording: words, key: "subscriptions")
    }

    /// One subscription, for a model to name.
    func stream(_ stream: RecurringStream) -> Fact {
        Fact(.stream, .stream(stream.merchant), .money(stream.monthlyCost.magnitude), per: .month)
    }

    // MARK: Yes and no

    static func answer(_ isYes: Bool) -> Fact {
        Fact(.answer, .household, .count(isYes ? 1 : 0), key: isYes ? "yes" : "no")
    }
}
