import Advice
import Coaching
import Ledger
import Store

/// A payment or purchase as programs send it.
struct PaymentFields {
    let fields: Fields
    let seat: Seat
    let today: CivilDate

    static let shape = Shape.object(
        [
            ("amount_cents", Shape.whole), ("merchant", Shape.text), ("category", Shape.orNull(Shape.text)),
            ("currency", Shape.text),
        ], optional: ["category", "currency"])

    init(_ call: Call, _ seat: Seat) throws { self.init(try call.fields(), seat, today: call.today) }

    init(_ fields: Fields, _ seat: Seat, today: CivilDate) {
        (self.fields, self.seat, self.today) = (fields, seat, today)
    }

    /// The currency that is said; the household's where none is.
    ///
    /// - Throws: where no account is in it.
    func currency() throws -> Currency {
        guard let code = try fields.text("currency") else { return try Coach.homeCurrency(seat.index) }
        return try seat.index.currency(inUse: code.uppercased(), as: "currency")
    }

    /// - Returns: minor units of the currency that is said, else of the household's.
    func amount() throws -> Money {
        let currency = try currency()
        let cents = try fields.needed("amount_cents", fields.whole("amount_cents", in: 1...(.max)))
        return try checked(Money(cents, currency))
    }

    func checked(_ amount: Money) throws -> Money {
        if let problem = desk.problem(amount: amount, day: today) { throw HTTPFault(.invalidRequest, problem) }
        return amount
    }

    func merchant(_ name: String = "merchant") throws -> String {
        let text = try fields.needed(name, fields.text(name))
        guard !NameKey.key(of: text).isEmpty else { throw HTTPFault(.invalidRequest, "“\(name)” must be a name") }
        try StoreError.refuseCardNumber(in: text)
        return text
    }

    func category() throws -> RuleCategory? {
        guard let name = try fields.text("category") else { return nil }
        guard let category = RuleCategory(named: name, in: seat.index.taxonomy) else {
            throw HTTPFault(
                .invalidRequest,
                "“category” isn't one that money is spent on; GET /api/names?kind=categories lists them")
        }
        return category
    }

    /// The purchase with its merchant and category as the index knows them.
    func purchase() throws -> Purchase {
        var purchase = Purchase(amount: try amount(), merchant: try merchant(), day: today)
        purchase.category = try category()?.id
        return try desk.completed(purchase)
    }

    var desk: PurchaseDesk { PurchaseDesk(seat.index, asOf: today, settings: seat.settings) }
}

extension HouseholdIndex {
    /// The currency of a code that a request gives as `name`.
    ///
    /// - Throws: `HTTPFault` for what is none, and where there are accounts and none is in it.
    func currency(inUse code: String, as name: String) throws -> Currency {
        guard let currency = Currency(inUse: code) else {
            throw HTTPFault(.invalidRequest, "“\(name)” must be a code such as USD")
        }
        let accounts = try accounts
        guard accounts.isEmpty || accounts.contains(where: { $0.currency == currency }) else {
            throw HTTPFault(.invalidRequest, "none of your accounts are in \(currency.code)")
        }
        return currency
    }
}
