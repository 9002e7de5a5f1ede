import Ledger

/// What goes on with advice: another thing, amount or part to save, another month to explain.
extension FollowUp {
    /// Whether a line only says another size, another amount, or what is to be spared, after advice on spending less.
    func goesOnWithAdvice(_ last: ConversationState.Turn) -> Bool {
        switch last.advice.topic {
        case .cut:
            let cut = CutReader(reading: reading)
            return cut.alone != nil || cut.step != nil
        case .saving:
            if sparesOnly || sparesByVerb { return true }
            let amounts = reading.amounts + reading.bareAmounts
            let known = Set(amounts.flatMap { Array($0.tokens) } + reading.times.flatMap { Array($0.tokens) })
            return amounts.count == 1
                && reading.tokens.indices.allSatisfy {
                    known.contains($0) || FollowUp.besideTargets.contains(reading.tokens[$0].key)
                }
        case .reasons: return reading.asksForGroups && reading.units.count <= 4
        default: return false
        }
    }

    private static let besideTargets: Set<String> = [
        "make", "it", "that", "what", "about", "how", "and", "for", "if", "want", "i", "a", "month", "year", "by",
        "say", "more", "less", "like", "instead", "rather", "only", "ok", "then", "no", "dollars", "bucks", "$", "per",
        "to", "save",
    ]

    /// `and without coffee too`, `anything but clothes`: a line that begins with what is to be left out.
    private var sparesOnly: Bool {
        guard reading.names.contains(where: \.isExcluded), reading.units.count <= 7,
            !reading.units.contains(where: { $0.labels.contains("@howmuch") || $0.labels.contains("@howmany") })
        else { return false }
        return reading.keys.indices.prefix(3).contains { place in
            FunctionWords.exclusions.longest(in: reading.keys, at: place) != nil || reading.keys[place] == "not"
        }
    }

    /// `leave my coffee alone`, `keep restaurants`, `don't touch eating out`.
    private var sparesByVerb: Bool {
        let words = said.drop { ["but", "and", "no", "please"].contains($0) }
        let verb = words.first ?? ""
        return !reading.categories().isEmpty && reading.units.count <= 6
            && (verb == "leave" && words.contains("alone") || ["keep", "spare"].contains(verb)
                || words.starts(with: ["dont", "touch"]) || words.starts(with: ["dont", "cut"]))
    }

    /// Changes what advice was asked for.
    ///
    /// - Returns: whether nothing else is to be changed.
    func changeAdvice(_ understood: inout Understood) -> Bool {
        switch understood.advice.topic {
        case .cut:
            let reader = CutReader(reading: reading)
            if let cut = reader.alone {
                understood.advice.cut = cut
                return true
            }
            if let up = reader.step {
                understood.advice.cut = understood.advice.cut?.moved(up: up) ?? understood.advice.cut
                return true
            }
        case .saving:
            if sparesByVerb {
                understood.query.excludedCategories += reading.categories()
                return true
            }
            let amounts = reading.amounts + reading.bareAmounts
            if amounts.count == 1, let amount = amounts.first {
                understood.advice.target = Money(amount.amount, amount.currency)
            }
        case .reasons where reading.asksForGroups:
            // Which of them it was is told by how much each changed.
            guard let period = understood.query.period else { return false }
            understood.query.comparison = understood.query.comparison ?? PeriodComparison.preceding(period)
            understood.query.grouping = reading.has("group.merchant") ? .merchant : .category
            understood.query.direction = .out
            return true
        case .reasons:
            understood.query.comparison = nil
            understood.query.grouping = nil
        default: break
        }
        return false
    }
}
