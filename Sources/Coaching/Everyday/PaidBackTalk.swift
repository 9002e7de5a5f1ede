import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// How far back an expense is looked for, and how long after it money may come back.
    private static let daysBack = 120
    private static let daysLater = 45
    /// The same where both amounts are said.
    private static let daysAtMost = 180
    /// How long after it where nobody said that something came back.
    private static let daysSoon = 14
    private static let mostListed = 5
    private static let backTable = PhraseLists("rag-index/intents/paid-back.tsv")

    mutating func paidBackTalk(_ line: String) throws -> Answer? {
        guard var form = PaidBackForm(line) else {
            return ToldMoney(line).map { everyday(line, $0.reply, intent: .help) }
        }
        if form.isSearch { return try paybackSearch(line) }
        form.read(line, home: currency, context)
        form.isNamed = reader.named(in: form.about).contains { named in
            if case .merchants = named.what { true } else { false }
        }
        // What was given or sent for something is a reimbursement only where that something is an expense.
        if form.isGiven, form.cost == nil, !namesExpense(form.about) {
            return everyday(line, ToldMoney.given.reply, intent: .help)
        }
        let expenses = try expenses(of: form)
        guard !expenses.isEmpty else {
            return everyday(line, try noExpense(form))
        }
        let pairs = try paybacks(expenses, form)
        guard let first = pairs.first else {
            let paid = expenses[0]
            let who = form.person.map { " from " + $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
            let amount = (form.back.map { "no \($0.text)" } ?? "no money") + who
            if form.cost == nil, !who.isEmpty, expenses.count > 1 {
                return everyday(
                    line,
                    "I see \(amount) that fits an expense of the last four months. Once it's in your data, tell me again."
                )
            }
            if let back = form.back, expenses.count == 1, back.minorUnits > -paid.amount.minorUnits {
                return everyday(
                    line,
                    "I see \(said(paid)): \(back.text) is more than that, so it can't be repayment for that purchase "
                        + "alone.")
            }
            return everyday(
                line, "I see \(said(paid)), but \(amount) that came in after it. Once it's in your data, tell me again."
            )
        }
        // A word for many purchases may mean another one than that which fits.
        let isCertain = form.cost != nil || form.isNamed || expenses.count == 1
        return pairs.count == 1 && isCertain ? try link(first, line) : choose(among: pairs, line)
    }

    /// The number of the pair that is meant, after some were listed.
    mutating func paybackGoesOn(_ line: String, _ before: EverydayMemory) throws -> Answer? {
        guard !before.paybacks.isEmpty else { return nil }
        let words = SpokenLine(line).words
        if case .no? = YesOrNo(line) {
            for pair in before.paybacks { _ = try index.keep(answer: "no", to: pair.key, .none) }
            let what = before.paybacks.count == 1 ? "that pair" : "those pairs"
            return everyday(line, "Okay, I didn't change anything, and I won't offer \(what) again.")
        }
        if before.paybacks.count == 1, case .yes? = YesOrNo(line) { return try link(before.paybacks[0], line) }
        let places = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5]
        let said = words.filter { !["the", "number", "one", "link", "please", "yes"].contains($0) }
        let place = said.count == 1 ? Int(said[0]) ?? places[said[0]] : nil
        if let place, before.paybacks.indices.contains(place - 1) { return try link(before.paybacks[place - 1], line) }
        // A number of none of them, or a yes to several, chooses nothing yet.
        guard place != nil || YesOrNo(line) == .yes, let expected = before.expected else { return nil }
        talk.everyday.paybacks = before.paybacks
        return everyday(line, expected)
    }

    // MARK: What is meant

    /// Whether words name a shop or something that is paid for; a day alone is neither.
    private func namesExpense(_ text: String) -> Bool {
        if !Coach.backTable.words("pointing").isDisjoint(with: SpokenText.words(of: text)) { return true }
        return reader.named(in: text).contains { named in
            switch named.what {
            case .categories(let ids): ids.contains { index.taxonomy[$0]?.flow == .out }
            case .merchants: true
            default: false
            }
        }
    }

    private func expenses(of form: PaidBackForm) throws -> [Transaction] {
        var (categories, merchants): ([RowFilter], [RowFilter]) = ([], [])
        var days = Period(asOf.adding(days: -Coach.daysBack), asOf)
        var saysDays = false
        for named in reader.named(in: form.about) {
            switch named.what {
            case .categories(let ids) where ids.contains { index.taxonomy[$0]?.flow == .out }:
                categories.append(.or(ids.map(RowFilter.category)))
            case .merchants(let names): merchants += names.map(RowFilter.merchant)
            case .days(let period): (days, saysDays) = (period, true)
            default: break
            }
        }
        // Of several shops one is who paid it back: `the Venmo cashout was Ana paying me back for IKEA`.
        let filters = merchants.isEmpty ? categories : [RowFilter.or(merchants)]
        let isPointed = filters.isEmpty && form.cost == nil
        if isPointed, let rows = talk.last?.evidence?.transactions, rows.count == 1 { return rows }
        // The exact amount, or a shop's name beside it, means one purchase however long ago.
        let isExact = form.cost.map { $0.minorUnits % $0.currency.minorPerMajor != 0 || !merchants.isEmpty } ?? false
        if isExact, !saysDays, let begin = try index.rowSpan?.start, begin < days.start,
            case let recent = try expenses(filters, form, days), recent.isEmpty
        {
            days = Period(begin, asOf)
        }
        let fitting = try expenses(filters, form, days)
        // What it is called may be filed otherwise, among its kin or nowhere: the amount tells.
        guard fitting.isEmpty, form.cost != nil, !filters.isEmpty else { return fitting }
        let kin = kin(of: filters)
        return try ofAmount(form, days).filter { kin.contains($0.category) }
    }

    private func expenses(_ filters: [RowFilter], _ form: PaidBackForm, _ days: Period) throws -> [Transaction] {
        let filter = RowFilter.all(filters + PaidBackForm.amounts(form.cost))
        let all = try rows(Selection(.purchases, filter, .periods([days])), limit: 2_000)
        return all.filter {
            $0.amount.currency == currency && PaidBackForm.isSaid(form.cost, -$0.amount.minorUnits)
                && !["rent", "mortgage", "cash"].contains($0.category)
        }
    }

    private func ofAmount(_ form: PaidBackForm, _ days: Period) throws -> [Transaction] {
        try rows(Selection(.purchases, .all(PaidBackForm.amounts(form.cost)), .periods([days])), limit: 2_000).filter {
            $0.amount.currency == currency && PaidBackForm.isSaid(form.cost, -$0.amount.minorUnits)
        }
    }

    /// The categories in which something that is called so may be filed: those of its kind, and none.
    private func kin(of filters: [RowFilter]) -> Set<String> {
        let taxonomy = index.taxonomy
        func categories(_ filter: RowFilter) -> [String] {
            switch filter {
            case .category(let id): [id]
            case .merchant(let name): Array(context.names.categories(merchant: name))
            case .or(let parts), .and(let parts): parts.flatMap(categories)
            default: []
            }
        }
        let own = filters.flatMap(categories).compactMap { taxonomy[$0] }
        let alike = taxonomy.categories.filter { other in
            own.contains { $0.id == other.id || $0.parent == other.parent && $0.guardian == other.guardian }
        }
        return Set(alike.map(\.id) + [Taxonomy.fallback])
    }

    /// What is said where no expense is the one that is meant, with what else has its amount.
    private func noExpense(_ form: PaidBackForm) throws -> String {
        let what = form.cost.map { " of \($0.text)" } ?? ""
        let days = Period(asOf.adding(days: -Coach.daysBack), asOf)
        let none = "I don't see the expense\(what) in the last four months."
        guard form.cost != nil, let other = try ofAmount(form, days).first else {
            return none + " Say what it was: “the $84 dinner: Ana paid me back 42”."
        }
        let who = form.person.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "they"
        let back = form.back.map { " " + $0.text } ?? ""
        return none + " There is \(said(other)): if that's it, say “\(other.merchant): \(who) paid me back\(back)”."
    }

    /// `did Ana pay me back`, where no row names them; who is in the data is looked up as any question is.
    func unknownPayer(_ line: String) throws -> Answer? {
        guard let person = PaidBackQuestion(line)?.person, let days = context.names.coverage else { return nil }
        let isNamed = reader.named(in: person).contains { named in
            switch named.what {
            case .merchants, .categories: true
            default: false
            }
        }
        guard !isNamed, try moneyNaming(person, from: days.start).isEmpty else { return nil }
        let name = person.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
        return everyday(
            line,
            "I see no money from “\(name)” in your data (\(days.name)). A payout of an app such as Venmo names nobody: "
                + "“any reimbursements?” looks for amounts that fit.", intent: .help)
    }

    private func moneyNaming(_ person: String, from day: CivilDate) throws -> [Transaction] {
        let names = Set(person.split(separator: " ").map(String.init))
        return try index.moneyBack(from: day, through: asOf).filter {
            names.isSubset(of: SpokenText.words(of: $0.merchant + " " + $0.rawDescription))
        }
    }

    private func paybacks(_ expenses: [Transaction], _ form: PaidBackForm) throws -> [Payback] {
        guard let first = expenses.map(\.date).min() else { return [] }
        let money = try moneyBack(from: first, form.person)
        let saysBoth = form.cost != nil && form.back != nil
        var pairs: [Payback] = []
        for paid in expenses {
            let cost = -paid.amount.minorUnits
            let fitting = money.filter { back in
                let amount = back.amount.minorUnits
                guard back.amount.currency == paid.amount.currency, amount <= cost,
                    (-1...(saysBoth ? Coach.daysAtMost : Coach.daysLater)).contains(back.date.days(since: paid.date))
                else { return false }
                if form.back != nil { return PaidBackForm.isSaid(form.back, amount) }
                return form.isHalf ? abs(2 * amount - cost) <= 1 : amount == cost || abs(2 * amount - cost) <= 1
            }
            // Of several the one that came first is its own.
            pairs += fitting.prefix(form.cost == nil ? 1 : fitting.count).map { Payback(expense: paid, back: $0) }
        }
        return Array(pairs.prefix(Coach.mostListed))
    }

    /// - Parameter person: who sent it; where a row names them, only theirs count.
    private func moneyBack(from day: CivilDate, _ person: String?) throws -> [Transaction] {
        let all = try index.moneyBack(from: day.adding(days: -1), through: asOf)
        guard let person else { return all }
        let theirs = all.filter { SpokenText.words(of: $0.merchant + " " + $0.rawDescription).contains(person) }
        guard theirs.isEmpty else { return theirs }
        // A wallet's payout names nobody, and who “dad” is no row says; what names somebody else is not theirs.
        let isKin = Coach.backTable.words("kin").contains(person)
        return all.filter { $0.category == "reimbursement" && (isKin || Coach.namesNobody($0.merchant)) }
    }

    /// Whether a row's merchant is nothing but a payment service.
    private static func namesNobody(_ merchant: String) -> Bool {
        SpokenText.words(of: merchant).allSatisfy(backTable.words("service").contains)
    }

    /// Money from people that is as much as an expense of the days before, or half of it.
    private mutating func paybackSearch(_ line: String) throws -> Answer {
        let start = asOf.adding(days: -Coach.daysBack)
        let expenses = try rows(Selection(.purchases, .all, .periods([Period(start, asOf)])), limit: 5_000).filter {
            $0.amount.currency == currency && -$0.amount.minorUnits >= 10 * currency.minorPerMajor
                && !["people", "cash", "checks", "rent", "mortgage"].contains($0.category)
        }
        let said = LineTimes(line, context).periods.first
        let money = try index.moneyBack(from: start, through: asOf).filter {
            $0.category == "reimbursement" && (said?.contains($0.date) ?? true)
        }
        let refused = Set(try index.reviewAnswers().keys)
        let pairs = money.compactMap { back -> Payback? in
            let amount = back.amount.minorUnits
            let paid = expenses.first { paid in
                let cost = -paid.amount.minorUnits
                return !refused.contains(Payback(expense: paid, back: back).key)
                    && (0...Coach.daysSoon).contains(back.date.days(since: paid.date))
                    && (amount == cost || abs(2 * amount - cost) <= 1)
            }
            return paid.map { Payback(expense: $0, back: back) }
        }
        guard !pairs.isEmpty else {
            return everyday(
                line,
                "I found no money that came back for an expense \(said.map { phrases.period($0) } ?? "in the last four months"): "
                    + "nothing from people is as much "
                    + "as an expense of the two weeks before, or half of it.")
        }
        return choose(among: Array(pairs.suffix(Coach.mostListed)), line)
    }

    // MARK: Doing it

    private mutating func choose(among pairs: [Payback], _ line: String) -> Answer {
        talk.everyday.paybacks = pairs
        let lines = pairs.enumerated().map { place, pair in
            "\(place + 1). \(pair.back.amount.text) from \(pair.back.merchant), \(pair.back.date.text(near: asOf)), for "
                + said(pair.expense)
        }
        let question =
            pairs.count == 1
            ? "Do these two go together? Say “yes” or “no”."
            : "Which two go together? Say the number, or “none”."
        return everyday(line, question + " " + lines.joined(separator: "; ") + ".")
    }

    private mutating func link(_ pair: Payback, _ line: String) throws -> Answer {
        do {
            _ = try index.repay(pair.expense.id, by: pair.back.id)
        } catch let error as SplitError {
            return everyday(line, error.message.prefix(1).uppercased() + error.message.dropFirst() + ".")
        }
        try renewNames()
        let rest = -pair.expense.amount.minorUnits - pair.back.amount.minorUnits
        let left = rest > 0 ? "; that leaves \(Money(rest, currency).text) of your own" : ""
        return everyday(
            line,
            "Done: \(pair.back.amount.text) from \(pair.back.merchant) (\(pair.back.date.text(near: asOf))) now counts "
                + "against \(said(pair.expense))\(left).\(undoHint)")
    }

    /// `$84.00 at Luigi's on June 3`.
    private func said(_ row: Transaction) -> String {
        "\(row.amount.magnitude.text) at \(row.merchant) on \(row.date.text(near: asOf))"
    }
}
