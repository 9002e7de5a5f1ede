import Ledger
import Retrieval
import Understanding

extension Coach {
    /// What is said where no question about the household's money was found: an answer from its data where there is one to
    /// give, else what coach cannot do.
    func outOfScope(_ question: String, _ understood: Understood) throws -> Answer {
        let line = SpokenLine(question)
        if talk.last == nil, line.words == ["why"] { return plain(question, understood, FixedReplies.nothingToExplain) }
        // `one` of `the dearest one` is no amount.
        let amount = line.amounts(home: currency).first {
            $0.minorUnits > currency.minorPerMajor && $0.currency == currency
        }
        let reply = OutOfScopeReply(line, hasAmount: amount != nil)
        var asked = understood
        asked.intent = .advice
        let desk = AdviceDesk(index, asOf: asOf, currency: currency, phrases)
        asked.query = Query()
        switch (reply.kind, amount) {
        case (.state, _): return try SpendingJudgement(desk).answer(question, asked)
        case (.size, let amount?): return try SizeOfAmount(desk).answer(question, asked, amount)
        default: return plain(question, understood, reply.isOfSubject ? reply.text : unknownSubject(line))
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
        guard let balance = try desk.balance(months), balance.income > 0 else {
            return desk.plain(question, understood, desk.tooLittle)
        }
        let shareOfIncome = part(amount, of: balance.income)
        func share(_ whole: Int64, _ subject: Fact.Subject, _ words: Phrase, key: String) -> Fact {
            Fact(
                .share, .purchase("it"), .money(amount), percent: part(amount, of: whole),
                other: .init(subject: subject, value: .money(Money(whole, desk.currency))), isAsked: true,
                wording: words, key: key)
        }
        let income = Money(balance.income, desk.currency)
        let net = Money(balance.net, desk.currency)
        var reply = FactReply()
        reply.tell(
            share(
                balance.income, .income,
                "\(amount) is \(percent: shareOfIncome) of the \(income) you usually bring in a month", key: "of.income"
            ))
        var figures = [
            Figure(name: "amount", label: "The amount", value: .money(amount)),
            desk.figure("usual_income", "Income, usual month", balance.income, balance.span),
            desk.figure("usual_net", "Kept in a usual month", balance.net, balance.span),
            Figure(
                name: "share", label: "Part of the usual income", value: .percent(shareOfIncome), period: balance.span),
        ]
        if balance.net > 0 {
            let kept = part(amount, of: balance.net)
            let words: Phrase =
                kept <= 100
                ? "it's \(percent: kept) of the \(net) you usually have left over"
                : "it's more than the \(net) you usually have left over"
            reply.tell(share(balance.net, .rows(.net, .all), words, key: "of.kept").goingOn())
            figures.append(
                Figure(
                    name: "share_of_net", label: "Part of what is usually kept", value: .percent(kept),
                    period: balance.span)
            )
        } else {
            reply.say("You usually have nothing left over at the end of a month.")
        }
        reply.say("If it's something you want to buy, ask “should I buy it for \(amount.text)?”")
        var evidence = Evidence(query: understood.query, figures: figures, coverage: try desk.index.coverage)
        evidence.facts = reply.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence,
            reply: reply.text, table: nil, reasons: SavingAdvice.reasons(months, desk.phrases))
    }

    /// Percent, rounded to tenths.
    private func part(_ amount: Money, of whole: Int64) -> Double {
        Double(roundedQuotient(amount.minorUnits, times: 1000, by: whole)) / 10
    }
}
