import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// Questions whether one can do without an income: `can I afford to quit my job`, `can I retire`, `how long would my
/// savings last`.
struct RunwayQuestion: Hashable {
    /// Whether only savings accounts are to be counted.
    private(set) var isOfSavings = false

    init?(_ line: SpokenLine) {
        let words = line.words
        guard (3...16).contains(words.count) else { return nil }
        let text = SpokenText(words)
        func says(_ phrases: [String]) -> Bool { phrases.contains(where: text.says) }
        let stops = says(RunwayQuestion.stops) || says(["off"]) && says(RunwayQuestion.leaves)
        let asksHowLong = words.starts(with: ["how", "long"])
        // `how many months of expenses do I have saved`
        if says(RunwayQuestion.covers), says(["savings", "saved", "cover", "put aside", "in the bank"]) {
            isOfSavings = says(["in savings", "in my savings", "in our savings"])
            return
        }
        guard stops || asksHowLong else { return nil }
        let asks =
            asksHowLong || says(RunwayQuestion.asks)
            || ["can", "could", "should"].contains(words[0]) && says(["i", "we"])
        let lasts =
            asksHowLong && says(["last", "lasts", "survive", "live off", "live on"])
            && (says(RunwayQuestion.moneys)
                || says(["without a job", "without income", "without work", "without pay"]))
            && !says(["until", "till"])
        let isThing = says(["retire my", "retire the", "retire this", "retire our"])
        guard !isThing, stops && asks || lasts,
            !words.contains(where: { $0.contains(where: \.isNumber) && $0.utf8.count > 2 })
        else { return nil }
    }

    private static let covers = ["how many months", "how many weeks"].flatMap { count in
        ["expenses", "my expenses", "spending", "my spending", "bills", "my bills", "living expenses"].map {
            "\(count) of \($0)"
        }
    }
    private static let asks = [
        "can i", "can we", "could i", "could we", "should i", "should we", "do i have enough", "do we have enough",
        "have enough to", "am i ready to", "what if i", "what if we", "what happens if i", "how long", "ready to",
    ]
    private static let stops = [
        "quit my job", "leave my job", "quit work", "quit working", "stop working", "retire", "retire now", "resign",
        "lose my job", "lost my job", "leave work", "take a sabbatical", "go on sabbatical", "be out of work",
        "quit our jobs", "live without a job", "live without an income", "live without income", "stop work",
        "quit the job", "lost our jobs", "lose our jobs", "give up work", "give up my job",
    ]
    private static let leaves = [
        "take a year", "take six months", "take three months", "take a few months", "take some months", "months off",
        "year off", "month off", "take unpaid",
    ]
    private static let moneys = ["my savings", "our savings", "my money", "our money"]
}

extension Coach {
    /// How long what there is would last; nil for other lines.
    func runwayTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let question = RunwayQuestion(spoken) else { return nil }
        let line = spoken.text
        let understood = Understood(intent: .forecast, confidence: 0.95, query: Query(direction: .any))
        let deposits = try index.accounts.filter { $0.type.isDeposit && $0.currency == currency }
        let savings = question.isOfSavings ? deposits.filter { $0.type == .savings } : []
        let accounts = savings.isEmpty ? deposits : savings
        let sheet = try retriever.balanceSheet(accounts, on: asOf)
        guard !sheet.balances.isEmpty else {
            return plain(
                line, understood,
                accounts.isEmpty
                    ? "I don't see an account you could live on: import its file with `coach import FILE`."
                    : BalanceReply.unknown(sheet.unknown, on: asOf, asOf: asOf))
        }
        guard let pace = try GoalBook(index).pace(asOf: asOf, currency: currency), pace.spending > 0 else {
            return plain(line, understood, "I don't have a full month of your spending yet, so I can't tell.")
        }
        let money = Money(sheet.balances.reduce(0) { $0 + $1.amount.minorUnits }, currency)
        let spending = Money(pace.spending, currency)
        let tenths = max(0, roundedQuotient(money.minorUnits, times: 10, by: spending.minorUnits))
        let months = tenths % 10 == 0 || tenths >= 100 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        let left =
            sheet.unknown.isEmpty
            ? "" : " That leaves out \(Subject.list(sheet.unknown.map(\.name))), which I have no balance for."
        var evidence = Evidence(query: understood.query)
        evidence.figures = [
            Figure(name: "balance", label: Subject.list(sheet.balances.map(\.account.name)), value: .money(money)),
            Figure(
                name: "spending_per_month", label: "Spending of a usual month", value: .money(spending),
                period: pace.span),
            Figure(name: "runway_months", label: "Months that it would last", value: .ratio(Double(tenths) / 10)),
        ]
        let reply =
            "With no income, your money would last about \(months) month\(months == "1" ? "" : "s"): you have "
            + "\(money.text) in \(Subject.list(sheet.balances.map(\.account.name))) and usually spend \(spending.text) a "
            + "month.\(left) I haven't counted debts, investments, pensions, or benefits, so don't take it as advice "
            + "either way."
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: nil,
            reasons:
                "That's what you have in \(savings.isEmpty ? "the accounts you can pay from" : "savings"), divided by what you "
                + "usually spend a month: \(SavingPace.basis).")
    }
}
