import Ledger

/// What a verdict stood on when it was given: what was in the way, how the money was, and what was said of the thing. It's kept with a decision, so that it can
/// be said later what changed.
public struct VerdictBasis: Hashable, Sendable {
    /// What a verdict can turn on.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// The balance of the days to come.
        case cash
        /// What a usual month leaves, where no balance is known.
        case month
        case debt, limit
        /// The price beside what can go at once.
        case price
        /// What is paid for long beside what a usual month leaves.
        case running
        case goal
        /// What was spent on the same kind of late.
        case recently
        /// How avoidable the score finds it.
        case habit
        /// That it isn't worth its price, by what was said of it.
        case doubt
        /// Where one was.
        case place
        /// Too little was known.
        case unknown
        /// The case against it was asked for.
        case asked
        /// A day to wait for at no loss.
        case early
    }

    /// Figures of the money, minor units.
    public enum Figure: String, Hashable, Sendable, CaseIterable {
        /// The monthly limit that counts for it, and what was spent of it in that month.
        case limit, spent
        /// What a usual month leaves.
        case left
        /// What can go at once on a wish.
        case allowance
        /// The lowest balance of the days to come with the purchase.
        case lowest
        case savings
        /// Owed on cards that cost interest.
        case owed
        /// Spent on the same kind in the last three months.
        case recently
    }

    /// What stood in the way, the most decisive first.
    public let obstacles: [Subject]
    public let figures: [Figure: Int64]
    /// The category of the limit; nil without one.
    public let category: String?
    public let said: SaidOfPurchase

    public subscript(figure: Figure) -> Int64? { figures[figure] }
}

extension VerdictBasis.Subject {
    init(_ role: Ground.Role) {
        self =
            switch role {
            case .place: .place
            case .overdrawn, .reserve, .overdrawnLater, .reserveLater, .drawn, .saved: .cash
            case .beyondSaving: .month
            case .debt: .debt
            case .largeFraction, .exceedsLimit: .limit
            case .burden: .price
            case .running, .replaced: .running
            case .missesGoal: .goal
            case .recently: .recently
            case .avoidable: .habit
            case .doubtful: .doubt
            case .early: .early
            }
    }
}

extension VerdictBasis {
    public init(_ advice: PurchaseAdvice) {
        let verdict = advice.verdict
        var subjects = verdict.obstacles.map { Subject($0.role) }
        if verdict.isUnknown { subjects.insert(.unknown, at: 0) }
        if advice.purchase.asked == .against, subjects.isEmpty { subjects = [.asked] }
        obstacles = subjects.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        let ofLimit = verdict.grounds.first { $0.role.isAboutLimit }
        let limit = ofLimit?.whole ?? advice.rules.limit
        let found: [Figure: Int64?] = [
            .limit: limit, .spent: limit.map { _ in advice.rules.spentMonthToDate },
            .left: advice.pace?.perMonth, .allowance: advice.allowance?.now,
            .lowest: advice.cash.map { min($0.lowestWith.cents, $0.lowestLater.cents) }, .savings: advice.savings,
            .owed: advice.debt?.owed, .recently: advice.recently,
        ]
        figures = found.compactMapValues { $0 }
        category = limit == nil ? nil : advice.rules.existingRule?.category
        said = advice.purchase.said
    }

    /// As it is kept: where one was isn't.
    public var text: String {
        let obstacles = obstacles.filter { $0 != .place }
        let kept = Figure.allCases.compactMap { figure in
            figures[figure].map { (figure.rawValue, JSON.integer($0)) }
        }
        return JSON.object([
            ("obstacles", .strings(obstacles.map(\.rawValue))), ("figures", .object(kept)),
            ("category", .optional(category, JSON.string)), ("said", said.json),
        ]).text
    }

    /// - Returns: nil for what isn't such a text.
    public init?(_ text: String) {
        guard let json = try? JSON.parse(text), let subjects = json["obstacles"]?.array else { return nil }
        obstacles = subjects.compactMap { $0.string.flatMap(Subject.init) }
        figures = (json["figures"]?.object ?? []).reduce(into: [:]) { found, member in
            if let figure = Figure(rawValue: member.0) { found[figure] = member.1.int64 }
        }
        category = json["category"]?.string
        said = json["said"].map { SaidOfPurchase($0) } ?? SaidOfPurchase()
    }
}
