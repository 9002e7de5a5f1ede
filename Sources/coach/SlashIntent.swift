import Ledger

extension SlashCommand {
    /// What a question that gets the same answer is about.
    var intent: Intent {
        switch self {
        case .accounts: .balance
        case .networth, .holdings: .netWorth
        case .recurring: .recurring
        case .unusual: .unusual
        case .forecast: .forecast
        case .summary: .summary
        case .search, .sources: .transactions
        case .budget, .goal: .budget
        case .assess, .bought, .skipped, .decisions: .purchase
        case .review, .undo: .edit
        case .help, .why, .chart, .sync, .model, .usage, .privacy, .history, .edit, .retry, .export, .hide, .new,
            .resume,
            .quit:
            .help
        }
    }
}
