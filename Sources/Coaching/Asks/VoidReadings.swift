import Ledger
import Retrieval
import Understanding

/// Readings whose conditions no row meets together on any day: a word of the line was taken for something that it does not
/// mean, and a sum of nothing would be a false zero.
///
/// Another reading that has rows goes before them. Where there is none, the condition that stands in the way gives way, and the
/// answer says so. Whether something was ever there may be just what a line asks: that is answered with no, unless it is only
/// asked of a person, whose payments are filed under nothing.
struct VoidReadings {
    let evaluator: AskEvaluator
    let rows: RowPhrase
    let names: any NameCatalog

    init(_ evaluator: AskEvaluator, _ rows: RowPhrase, _ names: any NameCatalog) {
        self.evaluator = evaluator
        self.rows = rows
        self.names = names
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
                rival.namesSomething, rival.isFollowUp == best.isFollowUp, rival.asksWhether == best.asksWhether,
                best.score - rival.score <= VoidReadings.margin
            else { return false }
            return try hasRows(ask.selection.filter, ask.selection.flow)
        }
        // Of a shop and a category that it has none of, the shop is the surer name.
        if let looser = try loosened(best, asOfMerchants: true) {
            candidates[0] = looser
        } else if let other {
            candidates.insert(candidates.remove(at: other), at: 0)
        } else if let looser = try loosened(best, asOfMerchants: false) {
            candidates[0] = looser
        }
        return candidates
    }

    /// Whether nothing that it names was ever there together. A shop that everybody knows is one even where nothing was bought.
    private func isVoid(_ candidate: LineReader.Candidate) throws -> Bool {
        guard case .ask(let ask) = candidate.request, candidate.otherwise == nil,
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
    ///
    /// - Parameter asOfMerchants: whether only a category beside merchants may give way.
    private func loosened(_ candidate: LineReader.Candidate, asOfMerchants: Bool) throws -> LineReader.Candidate? {
        guard case .ask(let ask) = candidate.request, case .and(let parts) = ask.selection.filter else { return nil }
        if case .share = ask.measure { return nil }
        let merchants = parts.filter(\.isOfMerchants)
        let categories = parts.indices.filter { parts[$0].isOfCategories }
        let asksOfPeople = !merchants.isEmpty && merchants.allSatisfy { $0.merchants.allSatisfy(isOfPeople) }
        if candidate.asksWhether, !asksOfPeople { return nil }
        if asOfMerchants {
            guard !merchants.isEmpty, categories.count == 1,
                try !hasRows(.all(merchants + [parts[categories[0]]]), .any)
            else { return nil }
            return try without(parts, at: categories[0], candidate)
        }
        if candidate.isFollowUp, candidate.namesAccount { return nil }
        let shops = parts.filter { $0.weight == RowFilter.shop }
        if shops.count > 1 {
            // A payment is to one of them.
            let filter = RowFilter.all(parts.filter { !shops.contains($0) } + [.any(shops)])
            guard try hasRows(filter, .any) else { return nil }
            return candidate.asking(filter, ask.selection.flow)
        }
        let bound = shops.isEmpty ? RowFilter.shop : RowFilter.account
        let order = parts.indices.filter { parts[$0].weight < bound }.sorted { parts[$0].weight < parts[$1].weight }
        for place in order {
            if let looser = try without(parts, at: place, candidate) { return looser }
        }
        return nil
    }

    /// - Returns: nil where there are no rows without it, either, or it has no name.
    private func without(
        _ parts: [RowFilter], at place: Int, _ candidate: LineReader.Candidate
    ) throws -> LineReader.Candidate? {
        guard case .ask(let ask) = candidate.request, let name = rows.word(parts[place]) else { return nil }
        var kept = parts
        kept.remove(at: place)
        let filter = RowFilter.all(kept)
        guard try hasRows(filter, .any) else { return nil }
        var flow = ask.selection.flow
        if [.spending, .purchases].contains(flow), try !hasRows(filter, .spending), try hasRows(filter, .income) {
            flow = .income
        }
        var looser = candidate.asking(filter, flow)
        // That a word was taken for the whole category is no matter any more.
        looser.broadened = []
        let rest = rows.words(flow, filter, isCounted: true)
        let filed = parts[place].isOfCategories ? "is filed under" : "is of"
        let all = rest.hasPrefix(" at ") ? "everything there" : "all of it"
        looser.dropped.append(.init(name, "Nothing\(rest) \(filed) \(name), so this is \(all)."))
        return looser
    }

    /// Whether money only goes to or comes from a merchant as from one person to another.
    private func isOfPeople(_ merchant: String) -> Bool {
        let filed = names.categories(merchant: merchant)
        return !filed.isEmpty && filed.isSubset(of: VoidReadings.ofPeople)
    }

    private static let ofPeople: Set = ["people", "reimbursement"]
}

extension LineReader.Candidate {
    /// The same question of other rows.
    fileprivate func asking(_ filter: RowFilter, _ flow: Selection.Flow) -> LineReader.Candidate {
        guard case .ask(var ask) = request else { return self }
        ask.selection = Selection(flow, filter, ask.selection.span)
        var other = self
        other.request = .ask(ask)
        return other
    }
}

extension RowPhrase {
    /// What a line that names rows calls them, for what is left out of it.
    func word(_ filter: RowFilter) -> String? {
        switch filter {
        case .text(let words): words
        case .or(let parts) where parts.allSatisfy(\.isOfCategories): NumberText.list(parts.compactMap(name), "or")
        default: name(filter)
        }
    }
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
