import Ledger
import Retrieval
import Understanding

/// Merchants whose names begin with that of another: beside a category that one of them has rows of, and the one that is named
/// has none of, that one is meant. The gas of Costco is bought at Costco Gas.
struct NamesTogether {
    let evaluator: AskEvaluator
    let names: any NameCatalog

    init(_ evaluator: AskEvaluator, _ names: any NameCatalog) {
        self.evaluator = evaluator
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

    private func isVoid(_ filters: [RowFilter]) throws -> Bool {
        try evaluator.latest(Selection(.any, .all(filters), .everything)) == nil
    }
}

extension RowFilter {
    /// Whether it is of one merchant or several, and nothing else.
    var isOfMerchants: Bool {
        switch self {
        case .merchant: true
        case .or(let all): all.allSatisfy(\.isOfMerchants)
        default: false
        }
    }

    /// Their names.
    var merchants: [String] {
        switch self {
        case .merchant(let name): [name]
        case .or(let all): all.flatMap(\.merchants)
        default: []
        }
    }

    /// Whether it is of categories alone.
    var isOfCategories: Bool {
        switch self {
        case .category: true
        case .or(let all): all.allSatisfy(\.isOfCategories)
        default: false
        }
    }
}
