import Ledger
import Store

/// What people sort their money into.
public enum AssetKind: String, Sendable, CaseIterable {
    case cash, investments, retirement
    case realEstate = "real_estate"
    case other, liabilities

    public var name: String {
        switch self {
        case .cash: "Cash and savings"
        case .investments: "Investments"
        case .retirement: "Retirement"
        case .realEstate: "Real estate"
        case .other: "Other"
        case .liabilities: "Liabilities"
        }
    }

    /// The kind of a balance: below zero it is a liability on whatever account, a card in credit is none.
    public init(_ balance: AccountBalance) {
        guard balance.amount.minorUnits >= 0 else {
            self = .liabilities
            return
        }
        switch balance.account.type {
        case .checking, .savings, .cash: self = .cash
        case .investment: self = .investments
        case .retirement: self = .retirement
        case .realEstate: self = .realEstate
        case .other: self = .other
        case .creditCard, .loan, .mortgage: self = balance.amount.minorUnits == 0 ? .liabilities : .other
        }
    }
}

/// What is owned and owed on one day, and on an earlier one to compare with.
public struct NetWorthReport: Sendable {
    public let sheet: BalanceSheet
    /// The balances of the day compared with, of accounts that are known on both.
    public let earlier: BalanceSheet
    /// The first day that any balance is known of, where none is of that earlier one.
    public let knownFrom: CivilDate?
    public let evidence: Evidence
}

extension Retriever {
    /// Assets, liabilities and net worth per currency on the question's day, at the end of its period or on `asOf`, and
    /// the change since the day before that period, or the end of the month before where it has none.
    ///
    /// Groups are the kinds of assets and the liabilities; asked for month by month they are the net worth at each
    /// month's end.
    public func netWorth(_ ask: BalanceAsk, asOf: CivilDate) throws -> NetWorthReport {
        let day = min(ask.day ?? ask.period?.end ?? asOf, asOf)
        let start = ask.period.flatMap { $0.start <= day ? $0.start : nil } ?? day.startOfMonth
        let sheet = try balanceSheet(accounts(of: ask), on: day)
        let known = sheet.balances.map(\.account)
        let earlier = try balanceSheet(known, on: start.adding(days: -1))
        var evidence = Evidence(query: ask.query(on: day, asOf: asOf), coverage: try index.coverage)
        addTotals(sheet, &evidence)
        addChange(sheet, since: earlier, &evidence)
        if ask.detail == .months {
            try addMonths(known, through: day, from: ask.period?.start, &evidence)
        } else {
            addKinds(sheet, &evidence)
        }
        let knownFrom = try earlier.balances.isEmpty ? known.compactMap(firstKnownDay).min() : nil
        return NetWorthReport(sheet: sheet, earlier: earlier, knownFrom: knownFrom, evidence: evidence)
    }

    /// The first day whose balance is told, or can be worked back to from a later one.
    private func firstKnownDay(of account: Account) throws -> CivilDate? {
        guard let told = try index.balances(account: account.id).first?.day else { return nil }
        guard let coverage = try index.coverage(account: account.id) else { return told }
        return min(told, coverage.start)
    }

    private func addTotals(_ sheet: BalanceSheet, _ evidence: inout Evidence) {
        for currency in sheet.currencies {
            let balances = sheet.balances.filter { $0.amount.currency == currency }
            func add(_ name: String, _ words: String, _ amount: Int64) {
                evidence.figures.append(
                    Figure(name: name, label: dated(words, sheet.day), value: .money(Money(amount, currency))))
            }
            let owed = balances.filter { AssetKind($0) == .liabilities }.reduce(0) { $0 - $1.amount.minorUnits }
            let all = balances.reduce(0) { $0 + $1.amount.minorUnits }
            add("net_worth", "Net worth", all)
            if !sheet.isUnknown(debts: false, in: currency) { add("assets", "Assets", all + owed) }
            if !sheet.isUnknown(debts: true, in: currency) { add("liabilities", "Liabilities", owed) }
        }
    }

    private func addChange(_ sheet: BalanceSheet, since earlier: BalanceSheet, _ evidence: inout Evidence) {
        let comparable = Set(earlier.balances.map(\.account.id))
        for before in earlier.sums({ _ in true }) {
            let now = sheet.sums { comparable.contains($0.account.id) }.first { $0.currency == before.currency }
            guard let now else { continue }
            evidence.figures.append(
                Figure(
                    name: "previous_net_worth", label: dated("Net worth", earlier.day), value: .money(before),
                    period: Period(earlier.day, earlier.day)))
            evidence.figures.append(
                Figure(
                    name: "change", label: "Net worth, change since \(earlier.day.longText)",
                    value: .money(Money(now.minorUnits - before.minorUnits, before.currency)),
                    period: Period(earlier.day, sheet.day)))
            if before.minorUnits > 0 {
                evidence.figures.append(
                    Figure(
                        name: "change_percent", label: "Net worth, change since \(earlier.day.longText)",
                        value: .percent(percentage(now.minorUnits - before.minorUnits, of: before.minorUnits)),
                        period: Period(earlier.day, sheet.day)))
            }
        }
        let news = sheet.balances.map(\.account).filter { !comparable.contains($0.id) }
        if !news.isEmpty, !earlier.balances.isEmpty {
            let names = Subject.list(news.map(\.name))
            evidence.warnings.append(
                "The change leaves out \(names): nothing is known of it on \(earlier.day.longText).")
        }
    }

    private func addKinds(_ sheet: BalanceSheet, _ evidence: inout Evidence) {
        for kind in AssetKind.allCases {
            for sum in sheet.sums({ AssetKind($0) == kind }) {
                let amount = kind == .liabilities ? -sum : sum
                let accounts = sheet.balances.count { AssetKind($0) == kind && $0.amount.currency == sum.currency }
                evidence.groups.append(
                    Group(key: kind.rawValue, label: kind.name, value: .money(amount), count: accounts, share: nil))
            }
        }
    }

    private func addMonths(
        _ accounts: [Account], through end: CivilDate, from start: CivilDate?, _ evidence: inout Evidence
    ) throws {
        let first = start ?? end.startOfMonth.adding(months: -11)
        var month = max(first, end.adding(months: -120)).startOfMonth
        while month <= end {
            let sheet = try balanceSheet(accounts, on: min(month.endOfMonth, end))
            for sum in sheet.sums({ _ in true }) {
                evidence.groups.append(
                    Group(
                        key: String(month.iso.prefix(7)),
                        label: "\(CivilDate.monthNames[month.month - 1]) \(month.year)", value: .money(sum),
                        count: sheet.balances.count, share: nil))
            }
            month = month.adding(months: 1)
        }
    }
}

extension BalanceSheet {
    /// Whether nothing is known of what is owned, or owed, in a currency: there are such accounts, and none has a balance. The
    /// sum isn't zero then.
    public func isUnknown(debts: Bool, in currency: Currency) -> Bool {
        unknown.contains { $0.currency == currency && $0.type.isLiability == debts }
            && !balances.contains {
                $0.amount.currency == currency && $0.amount.minorUnits != 0 && ($0.amount.minorUnits < 0) == debts
            }
    }
}
