import Ledger
import Retrieval

/// Says what is in accounts and how that is known.
struct BalanceReply {
    let phrases: Phrases
    let asOf: CivilDate
    let ask: BalanceAsk

    /// - Parameter unknownNames: accounts that were asked for and do not exist.
    func reply(_ sheet: BalanceSheet, _ evidence: Evidence, unknownNames: [String] = []) -> String {
        var sentences: [String] = []
        if !unknownNames.isEmpty {
            let names = Subject.list(unknownNames.map { "“\($0)”" })
            sentences.append("I don't see an account called \(names).")
        }
        if sheet.balances.isEmpty, sheet.unknown.isEmpty, ask.topic == .owed {
            return "I don't see a card or loan, so I don't know of anything you owe."
        }
        if sheet.balances.isEmpty, sheet.unknown.isEmpty {
            return "You have no accounts yet. Import a bank file with `coach import FILE`, or enter a balance with "
                + "`coach balance NAME AMOUNT --type checking`."
        }
        if let verdict = verdict(sheet, evidence) { sentences.append(verdict) }
        if sheet.balances.count == 1 { sentences.append(single(sheet.balances[0], on: sheet.day)) }
        if sheet.balances.count > 1 { sentences += several(sheet, evidence) }
        sentences += pending(evidence)
        if !sheet.unknown.isEmpty { sentences.append(BalanceReply.unknown(sheet.unknown, on: sheet.day, asOf: asOf)) }
        return sentences.joined(separator: " ")
    }

    /// Yes or no, to `do I have more than $500 in checking` and `am I overdrawn`; the account with the most.
    private func verdict(_ sheet: BalanceSheet, _ evidence: Evidence) -> String? {
        if ask.detail == .overdrawn, !sheet.balances.isEmpty {
            let overdrawn = sheet.balances.contains { $0.account.type.isDeposit && $0.amount.minorUnits < 0 }
            return overdrawn ? "Yes, you're overdrawn." : "No, you're not overdrawn."
        }
        if let detail = ask.detail, detail == .most || detail == .least, let picked = sheet.balances.first {
            return "\(picked.account.name) \(ask.topic == .owed ? "is owed" : "has") the \(detail.rawValue)."
        }
        guard let condition = ask.condition, let amount = evidence.amounts("balance").first?.magnitude else {
            return nil
        }
        return condition.relation.holds(amount.minorUnits, condition.bound) ? "Yes." : "No."
    }

    /// What each balance rests on.
    func reasons(_ sheet: BalanceSheet) -> String {
        let parts = sheet.balances.map { balance -> String in
            let plain = balance.isOwners ? "as you told me" : "as your bank gave it"
            let basis =
                balance.rows == 0
                ? ", \(plain) for \(balance.statedOn.text(near: asOf))" : basis(balance, on: sheet.day)
            return "\(balance.account.name) \(balance.amount.text)\(basis)."
        }
        let lead = "A balance is the last one I was given plus the posted transactions since; pending ones don't count."
        return ([lead] + parts).joined(separator: " ")
    }

    private func single(_ balance: AccountBalance, on day: CivilDate) -> String {
        let isPast = day < asOf
        let name = balance.account.name
        // A balance that is older than the day asked for is dated by what it rests on.
        let date = isPast ? day : balance.day
        let state: String
        if balance.amount.minorUnits < 0, balance.account.type.isLiability {
            state = "You \(isPast ? "owed" : "owe") \(balance.amount.magnitude.text) on \(name)"
        } else if balance.amount.minorUnits < 0 {
            state = "\(name) \(isPast ? "was" : "is") overdrawn by \(balance.amount.magnitude.text)"
        } else {
            state = "\(name) \(isPast ? "had" : "has") \(balance.amount.text)"
        }
        let when = isPast ? " on \(date.text(near: asOf))" : date == asOf ? "" : " as of \(date.text(near: asOf))"
        return "\(state)\(when)\(basis(balance, on: day))."
    }

