import Ledger
import Retrieval
import Understanding

/// Readings whose conditions no row meets together on any day: a word of the line was taken for something that it does not
/// mean, and a sum of nothing would be a false zero.
///
/// Another reading that has rows goes before them. Where there is none, the condition that stands in the way is left out,
/// and the answer says so.
struct VoidReadings {
    let evaluator: AskEvaluator
    let rows: RowPhrase

    init(_ evaluator: AskEvaluator, _ rows: RowPhrase) {
        self.evaluator = evaluator
        self.rows = rows
    }

    /// By how much a reading that has rows may be scored below one that has none.
    private static let margin = 4.0

    /// The readings, best first, with one in front that has rows where there is any.
    func settled(_ candidates: [LineReader.Candidate]) throws -> [LineReader.Candidate] {
        guard let best = candidates.first, try isVoid(best) else { return candidates }
        var candidates = candidates
        let other = try candidates.indices.dropFirst().first { place in
            let rival = candidates[place]
            guard case .ask(let ask) = rival.request, rival.unread.count <= best.unread.count,
                rival.namesSomething, rival.isFollowUp == best.isFollowUp,
                best.score - rival.score <= VoidReadings.margin
            else { return false }
            return try hasRows(ask.selection.filter, ask.selection.flow)
        }
        if let other {
            candidates.insert(candidates.remove(at: other), at: 0)
        } else if let looser = try loosened(best) {
            candidates[0] = looser
        }
        return candidates
    }

    /// Whether nothing that it names was ever there together. Whether it was may be just what the line asks, and a shop
    /// that everybody knows is one even where nothing was bought.
    private func isVoid(_ candidate: LineReader.Candidate) throws -> Bool {
        guard case .ask(let ask) = candidate.request, !candidate.asksWhether, candidate.otherwise == nil,
            ask.selection.filter.isComposed, !ask.selection.filter.isOfDays,
            !candidate.searched.contains(where: KnownMerchants.knows)
        else { return false }
        return try !hasRows(ask.selection.filter, .any)
    }

    private func hasRows(_ filter: RowFilter, _ flow: Selection.Flow) throws -> Bool {
        try evaluator.latest(Selection(flow == .net ? .any : flow, filter, .everything)) != nil
    }

    /// The reading without the one condition that leaves it no rows: a category, or an account that one of these stands
    /// beside. A shop and an account are names; that nothing was bought there with it is an answer. So is what a
    /// line finds that goes on to another account.
    private func loosened(_ candidate: LineReader.Candidate) throws -> LineReader.Candidate? {
        guard case .ask(var ask) = candidate.request, case .and(let parts) = ask.selection.filter else { return nil }
        if case .share = ask.measure { return nil }
        if candidate.isFollowUp, candidate.namesAccount { return nil }
        let shops = parts.filter { $0.weight == RowFilter.shop }
        if shops.count > 1 {
            // A payment is to one of them.
            ask.selection.filter = .all(parts.filter { !shops.contains($0) } + [.any(shops)])
            guard try hasRows(ask.selection.filter, .any) else { return nil }
            var candidate = candidate
            candidate.request = .ask(ask)
            return candidate
        }
        let isOfShops = parts.contains { $0.weight == RowFilter.shop }
        let order = parts.indices.filter { parts[$0].weight < (isOfShops ? RowFilter.account : RowFilter.shop) }
            .sorted { parts[$0].weight < parts[$1].weight }
        let place = try order.first { place in
            var kept = parts
            kept.remove(at: place)
            return try rows.word(parts[place]) != nil && hasRows(.all(kept), .any)
        }
        guard let place, let name = rows.word(parts[place]) else { return nil }
        var kept = parts
        kept.remove(at: place)
        ask.selection.filter = .all(kept)
        var candidate = candidate
        candidate.request = .ask(ask)
        candidate.unread.append(name)
        return candidate
    }
}

extension RowPhrase {
    /// What a line that names rows calls them, for what is left out of it.
    func word(_ filter: RowFilter) -> String? { if case .text(let words) = filter { words } else { name(filter) } }
}

extension RowFilter {
    /// Whether several conditions have to be met at once.
    fileprivate var isComposed: Bool {
        if case .and(let parts) = self { parts.count > 1 } else { false }
    }

    /// Whether it is of the days beside other rows, which is a condition on the whole question.
    fileprivate var isOfDays: Bool {
        switch self {
        case .after, .before, .near: true
        case .and(let parts): parts.contains(where: \.isOfDays)
        default: false
        }
    }

    fileprivate static let (account, shop) = (2, 3)

    /// How surely a line means it: a name of the household's own more than a word for a kind of things.
    fileprivate var weight: Int {
        switch self {
        case .category, .recurring, .rows: 1
        case .or(let parts): parts.map(\.weight).max() ?? 0
        case .account: RowFilter.account
        case .merchant, .text: RowFilter.shop
        default: 4
        }
    }
}
