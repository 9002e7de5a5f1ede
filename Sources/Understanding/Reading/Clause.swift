import Ledger

/// What one phrase of a line contributes to the request. The meaning of a line is the list of its clauses.
///
/// What is large stands apart, since clauses are copied into every reading that holds them.
enum Clause: Hashable {
    // What is asked for.
    case howMuch, what
    case count(Ask.Unit)
    case rate(Ask.Unit?)
    case without(Ask.Unit)
    case streak(Ask.Unit, withRows: Bool)
    /// With an order the longest or the shortest one.
    case gap(Ask.Order?)
    case average(Ask.Unit?)
    case median(Ask.Unit?)
    case share
    case lastDay, firstDay
    case rows
    case savingsRate
    // How it is cut up and ordered.
    case per(Ask.Unit)
    case each(Ask.Unit?)
    case by(Ask.Grouping)
    case which(Ask.Grouping)
    /// `which` before the name of a category: which of its merchants.
    case whichName
    /// A noun that could be what things are grouped by: `stores`, `month`.
    case groupWord(Ask.Grouping)
    case top(Int?)
    case bottom(Int?)
    case oftenest, rarest
    /// The third largest: 3.
    case nth(Int)
    case number(Int)
    case last(Int?)
    case first(Int?)
    case trend, chart
    /// What it is made of, however that is cut up.
    case breakdown
    // What it is held against.
    case change(Direction?)
    case versus, compare, than, more, less, howMuchMore, howMuchLess, usual, yesNo
    /// Whether an amount is much, or little, for something.
    case size(Ask.Condition.Relation)
    /// What something is to have risen or fallen by, in percent: `went up more than 20%`.
    case changeBound(Ask.Condition.Relation, Int)
    /// A part that a share is held against, in percent: `more than a third of`.
    case shareBound(Ask.Condition.Relation, Int)
    // Which rows.
    indirect case bound(AmountExpression)
    case countBound(Ask.Condition.Relation, Int)
    indirect case name(NameMatch)
    indirect case time(TimeExpression)
    /// After what is left out: `the vet aside`.
    case exceptAfter
    /// A single row, not a sum: `in one go`.
    case atOnce
    case except, only, and, or, together, both
    case flow(Selection.Flow)
    case rowWord, purchaseWord
    case byCount, whole, netOfRefunds
    /// Behind a number of some: of how many in all.
    case ofHowMany
    /// Where nothing was before: `for the first time`, `new to us`.
    case newTo
    /// The days asked about, at another time: `the same months last year`.
    case sameDays
    /// The days just before, as many or a number of units: `the week before`, `the 3 months before that`.
    case daysBefore(Int?, Ask.Unit?)
    /// Other days only as far as those asked about have come: `by this point last month`.
    case toThisPoint
    /// As many days after what the days asked about come before: `the week before Easter vs the week after`.
    case daysAfter
    /// The same days a year earlier.
    case yearBefore
    /// From a day on that was told before: `since then`.
    case sinceThen
    /// Both what was before a day that the line names and what was after it.
    case beforeAndAfter
    /// How many ways a sum is split, and how many there are of those who have a part of it each.
    case shared(Int)
    case sharers(Int)
    /// Before an event: rows in the same unit, or so many units after it: `on days when I …`, `the day after I …`.
    case near(Ask.Unit, ClosedRange<Int>)
    /// In units in which nothing of what follows was: `in weeks that had no`.
    case apart(Ask.Unit)
    /// Before an event: everything after its first or last time, or before it: `since my last trip to …`.
    case after(RowFilter.Edge)
    case before(RowFilter.Edge)
    /// These days of every month: `the first to the tenth of each month`.
    case daysOfMonth(ClosedRange<Int>)
    /// Several things in one unit: `on the same day`.
    case sameUnit(Ask.Unit)
    /// The largest less the smallest: `the difference between my highest and lowest`.
    case spread
    /// Verbs of a sum that grows to an amount: `when did … pass $500`.
    case reach
    /// Of what began: `when did … start`.
    case begin
    /// Before what is taken from what came in: `what is left of my pay after rent`.
    case takeAway
    /// Purchases as they were paid, whatever came back of them: `ignoring refunds`.
    case gross
    /// What came back from where money was put: `minus what I took out`.
    case takenBack
    /// Best first: `rank my stores`.
    case rank
    /// Nothing of it was there: `did I not spend anything`.
    case absent
    /// More went out than came in, or the other way around.
    case negative, positive
    /// The same of months or weeks that are counted or named: `how many months did I overspend`.
    case overspent
    case everything, running, pending, posted, oneOffs
    case recurring(String)
    /// What is asked of payments that recur, what of it first, and of which kind.
    indirect case stream(RecurringAsk.Topic?, RecurringAsk.Detail?, kind: String?)
    /// Before days in which payments were there, or were not: `subscriptions we had last December`.
    case had(Bool)
    /// What is asked of accounts, and a sum that what they hold is held against.
    indirect case balance(BalanceAsk.Topic?, BalanceAsk.Detail?, AmountExpression?)
    /// What is asked of the days to come.
    case forecast(ForecastAsk.Topic)
    /// Up to the next pay.
    case beforePay
    case currency(Currency)
    /// How a line goes on from the one before.
    case goOn(Continuation)
    /// The pay of the other one of two who earn: `and mine`.
    case otherPay
    /// A word for what was shown before.
    case pointer
    /// One of what was shown by its place, 1 for the first, -1 for the last.
    case place(Int)
    /// The first ones of what was shown: how many.
    case places(Int)
    case sort(Ask.Order)
    /// Groups by how many rows they hold.
    case sortByCount
    /// What was shown, or what it came to at another time.
    case whatWasIt
    case limit(Int)
    /// Words that say nothing of what is asked.
    case filler
    /// Words of something that is no question about rows.
    case intent(Intent)

