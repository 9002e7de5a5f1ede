import Advice
import Ledger

/// Which frames of a model's words a fact lets stand beside it, by topic: `rag-index/voice/frames.tsv`.
extension Fact {
    func topics(asOf: CivilDate) -> Set<String> {
        var topics = Set(roleTopics)
        if case .rows(let flow, _) = subject, !isOfStreams {
            topics.formUnion(Fact.topics(flow, isSum: role != .change))
        }
        if case .rows(_, .recurring("bills")) = subject { topics.insert("bills") }
        if case .rows(_, let filter) = subject, filter.isOfPending { topics.insert("pendingrow") }
        if case .purchase = subject { topics.insert("purchase") }
        if key == VerdictWords.firstReason, role == .reasonFor || role == .reasonAgainst { topics.insert("first") }
        if role == .yearlyCost { topics.insert("yearly") }
        if role == .balance {
            topics.insert(period.map { asOf.days(since: $0.end) > Fact.daysPresent } ?? false ? "past" : "present")
        }
        if role == .total, isOfSpending { topics.insert("spendingsum") }
        if role == .total, case .rows(let flow, .all) = subject, flow == .spending || flow == .income {
            topics.insert(flow == .spending ? "allspending" : "allincome")
        }
        // A count is made, not spent.
        if role == .count || role == .countWithout { topics.subtract(["spending", "income", "transfer", "refund"]) }
        if role == .part || role == .largestPart { topics.remove("net") }
        if role == .average, unit == .transaction, isOfSpending { topics.insert("pertransactionspending") }
        // What is so on a day that is still to come.
        if role == .statement, let period, period.start > asOf { topics.insert("ahead") }
        if topics.contains("ahead") { return topics }
        if let period, period.contains(asOf) || period.end == asOf { topics.insert("running") }
        return topics
    }

    /// A balance of so many days ago is what an account is taken to hold now.
    private static let daysPresent = 45

    /// Whether it is of what payments that recur cost, which is paid bit by bit.
    private var isOfStreams: Bool {
        [.streams, .stream, .monthlyCost, .yearlyCost, .due, .bills, .price].contains(role)
    }

    private static func topics(_ flow: Selection.Flow, isSum: Bool) -> [String] {
        switch flow {
        case .spending, .purchases: ["spending"]
        case .income: ["income"]
        case .refunds: ["refund"]
        case .transfersIn: ["transfer", "transferin"]
        case .transfers, .transfersOut: ["transfer"]
        case .net: ["net"]
        case .any: ["spending", "row"]
        }
    }

    private var roleTopics: [String] {
        switch role {
        case .total: ["sum"]
        case .count, .countWithout: ["count"]
        case .average, .rate:
            ["average", isOfSpending ? "averagespending" : "averageincome"]
                + (isOfHabit ? ["habit", isOfSpending ? "habitspending" : "habitincome"] : [])
                + (unit == .transaction ? ["pertransaction"] : [])
        case .median: ["median"]
        case .largest: ["most", "row"]
        case .smallest: ["row"]
        case .streakWith, .streakWithout, .gap: ["count"]
        case .row: ["row"]
        case .share: ["share", "part"]
        case .part: ["part"]
        case .largestPart: ["part", "most"]
        case .smallestPart: ["part"]
        case .partsTogether: ["sum", "part"]
        case .change, .largestRise, .largestFall, .distance: changeTopics
        case .usual: usualTopics
        case .ratio: ["change"]
        case .net, .savingsRate: isNegative ? ["net", "bad"] : ["net", "netup"]
        default: stateTopics
        }
    }

    /// Whether it is taken over enough whole months to be what is usual.
    private var isOfHabit: Bool {
        guard let period, unit != .year else { return false }
        return period.start.day == 1 && period.end == period.end.endOfMonth && period.days > 80
    }

    private var stateTopics: [String] {
        switch role {
        case .balance: ["balance"]
        case .assets: ["owned", "present"]
        case .liabilities: ["owed", "present"]
        case .netWorth: ["worth", "present"]
        case .limit, .utilization: ["limit"]
        case .spent: ["limitspent"]
        case .remaining: isNegative ? ["bad"] : ["left", "good"]
        case .safeToSpend: ["safe"]
        case .lowest: ["ahead", "balance"] + (isNegative ? ["bad"] : [])
        case .due: ["ahead", "stream", "bills"]
        case .bills: ["ahead", "stream", "bills"]
        case .pay: ["ahead", "pay"]
        case .streams: ["stream", "streams", "present"]
        case .monthlyCost, .yearlyCost: ["stream", "cost", "present"]
        case .stream: ["stream", "part", "present"]
        case .price: ["price", "stream"] + changeTopics
        case .verdict: []
        case .reasonFor: ["reasonfor", "purchase", "good"]
        case .reasonAgainst: ["reasonagainst", "purchase", "bad"]
        case .condition: ["condition", "purchase"]
        case .finding: ["finding", "bad"]
        case .suggestion, .saving, .target: ["suggestion"]
        case .pending: ["pending"]
        default: []
        }
    }

    /// Whether the change is welcome.
    private var changeTopics: [String] {
        if case .money(let now) = value, role == .price, case .money(let then)? = other?.value {
            return ["change", now.magnitude.minorUnits > then.magnitude.minorUnits ? "bad" : "good"]
        }
        // Beside something else nothing has changed.
        let change = other?.subject == nil || other?.subject == subject ? "change" : "difference"
        let isZero = if case .money(let money) = value { money.minorUnits == 0 } else { false }
        let kind = [change] + measureTopics
        // What one part did is neither good nor bad news of the whole, and one thing beside another is no news.
        if isZero || change == "difference" || role == .largestRise || role == .largestFall { return kind }
        return kind + [isOfSpending == isNegative ? "good" : "bad"]
    }

    /// What a comparison is of, so that none of money stands beside a count.
    private var measureTopics: [String] {
        if case .count = value { return ["ofcount"] }
        return role == .change && unit != nil ? ["ofaverage"] : []
    }

    /// Whether less of it is welcome.
    private var isOfSpending: Bool {
        if case .rows(let flow, _) = subject { flow == .spending || flow == .purchases } else { false }
    }

    private var usualTopics: [String] {
        let kind = ["usual"] + measureTopics
        guard let percent, abs(percent) >= FactPhrases.usualRange else { return kind }
        return kind + [isOfSpending == (percent < 0) ? "good" : "bad"]
    }
}
