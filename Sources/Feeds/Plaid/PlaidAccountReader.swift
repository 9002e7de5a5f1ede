import Importing
import Ledger
import Store

/// Reads Plaid's accounts, balances and holdings.
final class PlaidAccountReader {
    private let today: CivilDate
    /// The day that the bank's data is of; nil where Plaid does not say.
    private let updated: CivilDate?
    private let institution: String?
    /// The accounts that are linked already.
    private let known: Set<String>
    /// The currencies of accounts that are kept.
    private(set) var currencies: [String: Currency] = [:]
    /// Accounts that are left out.
    private var foreign: Set<String> = []

    init(today: CivilDate, updated: CivilDate?, institution: String?, known: Set<String> = []) {
        self.known = known
        self.today = today
        self.updated = updated.map { min($0, today) }
        self.institution = institution.map { CleanText.line($0, longest: 60) }
    }

    func isForeign(_ account: String) -> Bool { foreign.contains(account) }

    /// All that Plaid lists, those left out among them.
    var listed: Set<String> { foreign.union(currencies.keys) }

    /// Whether Plaid lists it among the accounts that the user shares.
    func isShared(_ account: String) -> Bool { currencies[account] != nil }

    func read(_ reply: JSON, into pull: inout Pull) {
        for account in reply["accounts"]?.array ?? [] { read(account: account, into: &pull) }
    }

    private func read(account json: JSON, into pull: inout Pull) {
        guard let id = json["account_id"]?.string, currencies[id] == nil, !isForeign(id) else { return }
        let label = AccountLabel(json["name"]?.string ?? json["official_name"]?.string ?? "Account")
        let balances = json["balances"]
        let code = balances?["iso_currency_code"]?.string ?? Currency.usd.code
        guard balances?["unofficial_currency_code"]?.string == nil, let currency = Currency(inUse: code) else {
            foreign.insert(id)
            pull.problems.append(.leftOut(account: label.name, id: id, isLinked: known.contains(id)))
            return
        }
        currencies[id] = currency
        let type = PlaidAccountType.type(of: json)
        let mask = json["mask"]?.string.map { CleanText.line(String($0.suffix(4)), longest: 4) }
        var account = FeedUpdate.Account(
            id: id, name: label.name, mask: mask ?? label.mask, institution: institution, type: type,
            currency: currency)
        let isHeld = type == .investment || type == .retirement
        func units(_ key: String) -> Int64? {
            isHeld ? Self.minorUnits(balances?[key], currency) : Self.exactMinorUnits(balances?[key], currency)
        }
        let told = ["current"] + (type?.isLiability == true ? [] : ["available"])
        let stated = told.lazy.compactMap(units).first
        if stated == nil, told.contains(where: { balances?[$0].map { !$0.isNull } ?? false }) {
            pull.problems.append(.unread(balanceOf: label.name, account: id))
        }
        account.balance = stated.map { type?.isLiability == true ? -$0 : $0 }
        account.balanceDay = (Plaid.day(balances?["last_updated_datetime"]) ?? updated).map { min($0, today) } ?? today
        account.knownThrough = updated ?? today
        pull.update.accounts.append(account)
    }

    /// What accounts hold is worth fractions of a cent, which no transaction has.
    private static func minorUnits(_ value: JSON?, _ currency: Currency) -> Int64? {
        value?.numberText.flatMap(DecimalText.plain).flatMap { DecimalText.minorUnits($0, currency) }
    }

    private static func exactMinorUnits(_ value: JSON?, _ currency: Currency) -> Int64? {
        value?.numberText.flatMap(DecimalText.plain).flatMap { DecimalText.exactMinorUnits($0, currency) }
    }

    // MARK: Holdings

    func readHoldings(_ reply: JSON, into pull: inout Pull) {
        read(reply, into: &pull)
        var securities: [String: JSON] = [:]
        for security in reply["securities"]?.array ?? [] {
            securities[security["security_id"]?.string ?? ""] = security
        }
        for account in reply["accounts"]?.array ?? [] {
            if let id = account["account_id"]?.string, currencies[id] != nil { pull.update.holdings[id] = [] }
        }
        // Accounts with something in them that the sum of the others does not hold.
        var partly: Set<String> = []
        for json in reply["holdings"]?.array ?? [] {
            guard let account = json["account_id"]?.string, let currency = currencies[account] else { continue }
            let security = securities[json["security_id"]?.string ?? ""]
            guard let holding = holding(json, security, currency) else {
                partly.insert(account)
                let problem = FeedProblem.leftOut(holding: Self.name(of: security))
                if !pull.problems.contains(problem) { pull.problems.append(problem) }
                continue
            }
            if holding.value.currency != currency { partly.insert(account) }
            pull.update.holdings[account, default: []].add(holding)
        }
        // A bank that tells no balance of an account tells what is in it.
        for position in pull.update.accounts.indices where pull.update.accounts[position].balance == nil {
            let id = pull.update.accounts[position].id
            let held = pull.update.holdings[id] ?? []
            guard !held.isEmpty, !partly.contains(id) else { continue }
            // One that is clamped is larger than any account holds, and is left out as such.
            let sum = held.reduce(0 as Int128) { $0 + Int128($1.value.minorUnits) }
            pull.update.accounts[position].balance = Int64(clamping: sum)
        }
    }

    /// - Parameter home: the currency of its account, which it has where it names none.
    /// - Returns: nil for one of no known value or in a currency that is not in use.
    private func holding(_ json: JSON, _ security: JSON?, _ home: Currency) -> Holding? {
        let code = json["iso_currency_code"]?.string
        guard code != nil || json["unofficial_currency_code"]?.string == nil,
            let currency = code.map({ $0 == home.code ? home : Currency(inUse: $0) }) ?? home,
            let id = json["security_id"]?.string, let quantity = json["quantity"]?.numberText,
            let value = Self.minorUnits(json["institution_value"], currency)
        else { return nil }
        return Holding(
            securityID: id, name: Self.name(of: security), ticker: Self.text("ticker_symbol", security, 20),
            kind: Self.text("type", security, 30), quantity: DecimalText.sum(quantity, "0") ?? quantity,
            value: Money(value, currency),
            cost: Self.minorUnits(json["cost_basis"], currency).map { Money($0, currency) },
            day: (Plaid.day(json["institution_price_as_of"]) ?? updated).map { min($0, today) } ?? today)
    }

    private static func name(of security: JSON?) -> String {
        text("name", security, 80) ?? text("ticker_symbol", security, 20) ?? "Unnamed"
    }

    private static func text(_ key: String, _ security: JSON?, _ longest: Int) -> String? {
        security?[key]?.string.map { CleanText.line($0, longest: longest) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension [Holding] {
    /// Adds a holding, or to one of the same security and currency: banks list each lot that was bought.
    mutating func add(_ lot: Holding) {
        func isSame(_ held: Holding) -> Bool {
            held.securityID == lot.securityID && held.value.currency == lot.value.currency
        }
        guard let position = firstIndex(where: isSame) else { return append(lot) }
        let held = self[position]
        self[position] = Holding(
            securityID: held.securityID, name: held.name, ticker: held.ticker, kind: held.kind,
            quantity: DecimalText.sum(held.quantity, lot.quantity) ?? held.quantity,
            value: Money(held.value.minorUnits &+ lot.value.minorUnits, held.value.currency),
            // Of a lot without a cost the whole has none.
            cost: held.cost.flatMap { cost in
                lot.cost.map { Money(cost.minorUnits &+ $0.minorUnits, cost.currency) }
            },
            day: Swift.min(held.day, lot.day))
    }
}
