import Ledger

/// Chooses which of the overlapping clauses of a line are meant: the ways to cover it that leave the least unread.
struct Cover {
    /// One way to read the line.
    struct Reading {
        /// Left to right, none overlapping.
        var clauses: [PlacedClause] = []
        /// The tokens that no clause holds and that are no small words.
        var unread: [Int] = []
        var score = 0.0

        /// Whether it is made of nothing that words could be put together wrongly from: what is asked for, of at most one
        /// name, at one time.
        var isPlain: Bool {
            // `and in May` joins nothing within the line.
            let said = clauses.first?.clause == .and ? clauses.dropFirst() : clauses[...]
            let names = said.count { if case .name = $0.clause { true } else { false } }
            let times = said.count { if case .time = $0.clause { true } else { false } }
            return said.allSatisfy(\.clause.isPlain) && names < 2 && times < 2
        }
    }

    /// What it costs to pass over a word.
    private enum Price {
        /// Small words and politeness.
        static let filler = 0.02
        /// A word that means something, but not which figure is wanted.
        static let content = 3.0
        /// What a clause has to be worth, so that one long clause beats two short ones.
        static let clause = 0.6
    }

    let tokens: [Token]
    let keys: [String]
    let clauses: [PlacedClause]
    /// How many readings are kept.
    var width = 12

    /// The best readings, best first.
    func readings() -> [Reading] {
        var starting: [[PlacedClause]] = Array(repeating: [], count: tokens.count)
        for clause in clauses { starting[clause.tokens.lowerBound].append(clause) }
        var best: [[Reading]] = Array(repeating: [], count: tokens.count + 1)
        best[0] = [Reading()]
        for place in tokens.indices {
            let found = Array(best[place].sorted { $0.score > $1.score }.prefix(width))
            best[place] = []
            for reading in found {
                best[place + 1].append(passing(place, reading))
                for clause in starting[place] {
                    var next = reading
                    next.clauses.append(clause)
                    next.score += Double(clause.tokens.count) - Price.clause + clause.weight
                    best[clause.tokens.upperBound].append(next)
                }
            }
        }
        return Array(best[tokens.count].sorted { $0.score > $1.score }.prefix(width))
    }

    private func passing(_ place: Int, _ reading: Reading) -> Reading {
        var next = reading
        if tokens[place].form == .sign && keys[place] != "%" { return next }
        if GrammarWords.builtIn[.filler].contains(keys[place]) {
            next.score -= Price.filler
        } else {
            next.score -= Price.content
            next.unread.append(place)
        }
        return next
    }
}
