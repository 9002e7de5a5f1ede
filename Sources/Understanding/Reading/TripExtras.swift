import Ledger

/// What was paid for a trip before it: `the Moab trip, June 3 to 9, plus the flights`.
extension AskBuilder {
    /// Adds what a line names beside the days of a trip to what was spent on these: flights, rooms and tickets are paid long before,
    /// whatever else is named is in the days already.
    mutating func takeTripExtras(_ draft: inout Draft) {
        let extras = selection.included.filter { $0.kind != .account }
        guard draft.flow == .spending, draft.measure == nil || draft.measure == .total, draft.grouping == nil,
            draft.condition == nil, draft.against == nil, !isCompared, !list.has(.share), !extras.isEmpty,
            let days = days.runOfDays, areAdded(extras)
        else { return }
        var paidBefore: [RowFilter] = []
        for named in extras {
            if isPaidBefore(named.filter) || isTicket(named) {
                paidBefore.append(named.filter)
            } else if named.kind != .category {
                return
            }
        }
        for named in extras {
            describe(named)
            leaveToDays(named)
        }
        draft.view = .figures
        guard !paidBefore.isEmpty else { return }
        draft.filters.append(.any([.near(.day, 0...0, Selection(.any, .all, .periods([days])))] + paidBefore))
        draft.tripSpan = Period(days.start.adding(days: -AskBuilder.mostBefore), days.end)
    }

    /// How many days before a trip something may be paid for it.
    private static let mostBefore = 240

    /// Whether names are said to be added: `plus the flights and the hotel`, `flights included`, `Airbnb too`, `Vrbo plus everything`.
    private func areAdded(_ names: [SelectionBuilder.Named]) -> Bool {
        let isSaid = names.map(isAdded)
        return isSaid.contains(true)
            && names.indices.allSatisfy { place in
                // In one list with the one before it, or the one behind it.
                isSaid[place] || place > 0 && selection.isJoined(names[place - 1], names[place])
                    || place + 1 < names.count && selection.isJoined(names[place], names[place + 1])
            }
    }

    private func isAdded(_ named: SelectionBuilder.Named) -> Bool {
        guard let first = named.clauses.first, let last = named.clauses.last else { return false }
        let before = list.keys[..<list.placed[first].tokens.lowerBound].last {
            !FunctionWords.determiners.contains($0) && !["both", "all", "."].contains($0)
        }
        if before.map(AskBuilder.words[.adding].contains) ?? false { return true }
        let behind = list.keys[list.placed[last].tokens.upperBound...].drop(while: AskBuilder.words[.ticket].contains)
        if behind.first.map(AskBuilder.words[.included].contains) ?? false { return true }
        return behind.prefix(2).elementsEqual(["plus", "everything"])
    }

    /// `the Zoo tickets`
    private func isTicket(_ named: SelectionBuilder.Named) -> Bool {
        guard let last = named.clauses.last, case let end = list.placed[last].tokens.upperBound, end < list.keys.count
        else {
            return false
        }
        return named.kind == .merchant && AskBuilder.words[.ticket].contains(list.keys[end])
    }

    /// The words before and behind a name that say it is added.
    private mutating func describe(_ named: SelectionBuilder.Named) {
        guard let first = named.clauses.first, let last = named.clauses.last else { return }
        let (start, end) = (list.placed[first].tokens.lowerBound, list.placed[last].tokens.upperBound)
        for place in max(0, start - 3)..<start where AskBuilder.words[.adding].contains(list.keys[place]) {
            describing.insert(place)
        }
        for place in end..<min(end + 2, list.keys.count)
        where AskBuilder.words[.included].contains(list.keys[place])
            || AskBuilder.words[.ticket].contains(list.keys[place])
        {
            describing.insert(place)
        }
    }

    /// Whether something is booked ahead: a flight, a room, a ticket.
    private func isPaidBefore(_ filter: RowFilter) -> Bool {
        let ahead = Set(context.taxonomy.withDescendants("travel") + ["events", "entertainment"])
        let categories = FilterParts.categories(of: filter)
        if !categories.isEmpty { return categories.allSatisfy(ahead.contains) }
        let merchants = FilterParts.merchants(of: filter)
        return !merchants.isEmpty
            && merchants.allSatisfy { !context.names.categories(merchant: $0).isDisjoint(with: ahead) }
    }
}
