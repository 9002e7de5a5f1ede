import Advice
import Ledger
import Retrieval
import Store

/// What is uncertain in the index, as questions one after the other; answers take effect at once and are remembered.
public struct ReviewQueue {
    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let suggest: ((String) -> String?)?

    /// - Parameters:
    ///   - asOf: the day that counts as today.
    ///   - suggest: what a bank's text most likely is about, as a category that is offered first; nil where nothing can be said.
    public init(_ index: HouseholdIndex, asOf: CivilDate, suggest: ((String) -> String?)? = nil) {
        self.index = index
        self.asOf = asOf
        self.suggest = suggest
    }

    /// How many questions there are about rows of some days.
    ///
    /// - Parameter period: nil for all days.
    public func count(in period: Period? = nil) throws -> Int {
        try ReviewReader(index, period: period).findings(asOf: asOf).count
    }

    /// The open questions, most money first; of several currencies the household's own first.
    public func items() throws -> [ReviewItem] {
        let findings = try ReviewReader(index).findings(asOf: asOf)
        var items: [ReviewItem] = []
        for pair in findings.duplicates { try add(duplicate(pair.first, pair.second), to: &items) }
        for pair in findings.settled { try add(settled(pair.pending, pair.posted), to: &items) }
        for pair in findings.tipped { try add(tipped(pair.pending, pair.posted), to: &items) }
        for row in findings.neverPosted { try add(neverPosted(row), to: &items) }
        for transfer in findings.transfers { try add(self.transfer(transfer), to: &items) }
        let offered = findings.merchants.isEmpty && findings.unpaired.isEmpty ? [] : try usualCategories()
        for unpaired in findings.unpaired { try add(self.unpaired(unpaired, offered), to: &items) }
        for merchant in findings.merchants { try add(self.merchant(merchant, offered), to: &items) }
        let home = try index.homeCurrency
        return items.enumerated().sorted { a, b in
            let (one, other) = (a.element.stake, b.element.stake)
            if one.currency != other.currency {
                return one.currency == home || other.currency != home && one.currency.code < other.currency.code
            }
            return (other.minorUnits, a.offset) < (one.minorUnits, b.offset)
        }.map(\.element)
    }

    private func add(_ item: ReviewItem?, to items: inout [ReviewItem]) { if let item { items.append(item) } }

    /// Answers one question.
    ///
    /// - Parameter choice: the number of a choice or its word; of a merchant also any category.
    /// - Throws: `ReviewError` where the item has no such choice.
    public func answer(_ item: ReviewItem, _ choice: String) throws -> CorrectionResult {
        guard let chosen = item.choice(choice) ?? categoryChoice(item, choice) else {
            let words = item.choices.enumerated().map { "\($0 + 1) \($1.key)" }.joined(separator: ", ")
            let other = item.takesCategories ? ", or the name of a category" : ""
            throw ReviewError(
                reason: .noChoice,
                message: "“\(choice)” doesn't answer “\(item.question)”; choose from \(words)\(other)"
            )
        }
        return try index.keep(answer: chosen.key, to: item.key, chosen.effect)
    }

    /// Answers the question of this id.
    ///
    /// - Throws: `ReviewError` where no such question is open or it has no such choice.
    public func answer(id: String, _ choice: String) throws -> (item: ReviewItem, result: CorrectionResult) {
        guard let item = try items().first(where: { $0.id == id.lowercased() }) else {
            let answered = try ReviewAnswerKey(id: id).flatMap { try index.reviewAnswers()[$0] }
            throw ReviewError(
                reason: .noQuestion,
                message: answered.map {
                    "“\(id)” was already answered with “\($0)”; `coach undo` takes the last answer back"
                }
                    ?? "there's no question “\(id)”; `coach review` shows the open ones")
        }
        return (item, try answer(item, choice))
    }

    // MARK: Rows

    private func row(_ id: Int64) throws -> Transaction? { try index.transaction(id: id) }

