import Ledger
import Retrieval

/// The words that arguments of tools are chosen from.
enum ToolDirection: String, CaseIterable {
    case out, `in`, both

    var value: Query.Direction {
        switch self {
        case .out: .out
        case .in: .in
        case .both: .any
        }
    }
}

enum ToolStreams: String, CaseIterable {
    case subscriptions, bills, income

    var groups: Set<RecurringStream.Group> {
        switch self {
        case .subscriptions: [.subscription]
        case .bills: [.bill]
        case .income: [.income]
        }
    }
}

enum ToolAspect: String, CaseIterable {
    case list, due, raised, new, cancelled

    var value: RecurringQuestion.Aspect {
        switch self {
        case .list: .list
        case .due: .due
        case .raised: .raised
        case .new: .new
        case .cancelled: .cancelled
        }
    }
}
