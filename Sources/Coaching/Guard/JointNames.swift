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