    private func duplicate(_ first: Int64, _ second: Int64) throws -> ReviewItem? {
        guard let a = try row(first), let b = try row(second) else { return nil }
        let (one, other) = a.date <= b.date ? (a, b) : (b, a)
        let days =
            one.date == other.date
            ? "twice on \(said(one.date))" : "on \(said(one.date)) and on \(said(other.date))"
        let question =
            "\(one.amount.magnitude.text) shows up in \(one.account) \(days): \(quoted(one)) and "
            + "\(quoted(other)). Is that one payment?"
        return ReviewItem(
            key: ReviewAnswerKey(kind: .duplicate, first: first, second: second), question: question,
            choices: [
                ReviewItem.Choice(
                    key: "same", text: "one payment: count it once",
                    effect: .duplicate(row: try extra(of: a, b), of: try extra(of: a, b) == b.id ? a.id : b.id)),
                ReviewItem.Choice(key: "different", text: "two payments", effect: .none),
            ], transactions: [one, other], stake: one.amount.magnitude, rows: 2)
    }

    /// The row that counts no more: the newer file's, unless the user decided that one alone.
    private func extra(of older: Transaction, _ newer: Transaction) throws -> Int64 {
        let isDecided = try index.isDecidedByUser(row: newer.id) && !index.isDecidedByUser(row: older.id)
        return isDecided ? older.id : newer.id
    }

    private func settled(_ pending: Int64, _ posted: Int64) throws -> ReviewItem? {
        guard let a = try row(pending), let b = try row(posted) else { return nil }
        let question =
            "\(a.amount.magnitude.text) at \(a.merchant) has been pending in \(a.account) since \(said(a.date)), and "
            + "\(b.amount.magnitude.text) at \(b.merchant) posted on \(said(b.posted ?? b.date)). "
            + "Is that one payment?"
        return ReviewItem(
            key: ReviewAnswerKey(kind: .pending, first: pending, second: posted), question: question,
            choices: [
                ReviewItem.Choice(
                    key: "same", text: "one payment: only the posted \(b.amount.magnitude.text) counts",
                    effect: .posting(of: pending, as: posted)),
                ReviewItem.Choice(key: "different", text: "two payments", effect: .none),
            ], transactions: [a, b], stake: a.amount.magnitude, rows: 2)
    }

    private func tipped(_ pending: Int64, _ posted: Int64) throws -> ReviewItem? {
        guard let a = try row(pending), let b = try row(posted) else { return nil }
        let notes = a.notes.map { " with your note “\($0)”" } ?? ""
        let mayBeTip =
            abs(b.amount.minorUnits) > abs(a.amount.minorUnits)
            && !ReviewReader.openCategories.contains(b.category)
        let question =
            "\(a.amount.magnitude.text) at \(a.merchant) was pending on \(said(a.date))\(notes), and "
            + "\(b.amount.magnitude.text) at \(b.merchant) posted on \(said(b.posted ?? b.date)). Is that the same payment"
            + (mayBeTip ? " with a tip?" : "?")
        return ReviewItem(
            key: ReviewAnswerKey(kind: .pending, first: pending, second: posted), question: question,
            choices: [
                ReviewItem.Choice(
                    key: "same", text: "one payment: keep what you said about it, on the posted one",
                    effect: .posting(of: pending, as: posted)),
                ReviewItem.Choice(key: "different", text: "two payments", effect: .none),
            ], transactions: [a, b], stake: b.amount.magnitude, rows: 2)
    }

    private func neverPosted(_ id: Int64) throws -> ReviewItem? {
        guard let row = try row(id) else { return nil }
        let days = asOf.days(since: row.date)
        let question =
            "\(row.amount.magnitude.text) at \(row.merchant) in \(row.account) has been pending since \(said(row.date)), "
            + "\(days) days. Was it ever charged?"
        return ReviewItem(
            key: ReviewAnswerKey(kind: .pending, first: id), question: question,
            choices: [
                ReviewItem.Choice(
                    key: "never", text: "no: don't count it", effect: .duplicate(row: id, of: nil)),
                ReviewItem.Choice(key: "charged", text: "yes, or it will be: count it", effect: .none),
            ], transactions: [row], stake: row.amount.magnitude, rows: 1)
    }

