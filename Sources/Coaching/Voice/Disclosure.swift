import Advice
import Ledger

/// What a model is told: the facts that the user's privacy lets go.
struct Disclosure {
    let sheet: FactSheet
    /// Whether what was asked for is a single row, or is made of such, and stays here.
    let isWithheld: Bool

    /// - Parameter most: how many facts at most besides those that must be said, the ones that were asked for first.
    init(_ facts: [Fact], _ privacy: Privacy, _ phrases: FactPhrases, asOf: CivilDate, most: Int = Disclosure.mostFacts)
    {
        let keyed = facts.keyed()
        let open = privacy == .full ? keyed : keyed.filter { !$0.isOfSingleRow }
        isWithheld =
            open.isEmpty && !keyed.isEmpty || keyed.contains(where: \.isAsked) && !open.contains(where: \.isAsked)
        let answer = keyed.first { $0.role == .answer && $0.wording == nil }
        let told = open.filter { $0.key != answer?.key }
        // Of months the latest are kept.
        let free = told.filter { !$0.mustBeSaid }
        let rest = free.filter { !$0.isAsked }
        let months = rest.filter { $0.role == .part && $0.isPartByTime }
        let chosen = free.filter(\.isAsked) + rest.filter { !months.contains($0) } + months.reversed()
        let kept = Set((chosen.prefix(most) + told.filter(\.mustBeSaid)).map(\.key))
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
