import Advice
import Coaching
import Ledger
import Retrieval
import Store

/// Carries out calls of tools over one household: the handlers of the conversation, asked with values.
///
/// Each call stands by itself. Tools that read cannot write, whatever a question says.
public final class ToolDesk {
    /// What a household is opened with.
    public struct Settings {
        public var purchases: PurchaseSettings
        public var allowsWrites: Bool
        /// What commands of the terminal need to be about this household.
        public var target: ProgramWords.Target

        /// Where one is counts, but isn't named: who calls tools is a model.
        public init(
            purchases: PurchaseSettings = PurchaseSettings(), allowsWrites: Bool = false,
            target: ProgramWords.Target = .init()
        ) {
            (self.purchases, self.allowsWrites, self.target) = (purchases, allowsWrites, target)
            self.purchases.whereabouts?.isNamed = false
        }
    }

    let index: HouseholdIndex
    let settings: Settings
    private let today: () throws -> CivilDate
    /// A conversation that nothing was said in; made anew when the day changes.
    private var fresh: Coach?

    /// - Parameter today: the day that counts as today, asked at each call.
    public init(
        _ index: HouseholdIndex, settings: Settings = Settings(), today: @escaping () throws -> CivilDate
    ) {
        (self.index, self.settings, self.today) = (index, settings, today)
    }

    /// Carries out a call.
    ///
    /// - Returns: nil where there is no tool of that name. Whatever goes wrong is in the result.
    public func call(_ name: String, _ arguments: JSON) -> ToolResult? {
        let tools = ToolTable.tools(allowsWrites: settings.allowsWrites)
        guard let tool = tools.first(where: { $0.name == name }) else { return nil }
        do {
            let arguments = try ToolArguments(arguments, of: tool)
            let members = try tool.isWriting ? changing(tool, arguments) : answering(tool, arguments)
            return ToolResult(.object(members), about: settings.target)
        } catch {
            return ToolResult(ToolDesk.error(error), about: settings.target)
        }
    }

    private func answering(_ tool: Tool, _ arguments: ToolArguments) throws -> [(String, JSON)] {
        guard try !index.accounts.isEmpty else { throw ToolDesk.emptyIndex }
        return try index.database.withoutWriting {
            let call = ToolCall(desk: self, coach: try coach(), arguments: arguments)
            switch tool.name {
            case "ask": return try call.ask()
            case "get_spending": return try call.spending()
            case "get_transactions": return try call.transactions()
            case "get_income_and_savings": return try call.incomeAndSavings()
            case "get_recurring_transactions": return try call.recurring()
            case "get_forecast": return try call.forecast()
            case "get_accounts": return try call.accounts()
            case "get_budgets": return try call.budgets()
            case "assess_purchase": return try call.purchase()
            case "get_unusual": return try call.unusual()
            case "explain_figure": return try call.explanation()
            case "list_names": return try call.names()
            default: preconditionFailure("a tool of the table has a case here")
            }
        }
    }

    private func changing(_ tool: Tool, _ arguments: ToolArguments) throws -> [(String, JSON)] {
        let call = ToolCall(desk: self, coach: try coach(), arguments: arguments)
        return try tool.name == "undo" ? call.undo() : call.update()
    }

    /// A conversation at its beginning, as of today.
    private func coach() throws -> Coach {
        let day = try today()
        if let fresh, fresh.day == day { return fresh }
        var coach = try Coach(index, asOf: day)
        coach.purchaseSettings = settings.purchases
        fresh = coach
        return coach
    }

    // MARK: Errors

    /// What is said where there is nothing to ask about yet.
    public static func emptyResult(_ target: ProgramWords.Target = .init()) -> ToolResult {
        ToolResult(emptyIndex, about: target)
    }

    /// What is said where the index can't be opened; the reason is for the log.
    public static func failedResult(_ target: ProgramWords.Target) -> ToolResult {
        ToolResult(
            ToolError("the index can't be opened", hint: "`coach doctor` says what is wrong with it"), about: target)
    }

    private static let emptyIndex = ToolError(
        "there are no transactions yet",
        hint: "the user imports a bank file with `coach import FILE`, or connects a bank with `coach connect simplefin`"
    )

    static let readsOnly = ToolError(
        "that would change something, and this tool only reads",
        hint: "the user can do it in coach itself; corrections also go through update_transaction, if it is offered")

    /// Any error as one that says what to do. Never with values of rows.
    private static func error(_ error: any Error) -> ToolError {
        switch error {
        case let error as ToolError: error
        case let error as StoreError where error.reason == .readOnly: readsOnly
        case let error as StoreError where error.reason == .cardNumber:
            ToolError("\(error.message)", hint: "nothing was kept")
        case let error as StoreError: ToolError("\(error.message)", hint: "`coach doctor` checks the index")
        case let error as RequestError:
            ToolError("the request can't be read: \(error)", hint: "give one of “choices” as it is, or ask in words")
        case let error as CorrectionError:
            ToolError("\(error.message)", hint: "\(.categories) tells them")
        case let error as UnknownTransaction:
            ToolError("there's no transaction \(error.id)", hint: "\(.transactions) tells the ids")
        default: ToolError("it couldn't be computed", hint: "try it in other words with \(.ask)")
        }
    }
}
