import Ledger

/// What a question comes to over everything there is, told beside the answer over days that nobody named.
public struct AllTime: Sendable {
    /// From the first day of the data to the last.
    public let period: Period
    /// One for each currency; where things are held against each other one for each of them.
    public let values: [AskValue]
    /// What the rows of a count come to.
    public let totals: [AskValue]
    /// The first group, where groups are ranked.
    public let winner: Group?
}

extension AskRun {
    /// The same question over everything there is.
    ///
    /// - Parameters:
    ///   - asked: the question with days that were assumed.
    ///   - finding: what was found in these.
    /// - Returns: nil where that tells nothing more, or is not one figure for each thing that was asked about.
    mutating func allTime(_ asked: Ask, beside finding: AskFinding) throws -> AllTime? {
        guard tellsMore, asked.isOfOneFigure, let period = coverage, let days = finding.ask.selection.span.periods,
            days.contains(where: { $0.start > period.start })
        else { return nil }
        tellsMore = false
        defer { tellsMore = true }
        let all = try self.finding(asked.overEverything)
        guard all.evidence.matched > finding.evidence.matched else { return nil }
        if asked.grouping != nil {
            let (now, ever) = (finding.evidence.groups.first, all.evidence.groups.first)
            guard let ever, ever.key != now?.key || ever.value != now?.value else { return nil }
            return AllTime(period: period, values: [], totals: [], winner: ever)
        }
        let (now, ever) = (finding.valuesOfAll, all.valuesOfAll)
        guard !ever.isEmpty, ever.map(\.value) != now.map(\.value) else { return nil }
        return AllTime(period: period, values: ever, totals: all.totals, winner: nil)
    }
}

extension AskFinding {
    /// The values of all that was asked about.
    fileprivate var valuesOfAll: [AskValue] {
        sides.isEmpty ? values : sides.allSatisfy { $0.values.count == 1 } ? sides.flatMap(\.values) : []
    }
}

extension Ask {
    /// Whether its answer is a figure, one for each side, or the first of groups.
    fileprivate var isOfOneFigure: Bool {
        guard view == .figures, !isOfFewRows, condition == nil, also.isEmpty, each == nil, offset == 0 else {
            return false
        }
        switch against {
        case .period, .usual, .amount: return false
        case .sides, nil: break
        }
        if let grouping {
            return !grouping.isOfTime && order != .rise && order != .fall && against == nil
        }
        switch measure {
        case .total, .count, .average, .rate, .median, .share: return selection.flow != .any || measure != .total
        case .largest, .smallest, .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .spread, .reachedDay:
            return false
        }
    }

    /// The same without the days that were assumed.
    fileprivate var overEverything: Ask {
        mapSelections { selection in
            guard case .assumed = selection.span else { return selection }
            return Selection(selection.flow, selection.filter, .everything)
        }
    }
}
