import Ledger

/// A category word beside a merchant: it narrows the merchant's rows, picks another merchant, or only says what the
/// merchant is.
extension QueryBuilder {
    /// `heb gas` is H-E-B Fuel, `target pharmacy` what of Target is pharmacy, `netflix subscription` only Netflix.
    func applyQualifiers(to query: inout Query, notes: inout [String]) {
        for name in reading.names where !name.isExcluded && !query.merchants.isEmpty {
            guard case .category(let ids) = name.kind, ids.contains(where: query.categories.contains),
                let beside = merchant(beside: name)
            else { continue }
            let wanted = Set(ids.flatMap(context.taxonomy.withDescendants))
            let own = Set(beside.merchants.flatMap(context.names.categories))
            let written = reading.text(of: name.tokens)
            if own.isDisjoint(with: wanted), beside.isIncluded {
                // `heb including gas`: the branch as well; without one the category stays.
                let kin = kin(of: beside.merchants, in: wanted)
                query.merchants += kin
                if !kin.isEmpty { query.categories.removeAll { ids.contains($0) } }
            } else if own.isDisjoint(with: wanted), case let kin = kin(of: beside.merchants, in: wanted), !kin.isEmpty {
                query.merchants = query.merchants.filter { !beside.merchants.contains($0) } + kin
                query.categories.removeAll { ids.contains($0) }
                notes.append("took “\(reading.text(of: beside.tokens)) \(written)” as \(kin.joined(separator: ", "))")
            } else if beside.isTouching, own.isSubset(of: wanted) || own.isDisjoint(with: wanted) {
                query.categories.removeAll { ids.contains($0) }
                if !own.isEmpty, own.isDisjoint(with: wanted), saysWhatRowsAre(ids) {
                    let whole = beside.merchants.joined(separator: ", ")
                    notes.append("nothing at \(whole) is filed under \(written), so I counted all of it")
                }
            }
        }
    }

    /// Words for spending of any kind say nothing of the rows: `target shopping`, `the verizon bill`.
    private func saysWhatRowsAre(_ ids: [String]) -> Bool {
        !ids.contains { ["shopping", "utilities", "food"].contains($0) }
    }

    /// The merchant right beside a category word (`netflix subscription`, `the verizon phone bill`), or at which it is
    /// said to be: `gas at heb`.
    private func merchant(
        beside name: NameMatch
    ) -> (merchants: [String], tokens: Range<Int>, isTouching: Bool, isIncluded: Bool)? {
        for other in reading.names where !other.isExcluded {
            guard case .merchant(let merchants) = other.kind else { continue }
            if other.tokens.upperBound == name.tokens.lowerBound || other.tokens.lowerBound == name.tokens.upperBound {
                return (merchants, other.tokens, true, false)
            }
            if other.tokens.upperBound < name.tokens.lowerBound,
                reading.keys[other.tokens.upperBound..<name.tokens.lowerBound].allSatisfy({
                    ["incl", "including", "include", "includes", "."].contains($0)
                })
            {
                return (merchants, other.tokens, false, true)
            }
            guard name.tokens.upperBound < other.tokens.lowerBound else { continue }
            let between = reading.keys[name.tokens.upperBound..<other.tokens.lowerBound]
            if between.contains(where: ["at", "from", "with", "@"].contains),
                between.allSatisfy({
                    FunctionWords.prepositions.contains($0) || FunctionWords.determiners.contains($0)
                })
            {
                return (merchants, other.tokens, false, false)
            }
        }
        return nil
    }

    /// Merchants whose name goes on from one of these and that have rows of the categories: H-E-B Fuel for H-E-B.
    private func kin(of merchants: [String], in wanted: Set<String>) -> [String] {
        merchants.flatMap { merchant -> [String] in
            let words = NameReader.words(of: merchant)
            return context.names.merchants(keyPrefix: NameKey.key(of: merchant), limit: NameReader.mostBegun).filter {
                $0 != merchant && NameReader.words(of: $0).starts(with: words)
                    && !context.names.categories(merchant: $0).isDisjoint(with: wanted)
            }
        }
    }
}
