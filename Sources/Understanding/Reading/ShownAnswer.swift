import Ledger

/// What an answer showed, as values that words of the next line can point at: `the second one`, `those`, `that month`.
public struct ShownAnswer: Hashable, Sendable {
    /// What its groups were told apart by.
    public var grouping: Ask.Grouping?
    /// The groups as shown, each by its category id, name, ISO day, `2026-10` …
    public var keys: [String]
    /// The ids of the rows that were listed, in the order shown.
    public var rows: [Int64]
    /// The day of the rows shown, where all are of one.
    public var day: CivilDate?
    /// How many rows the answer rests on, where that is known.
    public var matched: Int?
    /// How many of the rows asked for were passed by a list: those of one currency, where each has its own.
    public var listed: Int?

    public init(grouping: Ask.Grouping? = nil, keys: [String] = [], rows: [Int64] = [], day: CivilDate? = nil) {
        (self.grouping, self.keys, self.rows, self.day) = (grouping, keys, rows, day)
    }

    /// Only the first of it.
    func first(_ count: Int) -> ShownAnswer {
        ShownAnswer(grouping: grouping, keys: Array(keys.prefix(count)), rows: Array(rows.prefix(count)), day: day)
    }

    /// The days of a group of time.
    private func days(_ key: String) -> Period? {
        switch grouping {
        case .day: CivilDate(iso: key).map { Period($0, $0) }
        case .week: CivilDate(iso: key).map { Period($0, $0.adding(days: 6)) }
        case .month: CivilDate(iso: key + "-01").map { Period($0, $0.endOfMonth) }
        case .quarter: quarter(key)
        case .year: CivilDate(iso: key + "-01-01").map { Period($0, $0.endOfYear) }
        default: nil
        }
    }

    /// The quarter that a key such as `2026-Q1` stands for.
    private func quarter(_ key: String) -> Period? {
        let parts = key.split(separator: "-")
        guard parts.count == 2, let number = Int(parts[1].dropFirst()), (1...4).contains(number),
            let start = CivilDate(iso: parts[0] + "-01-01")?.adding(months: 3 * (number - 1))
        else { return nil }
        return Period(start, start.adding(months: 2).endOfMonth)
    }

    /// What the rows of a group have in common besides their days.
    private func filter(_ key: String) -> RowFilter? {
        switch grouping {
        case .category: .category(key)
        case .merchant: .merchant(key)
        case .account: .account(key)
        case .currency: Currency(key).map { .currency($0) }
        case .weekday: CivilDate.weekdayNames.firstIndex(of: key).map { .weekdays([$0 + 1]) }
        default: nil
        }
    }

    /// The rows of some of its groups.
    ///
    /// - Returns: nil where a group cannot be asked for by itself.
    func selection(_ keys: [String], of selection: Selection) -> Selection? {
        var selection = selection
        let (days, filters) = (keys.compactMap(days), keys.compactMap(filter))
        if !keys.isEmpty, days.count == keys.count {
            selection.span = .periods(days.sorted { $0.start < $1.start })
        } else if !keys.isEmpty, filters.count == keys.count {
            selection.filter = .all([selection.filter, .any(filters)])
        } else {
            return nil
        }
        return selection
    }
}

extension Ask {
    /// The question about only what its answer showed, as a selection to ask anew of: the groups that were ranked, the
    /// rows of a list that was cut short.
    public func narrowed(to shown: ShownAnswer) -> Ask {
        var ask = self
        if grouping != nil, grouping == shown.grouping, limit != nil || order == .rise || order == .fall {
            let keys = Array(shown.keys.prefix(limit ?? shown.keys.count))
            guard let shownOnly = shown.selection(keys, of: selection) else { return self }
            ask.selection = shownOnly
        } else if view == .rows, let limit, limit > 1, !shown.rows.isEmpty {
            ask.selection.filter = .all([selection.filter, .rows(shown.rows)])
        } else {
            return self
        }
        (ask.grouping, ask.order, ask.limit, ask.offset, ask.condition) = (nil, nil, nil, 0, nil)
        if case .period? = against { ask.against = nil }
        if against == .usual { ask.against = nil }
        return ask
    }

    /// The one of what was shown that stands in a place.
    ///
    /// - Parameter place: 1 for the first, -1 for the last.
    /// - Returns: nil where nothing stands there.
    func picking(_ place: Int, of shown: ShownAnswer?) -> Ask? {
        var ask = self
        func index(_ count: Int) -> Int? {
            let index = place < 0 ? count + place : place - 1
            return (0..<count).contains(index) ? index : nil
        }
        if case .sides(let sides)? = against {
            guard let index = index(sides.count + 1) else { return nil }
            if index > 0 { ask.selection = sides[index - 1].selection }
            ask.against = nil
            return ask
        }
        if let grouping, let shown, shown.grouping == grouping, let index = index(shown.keys.count) {
            guard let picked = shown.selection([shown.keys[index]], of: selection) else { return nil }
            ask = narrowed(to: shown)
            ask.selection = picked
            (ask.grouping, ask.order, ask.limit, ask.offset, ask.condition) = (nil, nil, nil, 0, nil)
            return ask
        }
        if grouping != nil, limit == 1, place > 0, order == .largest || order == .smallest {
            // `the second one` after the one that had the most
            ask.offset = place - 1
            return ask
        }
        let isExtreme = measure == .largest || measure == .smallest
        guard view == .rows || isExtreme, grouping == nil else { return nil }
        if isExtreme {
            (ask.order, ask.measure, ask.offset) = (measure == .largest ? .largest : .smallest, .total, 0)
        } else if view == .rows, limit == 1 {
            // After one of a list its places are still those of the list.
            ask.offset = 0
        } else if let shown, index(max(shown.rows.count, limit ?? 0)) == nil {
            return nil
        }
        if place < 0, view == .rows, limit != 1, ask.order == nil || ask.order == .newest || ask.order == .oldest {
            // `the last of those` is the latest, in whatever order they stand.
            (ask.order, ask.limit, ask.offset) = (.newest, 1, 0)
            return ask
        }
        let first = place < 0 ? (shown?.rows.count ?? 1) - 1 : place - 1
        (ask.view, ask.limit, ask.offset) = (.rows, 1, ask.offset + max(first, 0))
        if ask.order == nil { ask.order = .newest }
        return ask
    }
}
