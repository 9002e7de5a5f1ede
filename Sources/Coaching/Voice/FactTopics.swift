import Advice
import Ledger

private enum FactTopics {
    /// Percent of a change that is worth praise.
    static let leastPraised = 5.0
    static let care = "health"
}

/// What the rule for a model's words has to know of a fact: by these names, and nothing else.
extension Fact {
    func topics(asOf: CivilDate) -> Set<String> {
        var topics = Set(roleTopics)
        if case .purchase = subject { topics.insert("purchase") }
        if key == VerdictWords.firstReason, role == .reasonFor || role == .reasonAgainst { topics.insert("first") }
        if role == .statement, let period, period.start > asOf { topics.insert("ahead") }
        if basis.isEstimate {
            switch role {
            case .statement: topics.formUnion(subject == .spending ? ["assumed", "expense"] : ["assumed"])
            case .due, .bills: topics.insert("counted")
            case .pay where other?.period?.contains(period?.start ?? asOf) ?? false: topics.insert("counted")
            default: break
            }
        }
        return topics
    }

    private var roleTopics: [String] {
        switch role {
        case .total: ["sum"]
        case .count: ["count"]
        case .average, .rate, .median: ["average"]
        case .part: ["part"]
        case .largestPart: ["part", "most"]
        case .smallestPart: ["part", "least"]
        case .change: changeTopics + measureTopics
        case .usual: usualTopics + measureTopics
        case .price: changeTopics
        case .net, .savingsRate: isNegative ? ["net", "bad"] : ["net", "good"]
        case .remaining: [isNegative ? "bad" : "good"]
        case .lowest: ["forecast"] + (isNegative ? ["bad"] : [])
        case .balance: ["balance"]
        case .due, .bills: ["ahead", "bills"]
        case .pay: ["ahead", "pay"]
        case .safeToSpend: ["forecast", "safe"]
        case .streams: ["streams"]
        case .monthlyCost: ["cost"]
        case .yearlyCost: ["cost", "yearly"]
        case .stream: ["stream", "part"]
        case .reasonFor: ["reasonfor", "purchase", "good"]
        case .reasonAgainst: ["reasonagainst", "purchase", "bad"]
        case .condition: ["condition", "purchase"]
        case .finding: ["finding", "bad"]
        case .suggestion, .saving, .target: ["suggestion"]
        case .pending: ["pending"]
        default: [role.rawValue]
        }
    }

    /// Whether the change is welcome. Beside something else nothing has changed.
    private var changeTopics: [String] {
        if case .money(let now) = value, role == .price, case .money(let then)? = other?.value {
            return ["price", now.magnitude.minorUnits > then.magnitude.minorUnits ? "bad" : "good"]
        }
        if case .money(let money) = value, money.minorUnits == 0 { return ["change"] }
        guard other?.subject == nil || other?.subject == subject else { return ["change"] }
        if isOfSpending != isNegative { return ["change", "bad"] }
        return mayPraise && abs(percent ?? 0) >= FactTopics.leastPraised ? ["change", "good"] : ["change"]
    }

    private var usualTopics: [String] {
        guard let percent, abs(percent) >= FactPhrases.usualRange else { return ["usual"] }
        if isOfSpending != (percent < 0) { return ["usual", "bad"] }
        return mayPraise ? ["usual", "good"] : ["usual"]
    }

    /// Whether less of it, or more, can be somebody's doing: neither of a single day, nor beside more or fewer days, nor
    /// what doctors and medicine cost.
    private var mayPraise: Bool {
        guard let days = period?.days, days > 1 else { return false }
        // Months are not all of a length.
        if let before = other?.period?.days, abs(before - days) * 10 > days { return false }
        if case .rows(_, .category(let id)) = subject {
            return id != FactTopics.care && Taxonomy.builtIn[id]?.parent != FactTopics.care
        }
        return true
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
}
