import Ledger
import Retrieval
import Understanding

/// Which way money flows with what a question names, where the line itself does not say it.
///
/// A client only ever pays, a landlord is only ever paid: a question that names one and says nothing of the direction is of
/// the rows that there are. Of an account with which nothing was ever bought it is what was moved out of it. A line that goes on
/// from refunds and names a shop that never gave one asks what was spent there.
struct FlowOfNames {
    let evaluator: AskEvaluator

    /// - Parameters:
    ///   - before: the questions that the line goes on from, newest first.
    ///   - saysFlow: whether the line says the direction by itself.
    /// - Returns: the question with the other direction where it has rows in that one alone; nil where it stands as it is.
    func settled(_ ask: Ask, after before: [Ask], saysFlow: Bool = false) throws -> Ask? {
        let isOfAccounts = ask.selection.filter.isOfAccounts
        guard isOfAccounts && !saysFlow || ask.selection.filter.namesSomething,
            try isVoid(ask.selection, ask.selection.flow)
        else { return nil }
        // Of what came back from the IRS each row is income.
        let others =
            isOfAccounts
            ? FlowOfNames.moves(ask.selection.flow)
            : FlowOfNames.others(ask.selection.flow, before.first?.selection.flow, saysFlow: saysFlow)
        for flow in others {
            guard try !isVoid(ask.selection, flow) else { continue }
            var ask = ask
            ask.selection.flow = flow
            return ask
        }
        return nil
    }

    /// What is held against something else, each with the direction that it has rows in.
    func settledSides(_ ask: Ask) throws -> Ask {
        guard case .sides(let sides)? = ask.against else { return ask }
        var ask = ask
        // One name both ways: nothing went the one way.
        let isOfBothWays = sides.contains {
            $0.selection.filter == ask.selection.filter && $0.selection.span == ask.selection.span
        }
        if isOfBothWays { return ask }
        ask.selection = try flowing(ask.selection)
        ask.against = .sides(try sides.map { Ask.Side($0.name, try flowing($0.selection)) })
        return ask
    }

    private func flowing(_ selection: Selection) throws -> Selection {
        guard [.spending, .purchases, .income].contains(selection.flow), selection.filter.namesSomething,
            try isVoid(selection, selection.flow)
        else { return selection }
        let other: Selection.Flow = selection.flow == .income ? .spending : .income
        return try isVoid(selection, other) ? selection : Selection(other, selection.filter, selection.span)
    }

    /// Directions that may be meant instead, likeliest first. What is paid to the bank of a card is moved and not spent, and whoever
    /// says that it is paid means that.
    private static func others(_ flow: Selection.Flow, _ earlier: Selection.Flow?, saysFlow: Bool) -> [Selection.Flow] {
        switch flow {
        case .spending, .purchases: saysFlow ? [.transfersOut] : [.income, .transfersOut]
        case .refunds: saysFlow ? [.income] : [.income, .spending]
        case .income: earlier == .income && !saysFlow ? [.spending, .transfersIn] : [.transfersIn]
        case .transfersIn, .transfersOut, .transfers, .net, .any: []
        }
    }

    /// What is moved where nothing is bought or earned.
    private static func moves(_ flow: Selection.Flow) -> [Selection.Flow] {
        switch flow {
        case .spending, .purchases: [.transfersOut]
        case .income: [.transfersIn]
        case .refunds, .transfersIn, .transfersOut, .transfers, .net, .any: []
        }
    }

    private func isVoid(_ selection: Selection, _ flow: Selection.Flow) throws -> Bool {
        try evaluator.latest(Selection(flow, selection.filter, .everything)) == nil
    }
}

extension RowFilter {
    /// Whether it is of a merchant, a category, or words: what money is paid to or comes from.
    fileprivate var namesSomething: Bool {
        switch self {
        case .merchant, .category, .text: true
        case .and(let parts): parts.contains(where: \.namesSomething) && !parts.contains(where: \.isOfDays)
        case .or(let parts): parts.allSatisfy(\.namesSomething)
        default: false
        }
    }

    /// Whether it is of the days before or after other rows.
    private var isOfDays: Bool {
        switch self {
        case .after, .before, .near: true
        default: false
        }
    }
}