    private func transfer(_ found: ReviewFindings.Transfer) throws -> ReviewItem? {
        guard let out = try row(found.out) else { return nil }
        let candidates = try found.candidates.compactMap(row)
        let accounts = try index.accounts
        func number(_ name: String) -> Int64? { accounts.first { $0.name == name }?.id }
        let category = { (into: Transaction) in
            try index.transferCategory(between: [number(out.account), number(into.account)].compactMap { $0 })
        }
        var choices = try candidates.map { into in
            ReviewItem.Choice(
                key: "r\(into.id)", text: "\(into.account), \(said(into.date)): \(quoted(into))",
                effect: .pair(out: out.id, into: into.id, category: try category(into)))
        }
        choices.append(
            ReviewItem.Choice(key: "none", text: "none of these accounts", effect: .noTransfer(row: out.id)))
        return ReviewItem(
            key: ReviewAnswerKey(kind: .transfer, first: found.out),
            question: "\(out.amount.magnitude.text) left \(out.account) on \(said(out.date)): \(quoted(out)). "
                + "Where did it go?",
            choices: choices, transactions: [out] + candidates, stake: out.amount.magnitude, rows: candidates.count + 1)
    }

    private func unpaired(_ found: ReviewFindings.Unpaired, _ offered: [Category]) throws -> ReviewItem? {
        guard let latest = try row(found.latest) else { return nil }
        let isOne = found.rows.count == 1
        let more = isOne ? "" : " and \(groupedThousands(found.rows.count - 1)) more like it"
        let what =
            isOne ? (found.isCardBill ? "a card's bill" : "a transfer") : found.isCardBill ? "card bills" : "transfers"
        let question =
            "\(quoted(latest))\(more) took \(found.amount.magnitude.text) out of \(latest.account), "
            + "\(isOne ? "on" : "most recently on") \(said(found.last)). \(isOne ? "It counts" : "They count") as \(what), not as "
            + "spending, and none of your accounts has the other side. What \(isOne ? "was it" : "were they")?"
        let filing = found.merchant.map(ReviewItem.Filing.merchant) ?? .rows(found.rows)
        let own =
            found.isCardBill
            ? "the bill for one of your cards: don't count it (the card's file has the purchases)"
            : "moved to another of your accounts: don't count it"
        var choices = [ReviewItem.Choice(key: "own", text: own, effect: .none)]
        let people = index.taxonomy["people"].map { [$0] } ?? []
        let spent = offered.filter { $0.flow == .out && $0.id != "people" }
        for category in (found.isCardBill ? spent : people + spent.dropLast()) {
            choices.append(choice(category, filing))
        }
        choices.append(
            ReviewItem.Choice(
                key: Taxonomy.fallback,
                text: "put \(isOne ? "it" : "them") in \(index.taxonomy.displayName(Taxonomy.fallback))",
                effect: filing.effect(Taxonomy.fallback)))
        return ReviewItem(
            key: ReviewAnswerKey(kind: .transfer, first: found.rows[0]), question: question, choices: choices,
            transactions: [latest], stake: found.amount.magnitude, rows: found.rows.count, filing: filing)
    }

    private func said(_ day: CivilDate) -> String { day.text(near: asOf) }

    private func quoted(_ row: Transaction) -> String { "“\(row.rawDescription)”" }

    // MARK: Merchants