    enum Direction: Hashable { case up, down }

    /// What a line does to what was asked before.
    enum Continuation: String, Hashable {
        /// Asks the same of something else.
        case ask
        /// Takes something in as well.
        case add
        /// Keeps only a part.
        case narrow
        /// Takes back what was said last.
        case correct
        /// Wants one figure for all that was shown.
        case sum
        /// Wants the last two answers held against one another.
        case difference
        /// Drops what the rows were narrowed to.
        case all
        /// Goes back to what was spoken of before.
        case back
        /// Leaves out what was shown: `without it`.
        case without
        /// Wants the rows or groups after those shown.
        case more
        /// Wants the one row or group after the one shown.
        case next
        /// Counts what was charged twice once.
        case single
        /// Drops what was asked before.
        case afresh
        /// Asks for the money that went the other way: `and the other way around`.
        case reverse
    }

    /// Whether it says that payments were there at another time, or were not.
    var isOfHad: Bool { if case .had = self { true } else { false } }

    /// Whether it does not change what another part of the line means.
    var isPlain: Bool {
        switch self {
        case .howMuch, .what, .whatWasIt, .which, .whichName, .by, .top, .bottom, .yesNo, .filler, .flow, .purchaseWord,
            .rowWord,
            .rows,
            .count(.transaction), .name, .time, .only,
            .stream, .balance, .forecast, .lastDay, .goOn(.ask):
            true
        default: false
        }
    }
}

/// A clause and the tokens it was read from.
struct PlacedClause: Hashable {
    let clause: Clause
    let tokens: Range<Int>
    /// How much is to be said for it, before what is covered counts.
    var weight: Double = 0

    /// Its words and what they mean, in a line for `--explain`.
    func description(of keys: [String]) -> String {
        let meaning =
            switch clause {
            case .time(let time): "time \(time.period.start.iso)…\(time.period.end.iso)"
            case .name(let name): "name \(name.kind)"
            default:
                ["Ledger.", "Understanding.", "Optional"].reduce(String(describing: clause)) {
                    $0.replacing($1, with: "")
                }
            }
        return keys[tokens].joined(separator: " ") + ": " + meaning
    }
}

