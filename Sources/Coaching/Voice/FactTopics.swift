import Ledger

/// Which words of the lexicon a fact lets stand beside it, by their class.
extension Fact {
    func topics(asOf: CivilDate) -> Set<String> {
        var topics = Set(roleTopics)
        if case .rows(let flow, _) = subject { topics.formUnion(Fact.topics(flow, isSum: role != .change)) }
        if case .purchase = subject { topics.insert("purchase") }
        if let period, period.contains(asOf) || period.end == asOf { topics.insert("running") }
        return topics
    }

    private static func topics(_ flow: Selection.Flow, isSum: Bool) -> [String] {
        switch flow {
        case .spending, .purchases: ["spending"]
        case .income: ["income"]
        case .refunds: ["refund"]
        case .transfers, .transfersIn, .transfersOut: ["transfer"]
        case .net: ["net"]
        case .any: ["spending", "row"]
        }
    }

    private var roleTopics: [String] {
        switch role {
        case .total: ["sum"]
        case .count, .countWithout: ["count"]
        case .average, .median, .rate: ["average", "count"]
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
        case .net, .savingsRate: ["net", isNegative ? "netdown" : "netup", isNegative ? "bad" : "good"]
        default: stateTopics
        }
    }

    private var stateTopics: [String] {
        switch role {
        case .balance, .assets: ["balance", "worth", "present"]
        case .liabilities: ["owed", "present"]
        case .netWorth: ["worth", "present"]
        case .limit, .spent, .utilization: ["limit", "spending"]
        case .remaining: isNegative ? ["limit", "over", "bad"] : ["limit", "left", "good"]
        case .safeToSpend: ["safe", "ahead"]
        case .lowest: ["lowest", "ahead", "bad", "balance"]
        case .due, .bills: ["ahead", "stream"]
        case .pay: ["ahead", "pay", "income"]
        case .streams, .monthlyCost, .yearlyCost, .stream: ["stream", "present", "sum", "spending"]
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
        let isWelcome = subject.flow == .spending || subject.flow == .purchases ? !rises : rises
        return [rises ? "up" : "down", "change", isWelcome ? "good" : "bad"]
    }

    private var usualTopics: [String] {
        guard let percent else { return ["usual"] }
        if abs(percent) < FactPhrases.usualRange { return ["usual", "usualabout", "good"] }
        let isWelcome = (subject.flow == .spending || subject.flow == .purchases) == (percent < 0)
        return ["usual", "usualoff", percent > 0 ? "up" : "down", isWelcome ? "good" : "bad"]
    }
}
