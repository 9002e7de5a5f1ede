import Ledger

/// Takes the rows of one merchant on one account apart into rhythms.
enum RecurringSearch {
    struct Found {
        var rhythms: [RecurringRhythm]
        /// Why the rows that are in no rhythm are none; nil when there is nothing to say.
        var reason: RecurringRejection.Reason?
    }

    /// Where there is more than one charge a day left, no rhythm is looked for.
    private static let mostInChains = 800

    /// Four charges a day for two years and more: beyond that nothing is charged together in an even rhythm.
    private static let mostInLanes = 3200

    /// - Parameter rows: oldest first, of one merchant, account, kind and currency; not empty.
    static func find(_ rows: [RecurringRow]) -> Found {
        guard rows.count <= mostInLanes, let (first, second) = lanes(rows) else { return findOne(rows) }
        let (one, other) = (findOne(first), find(second))
        return Found(rhythms: one.rhythms + other.rhythms, reason: one.reason ?? other.reason)
    }

    /// Two things at one price that are charged together: the rows, and their equals of the same days. nil unless six of
    /// ten rows have one.
    private static func lanes(_ rows: [RecurringRow]) -> (first: [RecurringRow], second: [RecurringRow])? {
        var first: [RecurringRow] = []
        var second: [RecurringRow] = []
        for row in rows {
            let isRepeated = first.reversed().prefix { $0.date == row.date }.contains { $0.amount == row.amount }
            if isRepeated { second.append(row) } else { first.append(row) }
        }
        return second.count >= 3 && second.count * 10 >= first.count * 6 ? (first, second) : nil
    }

    private static func findOne(_ rows: [RecurringRow]) -> Found {
        let category = rows[rows.count - 1].category
        let nature = RecurringCategory(category)
        if case .never = nature { return Found(rhythms: [], reason: .category(category)) }
        guard rows.count > 1 else { return Found(rhythms: [], reason: .tooFew(rows: 1)) }
        let cores = cores(rows, nature)
        let isIncome = rows[0].kind == .income
        let whole = accepted(rows, nature)
        if case .success(let rhythm) = whole, isIncome || !overlap(cores),
            rhythm.extras.isEmpty || RecurringAmounts(rhythm.beats).isSteady(rhythm.cadence)
        {
            return Found(rhythms: [rhythm], reason: nil)
        }
        var (rhythms, rest) = separate(rows, cores, nature)
        for chain in rest.count <= mostInChains ? chains(rest) : [] {
            let others = rest.count - chain.count
            guard isWorthTrying(chain, others: others) else { continue }
            if case .success(let rhythm) = accepted(chain, nature) { rhythms.append(rhythm) }
        }
        rest = without(rest, rhythms)
        if rhythms.isEmpty, case .failure(let failure) = whole { return Found(rhythms: [], reason: failure.reason) }
        return Found(rhythms: rhythms, reason: nil)
    }

    /// Among many purchases a few are always in some rhythm by chance: few charges are a stream only where nothing else
    /// was bought.
    private static func isWorthTrying(_ chain: [RecurringRow], others: Int) -> Bool {
        switch chain.count {
        case ...1: false
        case 2...5: others == 0
        default: others <= chain.count
        }
    }

    // MARK: Whether a rhythm is a stream

    private static func accepted(
        _ rows: [RecurringRow], _ nature: RecurringCategory
    ) -> Result<RecurringRhythm, RecurringRhythm.Failure> {
        switch RecurringRhythm.find(rows) {
        case .failure(let failure): return .failure(failure)
        case .success(let rhythm):
            return isStream(rhythm, nature)
                ? .success(rhythm) : .failure(RecurringRhythm.Failure(.varyingAmounts(rhythm.cadence)))
        }
    }

    private static func isStream(_ rhythm: RecurringRhythm, _ nature: RecurringCategory) -> Bool {
        let amounts = RecurringAmounts(rhythm.beats)
        let isSteady = amounts.isSteady(rhythm.cadence)
        let count = rhythm.beats.count
        if count == 2 { return isYearlyPair(rhythm, nature) }
        let isFrequent = rhythm.cadence.days < 20
        let isRare = rhythm.cadence.days > 80
        switch nature {
        case .never: return false
        case .habit: return !isFrequent && isSteady && rhythm.isTight && amounts.isOnePrice && count >= 4
        case .visit:
            guard rhythm.isTight else { return false }
            return isRare ? amounts.isOneAmount && count >= 4 : isSteady && count >= (isFrequent ? 6 : 4)
        case .subscription: return isSteady || rhythm.isTight && amounts.isModest && !isFrequent
        case .bill, .income: return isSteady ? !isFrequent || rhythm.isTight : rhythm.isTight
        case .unknown:
            guard count >= 4 || amounts.isOnePrice && !isRare else { return false }
            if isSteady { return rhythm.isTight || !isFrequent && count >= 4 }
            return rhythm.isTight && !isFrequent && amounts.isModest && count >= 5 && rhythm.extras.isEmpty
        }
    }