    private func basis(_ balance: AccountBalance, on day: CivilDate) -> String {
        guard balance.rows > 0 else { return balance.isOwners ? ", going by what you told me" : "" }
        let stated =
            (balance.isOwners ? "the balance you gave me" : "your bank's balance")
            + " for \(balance.statedOn.text(near: asOf))"
        let rows = phrases.count(balance.rows, "transaction")
        return balance.statedOn <= day
            ? ": \(stated) plus the \(rows) since" : ": \(stated) with the \(rows) up to then taken back out"
    }

    private func several(_ sheet: BalanceSheet, _ evidence: Evidence) -> [String] {
        let isPast = sheet.day < asOf
        let when = isPast ? "On \(sheet.day.text(near: asOf)) you" : "You"
        let deposits = sheet.balances.filter { $0.account.type.isDeposit }
        let debts = sheet.balances.filter { $0.account.type.isLiability }
        let others = sheet.balances.filter { !$0.account.type.isDeposit && !$0.account.type.isLiability }
        var sentences: [String] = []
        if !deposits.isEmpty {
            sentences.append(
                "\(when) \(isPast ? "had" : "have") \(sum(deposits)) in \(listed(deposits))\(asOfNote(deposits, isPast))."
            )
        }
        if !others.isEmpty {
            sentences.append(
                "You \(deposits.isEmpty ? "" : "also ")\(isPast ? "had" : "have") \(sum(others)) in \(listed(others)).")
        }
        if !debts.isEmpty {
            let verb = isPast ? "owed" : "owe"
            sentences.append("You \(verb) \(owed(debts)) on \(listed(debts, isOwed: true)).")
        }
        return sentences
    }

    private func asOfNote(_ balances: [AccountBalance], _ isPast: Bool) -> String {
        guard !isPast, let latest = balances.map(\.day).max(), latest < asOf else { return "" }
        return ", as of \(latest.text(near: asOf))"
    }

    /// - Parameter isOwed: whether the amounts are said as what is owed, without a sign.
    private func listed(_ balances: [AccountBalance], isOwed: Bool = false) -> String {
        if balances.count == 1 { return balances[0].account.name }
        return Subject.list(balances.map { "\($0.account.name) (\((isOwed ? -$0.amount : $0.amount).text))" })
    }

    private func sum(_ balances: [AccountBalance]) -> String {
        phrases.money(BalanceReply.sums(balances))
    }

    private func owed(_ balances: [AccountBalance]) -> String {
        phrases.money(BalanceReply.sums(balances).map { -$0 })
    }

    static func sums(_ balances: [AccountBalance]) -> [Money] {
        BalanceSheet(day: CivilDate(dayNumber: 0), balances: balances, unknown: []).sums { _ in true }
    }

    private func pending(_ evidence: Evidence) -> [String] {
        evidence.figures(named: "pending").compactMap { figure in
            guard let money = figure.money, let rows = figure.rows else { return nil }
            let account = figure.label.split(separator: ",").first.map(String.init) ?? ""
            return "\(account) doesn't count \(phrases.count(rows, "pending transaction")) yet (\(money.text))."
        }
    }

    /// What it takes to know a balance.
    static func unknown(_ accounts: [Account], on day: CivilDate, asOf: CivilDate) -> String {
        let names = Subject.list(accounts.map(\.name))
        let when = day < asOf ? " on \(day.text(near: asOf))" : ""
        let example = accounts.first.map { "\"\($0.name)\" AMOUNT" } ?? "NAME AMOUNT"
        return
            "I can't say what the balance of \(names)\(when) is: the files you imported don't give one. Tell me with "
            + "`coach balance \(example)`, or import an OFX file or a CSV that has a balance column."
    }

    /// The accounts one by one.
    func table(_ sheet: BalanceSheet) -> AnswerTable? {
        guard sheet.balances.count + sheet.unknown.count > 1 else { return nil }
        let known = sheet.balances.map { balance in
            [
                balance.account.name, balance.account.type.words, balance.amount.text,
                (sheet.day < asOf ? sheet.day : balance.day).iso,
            ]
        }
        let unknown = sheet.unknown.map { [$0.name, $0.type.words, "not known", ""] }
        return AnswerTable(
            columns: [
                .init(title: "Account", isNumber: false), .init(title: "Type", isNumber: false),
                .init(title: "Balance", isNumber: true), .init(title: "As of", isNumber: false),
            ], rows: known + unknown, omitted: 0)
    }
}
