import Advice
import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// What the answer's figures lack because a bank was not read as far as they reach: a sentence each.
    func gaps(of answer: Answer) throws -> [String] {
        guard answer.evidence != nil || answer.advice != nil, answer.clarify == nil || answer.offersOther else {
            return []
        }
        let notes = try bankGaps(of: answer)
        guard notes.isEmpty, isOfLimit(answer), let age = try DataAge.note(index, asOf: asOf),
            !answer.reply.contains(age)
        else { return notes }
        return [age]
    }

    /// Whether a limit of this month is told of.
    private func isOfLimit(_ answer: Answer) -> Bool {
        if let advice = answer.advice { return advice.rules.limit != nil }
        let figures = answer.evidence?.figures(named: "limit") ?? []
        return answer.understood.intent == .budget && figures.contains { ($0.period?.end ?? asOf) >= asOf }
    }

    private func bankGaps(of answer: Answer) throws -> [String] {
        guard try index.hasConnections else { return [] }
        let gaps = try ReadingGaps(index, asOf: asOf)
        let requests = answer.requests
        guard !requests.isEmpty else { return try notes(gaps, of: answer) }
        var notes: [String] = []
        for request in requests {
            for note in try self.notes(gaps, of: answer, request) where !notes.contains(note) { notes.append(note) }
        }
        return notes
    }

    private func notes(_ gaps: ReadingGaps, of answer: Answer, _ request: Request) throws -> [String] {
        switch request {
        case .ask(let ask): return try notes(gaps, of: ask, answer)
        case .balance(let ask):
            let counted = Set(try retriever.accounts(of: ask).map(\.id))
            let period = ask.period ?? reach(of: answer, orElse: Period(ask.day ?? asOf, ask.day ?? asOf))
            return try gaps.notes(over: period, isOfAll: !ask.isOfSome) { counted.contains($0.id) }
        case .forecast(let ask):
            let names = Set(try index.accountNames(of: ask.accounts).map { $0.lowercased() })
            return try gaps.notes(over: usualDays, isOfAll: names.isEmpty) { account in
                names.isEmpty
                    ? account.type.isDeposit || account.type == .creditCard : names.contains(account.name.lowercased())
            }
        case .recurring(let ask):
            let filter = AccountFilter(ask.filter, index)
            return try gaps.notes(
                over: Period(asOf.adding(years: -1), asOf), kinds: ReadingGaps.flows, isOfAll: filter.isOfAll
            ) {
                filter.counts($0)
            }
        case .summary, .unusual, .other: return try notes(gaps, of: answer)
        }
    }

    /// Days that what is usual is taken from.
    private var usualDays: Period { Period(TimeParser.habitualPeriod(asOf: asOf).start, asOf) }

    /// Answers that no request states: of a month, a limit, a purchase, what to spend less on.
    private func notes(_ gaps: ReadingGaps, of answer: Answer) throws -> [String] {
        switch answer.understood.intent {
        case .edit, .help, .outOfScope: return []
        case .purchase, .forecast: return try gaps.notes(over: usualDays, kinds: nil)
        default:
            let names = Set((answer.evidence?.query.accounts ?? []).map { $0.lowercased() })
            return try gaps.notes(
                over: reach(of: answer, orElse: Period(asOf.startOfMonth, asOf)), kinds: ReadingGaps.flows,
                isOfAll: names.isEmpty
            ) { names.isEmpty || names.contains($0.name.lowercased()) }
        }
    }

    /// The days from the first to the last that an answer has figures of.
    private func reach(of answer: Answer, orElse other: Period) -> Period {
        let query = answer.evidence?.query
        let periods =
            ([query?.period, query?.comparison] + (query?.otherPeriods ?? []).map(Optional.some)
            + (answer.evidence?.figures ?? []).map(\.period)).compactMap(\.self)
        guard let start = periods.map(\.start).min(), let end = periods.map(\.end).max() else { return other }
        return Period(start, end)
    }

    // MARK: Rows

    private func notes(_ gaps: ReadingGaps, of ask: Ask, _ answer: Answer) throws -> [String] {
        var selections = [ask.selection]
        if case .sides(let sides)? = ask.against { selections += sides.map(\.selection) }
        if case .share(let whole, _) = ask.measure { selections.append(whole) }
        var notes: [String] = []
        for selection in selections {
            let filter = AccountFilter(selection.filter, index)
            guard !filter.isOfRows else { continue }
            var period = days(of: selection.span, answer)
            if selection == ask.selection { period = narrowed(period, ask, answer) }
            if case .period(let other)? = ask.against {
                period = Period(min(period.start, other.start), max(period.end, other.end))
            }
            if ask.against == .usual { period = Period(min(period.start, usualDays.start), period.end) }
            let own = try gaps.notes(over: period, kinds: kinds(of: selection.flow), isOfAll: filter.isOfAll) {
                filter.counts($0)
            }
            notes += own.filter { !notes.contains($0) }
        }
        return notes
    }

    private func days(of span: Selection.Span, _ answer: Answer) -> Period {
        let everything = Period(CivilDate(dayNumber: 0), asOf)
        switch span {
        case .everything: return everything
        case .assumed: return answer.evidence?.query.period ?? everything
        case .periods(let periods):
            guard let first = periods.first, let last = periods.last else { return everything }
            return Period(first.start, max(first.start, last.end))
        }
    }

    /// A newest row was found, and so nothing before it matters; of an oldest one nothing after it.
    private func narrowed(_ period: Period, _ ask: Ask, _ answer: Answer) -> Period {
        let listed = (answer.evidence?.transactions ?? []).map(\.date)
        guard let oldest = listed.min(), let newest = listed.max() else { return period }
        let isList = ask.view == .rows && ask.limit != nil
        if ask.measure == .lastDay || ask.view == .rows && [nil, .newest].contains(ask.order) {
            return Period(max(period.start, oldest), max(period.end, oldest))
        }
        if ask.measure == .firstDay || isList && ask.order == .oldest {
            return Period(min(period.start, newest), min(period.end, newest))
        }
        return period
    }

    private func kinds(of flow: Selection.Flow) -> Set<TransactionKind> {
        switch flow {
        case .spending, .purchases: [.expense, .refund]
        case .refunds: [.refund, .expense]
        case .income: [.income]
        case .transfers, .transfersIn, .transfersOut: [.transfer]
        case .net: ReadingGaps.flows
        case .any: Set(TransactionKind.allCases)
        }
    }
}