    private func merchant(_ found: ReviewFindings.Merchant, _ offered: [Category]) throws -> ReviewItem? {
        let isIn = found.amount.minorUnits > 0
        let times = found.rows == 1 ? "one payment" : "\(groupedThousands(found.rows)) payments"
        let last = (found.rows == 1 ? "on " : "in all, most recently on ") + said(found.last)
        let question =
            "\(found.name): \(times) \(isIn ? "from them" : "to them"), \(found.amount.magnitude.text)\(found.rows == 1 ? ", " : " ")\(last). "
            + "What \(found.rows == 1 ? "was it" : "are they") for?"
        // What was guessed comes first: confirming it is the answer most people give.
        let guessed = found.guess.flatMap { index.taxonomy[$0] }
        let latest = try index.latest(ofMerchant: found.id)
        let suggested = isIn ? nil : latest.flatMap { suggest?($0.rawDescription) }.flatMap { index.taxonomy[$0] }
        let first = try guessed ?? suggested ?? home(found)
        let others = offered.filter { ($0.flow == .in) == isIn || $0.flow == .transfer }.filter { $0 != first }
        let filing = ReviewItem.Filing.merchant(found.id)
        var choices = ([first].compactMap(\.self) + others).map { choice($0, filing) }
        let kept = isIn ? "income" : Taxonomy.fallback
        let text = "\(guessed == nil ? "leave" : "put") \(found.rows == 1 ? "it" : "them") in "
        choices.append(
            ReviewItem.Choice(
                key: kept, text: text + index.taxonomy.displayName(kept),
                effect: guessed == nil ? .none : filing.effect(kept)))
        return ReviewItem(
            key: ReviewAnswerKey(kind: .category, first: found.id), question: question, choices: choices,
            transactions: latest.map { [$0] } ?? [], stake: found.amount.magnitude, rows: found.rows,
            filing: filing)
    }

    /// Units of money from which on payments that come again may be for a home.
    private static let leastHome: Int64 = 400

    /// Rent, where nothing is known to be for a home and large payments go to the same name again and again.
    private func home(_ found: ReviewFindings.Merchant) throws -> Category? {
        let least = Int64(found.rows) * ReviewQueue.leastHome * found.amount.currency.minorPerMajor
        guard found.rows > 1, -found.amount.minorUnits >= least else { return nil }
        return try index.categoriesByUse().contains { ["rent", "mortgage"].contains($0) } ? nil : index.taxonomy["rent"]
    }

    private func choice(_ category: Category, _ filing: ReviewItem.Filing) -> ReviewItem.Choice {
        ReviewItem.Choice(key: category.id, text: category.name, effect: filing.effect(category.id))
    }

    /// Any category by its id, name, or what banks call it.
    private func categoryChoice(_ item: ReviewItem, _ text: String) -> ReviewItem.Choice? {
        guard let filing = item.filing, let id = index.taxonomy.category(named: text) else { return nil }
        return index.taxonomy[id].map { choice($0, filing) }
    }

    /// How many categories of one direction are offered.
    private static let mostOffered = 6
    /// What money that came in usually is.
    private static let incomes = ["salary", "reimbursement", "cash_deposit", "benefits"]
    private static let commonExpenses = ["groceries", "restaurants", "shopping", "services", "health", "people"]

    /// Those of expenses that the household has most rows of, those of income, and transfers.
    private func usualCategories() throws -> [Category] {
        let taxonomy = index.taxonomy
        let used = try index.categoriesByUse().compactMap { taxonomy[$0] }.filter {
            $0.flow == .out && $0.id != Taxonomy.fallback
        }
        var expenses: [Category] = []
        for category in used + ReviewQueue.commonExpenses.compactMap({ taxonomy[$0] })
        where !expenses.contains(category) {
            expenses.append(category)
        }
        return Array(expenses.prefix(ReviewQueue.mostOffered)) + ReviewQueue.incomes.compactMap { taxonomy[$0] }
            + [taxonomy["transfers"]].compactMap { $0 }
    }
}

extension Taxonomy {
    /// The categories that a name means: one by its id or its name, all that an everyday word stands for in a question (`eating
    /// out`), or one by what banks call it; signs and case do not matter. Empty for what is none.
    public func categories(named text: String) -> [String] {
        let key = NameKey.key(of: text)
        if let hit = categories.first(where: { NameKey.key(of: $0.id) == key || NameKey.key(of: $0.name) == key }) {
            return [hit.id]
        }
        if let everyday = RuleCategory(everyday: text, in: self) { return everyday.parts }
        return category(bankName: text).map { [$0] } ?? []
    }

    /// The only category that a name means; nil where it means none or several.
    public func category(named text: String) -> String? {
        let found = categories(named: text)
        return found.count == 1 ? found[0] : nil
    }
}