extension Clause {
    /// The clause that a rule of `phrases.tsv` concludes.
    ///
    /// - Parameters:
    ///   - expression: `count({unit})`, `top({n})`, `flow(income)`.
    ///   - captures: what the braces of the phrase stood for.
    /// - Returns: nil where there is no such clause, which the tests hold the table to.
    init?(_ expression: Expression, _ captures: Captures) {
        let argument = expression.arguments.first
        func unit() -> Ask.Unit? {
            argument == "{unit}" ? captures.unit : argument.flatMap { Ask.Unit(rawValue: $0) }
        }
        func grouping() -> Ask.Grouping? {
            argument == "{group}" ? captures.group : argument.flatMap { Ask.Grouping(rawValue: $0) }
        }
        func number() -> Int? {
            argument.flatMap { $0 == "{n}" ? captures.number : Int($0) }
        }
        switch expression.name {
        case "howmuch": self = .howMuch
        case "what": self = .what
        case "whichname": self = .whichName
        case "count": self = .count(unit() ?? .transaction)
        case "rate" where argument == "savings": self = .savingsRate
        case "rate": self = .rate(captures.unit)
        case "without": self = .without(unit() ?? .day)
        case "streak": self = .streak(captures.unit ?? .day, withRows: argument == "with")
        case "gap": self = .gap(argument.flatMap { Ask.Order(rawValue: $0) })
        case "ofhowmany": self = .ofHowMany
        case "newto": self = .newTo
        case "average": self = .average(unit())
        case "median": self = .median(unit())
        case "share": self = .share
        case "lastday": self = .lastDay
        case "firstday": self = .firstDay
        case "rows": self = .rows
        case "per": self = .per(unit() ?? .transaction)
        case "each": self = .each(unit())
        case "by": self = .by(grouping() ?? .category)
        case "which": self = .which(grouping() ?? .category)
        case "groupword": self = .groupWord(grouping() ?? .category)
        case "top": self = .top(number())
        case "bottom": self = .bottom(number())
        case "nth": self = .nth(number() ?? 2)
        case "number":
            guard let number = number() else { return nil }
            self = .number(number)
        case "absent": self = .absent
        case "negative": self = .negative
        case "positive": self = .positive
        case "overspent": self = .overspent
        case "oftenest": self = .oftenest
        case "rarest": self = .rarest
        case "last": self = .last(number())
        case "first": self = .first(number())
        case "trend": self = .trend
        case "breakdown": self = .breakdown
        case "chart": self = .chart
        case "change": self = .change(argument == "up" ? .up : argument == "down" ? .down : nil)
        case "versus": self = .versus
        case "compare": self = .compare
        case "than":
            if let amount = captures.amount { self = .bound(amount) } else { self = .than }
        case "more": self = .more
        case "less": self = .less
        case "howmuchmore": self = .howMuchMore
        case "howmuchless": self = .howMuchLess
        case "usual": self = .usual
        case "yesno": self = .yesNo
        case "over":
            // `top 2 categories` is a rank.
            guard var amount = captures.amount, amount.isMarked || amount.amount >= 20_00 else { return nil }
            if amount.relation == .exactly { amount.relation = .over }
            self = .bound(amount)
        case "bound":
            guard var amount = captures.amount else { return nil }
            // `the 32 one`: nothing but money is called so.
            if argument == "marked" {
                guard amount.relation == .exactly, amount.amount >= 5_00 else { return nil }
                amount.isMarked = true
            }
            self = .bound(amount)
        case "countbound":
            // `at least 3 days` is no number of rows.
            if let unit = captures.unit, unit != .transaction { return nil }
            if captures.number ?? 0 > 99 { return nil }
            let relations: [String: Ask.Condition.Relation] = [
                "more": .more, "atLeast": .atLeast, "less": .less, "atMost": .atMost, "equal": .equal,
            ]
            guard let relation = argument.flatMap({ relations[$0] }), expression.arguments.count == 2,
                let number = expression.arguments[1] == "{n}" ? captures.number : Int(expression.arguments[1])
            else { return nil }
            self = .countBound(relation, number)
        case "size": self = .size(argument == "large" ? .less : .more)
        case "sharebound":
            guard
                let relation = argument.flatMap({
                    $0 == "more" ? Ask.Condition.Relation.more : $0 == "less" ? .less : nil
                }),
                expression.arguments.count == 2,
                let percent = expression.arguments[1] == "{n}" ? captures.number : Int(expression.arguments[1])
            else { return nil }
            self = .shareBound(relation, percent)
        case "changebound":
            guard let percent = captures.number else { return nil }
            self = .changeBound(argument == "less" ? .less : argument == "atLeast" ? .atLeast : .more, percent)
        case "except": self = .except
        case "exceptafter": self = .exceptAfter
        case "atonce": self = .atOnce
        case "only": self = .only
        case "and": self = .and
        case "or": self = .or
        case "together": self = .together
        case "both": self = .both
        case "flow":
            let flows: [String: Selection.Flow] = [
                "spending": .spending, "income": .income, "net": .net, "refunds": .refunds,
                "transfersout": .transfersOut, "transfersin": .transfersIn,
            ]
            guard let flow = argument.flatMap({ flows[$0] }) else { return nil }
            self = .flow(flow)
        case "rowword": self = .rowWord
        case "purchaseword": self = .purchaseWord
        case "bycount": self = .byCount
        case "whole": self = .whole
        case "netofrefunds": self = .netOfRefunds
        case "samedays": self = .sameDays
        case "daysbefore": self = .daysBefore(captures.number, captures.unit)
        case "daysafter": self = .daysAfter
        case "tothispoint": self = .toThisPoint
        case "yearbefore": self = .yearBefore
        case "beforeandafter": self = .beforeAndAfter
        case "sincethen": self = .sinceThen
        case "shared":
            guard let number = number(), (2...12).contains(number) else { return nil }
            self = .shared(number)
        case "sharers":
            guard let number = number(), (2...12).contains(number) else { return nil }
            self = .sharers(number)
        case "apart":
            guard let unit = captures.unit, unit != .transaction else { return nil }
            self = .apart(unit)
        case "near":
            func offset(_ place: Int) -> Int? {
                guard expression.arguments.indices.contains(place) else { return 0 }
                return expression.arguments[place] == "{n}" ? captures.number : Int(expression.arguments[place])
            }
            // `the two weeks after my flight`: days, whatever weekday it was.
            if let count = captures.number, let length = captures.unit, expression.arguments.count == 3 {
                let days: [Ask.Unit: Int] = [.day: 1, .week: 7, .month: 30]
                guard let days = days[length], let sign = Int(expression.arguments[1]) else { return nil }
                self = .near(.day, sign < 0 ? -count * days...(-1) : 1...(count * days))
                return
            }
            guard let unit = unit(), unit != .transaction, let from = offset(1), let to = offset(2), from <= to else {
                return nil
            }
            self = .near(unit, from...to)
        case "after", "before":
            guard let edge = argument.flatMap({ RowFilter.Edge(rawValue: $0) }) else { return nil }
            self = expression.name == "after" ? .after(edge) : .before(edge)
        case "same":
            guard let unit = captures.unit, unit != .transaction else { return nil }
            self = .sameUnit(unit)
        case "spread": self = .spread
        case "reach": self = .reach
        case "gross": self = .gross
        case "takeaway": self = .takeAway
        case "begin": self = .begin
        case "takenback": self = .takenBack
        case "rank": self = .rank
        case "everything": self = .everything
        case "running": self = .running
        case "pending": self = .pending
        case "posted": self = .posted
        case "oneoffs": self = .oneOffs
        case "recurring": self = .recurring(argument ?? "bills")
        case "stream":
            self = .stream(
                argument.flatMap { RecurringAsk.Topic(rawValue: $0) },
                expression.arguments.dropFirst().first.flatMap { RecurringAsk.Detail(rawValue: $0) },
                kind: expression.arguments.count > 2 ? expression.arguments[2] : nil)
        case "had": self = .had(argument == "yes")
        case "balance":
            self = .balance(
                argument.flatMap { BalanceAsk.Topic(rawValue: $0) },
                expression.arguments.dropFirst().first.flatMap { BalanceAsk.Detail(rawValue: $0) }, captures.amount)
        case "forecast":
            guard let topic = argument.flatMap({ ForecastAsk.Topic(rawValue: $0) }) else { return nil }
            self = .forecast(topic)
        case "beforepay": self = .beforePay
        case "filler": self = .filler
        case "goon":
            guard let kind = argument.flatMap({ Continuation(rawValue: $0) }) else { return nil }
            self = .goOn(kind)
        case "otherpay": self = .otherPay
        case "pointer": self = .pointer
        case "place":
            guard let number = argument == "last" ? -1 : number() else { return nil }
            self = .place(number)
        case "places":
            guard let number = number() else { return nil }
            self = .places(number)
        case "sortcount": self = .sortByCount
        case "whatwasit": self = .whatWasIt
        case "sort":
            guard let order = argument.flatMap({ Ask.Order(rawValue: $0) }) else { return nil }
            self = .sort(order)
        case "limit":
            guard let number = number() else { return nil }
            self = .limit(number)
        case "intent":
            guard let intent = argument.flatMap({ Intent(rawValue: $0) }) else { return nil }
            self = .intent(intent)
        case "category":
            guard !expression.arguments.isEmpty else { return nil }
            self = .name(NameMatch(kind: .category(expression.arguments), tokens: 0..<0))
        default: return nil
        }
    }

    /// The first column of `phrases.tsv`: a name and its arguments.
    struct Expression {
        let name: String
        let arguments: [String]
        /// Whether it only means something in a line that goes on: written with `+` before it.
        let isOfConversation: Bool

        /// What speaks for it beside other clauses of as many words; the last argument where that is a signed number.
        let weight: Double

        init(_ written: String) {
            isOfConversation = written.hasPrefix("+")
            let text = isOfConversation ? String(written.dropFirst()) : written
            guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
                (name, arguments, weight) = (text, [], 0)
                return
            }
            name = String(text[..<open])
            var arguments = text[text.index(after: open)...].dropLast().split(separator: ",").map(String.init)
            let sign = arguments.last?.first
            weight = sign == "-" || sign == "+" ? Double(arguments.removeLast()) ?? 0 : 0
            self.arguments = arguments
        }
    }

    /// What the slots of a phrase stood for.
    struct Captures {
        var unit: Ask.Unit?
        var group: Ask.Grouping?
        var number: Int?
        var amount: AmountExpression?
    }
}