/// Which accounts a filter of rows leaves.
private struct AccountFilter {
    private let filter: RowFilter
    private let index: HouseholdIndex

    init(_ filter: RowFilter, _ index: HouseholdIndex) { (self.filter, self.index) = (filter, index) }

    /// Whether no account is named.
    var isOfAll: Bool { !names(filter) }

    /// Whether it is of rows that are there: nothing that is missing could be among them.
    var isOfRows: Bool {
        switch filter {
        case .rows: true
        case .and(let parts): parts.contains { if case .rows = $0 { true } else { false } }
        default: false
        }
    }

    func counts(_ account: Account) -> Bool { holds(filter, account) ?? true }

    private func names(_ filter: RowFilter) -> Bool {
        switch filter {
        case .account: true
        case .and(let parts), .or(let parts): parts.contains(where: names)
        case .not(let part): names(part)
        default: false
        }
    }

    /// - Returns: nil for a condition that says nothing of accounts.
    private func holds(_ filter: RowFilter, _ account: Account) -> Bool? {
        switch filter {
        case .account(let name):
            let own = (try? index.accountNames(of: [name]).first) ?? name
            return own.lowercased() == account.name.lowercased()
        case .currency(let currency): return account.currency == currency
        case .and(let parts):
            let all = parts.map { holds($0, account) }
            return all.contains(false) ? false : all.contains(nil) ? nil : true
        case .or(let parts):
            let all = parts.map { holds($0, account) }
            return all.contains(true) ? true : all.contains(nil) ? nil : false
        case .not(let part): return holds(part, account).map { !$0 }
        default: return nil
        }
    }
}
