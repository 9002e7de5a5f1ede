import Ledger
import Retrieval
import Understanding

/// A category said beside a merchant that never had a row of it: `the YMCA camp`, `the average check at the diner`.
///
/// Rows of both exist on no day, so the line cannot mean them. The merchant is the surer name, and the category is a word for
/// what was bought there; the answer is of the merchant and says so. A merchant of the same name that has such rows is the one
/// that is meant: the gas of Costco is bought at Costco Gas.
struct NamesTogether {
    let evaluator: AskEvaluator
    let rows: RowPhrase
    let names: any NameCatalog

    init(_ evaluator: AskEvaluator, _ rows: RowPhrase, _ names: any NameCatalog) {
        self.evaluator = evaluator
        self.rows = rows
        self.names = names
    }

    /// The reading as it is where its names have rows together, or where the question is whether they have.
    func settled(_ candidate: LineReader.Candidate) throws -> LineReader.Candidate {
        guard case .ask(var ask) = candidate.request, !candidate.asksWhether,
            case .and(let parts) = ask.selection.filter
        else { return candidate }

        if let others = try leavingOutNamesakes(parts) {
            ask.selection.filter = .and(others)
            var candidate = candidate
            candidate.request = .ask(ask)
            return candidate
        }
        let merchants = parts.filter(\.isOfMerchants)
        let categories = parts.filter(\.isOfCategories)
        guard !merchants.isEmpty, !categories.isEmpty, try isVoid(merchants + categories), try !isVoid(merchants) else {
            return candidate
        }

        let namesakes = try merchants.flatMap(\.merchants).flatMap(namesakes).filter {
            try !isVoid([.merchant($0)] + categories)
        }
        if !namesakes.isEmpty {
            let meant = namesakes.map(RowFilter.merchant)
            let others = parts.filter { !$0.isOfMerchants }
            ask.selection.filter = .and((meant.count == 1 ? meant : [.or(meant)]) + others)
            var candidate = candidate
            candidate.request = .ask(ask)
            candidate.notes.append("took \(NumberText.list(namesakes))")
            return candidate
        }
        // Without the category it would be a share of something else.
        if case .share = ask.measure { return candidate }
        let kept = parts.filter { !$0.isOfCategories }
        ask.selection.filter = .all(kept)
        if [.spending, .purchases].contains(ask.selection.flow), try isVoid(merchants, .spending),
            try !isVoid(merchants, .income)
        {
            ask.selection.flow = .income
        }
        var candidate = candidate
        candidate.request = .ask(ask)
        let place = NumberText.list(merchants.compactMap(rows.name))
        let thing = NumberText.list(categories.compactMap(rows.name), "or")
        // That a word was taken for the whole category is no matter any more.
        candidate.broadened = []
        candidate.notes.append("nothing at \(place) is filed under \(thing), so this is everything there")
        return candidate
    }

    /// A merchant that is left out of rows it has none of, where one of the same name has some: `without Costco` of gas is
    /// without Costco Gas.
    private func leavingOutNamesakes(_ parts: [RowFilter]) throws -> [RowFilter]? {
        let categories = parts.filter(\.isOfCategories)
        guard !categories.isEmpty else { return nil }
        var found = parts
        for place in parts.indices {
            guard case .not(.merchant(let name)) = parts[place], try isVoid([.merchant(name)] + categories) else {
                continue
            }
            let meant = try namesakes(name).filter { try !isVoid([.merchant($0)] + categories) }
            if !meant.isEmpty { found[place] = .not(.any(meant.map { .merchant($0) })) }
        }
        return found == parts ? nil : found
    }

    /// The merchants whose names begin with that of another.
    private func namesakes(_ name: String) -> [String] {
        let key = NameKey.key(of: name)
        return names.merchants(keyPrefix: key, limit: 8).filter {
            $0 != name && $0.lowercased().hasPrefix(name.lowercased())
        }
    }

    private func isVoid(_ filters: [RowFilter], _ flow: Selection.Flow = .any) throws -> Bool {
        try evaluator.latest(Selection(flow, .all(filters), .everything)) == nil
    }
}

extension RowFilter {
    fileprivate var isOfMerchants: Bool {
        switch self {
        case .merchant: true
        case .or(let all): all.allSatisfy(\.isOfMerchants)
        default: false
        }
    }

    /// Their names.
    fileprivate var merchants: [String] {
        switch self {
        case .merchant(let name): [name]
        case .or(let all): all.flatMap(\.merchants)
        default: []
        }
    }

    fileprivate var isOfCategories: Bool {
        switch self {
        case .category: true
        case .or(let all): all.allSatisfy(\.isOfCategories)
        default: false
        }
    }
}
