import Ledger

/// Figures of several names, and names that are left out of what is spoken of.
extension Verdict {
    private static let joints: Set<String> = [",", "and", "&", "plus", "your", "the"]

    /// Whether a claim is of several names at once: `rent, groceries and coffee were 50 %`.
    func areJoined(_ position: Int) -> Bool {
        let names = reading.claimNames[position].map { reading.names[$0].tokens }
        guard names.count > 1 else { return false }
        return zip(names, names.dropFirst()).allSatisfy { one, next in
            one.upperBound <= next.lowerBound
                && (one.upperBound..<next.lowerBound).allSatisfy { Verdict.joints.contains(reading.key($0)) }
        }
    }

    /// `Netflix and Adobe cost $19.99 each`: every one of them has the figure.
    func isOfEach(_ position: Int, _ known: [Fact]) -> Bool {
        guard areJoined(position), reading.has(["each", "both", "apiece", "tie", "tied", "same", "every", "either"])
        else {
            return false
        }
        return reading.claimNames[position].allSatisfy { name in
            known.contains { !$0.labels.isDisjoint(with: reading.names[name].labels) }
        }
    }

    /// `everything but rent made up 36.5 %`: the figure of one thing is not that of the rest.
    func isOfRest(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        return reading.names.contains { name in
            let isBeside =
                name.tokens.upperBound <= start && start - name.tokens.upperBound <= 2
                && ["(", ",", ":", "at"].contains(reading.key(name.tokens.upperBound))
            return name.isLeftOut && !isBeside
        }
    }
}

extension Verdict {
    /// `Together with Namecheap they come to $37.36`: of all of them, and not of what is added.
    func isOfThemTogether(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        return (max(0, start - 3)..<start).contains { ["come", "comes", "make", "total"].contains(reading.key($0)) }
            && reading.tokens.indices.contains {
                $0 < start && reading.key($0) == "together" && reading.key($0 + 1) == "with"
            }
    }

    /// `$44,272.84 in A and B`: what the accounts named hold together.
    func isSumOf(_ names: [Set<String>], _ fact: Fact) -> Bool {
        guard names.count > 1, let money = fact.money else { return false }
        let parts = names.map { name in
            base.facts.first { other in
                other.money?.currency == money.currency && other.kinds.contains(.balance)
                    && !other.labels.isDisjoint(with: name)
            }?.money?.minorUnits
        }
        return parts.reduce(Int64(0)) { $0 + ($1 ?? 0) } == money.minorUnits && !parts.contains(nil)
    }
}
