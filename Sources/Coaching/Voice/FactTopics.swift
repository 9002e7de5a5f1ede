import Advice
import Ledger

private enum FactTopics {
    /// Percent of a change that is worth praise.
    static let leastPraised = 5.0
    /// The category of doctors and medicine.
    static let health = "health"
}

/// What the rule for a model's words knows of a fact by name.
extension Fact {
    func topics(asOf: CivilDate) -> Set<String> {
        var topics = Set(roleTopics)
        if case .purchase = subject { topics.insert("purchase") }
        if key == VerdictWords.firstReason, role == .reasonFor || role == .reasonAgainst { topics.insert("first") }
        if role == .statement, let period, period.start > asOf { topics.insert("ahead") }
        if basis.isEstimate, role == .statement, !isBad {
            topics.formUnion(subject == .spending ? ["expected", "expense"] : ["expected"])
        }
        if role == .pending, percent == 100 { topics.insert("all") }
        if isBad { topics.insert("bad") }
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
        case .net: ["net"] + sign
        case .remaining: sign
        case .lowest: ["forecast"] + (isNegative ? ["bad"] : [])
        case .balance: ["balance"]
        case .due, .bills: ["ahead", "bills"]
        case .pay: ["ahead", "pay"]
        case .safeToSpend: ["forecast", "safe"]
        case .streams: ["streams"]
        case .monthlyCost: ["cost"]
        case .yearlyCost: ["cost", "yearly"]
        case .stream: ["stream", "part"]
        case .reasonFor: ["reasonfor", "good"]
        case .reasonAgainst: ["reasonagainst", "bad"]
        case .condition: ["condition"]
        case .finding: ["finding", "bad"]
        case .suggestion, .saving, .target: ["suggestion"]
        case .pending: ["pending"]
        default: [role.rawValue]
        }
    }

    /// Whether there is something left.
    private var sign: [String] {
        guard case .money(let money) = value, money.minorUnits != 0 else { return [] }
        return [money.minorUnits < 0 ? "bad" : "good"]
    }

    /// Whether the change is welcome. Beside something else nothing has changed.
    private var changeTopics: [String] {
        if case .money(let now) = value, role == .price, case .money(let then)? = other?.value {
            return ["price", now.magnitude.minorUnits > then.magnitude.minorUnits ? "bad" : "good"]
        }
        if case .money(let money) = value, money.minorUnits == 0 { return ["change"] }
        guard other?.subject == nil || other?.subject == subject, let lessIsBetter else { return ["change"] }
        if lessIsBetter != isNegative { return ["change", "bad"] }
        return mayPraise && abs(percent ?? 0) >= FactTopics.leastPraised ? ["change", "good"] : ["change"]
    }

    private var usualTopics: [String] {
        guard let percent, abs(percent) >= FactPhrases.usualRange, let lessIsBetter else { return ["usual"] }
        if lessIsBetter != (percent < 0) { return ["usual", "bad"] }
        return mayPraise ? ["usual", "good"] : ["usual"]
    }

    /// Whether less of it, or more, can be somebody's doing. That of a single day is chance, and so it is beside more or
    /// fewer days. Nobody is praised for spending less on doctors and medicine, which a merchant's name may stand for.
    private var mayPraise: Bool {
        guard let days = period?.days, days > 1 else { return false }
        // Months are not all of a length.
        if let before = other?.period?.days, abs(before - days) * 10 > days { return false }
        if case .rows(let flow, let filter) = subject, flow != .income { return !filter.mayBeHealth }
        return true
    }

    /// What a comparison is of, so that none of money stands beside a count.
    private var measureTopics: [String] {
        if case .count = value { return ["ofcount"] }
        return role == .change && unit != nil ? ["ofaverage"] : []
    }

    /// Whether less of it is welcome, or more; nil where neither is.
    private var lessIsBetter: Bool? {
        switch subject {
        case .rows(.spending, _), .rows(.purchases, _): true
        case .rows(.income, _), .rows(.net, _), .household: false
        default: nil
        }
    }
}

extension RowFilter {
    /// Whether rows of it may be a doctor's: a category of health is named, or merchants without a category.
    fileprivate var mayBeHealth: Bool {
        let ids = categories
        return ids.isEmpty
            ? namesMerchant
            : ids.contains { $0 == FactTopics.health || Taxonomy.builtIn[$0]?.parent == FactTopics.health }
    }

    private var categories: [String] {
        switch self {
        case .category(let id): [id]
        case .and(let parts), .or(let parts): parts.flatMap(\.categories)
        default: []
        }
    }

    private var namesMerchant: Bool {
        switch self {
        case .merchant, .recurring, .text: true
        case .and(let parts), .or(let parts): parts.contains(where: \.namesMerchant)
        default: false
        }
    }
}
