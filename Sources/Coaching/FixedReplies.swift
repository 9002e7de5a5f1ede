import Ledger
import Understanding

/// Replies that need no figures.
enum FixedReplies {
    /// Whether the answer to a question back would be of use: what is missing is asked for only where a reply follows.
    static func answers(_ intent: Intent, _ clarification: Clarification) -> Bool {
        clarification.need == .choice || intent != .edit
    }

    /// What is said to `never mind`.
    static let dismissed = "All right, let us start afresh. Ask me anything about your money."

    static func reply(_ intent: Intent) -> String {
        switch intent {
        case .help:
            """
            I answer questions about your own money from the bank files you brought in. For example: \
            “how much did I spend on groceries last month?”, “top 5 merchants this year”, \
            “show my Amazon purchases over $50”, “average per month on eating out”, “how much did I earn in June?”.
            """
        case .outOfScope:
            """
            That is not something I can do. I cannot move money, pay bills or advise on credit, tax or investments; \
            I can tell you what you spent, where and when. Try “what did I spend most on last month?”.
            """
        default:
            """
            I understand that this is about your \(topic(intent)), which I cannot answer yet. I can tell you what you \
            spent, received and kept, in total or by merchant, category, account or month.
            """
        }
    }

    private static func topic(_ intent: Intent) -> String {
        switch intent {
        case .budget: "budget"
        case .advice: "saving plans"
        case .edit: "corrections (use `coach edit ID`)"
        default: "money"
        }
    }
}
