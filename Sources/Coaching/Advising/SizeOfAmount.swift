import Ledger
import Retrieval
import Understanding

extension Coach {
    /// What is said where no question about the household's money was found: an answer from its data where there is one to
    /// give, else what coach cannot do.
    func outOfScope(_ question: String, _ understood: Understood) throws -> Answer {
        let line = SpokenLine(question)
        if last == nil, line.words == ["why"] { return plain(question, understood, FixedReplies.nothingToExplain) }
        let amount = line.amounts(home: currency).first { $0.minorUnits > 0 && $0.currency == currency }
        let reply = OutOfScopeReply(line, hasAmount: amount != nil)
        var asked = understood
        asked.intent = .advice
        let desk = AdviceDesk(index, asOf: asOf, currency: currency, phrases)
        asked.query = Query()
        switch (reply.kind, amount) {
        case (.state, _): return try SpendingJudgement(desk).answer(question, asked)
        case (.size, let amount?): return try SizeOfAmount(desk).answer(question, asked, amount)
        default: return plain(question, understood, reply.text)
        }
    }
}

/// Says how large an amount is for the household: beside what comes in and what is kept.
struct SizeOfAmount {
    private let desk: AdviceDesk

    init(_ desk: AdviceDesk) {
        self.desk = desk
    }

    func answer(_ question: String, _ understood: Understood, _ amount: Money) throws -> Answer {
        let months = try desk.fullMonths()
        guard let span = desk.span(months), let balance = try desk.balance(months), balance.income > 0 else {
            return desk.plain(question, understood, desk.tooLittle)
        }
        let share = part(amount, of: balance.income)
        var sentences = [
            "\(amount.text) is \(desk.phrases.percent(share)) of the \(desk.money(balance.income)) you usually bring in a month."
        ]
        var figures = [
            Figure(name: "amount", label: "The amount", value: .money(amount)),
            desk.figure("usual_income", "Income, usual month", balance.income, span),
            desk.figure("usual_net", "Kept in a usual month", balance.net, span),
            Figure(name: "share", label: "Part of the usual income", value: .percent(share), period: span),
        ]
        if balance.net > 0 {
            let kept = part(amount, of: balance.net)
            sentences.append(
                kept <= 100
                    ? "It's \(desk.phrases.percent(kept)) of the \(desk.money(balance.net)) you usually have left over."
                    : "It's more than the \(desk.money(balance.net)) you usually have left over.")
            figures.append(
                Figure(name: "share_of_net", label: "Part of what is usually kept", value: .percent(kept), period: span)
            )
        } else {
            sentences.append("You usually have nothing left over at the end of a month.")
        }
        sentences.append("If it's something you want to buy, ask “should I buy it for \(amount.text)?”")
        let evidence = Evidence(query: understood.query, figures: figures, coverage: try desk.index.coverage)
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence,
            reply: sentences.joined(separator: " "), table: nil, reasons: SavingAdvice.reasons(months, desk.phrases))
    }

    /// Percent, rounded to tenths.
    private func part(_ amount: Money, of whole: Int64) -> Double {
        Double(roundedQuotient(amount.minorUnits, times: 1000, by: whole)) / 10
    }
}
