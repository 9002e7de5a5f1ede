import Advice
import Ledger

/// Which frames of a model's words a fact lets stand beside it, by topic: `rag-index/voice/frames.tsv`.
extension Fact {
    func topics(asOf: CivilDate) -> Set<String> {
        var topics = Set(roleTopics)
        if case .rows(let flow, _) = subject { topics.formUnion(Fact.topics(flow, isSum: role != .change)) }
        if case .rows(_, .recurring("bills")) = subject { topics.insert("bills") }
        if case .purchase = subject { topics.insert("purchase") }
        if key == PurchaseAdvice.firstReason { topics.insert("first") }
        if let period, period.contains(asOf) || period.end == asOf { topics.insert("running") }
        return topics
    }

    private static func topics(_ flow: Selection.Flow, isSum: Bool) -> [String] {
        switch flow {
        case .spending, .purchases: ["spending"]
        case .income: ["income", "holding"]
        case .refunds: ["refund", "holding"]
        case .transfers, .transfersIn, .transfersOut: ["transfer"]
        case .net: ["net"]
        case .any: ["spending", "row"]
        }
    }

    private var roleTopics: [String] {
        switch role {
        case .total: ["sum"]
        case .count, .countWithout: ["count", "holding"]
        case .average, .rate:
            ["average"] + (isOfHabit ? ["habit"] : [])
                + (unit == .transaction ? ["pertransaction"] : unit == .month ? ["permonth"] : [])
        case .median: ["median"]
        case .largest: ["most", "row"]
        case .smallest: ["least", "row"]
        case .streakWith, .streakWithout, .gap: ["streak", "count"]
        case .lastDay: ["lastday"]
        case .firstDay: ["firstday"]
        case .row: ["row"]
        case .share: ["share", "part"]
        case .part: ["part"]
        case .largestPart: ["part", "most"]
        case .smallestPart: ["part", "least"]
        case .partsTogether: ["sum", "part"]
        case .change, .largestRise, .largestFall, .distance: changeTopics
        case .usual: usualTopics
        case .ratio: ["change"]
        case .net, .savingsRate: isNegative ? ["net", "netdown", "bad"] : ["net", "netup"]
        default: stateTopics
        }
    }

    /// Whether it is taken over enough whole months to be what is usual.
    private var isOfHabit: Bool {
        guard let period else { return false }
        return period.start.day == 1 && period.end == period.end.endOfMonth && period.days > 80
    }

    private var stateTopics: [String] {
        switch role {
        case .balance: ["balance", "present"]
        case .assets: ["worth", "present"]
        case .liabilities: ["owed", "present"]
        case .netWorth: ["worth", "present", "holding"]
        case .limit, .spent, .utilization: ["limit", "spending", "holding"]
        case .remaining: isNegative ? ["limit", "over", "bad"] : ["limit", "left", "good", "holding"]
        case .safeToSpend: ["safe", "holding"]
        case .lowest: ["lowest", "ahead", "bad", "balance"]
        case .due: ["ahead", "stream", "bills"]
        case .bills: ["ahead", "stream", "bills", "holding"]
        case .pay: ["ahead", "pay", "good"]
        case .streams, .monthlyCost, .yearlyCost: ["stream", "streams", "present"]
        case .stream: ["stream", "part", "present"]
        case .price: ["price", "stream"] + changeTopics
        case .verdict: []
        case .reasonFor: ["reasonfor", "purchase", "good"]
        case .reasonAgainst: ["reasonagainst", "purchase", "bad"]
        case .condition: ["condition", "purchase", "ahead"]
        case .finding: ["finding", "bad"]
        case .suggestion: ["suggestion"]
        case .pending: ["pending"]
        default: []
        }
    }

    /// Which way, and whether that is welcome.
    private var changeTopics: [String] {
        if case .money(let now) = value, role == .price, case .money(let then)? = other?.value {
            return now.magnitude.minorUnits > then.magnitude.minorUnits
                ? ["up", "bad", "change"] : ["down", "good", "change"]
        }
        let rises = role == .largestRise || role != .largestFall && !isNegative
        let isZero = if case .money(let money) = value { money.minorUnits == 0 } else { false }
        if isZero { return ["same", "change"] }
        let isWelcome = isOfSpending ? !rises : rises
        let isOfPart = role == .largestRise || role == .largestFall
        return [rises ? "up" : "down", "change"] + (isOfPart ? [] : [isWelcome ? "good" : "bad"])
    }

    /// Whether less of it is welcome.
    private var isOfSpending: Bool {
        if case .rows(let flow, _) = subject { flow == .spending || flow == .purchases } else { false }
    }

    private var usualTopics: [String] {
        guard let percent else { return ["usual"] }
        if abs(percent) < FactPhrases.usualRange { return ["usual"] }
        let isWelcome = isOfSpending == (percent < 0)
        return ["usual", percent > 0 ? "up" : "down", isWelcome ? "good" : "bad"]
    }
}
