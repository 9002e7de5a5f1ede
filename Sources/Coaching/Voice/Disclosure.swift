import Advice
import Ledger

/// What a model is told: the facts that the user's privacy lets go.
struct Disclosure {
    let sheet: FactSheet
    /// Whether what was asked for is a single row, or is made of such, and stays here.
    let isWithheld: Bool

    /// - Parameter most: how many facts at most, those that were asked for first.
    init(_ facts: [Fact], _ privacy: Privacy, _ phrases: FactPhrases, asOf: CivilDate, most: Int = Disclosure.mostFacts)
    {
        let keyed = facts.withExtremes.keyed()
        let open = privacy == .full ? keyed : keyed.filter { !$0.isOfSingleRow }
        isWithheld =
            open.isEmpty && !keyed.isEmpty || keyed.contains(where: \.isAsked) && !open.contains(where: \.isAsked)
        let answer = keyed.first { $0.role == .answer && $0.wording == nil }
        let told = open.filter { $0.key != answer?.key }
        let chosen = told.filter(\.isAsked) + told.filter { !$0.isAsked }
        let kept = Set(chosen.prefix(most).map(\.key))
        // Where a part is kept back, it may be what follows the largest.
        let isRanked = keyed.count { $0.role == .part } == open.count { $0.role == .part }
        sheet = FactSheet(
            told.filter { kept.contains($0.key) }.map {
                OfferedFact($0, phrases, asOf: asOf, isBlanked: privacy == .labels, isRanked: isRanked)
            },
            answersYes: answer.map { $0.value == .count(1) })
    }

    /// More facts make no reply better.
    static let mostFacts = 24
    /// For an endpoint that did not take the whole.
    static let leastFacts = 8
}

extension [Fact] {
    /// With the highest and the lowest of months, days, or weeks in the order of time, which no order of telling shows. The
    /// first and the last of them may be cut short and are no lowest.
    fileprivate var withExtremes: [Fact] {
        let series = filter { $0.role == .part && $0.isPartByTime && $0.money != nil }
        func units(_ fact: Fact) -> Int64 { fact.money?.minorUnits ?? 0 }
        guard series.count > 2, !contains(where: { $0.role == .largestPart || $0.role == .smallestPart }),
            var highest = series.max(by: { units($0) < units($1) }),
            var lowest = series.dropFirst().dropLast().min(by: { units($0) < units($1) })
        else { return self }
        (highest.role, highest.key) = (.largestPart, "highest")
        (lowest.role, lowest.key) = (.smallestPart, "lowest")
        let isLowest = series.allSatisfy { units($0) >= units(lowest) }
        return self + [highest] + (isLowest ? [lowest] : [])
    }
}
