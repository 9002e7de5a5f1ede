import Ledger

/// What can be seen of a reading that tells how far it is to be trusted, as the rows of `rag-index/readings/misread.tsv`
/// name it: how far it is ahead of others, how much of the line says something, what it asks, and of what clauses it is made.
extension LineReader.Candidate {
    public var traits: [String] {
        [Trait.step("lead", lead, [0.1, 0.3, 0.6, 1, 2, 3, 5])] + flags + sizes + requestTraits
            + clauses.flatMap(\.traits) + filterTraits
    }

    private var flags: [String] {
        // With its type said: inferring it from so many parts takes the compiler a minute.
        let flags: KeyValuePairs<String, Bool> = [
            "plain": isPlain, "asks whether": asksWhether, "says days": saysDays, "whole": isWhole,
            "goes back": goesBack, "names account": namesAccount, "aside": isAside, "names amount": namesAmount,
            "says flow": saysFlow, "leaves out": leavesOut, "continues": continues, "asks parts": asksParts,
            "asks what": asksWhat, "follow-up": isFollowUp, "searches in vain": searchesInVain,
            "needs stream": needsStream, "leaves names": leavesNames, "otherwise": otherwise != nil,
            "problem": problem != nil,
        ]
        return flags.compactMap { $0.value ? $0.key : nil }
    }

    private var sizes: [String] {
        let covered = Set(clauses.flatMap { Array($0.tokens) }).count
        return [
            Trait.step(
                "score a word", contentWords == 0 ? 0 : score / Double(contentWords), [0, 0.4, 0.6, 0.8, 1, 1.2, 1.5]),
            Trait.step("content words", contentWords, [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14]),
            Trait.step("weight of said", weightOfSaid, [1, 2, 3, 4, 5, 6, 7, 8]),
            Trait.step("words", words.count, [2, 3, 4, 5, 6, 8, 10, 12, 15, 20]),
            Trait.step("passed over", words.count - covered, [1, 2, 3, 4, 6, 8]),
            Trait.step("unread", unread.count, [1, 2]), Trait.step("notes", notes.count, [1, 2]),
            Trait.step("broadened", broadened.count, [1]), Trait.step("dropped", dropped.count, [1]),
        ]
    }

    /// What it asks, without the names, days, and amounts that it asks it of.
    private var requestTraits: [String] {
        (request.json.object ?? []).flatMap { name, value -> [String] in
            let trait: String
            switch value {
            case .null, .bool(false): return []
            case .string(let text): trait = "\(name)=\(text)"
            default: trait = name
            }
            return isFollowUp ? [trait, "follow-up \(trait)"] : [trait]
        }
    }

    private var filterTraits: [String] {
        guard case .ask(let ask) = request else { return [] }
        var found = ask.selection.filter.traits(depth: 0)
        if case .periods(let days) = ask.selection.span { found.append(Trait.step("periods", days.count, [2, 3])) }
        return found
    }
}

/// A trait of what can be counted: the step that a value is below.
private enum Trait {
    static func step(_ name: String, _ value: Double, _ steps: [Double]) -> String {
        steps.first { value < $0 }.map { "\(name)<\($0.formatted)" } ?? "\(name) more"
    }

    static func step(_ name: String, _ value: Int, _ steps: [Double]) -> String { step(name, Double(value), steps) }
}

extension Double {
    fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}

extension PlacedClause {
    fileprivate var traits: [String] {
        guard case .name(let match) = clause else { return ["clause \(caseName(of: clause))"] }
        let (kind, count) =
            switch match.kind {
            case .category(let ids): ("category", ids.count)
            case .merchant(let names): ("merchant", names.count)
            case .account(let names): ("account", names.count)
            case .unknownAccount: ("unknown account", 1)
            case .unknown: ("unknown", 1)
            }
        return ["clause \(kind)", Trait.step("\(kind) names", count, [2, 3, 4, 6])]
            + [
                ("whole category", match.isWhole), ("pointed name", match.isPointed), ("noted name", match.note != nil),
                ("narrower name", !match.merchants.isEmpty), ("wider name", !match.beside.isEmpty),
            ].filter(\.1).map(\.0)
    }
}

extension RowFilter {
    fileprivate func traits(depth: Int) -> [String] {
        let own = "filter \(depth) \(caseName(of: self))"
        switch self {
        case .and(let parts), .or(let parts): return [own] + parts.flatMap { $0.traits(depth: depth + 1) }
        case .not(let part): return [own] + part.traits(depth: depth + 1)
        default: return [own]
        }
    }
}

/// The name of an enumeration's case, without what it holds.
private func caseName(of value: some Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
}
