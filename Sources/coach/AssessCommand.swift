import Advice
import Coaching
import Ledger
import Store
import Terminal

/// `coach assess`: whether to buy something, without conversation.
struct AssessCommand {
    let session: Session

    func run() throws -> Int32 {
        let command = session.command
        // The purchase must make sense before an index is made or looked for.
        guard command[Options.price] != nil || command[Options.instalments] != nil else {
            throw Failure("how much does it cost? Add --amount, such as `coach assess --amount 80`", exitCode: 2)
        }
        let index = try session.openIndex(keepsNothing: true)
        let asOf = try session.asOf(index)
        let desk = PurchaseDesk(index, asOf: asOf, settings: try session.purchaseSettings(index))
        let purchase = try purchase(index, asOf: asOf)
        if let problem = desk.problem(amount: purchase.amount, day: purchase.day) {
            let isOfAmount = desk.problem(amount: purchase.amount, day: asOf) != nil
            throw Failure("\(isOfAmount ? "--amount" : "--at"): \(problem)", exitCode: 2)
        }
        let advice = try desk.assess(try desk.completed(purchase))
        let isEmpty = try index.isEmpty && advice.rules.limit == nil && advice.cash == nil
        if !isEmpty { _ = try desk.remember(advice) }
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        var notes = try session.gaps(index, over: Period(asOf, asOf))
        if notes.isEmpty, advice.rules.limit != nil, let age = try DataAge.note(index, asOf: asOf) { notes = [age] }
        if let place = advice.place, place.decision == .warn { notes.append(place.sentence) }
        if session.wantsJSON {
            try session.write(.object((advice.json(words).object ?? []) + [("notes", .strings(notes))]))
        } else {
            try session.write(text(words))
            try session.write(notes: notes)
        }
        guard isEmpty else { return 0 }
        throw session.emptyIndex
    }

    // MARK: The purchase

    private func purchase(_ index: HouseholdIndex, asOf: CivilDate) throws -> Purchase {
        let command = session.command
        let account = try command[Options.payFrom].map { try self.account($0, index) }
        let plan = try command[Options.instalments].map(payments)
        let currency = try currency(index, account, plan?.amount)
        var instalments: Instalments?
        var amount: Money
        if let plan {
            let each = try money(plan.amount, currency, "--installments")
            let whole = Instalments(cents: each.minorUnits, count: plan.count, every: .months(1))
            (instalments, amount) = (whole, Money(whole.wholeCost, currency))
            if let stated = try command[Options.price].map({ try money($0, currency, "--amount") }), stated != amount,
                stated != each
            {
                throw Failure(
                    "--amount and --installments disagree: \(plan.count) payments of \(each.text) come to \(amount.text)",
                    exitCode: 2)
            }
        } else {
            amount = try command[Options.price].map { try money($0, currency, "--amount") } ?? Money(0, currency)
        }
        return Purchase(
            amount: amount, merchant: command[Options.seller]?.trimmed.nonEmpty,
            item: command[Options.item]?.trimmed.nonEmpty,
            category: try command[Options.purchaseCategory].map { try category($0, index) },
            isOnline: command[Options.online], instalments: instalments, account: account?.name,
            day: command[Options.at] ?? asOf)
    }

    /// The one said, that of the amount's sign, of the account, of what was paid to the seller so far, or the household's.
    private func currency(_ index: HouseholdIndex, _ account: Account?, _ each: DecimalAmount?) throws -> Currency {
        let command = session.command
        let home = try Coach.homeCurrency(index)
        let sign = each?.currency(home: home) ?? command[Options.price]?.currency(home: home)
        let seller = try command[Options.seller].flatMap { try index.currency(atMerchant: $0) }
        return command[Options.currency] ?? sign ?? account?.currency ?? seller ?? home
    }

    private func money(_ amount: DecimalAmount, _ currency: Currency, _ option: String) throws -> Money {
        guard let units = amount.minorUnits(in: currency) else {
            throw Failure("\(option): \(amount.problem(in: currency))", exitCode: 2)
        }
        return Money(units, currency)
    }

    /// `12x49.90`.
    private func payments(_ text: String) throws -> (count: Int, amount: DecimalAmount) {
        let parts = text.split(separator: "x", maxSplits: 1)
        guard parts.count == 2, let count = Int(parts[0]), (2...480).contains(count),
            let amount = DecimalAmount(parts[1])
        else {
            throw Failure(
                "--installments “\(SafeText.line(text))”: expected a number of monthly payments and their amount such as "
                    + "12x49.90", exitCode: 2)
        }
        return (count, amount)
    }

    private func account(_ name: String, _ index: HouseholdIndex) throws -> Account {
        if let account = try index.account(named: name) { return account }
        let names = try index.accounts.map(\.name).joined(separator: ", ")
        throw Failure("there's no account “\(SafeText.line(name))”; you have \(names)", exitCode: 2)
    }

    private func category(_ name: String, _ index: HouseholdIndex) throws -> String {
        if let category = RuleCategory(named: name, in: index.taxonomy) { return category.id }
        let known = index.taxonomy.categories.filter { $0.flow == .out }.map(\.id) + RuleCategory.guardianIDs
        let near = Suggestion.nearest(to: name.lowercased(), among: known).map { ": did you mean \($0)?" }
        throw Failure("there's no category “\(SafeText.line(name))”\(near ?? "")", exitCode: 2)
    }

    // MARK: Text

    private func text(_ words: VerdictWords) -> String {
        var out = session.style(session.prose(words.headline), .bold) + "\n"
        out += list(words.reasons.map(\.sentence))
        let changes = words.conditions.map(\.sentence)
        if !changes.isEmpty { out += "What would change that:\n" + list(changes) }
        return out
    }

    private func list(_ lines: [String]) -> String {
        lines.map { session.prose("- " + $0) + "\n" }.joined()
    }
}

extension String {
    /// nil for an empty text.
    var nonEmpty: String? { isEmpty ? nil : self }
}