    /// Two charges a year apart, give or take twelve days, at about the same price.
    private static func isYearlyPair(_ rhythm: RecurringRhythm, _ nature: RecurringCategory) -> Bool {
        let gap = rhythm.beats[1].date.days(since: rhythm.beats[0].date)
        let amounts = RecurringAmounts(rhythm.beats)
        guard rhythm.cadence == .yearly, abs(gap - 365) <= 12 else { return false }
        switch nature {
        case .subscription, .bill: return amounts.isSteady(.yearly)
        case .visit, .unknown: return amounts.isOnePrice
        case .habit, .income, .never: return false
        }
    }

    // MARK: Taking apart

    /// The rows of one exact amount that are a rhythm by themselves, the most frequent first.
    private static func cores(_ rows: [RecurringRow], _ nature: RecurringCategory) -> [RecurringRhythm] {
        var byAmount: [Int64: [RecurringRow]] = [:]
        for row in rows { byAmount[row.amount.minorUnits, default: []].append(row) }
        guard byAmount.count > 1 else { return [] }
        // Where there are many prices, three charges at one of them come in an even rhythm by chance.
        let least = byAmount.count > 100 ? 12 : byAmount.count > 8 ? 6 : 3
        var cores: [RecurringRhythm] = []
        for rows in byAmount.values where rows.count >= least {
            if case .success(let rhythm) = accepted(rows, nature), rhythm.isTight { cores.append(rhythm) }
        }
        cores.sort { ($1.beats.count, $0.beats[0].id) < ($0.beats.count, $1.beats[0].id) }
        return cores
    }

    private static func overlap(_ cores: [RecurringRhythm]) -> Bool {
        for (index, a) in cores.enumerated() {
            for b in cores[(index + 1)...] where !follows(a, b) && !follows(b, a) { return true }
        }
        return false
    }

    /// Whether the one ends before the other begins.
    private static func follows(_ later: RecurringRhythm, _ earlier: RecurringRhythm) -> Bool {
        earlier.beats[earlier.beats.count - 1].date < later.beats[0].date
    }

    /// Streams around the cores: a core that goes on at a near price belongs to the one before it, and rows that fill
    /// a missing beat at a near price belong to the stream.
    private static func separate(
        _ rows: [RecurringRow], _ cores: [RecurringRhythm], _ nature: RecurringCategory
    ) -> (rhythms: [RecurringRhythm], rest: [RecurringRow]) {
        var rhythms = cores
        var rest = without(rows, rhythms)
        var index = 0
        while index < rhythms.count {
            var grown = rhythms[index]
            for other in rhythms[(index + 1)...] {
                if let joined = joined(grown, other.beats, nature) { grown = joined }
            }
            for row in rest where rest.count <= mostInChains {
                if let joined = joined(grown, [row], nature) { grown = joined }
            }
            let taken = Set(grown.beats.map(\.id))
            rhythms[index] = grown
            rhythms = rhythms.enumerated().filter { $0 <= index || !taken.contains($1.beats[0].id) }.map(\.element)
            rest = without(rows, rhythms)
            index += 1
        }
        return (rhythms, rest)
    }

    /// Both together where the second fits between or beside the beats of the first, at near prices; else nil.
    private static func joined(
        _ rhythm: RecurringRhythm, _ more: [RecurringRow], _ nature: RecurringCategory
    ) -> RecurringRhythm? {
        guard more.allSatisfy({ rhythm.hasRoom(for: $0) }) else { return nil }
        let together = (rhythm.beats + more).sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        let added = Set(more.map(\.id))
        for (a, b) in zip(together, together.dropFirst()) where added.contains(a.id) != added.contains(b.id) {
            guard RecurringAmounts.areNear(a.amount.minorUnits, b.amount.minorUnits) else { return nil }
        }
        guard case .success(let joined) = accepted(together, nature), joined.extras.isEmpty, joined.isTight,
            joined.cadence == rhythm.cadence
        else { return nil }
        return joined
    }

    /// Rows strung together by near amounts: each goes to the chain whose last amount is nearest.
    private static func chains(_ rows: [RecurringRow]) -> [[RecurringRow]] {
        var chains: [[RecurringRow]] = []
        for row in rows {
            var nearest: (index: Int, distance: Int64)?
            for (index, chain) in chains.enumerated() {
                let last = chain[chain.count - 1]
                let distance = abs(last.amount.minorUnits - row.amount.minorUnits)
                // Two prices on one day are two things.
                if distance > 0, last.date == row.date { continue }
                guard RecurringAmounts.areNear(last.amount.minorUnits, row.amount.minorUnits) else { continue }
                if distance < nearest?.distance ?? .max { nearest = (index, distance) }
            }
            if let nearest { chains[nearest.index].append(row) } else { chains.append([row]) }
        }
        return chains
    }

    private static func without(_ rows: [RecurringRow], _ rhythms: [RecurringRhythm]) -> [RecurringRow] {
        guard !rhythms.isEmpty else { return rows }
        let used = Set(rhythms.flatMap { ($0.beats + $0.extras).map(\.id) })
        return rows.filter { !used.contains($0.id) }
    }
}
